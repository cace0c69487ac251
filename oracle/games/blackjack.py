"""Blackjack: boxes, turns, bets behind, insurance; what the three books share."""

from games.boxes import BoxTable, Hand, score, value
from record import Inadmissible, Refused


class Blackjack(BoxTable):
    """The play of the hands; each book settles them and names its provisions."""

    decision_cites = {}  # draws, stands, doubles, splits, surrenders
    office_cites = []  # who calls the box
    box_draw_cites = []
    dealer_draw_cites = []
    insurance_cites = []
    even_money_cites = []
    double_cites = []
    has_even_money = False

    # --- cards ----------------------------------------------------------------
    def ready_for_card(self):
        if not self.begun:
            self.begin()
        elif self.over():
            raise Inadmissible("the round is over", self.dealer_draw_cites)
        if self.awaiting:
            raise Inadmissible("a player behind has not said which hand he plays",
                               self.decision_cites["splits"])
        if self.card_target() is None:
            raise Inadmissible("a decision is due, not a card", self.box_draw_cites)

    def card_target(self):
        """The hand, or "dealer", that the next card goes to; None where a decision is due."""
        if not self.dealt:
            return self.first_target()
        hand = self.hand_to_play()
        if hand is None:
            return "dealer" if self.dealer_needs_card() else None
        return hand if hand.drawing or len(hand.cards) == 1 else None

    def caller_of_next_card(self):
        target = self.card_target()
        return None if target == "dealer" else self.callers[target.box]

    def deal(self, card):
        target = self.card_target()
        self.moved = self.moved or self.dealt
        if target == "dealer":
            self.dealer.append(card)
        else:
            target.cards.append(card)
        if not self.dealt:
            self.look_at_first_cards()
        elif target == "dealer":
            self.dealer_has_drawn()
        else:
            self.hand_has_drawn(target)

    def look_at_first_cards(self):
        if self.first_target() is None:
            self.dealt = True
            self.first_cards_are_out()

    def first_cards_are_out(self):
        """A book may settle something at once."""

    def hand_has_drawn(self, hand):
        self.doubling = None
        if hand.doubled or (hand.aces and self.one_card_on_aces()):
            hand.done = True
        hand.drawing = False
        if score(hand.cards) > 21:
            hand.done = True
            for stake in self.live(hand):
                self.settle_lost(stake)

    # --- the dealer -----------------------------------------------------------
    def dealer_needs_card(self):
        if self.undecided():
            return not self.dealer_stands()
        return len(self.dealer) == 1 and bool(self.open_insurance())

    def dealer_stands(self):
        return score(self.dealer) >= 17

    def dealer_has_drawn(self):
        if len(self.dealer) == 2:
            for stake in self.open_insurance():
                self.settle_insurance(stake, value(self.dealer[1]) == 10)
            self.second_dealer_card()
        if self.dealer_stands():
            for hand in self.all_hands():
                for stake in self.live(hand):
                    self.settle(stake, hand)

    def second_dealer_card(self):
        """A book may settle something by the dealer's second card."""

    def settle_insurance(self, stake, ten):
        if ten:
            stake.win((2, 1), self.insurance_cites)
        else:
            stake.lose(self.insurance_cites)

    # --- decisions ------------------------------------------------------------
    def act_decision(self, act):
        own = self.decision_cites[act.choice]
        if self.awaiting:
            self.answer_split(act)
        elif self.doubling and act.choice == "doubles" and act.player in self.doubling[1]:
            self.double_behind(act)
        else:
            hand = self.hand_to_play() if self.dealt else None
            if hand is None or self.card_target() is not None or not names(act.where, hand):
                raise Inadmissible(f"{act.player} may not do that now", own)
            if act.player != self.callers[hand.box]:
                raise Inadmissible(f"{self.callers[hand.box]} calls the box", self.office_cites)
            getattr(self, "do_" + act.choice)(hand, act.player)
            self.moved = True

    def do_draws(self, hand, player):
        hand.drawing = True

    def do_stands(self, hand, player):
        hand.done = True

    def do_surrenders(self, hand, player):
        raise Inadmissible("there is no surrender", self.decision_cites["surrenders"])

    def do_doubles(self, hand, player):
        if len(hand.cards) != 2 or not self.may_double(hand):
            raise Inadmissible("this hand may not be doubled", self.decision_cites["doubles"])
        hand.doubled = hand.drawing = True
        self.double_stakes(hand, player)
        behind = {stake.player for stake in self.live(hand)} - {player}
        self.doubling = (hand, behind)

    def may_double(self, hand):
        return True

    def double_behind(self, act):
        hand, behind = self.doubling
        if not names(act.where, hand):
            raise Inadmissible("that is not the hand that was doubled", self.decision_cites["doubles"])
        behind.discard(act.player)
        self.double_stakes(hand, act.player)

    def double_stakes(self, hand, player):
        for stake in self.live(hand):
            if stake.player == player:
                stake.added = stake.amount
                stake.amount *= 2

    def do_splits(self, hand, player):
        self.check_split(hand)
        hands = self.boxes[hand.box]
        new = Hand(hand.box, len(hands) + 1)
        hands.insert(hands.index(hand) + 1, new)
        new.cards = [hand.cards.pop()]
        aces = new.cards[0][0] == "A"
        for part in (hand, new):
            part.from_split, part.aces = True, aces
        self.further_stake(hand, new, player)
        self.awaiting = {stake.player for stake in self.live(hand)} - {player}
        self.splitting = (hand, new)

    def check_split(self, hand):
        raise NotImplementedError

    def further_stake(self, hand, new, player):
        """One further stake on the new hand, as much as the player has on the old."""
        mine = [stake for stake in self.live(hand) if stake.player == player]
        stake = self.new_stake(player, f"box {hand.box}", sum(s.amount for s in mine))
        self.place(stake, hand.box)
        stake.of = self.first_bet(player, hand.box).number
        stake.further = True
        self.move(stake, new)

    def answer_split(self, act):
        hand, new = self.splitting
        if act.player not in self.awaiting or act.choice != "splits" or not names(act.where, hand):
            raise Inadmissible("the players behind say first which hand they play",
                               self.decision_cites["splits"])
        self.awaiting.discard(act.player)
        self.further_stake(hand, new, act.player)

    def act_follows(self, act):
        where = [hand for hand in self.splitting or () if (hand.box, hand.number) == act.where]
        if act.player not in self.awaiting or not where:
            raise Inadmissible("a player behind follows one of the two hands of a split",
                               self.decision_cites["splits"])
        self.awaiting.discard(act.player)
        for stake in self.live(self.splitting[0]):
            if stake.player == act.player:
                self.move(stake, where[0])

    # --- insurance and even money ---------------------------------------------
    def act_insures(self, act):
        stake = self.new_stake(act.player, f"insurance {act.box}", act.amount)
        mine = self.own_bets(act.player, act.box)
        if mine:
            stake.of = mine[0].number
        try:
            self.check_insurance(stake, act.box)
        except Refused as refusal:
            stake.refuse(refusal)
        else:
            stake.odds, stake.insured = "2 to 1", act.box
            self.insurances.append(stake)

    def refused_insurance_cites(self):
        return self.insurance_cites[:1]

    def check_insurance(self, stake, box):
        cites = self.refused_insurance_cites()
        mine = [s for s in self.own_bets(stake.player, box) if s.standing]
        if not self.dealt or self.dealer[:1] == [] or self.dealer[0][0] != "A":
            raise Refused("the dealer's first card is not an Ace", cites)
        if not mine or not self.may_insure(box):
            raise Refused("no right to insure here", cites)
        if self.moved:
            raise Refused("insurance comes before the first decision", cites)
        before = sum(s.amount for s in self.insurances
                     if s.standing and s.player == stake.player and s.insured == box)
        if 2 * (before + stake.amount) > sum(s.amount for s in mine):
            raise Refused("more than half of the bet", cites)

    def may_insure(self, box):
        return True

    def open_insurance(self):
        return [stake for stake in self.insurances if stake.standing]

    def act_even_money(self, act):
        cites = self.even_money_cites
        mine = [s for s in self.own_bets(act.player, act.box) if s.standing]
        timely = self.dealt and not self.moved and not self.over()
        offered = self.has_even_money and self.house["even-money"]
        if not (offered and timely and mine and self.dealer[0][0] == "A"
                and self.boxes[act.box][0].blackjack()):
            raise Inadmissible("even money is for a blackjack against an Ace, before any decision", cites)
        for stake in mine:
            stake.win((1, 1), cites)


def names(where, hand):
    """Does the box or hand named in a decision, if any, fit this hand?"""
    return where is None or (where[0] == hand.box and where[1] in (None, hand.number))


