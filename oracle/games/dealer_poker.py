"""Poker against a dealer's hand: three-card-poker/three-card-poker and caribbean-stud/caribbean-stud."""

from collections import Counter

from games.shoe import CardTable
from record import RANKS, Inadmissible, Refused
from table import Table, one_of, whole_number

THREE = ["high card", "pair", "flush", "straight", "three of a kind", "straight flush"]
FIVE = ["high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house",
        "four of a kind", "straight flush"]


def kind_of(cards):
    """The kind of a hand, and the ranks that decide between hands of that kind, from the first to compare."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    counts = Counter(ranks)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    top = None
    if len(counts) == len(cards):
        if ranks[0] - ranks[-1] == len(cards) - 1:
            top = ranks[0]
        elif ranks == [12] + list(range(len(cards) - 2, -1, -1)):
            top = ranks[1]
    suited = len({card[1] for card in cards}) == 1
    if top is not None:
        return ("straight flush" if suited else "straight"), [top]
    if shape[0] == 4:
        return "four of a kind", by_count
    if shape == [3, 2]:
        return "full house", by_count
    if suited:
        return "flush", by_count
    if shape[0] == 3:
        return "three of a kind", by_count
    if shape[:2] == [2, 2]:
        return "two pairs", by_count
    return ("pair" if shape[0] == 2 else "high card"), by_count


def is_royal(cards):
    kind, top = kind_of(cards)
    return kind == "straight flush" and top == [12]


class DealerPoker(CardTable, Table):
    limits_cites = ["1.2"]
    service_cites = ["1.4"]
    late_cites = ["1.3"]
    cancel_cites = ["1.3"]
    bank_cites = ["1.1"]
    pack_cites = ["2.2"]
    whole_every_hand = True
    # the book
    cards = order = times = qualifies = None
    raise_pays = {}
    bonus_pays = {}
    # wagers on one's own hand, beside the ante: what they pay to 1, and the provision
    own_hand_pays = {}

    def __init__(self, name):
        super().__init__(name)
        self.new_hand()

    def left_in_shoe(self, card):
        return 1 - self.gone[card]

    def new_hand(self):
        self.antes = []
        self.beside = []
        self.raised = {}
        self.turns = None
        self.undeal()

    def undeal(self):
        self.fresh_shoe()
        self.hands = None
        self.dealer = []
        self.to_deal = []

    # --- wagers ---------------------------------------------------------------
    def read_wager(self, words):
        if words == ["ante"] or (len(words) == 1 and words[0] in self.own_hand_pays):
            return words[0]
        raise Refused("the game has no such wager", ["2.1"])

    def ante_of(self, player):
        """The number of the player's standing ante."""
        return next((ante.number for ante in self.antes if ante.standing and ante.player == player), None)

    def check_others(self, stake, wager):
        if wager != "ante":
            if self.ante_of(stake.player) is None:
                raise Refused("first an ante", ["5.2"])
            return
        if any(s.standing and s.player == stake.player and s is not stake for s in self.antes):
            raise Refused("one ante a player", ["2.1"])
        if sum(s.standing for s in self.antes) >= self.house["seats"]:
            raise Refused("the table is full", ["2.2"])

    def act_bets(self, act):
        super().act_bets(act)
        stake = self.stakes[-1]
        if stake.wager in self.own_hand_pays:
            stake.of = self.ante_of(stake.player)

    def accept(self, stake, wager):
        if wager == "ante":
            stake.odds = "1 to 1"
            self.antes.append(stake)
        else:
            self.beside.append(stake)

    def betting_closed(self):
        """A wager on a hand needs an ante that still stands."""
        for stake in self.beside:
            if stake.standing:
                stake.of = self.ante_of(stake.player)
                if stake.of is None:
                    stake.refuse(Refused("first an ante", ["5.2"]))

    # --- cards ----------------------------------------------------------------
    def in_play(self):
        return self.hands is not None and not self.over()

    def over(self):
        return self.turns == []

    def ready_for_card(self):
        if self.hands is None:
            players = [stake for stake in self.antes if stake.standing]
            if not players:
                raise Inadmissible("there is nobody to deal to", ["2.1"])
            self.antes = players
            self.hands = {stake.number: [] for stake in players}
            hands = [self.hands[stake.number] for stake in players] + [self.dealer]
            if self.house["deal"] == "hands":
                self.to_deal = [hand for hand in hands for _ in range(self.cards)]
            else:
                self.to_deal = hands * self.cards
        elif not self.to_deal:
            raise Inadmissible("all cards of the hand are dealt", ["2.1"])

    def deal(self, card):
        self.to_deal.pop(0).append(card)
        if not self.to_deal:
            self.turns = list(self.antes)

    def act_misdeal(self, act):
        begun = self.hands is not None
        decided = self.turns is not None and len(self.turns) < len(self.antes)
        if not begun or decided:
            raise Inadmissible("a mis-deal comes between the first card and the first decision", ["2.6"])
        self.turns = None
        self.undeal()

    # --- decisions ------------------------------------------------------------
    def act_circle(self, act):
        if act.choice not in ("raises", "folds"):
            raise Inadmissible("players raise or fold here")
        if not self.turns or self.turns[0].player != act.player:
            raise Inadmissible("players decide in turn when all cards are dealt", ["2.1"])
        ante = self.turns.pop(0)
        if act.choice == "folds":
            ante.lose(["2.4"])
        else:
            stake = self.new_stake(act.player, "raise 1", ante.amount * self.times)
            stake.of, stake.odds = ante.number, "1 to 1"
            self.raised[ante.number] = stake
        if not self.turns:
            self.compare()
            for stake in self.beside:
                if stake.standing:
                    self.settle_own_hand(stake)

    def strength(self, cards):
        kind, ranks = kind_of(cards)
        return [self.order.index(kind)] + ranks

    def compare(self):
        dealer = self.strength(self.dealer)
        for ante in self.antes:
            if ante.number not in self.raised:
                continue
            own, cards = self.strength(self.hands[ante.number]), self.hands[ante.number]
            if dealer < self.qualifies:
                ante_to, raise_to, cite = "won", "void", "3.2"
            elif own > dealer:
                ante_to, raise_to, cite = "won", "won", "3.3"
            elif own == dealer:
                ante_to, raise_to, cite = "void", "void", "3.4"
            else:
                ante_to, raise_to, cite = "lost", "lost", "3.5"
            self.settle_ante(ante, ante_to, cards, cite)
            self.settle_raise(self.raised[ante.number], raise_to, cards, cite)

    def settle_ante(self, ante, outcome, cards, cite):
        profit = {"won": ante.amount, "void": 0, "lost": -ante.amount}[outcome]
        cites = [cite] + (["4.1"] if outcome == "won" else [])
        to_one = self.bonus_pays.get(kind_of(cards)[0])
        if to_one is None:
            ante.settle(outcome, profit, cites)
            return
        ante.bonus = ante.amount * to_one
        ante.settle("won", profit + ante.bonus, cites + ["4.3"])
        ante.odds = None

    def settle_own_hand(self, stake):
        pays, cite = self.own_hand_pays[stake.wager]
        to_one = pays.get(kind_of(self.hands[stake.of])[0])
        if to_one is None:
            stake.lose([cite])
        else:
            stake.win((to_one, 1), [cite], f"{to_one} to 1")

    def settle_raise(self, stake, outcome, cards, cite):
        if outcome != "won":
            stake.settle(outcome, 0 if outcome == "void" else -stake.amount, [cite])
            return
        kind = "royal flush" if is_royal(cards) and "royal flush" in self.raise_pays else kind_of(cards)[0]
        to_one = self.raise_pays.get(kind, 1)
        stake.win((to_one, 1), [cite, "4.2"], f"{to_one} to 1")


class ThreeCardPoker(DealerPoker):
    settings = {
        "deal": (one_of("one-by-one", "hands"), "hands", ["2.2"]),
        "seats": (whole_number(1, 16), 7, ["2.2"]),
    }
    cards, order, times = 3, THREE, 1
    qualifies = [0, RANKS.index("Q")]
    bonus_pays = {"straight flush": 5, "three of a kind": 4, "straight": 1}
    own_hand_pays = {
        "pair-plus": ({"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}, "5.1"),
        "pair-plus-low": ({"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 3, "pair": 1}, "5.3"),
    }


class CaribbeanStud(DealerPoker):
    settings = {
        "deal": (one_of("one-by-one", "hands"), "one-by-one", ["2.2"]),
        "seats": (whole_number(1, 9), 7, ["2.2"]),
    }
    cards, order, times = 5, FIVE, 2
    qualifies = [0, RANKS.index("A"), RANKS.index("K")]
    raise_pays = {"royal flush": 100, "straight flush": 50, "four of a kind": 20, "full house": 7, "flush": 5,
                  "straight": 4, "three of a kind": 3, "two pairs": 2}
