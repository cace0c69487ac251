"""What every record generator shares: writing lines, trouble, amounts, heads."""

import random

from judge import IN_FORCE, Judge
from record import RANKS, SUITS, Inadmissible

PLAYERS = ["ann", "ben", "cal", "Dot", "e_v-e"]
MALFORMED = [
    "ann", "ann bets", "ann bets 10", "ann bets 0 on win", "ann bets -5 on red", "ann bets 1.234 on hand",
    "ann bets 1000000000000.01 on ante", "ann bets ten on punto", "ann bets .5 on box 1", "ann bets 5. on box 1",
    "ann bets 1,000 on red", "ann bets 10 red", "ann bets 10 on", "ann bets 10 behind", "ann bets 10 behind x",
    "dealer bets 10 on red", "dealer bets 10 for house on red", "house bets 10 on red", "9ann bets 1 on red",
    "dealer", "cards", "cards 1S", "cards SA", "cards as", "cards 10H", "cards AS XX", "ball", "ball x", "dice x 3",
    "no more", "No more bets", "final", "final bets please", "place bets", "spin", "spin up", "cutting",
    "cancel 1", "cancel x by consent", "cancel 1 by force", "refuse", "refuse dealer", "refuse 7", "void", "next",
    "next round", "bank", "bank ann", "bank ann zero", "bank banker 10", "ann takes 1", "ann takes back",
    "ann takes back x", "ann takes even money", "ann insures 5", "ann insures x on 1", "ann follows 1",
    "ann calls 1", "ann calls 1 up", "ann calls on", "ann draws 1", "ann jumps", "right sits", "player doubles", "shuffle now", "misdeal again",
    "hello", "ännchen bets 1 on red", "rules", "ann raises 5", "banker", "date", "house",
]
HEAD_LINES = ["rules scotland-1970/dice", "date 2001-01-01", "house min=1", "date 1969-01-01", "house max=x"]
OTHER_ACTS = [
    "void spin", "misdeal", "shuffle", "cutting card", "ann cuts", "next hand", "place your bets", "final bets",
    "no more bets", "spin left", "ball 17", "dice 3 4", "cards 8S", "ann draws", "ben stands", "ann doubles",
    "ann splits", "ann surrenders", "ann insures 1 on 1", "ann takes even money on 1", "ben follows 1.2", "ann takes half of 1",
    "ann raises", "ben checks", "cal folds", "ann calls box 1", "ann calls 1 on", "ben calls 2 off", "player draws", "player stands", "banker draws",
    "banker stands", "right draws", "left stands", "bank ann 500", "bank house", "bank house 500",
]
LATE_WAGERS = {
    "roulette": "red", "american-roulette": "black", "dice": "field", "in-between": "hand", "punto-banco": "banco",
    "chemin-de-fer": "player", "baccarat-banque": "both", "blackjack": "box 2", "touch-21": "box 1",
    "arizona-hold-em": "ante", "baccarat": "either-pair", "ez-baccarat": "panda-8", "craps": "field", "crapless-craps": "field",
    "boule": "red",
    "three-card-poker": "ante", "caribbean-stud": "ante",
    "early-blackjack": "box 2",
}
COMMENTS = ["# the table is busy", "", "   ", "#", "\t# ½ after the hour"]


class Ended(Exception):
    """The record has become inadmissible, or is cut short."""


