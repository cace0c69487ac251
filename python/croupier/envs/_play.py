"""A sitting as numbers: what a person sees, which actions the rules permit, and what an action does."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _croupier
from ..errors import CroupierError
from ..tables import Setting, Table

Observation = dict[str, Any]
Mask = npt.NDArray[np.int8]

DEAL = "deal"
"""The action that ends a person's bets."""
DECISIONS = (
    "draws",
    "stands",
    "doubles",
    "splits",
    "surrenders",
    "raises",
    "checks",
    "folds",
    "follows 1",
    "follows 2",
    "insure",
    "even-money",
    "surrender",
    "decline",
)
"""The decisions, in the words of the notation. Those on a box are for the first box that they are possible on."""
CARDS = 22
"""More cards than a hand of any game can have."""
FACE_DOWN = 53
"""A card that lies face down; 0 is no card, and 1 to 52 are the cards of a sorted pack."""
HANDS_A_BET = 8
"""The most hands that a bet can become."""


class Play:
    """People at a table. It asks the rules everything: whose turn it is, what is permitted, and what is seen."""

    def __init__(self, table: Table, people: int, *, unit: Setting, bets_max: int) -> None:
        self.table = table
        self.unit = str(unit)
        self.bets_max = bets_max
        self.people = people
        self._value = Decimal(self.unit)
        self._bankers: list[int] = []
        self._advisor: _croupier.NativeAdvisor | None = None
        self.begin(0)
        self.wagers = self.sitting.wagers
        self.actions = (*self.wagers, DEAL, *DECISIONS)
        self.deal_action = len(self.wagers)
        self.hands = 2 + HANDS_A_BET * bets_max * people

    def begin(self, seed: int) -> None:
        """Everybody sits down at a table with full shoes."""
        names = [f"p{place}" for place in range(self.people)]
        sitting = self.table._native.sitting(names, seed)
        if sitting.bank_passes:
            # Somebody must hold the bank: bankers who play best.
            names += ["banker", "relief"]
            sitting = self.table._native.sitting(names, seed)
            self._bankers = [self.people, self.people + 1]
        self.sitting = sitting
        self.bets = [0] * self.people
        self.random = np.random.default_rng(seed)
        self._take_bank()

    def _take_bank(self) -> None:
        if not self.sitting.lacks_bank:
            return
        for place in self._bankers:
            try:
                self.sitting.take_bank(place, str(self._value * 1000))
            except CroupierError:
                continue
            return
        raise CroupierError(f"{self.table.name}: nobody may take the bank")

    def next_round(self) -> None:
        """Clear the table."""
        self.sitting.next_round()
        self.bets = [0] * self.people
        self._take_bank()

    def in_play(self) -> bool:
        """Whether somebody has to decide, rather than bet."""
        return self.sitting.turn_of() is not None

    def due(self) -> int | None:
        """The person who decides; bankers decide at once."""
        while (turn := self.sitting.turn_of()) is not None:
            place, words = turn
            if place < self.people:
                return place
            self.sitting.decide(self._best(words))
        return None

    def _best(self, words: list[str]) -> str:
        """A decision of best play, at random where it is mixed."""
        if self._advisor is None:
            self._advisor = self.table._native.advisor()
        advice = self.sitting.advise(self._advisor)
        options = [(word, share) for name, share in advice for word in words if word.startswith(name)]
        if not options:
            raise CroupierError(f"{self.table.name}: best play is not known for {', '.join(words)}")
        shares = np.array([share for _, share in options])
        return options[self.random.choice(len(options), p=shares / shares.sum())][0]

    def deal(self) -> None:
        """Deal until somebody has to decide or the round is over."""
        self.sitting.deal()
        self.due()

    def bet(self, person: int, action: int) -> None:
        """Bet one unit on a wager."""
        self.sitting.bet(person, self.unit, self.wagers[action])
        self.bets[person] += 1

    def decide(self, person: int, action: int) -> None:
        """Decide, in the words that are permitted."""
        word = self.actions[action]
        turn = self.sitting.turn_of()
        words = turn[1] if turn is not None and turn[0] == person else []
        self.sitting.decide(next((one for one in words if _is(one, word)), word))
        self.due()

    def bet_mask(self, person: int, *, may_bet: bool = True) -> Mask:
        """The bets that the rules permit, and the deal if there is something to deal for."""
        mask = np.zeros(len(self.actions), dtype=np.int8)
        if may_bet and self.bets[person] < self.bets_max:
            mask[: len(self.wagers)] = self.sitting.may_bet(person, self.unit)
        return mask

    def decision_mask(self, person: int) -> Mask:
        """The decisions that the rules permit."""
        mask = np.zeros(len(self.actions), dtype=np.int8)
        turn = self.sitting.turn_of()
        if turn is not None and turn[0] == person:
            for place, word in enumerate(self.actions):
                if place > self.deal_action and any(_is(one, word) for one in turn[1]):
                    mask[place] = 1
        return mask

    def gains(self) -> npt.NDArray[np.float64]:
        """What each person has won since this was last asked, in units."""
        gains = self.sitting.take_gains()[: self.people]
        return np.array([float(Decimal(gain) / self._value) for gain in gains])

    def spaces(self) -> Any:
        """The space of what a person sees."""
        from gymnasium import spaces

        wagers = len(self.wagers)
        return spaces.Dict(
            {
                "phase": spaces.Discrete(3),
                "cards": spaces.Box(0, FACE_DOWN, (self.hands, CARDS), np.int8),
                "own": spaces.MultiBinary(self.hands),
                "due": spaces.MultiBinary(self.hands),
                "standing": spaces.Box(0.0, np.inf, (wagers + 1,), np.float32),
                "points": spaces.Box(0, 127, (wagers,), np.int8),
                "last": spaces.Box(0, 127, (2,), np.int8),
                "left": spaces.Box(0, 512, (1,), np.int16),
            }
        )

    def observe(self, person: int, *, over: bool = False) -> Observation:
        """What a person sees: cards by hand in the order of the deal, own stakes, the last ball or throw."""
        deciding = self.in_play()
        cards = np.zeros((self.hands, CARDS), dtype=np.int8)
        own = np.zeros(self.hands, dtype=np.int8)
        due = np.zeros(self.hands, dtype=np.int8)
        places: dict[str, int] = {}
        filled = [0] * self.hands
        deciding_place = self.sitting.due_place() if deciding else None
        for place, mine, card in self.sitting.view(person):
            hand = places.setdefault(place, len(places))
            if hand >= self.hands or filled[hand] >= CARDS:
                raise CroupierError(f"{self.table.name}: more hands or cards than an observation has room for")
            cards[hand, filled[hand]] = FACE_DOWN if card is None else card + 1
            filled[hand] += 1
            own[hand] |= mine
            due[hand] |= place == deciding_place
        standing = np.zeros(len(self.wagers) + 1, dtype=np.float32)
        points = np.zeros(len(self.wagers), dtype=np.int8)
        for wager, amount, progress in self.sitting.standing(person):
            column = self._places.get(wager, len(self.wagers))
            standing[column] += float(Decimal(amount) / self._value)
            if progress is not None and column < len(self.wagers):
                digits = "".join(filter(str.isdigit, progress))
                points[column] = int(digits) if digits else 1
        return {
            "phase": np.int64(2 if over else int(deciding)),
            "cards": cards,
            "own": own,
            "due": due,
            "standing": standing,
            "points": points,
            "last": self._last(),
            "left": np.array([self.sitting.cards_left], dtype=np.int16),
        }

    @property
    def _places(self) -> dict[str, int]:
        return {wager: place for place, wager in enumerate(self.wagers)}

    def _last(self) -> npt.NDArray[np.int8]:
        """The dice, or the pocket: its number and how many zeros it is written with."""
        last = np.zeros(2, dtype=np.int8)
        words = (self.sitting.last or "").split()
        if len(words) == 2:
            last[:] = [int(word) for word in words]
        elif words:
            last[:] = [int(words[0]), len(words[0]) if int(words[0]) == 0 else 0]
        return last


def _is(word: str, action: str) -> bool:
    """Whether words of the rules are this action: exactly, or for a box."""
    return word == action or (action in ("insure", "even-money", "surrender") and word.startswith(f"{action} "))
