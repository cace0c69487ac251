"""How much a left hand at baccarat banque learns of the plan of the right hand: the deals in which it sees what it sees.

    python3 oracle/banque_plans.py

Two hands against the banker agree on a plan: whether the right hand draws on 5. The left hand sees its own two cards, and the
third card of the right hand or that it took none. Counted are the ordered deals of two cards each to right hand and banker in
which nobody has a natural, with the third card gone. `crates/maths/src/baccarat/advisor.rs` has these numbers in a test.
"""

from itertools import product

PACKS = 3
# own cards of the left hand, and the third card of the right hand (None: it stood)
CASES = (((2, 3), None), ((2, 3), 7), ((0, 5), 4), ((6, 9), 0))


def deals(own, third, right_draws):
    """The ordered deals to right hand and banker, card by card, where the right hand does what was seen."""
    shoe = [16 * PACKS] + [4 * PACKS] * 9
    for card in (*own, *(() if third is None else (third,))):
        shoe[card] -= 1
    ways = 0
    for right in product(range(10), repeat=2):
        score = sum(right) % 10
        if score >= 8 or (score in right_draws) != (third is not None):
            continue
        for banker in product(range(10), repeat=2):
            if sum(banker) % 10 >= 8:
                continue
            left, count = shoe[:], 1
            for card in (*right, *banker):
                count *= max(left[card], 0)
                left[card] -= 1
            ways += count
    return ways


def main():
    for own, third in CASES:
        stands, draws = (deals(own, third, range(most)) for most in (5, 6))
        print(own, "stood" if third is None else f"drew {third}", stands, draws)


if __name__ == "__main__":
    main()
