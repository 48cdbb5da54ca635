"""The command line: serve, roll, tell odds, verify a log, and write the contract down."""

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer
from pydantic import ValidationError

from schema.dice import Die
from schema.outcomes import Ruling
from schema.refusals import Place, Refusal
from schema.words import Language, Word
from service.settings import Settings
from service.troubles import trouble

if TYPE_CHECKING:
    from service.verify import Verdict

app = typer.Typer(
    help="Árbitro: un árbitro de juegos de rol. A referee for tabletop role-playing games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command line."""
    app()


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; 127.0.0.1 unless set.")] = None,
    port: Annotated[
        int | None, typer.Option(help="The port to listen at; 0 is any free one.", min=0, max=65535)
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder of the data.")] = None,
    workers: Annotated[int | None, typer.Option(help="How many processes serve.", min=1, max=64)] = None,
) -> None:
    """Serve GraphQL and REST until Ctrl-C."""
    from service.server import serve as run  # noqa: PLC0415 - the other commands start without the web

    given: dict[str, Any] = {"host": host, "port": port, "data": data, "workers": workers}
    with _refusals_said():
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
        raise typer.Exit(run(settings, lambda bound: _announce(settings, bound)))


def _announce(settings: Settings, port: int) -> None:
    place = f"http://{settings.host}:{port}"
    typer.echo(f"Árbitro {version('arbitro')}")
    typer.echo(f"  GraphQL   {place}/graphql")
    typer.echo(f"  REST      {place}/docs")
    typer.echo(f"  Data      {_kept_in(settings)}")
    typer.echo("  Ctrl-C para terminar / to stop")


def _kept_in(settings: Settings) -> str:
    """Say where the data are, and no password with it."""
    if settings.redis_url is None:
        return str(settings.data)
    url = urlsplit(settings.redis_url)
    return url._replace(netloc=url.netloc.rpartition("@")[2]).geturl()


@contextmanager
def _refusals_said(*, of_a_file: bool = False) -> Iterator[None]:
    """Say a refusal in both languages, of a file with the place in it, and end with code 1."""
    try:
        yield
    except Refusal as refusal:
        raise _said(refusal, refusal.place if of_a_file else ()) from None
    except OSError as error:
        raise _said(trouble(error)) from None
    except ValidationError as error:
        raise _said(*_unset(error)) from None


def _said(refusal: Refusal, place: Place = ()) -> typer.Exit:
    """Say a refusal in both languages, below its place, and return how the command ends."""
    where = ".".join(map(str, place))
    typer.echo("\n".join(filter(None, (where, refusal.message.es, refusal.message.en))), err=True)
    return typer.Exit(1)


def _unset(error: ValidationError) -> tuple[Refusal, Place]:
    """Return why the first of the settings that do not fit does not, and the variable by which it was set."""
    from service.api.unfit import by_kind  # noqa: PLC0415 - only here

    first = error.errors(include_url=False)[0]
    reason, details = by_kind(first["type"], first["msg"])
    name = str(first["loc"][0])
    return Refusal(reason, (), details), (name if name.isupper() else f"ARBITRO_{name.upper()}",)


@app.command()
def roll(
    notation: Annotated[str, typer.Argument(help="What to throw, such as 4d6kh3+2, 9d6!!>=4, 1o3d10 or d%.")],
    seed: Annotated[str | None, typer.Option(help="Makes the throw reproducible.")] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as the service would.")] = False,
) -> None:
    """Throw dice and read them."""
    from service.api.operations import resolve  # noqa: PLC0415 - help is said without it
    from service.api.refusing import fit  # noqa: PLC0415
    from service.systems.notation import LABELS, OPERATION  # noqa: PLC0415

    with _refusals_said():
        request = fit(OPERATION.asked, {"text": notation, "seed": seed})
        ruling = resolve(OPERATION, request, LABELS)
    typer.echo(ruling.model_dump_json(indent=2) if as_json else "\n".join(_lines(ruling)))


def _lines(ruling: Ruling) -> Iterator[str]:
    """Say a ruling in both languages, where they differ, and every die below it, in parentheses where it fell out."""
    yield from dict.fromkeys((ruling.summary.es, ruling.summary.en))
    for throw in ruling.dice:
        yield f"  {throw.reason.es}: {' '.join(_die(die) for die in throw.dice)}"


def _die(die: Die) -> str:
    faces = "+".join(str(face) for face in die.faces)
    return faces if die.counted else f"({faces})"


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="An exported encounter; - reads it from the standard input.")],
) -> None:
    """Verify an exported encounter: that nothing was lost, added or changed, and that dice and rules were kept."""
    from service.api.contract import contract as between  # noqa: PLC0415 - help is said without it
    from service.systems.catalogue import systems  # noqa: PLC0415
    from service.verify import verified  # noqa: PLC0415

    known = between(systems())
    with _refusals_said():
        verdict = asyncio.run(verified(_text(file), known))
    typer.echo("\n".join(_verdict(verdict, known.systems[verdict.fold.encounter.system].word)))


