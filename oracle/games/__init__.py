"""The tables by name."""

from importlib import import_module

from record import Inadmissible

TABLES = {
    "scotland-1970/roulette": ("roulette", "ScottishRoulette"),
    "mpumalanga/american-roulette": ("roulette", "AmericanRoulette"),
    "scotland-1970/dice": ("dice", "Dice"),
    "western-australia-1990/in-between": ("inbetween", "InBetween"),
    "scotland-1970/punto-banco": ("baccarat", "ScottishPuntoBanco"),
    "mpumalanga/punto-banco": ("baccarat", "MpumalangaPuntoBanco"),
    "scotland-1970/chemin-de-fer": ("chemin", "CheminDeFer"),
    "scotland-1970/baccarat-banque": ("banque", "BaccaratBanque"),
    "scotland-1970/blackjack": ("blackjack_books", "ScottishBlackjack"),
    "mpumalanga/blackjack": ("blackjack_books", "MpumalangaBlackjack"),
    "mpumalanga/touch-21": ("blackjack_books", "Touch21"),
    "mpumalanga/arizona-hold-em": ("arizona", "ArizonaHoldEm"),
    "macau/baccarat": ("macau", "MacauBaccarat"),
    "macau/ez-baccarat": ("macau", "EzBaccarat"),
    "nevada/craps": ("craps", "Craps"),
    "nevada/crapless-craps": ("craps", "CraplessCraps"),
    "france/roulette": ("wheels", "FrenchRoulette"),
    "france/boule": ("wheels", "Boule"),
    "great-britain/roulette": ("wheels", "BritishRoulette"),
    "great-britain/blackjack": ("british_blackjack", "BritishBlackjack"),
    "atlantic-city/roulette": ("wheels", "AtlanticCityRoulette"),
    "three-card-poker/three-card-poker": ("dealer_poker", "ThreeCardPoker"),
    "caribbean-stud/caribbean-stud": ("dealer_poker", "CaribbeanStud"),
    "atlantic-city/blackjack": ("hole_card", "AtlanticCityWithSides"),
    "atlantic-city/early-blackjack": ("hole_card", "EarlyAtlanticCity"),
}


def make_table(name):
    """A fresh table of the game named RULEBOOK/GAME."""
    if name not in TABLES:
        raise Inadmissible(f"no such game: {name}")
    module, kind = TABLES[name]
    return getattr(import_module(f"games.{module}"), kind)(name)
