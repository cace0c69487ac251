//! Figures and prices as JSON that keeps fractions exact.

use croupier_maths::strategy::{DecisionGrid, GridCell, Strategy};
use croupier_maths::{Figure, Price};
use croupier_report::odds_words;
use croupier_rules::book::Book;
use serde_json::{Value, json};

/// A figure: its fraction if it is exact, its nearest float, and the bound of its error.
pub(crate) fn figure(figure: &Figure) -> Value {
    json!({
        "fraction": figure.exact().map(ToString::to_string),
        "value": figure.value(),
        "within": figure.within(),
        "estimated": figure.is_estimated(),
    })
}

/// The price of a wager.
pub(crate) fn price(book: &Book, price: &Price) -> Value {
    let endings: Vec<Value> = price
        .endings
        .iter()
        .map(|ending| {
            json!({
                "result": ending.payout.words(),
                "profit": ending.profit.to_string(),
                "probability": figure(&ending.probability),
            })
        })
        .collect();
    json!({
        "wager": price.wager,
        "odds": odds_words(price),
        "combined": price.is_combined(),
        "edge": figure(&price.edge),
        "edge_decided": price.edge_decided.as_ref().map(figure),
        "win": figure(&price.win),
        "lose": figure(&price.lose),
        "void": figure(&price.void),
        "halved": price.halved.as_ref().map(figure),
        "variance": figure(&price.variance),
        "staked": price.staked.as_ref().map(figure),
        "endings": endings,
        "method": price.method,
        "cites": price.cites.iter().map(|rule| book.citations().text(*rule)).collect::<Vec<_>>(),
    })
}

/// Best play, with what each move is worth.
pub(crate) fn strategy(strategy: &Strategy) -> Value {
    json!({
        "title": strategy.title,
        "moves": strategy.moves.iter().map(|one| json!({ "letter": one.letter, "name": one.name, "kind": one.kind.name() })).collect::<Vec<_>>(),
        "charts": strategy.charts.iter().map(|one| chart(one, strategy)).collect::<Vec<_>>(),
        "notes": strategy.notes,
        "method": strategy.method,
    })
}

fn chart(chart: &DecisionGrid, strategy: &Strategy) -> Value {
    let cell = |cell: &GridCell| {
        json!({
            "plays": cell.plays.iter().map(|mixed| json!([strategy.moves.get(mixed.play).map(|one| &one.name), figure(&mixed.probability)])).collect::<Vec<_>>(),
            "worth": cell.worth.iter().map(|worth| json!([worth.name, figure(&worth.expectation)])).collect::<Vec<_>>(),
        })
    };
    let rows: Vec<Value> = chart
        .rows
        .iter()
        .map(|row| {
            json!({ "name": row.name, "cells": row.cells.iter().map(|one| one.as_ref().map(cell)).collect::<Vec<_>>() })
        })
        .collect();
    json!({ "title": chart.title, "down": chart.down, "across": chart.across, "columns": chart.columns, "rows": rows })
}
