"""Fair dice in encounters: committed to before they fall, never told too soon, and never thrown until they please."""

import json
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from schema.commands import Envelope
from schema.events import CommandResult
from schema.refusals import Refusal
from service.app import create_app
from service.dice.fair import Secret
from service.encounters import log, snapshots
from service.encounters.events import Created
from service.encounters.log import Fold
from service.encounters.record import canonical, digest
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds
from service.live import Live
from service.store.journal import Book, Entry, Head
from service.store.memory import MemoryJournal
from tests.encounters.fights import CONTRACT, joining, scores
from tests.fair import FairTable, seed
from tests.serving import Client, fresh, serving
from tests.viewers import OPERATED, bearing

pytestmark = pytest.mark.anyio

STRIKE = {"attack": {"striker": "a", "target": "b"}}


@pytest.fixture
async def table() -> FairTable:
    """Lend a table at which a fight runs."""
    table = FairTable()
    await table.open(enforcement="ADVISORY")
    await table.play({"join": joining("a", "b")}, {"begin": scores(a=9, b=5)})
    return table


async def fold(table: FairTable, id_: str | None = None) -> Fold:
    """Return the fold of a table's encounter, or of another in its store."""
    fold = await table.live.folds.newest(id_ or table.id)
    assert fold is not None
    return fold


async def faces(table: FairTable, version: int) -> tuple[tuple[int, int], ...]:
    """Return the faces that fell for a command."""
    (entry,) = (await table.journal.read(table.id, version - 1))[:1]
    return log.read(entry.body, CONTRACT.systems).faces


def kinds(result: CommandResult) -> list[str]:
    """Return what kinds of things happened."""
    return [event.kind for event in result.events]


async def test_a_commitment_stands_before_any_roll(table: FairTable) -> None:
    """The first event of the log commits to the seed that all faces follow from."""
    entry, *_ = await table.journal.read(table.id)
    (created,) = log.read(entry.body, CONTRACT.systems).events
    assert isinstance(created, Created)
    secret = Secret(encounter=table.id, epoch=1, seed=seed(1))
    assert created.commitment == secret.commitment
    result = await table.send(STRIKE)
    fingerprint = (await fold(table)).commands[log.key("command-0000000000000003")][1]
    expected = secret.faces(result.version, fingerprint)
    fell = await faces(table, result.version)
    assert fell == tuple((sides, expected.face(sides)) for sides, _ in fell) != ()


@pytest.mark.parametrize("command", ["end", "reveal"])
async def test_a_seed_is_told_with_a_commitment_to_the_next(table: FairTable, command: str) -> None:
    """Ending tells the seed, as revealing does at any time; the same entry commits to the next."""
    result = await table.send({command: {"reason": "dawn"}})
    told: Any = result.events[-1]
    following = Secret(encounter=table.id, epoch=2, seed=seed(2))
    assert (told.kind, told.epoch, told.seed) == ("SEED_REVEALED", 1, seed(1))
    assert told.commitment == following.commitment == (await fold(table)).commitment
    assert (await table.record()).epochs[1].seed is None


async def test_what_is_thrown_after_a_seed_is_told_follows_from_the_next(table: FairTable) -> None:
    """Neither reopening nor undoing the end goes back to a seed that is known."""
    await table.send({"end": {}})
    undone = await table.send({"undo": {}})
    assert (undone.encounter.status, (await fold(table)).epoch) == ("RUNNING", 2)
    thrown = await table.send(STRIKE)
    assert (await table.record()).commands[thrown.version - 1].epoch == 2
    await table.send({"end": {}})
    assert (await table.send({"reopen": {}})).encounter.status == "RUNNING"
    assert (await fold(table)).epoch == 3


async def test_a_seed_can_be_told_after_the_end(table: FairTable) -> None:
    """What is thrown afterwards can be opened as well."""
    await table.send({"end": {}})
    assert kinds(await table.send({"reveal": {}})) == ["SEED_REVEALED"]


async def test_a_snapshot_knows_the_epoch(table: FairTable) -> None:
    """A fold that was cached goes on with the very seed."""
    await table.send({"end": {}})
    now = await fold(table)
    assert snapshots.read(snapshots.written(now), CONTRACT.systems) == now


