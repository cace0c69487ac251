"""Baccarat where hands have a choice over the third card."""

from games.baccarat import Baccarat
from record import Inadmissible
from table import Scotland


class BaccaratWithChoices(Baccarat, Scotland):
    def rule_on_five(self):
        return "choice"

    def banker_rule(self):
        return super().banker_rule() if self.house["banker"] == "tableau" else "choice"

    def drawing_cites(self):
        return ["reg. 5(7)"] if self.house["banker"] == "tableau" else ["reg. 5(1)"]

    def act_seat(self, act):
        if act.seat not in self.seats:
            raise Inadmissible(f"this game has no {act.seat} hand")
        step, seat, may_say = self.plan()
        starting = self.dealt() < 2 * len(self.seats)
        if starting or not self.permitted(act, step, seat, may_say):
            raise Inadmissible("not a decision of this hand now", self.drawing_cites())
        self.said[act.seat] = act.choice
        if step != "over":
            self.settle_what_is_decided()

    def permitted(self, act, step, seat, may_say):
        if act.seat == seat and act.seat not in self.said:
            return step == "choice" or act.choice == "draws"
        return act.seat in may_say and act.choice == "stands"
