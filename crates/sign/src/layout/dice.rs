//! The layout of dice: every wager of the table with its odds, where its chips are placed.

use croupier_kit::Odds;
use croupier_rules::games::dice::{ByScore, Combination, Dice, Line, Next, Race, Winner};

use super::pieces::{OUTLINE, WIDTH, foot, on_cloth};
use super::spots::{Cloth, Spot};
use crate::family::FamilySign;
use crate::words::{capital, spoken};
use croupier_pen::{BRASS, Drawing, FELT_DARK, IVORY, Pen, Typeface, many};

const LEFT: f64 = 24.0;
/// The left edge of the columns of scores.
const SCORES: f64 = 170.0;
const ROW: f64 = 34.0;
/// The most cells in a row.
const CELLS: f64 = 12.0;
/// The height of the wagers on two dice.
const COMBINATION: f64 = 68.0;

impl FamilySign for Dice {
    fn drawing(&self) -> Drawing {
        draw(self)
    }

    fn cloth(&self) -> Cloth {
        cloth(self)
    }

    fn plain(&self) -> Vec<String> {
        plain(self)
    }
}

fn draw(game: &Dice) -> Drawing {
    cloth(game).drawing
}

/// The layout, with a spot for every bet of its own; bets behind are placed behind another bet.
fn cloth(game: &Dice) -> Cloth {
    let mut spots = Vec::new();
    let drawing = draw_all(game, &mut spots);
    Cloth { drawing, spots, places: Vec::new() }
}

fn draw_all(game: &Dice, spots: &mut Vec<Spot>) -> Drawing {
    let rows = score_rows(game);
    let columns: Vec<u8> = (2..=12)
        .filter(|score| rows.iter().any(|Row { odds, .. }| odds[usize::from(*score)].is_some()))
        .collect();
    let pairs: Vec<&Race> = game.races.iter().filter(|race| race.winner == Winner::Pair).collect();
    let grid = if rows.is_empty() { 0.0 } else { 40.0 + ROW * count(rows.len()) };
    let singles = single_rows(&pairs, &game.nexts);
    let single = 96.0 * count(singles.len());
    let combined = COMBINATION * count(game.combinations.len());
    let height = 40.0 + grid + single + combined + 50.0 * count(game.lines.len());
    let desc = describe(game, &rows);
    on_cloth("The layout", desc, height, |pen| {
        let mut y = 22.0;
        if !rows.is_empty() {
            draw_scores(pen, y, &columns, &rows, spots);
            y += grid;
        }
        for (pairs, nexts) in &singles {
            draw_singles(pen, y, pairs, nexts, spots);
            y += 96.0;
        }
        for combination in &game.combinations {
            draw_combination(pen, y, combination, spots);
            y += COMBINATION;
        }
        for line in &game.lines {
            draw_line(pen, y, line, spots);
            y += 50.0;
        }
    })
}

fn count(items: usize) -> f64 {
    many(items)
}

/// Bets on one score against seven.
struct Row<'g> {
    name: String,
    odds: ByScore,
    /// The word for the wager in notation, if it is a bet of its own.
    word: Option<&'g str>,
}

fn score_rows(game: &Dice) -> Vec<Row<'_>> {
    let behind = game.behind_lines();
    let behind =
        behind.map(|line| Row { name: spoken(&game.behind_name(line)), odds: line.behind, word: None });
    let races = game.races.iter().filter(|race| race.winner != Winner::Pair);
    let races = races.map(|race| Row { name: spoken(&race.name), odds: race.odds, word: Some(&race.name) });
    let puts = puts(game).map(|(name, odds)| Row { name: spoken(name), odds, word: Some(name) });
    behind.chain(puts).chain(races).collect()
}

/// The bets that begin with their point, with what each point pays.
fn puts(game: &Dice) -> impl Iterator<Item = (&str, ByScore)> {
    game.lines.iter().filter_map(|line| {
        let put = line.put.as_ref()?;
        Some((&*put.name, line.behind.map(|paid| paid.map(|_| line.paid))))
    })
}

