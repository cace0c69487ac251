"""The roulettes of the example books, each from the words of its book: wheels of several sizes, half back on a zero,
and stakes that a zero holds for the next spin."""

from games.roulette import CALLS, EVEN_CHANCES, SIZES, WHEEL, Wheel, column, dozen, neighbours
from record import Inadmissible, Refused, numeral
from table import Table, exact_or_refuse, one_of, yes_or_no

DOUBLE_ZERO_WHEEL = [
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1,
    "00", 27, 10, 25, 29, 12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
]


def cloth(numbers, beside_zero, zeros):
    """Every set of numbers that lie together in rows of three, by the name of its shape."""
    rows = [numbers[start:start + 3] for start in range(0, len(numbers), 3)]
    sets = {shape: {frozenset(some) for some in beside_zero.get(shape, [])} for shape in SIZES}
    sets["straight"] |= {frozenset([pocket]) for pocket in [*numbers, *zeros]}
    for place, row in enumerate(rows):
        below = rows[place + 1] if place + 1 < len(rows) else []
        sets["split"] |= {frozenset(pair) for pair in zip(row, row[1:])} | {frozenset(pair) for pair in zip(row, below)}
        sets["corner"] |= {frozenset([*row[at:at + 2], *below[at:at + 2]])
                           for at in range(2) if len(row) > at + 1 and len(below) > at + 1}
        if len(row) == 3:
            sets["street"].add(frozenset(row))
        if len(row) == len(below) == 3:
            sets["six-line"].add(frozenset([*row, *below]))
    return sets


ONE_ZERO = {"split": [(0, 1), (0, 2), (0, 3)], "street": [(0, 1, 2), (0, 2, 3)], "corner": [(0, 1, 2, 3)]}
TWO_ZEROS = {"split": [(0, "00"), (0, 1), (0, 2), ("00", 2), ("00", 3)],
             "street": [(0, 1, 2), (0, "00", 2), ("00", 2, 3)]}
INSIDE = {"straight": (35, 1), "split": (17, 1), "street": (11, 1), "corner": (8, 1), "six-line": (5, 1)}
THIRDS = {f"{name} {index}": third(index) for name, third in (("dozen", dozen), ("column", column)) for index in (1, 2, 3)}


