"""The box of blackjack, recomputed for a sample of rules: every hand of a box against every end of the dealer.

    python3 oracle/blackjack_odds.py

Best play goes by the cards of the hand and the dealer's first. Boxes are split once here, and each hand of a
pair is played by a rule that goes by its own cards. Cards that nobody has seen are all alike, so that a later
hand of a pair comes from the same shoe as the first: each is worth what it is worth alone.
"""

from collections import Counter
from dataclasses import dataclass
from math import perm

ACE, TEN = 0, 9  # places of values: an Ace first, everything worth ten last
BUST, NATURAL = 22, 23


@dataclass(frozen=True)
class Rules:
    """What a price depends on."""

    packs: int
    looks: bool = False  # the dealer looks under an Ace or ten before anybody plays
    draws_soft_17: bool = False
    doubles: tuple = tuple(range(4, 22))
    unsplit: tuple = ()  # the places of values that are not split
    aces_play_on: bool = False
    original_only: bool = False  # a dealer's blackjack takes the first stake of a box and nothing else
    surrender: str = ""  # "" never, "late" after the look, "early" before it, "not-ace" except against an Ace
    even_money: bool = True


def score(hand):
    hard = sum(count * (place + 1) for place, count in enumerate(hand))
    return (hard + 10, True) if hand[ACE] and hard <= 11 else (hard, False)


def with_card(hand, place):
    return hand[:place] + (hand[place] + 1,) + hand[place + 1:]


def dealer_ends(up, draws_soft_17):
    """[(cards drawn by place, orders in which they fall, final)] from this first card."""
    found, nobody = Counter(), (0,) * 10

    def draw(hand, drawn):
        points, soft = score(hand)
        if sum(drawn) == 1 and points == 21:
            found[drawn, NATURAL] += 1
        elif points > 21:
            found[drawn, BUST] += 1
        elif sum(drawn) and points >= 17 and not (draws_soft_17 and soft and points == 17):
            found[drawn, points] += 1
        else:
            for place in range(10):
                draw(with_card(hand, place), with_card(drawn, place))

    draw(with_card(nobody, up), nobody)
    ends = []
    for (drawn, final), orders in found.items():
        ends.append(([(place, many) for place, many in enumerate(drawn) if many], sum(drawn), orders, final))
    return ends


