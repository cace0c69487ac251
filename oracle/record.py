"""Reading a round record: lines, words, names, amounts and the acts they spell."""

import re
from types import SimpleNamespace as Act

RESERVED = frozenset(
    "rules date house dealer place final spin cutting bank no cancel refuse void misdeal "
    "ball dice cards shuffle next player banker right left".split()
)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
NUMERAL = re.compile(r"(0|[1-9][0-9]*)\Z")
AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?\Z")
BOX_OR_HAND = re.compile(r"([1-9][0-9]*)(?:\.([1-9][0-9]*))?\Z")
LARGEST = 1_000_000_000_000_00
RANKS = "23456789TJQKA"
SUITS = "SHDC"
DECISIONS = frozenset("draws stands doubles splits surrenders".split())
SEATS = frozenset("player banker right left".split())


class Inadmissible(Exception):
    """The record breaks the rules at a line, or the line is no act."""

    def __init__(self, message, cites=()):
        super().__init__(message)
        self.message = message
        self.cites = list(cites)


class Refused(Exception):
    """A bet that the rules do not permit: it keeps its number and goes back."""

    def __init__(self, reason, cites=()):
        super().__init__(reason)
        self.reason = reason
        self.cites = list(cites)


def read_lines(data):
    """Yield (line number, words) of every line that holds an act."""
    for number, raw in enumerate(data.split(b"\n"), 1):
        if raw.endswith(b"\r"):
            raw = raw[:-1]
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            yield number, None
            continue
        words = [word for word in re.split(r"[ \t]+", text.split("#", 1)[0]) if word]
        if words:
            yield number, words


def is_name(word):
    return bool(NAME.match(word)) and word not in RESERVED


def numeral(word):
    """The whole number a word spells, or None."""
    return int(word) if NUMERAL.match(word) else None


def amount(word):
    """Minor units of an amount, or None where the word is no amount."""
    match = AMOUNT.match(word)
    if not match:
        return None
    minor = int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))
    return minor if 0 < minor <= LARGEST else None


def money(minor):
    """An amount of minor units with two places."""
    sign = "-" if minor < 0 else ""
    return f"{sign}{abs(minor) // 100}.{abs(minor) % 100:02d}"


def is_card(word):
    return len(word) == 2 and word[0] in RANKS and word[1] in SUITS


def unreadable(words):
    return Inadmissible("not an act of the notation: " + " ".join(words))


def must(condition, words):
    if not condition:
        raise unreadable(words)


def read_act(words):
    """The act a line spells; Inadmissible where it spells none."""
    first = words[0]
    if first in SEATS:
        must(len(words) == 2 and words[1] in ("draws", "stands"), words)
        return Act(kind="seat", seat=first, choice=words[1])
    if first in READERS:
        return READERS[first](words)
    must(is_name(first) and len(words) > 1, words)
    return read_players_act(words)


def read_fixed(*phrase):
    def read(words):
        must(tuple(words) == phrase, words)
        return Act(kind=" ".join(phrase))

    return read


def read_spin(words):
    must(len(words) == 2 and words[1] in ("left", "right"), words)
    return Act(kind="spin", direction=words[1])


def read_cancel(words):
    must(len(words) == 4 and words[2:] == ["by", "consent"], words)
    number = numeral(words[1])
    must(number is not None, words)
    return Act(kind="cancel", number=number)


def read_refuse(words):
    must(len(words) == 2 and is_name(words[1]), words)
    return Act(kind="refuse", player=words[1])


def read_ball(words):
    must(len(words) == 2, words)
    must(re.fullmatch("[0-9]+", words[1]), words)
    return Act(kind="ball", word=words[1], number=numeral(words[1]))


def read_dice(words):
    values = [numeral(word) for word in words[1:]]
    must(values and None not in values, words)
    return Act(kind="dice", values=values)


def read_cards(words):
    must(len(words) > 1 and all(is_card(word) for word in words[1:]), words)
    return Act(kind="cards", cards=words[1:])


def read_bank(words):
    if words[1:] == ["house"]:
        return Act(kind="bank", player="house", amount=None)
    must(len(words) == 3 and (words[1] == "house" or is_name(words[1])), words)
    value = amount(words[2])
    must(value is not None, words)
    return Act(kind="bank", player=words[1], amount=value)


def read_dealer(words):
    if words == ["dealer", "looks"]:
        return Act(kind="dealer looks")
    must(len(words) >= 5 and words[1] == "bets" and words[3] == "for" and is_name(words[4]), words)
    return read_bet(words[4], words[2], words[5:], words)


