"""Random records of every game, lawful and unlawful, from a seed.

    python3 oracle/generate.py RULEBOOK/GAME SEED
"""

import sys
from importlib import import_module

from dealers.common import Ended, Script, finish

DEALERS = {
    "scotland-1970/roulette": "wheel",
    "mpumalanga/american-roulette": "wheel",
    "scotland-1970/dice": "dice",
    "western-australia-1990/in-between": "inbetween",
    "scotland-1970/punto-banco": "baccarat",
    "mpumalanga/punto-banco": "baccarat",
    "scotland-1970/chemin-de-fer": "baccarat",
    "scotland-1970/baccarat-banque": "baccarat",
    "scotland-1970/blackjack": "blackjack",
    "mpumalanga/blackjack": "blackjack",
    "mpumalanga/touch-21": "blackjack",
    "mpumalanga/arizona-hold-em": "arizona",
    "macau/baccarat": "baccarat",
    "macau/ez-baccarat": "baccarat",
    "nevada/craps": "craps",
    "nevada/crapless-craps": "craps",
    "france/roulette": "wheels",
    "france/boule": "wheels",
    "great-britain/roulette": "wheels",
    "great-britain/blackjack": "blackjack",
    "atlantic-city/roulette": "wheels",
    "three-card-poker/three-card-poker": "dealer_poker",
    "caribbean-stud/caribbean-stud": "dealer_poker",
    "atlantic-city/blackjack": "blackjack",
    "atlantic-city/early-blackjack": "blackjack",
}
GAMES = tuple(DEALERS)


def generate(game_id, seed):
    """One record of the game; the same seed gives the same record."""
    script = Script(game_id, seed)
    try:
        import_module(f"dealers.{DEALERS[game_id]}").write(script)
    except Ended:
        finish(script)
    return script.text()


if __name__ == "__main__":
    sys.stdout.write(generate(sys.argv[1], int(sys.argv[2])))
