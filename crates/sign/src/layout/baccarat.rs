//! The areas and hands of baccarat.

use croupier_rules::games::baccarat::{Areas, Baccarat, Backs, Clause, LEFT, Opposing, StandingArea};

use super::{OUTLINE, arc, card, foot, half_table, on_cloth, polar, words_below};
use crate::content::capital;
use croupier_pen::{BRASS, Drawing, FELT_DARK, Face, IVORY, Pen};

const CENTRE: (f64, f64) = (380.0, 22.0);

pub(super) fn draw(game: &Baccarat) -> Drawing {
    match game.areas {
        Some(areas) => with_areas(game, areas),
        None => without_areas(game),
    }
}

/// The wagers in words: `punto pays 1 to 1`.
fn wagers(game: &Baccarat) -> String {
    let pays = game.clauses.iter().map(|clause| format!("{} pays {}", clause.name, clause.odds));
    pays.collect::<Vec<_>>().join(", ")
}

fn with_areas(game: &Baccarat, areas: Areas) -> Drawing {
    let standing = if areas.standing == StandingArea::Own { ", and one for those who stand" } else { "" };
    let desc = format!(
        "The hands of player and banker before the dealer, and {} numbered areas round the table{standing}. In each: {}.",
        areas.numbered,
        wagers(game)
    );
    on_cloth("The betting areas", desc, 356.0, |pen| {
        half_table(pen, CENTRE, 318.0);
        hand(pen, (CENTRE.0 - 128.0, CENTRE.1 + 12.0), "player");
        hand(pen, (CENTRE.0 + 12.0, CENTRE.1 + 12.0), "banker");
        draw_bands(pen, &game.clauses);
        draw_numbers(pen, areas.numbered);
    })
}

/// A hand's cards, two and perhaps a third.
fn hand(pen: &mut Pen, (x, y): (f64, f64), name: &str) {
    for nth in 0..3_u32 {
        card(pen, (x + f64::from(nth) * 40.0, y), (36.0, 50.0), "", nth == 2);
    }
    pen.text((x + 58.0, y + 68.0), Face::serif(14.0, BRASS).centred().spaced(1.0), &capital(name));
}

/// One band for each wager, from the outside.
fn draw_bands(pen: &mut Pen, clauses: &[Clause]) {
    let mut outer = 272.0;
    let depth = 42.0;
    for (place, clause) in clauses.iter().enumerate() {
        pen.path(&arc(CENTRE, outer, 258.0, 102.0), &OUTLINE.replace("1.2", "0.9"));
        let words = format!("{} · {}", clause.name, clause.odds).to_uppercase();
        let face = Face::serif(16.0, if place % 2 == 0 { IVORY } else { BRASS }).spaced(3.0);
        words_below(pen, &format!("band-{place}"), CENTRE, outer - depth / 2.0 + 5.0, face, &words);
        outer -= depth;
    }
    pen.path(&arc(CENTRE, outer, 258.0, 102.0), &OUTLINE.replace("1.2", "0.9"));
}

fn draw_numbers(pen: &mut Pen, numbered: u8) {
    let step = 160.0 / f64::from(numbered.max(1));
    let radius = (step.to_radians() * 296.0 / 2.0 - 2.0).min(18.0);
    for area in 0..numbered {
        let at = polar(CENTRE, 296.0, 100.0 + step * (f64::from(area) + 0.5));
        pen.circle(at, radius, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"0.9\""));
        let face = Face::serif(radius * 0.85, IVORY).centred();
        pen.text((at.0, foot(at.1, radius * 0.85)), face, &(area + 1).to_string());
    }
}

/// A table without numbered areas: the hands, and the wagers beside them.
fn without_areas(game: &Baccarat) -> Drawing {
    let opposing: &[&str] = match game.hands {
        Opposing::One => &["player"],
        Opposing::Two => &["right", "left"],
    };
    let desc = format!("The banker's hand against {}. The wagers: {}.", opposing.join(" and "), wagers(game));
    on_cloth("The hands", desc, 282.0, |pen| {
        let style = format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"1.4\"");
        pen.rect((40.0, 22.0), (680.0, 238.0), 119.0, &style);
        hand(pen, (CENTRE.0 - 58.0, 36.0), "banker");
        let places: &[f64] = if opposing.len() == 1 { &[CENTRE.0 - 58.0] } else { &[420.0, 224.0] };
        for (name, x) in opposing.iter().zip(places) {
            hand(pen, (*x, 172.0), name);
        }
        draw_wagers(pen, &in_place(&game.clauses));
    })
}

/// The wagers from left to right as their hands lie.
fn in_place(clauses: &[Clause]) -> Vec<&Clause> {
    let mut clauses: Vec<&Clause> = clauses.iter().collect();
    clauses.sort_by_key(|clause| match clause.backs {
        Backs::Hand(LEFT) => 0,
        Backs::Both => 1,
        Backs::Hand(_) => 2,
        Backs::Tie => 3,
        Backs::Banker => 4,
    });
    clauses
}

/// The wagers in a line between the hands.
fn draw_wagers(pen: &mut Pen, clauses: &[&Clause]) {
    let width = 150.0;
    let count = f64::from(u32::try_from(clauses.len()).unwrap_or(1));
    let mut x = CENTRE.0 - count * width / 2.0;
    for clause in clauses {
        pen.rect((x + 4.0, 116.0), (width - 8.0, 44.0), 6.0, OUTLINE);
        let middle = x + width / 2.0;
        let name = clause.name.to_uppercase();
        pen.text((middle, 135.0), Face::serif(15.0, IVORY).centred().spaced(2.0), &name);
        pen.text((middle, 151.0), Face::sans(11.0, BRASS).centred(), &clause.odds.to_string());
        x += width;
    }
}
