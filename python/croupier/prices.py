"""Prices and best play: exact fractions where there are any, and floats with their bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self, overload


@dataclass(frozen=True)
class Figure:
    """A probability, an expectation or a variance."""

    fraction: Fraction | None
    """The exact value, if it was computed as a fraction."""
    value: float
    """The nearest float."""
    within: float
    """The largest error of the value: 0 if it is exact."""
    estimated: bool
    """Whether the error was measured and is not proved."""

    @classmethod
    def _read(cls, answer: dict[str, Any]) -> Self:
        fraction = None if answer["fraction"] is None else Fraction(answer["fraction"])
        return cls(fraction, answer["value"], answer["within"], answer["estimated"])

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return str(self.value if self.fraction is None else self.fraction)


@dataclass(frozen=True)
class Ending:
    """A result that a bet can have."""

    result: str
    """The result in words."""
    profit: Fraction
    """What the player wins or loses with it, per unit of the bet."""
    probability: Figure
    """How likely it is."""


@dataclass(frozen=True)
class Price:
    """The price of a wager."""

    wager: str
    """The wager, as the price list names it."""
    odds: str
    """The odds in words."""
    combined: bool
    """Whether it is the price of several wagers made together."""
    edge: Figure
    """The expected gain of the house per unit of the bet."""
    edge_decided: Figure | None
    """The same per unit of bets that were decided, if some are not."""
    win: Figure
    """The chance to win."""
    lose: Figure
    """The chance to lose."""
    void: Figure
    """The chance that the stake is returned."""
    halved: Figure | None
    """The chance that the stake is halved, if it can be."""
    variance: Figure
    """The variance of the player's gain."""
    staked: Figure | None
    """What is staked in a round per unit of the bet, if decisions can add to it."""
    endings: tuple[Ending, ...]
    """All results; empty if only mean and variance are known."""
    method: str
    """How it was computed."""
    cites: tuple[str, ...]
    """The provisions it rests on."""

    @classmethod
    def _read(cls, answer: dict[str, Any]) -> Self:
        def figure(key: str) -> Figure:
            return Figure._read(answer[key])

        def optional(key: str) -> Figure | None:
            return None if answer[key] is None else Figure._read(answer[key])

        endings = tuple(
            Ending(one["result"], Fraction(one["profit"]), Figure._read(one["probability"])) for one in answer["endings"]
        )
        return cls(
            wager=answer["wager"],
            odds=answer["odds"],
            combined=answer["combined"],
            edge=figure("edge"),
            edge_decided=optional("edge_decided"),
            win=figure("win"),
            lose=figure("lose"),
            void=figure("void"),
            halved=optional("halved"),
            variance=figure("variance"),
            staked=optional("staked"),
            endings=endings,
            method=answer["method"],
            cites=tuple(answer["cites"]),
        )


class Prices(Sequence[Price]):
    """The prices of a table, in the order of its sign; also found by name."""

    def __init__(self, prices: Sequence[Price]) -> None:
        self._prices = tuple(prices)

    @overload
    def __getitem__(self, which: int | str) -> Price: ...

    @overload
    def __getitem__(self, which: slice) -> tuple[Price, ...]: ...

    def __getitem__(self, which: int | str | slice) -> Price | tuple[Price, ...]:
        if isinstance(which, str):
            for price in self._prices:
                if price.wager == which:
                    return price
            names = ", ".join(price.wager for price in self._prices)
            raise KeyError(f"there is no price of `{which}`; there are {names}")
        return self._prices[which]

    def __iter__(self) -> Iterator[Price]:
        return iter(self._prices)

    def __len__(self) -> int:
        return len(self._prices)

    def __str__(self) -> str:
        wide = max((len(price.wager) for price in self._prices), default=0)
        return "\n".join(f"{price.wager:{wide}}  {price.edge.value:+.6%}  {price.edge}" for price in self._prices)


@dataclass(frozen=True)
class Cell:
    """What best play does in one case."""

    plays: tuple[tuple[str, Figure], ...]
    """The moves, with the probability of each."""
    worth: tuple[tuple[str, Figure], ...]
    """The expected gain of each move, where it was computed."""

    @property
    def best(self) -> str:
        """The most likely move."""
        return max(self.plays, key=lambda play: play[1].value)[0]


@dataclass(frozen=True)
class ChartTable:
    """A chart: rows by columns."""

    title: str
    down: str
    """What the rows are."""
    across: str
    """What the columns are."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]

    def cell(self, row: str, column: str) -> Cell | None:
        """The cell of a row and a column, by their names."""
        rows = dict(self.rows)
        if row not in rows or column not in self.columns:
            raise KeyError(f"there is no cell {row} by {column}")
        return rows[row][self.columns.index(column)]


@dataclass(frozen=True)
class Strategy:
    """Best play."""

    title: str
    moves: tuple[tuple[str, str, str], ...]
    """Each move: its letter, its name and its kind."""
    charts: tuple[ChartTable, ...]
    notes: tuple[str, ...]
    method: str

    @classmethod
    def _read(cls, answer: dict[str, Any]) -> Self:
        def cell(one: dict[str, Any] | None) -> Cell | None:
            if one is None:
                return None
            pairs = {
                key: tuple((name, Figure._read(figure)) for name, figure in one[key]) for key in ("plays", "worth")
            }
            return Cell(**pairs)

        charts = tuple(
            ChartTable(
                title=one["title"],
                down=one["down"],
                across=one["across"],
                columns=tuple(one["columns"]),
                rows=tuple((row["name"], tuple(map(cell, row["cells"]))) for row in one["rows"]),
            )
            for one in answer["charts"]
        )
        moves = tuple((one["letter"], one["name"], one["kind"]) for one in answer["moves"])
        return cls(answer["title"], moves, charts, tuple(answer["notes"]), answer["method"])
