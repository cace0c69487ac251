"""In-Between: western-australia-1990/in-between."""

from games.shoe import CardTable
from record import RANKS, Inadmissible, Refused
from table import Table, whole_number


MOST_SEATS = 26


class InBetween(CardTable, Table):
    settings = {"decks": (whole_number(1, 8), 1, [])}
    pack_cites = ["r. 6(2)"]
    whole_every_hand = True

    def __init__(self, name):
        super().__init__(name)
        self.new_hand()

    def new_hand(self):
        self.hands = None
        self.turn = []
        self.fresh_shoe()

    # --- wagers ---------------------------------------------------------------
    def read_wager(self, words):
        if words != ["hand"]:
            raise Refused("the wager of this game is 'hand'")
        return "hand"

    def check_others(self, stake, wager):
        others = [other for other in self.stakes if other.standing and other is not stake]
        for other in others:
            if other.player == stake.player:
                raise Refused("one hand a player", ["r. 14(3)(a)"] if other.carried else [])
        # the packs must suffice for three cards to everybody
        seats = min(MOST_SEATS, 52 * self.house["decks"] // 3)
        if len(others) >= seats:
            raise Refused(f"the table seats {seats}", [])

    def accept(self, stake, wager):
        stake.odds = "1 to 1"
        stake.carried = False

    def check_carried(self, wager, point, called=None):
        if point is not None:
            raise Inadmissible("only a bet at dice has a point")

    def carry(self, stake, point):
        stake.carried = True

    def cites_for_cancel(self, stake):
        return ["r. 14(3)(a)"] if getattr(stake, "carried", False) and stake.standing else []

    # --- cards ----------------------------------------------------------------
    def over(self):
        return self.hands is not None and not self.turn

    def in_play(self):
        return self.hands is not None and bool(self.turn)

    def ready_for_card(self):
        if self.hands is None:
            players = [stake for stake in self.stakes if stake.standing]
            if not players:
                raise Inadmissible("there is nobody to deal to")
            self.hands = {stake.number: [] for stake in players}
            self.turn = players + players
        elif not self.turn:
            raise Inadmissible("the hand is over")

    def deal(self, card):
        stake = self.turn.pop(0)
        hand = self.hands[stake.number]
        hand.append(RANKS.index(card[0]))
        if len(hand) == 2 and abs(hand[0] - hand[1]) == 1:
            stake.carried = True
        elif len(hand) == 2:
            self.turn.append(stake)
        elif len(hand) == 3:
            self.settle(stake, hand)

    def settle(self, stake, hand):
        first, second, third = hand
        if first == second == third:
            stake.win((3, 1), ["r. 14(3)(b)(ii)", "r. 15(3)(a)"], "3 to 1")
        elif first == second:
            stake.lose(["r. 14(3)(c)(ii)"])
        elif min(first, second) < third < max(first, second):
            stake.win((1, 1), ["r. 14(3)(b)(i)", "r. 15(3)(b)"])
        else:
            stake.lose(["r. 14(3)(c)(i)"])

    def finish_rows(self):
        for stake in self.stakes:
            if stake.standing and stake.carried:
                stake.cites = ["r. 14(3)(a)"]
