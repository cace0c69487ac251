"""Write the test vectors of docs/fairness.md from the second implementation.

    python3 oracle/fair_vectors.py           compare docs/fairness-vectors.json with what should stand there
    python3 oracle/fair_vectors.py --write   write it anew
"""

import copy
import json
import pathlib
import sys

from verify import (Draws, chain_before, commitment_bytes, deal, domain_hash, outcome_key, receipt_bytes, u32, verify)

FILE = pathlib.Path(__file__).parent.parent / "docs" / "fairness-vectors.json"
WHEEL = ("0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26")
ZERO = "00" * 32


def chain(table, links, last):
    """The seeds of a chain by link, 0 being the anchor."""
    seeds = {links: bytes.fromhex(last)}
    for link in range(links, 0, -1):
        seeds[link - 1] = chain_before(table, links, link, seeds[link])
    return seeds


def make(table, links, last, link, name, device, players):
    """A proof as an honest house makes it."""
    seeds = chain(table, links, last)
    proof = {
        "format": "croupier-fair/1", "table": table, "links": links, "anchor": seeds[0].hex(), "link": link,
        "round": name, "device": device, "commitment": ZERO,
        "players": [{"seat": seat, "seed": seed} for seat, seed in players],
        "receipt": ZERO, "seed": seeds[link].hex(), "outcome": {},
    }
    proof["commitment"] = domain_hash("commitment", commitment_bytes(proof)).hex()
    proof["receipt"] = domain_hash("receipt", receipt_bytes(proof)).hex()
    proof["outcome"] = deal(device, outcome_key(proof))
    return proof


def rounds():
    last = bytes(range(32)).hex()
    long = [(seat, f"{seat % 256:02x}" * 64) for seat in range(1, 31)]
    return [
        make("roulette-1", 3, last, 1, "spin-1", {"wheel": {"order": WHEEL}}, [(1, "c0ffee"), (4, "")]),
        make("roulette-1", 3, last, 3, "spin-3", {"wheel": {"order": WHEEL}}, []),
        make("roulette-2", 1, "ff" * 32, 1, "spin-1", {"wheel": {"order": "0 " + WHEEL[2:] + " 00"}}, long),
        make("dice-1", 300, "01" * 32, 299, "throw-299", {"dice": {}}, [(7, "ab" * 64)]),
        make("dice-1", 300, "01" * 32, 2, "throw-2", {"dice": {}}, [(1, "00"), (2, "0000"), (65535, "000000")]),
        make("poker-1", 2, "5a" * 32, 2, "hand-2", {"shoe": {"packs": 1}}, [(3, "68656c6c6f")]),
        make("blackjack-1", 9, "a5" * 32, 4, "shoe-4", {"shoe": {"packs": 6, "cut": {"low": 208, "high": 260}}}, []),
        make("punto-1", 5, "33" * 32, 5, "shoe-5", {"shoe": {"packs": 8, "cut": {"low": 400, "high": 400}}},
             [(seat, u32(seat).hex()) for seat in range(1, 15)]),
    ]


def worked(proof):
    """A proof with what is hashed on the way to it."""
    return {"proof": proof, "commitment_bytes": commitment_bytes(proof).hex(),
            "receipt_bytes": receipt_bytes(proof).hex(), "key": outcome_key(proof).hex()}


def changed(proof, why, **fields):
    false = copy.deepcopy(proof)
    false.update(fields)
    return {"change": why, "proof": false, "discrepancies": verify(false)["discrepancies"]}


def falsehoods():
    spin, throw, shoe = (make("t", 4, "11" * 32, 2, "r", device, [(1, "0a"), (2, "0b")]) for device in (
        {"wheel": {"order": WHEEL}}, {"dice": {}}, {"shoe": {"packs": 1, "cut": {"low": 20, "high": 40}}}))
    cards = shoe["outcome"]["shoe"]["cards"].split(" ")
    swapped = " ".join([cards[1], cards[0], *cards[2:]])
    cut = shoe["outcome"]["shoe"]["cut"]
    pocket = "0" if spin["outcome"]["pocket"] != "0" else "1"
    return [
        changed(spin, "another pocket", outcome={"pocket": pocket}),
        changed(spin, "the wheel turned by one pocket", device={"wheel": {"order": WHEEL[2:] + " 0"}}),
        changed(spin, "another anchor", anchor=ZERO),
        changed(spin, "another link", link=3),
        changed(spin, "a longer chain", links=5),
        changed(spin, "another table", table="u"),
        changed(spin, "another round", round="s"),
        changed(spin, "another seed", seed=ZERO),
        changed(throw, "another commitment", commitment=ZERO),
        changed(throw, "another receipt", receipt=ZERO),
        changed(throw, "a player left out", players=throw["players"][:1]),
        changed(throw, "a player's seed changed", players=[throw["players"][0], {"seat": 2, "seed": "0c"}]),
        changed(throw, "a player at another seat", players=[throw["players"][0], {"seat": 3, "seed": "0b"}]),
        changed(throw, "the dice the other way up", outcome={"throw": [7 - side for side in throw["outcome"]["throw"]]}),
        changed(shoe, "two cards swapped", outcome={"shoe": {"cards": swapped, "cut": cut}}),
        changed(shoe, "a card left out", outcome={"shoe": {"cards": " ".join(cards[:-1]), "cut": cut}}),
        changed(shoe, "the cutting card moved", outcome={"shoe": {"cards": " ".join(cards), "cut": cut + 1}}),
    ]


def draws():
    bounds = [37, 38, 6, 6, 52, 416, 1, 2147483649, 3000000000, 2147483649, 10]
    for key in (ZERO, "42" * 32):
        stream = Draws(bytes.fromhex(key))
        yield {"key": key, "bounds": bounds, "draws": [stream.below(bound) for bound in bounds]}


def vectors():
    seeds = chain("roulette-1", 3, bytes(range(32)).hex())
    return {
        "about": "Test vectors of docs/fairness.md. Bytes are hexadecimal.",
        "chain": {"table": "roulette-1", "links": 3, "seeds": [seeds[link].hex() for link in range(4)]},
        "draws": list(draws()),
        "rounds": [worked(proof) for proof in rounds()],
        "false": falsehoods(),
    }


def text():
    return json.dumps(vectors(), indent=1) + "\n"


def main():
    if "--write" in sys.argv:
        FILE.write_text(text())
        return 0
    same = FILE.read_text() == text()
    print("the vectors of docs/fairness.md " + ("agree" if same else "differ"))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
