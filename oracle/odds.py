"""Recompute prices by enumerating deals, throws and spins, and compare them with `croupier odds --json`.

    python3 oracle/odds.py --binary target/debug/croupier

One round of each wager comes from the recount of census.py; here it is followed to the end of the bet's
life. Arizona Hold-Em is dealt card by card, up to a change of suits. `--long` adds a sample of blackjack rules
and Caribbean stud, which take minutes. Where a player and a banker both decide this file has no opinion.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path

import blackjack_odds
import caribbean_odds
import census
import dealer_poker_odds
import macau_odds
import wheels
from compare import rulebook
from games import make_table
from games.craps import LAID, TRUE
from games.dice import POINTS
from primitives import hash32

ROOT = Path(__file__).resolve().parent.parent
CHECKED = ROOT / "oracle" / "checked.txt"
FRACTIONS = {"½": Fraction(1, 2)}


def number(text):
    """`9½` as a fraction."""
    halves = FRACTIONS.get(text[-1])
    return Fraction(text[:-1] or 0) + halves if halves else Fraction(text)


def gain(end):
    """What a stake of one wins by an end of census.py."""
    if end in ("lost", "halved", "void"):
        return {"lost": Fraction(-1), "halved": Fraction(-1, 2), "void": Fraction(0)}[end]
    if parts := re.fullmatch(r"won (\S+) of the stake", end):
        return Fraction(parts[1])
    to, on = re.fullmatch(r"won at (\S+) to (\S+)", end).groups()
    return number(to) / number(on)


def repeated(ends):
    """The ends of a bet that stands until it is decided by a round like the first."""
    decided = 1 - ends.pop("standing", 0)
    return {end: chance / decided for end, chance in ends.items()}


def carried(first, later):
    """The ends of a hand of In-Between whose stand-offs are carried to whole packs."""
    ends = {end: chance for (_, end), chance in first.items()}
    stands = ends.pop("standing")
    for end, chance in repeated({end: chance for (_, end), chance in later.items()}).items():
        ends[end] = ends.get(end, 0) + stands * chance
    return ends


def line(first_wins, first_loses, point_first):
    """Win and its contrary from every throw: the first, and then the point against seven."""
    score = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    ends, thrown = defaultdict(Fraction), sum(score[s] for s in (*first_wins, *first_loses, *POINTS))
    for made in first_wins:
        ends["won at 1 to 1"] += Fraction(score[made], thrown)
    for made in first_loses:
        ends["lost"] += Fraction(score[made], thrown)
    for point in POINTS:
        made = Fraction(score[point], score[point] + score[7])
        wins = made if point_first else 1 - made
        ends["won at 1 to 1"] += Fraction(score[point], thrown) * wins
        ends["lost"] += Fraction(score[point], thrown) * (1 - wins)
    return dict(ends)


def whole_lives(name, chances):
    """{wager: {end: chance}} over the whole life of each bet."""
    wagers = defaultdict(dict)
    for (wager, end), chance in chances.items():
        wagers[wager][end] = chance
    lives = {wager: repeated(ends) for wager, ends in wagers.items()}
    if name.endswith("/dice"):
        lives["win"] = lives["come"] = line((7, 11), (2, 3, 12), True)
        # the barred throw of two ones is thrown again
        lives["dont-win"] = lives["dont-come"] = line((3, 12), (7, 11), False)
    return lives


def prices(lives):
    """{wager: what the command must say} of every wager."""
    found = {}
    for wager, ends in lives.items():
        chance = defaultdict(Fraction)
        for end, part in ends.items():
            chance["win" if end.startswith("won") else end] += part
        mean = sum(gain(end) * part for end, part in ends.items())
        square = sum(gain(end) ** 2 * part for end, part in ends.items())
        found[wager] = {"win": chance["win"], "lose": chance["lost"], "void": chance["void"], "edge": -mean,
                        "variance": square - mean ** 2}
        if chance["halved"]:
            found[wager]["halved"] = chance["halved"]
    return found


# --- arizona hold-em ----------------------------------------------------------
def in_any_suits(cards):
    """The cards with their suits renamed so that hands that differ only in suits are the same."""
    first = {}
    return tuple((rank, first.setdefault(suit, len(first))) for rank, suit in sorted(cards))


@lru_cache(maxsize=None)
def pays(ranks, flush):
    """What a hand wins: every row of this pay table is so many to one."""
    return int(gain(census.ante_end(ranks, Counter(ranks), flush)))


PACK = [(rank, suit) for rank in range(2, 15) for suit in range(4)]


@lru_cache(maxsize=None)
def fifth(four):
    """The sum, the sum of squares, the wins and the number of fifth cards that four cards can get."""
    suits = {suit for _, suit in four}
    gains = []
    for card in PACK:
        if card not in four:
            ranks = tuple(sorted([rank for rank, _ in four] + [card[0]]))
            gains.append(pays(ranks, len(suits | {card[1]}) == 1))
    return sum(gains), sum(g * g for g in gains), sum(g > 0 for g in gains), len(gains)


def arizona():
    """The ante with a raise wherever the cards that are seen expect a gain (M16)."""
    hands = Counter(in_any_suits(three) for three in combinations(PACK, 3))
    total = squares = wins = deals = 0
    for three, times in hands.items():
        fours = [fifth(in_any_suits((*three, card))) for card in PACK if card not in three]
        first = sum(worth for worth, *_ in fours) > 0
        for worth, square, won, cards in fours:
            units = 1 + first + (worth > 0)
            total += times * units * worth
            squares += times * units * units * square
            wins += times * won
            deals += times * cards
    mean = Fraction(total, deals)
    return {"ante": {"win": Fraction(wins, deals), "lose": Fraction(deals - wins, deals), "void": Fraction(0), "edge": -mean,
                     "variance": Fraction(squares, deals) - mean ** 2}}


# --- craps --------------------------------------------------------------------
SCORES = Counter(a + b for a, b in product(range(1, 7), repeat=2))


def price_of(ends):
    """The price of a bet from (gain per unit staked, chance) of every end."""
    mean = sum(gained * part for gained, part in ends)
    chance = lambda holds: sum((part for gained, part in ends if holds(gained)), Fraction(0))
    return {"win": chance(lambda g: g > 0), "lose": chance(lambda g: g < 0), "void": chance(lambda g: g == 0), "edge": -mean,
            "variance": sum(gained ** 2 * part for gained, part in ends) - mean ** 2}


def against_seven(wins, loses, ratio):
    """A bet that so many throws win and so many lose, and no other decides."""
    won = Fraction(wins, wins + loses)
    return [(Fraction(*ratio), won), (Fraction(-1), 1 - won)]


def charged(ends, commission):
    """The same with commission: (share of the bet, in advance)."""
    share, in_advance = commission
    staked = 1 + share if in_advance else 1
    return [((g - (share if in_advance or g > 0 else 0)) / staked, part) for g, part in ends]


def craps_line(table, name):
    for_the_point, wins, loses, _, _ = table.lines[name]
    ends = []
    for score, ways in SCORES.items():
        chance = Fraction(ways, 36)
        if score in table.points:
            made = Fraction(ways, ways + 6)
            won = made if for_the_point else 1 - made
            ends += [(Fraction(1), chance * won), (Fraction(-1), chance * (1 - won))]
        else:
            ends.append((Fraction((score in wins) - (score in loses)), chance))
    return ends


def craps(name):
    """Every wager of a table of the example book of Nevada, from the second judge's own tables."""
    table, found = make_table(name), {}
    for word, (for_the_point, *_) in table.lines.items():
        found[word] = craps_line(table, word)
        for point in table.points:
            ways, side = SCORES[point], ("win", TRUE) if for_the_point else ("dont", LAID)
            wins, loses = (ways, 6) if for_the_point else (6, ways)
            found[f"behind-{side[0]} {point}"] = against_seven(wins, loses, side[1][table.group(point)])
            if table.put_cite and word == "come":
                found[f"put {point}"] = against_seven(ways, 6, (1, 1))
    for word, (scores, odds, *_) in table.races.items():
        for score in scores:
            ratio, ways = odds[table.group(score)], SCORES[score]
            ends = against_seven(*{"lay": (6, ways), "hard": (1, ways + 5)}.get(word, (ways, 6)), ratio)
            if word in table.commissions:
                of_win, in_advance, _ = table.commissions[word]
                ends = charged(ends, (Fraction(1, 20) * (Fraction(*ratio) if of_win else 1), in_advance))
            found[f"{word} {score}"] = ends
    for word, (odds, *_) in table.nexts.items():
        found[word] = [(Fraction(*odds[s]) if s in odds else Fraction(-1), Fraction(n, 36)) for s, n in SCORES.items()]
    if table.single_cite:
        for score, ratio in table.singles.items():
            found[f"single {score}"] = against_seven(SCORES[score], 36 - SCORES[score], ratio)
    found["hop pair"], found["hop mixed"] = against_seven(1, 35, (30, 1)), against_seven(2, 34, (15, 1))
    return {word: price_of(ends) for word, ends in found.items()}


