"""Roulette: scotland-1970/roulette and mpumalanga/american-roulette."""

from record import Inadmissible, Refused, numeral
from table import Mpumalanga, Scotland, exact_or_refuse

WHEEL = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
         5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26]
RED = frozenset([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])
EVEN_CHANCES = {
    "red": RED,
    "black": frozenset(range(1, 37)) - RED,
    "odd": frozenset(range(1, 37, 2)),
    "even": frozenset(range(2, 37, 2)),
    "low": frozenset(range(1, 19)),
    "high": frozenset(range(19, 37)),
}
SIZES = {"straight": 1, "split": 2, "street": 3, "corner": 4, "six-line": 6}
OPPOSITE = {"left": "right", "right": "left"}


def dozen(index):
    return frozenset(range(12 * index - 11, 12 * index + 1))


def column(index):
    return frozenset(range(index, 37, 3))


def numbers_of(words):
    """The distinct wheel numbers that words spell, or None."""
    numbers = [numeral(word) for word in words]
    if not numbers or any(n is None or n > 36 for n in numbers):
        return None
    return frozenset(numbers) if len(set(numbers)) == len(numbers) else None


def named_set(words):
    """The set of an even chance, a dozen or a column; None where there is none."""
    if len(words) == 1:
        return EVEN_CHANCES.get(words[0])
    if len(words) == 2 and words[0] in ("dozen", "column") and words[1] in ("1", "2", "3"):
        return (dozen if words[0] == "dozen" else column)(int(words[1]))
    return None


class Wheel:
    """The ball and the spins of either book."""

    direction_cites = []
    again_cites = []
    wheel_cites = []
    void_spins = False

    def __init__(self, name):
        super().__init__(name)
        self.result = None
        self.due = None
        self.spun = False
        self.again = False

    def over(self):
        return self.result is not None

    def new_hand(self):
        self.result = None

    def act_spin(self, act):
        if self.over() or self.spun:
            raise Inadmissible("one spin a ball", self.direction_cites)
        if self.direction_cites and self.due not in (None, act.direction):
            cites = self.again_cites if self.again else self.direction_cites
            raise Inadmissible(f"this spin goes {self.due}", cites)
        self.spun, self.due = True, act.direction

    def act_void_spin(self, act):
        if not self.void_spins or self.over():
            raise Inadmissible("there is no spin to declare void", self.again_cites)
        self.spun, self.again = False, True

    def act_refuse(self, act):
        self.not_after_the_ball()
        super().act_refuse(act)

    def act_ball(self, act):
        self.not_after_the_ball()
        pocket = self.pocket(act)
        if pocket is None:
            raise Inadmissible("the wheel has no such number", self.wheel_cites)
        self.close_betting()
        self.result = pocket
        self.due = OPPOSITE.get(self.due)
        self.spun = self.again = False
        for stake in self.stakes:
            if stake.standing:
                self.pay(stake, pocket)

    def pocket(self, act):
        """The pocket that the ball fell into; None where the wheel has none like it."""
        return act.number if act.number is not None and act.number <= 36 else None

    def not_after_the_ball(self):
        if self.over():
            raise Inadmissible("after the ball only the next hand may follow")


def check_wheel(value):
    numbers = [numeral(word) for word in value.split(",")]
    if None in numbers or sorted(numbers) != list(range(37)):
        raise ValueError("must be the numbers 0 to 36, each once")
    return numbers


