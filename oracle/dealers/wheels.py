"""Records of the roulettes of the example books."""

from dealers.common import Ended
from games.roulette import SIZES
from games.wheels import ExampleWheel


def spell(numbers):
    return " ".join(str(number) for number in numbers)


def in_order(pockets):
    return sorted(pockets, key=str)


def wager(script):
    table, roll = script.table, script.rng.random()
    if roll < 0.3:
        shape = script.pick(list(table.inside))
        numbers = in_order(script.pick(sorted(table.shapes[shape], key=lambda some: in_order(some).__str__())))
        if script.chance(0.3):
            script.rng.shuffle(numbers)
        return f"{shape} {spell(numbers)}"
    if roll < 0.4 and table.calls:
        return script.pick([name for name in table.calls if name != "neighbours"] +
                           [f"neighbours {script.pick(table.order)}"])
    sets, _, _ = table.named[-1] if script.chance(0.7) else script.pick(table.named)
    return script.pick(list(sets))


def odd_wager(script):
    shape = script.pick(list(SIZES))
    pockets = [*ExampleWheel.order, "00", "000", 37, 64]
    return script.pick([
        f"{shape} {spell(script.rng.sample(pockets, SIZES[shape]))}", "numbers 1 2", "straight 37", "straight 00",
        "straight 000", "split 7 7", "straight", "dozen 4", "dozen", "red 3", "purple", "neighbours", "neighbours 37",
        "neighbours 1 2", "orphans 5", "five-number", "five-number 1", "two-dozens 2 1", "two-dozens 1 3", "box 1",
        "straight 05", "split 0 00",
    ])


def lay(script):
    for _ in range(script.rng.randint(0, 4)):
        script.aside()
        script.bet(odd_wager(script) if script.chance(script.odd_bets) else wager(script),
                   amount=script.pick(["9", "18", "6", "5", "30"]) if script.chance(0.3) else None)
        if script.chance(0.1):
            script.change_of_mind()


def held(script):
    """Acts on stakes that a zero holds, and on others."""
    stakes = [stake for stake in script.table.stakes if stake.standing and getattr(stake, "level", 0)]
    while stakes and script.chance(0.25):
        stake = script.pick(stakes)
        offered = stake.standing and stake.level == 1 and script.table.house["half-of-held"]
        if offered or script.chance(script.trouble):
            script.say(f"{stake.player} takes half of {stake.number}")
    if script.chance(script.trouble):
        number = script.rng.randint(0, len(script.table.stakes) + 1)
        script.say(script.pick([f"{script.player()} takes half of {number}", f"{script.player()} takes back {number}",
                                f"cancel {number} by consent"]))


def spin_line(script):
    if not script.chance(0.4) or script.table.spun or script.table.over():
        return
    due = script.table.due if script.table.direction_cites else None
    due = due or script.pick(["left", "right"])
    if script.chance(script.trouble):
        due = "left" if due == "right" else "right"
    script.say(f"spin {due}")


def one_spin(script):
    held(script)
    spin_line(script)
    script.announce(lambda: lay(script))
    held_now = script.chance(0.3)
    if held_now and script.table.open:
        held(script)
    spin_line(script)
    while script.table.void_spins and script.chance(0.12):
        script.say("void spin")
        if script.table.open and script.chance(0.3):
            lay(script)
        spin_line(script)
    if script.chance(script.trouble / 3):
        script.say(f"ball {script.pick(['37', '00', '000', '64', '65', '07', '100'])}")
    zeros = [pocket for pocket in script.table.order if pocket in (0, "00")]
    script.say(f"ball {script.pick(zeros) if zeros and script.chance(0.35) else script.pick(script.table.order)}")
    held(script)
    if script.chance(script.trouble / 2):
        script.say(script.pick(["ball 4", "ann bets 5 on red", "refuse ann", "cancel 1 by consent", "void spin",
                                "spin left", "no more bets", "place your bets", "bank house", "ann takes back 1"]))


def settings(script):
    if "second-zero" not in script.table_settings:
        return ["second-zero=lost"] if script.chance(script.trouble / 4) else []
    return (script.setting("second-zero", ["lost", "stays", "half", "released", "deeper"], ["returned", "1"], 0.8)
            + script.setting("half-of-held", ["true", "false"], ["yes"], 0.3))


def carried(script):
    """Stakes that the record before left held."""
    if not script.chance(0.2):
        return
    for _ in range(script.rng.randint(1, 3)):
        level = script.pick([1, 1, 1, 2]) if script.chance(0.9) else script.pick([0, 3])
        wrong = script.chance(script.trouble)
        on = odd_wager(script) if wrong else script.pick(["red", "black", "odd", "even", "low", "high"])
        script.say(f"{script.player()} carries {script.amount()} on {on} held {level}")


def write(script):
    from games import TABLES, make_table
    assert script.game in TABLES
    script.table_settings = make_table(script.game).settings
    script.head(settings(script))
    if script.game == "france/roulette" or script.chance(script.trouble):
        carried(script)
    if script.chance(0.1):
        script.say(script.pick(["bank house", "bank house 10000"]))
    for _ in range(script.rng.randint(1, 6)):
        one_spin(script)
        if script.chance(0.1):
            break
        script.say("next hand")
    raise Ended
