"""Verification: honest logs are accepted, and whatever was edited is found, also under a chain made anew."""

import json
import random
import subprocess
import sys
from asyncio import run
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schema.commands import Envelope
from schema.refusals import Unreadable
from service.archive import written_export
from service.encounters.apply import apply
from service.encounters.encounter import Encounter
from service.encounters.log import FORMAT
from service.encounters.record import canonical, digest, events_read, state_hash
from service.orders import encounter_id
from service.verify import Verdict, verified
from service.web.pages import FOLDER
from tests.encounters.fights import CONTRACT, joining
from tests.encounters.test_machine import GIVEN, finished
from tests.fair import FairTable, fought
from tests.playthroughs.scenario import NAMES, scenario
from tests.playthroughs.table import played
from tests.viewers import ANA

pytestmark = pytest.mark.anyio

EDITS = 10_000
STANDALONE = FOLDER / "files" / "verify_dice.py"

wrong: Callable[[Any], Iterator[str]] = run_path(str(STANDALONE))["wrong"]

Lines = list[str]
Edit = Callable[[random.Random, Lines], Lines]


def verdict(text: str) -> Verdict:
    """Return what verification finds in order, or raise what it does not."""
    told: Verdict = finished(verified(text, CONTRACT))
    return told


def refused(text: str) -> str:
    """Return the code by which a log is refused, or nothing where it is accepted."""
    try:
        verdict(text)
    except Unreadable as refusal:
        return refusal.code
    return ""


async def short() -> FairTable:
    """Return the table after a short fight, all of whose dice are told."""
    table = FairTable()
    await table.open(enforcement="ADVISORY")
    await table.send({"join": joining("a", "b")})
    await table.send({"begin": {}})
    await table.send({"attack": {"striker": "a", "target": "b"}})
    await table.send({"undo": {}})
    await table.send({"end": {}})
    return table


@pytest.fixture(scope="module")
def lines() -> Lines:
    """Lend the lines of the export of a short fight."""
    text: str = run(exported())
    return text.splitlines()


async def exported() -> str:
    """Return the export of a short fight."""
    return await (await short()).exported()


@pytest.mark.parametrize("system", NAMES)
async def test_honest_fights_are_accepted(system: str) -> None:
    """A whole fight of any system verifies: every command decided again, every face that is told by its seed."""
    table = await fought(system)
    told = verdict(await table.exported())
    record = await table.record()
    opened = [command for command in record.commands if command.faces is not None]
    assert (told.decided, told.sealed) == (told.fold.version, told.fold.version - len(opened))
    assert told.faces == sum(len(command.faces or ()) for command in opened) > 20


@pytest.mark.parametrize("system", NAMES)
async def test_playthroughs_are_accepted(system: str) -> None:
    """A fight with all manoeuvres of a system, its dice thrown by hand, is decided again command by command."""
    table, _ = await played(scenario(system))
    assert verdict(written_export(table.now, table.bodies)).decided == table.now.version


