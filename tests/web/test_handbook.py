"""The page of each system: everything that can be commanded in its fights."""

import re

import httpx
import pytest

from service.api.contract import contract
from service.app import create_app
from service.encounters.words import COMMAND_WORDS
from service.store.memory import MemoryJournal
from service.systems.catalogue import systems
from service.systems.system import System
from tests.serving import Client
from tests.viewers import OPERATED

COMMAND = contract(systems()).command


def test_every_command_has_a_word() -> None:
    """No command that a client can send goes unnamed, and no name is without a command."""
    own = {system.name for system in systems() if system.fight.manoeuvres}
    assert COMMAND.model_fields.keys() - own == COMMAND_WORDS.keys()


LINK = re.compile(r'<a href="([^"]+)">')


@pytest.fixture(scope="module")
def http() -> httpx.AsyncClient:
    """Lend a client of the app."""
    app = create_app(OPERATED, MemoryJournal())
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


@pytest.mark.anyio
@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
async def test_a_page_lists_commands_and_manoeuvres_in_both_languages(http: httpx.AsyncClient, system: System) -> None:
    """The page of a system names every command, and every manoeuvre of its own, in Spanish and in English."""
    page = (await http.get(f"/systems/{system.name}")).text
    words = [*COMMAND_WORDS.values(), *(each.word for each in system.fight.manoeuvres.values())]
    assert [word.key for word in words if word.es not in page or word.en not in page] == []


@pytest.mark.anyio
async def test_a_system_that_is_not_has_no_page(http: httpx.AsyncClient) -> None:
    """An unknown system is refused in the usual shape."""
    answer = await http.get("/systems/chess")
    assert (answer.status_code, answer.json()["refused"][0]["code"]) == (404, "no_such_system")


@pytest.mark.anyio
@pytest.mark.parametrize("start", ["/", "/systems"])
async def test_every_link_leads_somewhere(arbitro: Client, start: str) -> None:
    """Whatever the start page and the page of the systems lead to is there."""
    links = LINK.findall((await arbitro.http.get(start)).text)
    assert links
    told = {link: (await arbitro.http.get(f"/{link}", headers={"accept": "text/html"})).status_code for link in links}
    assert told == dict.fromkeys(links, 200)


@pytest.mark.anyio
async def test_the_systems_are_found_from_the_start(http: httpx.AsyncClient) -> None:
    """The start page leads to the page of the systems, and that to the page of each, by its name."""
    assert "systems" in LINK.findall((await http.get("/")).text)
    page = (await http.get("/systems")).text
    assert LINK.findall(page) == [f"systems/{system.name}" for system in systems()]
    assert all(system.word.es in page and system.word.en in page for system in systems())


NOUNS = {"Primeros", "Secuelas", "Fuego", "Táctica", "Acción", "Liderazgo"}


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
def test_orders_are_called_by_what_is_to_be_done(system: System) -> None:
    """Commands and manoeuvres are infinitives or nouns in Spanish, and never what somebody does."""
    words = [*COMMAND_WORDS.values(), *(each.word for each in system.fight.manoeuvres.values())]
    firsts = {re.split(r"\W", word.es)[0] for word in words}
    assert {first for first in firsts - NOUNS if not re.fullmatch(r"\w*[aei]r(se)?", first.lower())} == set()