/// Two rows of cells, one for each two dice, with the odds beside them.
fn draw_combination(pen: &mut Pen, y: f64, combination: &Combination, spots: &mut Vec<Spot>) {
    pen.text((LEFT, y + 20.0), Typeface::serif(14.0, IVORY), &capital(&combination.name));
    let paid = [("alike", combination.pair), ("mixed", combination.mixed)];
    for (nth, (kind, paid)) in paid.into_iter().filter_map(|(kind, paid)| Some((kind, paid?))).enumerate() {
        let face = Typeface::sans(11.0, BRASS);
        pen.text((LEFT, y + 38.0 + 16.0 * count(nth)), face, &format!("{kind}: {}", paid.odds));
    }
    let throws: Vec<(u8, u8)> = combination.throws().collect();
    let columns = throws.len().div_ceil(2);
    let width = (WIDTH - LEFT - SCORES) / count(columns).max(1.0);
    for (place, (low, high)) in throws.into_iter().enumerate() {
        let (column, row) = (place % columns, place / columns);
        let (x, top) = (SCORES + count(column) * width, y + 32.0 * count(row));
        let size = (width - 4.0, 28.0);
        pen.rect((x + 2.0, top + 2.0), size, 4.0, OUTLINE);
        let (middle, centre) = (x + width / 2.0, top + 16.0);
        for (die, dx) in [(low, -10.0), (high, 10.0)] {
            draw_die(pen, (middle + dx, centre), 17.0, die);
        }
        let odds = if low == high { combination.pair } else { combination.mixed };
        let words = format!("{} {low} {high}", combination.name);
        spots.push(Spot::new(words, odds.map(|paid| paid.odds), (middle, centre), size));
    }
}

fn describe(game: &Dice, rows: &[Row<'_>]) -> String {
    let on_scores = rows.iter().map(|row| row.name.clone());
    let pairs =
        game.races.iter().filter(|race| race.winner == Winner::Pair).map(|race| race.name.to_string());
    let nexts = game.nexts.iter().map(|next| next.name.to_string());
    let combined = game.combinations.iter().map(|combination| combination.name.to_string());
    let lines = game.lines.iter().map(|line| line.names.join(" and "));
    let all: Vec<String> = on_scores.chain(pairs).chain(nexts).chain(combined).chain(lines).collect();
    format!("Areas for {}, each with its odds.", all.join(", "))
}

fn draw_scores(pen: &mut Pen, y: f64, columns: &[u8], rows: &[Row<'_>], spots: &mut Vec<Spot>) {
    let width = (WIDTH - LEFT - SCORES) / count(columns.len()).max(1.0);
    for (place, score) in columns.iter().enumerate() {
        let x = SCORES + count(place) * width;
        pen.text((x + width / 2.0, y + 28.0), Typeface::serif(28.0, BRASS).centred(), &score.to_string());
    }
    for (nth, Row { name, odds, word }) in rows.iter().enumerate() {
        let top = y + 40.0 + ROW * count(nth);
        pen.text((LEFT, foot(top + ROW / 2.0, 14.0)), Typeface::serif(14.0, IVORY), &capital(name));
        for (place, score) in columns.iter().enumerate() {
            let x = SCORES + count(place) * width;
            let Some(paid) = odds[usize::from(*score)] else { continue };
            let size = (width - 6.0, ROW - 6.0);
            pen.rect((x + 3.0, top + 3.0), size, 4.0, OUTLINE);
            let at = (x + width / 2.0, top + ROW / 2.0);
            spots.extend(word.map(|word| Spot::new(format!("{word} {score}"), Some(paid.odds), at, size)));
            let face = Typeface::sans(12.5, IVORY).bold().centred();
            pen.text((x + width / 2.0, foot(top + ROW / 2.0, 12.5)), face, &paid.odds.to_string());
        }
    }
}

/// The space of a wager on the next throw, in cells of a pair. One with several lines takes the space of two.
fn room(next: &Next) -> f64 {
    if next_lines(next).len() > 1 { 2.0 } else { 1.2 }
}

/// The pairs and the wagers on the next throw, as many in a row as can be read.
fn single_rows<'g>(pairs: &[&'g Race], nexts: &'g [Next]) -> Vec<(Vec<&'g Race>, Vec<&'g Next>)> {
    let mut rows: Vec<(Vec<&Race>, Vec<&Next>)> = Vec::new();
    let mut left = 0.0;
    if !pairs.is_empty() {
        left = CELLS - count(pairs.iter().flat_map(|race| scored(race)).count());
        rows.push((pairs.to_vec(), Vec::new()));
    }
    for next in nexts {
        if room(next) > left {
            rows.push((Vec::new(), Vec::new()));
            left = CELLS;
        }
        left -= room(next);
        if let Some((_, row)) = rows.last_mut() {
            row.push(next);
        }
    }
    rows
}

