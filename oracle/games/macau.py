"""Baccarat in Macau, by the words of examples/macau.toml: the banker's six, pairs, the dragon bonus, EZ baccarat."""

from games.baccarat import Baccarat, score
from record import Refused
from table import Table, exact_or_refuse, limit, money, whole_number

DRAGON = {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}


class Macau(Baccarat, Table):
    """What both games share: three wagers on the hands, and side wagers."""

    limits_cites = ["1.3"]
    late_cites = ["1.4"]
    cancel_cites = ["1.4"]
    pack_cites = ["1.2"]
    settings = {"decks": (whole_number(6, 8), 8, ["1.2"])}
    hand_cite = ""
    # side wagers with the odds of a row that has not won
    sides = {}
    odds = {"player": "1 to 1", "banker": "1 to 1", "tie": "8 to 1"}

    def clear_hands(self):
        super().clear_hands()
        self.ranks = {seat: [] for seat in self.seats}

    def read_wager(self, words):
        if len(words) != 1 or words[0] not in (*self.odds, *self.sides):
            raise Refused("not a wager of this game", ["1.5"])
        self.asked = words[0]
        return words[0]

    def accept(self, stake, wager):
        stake.kind = wager
        stake.odds = self.odds.get(wager) or self.sides[wager]

    def deal(self, card):
        self.ranks[self.plan()[1]].append(card)
        super().deal(card)
        if not self.over():
            self.settle_early()

    def settle_early(self):
        """What is decided before the hand is over."""

    def won(self, seat):
        other = {"player": "banker", "banker": "player"}[seat]
        return score(self.hands[seat]) > score(self.hands[other])

    def pay(self, stake, results):
        if stake.kind in self.sides:
            self.pay_side(stake)
            return
        result = results["player"]
        cites = [self.hand_cite]
        if stake.kind == "tie":
            stake.win((8, 1), cites) if result == 0 else stake.lose(cites)
        elif result == 0:
            stake.give_back("void", cites)
        elif (result > 0) == (stake.kind == "player"):
            self.pay_win(stake, cites)
        else:
            stake.lose(cites)

    def pay_win(self, stake, cites):
        stake.win((1, 1), cites)


class MacauBaccarat(Macau):
    draw_cites = ["2.1"]
    hand_cite = "2.2"
    sides = {"player-pair": "11 to 1", "banker-pair": "11 to 1", "either-pair": "5 to 1",
             "dragon-player": None, "dragon-banker": None}

    def check_limits(self, value):
        if not self.asked.startswith("dragon"):
            super().check_limits(value)
            return
        low = self.house["min"]
        if low is not None and value < low:
            raise Refused(f"the least bet is {money(low)}", ["1.3"])
        if value > limit("5000"):
            raise Refused("a dragon bonus is at most 5000", ["2.9"])

    def main_bet(self, player):
        """The player's first bet on a hand that stands."""
        for stake in self.stakes:
            if stake.standing and stake.player == player and getattr(stake, "kind", "") in ("player", "banker"):
                return stake.number
        return None

    def check_others(self, stake, wager):
        if wager.startswith("dragon") and self.main_bet(stake.player) is None:
            raise Refused("a bet on player or banker comes first", ["2.8"])

    def check_exact(self, stake, wager):
        if wager == "banker":
            exact_or_refuse(stake, (1, 2), ["2.3"])

    def act_bets(self, act):
        super().act_bets(act)
        stake = self.stakes[-1]
        if stake.wager in ("dragon-player", "dragon-banker"):
            stake.of = self.main_bet(stake.player)

    def betting_closed(self):
        for stake in self.stakes:
            if stake.standing and stake.kind.startswith("dragon"):
                stake.of = self.main_bet(stake.player)
                if stake.of is None:
                    stake.refuse(Refused("a bet on player or banker is required", ["2.8"]))

    # --- what is paid ---------------------------------------------------------
    def pair(self, seat):
        """Are the first two cards of one rank? None while they do not lie."""
        first = [card[0] for card in self.ranks[seat][:2]]
        return None if len(first) < 2 else first[0] == first[1]

    def pay_win(self, stake, cites):
        if stake.kind == "banker" and score(self.hands["banker"]) == 6:
            stake.win((1, 2), ["2.2", "2.3"], "1 to 2")
        else:
            stake.win((1, 1), cites)

    def settle_early(self):
        for stake in self.stakes:
            if stake.standing and stake.kind.endswith("-pair"):
                self.pay_pair(stake)

    def pay_pair(self, stake):
        player, banker = self.pair("player"), self.pair("banker")
        if stake.kind == "either-pair":
            if player or banker:
                stake.win((5, 1), ["2.5"])
            elif player is False and banker is False:
                stake.lose(["2.5"])
            return
        mine = player if stake.kind == "player-pair" else banker
        if mine:
            stake.win((11, 1), ["2.4"])
        elif mine is False:
            stake.lose(["2.4"])

    def pay_side(self, stake):
        if stake.kind.endswith("-pair"):
            self.pay_pair(stake)
            return
        seat = stake.kind.removeprefix("dragon-")
        margin = abs(score(self.hands["player"]) - score(self.hands["banker"]))
        if self.natural(seat) and self.won(seat):
            stake.win((1, 1), ["2.6", "2.7"], "1 to 1")
        elif self.natural(seat) and margin == 0:
            stake.give_back("void", ["2.6", "2.7"])
        elif self.won(seat) and margin in DRAGON:
            stake.win((DRAGON[margin], 1), ["2.6"], f"{DRAGON[margin]} to 1")
        else:
            stake.lose(["2.6"])


class EzBaccarat(Macau):
    draw_cites = ["3.1"]
    hand_cite = "3.2"
    sides = {"dragon-7": "40 to 1", "panda-8": "25 to 1"}

    def three_card(self, seat, points):
        """Does this hand win with so many points in three cards?"""
        return self.won(seat) and len(self.hands[seat]) == 3 and score(self.hands[seat]) == points

    def pay_win(self, stake, cites):
        if stake.kind == "banker" and self.three_card("banker", 7):
            stake.give_back("void", ["3.2", "3.3"])
        else:
            stake.win((1, 1), cites)

    def pay_side(self, stake):
        seat, points, times, cite = {"dragon-7": ("banker", 7, 40, "3.4"), "panda-8": ("player", 8, 25, "3.5")}[stake.kind]
        if self.three_card(seat, points):
            stake.win((times, 1), [cite])
        else:
            stake.lose([cite])
