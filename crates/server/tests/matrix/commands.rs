//! A command of every kind that the OpenAPI document knows.

use croupier_house::command::Command;
use croupier_house::given_by::GivenBy;
use croupier_house::ids::{PersonId, TableId};
use croupier_house::office::DocumentHash;
use croupier_server::wire::{HouseCommand, TableCommand};
use serde_json::{Value, json};

use super::Row;
use super::people::{Column, World};
use super::requests::log_in;

/// Commands at a table. What they name is not there, so that most come to nothing after the role is asked.
fn at_table(world: &World) -> Vec<Value> {
    let player = world.player;
    vec![
        json!({"do": "sit", "person": player}),
        json!({"do": "bet", "person": player, "amount": "5", "wager": "red"}),
        json!({"do": "take-back", "person": player, "stake": 99}),
        json!({"do": "take-half", "person": player, "stake": 99}),
        json!({"do": "cancel", "stake": 99}),
        json!({"do": "decide", "person": player, "decision": "stand"}),
        json!({"do": "decline", "person": player}),
        json!({"do": "give-up-bank"}),
        json!({"do": "announce", "what": "final-bets"}),
        json!({"do": "enter", "lines": "ball 17"}),
        json!({"do": "confirm-entry"}),
        json!({"do": "drop-entry"}),
        json!({"do": "declare", "person": player, "decision": "stand"}),
        json!({"do": "reveal", "lines": "ball 17"}),
        json!({"do": "propose", "matter": {"kind": "open", "mode": "attended", "opener": []}}),
        json!({"do": "propose", "matter": {"kind": "close", "closer": []}}),
        json!({"do": "propose", "matter": {"kind": "drop", "cash": []}}),
        json!({"do": "propose", "matter": {"kind": "void", "round": 99, "reason": "a test"}}),
        json!({"do": "propose", "matter": {"kind": "correct", "round": 99, "from": "ball 1", "to": "ball 2", "reason": "a test"}}),
        json!({"do": "authorise", "proposal": 99}),
        json!({"do": "withdraw", "proposal": 99}),
        json!({"do": "request-slip", "kind": "fill", "chips": []}),
        json!({"do": "step-slip", "number": 99, "step": "send"}),
        json!({"do": "request-exchange", "exchange": {"kind": "cash-out", "amount": "0.01"}}),
        json!({"do": "confirm-exchange", "number": 99}),
        json!({"do": "withdraw-exchange", "number": 99}),
        json!({"do": "give-seed", "seed": "mine"}),
        json!({"do": "call-inspector", "reason": ""}),
        json!({"do": "answer-call"}),
        json!({"do": "ready", "person": player}),
        json!({"do": "leave", "person": player}),
    ]
}

/// Commands to the house. Who is excluded is excluded last.
fn to_house(world: &World) -> Vec<Value> {
    let (table, nobody) = (world.attended, 99_999);
    let approval = json!({"reference": "X", "date": "2026-01-01", "of": "layout"});
    let with = |head: Value, rest: &Value| {
        let mut all = head;
        all.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        all
    };
    let propose = |matter: Value| json!({"do": "propose", "matter": matter});
    vec![
        json!({"do": "charter", "file": ""}),
        json!({"do": "enrol", "handle": "bob", "role": "player"}),
        json!({"do": "enrol", "handle": "con", "role": "cashier", "staff": "Nobody"}),
        json!({"do": "note-document", "person": nobody, "document": "AB 123-456"}),
        propose(json!({"kind": "charter", "file": ""})),
        propose(json!({"kind": "enrol", "handle": "con", "role": "cashier", "staff": "Nobody"})),
        propose(with(json!({"kind": "approve"}), &approval)),
        propose(json!({"kind": "assign", "table": 99, "post": "inspector", "person": null})),
        propose(json!({"kind": "capital", "cash": "1"})),
        propose(json!({"kind": "issue", "unit": "chips", "amount": "1"})),
        propose(json!({"kind": "reset-password", "person": nobody})),
        propose(json!({"kind": "edition", "rulebook": "none", "digest": "0".repeat(64)})),
        propose(json!({"kind": "edition-text", "rulebook": "none", "text": ""})),
        propose(json!({"kind": "ruling", "dispute": 99, "ruling": "no", "amount": "5"})),
        propose(json!({"kind": "roster", "from": 0, "to": 0, "duties": []})),
        json!({"do": "authorise", "proposal": 99}),
        json!({"do": "withdraw", "proposal": 99}),
        with(json!({"do": "approve"}), &approval),
        json!({"do": "assign", "table": table, "post": "inspector", "person": null}),
        json!({"do": "take-over", "table": 99, "post": "dealer"}),
        json!({"do": "refuse-service", "person": nobody, "reason": "a test"}),
        json!({"do": "resume-service", "person": nobody, "reason": "a test"}),
        json!({"do": "set-limit", "limit": "stake", "amount": "5"}),
        json!({"do": "capital", "cash": "1"}),
        json!({"do": "issue", "unit": "chips", "amount": "1"}),
        json!({"do": "request-exchange", "exchange": {"kind": "cash-out", "amount": "0.01"}}),
        json!({"do": "confirm-exchange", "number": 99}),
        json!({"do": "withdraw-exchange", "number": 99}),
        json!({"do": "request-chips", "kind": "buy-in", "amount": "0.01"}),
        json!({"do": "lay-out-chips", "number": 99}),
        json!({"do": "lay-out-chips", "number": 99, "table": table}),
        json!({"do": "confirm-chips", "number": 99}),
        json!({"do": "cancel-chips", "number": 99}),
        json!({"do": "add-reader", "table": table, "name": ""}),
        json!({"do": "revoke-reader", "table": table, "reader": 99}),
        json!({"do": "open-dispute", "table": table, "round": 99_999, "about": "a test"}),
        json!({"do": "answer-dispute", "dispute": 99, "ruling": "no"}),
        json!({"do": "escalate-dispute", "dispute": 99}),
        json!({"do": "exclude", "reason": "a test"}),
    ]
}

