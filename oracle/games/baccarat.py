"""Baccarat: the hands and the third card, and the two tables of punto banco."""

from games.shoe import CardTable
from record import Inadmissible, Refused, numeral
from table import Mpumalanga, Scotland, exact_or_refuse, whole_number

VALUES = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0, **{str(n): n for n in range(2, 10)}}
# the third cards of the player on which the banker draws, by the banker's score
TABLEAU = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}


def score(cards):
    return sum(cards) % 10


def tableau_draws(banker, third):
    """Does the banker draw on this score, having given this third card (None: the player stood)?"""
    if third is None:
        return banker <= 5
    return banker <= 2 or third in TABLEAU.get(banker, ())


class Baccarat(CardTable):
    """One banker's hand against one opposing hand or two."""

    opposing = ("player",)
    draw_cites = []

    def __init__(self, name):
        super().__init__(name)
        self.fresh_shoe()
        self.clear_hands()

    def clear_hands(self):
        self.seats = (*self.opposing, "banker")
        self.hands = {seat: [] for seat in self.seats}
        self.said = {}

    def new_hand(self):
        self.clear_hands()
        self.next_shoe()

    # --- the state of the deal ------------------------------------------------
    def dealt(self):
        return sum(len(hand) for hand in self.hands.values())

    def natural(self, seat):
        return score(self.hands[seat][:2]) >= 8

    def deal_ended(self):
        """A natural of the banker, or of every opposing hand."""
        return self.natural("banker") or all(self.natural(seat) for seat in self.opposing)

    def plan(self):
        """What comes next: ('card' or 'choice' or 'over', seat), and the forced stands that may be written."""
        dealt = self.dealt()
        if dealt < 2 * len(self.seats):
            return "card", self.seats[dealt % len(self.seats)], []
        if self.deal_ended():
            return "over", None, []
        may_say = []
        for seat in self.seats:
            if seat != "banker" and self.natural(seat):
                continue
            if len(self.hands[seat]) == 3 or self.said.get(seat) == "stands":
                may_say = []
                continue
            if self.said.get(seat) == "draws":
                return "card", seat, []
            rule = self.rule(seat)
            if rule == "draw":
                return "card", seat, may_say
            if rule == "choice":
                return "choice", seat, may_say
            may_say.append(seat)
        return "over", None, may_say

    def rule(self, seat):
        """What the rules ask of a hand of two cards: draw, stand or choice."""
        if seat == "banker":
            return self.banker_rule()
        points = score(self.hands[seat])
        if points == 5:
            return self.rule_on_five()
        return "draw" if points < 5 else "stand"

    def rule_on_five(self):
        return "draw"

    def banker_rule(self):
        return "draw" if tableau_draws(score(self.hands["banker"]), self.third_given()) else "stand"

    def third_given(self):
        """The third card the tableau looks at: that of the first opposing hand that drew."""
        for seat in self.opposing:
            if len(self.hands[seat]) == 3:
                return self.hands[seat][2]
        return None

    def over(self):
        return self.plan()[0] == "over"

    def in_play(self):
        return self.dealt() > 0 and not self.over()

    # --- cards ----------------------------------------------------------------
    def ready_for_card(self):
        if self.plan()[0] != "card":
            raise Inadmissible("no card may be drawn here", self.drawing_cites())

    def drawing_cites(self):
        return self.draw_cites

    def deal(self, card):
        seat = self.plan()[1]
        self.hands[seat].append(VALUES[card[0]])
        self.said.pop(seat, None)
        self.settle_what_is_decided()

    def settle_what_is_decided(self):
        if self.over():
            results = {seat: self.result(seat) for seat in self.opposing}
            for stake in self.stakes:
                if stake.standing:
                    self.pay(stake, results)
            self.hand_settled(results)

    def hand_settled(self, results):
        """A game may act on the result of the hand."""

    def result(self, seat):
        """1 the opposing hand won, 0 a draw, -1 the banker won."""
        mine, bank = score(self.hands[seat]), score(self.hands["banker"])
        return (mine > bank) - (mine < bank)


class PuntoBanco(Baccarat):
    """No option for anybody over a third card."""

    wagers = ("punto", "banco")
    wager_cites = []
    banco_cites = []
    odds = {"punto": "1 to 1", "banco": "19 to 20", "egalite": "8 to 1"}

    def read_wager(self, words):
        if len(words) != 1 or words[0] not in self.wagers:
            raise Refused("not a wager of this game", self.wager_cites)
        return words[0]

    def check_exact(self, stake, wager):
        if wager == "banco":
            exact_or_refuse(stake, (19, 20), self.banco_cites)

    def accept(self, stake, wager):
        stake.kind = wager
        stake.odds = self.odds[wager]


class ScottishPuntoBanco(PuntoBanco, Scotland):
    bank_cites = ["reg. 5(5)(a)"]
    draw_cites = ["reg. 5(7)"]
    wager_cites = ["reg. 5(4)"]
    banco_cites = ["reg. 5(7)"]
    settings = {"decks": (whole_number(1, 8), 8, [])}

    def pay(self, stake, results):
        result = results["player"]
        if stake.kind == "banco":
            pay_hand(stake, -result, (19, 20), [["reg. 5(7)"]] * 3)
        else:
            pay_hand(stake, result, (1, 1), SCOTTISH_CITES)


SCOTTISH_CITES = (["reg. 5(4)", "reg. 5(3)"], ["reg. 5(4)"], ["reg. 5(4)(a)"])


def pay_hand(stake, result, ratio, cites):
    """Settle a bet on one hand; cites for won, lost and void."""
    won, lost, void = cites
    if result > 0:
        stake.win(ratio, won)
    elif result < 0:
        stake.lose(lost)
    else:
        stake.give_back("void", void)


class MpumalangaPuntoBanco(PuntoBanco, Mpumalanga):
    late_cites = ["5.6"]
    cancel_cites = ["5.6"]
    pack_cites = ["5.4"]
    shuffle_cites = ["5.5"]
    draw_cites = ["5.2(4)"]
    wager_cites = ["5.6"]
    banco_cites = ["5.7"]
    wagers = ("punto", "banco", "egalite")
    settings = {
        "decks": (whole_number(1, 8), 8, ["5.4"]),
        "areas": (whole_number(7, 14), 14, ["5.2(1)"]),
    }

    def check_area(self, area):
        if area in (None, "standing"):
            return
        number = numeral(area)
        if number is None or not 1 <= number <= self.house["areas"]:
            raise Refused(f"the areas are 1 to {self.house['areas']}, or standing", ["5.2(1)"])

    def betting_closed(self):
        """A tie bet needs a bet on a hand beside it."""
        live = [stake for stake in self.stakes if stake.standing]
        covered = {stake.player for stake in live if stake.kind != "egalite"}
        for stake in live:
            if stake.kind == "egalite" and stake.player not in covered:
                stake.refuse(Refused("a bet on punto or banco is required", ["5.2(3)"]))

    def pay(self, stake, results):
        result = results["player"]
        if stake.kind == "egalite":
            pay_hand(stake, 1 if result == 0 else -1, (8, 1), [["5.7"]] * 3)
        elif stake.kind == "banco":
            pay_hand(stake, -result, (19, 20), [["5.7"]] * 3)
        else:
            pay_hand(stake, result, (1, 1), [["5.7"]] * 3)