async def test_before_a_seed_is_told_only_seals_are(table: FairTable) -> None:
    """The record opens no dice, and no command, whose seed is secret; afterwards it opens them all."""
    await table.send(STRIKE)
    before = await table.record()
    assert all(command.seal and command.faces is None and command.fingerprint is None for command in before.commands)
    await table.send({"reveal": {}})
    after = await table.record()
    assert [command.seal for command in after.commands[: len(before.commands)]] == [
        command.seal for command in before.commands
    ]
    assert [(each.sides, each.face) for each in after.commands[3].faces or ()] == list(await faces(table, 4))
    assert all(command.fingerprint for command in after.commands)


async def test_every_entry_shows_its_seal(table: FairTable) -> None:
    """What watchers see of each command carries the seal that the record has."""
    record = await table.record()
    shown = await table.live.log(table.id, GAME_MASTER, after=0, first=100)
    assert [entry.seal for entry in shown] == [command.seal for command in record.commands]


async def test_dice_thrown_by_hand_follow_from_no_seed() -> None:
    """A command with dice of its own is sealed as any, and marked; its faces stand in what was asked."""
    table = FairTable()
    await table.open(handDice=True)
    await table.play({"join": joining("a", "b")})
    await table.send({"begin": {}}, dice=[3, 4])
    await table.send({"reveal": {}})
    command = (await table.record()).commands[2]
    assert (command.hand_dice, command.faces) == (True, ())


async def test_a_stale_expectation_learns_nothing(table: FairTable) -> None:
    """Whoever has a command refused for its version, and sends it again, gets the dice of the version it makes."""
    with pytest.raises(Refusal) as caught:
        await table.send(STRIKE, expectedVersion=1, commandId="fishing-by-a-stale-one")
    assert "dice" not in repr(caught.value)
    sent = await table.send(STRIKE, commandId="fishing-by-a-stale-one")
    twin = await twin_of(table, sent.version)
    assert await faces(table, sent.version) == await faces(twin, sent.version)


async def twin_of(table: FairTable, version: int) -> FairTable:
    """Return another service over a store that lost everything from a version on, to which that command is sent."""
    twin = FairTable()
    await twin.know(twin.id)
    head = Head()
    for entry in (await table.journal.read(table.id))[: version - 1]:
        await twin.journal.append(twin.id, entry, head)
        head = Head(entry.version, entry.hash)
    await twin.send(STRIKE, commandId="fishing-by-a-stale-one")
    return twin


class Losing(MemoryJournal):
    """A journal that loses its answers, or the entries themselves, while it is told to."""

    losing = ""

    async def append(self, encounter: str, entry: Entry, after: Head) -> tuple[Entry, ...] | None:
        """Append the entry, or lose it on its way there or back."""
        if self.losing == "there":
            raise ConnectionError
        answer = await super().append(encounter, entry, after)
        if self.losing == "back":
            raise ConnectionError
        return answer


@pytest.mark.parametrize("losing", ["there", "back"])
async def test_a_cut_connection_throws_no_other_dice(losing: str) -> None:
    """A command whose answer was lost, or that never arrived, has the same dice when it is sent again."""
    table, journal = FairTable(), Losing()
    table.journal, table.live = journal, Live(Folds(journal, CONTRACT.systems))
    await table.open(enforcement="ADVISORY")
    await table.play({"join": joining("a", "b")}, {"begin": scores(a=9, b=5)})
    journal.losing = losing
    for _ in range(3):
        with pytest.raises(ConnectionError):
            await table.send(STRIKE, commandId="fishing-by-a-stale-one")
    journal.losing = ""
    sent = await table.send(STRIKE, commandId="fishing-by-a-stale-one")
    assert sent.version == 4
    assert await faces(table, 4) == await faces(await twin_of(table, 4), 4)


async def test_a_conflict_throws_other_dice_and_shows_none(table: FairTable) -> None:
    """A command that lost the race for a version is decided by the dice of the next, and tells of no others."""
    other = Live(Folds(table.journal, CONTRACT.systems))
    await other.encounter(table.id, GAME_MASTER)
    table.live, mine = other, table.live
    await table.send({"note": {"text": "first"}})
    table.live = mine
    sent = await table.send(STRIKE)
    assert sent.version == 5
    secret = Secret(encounter=table.id, epoch=1, seed=seed(1))
    fingerprint = (await fold(table)).commands[log.key("command-0000000000000004")][1]
    assert (await faces(table, 5))[0] == (6, secret.faces(5, fingerprint).face(6))


