"""Records of blackjack by every book."""

from dealers.common import PLAYERS
from dealers.shoes import after_the_end, perhaps_cutting_card, play_hands, rich_ranks
from games.boxes import is_pair, score, value
from record import money

ODD_WAGERS = ["box 8", "box 0", "box 15", "box", "box one", "box 1 2", "seat 1", "hand", "red", "Box 1"]
YES_NO = ["true", "false"]
CHOICES = ["draws", "stands", "doubles", "splits", "surrenders"]


def scottish(script):
    return script.game == "scotland-1970/blackjack"


def looks(script):
    """Does the dealer look under a card before anybody plays?"""
    return script.game.startswith("atlantic-city/")


def hole_card_settings(script):
    setting = script.setting
    decks = ["4", "5", "6"] if script.game.endswith("early-blackjack") else ["6", "7", "8"]
    chosen = setting("boxes", ["1", "3", "7"], ["0", "8"], 0.15) + setting("decks", decks, ["3", "9"], 0.3)
    chosen += setting("surrender", YES_NO, ["yes"], 0.2) + setting("even-money", YES_NO, ["maybe"], 0.2)
    return chosen + setting("max-hands", ["2", "3", "4"], ["1", "5"], 0.3)


def settings(script):
    setting = script.setting
    if scottish(script):
        return setting("decks", ["4"], ["3", "5", "6"], 0.2) + setting("boxes", ["2", "7", "14", "3"], ["1", "15"], 0.2)
    chosen = setting("boxes", ["1", "3", "7"], ["0", "8"], 0.15)
    if script.game == "great-britain/blackjack":
        return chosen + setting("decks", ["4", "6", "8"], ["3", "9"], 0.3)
    if script.game == "mpumalanga/touch-21":
        chosen += setting("decks", ["1", "2"], ["0", "3"], 0.3)
        chosen += ["split-aces=one-card"] if script.chance(script.trouble / 4) else []
    else:
        chosen += setting("decks", ["4", "6", "8"], ["3", "9"], 0.3)
        chosen += setting("surrender", YES_NO, ["yes"], 0.2)
        chosen += setting("split-aces", ["one-card", "play-on"], ["never"], 0.3)
    chosen += setting("split-tens", ["value", "rank"], ["suit"], 0.2)
    chosen += setting("max-hands", ["2", "3", "4", "8"], ["1", "9"], 0.3)
    chosen += setting("original-bets-only", YES_NO, ["1"], 0.3)
    chosen += setting("even-money", YES_NO, ["maybe"], 0.2)
    chosen += setting("shuffler", YES_NO, ["on"], 0.15)
    return chosen


def lay(script):
    boxes = script.table.house["boxes"]
    for _ in range(script.rng.randint(0, 4)):
        script.aside()
        most = script.pick([2, 2, 4, boxes])
        box = script.rng.randint(1, min(boxes, most))
        wager = script.pick(ODD_WAGERS) if script.chance(script.odd_bets) else f"box {box}"
        if script.chance(script.odd_bets / 6):
            script.say(f"{script.player()} bets {script.amount()} behind {script.rng.randint(0, 3)}")
        amount = money(2 * script.rng.randint(1, 2000)) if script.chance(0.7) else None
        script.bet(wager, amount=amount)
        if script.game == "atlantic-city/blackjack" and script.chance(0.5):
            side_bet(script, box)
        if script.chance(0.07):
            script.change_of_mind()
        if script.chance(0.02):
            script.say(f"{script.player()} insures 1 on {box}")
    fill_boxes(script)


def side_bet(script, box):
    """A side wager on a box, mostly by somebody who has bet on it."""
    on_box = [stake.player for stake in script.table.bets if stake.standing and stake.box == box]
    player = script.pick(on_box) if on_box and script.chance(0.9) else script.player()
    word = script.pick(["perfect-pairs", "three-cards"])
    odd = [word, f"{word} 8", f"{word} 0", f"{word} 1 2", f"{word} one"]
    wager = script.pick(odd) if script.chance(script.odd_bets) else f"{word} {box}"
    amount = money(script.rng.randint(90, 10_050)) if script.chance(0.9) else None
    script.bet(wager, player=player, amount=amount)


def callers(script):
    """Touch 21: the players of a box say who calls it."""
    if script.game != "mpumalanga/touch-21" or not script.chance(0.4):
        return
    live = [s for s in script.table.bets if s.standing]
    if live:
        stake = script.pick(live)
        who = script.player() if script.chance(script.trouble) else stake.player
        script.say(f"{who} calls box {stake.box}")


