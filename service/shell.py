"""Fights on the shell: what a file and the options beside it ask, found in this process."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from schema.refusals import Reason, Unreadable
from schema.shapes import Frozen
from service.api.contract import contract
from service.api.refusing import fit
from service.simulation.cost import parts
from service.simulation.runs import Casting
from service.simulation.shards import Shard, worked_out
from service.simulation.simulate import played
from service.simulation.studies import STUDIES
from service.simulation.tally import Tally
from service.systems.catalogue import systems

Options = Mapping[str, Any]

LINE = re.compile(r"at line (\d+)")

LONG = 4
"""From how many parts on a bar is worth its place."""

NO_CHANGE = Reason(
    "no_change",
    "Un cambio se escribe campo=valor, por ejemplo fighters.0.count=+1, y no «{given}».",
    "A change is written field=value, such as fighters.0.count=+1, and not “{given}”.",
)
NO_TEXT = Reason("no_text", "Esto no es texto en UTF-8: {file}", "This is no text in UTF-8: {file}")
NO_TOML = Reason(
    "no_toml", "Esto no está escrito en TOML: {file}, línea {line}", "This is not written in TOML: {file}, line {line}"
)
ONE_QUESTION = Reason(
    "one_question",
    "Pide una sola cosa: --versus, --change o --balance.",
    "Ask one thing only: --versus, --change or --balance.",
)


def read(file: Path, options: Options) -> dict[str, Any]:
    """Return the fights that a file asks for, with the options that are given; raises OSError and Unreadable."""
    return {**_written(file), **_given(options)}


def _written(file: Path) -> Options:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unreadable(NO_TEXT, (), {"file": file}) from None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = LINE.search(str(error))
        line = where[1] if where else len(text.splitlines())
        raise Unreadable(NO_TOML, (), {"file": file, "line": line}) from error


def _given(options: Options) -> Options:
    return {name: value for name, value in options.items() if value is not None}


def question(fights: Options, versus: Options | None, changes: Sequence[str], balance: Options) -> tuple[str, Options]:
    """Return what is asked of fights: the name of a study, and its request; raises Unreadable for more than one."""
    asked: dict[str, Options] = {}
    if versus is not None:
        asked["versus"] = {"one": fights, "other": versus}
    if changes:
        asked["sensitivity"] = {"input": fights, "changes": [_change(text) for text in changes]}
    if sought := _given(balance):
        asked["balance"] = {"input": fights, **sought}
    if len(asked) > 1:
        raise Unreadable(ONE_QUESTION)
    return next(iter(asked.items()), ("simulation", fights))


def _change(text: str) -> Options:
    """Return a change as it is written: a field and what is added to it, or what it becomes."""
    field, _, value = text.partition("=")
    if not field or not value:
        raise Unreadable(NO_CHANGE, (), {"given": text})
    return {"name": text[:64], "fields": [{"field": field, **_value(value)}]}


def _value(text: str) -> Options:
    if re.fullmatch(r"[+-]\d{1,20}", text):
        return {"by": int(text)}
    if re.fullmatch(r"\d{1,20}", text):
        return {"to": int(text)}
    return {"flag": text == "true"} if text in {"true", "false"} else {"text": text}


def found(name: str, asked: Options) -> Frozen:
    """Return what a study finds, with a bar on the terminal while that takes long; raises Refusal."""
    known = systems()
    given = fit(contract(known).studies[name], asked)
    study = STUDIES[name](given, Casting(systems={system.name: system for system in known}))
    with _bar(parts(study)) as advance:

        def worked(shard: Shard) -> Tally:
            tally = worked_out(shard)
            advance()
            return tally

        answer: Frozen = study.by(partial(played, worked_out=worked))
    return answer


@contextmanager
def _bar(most: int) -> Iterator[Callable[[], None]]:
    """Lend what moves a bar on by one part of so many at the most; what is soon over has none."""
    console = Console(stderr=True)
    columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    hidden = most < LONG or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        yield partial(progress.advance, progress.add_task("", total=most))
