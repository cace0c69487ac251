"""Records of poker against a dealer's hand."""

from dealers.arizona import draw, stock
from dealers.common import Ended, PLAYERS

ODD_WAGERS = ["antes", "ante 1", "raise 1", "play", "box 1", "Ante", "pair-plus", "pair-plus 1"]
DECISIONS = ["raises", "folds"]


def lay(script):
    for player in script.rng.sample(PLAYERS, script.rng.randint(0, 4)):
        script.aside()
        if script.chance(script.odd_bets / 3):
            script.say(f"{player} bets {script.amount()} behind {script.rng.randint(0, 3)}")
        script.bet(script.pick(ODD_WAGERS) if script.chance(script.odd_bets) else "ante", player)
        if script.chance(0.08):
            script.bet("ante", player)
        for wager in script.table.own_hand_pays:
            if script.chance(0.3):
                script.bet(wager, player)
        if script.chance(0.08):
            script.change_of_mind()


def deal_hand(script):
    table = script.table
    first = True
    while first or table.to_deal:
        first = False
        impossible = script.impossible_card()
        if impossible and script.chance(script.trouble / 3):
            script.say(f"cards {impossible}")
        script.say_cards([draw(script, stock(script))])
        if script.chance(0.01):
            script.say("misdeal")
            first = True
        if script.chance(script.trouble / 8):
            script.say(script.pick(["ann raises", "ben folds", "ann checks", "shuffle", "cutting card", "next hand"]))
    if script.chance(0.05):
        script.say("misdeal")
        deal_hand(script)


def decide(script):
    table = script.table
    while not table.over():
        script.aside()
        if table.turns is None:
            deal_hand(script)
        if table.over():
            break
        player = table.turns[0].player
        if script.chance(script.trouble / 2):
            script.say(script.pick([f"{script.player()} raises", f"{script.player()} folds", f"{player} checks",
                                    "misdeal", "cards 5D", f"{player} bets 5 on ante", f"{player} raises on 1",
                                    f"{player} stands", "next hand", "shuffle"]))
            continue
        script.say(f"{player} {script.pick(['raises', 'raises', 'folds'])}")


def one_hand(script):
    table = script.table
    script.announce(lambda: lay(script))
    if table.open and not any(s.standing for s in table.stakes):
        script.bet("ante")
    if not any(s.standing for s in table.stakes) and not script.chance(0.05 + script.trouble):
        raise Ended
    if script.chance(script.trouble / 4):
        script.say(script.pick(["misdeal", "ann raises", "ann folds", "next hand"]))
    deal_hand(script)
    decide(script)
    if script.chance(script.trouble / 2):
        script.say(script.pick(["ann raises", "ann folds", "misdeal", "cards 5D", "ann bets 5 on ante",
                                "cancel 1 by consent", "ann takes back 1", "no more bets"]))
    if script.chance(0.1):
        script.say("shuffle")


def write(script):
    three = script.game.startswith("three")
    seats = ["1", "2", "6", "9"] + (["16"] if three else [])
    wrong = ["0", "17", "x"] + ([] if three else ["10"])
    script.head(script.setting("deal", ["hands", "one-by-one"], ["dealer-first", "1"], 0.6)
                + script.setting("seats", seats, wrong, 0.3))
    for _ in range(script.rng.randint(1, 4)):
        one_hand(script)
        if script.chance(0.15):
            break
        script.say("next hand")
    raise Ended
