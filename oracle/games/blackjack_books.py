"""The three blackjacks: Scotland 1970, Mpumalanga standard, and Touch 21."""

from games.blackjack import Blackjack
from games.boxes import is_pair, is_soft, score, value
from record import Inadmissible, Refused
from table import Mpumalanga, Scotland, one_of, whole_number, yes_or_no


class ScottishBlackjack(Blackjack, Scotland):
    bank_cites = ["reg. 6(3)"]
    pack_cites = ["reg. 6(1)(b)"]
    shuffle_cites = ["reg. 6(1)(b)"]
    box_cites = ["reg. 6(1)(a)"]
    other_wager_cites = ["reg. 6(5)"]
    three_to_two_cites = ["reg. 6(6)(a)"]
    least_boxes = 2
    least_boxes_cites = ["reg. 6(1)(a)"]
    decision_cites = {
        "draws": ["reg. 6(1)(e)"], "stands": ["reg. 6(1)(e)"], "doubles": ["reg. 6(8)"],
        "splits": ["reg. 6(9)"], "surrenders": ["reg. 6(5)"],
    }
    office_cites = ["reg. 6(5)"]
    box_draw_cites = ["reg. 6(1)(e)"]
    dealer_draw_cites = ["reg. 6(1)(f)"]
    insurance_cites = ["reg. 6(7)"]
    settings = {
        "decks": (whole_number(4, 4), 4, ["reg. 6(1)(b)"]),
        "boxes": (whole_number(2, 14), 7, ["reg. 6(1)(a)"]),
    }

    def check_others(self, stake, box):
        if any(other.standing and other.box == box for other in self.bets):
            raise Refused("one bet a box", ["reg. 6(5)"])

    def cancel_stake(self, stake):
        super().cancel_stake(stake)
        if self.begun and not self.dealt:
            self.look_at_first_cards()

    def may_insure(self, box):
        return self.boxes[box][0].blackjack()

    def may_double(self, hand):
        return score(hand.cards) in (9, 10, 11)

    def check_split(self, hand):
        if hand.from_split:
            raise Inadmissible("a separated hand is not separated again", ["reg. 6(9)(d)"])
        if not is_pair(hand.cards) or value(hand.cards[0]) in (4, 5, 10):
            raise Inadmissible("these cards may not be separated", ["reg. 6(9)"])

    # --- settling -------------------------------------------------------------
    def settle_lost(self, stake):
        stake.lose(["reg. 6(5)"] + doubling(stake, "reg. 6(8)"))

    def settle(self, stake, hand):
        mine, bank = score(hand.cards), score(self.dealer)
        clause = self.winning_clause(hand, mine, bank)
        if clause:
            two_cards = hand.blackjack()
            odds = "reg. 6(6)(a)" if two_cards else "reg. 6(6)(b)"
            cites = [clause, odds] + doubling(stake, "reg. 6(8)")
            stake.win((3, 2) if two_cards else (1, 1), cites, "3 to 2" if two_cards else "1 to 1")
        elif mine == bank and not (mine == 21 and len(self.dealer) == 2 and not hand.blackjack()):
            stake.give_back("void", ["reg. 6(5)"] + doubling(stake, "reg. 6(8)"))
        else:
            self.settle_lost(stake)

    def winning_clause(self, hand, mine, bank):
        if bank > 21:
            return "reg. 6(5)(a)"
        if mine > bank:
            return "reg. 6(5)(b)"
        if mine == bank == 21 and hand.blackjack() and len(self.dealer) > 2:
            return "reg. 6(5)(c)"
        return None


def doubling(stake, clause):
    return [clause] if stake.added else []


class MpumalangaBlackjacks(Blackjack, Mpumalanga):
    """What standard blackjack and Touch 21 share."""

    has_even_money = True
    win_cites = []
    blackjack_cites = []
    lost_cites = []
    void_cites = []

    def check_split(self, hand):
        fault = None
        tens = value(hand.cards[0]) == 10
        if not is_pair(hand.cards):
            fault = "only a pair may be split"
        elif tens and self.house["split-tens"] == "rank" and hand.cards[0][0] != hand.cards[1][0]:
            fault = "tens are split by rank here"
        elif len(self.boxes[hand.box]) >= self.house["max-hands"]:
            fault = "the box has as many hands as it may"
        elif hand.aces and self.aces_once():
            fault = "Aces are split once"
        if fault:
            raise Inadmissible(fault, self.decision_cites["splits"])

    def aces_once(self):
        return False

    # --- settling -------------------------------------------------------------
    def first_cards_are_out(self):
        if value(self.dealer[0]) not in (1, 10):
            self.pay_blackjacks()

    def second_dealer_card(self):
        if not self.dealer_blackjack():
            self.pay_blackjacks()

    def dealer_blackjack(self):
        return len(self.dealer) == 2 and score(self.dealer) == 21

    def pay_blackjacks(self):
        for hand in self.all_hands():
            if hand.blackjack():
                for stake in self.live(hand):
                    stake.win((3, 2), self.blackjack_cites, "3 to 2")

    def settle_lost(self, stake):
        stake.lose(self.lost_cites + doubling(stake, self.double_cites[0]))

    def settle_void(self, stake):
        stake.give_back("void", self.void_cites + doubling(stake, self.double_cites[0]))

    def settle(self, stake, hand):
        mine, bank = score(hand.cards), score(self.dealer)
        if self.dealer_blackjack():
            self.settle_against_blackjack(stake, hand)
        elif bank > 21 or mine > bank:
            stake.win((1, 1), self.win_cites + doubling(stake, self.double_cites[0]))
        elif mine == bank:
            self.settle_void(stake)
        else:
            self.settle_lost(stake)

    def settle_against_blackjack(self, stake, hand):
        saved = self.house["original-bets-only"]
        if hand.blackjack() or (saved and stake.further):
            self.settle_void(stake)
            return
        self.settle_lost(stake)
        if saved and stake.added:
            stake.profit = -(stake.amount - stake.added)
            stake.returned = stake.added


