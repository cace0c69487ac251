#!/usr/bin/env python3
"""A driver for a reader on a serial port: posts what a wheel, a dice box or a card scanner prints to the table it belongs to.

The device prints one outcome a line, such as `17`, `3 4` or `8S TH`. Needs Python 3.9 or later and nothing else. Linux and macOS.

    CROUPIER_READER_KEY=... python3 examples/wheel_reader.py --port /dev/ttyUSB0 --table http://localhost:8080/api/v1/houses/1/tables/3

The key is what a manager was given when the reader was added. docs/readers.md describes the protocol.
"""
import argparse
import json
import os
import re
import sys
import termios
import time
import urllib.error
import urllib.request

# What this kind of device prints for an outcome. Everything else that it prints (a banner, a speed, a status) is passed over.
OUTCOME = re.compile(r"\d{1,2}( \d)?|([2-9TJQKA][SHDC] ?)+", re.IGNORECASE)
LONGEST_WAIT = 8.0


def open_port(path, speed):
    """Opens the port raw: eight bits, no parity, one stop bit, no echo."""
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    state = termios.tcgetattr(port)
    rate = getattr(termios, f"B{speed}")
    state[0], state[1], state[3] = termios.IGNPAR, 0, 0
    state[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
    state[4] = state[5] = rate
    state[6][termios.VMIN], state[6][termios.VTIME] = 1, 0
    termios.tcsetattr(port, termios.TCSANOW, state)
    return port


def lines_of(port):
    """The lines that the device prints, without their ends; stops when the device is unplugged."""
    rest = b""
    while True:
        try:
            read = os.read(port, 256)
        except OSError:
            return
        if not read:
            return
        *whole, rest = (rest + read).replace(b"\r", b"\n").split(b"\n")
        for line in whole:
            text = line.decode("ascii", "replace").strip()
            if text:
                yield text


class Table:
    """The table as a reader sees it: readings go in, one after another."""

    def __init__(self, address, key):
        self.address, self.key = f"{address.rstrip('/')}/readings", key
        state = self.ask("GET", None)
        self.last = state["last"]
        print(f"{state['name']}: the last reading was {self.last}", flush=True)

    def ask(self, method, body):
        """Asks until there is an answer. Only an answer that says so ends a try: a lost connection or a busy house does not."""
        wait = 0.25
        while True:
            data = None if body is None else json.dumps(body).encode()
            headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
            request = urllib.request.Request(self.address, data=data, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refusal:
                if refusal.code not in (408, 429) and refusal.code < 500:
                    problem = json.load(refusal)
                    raise Refused(refusal.code, problem["message"]) from None
                reason = f"the house answered {refusal.code}"
            except OSError as lost:
                reason = str(lost)
            print(f"not sent yet: {reason}", file=sys.stderr, flush=True)
            time.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def post(self, text):
        """Posts a reading. It has one number however often it is sent, so that it counts once."""
        number = self.last + 1
        try:
            answer = self.ask("POST", {"sequence": number, "lines": text})
        except Refused as refused:
            if refused.status in (401, 403):
                raise
            # The dealer sees the wheel as well, and keys what was refused here.
            print(f"{text} refused: {refused}", file=sys.stderr, flush=True)
            self.last = self.ask("GET", None)["last"]
            return
        self.last = number
        print(f"{text} sent as reading {number}{' (again)' if answer['again'] else ''}", flush=True)


class Refused(Exception):
    """The house answered, and does not accept the reading."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", required=True, help="the serial port of the device")
    parser.add_argument("--speed", type=int, default=9600, help="bits a second")
    parser.add_argument("--table", required=True, help="the address of the table in the API")
    options = parser.parse_args()
    key = os.environ.get("CROUPIER_READER_KEY")
    if not key:
        sys.exit("set CROUPIER_READER_KEY to the key of the reader")
    port = open_port(options.port, options.speed)
    try:
        table = Table(options.table, key)
        for line in lines_of(port):
            if OUTCOME.fullmatch(line):
                table.post(line)
            else:
                print(f"not an outcome: {line!r}", file=sys.stderr, flush=True)
    except Refused as refused:
        sys.exit(f"the house does not know this reader: {refused}")
    sys.exit("the device is gone")


if __name__ == "__main__":
    main()
