"""Blackjack with a hole card: the dealer looks under an Ace or a card worth ten before anybody plays."""

from games.blackjack import names
from games.blackjack_books import MpumalangaBlackjacks
from games.boxes import is_pair, score, value
from record import Inadmissible, Refused, numeral
from table import whole_number, yes_or_no


class HoleCardBlackjack(MpumalangaBlackjacks):
    """First cards, insurance, the look, and then the boxes play."""

    early_surrender = False  # a hand is given up before the look, where there is one
    aces_again = False

    def clear_boxes(self):
        super().clear_boxes()
        self.looked = False

    # --- the first cards ------------------------------------------------------
    def first_target(self):
        target = super().first_target()
        if target is None and self.hole_card_due():
            return "dealer"
        return target

    def boxes_are_out(self):
        """Every box has its two cards and the dealer his first."""
        return self.begun and bool(self.dealer) and BoxesOut.first(self) is None

    def hole_card_due(self):
        played_for = self.undecided() or self.open_insurance()
        return self.boxes_are_out() and len(self.dealer) == 1 and not self.looked and bool(played_for)

    def insurance_stage(self):
        return self.boxes_are_out() and not self.looked and not self.moved

    # --- the look -------------------------------------------------------------
    def shows_ace_or_ten(self):
        return value(self.dealer[0]) in (1, 10)

    def look_due(self):
        if not self.dealt or self.looked or len(self.dealer) != 2 or not self.shows_ace_or_ten():
            return False
        return bool(self.undecided() or self.open_insurance())

    def act_dealer_looks(self, act):
        if not self.insurance_stage():
            raise Inadmissible("the dealer looks once, after the first cards", self.dealer_draw_cites)
        self.look()

    def look(self):
        self.looked = True
        self.dealt = True
        found = self.dealer_blackjack()
        for stake in self.open_insurance():
            self.settle_insurance(stake, found)
        if found:
            for hand in self.all_hands():
                for stake in self.live(hand):
                    self.settle_against_blackjack(stake, hand)
        else:
            self.pay_blackjacks()

    def settle_against_blackjack(self, stake, hand):
        if hand.blackjack():
            self.settle_void(stake)
        else:
            self.settle_lost(stake)

    def look_if_due(self):
        if self.look_due():
            self.look()

    def look_or_leave_unseen(self):
        """Nobody needs to look under another card: it may lie unseen until the boxes have played."""
        unseen = self.hole_card_due() and not self.shows_ace_or_ten()
        if unseen or self.look_due():
            self.look()

    def first_cards_are_out(self):
        if not self.shows_ace_or_ten():
            self.pay_blackjacks()

    # --- what says that he has looked -----------------------------------------
    def ready_for_card(self):
        self.look_if_due()
        super().ready_for_card()

    def act_next_hand(self, act):
        self.look_or_leave_unseen()
        super().act_next_hand(act)

    def act_shuffle(self, act):
        self.look_or_leave_unseen()
        super().act_shuffle(act)

    def verdict(self):
        self.look_or_leave_unseen()
        self.conclude()
        return super().verdict()

    def act_decision(self, act):
        if act.choice == "surrenders" and self.surrenders_early():
            self.give_up_early(act)
            return
        self.look_or_leave_unseen()
        super().act_decision(act)

    # --- the end --------------------------------------------------------------
    def perform(self, act):
        super().perform(act)
        self.conclude()

    def deal(self, card):
        unseen = self.looked and len(self.dealer) == 1 and self.card_target() == "dealer"
        if unseen and score(self.dealer + [card]) == 21:
            raise Inadmissible("the dealer looked and had no blackjack", self.dealer_draw_cites)
        super().deal(card)

    def conclude(self):
        """A dealer who stands on his two cards needs no card to decide the hands."""
        if not self.begun or not self.dealt or self.look_due() or self.hand_to_play():
            return
        if len(self.dealer) >= 2 and self.dealer_stands():
            for hand in self.all_hands():
                for stake in self.live(hand):
                    self.settle(stake, hand)

    def over(self):
        if self.begun and not self.dealt and self.boxes_are_out() and not self.hole_card_due():
            self.dealt = True
        return not self.look_due() and super().over()

    # --- surrender ------------------------------------------------------------
    def surrenders_early(self):
        offered = self.early_surrender and self.house["surrender"]
        return offered and self.insurance_stage() and self.shows_ace_or_ten()

    def give_up_early(self, act):
        for box in sorted(self.boxes):
            hand = self.boxes[box][0]
            mine = self.callers[box] == act.player and names(act.where, hand)
            if mine and self.live(hand) and not hand.blackjack():
                self.give_up(hand)
                return
        raise Inadmissible("no hand of his can be given up", self.decision_cites["surrenders"])

    def do_surrenders(self, hand, player):
        first = len(hand.cards) == 2 and not hand.from_split
        late = self.early_surrender and self.shows_ace_or_ten()
        if not self.house["surrender"] or not first or late:
            raise Inadmissible("no surrender here", self.decision_cites["surrenders"])
        self.give_up(hand)

    def give_up(self, hand):
        hand.done = True
        for stake in self.live(hand):
            stake.settle("surrendered", -(stake.amount // 2), self.decision_cites["surrenders"])

    # --- insurance and even money ---------------------------------------------
    def act_insures(self, act):
        self.with_first_cards(lambda: super(HoleCardBlackjack, self).act_insures(act))

    def act_even_money(self, act):
        self.with_first_cards(lambda: super(HoleCardBlackjack, self).act_even_money(act))

    def with_first_cards(self, do):
        """Insurance and even money may come before the card face down, and end with the look."""
        dealt, moved = self.dealt, self.moved
        self.dealt = dealt or self.insurance_stage()
        self.moved = moved or self.looked
        try:
            do()
        finally:
            self.dealt, self.moved = dealt, moved

    # --- splitting ------------------------------------------------------------
    def check_split(self, hand):
        if len(self.boxes[hand.box]) >= self.house["max-hands"] or not is_pair(hand.cards):
            raise Inadmissible("no split here", self.decision_cites["splits"])
        if hand.aces and not self.aces_again:
            raise Inadmissible("Aces are split once", self.decision_cites["splits"])

    def hand_has_drawn(self, hand):
        super().hand_has_drawn(hand)
        pair = hand.aces and [card[0] for card in hand.cards] == ["A", "A"]
        if pair and self.aces_again and len(self.boxes[hand.box]) < self.house["max-hands"]:
            hand.done = False

    def do_draws(self, hand, player):
        self.check_more_cards(hand, "draws")
        super().do_draws(hand, player)

    def do_doubles(self, hand, player):
        self.check_more_cards(hand, "doubles")
        super().do_doubles(hand, player)

    def check_more_cards(self, hand, choice):
        if hand.aces:
            raise Inadmissible("a split Ace gets one card", self.decision_cites[choice])

    def aces_once(self):
        return not self.aces_again


class BoxesOut:
    """The order of the first cards but for the one face down."""

    @staticmethod
    def first(table):
        return super(HoleCardBlackjack, table).first_target()


class AtlanticCity(HoleCardBlackjack):
    limits_cites = ["general 1"]
    late_cites = ["general 2"]
    service_cites = ["general 3"]
    place_cites = final_cites = cancel_cites = shuffle_cites = cut_cites = bank_cites = area_cites = []
    pack_cites = ["blackjack 11"]
    box_cites = other_wager_cites = office_cites = ["blackjack 1"]
    three_to_two_cites = ["blackjack 3"]
    decision_cites = {
        "draws": ["blackjack 5"], "stands": ["blackjack 5"], "doubles": ["blackjack 6"],
        "splits": ["blackjack 7"], "surrenders": ["blackjack 8"],
    }
    box_draw_cites = least_boxes_cites = ["blackjack 5"]
    dealer_draw_cites = ["blackjack 4"]
    insurance_cites = ["blackjack 9"]
    even_money_cites = ["blackjack 10"]
    double_cites = ["blackjack 6"]
    win_cites = lost_cites = void_cites = ["blackjack 2"]
    blackjack_cites = ["blackjack 2", "blackjack 3"]
    settings = {
        "decks": (whole_number(6, 8), 8, ["blackjack 11"]),
        "boxes": (whole_number(1, 7), 7, ["blackjack 1"]),
        "max-hands": (whole_number(2, 4), 4, ["blackjack 7"]),
        "surrender": (yes_or_no, True, ["blackjack 8"]),
        "even-money": (yes_or_no, True, ["blackjack 10"]),
    }

    def check_others(self, stake, box):
        if any(other.standing and other.box == box for other in self.bets):
            raise Refused("one bet a box", ["blackjack 1"])


class AtlanticCityWithSides(AtlanticCity):
    """With perfect pairs, and three cards with the dealer's first, each for a box."""

    side_cites = {"perfect-pairs": ["blackjack 12"], "three-cards": ["blackjack 13"]}
    side_odds = {"perfect-pairs": None, "three-cards": "9 to 1"}

    def clear_boxes(self):
        super().clear_boxes()
        self.sides = []
        self.fell = {}

    def read_wager(self, words):
        self.asked = None
        if words[0] not in self.side_cites:
            return super().read_wager(words)
        if len(words) != 2:
            raise Refused("a side wager is made for a box", ["blackjack 1"])
        self.asked = words[0]
        return super().read_wager(["box", words[1]])

    def check_limits(self, value):
        if self.asked is None:
            super().check_limits(value)
        elif not 100 <= value <= 10_000:
            raise Refused("a side wager is 1 to 100", self.side_cites[self.asked])

    def main_bet(self, player, box):
        """The player's first bet on the box that stands."""
        mine = [stake for stake in self.bets if stake.standing and stake.player == player and stake.box == box]
        return mine[0].number if mine else None

    def check_others(self, stake, box):
        if self.asked is None:
            super().check_others(stake, box)
        elif self.main_bet(stake.player, box) is None:
            raise Refused("a bet on the box comes first", self.side_cites[self.asked])

    def check_exact(self, stake, box):
        if self.asked is None:
            super().check_exact(stake, box)

    def act_bets(self, act):
        super().act_bets(act)
        stake, asked = self.stakes[-1], getattr(self, "asked", None)
        if asked and len(act.wager) == 2 and numeral(act.wager[1]) is not None:
            stake.of = self.main_bet(stake.player, numeral(act.wager[1]))

    def accept(self, stake, box):
        if self.asked is None:
            super().accept(stake, box)
            return
        stake.kind, stake.place, stake.odds = self.asked, box, self.side_odds[self.asked]
        self.sides.append(stake)

    def betting_closed(self):
        super().betting_closed()
        for stake in self.sides:
            if stake.standing:
                stake.of = self.main_bet(stake.player, stake.place)
                if stake.of is None:
                    stake.refuse(Refused("a bet on the box is required", self.side_cites[stake.kind]))

    def deal(self, card):
        target = self.card_target()
        place = "dealer" if target == "dealer" else target.box
        super().deal(card)
        self.fell.setdefault(place, []).append(card)
        for stake in self.sides:
            if stake.standing and len(self.fell.get(stake.place, [])) >= 2:
                self.pay_side(stake, self.fell[stake.place][:2], self.fell["dealer"][0])

    def pay_side(self, stake, cards, up):
        cites = self.side_cites[stake.kind]
        odds = pair_odds(cards) if stake.kind == "perfect-pairs" else three_odds([*cards, up])
        if odds is None:
            stake.lose(cites)
        else:
            stake.win((odds, 1), cites, f"{odds} to 1")


def pair_odds(cards):
    one, other = cards
    if one[0] != other[0]:
        return None
    if one[1] == other[1]:
        return 25
    return 12 if (one[1] in "HD") == (other[1] in "HD") else 6


def three_odds(cards):
    ranks = sorted("23456789TJQKA".index(card[0]) for card in cards)
    flush = len({card[1] for card in cards}) == 1
    straight = ranks in ([0, 1, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2])
    return 9 if flush or straight or ranks[0] == ranks[2] else None


class EarlyAtlanticCity(AtlanticCity):
    early_surrender = True
    aces_again = True
    pack_cites = ["early 3"]
    decision_cites = {**AtlanticCity.decision_cites, "splits": ["early 2"], "surrenders": ["early 1"]}
    settings = {
        **AtlanticCity.settings,
        "decks": (whole_number(4, 6), 6, ["early 3"]),
        "max-hands": (whole_number(2, 4), 4, ["early 2"]),
        "surrender": (yes_or_no, True, ["early 1"]),
    }
