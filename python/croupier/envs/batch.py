"""Many blackjack tables stepped in Rust, as a vectorised Gymnasium environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .. import _croupier
from .. import table as table_of
from ..tables import Setting, Table

ACTIONS = tuple(_croupier.NativeBatch.actions())
"""The actions, by number."""
PHASES = ("play", "before look", "insurance", "over")
"""What a table asks for, by the first figure of its observation."""
OBSERVED = ("phase", "score", "soft", "pair", "up", "dealer", "hands", "hand")
"""The figures of an observation."""


class BlackjackVectorEnv(VectorEnv[npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Blackjack of any rulebook at many tables, one box each with a bet of one unit.

    An episode is a round. A round without a decision, such as a blackjack, has the action `go on`. A table whose round is
    over deals the next one in the next step, whatever its action (`AutoresetMode.NEXT_STEP`).
    `infos["action_mask"]` has a byte of 1 for each action that the rules permit; another action raises `CroupierError` and
    changes nothing. With `cut`, shoes are dealt to a cutting card after so many percent of their cards, and otherwise every
    round is dealt from a whole shoe. With `copy=False`, the arrays are overwritten by the next step.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Table,
        num_envs: int,
        *,
        seed: int = 1,
        cut: int | None = None,
        parallel: bool = False,
        copy: bool = True,
        **settings: Setting,
    ) -> None:
        self.table = game if isinstance(game, Table) else table_of(game, settings)
        self.num_envs = num_envs
        self._cut, self._parallel, self._copy = cut, parallel, copy
        self._batch = self.table._native.batch(num_envs, seed, cut, parallel)
        self.single_observation_space = spaces.Box(0, 127, (len(OBSERVED),), np.int8)
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observed = np.zeros((num_envs, len(OBSERVED)), dtype=np.int8)
        self._masks = np.zeros((num_envs, len(ACTIONS)), dtype=np.uint8)
        self._rewards = np.zeros(num_envs, dtype=np.float32)
        self._over = np.zeros(num_envs, dtype=np.bool_)
        self._truncated = np.zeros(num_envs, dtype=np.bool_)
        self._arrays = (self._observed, self._masks, self._rewards, self._over)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Shuffle every shoe and deal a round at every table."""
        if seed is not None:
            first = seed if isinstance(seed, int) else next((one for one in seed if one is not None), 1)
            self._batch = self.table._native.batch(self.num_envs, first, self._cut, self._parallel)
        self._batch.reset(self._arrays)
        observed, masks = self._given(self._observed), self._given(self._masks)
        return observed, {"action_mask": masks}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Carry out one action at every table."""
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int64), self._arrays)
        return (
            self._given(self._observed),
            self._given(self._rewards),
            self._given(self._over),
            self._truncated,
            {"action_mask": self._given(self._masks)},
        )

    def sample(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A random permitted action for every table."""
        actions = np.empty(self.num_envs, dtype=np.int64) if out is None else out
        self._batch.sample(actions)
        return actions

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array