class ScottishRoulette(Wheel, Scotland):
    bank_cites = ["reg. 3(2)"]
    wheel_cites = ["reg. 3(4)"]
    settings = {"wheel": (check_wheel, WHEEL, ["reg. 3(4)"])}
    # size of the set: letter, odds
    KINDS = {
        1: ("a", (35, 1)), 2: ("b", (17, 1)), 3: ("c", (11, 1)), 4: ("d", (8, 1)),
        6: ("e", (5, 1)), 12: ("f", (2, 1)), 18: ("g", (1, 1)), 24: ("h", (1, 2)),
    }

    def read_wager(self, words):
        numbers = self.set_of(words)
        if numbers is None or len(numbers) not in self.KINDS:
            raise Refused("not a wager of this game", ["reg. 3(5)"])
        if len(numbers) == 18 and 0 in numbers:
            raise Refused("eighteen numbers do not include 0", ["reg. 3(5)(g)"])
        return numbers

    def set_of(self, words):
        named = named_set(words)
        if named is not None:
            return named
        if words[0] == "numbers":
            return numbers_of(words[1:])
        if words[0] in SIZES:
            numbers = numbers_of(words[1:])
            return numbers if numbers and len(numbers) == SIZES[words[0]] else None
        if words[0] in ("two-dozens", "two-columns") and len(words) == 3 and words[1] != words[2]:
            kind = words[0][4:-1]
            parts = [named_set([kind, word]) for word in words[1:]]
            return parts[0] | parts[1] if None not in parts else None
        return None

    def clause(self, numbers):
        return f"reg. 3(5)({self.KINDS[len(numbers)][0]})"

    def check_exact(self, stake, numbers):
        if len(numbers) == 18:
            exact_or_refuse(stake, (1, 2), ["reg. 3(6)"])
        exact_or_refuse(stake, self.KINDS[len(numbers)][1], [self.clause(numbers)])

    def accept(self, stake, numbers):
        stake.numbers = numbers
        stake.ratio = self.KINDS[len(numbers)][1]
        stake.odds = "%d to %d" % stake.ratio

    def pay(self, stake, number):
        clause = self.clause(stake.numbers)
        if number in stake.numbers:
            stake.win(stake.ratio, [clause])
        elif number == 0 and len(stake.numbers) == 18:
            stake.settle("halved", -stake.amount // 2, ["reg. 3(6)", clause])
        else:
            stake.lose([clause])


def layout_sets():
    """Every set of the layout by the name of its shape."""
    zero = {"split": [(0, 1), (0, 2), (0, 3)], "street": [(0, 1, 2), (0, 2, 3)],
            "corner": [(0, 1, 2, 3)]}
    sets = {shape: {frozenset(numbers) for numbers in zero.get(shape, [])} for shape in SIZES}
    sets["straight"] = {frozenset([number]) for number in range(37)}
    for n in range(1, 37):
        left_of_another, above_another = n % 3 != 0, n <= 33
        if left_of_another:
            sets["split"].add(frozenset([n, n + 1]))
        if above_another:
            sets["split"].add(frozenset([n, n + 3]))
        if left_of_another and above_another:
            sets["corner"].add(frozenset([n, n + 1, n + 3, n + 4]))
        if n % 3 == 1:
            sets["street"].add(frozenset([n, n + 1, n + 2]))
            if above_another:
                sets["six-line"].add(frozenset(range(n, n + 6)))
    return sets


LAYOUT = layout_sets()
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1}


def chips(*sets):
    return [frozenset(numbers) for numbers in sets]


CALLS = {
    "neighbours-of-zero": chips(
        (0, 2, 3), (0, 2, 3), (4, 7), (12, 15), (18, 21), (19, 22), (32, 35),
        (25, 26, 28, 29), (25, 26, 28, 29)),
    "series-5-8": chips((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36)),
    "orphans": chips((1,), (6, 9), (14, 17), (17, 20), (31, 34)),
}


def neighbours(number):
    """A number and the two on either side of it on the wheel."""
    place = WHEEL.index(number)
    return chips(*((WHEEL[(place + step) % 37],) for step in (-2, -1, 0, 1, 2)))


class AmericanRoulette(Wheel, Mpumalanga):
    late_cites = ["3.4(6)"]
    place_cites = ["3.2(2)"]
    final_cites = ["3.4(6)"]
    cancel_cites = ["3.4(6)"]
    wheel_cites = ["3.2(1)"]
    direction_cites = ["3.2(3)"]
    again_cites = ["3.2(4)"]
    void_spins = True

    def read_wager(self, words):
        """The name of the call or None, and the sets its equal chips lie on."""
        first = words[0]
        if first in CALLS and len(words) == 1:
            return first, CALLS[first]
        if first == "neighbours":
            numbers = numbers_of(words[1:])
            if numbers is None or len(numbers) != 1:
                raise Refused("name one number of the wheel", ["3.4 number-and-neighbours"])
            return "number-and-neighbours", neighbours(*numbers)
        named = named_set(words)
        if named is not None:
            return None, [named]
        if first in SIZES:
            numbers = numbers_of(words[1:])
            if numbers in LAYOUT[first]:
                return None, [numbers]
        if first in SIZES or first in EVEN_CHANCES or first in ("dozen", "column"):
            raise Refused("not on the layout", ["3.4(1)"])
        raise Refused("neither on the layout nor one of the four calls", ["3.4(2)"])

    def check_exact(self, stake, wager):
        call, sets = wager
        if call and stake.amount % len(sets):
            raise Refused(f"the total is {len(sets)} equal chips", [f"3.4 {call}"])

    def accept(self, stake, wager):
        stake.call, stake.sets = wager
        if not stake.call:
            stake.odds = f"{ODDS[len(stake.sets[0])]} to 1"

    def pay(self, stake, number):
        winners = [numbers for numbers in stake.sets if number in numbers]
        cites = [f"3.4 {stake.call}", "3.5(1)"] if stake.call else ["3.4(1)", "3.5(1)"]
        if not winners:
            stake.lose(cites)
            return
        chip = stake.amount // len(stake.sets)
        gain = sum(ODDS[len(numbers)] for numbers in winners)
        lost = len(stake.sets) - len(winners)
        stake.settle("won", chip * (gain - lost), cites if stake.call else ["3.5(1)", "3.4(1)"])
