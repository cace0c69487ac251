"""Compare the second judge with the croupier binary on generated records.

    python3 oracle/compare.py --binary PATH [--games g1,g2] [--count N] [--seed S] [--jobs J]
"""

import argparse
import json
import pathlib
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from generate import GAMES, generate
from judge import judge

CHUNK = 250
COVERAGE_FILE = pathlib.Path(__file__).with_name("coverage.txt")
EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def rulebook(game):
    """The option that loads the book of a game, if the binary does not bring it along."""
    book = EXAMPLES / (game.partition("/")[0] + ".toml")
    return ["--rulebook", str(book)] if book.exists() else []


def ask_binary(binary, game, records):
    """The binary's answer to each record, in order."""
    text = "\x0c\n".join(record if record.endswith("\n") else record + "\n" for record in records)
    command = [binary, *rulebook(game), "adjudicate", "--batch", "-", "--json"]
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    answers = [read_answer(line) for line in lines if line.strip()]
    missing = {"none": f"exit status {done.returncode}: {done.stderr.decode('utf-8', 'replace')[:300]}"}
    return answers + [missing] * (len(records) - len(answers))


def read_answer(line):
    try:
        return json.loads(line)
    except ValueError:
        return {"none": line[:300]}


def comparable(answer):
    """An answer without the words meant for people."""
    if "error" in answer and isinstance(answer["error"], dict):
        return {"error": {key: value for key, value in answer["error"].items() if key != "message"}}
    if "bets" not in answer:
        return answer
    bets = [{key: value for key, value in row.items() if key != "reason"} for row in answer["bets"]]
    return {**answer, "bets": bets}


def covered(answer):
    """What an answer reaches: 'OUTCOME PROVISION' for each row and provision, and 'won at ODDS'."""
    if "error" in answer:
        rows, odds = [("inadmissible", answer["error"]["cites"])], []
    else:
        rows = [(row["outcome"], row["cites"]) for row in answer["bets"]]
        odds = [row["odds"] for row in answer["bets"] if row["outcome"] == "won" and "odds" in row]
    reached = [f"{outcome} {cite}" for outcome, cites in rows for cite in (cites or ["-"])]
    return reached + [f"won at {text}" for text in odds]


def compare_chunk(job):
    binary, game, seeds = job
    records = [generate(game, seed) for seed in seeds]
    mine = [judge(record.encode()) for record in records]
    theirs = ask_binary(binary, game, records) if binary else mine
    coverage, faults = Counter(), []
    for seed, record, ours, other in zip(seeds, records, mine, theirs):
        coverage.update(covered(ours))
        if comparable(ours) != comparable(other):
            faults.append((seed, record, ours, other))
    return game, len(records), coverage, faults


def differences(ours, other):
    """The places where two answers part, for a reader."""
    ours, other = comparable(ours), comparable(other)
    if "bets" not in ours or "bets" not in other or len(ours["bets"]) != len(other["bets"]):
        return []
    lines = [f"bet {a['bet']}: {a} | {b}" for a, b in zip(ours["bets"], other["bets"]) if a != b]
    lines += [f"{key}: {ours.get(key)} | {other.get(key)}" for key in ("rules", "net", "bank")
              if ours.get(key) != other.get(key)]
    return lines


def print_fault(game, seed, record, ours, other):
    print(f"=== {game} seed {seed} ===")
    for number, line in enumerate(record.split("\n"), 1):
        print(f"{number:4} {line.rstrip()}")
    parts = differences(ours, other)
    if parts:
        print("--- oracle | binary, where they part")
        print("\n".join(parts))
    else:
        print("--- oracle:", json.dumps(ours, ensure_ascii=False))
        print("--- binary:", json.dumps(other, ensure_ascii=False))
    print()


def read_expectations(path):
    """The coverage list: game -> what the records must reach."""
    expected, game = {}, None
    for line in path.read_text().splitlines():
        line = line.strip()
        if line.startswith("["):
            game = line.strip("[]")
            expected[game] = []
        elif line and not line.startswith("#"):
            expected[game].append(line)
    return expected


def print_coverage(coverage):
    for game, counts in coverage.items():
        print(f"[{game}]")
        for key, count in sorted(counts.items()):
            print(f"  {count:7} {key}")


def missing_coverage(coverage):
    expected = read_expectations(COVERAGE_FILE)
    return [f"{game}: {key}" for game, counts in coverage.items()
            for key in expected.get(game, []) if not counts[key]]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the croupier binary; without it only coverage is counted")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--count", type=int, default=1000, help="records a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20, help="disagreements printed a game")
    parser.add_argument("--quiet", action="store_true", help="do not print the coverage")
    parser.add_argument("--require-coverage", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    games = options.games.split(",")
    unknown = [game for game in games if game not in GAMES]
    if unknown:
        print("no such game: " + ", ".join(unknown), file=sys.stderr)
        return 2
    first = options.seed * 1_000_000
    jobs = [(options.binary, game, range(start, min(start + CHUNK, first + options.count)))
            for game in games for start in range(first, first + options.count, CHUNK)]
    coverage = {game: Counter() for game in games}
    failed, total = Counter(), 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for game, count, reached, faults in pool.map(compare_chunk, jobs):
            total += count
            coverage[game].update(reached)
            for fault in faults:
                failed[game] += 1
                if failed[game] <= options.show:
                    print_fault(game, *fault)
    if not options.quiet:
        print_coverage(coverage)
    missing = missing_coverage(coverage) if options.require_coverage else []
    for line in missing:
        print(f"not reached: {line}")
    if options.binary:
        for game in games:
            print(f"{game}: {failed[game]} disagreements in {options.count} records")
        passed = total - sum(failed.values())
    else:
        print(f"no binary: {total} records were judged by the oracle alone, and nothing was compared")
        passed = 0
    bad = sum(failed.values()) + len(missing)
    print(f"{passed} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