def _verdict(verdict: "Verdict", system: Word) -> Iterator[str]:
    """Say in both languages what was found in order."""
    fold, encounter = verdict.fold, verdict.fold.encounter
    about = f"{encounter.id} («{encounter.name}», {system.es})", f"{encounter.id} (“{encounter.name}”, {system.en})"
    yield f"Registro entero. Encuentro {about[0]}. Órdenes: {len(fold.commands)}. Versiones: 1-{fold.version}."
    yield f"The log is whole. Encounter {about[1]}. Commands: {len(fold.commands)}. Versions: 1-{fold.version}."
    if not fold.epoch:
        yield "Sus dados no siguen ninguna semilla: no se pueden comprobar."
        yield "Its dice follow from no seed: they cannot be checked."
    found = verdict.decided, verdict.faces, verdict.sealed
    yield "Decididas de nuevo: {}. Caras según su semilla: {}. Órdenes con la semilla aún secreta: {}.".format(*found)
    yield "Decided again: {}. Faces that follow from their seed: {}. Commands whose seed is still secret: {}.".format(
        *found
    )


def _text(file: str) -> str:
    """Return what a file, or the standard input, holds; bytes that are no text are found by the checks of the log."""
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return content.decode(errors="replace")


@app.command()
def odds(
    notation: Annotated[str, typer.Argument(help="What might be thrown, such as 4d6kh3+2, 9d6!!>=4, 1o3d10 or d%.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as the service would.")] = False,
) -> None:
    """Say what dice may come to, exactly, before any falls."""
    from service.api.refusing import fit  # noqa: PLC0415 - help is said without it
    from service.dice.odds import EveryDice  # noqa: PLC0415
    from service.forecast.bars import lines  # noqa: PLC0415
    from service.forecast.forecasts import forecast  # noqa: PLC0415
    from service.systems.notation import OPERATION  # noqa: PLC0415

    with _refusals_said():
        told = forecast(OPERATION, fit(OPERATION.asked, {"text": notation}), EveryDice())
    typer.echo(told.model_dump_json(indent=2) if as_json else "\n".join(lines(told)))


@app.command()
def simulate(
    file: Annotated[Path, typer.Argument(help="What to simulate, in TOML: what POST /v1/simulate takes.")],
    fights: Annotated[int | None, typer.Option(help="How many fights.", min=1, max=1_000_000)] = None,
    seed: Annotated[str | None, typer.Option(help="Makes it reproducible.")] = None,
    versus: Annotated[Path | None, typer.Option(help="Other fights, to be compared with these.")] = None,
    change: Annotated[list[str] | None, typer.Option(help="Tell what this is worth: fighters.0.count=+1.")] = None,
    balance: Annotated[str | None, typer.Option(help="Tell how many of this fighter it takes.")] = None,
    side: Annotated[str | None, typer.Option(help="The side whose chance is balanced.")] = None,
    chance: Annotated[float | None, typer.Option(help="The chance that is wanted: 0.6 is 60 %.", min=0, max=1)] = None,
    chart: Annotated[Path | None, typer.Option(help="Draw it, too, into this SVG file.")] = None,
    language: Annotated[Language, typer.Option(help="The language of the chart, and of states.")] = Language.es,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as the service would.")] = False,
) -> None:
    """Play a fight many times, and say how it goes, or what would change it."""
    from service import shell  # noqa: PLC0415 - help is said without it
    from service.simulation.bars import lines  # noqa: PLC0415
    from service.simulation.chart import chart as drawn  # noqa: PLC0415

    options = {"fights": fights, "seed": seed}
    wanted = {"fighter": balance, "side": side, "chance": chance}
    with _refusals_said(of_a_file=True):
        other = None if versus is None else shell.read(versus, options)
        asked = shell.question(shell.read(file, options), other, change or (), wanted)
        told = shell.found(*asked)
        if chart:
            chart.write_text(drawn(told, language), encoding="utf-8")
    typer.echo(told.model_dump_json(indent=2) if as_json else "\n".join(lines(told, language)))


@app.command()
def grammar() -> None:
    """Tell how dice notation is written."""
    from service.dice.notation import grammar as page  # noqa: PLC0415 - only here

    typer.echo(f"{page().es}\n\n{page().en}")


@app.command()
def contract(
    folder: Annotated[Path, typer.Argument(help="The folder to write to.")] = Path("schema"),
) -> None:
    """Write the contract down: schema.graphql and openapi.json."""
    with _refusals_said():
        for name, text in texts().items():
            (folder / name).write_text(text, encoding="utf-8")
            typer.echo(str(folder / name))


def texts() -> dict[str, str]:
    """Return the contract as published text, by name of file."""
    from service.api import graphql  # noqa: PLC0415 - help is said without it
    from service.api.contract import contract as between  # noqa: PLC0415
    from service.app import create_app  # noqa: PLC0415
    from service.systems.catalogue import systems  # noqa: PLC0415

    schema = graphql.schema(between(systems()), Settings())
    return {
        "schema.graphql": f"{schema.as_str()}\n",
        "openapi.json": json.dumps(create_app().openapi(), ensure_ascii=False, indent=2) + "\n",
    }
