"""Tests of the second judge: the notation's examples, the readings, and the generator.

    python3 -m unittest discover -s oracle
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from generate import GAMES, generate
from judge import judge


def ask(text):
    return judge(text.encode())


def record(game, *lines):
    return "\n".join([f"rules {game}", *lines])


class Case(unittest.TestCase):
    def rows(self, game, *lines):
        answer = ask(record(game, *lines))
        self.assertNotIn("error", answer, answer)
        return answer["bets"]

    def outcomes(self, expected, game, *lines):
        """Outcome and profit of every row."""
        rows = self.rows(game, *lines)
        self.assertEqual([f"{r['outcome']} {r['profit']}" for r in rows], expected.split(", "))
        return rows

    def cites(self, expected, game, *lines):
        """The cites of the last row."""
        self.assertEqual(self.rows(game, *lines)[-1]["cites"], expected)

    def broken(self, line, cites, game, *lines):
        error = ask(record(game, *lines)).get("error", {})
        self.assertEqual((error.get("line"), error.get("cites")), (line, cites), error)


class Notation(Case):
    def test_dice_example(self):
        rows = self.outcomes("won 10.00, lost -22.00, won 20.00", "scotland-1970/dice",
                             "ann bets 10 on win", "ben bets 22 on place-lose 4", "dice 2 2",
                             "ann bets 10 behind 1", "dice 3 1")
        self.assertEqual([r["odds"] for r in rows], ["1 to 1", "5 to 11", "2 to 1"])
        self.assertEqual(rows[2]["of"], 1)
        self.assertEqual(rows[2]["wager"], "behind 1")

    def test_blackjack_example(self):
        answer = ask(record(
            "mpumalanga/blackjack", "house decks=6", "ann bets 100 on box 1", "ben bets 50 on box 1",
            "cal bets 10 on box 4", "no more bets", "cards 8S TH 6D 8C 9D", "ann splits", "ben follows 1.1",
            "cards 3H", "ann doubles", "cards TD", "cards 9S", "ann stands", "cal stands", "cards TC KS"))
        self.assertEqual(answer["net"], {"ann": "300.00", "ben": "50.00", "cal": "10.00"})
        self.assertEqual(answer["bank"], "-360.00")
        self.assertEqual(answer["bets"][0]["cites"], ["4.7", "4.2(4)(d)"])
        self.assertEqual([r["hand"] for r in answer["bets"]], ["1.1", "1.1", "4.1", "1.2"])
        self.assertEqual(answer["bets"][3]["of"], 1)

    def test_in_between_example(self):
        self.outcomes("won 10.00", "western-australia-1990/in-between", "ann bets 10 on hand", "cards JH TD",
                      "next hand", "cards 3H 9D 5C")

    def test_chemin_de_fer_example(self):
        answer = ask(record("scotland-1970/chemin-de-fer", "bank ann 500", "ben bets 100 on player",
                            "no more bets", "cards 2H 3S 3D 3C", "player draws", "cards 4D", "banker draws",
                            "cards 9C", "next hand", "bank ben 200"))
        self.assertEqual(answer["net"], {"ann": "-100.00", "ben": "100.00"})
        self.assertEqual(answer["bank"], "0.00")

    def test_rows_of_the_verdict_example(self):
        rows = self.rows("mpumalanga/blackjack", "cal bets 10 on box 8")
        self.assertEqual(rows[0].pop("reason"), "there are 7 boxes")
        self.assertEqual(rows[0], {"bet": 1, "player": "cal", "wager": "box 8", "stake": "10.00",
                                   "outcome": "refused", "profit": "0.00", "returned": "10.00", "cites": ["4.3"]})

    def test_lines_that_are_no_acts(self):
        for line in ("ann bets 0 on win", "ann bets 1.234 on win", "dealer bets 5 on win", "ann bets 5",
                     "house", "next", "ann bets 1000000000000.01 on win", "Place your bets", "right bets 5 on win"):
            self.broken(3, [], "scotland-1970/dice", "ann bets 5 on win", line)

    def test_empty_record_and_head(self):
        self.assertEqual(ask("")["error"]["line"], 1)
        self.assertEqual(ask("# nothing\n\n")["error"]["line"], 1)
        self.assertEqual(ask("\n\nann bets 1 on red")["error"]["line"], 3)
        self.broken(2, ["reg. 1"], "scotland-1970/dice", "date 1970-06-30")
        self.broken(3, [], "scotland-1970/dice", "bank house", "house min=1")
        self.broken(3, [], "scotland-1970/dice", "date 1971-01-01", "date 1971-01-02")
        self.broken(2, ["reg. 2(2)"], "scotland-1970/dice", "house min=5 max=2")
        self.broken(2, ["4.5"], "mpumalanga/blackjack", "house decks=3")
        self.broken(2, ["reg. 3(4)"], "scotland-1970/roulette", "house wheel=1,2,3")
        self.broken(2, [], "mpumalanga/american-roulette", "house decks=6")
        self.outcomes("standing 0.00", "scotland-1970/dice", "date 1970-07-01", "ann bets 5 on win")

    def test_line_endings_and_comments(self):
        answer = judge(b"rules scotland-1970/dice\r\n# \xc2\xbd\r\n\r\n\tann  bets 5 on  field#x\r\ndice 6 6\r\n")
        self.assertEqual(answer["bets"][0]["profit"], "15.00")
        self.assertEqual(answer["bets"][0]["wager"], "field")

    def test_command_line(self):
        program = pathlib.Path(__file__).with_name("judge.py")
        with tempfile.NamedTemporaryFile("w", suffix=".round") as file:
            file.write("rules scotland-1970/dice\nann bets 1 on come\n")
            file.flush()
            done = subprocess.run([sys.executable, program, file.name], capture_output=True, check=False)
        self.assertEqual((done.returncode, json.loads(done.stdout)["net"]), (0, {"ann": "0.00"}))
        done = subprocess.run([sys.executable, program, "-"], input=b"x", capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)


class Roulette(Case):
    SCOT, AMERICAN = "scotland-1970/roulette", "mpumalanga/american-roulette"

    def test_the_eight_kinds(self):
        rows = self.outcomes(
            "won 35.00, won 17.00, won 11.00, won 8.00, won 5.00, won 2.00, won 1.00, won 0.50", self.SCOT,
            "ann bets 1 on straight 17", "ann bets 1 on numbers 17 36", "ann bets 1 on street 17 1 30",
            "ann bets 1 on corner 17 20 18 21", "ann bets 1 on six-line 16 17 18 19 20 21", "ann bets 1 on dozen 2",
            "ann bets 1 on black", "ann bets 1 on two-columns 1 2", "ball 17")
        self.assertEqual([r["cites"][0][-2] for r in rows], list("abcdefgh"))

    def test_zero_halves_eighteen(self):
        rows = self.outcomes("halved -5.00, lost -1.00, refused 0.00", self.SCOT, "ann bets 10 on red",
                             "ben bets 1 on dozen 1", "cal bets 0.01 on odd", "ball 0")
        self.assertEqual(rows[0]["cites"], ["reg. 3(6)", "reg. 3(5)(g)"])
        self.assertEqual(rows[2]["cites"], ["reg. 3(6)"])

    def test_refused_wagers(self):
        for wager, cite in (("numbers 1 2 3 4 5", "reg. 3(5)"), ("numbers 5 5", "reg. 3(5)"),
                            ("numbers " + " ".join(map(str, range(18))), "reg. 3(5)(g)"), ("straight 37", "reg. 3(5)")):
            self.cites([cite], self.SCOT, f"ann bets 1 on {wager}")
        for wager, cite in (("split 3 4", "3.4(1)"), ("dozen 4", "3.4(1)"), ("numbers 1 2", "3.4(2)"),
                            ("neighbours 37", "3.4 number-and-neighbours"), ("tiers", "3.4(2)")):
            self.cites([cite], self.AMERICAN, f"ann bets 1 on {wager}")

    def test_calls(self):
        rows = self.outcomes("won 15.00, won 31.00, lost -6.00, refused 0.00, won 31.00", self.AMERICAN,
                             "ann bets 9 on neighbours-of-zero", "ann bets 5 on neighbours 3", "ann bets 6 on series-5-8",
                             "ann bets 0.01 on orphans", "ann bets 5 on neighbours 0", "ball 0")
        self.assertNotIn("odds", rows[0])
        self.assertEqual(rows[3]["cites"], ["3.4 orphans"])
        self.outcomes("won 31.00", self.AMERICAN, "ann bets 5 on orphans", "ball 17")

    def test_american_zero_loses(self):
        self.outcomes("lost -1.00, won 8.00", self.AMERICAN, "ann bets 1 on red", "ann bets 1 on corner 0 1 2 3", "ball 0")

    def test_spins(self):
        self.broken(5, ["3.2(3)"], self.AMERICAN, "spin left", "ball 4", "next hand", "spin left")
        self.broken(4, ["3.2(4)"], self.AMERICAN, "spin left", "void spin", "spin right")
        self.outcomes("won 1.00", self.AMERICAN, "spin left", "ball 4", "next hand", "ball 5", "next hand",
                      "ann bets 1 on odd", "spin left", "ball 7")
        self.broken(2, [], self.SCOT, "void spin")

    def test_late_limits_service(self):
        self.cites(["3.4(6)"], self.AMERICAN, "no more bets", "ann bets 1 on red")
        self.cites(["2.2"], self.AMERICAN, "house min=5", "no more bets", "ann bets 1 on red")
        self.cites(["2.9"], self.AMERICAN, "refuse ann", "dealer bets 1 for ann on red")
        self.cites(["reg. 2(2)"], self.SCOT, "no more bets", "ann bets 1 on red")
        self.broken(3, [], self.SCOT, "ball 1", "ball 2")


class Dice(Case):
    GAME = "scotland-1970/dice"

    def test_first_throw(self):
        self.outcomes("lost -1.00, standing 0.00", self.GAME, "ann bets 1 on win", "ann bets 1 on dont-win", "dice 1 1")
        self.outcomes("lost -1.00, won 1.00", self.GAME, "ann bets 1 on come", "ann bets 1 on dont-come", "dice 6 6")
        self.outcomes("won 1.00, lost -1.00", self.GAME, "ann bets 1 on win", "ann bets 1 on dont-win", "dice 5 6")

    def test_behind(self):
        self.outcomes("lost -10.00, lost -10.00, refused 0.00", self.GAME, "ann bets 10 on win", "dice 2 3",
                      "ann bets 10 behind 1", "ann bets 0.02 behind 1", "dice 3 4")
        self.outcomes("won 10.00, won 10.00, refused 0.00", self.GAME, "ann bets 10 on dont-win", "dice 2 3",
                      "ann bets 15 behind 1", "ann bets 0.03 behind 1", "dice 3 4")
        self.cites(["Sch. para. 1(2)"], self.GAME, "ann bets 10 on win", "ann bets 5 behind 1")
        self.cites(["Sch. para. 1(2)(b)"], self.GAME, "ann bets 10 on win", "dice 4 5", "ann bets 0.01 behind 1")
        self.cites(["reg. 4(5)"], self.GAME, "ann bets 10 on field", "ann bets 5 behind 1")
        self.cites(["Sch. para. 2(2)"], self.GAME, "ann bets 10 on dont-come", "dice 2 2", "ben bets 5 behind 1")

    def test_odds(self):
        for wager, throw, profit in (("place-win 4", "1 3", "19.00"), ("place-win 9", "4 5", "14.00"), ("hard 8", "4 4", "95.00"),
                                     ("craps", "1 2", "75.00"), ("single 12", "6 6", "330.00"), ("single 11", "5 6", "160.00"),
                                     ("field", "1 1", "20.00"), ("place-lose 8", "3 4", "8.00"), ("hard 10", "5 5", "75.00")):
            self.outcomes(f"won {profit}", self.GAME, f"ann bets 10 on {wager}", f"dice {throw}")
        self.cites(["Sch. para. 4(a)"], self.GAME, "ann bets 1 on place-lose 4")
        self.cites(["Sch. para. 7"], self.GAME, "ann bets 1 on field", "dice 3 4")
        self.cites(["reg. 4(5)"], self.GAME, "ann bets 1 on single 7")

    def test_phases(self):
        self.outcomes("refused 0.00, lost -1.00", self.GAME, "no more bets", "ann bets 1 on field", "dice 3 4",
                      "ann bets 1 on field", "dice 3 4")
        self.broken(2, [], self.GAME, "next hand")
        self.broken(2, ["reg. 4(4)"], self.GAME, "dice 3 4 5")
        self.broken(2, ["reg. 4(4)"], self.GAME, "dice 0 4")
        self.broken(4, ["reg. 2(2)"], self.GAME, "ann bets 1 on win", "dice 2 2", "ann takes back 1")
        self.outcomes("cancelled 0.00", self.GAME, "ann bets 1 on win", "dice 2 2", "cancel 1 by consent")


class InBetween(Case):
    GAME = "western-australia-1990/in-between"

    def test_results(self):
        for cards, outcome in (("2S 9S 5H", "won 4.00"), ("2S 9S 9H", "lost -4.00"), ("5S 5H 5D", "won 12.00"),
                               ("5S 5H 6D", "lost -4.00"), ("AS 2H 5D", "won 4.00"), ("AS KH", "standing 0.00")):
            self.outcomes(outcome, self.GAME, "ann bets 4 on hand", f"cards {cards}")

    def test_carried(self):
        self.cites(["r. 14(3)(a)"], self.GAME, "ann bets 4 on hand", "cards AS KH", "next hand", "ann bets 4 on hand")
        self.broken(5, ["r. 14(3)(a)"], self.GAME, "ann bets 4 on hand", "cards AS KH", "next hand", "ann takes back 1")
        self.outcomes("cancelled 0.00", self.GAME, "ann bets 4 on hand", "cards AS KH", "next hand", "cancel 1 by consent")
        self.broken(3, ["r. 6(2)"], self.GAME, "ann bets 4 on hand", "cards AS 9H AS")
        self.broken(2, [], self.GAME, "cards AS")


class Baccarat(Case):
    SCOT, MPU = "scotland-1970/punto-banco", "mpumalanga/punto-banco"
    CHEMIN, BANQUE = "scotland-1970/chemin-de-fer", "scotland-1970/baccarat-banque"

    def test_punto_banco(self):
        self.outcomes("won 19.00, lost -20.00, lost -1.00", self.MPU, "ann bets 20 on banco", "ann bets 20 on punto",
                      "ann bets 1 on egalite", "cards 2S 9S 5H TH")
        self.outcomes("void 0.00, won 8.00, refused 0.00", self.MPU, "ann bets 20 on banco", "ann bets 1 on egalite",
                      "ben bets 1 on egalite", "cards 9S 9S TH TH")
        self.cites(["5.2(3)"], self.MPU, "ben bets 1 on egalite", "no more bets")
        self.cites(["5.7"], self.MPU, "ben bets 0.10 on banco")
        self.cites(["5.2(1)"], self.MPU, "house areas=7", "ben bets 1 on punto at 8")
        self.cites(["reg. 5(4)"], self.SCOT, "ben bets 1 on egalite")
        self.broken(3, ["5.2(4)"], self.MPU, "ann bets 1 on punto", "cards 9S 2S TH TH 5S")

    def test_tableau(self):
        """Banker 3 stands against an 8 and draws against a 9."""
        self.outcomes("void 0.00", self.SCOT, "ann bets 1 on punto", "cards 2S 2S 3H AH 8D")
        self.outcomes("standing 0.00", self.SCOT, "ann bets 1 on punto", "cards 2S 2S 3H AH 9D")
        self.outcomes("lost -1.00", self.SCOT, "ann bets 1 on punto", "cards 2S 2S 3H AH 9D 4C")

    def test_chemin_de_fer_bank(self):
        self.cites(["reg. 5(6)"], self.CHEMIN, "ben bets 1 on player")
        self.cites(["reg. 5(3)"], self.CHEMIN, "bank ann 10", "ann bets 1 on player")
        self.cites(["reg. 5(3)"], self.CHEMIN, "bank ann 10", "ben bets 8 on player", "cal bets 3 on player")
        self.broken(2, ["reg. 5(6)"], self.CHEMIN, "bank house")
        self.broken(2, ["reg. 5(6)"], self.CHEMIN, "cards 2S")
        lines = ["bank ann 10", "ben bets 8 on player", "cards 9S 2S TH TD", "next hand"]
        self.broken(6, ["reg. 5(6)"], self.CHEMIN, *lines, "bank ann 50")
        self.cites(["reg. 5(6)"], self.CHEMIN, *lines, "ben bets 1 on player")
        self.broken(3, ["reg. 5(5)(a)"], self.CHEMIN, "house bank=house", "bank ann 10")

    def test_chemin_de_fer_choices(self):
        lines = ["bank ann 10", "ben bets 8 on player"]
        self.broken(4, ["reg. 5(1)"], self.CHEMIN, *lines, "cards 2S 3S 3H 4H 9D")
        self.broken(5, ["reg. 5(1)"], self.CHEMIN, *lines, "cards 2S 3S 2H 4H", "player stands")
        self.broken(5, ["reg. 5(1)"], self.CHEMIN, *lines, "cards 2S 3S 4H 4H", "player draws")
        self.outcomes("lost -8.00", self.CHEMIN, *lines, "cards 2S 3S 4H 4H", "player stands", "banker stands")
        self.outcomes("standing 0.00", self.CHEMIN, *lines, "cards 2S 3S 4H 4H", "player stands")
        self.outcomes("lost -8.00", self.CHEMIN, "house banker=tableau", *lines, "cards 2S 3S 4H 4H",
                      "player stands", "banker stands", "next hand")

    def test_banque(self):
        bets = ["ann bets 1 on right", "ben bets 1 on left", "cal bets 1 on both"]
        rows = self.outcomes("won 1.00, standing 0.00, standing 0.00", self.BANQUE, *bets, "cards 9S 2S 3S TH 5H 4H")
        self.assertEqual(rows[0]["cites"], ["reg. 5(4)", "reg. 5(3)"])
        rows = self.outcomes("won 1.00, void 0.00, void 0.00", self.BANQUE, *bets, "cards 9S 2S 3S TH 5H 4H",
                             "left stands", "banker stands")
        self.assertEqual((rows[1]["cites"], rows[2]["cites"]), (["reg. 5(4)(a)"], ["reg. 5(4)(b)"]))
        self.outcomes("lost -1.00, void 0.00, void 0.00", self.BANQUE, *bets, "cards 5S 9S 9C 2H TH TD")
        self.broken(6, ["reg. 5(1)"], self.BANQUE, *bets, "cards 2S 2C 3S 3H 3D 4H", "left draws")


class ScottishBlackjack(Case):
    GAME = "scotland-1970/blackjack"
    BETS = ["ann bets 10 on box 1", "ben bets 10 on box 2"]

    def test_two_boxes(self):
        self.broken(3, ["reg. 6(1)(a)"], self.GAME, "ann bets 10 on box 1", "cards 2S")
        self.cites(["reg. 6(5)"], self.GAME, "ann bets 10 on box 1", "ben bets 10 on box 1")
        self.cites(["reg. 6(6)(a)"], self.GAME, "ann bets 0.01 on box 1")
        self.cites(["reg. 6(1)(a)"], self.GAME, "ann bets 1 on box 8")

    def test_wins(self):
        rows = self.outcomes("won 15.00, won 10.00", self.GAME, *self.BETS, "cards AS TS 9S KS QS", "ben stands", "cards 9D")
        self.assertEqual([r["cites"] for r in rows],
                         [["reg. 6(5)(b)", "reg. 6(6)(a)"], ["reg. 6(5)(b)", "reg. 6(6)(b)"]])
        rows = self.outcomes("won 15.00, lost -10.00", self.GAME, *self.BETS, "cards AS TS 9S KS QS", "ben stands",
                             "cards 2D TD")
        self.assertEqual(rows[0]["cites"][0], "reg. 6(5)(c)")

    def test_doubles_and_splits(self):
        self.broken(5, ["reg. 6(8)"], self.GAME, *self.BETS, "cards AS TS 9S 8S QS", "ann doubles")
        rows = self.outcomes("won 20.00, void 0.00", self.GAME, *self.BETS, "cards 5S TS 9S 5D 8D", "ann doubles",
                             "cards TD", "ben stands", "cards 9H")
        self.assertEqual(rows[0]["cites"], ["reg. 6(5)(b)", "reg. 6(6)(b)", "reg. 6(8)"])
        for pair in ("4", "5", "T"):
            self.broken(5, ["reg. 6(9)"], self.GAME, *self.BETS, f"cards {pair}S TS 9S {pair}D QD", "ann splits")
        self.broken(7, ["reg. 6(9)(d)"], self.GAME, *self.BETS, "cards 8S TS 9S 8D QD", "ann splits", "cards 8C", "ann splits")
        self.outcomes("void 0.00, lost -10.00, lost -10.00", self.GAME, *self.BETS, "cards AS TS 9S AD QD", "ann splits",
                      "cards TD", "cards 5D", "ben stands", "cards 2H KH")
        self.outcomes("lost -10.00, lost -10.00, lost -10.00", self.GAME, *self.BETS, "cards AS TS TH AD QD", "ann splits",
                      "cards TD", "cards 5D", "ben stands", "cards AH")

    def test_insurance(self):
        rows = self.outcomes("void 0.00, lost -10.00, won 10.00, refused 0.00", self.GAME, *self.BETS, "cards AS TS AH KS QS",
                             "ann insures 5 on 1", "ben insures 5 on 2", "ben stands", "cards TD")
        self.assertEqual((rows[2]["cites"], rows[2]["of"], rows[2]["odds"]), (["reg. 6(7)"], 1, "2 to 1"))

    def test_cancelled_in_play(self):
        self.outcomes("cancelled 0.00, won 10.00", self.GAME, *self.BETS, "cards 5S TS 9S 5D QD", "cancel 1 by consent",
                      "ben stands", "cards TH")


class MpumalangaBlackjack(Case):
    GAME = "mpumalanga/blackjack"

    def test_blackjack_is_paid_at_once(self):
        self.outcomes("won 15.00", self.GAME, "ann bets 10 on box 1", "cards AS 9S KS", "next hand")
        self.outcomes("standing 0.00", self.GAME, "ann bets 10 on box 1", "cards AS TS KS")
        self.outcomes("won 15.00", self.GAME, "ann bets 10 on box 1", "cards AS TS KS 5S", "next hand")
        self.outcomes("void 0.00", self.GAME, "ann bets 10 on box 1", "cards AS TS KS AD")
        self.broken(3, ["4.2"], self.GAME, "ann bets 10 on box 1", "cards AS 9S KS 5S")

    def test_insurance_and_even_money(self):
        self.outcomes("lost -10.00, won 10.00", self.GAME, "ann bets 10 on box 1", "cards TS AS KS", "ann insures 5 on 1",
                      "ann stands", "cards TD")
        self.cites(["4.7"], self.GAME, "ann bets 10 on box 1", "cards TS AS KS", "ann insures 5.01 on 1")
        self.cites(["4.7"], self.GAME, "ann bets 10 on box 1", "cards TS AS 5S", "ann draws", "cards 2D", "ann insures 5 on 1")
        rows = self.outcomes("won 10.00", self.GAME, "ann bets 10 on box 1", "cards TS AS AD", "ann takes even money on 1")
        self.assertEqual((rows[0]["odds"], rows[0]["cites"]), ("1 to 1", ["4.7"]))
        self.broken(4, ["4.7"], self.GAME, "ann bets 10 on box 1", "cards TS AS 5D", "ann takes even money on 1")

    def test_surrender(self):
        lines = ["ann bets 10 on box 1", "ben bets 4 on box 1"]
        self.outcomes("surrendered -5.00, surrendered -2.00", self.GAME, *lines, "cards TS 9S 6S", "ann surrenders", "next hand")
        self.broken(5, ["4.2(4)(a)"], self.GAME, *lines, "cards TS AS 6S", "ann surrenders")
        self.broken(5, ["4.2(2)"], self.GAME, *lines, "cards TS 9S 6S", "ben stands")

    def test_behind(self):
        lines = ["ann bets 10 on box 1", "ben bets 4 on box 1", "cards 8S 9S 8D", "ann splits"]
        self.broken(6, ["4.2(4)(e)"], self.GAME, *lines, "cards 2S")
        rows = self.rows(self.GAME, *lines, "ben splits on 1")
        self.assertEqual([(r["hand"], r.get("of"), r["stake"]) for r in rows],
                         [("1.1", None, "10.00"), ("1.1", None, "4.00"), ("1.2", 1, "10.00"), ("1.2", 2, "4.00")])
        rows = self.rows(self.GAME, *lines, "ben follows 1.2", "cards 8H", "ann splits", "cards 2H", "ann doubles",
                         "cards 2C")
        self.assertEqual([(r["hand"], r["stake"]) for r in rows],
                         [("1.1", "20.00"), ("1.2", "4.00"), ("1.2", "10.00"), ("1.3", "10.00")])

    def test_split_limits(self):
        self.broken(7, ["4.2(4)(e)"], self.GAME, "house max-hands=2", "ann bets 10 on box 1", "cards 8S 9S 8D",
                    "ann splits", "cards 8H", "ann splits")
        self.broken(5, ["4.2(4)(e)"], self.GAME, "house split-tens=rank", "ann bets 10 on box 1", "cards TS 9S KD", "ann splits")
        self.outcomes("lost -10.00, lost -10.00", self.GAME, "ann bets 10 on box 1", "cards AS 9S AD", "ann splits",
                      "cards 5D", "cards 6D", "cards TD")

    def test_original_bets_only(self):
        self.outcomes("lost -10.00", self.GAME, "house original-bets-only=true", "ann bets 10 on box 1", "cards 5S TS 6S",
                      "ann doubles", "cards 5D", "cards AD")
        self.outcomes("lost -10.00, void 0.00", self.GAME, "house original-bets-only=true", "ann bets 10 on box 1",
                      "cards 8S TS 8D", "ann splits", "cards TD", "ann stands", "cards TC", "ann stands", "cards AD")

    def test_cutting_card(self):
        lines = ["ann bets 10 on box 1", "cutting card", "cards TS 9S KS", "ann stands", "cards TD", "next hand"]
        self.broken(9, ["4.2(6)"], self.GAME, *lines, "ann bets 10 on box 1", "cards 2S")
        self.broken(9, ["4.2(6)"], self.GAME, *lines, "shuffle", "ben cuts")
        self.outcomes("won 10.00", self.GAME, *lines, "shuffle", "ann cuts")
        self.broken(4, ["4.4"], self.GAME, "ann bets 10 on box 1", "cards TS 9S", "shuffle")
        self.broken(3, ["4.2(6)"], self.GAME, "house shuffler=true", "cutting card")


class Touch21(Case):
    GAME = "mpumalanga/touch-21"

    def test_soft_seventeen(self):
        self.outcomes("standing 0.00", self.GAME, "ann bets 10 on box 1", "cards TS 6S 8S", "ann stands", "cards AS")
        self.outcomes("won 10.00", self.GAME, "ann bets 10 on box 1", "cards TS 6S 8S", "ann stands", "cards AS TD")
        self.broken(4, ["7.2(8)"], self.GAME, "ann bets 10 on box 1", "cards TS 6S 8S", "ann surrenders")

    def test_who_calls(self):
        lines = ["ann bets 10 on box 1", "ben bets 10 on box 1", "ben calls box 1", "cards TS 6S 8S"]
        self.broken(6, ["7.2(2)"], self.GAME, *lines, "ann stands")
        self.outcomes("standing 0.00, standing 0.00", self.GAME, *lines, "ben stands")
        self.broken(3, ["7.2(2)"], self.GAME, "ann bets 10 on box 1", "ben calls box 1")

    def test_split_aces_play_on(self):
        self.outcomes("standing 0.00, standing 0.00, standing 0.00", self.GAME, "ann bets 10 on box 1", "cards AS 6S AD",
                      "ann splits", "cards AC", "ann splits", "cards 5D", "ann draws", "cards 4D")


class Arizona(Case):
    GAME = "mpumalanga/arizona-hold-em"

    def hand(self, cards, outcome):
        self.outcomes(outcome, self.GAME, "ann bets 1 on ante", f"cards {cards}", "ann checks", "ann checks")

    def test_pay_table(self):
        for cards, odds in (("TS JS QS KS AS", 250), ("AS 2S 3S 4S 5S", 50), ("8S 8H 8D 8C 2S", 25), ("8S 8H 8D 2C 2S", 12),
                            ("2S 9S 4S KS 7S", 10), ("AS 2H 3S 4S 5S", 8), ("8S 8H 8D 3C 2S", 3), ("8S 8H 3D 3C 2S", 2),
                            ("TS TH 3D 4C 2S", 1)):
            self.hand(cards, f"won {odds}.00")
        self.hand("9S 9H 3D 4C 2S", "lost -1.00")
        self.hand("QS KH AD 2C 3S", "lost -1.00")

    def test_raises(self):
        rows = self.outcomes("won 2.00, lost -1.00, won 2.00, lost -1.00", self.GAME, "ann bets 2 on ante", "ben bets 1 on ante",
                             "cards TS 2H 5D TD 3C 8D 7H 9S", "ann raises", "ben checks", "ann checks", "ben raises")
        self.assertEqual([(r["wager"], r.get("of")) for r in rows],
                         [("ante", None), ("ante", None), ("raise 1", 1), ("raise 2", 2)])
        self.broken(4, ["6.2"], self.GAME, "ann bets 1 on ante", "cards TS 2H 5D TD 3C", "ben raises")
        self.broken(5, ["6.2 mis-deal"], self.GAME, "ann bets 1 on ante", "cards TS 2H 5D TD 3C", "ann raises", "misdeal")
        self.outcomes("won 1.00", self.GAME, "ann bets 1 on ante", "cards TS 2H", "misdeal", "cards TS 2H 5D TD 3C",
                      "ann checks", "ann checks")


def cents(text):
    return int(text.replace(".", ""))


class Generator(unittest.TestCase):
    def test_same_seed_same_record(self):
        for game in GAMES:
            self.assertEqual(generate(game, 7), generate(game, 7))

    def test_a_good_mix(self):
        """Most records are lawful, some are not, and money moves."""
        for game in GAMES:
            answers = [judge(generate(game, seed).encode()) for seed in range(150)]
            lawful = [answer for answer in answers if "error" not in answer]
            moved = [answer for answer in lawful if any(value != "0.00" for value in answer["net"].values())]
            self.assertGreater(len(lawful), 50, game)
            self.assertGreater(len(answers) - len(lawful), 10, game)
            self.assertGreater(len(moved), 40, game)

    def test_books_balance(self):
        """Returned is stake and profit on every decided row, and the bank is what the players lack."""
        for game in GAMES:
            for seed in range(60):
                answer = judge(generate(game, seed).encode())
                for row in answer.get("bets", []):
                    if row["outcome"] != "standing":
                        self.assertEqual(cents(row["returned"]), cents(row["stake"]) + cents(row["profit"]), row)
                if "net" in answer:
                    self.assertEqual(sum(map(cents, answer["net"].values())) + cents(answer["bank"]), 0)


if __name__ == "__main__":
    unittest.main()
