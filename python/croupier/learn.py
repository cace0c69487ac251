"""Learning blackjack from play alone, and how far the learned chart is from best play.

The learner knows no odds and no probabilities. It plays many tables at once (`croupier.envs.BlackjackVectorEnv`), tries
actions, and remembers what they brought: a Monte-Carlo control with a table of averages for each hand, dealer's card and
action. An action that is surely worse than another is not tried any more. What was learned is written as a chart, whose
exact price the solver then says. Needs `pip install "croupier[envs]"`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .errors import CroupierError
from .prices import Price
from .tables import Setting, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STAND, DRAW, DOUBLE, SPLIT, SURRENDER, GO_ON = range(6)
UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""The dealer's cards in the order of a chart, 1 for an Ace."""
_SOFT, _PAIR, _ROWS = 22, 44, 55
_CASES = _ROWS * 11
_ACTIONS = 6
_BLOCKS = 3
"""Hands in play; hands that may be given up before the dealer looks; hands of a box that was split, whose rounds have the
results of the other hands too."""
_SETS = 1 << _ACTIONS
_BITS = (1 << np.arange(_ACTIONS)).astype(np.uint8)
_PERMITTED = (np.arange(_SETS)[:, None] >> np.arange(_ACTIONS) & 1) == 1
_DEVIATIONS = 5.0
"""An action is given up when it is so far below the best, in units of one over the root of how often it was tried."""
_EXPLORED = 0.2
"""How often a decision is at least one that is tried, rather than the best so far."""
_KNOWN = 20_000.0
"""An action that was tried less often than this is tried more often."""
_PLANNED = 16
"""After how many steps of all tables it is planned anew."""
_DEPTH = 12
"""The most decisions of a round that are remembered."""


