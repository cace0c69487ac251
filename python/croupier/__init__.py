"""Casino table games by the regulations: exact prices, best play, simulation, judging, and environments.

>>> import croupier
>>> print(croupier.odds("scotland-1970/roulette")["numbers 18"].edge)
1/74

The functions of this module ask the built-in rulebooks. A `Shelf` has books of your own besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any

from . import errors
from ._croupier import VERSION as __version__
from .errors import BookError, Breach, CroupierError, DeviceError, Inadmissible, ProofError, Refused, UnknownName
from .prices import ChartTable, Figure, Price, Prices, Strategy
from .simulation import SimulatedWager, SimulationResult
from .tables import (
    Book,
    Game,
    Line,
    Path_,
    Provision,
    Setting,
    Shelf,
    Table,
    example_proof,
    read_record,
    verify,
    write_record,
)
from .verdicts import House, HouseBreach, ProofReport, StakeVerdict, Verdict


@cache
def _built_in() -> Shelf:
    return Shelf()


def books() -> tuple[Book, ...]:
    """The built-in rulebooks."""
    return _built_in().books()


def games(family: str | None = None) -> tuple[str, ...]:
    """The names of the games of the built-in rulebooks, or of those of a family."""
    return _built_in().games(family)


def table(
    name: str,
    settings: Mapping[str, Setting] | None = None,
    *,
    house: Path_ | None = None,
    table: str | None = None,
    on: date | str | None = None,
    **more: Setting,
) -> Table:
    """A table of the game `RULEBOOK/GAME`; see `Shelf.table`."""
    return _built_in().table(name, settings, house=house, table=table, on=on, **more)


def odds(name: str, **settings: Setting) -> Prices:
    """The price of every wager of a game, with these settings of the house."""
    return table(name, settings).odds()


def strategy(name: str, **settings: Setting) -> Strategy | None:
    """Best play of a game; `None` if nothing is decided after the bets."""
    return table(name, settings).strategy()


def simulate(name: str, rounds: float, **options: Any) -> SimulationResult:
    """Simulate a game; the options are those of `Table.simulate`."""
    return table(name).simulate(rounds, **options)


def judge(record: str | bytes, *, why: bool = False, on: date | str | None = None) -> Verdict:
    """The verdict on a record; see `Shelf.judge`."""
    return _built_in().judge(record, why=why, on=on)


def check_house(path: Path_, *, on: date | str | None = None) -> House:
    """Check a house file against the regulations of its tables."""
    return _built_in().check_house(path, on=on)


def compare(family: str, books: Iterable[str] = (), *, quick: bool = False) -> dict[str, Any]:
    """One family of games under several rulebooks; see `Shelf.compare`."""
    return _built_in().compare(family, books, quick=quick)


__all__ = [
    "Book",
    "BookError",
    "Breach",
    "ChartTable",
    "CroupierError",
    "DeviceError",
    "Figure",
    "Game",
    "House",
    "HouseBreach",
    "Inadmissible",
    "Line",
    "Price",
    "Prices",
    "ProofError",
    "ProofReport",
    "Provision",
    "Refused",
    "Shelf",
    "SimulatedWager",
    "SimulationResult",
    "StakeVerdict",
    "Strategy",
    "Table",
    "UnknownName",
    "Verdict",
    "__version__",
    "books",
    "check_house",
    "compare",
    "errors",
    "example_proof",
    "games",
    "judge",
    "odds",
    "read_record",
    "simulate",
    "strategy",
    "table",
    "verify",
    "write_record",
]
