"""Recount the census files of crates/conformance by enumerating deals, throws and spins.

    python3 oracle/census.py

A census file has a line for every wager and end of one round from a fresh shoe, with the exact chance of
that end. Every hand that may choose stands. The rules are those of the specification and the
sources; only tables of odds and of numbers are shared with the second judge, none of its play.
"""

import math
import pathlib
import re
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product

from games.dice import BEHIND_DONT, BEHIND_WIN, HARD, LETTER, PLACE_LOSE, PLACE_WIN, POINTS
from games.roulette import CALLS, EVEN_CHANCES, LAYOUT, ODDS, WHEEL, ScottishRoulette, column, dozen, neighbours

FOLDER = pathlib.Path(__file__).parent.parent / "crates" / "conformance" / "census"


class Deals:
    """Deals of single cards, in order, counted by wager, end and the number of cards they took."""

    def __init__(self, shoe):
        self.cards = sum(shoe)
        self.ways = Counter()

    def add(self, wager, end, ways, dealt):
        self.ways[wager, end, dealt] += ways

    def chances(self):
        chances = defaultdict(Fraction)
        for (wager, end, dealt), ways in self.ways.items():
            chances[wager, end] += Fraction(ways, math.perm(self.cards, dealt))
        return dict(chances)


def equally_likely(wagers, results):
    """Chances where every result is as likely as any other: wagers name a function from result to end."""
    chances = defaultdict(Fraction)
    for wager, end_of in wagers.items():
        for result in results:
            chances[wager, end_of(result)] += Fraction(1, len(results))
    return dict(chances)


def without(shoe, value):
    return shoe[:value] + (shoe[value] - 1,) + shoe[value + 1:]


# --- roulette -----------------------------------------------------------------
def scottish_roulette():
    """reg. 3(5), (6): a set of a permitted size, with 0 in it (eighteen never has) or not."""
    wagers = {}
    for size, (_, odds) in ScottishRoulette.KINDS.items():
        won = "won at %d to %d" % odds
        sets = [range(1, size + 1), range(37 - size, 37)] + ([range(size)] if size != 18 else [])
        zero = "halved" if size == 18 else "lost"
        wagers[f"numbers {size}"] = [set_end(numbers, won, zero) for numbers in sets]
    return one_for_all(wagers)


def set_end(numbers, won, zero="lost"):
    """The end of a stake on these numbers, by the ball."""
    return lambda ball: won if ball in numbers else zero if ball == 0 else "lost"


def one_for_all(wagers):
    """Chances of wagers that each stand for several sets: all the sets must have the same."""
    chances = {}
    for wager, ends in wagers.items():
        counted = [equally_likely({wager: end}, range(37)) for end in ends]
        if any(other != counted[0] for other in counted):
            raise AssertionError(f"{wager}: the sets of this shape have different chances")
        chances.update(counted[0])
    return chances


def american_roulette():
    """3.4, 3.5: the shapes, the named sets, and the calls by their chips."""
    named = dict(EVEN_CHANCES)
    for index in (1, 2, 3):
        named[f"dozen {index}"], named[f"column {index}"] = dozen(index), column(index)
    shapes = {name: [numbers] for name, numbers in named.items()} | LAYOUT
    wagers = {shape: [set_end(numbers, f"won at {ODDS[len(numbers)]} to 1") for numbers in sets]
              for shape, sets in shapes.items()}
    calls = CALLS | {f"neighbours {number}": neighbours(number) for number in WHEEL}
    return one_for_all(wagers | {call: [call_end(chips)] for call, chips in calls.items()})


def call_end(chips):
    """Won where any chip wins; the profit is net of the chips that lose (part 4, Verdict)."""
    def end(ball):
        paid = [ODDS[len(numbers)] for numbers in chips if ball in numbers]
        return won_parts(sum(paid) - (len(chips) - len(paid)), len(chips)) if paid else "lost"
    return end


def won_parts(profit, stake):
    return f"won {Fraction(profit, stake)} of the stake"