@dataclass(frozen=True)
class Learned:
    """A policy that was learned."""

    table: Table
    chart: str
    """The chart, as `Table.odds(chart=…)` and `Table.simulate(chart=…)` read it."""
    rounds: int
    """How many rounds were played."""
    steps: int
    """How many steps the tables made."""
    seconds: float
    """How long it took."""
    history: tuple[tuple[int, str], ...] = field(repr=False)
    """The chart after so many rounds, for each part of the learning."""

    def price(self) -> Price:
        """The exact price of the learned chart."""
        return self.table.price("box", chart=self.chart)

    def regret(self) -> float:
        """What the learned chart loses against best play, in units of the bet."""
        return self.price().edge.value - self.table.price("box").edge.value

    def cells(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The codes of the chart by section and row."""
        return _cells(self.chart)

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draw the chart; needs `matplotlib`."""
        return plot_chart(self.chart, axes, title=f"{self.table.name}: learned in {self.rounds:,} rounds")


def learn(
    game: str | Table,
    *,
    rounds: float = 25e6,
    tables: int = 16_384,
    seed: int = 1,
    parts: int = 8,
    progress: Callable[[int, str], None] | None = None,
    **settings: Setting,
) -> Learned:
    """Learn to play the first hand of a blackjack table in so many rounds, and later hands with it."""
    from . import table as table_of
    from .envs import BlackjackVectorEnv

    table = game if isinstance(game, Table) else table_of(game, settings)
    if table.family != "blackjack":
        raise CroupierError(f"{table.name}: only blackjack is learned")
    env = BlackjackVectorEnv(table, tables, seed=seed, copy=False)
    learner = _Learner(env, seed)
    start = time.perf_counter()
    history: list[tuple[int, str]] = []
    for part in range(1, parts + 1):
        # Each part is as long as all before it, so that most of what is remembered was played on well.
        learner.play(int(rounds / 2 ** (parts - part)))
        history.append((learner.rounds, learner.chart()))
        if progress is not None:
            progress(*history[-1])
        if part < parts:
            learner.forget(0.5)
    seconds = time.perf_counter() - start
    return Learned(table, history[-1][1], learner.rounds, learner.steps, seconds, tuple(history))


class _Learner:
    """The averages of what actions brought, and the tables on which they are tried."""

    def __init__(self, env: Any, seed: int) -> None:
        self.env = env
        self.random = np.random.default_rng(seed)
        count = env.num_envs
        self.total = np.zeros((_BLOCKS * _CASES, _ACTIONS))
        self.times = np.zeros((_BLOCKS * _CASES, _ACTIONS))
        self.past = np.zeros((_DEPTH, count), dtype=np.int64)
        self.depth = np.zeros(count, dtype=np.int64)
        self.explored = np.zeros(count, dtype=np.bool_)
        self.rounds = self.steps = 0
        self.plan_age = _PLANNED
        self.observed, infos = env.reset()
        self.masks = infos["action_mask"]
        self.over = np.zeros(count, dtype=np.bool_)

    def forget(self, share: float) -> None:
        """Let old rounds count less: they were played on by a worse policy."""
        self.total *= share
        self.times *= share
        # What going on is worth before the dealer looks depends on all play that follows: that is learned anew.
        before_look = slice(_CASES, 2 * _CASES)
        self.total[before_look, GO_ON] = 0.0
        self.times[before_look, GO_ON] = 0.0

    def play(self, until: int) -> None:
        """Play until so many rounds are over."""
        while self.rounds < until:
            actions = self.choose()
            self.observed, rewards, over, _, infos = self.env.step(actions)
            self.masks = infos["action_mask"]
            self.steps += len(actions)
            self.over = over
            self.credit(rewards, np.flatnonzero(over))

    def choose(self) -> npt.NDArray[np.int64]:
        """An action for every table: the best so far, or one to try."""
        if self.plan_age >= _PLANNED:
            self.plan()
        self.plan_age += 1
        phase, score, soft, pair, up, _, hands, _ = self.observed.T.astype(np.int32)
        permitted = (self.masks[:, :_ACTIONS] @ _BITS).astype(np.int32)
        row = np.where((permitted & 1 << SPLIT > 0) & (pair > 0), _PAIR + pair, score + _SOFT * soft)
        block = np.where(phase == 1, 1, 2 * (hands > 1))
        case = np.minimum(row, _ROWS - 1) * 11 + up + _CASES * block
        where = case * _SETS + permitted
        decides = (phase <= 1) & ~self.over
        explores = decides & ~self.explored & (self.random.random(len(where), dtype=np.float32) < self.keen[where])
        actions: npt.NDArray[np.int64] = np.where(explores, self.tried[where], self.best[where])
        # Only what was played on by the best so far says what an action is worth.
        self.depth[explores] = 0
        self.explored |= explores
        noted = np.flatnonzero(decides & (self.depth < _DEPTH))
        self.past[self.depth[noted], noted] = case[noted] * _ACTIONS + actions[noted]
        self.depth[noted] += 1
        return actions

    def plan(self) -> None:
        """What to do in each case for each set of permitted actions: the best so far, what to try, and how often."""
        self.plan_age = 0
        times = np.maximum(self.times, 1e-9)
        # What was never tried may be good.
        mean = np.where(self.times > 0, self.total / times, 1.0)[:, None, :]
        slack = (_DEVIATIONS / np.sqrt(np.maximum(self.times, 1.0)))[:, None, :]
        worth = np.where(_PERMITTED, mean, -np.inf)
        best = worth.argmax(axis=2)
        sure = np.take_along_axis(worth - slack, best[:, :, None], axis=2)
        alive = _PERMITTED & (worth + slack >= sure)
        left = np.where(alive, self.times[:, None, :], np.inf)
        tried = left.argmin(axis=2)
        fewest = np.take_along_axis(left, tried[:, :, None], axis=2)[:, :, 0]
        # Where nothing is left to try, nothing is tried; where little is known, always.
        keen = np.where(alive.sum(axis=2) > 1, np.clip(_KNOWN / (fewest + 1.0), _EXPLORED, 1.0), 0.0)
        self.best, self.tried = best.astype(np.int64).ravel(), tried.astype(np.int64).ravel()
        self.keen = keen.astype(np.float32).ravel()

    def credit(self, rewards: npt.NDArray[np.float32], over: npt.NDArray[np.int64]) -> None:
        """Remember what the rounds that are over have brought."""
        self.rounds += len(over)
        if not len(over):
            return
        depth = self.depth[over]
        deep = [over[depth > place] for place in range(int(depth.max()))]
        if deep:
            tried = np.concatenate([self.past[place, tables] for place, tables in enumerate(deep)])
            brought = rewards[np.concatenate(deep)]
            size = self.total.size
            self.times += np.bincount(tried, minlength=size).reshape(self.times.shape)
            self.total += np.bincount(tried, weights=brought, minlength=size).reshape(self.total.shape)
        self.depth[over] = 0
        self.explored[over] = False

    def chart(self) -> str:
        """What was learned, as a chart."""
        total, times = self.pooled(self.total), self.pooled(self.times)
        mean = np.where(times > 0, total / np.maximum(times, 1e-9), -np.inf)
        # Where the dealer shows no card, there is one column.
        ups = UPS if self.times.reshape(_BLOCKS, _ROWS, 11, _ACTIONS)[:, :, 1:].any() else (0,)

        def line(label: str, row: int) -> str:
            codes = (self.code(mean, row * 11 + up, row > _PAIR) for up in ups)
            return f'{label:<2} = "{" ".join(f"{code:<2}" for code in codes).rstrip()}"'

        hard = [line(str(score), score) for score in range(4, 21)]
        soft = [line(str(score), _SOFT + score) for score in range(12, 21)]
        pairs = [line("A" if value == 1 else str(value), _PAIR + value) for value in range(1, 11)]
        parts = (("hard", hard), ("soft", soft), ("pairs", pairs))
        return "\n".join(f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in parts)

    @staticmethod
    def pooled(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """A pair that is not split is played as its total: what both brought is one."""
        parts = counts.reshape(_BLOCKS, _ROWS, 11, _ACTIONS).copy()
        played = [STAND, DRAW, DOUBLE, SURRENDER]
        for value in range(1, 11):
            pair, total = _PAIR + value, _SOFT + 12 if value == 1 else 2 * value
            parts[:, total, :, played] += parts[:, pair, :, played]
            parts[:, pair, :, played] = parts[:, total, :, played]
        return parts.reshape(counts.shape)

    @staticmethod
    def code(mean: npt.NDArray[np.float64], case: int, is_pair: bool) -> str:
        """The code of a cell: the best action first, then what is done where it is not permitted."""
        worth = mean[case]
        if not np.isfinite(worth[:SURRENDER]).any():
            # A total that only comes of a split.
            worth = mean[case + 2 * _CASES]
        draws = "H" if worth[DRAW] >= worth[STAND] else "S"
        if not np.isfinite(worth[:SURRENDER]).any():
            return "-" if is_pair else "H"
        early = mean[case + _CASES]
        gives_up = worth[SURRENDER] >= worth[:SURRENDER].max() or early[SURRENDER] > early[GO_ON]
        best = int(worth[:SURRENDER].argmax())
        if is_pair and best != SPLIT:
            return "-"
        plain = {STAND: "S", DRAW: "H", DOUBLE: "D" if draws == "H" else "Ds", SPLIT: "P"}[best]
        if not gives_up or not np.isfinite(max(worth[SURRENDER], early[SURRENDER])):
            return plain
        return {"H": "R", "S": "Rs", "D": "Rd", "Ds": "Rs", "P": "Rp"}[plain]


def _cells(chart: str) -> dict[tuple[str, str], tuple[str, ...]]:
    import tomllib

    return {
        (section, row): tuple(codes.split())
        for section, rows in tomllib.loads(chart).items()
        for row, codes in rows.items()
    }


_COLOURS = {"H": "#8ecae6", "S": "#f4a261", "D": "#90be6d", "P": "#c77dff", "R": "#e5989b", "-": "#eeeeee"}
_MEANINGS = {"H": "draw", "S": "stand", "D": "double", "P": "split", "R": "surrender", "-": "as its total"}


def plot_chart(chart: str, axes: Axes | None = None, *, title: str = "", against: str | None = None) -> Axes:
    """Draw a chart; cells that differ from another chart are framed. Needs `matplotlib`."""
    import matplotlib.pyplot as plt
    from matplotlib.patches import Rectangle

    cells = _cells(chart)
    other = {} if against is None else _cells(against)
    if axes is None:
        _, axes = plt.subplots(figsize=(6, 9))
    rows = list(cells.items())
    for down, (row, codes) in enumerate(rows):
        for across, code in enumerate(codes):
            differs = row in other and other[row][across] != code
            face = _COLOURS[code[0]]
            axes.add_patch(
                Rectangle((across, down), 1, 1, facecolor=face, edgecolor="black" if differs else "white", lw=1.5 if differs else 0.5)
            )
            axes.text(across + 0.5, down + 0.55, code, ha="center", va="center", fontsize=7)
    columns = len(rows[0][1])
    axes.set_xlim(0, columns)
    axes.set_ylim(len(rows), 0)
    axes.set_xticks([place + 0.5 for place in range(columns)], ["A" if up == 1 else str(up) for up in UPS][:columns])
    axes.set_yticks([place + 0.5 for place in range(len(rows))], [f"{section} {row}" for (section, row), _ in rows], fontsize=7)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("the dealer's card", fontsize=8)
    meanings = [Rectangle((0, 0), 1, 1, facecolor=colour, label=_MEANINGS[code]) for code, colour in _COLOURS.items()]
    axes.legend(handles=meanings, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.01), fontsize=8, frameon=False)
    axes.tick_params(length=0)
    axes.set_title(title, fontsize=9)
    return axes
