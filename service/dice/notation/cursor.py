"""A cursor: where a parser stands among the tokens of a notation."""

from schema.refusals import Place, Unreadable
from service.dice.die import Sign
from service.dice.notation import misspelt
from service.dice.notation.grammar import SETTLED, Part
from service.dice.notation.tokens import Kind, Token, tokens


class Cursor:
    """Walks over the tokens of a text, one at a time."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0

    @property
    def here(self) -> Token:
        """The token that comes next."""
        return self._tokens[self._at]

    @property
    def last(self) -> Token:
        """The token that was taken last."""
        return self._tokens[max(0, self._at - 1)]

    @property
    def ended(self) -> bool:
        """Whether nothing more comes that is played."""
        return self.here.kind in {Kind.END, Kind.COMMENT}

    def ahead(self, steps: int) -> Token:
        """Return the token so many steps after the next."""
        return self._tokens[min(self._at + steps, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Go past the next token, and return it."""
        token = self.here
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def sees(self, *signs: str) -> bool:
        """Whether one of these signs comes next."""
        return self.here.kind is Kind.SIGN and self.here.text in signs

    def takes(self, sign: str) -> bool:
        """Go past a sign if it comes next, and tell whether it did."""
        return self.sees(sign) and bool(self.take())

    def number(self) -> int:
        """Take a number; raises Unreadable when none comes next."""
        if self.here.kind is not Kind.NUMBER:
            raise self.unexpected()
        return int(self.take().text)

    def number_or(self, otherwise: int) -> int:
        """Take a number if one comes next."""
        return self.number() if self.here.kind is Kind.NUMBER else otherwise

    def starts_dice(self) -> bool:
        """Whether dice come next, with their number or without."""
        token = self.ahead(1) if self.here.kind is Kind.NUMBER else self.here
        return token.part in {Part.DIE, Part.OF}

    def starts_operand(self, steps: int) -> bool:
        """Whether the token so many steps after the next can be added or taken away."""
        token = self.ahead(steps)
        return token.kind is Kind.NUMBER or token.part is Part.DIE or (token.kind is Kind.SIGN and token.text == "(")

    def touches(self) -> bool:
        """Whether what comes next stands right at what was taken last."""
        return self.here.start == self.last.end

    def since(self, start: int) -> Place:
        """Return the place from a start to what was taken last."""
        return misspelt.at(start, self.last.end)

    def out_of_place(self) -> Unreadable:
        """Return the refusal of what is left over; what is said of dice only is told so."""
        if self.here.kind is Kind.SIGN and self.here.text in tuple(Sign):
            return misspelt.unreadable(misspelt.DICE_ONLY, self.here.place)
        if self.here.part in SETTLED:
            return misspelt.unreadable(misspelt.DICE_ONLY, self.here.place)
        return self.unexpected()

    def unexpected(self) -> Unreadable:
        """Return the refusal of what comes next."""
        if self.here.kind is Kind.END:
            return misspelt.unreadable(misspelt.ENDS_EARLY, self.here.place)
        return misspelt.unreadable(misspelt.UNEXPECTED, self.here.place, found=self.here.text)