/// One cell for each pair, and one for each wager on the next throw.
fn draw_singles(pen: &mut Pen, y: f64, pairs: &[&Race], nexts: &[&Next], spots: &mut Vec<Spot>) {
    let on_pairs: Vec<(&Race, u8, Odds)> = pairs.iter().flat_map(|race| scored(race)).collect();
    let named: Vec<Vec<String>> = nexts.iter().map(|next| next_lines(next)).collect();
    let rooms: Vec<f64> = nexts.iter().map(|next| room(next)).collect();
    let all = count(on_pairs.len()) + rooms.iter().sum::<f64>();
    let unit = (WIDTH - 2.0 * LEFT) / all.max(1.0);
    let mut x = LEFT;
    for (race, score, odds) in on_pairs {
        cell(pen, (x, y), unit);
        let (at, size) = ((x + unit / 2.0, y + 45.0), (unit - 6.0, 82.0));
        spots.push(Spot::new(format!("{} {score}", race.name), Some(odds), at, size));
        for (die, dx) in [(score / 2, -14.0), (score / 2, 14.0)] {
            draw_die(pen, (x + unit / 2.0 + dx, y + 28.0), 22.0, die);
        }
        let middle = x + unit / 2.0;
        pen.text(
            (middle, y + 58.0),
            Typeface::serif(13.0, IVORY).centred(),
            &format!("{} {score}", capital(&race.name)),
        );
        pen.text((middle, y + 75.0), Typeface::sans(12.0, BRASS).bold().centred(), &odds.to_string());
        x += unit;
    }
    for ((next, lines), room) in nexts.iter().zip(&named).zip(rooms) {
        let width = unit * room;
        cell(pen, (x, y), width);
        next_spots(next, (x + 3.0, y + 45.0), width - 6.0, spots);
        let middle = x + width / 2.0;
        pen.text((middle, y + 24.0), Typeface::serif(15.0, IVORY).centred(), &capital(&next.name));
        for (nth, line) in lines.iter().enumerate() {
            let face = Typeface::sans(11.0, BRASS).centred();
            pen.text((middle, y + 43.0 + 16.0 * count(nth)), face, line);
        }
        x += width;
    }
}

/// One spot for a wager on all its scores, or one spot per score side by side if the bet names the score.
fn next_spots(next: &Next, (x, middle): (f64, f64), width: f64, spots: &mut Vec<Spot>) {
    if !next.names_score {
        spots.push(Spot::new(&*next.name, None, (x + width / 2.0, middle), (width, 82.0)));
        return;
    }
    let scores: Vec<(u8, Odds)> =
        (2..=12_u8).filter_map(|score| Some((score, next.odds[usize::from(score)]?.odds))).collect();
    let each = width / count(scores.len()).max(1.0);
    for (place, (score, odds)) in scores.into_iter().enumerate() {
        let at = (x + (count(place) + 0.5) * each, middle);
        spots.push(Spot::new(format!("{} {score}", next.name), Some(odds), at, (each, 82.0)));
    }
}

fn cell(pen: &mut Pen, (x, y): (f64, f64), width: f64) {
    pen.rect((x + 3.0, y + 4.0), (width - 6.0, 82.0), 5.0, OUTLINE);
}

