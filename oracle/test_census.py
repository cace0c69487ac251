"""Tests of the recount: against the second judge on every throw, spin and deal of small shoes, and its comparison.

    python3 -m unittest discover -s oracle
"""

import contextlib
import io
import pathlib
import tempfile
import unittest
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import census
from games.arizona import pays
from judge import judge
from record import RANKS

SUITS = "SHDC"


def first_row(lines):
    """The judge's first row of a record, None where the last line is inadmissible."""
    answer = judge("\n".join(lines).encode())
    return None if "error" in answer else answer["bets"][0]


def end_of(row):
    if row["outcome"] != "won":
        return row["outcome"]
    return f"won at {row['odds']}" if "odds" in row else census.won_parts(
        Fraction(row["profit"]), Fraction(row["stake"]))


def judged(lines, shoe, stands):
    """Chances of the ends of the first stake, as the judge plays on from these lines with this shoe.

    The shoe holds cards by rank. Whoever may stand does; a deal that can go no further leaves its stake standing.
    """
    row = first_row(lines)
    if row["outcome"] != "standing":
        return {end_of(row): Fraction(1)}
    for stand in stands:
        if first_row(lines + [stand]):
            return judged(lines + [stand], shoe, stands)
    chances, cards = defaultdict(Fraction), sum(len(suits) for suits in shoe.values())
    for rank, suits in shoe.items():
        more = lines + [f"cards {rank}{suits[:1]}"]
        if not suits:
            continue
        if not first_row(more):
            return {"standing": Fraction(1)}
        for end, chance in judged(more, {**shoe, rank: suits[1:]}, stands).items():
            chances[end] += chance * Fraction(len(suits), cards)
    return dict(chances)


def shoe_of(text):
    """A small shoe, as "A2 65" for two Aces and five sixes of several packs: rank to suits."""
    return {word[0]: (SUITS * 2)[:int(word[1:])] for word in text.split()}


def counts(shoe, ranks):
    return tuple(sum(len(shoe.get(rank, "")) for rank in group) for group in ranks)


BACCARAT = ("TJQK", "A", *"23456789")
BLACKJACK = ("A", *"23456789", "TJQK")


