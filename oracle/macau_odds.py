"""The chances of every end of every wager of examples/macau.toml, from whole packs.

Coups are enumerated by the values of the cards. Pairs do not depend on who wins, and are counted by themselves.
"""

from collections import Counter
from fractions import Fraction

from census import baccarat_shoe, pairs, tableau, third

DRAGON = {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}


def coups(packs):
    """(player's score and cards, banker's score and cards): the chance of every coup."""
    shoe, total = baccarat_shoe(packs), 52 * packs
    ends = Counter()
    for two, ways, left in pairs(shoe):
        for bank, more, rest in pairs(left):
            natural = two >= 8 or bank >= 8
            for card, more_player, after in third(rest, not natural and two <= 5):
                for own, more_bank, _ in third(after, not natural and tableau(bank, card)):
                    cards = 4 + (card is not None) + (own is not None)
                    # six cards are always counted, in order
                    idle = {4: (total - 4) * (total - 5), 5: total - 5, 6: 1}[cards]
                    mine = (two + (card or 0)) % 10, 2 + (card is not None)
                    his = (bank + (own or 0)) % 10, 2 + (own is not None)
                    ends[mine, his] += ways * more * more_player * more_bank * idle
    whole = sum(ends.values())
    return {end: Fraction(ways, whole) for end, ways in ends.items()}


def versus(mine, bank, win):
    return win if mine > bank else "lost" if mine < bank else "void"


def dragon(mine, his):
    """The dragon bonus of the first hand."""
    natural = mine[1] == 2 and mine[0] >= 8
    if natural and mine[0] == his[0]:
        return "void"
    if natural and mine[0] > his[0]:
        return "won at 1 to 1"
    margin = mine[0] - his[0]
    return f"won at {DRAGON[margin]} to 1" if margin in DRAGON else "lost"


def baccarat(packs):
    """{(wager, end): chance} of macau/baccarat."""
    chances = Counter()
    for (mine, his), chance in coups(packs).items():
        chances["player", versus(mine[0], his[0], "won at 1 to 1")] += chance
        chances["banker", versus(his[0], mine[0], "won at 1 to 2" if his[0] == 6 else "won at 1 to 1")] += chance
        chances["tie", "won at 8 to 1" if mine[0] == his[0] else "lost"] += chance
        chances["dragon-player", dragon(mine, his)] += chance
        chances["dragon-banker", dragon(his, mine)] += chance
    total, alike = 52 * packs, 4 * packs
    one = Fraction(alike - 1, total - 1)
    same = Fraction((alike - 2) * (alike - 3), (total - 2) * (total - 3))
    other = Fraction((total - alike) * (alike - 1), (total - 2) * (total - 3))
    either = 2 * one - one * (same + other)
    for wager, odds, chance in (("player-pair", 11, one), ("banker-pair", 11, one), ("either-pair", 5, either)):
        chances[wager, f"won at {odds} to 1"] = chance
        chances[wager, "lost"] = 1 - chance
    return dict(chances)


def ez_baccarat(packs):
    """{(wager, end): chance} of macau/ez-baccarat."""
    chances = Counter()
    for (mine, his), chance in coups(packs).items():
        seven, eight = his == (7, 3) and mine[0] < 7, mine == (8, 3) and his[0] < 8
        chances["player", versus(mine[0], his[0], "won at 1 to 1")] += chance
        chances["banker", "void" if seven else versus(his[0], mine[0], "won at 1 to 1")] += chance
        chances["tie", "won at 8 to 1" if mine[0] == his[0] else "lost"] += chance
        chances["dragon-7", "won at 40 to 1" if seven else "lost"] += chance
        chances["panda-8", "won at 25 to 1" if eight else "lost"] += chance
    return dict(chances)
