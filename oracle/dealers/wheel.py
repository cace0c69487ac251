"""Records of the two roulettes."""

from dealers.common import Ended
from games.roulette import EVEN_CHANCES, LAYOUT, SIZES, WHEEL

SHAPES = {shape: sorted(sorted(numbers) for numbers in sets) for shape, sets in LAYOUT.items()}


def spell(numbers):
    return " ".join(str(number) for number in numbers)


def layout_wager(script):
    shape = script.pick(list(SIZES))
    numbers = list(script.pick(SHAPES[shape]))
    if script.chance(0.3):
        script.rng.shuffle(numbers)
    return f"{shape} {spell(numbers)}"


def some_numbers(script, size, low=0):
    return spell(script.rng.sample(range(low, 37), size))


def common_wager(script):
    roll = script.rng.random()
    if roll < 0.4:
        return layout_wager(script)
    if roll < 0.7:
        return script.pick(list(EVEN_CHANCES))
    return f"{script.pick(['dozen', 'column'])} {script.pick('123')}"


def scottish_wager(script):
    roll = script.rng.random()
    if roll < 0.3:
        return common_wager(script)
    if roll < 0.45:
        return f"{script.pick(['two-dozens', 'two-columns'])} {script.pick(['1 2', '2 3', '3 1'])}"
    if roll < 0.55:
        shape = script.pick(list(SIZES))
        return f"{shape} {some_numbers(script, SIZES[shape])}"
    size = script.pick([1, 2, 3, 4, 6, 12, 18, 24])
    return "numbers " + some_numbers(script, size, 1 if size == 18 else 0)


def american_wager(script):
    if script.chance(0.5):
        return common_wager(script)
    return script.pick(["neighbours-of-zero", "series-5-8", "orphans", f"neighbours {script.rng.randint(0, 36)}"])


def odd_wager(script):
    size = script.pick([5, 7, 8, 18, 18, 23, 37])
    return script.pick([
        "numbers " + spell(script.rng.sample(range(37), size)),
        "numbers 0 " + some_numbers(script, 17, 1),
        "numbers 5 5", "numbers", "numbers 37", "straight 37", "straight 1 2", "straight", "split 1 5", "split 3 4",
        "split 7 7", "street 2 3 4", "street 16 17", "corner 1 2 3 4", "corner 3 4 6 7", "six-line 2 3 4 5 6 7",
        "dozen 4", "dozen 0", "column 4", "dozen", "red 3", "two-dozens 1 1", "two-dozens 1 4", "two-columns 1",
        "purple", "neighbours", "neighbours 37", "neighbours 1 2", "orphans 5", "tiers", "series-5-8 now",
        "neighbours-of-zero 3", "split 0 4", "street 0 1 3", "corner 0 1 2 4", "hand", "box 1", "zero", "Red",
        "straight x", "low high",
    ])


def lay(script):
    american = script.game == "mpumalanga/american-roulette"
    for _ in range(script.rng.randint(0, 4)):
        script.aside()
        if script.chance(script.odd_bets):
            wager = odd_wager(script)
        else:
            wager = american_wager(script) if american else scottish_wager(script)
        if script.chance(script.odd_bets / 5):
            script.say(f"{script.player()} bets {script.amount()} behind {script.rng.randint(0, 3)}")
        amount = None
        if american and wager in ("neighbours-of-zero", "series-5-8") and script.chance(0.6):
            amount = script.pick(["9", "18", "0.18", "36", "0.54"])
        script.bet(wager, amount=amount)
        if script.chance(0.1):
            script.change_of_mind()


def spin_line(script, state):
    """A spin the right way round, or not when there is trouble."""
    if not script.chance(state["spins"]):
        return
    due = script.table.due or script.pick(["left", "right"])
    if script.chance(script.trouble):
        due = "left" if due == "right" else "right"
    script.say(f"spin {due}")


def one_spin(script, state):
    american = script.game == "mpumalanga/american-roulette"
    if script.chance(0.5):
        spin_line(script, state)
    script.announce(lambda: lay(script))
    if not script.table.spun:
        spin_line(script, state)
    while american and script.chance(0.12):
        script.say("void spin")
        if script.table.open and script.chance(0.3):
            lay(script)
        spin_line(script, state)
    if script.chance(0.05) and script.table.cancel_any_time:
        script.change_of_mind()
    if script.chance(script.trouble / 3):
        script.say(f"ball {script.pick([37, 38, 100])}")
    script.say(f"ball {script.pick(WHEEL) if script.chance(0.9) else 0}")
    if script.chance(script.trouble / 2):
        script.say(script.pick(["ball 4", "ann bets 5 on red", "refuse ann", "cancel 1 by consent", "void spin",
                                "spin left", "no more bets", "place your bets", "final bets", "bank house",
                                "ann takes back 1", "ann bets 5 behind 1"]))


def settings(script):
    if script.game == "mpumalanga/american-roulette":
        return ["wheel=0"] if script.chance(script.trouble / 4) else []
    turned = WHEEL[5:] + WHEEL[:5]
    good = [",".join(str(n) for n in order) for order in (WHEEL, turned, sorted(WHEEL))]
    bad = [good[0] + ",37", good[0][2:], good[0].replace("26", "00"), good[0].replace("26", "0"), "usual"]
    return script.setting("wheel", good, bad, 0.1)


def write(script):
    script.head(settings(script))
    state = {"spins": script.pick([0, 0.5, 1])}
    if script.chance(0.1):
        script.say(script.pick(["bank house", "bank house 10000"]))
    for _ in range(script.rng.randint(1, 5)):
        one_spin(script, state)
        if script.chance(0.12):
            break
        script.say("next hand")
    raise Ended
