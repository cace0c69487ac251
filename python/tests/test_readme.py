"""The ten lines of the README print what they promise, within their minute."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import croupier

README = Path(__file__).parents[2] / "README.md"


def test_the_ten_lines_of_the_readme_run(tmp_path: Path) -> None:
    (lines,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert len([line for line in lines.splitlines() if line.strip()]) == 10
    ran = subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (tmp_path / "learned.png").stat().st_size > 10_000
    for name in re.findall(r'"([\w-]+/[\w-]+)"', lines)[:3]:
        assert name in ran.stdout
        for price in croupier.odds(name):
            assert price.wager in ran.stdout and str(price.edge) in ran.stdout
    said = re.search(r"learned in (\d+) s: ([\d.]+) of a bet", ran.stdout)
    assert said is not None and int(said[1]) < 60 and float(said[2]) < 0.001, ran.stdout