class ExampleWheel(Wheel, Table):
    """A wheel whose bets are shapes of its cloth and named sets.

    `named` has a row for each clause on sets: their names with their numbers, the odds and the provision."""

    limits_cites = ["general 1"]
    late_cites = ["general 2"]
    service_cites = ["general 3"]
    order = WHEEL
    shapes = cloth(list(range(1, 37)), ONE_ZERO, [0])
    inside = INSIDE
    inside_cite = "roulette 2"
    named = []
    calls = {}
    call_cite = None
    shared_cite = None
    shared_sets = frozenset()

    def pocket(self, act):
        pocket = act.number if act.number is not None else act.word
        return pocket if pocket in self.order else None

    # --- wagers ---------------------------------------------------------------
    def read_numbers(self, words):
        """The distinct pockets that words spell, or None."""
        pockets = [numeral(word) if numeral(word) is not None else word for word in words]
        if not pockets or any(pocket not in self.order for pocket in pockets):
            return None
        return frozenset(pockets) if len(set(pockets)) == len(pockets) else None

    def read_wager(self, words):
        """(name of the call or None, sets of its chips, odds of each set, provision)."""
        first, rest = words[0], words[1:]
        if first in self.calls:
            return self.read_call(first, rest, words)
        if first in self.inside:
            numbers = self.read_numbers(rest)
            if numbers not in self.shapes[first]:
                raise Refused("not on the cloth", [self.inside_cite])
            return None, [numbers], [self.inside[first]], self.inside_cite
        if first in SIZES:
            raise Refused("this table has no such bet", [self.inside_cite])
        name = " ".join([first, *sorted(rest)])
        for sets, odds, cite in self.named:
            if name in sets:
                return None, [sets[name]], [odds], cite
        for sets, _, cite in self.named:
            if any(known.split()[0] == first for known in sets):
                raise Refused("no such set", [cite])
        raise Refused("no such bet", [self.inside_cite])

    def read_call(self, first, rest, words):
        if first == "neighbours":
            numbers = self.read_numbers(rest)
            if numbers is None or len(numbers) != 1:
                raise Refused("name one number of the wheel", [self.call_cite])
            chips = neighbours(*numbers)
        elif rest:
            raise Refused("this call takes no number", [self.inside_cite])
        else:
            chips = self.calls[first]
        shape_of = {size: shape for shape, size in SIZES.items()}
        return first, chips, [self.inside[shape_of[len(numbers)]] for numbers in chips], self.call_cite

    def check_exact(self, stake, wager):
        call, sets, odds, cite = wager
        if call:
            if stake.amount % len(sets):
                raise Refused(f"the total is {len(sets)} equal chips", [cite])
            return
        exact_or_refuse(stake, odds[0], [cite])
        for half in self.halves(sets[0]):
            exact_or_refuse(stake, (1, 2), [half])

    def halves(self, numbers):
        """The provisions by which half of a stake on these numbers may come back, in the order of the book."""
        return [self.shared_cite] if numbers in self.shared_sets else []

    def accept(self, stake, wager):
        stake.call, stake.sets, stake.ratios, stake.cite = wager
        if not stake.call:
            stake.odds = "%d to %d" % stake.ratios[0]

    # --- the ball -------------------------------------------------------------
    def pay(self, stake, pocket):
        if stake.call:
            self.pay_call(stake, pocket)
        elif pocket in stake.sets[0]:
            stake.win(stake.ratios[0], [stake.cite])
        elif pocket in (0, "00", "000") and stake.sets[0] in self.shared_sets:
            stake.settle("halved", -stake.amount // 2, [self.shared_cite, stake.cite])
        else:
            stake.lose([stake.cite])

    def pay_call(self, stake, pocket):
        chip = stake.amount // len(stake.sets)
        won = [ratio for numbers, ratio in zip(stake.sets, stake.ratios) if pocket in numbers]
        cites = [self.call_cite, self.inside_cite]
        if won:
            gain = sum(to // per for to, per in won)
            stake.settle("won", chip * (gain - (len(stake.sets) - len(won))), cites)
        else:
            stake.lose(cites)


class FrenchRoulette(ExampleWheel):
    """France: the even chances are held by a zero (roulette 5 to 8)."""

    direction_cites = ["roulette 8"]
    again_cites = ["roulette 8"]
    void_spins = True
    wheel_cites = ["roulette 1"]
    cancel_cites = ["roulette 10"]
    calls = {**CALLS, "neighbours": None}
    call_cite = "roulette 9"
    named = [
        ({"two-dozens 1 2": dozen(1) | dozen(2), "two-dozens 2 3": dozen(2) | dozen(3),
          "two-columns 1 2": column(1) | column(2), "two-columns 2 3": column(2) | column(3)}, (1, 2), "roulette 3"),
        (THIRDS, (2, 1), "roulette 3"),
        (EVEN_CHANCES, (1, 1), "roulette 4"),
    ]
    settings = {
        "second-zero": (one_of("lost", "stays", "half", "released", "deeper"), "stays", ["roulette 6"]),
        "half-of-held": (yes_or_no, True, ["roulette 7"]),
    }
    LEVELS = 2

    def holds(self, sets):
        return len(sets) == 1 and sets[0] in EVEN_CHANCES.values()

    def halves(self, numbers):
        if not self.holds([numbers]):
            return []
        second = ["roulette 6"] if self.house["second-zero"] == "half" else []
        return second + (["roulette 7"] if self.house["half-of-held"] else [])

    def accept(self, stake, wager):
        super().accept(stake, wager)
        stake.level = 0

    def check_held(self, wager, level):
        deepest = self.LEVELS if self.house["second-zero"] == "deeper" else 1
        if not self.holds(wager[1]) or not 1 <= level <= deepest:
            raise Inadmissible("no such stake is held after a spin")

    def hold(self, stake, level):
        stake.level = level
        stake.cites = ["roulette 5"]

    def cancel_stake(self, stake):
        stake.give_back("cancelled", self.cancel_cites)

    def cites_for_cancel(self, stake):
        held = stake is not None and stake.standing and stake.level
        return ["roulette 5"] if held else self.cancel_cites

    def pay(self, stake, pocket):
        if pocket == 0 and self.holds(stake.sets) and not stake.call:
            self.zero(stake)
        elif stake.level and pocket in stake.sets[0]:
            stake.level -= 1
            if stake.level == 0:
                stake.give_back("void", ["roulette 5", stake.cite])
        elif stake.level:
            stake.lose([stake.cite])
        else:
            super().pay(stake, pocket)

    def zero(self, stake):
        second = self.house["second-zero"]
        cites = ["roulette 6", stake.cite]
        if stake.level == 0 or (second == "deeper" and stake.level < self.LEVELS):
            self.hold(stake, stake.level + 1)
        elif second in ("lost", "deeper"):
            stake.lose(cites)
        elif second == "half":
            stake.settle("halved", -stake.amount // 2, cites)
        elif second == "released":
            stake.give_back("void", cites)

    def act_takes_half(self, act):
        if not self.house["half-of-held"]:
            raise Inadmissible("half is not offered here")
        stake = self.find_stake(act.number)
        held = stake is not None and stake.standing and stake.level == 1
        if not held or stake.player != act.player or not (self.over() or self.open):
            raise Inadmissible("half of that stake cannot be taken now", ["roulette 7"])
        stake.settle("halved", -stake.amount // 2, ["roulette 7", stake.cite])


class Boule(ExampleWheel):
    """France: nine numbers, and no even chance has the five."""

    wheel_cites = ["boule 1"]
    order = list(range(1, 10))
    shapes = cloth(list(range(1, 10)), {}, [])
    inside = {"straight": (7, 1)}
    inside_cite = "boule 2"
    named = [({"red": frozenset([2, 4, 7, 9]), "black": frozenset([1, 3, 6, 8]), "odd": frozenset([1, 3, 7, 9]),
               "even": frozenset([2, 4, 6, 8]), "low": frozenset([1, 2, 3, 4]), "high": frozenset([6, 7, 8, 9])},
              (1, 1), "boule 3")]


class BritishRoulette(ExampleWheel):
    """Great Britain: a zero gives half of an even chance back (roulette 5)."""

    wheel_cites = ["roulette 1"]
    cancel_cites = ["general 4"]
    shared_cite = "roulette 5"
    shared_sets = frozenset(EVEN_CHANCES.values())
    named = [(THIRDS, (2, 1), "roulette 3"), (EVEN_CHANCES, (1, 1), "roulette 4")]

    def cancel_stake(self, stake):
        stake.give_back("cancelled", self.cancel_cites)


class AtlanticCityRoulette(ExampleWheel):
    """Atlantic City: 0 and 00 give half of an even chance back (roulette 5)."""

    wheel_cites = ["roulette 1"]
    order = DOUBLE_ZERO_WHEEL
    shapes = cloth(list(range(1, 37)), TWO_ZEROS, [0, "00"])
    shared_cite = "roulette 5"
    shared_sets = frozenset(EVEN_CHANCES.values())
    named = [({"five-number": frozenset([0, "00", 1, 2, 3])}, (6, 1), "roulette 2"), (THIRDS, (2, 1), "roulette 3"),
             (EVEN_CHANCES, (1, 1), "roulette 4")]
