//! The areas and hands of baccarat.

use croupier_rules::games::baccarat::{
    Areas, BANKER, Baccarat, Backs, Clause, LEFT, Opposing, PLAYER, StandingArea,
};
use croupier_rules::offer::Offers;

use super::pieces::{OUTLINE, arc, card, foot, half_table, on_cloth, polar, words_below};
use super::sides;
use super::spots::{CardPlace, Cloth, Spot};
use crate::family::FamilySign;
use crate::plain::indented;
use crate::words::{capital, wrap};
use croupier_pen::{BRASS, Drawing, FELT_DARK, IVORY, Pen, Typeface, many};

const CENTRE: (f64, f64) = (380.0, 22.0);
/// A card of a hand.
const CARD: (f64, f64) = (36.0, 50.0);
/// The positions of the hands at a table with numbered areas: player's, banker's.
const AREA_HANDS: [(f64, f64); 2] = [(CENTRE.0 - 128.0, CENTRE.1 + 12.0), (CENTRE.0 + 12.0, CENTRE.1 + 12.0)];
/// The outer radius of the bands of wagers; `BAND` is the depth of one.
const BANDS: f64 = 272.0;
const BAND: f64 = 42.0;
/// The positions of the banker's hand and of the opposing hands, at a table without areas.
const BANK_HAND: (f64, f64) = (CENTRE.0 - 58.0, 36.0);
const ONE_HAND: f64 = CENTRE.0 - 58.0;
const TWO_HANDS: [f64; 2] = [420.0, 224.0];
const OPPOSING_Y: f64 = 172.0;
/// The width of a wager in the line between the hands.
const WAGER: f64 = 150.0;

