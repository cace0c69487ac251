"""Recompute risks from the whole round, and compare them with `croupier odds --risk --json`.

    python3 oracle/risk.py --binary target/debug/croupier
    python3 oracle/risk.py --print

The result of a round is that of the bet with everything that was added to it: an ante with its raises loses up to
three times its amount. Rounds are then followed one by one. A player who can no longer be ruined, or no longer fall
behind, in the rounds that are left is counted as such at once, so that large wins need no place in the sum.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations

import census
from odds import PACK, gain, in_any_suits, pays, whole_lives

ROUNDS, BANKROLL = 60, 20


def arizona():
    """{gain of the ante with its best raises: chance}, card by card up to a change of suits."""
    hands = Counter(in_any_suits(three) for three in combinations(PACK, 3))
    gains, ends = Counter(), {}

    def last(four):
        """{gain: number of fifth cards} of four cards."""
        if four not in ends:
            suits = {suit for _, suit in four}
            ends[four] = Counter(
                pays(tuple(sorted([rank for rank, _ in four] + [card[0]])), len(suits | {card[1]}) == 1)
                for card in PACK if card not in four)
        return ends[four]

    def worth(end):
        return sum(gain * times for gain, times in end.items())

    for three, times in hands.items():
        fours = [last(in_any_suits((*three, card))) for card in PACK if card not in three]
        first = sum(worth(end) for end in fours) > 0
        for end in fours:
            units = 1 + first + (worth(end) > 0)
            for one, ways in end.items():
                gains[units * one] += times * ways
    deals = sum(gains.values())
    return {one: Fraction(ways, deals) for one, ways in gains.items()}


def of_ends(name, wager):
    """{gain: chance} of one wager, over its whole life."""
    gains = defaultdict(Fraction)
    for end, chance in whole_lives(name, census.recount(name))[wager].items():
        gains[gain(end)] += chance
    return dict(gains)


def followed(gains, rounds, start, over, safe):
    """(chance that it is over, {where the others stand}) after so many rounds.

    `over` ends the play; a player who is `safe`, given the rounds left, is counted under `None`.
    """
    ended, at = Fraction(0), {start: Fraction(1)}
    for left in reversed(range(rounds)):
        after = defaultdict(Fraction)
        for held, chance in at.items():
            if held is None:
                after[None] += chance
                continue
            for one, part in gains.items():
                now = held + one
                if over(now):
                    ended += chance * part
                else:
                    after[None if safe(now, left) else now] += chance * part
        at = after
    return ended, at


def risks(gains, rounds=ROUNDS, bankroll=BANKROLL):
    """The chances to be ahead, level and behind, and to be ruined: to have less than one bet."""
    worst = -min(gains)
    _, at = followed(gains, rounds, Fraction(0), lambda _: False, lambda held, left: held > worst * left)
    ruined, _ = followed(gains, rounds, Fraction(bankroll), lambda held: held < 1,
                         lambda held, left: held - worst * left >= 1)
    ahead = at.pop(None, 0) + sum(chance for held, chance in at.items() if held > 0)
    return {"ahead": ahead, "level": at.get(0, Fraction(0)),
            "behind": sum((chance for held, chance in at.items() if held < 0), Fraction(0)), "ruin_within": ruined}


def cases():
    """(game, wager, {gain: chance}) of every comparison."""
    yield "mpumalanga/arizona-hold-em", "ante", arizona()
    for name, wager in (("scotland-1970/roulette", "numbers 18"), ("scotland-1970/dice", "win"),
                        ("scotland-1970/dice", "field")):
        if wager in whole_lives(name, census.recount(name)):
            yield name, wager, of_ends(name, wager)


def said(binary, name, wager):
    """What the command says of one wager."""
    words = [binary, "odds", name, "--wager", wager, "--risk", "--bet", "1", "--bankroll", str(BANKROLL),
             "--rounds", str(ROUNDS), "--json"]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    row, = json.loads(run.stdout)["risk"]
    return {"ahead": row["ahead"], "level": row["level"], "behind": row["behind"],
            "ruin_within": row["ruin_within"]["chance"]}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", default="target/debug/croupier")
    arguments.add_argument("--print", action="store_true", help="print the figures and compare nothing")
    asked = arguments.parse_args()
    wrong = compared = 0
    for name, wager, gains in cases():
        ours = risks(gains)
        if asked.print:
            shown = "  ".join(f"{key} {float(value):.15f}" for key, value in ours.items())
            print(f"{name} {wager}, {ROUNDS} rounds, {BANKROLL} bets: {shown}")
            continue
        theirs = said(asked.binary, name, wager)
        for key, value in ours.items():
            compared += 1
            if abs(float(value) - theirs[key]["decimal"]) > max(theirs[key]["within"], 1e-13):
                print(f"{name} {wager}: {key} {float(value)}, not {theirs[key]['decimal']}", file=sys.stderr)
                wrong += 1
    if not asked.print:
        print(f"{compared} risks recomputed, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
