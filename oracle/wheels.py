"""Prices of the roulettes of the example books, by following a stake from spin to spin.

A held stake is a walk over levels. The chances of its ends are found by solving the walk's equations, with nothing
taken from the second judge but the tables of numbers."""

from collections import defaultdict
from fractions import Fraction

from games.roulette import CALLS, EVEN_CHANCES, WHEEL, neighbours
from games.wheels import AtlanticCityRoulette, Boule, BritishRoulette, FrenchRoulette

ZEROS = (0, "00", "000")
LEVELS = 2


def spin(order, numbers, odds, on_zero="lost"):
    """The ends of a stake on these numbers, over all pockets."""
    ends = defaultdict(Fraction)
    for pocket in order:
        won = "won at %d to %d" % odds
        end = won if pocket in numbers else on_zero if pocket in ZEROS else "lost"
        ends[end] += Fraction(1, len(order))
    return dict(ends)


def solve(matrix, right):
    """The solution of linear equations over fractions, by elimination."""
    size = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for other in range(size):
            if other != place and rows[other][place]:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place])]
    return [row[-1] for row in rows]


def held(order, numbers, odds, second, half):
    """The ends of a stake that a zero holds. Levels are states; from each the wheel leads to an end or another level."""
    size = len(order)
    wins = Fraction(sum(pocket in numbers for pocket in order), size)
    zero = Fraction(sum(pocket in ZEROS for pocket in order), size)
    loses = 1 - wins - zero
    deepest = LEVELS if second == "deeper" else 1

    def step(level):
        """What one spin does to a stake held at this level: {end or level: chance}."""
        after = defaultdict(Fraction)
        after["void" if level == 1 else level - 1] += wins
        after["lost"] += loses
        again = {"lost": "lost", "half": "halved", "released": "void", "stays": level}.get(second)
        after[again if again is not None else level + 1 if level < deepest else "lost"] += zero
        return after

    steps = {level: step(level) for level in range(1, deepest + 1)}
    ends = {"lost", "void", "halved"}
    matrix = [[Fraction(row == column) - steps[row].get(column, 0) for column in steps] for row in steps]
    from_held = {end: solve(matrix, [steps[level].get(end, Fraction(0)) for level in steps])[0] for end in ends}
    # a player who may take half does, where that comes to more than leaving the stake held
    worth = from_held["void"] + from_held["halved"] / 2
    if half and worth < Fraction(1, 2):
        from_held = {"lost": Fraction(0), "void": Fraction(0), "halved": Fraction(1)}
    found = defaultdict(Fraction, {"won at %d to %d" % odds: wins, "lost": loses})
    for end, chance in from_held.items():
        found[end] += zero * chance
    return {end: chance for end, chance in found.items() if chance}


def call(order, chips, inside):
    """Net of the chips that lose."""
    ends = defaultdict(Fraction)
    odds_of = {len(next(iter(sets))): inside[shape][0] for shape, sets in FrenchRoulette.shapes.items()}
    for pocket in order:
        won = [odds_of[len(numbers)] for numbers in chips if pocket in numbers]
        net = sum(won) - (len(chips) - len(won))
        ends[f"won {Fraction(net, len(chips))} of the stake" if won else "lost"] += Fraction(1, len(order))
    return dict(ends)


def lives(table, even):
    """{wager: {end: chance}} of a table; `even` gives the ends of its even chances."""
    found = {shape: spin(table.order, next(iter(table.shapes[shape])), odds) for shape, odds in table.inside.items()}
    for sets, odds, _ in table.named:
        for name, numbers in sets.items():
            is_even = numbers in EVEN_CHANCES.values()
            found[name] = even(numbers, odds) if is_even else spin(table.order, numbers, odds)
    for name in table.calls:
        if name != "neighbours":
            found[name] = call(table.order, CALLS[name], table.inside)
        else:
            found |= {f"neighbours {number}": call(table.order, neighbours(number), table.inside) for number in WHEEL}
    return found


def cases(prices):
    """(game, settings, prices) of every table."""
    for second in ("lost", "stays", "half", "released", "deeper"):
        for half in (True, False):
            settings = (f"second-zero={second}", f"half-of-held={str(half).lower()}")
            ends = lives(FrenchRoulette, lambda numbers, odds: held(WHEEL, numbers, odds, second, half))
            yield "france/roulette", settings, prices(ends)
    yield "france/boule", (), prices(lives(Boule, lambda numbers, odds: spin(Boule.order, numbers, odds)))
    for name, table in (("great-britain/roulette", BritishRoulette), ("atlantic-city/roulette", AtlanticCityRoulette)):
        yield name, (), prices(lives(table, lambda numbers, odds: spin(table.order, numbers, odds, "halved")))
