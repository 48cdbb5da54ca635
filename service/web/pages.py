"""The start page, the REST documentation and the GraphQL playground, from files of our own."""

from functools import cache
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent

SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
POLICY = "; ".join(f"{kind} {where}" for kind, where in SOURCES.items())
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
A_YEAR = "public, max-age=31536000, immutable"


class WebFiles(StaticFiles):
    """Our files; those of others have their version in their name, and may be kept for a year."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file."""
        response = await super().get_response(path, scope)
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["cache-control"] = A_YEAR if path.startswith("vendor") else "no-cache"
        return response


@cache
def _html(name: str) -> str:
    return (FOLDER / f"{name}.html").read_text(encoding="utf-8")


def page(name: str) -> HTMLResponse:
    """Return a page: "start", "docs" or "graphiql"."""
    return HTMLResponse(_html(name), headers=HEADERS)


def install(app: FastAPI) -> None:
    """Serve the start page, the documentation and their files; the playground is at the GraphQL endpoint."""
    app.add_api_route("/", _start, include_in_schema=False)
    app.add_api_route("/docs", _docs, include_in_schema=False)
    app.mount("/web", WebFiles(directory=FOLDER / "files"))


async def _start() -> Response:
    return page("start")


async def _docs() -> Response:
    return page("docs")