impl FamilySign for Baccarat {
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

fn draw(game: &Baccarat) -> Drawing {
    match game.areas {
        Some(areas) => with_areas(game, areas),
        None => without_areas(game),
    }
}

/// A hand: its name, its seat and its position.
type HandAt = (&'static str, u8, (f64, f64));

/// The table, with a spot for each wager (one per area if there are areas) and the places of the hands.
fn cloth(game: &Baccarat) -> Cloth {
    let drawing = draw(game);
    let (spots, hands): (_, &[HandAt]) = match (game.areas, game.hands) {
        (Some(areas), _) => {
            (area_spots(game, areas), &[("player", PLAYER, AREA_HANDS[0]), ("banker", BANKER, AREA_HANDS[1])])
        }
        (None, Opposing::One) => {
            (line_spots(game), &[("player", PLAYER, (ONE_HAND, OPPOSING_Y)), ("banker", BANKER, BANK_HAND)])
        }
        (None, Opposing::Two) => (
            line_spots(game),
            &[
                ("right", PLAYER, (TWO_HANDS[0], OPPOSING_Y)),
                ("left", LEFT, (TWO_HANDS[1], OPPOSING_Y)),
                ("banker", BANKER, BANK_HAND),
            ],
        ),
    };
    let place = |(what, seat, (x, y)): &HandAt| {
        CardPlace::new(*what, Some(*seat), (x + CARD.0 / 2.0, y + CARD.1 / 2.0), CARD)
    };
    let mut spots: Vec<Spot> = spots;
    spots.extend(sides::spots(&game.sides, cloth_height(game)));
    Cloth { drawing, spots, places: hands.iter().map(place).collect() }
}

/// The height of the cloth without the side wagers.
const fn cloth_height(game: &Baccarat) -> f64 {
    if game.areas.is_some() { 348.0 } else { 270.0 }
}

/// The wagers that the conditions of the table permit.
fn offered(game: &Baccarat) -> Vec<&Clause> {
    let offered: Vec<String> = game.kinds().into_iter().flat_map(|kind| kind.forms).collect();
    game.clauses.iter().filter(|clause| offered.iter().any(|form| **form == *clause.name)).collect()
}

fn area_spots(game: &Baccarat, areas: Areas) -> Vec<Spot> {
    let step = area_step(areas.numbered);
    let mut spots = Vec::new();
    for area in 0..areas.numbered {
        let degrees = area_degrees(area, areas.numbered);
        for (place, clause) in (0_u32..).zip(&game.clauses) {
            let radius = BANDS - (f64::from(place) + 0.5) * BAND;
            let width = (step.to_radians() * radius - 3.0).min(BAND - 6.0);
            let spot =
                Spot::new(&*clause.name, Some(clause.odds), polar(CENTRE, radius, degrees), (width, width));
            let label = format!("{}, area {}", spot.label, area + 1);
            spots.push(Spot { area: Some((area + 1).to_string()), label, ..spot.round() });
        }
    }
    spots
}

fn line_spots(game: &Baccarat) -> Vec<Spot> {
    let clauses = offered(game);
    let clauses = in_place(clauses);
    let left = CENTRE.0 - many(clauses.len()) * WAGER / 2.0;
    let spot = |(place, clause): (u32, &Clause)| {
        let at = (left + (f64::from(place) + 0.5) * WAGER, 138.0);
        Spot::new(&*clause.name, Some(clause.odds), at, (WAGER - 8.0, 44.0))
    };
    (0_u32..).zip(clauses).map(spot).collect()
}

fn area_step(numbered: u8) -> f64 {
    160.0 / f64::from(numbered.max(1))
}

/// Areas are numbered around the table from the dealer's left.
fn area_degrees(area: u8, numbered: u8) -> f64 {
    100.0 + area_step(numbered) * (f64::from(area) + 0.5)
}

/// The wagers as text: `punto pays 1 to 1`.
fn wagers(game: &Baccarat) -> String {
    let pays = game.clauses.iter().map(|clause| format!("{} pays {}", clause.name, clause.odds));
    let side_pays = game.sides.0.iter().map(|wager| format!("{} pays {}", wager.name, sides::pays(wager)));
    pays.chain(side_pays).collect::<Vec<_>>().join(", ")
}

fn with_areas(game: &Baccarat, areas: Areas) -> Drawing {
    let standing = if areas.standing == StandingArea::Own { ", and one for those who stand" } else { "" };
    let desc = format!(
        "The hands of player and banker before the dealer, and {} numbered areas round the table{standing}. In each: {}.",
        areas.numbered,
        wagers(game)
    );
    let height = 356.0 + sides::height(&game.sides);
    on_cloth("The betting areas", desc, height, |pen| {
        half_table(pen, CENTRE, 318.0);
        hand(pen, AREA_HANDS[0], "player");
        hand(pen, AREA_HANDS[1], "banker");
        draw_bands(pen, &game.clauses);
        draw_numbers(pen, areas.numbered);
        sides::draw(pen, &game.sides, cloth_height(game));
    })
}

/// The cards of a hand: two, and possibly a third.
fn hand(pen: &mut Pen, (x, y): (f64, f64), name: &str) {
    for nth in 0..3_u32 {
        card(pen, (x + f64::from(nth) * 40.0, y), CARD, "", nth == 2);
    }
    pen.text((x + 58.0, y + 68.0), Typeface::serif(14.0, BRASS).centred().spaced(1.0), &capital(name));
}

/// One band for each wager, from the outside inward.
fn draw_bands(pen: &mut Pen, clauses: &[Clause]) {
    let mut outer = BANDS;
    for (place, clause) in clauses.iter().enumerate() {
        pen.path(&arc(CENTRE, outer, 258.0, 102.0), &OUTLINE.replace("1.2", "0.9"));
        let words = format!("{} · {}", clause.name, clause.odds).to_uppercase();
        let face = Typeface::serif(16.0, if place % 2 == 0 { IVORY } else { BRASS }).spaced(3.0);
        words_below(pen, &format!("band-{place}"), CENTRE, outer - BAND / 2.0 + 5.0, face, &words);
        outer -= BAND;
    }
    pen.path(&arc(CENTRE, outer, 258.0, 102.0), &OUTLINE.replace("1.2", "0.9"));
}

fn draw_numbers(pen: &mut Pen, numbered: u8) {
    let radius = (area_step(numbered).to_radians() * 296.0 / 2.0 - 2.0).min(18.0);
    for area in 0..numbered {
        let at = polar(CENTRE, 296.0, area_degrees(area, numbered));
        pen.circle(at, radius, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"0.9\""));
        let face = Typeface::serif(radius * 0.85, IVORY).centred();
        pen.text((at.0, foot(at.1, radius * 0.85)), face, &(area + 1).to_string());
    }
}

/// A table without numbered areas: the hands, and the wagers between them.
fn without_areas(game: &Baccarat) -> Drawing {
    let opposing: &[&str] = match game.hands {
        Opposing::One => &["player"],
        Opposing::Two => &["right", "left"],
    };
    let desc = format!("The banker's hand against {}. The wagers: {}.", opposing.join(" and "), wagers(game));
    let height = 282.0 + sides::height(&game.sides);
    on_cloth("The hands", desc, height, |pen| {
        let style = format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"1.4\"");
        pen.rect((40.0, 22.0), (680.0, 238.0), 119.0, &style);
        hand(pen, BANK_HAND, "banker");
        let places: &[f64] = if opposing.len() == 1 { &[ONE_HAND] } else { &TWO_HANDS };
        for (name, x) in opposing.iter().zip(places) {
            hand(pen, (*x, OPPOSING_Y), name);
        }
        draw_wagers(pen, &in_place(offered(game)));
        sides::draw(pen, &game.sides, cloth_height(game));
    })
}

/// The wagers from left to right, in the order of their hands.
fn in_place(mut clauses: Vec<&Clause>) -> Vec<&Clause> {
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
    let width = WAGER;
    let count = many(clauses.len());
    let mut x = CENTRE.0 - count * width / 2.0;
    for clause in clauses {
        pen.rect((x + 4.0, 116.0), (width - 8.0, 44.0), 6.0, OUTLINE);
        let middle = x + width / 2.0;
        let name = clause.name.to_uppercase();
        pen.text((middle, 135.0), Typeface::serif(15.0, IVORY).centred().spaced(2.0), &name);
        pen.text((middle, 151.0), Typeface::sans(11.0, BRASS).centred(), &clause.odds.to_string());
        x += width;
    }
}

/// The table in plain characters.
fn plain(game: &Baccarat) -> Vec<String> {
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
    let sides: Vec<String> =
        game.sides.0.iter().map(|wager| format!("[ {} {} ]", wager.name, sides::pays(wager))).collect();
    lines.extend(indented(wrap(&sides.join(" "), 74)));
    lines
}
