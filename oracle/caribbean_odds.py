"""The ante of Caribbean stud, recomputed by inclusion and exclusion.

    python3 oracle/caribbean_odds.py

For every set of up to four cards, up to the names of the suits, the hands that hold all of them are sorted by
strength. How many hands of the dealer are free of a player's five cards and weaker than a given one follows from
32 such lists. A pair or better always raises, less than an Ace and a King never; in between, each card of the
dealer's that the player may see decides. Were another play better, the exact price of best play would be another.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from itertools import combinations

from dealer_poker_odds import prices
from games.dealer_poker import FIVE, CaribbeanStud, kind_of
from record import RANKS, SUITS

# A card is its place: thirteen ranks in each of four suits.
CARDS = range(52)
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
PRIME = [PRIMES[card % 13] for card in CARDS]
SUIT = [1 << card // 13 for card in CARDS]


def hand_orders():
    """{product of primes: (place in the order of all hands, kind)}, without and with a flush."""
    found = {}
    for suited in (False, True):
        for ranks in patterns(suited):
            suits = SUITS[0] * 5 if suited else SUITS[:4] + SUITS[0]
            # Equal ranks need different suits, which decide nothing else.
            hand = [RANKS[rank] + suit for rank, suit in zip(ranks, suits)]
            kind, order = kind_of(hand)
            royal = kind == "straight flush" and order == [12]
            product = 1
            for rank in ranks:
                product *= PRIMES[rank]
            found[product, suited] = ((FIVE.index(kind), *order), "royal flush" if royal else kind)
    places = {strength: place for place, strength in enumerate(sorted({s for s, _ in found.values()}))}
    plain, flush = {}, {}
    for (product, suited), (strength, kind) in found.items():
        (flush if suited else plain)[product] = (places[strength], kind)
    qualifies = min(place for strength, place in places.items() if list(strength[:3]) >= CaribbeanStud.qualifies)
    pairs = min(place for strength, place in places.items() if strength[0] > 0)
    return plain, flush, qualifies, pairs


def patterns(suited):
    """The ranks of hands: all different where they have one suit, none five times otherwise."""
    def grow(ranks, least):
        if len(ranks) == 5:
            yield ranks
            return
        for rank in range(least, 13):
            if suited or ranks.count(rank) < 4:
                yield from grow((*ranks, rank), rank + suited)
    return grow((), 0)


PLAIN, FLUSH, QUALIFIES, PAIRS = hand_orders()
PLACE = {product: place for product, (place, _) in PLAIN.items()}
FLUSH_PLACE = {product: place for product, (place, _) in FLUSH.items()}


def in_any_suits(cards):
    """Cards that differ only in the names of the suits come to the same."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card // 13] |= 1 << card % 13
    masks.sort()
    return tuple(masks)


def strengths(cards):
    """The places of all hands that hold these cards, in order."""
    product, suits = 1, 15
    for card in cards:
        product *= PRIME[card]
        suits &= SUIT[card]
    found = array("H")
    others = [card for card in CARDS if card not in cards]

    def grow(left, product, suits, start):
        if left == 1:
            for card in others[start:]:
                whole = product * PRIME[card]
                found.append((FLUSH_PLACE if suits & SUIT[card] else PLACE)[whole])
            return
        for at in range(start, len(others) - left + 1):
            card = others[at]
            grow(left - 1, product * PRIME[card], suits & SUIT[card], at + 1)

    grow(5 - len(cards), product, suits, 0)
    return array("H", sorted(found))


class Holding:
    """The sorted hands that hold some cards, made when they are asked for."""

    def __init__(self):
        self.known = {}

    def below(self, cards, limits):
        """How many hands with these cards are weaker than each limit."""
        if len(cards) == 5:
            place = place_of(cards)
            return [int(place < limit) for limit in limits]
        key = in_any_suits(cards)
        if key not in self.known:
            self.known[key] = strengths(cards)
        hands = self.known[key]
        return [bisect_left(hands, limit) for limit in limits]


def place_of(cards):
    product, suits = 1, 15
    for card in cards:
        product *= PRIME[card]
        suits &= SUIT[card]
    return (FLUSH_PLACE if suits else PLACE)[product]


def kind_at(cards):
    product, suits = 1, 15
    for card in cards:
        product *= PRIME[card]
        suits &= SUIT[card]
    return (FLUSH if suits else PLAIN)[product][1]


def against(holding, own, shown=()):
    """How many hands of the dealer, with a card that is shown, do not qualify, lose, tie and win."""
    place = place_of(own)
    limits, most = (QUALIFIES, place, place + 1, len(PLAIN) + len(FLUSH)), 5 - len(shown)
    sums = [0, 0, 0, 0]
    for size in range(most + 1):
        sign = -1 if size % 2 else 1
        for held in combinations(own, size):
            for at, many in enumerate(holding.below((*held, *shown), limits)):
                sums[at] += sign * many
    unqualified, below, up_to, every = sums
    # A hand that does not qualify is beaten as such, whatever the player has.
    below, up_to = max(below, unqualified), max(up_to, unqualified)
    return unqualified, below - unqualified, up_to - below, every - up_to


def caribbean_stud():
    """The ante with the best decision on every hand and every card that the dealer shows."""
    classes = Counter(in_any_suits(hand) for hand in combinations(CARDS, 5))
    holding, gains = Holding(), Counter()
    for masks, hands in classes.items():
        own = [13 * suit + rank for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1]
        place = place_of(own)
        pays = 1 + 2 * CaribbeanStud.raise_pays.get(kind_at(own), 1)
        if place < QUALIFIES:
            # 47 cards to see, and four of the other 46 beside each.
            gains[-1] += hands * 47 * 163_185
            continue
        # Every hand of the dealer is counted once for each of its cards that may be the one seen.
        views = [(against(holding, own), 5)] if place >= PAIRS else [
            (against(holding, own, (card,)), 1) for card in CARDS if card not in own]
        for (unqualified, beaten, tied, lost), times in views:
            deals = unqualified + beaten + tied + lost
            if unqualified + pays * beaten - 3 * lost <= -deals:
                gains[-1] += hands * times * deals
                continue
            for gain, many in ((1, unqualified), (pays, beaten), (0, tied), (-3, lost)):
                gains[gain] += hands * times * many
    return prices(gains)


if __name__ == "__main__":
    print({key: (str(value), float(value)) for key, value in caribbean_stud().items()})