# --- comparing ----------------------------------------------------------------
def cases():
    """(game, settings, prices) of every comparison."""
    for name in ("scotland-1970/roulette", "scotland-1970/dice", "mpumalanga/american-roulette"):
        yield name, (), prices(whole_lives(name, census.recount(name)))
    for packs in (1, 2, 8):
        name, shoe = "western-australia-1990/in-between", (4 * packs,) * 13
        yield name, (f"decks={packs}",), prices(whole_lives(name, census.in_between(shoe)))
    for gone, less in (("-A:2,-K", {12: 2, 11: 1}), ("-2:4,-8:3", {0: 4, 6: 3})):
        shoe = tuple(4 - less.get(rank, 0) for rank in range(13))
        yield name, (f"--shoe={gone}",), prices({"hand": carried(census.in_between(shoe), census.in_between())})
    for name, egalite in (("scotland-1970/punto-banco", False), ("mpumalanga/punto-banco", True)):
        for packs in (1, 6, 8):
            chances = census.punto_banco(census.baccarat_shoe(packs), egalite)
            yield name, (f"decks={packs}",), prices(whole_lives(name, chances))
    for packs in (6, 8):
        for name, chances in (("macau/baccarat", macau_odds.baccarat), ("macau/ez-baccarat", macau_odds.ez_baccarat)):
            yield name, (f"decks={packs}",), prices(whole_lives(name, chances(packs)))
    yield "mpumalanga/arizona-hold-em", (), arizona()
    for name in ("nevada/craps", "nevada/crapless-craps"):
        yield name, (), craps(name)
    yield from wheels.cases(prices)
    ante = {"ante": dealer_poker_odds.three_card_poker()[0]}
    yield "three-card-poker/three-card-poker", (), {**ante, **dealer_poker_odds.own_hands()}


