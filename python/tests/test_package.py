"""The package asks the same functions as the command; these tests ask it what is known from elsewhere."""

from __future__ import annotations

import os
import signal
import threading
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import croupier

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def test_books_and_games_have_names_and_provisions() -> None:
    assert [book.id for book in croupier.books()] == ["scotland-1970", "western-australia-1990", "mpumalanga"]
    assert len(croupier.games()) == 12
    assert croupier.games("dice") == ("scotland-1970/dice",)
    assert all(book.provisions and len(book.digest) == 64 for book in croupier.books())


def test_prices_are_fractions() -> None:
    # A number on a wheel with one zero, whose stake is halved on zero; on a wheel with two; a pass bet at craps.
    assert croupier.odds("scotland-1970/roulette")["numbers 18"].edge.fraction == Fraction(1, 74)
    american = croupier.table("mpumalanga/american-roulette")
    assert american.price("straight 17").edge.fraction in (Fraction(1, 19), Fraction(1, 37))
    win = croupier.table("scotland-1970/dice").price("win")
    assert win.edge.fraction == Fraction(7, 495)
    assert win.edge.value == pytest.approx(7 / 495, abs=1e-15)
    assert win.cites


def test_the_endings_of_a_price_add_up_to_its_edge() -> None:
    for name in ("scotland-1970/roulette", "mpumalanga/american-roulette", "scotland-1970/dice"):
        for price in croupier.odds(name):
            if price.endings and all(ending.probability.fraction is not None for ending in price.endings):
                ends = [(ending.profit, ending.probability.fraction or Fraction(0)) for ending in price.endings]
                assert sum((chance for _, chance in ends), Fraction(0)) == 1, f"{name}: {price.wager}"
                edge = -sum((profit * chance for profit, chance in ends), Fraction(0))
                assert edge == price.edge.fraction, f"{name}: {price.wager}"


def test_a_figure_that_is_no_fraction_has_its_bound() -> None:
    box = croupier.table("mpumalanga/blackjack").price("box")
    assert box.edge.fraction is None
    assert 0 < box.edge.within < 1e-6
    assert float(box.edge) == box.edge.value
    assert box.staked is not None and box.staked.value > 1


def test_settings_of_a_house_change_the_price() -> None:
    eight = croupier.table("mpumalanga/blackjack", decks=8)
    assert eight.settings["decks"] != croupier.table("mpumalanga/blackjack", decks=6).settings["decks"]
    assert eight.price("box").edge.value != croupier.table("mpumalanga/blackjack", decks=6).price("box").edge.value


def test_best_play_names_moves_and_what_they_are_worth() -> None:
    best = croupier.strategy("mpumalanga/blackjack")
    assert best is not None
    hard = best.charts[0]
    assert hard.columns
    cells = [cell for _, row in hard.rows for cell in row if cell is not None]
    assert all(abs(sum(share.value for _, share in cell.plays) - 1) < 1e-9 for cell in cells)
    for cell in cells:
        if cell.worth:
            # The best move is worth most.
            assert max(worth.value for _, worth in cell.worth) == pytest.approx(
                dict((name, worth.value) for name, worth in cell.worth).get(cell.best, np.nan), abs=1e-9
            ) or cell.best not in dict(cell.worth)
    assert croupier.strategy("scotland-1970/roulette") is None


def test_a_chart_has_its_own_price() -> None:
    table = croupier.table("mpumalanga/blackjack")
    best = table.price("box").edge.value
    # Best play looks at the cards of the hand, a chart at their total: that costs a little.
    assert 0 < table.price("box", chart=table.chart()).edge.value - best < 0.0005
    with pytest.raises(croupier.CroupierError, match="cannot be priced"):
        table.price("box", chart="nothing")


def test_a_record_is_judged_with_its_provisions() -> None:
    record = "rules scotland-1970/roulette\nann bets 10 on red\nball 0\n"
    verdict = croupier.judge(record, on="1971-03-02", why=True)
    (bet,) = verdict.bets
    assert (bet.outcome, bet.profit, bet.cites[0]) == ("halved", Decimal("-5.00"), "reg. 3(6)")
    assert verdict.net == {"ann": Decimal("-5.00")} and verdict.bank == Decimal("5.00")
    assert verdict.why and any(because.gist for step in verdict.why for _, cited in step.follows for because in cited)


def test_a_record_that_breaks_the_rules_says_where_and_why() -> None:
    record = "rules mpumalanga/blackjack\nann bets 10 on box 1\ncards 8S TH 9C\nann doubles\nann doubles\n"
    with pytest.raises(croupier.Inadmissible) as caught:
        croupier.judge(record)
    assert caught.value.line in (4, 5) and caught.value.reason
    with pytest.raises(croupier.Inadmissible) as misread:
        croupier.read_record("rules a/b\nwhatever this is\n")
    assert misread.value.line == 2


def test_what_the_book_does_not_permit_is_refused_with_its_provision() -> None:
    with pytest.raises(croupier.Refused) as caught:
        croupier.table("mpumalanga/blackjack", decks=99)
    assert caught.value.cites and caught.value.allowed
    with pytest.raises(croupier.UnknownName, match="did you mean `scotland-1970`"):
        croupier.table("scotland-1971/roulette")


