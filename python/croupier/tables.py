"""Rulebooks and tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from . import _croupier, simulation
from ._nvidia import load_compiler
from ._requests import Asked, DeviceRequest, SimulationRequest
from .errors import CroupierError
from .prices import Price, Prices, Strategy
from .simulation import SimulationResult
from .verdicts import House, ProofReport, Verdict

Setting = str | int | float | Fraction
"""A setting of a house: a number, or a word of the book."""
Path_ = str | PathLike[str]
Known = Literal["replaced", "totals", "bankers-cards", "both-cards"]
"""What the two sides know, in games where both decide."""
Stakes = Literal["flat", "martingale", "dalembert", "fibonacci", "labouchere", "count"]
"""A betting system."""
Device = Literal["cpu", "gpu"]
"""What plays a simulation."""
Progress = Callable[[int, int, float], bool | None]
"""Called with the rounds played, all rounds, and the largest standard error; `False` stops the simulation."""


@dataclass(frozen=True)
class Game:
    """A game of a rulebook."""

    name: str
    """Its name as `RULEBOOK/GAME`."""
    family: str
    settings: tuple[str, ...]
    """What a house may choose."""


@dataclass(frozen=True)
class Provision:
    """A provision of a rulebook."""

    id: str
    gist: str
    """What it says."""
    reading: str | None
    """How it is read, where the law leaves a choice."""


@dataclass(frozen=True)
class Book:
    """A rulebook."""

    id: str
    title: str
    digest: str
    games: tuple[Game, ...]
    provisions: tuple[Provision, ...]


class Shelf:
    """Rulebooks: those of the program, and those that are loaded."""

    def __init__(self, *paths: Path_) -> None:
        self._native = _croupier.NativeShelf()
        for path in paths:
            self._native = self._native.with_book(str(path), Path(path).read_text(encoding="utf-8"))

    def load(self, path: Path_) -> Book:
        """Read a rulebook from a file; it replaces a book of the same id. Raises `BookError` with every fault."""
        return self.add(Path(path).read_text(encoding="utf-8"), str(path))

    def add(self, text: str, name: str = "the book") -> Book:
        """Read a rulebook from its text."""
        known = {book.id: book.digest for book in self.books()}
        self._native = self._native.with_book(name, text)
        return next(book for book in self.books() if known.get(book.id) != book.digest or book.id not in known)

    def books(self) -> tuple[Book, ...]:
        """The books, in order."""
        return tuple(
            Book(
                id=book["id"],
                title=book["title"],
                digest=book["digest"],
                games=tuple(
                    Game(f"{book['id']}/{game['id']}", game["family"], tuple(game["settings"]))
                    for game in book["games"]
                ),
                provisions=tuple(Provision(**provision) for provision in book["provisions"]),
            )
            for book in json.loads(self._native.books())
        )

    def games(self, family: str | None = None) -> tuple[str, ...]:
        """The names of all games, or of those of a family."""
        games = (game for book in self.books() for game in book.games)
        return tuple(game.name for game in games if family in (None, game.family))

    def table(
        self,
        name: str,
        settings: Mapping[str, Setting] | None = None,
        *,
        house: Path_ | None = None,
        table: str | None = None,
        on: date | str | None = None,
        **more: Setting,
    ) -> Table:
        """A table of the game `RULEBOOK/GAME`, with settings of the house (`min=5, decks=6`; a hyphen in a key is
        written as an underscore), or as the table of a house file. Raises `Refused` or `Breach` with the provision."""
        chosen = [(key, str(value)) for key, value in (settings or {}).items()]
        chosen += [(key.replace("_", "-"), str(value)) for key, value in more.items()]
        of_house = None
        if house is not None:
            of_house = (str(house), Path(house).read_text(encoding="utf-8"), table)
        elif table is not None:
            raise CroupierError(f"table={table!r}: also name the house file, with house=")
        return Table(self._native.table(name, chosen, of_house, _day(on)))

    def judge(self, record: str | bytes, *, why: bool = False, on: date | str | None = None) -> Verdict:
        """The verdict on a record, with its explanation if `why` is set. Raises `Inadmissible` with line and
        provision."""
        raw = record.encode() if isinstance(record, str) else record
        return Verdict._read(json.loads(self._native.judge(raw, why, _day(on))))

    def check_house(self, path: Path_, *, on: date | str | None = None) -> House:
        """Check a house file against the regulations of its tables."""
        text = Path(path).read_text(encoding="utf-8")
        return House._read(json.loads(self._native.check_house(str(path), text, _day(on))))

    def compare(
        self, family: str, books: Iterable[str] = (), *, quick: bool = False, on: date | str | None = None
    ) -> dict[str, Any]:
        """One family of games under several rulebooks, with what each difference costs unless it must be quick. The
        keys are those of `croupier compare --json`."""
        answer: dict[str, Any] = json.loads(self._native.compare(family, list(books), quick, _day(on)))
        return answer


class Table:
    """A game of a rulebook on a day, with the settings of a house."""

    def __init__(self, native: _croupier.NativeTable) -> None:
        self._native = native
        answer = json.loads(native.describe())
        self.name: str = answer["name"]
        """The game as `RULEBOOK/GAME`."""
        self.family: str = answer["family"]
        self.day = date.fromisoformat(answer["day"])
        """The day whose law applies."""
        self.settings: dict[str, Any] = answer["settings"]
        """The settings in force, chosen or by default."""
        self.wagers: dict[str, tuple[str, ...]] = {name: tuple(words) for name, words in answer["wagers"]}
        """The wagers by the names of the price list, each with the words of a record."""

    def __repr__(self) -> str:
        return f"<croupier.Table {self.name} on {self.day}>"

    def odds(
        self,
        *,
        shoe: str | None = None,
        exact: bool = False,
        known: Known | None = None,
        stake: Setting | None = None,
        chart: str | None = None,
    ) -> Prices:
        """The price of every wager at best play, or of blackjack as a chart plays it."""
        asked = _asked(shoe, exact, known, stake, chart)
        return Prices(tuple(map(Price._read, json.loads(self._native.odds(asked, None)))))

    def price(
        self,
        wager: str,
        *,
        shoe: str | None = None,
        exact: bool = False,
        known: Known | None = None,
        stake: Setting | None = None,
        chart: str | None = None,
    ) -> Price:
        """The price of one wager, in the words of a record or of the price list."""
        asked = _asked(shoe, exact, known, stake, chart)
        return Price._read(json.loads(self._native.odds(asked, wager))[0])

    def strategy(
        self,
        *,
        shoe: str | None = None,
        exact: bool = False,
        known: Known | None = None,
        against: Mapping[str, Setting] | None = None,
    ) -> Strategy | None:
        """Best play; `None` if nothing is decided after the bets. `against` are the stakes against a banker."""
        found = self._native.strategy(_asked(shoe, exact, known, None, None, against))
        return None if found is None else Strategy._read(json.loads(found))

    def chart(self, *, shoe: str | None = None) -> str:
        """The best chart of a blackjack table, as a file that `odds(chart=…)` and `simulate(chart=…)` read."""
        return self._native.chart(_asked(shoe, False, None, None, None))

    def simulate(
        self,
        rounds: float,
        *,
        seed: int = 1,
        wagers: Iterable[str] = (),
        policy: str = "best",
        chart: str | None = None,
        cut: int | None = None,
        boxes: int = 1,
        threads: int | None = None,
        until_error: float | None = None,
        by_rules: bool = False,
        device: Device = "cpu",
        gpus: int | None = None,
        edition: Literal[1, 2] | None = None,
        stakes: Stakes | None = None,
        unit: Setting | None = None,
        bankroll: Setting | None = None,
        sessions: int = 10_000,
        spread: int = 8,
        progress: Progress | None = None,
    ) -> SimulationResult:
        """Play rounds on all cores, without the interpreter's lock. An interrupt stops it; `progress` is called with how far it
        is and can stop it too. With `stakes`, sessions of at most so many rounds are played on one wager. The same seed
        gives the same result on any number of threads.

        `device="gpu"` plays on the graphics cards of NVIDIA that are there, or on the first `gpus` of them, with the second
        edition of the random streams; `edition=2` gives the same figures on the processor. It raises `DeviceError` where
        there is no card, or where the table is none that cards play."""
        whole = int(rounds)
        if whole != rounds:
            raise CroupierError(f"rounds={rounds}: a number of rounds is whole")
        request: SimulationRequest = {
            "rounds": whole,
            "seed": seed,
            "wagers": list(wagers),
            "policy": "chart" if chart is not None else policy,
            "chart": chart,
            "cut": cut,
            "boxes": boxes,
            "until_error": until_error,
            "stakes": stakes,
            "unit": None if unit is None else str(unit),
            "bankroll": None if bankroll is None else str(bankroll),
            "sessions": sessions,
            "spread": spread,
        }
        plays: DeviceRequest = {
            "device": device,
            "gpus": gpus,
            "edition": edition,
            "threads": threads,
            "by_rules": by_rules,
        }
        if device == "gpu":
            load_compiler()
        report, tallies = self._native.simulate(request, plays, progress)
        return simulation._read(json.loads(report), tallies)


def _day(on: date | str | None) -> str | None:
    return on.isoformat() if isinstance(on, date) else on


def _asked(
    shoe: str | None,
    exact: bool,
    known: Known | None,
    stake: Setting | None,
    chart: str | None,
    against: Mapping[str, Setting] | None = None,
) -> Asked:
    return {
        "shoe": shoe,
        "exact": exact,
        "known": known,
        "stake": None if stake is None else str(stake),
        "chart": chart,
        "against": [(wager, str(amount)) for wager, amount in (against or {}).items()],
    }


def verify(
    proof: str | bytes | Path_,
    *,
    anchor: str | None = None,
    commitment: str | None = None,
    receipt: str | None = None,
    seeds: Iterable[tuple[int, bytes]] = (),
) -> ProofReport:
    """Recompute a fair round from its proof (JSON, or the path of a file), and compare it with what was noted before."""
    if isinstance(proof, PathLike) or (isinstance(proof, str) and not proof.lstrip().startswith("{")):
        proof = Path(proof).read_bytes()
    raw = proof.encode() if isinstance(proof, str) else proof
    assert isinstance(raw, bytes)
    return ProofReport._read(json.loads(_croupier.verify(raw, anchor, commitment, receipt, list(seeds))))


def example_proof(kind: Literal["wheel", "dice", "shoe"], seed: str) -> str:
    """An example of a proof from a seed of 32 bytes in hexadecimal."""
    return _croupier.example(kind, seed)


@dataclass(frozen=True)
class Line:
    """A line of a record."""

    number: int
    act: str | None
    comment: str | None


def read_record(record: str | bytes) -> tuple[Line, ...]:
    """The lines of a record. Raises `Inadmissible` at the first line that is no act."""
    raw = record.encode() if isinstance(record, str) else record
    return tuple(Line(*line) for line in _croupier.read_record(raw))


def write_record(lines: Iterable[Line | str]) -> str:
    """A record of these lines or acts, formatted as `croupier fmt` does."""

    def text(line: Line | str) -> str:
        if isinstance(line, str):
            return line
        comment = None if line.comment is None else f"# {line.comment}"
        return " ".join(part for part in (line.act, comment) if part is not None)

    return _croupier.format_record("\n".join(map(text, lines)).encode())
