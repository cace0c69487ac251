#!/usr/bin/env python3
"""Records a data folder as `croupier serve --demo` of this version leaves it. See README.md.

    python3 crates/server/tests/folders/record.py PROGRAM NAME

PROGRAM is the croupier to run. NAME is the new folder beside this script; one that exists is never written to.
"""

import json
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid

PORT = 18473
BASE = f"http://127.0.0.1:{PORT}/api/v1"
# A hundred years: the recorded sessions must still be valid when a later version opens them.
SESSION_MINUTES = 100 * 365 * 24 * 60
PASSWORD = "a recorded password"
SECONDS = 75


def ask(method, path, body=None, token=None):
    headers = {"content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def wait_for_server():
    for _ in range(600):
        try:
            return ask("GET", "/houses")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def attempt(method, path, body, token):
    try:
        return ask(method, path, body, token)
    except urllib.error.HTTPError:
        return None


def play(house, token):
    """Sits down at every second automatic table and bets whenever bets are open."""
    tables = [t for t in ask("GET", f"/houses/{house}/tables") if t["mode"] == "automatic"][::2]
    at = lambda table: f"/houses/{house}/tables/{table['id']}"
    for table in tables:
        attempt("POST", at(table) + "/commands", {"do": "sit"}, token)
    end = time.monotonic() + SECONDS
    wagers = ["box 1", "red", "win", "punto", "player", "right", "ante", "hand"]
    bet_in = {}
    while time.monotonic() < end:
        for table in tables:
            seen = ask("GET", at(table), token=token)
            if seen["phase"] == "place-your-bets" and bet_in.get(table["id"]) != seen["round"]:
                for wager in wagers:
                    if attempt("POST", at(table) + "/commands", {"do": "bet", "amount": "20", "wager": wager}, token):
                        bet_in[table["id"]] = seen["round"]
                        break
        time.sleep(1)


def people():
    """A new player in each house, with a session that is written down so that a later version can use it."""
    sessions = []
    for house in (1, 2):
        ask("POST", "/people", {"house": house, "handle": "recorded", "password": PASSWORD})
        login = {"house": house, "handle": "recorded", "password": PASSWORD, "bearer": True}
        sessions.append({"house": house, "handle": "recorded", "token": ask("POST", "/session", login)["token"]})
        attempt("POST", "/session", {**login, "password": "not the password"}, None)
    return sessions


def compact(source, target):
    """A copy without what the database has beside it, as small as it gets."""
    with sqlite3.connect(source) as database:
        database.execute("pragma wal_checkpoint(truncate)")
        database.execute("pragma journal_mode = delete")
        database.execute("vacuum")
    database.close()
    shutil.copyfile(source, target)


def main():
    program, name = sys.argv[1:3]
    target = pathlib.Path(__file__).parent / name
    target.mkdir()
    data = pathlib.Path(tempfile.mkdtemp()) / "data"
    flags = ["--listen", f"127.0.0.1:{PORT}", "--session-minutes", str(SESSION_MINUTES)]
    server = subprocess.Popen([program, "serve", "--demo", "--data", str(data), *flags])
    wait_for_server()
    sessions = people()
    for house in (1, 2):
        login = {"house": house, "handle": "demo_player", "password": "croupier-demo", "bearer": True}
        play(house, ask("POST", "/session", login)["token"])
    balances = {}
    for session in sessions:
        me = ask("GET", f"/houses/{session['house']}/me", token=session["token"])
        balances[session["house"]] = me["balances"]
    server.send_signal(signal.SIGTERM)
    server.wait(30)
    for database in ("journal", "accounts"):
        compact(data / f"{database}.db", target / f"{database}.sqlite")
    for path in data.iterdir():
        if path.suffix != ".db" and not path.name.endswith(("-wal", "-shm")):
            shutil.copyfile(path, target / path.name)
    expected = {"sessions": sessions, "password": PASSWORD, "houses": describe(target / "journal.sqlite")}
    (target / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


def describe(journal):
    """What the database says by itself: entries and the last hash of each journal, and the balances."""
    database = sqlite3.connect(journal)
    houses = []
    for house in (1, 2):
        streams = database.execute("select id, ver from streams where id >> 16 = ? order by id", [house]).fetchall()
        last = "select hex(hash) from events where stream = ? and ver = ?"
        journals = [
            {"table": number & 0xFFFF, "entries": version, "hash": database.execute(last, (number, version)).fetchone()[0].lower()}
            for number, version in streams
        ]
        sql = "select account, minor from balances where (account >> 54) & 1023 = ? and minor <> 0 order by account"
        houses.append({"house": house, "journals": journals, "balances": database.execute(sql, [house]).fetchall()})
    database.close()
    return houses


main()