def fill_boxes(script):
    """Enough boxes for a deal, mostly."""
    least = script.table.least_boxes
    for box in range(1, 4):
        live = {s.box for s in script.table.bets if s.standing}
        if len(live) >= least or not script.table.open or script.chance(script.trouble / 4):
            return
        if box not in live and box <= script.table.house["boxes"]:
            script.bet(f"box {box}", amount=script.pick(["10", "2", "20", "50"]))


def look(script):
    """Before the look: perhaps a hand is given up; then the dealer looks, in words or not."""
    table = script.table
    if script.chance(0.3 if table.early_surrender else script.trouble):
        box = script.pick(sorted(table.boxes))
        caller = script.pick(PLAYERS) if script.chance(script.trouble) else table.callers[box]
        script.say(f"{caller} surrenders" + script.pick(["", f" on {box}"]))
    if script.chance(0.5):
        script.say("dealer looks")
    if script.chance(script.trouble / 2):
        script.say(script.pick(["dealer looks", "ann insures 1 on 1", "ann takes even money on 1", "shuffle"]))


def insure(script):
    """Insurance and even money, with and without the right to them."""
    table = script.table
    ace = table.dealer[0][0] == "A"
    for stake in list(table.bets):
        if not script.chance(0.35 if ace else 0.03 + script.trouble / 8):
            continue
        hand = table.boxes.get(stake.box, [None])[0]
        if hand and ace and hand.blackjack() and not scottish(script) and script.chance(0.4) and stake.standing:
            if table.house["even-money"] or script.chance(script.trouble):
                script.say(f"{stake.player} takes even money on {stake.box}")
                continue
        laid = max(1, script.pick([stake.amount // 2, stake.amount // 4, stake.amount // 2 + 1, stake.amount // 2]))
        script.say(f"{stake.player} insures {money(laid)} on {stake.box if script.chance(0.95) else 9}")
    if script.chance(script.trouble / 4):
        script.say(f"{script.player()} takes even money on {script.rng.randint(1, 4)}")


def choose(script, hand):
    """A decision that the hand may take."""
    table = script.table
    two = len(hand.cards) == 2
    if two and hand.aces and table.one_card_on_aces():
        return "splits" if may_split(script, hand) and script.chance(0.8) else "stands"
    points = score(hand.cards)
    choices = ["stands"] if points >= 17 else ["draws", "draws", "stands"]
    if points >= 17 and script.chance(0.1):
        choices = ["draws"]
    if two and table.may_double(hand) and script.chance(0.5):
        choices = ["doubles"]
    if two and is_pair(hand.cards) and script.chance(0.8) and may_split(script, hand):
        choices = ["splits"]
    may_surrender = "surrender" in table.house and table.house["surrender"] and not hand.from_split
    if looks(script):
        may_surrender = may_surrender and not (table.early_surrender and table.shows_ace_or_ten())
    else:
        may_surrender = may_surrender and table.dealer[0][0] != "A"
    if may_surrender and two and script.chance(0.1):
        choices = ["surrenders"]
    return script.pick(choices)


def may_split(script, hand):
    table = script.table
    if scottish(script):
        return not hand.from_split and value(hand.cards[0]) not in (4, 5, 10)
    ranks = {card[0] for card in hand.cards}
    by_rank = table.house.get("split-tens") == "rank" and len(ranks) > 1
    room = len(table.boxes[hand.box]) < table.house["max-hands"]
    return room and not by_rank and not (hand.aces and table.aces_once())


def where(script, hand):
    """The hand named, now and then."""
    if script.chance(0.7):
        return ""
    split = len(script.table.boxes[hand.box]) > 1
    return f" on {hand.box}.{hand.number}" if split or script.chance(0.3) else f" on {hand.box}"


def decide(script, hand):
    table = script.table
    caller = table.callers[hand.box]
    unlawful_decision(script, hand, caller)
    if table.card_target() is not None or table.hand_to_play() is not hand:
        return
    choice = choose(script, hand)
    script.say(f"{caller} {choice}{where(script, hand)}")
    if choice == "splits":
        answer(script, hand)
    elif choice == "doubles" and table.doubling:
        for player in sorted(table.doubling[1]):
            if script.chance(0.5):
                script.say(f"{player} doubles on {hand.box}")
    if script.chance(0.02):
        script.say(f"{script.player()} insures 1 on {hand.box}")


def unlawful_decision(script, hand, caller):
    if hand.from_split and is_pair(hand.cards) and script.chance(0.05 + script.trouble):
        script.say(f"{caller} splits")
        answer(script, hand)
        return
    if not script.chance(script.trouble):
        return
    choice, other = script.pick(CHOICES), script.pick(PLAYERS)
    script.say(script.pick([
        f"{caller} {choice}", f"{caller} {choice}", f"{other} {choice}", f"{caller} {choice} on {hand.box + 1}",
        f"{caller} {choice} on {hand.box}.{hand.number + 1}", f"cards {script.card()}", f"{other} follows {hand.box}.1",
        f"{caller} takes even money on {hand.box}", "shuffle",
    ]))


def answer(script, hand):
    """The players behind say what they do at a split."""
    table = script.table
    for player in sorted(table.awaiting):
        if script.chance(script.trouble):
            script.say(script.pick([f"cards {script.card()}", f"{table.callers[hand.box]} stands",
                                    f"{player} follows {hand.box}.9", f"{player} stands", f"{player} draws"]))
        if script.chance(0.5):
            script.say(f"{player} splits" + script.pick([f" on {hand.box}", ""]))
        else:
            number = script.pick([part.number for part in table.splitting])
            script.say(f"{player} follows {hand.box}.{number}")


def next_rank(script, target):
    """Steer split hands to new pairs, and records towards a few ranks."""
    if target != "dealer" and len(target.cards) == 1 and script.chance(0.3):
        return [target.cards[0][0]]
    if target != "dealer" and len(target.cards) == 1 and not script.table.dealt and script.chance(0.2):
        return ["T", "K"] if target.cards[0][0] == "A" else ["A"]
    if target == "dealer" and not script.table.dealer and script.chance(0.25):
        return ["A"]
    return script.ranks


def decide_after_look(script):
    """Something that says the dealer has looked."""
    table = script.table
    hand = table.hand_to_play()
    if hand is None or script.chance(0.1):
        script.say(script.pick(["dealer looks", "next hand", "cards " + script.card(), "shuffle"])
                   if script.chance(script.trouble) else "dealer looks")
        return
    if table.dealer_blackjack() and not script.chance(script.trouble):
        script.say("dealer looks")
        return
    if choose_is_late(script, hand):
        return
    script.say(f"{table.callers[hand.box]} {script.pick(['draws', 'stands', 'doubles'])}{where(script, hand)}")


def choose_is_late(script, hand):
    """Late surrender as the decision that implies the look, now and then."""
    table = script.table
    if table.early_surrender or not table.house["surrender"] or not script.chance(0.2):
        return False
    script.say(f"{table.callers[hand.box]} surrenders{where(script, hand)}")
    return True


def play_unseen(script):
    """A decision, or the end of the hand, while the card face down has not been seen."""
    hand = script.table.hand_to_play()
    if hand is None:
        script.say(script.pick(["next hand", "shuffle"]))
        return
    script.say(f"{script.table.callers[hand.box]} {script.pick(['draws', 'stands', 'doubles'])}{where(script, hand)}")


def one_hand(script):
    table = script.table
    script.announce(lambda: (lay(script), callers(script)))
    script.deal(1, script.ranks)
    offered = False
    while not table.over():
        script.aside()
        if table.cancel_any_time and script.chance(0.03):
            script.change_of_mind()
        if table.over():
            break
        target = table.card_target()
        if looks(script) and not offered and table.insurance_stage() and (table.dealt or script.chance(0.15)):
            offered = True
            insure(script)
            if not table.over() or script.chance(0.3):
                look(script)
        elif table.dealt and not offered:
            offered = True
            insure(script)
        elif looks(script) and table.look_due():
            decide_after_look(script)
            if not table.begun:
                return
        elif looks(script) and table.hole_card_due() and script.chance(script.trouble if table.shows_ace_or_ten() else 0.1):
            play_unseen(script)
            if not table.begun:
                return
        elif target is None:
            decide(script, table.hand_to_play())
        else:
            perhaps_cutting_card(script)
            script.deal(1, next_rank(script, target))
    after_the_end(script, ["ann draws", "ann stands", "ann bets 10 on box 1", "ann insures 1 on 1", "shuffle",
                           "ann takes even money on 1", "ann calls box 1", f"cards {script.card()}"])


def write(script):
    script.ranks = rich_ranks(script)
    script.head(hole_card_settings(script) if looks(script) else settings(script))
    play_hands(script, lambda: one_hand(script))
