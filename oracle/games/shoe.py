"""Cards: what is left in the shoe, the shuffle, the cutting card and the cut."""

from collections import Counter

from record import Inadmissible


class CardTable:
    """Mixed into every table that deals cards."""

    pack_cites = []
    shuffle_cites = []
    cut_cites = []
    whole_every_hand = False

    def fresh_shoe(self):
        self.gone = Counter()
        self.cut_card = None  # "waiting", or the place the card went to
        self.shoe_spent = False

    def settled_house(self):
        self.fresh_shoe()

    def shuffler(self):
        return bool(self.house.get("shuffler"))

    def left_in_shoe(self, card):
        return self.house["decks"] - self.gone[card]

    # --- cards ----------------------------------------------------------------
    def act_cards(self, act):
        for card in act.cards:
            self.ready_for_card()
            if self.shoe_spent:
                raise Inadmissible("the shoe is spent: shuffle first", self.cut_cites)
            if self.left_in_shoe(card) <= 0:
                raise Inadmissible(f"{card} cannot still be in the shoe", self.pack_cites)
            self.close_betting()
            self.gone[card] += 1
            self.may_cut = None
            if self.cut_card == "waiting":
                self.cut_card = "out"
                self.who_cuts = self.caller_of_next_card()
            self.deal(card)

    def ready_for_card(self):
        """Inadmissible where no card may fall."""
        raise NotImplementedError

    def deal(self, card):
        raise NotImplementedError

    def caller_of_next_card(self):
        """The player who was dealt the cutting card, if a box was."""
        return None

    # --- shuffling ------------------------------------------------------------
    may_cut = None  # None, or "anyone", or a player, after a shuffle
    who_cuts = None

    def act_shuffle(self, act):
        if self.in_play():
            raise Inadmissible("no shuffle while a hand is in play", self.shuffle_cites)
        if not self.whole_every_hand:
            self.fresh_shoe()
        self.may_cut = self.who_cuts or "anyone"
        self.who_cuts = None

    def act_cutting_card(self, act):
        if self.whole_every_hand or self.shuffler() or self.cut_card or self.over():
            raise Inadmissible("no cutting card here", self.cut_cites)
        self.cut_card = "waiting"

    def act_cuts(self, act):
        if self.may_cut not in ("anyone", act.player):
            raise Inadmissible("the cut follows a shuffle, by whoever got the cutting card",
                               self.cut_cites)
        self.may_cut = None

    def next_shoe(self):
        """At the next hand: a spent shoe stays spent until it is shuffled."""
        if self.shuffler():
            self.fresh_shoe()
        elif self.cut_card:
            self.shoe_spent = True
