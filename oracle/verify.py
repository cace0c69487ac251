"""The second verifier of proofs, written from docs/fairness.md.

    python3 oracle/verify.py FILE|-

Prints what it found as JSON. Exit status 0: all is as it was promised; 1: a discrepancy; 2: no proof.
"""

import json
import struct
import sys

from primitives import chacha20_words, derive_key

FORMAT = "croupier-fair/1"
LINKS_MAX = 1 << 20
FIELDS = ["format", "table", "links", "anchor", "link", "round", "device", "commitment", "players", "receipt", "seed",
          "outcome"]
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
POCKETS = [str(number) for number in range(37)] + ["00", "000"] + [str(number) for number in range(37, 65)]


class Inadmissible(Exception):
    """The document is no proof."""


def need(condition, message):
    if not condition:
        raise Inadmissible(message)


# --- bytes and hashes ---------------------------------------------------------------------------------------------

def u32(number):
    return struct.pack("<I", number)


def counted(data):
    return u32(len(data)) + data


def domain_hash(domain, data):
    return derive_key("croupier fair v1: " + domain, data)


def chain_before(table, links, link, seed):
    """The seed of the link before, or the anchor where the link is 1."""
    return domain_hash("chain", counted(table.encode()) + u32(links) + u32(link) + seed)


def device_bytes(device):
    if "wheel" in device:
        order = [POCKETS.index(pocket) for pocket in device["wheel"]["order"].split(" ")]
        return u32(1) + u32(len(order)) + b"".join(map(u32, order))
    if "dice" in device:
        return u32(2)
    shoe = device["shoe"]
    cut = shoe.get("cut")
    return u32(3) + u32(shoe["packs"]) + (u32(1) + u32(cut["low"]) + u32(cut["high"]) if cut else u32(0))


def commitment_bytes(proof):
    return (counted(proof["table"].encode()) + u32(proof["links"]) + bytes.fromhex(proof["anchor"])
            + u32(proof["link"]) + counted(proof["round"].encode()) + device_bytes(proof["device"])
            + bytes.fromhex(proof["seed"]))


def receipt_bytes(proof):
    players = proof["players"]
    each = [u32(player["seat"]) + counted(bytes.fromhex(player["seed"])) for player in players]
    return bytes.fromhex(proof["commitment"]) + u32(len(players)) + b"".join(each)


def outcome_key(proof):
    return domain_hash("outcome", bytes.fromhex(proof["seed"]) + bytes.fromhex(proof["receipt"]))


# --- what falls ---------------------------------------------------------------------------------------------------

class Draws:
    def __init__(self, key):
        self.words = chacha20_words(key)

    def below(self, bound):
        limit = (1 << 32) // bound * bound
        return next(word for word in self.words if word < limit) % bound


def deal(device, key):
    draws = Draws(key)
    if "wheel" in device:
        order = device["wheel"]["order"].split(" ")
        return {"pocket": order[draws.below(len(order))]}
    if "dice" in device:
        return {"throw": [1 + draws.below(6), 1 + draws.below(6)]}
    cards = CARDS * device["shoe"]["packs"]
    for last in range(len(cards) - 1, 0, -1):
        chosen = draws.below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    shoe = {"cards": " ".join(cards)}
    if "cut" in device["shoe"]:
        cut = device["shoe"]["cut"]
        shoe["cut"] = cut["low"] + draws.below(cut["high"] - cut["low"] + 1)
    return {"shoe": shoe}


# --- the door -----------------------------------------------------------------------------------------------------

def refuse(text):
    raise Inadmissible(f"{text} does not stand in a proof")


def whole(text):
    need(not text.startswith("-"), "a number is below zero")
    return int(text)


def unique(pairs):
    need(len(dict(pairs)) == len(pairs), "a field comes twice")
    return dict(pairs)


