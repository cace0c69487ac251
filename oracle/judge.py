"""The second judge: reads a round record and gives the verdict.

    python3 oracle/judge.py FILE|-
"""

import datetime
import json
import re
import sys

from games import make_table
from record import Inadmissible, read_act, read_lines

# the first day each book is in force, and what a record dated before it breaks
IN_FORCE = {
    "scotland-1970": (datetime.date(1970, 7, 1), ["reg. 1"]),
    "macau": (datetime.date(2001, 1, 1), ["1.1"]),
    "western-australia-1990": (datetime.date(1990, 2, 17), ["reg. 3"]),
}


class Judge:
    """Takes a record line by line; `table` is the state of play."""

    def __init__(self):
        self.table = None
        self.in_head = True
        self.dated = False

    def feed(self, words):
        """Judge one line of words; Inadmissible where the rules are broken."""
        act = read_act(words)
        if self.table is None:
            if act.kind != "rules":
                raise Inadmissible("a record begins with its rules")
            self.table = make_table(act.game)
        elif act.kind == "rules":
            raise Inadmissible("the rules are named once")
        elif act.kind in ("date", "house"):
            self.head_line(act)
        else:
            self.in_head = False
            self.table.perform(act)

    def head_line(self, act):
        if not self.in_head:
            raise Inadmissible(f"'{act.kind}' belongs before every other act")
        if act.kind == "house":
            self.table.set_house(act.pairs)
        elif self.dated:
            raise Inadmissible("the date is given once")
        else:
            self.check_date(act.date)
            self.dated = True

    def check_date(self, text):
        try:
            if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
                raise ValueError
            date = datetime.date.fromisoformat(text)
        except ValueError:
            raise Inadmissible("a date is written 1971-03-02") from None
        first, cites = IN_FORCE.get(self.table.name.split("/")[0], (datetime.date.min, []))
        if date < first:
            raise Inadmissible(f"the book is in force from {first}", cites)


def judge(data):
    """The verdict of a record given as bytes, or the error object."""
    judge_of_record, number = Judge(), 1
    try:
        for number, words in read_lines(data):
            if words is None:
                raise Inadmissible("not UTF-8")
            judge_of_record.feed(words)
        if judge_of_record.table is None:
            number = 1
            raise Inadmissible("a record begins with its rules")
    except Inadmissible as fault:
        return {"error": {"line": number, "message": fault.message, "cites": fault.cites}}
    return judge_of_record.table.verdict()


def main(arguments):
    if len(arguments) != 1:
        print("usage: judge.py FILE|-", file=sys.stderr)
        return 2
    if arguments[0] == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(arguments[0], "rb") as file:
            data = file.read()
    answer = judge(data)
    print(json.dumps(answer, ensure_ascii=False, indent=2))
    return 2 if "error" in answer else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
