"""Arizona Hold-Em: mpumalanga/arizona-hold-em."""

from collections import Counter

from games.shoe import CardTable
from record import RANKS, Inadmissible, Refused
from table import Mpumalanga, whole_number

SEATS = 16
STRAIGHTS = [set(range(low, low + 5)) for low in range(9)] + [{12, 0, 1, 2, 3}]


def pays(cards):
    """What a hand of five cards pays to 1, or None below a pair of tens."""
    ranks = [RANKS.index(card[0]) for card in cards]
    counts = Counter(ranks)
    groups = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    straight = len(counts) == 5 and set(ranks) in STRAIGHTS
    if flush and straight:
        return 250 if min(ranks) == 8 else 50
    if groups[0] >= 4:
        return 25
    if groups == [3, 2]:
        return 12
    if flush:
        return 10
    if straight:
        return 8
    if groups[0] == 3:
        return 3
    if groups[:2] == [2, 2]:
        return 2
    tens = RANKS.index("T")
    return 1 if any(count == 2 and rank >= tens for rank, count in counts.items()) else None


class ArizonaHoldEm(CardTable, Mpumalanga):
    late_cites = ["6.2"]
    cancel_cites = ["6.2"]
    pack_cites = ["6.4"]
    settings = {"decks": (whole_number(1, 8), 1, ["6.4"])}
    whole_every_hand = True

    def __init__(self, name):
        super().__init__(name)
        self.new_hand()

    def new_hand(self):
        self.antes = []
        self.raised = []
        self.decisions = None
        self.undeal()

    def undeal(self):
        """Nothing has been dealt from a whole pack."""
        self.fresh_shoe()
        self.hands = None
        self.community = []
        self.to_deal = []

    # --- wagers ---------------------------------------------------------------
    def read_wager(self, words):
        if words != ["ante"]:
            raise Refused("the wager of this game is 'ante'", ["6.2"])
        return "ante"

    def check_others(self, stake, wager):
        if any(s.standing and s.player == stake.player and s is not stake for s in self.stakes):
            raise Refused("one ante a player", ["6.2"])
        if sum(s.standing for s in self.antes) >= SEATS:
            raise Refused("the table is full", [])

    def accept(self, stake, wager):
        stake.odds = "1 to 1"
        self.antes.append(stake)

    # --- cards ----------------------------------------------------------------
    def in_play(self):
        return self.hands is not None and not self.over()

    def over(self):
        return self.decisions == []

    def ready_for_card(self):
        if self.hands is None:
            players = [stake for stake in self.antes if stake.standing]
            if not players:
                raise Inadmissible("there is nobody to deal to", ["6.2"])
            self.hands = {stake.number: [] for stake in players}
            each = [self.hands[stake.number] for stake in players]
            self.to_deal = each + [self.community] + each + [self.community] + each
            self.antes = players
        elif not self.to_deal:
            raise Inadmissible("all cards of the hand are dealt", ["6.2"])

    def deal(self, card):
        self.to_deal.pop(0).append(card)
        if not self.to_deal:
            self.decisions = [(stake, circle) for circle in (1, 2) for stake in self.antes]

    def act_misdeal(self, act):
        begun = self.hands is not None
        decided = self.decisions is not None and len(self.decisions) < 2 * len(self.antes)
        if not begun or decided:
            raise Inadmissible("a mis-deal comes between the first card and the first decision",
                               ["6.2 mis-deal"])
        self.decisions = None
        self.undeal()

    # --- the circles ----------------------------------------------------------
    def act_circle(self, act):
        if act.choice == "folds":
            raise Inadmissible("nobody folds at this game")
        if not self.decisions or self.decisions[0][0].player != act.player:
            raise Inadmissible("raises and checks come in turn after the deal", ["6.2"])
        ante, circle = self.decisions.pop(0)
        if act.choice == "raises":
            stake = self.new_stake(act.player, f"raise {circle}", ante.amount)
            stake.of, stake.odds = ante.number, "1 to 1"
            self.raised.append(stake)
        if not self.decisions:
            self.settle()

    def settle(self):
        for stake in self.antes + self.raised:
            to_one = pays(self.hands[stake.of or stake.number] + self.community)
            if to_one is None:
                stake.lose(["6.6"])
            else:
                stake.win((to_one, 1), ["6.6"], f"{to_one} to 1")
