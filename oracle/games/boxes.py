"""The boxes of a blackjack table: bets, callers, hands and the first cards."""

from games.shoe import CardTable
from record import Inadmissible, Refused, numeral
from table import exact_or_refuse


def value(card):
    """An Ace is 1 here; `score` makes the first one 11 where it may."""
    rank = card[0]
    if rank == "A":
        return 1
    return int(rank) if rank.isdigit() else 10


def score(cards):
    total = sum(value(card) for card in cards)
    soft = any(card[0] == "A" for card in cards) and total <= 11
    return total + 10 if soft else total


def is_soft(cards):
    return score(cards) != sum(value(card) for card in cards)


def is_pair(cards):
    return len(cards) == 2 and value(cards[0]) == value(cards[1])


class Hand:
    """One hand of a box."""

    def __init__(self, box, number):
        self.box = box
        self.number = number
        self.cards = []
        self.from_split = False
        self.aces = False
        self.drawing = False
        self.doubled = False
        self.done = False

    def blackjack(self):
        """21 in the first two cards dealt to a box."""
        return not self.from_split and len(self.cards) == 2 and score(self.cards) == 21


class BoxTable(CardTable):
    """Bets on boxes, and whose turn it is."""

    box_cites = []
    other_wager_cites = []
    three_to_two_cites = []
    least_boxes = 1
    least_boxes_cites = []

    def __init__(self, name):
        super().__init__(name)
        self.fresh_shoe()
        self.clear_boxes()

    def clear_boxes(self):
        self.begun = False
        self.dealt = False  # the first cards are out
        self.moved = False  # a decision was taken, or a card fell after the first cards
        self.boxes = {}
        self.bets = []  # the stakes on hands, further ones included
        self.callers = {}
        self.named_callers = {}
        self.dealer = []
        self.insurances = []
        self.awaiting = set()
        self.splitting = None
        self.doubling = None

    def new_hand(self):
        self.clear_boxes()
        self.next_shoe()

    # --- bets -----------------------------------------------------------------
    def read_wager(self, words):
        number = numeral(words[1]) if len(words) == 2 and words[0] == "box" else None
        if number is None:
            raise Refused("the wager of this game is a box", self.other_wager_cites)
        if not 1 <= number <= self.house["boxes"]:
            raise Refused(f"there are {self.house['boxes']} boxes", self.box_cites)
        return number

    def check_exact(self, stake, box):
        exact_or_refuse(stake, (3, 2), self.three_to_two_cites)

    def accept(self, stake, box):
        self.place(stake, box)

    def place(self, stake, box):
        stake.box = box
        stake.odds = "1 to 1"
        stake.hand = f"{box}.1"
        stake.further = False
        stake.added = 0
        self.bets.append(stake)

    def move(self, stake, hand):
        stake.hand = f"{hand.box}.{hand.number}"

    def live(self, hand):
        name = f"{hand.box}.{hand.number}"
        return [stake for stake in self.bets if stake.standing and stake.hand == name]

    def own_bets(self, player, box):
        """A player's own bets on a box as they were laid before the deal."""
        return [stake for stake in self.bets if stake.player == player and stake.box == box
                and not stake.further and stake.outcome != "cancelled"]

    def first_bet(self, player, box):
        return self.own_bets(player, box)[0]

    # --- the round ------------------------------------------------------------
    def begin(self):
        live = [stake for stake in self.bets if stake.standing]
        numbers = sorted({stake.box for stake in live})
        if len(numbers) < self.least_boxes:
            raise Inadmissible("too few boxes have a bet", self.least_boxes_cites)
        self.begun = True
        self.boxes = {number: [Hand(number, 1)] for number in numbers}
        for number in numbers:
            players = [stake.player for stake in live if stake.box == number]
            named = self.named_callers.get(number)
            self.callers[number] = named if named in players else players[0]

    def all_hands(self):
        return [hand for box in sorted(self.boxes) for hand in self.boxes[box]]

    def first_target(self):
        """Who gets the next of the first cards; None when they are out."""
        hands = [hand for hand in self.all_hands() if self.live(hand)]
        if not hands:
            return None
        for hand in hands:
            if not hand.cards:
                return hand
        if not self.dealer:
            return "dealer"
        return next((hand for hand in hands if len(hand.cards) < 2), None)

    def hand_to_play(self):
        """The first hand, from the left, that is not finished."""
        for hand in self.all_hands():
            finished = hand.done or (len(hand.cards) >= 2 and score(hand.cards) >= 21)
            if not finished and self.live(hand):
                return hand
        return None

    def undecided(self):
        return [stake for stake in self.bets if stake.standing]

    def over(self):
        return self.begun and self.dealt and not self.hand_to_play() and not self.dealer_needs_card()

    def in_play(self):
        return self.begun and not self.over()

    def one_card_on_aces(self):
        return True
