"""Chemin de fer: scotland-1970/chemin-de-fer."""

from games.baccarat import SCOTTISH_CITES, pay_hand
from games.choices import BaccaratWithChoices
from record import Inadmissible, Refused, money
from table import one_of, whole_number


class CheminDeFer(BaccaratWithChoices):
    bank_cites = ["reg. 5(5)(a)"]
    settings = {
        "decks": (whole_number(1, 8), 6, []),
        "bank": (one_of("passing", "house"), "passing", ["reg. 5(5)", "reg. 5(6)"]),
        "banker": (one_of("free", "tableau"), "free", []),
    }

    def __init__(self, name):
        super().__init__(name)
        self.banker = None
        self.bankers = []
        self.bank = None  # what is in the bank; None where no amount was named
        self.must_pass = False
        self.staked = False

    def passing(self):
        return self.house["bank"] == "passing"

    def new_hand(self):
        super().new_hand()
        self.staked = False

    # --- the bank -------------------------------------------------------------
    def act_bank(self, act):
        if not self.passing():
            super().act_bank(act)
        else:
            self.check_new_banker(act.player)
            self.banker = act.player
            self.bankers.append(act.player)
            self.must_pass = False
        self.bank = act.amount

    def check_new_banker(self, player):
        if player == "house":
            raise Inadmissible("the licence holder does not hold a passing bank", ["reg. 5(6)"])
        if not self.open or self.staked:
            raise Inadmissible("the bank is taken before the stakes", ["reg. 5(6)"])
        if self.must_pass and player == self.banker:
            raise Inadmissible("the bank passes when the opposing hand has won", ["reg. 5(6)"])

    def bank_is_held(self):
        return not self.passing() or (self.banker is not None and not self.must_pass)

    # --- wagers ---------------------------------------------------------------
    def read_wager(self, words):
        if words != ["player"]:
            raise Refused("the wager of this game is 'player'", ["reg. 5(4)"])
        return "player"

    def check_others(self, stake, wager):
        if self.passing() and stake.player == self.banker:
            raise Refused("the banker does not bet against himself", ["reg. 5(3)"])
        if not self.bank_is_held():
            raise Refused("a player must hold the bank first", ["reg. 5(6)"])
        total = sum(s.amount for s in self.stakes if s.standing)
        if self.bank is not None and total > self.bank:
            raise Refused(f"there is {money(self.bank)} in the bank", ["reg. 5(3)"])

    def accept(self, stake, wager):
        stake.odds = "1 to 1"
        stake.banker = self.banker
        self.staked = True

    # --- the hand -------------------------------------------------------------
    def ready_for_card(self):
        if self.dealt() == 0 and not self.bank_is_held():
            raise Inadmissible("a player must hold the bank first", ["reg. 5(6)"])
        super().ready_for_card()

    def pay(self, stake, results):
        pay_hand(stake, results["player"], (1, 1), SCOTTISH_CITES)
        if self.bank is not None:
            self.bank -= stake.profit

    def hand_settled(self, results):
        if self.passing() and results["player"] > 0:
            self.must_pass = True

    def nets(self):
        if not self.passing():
            return super().nets()
        net, _ = super().nets()
        for banker in self.bankers:
            net.setdefault(banker, 0)
        for stake in self.stakes:
            if stake.profit:
                net[stake.banker] -= stake.profit
        return net, 0
