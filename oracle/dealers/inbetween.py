"""Records of In-Between."""

from dealers.common import Ended, PLAYERS
from record import RANKS

ODD_WAGERS = ["hands", "hand 1", "ante", "box 1", "between", "red", "Hand"]


def lay(script):
    players = script.rng.sample(PLAYERS, script.rng.randint(0, 4))
    for player in players:
        script.aside()
        if script.chance(script.odd_bets / 3):
            script.say(f"{player} bets {script.amount()} behind {script.rng.randint(0, 3)}")
        script.bet(script.pick(ODD_WAGERS) if script.chance(script.odd_bets) else "hand", player)
        if script.chance(0.1):
            script.change_of_mind()


def wanted_ranks(script):
    """Steer towards equal and consecutive cards now and then."""
    table = script.table
    if not table.turn or not table.hands or not script.chance(0.4):
        return None
    hand = table.hands[table.turn[0].number]
    if not hand:
        return None
    rank = hand[0]
    near = [rank, rank - 1, rank + 1] if len(hand) == 1 else [rank, hand[1]]
    return [RANKS[r] for r in near if 0 <= r < 13]


def one_hand(script):
    script.announce(lambda: lay(script))
    if not any(s.standing for s in script.table.stakes):
        if script.table.open:
            script.bet("hand")
        if not any(s.standing for s in script.table.stakes) and not script.chance(script.trouble + 0.05):
            raise Ended
    carried = [s for s in script.table.stakes if s.standing and s.carried]
    if carried and script.chance(script.trouble):
        stake = script.pick(carried)
        script.say(f"{stake.player} takes back {stake.number}")
    script.deal(1)
    if carried and script.chance(script.trouble):
        script.say(f"cancel {script.pick(carried).number} by consent")
    while not script.table.over():
        script.deal(1, wanted_ranks(script))
        script.aside()
    if script.chance(script.trouble / 2):
        script.say(script.pick(["cards 5D", "ann bets 5 on hand", "cancel 1 by consent", "ann takes back 1",
                                "no more bets", "cutting card", "misdeal"]))
    if script.chance(0.1):
        script.say("shuffle")


def write(script):
    script.head(script.setting("decks", ["1", "2", "3", "8"], ["0", "9", "many", "1.5"], 0.4))
    for _ in range(script.rng.randint(1, 5)):
        one_hand(script)
        if script.chance(0.12):
            break
        script.say("next hand")
        if script.chance(0.05):
            script.change_of_mind()
    raise Ended
