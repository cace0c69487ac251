"""Records of punto banco, chemin de fer and baccarat banque."""

from dealers.shoes import after_the_end, perhaps_cutting_card, play_hands
from record import money

WAGERS = {
    "scotland-1970/punto-banco": ["punto", "banco"],
    "mpumalanga/punto-banco": ["punto", "banco", "egalite"],
    "scotland-1970/chemin-de-fer": ["player"],
    "scotland-1970/baccarat-banque": ["right", "left", "both"],
    "macau/baccarat": ["player", "banker", "banker", "tie", "player-pair", "banker-pair", "either-pair", "dragon-player",
                       "dragon-banker", "dragon-player", "dragon-banker"],
    "macau/ez-baccarat": ["player", "banker", "banker", "tie", "dragon-7", "panda-8"],
}
ODD_WAGERS = ["egalite", "tie", "banker", "punto 1", "player", "right", "both hands", "box 1", "Punto", "banque", "player-pair 1",
              "dragon", "dragon-7", "panda-8"]
SEATED = ["player", "banker", "right", "left"]


def settings(script):
    game = script.game
    if game.startswith("macau"):
        return script.setting("decks", ["6", "7", "8"], ["0", "5", "9", "x"], 0.3)
    chosen = script.setting("decks", ["1", "1", "2", "6", "8"], ["0", "9", "x"], 0.3)
    if game == "mpumalanga/punto-banco":
        chosen += script.setting("areas", ["7", "10", "14"], ["6", "15", "0", "lots"], 0.3)
    if game in ("scotland-1970/chemin-de-fer", "scotland-1970/baccarat-banque"):
        chosen += script.setting("banker", ["free", "tableau", "tableau"], ["strict", "Free"], 0.4)
    if game == "scotland-1970/chemin-de-fer":
        chosen += script.setting("bank", ["house", "passing"], ["none", "player"], 0.3)
    return chosen


def bet(script):
    table, game = script.table, script.game
    wager = script.pick(ODD_WAGERS if script.chance(script.odd_bets) else WAGERS[game])
    amount = None
    if game.startswith("macau") and script.chance(0.7):
        amount = money(2 * script.rng.randint(1, 300))
        if wager.startswith("dragon") and script.chance(0.05):
            amount = script.pick(["5000", "5000.01", "4999.99"])
    if game == "macau/baccarat" and wager.startswith("dragon-") and script.chance(0.8):
        betters = [stake.player for stake in table.stakes if stake.standing and stake.kind in ("player", "banker")]
        if not betters:
            betters = [script.player()]
            script.bet(script.pick(["player", "banker"]), player=betters[0], amount=money(2 * script.rng.randint(1, 300)))
        script.bet(wager, player=script.pick(betters), amount=amount)
        return
    if wager == "banco" and script.chance(0.6):
        amount = money(20 * script.rng.randint(1, 300))
    if game == "scotland-1970/chemin-de-fer" and table.bank and script.chance(0.5):
        share = script.pick([2, 3, 4, 1])
        amount = money(max(1, table.bank // share))
    if game == "mpumalanga/punto-banco" and script.chance(0.3):
        area = script.pick([str(script.rng.randint(1, 14)), "standing", "7"])
        script.say(f"{script.player()} bets {amount or script.amount()} on {wager} at {area}")
    else:
        script.bet(wager, amount=amount)


def lay(script):
    for _ in range(script.rng.randint(0, 4)):
        script.aside()
        if script.chance(script.odd_bets / 6):
            script.say(f"{script.player()} bets {script.amount()} behind {script.rng.randint(0, 3)}")
        bet(script)
        if script.chance(0.08):
            script.change_of_mind()


def bank_line(script):
    """A banker where chemin de fer needs one, or the house now and then elsewhere."""
    table = script.table
    if script.game != "scotland-1970/chemin-de-fer":
        if script.chance(0.05):
            script.say(script.pick(["bank house", "bank house 5000"]))
        return
    if table.house["bank"] == "house":
        if script.chance(script.trouble):
            script.say(f"bank {script.player()} 100")
        if script.chance(0.3):
            script.say(script.pick(["bank house", "bank house 100", "bank house 20"]))
        return
    needed = not table.bank_is_held()
    if needed and script.chance(0.05 + script.trouble):
        if script.chance(script.trouble):
            script.say(script.pick([f"bank {table.banker or 'house'} 50", "cards 5D"]))
        lay(script)
    if needed or script.chance(0.2):
        others = [name for name in ("ann", "ben", "cal", "zoe") if name != table.banker]
        same = table.banker and not table.must_pass and script.chance(0.5)
        script.say(f"bank {table.banker if same else script.pick(others)} {script.pick(['100', '50', '500', '7.5', '1000'])}")


def trouble_with_cards(script, step, seat):
    """Unlawful acts at the third card."""
    if not script.chance(script.trouble / 2):
        return
    if script.chance(0.2):
        script.say("shuffle")
    script.say(f"{script.pick(SEATED)} {script.pick(['draws', 'stands'])}")


def one_step(script):
    table = script.table
    step, seat, may_say = table.plan()
    third = table.dealt() >= 2 * len(table.seats)
    speaks = hasattr(table, "act_seat")
    trouble_with_cards(script, step, seat)
    if may_say and speaks and script.chance(0.3):
        script.say(f"{may_say[0]} stands")
    elif step == "choice":
        if script.chance(script.trouble / 2):
            script.deal(1)
        script.say(f"{seat} {script.pick(['draws', 'stands'])}")
    else:
        if third and speaks and seat not in table.said and script.chance(0.3):
            script.say(f"{seat} draws")
        perhaps_cutting_card(script)
        script.deal(1, steer(script))


def steer(script):
    """Few naturals in some records, so that third cards fall; many in others."""
    if script.chance(0.3):
        return None
    dealt, seats = script.table.dealt(), len(script.table.seats)
    if dealt >= 2 * seats:
        return None
    return ["2", "3", "T", "K", "A", "4"] if script.seed_even else ["9", "8", "T", "4", "5"]


def one_hand(script):
    table = script.table
    bank_line(script)
    script.announce(lambda: lay(script))
    if table.open and not any(s.standing for s in table.stakes):
        bet(script)
    if script.chance(script.trouble / 4):
        script.say(f"{script.pick(SEATED)} draws")
    while not table.over():
        one_step(script)
        script.aside()
        if table.cancel_any_time and script.chance(0.02):
            script.change_of_mind()
    _, _, may_say = table.plan()
    while may_say and hasattr(table, "act_seat") and script.chance(0.3):
        script.say(f"{may_say[0]} stands")
        _, _, may_say = table.plan()
    after_the_end(script, ["player draws", "banker stands", "right stands", "ann bets 5 on punto", "shuffle",
                           "bank ann 50"])


def write(script):
    script.seed_even = script.chance(0.6)
    script.head(settings(script))
    play_hands(script, lambda: one_hand(script), 5)
