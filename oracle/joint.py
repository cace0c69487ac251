"""The variance of several stakes on one coup, from the joint distribution of everything they can win.

    python3 oracle/joint.py

Recomputes oracle/joint.txt: a line has the game, the stakes on its wagers, and the variance of what the player gains. The
tests of the binary's mathematics read the same file. Coups are dealt here card by card, by rank, from whole packs: the
sum of all stakes is settled for each, so that no covariance is ever computed.
"""

import pathlib
import sys
from collections import Counter
from fractions import Fraction

from census import tableau
from macau_odds import dragon, versus

FILE = pathlib.Path(__file__).parent / "joint.txt"


def value(rank):
    """Ranks are 1 to 13; tens and pictures count nothing."""
    return rank if rank < 10 else 0


def first_two(shoe):
    """Every two cards, as ranks in order of the pack, with the ordered ways to deal them and the shoe after them."""
    for one in range(1, 14):
        for other in range(one, 14):
            ways = shoe[one] * (shoe[one] - 1) if one == other else 2 * shoe[one] * shoe[other]
            if ways:
                yield (one, other), ways, shoe - Counter([one, other])


def drawn(left, is_drawn):
    """The value of a third card or None, with the ways to draw it and the cards left by value."""
    if not is_drawn:
        yield None, 1, left
        return
    for card in range(10):
        if left[card]:
            yield card, left[card], left - Counter([card])


def coups(packs):
    """{(player's score and cards, banker's score and cards, player's pair, banker's pair): chance}"""
    shoe, total = Counter({rank: 4 * packs for rank in range(1, 14)}), 52 * packs
    ends = Counter()
    for mine, ways, rest in first_two(shoe):
        for his, more, after in first_two(rest):
            left = Counter()
            for rank, count in after.items():
                left[value(rank)] += count
            player, banker = (sum(map(value, hand)) % 10 for hand in (mine, his))
            natural = player >= 8 or banker >= 8
            pairs = mine[0] == mine[1], his[0] == his[1]
            for card, more_player, then in drawn(left, not natural and player <= 5):
                for own, more_banker, _ in drawn(then, not natural and tableau(banker, card)):
                    thirds = (card is not None) + (own is not None)
                    idle = {0: (total - 4) * (total - 5), 1: total - 5, 2: 1}[thirds]
                    scores = (
                        ((player + (card or 0)) % 10, 2 + (card is not None)),
                        ((banker + (own or 0)) % 10, 2 + (own is not None)),
                    )
                    ends[scores + pairs] += ways * more * more_player * more_banker * idle
    whole = sum(ends.values())
    return {end: Fraction(ways, whole) for end, ways in ends.items()}


def won(holds, odds):
    return f"won at {odds} to 1" if holds else "lost"


def punto_banco(mine, his, *_):
    return {
        "punto": versus(mine[0], his[0], "won at 1 to 1"),
        "banco": versus(his[0], mine[0], "won at 19 to 20"),
        "egalite": won(mine[0] == his[0], 8),
    }


def macau(mine, his, player_pair, banker_pair):
    return {
        "player": versus(mine[0], his[0], "won at 1 to 1"),
        "banker": versus(his[0], mine[0], "won at 1 to 2" if his[0] == 6 else "won at 1 to 1"),
        "tie": won(mine[0] == his[0], 8),
        "player-pair": won(player_pair, 11),
        "banker-pair": won(banker_pair, 11),
        "either-pair": won(player_pair or banker_pair, 5),
        "dragon-player": dragon(mine, his),
        "dragon-banker": dragon(his, mine),
    }


def ez_baccarat(mine, his, *_):
    seven, eight = his == (7, 3) and mine[0] < 7, mine == (8, 3) and his[0] < 8
    return {
        "player": versus(mine[0], his[0], "won at 1 to 1"),
        "banker": "void" if seven else versus(his[0], mine[0], "won at 1 to 1"),
        "tie": won(mine[0] == his[0], 8),
        "dragon-7": won(seven, 40),
        "panda-8": won(eight, 25),
    }


SETTLED = {
    "mpumalanga/punto-banco": punto_banco,
    "macau/baccarat": macau,
    "macau/ez-baccarat": ez_baccarat,
}

STAKES = [
    ("mpumalanga/punto-banco", "banco=100"),
    ("mpumalanga/punto-banco", "banco=100 egalite=10"),
    ("mpumalanga/punto-banco", "banco=100 punto=100"),
    ("mpumalanga/punto-banco", "banco=40 egalite=25 punto=300"),
    ("macau/baccarat", "banker=100 tie=20"),
    ("macau/baccarat", "banker=100 player=100"),
    ("macau/baccarat", "banker-pair=10 either-pair=10 player-pair=10"),
    ("macau/baccarat", "dragon-banker=5 dragon-player=50 player=50"),
    ("macau/baccarat", "banker=7 banker-pair=3 dragon-banker=11 dragon-player=2 either-pair=5 player=13 player-pair=1 tie=17"),
    ("macau/ez-baccarat", "banker=100 dragon-7=5"),
    ("macau/ez-baccarat", "panda-8=5 player=100"),
    ("macau/ez-baccarat", "banker=19 dragon-7=3 panda-8=7 player=23 tie=2"),
]


def profit(end):
    if end.startswith("won at "):
        gained, staked = end.removeprefix("won at ").split(" to ")
        return Fraction(int(gained), int(staked))
    return {"lost": Fraction(-1), "void": Fraction(0)}[end]


def variance(game, stakes, deals):
    on = {wager: int(amount) for wager, amount in (stake.split("=") for stake in stakes.split())}
    mean = square = Fraction(0)
    for coup, chance in deals.items():
        ends = SETTLED[game](*coup)
        gain = sum(amount * profit(ends[wager]) for wager, amount in on.items())
        mean += chance * gain
        square += chance * gain * gain
    return square - mean * mean


def lines():
    deals = coups(8)
    return [f"{game}: {stakes}: {variance(game, stakes, deals)}" for game, stakes in STAKES]


if __name__ == "__main__":
    made, stored = lines(), FILE.read_text().splitlines()
    wrong = [line for line in made if line not in stored] + [line for line in stored if line not in made]
    print("\n".join(wrong + [f"{len(made)} variances, {len(wrong)} differ"]))
    sys.exit(1 if wrong else 0)
