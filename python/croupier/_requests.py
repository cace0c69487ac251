"""The forms of what the native part is asked."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
import numpy.typing as npt


class Asked(TypedDict):
    shoe: str | None
    exact: bool
    known: str | None
    stake: str | None
    chart: str | None
    against: list[tuple[str, str]]


class SimulationRequest(TypedDict):
    rounds: int
    seed: int
    wagers: list[str]
    policy: str
    chart: str | None
    cut: int | None
    boxes: int
    until_error: float | None
    stakes: str | None
    unit: str | None
    bankroll: str | None
    sessions: int
    spread: int


class DeviceRequest(TypedDict):
    device: str
    gpus: int | None
    edition: int | None
    threads: int | None
    by_rules: bool


Arrays = tuple[npt.NDArray[np.int8], npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_]]
"""What a step writes: what is seen, what is permitted, rewards, ends."""
