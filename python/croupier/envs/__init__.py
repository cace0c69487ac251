"""Environments: one person at any table (`TableEnv`), several people (`PeopleEnv`), and blackjack at many tables stepped in
Rust (`BlackjackVectorEnv`). They need `pip install "croupier[envs]"`.

Importing this module registers `croupier/Table-v0` with Gymnasium.
"""

from __future__ import annotations

import gymnasium

from .batch import ACTIONS, OBSERVED, PHASES, BlackjackVectorEnv
from .people import PeopleEnv
from .single import TableEnv

if "croupier/Table-v0" not in gymnasium.registry:
    gymnasium.register(id="croupier/Table-v0", entry_point="croupier.envs.single:TableEnv")

__all__ = ["ACTIONS", "OBSERVED", "PHASES", "BlackjackVectorEnv", "PeopleEnv", "TableEnv"]