class Script:
    """A record being written, with a live judge that knows whose turn it is."""

    def __init__(self, game, seed):
        self.game = game
        self.rng = random.Random(f"{game}/{seed}")
        self.lines = []
        self.judge = Judge()
        self.trouble = self.rng.choice([0, 0, 0, 0, 0.02, 0.06])
        self.odd_bets = self.rng.choice([0, 0.05, 0.3])
        self.noise = self.rng.choice([0, 0, 0.2])
        self.crlf = self.rng.random() < 0.1
        self.suits = self.pick([SUITS, SUITS, SUITS, "S", "HC"])
        self.stop_early = self.rng.random() < 0.15

    @property
    def table(self):
        return self.judge.table

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, choices):
        return self.rng.choice(choices)

    def player(self):
        return self.pick(PLAYERS[:4]) if self.chance(0.9) else self.pick(PLAYERS)

    def say(self, line):
        """Write a line and let the live judge hear it."""
        while self.chance(self.noise):
            self.lines.append(self.pick(COMMENTS))
        self.lines.append(self.dress(line))
        try:
            self.judge.feed(line.split())
        except Inadmissible:
            raise Ended from None

    def dress(self, line):
        if self.chance(self.noise):
            line = line.replace(" ", self.pick(["  ", "\t", " "]))
        if self.chance(self.noise):
            line = self.pick(["", " "]) + line + self.pick([" ", " # so it went", "# so"])
        return line

    def text(self):
        ending = "\r\n" if self.crlf else "\n"
        return ending.join(self.lines) + (ending if self.chance(0.9) else "")

    # --- the head -------------------------------------------------------------
    def head(self, settings):
        """Rules, perhaps a date, perhaps settings (a list of 'key=value')."""
        if self.chance(self.trouble / 4):
            self.say(self.pick(["ann bets 10 on red", "date 2001-01-01", "rules scotland-1970/faro", "rules dice", "hello"]))
        self.say(f"rules {self.game}")
        if self.chance(0.25):
            self.date()
        settings = settings + self.limits()
        self.rng.shuffle(settings)
        while settings:
            count = self.rng.randint(1, len(settings))
            self.say("house " + " ".join(settings[:count]))
            settings = settings[count:]

    def date(self):
        first = IN_FORCE.get(self.game.split("/")[0], (None,))[0]
        if self.chance(self.trouble):
            self.say("date " + self.pick(["2001-02-30", "01-01-2001", "yesterday", "2001-1-1", "2001-13-01"]))
        if first and self.chance(self.trouble * 3):
            day = self.pick([first.replace(year=first.year - 1), first.fromordinal(first.toordinal() - 1)])
            self.say(f"date {day}")
        self.say("date " + self.pick([str(first or "1995-05-05"), "2001-02-28", "2024-02-29", "1999-12-31"]))
        if self.chance(self.trouble):
            self.say("date 2001-01-01")

    def limits(self):
        if self.chance(self.trouble):
            return [self.pick(["min=0", "max=-1", "min=1.001", "colour=blue", "limit=5", "max=lots"])]
        if not self.chance(0.3):
            return []
        low, high = self.pick(["0.01", "1", "2", "5"]), self.pick(["20", "50", "200", "1000"])
        if self.chance(self.trouble):
            low, high = high, low
        return self.pick([[f"min={low}"], [f"max={high}"], [f"min={low}", f"max={high}"]])

    def setting(self, key, inside, outside, often=0.3):
        """One setting, sometimes, and outside its bounds where there is trouble."""
        if self.chance(self.trouble / 4):
            return [f"{key}={self.pick(outside)}"]
        return [f"{key}={self.pick(inside)}"] if self.chance(often) else []

    # --- amounts and bets -----------------------------------------------------
    def amount(self):
        roll = self.rng.random()
        if roll < 0.5:
            return str(self.pick([1, 2, 5, 10, 20, 50, 100, 90, 60]))
        if roll < 0.8:
            return self.pick(["0.50", "2.5", "0.02", "1.10", "0.90", "0.60", "6.6", "0.30", "4.40", "0.22"])
        if roll < 0.98:
            return "%d.%02d" % divmod(self.rng.randint(1, 3000), 100)
        return self.pick(["1000000000000", "0.01", "999999999999.99", "12345678"])

    def bet(self, wager, player=None, amount=None):
        """A bet as a player lays it, or as the dealer lays it for him."""
        player, amount = player or self.player(), amount or self.amount()
        area = ""
        if self.chance(self.odd_bets / 8):
            area = self.pick([" at 7", " at standing", " at 0", " at bar", " at 15"])
        if self.chance(0.06):
            self.say(f"dealer bets {amount} for {player} on {wager}{area}")
        else:
            self.say(f"{player} bets {amount} on {wager}{area}")

    # --- what may come anywhere -----------------------------------------------
    def aside(self):
        """Something lawful or not that may come between two acts."""
        if self.stop_early and self.chance(0.03):
            raise Ended
        if self.chance(self.trouble):
            self.make_trouble()
        if self.chance(0.03):
            self.say(f"refuse {self.player()}")
        if not self.table.open and not self.table.over() and self.chance(0.02):
            self.say(f"{self.player()} bets 2 on {LATE_WAGERS[self.game.split('/')[1]]}")

    def make_trouble(self):
        roll = self.rng.random()
        if roll < 0.25:
            self.say(self.pick(MALFORMED))
        elif roll < 0.33:
            self.say(self.pick(HEAD_LINES))
        elif roll < 0.7:
            self.say(self.pick(OTHER_ACTS))
        else:
            number = self.rng.randint(0, len(self.table.stakes) + 1)
            self.say(self.pick([f"cancel {number} by consent", f"{self.player()} takes back {number}"]))

    def change_of_mind(self):
        """Cancel or take back a stake that may be cancelled or taken back."""
        live = [s for s in self.table.stakes if s.standing]
        if not live:
            return
        stake = self.pick(live)
        fresh = [s for s in live if s.opening == self.table.opening]
        if self.table.open and fresh and self.chance(0.5):
            stake = self.pick(fresh)
            self.say(f"{stake.player} takes back {stake.number}")
        elif self.table.open or self.table.cancel_any_time:
            self.say(f"cancel {stake.number} by consent")

    def announce(self, betting):
        """Betting with its announcements; `betting` lays the bets."""
        if self.chance(0.3):
            self.say("place your bets")
        betting()
        if self.chance(0.2):
            self.say("final bets")
            if self.chance(0.3):
                betting()
        if self.chance(0.5):
            self.say("no more bets")
            if self.chance(0.15):
                betting()

    # --- cards ----------------------------------------------------------------
    def card(self, wanted=None):
        """A card that is still in the shoe, of the wanted ranks if there is one."""
        table = self.table
        for _ in range(20):
            rank = self.pick(wanted) if wanted else self.pick(RANKS)
            card = rank + self.pick(self.suits)
            if table.left_in_shoe(card) > 0:
                return card
        whole = [r + s for r in RANKS for s in SUITS]
        return self.pick([card for card in whole if table.left_in_shoe(card) > 0] or whole)

    def impossible_card(self):
        """A card that has left the shoe for good, if there is one."""
        gone = [card for card in self.table.gone if self.table.left_in_shoe(card) <= 0]
        return self.pick(sorted(gone)) if gone else None

    def deal(self, count, wanted=None):
        """`count` cards in one line or several; `wanted` may be a list of ranks a card."""
        while count > 0:
            impossible = self.impossible_card()
            if impossible and self.chance(self.trouble):
                self.say(f"cards {impossible}")
            self.say_cards([self.card(wanted)])
            count -= 1
            if count and self.chance(self.trouble / 4):
                self.aside()

    def say_cards(self, cards):
        """Cards join the line before them when that was cards too, mostly."""
        before = self.lines[-1].split() if self.lines else []
        joins = before[:1] == ["cards"] and "#" not in self.lines[-1] and self.chance(0.8)
        if joins:
            self.lines[-1] += " " + " ".join(cards)
            try:
                self.judge.feed(["cards", *cards])
            except Inadmissible:
                raise Ended from None
        else:
            self.say("cards " + " ".join(cards))


def finish(script):
    """After the end: a few lines more, now and then."""
    if script.chance(0.2):
        script.lines.extend(script.rng.sample(OTHER_ACTS, 2))