async def test_undoing_throws_other_dice_and_redoing_none(table: FairTable) -> None:
    """What is undone and commanded anew has other dice, what is done again the same; all of it stays in the log."""
    first = await table.send(STRIKE)
    await table.send({"undo": {}})
    again = await table.send({"redo": {}})
    assert again.encounter.combatants == first.encounter.combatants
    assert await faces(table, again.version) == ()
    thrown = {await faces(table, first.version)}
    for _ in range(5):
        await table.send({"undo": {}})
        thrown.add(await faces(table, (await table.send(STRIKE)).version))
    assert len(thrown) > 1
    assert [command.version for command in (await table.record()).commands] == list(range(1, 4 + 3 + 10))


@pytest.mark.parametrize("copy", ["clone", "import"])
async def test_a_copy_foretells_nothing(table: FairTable, copy: str) -> None:
    """What falls in a copy says nothing of the original: another id, another seed, another commitment."""
    envelope = Envelope(command_id=fresh())
    if copy == "clone":
        made = await table.archive.cloned(table.id, envelope, None)
    else:
        made = await table.archive.imported(envelope, await table.exported())
    own, its = await fold(table), await fold(table, made.encounter.id)
    assert (its.epoch, its.commitment == own.commitment) == (1, False)
    seeds = [await table.journal.page(id_, Book.SEEDS, "1") for id_ in (table.id, made.encounter.id)]
    assert len(set(seeds)) == 2


async def test_copying_again_draws_no_other_seed(table: FairTable) -> None:
    """Opening, copying and importing once more by the same command are the same encounter with the same seed."""
    envelope = Envelope(command_id=fresh())
    one, other = [await table.archive.cloned(table.id, envelope, None) for _ in range(2)]
    assert (one.events, other.replayed) == (other.events, True)


async def test_looking_at_options_throws_none_of_the_dice(table: FairTable) -> None:
    """The scene in which options are weighed has dice that nothing is decided by."""
    dice = (await table.live.scene(table.id, GAME_MASTER)).dice
    assert dice.throw is not (await table.live.scene(table.id, GAME_MASTER)).dice.throw
    assert "fair" not in type(dice.throw).__module__


async def test_a_lost_seed_stops_the_dice(table: FairTable) -> None:
    """Where the store has another seed than was committed to, nothing is thrown, and the encounter can be cloned."""
    table.live = Live(Folds(table.journal, CONTRACT.systems))
    await table.journal.write(table.id, Book.SEEDS, "1", seed(7))
    with pytest.raises(Refusal) as caught:
        await table.send(STRIKE)
    assert caught.value.code == "seed_lost"
    copy = await table.archive.cloned(table.id, Envelope(command_id=fresh()), None)
    table.id = copy.encounter.id
    assert (await table.send(STRIKE)).version == 2


async def test_a_log_of_old_goes_on_without_a_seed(table: FairTable) -> None:
    """An encounter whose log commits to nothing is played on with dice that nobody can foretell, and has no record."""
    old = FairTable()
    head = Head()
    for entry in await table.journal.read(table.id):
        body = json.loads(entry.body)
        for name in ("asked", "faces", "seal"):
            del body[name]
        for event in body["events"]:
            event.pop("commitment", None)
        written = canonical({**body, "format": 1, "prev": head.hash})
        await old.journal.append(old.id, Entry(version=entry.version, hash=digest(written), body=written), head)
        head = Head(entry.version, digest(written))
    result = await old.send(STRIKE, commandId=fresh())
    assert (await faces(old, result.version))[0][0] == 6
    assert kinds(await old.send({"end": {}}, commandId=fresh())) == ["STATUS_CHANGED"]
    record = await old.record()
    assert (record.epochs, record.commands) == ((), ())
    with pytest.raises(Refusal) as caught:
        await old.send({"reveal": {}}, commandId=fresh())
    assert caught.value.code == "no_seed"


