"""The ante of three-card poker, recomputed: each hand of a player against each hand of the dealer.

    python3 oracle/dealer_poker_odds.py
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from games.dealer_poker import THREE, ThreeCardPoker, kind_of
from record import RANKS, SUITS

PACK = [rank + suit for rank in RANKS for suit in SUITS]


def with_suits_renamed(cards):
    """Hands that differ only in the names of the suits come to the same."""
    by_suit = sorted(tuple(sorted(RANKS.index(c[0]) for c in cards if c[1] == suit)) for suit in SUITS)
    return tuple(by_suit)


def gains_of(own, bonus, left, strength):
    """What a hand gains with its raise, over every hand of the dealer."""
    queen, found = (0, RANKS.index("Q")), Counter()
    for other in combinations(left, 3):
        dealer = strength[other]
        if dealer < queen:
            found[1 + bonus] += 1
        elif own > dealer:
            found[2 + bonus] += 1
        else:
            found[bonus - (2 if own < dealer else 0)] += 1
    return found


def three_card_poker():
    """The ante with a raise wherever that costs less than the ante, and the lowest hand that raises."""
    strength = {}
    for hand in combinations(PACK, 3):
        kind, ranks = kind_of(hand)
        strength[hand] = (THREE.index(kind), *ranks)
    classes = {}
    for hand in strength:
        classes.setdefault(with_suits_renamed(hand), []).append(hand)
    gains, lowest = Counter(), None
    for hands in classes.values():
        hand = hands[0]
        bonus = ThreeCardPoker.bonus_pays.get(kind_of(hand)[0], 0)
        found = gains_of(strength[hand], bonus, [card for card in PACK if card not in hand], strength)
        deals = sum(found.values())
        if sum(gain * count for gain, count in found.items()) > -deals:
            lowest = min(lowest or strength[hand], strength[hand])
        else:
            found = Counter({-1: deals})
        for gain, count in found.items():
            gains[gain] += len(hands) * count
    return prices(gains), lowest


def own_hands():
    """The wagers on a player's own hand."""
    kinds = Counter(kind_of(hand)[0] for hand in combinations(PACK, 3))
    found = {}
    for wager, (pays, _) in ThreeCardPoker.own_hand_pays.items():
        gains = Counter()
        for kind, count in kinds.items():
            gains[pays.get(kind, -1)] += count
        found[wager] = prices(gains)
    return found


def prices(gains):
    """The price from the number of deals by gain."""
    deals = sum(gains.values())

    def share(holds):
        return Fraction(sum(count for gain, count in gains.items() if holds(gain)), deals)

    mean = Fraction(sum(gain * count for gain, count in gains.items()), deals)
    square = Fraction(sum(gain * gain * count for gain, count in gains.items()), deals)
    return {"win": share(lambda gain: gain > 0), "lose": share(lambda gain: gain < 0),
            "void": share(lambda gain: gain == 0), "edge": -mean, "variance": square - mean ** 2}


if __name__ == "__main__":
    PRICE, LOWEST = three_card_poker()
    print({key: (str(value), float(value)) for key, value in PRICE.items()})
    print("raise from", [RANKS[rank] for rank in LOWEST[1:]])