def test_a_book_with_faults_reports_all_of_them() -> None:
    text = (ROOT / "rulebooks" / "scotland-1970.toml").read_text(encoding="utf-8")
    broken = text.replace('id = "scotland-1970"', 'id = "x"\nnonsense = 1\nmore = 2', 1)
    with pytest.raises(croupier.BookError) as caught:
        croupier.Shelf().add(broken, "broken.toml")
    assert caught.value.file == "broken.toml" and len(caught.value.faults) >= 2
    assert all(fault.line > 0 and fault.column > 0 and fault.message for fault in caught.value.faults)


def test_books_of_ones_own_are_loaded() -> None:
    shelf = croupier.Shelf(EXAMPLES / "nevada.toml")
    assert any(name.startswith("nevada/") for name in shelf.games("blackjack"))
    assert not any(name.startswith("nevada/") for name in croupier.games())
    book = shelf.load(EXAMPLES / "ruritania.toml")
    assert shelf.table(book.games[0].name).name == book.games[0].name


def test_houses_are_checked() -> None:
    good = croupier.check_house(EXAMPLES / "house.toml")
    assert good and good.tables
    bad = croupier.check_house(EXAMPLES / "house-in-breach.toml")
    assert not bad
    assert all(breach.line > 0 and breach.allowed for breach in bad.breaches)
    assert any(breach.cites for breach in bad.breaches)


def test_simulations_agree_with_prices_on_any_number_of_threads() -> None:
    table = croupier.table("scotland-1970/roulette")
    one = table.simulate(1e6, seed=3, wagers=["red", "numbers 1"], threads=1)
    two = table.simulate(1e6, seed=3, wagers=["red", "numbers 1"], threads=2)
    assert one.report == two.report
    for wager in one.wagers:
        assert wager.price is not None and wager.z is not None and abs(wager.z) < 4.5
        assert int(wager.counts.sum()) == wager.rounds
        mean = float((wager.profits * wager.counts).sum() / wager.counts.sum())
        assert mean == pytest.approx(-wager.edge, abs=1e-9)


def test_results_become_arrays_and_arrow_tables() -> None:
    result = croupier.simulate("scotland-1970/dice", 1e5, wagers=["win"])
    rows = result.to_numpy()
    assert rows.dtype.names == ("wager", "profit", "count")
    assert rows["count"].sum() == result["win"].rounds
    arrow = result.to_arrow()
    assert arrow.num_rows == len(rows) and arrow.column_names == ["wager", "profit", "count"]
    with pytest.raises(KeyError, match="win"):
        result["lose"]


def test_progress_is_reported_and_can_stop() -> None:
    calls: list[tuple[int, int]] = []

    def progress(rounds: int, of: int, error: float) -> bool:
        calls.append((rounds, of))
        return len(calls) < 3

    result = croupier.simulate("scotland-1970/roulette", 50e6, wagers=["red"], progress=progress, threads=1)
    assert len(calls) == 3 and calls[-1][1] == 50_000_000
    # Blocks that were being played when it was stopped are counted too.
    assert calls[-1][0] <= result.rounds < 50_000_000

    def fails(rounds: int, of: int, error: float) -> bool:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        croupier.simulate("scotland-1970/roulette", 50e6, wagers=["red"], progress=fails)


def test_other_threads_run_beside_a_simulation() -> None:
    seen: list[float] = []
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.001):
            seen.append(time.monotonic())

    other = threading.Thread(target=look)
    other.start()
    start = time.monotonic()
    croupier.simulate("scotland-1970/dice", 50e6)
    end = time.monotonic()
    over.set()
    other.join()
    assert sum(start < when < end for when in seen) > 5


def test_an_interrupt_stops_a_simulation() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        croupier.simulate("scotland-1970/roulette", 1e13)


def test_sessions_have_a_bankroll() -> None:
    result = croupier.simulate(
        "scotland-1970/roulette", 100, wagers=["red"], stakes="martingale", unit=1, bankroll=63, sessions=2000
    )
    assert result.sessions is not None and 0 < result.sessions["ruined"] < 2000


def test_books_are_compared() -> None:
    found = croupier.compare("blackjack", quick=True)
    assert set(found["tables"]) == set(croupier.games("blackjack"))
    with pytest.raises(croupier.CroupierError, match="did you mean `blackjack`"):
        croupier.compare("blackjak")


def test_proofs_are_verified() -> None:
    proof = croupier.example_proof("dice", "07" * 32)
    report = croupier.verify(proof)
    assert report.good and report and all(step.good for step in report.steps)
    noted = croupier.verify(proof, commitment="00" * 32)
    assert not noted and noted.discrepancies
    with pytest.raises(croupier.ProofError) as caught:
        croupier.verify('{"format": 1}')
    assert caught.value.faults


def test_records_are_read_and_written() -> None:
    text = (EXAMPLES / "table.round").read_text(encoding="utf-8")
    lines = croupier.read_record(text)
    assert lines[0].act is not None and lines[0].act.startswith("rules ")
    written = croupier.write_record(lines)
    assert [line.act for line in croupier.read_record(written)] == [line.act for line in lines]
    assert croupier.write_record(croupier.read_record(written)) == written
    assert croupier.judge(written) == croupier.judge(text)
