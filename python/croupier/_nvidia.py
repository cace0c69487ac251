"""The compiler of NVIDIA, where pip has installed it."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def load_compiler() -> None:
    """Load NVRTC from `nvidia-cuda-nvrtc`, if that is installed: the system does not look among Python's packages. A library
    that is loaded is found by its name afterwards."""
    found = find_spec("nvidia")
    folders = [] if found is None else list(found.submodule_search_locations or [])
    for path in sorted(path for folder in folders for path in Path(folder).glob("*/lib/libnvrtc.so.*")):
        with suppress(OSError):
            ctypes.CDLL(str(path))
