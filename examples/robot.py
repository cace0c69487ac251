#!/usr/bin/env python3
"""A robot that buys in, sits down at a roulette table, bets three times and cashes out. It needs nothing but Python.

    croupier serve --demo            # in another terminal
    python3 examples/robot.py
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

BASE = os.environ.get("CROUPIER_URL", "http://localhost:8080") + "/api/v1"
HOUSE = int(os.environ.get("CROUPIER_HOUSE_ID", "1"))
CASHIER = ("demo_cashier", os.environ.get("CROUPIER_PASSWORD", "croupier-demo"))


class Refused(Exception):
    """The server refused a request. The text says what is wrong, what is allowed and under which provision."""


def request(method, path, body=None, token=None, key=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    if key:
        headers["idempotency-key"] = key
    data = json.dumps(body).encode() if body is not None else None
    sent = urllib.request.Request(BASE + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(sent, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error)["message"]) from None


def log_in(handle, password):
    credentials = {"house": HOUSE, "handle": handle, "password": password, "bearer": True}
    return request("POST", "/session", credentials)["token"]


def new_key():
    """A UUID of version 7: 48 bits of time in milliseconds, then random bits. The server refuses keys that are too old."""
    random = uuid.uuid4().int % (1 << 80) ^ (4 ^ 7) << 76
    return str(uuid.UUID(int=int(time.time() * 1000) << 80 | random))


def command(token, body, table=None):
    """Gives a command. The key makes it one command, however often it is sent."""
    at = f"/tables/{table}" if table else ""
    return request("POST", f"/houses/{HOUSE}{at}/commands", body, token, key=new_key())


def exchange(token, kind, amount, **more):
    """Exchanges money and chips in two steps: the player requests it, the cashier confirms it."""
    requested = command(token, {"do": "request-exchange", "exchange": {"kind": kind, "amount": amount, **more}})
    command(log_in(*CASHIER), {"do": "confirm-exchange", "number": requested["number"]})


def wait_for_phase(token, table, phase):
    """Polls the table. A page would watch it over the WebSocket instead."""
    while True:
        seen = request("GET", f"/houses/{HOUSE}/tables/{table}", token=token)
        if seen["phase"] == phase:
            return seen
        time.sleep(0.1)


def main():
    handle, password = f"robin_{uuid.uuid4().hex[:8]}", uuid.uuid4().hex
    request("POST", "/people", {"house": HOUSE, "handle": handle, "password": password})
    token = log_in(handle, password)
    exchange(token, "buy-in", "100", **{"with": "cash"})
    tables = request("GET", f"/houses/{HOUSE}/tables")
    table = next(t for t in tables if t["family"] == "roulette" and t["mode"] == "automatic")
    wheel, stake = table["id"], table["min"]
    command(token, {"do": "sit"}, wheel)
    for _ in range(3):
        wait_for_phase(token, wheel, "place-your-bets")
        number = command(token, {"do": "bet", "amount": stake, "wager": "red"}, wheel)["number"]
        seen = wait_for_phase(token, wheel, "payment")
        bet = next(s for s in seen["stakes"] if s["stake"] == number)
        print(f"round {seen['round']}: the ball fell on {seen['fell']['ball']}; {bet['why']}")
    try:
        wait_for_phase(token, wheel, "place-your-bets")
        command(token, {"do": "bet", "amount": "0.01", "wager": "red"}, wheel)
    except Refused as refused:
        print(f"a bet of 0.01 is refused: {refused}")
    command(token, {"do": "leave"}, wheel)
    chips = request("GET", f"/houses/{HOUSE}/me", token=token)["balances"]["chips"]
    exchange(token, "cash-out", chips)
    balances = request("GET", f"/houses/{HOUSE}/me", token=token)["balances"]
    print(f"{handle} cashed out {chips} {balances['currency']}, net {balances['cash']}")


try:
    main()
except Refused as refused:
    sys.exit(f"refused: {refused}")
except urllib.error.URLError as error:
    sys.exit(f"cannot reach {BASE}: {error.reason}. Is `croupier serve --demo` running?")
