"""A page a system: everything that can be commanded in its fights, made from the records themselves."""

from collections.abc import Iterator, Mapping
from html import escape
from types import NoneType
from typing import Any, get_args

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from starlette.responses import HTMLResponse

from schema.shapes import OneOf
from schema.words import Word
from service.encounters.words import COMMAND_WORDS
from service.systems.system import System
from service.watching import system_named
from service.web.pages import HEADERS

PAGE = """<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="icon" href="/web/die.svg" type="image/svg+xml">
<link rel="stylesheet" href="/web/start.css"></head>
<body><header><h1>{title}</h1></header><main>{content}</main></body></html>
"""
SYSTEM = """
<section><h2>Órdenes de todo combate / <span lang="en">Commands of every fight</span></h2>{common}</section>
<section><h2>Maniobras de {es} / <span lang="en">Manoeuvres of {en}</span></h2>{own}</section>
"""
SYSTEMS = """
<section><h2>Órdenes y maniobras / <span lang="en">Commands and manoeuvres</span></h2><ul>{links}</ul></section>
"""


def install(app: FastAPI, systems: Mapping[str, System], command: type[OneOf]) -> None:
    """Serve the pages of all systems, and one that leads to them."""

    async def index() -> HTMLResponse:
        return _contents(systems)

    async def page(name: str) -> HTMLResponse:
        return handbook(system_named(systems, name), command)

    app.add_api_route("/systems", index, include_in_schema=False)
    app.add_api_route("/systems/{name}", page, include_in_schema=False)


def handbook(system: System, command: type[OneOf]) -> HTMLResponse:
    """Return the page of a system."""
    fields = command.model_fields
    common = "".join(_entry(COMMAND_WORDS[name], name, fields[name]) for name in fields if name in COMMAND_WORDS)
    own = "".join(_manoeuvres(system, fields.get(system.name)))
    es, en = escape(system.word.es), escape(system.word.en)
    return _page(_named(system), SYSTEM.format(es=es, en=en, common=common, own=own or "<p>–</p>"))


def _contents(systems: Mapping[str, System]) -> HTMLResponse:
    """Return the page that leads to those of the systems."""
    links = (f'<li><a href="systems/{name}">{_named(system)}</a></li>' for name, system in systems.items())
    return _page("sistemas / systems", SYSTEMS.format(links="".join(links)))


def _named(system: System) -> str:
    """Return what a system is called in either language, once where that is the same."""
    return " / ".join(dict.fromkeys((escape(system.word.es), escape(system.word.en))))


def _page(title: str, content: str) -> HTMLResponse:
    return HTMLResponse(PAGE.format(title=f"Árbitro: {title}", content=content), headers=HEADERS)


def _manoeuvres(system: System, member: FieldInfo | None) -> Iterator[str]:
    """Yield the entries of a system's own manoeuvres."""
    if member is None:
        return
    for name, field in _shape(member.annotation).model_fields.items():
        yield _entry(system.fight.manoeuvres[name].word, f"{system.name}.{name}", field)


def _entry(word: Word, name: str, field: FieldInfo) -> str:
    spelt = ".".join(to_camel(step) for step in name.split("."))
    rows = "".join(_row(each, info) for each, info in _shape(field.annotation).model_fields.items())
    return (
        f'<h3><code>{spelt}</code> {escape(word.es)} / <span lang="en">{escape(word.en)}</span></h3>'
        f'<table lang="en">{rows}</table>'
    )


def _row(name: str, info: FieldInfo) -> str:
    needed = " *" if info.is_required() else ""
    return f"<tr><td><code>{to_camel(name)}</code>{needed}</td><td>{escape(info.description or '')}</td></tr>"


def _shape(annotation: Any) -> type[BaseModel]:
    """Return the shape that a field of a @oneOf input takes."""
    (shape,) = (each for each in get_args(annotation) if each is not NoneType)
    made: type[BaseModel] = shape
    return made
