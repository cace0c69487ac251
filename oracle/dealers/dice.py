"""Records of dice."""

from dealers.common import Ended
from games.dice import BEHIND_DONT, BEHIND_WIN, LETTER
from record import money

WAGERS = (
    ["win", "come", "dont-win", "dont-come"] * 4
    + [f"place-win {n}" for n in (4, 5, 6, 8, 9, 10)]
    + [f"place-lose {n}" for n in (4, 5, 6, 8, 9, 10)]
    + [f"hard {n}" for n in (4, 6, 8, 10)] * 2
    + ["craps", "field", "field"] * 2
    + [f"single {n}" for n in (2, 3, 11, 12)]
)
ODD_WAGERS = ["single 7", "hard 5", "place-win 7", "place-lose 2", "place-win", "win 4", "field 2", "craps 7",
              "hard", "dont", "pass", "behind 1", "red", "single 2 3", "come-out", "place-win x"]


def behind(script):
    """Behind a bet with a point, within what may be staked or beyond it; or behind what has none."""
    table = script.table
    lines = [s for s in table.stakes if s.standing and getattr(s, "line", None) and s.kind != "behind" and s.point]
    if not lines and not script.chance(script.odd_bets):
        return
    if not lines or script.chance(script.odd_bets / 2):
        number = script.rng.randint(0, len(table.stakes) + 2)
        script.say(f"{script.player()} bets {script.amount()} behind {number}")
        return
    line = script.pick(lines)
    num, den = (1, 1) if line.line == 1 else BEHIND_DONT[LETTER[line.point]][0]
    room = line.amount * den // num
    unit = (BEHIND_WIN if line.line == 1 else BEHIND_DONT)[LETTER[line.point]][0][1]
    laid = script.pick([room, room // 2, room // 3, room, room + unit, room // unit * unit, room // 2 // unit * unit, unit])
    player = line.player if script.chance(0.93) else script.player()
    if laid > 0:
        script.say(f"{player} bets {money(laid)} behind {line.number}")


def fitting_amount(script, wager):
    """Mostly an amount that the wager's odds can pay exactly."""
    if script.chance(0.4):
        return None
    unit = {"place-win": 30, "place-lose": 440}.get(wager.split()[0], 10)
    return money(unit * script.rng.randint(1, 40))


def lay(script):
    for _ in range(script.rng.randint(0, 3)):
        script.aside()
        if script.chance(0.35):
            behind(script)
        else:
            wager = script.pick(ODD_WAGERS if script.chance(script.odd_bets) else WAGERS)
            script.bet(wager, amount=fitting_amount(script, wager))
        if script.chance(0.08):
            script.change_of_mind()


def throw(script):
    if script.chance(script.trouble / 3):
        script.say("dice " + script.pick(["0 4", "7 1", "3", "3 4 5", "6 7", "1 2 3 4"]))
    if script.chance(0.1):
        first, second = script.pick([(1, 1), (1, 2), (6, 6), (5, 6), (3, 4)])
    else:
        first, second = script.rng.randint(1, 6), script.rng.randint(1, 6)
    script.say(f"dice {first} {second}")


def write(script):
    script.head([])
    if script.chance(0.1):
        script.say("bank house")
    for _ in range(script.rng.randint(2, 14)):
        if script.chance(0.5):
            script.announce(lambda: lay(script))
        else:
            lay(script)
        throw(script)
        if script.chance(0.1):
            if script.chance(0.3):
                lay(script)
            script.say("next hand")
    raise Ended
