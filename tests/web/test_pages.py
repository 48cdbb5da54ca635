"""The pages people see, and that they need nobody else's files."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from graphql import build_schema, parse, validate

from service.api import graphql
from service.api.contract import contract
from service.settings import Settings
from service.systems.catalogue import systems
from service.web import pages

pytestmark = pytest.mark.anyio

LOADED = re.compile(r"""(?:src|href)="(?P<file>[^"]+\.(?:js|css|svg))\"""")


@pytest.fixture
async def browser() -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app that has the pages only."""
    app = FastAPI(docs_url=None)
    pages.install(app)
    app.add_api_route("/graphql", _playground)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://pages") as client:
        yield client


async def _playground() -> object:
    return pages.page("graphiql")


@pytest.mark.parametrize("path", ["/", "/docs", "/graphql"])
async def test_a_page_loads_its_own_files_only(browser: httpx.AsyncClient, path: str) -> None:
    """Whatever a page loads is served by the service itself."""
    response = await browser.get(path)
    loaded = LOADED.findall(response.text)
    assert loaded
    assert "//" not in response.text.replace("<!doctype html>", "")
    assert {(await browser.get(f"/{file}")).status_code for file in loaded} == {200}


@pytest.mark.parametrize("path", ["/", "/docs", "/graphql"])
async def test_a_page_may_run_nothing_else(browser: httpx.AsyncClient, path: str) -> None:
    """The policy of each page forbids scripts in the page, scripts from elsewhere, and framing."""
    response = await browser.get(path)
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "<script>" not in response.text


async def test_the_start_page_speaks_both_languages(browser: httpx.AsyncClient) -> None:
    """The start page greets in Spanish and in English."""
    text = (await browser.get("/")).text
    assert '<html lang="es">' in text
    assert '<section lang="en">' in text


async def test_files_of_others_are_kept_by_browsers(browser: httpx.AsyncClient) -> None:
    """A file whose name has its version is kept for a year; our own are asked for anew."""
    kept = await browser.get("/web/vendor/react-18.3.1.min.js")
    ours = await browser.get("/web/docs.js")
    assert kept.headers["cache-control"] == pages.A_YEAR
    assert ours.headers["cache-control"] == "no-cache"


async def test_each_program_of_others_has_its_licence() -> None:
    """Every file of others is named in the notice, by name and version, and so is its licence."""
    vendor = pages.FOLDER / "files" / "vendor"
    notice = (vendor / "NOTICE.txt").read_text(encoding="utf-8")
    for file in (*vendor.glob("*.js"), *vendor.glob("*.css")):
        name = re.split(r"-(?=\d)", file.name)[0]
        assert re.search(rf"^{name}(-dist)? \d", notice, re.MULTILINE), file.name
    for licence in re.findall(r"\S+\.LICENSE\.txt|\S+\.NOTICE\.txt", notice):
        assert (vendor / licence.rstrip(",;")).is_file()


def test_the_example_is_valid() -> None:
    """What the playground proposes can be asked."""
    schema = build_schema(graphql.schema(contract(systems()), Settings()).as_str())
    example = (pages.FOLDER / "files" / "example.graphql").read_text(encoding="utf-8")
    assert validate(schema, parse(example)) == []


@pytest.mark.parametrize("path", ["/web/../pages.py", "/web/%2e%2e/pages.py", "/web/vendor"])
async def test_no_other_file_is_served(browser: httpx.AsyncClient, path: str) -> None:
    """What is outside the folder of the pages' files is not there."""
    assert (await browser.get(path)).status_code == 404
