"""What the records of shoe games share: shuffles, the cutting card, the cut."""

from dealers.common import Ended


def perhaps_cutting_card(script):
    """The cutting card comes out now and then."""
    table = script.table
    if table.shuffler() or table.cut_card:
        if script.chance(script.trouble / 10):
            script.say("cutting card")
    elif script.chance(0.02):
        script.say("cutting card")


def between_hands(script):
    """Shuffle and cut where the shoe asks for it, and sometimes where it does not."""
    table = script.table
    spent = bool(table.cut_card)
    low = sum(table.gone.values()) > table.house["decks"] * 36
    if spent and script.chance(script.trouble):
        return
    if not (spent or low or script.chance(0.08)):
        if script.chance(script.trouble / 4):
            script.say(f"{script.player()} cuts")
        return
    who = table.who_cuts
    script.say("shuffle")
    if script.chance(0.6):
        lawful = who or script.player()
        script.say(f"{script.player() if script.chance(script.trouble) else lawful} cuts")


def play_hands(script, one_hand, most=4):
    """Several hands at the same table, until the record ends."""
    for _ in range(script.rng.randint(1, most)):
        one_hand()
        if script.chance(0.15):
            break
        early = script.chance(0.5)
        if early:
            between_hands(script)
        script.say("next hand")
        if not early:
            between_hands(script)
    raise Ended


def after_the_end(script, lines):
    """An act too many after the hand."""
    if script.chance(script.trouble):
        script.say(script.pick(lines + ["no more bets", "final bets", "place your bets", "cutting card", "misdeal",
                                        "cancel 1 by consent", "ann takes back 1", "bank house", "cards 7C",
                                        "cards KD", f"{script.player()} cuts"]))


def rich_ranks(script):
    """Some records are rich in a few ranks, so that rare things happen."""
    if script.chance(0.4):
        return None
    count = script.rng.randint(2, 5)
    return script.rng.sample("A23456789TJQK", count) + script.rng.sample("AA8T", 2)
