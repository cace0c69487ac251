"""Results of simulations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True)
class SimulatedWager:
    """The result of a wager in a simulation."""

    wager: str
    rounds: int
    edge: float
    """The measured gain of the house per unit of the bet."""
    standard_error: float
    interval: tuple[float, float]
    """The interval in which the edge lies with 95 % confidence."""
    variance: float
    skewness: float
    staked: float
    """What was staked in a round per unit of the bet."""
    profits: npt.NDArray[np.float64]
    """Every profit of a round that occurred, in units of the bet."""
    counts: npt.NDArray[np.uint64]
    """How often each of them occurred."""
    price: float | None = None
    """The exact edge, where it is known."""
    z: float | None = None
    """The distance from the exact edge, in standard errors."""
    verdict: str | None = None


@dataclass(frozen=True)
class SimulationResult:
    """The result of a simulation."""

    rules: str
    rounds: int
    seed: int
    policy: str
    wagers: tuple[SimulatedWager, ...]
    sessions: dict[str, Any] | None
    """The sessions of a player with a betting system."""
    report: dict[str, Any] = field(repr=False)
    """The whole report, as `croupier simulate --json` prints it."""

    def __getitem__(self, wager: str) -> SimulatedWager:
        for one in self.wagers:
            if one.wager == wager:
                return one
        raise KeyError(f"`{wager}` was not simulated; there are {', '.join(one.wager for one in self.wagers)}")

    def to_numpy(self) -> npt.NDArray[Any]:
        """A structured array with a row for each wager and profit."""
        rows = [
            (one.wager, profit, count)
            for one in self.wagers
            for profit, count in zip(one.profits.tolist(), one.counts.tolist(), strict=True)
        ]
        wide = max((len(one.wager) for one in self.wagers), default=1)
        return np.array(rows, dtype=[("wager", f"U{wide}"), ("profit", "f8"), ("count", "u8")])

    def to_arrow(self) -> pyarrow.Table:
        """An Arrow table with a row for each wager and profit; needs `pyarrow`."""
        import pyarrow

        rows = self.to_numpy()
        return pyarrow.table(
            {
                "wager": pyarrow.array(rows["wager"].tolist(), type=pyarrow.string()),
                "profit": pyarrow.array(rows["profit"]),
                "count": pyarrow.array(rows["count"]),
            }
        )


def _read(answer: dict[str, Any], tallies: list[tuple[int, list[int], list[int]]]) -> SimulationResult:
    wagers = tuple(
        SimulatedWager(
            wager=one["wager"],
            rounds=one["rounds"],
            edge=one["edge_decimal"],
            standard_error=one["standard_error"],
            interval=(one["interval"][0], one["interval"][1]),
            variance=one["variance"],
            skewness=one["skewness"],
            staked=one["staked"],
            profits=np.array(profits, dtype=np.float64) / parts,
            counts=np.array(counts, dtype=np.uint64),
            price=one.get("price_decimal"),
            z=one.get("z"),
            verdict=one.get("verdict"),
        )
        for one, (parts, profits, counts) in zip(answer["wagers"], tallies, strict=True)
    )
    return SimulationResult(
        rules=answer["rules"],
        rounds=answer["rounds"],
        seed=answer["seed"],
        policy=answer["policy"],
        wagers=wagers,
        sessions=answer.get("sessions"),
        report=answer,
    )
