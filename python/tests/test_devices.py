"""What plays a simulation: with a graphics card the figures are those of the processor, and without one the exception says so."""

from __future__ import annotations

from typing import Any

import pytest

import croupier


def test_each_edition_has_its_figures() -> None:
    table = croupier.table("mpumalanga/punto-banco")
    first = table.simulate(2e6, edition=1)
    second = table.simulate(2e6, edition=2)
    assert first.report == table.simulate(2e6).report
    assert second.report == table.simulate(2e6, edition=2, threads=1).report
    assert first.report["wagers"] != second.report["wagers"]
    for one in (*first.wagers, *second.wagers):
        assert one.z is not None and abs(one.z) < 4.5


def test_a_graphics_card_gives_the_figures_of_the_processor_or_is_not_there() -> None:
    table = croupier.table("mpumalanga/blackjack")
    try:
        played = table.simulate(3e6, device="gpu")
    except croupier.DeviceError as error:
        assert "graphics card" in str(error) and 'leave out device="gpu"' in str(error)
    else:
        assert played.report == table.simulate(3e6, edition=2).report


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"device": "gpu", "edition": 1}, "leave it out"),
        ({"device": "gpu", "by_rules": True}, "leave out device"),
        ({"device": "gpu", "threads": 2}, "gpus says how many"),
        ({"device": "gpu", "gpus": 0}, "at least one"),
        ({"device": "tpu"}, "there are cpu, gpu"),
        ({"gpus": 2}, "belongs to device"),
        ({"edition": 3}, "there are 1 and 2"),
        ({"edition": 2, "wagers": ["win"], "stakes": "flat", "unit": 1}, "edition=1"),
    ],
)
def test_what_does_not_go_together_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(croupier.CroupierError, match=said):
        croupier.simulate("scotland-1970/dice", 100, **options)
