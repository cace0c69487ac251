"""Baccarat banque: scotland-1970/baccarat-banque."""

from games.baccarat import SCOTTISH_CITES, pay_hand, score
from games.choices import BaccaratWithChoices
from record import Refused
from table import one_of, whole_number


class BaccaratBanque(BaccaratWithChoices):
    opposing = ("right", "left")
    bank_cites = ["reg. 5(5)(a)"]
    settings = {
        "decks": (whole_number(1, 8), 3, []),
        "banker": (one_of("free", "tableau"), "free", []),
    }

    def read_wager(self, words):
        if len(words) != 1 or words[0] not in ("right", "left", "both"):
            raise Refused("not a wager of this game", ["reg. 5(4)"])
        return words[0]

    def accept(self, stake, wager):
        stake.kind = wager
        stake.odds = "1 to 1"

    def settle_what_is_decided(self):
        """A natural of one opposing hand is settled at once."""
        if self.dealt() == 6 and not self.deal_ended():
            for seat in self.opposing:
                if self.natural(seat):
                    self.pay_natural(seat)
        super().settle_what_is_decided()

    def result(self, seat):
        """A natural is held against the banker's two cards, whatever he draws for the other hand."""
        if self.natural(seat):
            mine, bank = score(self.hands[seat]), score(self.hands["banker"][:2])
            return (mine > bank) - (mine < bank)
        return super().result(seat)

    def pay_natural(self, seat):
        for stake in self.stakes:
            if stake.standing and stake.kind == seat:
                pay_hand(stake, 1, (1, 1), SCOTTISH_CITES)

    def pay(self, stake, results):
        if stake.kind != "both":
            pay_hand(stake, results[stake.kind], (1, 1), SCOTTISH_CITES)
            return
        both = set(results.values())
        result = both.pop() if len(both) == 1 else 0
        won, lost, _ = SCOTTISH_CITES
        pay_hand(stake, result, (1, 1), (won, lost, ["reg. 5(4)(b)"]))
