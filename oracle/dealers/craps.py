"""Records of craps and crapless craps."""

from dealers.common import PLAYERS, Ended
from games.craps import LAID, TRUE
from record import money

NEXT = ["field", "any-seven", "any-craps", "horn", "craps-eleven", "single 2", "single 11", "hop 3 5", "hop 2 2", "hop 6 5", "hop 1 1"]
ODD_WAGERS = ["put 7", "put", "put 2", "hop 7 1", "hop 3", "hop 0 2", "hop 1 2 3", "buy 7", "lay", "place 11", "big 5", "hard 9", "pass 4",
              "hop pair", "hop mixed", "win", "horn 2", "single 7", "behind-win 4", "behind 1", "come-out", "place x", "hop x 2", "big 6 8"]


def wagers(table):
    """Words of the table, in proportion to what is worth trying."""
    words = [line for line in table.lines for _ in range(6)]
    words += [f"{name} {score}" for name, row in table.races.items() for score in row[0] for _ in range(2)]
    words += [f"put {point}" for point in table.points] * (2 if table.put_cite else 0)
    return words + NEXT


def behind(script):
    """Behind a bet with a point, within what may be staked or beyond it; or behind what has none."""
    table = script.table
    lines = [s for s in table.stakes if s.standing and s.line and s.kind != "behind" and s.point]
    if not lines and not script.chance(script.odd_bets):
        return
    if not lines or script.chance(script.odd_bets / 2):
        script.say(f"{script.player()} bets {script.amount()} behind {script.rng.randint(0, len(table.stakes) + 2)}")
        return
    line = script.pick(lines)
    taken = table.lines[line.line][0]
    num, den = (1, 1) if taken else LAID[table.group(line.point)]
    room = line.amount * table.times(line.point) * den // num
    unit = (TRUE if taken else LAID)[table.group(line.point)][1]
    laid = script.pick([room, room // 2, room // 3, room + unit, room // unit * unit, room // 2 // unit * unit, unit])
    player = line.player if script.chance(0.93) else script.player()
    if laid > 0:
        script.say(f"{player} bets {money(laid)} behind {line.number}")


def fitting_amount(script, wager):
    """Mostly an amount that odds and commission can pay exactly."""
    if script.chance(0.35):
        return None
    unit = {"place": 30, "buy": 100, "lay": 1200, "horn": 4}.get(wager.split()[0], 10)
    return money(unit * script.rng.randint(1, 40))


def call(script):
    """Call a stake on or off: mostly one's own that can be called."""
    table = script.table
    live = [s for s in table.stakes if s.standing]
    if not table.open:
        return
    callable_ = [s for s in live if table.calls_cite(s.kind, getattr(s, "parent_kind", None))]
    if callable_ and not script.chance(script.trouble):
        stake = script.pick(callable_)
        script.say(f"{stake.player} calls {stake.number} {script.pick(['on', 'off'])}")
    elif script.chance(script.trouble):
        number = script.rng.randint(0, len(table.stakes) + 1)
        script.say(f"{script.player()} calls {number} {script.pick(['on', 'off'])}")


def take_back(script):
    table = script.table
    contract = lambda s: s.kind in table.contracts and s.point is not None
    live = [s for s in table.stakes if s.standing and (script.chance(script.trouble) or not contract(s))]
    if live and table.open:
        stake = script.pick(live)
        player = script.player() if script.chance(script.trouble) else stake.player
        script.say(f"{player} takes back {stake.number}" if script.chance(0.7) else f"cancel {stake.number} by consent")


def lay(script):
    words = wagers(script.table)
    for _ in range(script.rng.randint(0, 4)):
        script.aside()
        roll = script.rng.random()
        if roll < 0.3:
            behind(script)
        elif roll < 0.42:
            call(script)
        elif roll < 0.48:
            take_back(script)
        else:
            wager = script.pick(ODD_WAGERS if script.chance(script.odd_bets) else words)
            script.bet(wager, amount=fitting_amount(script, wager))


def throw(script):
    if script.chance(script.trouble / 3):
        script.say("dice " + script.pick(["0 4", "7 1", "3", "3 4 5", "6 7", "1 2 3 4"]))
    if script.chance(0.15):
        first, second = script.pick([(1, 1), (1, 2), (6, 6), (5, 6), (3, 4), (3, 4)])
    elif script.table.point and script.chance(0.15):
        first = script.rng.randint(max(1, script.table.point - 6), min(6, script.table.point - 1))
        second = script.table.point - first
    else:
        first, second = script.rng.randint(1, 6), script.rng.randint(1, 6)
    script.say(f"dice {first} {second}")


def carried(script):
    """Stakes of a record before: most of them possible, and some not."""
    table = script.table
    for _ in range(script.rng.randint(1, 4)):
        player, amount = script.pick(PLAYERS[:3]), 12 * script.rng.randint(1, 20)
        roll = script.rng.random()
        lines = [s for s in table.stakes if s.line and s.kind != "behind" and s.point]
        if roll < 0.4:
            line = script.pick(list(table.lines))
            point = table.point if table.point and not table.lines[line][4] and not script.chance(0.1) else script.pick(table.points)
            script.say(f"{player} carries {amount} on {line}" + (f" point {point}" if script.chance(0.9) else ""))
        elif roll < 0.6 and lines:
            line = script.pick(lines)
            tail = script.pick(["", "", " called on", " called off"]) if line.kind in table.behind_off else ""
            script.say(f"{line.player} carries {money(line.amount)} behind {line.number}{tail}")
        elif roll < 0.95:
            name = script.pick(list(table.races))
            tail = script.pick(["", "", " called on", " called off"]) if table.races[name][4] else ""
            script.say(f"{player} carries {amount} on {name} {script.pick(table.races[name][0])}{tail}")
        else:
            odd = ["pass called on", "field", "hop 3 5", "place 6 point 6", "big 6 called on", "put 6 point 6", "put 6"]
            script.say(f"{player} carries {amount} on {script.pick(odd)}")


def write(script):
    script.head([])
    if script.chance(0.1):
        carried(script)
    if script.chance(0.1):
        script.say("bank house")
    for _ in range(script.rng.randint(2, 16)):
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