class SmallShoes(unittest.TestCase):
    def agree(self, counted, wager, game, text, bets, stands=()):
        lines = [f"rules {game}", *bets]
        mine = {end: chance for (name, end), chance in counted.items() if name == wager and chance}
        self.assertEqual(mine, judged(lines, shoe_of(text), stands))

    def baccarat(self, text):
        return counts(shoe_of(text), BACCARAT)

    def blackjack(self, text, stands):
        return census.blackjack(counts(shoe_of(text), BLACKJACK), stands)

    def test_punto_banco(self):
        for book, egalite, text in (("scotland-1970", False, "T2 32 42 63"), ("mpumalanga", True, "A2 22 52 92")):
            counted = census.punto_banco(self.baccarat(text), egalite)
            for wager in ("punto", "banco") + ("egalite",) * egalite:
                bets = [f"ann bets 20 on {wager}"] + ["ann bets 20 on punto"] * (wager == "egalite")
                self.agree(counted, wager, f"{book}/punto-banco", text, bets)

    def test_tableau(self):
        """The banker draws as the table of 5.2 prints it: his score, then the cards that make him draw."""
        printed = {2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
        for bank, cards in printed.items():
            self.assertEqual("".join(str(c) for c in range(10) if census.tableau(bank, c)), cards)
            self.assertEqual(census.tableau(bank, None), bank <= 5)

    def test_chemin_de_fer(self):
        for text in ("T2 32 42 63", "A2 23 52 92"):
            self.agree(census.chemin_de_fer(self.baccarat(text)), "player", "scotland-1970/chemin-de-fer",
                       text, ["bank ann 500", "ben bets 20 on player"], ["player stands", "banker stands"])

    def test_baccarat_banque(self):
        text = "T2 43 53"
        counted = census.baccarat_banque(self.baccarat(text))
        for wager in ("right", "left", "both"):
            self.agree(counted, wager, "scotland-1970/baccarat-banque", text, [f"ann bets 20 on {wager}"],
                       ["right stands", "left stands", "banker stands"])

    def test_blackjack(self):
        for text in ("A3 63 T3", "A2 52 82 T2"):
            counted = self.blackjack(text, census.stands_on_17)
            self.agree(counted, "box", "mpumalanga/blackjack", text, ["ann bets 20 on box 1"], ["ann stands"])

    def test_second_box_changes_nothing(self):
        text = "A3 63 T4"
        self.agree(self.blackjack(text, census.stands_on_17), "box", "scotland-1970/blackjack", text,
                   ["ann bets 20 on box 1", "ann bets 20 on box 2"], ["ann stands"])

    def test_touch_21_draws_on_soft_17(self):
        text = "A2 62 92 T2"
        counted = self.blackjack(text, census.draws_on_soft_17)
        self.agree(counted, "box", "mpumalanga/touch-21", text, ["ann bets 20 on box 1"], ["ann stands"])
        self.assertNotEqual(counted, self.blackjack(text, census.stands_on_17))

    def test_in_between(self):
        text = "23 33 53 A3"
        self.agree(census.in_between(counts(shoe_of(text), RANKS)), "hand", "western-australia-1990/in-between",
                   text, ["ann bets 20 on hand"])


class WholeGames(unittest.TestCase):
    def agree(self, counted, wager, rounds):
        """Rounds, all as likely, of which the judge decides the last stake."""
        chances = defaultdict(Fraction)
        for lines in rounds:
            answer = judge("\n".join(lines).encode())
            chances[wager, end_of(answer["bets"][-1])] += Fraction(1, len(rounds))
        self.assertEqual({key: chance for key, chance in counted.items() if key[0] == wager}, dict(chances))

    def test_dice(self):
        counted = census.dice()
        points = {"4": "dice 2 2", "5": "dice 2 3", "6": "dice 3 3", "8": "dice 4 4", "9": "dice 4 5",
                  "10": "dice 5 5"}
        for wager in {wager for wager, _ in counted}:
            name, _, score = wager.partition(" ")
            bets = [f"ann bets 660 on {wager}"]
            if name.startswith("behind"):
                line = "win" if name == "behind-win" else "dont-win"
                bets = [f"ann bets 9000 on {line}", points[score], "ann bets 660 behind 1"]
            throws = product(range(1, 7), repeat=2)
            self.agree(counted, wager, [["rules scotland-1970/dice", *bets, f"dice {a} {b}"] for a, b in throws])

    def test_roulette(self):
        counted = census.scottish_roulette()
        for wager in {wager for wager, _ in counted}:
            numbers = " ".join(str(n + 1) for n in range(int(wager.split()[1])))
            self.spins(counted, wager, "scotland-1970/roulette", f"numbers {numbers}")

    def test_american_roulette(self):
        counted = census.american_roulette()
        words = {"straight": "straight 17", "split": "split 17 20", "street": "street 16 17 18",
                 "corner": "corner 17 18 20 21", "six-line": "six-line 16 17 18 19 20 21"}
        for wager in {wager for wager, _ in counted}:
            self.spins(counted, wager, "mpumalanga/american-roulette", words.get(wager, wager))

    def spins(self, counted, wager, game, words):
        self.agree(counted, wager, [[f"rules {game}", f"ann bets 270 on {words}", f"ball {ball}"]
                                    for ball in range(37)])

    def test_arizona(self):
        """The known numbers of the hands of one pack."""
        hands = {250: 4, 50: 36, 25: 624, 12: 3744, 10: 5108, 8: 10200, 3: 54912, 2: 123552, 1: 5 * 84480}
        known = {("ante", f"won at {odds} to 1"): Fraction(number, 2598960) for odds, number in hands.items()}
        known["ante", "lost"] = 1 - sum(known.values())
        self.assertEqual(census.arizona(), known)

    def test_arizona_hands(self):
        """The pay table read twice: the judge's on cards, the recount's on ranks."""
        for hand in ("AS KS QS JS TS", "AS 2S 3S 4S 5S", "QS KD AS 2S 3S", "9S 9D 9H 9C AS", "9S 9D 9H AC AS",
                     "2S 4S 6S 8S TS", "TS 9D 8S 7S 6S", "9S 9D 9H AC KS", "9S 9D KH AC KS", "TS TD 2S 3S 4S",
                     "9S 9D 2S 3S 4S", "2S 3S 4S 5S 7D"):
            cards = hand.split()
            ranks = tuple(sorted(RANKS.index(card[0]) + 2 for card in cards))
            flush = len({card[1] for card in cards}) == 1
            end = census.ante_end(ranks, Counter(ranks), flush)
            self.assertEqual(end, f"won at {pays(cards)} to 1" if pays(cards) else "lost", hand)


class Comparing(unittest.TestCase):
    chances = {("craps", "won at 7½ to 1"): Fraction(1, 9), ("craps", "lost"): Fraction(8, 9)}

    def test_agreement(self):
        text = "craps\tlost\t8/9\ncraps\twon at 7½ to 1\t1/9\n"
        self.assertEqual(census.differences(self.chances, text), [])

    def test_differences(self):
        text = "craps\tlost\t16/18\ncraps\twon at 7 to 1\t1/9\ncraps lost 1/9\n"
        self.assertEqual(census.differences(self.chances, text), [
            "line 1 is not in lowest terms: craps\tlost\t16/18",
            "line 3 is not WAGER, END, PROBABILITY: craps lost 1/9",
            "craps, won at 7 to 1: file 1/9, recount has no such line",
            "craps, won at 7½ to 1: file has no such line, recount 1/9"])

    def test_parts_are_fractions_of_the_stake(self):
        chances = {("series-5-8", "won 2 of the stake"): Fraction(1)}
        for parts in ("12 parts on 6", "2 parts on 1"):
            self.assertEqual(census.differences(chances, f"series-5-8\twon {parts}\t1\n"), [])
        twice = "series-5-8\twon 12 parts on 6\t1\nseries-5-8\twon 2 parts on 1\t1\n"
        self.assertEqual(len(census.differences(chances, twice)), 1)

    def test_files(self):
        """A missing file and a file of an unknown game fail, and so the run."""
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()) as out:
            folder = pathlib.Path(name)
            (folder / "mars").mkdir()
            (folder / "mars" / "faro.census").write_text("")
            self.assertEqual(census.main(folder), 1)
        self.assertIn("mars/faro: differs\n  there is no recount of this game\n", out.getvalue())
        self.assertTrue(out.getvalue().endswith("0 passed, 13 failed\n"))


if __name__ == "__main__":
    unittest.main()