class MpumalangaBlackjack(MpumalangaBlackjacks):
    late_cites = ["4.2(3)"]
    place_cites = ["4.2(1)"]
    cancel_cites = ["4.6"]
    pack_cites = ["4.5"]
    shuffle_cites = ["4.4"]
    cut_cites = ["4.2(6)"]
    box_cites = other_wager_cites = ["4.3"]
    three_to_two_cites = ["4.7"]
    decision_cites = {
        "draws": ["4.2(4)(c)"], "stands": ["4.2(4)(b)"], "doubles": ["4.2(4)(d)"],
        "splits": ["4.2(4)(e)"], "surrenders": ["4.2(4)(a)"],
    }
    office_cites = ["4.2(2)"]
    box_draw_cites = least_boxes_cites = ["4.2(4)(c)"]
    dealer_draw_cites = ["4.2"]
    insurance_cites = ["4.7"]
    even_money_cites = ["4.7"]
    double_cites = ["4.2(4)(d)"]
    win_cites = ["4.7"]
    blackjack_cites = ["4.2(5)", "4.7"]
    lost_cites = void_cites = ["4.2"]
    settings = {
        "decks": (whole_number(4, 8), 6, ["4.5"]),
        "boxes": (whole_number(1, 7), 7, ["4.3"]),
        "surrender": (yes_or_no, True, ["4.2"]),
        "split-tens": (one_of("value", "rank"), "value", ["4.2"]),
        "split-aces": (one_of("one-card", "play-on"), "one-card", ["4.2"]),
        "max-hands": (whole_number(2, 8), 4, ["4.2"]),
        "original-bets-only": (yes_or_no, False, ["4.2"]),
        "even-money": (yes_or_no, True, ["4.2"]),
        "shuffler": (yes_or_no, False, ["4.2"]),
    }

    def one_card_on_aces(self):
        return self.house["split-aces"] == "one-card"

    def aces_once(self):
        return True

    def do_surrenders(self, hand, player):
        first = len(hand.cards) == 2 and not hand.from_split
        if not self.house["surrender"] or not first or self.dealer[0][0] == "A":
            raise Inadmissible("no surrender here", self.decision_cites["surrenders"])
        hand.done = True
        for stake in self.live(hand):
            stake.settle("surrendered", -(stake.amount // 2), ["4.2(4)(a)"])


class Touch21(MpumalangaBlackjacks):
    late_cites = ["7.2(3)"]
    place_cites = ["7.2(1)"]
    cancel_cites = ["7.6"]
    pack_cites = ["7.5"]
    shuffle_cites = ["7.4"]
    cut_cites = ["7.2(10)"]
    box_cites = other_wager_cites = ["7.3"]
    three_to_two_cites = ["7.7"]
    decision_cites = {
        "draws": ["7.2(7)(b)"], "stands": ["7.2(7)(a)"], "doubles": ["7.2(7)(c)"],
        "splits": ["7.2(7)(d)"], "surrenders": ["7.2(8)"],
    }
    office_cites = ["7.2(2)"]
    box_draw_cites = least_boxes_cites = ["7.2(7)(b)"]
    dealer_draw_cites = ["7.2"]
    insurance_cites = ["7.2(6)", "7.7"]
    even_money_cites = ["7.7"]
    double_cites = ["7.2(7)(c)"]
    win_cites = ["7.7"]
    blackjack_cites = ["7.2(9)", "7.7"]
    lost_cites = void_cites = ["7.2"]
    settings = {
        "decks": (whole_number(1, 2), 2, ["7.5"]),
        "boxes": (whole_number(1, 7), 7, ["7.3"]),
        "split-tens": (one_of("value", "rank"), "value", []),
        "max-hands": (whole_number(2, 8), 4, []),
        "original-bets-only": (yes_or_no, False, []),
        "even-money": (yes_or_no, True, []),
        "shuffler": (yes_or_no, False, []),
    }

    def one_card_on_aces(self):
        return False

    def dealer_stands(self):
        points = score(self.dealer)
        return points >= 18 or (points == 17 and not is_soft(self.dealer))

    def act_calls(self, act):
        if self.begun or not [s for s in self.own_bets(act.player, act.box) if s.standing]:
            raise Inadmissible("a player of the box calls it, named before the first card", ["7.2(2)"])
        self.named_callers[act.box] = act.player
