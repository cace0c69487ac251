"""One person at a table, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from .. import table as table_of
from ..errors import CroupierError
from ..tables import Setting, Table
from ._play import Mask, Observation, Play


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """A person at a table of any game, who bets units and decides.

    An episode is a number of rounds, and ends when nothing stands any more. A person bets one unit at a time on wagers of
    the table, ends the bets with the action `deal`, and then decides. `info["action_mask"]` has the actions that the
    rules permit; another one raises `CroupierError` and changes nothing. The reward is what was won, in units.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Table,
        *,
        rounds: int = 1,
        unit: Setting = 10,
        bets_max: int = 4,
        render_mode: str | None = None,
        **settings: Setting,
    ) -> None:
        if rounds < 1:
            raise CroupierError(f"rounds={rounds}: an episode has at least one round")
        table = game if isinstance(game, Table) else table_of(game, settings)
        self.play = Play(table, 1, unit=unit, bets_max=bets_max)
        self.rounds = rounds
        self.render_mode = render_mode
        self.observation_space = self.play.spaces()
        self.action_space = gymnasium.spaces.Discrete(len(self.play.actions))
        self._played = 0
        self._over = True

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, by number."""
        return self.play.actions

    def action_masks(self) -> Mask:
        """The actions that the rules permit: 1 for each."""
        if self._over:
            return np.zeros(len(self.play.actions), dtype=np.int8)
        if self.play.in_play():
            return self.play.decision_mask(0)
        mask = self.play.bet_mask(0, may_bet=self._played < self.rounds)
        mask[self.play.deal_action] = self.play.sitting.may_deal()
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Sit down at a fresh table."""
        super().reset(seed=seed)
        self.play.begin(int(self.np_random.integers(2**63)))
        self._played, self._over = 0, False
        return self.play.observe(0), {"action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Bet, deal or decide."""
        chosen = int(action)
        mask = self.action_masks()
        if not 0 <= chosen < len(mask) or not mask[chosen]:
            named = self.actions[chosen] if 0 <= chosen < len(mask) else str(chosen)
            permitted = [self.actions[one] for one in np.flatnonzero(mask)]
            raise CroupierError(f"`{named}`: the rules permit {', '.join(permitted) or 'nothing: reset first'}")
        play = self.play
        if play.in_play():
            play.decide(0, chosen)
        elif chosen == play.deal_action:
            play.deal()
        else:
            play.bet(0, chosen)
            return self._now(0.0)
        reward = float(play.gains()[0])
        if not play.in_play():
            self._played += 1
            self._over = self._played >= self.rounds and not play.sitting.stands(0)
            if not self._over:
                play.next_round()
        return self._now(reward)

    def _now(self, reward: float) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        info = {"action_mask": self.action_masks()}
        return self.play.observe(0, over=self._over), reward, self._over, False, info

    def render(self) -> str | None:
        """The record so far."""
        return self.play.sitting.record if self.render_mode == "ansi" else None
