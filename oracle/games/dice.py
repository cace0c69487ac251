"""Dice: scotland-1970/dice."""

from record import Inadmissible, Refused, numeral
from table import Scotland, exact_or_refuse

POINTS = (4, 5, 6, 8, 9, 10)
LETTER = {4: "a", 10: "a", 5: "b", 9: "b", 6: "c", 8: "c"}
BEHIND_WIN = {"a": ((2, 1), "2 to 1"), "b": ((3, 2), "3 to 2"), "c": ((6, 5), "6 to 5")}
BEHIND_DONT = {"a": ((1, 2), "1 to 2"), "b": ((2, 3), "2 to 3"), "c": ((5, 6), "5 to 6")}
PLACE_WIN = {"a": ((19, 10), "9½ to 5"), "b": ((7, 5), "7 to 5"), "c": ((7, 6), "7 to 6")}
PLACE_LOSE = {"a": ((5, 11), "5 to 11"), "b": ((5, 8), "5 to 8"), "c": ((4, 5), "4 to 5")}
HARD = {"a": ((15, 2), "7½ to 1"), "b": ((19, 2), "9½ to 1")}
SINGLE = {"a": ((33, 1), "33 to 1"), "b": ((16, 1), "16 to 1")}
LINES = {"win": 1, "come": 1, "dont-win": 2, "dont-come": 2}
# words that take a score: scores, paragraph, odds by letter, letter by score
SCORED = {
    "place-win": (POINTS, 3, PLACE_WIN, LETTER),
    "place-lose": (POINTS, 4, PLACE_LOSE, LETTER),
    "hard": ((4, 6, 8, 10), 5, HARD, {4: "a", 10: "a", 6: "b", 8: "b"}),
    "single": ((2, 3, 11, 12), 8, SINGLE, {2: "a", 12: "a", 3: "b", 11: "b"}),
}
EVEN = ((1, 1), "1 to 1")


class Dice(Scotland):
    bank_cites = ["reg. 4(2)"]

    def __init__(self, name):
        super().__init__(name)
        self.thrown = False

    def over(self):
        return False

    def act_next_hand(self, act):
        if not self.thrown:
            raise Inadmissible("no dice have been thrown")
        self.thrown = False
        self.open_betting()

    # --- wagers ---------------------------------------------------------------
    def read_wager(self, words):
        """The kind of the wager, its score, its odds and the clause that sets them."""
        first = words[0]
        if len(words) == 1:
            if first in LINES:
                return first, None, EVEN, f"Sch. para. {LINES[first]}(1)"
            if first == "craps":
                return first, None, ((15, 2), "7½ to 1"), "Sch. para. 6"
            if first == "field":
                return first, None, EVEN, "Sch. para. 7"
        if len(words) == 2 and first in SCORED:
            scores, paragraph, odds, letters = SCORED[first]
            score = numeral(words[1])
            if score in scores:
                letter = letters[score]
                return first, score, odds[letter], f"Sch. para. {paragraph}({letter})"
        raise Refused("not a wager of the Schedule", ["reg. 4(5)"])

    def check_exact(self, stake, wager):
        exact_or_refuse(stake, wager[2][0], [wager[3]])

    def accept(self, stake, wager):
        stake.kind, stake.score, (stake.ratio, stake.odds), stake.clause = wager
        stake.line = LINES.get(stake.kind)
        stake.point = None

    def check_carried(self, wager, point, called=None):
        """A bet on the next throw is decided by it, and only a line bet has a point."""
        points = (None, *POINTS) if wager[0] in LINES else (None,)
        if wager[0] in ("craps", "field", "single") or point not in points or called:
            raise Inadmissible("no such stake stands after a throw")

    def carry(self, stake, point):
        if stake.kind != "behind":
            stake.point = point

    # --- behind ---------------------------------------------------------------
    def check_behind(self, stake, number):
        line = self.find_stake(number)
        if line is None or line is stake or line.wager not in LINES:
            raise Refused("there is nothing to go behind", ["reg. 4(5)"])
        stake.of = number
        clause = f"Sch. para. {LINES[line.wager]}(2)"
        self.check_open()
        self.check_service(stake.player)
        if line.player != stake.player or not line.standing or line.point is None:
            raise Refused("one goes behind one's own bet once it has a point", [clause])
        letter = LETTER[line.point]
        ratio, odds = (BEHIND_WIN if line.line == 1 else BEHIND_DONT)[letter]
        self.check_room(stake, line, ratio, clause)
        exact_or_refuse(stake, ratio, [f"{clause}({letter})"])
        stake.kind, stake.line, stake.score, stake.point = "behind", line.line, None, line.point
        stake.ratio, stake.odds = ratio, odds
        stake.clause = f"{clause}({letter})"

    def check_room(self, stake, line, ratio, clause):
        """Behind a win bet the stake counts, behind a don't bet what it would win."""
        others = [s for s in self.stakes if s.of == line.number and s.standing and s is not stake]
        total = sum(s.amount for s in others) + stake.amount
        num, den = (1, 1) if line.line == 1 else ratio
        if total * num > line.amount * den:
            raise Refused("more than may be staked behind", [clause])

    # --- a throw --------------------------------------------------------------
    def act_dice(self, act):
        if len(act.values) != 2 or not all(1 <= value <= 6 for value in act.values):
            raise Inadmissible("two dice, each 1 to 6", ["reg. 4(4)"])
        self.close_betting()
        score, hard = sum(act.values), act.values[0] == act.values[1]
        for stake in self.stakes:
            if stake.standing:
                self.judge_stake(stake, score, hard)
        self.thrown = True
        self.open_betting()

    def judge_stake(self, stake, score, hard):
        won = self.result(stake, score, hard)
        if won is None:
            return
        if stake.kind == "behind":
            cites = [f"Sch. para. {stake.line}(2)", stake.clause]
        else:
            cites = [stake.clause]
        if not won:
            stake.lose(cites)
        elif stake.kind == "field":
            ratio, letter = {12: ((3, 1), "a"), 2: ((2, 1), "b")}.get(score, ((1, 1), "c"))
            stake.win(ratio, [f"Sch. para. 7({letter})"], "%d to %d" % ratio)
        else:
            stake.win(stake.ratio, cites)

    def result(self, stake, score, hard):
        """True won, False lost, None not decided by this throw."""
        kind = stake.kind
        if stake.line:
            return self.line_result(stake, score)
        if kind == "place-win":
            return {stake.score: True, 7: False}.get(score)
        if kind == "place-lose":
            return {stake.score: False, 7: True}.get(score)
        if kind == "hard":
            return {stake.score: hard, 7: False}.get(score)
        if kind == "craps":
            return score in (2, 3, 12)
        if kind == "field":
            return score in (2, 3, 4, 9, 10, 11, 12)
        return score == stake.score

    def line_result(self, stake, score):
        """A line bet or a bet behind one."""
        for_the_point = stake.line == 1
        if stake.point is not None:
            return {stake.point: for_the_point, 7: not for_the_point}.get(score)
        if score in POINTS:
            stake.point = score
            return None
        if score in (7, 11):
            return for_the_point
        if for_the_point:
            return False
        return None if score == 2 else True
