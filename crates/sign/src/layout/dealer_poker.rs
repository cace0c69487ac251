//! The dealer's cards and the places of the players at poker against a dealer's hand.

use croupier_rules::contract::Seated;
use croupier_rules::games::dealer_poker::{Deal, DealerPoker, DealerShows, PLAYERS_MAX, Wager};
use croupier_rules::offer::Offers;

use super::pieces::{OUTLINE, card, foot, on_cloth};
use super::sides;
use super::spots::{CardPlace, Cloth, Spot};
use crate::family::FamilySign;
use croupier_pen::{BRASS, Drawing, FELT_DARK, IVORY, Pen, Typeface};

const HEIGHT: f64 = 296.0;
/// The centre of the viewing player's place.
const OWN: (f64, f64) = (380.0, 204.0);
/// The size of a card of the dealer.
const CARD: (f64, f64) = (54.0, 74.0);
/// The top of the dealer's cards, and the distance from one to the next.
const DEALER: (f64, f64) = (24.0, 62.0);

impl FamilySign for Seated<DealerPoker, PLAYERS_MAX> {
    fn drawing(&self) -> Drawing {
        draw(self)
    }

    /// The table, with one player's ante to bet on, and the places of that player's cards and of the dealer's.
    fn cloth(&self) -> Cloth {
        let (at, radius) = circle_at(OWN, 1.0, 0);
        let spot = Spot::new(self.words(Wager::Ante), None, at, (2.0 * radius, 2.0 * radius)).round();
        let dealer = (dealer_left(self) + CARD.0 / 2.0, DEALER.0 + CARD.1 / 2.0);
        let places = vec![
            CardPlace::new("dealer", Some(Deal::<PLAYERS_MAX>::DEALER), dealer, CARD),
            CardPlace::new("hand", None, (OWN.0 - 34.0, OWN.1 + 39.0), (30.0, 42.0)),
        ];
        let mut spots = vec![spot];
        spots.extend(sides::spots(&self.sides, HEIGHT - 8.0));
        Cloth { drawing: draw(self), spots, places }
    }

    fn plain(&self) -> Vec<String> {
        let last = if self.shows == DealerShows::LastCard { "[ up ]" } else { "[   ]" };
        let dealer = vec!["[   ]"; usize::from(self.size.cards()) - 1].join(" ");
        let mut lines = vec![
            "The dealer's cards, and the circles of each player:".to_owned(),
            format!("  {dealer} {last}"),
            format!("  ( ante ) ( raise, {} × ante )", self.multiple),
        ];
        let sides = self.sides.0.iter().map(|wager| format!("  [ {} {} ]", wager.name, sides::pays(wager)));
        lines.extend(sides);
        lines
    }
}

fn draw(game: &DealerPoker) -> Drawing {
    let cards = game.size.cards();
    let shown = match game.shows {
        DealerShows::Nothing => "all face down",
        DealerShows::LastCard => "the last face up",
    };
    let desc = format!(
        "The dealer's {cards} cards, {shown}. Each player has {cards} cards and two circles: the ante's, and one for a raise of {} times the ante.",
        game.multiple
    );
    on_cloth("The dealer's hand and the circles", desc, HEIGHT + sides::height(&game.sides), |pen| {
        sides::draw(pen, &game.sides, HEIGHT - 8.0);
        for nth in 0..cards {
            let is_up = game.shows == DealerShows::LastCard && nth + 1 == cards;
            let x = dealer_left(game) + f64::from(nth) * DEALER.1;
            card(pen, (x, DEALER.0), CARD, if is_up { "up" } else { "" }, false);
        }
        let words = game.qualifies.as_ref().map_or_else(
            || "The dealer".to_owned(),
            |qualifies| format!("The dealer needs {} or better", qualifies.words),
        );
        let face = Typeface::serif(13.0, BRASS).centred().spaced(1.5);
        pen.text((OWN.0, 116.0), face, &words);
        for (x, size) in [(150.0, 0.8), (OWN.0, 1.0), (610.0, 0.8)] {
            draw_player(pen, (x, OWN.1), size, game);
        }
    })
}

/// The left edge of the dealer's first card.
fn dealer_left(game: &DealerPoker) -> f64 {
    OWN.0 - f64::midpoint(f64::from(game.size.cards() - 1) * DEALER.1, CARD.0)
}

/// The centre and radius of one of a player's two circles.
fn circle_at((x, y): (f64, f64), size: f64, circle: u32) -> ((f64, f64), f64) {
    let radius = 30.0 * size;
    let gap = 2.0 * radius + 8.0;
    ((x - gap / 2.0 + f64::from(circle) * gap, y - 24.0), radius)
}

/// One player's place: the circles, and below them the player's cards.
fn draw_player(pen: &mut Pen, (x, y): (f64, f64), size: f64, game: &DealerPoker) {
    for (circle, label) in [(0, "ANTE".to_owned()), (1, format!("× {}", game.multiple))] {
        let (at, radius) = circle_at((x, y), size, circle);
        pen.circle(at, radius, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"1.4\""));
        pen.circle(at, radius - 4.0, &OUTLINE.replace("1.2", "0.5"));
        let letters = 11.5 * size;
        pen.text((at.0, foot(at.1, letters)), Typeface::serif(letters, IVORY).centred(), &label);
    }
    let cards = f64::from(game.size.cards());
    let (width, height) = (30.0 * size, 42.0 * size);
    let left = x - f64::midpoint(cards * width, (cards - 1.0) * 4.0);
    for nth in 0..game.size.cards() {
        card(pen, (left + f64::from(nth) * (width + 4.0), y + 18.0), (width, height), "", false);
    }
}
