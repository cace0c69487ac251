"""Records of Arizona Hold-Em."""

from dealers.common import Ended, PLAYERS
from record import RANKS, SUITS

ODD_WAGERS = ["antes", "ante 1", "raise 1", "hand", "box 1", "Ante"]


def lay(script):
    for player in script.rng.sample(PLAYERS, script.rng.randint(0, 4)):
        script.aside()
        if script.chance(script.odd_bets / 3):
            script.say(f"{player} bets {script.amount()} behind {script.rng.randint(0, 3)}")
        script.bet(script.pick(ODD_WAGERS) if script.chance(script.odd_bets) else "ante", player)
        if script.chance(0.08):
            script.bet("ante", player)
        if script.chance(0.08):
            script.change_of_mind()


def stock(script):
    """The cards a deal is drawn from: all, or a corner where good hands are common."""
    roll = script.rng.random()
    if roll < 0.3:
        return [r + s for r in RANKS for s in SUITS]
    if roll < 0.6:
        low = script.rng.randint(0, 8)
        return [r + script.pick(SUITS[:1]) for r in RANKS[low:low + 5]] + [RANKS[12 if low < 3 else low] + "H"]
    if roll < 0.8:
        ranks = script.rng.sample(RANKS, 4)
        return [r + s for r in ranks for s in SUITS]
    low = script.rng.randint(0, 8)
    return [r + s for r in RANKS[low:low + 5] for s in SUITS] + ["A" + s for s in SUITS]


def draw(script, cards):
    left = [card for card in cards if script.table.left_in_shoe(card) > 0]
    return script.pick(left) if left else script.card()


def deal_hand(script):
    table, cards = script.table, stock(script)
    first = True
    while first or table.to_deal:
        first = False
        impossible = script.impossible_card()
        if impossible and script.chance(script.trouble / 3):
            script.say(f"cards {impossible}")
        script.say_cards([draw(script, cards)])
        if script.chance(0.02):
            script.say("misdeal")
            first = True
        if script.chance(script.trouble / 8):
            script.say(script.pick(["ann raises", "ben checks", "shuffle", "cutting card", "next hand"]))
    if script.chance(0.05):
        script.say("misdeal")
        deal_hand(script)


def decide(script):
    table = script.table
    while not table.over():
        script.aside()
        if table.decisions is None:
            deal_hand(script)
        if table.over():
            break
        player = table.decisions[0][0].player
        if script.chance(script.trouble / 2):
            script.say(script.pick([f"{script.player()} raises", f"{script.player()} checks", "misdeal", "cards 5D",
                                    f"{player} bets 5 on ante", "next hand", "shuffle"]))
            continue
        script.say(f"{player} {script.pick(['raises', 'checks'])}")


def one_hand(script):
    table = script.table
    script.announce(lambda: lay(script))
    if table.open and not any(s.standing for s in table.stakes):
        script.bet("ante")
    if not any(s.standing for s in table.stakes) and not script.chance(0.05 + script.trouble):
        raise Ended
    if script.chance(script.trouble / 4):
        script.say(script.pick(["misdeal", "ann raises", "next hand"]))
    deal_hand(script)
    decide(script)
    if script.chance(script.trouble / 2):
        script.say(script.pick(["ann raises", "misdeal", "cards 5D", "ann bets 5 on ante", "cancel 1 by consent",
                                "ann takes back 1", "no more bets"]))
    if script.chance(0.1):
        script.say("shuffle")


def write(script):
    script.head(script.setting("decks", ["1", "2", "3", "8"], ["0", "9", "x"], 0.4))
    for _ in range(script.rng.randint(1, 4)):
        one_hand(script)
        if script.chance(0.15):
            break
        script.say("next hand")
    raise Ended