# --- dice ---------------------------------------------------------------------
def dice():
    """The Schedule, one throw; a point that is set, or nothing decided, is standing."""
    def until(won, lost, odds):
        return lambda throw: (f"won at {odds}" if won(*throw) else "lost" if lost(*throw) else "standing")

    def next_throw(scores, odds):
        return until(lambda a, b: a + b in scores, lambda a, b: True, odds)

    def scores(*wanted):
        return lambda a, b: a + b in wanted

    wagers = {
        "win": until(scores(7, 11), scores(2, 3, 12), "1 to 1"),
        "dont-win": until(scores(3, 12), scores(7, 11), "1 to 1"),
        "craps": next_throw((2, 3, 12), "7½ to 1"),
        "field": field_end,
    }
    for point in POINTS:
        for name, odds in (("behind-win", BEHIND_WIN), ("place-win", PLACE_WIN)):
            wagers[f"{name} {point}"] = until(scores(point), scores(7), odds[LETTER[point]][1])
        for name, odds in (("behind-dont", BEHIND_DONT), ("place-lose", PLACE_LOSE)):
            wagers[f"{name} {point}"] = until(scores(7), scores(point), odds[LETTER[point]][1])
    for half in (2, 3, 4, 5):
        odds = HARD["a" if half in (2, 5) else "b"][1]
        hard = until(lambda a, b, half=half: a == b == half, scores(2 * half, 7), odds)
        wagers[f"hard {2 * half}"] = hard
    for score in (2, 3, 11, 12):
        wagers[f"single {score}"] = next_throw((score,), "33 to 1" if score in (2, 12) else "16 to 1")
    return equally_likely(wagers, list(product(range(1, 7), repeat=2)))


def field_end(throw):
    odds = {12: 3, 2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1}.get(sum(throw))
    return f"won at {odds} to 1" if odds else "lost"


# --- in-between ---------------------------------------------------------------
def in_between(shoe=(4,) * 13):
    """r. 14(3), 15(3); the shoe by rank, 2 lowest and the Ace high only (W2)."""
    deals = Deals(shoe)
    for first, second in product(range(len(shoe)), repeat=2):
        left = without(shoe, first)
        ways = shoe[first] * left[second]
        if abs(first - second) == 1:
            deals.add("hand", "standing", ways, 2)
            continue
        left = without(left, second)
        for third, number in enumerate(left):
            if first == second:
                end = "won at 3 to 1" if third == first else "lost"
            else:
                end = "won at 1 to 1" if min(first, second) < third < max(first, second) else "lost"
            deals.add("hand", end, ways * number, 3)
    return deals.chances()


# --- baccarat -----------------------------------------------------------------
def baccarat_shoe(packs):
    """How many cards there are of each value 0 to 9 (A4)."""
    return (16 * packs,) + (4 * packs,) * 9


def pairs(shoe):
    """Every pair by value: its score, the ways to deal it in either order, and what is left."""
    for a, b in combinations_with_replacement(range(10), 2):
        ways = shoe[a] * (shoe[a] - 1) if a == b else 2 * shoe[a] * shoe[b]
        if ways > 0:
            yield (a + b) % 10, ways, without(without(shoe, a), b)


def third(shoe, draws):
    """The third card of a hand: its value, the ways, what is left; None where the hand stands."""
    if not draws:
        return [(None, 1, shoe)]
    return [(value, number, without(shoe, value)) for value, number in enumerate(shoe) if number]


def coups(shoe, draws_on, banker_draws):
    """One opposing hand against the banker: both scores, the ways and the cards dealt."""
    for two, ways, left in pairs(shoe):
        for bank, more, rest in pairs(left):
            if two >= 8 or bank >= 8:
                yield two, bank, ways * more, 4
                continue
            for card, more_player, after in third(rest, two <= draws_on):
                mine, dealt = (two, 4) if card is None else ((two + card) % 10, 5)
                for own, more_bank, _ in third(after, banker_draws(bank, card)):
                    score, cards = (bank, dealt) if own is None else ((bank + own) % 10, dealt + 1)
                    yield mine, score, ways * more * more_player * more_bank, cards


def tableau(bank, card):
    """Mpumalanga 5.2 as read in M14: the banker by the card he gave, None where the player stood."""
    if card is None:
        return bank <= 5
    if bank <= 2:
        return True
    giving = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}
    return str(card) in giving.get(bank, "")


def versus(mine, bank, odds="1 to 1"):
    """The end of a wager on one hand against the other."""
    return f"won at {odds}" if mine > bank else "lost" if mine < bank else "void"


def punto_banco(shoe, egalite):
    """reg. 5(4), (7) with S5b; 5.2, 5.7 with M14. The player draws on 0 to 5."""
    deals = Deals(shoe)
    for mine, bank, ways, dealt in coups(shoe, 5, tableau):
        deals.add("punto", versus(mine, bank), ways, dealt)
        deals.add("banco", versus(bank, mine, "19 to 20"), ways, dealt)
        if egalite:
            deals.add("egalite", "won at 8 to 1" if mine == bank else "lost", ways, dealt)
    return deals.chances()