class Box:
    """One box at a table with these rules."""

    def __init__(self, rules):
        self.rules = rules
        self.shoe = tuple([4 * rules.packs] * 9 + [16 * rules.packs])
        self.ends = [dealer_ends(up, rules.draws_soft_17) for up in range(10)]
        self.known_finals, self.known_plays = {}, {}

    def left(self, dead):
        return [full - gone for full, gone in zip(self.shoe, dead)]

    def naturals(self, up, left):
        """How many cards make the dealer's blackjack."""
        return left[TEN] if up == ACE else left[ACE] if up == TEN else 0

    def finals(self, dead, up):
        """{final: chance} of the dealer, once these cards are out; where he has looked, he has no blackjack."""
        key = dead, up
        if key not in self.known_finals:
            left = self.left(dead)
            cards, found = sum(left), [0.0] * 24
            orders_of = [[perm(many, drawn) for drawn in range(18)] for many in left]
            all_orders = [perm(cards, drawn) for drawn in range(18)]
            for drawn, number, orders, final in self.ends[up]:
                ways = orders
                for place, many in drawn:
                    ways *= orders_of[place][many]
                found[final] += ways / all_orders[number]
            if self.rules.looks:
                found[NATURAL] = 0.0
                whole = sum(found)
                found = [chance / whole for chance in found]
            self.known_finals[key] = found
        return self.known_finals[key]

    def next_cards(self, dead, up):
        """(place, chance) of the next card: after a look, of those that leave a card that makes no blackjack."""
        left = self.left(dead)
        cards, naturals = sum(left), self.naturals(up, left)
        for place in range(10):
            if not left[place]:
                continue
            chance = left[place] / cards
            if self.rules.looks:
                after = naturals - (self.naturals(up, [int(p == place) for p in range(10)]))
                chance *= (1 - after / (cards - 1)) / (1 - naturals / cards)
            yield place, chance

    def stands(self, hand, dead, up, taken):
        """What a hand gains by standing; `taken` is what a dealer's blackjack takes."""
        own, finals = score(hand)[0], self.finals(dead, up)
        gained = finals[BUST] - taken * finals[NATURAL]
        return gained + sum((finals[final] * ((own > final) - (own < final)) for final in range(17, 22)))

    def doubles(self, hand, dead, up, taken):
        gained = 0.0
        for place, chance in self.next_cards(dead, up):
            got = with_card(hand, place)
            if score(got)[0] > 21:
                gained -= 2 * chance
            else:
                # `stands` counts one stake: of two, a blackjack takes `taken` altogether.
                gained += 2 * chance * self.stands(got, with_card(dead, place), up, taken / 2)
        return gained

    def plays(self, hand, dead, up, taken, pair, may_double):
        """The best of standing, drawing and, with two cards, doubling."""
        key = hand, dead, up, taken, pair, may_double
        if key not in self.known_plays:
            points = score(hand)[0]
            best = self.stands(hand, dead, up, taken)
            if points < 21:
                best = max(best, self.draws(hand, dead, up, taken, pair))
                if may_double and points in self.rules.doubles:
                    both = taken if self.rules.original_only else 2 * taken
                    best = max(best, self.doubles(hand, dead, up, both))
            self.known_plays[key] = best
        return self.known_plays[key]

    def draws(self, hand, dead, up, taken, pair, first=False):
        gained = 0.0
        for place, chance in self.next_cards(dead, up):
            got, out = with_card(hand, place), with_card(dead, place)
            if score(got)[0] > 21:
                gained -= chance
            elif first and hand[ACE] and not self.rules.aces_play_on:
                gained += chance * self.stands(got, out, up, taken)
            else:
                gained += chance * self.plays(got, out, up, taken, pair, first)
        return gained

    def splits(self, place, dead, up):
        """Two hands, each with one card of a pair."""
        one = with_card((0,) * 10, place)
        first = self.draws(one, dead, up, 1, place, True)
        further = 0 if self.rules.original_only else 1
        return first + self.draws(one, dead, up, further, place, True)

    def hand(self, one, other, up):
        """What a bet on a box gains with these cards."""
        hand = with_card(with_card((0,) * 10, one), other)
        dead = with_card(hand, up)
        left = self.left(dead)
        natural = self.naturals(up, left) / sum(left)
        if score(hand)[0] == 21:
            gained = 1.5 * (1 - natural)
            return max(gained, 1) if self.rules.even_money and up == ACE else gained
        best = self.plays(hand, dead, up, 1, None, True)
        if one == other and one not in self.rules.unsplit:
            best = max(best, self.splits(one, dead, up))
        shows = up in (ACE, TEN)
        give_up = self.rules.surrender
        if give_up == "late" or give_up == "early" and not shows or give_up == "not-ace" and up != ACE:
            best = max(best, -0.5)
        if self.rules.looks:
            best = -natural + (1 - natural) * best
        if give_up == "early" and shows:
            best = max(best, -0.5)
        return best

    def edge(self):
        """What the house gains of a bet on average."""
        cards, gained = sum(self.shoe), 0.0
        for up in range(10):
            for one in range(10):
                for other in range(one, 10):
                    left = list(self.shoe)
                    ways = 1
                    for place in (up, one, other):
                        ways *= left[place]
                        left[place] -= 1
                    if ways > 0:
                        twice = 1 if one == other else 2
                        gained += twice * ways / perm(cards, 3) * self.hand(one, other, up)
        return -gained


STANDARD = {"surrender": "not-ace"}
LOOKED = {"looks": True}
# (game, settings, rules): boxes are split once, which `max-hands=2` says where the book does not.
SAMPLE = [
    ("scotland-1970/blackjack", (), Rules(4, doubles=(9, 10, 11), unsplit=(3, 4, TEN), even_money=False)),
    ("mpumalanga/touch-21", ("decks=1", "max-hands=2"), Rules(1, draws_soft_17=True, aces_play_on=True)),
    ("mpumalanga/touch-21", ("decks=2", "max-hands=2", "original-bets-only=true"),
     Rules(2, draws_soft_17=True, aces_play_on=True, original_only=True)),
    ("mpumalanga/blackjack", ("decks=4", "max-hands=2"), Rules(4, **STANDARD)),
    ("mpumalanga/blackjack", ("decks=4", "max-hands=2", "surrender=false"), Rules(4)),
    ("mpumalanga/blackjack", ("decks=4", "max-hands=2", "split-aces=play-on"), Rules(4, aces_play_on=True, **STANDARD)),
    ("mpumalanga/blackjack", ("decks=4", "max-hands=2", "original-bets-only=true"), Rules(4, original_only=True, **STANDARD)),
    ("atlantic-city/blackjack", ("decks=6", "max-hands=2"), Rules(6, surrender="late", **LOOKED)),
    ("atlantic-city/blackjack", ("decks=6", "max-hands=2", "surrender=false"), Rules(6, **LOOKED)),
    ("atlantic-city/early-blackjack", ("decks=4", "max-hands=2"), Rules(4, surrender="early", **LOOKED)),
]


def cases():
    """(game, settings, edge) of every comparison."""
    for name, settings, rules in SAMPLE:
        yield name, settings, Box(rules).edge()


if __name__ == "__main__":
    for NAME, SETTINGS, EDGE in cases():
        print(NAME, *SETTINGS, f"{EDGE:.12f}")
