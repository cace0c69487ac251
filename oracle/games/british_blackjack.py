"""Blackjack of the example book of Great Britain: no hole card, double on 9 to 11, split to four hands."""

from games.blackjack_books import MpumalangaBlackjacks
from games.boxes import score
from table import whole_number


class BritishBlackjack(MpumalangaBlackjacks):
    has_even_money = False
    limits_cites = ["general 1"]
    late_cites = ["general 2"]
    service_cites = ["general 3"]
    place_cites = final_cites = bank_cites = area_cites = []
    cancel_cites = ["general 4"]
    pack_cites = shuffle_cites = ["blackjack 9"]
    cut_cites = []
    box_cites = other_wager_cites = office_cites = ["blackjack 1"]
    three_to_two_cites = ["blackjack 3"]
    decision_cites = {
        "draws": ["blackjack 5"], "stands": ["blackjack 5"], "doubles": ["blackjack 6"],
        "splits": ["blackjack 7"], "surrenders": ["blackjack 5"],
    }
    box_draw_cites = least_boxes_cites = ["blackjack 5"]
    dealer_draw_cites = ["blackjack 4"]
    insurance_cites = ["blackjack 8"]
    double_cites = ["blackjack 6"]
    win_cites = ["blackjack 2"]
    blackjack_cites = ["blackjack 3"]
    lost_cites = void_cites = ["blackjack 2"]
    settings = {
        "decks": (whole_number(4, 8), 6, ["blackjack 9"]),
        "boxes": (whole_number(1, 7), 7, ["blackjack 1"]),
    }

    def __init__(self, name):
        super().__init__(name)
        self.house |= {"split-tens": "value", "max-hands": 4, "original-bets-only": False, "shuffler": False,
                       "even-money": False}

    def one_card_on_aces(self):
        return True

    def aces_once(self):
        return True

    def may_double(self, hand):
        return score(hand.cards) in (9, 10, 11)

    def cancel_stake(self, stake):
        super().cancel_stake(stake)
        stake.cites = self.cancel_cites