def chemin_de_fer(shoe):
    """S5: the opposing hand draws on 0 to 4; the free banker stands."""
    deals = Deals(shoe)
    for mine, bank, ways, dealt in coups(shoe, 4, lambda bank, card: False):
        deals.add("player", versus(mine, bank), ways, dealt)
    return deals.chances()


def baccarat_banque(shoe):
    """S5: as chemin de fer with two opposing hands; a natural of one takes no card and the other plays on."""
    deals = Deals(shoe)
    for right, ways_right, left_by_right in pairs(shoe):
        for left, ways_left, left_by_left in pairs(left_by_right):
            for bank, ways_bank, rest in pairs(left_by_left):
                ways = ways_right * ways_left * ways_bank
                for (ends, dealt), more in banque_thirds(right, left, bank, rest).items():
                    deals.add("right and left", ends, ways * more, dealt)
    chances = defaultdict(Fraction)
    for (_, (right, left)), chance in deals.chances().items():
        chances["right", right] += chance
        chances["left", left] += chance
        # reg. 5(4)(b): void where either hand draws, or one wins and the other loses
        chances["both", right if right == left else "void"] += chance
    return dict(chances)


def banque_thirds(right, left, bank, shoe):
    """The ends of the right and the left hand and the cards dealt, with the ways to deal their third cards."""
    if bank >= 8 or (right >= 8 and left >= 8):
        return {((versus(right, bank), versus(left, bank)), 6): 1}
    ends = [versus(score, bank) for score in range(10)]
    found = Counter()
    for card, ways, rest in third(shoe, right <= 4):
        mine, dealt = (ends[right], 6) if card is None else (ends[(right + card) % 10], 7)
        if left > 4:
            found[(mine, ends[left]), dealt] += ways
            continue
        for other, number in enumerate(rest):
            found[(mine, ends[(left + other) % 10]), dealt + 1] += ways * number
    return found


# --- blackjack ----------------------------------------------------------------
def blackjack_shoe(packs):
    """How many cards there are of each value: Ace, 2 to 9, ten."""
    return (4 * packs,) * 9 + (16 * packs,)


@lru_cache(maxsize=None)
def points(hand):
    """The score of a hand by number of cards of each value, and whether an Ace counts 11 (S2)."""
    hard = sum((index + 1) * number for index, number in enumerate(hand))
    soft = hand[0] > 0 and hard + 10 <= 21
    return hard + 10 * soft, soft


def stands_on_17(score, soft):
    return score >= 17


def draws_on_soft_17(score, soft):
    return score >= 18 or (score == 17 and not soft)


def dealer_hands(shoe, stands):
    """Every hand the dealer may end with, by value, and the ways to deal it card by card."""
    layer = {(0,) * 10: 1}
    while layer:
        drawn = Counter()
        for hand, ways in layer.items():
            if stands(*points(hand)):
                yield hand, ways
                continue
            for value, number in enumerate(shoe):
                if number > hand[value]:
                    grown = hand[:value] + (hand[value] + 1,) + hand[value + 1:]
                    drawn[grown] += ways * (number - hand[value])
        layer = drawn


def blackjack(shoe, stands):
    """reg. 6(5), (6); M20. One box that stands on its two cards; who is dealt first does not change the ways."""
    deals = Deals(shoe)
    for a, b in combinations_with_replacement(range(10), 2):
        ways = shoe[a] * (shoe[a] - 1) if a == b else 2 * shoe[a] * shoe[b]
        if ways <= 0:
            continue
        left = without(without(shoe, a), b)
        mine, _ = points(tuple(used - unused for used, unused in zip(shoe, left)))
        for hand, more in dealer_hands(left, stands):
            deals.add("box", box_end(mine, points(hand)[0], sum(hand)), ways * more, 2 + sum(hand))
    return deals.chances()


def box_end(mine, bank, cards):
    """Two cards of the box against the dealer's score with so many cards."""
    dealer_blackjack = bank == 21 and cards == 2
    if mine == 21:
        return "void" if dealer_blackjack else "won at 3 to 2"
    return versus(mine, 0 if bank > 21 else bank)


# --- arizona hold-em ----------------------------------------------------------
def arizona(suits=4):
    """6.6 with M21, one pack: hands of five by their ranks, and the suits those ranks can have."""
    ways_by_end = Counter()
    for ranks in combinations_with_replacement(range(2, 15), 5):
        groups = Counter(ranks)
        ways = math.prod(math.comb(suits, number) for number in groups.values())
        flushes = suits if len(groups) == 5 else 0
        ways_by_end[ante_end(ranks, groups, True)] += flushes
        ways_by_end[ante_end(ranks, groups, False)] += ways - flushes
    hands = math.comb(13 * suits, 5)
    return {("ante", end): Fraction(ways, hands) for end, ways in ways_by_end.items() if ways}