class Overhearing(MemoryJournal):
    """A journal that keeps a copy of all that is written into streams and snapshots."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        super().__init__()
        self.heard: list[str] = []

    async def append(self, encounter: str, entry: Entry, after: Head) -> tuple[Entry, ...] | None:
        """Append the entry, and keep a copy."""
        self.heard.append(entry.body)
        return await super().append(encounter, entry, after)


@pytest.fixture
async def overheard() -> AsyncIterator[tuple[Client, Overhearing]]:
    """Serve on a journal that hears everything."""
    journal = Overhearing()
    async with serving(create_app(OPERATED, journal)) as client:
        yield client, journal


def spellings(secret: str) -> Iterator[str]:
    """Yield how a seed might be written."""
    raw = bytes.fromhex(secret)
    yield from (secret, secret.upper(), b64encode(raw).decode().rstrip("="), repr(raw)[2:-1], repr(list(raw))[1:-1])


async def said(client: Client, id_: str) -> str:
    """Return all that the service says of an encounter, on both surfaces."""
    paths = ("", "?version=1", "/log", "/dice", "/export", "/prose?language=es", "/prose?language=en")
    answers = [(await client.http.get(f"/v1/encounters/{id_}{path}")).text for path in paths]
    query = """query ($id: ID!) {
      exportEncounter(encounterId: $id) encounterDice(encounterId: $id) { epochs { commitment seed } }
    }"""
    clone = await client.rest(f"/v1/encounters/{id_}/clone", {"commandId": fresh()})
    return "".join((*answers, str(await client.graphql(query, id=id_)), str(clone)))


async def played(client: Client, id_: str) -> str:
    """Return what the service answers to commands, those included that it refuses."""
    newcomers: list[dict[str, Any]] = [
        {"id": name, "name": name, "side": name, "entry": {"traveller": {}}} for name in ("ana", "blas")
    ]
    strike = {"striker": "ana", "target": "blas"}
    commands: list[dict[str, Any]] = [{"join": {"combatants": newcomers}}, {"begin": {}}, {"attack": strike}]
    commands += [{"undo": {}}, {"redo": {}}, {"endTurn": {"combatant": "nobody"}}, {"pause": {}}]
    return str([await client.command(id_, **command) for command in commands])


async def test_no_seed_is_heard_before_it_is_told(
    overheard: tuple[Client, Overhearing], caplog: pytest.LogCaptureFixture
) -> None:
    """In no answer, stream, snapshot, export or note of the service stands a seed that is not told yet."""
    client, journal = overheard
    caplog.set_level("DEBUG")
    id_ = await client.open("traveller")
    first = await journal.page(id_, Book.SEEDS, "1") or ""
    cached = await Folds(journal, CONTRACT.systems).newest(id_)
    assert cached is not None
    answers = (await played(client, id_), await said(client, id_), snapshots.written(cached))
    assert unheard(first, *answers, *journal.heard, caplog.text)
    await client.command(id_, reveal={})
    after = await said(client, id_)
    second = await journal.page(id_, Book.SEEDS, "2") or ""
    assert first in after
    assert unheard(second, after, *journal.heard, caplog.text)


def unheard(secret: str, *texts: str) -> bool:
    """Whether a seed stands in none of these texts, however it might be written."""
    assert len(secret) == 64
    return not any(spelling in text for text in texts for spelling in spellings(secret))


async def test_whoever_is_seated_may_check_the_dice(overheard: tuple[Client, Overhearing]) -> None:
    """A player reads the same record as the Game Master, on both surfaces; without a token there is nothing."""
    client, _ = overheard
    id_ = await client.open("traveller")
    await played(client, id_)
    await client.command(id_, end={})
    path = f"/v1/encounters/{id_}"
    secret = (await client.rest(f"{path}/tokens", {"role": "PLAYER", "name": "Ana"}))["secret"]
    as_player = bearing(secret)
    record = (await client.http.get(f"{path}/dice", headers=as_player)).json()
    assert record == await client.rest(f"{path}/dice")
    assert sum(len(command["faces"]) for command in record["commands"]) > 0
    query = """query ($id: ID!) { encounterDice(encounterId: $id) { encounter epochs { epoch commitment since seed }
      commands { version epoch seal fingerprint handDice faces { sides face } } } }"""
    assert (await client.graphql(query, id=id_))["encounterDice"] == record
    assert (await client.http.get(f"{path}/dice", headers={"authorization": ""})).status_code == 404
