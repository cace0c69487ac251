"""Blackjack stepped in batches, against Gymnasium's Blackjack-v1 and EnvPool's, in one run.

All play the dealer's way, drawing to 17. What is measured is the processor time of their steps, on one core and without the
choice of the actions, in several turns; the medians and their ratios are printed. The answers are compared first: the mean reward must be
what the solver says, and Gymnasium and EnvPool must agree with each other. One more row plays any permitted action at random, with
more splits than a player would make. Exits with 1 if an answer is wrong, or if a core makes fewer than ten million steps a
second in the play that all have.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import gymnasium
import numpy as np

import croupier
from croupier.envs import BlackjackVectorEnv

TABLES = 8192
TURNS = 7
STEPS_A_SECOND = 10e6
GO_ON = 5


@dataclass
class Counted:
    """What an environment has done."""

    spent: float = 0.0
    steps: int = 0
    rounds: int = 0
    won: float = 0.0
    squares: float = 0.0

    def add(self, rewards: np.ndarray, over: np.ndarray) -> None:
        done = rewards[over].astype(np.float64)
        self.steps += len(rewards)
        self.rounds += len(done)
        self.won += float(done.sum())
        self.squares += float((done**2).sum())

    @property
    def mean(self) -> float:
        return self.won / self.rounds

    @property
    def error(self) -> float:
        return float(np.sqrt((self.squares / self.rounds - self.mean**2) / self.rounds))


@dataclass
class Contest:
    """An environment with its rates, one for each turn."""

    name: str
    turn: Callable[[Counted], None]
    counted: Counted = field(default_factory=Counted)
    rates: list[float] = field(default_factory=list)
    rounds: list[float] = field(default_factory=list)

    def measure(self) -> None:
        now = Counted()
        self.turn(now)
        self.rates.append(now.steps / now.spent)
        self.rounds.append(now.rounds / now.spent)
        for name in ("steps", "rounds", "won", "squares"):
            setattr(self.counted, name, getattr(self.counted, name) + getattr(now, name))


def batch(table: croupier.Table, steps: int, choose: str) -> Callable[[Counted], None]:
    env = BlackjackVectorEnv(table, TABLES, seed=7, copy=False)
    observed, infos = env.reset()
    mask = infos["action_mask"]
    sampled = np.empty(TABLES, dtype=np.int64)

    def dealers_way(counted: Counted) -> None:
        for _ in range(steps):
            actions = (observed[:, 1] < 17).astype(np.int64)
            actions[mask[:, 0] == 0] = GO_ON
            start = time.process_time()
            _, rewards, over, _, _ = env.step(actions)
            counted.spent += time.process_time() - start
            counted.add(rewards, over)

    def permitted(counted: Counted) -> None:
        for _ in range(steps):
            actions = env.sample(sampled)
            start = time.process_time()
            _, rewards, over, _, _ = env.step(actions)
            counted.spent += time.process_time() - start
            counted.add(rewards, over)

    return dealers_way if choose == "dealer" else permitted


def gym(steps: int) -> Callable[[Counted], None]:
    env = gymnasium.make("Blackjack-v1", natural=False, sab=False)

    def turn(counted: Counted) -> None:
        observed, _ = env.reset()
        for _ in range(steps):
            action = int(observed[0] < 17)
            start = time.process_time()
            observed, reward, over, _, _ = env.step(action)
            if over:
                observed, _ = env.reset()
            counted.spent += time.process_time() - start
            counted.steps += 1
            if over:
                counted.rounds += 1
                counted.won += reward
                counted.squares += reward**2

    env.reset(seed=1)
    return turn


def pool(steps: int) -> Callable[[Counted], None]:
    import envpool

    env = envpool.make_gymnasium("Blackjack-v1", num_envs=TABLES, num_threads=1, seed=1, natural=False, sab=False)
    first, _ = env.reset()
    now = [np.asarray(first)]

    def turn(counted: Counted) -> None:
        for _ in range(steps):
            actions = (now[0][:, 0] < 17).astype(np.int32)
            start = time.process_time()
            now[0], rewards, over, _, _ = env.step(actions)
            counted.spent += time.process_time() - start
            counted.add(rewards, over)

    return turn


def main() -> int:
    table = croupier.table("mpumalanga/blackjack")
    draws = "\n".join(
        f"[{part}]\n" + "\n".join(f'{row} = "{" ".join([code(row)] * 10)}"' for row in rows)
        for part, rows, code in [
            ("hard", range(4, 21), lambda row: "H" if row < 17 else "S"),
            ("soft", range(12, 21), lambda row: "H" if row < 17 else "S"),
            ("pairs", ["A", *range(2, 11)], lambda row: "-"),
        ]
    )
    price = table.price("box", chart=draws).edge.value
    contests = [
        Contest("croupier, any permitted action", batch(table, 300, "permitted")),
        Contest("croupier, drawing to 17", batch(table, 300, "dealer")),
        Contest("Gymnasium Blackjack-v1, drawing to 17", gym(40_000)),
    ]
    try:
        contests.append(Contest("EnvPool Blackjack-v1, drawing to 17", pool(60)))
    except ImportError as error:
        print(f"EnvPool is not measured: {error}")
    for turn in range(TURNS + 1):
        for contest in contests:
            contest.measure()
            if turn == 0:
                contest.rates.clear()
                contest.rounds.clear()
    failed = False
    ours = contests[1]
    z = (ours.counted.mean + price) / ours.counted.error
    print(f"croupier earns {ours.counted.mean:+.5f}, the solver says {-price:+.5f}: z {z:+.2f}")
    failed |= abs(z) > 4.5
    others = contests[2:]
    if len(others) == 2:
        one, other = (contest.counted for contest in others)
        apart = (one.mean - other.mean) / np.hypot(one.error, other.error)
        print(f"Gymnasium earns {one.mean:+.5f}, EnvPool {other.mean:+.5f}: z {apart:+.2f}")
        failed |= abs(apart) > 4.5
    base = statistics.median(others[0].rates)
    print(f"{'million a second of one core':44} {'steps':>9} {'rounds':>9} {'ratio of steps':>15}")
    for contest in contests:
        rate, rounds = statistics.median(contest.rates), statistics.median(contest.rounds)
        print(f"{contest.name:44} {rate / 1e6:9.3f} {rounds / 1e6:9.3f} {rate / base:14.1f}x")
    if statistics.median(ours.rates) < STEPS_A_SECOND:
        print(f"FAILED: fewer than {STEPS_A_SECOND / 1e6:.0f} million steps a second")
        failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
