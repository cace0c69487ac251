"""Craps and crapless craps of the example book of Nevada."""

from record import Inadmissible, Refused, numeral
from table import Nevada

FROM_POINT = {4: 0, 10: 0, 5: 1, 9: 1, 6: 2, 8: 2}
OUTER = {2: 3, 12: 3, 3: 4, 11: 4}
TRUE = [(2, 1), (3, 2), (6, 5), (6, 1), (3, 1)]
LAID = [(1, 2), (2, 3), (5, 6), (1, 6), (1, 3)]
PLACED = [(9, 5), (7, 5), (7, 6), (11, 2), (11, 4)]


def words_of(ratio):
    return "%d to %d" % ratio


class Wager:
    """What a stake is on: its kind, its score or dice, its odds, and the provision that sets them."""

    def __init__(self, kind, on=None, ratio=(1, 1), cite=None, line=None):
        self.kind, self.on, self.ratio, self.cite, self.line = kind, on, ratio, cite, line


class Craps(Nevada):
    """Two dice with a point of the table's own, contracts, calls and commission."""

    bank_cites = []
    number = "craps %d"
    dice_cite, layout_cite = 1, 2
    points = (4, 5, 6, 8, 9, 10)
    # line: for the point, first scores that win and lose, provision, made while the table has a point
    lines = {
        "pass": (True, (7, 11), (2, 3, 12), 3, False),
        "dont-pass": (False, (2, 3), (7, 11), 4, False),
        "come": (True, (7, 11), (2, 3, 12), 3, True),
        "dont-come": (False, (2, 3), (7, 11), 4, True),
    }
    before_cite, after_cite = 5, 6
    behind_cites = {True: 7, False: 8}
    behind_times = (3, 4, 5)
    behind_off = {"come": 9, "put": 9}
    contract_cite = 10
    contracts = ("pass", "come", "put")
    put_cite = 11
    # word: scores, odds by group, provision, on a first throw, provision on calls
    races = {
        "place": ((4, 5, 6, 8, 9, 10), PLACED, 13, False, 14),
        "buy": ((4, 5, 6, 8, 9, 10), TRUE, 16, False, 14),
        "lay": ((4, 5, 6, 8, 9, 10), LAID, 18, True, 15),
        "big": ((6, 8), {2: (1, 1)}, 20, True, None),
        "hard": ((4, 6, 8, 10), {0: (7, 1), 2: (9, 1)}, 21, False, 14),
    }
    # word: share of the win (or of the bet), in advance (or on a win), provision
    commissions = {"buy": (False, False, 17), "lay": (True, True, 19)}
    # word: score -> odds, odds of a row that has not won, provision
    nexts = {
        "field": ({2: (2, 1), 12: (2, 1), 3: (1, 1), 4: (1, 1), 9: (1, 1), 10: (1, 1), 11: (1, 1)}, (1, 1), 22),
        "any-seven": ({7: (4, 1)}, (4, 1), 23),
        "any-craps": ({2: (7, 1), 3: (7, 1), 12: (7, 1)}, (7, 1), 23),
        "horn": ({2: (27, 4), 12: (27, 4), 3: (3, 1), 11: (3, 1)}, (3, 1), 25),
        "craps-eleven": ({11: (7, 1), 2: (3, 1), 3: (3, 1), 12: (3, 1)}, (3, 1), 25),
    }
    singles = {2: (30, 1), 12: (30, 1), 3: (15, 1), 11: (15, 1)}
    single_cite, hop_cite = 24, 26

    def __init__(self, name):
        super().__init__(name)
        self.point = None
        self.thrown = False

    def over(self):
        return False

    def act_next_hand(self, act):
        if not self.thrown:
            raise Inadmissible("no dice have been thrown")
        self.thrown = False
        self.open_betting()

    def cite(self, number):
        return self.number % number

    # --- wagers ---------------------------------------------------------------
    def read_wager(self, words):
        first, rest = words[0], [numeral(word) for word in words[1:]]
        found = None
        if not rest:
            found = self.plain(first)
        elif len(rest) == 1 and rest[0] is not None:
            found = self.scored(first, rest[0])
        elif len(rest) == 2 and first == "hop" and all(die in range(1, 7) for die in rest):
            ratio = (30, 1) if rest[0] == rest[1] else (15, 1)
            found = Wager("hop", sorted(rest), ratio, self.cite(self.hop_cite))
        if found is None:
            raise Refused("not on the layout", [self.cite(self.layout_cite)])
        return found

    def plain(self, word):
        if word in self.lines:
            return Wager(word, cite=self.cite(self.lines[word][3]), line=word)
        if word in self.nexts:
            _, usual, cite = self.nexts[word]
            return Wager(word, ratio=usual, cite=self.cite(cite))
        return None

    def scored(self, word, score):
        if word == "put" and self.put_cite and score in self.points:
            return Wager("put", score, cite=self.cite(self.lines["come"][3]), line="come")
        if word == "single" and self.single_cite and score in self.singles:
            return Wager("single", score, self.singles[score], self.cite(self.single_cite))
        if word in self.races and score in self.races[word][0]:
            _, odds, cite, _, _ = self.races[word]
            return Wager(word, score, odds[self.group(score)], self.cite(cite))
        return None

    def group(self, score):
        return FROM_POINT.get(score, OUTER.get(score))

    def check_others(self, stake, wager):
        """When a line may be bet depends on the table's point."""
        if wager.kind == "put":
            after, cite = True, self.put_cite
        elif wager.kind in self.lines:
            after = self.lines[wager.kind][4]
            cite = self.after_cite if after else self.before_cite
        else:
            return
        if stake.opening and after != (self.point is not None):
            raise Refused("not at this point of the game", [self.cite(cite)])

    def check_exact(self, stake, wager):
        ratios = set(self.nexts[wager.kind][0].values()) if wager.kind in self.nexts else {wager.ratio}
        if any(stake.amount * num % den for num, den in ratios):
            raise Refused("cannot be paid exactly", [wager.cite])
        if wager.kind in self.commissions:
            num, den = self.commission(stake.amount, wager.kind, wager.ratio)
            if num % den:
                raise Refused("its commission cannot be paid exactly", [self.cite(self.commissions[wager.kind][2])])

    def commission(self, bet, kind, ratio):
        """Five per cent of the bet or of what it wins, as a fraction."""
        if self.commissions[kind][0]:
            return bet * 5 * ratio[0], 100 * ratio[1]
        return bet * 5, 100

    def accept(self, stake, wager):
        stake.kind, stake.score, stake.ratio, stake.clause = wager.kind, wager.on, wager.ratio, wager.cite
        stake.odds, stake.line, stake.called = words_of(wager.ratio), wager.line, None
        stake.point = wager.on if wager.kind == "put" else None
        stake.bet, stake.fee, stake.fee_cite, stake.fee_on_win = stake.amount, 0, None, False
        if wager.kind in self.commissions:
            num, den = self.commission(stake.amount, wager.kind, wager.ratio)
            stake.fee, stake.fee_cite = num // den, self.cite(self.commissions[wager.kind][2])
            stake.fee_on_win = not self.commissions[wager.kind][1]
            if not stake.fee_on_win:
                stake.amount += stake.fee
                stake.commission = stake.fee

    # --- behind ---------------------------------------------------------------
    def parent(self, stake, number):
        line = self.find_stake(number)
        if line is not None and line is not stake:
            try:
                return line, self.read_wager(line.wager.split(" "))
            except Refused:
                pass
        return None, None

    def check_behind(self, stake, number):
        line, wager = self.parent(stake, number)
        if line is None or wager.line is None:
            raise Refused("there is nothing to go behind", [self.cite(self.layout_cite)])
        stake.of = number
        for_the_point = self.lines[wager.line][0]
        clause = self.cite(self.behind_cites[for_the_point])
        if stake.opening:
            self.check_open()
            self.check_service(stake.player)
        point = getattr(line, "point", None)
        if line.player != stake.player or not line.standing or point is None:
            raise Refused("one goes behind one's own bet once it has a point", [clause])
        ratio = (TRUE if for_the_point else LAID)[self.group(point)]
        self.check_times(stake, line, for_the_point, ratio, point, clause)
        if stake.amount * ratio[0] % ratio[1]:
            raise Refused("cannot be paid exactly", [clause])
        stake.kind, stake.line, stake.score, stake.point = "behind", wager.line, None, point
        stake.parent_kind, stake.called = line.kind, None
        stake.ratio, stake.odds, stake.clause = ratio, words_of(ratio), clause
        stake.bet, stake.fee, stake.fee_cite = stake.amount, 0, None

    def check_times(self, stake, line, for_the_point, ratio, point, clause):
        others = [s for s in self.stakes if s.of == line.number and s.standing and s is not stake]
        total = sum(s.amount for s in others) + stake.amount
        num, den = (1, 1) if for_the_point else ratio
        if total * num > line.amount * self.times(point) * den:
            raise Refused("more than may be staked behind", [clause])

    def times(self, point):
        return self.behind_times[self.group(point)]

    # --- records that continue -------------------------------------------------
    def act_carries(self, act):
        called, behind = act.called, act.bet.kind == "behind"
        if called and behind:
            line, wager = self.parent(None, act.bet.number)
            begins = self.open and self.opening == 1 and not (self.placed or self.final)
            first = begins and not any(stake.opening for stake in self.stakes)
            if first and wager is not None and wager.line and line.kind not in self.behind_off:
                raise Inadmissible("bets behind it are not called")
        super().act_carries(act)
        if called:
            self.stakes[-1].called = called

    def check_carried(self, wager, point, called=None):
        points = (None, *self.points) if wager.kind in self.lines else (None,)
        if wager.kind in self.nexts or wager.kind in ("single", "hop") or point not in points:
            raise Inadmissible("no such stake stands after a throw")
        if called and self.calls_cite(wager.kind) is None:
            raise Inadmissible("it is not called")

    def carry(self, stake, point):
        if stake.kind == "behind" or stake.kind == "put":
            return
        stake.point = point
        if stake.kind in self.lines and point is not None and not self.lines[stake.kind][4]:
            if self.point not in (None, point):
                raise Inadmissible("the table has another point", [self.cite(self.before_cite)])
            self.point = point

    # --- calls and taking back --------------------------------------------------
    def calls_cite(self, kind, parent=None):
        number = self.behind_off.get(parent) if kind == "behind" else self.races.get(kind, (None,) * 5)[4]
        return None if number is None else self.cite(number)

    def is_on(self, stake):
        """A call counts until the next one; otherwise most wagers are off while the table has no point."""
        if stake.called:
            return stake.called == "on"
        if stake.kind == "behind":
            return self.point is not None or stake.parent_kind not in self.behind_off
        if stake.kind in self.races:
            return self.point is not None or self.races[stake.kind][3]
        return True

    def act_calls_stake(self, act):
        stake = self.find_stake(act.number)
        if stake is None or not stake.standing:
            raise Inadmissible("no such stake in play")
        cite = self.calls_cite(stake.kind, getattr(stake, "parent_kind", None))
        if cite is None:
            raise Inadmissible("this wager is not called on or off")
        if stake.player != act.player or not self.open:
            raise Inadmissible("one's own stake, while betting is open", [cite])
        stake.called = act.call

    def act_takes_back(self, act):
        stake = self.find_stake(act.number)
        if stake is None or not stake.standing:
            raise Inadmissible("no such stake in play")
        if stake.player == act.player and stake.kind in self.contracts and stake.point is not None:
            raise Inadmissible("a contract", [self.cite(self.contract_cite)])
        if stake.player != act.player or not self.open:
            raise Inadmissible("that stake cannot be taken back")
        self.cancel_stake(stake)

    def cancel_stake(self, stake):
        super().cancel_stake(stake)
        stake.commission = 0
        for other in self.stakes:
            if other.of == stake.number and other.standing:
                other.give_back("void", [other.clause])

    # --- a throw ----------------------------------------------------------------
    def act_dice(self, act):
        if len(act.values) != 2 or not all(1 <= value <= 6 for value in act.values):
            raise Inadmissible("two dice, each 1 to 6", [self.cite(self.dice_cite)])
        self.close_betting()
        for stake in self.stakes:
            if stake.standing:
                self.judge_throw(stake, act.values)
        self.move_point(sum(act.values))
        self.thrown = True
        self.open_betting()

    def move_point(self, score):
        if self.point is None:
            self.point = score if score in self.points else None
        elif score in (7, self.point):
            self.point = None

    def judge_throw(self, stake, dice):
        score = sum(dice)
        won = self.decides(stake, dice, score)
        if won is None:
            return
        if stake.kind == "behind" and not self.is_on(stake):
            stake.give_back("void", [self.calls_cite("behind", stake.parent_kind)])
        elif won == "void":
            stake.give_back("void", [stake.clause])
        else:
            self.pay(stake, won, score)

    def pay(self, stake, won, score):
        cites = [stake.clause]
        if stake.kind == "put":
            cites = [self.cite(self.put_cite), stake.clause]
        if stake.kind == "behind":
            cites = [stake.clause]
        ratio = stake.ratio
        if stake.kind in self.nexts and won:
            ratio = self.nexts[stake.kind][0][score]
        gain = stake.bet * ratio[0] // ratio[1] if won else -stake.bet
        if stake.fee and (won or not stake.fee_on_win):
            gain -= stake.fee
            stake.commission = stake.fee
            cites += [stake.fee_cite] if stake.fee_cite not in cites else []
        stake.settle("won" if won else "lost", gain, cites, words_of(ratio) if won else None)

    def decides(self, stake, dice, score):
        """True won, False lost, "void", or None where the throw decides nothing."""
        kind = stake.kind
        if stake.line:
            return self.of_line(stake, score)
        if kind in self.races:
            return self.of_race(stake, dice, score)
        if kind == "hop":
            return sorted(dice) == stake.score
        if kind == "single":
            return score == stake.score
        return score in self.nexts[kind][0]

    def of_line(self, stake, score):
        for_the_point, wins, loses, _, _ = self.lines[stake.line]
        if stake.point is not None:
            return {stake.point: for_the_point, 7: not for_the_point}.get(score)
        if score in self.points:
            stake.point = score
            return None
        if score in wins or score in loses:
            return score in wins
        return "void"

    def of_race(self, stake, dice, score):
        if score not in (7, stake.score) or not self.is_on(stake):
            return None
        if stake.kind == "hard":
            return score != 7 and dice[0] == dice[1]
        return (score == 7) == (stake.kind == "lay")


class CraplessCraps(Craps):
    """Every score but seven is a point."""

    number = "crapless %d"
    dice_cite, layout_cite = 1, 1
    points = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    lines = {"pass": (True, (7,), (), 2, False), "come": (True, (7,), (), 2, True)}
    before_cite, after_cite = 2, 2
    behind_cites = {True: 3}
    behind_off = {"come": 3}
    contract_cite = 2
    put_cite = None
    single_cite, hop_cite = None, 8
    races = {
        "place": (points, PLACED, 4, False, 5),
        "buy": (points, TRUE, 6, False, 5),
        "lay": (points, LAID, 7, True, 5),
        "hard": ((4, 6, 8, 10), {0: (7, 1), 2: (9, 1)}, 8, False, 5),
    }
    commissions = {"buy": (False, True, 6), "lay": (True, True, 7)}
    nexts = {"field": ({12: (3, 1), 2: (2, 1), 3: (1, 1), 4: (1, 1), 9: (1, 1), 10: (1, 1), 11: (1, 1)}, (1, 1), 8)}

    def times(self, point):
        return 3