/// Tries a command of every kind in every role.
pub(super) fn try_all(world: &World, document: &Value, wrong: &mut Vec<String>) -> Vec<Row> {
    let (table, house) = (at_table(world), to_house(world));
    check_complete(document, "TableCommand", "do", &table);
    check_complete(document, "HouseCommand", "do", &house);
    let matters = |commands: &[Value]| -> Vec<Value> {
        commands.iter().map(|command| command["matter"].clone()).filter(|m| !m.is_null()).collect()
    };
    check_complete(document, "Proposal", "kind", &matters(&table));
    check_complete(document, "OfficeMatter", "kind", &matters(&house));
    let at = |command: &Value| {
        let read: TableCommand = serde_json::from_value(command.clone()).unwrap();
        read.command(TableId(world.attended), PersonId(1)).unwrap()
    };
    let to = |command: &Value| {
        let read: HouseCommand = serde_json::from_value(command.clone()).unwrap();
        read.command(PersonId(1), |_| Ok(DocumentHash([0; 32]))).unwrap()
    };
    let path = format!("/houses/1/tables/{}/commands", world.attended);
    let mut rows = try_each(world, (&path, "table"), &table, at, wrong);
    rows.extend(try_each(world, ("/houses/1/commands", "house"), &house, to, wrong));
    rows
}

fn try_each(
    world: &World,
    (path, place): (&str, &str),
    commands: &[Value],
    read: impl Fn(&Value) -> Command,
    wrong: &mut Vec<String>,
) -> Vec<Row> {
    let tokens = log_in(world);
    let rows = commands.iter().map(|command| {
        let given_by = GivenBy::of(&read(command));
        let status =
            |column: Column| world.send("POST", path, tokens[column.name()].as_deref(), Some(command));
        Row::tried(&name(place, command), |column| column.may_give(given_by), status, wrong)
    });
    rows.collect()
}

/// What a command is called in the table.
fn name(place: &str, command: &Value) -> String {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut words = vec![text(&command["do"]).unwrap()];
    words.extend(text(&command["matter"]["kind"]));
    words.extend(text(&command["role"]).filter(|_| command["do"] == "enrol"));
    if command["do"] == "lay-out-chips" && !command["table"].is_null() {
        words.push("of a table".to_owned());
    }
    format!("{place}: `{}`", words.join(" "))
}

/// Checks that there is a command for every variant that the document has.
fn check_complete(document: &Value, union: &str, field: &str, samples: &[Value]) {
    let mapping = &document["components"]["schemas"][union]["discriminator"]["mapping"];
    for variant in mapping.as_object().unwrap().keys() {
        let known = samples.iter().any(|sample| sample[field] == *variant);
        assert!(known, "the test has no `{variant}` of {union}");
    }
}
