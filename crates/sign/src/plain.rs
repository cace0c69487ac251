//! The table in plain characters: the order of the wheel, the cloth, the boxes, areas, circles and hands.

use croupier_kit::{Pocket, PocketSet, Rank};
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::{Baccarat, Opposing};
use croupier_rules::games::blackjack::Blackjack;
use croupier_rules::games::dice::{ByScore, Dice};
use croupier_rules::games::in_between::InBetween;
use croupier_rules::games::poker::HoldEm;
use croupier_rules::games::roulette::Roulette;

use crate::words::wrap;

/// The table of a game, line by line.
pub(crate) fn draw(rules: &AnyGame) -> Vec<String> {
    match rules {
        AnyGame::Roulette(game) => roulette(game),
        AnyGame::Dice(game) => dice(game),
        AnyGame::Blackjack(game) => blackjack(game),
        AnyGame::Baccarat(game) => baccarat(game),
        AnyGame::InBetween(game) => in_between(game),
        AnyGame::Poker(game) => poker(game),
    }
}

fn roulette(game: &Roulette) -> Vec<String> {
    let order: Vec<String> = game.wheel.order().iter().map(ToString::to_string).collect();
    let mut lines = vec!["The wheel, clockwise:".to_owned()];
    lines.extend(indented(wrap(&order.join(" "), 74)));
    let red = game.names.iter().find(|(name, _)| &**name == "red").map(|(_, set)| *set);
    let zeros: Vec<Pocket> = game.wheel.pockets().iter().filter(|pocket| pocket.is_zero()).collect();
    lines.push(match red {
        Some(_) => "The cloth, red numbers in brackets:".to_owned(),
        None => "The cloth:".to_owned(),
    });
    for row in (0..3_u8).rev() {
        let zero = match (row, zeros.as_slice()) {
            (2, [_, two]) => two.to_string(),
            (1, [one]) | (0, [one, _]) => one.to_string(),
            _ => String::new(),
        };
        let cells: Vec<String> = (0..12_u8).map(|column| cell(3 * column + row + 1, red)).collect();
        let column = format!("column {}", row + 1);
        let named = game.names.iter().any(|(name, _)| **name == *column);
        lines.push(
            format!("  {zero:>2} │{}│ {}", cells.join(""), if named { &column } else { "" })
                .trim_end()
                .to_owned(),
        );
    }
    lines
}

/// A number on the cloth, in brackets if it is red.
fn cell(number: u8, red: Option<PocketSet>) -> String {
    let is_red = Pocket::number(number).zip(red).is_some_and(|(pocket, red)| red.contains(pocket));
    if is_red { format!("{:>5}", format!("({number})")) } else { format!("{:>5}", format!("{number} ")) }
}

fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}

fn dice(game: &Dice) -> Vec<String> {
    let mut rows: Vec<(String, &ByScore)> = Vec::new();
    for line in &game.lines {
        rows.push((format!("behind {}", line.names.join(", ")), &line.behind));
    }
    rows.extend(game.races.iter().map(|race| (race.name.to_string(), &race.odds)));
    rows.extend(game.nexts.iter().map(|next| (next.name.to_string(), &next.odds)));
    let mut lines = vec!["The layout, by the score:".to_owned()];
    let wide = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, odds) in rows {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for score in 2..=12_u8 {
            let Some(paid) = odds[usize::from(score)] else { continue };
            let paid = paid.odds.to_string();
            match groups.iter_mut().find(|(known, _)| *known == paid) {
                Some((_, scores)) => scores.push(score.to_string()),
                None => groups.push((paid, vec![score.to_string()])),
            }
        }
        let cells: Vec<String> =
            groups.iter().map(|(paid, scores)| format!("[{}: {paid}]", scores.join(" "))).collect();
        lines.push(format!("  {name:<wide$}  {}", cells.join(" ")));
    }
    lines
}

fn blackjack(game: &Blackjack) -> Vec<String> {
    let boxes: Vec<String> = (1..=game.boxes.most).rev().map(|number| format!("({number})")).collect();
    vec![
        "The boxes, the first at the dealer's left:".to_owned(),
        "                              [ dealer ]".to_owned(),
        format!("  {}", boxes.join("  ")),
    ]
}

fn baccarat(game: &Baccarat) -> Vec<String> {
    let hands = match game.hands {
        Opposing::One => "[ player ]  against  [ banker ]",
        Opposing::Two => "[ right ]  and  [ left ]  against  [ banker ]",
    };
    let mut lines = vec!["The hands:".to_owned(), format!("  {hands}")];
    if let Some(areas) = game.areas {
        let numbers: Vec<String> = (1..=areas.numbered).map(|number| format!("({number})")).collect();
        lines.push("The betting areas:".to_owned());
        lines.extend(indented(wrap(&numbers.join(" "), 74)));
    }
    let wagers: Vec<String> =
        game.clauses.iter().map(|clause| format!("[ {} {} ]", clause.name, clause.odds)).collect();
    lines.push(format!("  {}", wagers.join(" ")));
    lines
}

fn poker(game: &HoldEm) -> Vec<String> {
    let raises: Vec<String> = (1..=game.raises).map(|circle| format!("( {circle} )")).collect();
    vec![
        "The common cards, and the circles of each player:".to_owned(),
        "  [ 1 ] [ 2 ]".to_owned(),
        format!("  ( ante ) {}", raises.join(" ")).trim_end().to_owned(),
    ]
}

fn in_between(game: &InBetween) -> Vec<String> {
    let mut ranks = Rank::ALL;
    ranks.sort_by_key(|rank| game.order[*rank as usize]);
    let ranks: Vec<String> = ranks.iter().map(|rank| rank.symbol().to_string()).collect();
    vec![
        "A hand, and the ranks from the lowest:".to_owned(),
        "  ( hand )  [ first ] [ third ] [ second ]".to_owned(),
        format!("  {}", ranks.join(" ")),
    ]
}
