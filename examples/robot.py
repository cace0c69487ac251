#!/usr/bin/env python3
"""A robot that buys in, sits down at a wheel, bets three times and cashes out. It needs nothing but Python.

    croupier serve --demo            # in another terminal
    python3 examples/robot.py
"""

import json
import os
import time
import urllib.request
import uuid

BASE = os.environ.get("CROUPIER_URL", "http://localhost:8080") + "/api/v1"
HOUSE = int(os.environ.get("CROUPIER_HOUSE_ID", "1"))
CASHIER = ("demo_cashier", os.environ.get("CROUPIER_PASSWORD", "croupier-demo"))


def ask(method, path, body=None, token=None, key=None):
    """One request. A refusal raises HTTPError; its body says what was found, what is allowed and under which provision."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    if key:
        headers["idempotency-key"] = key
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def log_in(handle, password):
    return ask("POST", "/session", {"house": HOUSE, "handle": handle, "password": password, "bearer": True})["token"]


def do(token, command, table=None):
    """Gives a command. The key makes it one command, however often it is sent."""
    at = f"/tables/{table}" if table else ""
    return ask("POST", f"/houses/{HOUSE}{at}/commands", command, token, key=str(uuid.uuid4()))


def exchange(token, kind, amount, **more):
    """Money for chips or chips for money, in two steps: laid out by the player, confirmed by the cashier."""
    laid = do(token, {"do": "lay-out", "exchange": {"kind": kind, "amount": amount, **more}})
    do(log_in(*CASHIER), {"do": "confirm", "number": laid["number"]})


def wait_until(token, table, is_so):
    """Looks at the table until it is so. A page would listen on the WebSocket instead."""
    while True:
        seen = ask("GET", f"/houses/{HOUSE}/tables/{table}", token=token)
        if is_so(seen):
            return seen
        time.sleep(0.1)


def main():
    handle, password = f"robin_{uuid.uuid4().hex[:8]}", uuid.uuid4().hex
    ask("POST", "/people", {"house": HOUSE, "handle": handle, "password": password})
    token = log_in(handle, password)
    exchange(token, "buy-in", "100", **{"with": "cash"})
    tables = ask("GET", f"/houses/{HOUSE}/tables")
    wheel = next(t["id"] for t in tables if t["family"] == "roulette" and t["mode"] == "automatic")
    do(token, {"do": "sit"}, wheel)
    for _ in range(3):
        wait_until(token, wheel, lambda seen: seen["phase"] == "place-your-bets")
        stake = do(token, {"do": "bet", "amount": "5", "wager": "red"}, wheel)["number"]
        seen = wait_until(token, wheel, lambda seen: seen["phase"] == "payment")
        mine = next(s for s in seen["stakes"] if s["stake"] == stake)
        print(f"round {seen['round']}: the ball lies on {seen['fell']['ball']}; {mine['why']}")
    do(token, {"do": "leave"}, wheel)
    chips = ask("GET", f"/houses/{HOUSE}/me", token=token)["balances"]["chips"]
    exchange(token, "cash-out", chips)
    balances = ask("GET", f"/houses/{HOUSE}/me", token=token)["balances"]
    print(f"{handle} cashed out {chips} {balances['currency']}, net {balances['cash']}")


main()
