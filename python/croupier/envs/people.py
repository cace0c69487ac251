"""Several people at a table, as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .. import table as table_of
from ..errors import CroupierError
from ..tables import Setting, Table
from ._play import Mask, Observation, Play


class PeopleEnv(AECEnv[str, Any, Any]):
    """Several people at one table. In each round they bet in turn, each until the action `deal`; then those whom the rules
    ask decide. What one sees is in `observation`, and what the rules permit in `action_mask`. A person without an action
    passes with `deal`, which then does nothing.
    """

    metadata = {"render_modes": ["ansi"], "name": "croupier_table_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str | Table,
        people: int = 3,
        *,
        rounds: int = 1,
        unit: Setting = 10,
        bets_max: int = 2,
        render_mode: str | None = None,
        **settings: Setting,
    ) -> None:
        super().__init__()
        if people < 1 or rounds < 1:
            raise CroupierError("there is at least one person, and one round")
        table = game if isinstance(game, Table) else table_of(game, settings)
        self.play = Play(table, people, unit=unit, bets_max=bets_max)
        self.rounds = rounds
        self.render_mode = render_mode
        self.possible_agents = [f"p{place}" for place in range(people)]
        actions = spaces.Discrete(len(self.play.actions))
        seen = spaces.Dict(
            {
                "observation": self.play.spaces(),
                "action_mask": spaces.Box(0, 1, (len(self.play.actions),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _place(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Everybody sits down at a fresh table."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.play.begin(int(self._seeds.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._played = 0
        self._betting = 0
        self.agent_selection = self.agents[0]

    def _mask(self, agent: str) -> Mask:
        play, place = self.play, self._place(agent)
        nothing = np.zeros(len(play.actions), dtype=np.int8)
        if self._over() or agent != self.agent_selection:
            return nothing
        if play.in_play():
            return play.decision_mask(place)
        mask = play.bet_mask(place, may_bet=self._played < self.rounds)
        last = self._betting == len(self.possible_agents) - 1
        mask[play.deal_action] = not last or play.sitting.may_deal()
        return mask

    def _over(self) -> bool:
        return not self.agents or all(self.terminations.values())

    def observe(self, agent: str) -> dict[str, Observation | Mask]:
        """What a person sees, and which actions the rules permit."""
        seen = self.play.observe(self._place(agent), over=self._over())
        return {"observation": seen, "action_mask": self._mask(agent)}

    def step(self, action: Any) -> None:
        """The person whose turn it is bets, ends the bets, or decides."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        mask = self._mask(agent)
        chosen = int(action)
        if not mask[chosen]:
            permitted = [self.play.actions[one] for one in np.flatnonzero(mask)]
            raise CroupierError(f"`{self.play.actions[chosen]}`: the rules permit {', '.join(permitted)}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._act(self._place(agent), chosen)
        self._accumulate_rewards()

    def _act(self, place: int, chosen: int) -> None:
        play = self.play
        if play.in_play():
            play.decide(place, chosen)
        elif chosen != play.deal_action:
            play.bet(place, chosen)
            return
        elif self._betting < len(self.possible_agents) - 1:
            self._betting += 1
            self.agent_selection = self.possible_agents[self._betting]
            return
        else:
            play.deal()
        for agent, gain in zip(self.possible_agents, play.gains(), strict=True):
            self.rewards[agent] = float(gain)
        due = play.due()
        if due is not None:
            self.agent_selection = self.possible_agents[due]
            return
        self._round_over()

    def _round_over(self) -> None:
        self._played += 1
        self._betting = 0
        standing = any(map(self.play.sitting.stands, range(len(self.possible_agents))))
        if self._played >= self.rounds and not standing:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.play.next_round()
        self.agent_selection = self.possible_agents[0]

    def render(self) -> str | None:
        """The record so far."""
        return self.play.sitting.record if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be closed."""