STEPS = st.lists(
    st.one_of(
        *[st.fixed_dictionaries({name: given}) for name, given in GIVEN.items()],
        st.fixed_dictionaries({"undo": st.fixed_dictionaries({"steps": st.integers(1, 3)})}),
        st.just({"redo": {}}),
        st.just({"reveal": {}}),
    ),
    max_size=25,
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_any_commands_make_an_honest_log(steps: list[dict[str, Any]]) -> None:
    """Whatever is commanded in whatever order, the log verifies on both verifiers."""

    async def play() -> FairTable:
        table = FairTable()
        await table.open()
        await table.play({"join": joining("a", "b", "c")}, {"begin": {}}, *steps)
        return table

    table = run(play())
    told = verdict(run(table.exported()))
    assert told.decided == told.fold.version
    assert list(wrong(json.loads(run(table.record()).model_dump_json()))) == []


def flipped(chance: random.Random, lines: Lines) -> Lines:
    """Put another letter or digit in the place of one."""
    at = chance.randrange(len(lines))
    place = 0
    while not lines[at][place].isalnum():
        place = chance.randrange(len(lines[at]))
    others = "0123456789" if lines[at][place].isdigit() else "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    letter = chance.choice(others.replace(lines[at][place], ""))
    return [*lines[:at], lines[at][:place] + letter + lines[at][place + 1 :], *lines[at + 1 :]]


def dropped(chance: random.Random, lines: Lines) -> Lines:
    """Leave out a line."""
    at = chance.randrange(len(lines))
    return [*lines[:at], *lines[at + 1 :]]


def doubled(chance: random.Random, lines: Lines) -> Lines:
    """Say a line twice."""
    at = chance.randrange(len(lines))
    return [*lines[:at], lines[at], *lines[at:]]


def swapped(chance: random.Random, lines: Lines) -> Lines:
    """Exchange two lines."""
    one, other = chance.sample(range(len(lines)), 2)
    changed = list(lines)
    changed[one], changed[other] = lines[other], lines[one]
    return changed


def test_every_log_of_one_edit_is_refused(lines: Lines) -> None:
    """Ten thousand edits of an honest log, most of them of one letter, and not one is accepted."""
    chance = random.Random("one edit")
    edits: list[Edit] = chance.choices([flipped, dropped, doubled, swapped], [97, 1, 1, 1], k=EDITS)
    accepted = [edited for edit in edits if not refused("\n".join(edited := edit(chance, lines)))]
    assert not refused("\n".join(lines))
    assert accepted == []


def blamed(text: str) -> list[int]:
    """Return the lines that may have been altered, as a refusal names them."""
    with pytest.raises(Unreadable) as refusal:
        verdict(text)
    assert all(str(line) in refusal.value.message.es for line in refusal.value.details.values())
    return sorted(refusal.value.details.values())


@pytest.mark.parametrize("key", ["actor", "asked", "faces", "seal", "events", "at", "state"])
@pytest.mark.parametrize("line", [4, 5])
def test_the_line_that_was_altered_is_named(lines: Lines, line: int, key: str) -> None:
    """Whatever is altered in a line, that line is named, as the one after it still names what it was."""
    entry = json.loads(lines[line - 1])
    path = next(leaves(entry[key], (key,)))
    assert blamed("\n".join([*lines[: line - 1], canonical(altered(entry, path)), *lines[line:]])) == [line]


def test_where_the_line_cannot_be_told_both_are_named(lines: Lines) -> None:
    """A link, the last line and the header are held by one other line alone."""
    last = len(lines)
    link, end = json.loads(lines[3]), json.loads(lines[-1])
    link["prev"], end["actor"] = "0" * 64, "Eve"
    assert blamed("\n".join([*lines[:3], canonical(link), *lines[4:]])) == [3, 4]
    assert blamed("\n".join([*lines[:-1], canonical(end)])) == [1, last]
    assert blamed("\n".join([*lines[:3], lines[2], *lines[3:]])) == [3, 4]


@pytest.mark.parametrize("line", [2, 4, 7])
def test_the_line_that_is_missing_is_named(lines: Lines, line: int) -> None:
    """Where a line was left out, the place where it stood is named, at the end as well."""
    assert len(lines) == 7
    assert blamed("\n".join([*lines[: line - 1], *lines[line:]])) == [line]


def test_of_one_edit_the_line_is_among_those_named(lines: Lines) -> None:
    """Wherever one letter was put in the place of another, that line is named."""
    chance = random.Random("one letter")
    for _ in range(300):
        edited = flipped(chance, lines)
        line = next(number for number, pair in enumerate(zip(lines, edited, strict=True), 1) if len(set(pair)) > 1)
        assert line in blamed("\n".join(edited)), line


def chained(entries: list[dict[str, Any]]) -> str:
    """Return an export of these entries whose hashes, of states and of the chain, are made anew."""
    bodies: Lines = []
    encounter: Encounter | None = None
    for entry in entries:
        with suppress(ValueError, LookupError, TypeError):
            for event in events_read(entry["events"], CONTRACT.systems[entry["system"]]):
                encounter = apply(encounter, event)
        state = state_hash(encounter) if encounter else ""
        bodies.append(canonical({**entry, "state": state, "prev": digest(bodies[-1]) if bodies else ""}))
    id_ = encounter.id if encounter else ""
    header = {"arbitro": FORMAT, "encounter": id_, "version": len(bodies), "hash": digest(bodies[-1])}
    return "\n".join((canonical(header), *bodies))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every number and text of a JSON value."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*path, key))
    elif isinstance(value, int | str) and not isinstance(value, bool):
        yield path


def altered(entry: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """Return an entry with one number raised by one, or one text a letter longer."""
    changed: Any = json.loads(json.dumps(entry))
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += 1 if isinstance(place[path[-1]], int) else "x"
    return dict(changed)


TELLING = ("asked", "faces", "fingerprint", "seal", "events", "actor", "command", "system")
"""The parts of an entry in which dice, results and what was asked for stand."""


def test_no_edit_hides_behind_a_chain_made_anew(lines: Lines) -> None:
    """Each number and text in which dice, results or commands stand is held by more than the chain.

    Only the last commitment is not: no die has followed from it yet.
    """
    entries = [json.loads(line) for line in lines[1:]]
    assert not refused(chained(entries))
    for number, entry in enumerate(entries):
        for part in TELLING:
            for path in leaves(entry[part], (part,)):
                forged = [*entries[:number], altered(entry, path), *entries[number + 1 :]]
                last = (number, path) == (len(entries) - 1, ("events", 1, "commitment"))
                assert last or refused(chained(forged)), (number, path)


def test_a_command_that_told_no_seed_is_missed(lines: Lines) -> None:
    """An end from which the telling of the seed was cut out is refused, though it would make a log of its own."""
    entries = [json.loads(line) for line in lines[1:]]
    entries[-1]["events"] = [event for event in entries[-1]["events"] if event["kind"] != "SEED_REVEALED"]
    assert refused(chained(entries)) == "other_events"


@pytest.mark.parametrize("part", ["asked", "seal"])
def test_what_was_committed_to_is_asked_for(lines: Lines, part: str) -> None:
    """Where dice follow from a seed, no command goes without its seal or without what was asked."""
    entries = [json.loads(line) for line in lines[1:]]
    entries[3][part] = None
    assert refused(chained(entries)) in {"other_command", "other_seal"}


def test_the_same_dice_read_otherwise_are_refused(lines: Lines) -> None:
    """Faces that follow from the seed, but belong to no throw of the command, are refused."""
    entries = [json.loads(line) for line in lines[1:]]
    entries[3]["faces"] = entries[3]["faces"][:-1]
    assert refused(chained(entries)) == "other_events"


async def test_what_is_still_secret_is_counted() -> None:
    """Before the seed is told a log verifies but for its seed, and says how many commands wait."""
    table = FairTable()
    await table.open()
    await table.play({"join": joining("a", "b")}, {"begin": {}})
    told = verdict(await table.exported())
    assert (told.sealed, told.decided, told.faces) == (3, 3, 0)


@pytest.mark.parametrize("copy", ["clone", "import"])
def test_a_copy_is_taken_as_it_is(copy: str) -> None:
    """A copy's state comes from elsewhere; everything after it is verified."""

    async def play() -> str:
        table = await short()
        envelope = Envelope(command_id="the-copy-of-a-fight")
        await table.know(encounter_id(envelope))
        if copy == "clone":
            made = await table.archive.cloned(table.id, envelope, None)
        else:
            made = await table.archive.imported(envelope, await table.exported())
        table.id = made.encounter.id
        await table.play({"reopen": {}}, {"attack": {"striker": "a", "target": "b"}}, {"end": {}})
        return await table.exported()

    told = verdict(run(play()))
    assert (told.decided, told.fold.version, told.faces > 0) == (3, 4, True)


def test_the_record_of_dice_is_checked_with_nothing_but_python() -> None:
    """The small verifier accepts an honest record, and finds whatever of it was changed.

    Only what was committed to last is not held, for no die has followed from it yet, and how many sides a die has,
    which its throw tells.
    """
    record = json.loads(run(recorded()))
    assert list(wrong(record)) == []
    secret = ("epochs", len(record["epochs"]) - 1)
    for path in leaves(record):
        with suppress(KeyError, ValueError):
            assert path[:2] == secret or path[-1] == "sides" or list(wrong(altered(record, path))), path


async def recorded() -> str:
    """Return the public record of the dice of a short fight."""
    return (await (await short()).record()).model_dump_json()


def test_the_small_verifier_runs_alone(tmp_path: Path) -> None:
    """On the shell the small verifier says that all is in order, or what is not, and fails."""
    file = tmp_path / "dice.json"
    for text, code, word in (
        (run(recorded()), 0, "all in order"),
        (run(recorded()).replace('"face":1', '"face":2'), 1, "do not follow"),
    ):
        file.write_text(text, encoding="utf-8")
        ran = subprocess.run([sys.executable, "-I", STANDALONE, file], capture_output=True, text=True, check=False)
        assert (ran.returncode, word in ran.stdout + ran.stderr) == (code, True)


@pytest.mark.parametrize(
    ("role", "code"), [("PLAYER", ""), ("OBSERVER", "other_events"), ("GAME_MASTER", "other_command")]
)
def test_rights_are_verified(role: str, code: str) -> None:
    """A player's command is decided again with a player's rights, and with no others."""

    async def play() -> str:
        table = FairTable()
        await table.open(enforcement="ADVISORY")
        await table.play({"join": joining("a", owner="Ana")}, {"join": joining("b")}, {"begin": {}})
        await table.send({"attack": {"striker": "a", "target": "b"}}, ANA, actor="Ana")
        await table.send({"end": {}})
        return await table.exported()

    entries = [json.loads(line) for line in run(play()).splitlines()[1:]]
    entries[4]["asked"]["role"] = role
    assert refused(chained(entries)) == code


async def test_what_the_service_did_by_itself_is_verified() -> None:
    """An attack that the service resolved when its target had had its time is decided again as any command."""
    table = FairTable()
    await table.open(enforcement="ADVISORY")
    await table.play({"join": joining("a", "b")}, {"begin": {}})
    await table.send({"attack": {"striker": "a", "target": "b", "ask": True, "waitSeconds": 1}})
    table.live.clock = lambda: datetime.now(UTC) + timedelta(minutes=1)
    await table.live.settle(table.id)
    await table.send({"end": {}})
    told = verdict(await table.exported())
    assert (told.decided, told.faces > 0) == (6, True)