def long_cases():
    """Those that take minutes. Of blackjack only the edge of a box is recomputed, in decimals."""
    for name, settings, edge in blackjack_odds.cases():
        yield name, settings, {"box": {"edge": edge}}
    yield "caribbean-stud/caribbean-stud", (), {"ante": caribbean_odds.caribbean_stud()}


def is_long(line):
    """Whether a line of checked.txt is about one of them."""
    return "blackjack" in line[1] or "touch-21" in line[1] or "caribbean" in line[1]


def said(binary, name, settings):
    """What the command says, by wager."""
    options = [part for setting in settings
               for part in ([setting] if setting.startswith("--") else ["--house", setting])]
    run = subprocess.run([binary, *rulebook(name), "odds", name, *options, "--json"], capture_output=True, text=True, check=True)
    return {row["wager"]: row for row in json.loads(run.stdout)["wagers"]}


def faults(ours, theirs):
    """What differs between the recomputed prices and the command's rows."""
    in_decimals = any(isinstance(price["edge"], float) for price in ours.values())
    if missing := set(ours) - set(theirs) if in_decimals else set(ours) ^ set(theirs):
        yield f"only one side prices {', '.join(sorted(missing))}"
    for wager in set(ours) & set(theirs):
        for key, value in ours[wager].items():
            if isinstance(value, float) and key == "edge":
                if abs(value - theirs[wager]["edge_decimal"]) > 1e-9:
                    yield f"{wager}: edge {value}, not {theirs[wager]['edge_decimal']}"
            elif key == "variance":
                if abs(float(value) - float(theirs[wager]["variance_decimal"])) > 1e-6 * max(1, float(value)):
                    yield f"{wager}: variance {float(value)}, not {theirs[wager]['variance_decimal']}"
            elif Fraction(theirs[wager].get(key, "0")) != value:
                yield f"{wager}: {key} {value}, not {theirs[wager].get(key)}"


def digest(name):
    """The BLAKE3 digest of the book of a game, as `croupier rules` shows it."""
    book = name.split("/")[0]
    found = [folder / f"{book}.toml" for folder in (ROOT / "rulebooks", ROOT / "examples")]
    return hash32(next(path for path in found if path.exists()).read_bytes()).hex()


def noted(checked, write, whole):
    """Whether checked.txt, from which PAR sheets quote, names exactly what was compared; writes it if asked."""
    if write:
        CHECKED.write_text("".join(" ".join(line) + "\n" for line in checked))
    known = [tuple(line.split()) for line in CHECKED.read_text().splitlines()]
    return [line for line in known if whole or not is_long(line)] == checked


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", default="target/debug/croupier")
    arguments.add_argument("--write", action="store_true", help="write what was compared to checked.txt, with --long")
    arguments.add_argument("--long", action="store_true", help="recompute those that take minutes as well")
    asked = arguments.parse_args()
    if asked.write and not asked.long:
        arguments.error("--write needs --long, so that checked.txt names everything")
    wrong = compared = 0
    checked = []
    for name, settings, ours in (*cases(), *(long_cases() if asked.long else ())):
        for fault in faults(ours, said(asked.binary, name, settings)):
            print(f"{name} {' '.join(settings)}: {fault}", file=sys.stderr)
            wrong += 1
        compared += len(ours)
        line = (digest(name), name, ",".join(settings) or "-", str(len(ours)))
        checked.append((*line, "edges") if isinstance(next(iter(ours.values()))["edge"], float) else line)
    print(f"{compared} prices recomputed, {wrong} differ")
    if wrong:
        return 1
    if not noted(checked, asked.write, asked.long):
        print("oracle/checked.txt names other books: run `python3 oracle/odds.py --long --write`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
