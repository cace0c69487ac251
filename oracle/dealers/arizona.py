"""Records of Arizona Hold-Em."""

from dealers.antes import AnteGame, write_hands

GAME = AnteGame(
    odd_wagers=["antes", "ante 1", "raise 1", "hand", "box 1", "Ante"],
    choices=["raises", "checks"],
    untimely=["ann raises", "ben checks"],
    turn=lambda table: table.decisions[0][0].player if table.decisions else None,
    odd_decisions=[],
)


def write(script):
    script.head(script.setting("decks", ["1", "2", "3", "8"], ["0", "9", "x"], 0.4))
    write_hands(script, GAME)
