//! The circles and common cards of Arizona Hold-Em.

use croupier_rules::contract::Seated;
use croupier_rules::games::poker::{Deal, HoldEm, PLAYERS_MAX, Wager};
use croupier_rules::offer::Offers;

use super::pieces::{OUTLINE, card, foot, on_cloth};
use super::spots::{CardPlace, Cloth, Spot};
use crate::family::FamilySign;
use croupier_pen::{BRASS, Drawing, FELT_DARK, IVORY, Pen, Typeface};

const HEIGHT: f64 = 286.0;
/// The centre of the viewing player's place.
const OWN: (f64, f64) = (380.0, 196.0);

impl FamilySign for Seated<HoldEm, PLAYERS_MAX> {
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

fn draw(game: &HoldEm) -> Drawing {
    let circles = u32::from(game.raises) + 1;
    let desc = format!(
        "Two boxes for the common cards before the dealer. Each player has three cards and {circles} circles: the ante's{}.",
        match game.raises {
            0 => "",
            1 => ", and one for a raise",
            _ => ", and two for raises",
        }
    );
    on_cloth("The circles and the common cards", desc, HEIGHT, |pen| {
        for nth in 0..2_u32 {
            let x = 322.0 + f64::from(nth) * 62.0;
            card(pen, (x, 24.0), (54.0, 74.0), &(nth + 1).to_string(), false);
        }
        let face = Typeface::serif(13.0, BRASS).centred().spaced(1.5);
        pen.text((380.0, 116.0), face, "Cards in common");
        for (x, size) in [(150.0, 0.8), (OWN.0, 1.0), (610.0, 0.8)] {
            draw_player(pen, (x, OWN.1), size, circles);
        }
    })
}

/// The table, with one player's ante to bet on, and the places of that player's cards and of the common cards.
fn cloth(game: &Seated<HoldEm, PLAYERS_MAX>) -> Cloth {
    let (at, radius) = circle_at(OWN, 1.0, u32::from(game.raises) + 1, 0);
    let spot = Spot::new(game.words(Wager::Ante), None, at, (2.0 * radius, 2.0 * radius)).round();
    let places = vec![
        CardPlace::new("common", Some(Deal::<PLAYERS_MAX>::COMMON), (349.0, 61.0), (54.0, 74.0)),
        CardPlace::new("hand", None, (OWN.0 - 34.0, OWN.1 + 39.0), (30.0, 42.0)),
    ];
    Cloth { drawing: draw(game), spots: vec![spot], places }
}

/// The centre and radius of one of a player's circles.
fn circle_at((x, y): (f64, f64), size: f64, circles: u32, circle: u32) -> ((f64, f64), f64) {
    let radius = 30.0 * size;
    let gap = 2.0 * radius + 8.0;
    let left = x - f64::from(circles - 1) * gap / 2.0;
    ((left + f64::from(circle) * gap, y - 24.0), radius)
}

/// One player's place: the circles, and below them the player's cards.
fn draw_player(pen: &mut Pen, (x, y): (f64, f64), size: f64, circles: u32) {
    for circle in 0..circles {
        let (at, radius) = circle_at((x, y), size, circles, circle);
        pen.circle(at, radius, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"1.4\""));
        pen.circle(at, radius - 4.0, &OUTLINE.replace("1.2", "0.5"));
        let (label, letters) = match circle {
            0 => ("ANTE".to_owned(), 11.5 * size),
            nth => (nth.to_string(), 19.0 * size),
        };
        pen.text((at.0, foot(at.1, letters)), Typeface::serif(letters, IVORY).centred(), &label);
    }
    for nth in 0..3_u32 {
        let (width, height) = (30.0 * size, 42.0 * size);
        let left = x - 1.5 * width - 4.0 + f64::from(nth) * (width + 4.0);
        card(pen, (left, y + 18.0), (width, height), "", false);
    }
}

/// The table in plain characters.
fn plain(game: &HoldEm) -> Vec<String> {
    let raises: Vec<String> = (1..=game.raises).map(|circle| format!("( {circle} )")).collect();
    vec![
        "The common cards, and the circles of each player:".to_owned(),
        "  [ 1 ] [ 2 ]".to_owned(),
        format!("  ( ante ) {}", raises.join(" ")).trim_end().to_owned(),
    ]
}
