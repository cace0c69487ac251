"""Hold both verifiers against each other: on proofs from the binary, and on each of them falsified in many ways.

    python3 oracle/compare_proofs.py --binary PATH [--count N] [--seed S]
"""

import argparse
import copy
import json
import random
import subprocess
import sys
from collections import Counter

from verify import answer

KINDS = ["wheel", "dice", "shoe"]


def run(binary, arguments, data=b""):
    done = subprocess.run([binary, "verify", *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    return done.returncode, done.stdout


def leaves(value, path=()):
    """The path of everything in a document that has no parts."""
    if isinstance(value, dict):
        return [leaf for key in value for leaf in leaves(value[key], (*path, key))]
    if isinstance(value, list):
        return [leaf for place, item in enumerate(value) for leaf in leaves(item, (*path, place))]
    return [path]


def holder(proof, path):
    for key in path[:-1]:
        proof = proof[key]
    return proof


def nudge(value, rng):
    """A value that differs a little, and is mostly still of its kind."""
    if isinstance(value, int):
        return max(0, value + rng.choice([-1, 1]))
    if " " in value:
        words = value.split(" ")
        first, second = rng.sample(range(len(words)), 2)
        words[first], words[second] = words[second], words[first]
        return " ".join(words)
    if not value:
        return "00"
    place = rng.randrange(len(value))
    return value[:place] + rng.choice("0123456789abcdefAS ") + value[place + 1:]


def spoil(value, rng):
    """A value that should not stand there at all."""
    odd = [None, True, -1, 1.0, 1e400, [], {}, "", "é", [value], {"x": value}, 1 << 40, "A" * 65]
    return rng.choice([other for other in odd if other != value])


def changes(proof, rng):
    """The proof falsified: text by text, with whether it still says the same."""
    for path in leaves(proof):
        for change in (nudge, spoil):
            false = copy.deepcopy(proof)
            part = holder(false, path)
            part[path[-1]] = change(part[path[-1]], rng)
            yield json.dumps(false), false == proof
    yield from restructured(proof, rng)
    yield from damaged(json.dumps(proof, indent=2), rng)


def restructured(proof, rng):
    """Fields and players left out, added and exchanged."""
    for field in proof:
        yield json.dumps({key: value for key, value in proof.items() if key != field}), False
    for field, value in [("extra", 1), ("players", proof["players"][::-1]), ("players", proof["players"][1:]),
                         ("players", proof["players"] + [{"seat": 60000, "seed": "00"}]),
                         ("device", {"dice": {}}), ("device", {"dice": []}), ("device", "dice"),
                         ("device", {"shoe": {"packs": rng.randint(0, 9), "cut": None}}),
                         ("outcome", {"throw": [rng.randint(0, 7), rng.randint(1, 6)]}), ("outcome", {"throw": [1]}),
                         ("outcome", {"pocket": "00"}), ("outcome", {"shoe": {"cards": "AS", "cut": 70000}})]:
        false = {**proof, field: value}
        yield json.dumps(false), false == proof
    yield json.dumps(list(proof.values())), False
    yield json.dumps({**dict(reversed(proof.items()))}), True
    yield json.dumps(proof)[:-1] + ', "link": ' + str(proof["link"]) + "}", False


def damaged(text, rng):
    """Bytes changed, cut off and put behind."""
    for _ in range(6):
        place = rng.randrange(len(text))
        data = bytearray(text.encode())
        data[place] ^= 1 << rng.randrange(8)
        yield bytes(data), None
    yield text[:rng.randrange(len(text))], False
    yield text + "x", False
    yield "\ufeff" + text, False
    yield text + " \n", True


def agree(binary, data):
    """The status both give, or what they differ in."""
    ours, found = answer(data)
    theirs, printed = run(binary, ["-", "--json"], data)
    if ours != theirs:
        return None, f"exit status {theirs}, second verifier {ours} ({found})"
    shown = json.loads(printed)
    if ours == 2:
        return ours, None if shown["error"]["faults"] else "no fault is named"
    differ = [name for name in ("good", "discrepancies", "key", "outcome") if shown[name] != found[name]]
    return ours, f"they differ in {differ}: {shown} and {found}" if differ else None


def hold(binary, data, same):
    """One document before both; `same` says whether it must be good, None where that is open."""
    status, complaint = agree(binary, data)
    if complaint is None and same is not None and (status == 0) != same:
        complaint = f"exit status {status}, though the proof is {'as it was' if same else 'falsified'}"
    return status, complaint


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--count", type=int, default=20, help="proofs of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, seen, failed = random.Random(options.seed), Counter(), 0
    for number in range(options.count * len(KINDS)):
        kind, seed = KINDS[number % len(KINDS)], rng.randbytes(32).hex()
        _, text = run(options.binary, ["--example", kind, "--seed", seed])
        for data, same in [(text, True), *changes(json.loads(text), rng)]:
            data = data if isinstance(data, bytes) else data.encode()
            status, complaint = hold(options.binary, data, same)
            seen[status] += 1
            if complaint:
                failed += 1
                print(f"{kind} {seed}: {complaint}\n{data.decode('utf-8', 'replace')[:2000]}\n")
    print(f"proofs: {seen[0]} good, {seen[1]} false, {seen[2]} inadmissible to both, {failed} failed")
    return 1 if failed or not all(seen[status] for status in (0, 1, 2)) else 0


if __name__ == "__main__":
    sys.exit(main())
