"""Bodies that the REST document shows: worked examples of the systems, and examples of what all systems have alike."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from service.api.contract import INTERFACES, Contract
from service.systems.system import System

FILE = Path(__file__).with_name("examples.toml")

RANGE = {"first": 0, "last": 9}

Body = Mapping[str, Any]


def shown(contract: Contract) -> dict[str, Mapping[str, Body]]:
    """Return the bodies to be shown, by the id of their operation and a name of their own."""
    alike = tomllib.loads(FILE.read_text("utf-8"))
    own = (each for system in contract.systems.values() for each in _of(system))
    return {**alike, **_of_fights(alike), **dict(own)}


def worked(system: System) -> list[dict[str, Any]]:
    """Return the worked examples of a system, which has none where its folder has none."""
    file = system.folder / "examples.toml"
    found: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["example"] if file.exists() else []
    return found


def _of_fights(alike: Mapping[str, Mapping[str, Body]]) -> dict[str, Mapping[str, Body]]:
    """Return what is shown of operations on fights, of which each is shown by itself as well."""
    (name, one), (changed, other) = alike["simulate"].items()
    asked = ("simulate_sensitivity", "simulate_balance", "open_fight")
    return {
        "simulated_fight": {name: one},
        "submit_simulation": {name: {"simulation": one}},
        "simulate_versus": {changed: {"one": one, "other": other}},
        **{study: {told: {"input": one, **body} for told, body in alike[study].items()} for study in asked},
    }


def _of(system: System) -> Iterator[tuple[str, Mapping[str, Body]]]:
    """Yield what is shown of each operation of a system, and of its odds, side by side and over a range."""
    answered = [example for example in worked(system) if "expected" in example]
    for name in INTERFACES:
        found = [example for example in answered if example["operation"] == name]
        operation, requests = f"{system.name}_{name}", {each["id"]: each["request"] for each in found}
        yield operation, {each["id"]: {**each["request"], "dice": each["dice"]} for each in found[:1]}
        yield f"{operation}_odds", _first(requests.items())
        yield (
            f"{operation}_versus",
            _first(
                (id_, {"one": requests[found[0]["id"]], "other": other}) for id_, other in list(requests.items())[1:]
            ),
        )
        yield (
            f"{operation}_curve",
            _first(
                (id_, {"input": request, "over": {**RANGE, "field": field}})
                for id_, request in requests.items()
                for field in _numbers(request)
            ),
        )


def _first(bodies: Iterable[tuple[str, Body]]) -> Mapping[str, Body]:
    return dict(islice(bodies, 1))


def _numbers(within: Any, *path: str) -> Iterator[str]:
    """Yield where the numbers of a request are, as a curve names its field."""
    if type(within) is int:
        yield ".".join(path)
    elif isinstance(within, dict | list):
        for key, value in within.items() if isinstance(within, dict) else enumerate(within):
            yield from _numbers(value, *path, str(key))