fn scored(race: &Race) -> impl Iterator<Item = (&Race, u8, Odds)> + '_ {
    (2..=12_u8).filter_map(move |score| race.odds[usize::from(score)].map(|paid| (race, score, paid.odds)))
}

/// What a wager on the next throw pays: `12: 3 to 1`, with scores of equal odds together.
fn next_lines(next: &Next) -> Vec<String> {
    let mut groups: Vec<(Odds, Vec<String>)> = Vec::new();
    for score in 2..=12_u8 {
        let Some(paid) = next.odds[usize::from(score)] else { continue };
        match groups.iter_mut().find(|(odds, _)| *odds == paid.odds) {
            Some((_, scores)) => scores.push(score.to_string()),
            None => groups.push((paid.odds, vec![score.to_string()])),
        }
    }
    let mut lines = Vec::new();
    match groups.as_slice() {
        [(odds, scores)] => lines.extend([scores.join("  "), odds.to_string()]),
        groups => lines.extend(groups.iter().map(|(odds, scores)| format!("{}: {odds}", scores.join(" ")))),
    }
    lines
}

/// A line bet as a band across the whole layout.
fn draw_line(pen: &mut Pen, y: f64, line: &Line, spots: &mut Vec<Spot>) {
    let style = format!("fill=\"{FELT_DARK}\" stroke=\"#f6f0e0\" stroke-width=\"1.2\"");
    let size = (WIDTH - 2.0 * LEFT, 40.0);
    pen.rect((LEFT, y + 4.0), size, 6.0, &style);
    let at = (WIDTH / 2.0, y + 24.0);
    spots.extend(line.names.first().map(|name| Spot::new(&**name, Some(line.paid.odds), at, size)));
    let names: Vec<String> = line.names.iter().map(|name| spoken(name).to_uppercase()).collect();
    let middle = foot(y + 24.0, 18.0);
    pen.text((LEFT + 18.0, middle), Typeface::serif(18.0, IVORY).spaced(2.0), &names.join(" · "));
    let face = Typeface::sans(14.0, BRASS).bold().ending();
    pen.text((WIDTH - LEFT - 18.0, middle), face, &line.paid.odds.to_string());
}

/// A die that shows `shows` pips.
fn draw_die(pen: &mut Pen, (x, y): (f64, f64), size: f64, shows: u8) {
    pen.rect((x - size / 2.0, y - size / 2.0), (size, size), 4.0, &format!("fill=\"{IVORY}\""));
    let away = size * 0.27;
    let corners = [(-away, -away), (away, away)];
    let others = [(away, -away), (-away, away)];
    let sides = [(-away, 0.0), (away, 0.0)];
    let mut pips: Vec<(f64, f64)> = Vec::new();
    if shows % 2 == 1 {
        pips.push((0.0, 0.0));
    }
    if shows >= 2 {
        pips.extend(corners);
    }
    if shows >= 4 {
        pips.extend(others);
    }
    if shows == 6 {
        pips.extend(sides);
    }
    for (dx, dy) in pips {
        pen.circle((x + dx, y + dy), size * 0.09, &format!("fill=\"{FELT_DARK}\""));
    }
}

/// The table in plain characters.
fn plain(game: &Dice) -> Vec<String> {
    let mut rows: Vec<(String, ByScore)> = Vec::new();
    rows.extend(game.behind_lines().map(|line| (game.behind_name(line), line.behind)));
    rows.extend(puts(game).map(|(name, odds)| (name.to_owned(), odds)));
    rows.extend(game.races.iter().map(|race| (race.name.to_string(), race.odds)));
    rows.extend(game.nexts.iter().map(|next| (next.name.to_string(), next.odds)));
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
    for combination in &game.combinations {
        let paid = [("two alike", combination.pair), ("two that differ", combination.mixed)];
        let cells = paid.iter().filter_map(|(kind, paid)| Some(format!("[{kind}: {}]", (*paid)?.odds)));
        let cells: Vec<String> = cells.collect();
        lines.push(format!("  {:<wide$}  {}", combination.name, cells.join(" ")));
    }
    lines
}