def read_bet(player, stake, rest, words):
    value = amount(stake)
    must(value is not None and len(rest) >= 2, words)
    if rest[0] == "behind":
        must(len(rest) == 2 and numeral(rest[1]) is not None, words)
        return Act(kind="behind", player=player, amount=value, number=numeral(rest[1]))
    must(rest[0] == "on", words)
    wager, area = rest[1:], None
    if len(wager) >= 2 and wager[-2] == "at":
        wager, area = wager[:-2], wager[-1]
    must(wager, words)
    return Act(kind="bets", player=player, amount=value, wager=wager, area=area)


def read_where(word, words):
    """A box, or a hand of a box, as (box, hand or None)."""
    match = BOX_OR_HAND.match(word)
    must(match, words)
    return int(match[1]), int(match[2]) if match[2] else None


def read_players_act(words):
    player, verb, rest = words[0], words[1], words[2:]
    if verb == "bets":
        must(rest, words)
        return read_bet(player, rest[0], rest[1:], words)
    if verb in DECISIONS:
        must(not rest or (len(rest) == 2 and rest[0] == "on"), words)
        where = read_where(rest[1], words) if rest else None
        return Act(kind="decision", player=player, choice=verb, where=where)
    if verb == "insures":
        must(len(rest) == 3 and rest[1] == "on", words)
        value, box = amount(rest[0]), numeral(rest[2])
        must(value is not None and box is not None, words)
        return Act(kind="insures", player=player, amount=value, box=box)
    if verb == "takes":
        return read_takes(player, rest, words)
    if verb == "follows":
        must(len(rest) == 1, words)
        where = read_where(rest[0], words)
        must(where[1] is not None, words)
        return Act(kind="follows", player=player, where=where)
    if verb in ("raises", "checks", "folds"):
        must(not rest, words)
        return Act(kind="circle", player=player, choice=verb)
    if verb == "carries":
        return read_carries(player, rest, words)
    if verb == "calls" and rest[:1] != ["box"]:
        must(len(rest) == 2 and numeral(rest[0]) is not None and rest[1] in ("on", "off"), words)
        return Act(kind="calls stake", player=player, number=numeral(rest[0]), call=rest[1])
    if verb == "calls":
        must(len(rest) == 2 and rest[0] == "box" and numeral(rest[1]) is not None, words)
        return Act(kind="calls", player=player, box=numeral(rest[1]))
    must(verb == "cuts" and not rest, words)
    return Act(kind="cuts", player=player)


def read_carries(player, rest, words):
    point = called = held = None
    if len(rest) >= 5 and rest[-2] == "called":
        called = rest[-1]
        must(called in ("on", "off"), words)
        rest = rest[:-2]
    if len(rest) >= 5 and rest[1] == "on" and rest[-2] in ("point", "held"):
        state = numeral(rest[-1])
        must(state is not None, words)
        point, held = (state, None) if rest[-2] == "point" else (None, state)
        rest = rest[:-2]
    must(len(rest) >= 3, words)
    bet = read_bet(player, rest[0], rest[1:], words)
    must(getattr(bet, "area", None) is None, words)
    return Act(kind="carries", bet=bet, point=point, called=called, held=held)


def read_takes(player, rest, words):
    if rest[:1] == ["back"]:
        must(len(rest) == 2 and numeral(rest[1]) is not None, words)
        return Act(kind="takes back", player=player, number=numeral(rest[1]))
    if rest[:1] == ["half"]:
        must(len(rest) == 3 and rest[1] == "of" and numeral(rest[2]) is not None, words)
        return Act(kind="takes half", player=player, number=numeral(rest[2]))
    must(len(rest) == 4 and rest[:3] == ["even", "money", "on"], words)
    box = numeral(rest[3])
    must(box is not None, words)
    return Act(kind="even money", player=player, box=box)


def read_date(words):
    must(len(words) == 2, words)
    return Act(kind="date", date=words[1])


def read_house(words):
    pairs = [word.partition("=") for word in words[1:]]
    must(pairs and all(key and mark for key, mark, _ in pairs), words)
    return Act(kind="house", pairs=[(key, value) for key, _, value in pairs])


def read_rules(words):
    must(len(words) == 2, words)
    return Act(kind="rules", game=words[1])


READERS = {
    "rules": read_rules,
    "date": read_date,
    "house": read_house,
    "dealer": read_dealer,
    "place": read_fixed("place", "your", "bets"),
    "final": read_fixed("final", "bets"),
    "spin": read_spin,
    "cutting": read_fixed("cutting", "card"),
    "bank": read_bank,
    "no": read_fixed("no", "more", "bets"),
    "cancel": read_cancel,
    "refuse": read_refuse,
    "void": read_fixed("void", "spin"),
    "misdeal": read_fixed("misdeal"),
    "ball": read_ball,
    "dice": read_dice,
    "cards": read_cards,
    "shuffle": read_fixed("shuffle"),
    "next": read_fixed("next", "hand"),
}
