"""What every table shares: stakes, limits, announcements, cancelling, and the verdict."""

from record import Inadmissible, Refused, amount, money, numeral


class Stake:
    """One numbered stake of the record."""

    def __init__(self, number, player, wager, amount, opening):
        self.number = number
        self.player = player
        self.wager = wager
        self.amount = amount
        self.opening = opening
        self.outcome = "standing"
        self.odds = None
        self.profit = 0
        self.returned = 0
        self.cites = []
        self.reason = None
        self.hand = None
        self.of = None
        self.commission = 0
        self.bonus = None

    @property
    def standing(self):
        return self.outcome == "standing"

    def settle(self, outcome, profit, cites, odds=None):
        self.outcome = outcome
        self.profit = profit
        self.returned = self.amount + profit
        self.cites = list(cites)
        self.odds = odds or self.odds

    def win(self, ratio, cites, odds=None):
        self.settle("won", self.amount * ratio[0] // ratio[1], cites, odds)

    def lose(self, cites):
        self.settle("lost", -self.amount, cites)

    def give_back(self, outcome, cites):
        self.settle(outcome, 0, cites)

    def refuse(self, refusal):
        self.give_back("refused", refusal.cites)
        self.reason = refusal.reason

    def row(self):
        row = {"bet": self.number, "player": self.player, "wager": self.wager}
        refused = self.outcome == "refused"
        if self.hand and not refused:
            row["hand"] = self.hand
        if self.of is not None:
            row["of"] = self.of
        row["stake"] = money(self.amount)
        if self.commission:
            row["commission"] = money(self.commission)
        if self.bonus is not None:
            row["bonus"] = money(self.bonus)
        row["outcome"] = self.outcome
        if self.reason:
            row["reason"] = self.reason
        if self.odds and not refused:
            row["odds"] = self.odds
        row["profit"] = money(self.profit)
        row["returned"] = money(self.returned)
        row["cites"] = list(self.cites)
        return row


def whole_number(low, high):
    """A check for a setting that is a whole number between two bounds."""

    def check(value):
        number = numeral(value)
        if number is None or not low <= number <= high:
            raise ValueError(f"must be {low} to {high}")
        return number

    return check


def one_of(*choices):
    def check(value):
        if value not in choices:
            raise ValueError("must be " + " or ".join(choices))
        return value

    return check


def yes_or_no(value):
    if value not in ("true", "false"):
        raise ValueError("must be true or false")
    return value == "true"


def limit(value):
    minor = amount(value)
    if minor is None:
        raise ValueError("must be an amount")
    return minor


class Table:
    """A table of one game; each game fills in its own acts."""

    # cites of the book
    limits_cites = []
    service_cites = []
    late_cites = []
    place_cites = []
    final_cites = []
    cancel_cites = []
    area_cites = []
    bank_cites = []
    cancel_any_time = False
    # settings: key -> (check, default, cites)
    settings = {}

    def __init__(self, name):
        self.name = name
        self.house = {key: entry[1] for key, entry in self.settings.items()}
        self.house.update(min=None, max=None)
        self.stakes = []
        self.refused_players = set()
        self.opening = 0
        self.open_betting()

    # --- the head -------------------------------------------------------------
    def set_house(self, pairs):
        for key, value in pairs:
            if key in ("min", "max"):
                check, cites = limit, self.limits_cites
            elif key in self.settings:
                check, _, cites = self.settings[key]
            else:
                raise Inadmissible(f"no setting {key} in this game")
            try:
                self.house[key] = check(value)
            except ValueError as error:
                raise Inadmissible(f"{key} {error}", cites) from None
        low, high = self.house["min"], self.house["max"]
        if low is not None and high is not None and low > high:
            raise Inadmissible("min must not be above max", self.limits_cites)
        self.settled_house()

    def settled_house(self):
        """A game may take over what its settings say."""

    # --- phases ---------------------------------------------------------------
    def open_betting(self):
        self.open = True
        self.opening += 1
        self.placed = False
        self.final = False

    def close_betting(self):
        if self.open:
            self.open = False
            self.betting_closed()

    def betting_closed(self):
        """A game may look at the stakes when betting closes."""

    def over(self):
        """Is the hand finished?"""
        return False

    def in_play(self):
        """Has the hand begun and not ended?"""
        return False

    def new_hand(self):
        """A game clears its table for the next hand."""

    # --- acts -----------------------------------------------------------------
    def perform(self, act):
        method = getattr(self, "act_" + act.kind.replace(" ", "_"), None)
        if method is None:
            raise Inadmissible(f"this game has no such act: {act.kind}")
        method(act)

    def act_place_your_bets(self, act):
        if not self.open or self.placed or self.final:
            raise Inadmissible("'place your bets' opens the betting, once a hand", self.place_cites)
        self.placed = True

    def act_final_bets(self, act):
        if not self.open or self.final:
            raise Inadmissible("'final bets' is called once, while betting is open", self.final_cites)
        self.final = True

    def act_no_more_bets(self, act):
        if not self.open:
            raise Inadmissible("betting is already closed", self.late_cites)
        self.close_betting()

    def act_next_hand(self, act):
        if not self.over():
            raise Inadmissible("the hand is not finished")
        self.new_hand()
        self.open_betting()

    def act_refuse(self, act):
        self.refused_players.add(act.player)

    def act_bank(self, act):
        if act.player != "house":
            raise Inadmissible("the licence holder holds the bank", self.bank_cites)
        if self.over():
            raise Inadmissible("the hand is over")

    def act_cancel(self, act):
        stake = self.find_stake(act.number)
        if stake is None or not stake.standing or not (self.open or self.cancel_any_time):
            raise Inadmissible("that stake cannot be cancelled now", self.cites_for_cancel(stake))
        self.cancel_stake(stake)

    def act_takes_back(self, act):
        stake = self.find_stake(act.number)
        mine = stake is not None and stake.standing and stake.player == act.player
        if not (mine and self.open and stake.opening == self.opening):
            raise Inadmissible("that stake cannot be taken back", self.cites_for_cancel(stake))
        self.cancel_stake(stake)

    def cancel_stake(self, stake):
        stake.give_back("cancelled", self.cancel_cites if self.cancel_any_time else [])

    def cites_for_cancel(self, stake):
        return self.cancel_cites

    def find_stake(self, number):
        return self.stakes[number - 1] if 1 <= number <= len(self.stakes) else None

    # --- bets -----------------------------------------------------------------
    def new_stake(self, player, wager, value):
        stake = Stake(len(self.stakes) + 1, player, wager, value, self.opening)
        self.stakes.append(stake)
        return stake

    def act_bets(self, act):
        stake = self.new_stake(act.player, " ".join(act.wager), act.amount)
        try:
            wager = self.read_wager(act.wager)
            self.check_area(act.area)
            self.check_limits(act.amount)
            self.check_open()
            self.check_service(act.player)
            self.check_others(stake, wager)
            self.check_exact(stake, wager)
        except Refused as refusal:
            stake.refuse(refusal)
        else:
            self.accept(stake, wager)

    def act_carries(self, act):
        """A stake of the record before, stated before every other act."""
        begins = self.open and self.opening == 1 and not (self.placed or self.final)
        if not begins or any(stake.opening for stake in self.stakes):
            raise Inadmissible("stakes of the record before come first")
        bet, behind = act.bet, act.bet.kind == "behind"
        stake = self.new_stake(bet.player, f"behind {bet.number}" if behind else " ".join(bet.wager), bet.amount)
        stake.opening = 0
        try:
            if behind:
                self.check_behind(stake, bet.number)
            else:
                wager = self.read_wager(bet.wager)
                if act.held is None:
                    self.check_carried(wager, act.point, act.called)
                    self.check_limits(bet.amount)
                else:
                    self.check_held(wager, act.held)
                self.check_others(stake, wager)
                self.check_exact(stake, wager)
                self.accept(stake, wager)
        except Refused as refusal:
            raise Inadmissible(refusal.reason, refusal.cites) from None
        if act.held is None:
            self.carry(stake, act.point)
        else:
            self.hold(stake, act.held)

    def check_carried(self, wager, point, called=None):
        raise Inadmissible("no such stake stands after a round of this game")

    def check_held(self, wager, level):
        raise Inadmissible("this game holds no stakes")

    def hold(self, stake, level):
        """A game that holds stakes notes the level."""

    def carry(self, stake, point):
        """A game may note what a carried stake has."""

    def act_behind(self, act):
        stake = self.new_stake(act.player, f"behind {act.number}", act.amount)
        try:
            self.check_behind(stake, act.number)
        except Refused as refusal:
            stake.refuse(refusal)

    def check_behind(self, stake, number):
        self.read_wager(["behind", str(number)])

    def check_area(self, area):
        if area is not None:
            raise Refused("this table has no numbered areas", self.area_cites)

    def check_limits(self, value):
        low, high = self.house["min"], self.house["max"]
        if low is not None and value < low:
            raise Refused(f"the least bet is {money(low)}", self.limits_cites)
        if high is not None and value > high:
            raise Refused(f"the greatest bet is {money(high)}", self.limits_cites)

    def check_open(self):
        if not self.open:
            raise Refused("betting is closed", self.late_cites)

    def check_service(self, player):
        if player in self.refused_players:
            raise Refused("service is refused to this player", self.service_cites)

    def read_wager(self, words):
        raise NotImplementedError

    def check_others(self, stake, wager):
        """What the other stakes permit."""

    def check_exact(self, stake, wager):
        """Every result must be payable in whole minor units."""

    def accept(self, stake, wager):
        raise NotImplementedError

    # --- the verdict ----------------------------------------------------------
    def finish_rows(self):
        """A game may add to rows when the record ends."""

    def nets(self):
        net = {}
        for stake in self.stakes:
            net[stake.player] = net.get(stake.player, 0) + stake.profit
        return net, -sum(net.values())

    def verdict(self):
        self.finish_rows()
        net, bank = self.nets()
        return {
            "rules": self.name,
            "bets": [stake.row() for stake in self.stakes],
            "net": {player: money(value) for player, value in net.items()},
            "bank": money(bank),
        }


def exact_or_refuse(stake, ratio, cites):
    """Refuse a stake whose winnings at these odds are no whole number of minor units."""
    num, den = ratio
    if stake.amount * num % den:
        low = stake.amount // den * den
        near = " or ".join(money(value) for value in (low, low + den) if value > 0)
        raise Refused(f"cannot be paid exactly; {near} can", cites)


class Scotland(Table):
    """What the Scottish book says of every game."""

    limits_cites = ["reg. 2(2)"]
    service_cites = ["reg. 2(2)"]
    late_cites = ["reg. 2(2)"]
    cancel_cites = ["reg. 2(2)"]
    cancel_any_time = True


class Nevada(Table):
    """What the example book of Nevada says of every game."""

    limits_cites = ["general 1"]
    late_cites = ["general 2"]
    service_cites = ["general 3"]


class Mpumalanga(Table):
    """What the Mpumalanga book says of every game."""

    limits_cites = ["2.2"]
    service_cites = ["2.9"]
