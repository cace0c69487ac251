"""Records of games in which players lay an ante, look at a hand and decide on it."""

from dataclasses import dataclass
from typing import Callable

from dealers.common import Ended, PLAYERS
from record import RANKS, SUITS


@dataclass(frozen=True)
class AnteGame:
    """What one game says differently."""

    odd_wagers: list
    # What a player in turn says, each as often as it is likely.
    choices: list
    # Decisions that come too early or too late.
    untimely: list
    # The player in turn; None while cards are due.
    turn: Callable
    # More that can be wrong when a player is in turn; `{player}` is the player.
    odd_decisions: list
    # The wagers that may lie beside an ante.
    sides: Callable = lambda table: ()
    # How often a deal is called off at a card.
    misdeals: float = 0.02
    # How often every card is drawn from another corner of the pack, which makes mixed hands.
    mixed: float = 0.0


def lay(script, game):
    for player in script.rng.sample(PLAYERS, script.rng.randint(0, 4)):
        script.aside()
        if script.chance(script.odd_bets / 3):
            script.say(f"{player} bets {script.amount()} behind {script.rng.randint(0, 3)}")
        script.bet(script.pick(game.odd_wagers) if script.chance(script.odd_bets) else "ante", player)
        if script.chance(0.08):
            script.bet("ante", player)
        for wager in game.sides(script.table):
            if script.chance(0.3):
                script.bet(wager, player)
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


def deal_hand(script, game):
    cards = None if game.mixed and script.chance(game.mixed) else stock(script)
    first = True
    while first or script.table.to_deal:
        first = False
        impossible = script.impossible_card()
        if impossible and script.chance(script.trouble / 3):
            script.say(f"cards {impossible}")
        script.say_cards([draw(script, cards or stock(script))])
        if script.chance(game.misdeals):
            script.say("misdeal")
            first = True
        if script.chance(script.trouble / 8):
            script.say(script.pick(game.untimely + ["shuffle", "cutting card", "next hand"]))
    if script.chance(0.05):
        script.say("misdeal")
        deal_hand(script, game)


def decide(script, game):
    table = script.table
    while not table.over():
        script.aside()
        if game.turn(table) is None:
            deal_hand(script, game)
        if table.over():
            break
        player = game.turn(table)
        if script.chance(script.trouble / 2):
            others = [f"{script.player()} {choice}" for choice in sorted(set(game.choices))]
            odd = [text.format(player=player) for text in game.odd_decisions]
            script.say(script.pick(others + odd + ["misdeal", "cards 5D", f"{player} bets 5 on ante", "next hand",
                                                   "shuffle"]))
            continue
        script.say(f"{player} {script.pick(game.choices)}")


def one_hand(script, game):
    table = script.table
    script.announce(lambda: lay(script, game))
    if table.open and not any(s.standing for s in table.stakes):
        script.bet("ante")
    if not any(s.standing for s in table.stakes) and not script.chance(0.05 + script.trouble):
        raise Ended
    if script.chance(script.trouble / 4):
        script.say(script.pick(game.untimely + ["misdeal", "next hand"]))
    deal_hand(script, game)
    decide(script, game)
    if script.chance(script.trouble / 2):
        script.say(script.pick(game.untimely + ["misdeal", "cards 5D", "ann bets 5 on ante", "cancel 1 by consent",
                                                "ann takes back 1", "no more bets"]))
    if script.chance(0.1):
        script.say("shuffle")


def write_hands(script, game):
    for _ in range(script.rng.randint(1, 4)):
        one_hand(script, game)
        if script.chance(0.15):
            break
        script.say("next hand")
    raise Ended
