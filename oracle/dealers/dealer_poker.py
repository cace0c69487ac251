"""Records of poker against a dealer's hand."""

from dealers.antes import AnteGame, write_hands

GAME = AnteGame(
    odd_wagers=["antes", "ante 1", "raise 1", "play", "box 1", "Ante", "pair-plus", "pair-plus 1"],
    choices=["raises", "raises", "folds"],
    untimely=["ann raises", "ben folds", "ann checks"],
    turn=lambda table: table.turns[0].player if table.turns else None,
    odd_decisions=["{player} checks", "{player} raises on 1", "{player} stands"],
    sides=lambda table: table.own_hand_pays,
    misdeals=0.01,
    mixed=0.5,
)


def write(script):
    three = script.game.startswith("three")
    seats = ["1", "2", "6", "9"] + (["16"] if three else [])
    wrong = ["0", "17", "x"] + ([] if three else ["10"])
    script.head(script.setting("deal", ["hands", "one-by-one"], ["dealer-first", "1"], 0.6)
                + script.setting("seats", seats, wrong, 0.3))
    write_hands(script, GAME)