def ante_end(ranks, groups, flush):
    """The pay table, best first; ranks ascending, the Ace 14."""
    straight = len(groups) == 5 and (ranks[4] - ranks[0] == 4 or ranks == (2, 3, 4, 5, 14))
    shape = sorted(groups.values())
    table = [
        (flush and ranks == (10, 11, 12, 13, 14), 250),
        (flush and straight, 50),
        (shape == [1, 4], 25),
        (shape == [2, 3], 12),
        (flush, 10),
        (straight, 8),
        (shape == [1, 1, 3], 3),
        (shape == [1, 2, 2], 2),
        (shape == [1, 1, 1, 2] and any(groups[rank] == 2 for rank in range(10, 15)), 1),
    ]
    return next((f"won at {odds} to 1" for holds, odds in table if holds), "lost")


# --- the twelve games, with the default number of packs -----------------------
RECOUNTS = {
    "mpumalanga/american-roulette": american_roulette,
    "mpumalanga/arizona-hold-em": arizona,
    "mpumalanga/blackjack": lambda: blackjack(blackjack_shoe(6), stands_on_17),
    "mpumalanga/punto-banco": lambda: punto_banco(baccarat_shoe(8), egalite=True),
    "mpumalanga/touch-21": lambda: blackjack(blackjack_shoe(2), draws_on_soft_17),
    "scotland-1970/baccarat-banque": lambda: baccarat_banque(baccarat_shoe(3)),
    "scotland-1970/blackjack": lambda: blackjack(blackjack_shoe(4), stands_on_17),
    "scotland-1970/chemin-de-fer": lambda: chemin_de_fer(baccarat_shoe(6)),
    "scotland-1970/dice": dice,
    "scotland-1970/punto-banco": lambda: punto_banco(baccarat_shoe(8), egalite=False),
    "scotland-1970/roulette": scottish_roulette,
    "western-australia-1990/in-between": in_between,
}


def recount(game):
    """{(wager, end): chance} of a game; the ends of every wager must make up 1."""
    chances = {key: chance for key, chance in RECOUNTS[game]().items() if chance}
    totals = defaultdict(Fraction)
    for (wager, _), chance in chances.items():
        totals[wager] += chance
    wrong = [wager for wager, total in totals.items() if total != 1]
    if wrong:
        raise AssertionError(f"{game}: the recount of {', '.join(wrong)} does not make up 1")
    return chances


# --- comparing ----------------------------------------------------------------
def read_census(text):
    """{(wager, end): chance} of a census file, and what is wrong with its lines."""
    chances, faults = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        fields = line.split("\t")
        if len(fields) != 3 or not re.fullmatch(r"[0-9]+(/0*[1-9][0-9]*)?", fields[2]):
            faults.append(f"line {number} is not WAGER, END, PROBABILITY: {line}")
            continue
        wager, end, chance = fields[0], read_end(fields[1]), Fraction(fields[2])
        if str(chance) != fields[2]:
            faults.append(f"line {number} is not in lowest terms: {line}")
        if (wager, end) in chances:
            faults.append(f"line {number} repeats an end: {line}")
        chances[wager, end] = chance
    return chances, faults


def read_end(end):
    """An end as the recount names it: parts of a call become a fraction of the stake."""
    parts = re.fullmatch(r"won ([0-9]+) parts on ([1-9][0-9]*)", end)
    return won_parts(int(parts[1]), int(parts[2])) if parts else end


def differences(recounted, text):
    """What parts a census file from the recount, a line each."""
    chances, faults = read_census(text)
    for wager, end in sorted(chances.keys() | recounted.keys()):
        theirs, ours = (counts.get((wager, end)) for counts in (chances, recounted))
        if theirs != ours:
            faults.append(f"{wager}, {end}: file {shown(theirs)}, recount {shown(ours)}")
    return faults


def shown(chance):
    return "has no such line" if chance is None else str(chance)


def main(folder=FOLDER):
    paths = {path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.census")}
    failed = 0
    games = sorted(RECOUNTS.keys() | paths.keys())
    for game in games:
        if game not in RECOUNTS:
            faults = ["there is no recount of this game"]
        elif game not in paths:
            faults = ["there is no census file"]
        else:
            faults = differences(recount(game), paths[game].read_text(encoding="utf-8"))
        failed += bool(faults)
        print(f"{game}: {'differs' if faults else 'agrees'}", flush=True)
        for fault in faults:
            print(f"  {fault}")
    print(f"{len(games) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