def read(data):
    try:
        proof = json.loads(data.decode("utf-8"), parse_float=refuse, parse_constant=refuse, parse_int=whole,
                           object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise Inadmissible(str(error)) from error
    check(proof)
    return proof


def check_fields(value, fields, optional=()):
    need(isinstance(value, dict), f"an object with {fields} is wanted")
    need(set(fields) <= set(value) <= set(fields) | set(optional), f"the fields are {fields}")


def check_number(value, low, high, name):
    need(type(value) is int and low <= value <= high, f"{name} is {low} to {high}")


def check_hex(value, low, high, name):
    need(isinstance(value, str) and all(digit in "0123456789abcdef" for digit in value), f"{name} is hexadecimal")
    need(len(value) % 2 == 0 and low <= len(value) // 2 <= high, f"{name} has {low} to {high} bytes")


def check_id(value, name):
    need(isinstance(value, str) and 1 <= len(value) <= 64 and all("!" <= c <= "~" for c in value),
         f"{name} is 1 to 64 visible ASCII characters")


def check_words(value, known, name):
    need(isinstance(value, str) and all(word in known for word in value.split(" ")), f"{name} is unreadable")


def check_kind(value, kinds, name):
    need(isinstance(value, dict) and len(value) == 1 and next(iter(value)) in kinds, f"{name} is one of {kinds}")


def check_device(device):
    check_kind(device, ["wheel", "dice", "shoe"], "device")
    if "wheel" in device:
        check_fields(device["wheel"], ["order"])
        check_words(device["wheel"]["order"], POCKETS, "order")
        order = device["wheel"]["order"].split(" ")
        need(len(set(order)) == len(order), "a pocket stands twice on the wheel")
    elif "dice" in device:
        check_fields(device["dice"], [])
    else:
        check_fields(device["shoe"], ["packs"], ["cut"])
        check_number(device["shoe"]["packs"], 1, 8, "packs")
        if "cut" in device["shoe"]:
            cut = device["shoe"]["cut"]
            check_fields(cut, ["low", "high"])
            check_number(cut["high"], 0, 52 * device["shoe"]["packs"], "high")
            check_number(cut["low"], 0, cut["high"], "low")


def check_outcome(device, outcome):
    check_kind(outcome, ["pocket", "throw", "shoe"], "outcome")
    if "wheel" in device:
        check_kind(outcome, ["pocket"], "outcome")
        need(isinstance(outcome["pocket"], str) and outcome["pocket"] in POCKETS, "no pocket")
    elif "dice" in device:
        check_kind(outcome, ["throw"], "outcome")
        throw = outcome["throw"]
        need(isinstance(throw, list) and len(throw) == 2, "a throw is of two dice")
        for side in throw:
            check_number(side, 1, 6, "a side")
    else:
        check_kind(outcome, ["shoe"], "outcome")
        check_fields(outcome["shoe"], ["cards"] + (["cut"] if "cut" in device["shoe"] else []))
        check_words(outcome["shoe"]["cards"], CARDS, "cards")
        if "cut" in outcome["shoe"]:
            check_number(outcome["shoe"]["cut"], 0, 65535, "cut")


def check_players(players):
    need(isinstance(players, list) and len(players) <= 1024, "players is a list of at most 1024")
    after = 0
    for player in players:
        check_fields(player, ["seat", "seed"])
        check_number(player["seat"], after + 1, 65535, "seat")
        check_hex(player["seed"], 0, 64, "a player's seed")
        after = player["seat"]


def check(proof):
    check_fields(proof, FIELDS)
    need(proof["format"] == FORMAT, f"format is {FORMAT}")
    check_id(proof["table"], "table")
    check_id(proof["round"], "round")
    check_number(proof["links"], 1, LINKS_MAX, "links")
    check_number(proof["link"], 1, proof["links"], "link")
    for name in ["anchor", "commitment", "receipt", "seed"]:
        check_hex(proof[name], 32, 32, name)
    check_device(proof["device"])
    check_players(proof["players"])
    check_outcome(proof["device"], proof["outcome"])


# --- the verdict --------------------------------------------------------------------------------------------------

def outcome_discrepancies(claimed, found):
    for kind in ["pocket", "throw"]:
        if kind in claimed:
            return [kind] if claimed[kind] != found[kind] else []
    wrong, claimed, found = [], claimed["shoe"], found["shoe"]
    if len(claimed["cards"].split(" ")) != len(found["cards"].split(" ")):
        wrong.append("card-count")
    elif claimed["cards"] != found["cards"]:
        wrong.append("card")
    if claimed.get("cut") != found.get("cut"):
        wrong.append("cut")
    return wrong


def verify(proof):
    """What is wrong with a proof, by name, and what its seeds give."""
    wrong, seed = [], bytes.fromhex(proof["seed"])
    for link in range(proof["link"], 0, -1):
        seed = chain_before(proof["table"], proof["links"], link, seed)
    if seed.hex() != proof["anchor"]:
        wrong.append("chain")
    if domain_hash("commitment", commitment_bytes(proof)).hex() != proof["commitment"]:
        wrong.append("commitment")
    if domain_hash("receipt", receipt_bytes(proof)).hex() != proof["receipt"]:
        wrong.append("receipt")
    key = outcome_key(proof)
    outcome = deal(proof["device"], key)
    wrong += outcome_discrepancies(proof["outcome"], outcome)
    return {"good": not wrong, "discrepancies": wrong, "key": key.hex(), "outcome": outcome}


def answer(data):
    """The exit status and what is printed."""
    try:
        found = verify(read(data))
    except Inadmissible as error:
        return 2, {"error": str(error)}
    return (0 if found["good"] else 1), found


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    if sys.argv[1] == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(sys.argv[1], "rb") as file:
            data = file.read()
    status, found = answer(data)
    print(json.dumps(found, indent=2))
    return status


if __name__ == "__main__":
    sys.exit(main())
