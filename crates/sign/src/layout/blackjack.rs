//! The boxes of blackjack, around the dealer.

use croupier_rules::contract::Seated;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal, DealerOn17};
use croupier_rules::side::SideWager;

use super::pieces::{OUTLINE, arc, card, foot, half_table, on_cloth, polar, words_below};
use super::sides;
use super::spots::{CardPlace, Cloth, Spot};
use crate::family::FamilySign;
use croupier_pen::{BRASS, Drawing, FELT, IVORY, Typeface, many};

const HEIGHT: f64 = 356.0;
const CENTRE: (f64, f64) = (380.0, 22.0);
/// The distance of the boxes from the dealer.
const BOXES: f64 = 264.0;
/// The distance of the circles for side wagers, and their radius.
const SIDES: (f64, f64) = (305.0, 9.0);
/// A card of a hand.
const CARD: (f64, f64) = (42.0, 56.0);

impl FamilySign for Seated<Blackjack, BOXES_MAX> {
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

fn draw(game: &Blackjack) -> Drawing {
    let boxes = game.boxes.most;
    let dealer = match game.dealer_on_17 {
        DealerOn17::Stands => "Dealer draws on 16 and stands on every 17",
        DealerOn17::Draws => "Dealer draws on 16 and on soft 17",
    };
    let (natural, insurance) = (game.natural.odds, game.insurance.odds);
    let desc = format!(
        "The dealer, and {boxes} boxes round him, numbered from the dealer's left. Blackjack pays {natural}. Insurance pays {insurance}. {dealer}.{}",
        beside(game)
            .map(|wager| format!(" Beside each box, {} pays {}.", wager.name, sides::pays(wager)))
            .collect::<String>()
    );
    on_cloth("The boxes", desc, HEIGHT, |pen| {
        half_table(pen, CENTRE, 318.0);
        for nth in 0..2_u32 {
            let x = CENTRE.0 - 46.0 + f64::from(nth) * 50.0;
            card(pen, (x, CENTRE.1 + 12.0), CARD, if nth == 0 { "dealer" } else { "" }, nth > 0);
        }
        let along = [
            (128.0, 20.0, BRASS, format!("BLACKJACK PAYS {natural}").to_uppercase(), 1.6),
            (155.0, 12.0, IVORY, dealer.to_owned(), 0.4),
            (193.0, 15.0, BRASS, format!("INSURANCE PAYS {insurance}").to_uppercase(), 2.4),
        ];
        for (radius, size, fill, words, spacing) in along {
            let face = Typeface::serif(size, fill).spaced(spacing);
            words_below(pen, &format!("arc-{radius:.0}"), CENTRE, radius, face, &words);
        }
        for radius in [174.0, 206.0] {
            let d = arc(CENTRE, radius, 252.0, 108.0);
            pen.path(&d, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"0.8\""));
        }
        draw_boxes(pen, boxes);
        draw_sides(pen, game);
    })
}

/// The table, with the boxes to bet on and the places of the hands.
fn cloth(game: &Blackjack) -> Cloth {
    let boxes = game.boxes.most;
    let size = 2.0 * box_radius(boxes);
    let mut places = vec![CardPlace::new(
        "dealer",
        Some(Deal::<BOXES_MAX>::DEALER),
        (CENTRE.0 - 25.0, CENTRE.1 + 40.0),
        CARD,
    )];
    let mut spots = Vec::new();
    for seat in 0..boxes {
        let name = format!("box {}", seat + 1);
        let degrees = box_degrees(seat, boxes);
        spots.push(Spot::new(name.clone(), None, polar(CENTRE, BOXES, degrees), (size, size)).round());
        places.push(CardPlace::new(name, Some(seat), polar(CENTRE, BOXES - 62.0, degrees), CARD));
        spots.extend(side_circles(game, seat).map(|(wager, at)| {
            let (name, size) = (format!("{} {}", wager.name, seat + 1), 2.0 * SIDES.1);
            Spot::new(name, wager.usual_odds(), at, (size, size)).round()
        }));
    }
    Cloth { drawing: draw(game), spots, places }
}

/// The angle of a box around the dealer.
fn box_degrees(seat: u8, boxes: u8) -> f64 {
    let gaps = f64::from(boxes.max(2)) - 1.0;
    if boxes == 1 { 180.0 } else { 102.0 + f64::from(seat) * 156.0 / gaps }
}

fn box_radius(boxes: u8) -> f64 {
    (780.0 / f64::from(boxes.max(8)) / 2.0 - 3.0).min(30.0)
}

/// The boxes. The first is at the dealer's left, which players see on the right.
fn draw_boxes(pen: &mut croupier_pen::Pen, boxes: u8) {
    let radius = box_radius(boxes);
    for seat in 0..boxes {
        let at = polar(CENTRE, BOXES, box_degrees(seat, boxes));
        pen.circle(at, radius, &format!("fill=\"{FELT}\" stroke=\"#f6f0e0\" stroke-width=\"1.4\""));
        pen.circle(at, radius - 4.0, &OUTLINE.replace("1.2", "0.5"));
        let size = radius * 0.72;
        let face = Typeface::serif(size, IVORY).centred();
        pen.text((at.0, foot(at.1, size)), face, &(seat + 1).to_string());
    }
}

/// The side wagers that are made for a box.
fn beside(game: &Blackjack) -> impl Iterator<Item = &SideWager> {
    game.sides.0.iter().filter(|wager| wager.per_box)
}

/// The side wagers of a box with the centres of their circles, which lie between it and the rail.
fn side_circles(game: &Blackjack, seat: u8) -> impl Iterator<Item = (&SideWager, (f64, f64))> {
    let (boxes, count) = (game.boxes.most, many(beside(game).count()));
    // Neighbours on the arc do not touch, unless there are so many that those of the next box would be reached.
    let to_next = if boxes == 1 { 156.0 } else { box_degrees(1, boxes) - box_degrees(0, boxes) };
    let apart = f64::min(4.4, to_next / count);
    let first = box_degrees(seat, boxes) - (count - 1.0) / 2.0 * apart;
    (0_u32..)
        .zip(beside(game))
        .map(move |(place, wager)| (wager, polar(CENTRE, SIDES.0, first + f64::from(place) * apart)))
}

/// The circles for side wagers, with the initials of their names.
fn draw_sides(pen: &mut croupier_pen::Pen, game: &Blackjack) {
    for seat in 0..game.boxes.most {
        for (wager, at) in side_circles(game, seat) {
            pen.circle(at, SIDES.1, OUTLINE);
            let initials: String = wager.name.split('-').filter_map(|word| word.chars().next()).collect();
            let face = Typeface::sans(8.0, BRASS).centred();
            pen.text((at.0, foot(at.1, 8.0)), face, &initials.to_uppercase());
        }
    }
}

/// The table in plain characters.
fn plain(game: &Blackjack) -> Vec<String> {
    let boxes: Vec<String> = (1..=game.boxes.most).rev().map(|number| format!("({number})")).collect();
    let mut lines = vec![
        "The boxes, the first at the dealer's left:".to_owned(),
        "                              [ dealer ]".to_owned(),
        format!("  {}", boxes.join("  ")),
    ];
    lines.extend(
        beside(game).map(|wager| format!("  beside each: ( {} {} )", wager.name, sides::pays(wager))),
    );
    lines
}
