"""The environments pass the checkers of Gymnasium and PettingZoo, earn what the solver says, and show nothing hidden."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import croupier
from croupier.envs import ACTIONS, BlackjackVectorEnv, PeopleEnv, TableEnv
from croupier.envs._play import FACE_DOWN
from croupier.learn import UPS, _cells, learn

EXAMPLES = Path(__file__).parents[2] / "examples"
SINGLE = [
    ("scotland-1970/blackjack", {}),
    ("mpumalanga/blackjack", {}),
    ("mpumalanga/touch-21", {}),
    ("scotland-1970/dice", {}),
    ("scotland-1970/roulette", {}),
    ("mpumalanga/american-roulette", {}),
    ("scotland-1970/punto-banco", {}),
    ("mpumalanga/punto-banco", {}),
    ("mpumalanga/arizona-hold-em", {}),
    ("western-australia-1990/in-between", {}),
    ("scotland-1970/chemin-de-fer", {}),
    ("scotland-1970/baccarat-banque", {}),
]


class Legal(gymnasium.ActionWrapper[Any, Any, Any]):
    """Replaces an action that the rules do not permit by one that they do: checkers ignore masks."""

    def action(self, action: Any) -> Any:
        mask = self.unwrapped.action_masks()  # type: ignore[attr-defined]
        permitted = np.flatnonzero(mask)
        return action if mask[action] else permitted[int(action) % len(permitted)]


@pytest.mark.parametrize(("name", "settings"), SINGLE)
def test_gymnasium_accepts_every_table(name: str, settings: dict[str, Any]) -> None:
    env = Legal(TableEnv(name, unit=60, **settings))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize(("name", "settings"), SINGLE)
def test_random_play_ends_and_is_judged_the_same(name: str, settings: dict[str, Any]) -> None:
    env = TableEnv(name, rounds=3, unit=60, **settings)
    random = np.random.default_rng(5)
    for seed in range(4):
        observed, info = env.reset(seed=seed)
        total = 0.0
        for _ in range(600):
            assert env.observation_space.contains(observed)
            permitted = np.flatnonzero(info["action_mask"])
            assert len(permitted), f"{name}: nothing is permitted, and the episode is not over"
            observed, reward, over, _, info = env.step(permitted[random.integers(len(permitted))])
            total += reward
            if over:
                break
        else:
            raise AssertionError(f"{name}: an episode of three rounds takes more than 600 actions")
        if env.play.sitting.bank is None:
            verdict = croupier.judge(env.play.sitting.record, on=env.play.table.day)
            assert float(sum(verdict.net.values())) / 60 == pytest.approx(total), env.play.sitting.record


def test_an_action_that_is_not_permitted_is_refused() -> None:
    env = gymnasium.make("croupier/Table-v0", game="mpumalanga/blackjack", unit=60)
    env.reset(seed=1)
    with pytest.raises(croupier.CroupierError, match="the rules permit"):
        env.step(len(env.unwrapped.actions) - 1)  # type: ignore[attr-defined]


def test_a_card_that_lies_face_down_is_not_seen() -> None:
    shelf = croupier.Shelf(EXAMPLES / "nevada.toml")
    env = TableEnv(shelf.table("nevada/blackjack"), unit=60)
    hidden = 0
    for seed in range(40):
        env.reset(seed=seed)
        env.step(0)
        observed, _, over, _, info = env.step(env.play.deal_action)
        deal = env.play.sitting
        cards = [line.split()[1] for line in deal.record.splitlines() if line.startswith("cards ")]
        if over or len(cards) < 4:
            continue
        hidden += int((observed["cards"] == FACE_DOWN).sum() == 1)
        # The same round with another card under the dealer's first one looks the same.
        seen = (observed["cards"] > 0) & (observed["cards"] < FACE_DOWN)
        assert seen.sum() == len(cards) - 1
    assert hidden > 10


@pytest.mark.parametrize("name", croupier.games())
def test_pettingzoo_accepts_tables_with_several_people(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(PeopleEnv(name, 3, unit=60), num_cycles=200)
        seed_test(lambda: PeopleEnv(name, 2, unit=60), num_cycles=50)


def test_what_people_win_is_what_the_judge_says() -> None:
    env = PeopleEnv("mpumalanga/blackjack", 3, rounds=2, unit=60)
    random = np.random.default_rng(2)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_iter=2000):
        observed, reward, over, cut, _ = env.last()
        total[agent] += reward
        if over or cut:
            env.step(None)
            continue
        permitted = np.flatnonzero(observed["action_mask"])
        env.step(int(permitted[random.integers(len(permitted))]))
    assert not env.agents
    verdict = croupier.judge(env.play.sitting.record, on=env.play.table.day)
    for agent, won in total.items():
        assert float(verdict.net.get(agent, 0)) / 60 == pytest.approx(won)


def test_a_batch_steps_as_a_vector_environment() -> None:
    env = BlackjackVectorEnv("mpumalanga/blackjack", 64, seed=9)
    observed, infos = env.reset(seed=3)
    assert env.observation_space.contains(observed)
    again, _ = env.reset(seed=3)
    assert (observed == again).all()
    over = np.zeros(64, dtype=bool)
    for _ in range(200):
        actions = env.sample()
        mask = infos["action_mask"]
        assert mask[np.arange(64), actions][~over].all()
        before = over
        observed, rewards, over, truncated, infos = env.step(actions)
        assert not truncated.any() and not (before & over).any()
        assert (rewards[before] == 0).all() and env.observation_space.contains(observed)
    with pytest.raises(croupier.CroupierError, match="action 7 at table"):
        env.step(np.full(64, 7))
    assert ACTIONS[5] == "go on"


def test_a_batch_and_the_table_of_the_rules_pay_the_same() -> None:
    """Standing on everything has an exact price: that of a chart that stands."""
    table = croupier.table("mpumalanga/blackjack")
    stands = "\n".join(
        f"[{name}]\n" + "\n".join(f'{row} = "{" ".join([code] * 10)}"' for row in rows)
        for name, code, rows in [
            ("hard", "S", range(4, 21)),
            ("soft", "S", range(12, 21)),
            ("pairs", "-", ["A", *range(2, 11)]),
        ]
    )
    price = table.price("box", chart=stands).edge.value
    env = BlackjackVectorEnv(table, 4096, seed=2, copy=False)
    _, infos = env.reset()
    won = squares = rounds = 0.0
    while rounds < 1e6:
        actions = np.where(infos["action_mask"][:, 0] == 1, 0, 5)
        _, rewards, over, _, infos = env.step(actions)
        done = rewards[over].astype(float)
        won, squares, rounds = won + done.sum(), squares + (done**2).sum(), rounds + len(done)
    error = np.sqrt((squares / rounds - (won / rounds) ** 2) / rounds)
    assert abs(won / rounds + price) < 4.5 * error


def _plays(table: croupier.Table, rounds: float) -> tuple[float, float]:
    """The mean result of the best chart in a batch, and its standard error."""
    cells = _cells(table.chart())
    simple = {"H": [1], "S": [0], "D": [2, 1], "Ds": [2, 0], "R": [4, 1], "Rs": [4, 0]}
    codes = simple | {"Rd": [4, 2, 1], "P": [3], "Rp": [4, 3], "-": []}
    many = len(next(iter(cells.values())))
    columns = {up: place % many for place, up in enumerate(UPS)} | {0: 0}

    def chosen(row: tuple[int, ...], mask: tuple[int, ...]) -> int:
        phase, score, soft, pair, up, *_ = row
        if not any(mask):
            return 0
        moves: list[int] = []
        if pair and ("pairs", "A" if pair == 1 else str(pair)) in cells:
            moves += codes[cells["pairs", "A" if pair == 1 else str(pair)][columns[up]]]
        by_score = cells.get(("soft" if soft else "hard", str(score)))
        moves += codes[by_score[columns[up]]] if by_score else [0 if score > 11 else 1]
        if phase == 1:
            planned = next((move for move in moves if move < 2 or mask[4] or move != 4), 0)
            return 4 if planned == 4 else 5
        return next((move for move in moves if mask[move]), 5)

    env = BlackjackVectorEnv(table, 4096, seed=8, copy=False)
    known: dict[bytes, int] = {}
    observed, infos = env.reset()
    won = squares = played = 0.0
    while played < rounds:
        both = np.concatenate([observed.view(np.uint8), infos["action_mask"]], axis=1)
        distinct, which = np.unique(both.view("V16").ravel(), return_inverse=True)
        best = np.empty(len(distinct), dtype=np.int64)
        for place, one in enumerate(distinct):
            key = one.tobytes()
            if key not in known:
                figures = np.frombuffer(key, dtype=np.int8).tolist()
                known[key] = chosen(tuple(figures[:8]), tuple(figures[8:]))
            best[place] = known[key]
        observed, rewards, over, _, infos = env.step(best[which])
        done = rewards[over].astype(float)
        won, squares, played = won + done.sum(), squares + (done**2).sum(), played + len(done)
    return won / played, float(np.sqrt((squares / played - (won / played) ** 2) / played))


@pytest.mark.parametrize("book", ["", "nevada", "atlantic-city", "great-britain"])
def test_best_play_in_a_batch_earns_its_price(book: str) -> None:
    shelf = croupier.Shelf(EXAMPLES / f"{book}.toml") if book else croupier.Shelf()
    names = [name for name in shelf.games("blackjack") if name.startswith(book)]
    assert names
    for name in names:
        table = shelf.table(name)
        mean, error = _plays(table, 400e3)
        price = table.price("box", chart=table.chart()).edge.value
        assert abs(mean + price) < 4.5 * error, f"{name}: {mean} for {-price}"


def test_play_is_learned_to_within_a_thousandth() -> None:
    learned = learn("mpumalanga/blackjack", rounds=20e6, seed=1)
    assert learned.seconds < 60
    assert 0 <= learned.regret() < 0.001 + learned.price().edge.within, learned.regret()
    assert learned.history[0][1] != learned.chart
