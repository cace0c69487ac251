//! The hands of In-Between, and the ranks in their order.

use croupier_kit::Rank;
use croupier_rules::contract::Seated;
use croupier_rules::games::in_between::{HandResult, InBetween, PLAYERS_MAX, Wager};
use croupier_rules::offer::Offers;

use super::pieces::{card, on_cloth};
use super::spots::{CardPlace, Cloth, Spot};
use crate::family::FamilySign;
use croupier_pen::{BRASS, Drawing, IVORY, Pen, Typeface, length, many};

const HEIGHT: f64 = 262.0;

impl FamilySign for Seated<InBetween, PLAYERS_MAX> {
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

fn draw(game: &InBetween) -> Drawing {
    let ranks = ranks(game);
    let desc = format!(
        "A hand: a first and a second card, and a third that wins when it ranks between them. The ranks from the lowest: {}.",
        ranks.join(" ")
    );
    on_cloth("A hand, and the ranks", desc, HEIGHT, |pen| {
        for (nth, label) in (0_u32..).zip(["first", "third", "second"]) {
            let x = 284.0 + f64::from(nth) * 68.0;
            card(pen, (x, 26.0), (58.0, 82.0), label, label == "third");
        }
        pen.circle((168.0, 67.0), 38.0, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1.4\""));
        pen.text((168.0, 72.0), Typeface::serif(15.0, IVORY).centred().spaced(2.0), "HAND");
        let mut y = 50.0;
        for line in pays(game) {
            pen.text((520.0, y), Typeface::serif(15.0, IVORY), &line);
            y += 24.0;
        }
        draw_scale(pen, &ranks);
    })
}

/// The table, with the hand to bet on and the places of its three cards.
fn cloth(game: &Seated<InBetween, PLAYERS_MAX>) -> Cloth {
    let spot = Spot::new(game.words(Wager), None, (168.0, 67.0), (76.0, 76.0)).round();
    let place = |(nth, what): (u32, &str)| {
        CardPlace::new(what, None, (284.0 + f64::from(nth) * 68.0 + 29.0, 67.0), (58.0, 82.0))
    };
    let places = (0_u32..).zip(["first", "third", "second"]).map(place).collect();
    Cloth { drawing: draw(game), spots: vec![spot], places }
}

/// The ranks from the lowest; a ten is written `10`.
fn ranks(game: &InBetween) -> Vec<String> {
    let mut ranks = Rank::ALL;
    ranks.sort_by_key(|rank| game.order[*rank as usize]);
    ranks
        .iter()
        .map(|rank| if *rank == Rank::Ten { "10".to_owned() } else { rank.symbol().to_string() })
        .collect()
}

fn pays(game: &InBetween) -> Vec<String> {
    let clauses = [(&game.three_equal, "Three equal"), (&game.between, "In between")];
    let mut lines = Vec::new();
    for (clause, name) in clauses {
        if let HandResult::Wins(odds) = clause.result {
            lines.push(format!("{name} pays {odds}"));
        }
    }
    if game.consecutive.result == HandResult::StandOff {
        lines.push("Neighbours: stand-off".to_owned());
    }
    lines
}

/// The ranks in a row, with an example: two cards, and the ranks between them.
fn draw_scale(pen: &mut Pen, ranks: &[String]) {
    let (left, step, y) = (80.0, 50.0, 200.0);
    let x = |place: usize| left + step * many(place);
    let (low, high) = (3, 9);
    let from = x(low) + step / 2.0;
    let width = x(high) - x(low) - step;
    pen.rect((from, y - 22.0), (width, 44.0), 6.0, "fill=\"#1d6a50\"");
    for (place, rank) in ranks.iter().enumerate() {
        let end = place == low || place == high;
        if end {
            pen.rect(
                (x(place) - 19.0, y - 22.0),
                (38.0, 44.0),
                5.0,
                &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1.4\""),
            );
        }
        let fill = if end { BRASS } else { IVORY };
        pen.text((x(place), y + 6.0), Typeface::serif(18.0, fill).centred(), rank);
    }
    let middle = from + width / 2.0;
    let brace = format!(
        "M{} {y0}V{y1}H{}V{y0}",
        length(from),
        length(from + width),
        y0 = length(y - 28.0),
        y1 = length(y - 36.0)
    );
    pen.path(&brace, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1\""));
    let face = Typeface::sans(12.0, BRASS).centred();
    let words = format!(
        "with {} and {} a third card from here wins",
        ranks.get(low).map_or("", |r| r),
        ranks.get(high).map_or("", |r| r)
    );
    pen.text((middle, y - 44.0), face, &words);
    let face = Typeface::sans(10.5, IVORY);
    pen.text((x(0) - 12.0, y + 38.0), face, "lowest");
    pen.text((x(12) + 12.0, y + 38.0), face.ending(), "highest");
}

/// The table in plain characters.
fn plain(game: &InBetween) -> Vec<String> {
    let mut ranks = Rank::ALL;
    ranks.sort_by_key(|rank| game.order[*rank as usize]);
    let ranks: Vec<String> = ranks.iter().map(|rank| rank.symbol().to_string()).collect();
    vec![
        "A hand, and the ranks from the lowest:".to_owned(),
        "  ( hand )  [ first ] [ third ] [ second ]".to_owned(),
        format!("  {}", ranks.join(" ")),
    ]
}
