//! Advice on a third card.

use croupier_kit::{Card, Ratio};
use croupier_rules::contract::Seat;
use croupier_rules::games::baccarat::{self as table, View};

use super::MixedStrategy;
use crate::advice::{Advice, Advises, MoveAdvice, PlayerView};

const BY_LOT: &str = "the equilibrium of both sides from a whole shoe";

impl Advises for MixedStrategy {
    fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        let view = View { hands: [table::PLAYER, table::LEFT, table::BANKER].map(|seat| seen(seat, sight)) };
        let draws = self.draws(0, sight.seat, &view)?.clone();
        let stands = Ratio::one() - draws.clone();
        let option = |decision, share: Ratio| MoveAdvice { decision, share: share.into(), worth: None };
        let mut options = vec![option("draw", draws), option("stand", stands)];
        options.sort_by(|a, b| b.share.value().total_cmp(&a.share.value()));
        Some(Advice { options, method: BY_LOT })
    }
}

/// A hand of baccarat as seen by the seat that decides.
fn seen(seat: Seat, sight: PlayerView<'_>) -> table::HandView {
    let of_others = sight.others.iter().filter(|(other, _)| *other == seat).map(|(_, card)| *card);
    let cards: Vec<Option<Card>> =
        if seat == sight.seat { sight.own.iter().copied().map(Some).collect() } else { of_others.collect() };
    let pip = |place: usize| cards.get(place).copied().flatten().map(|card| table::pip(card.rank()));
    let first_two = pip(0).zip(pip(1)).map(|(one, other)| [one.min(other), one.max(other)]);
    table::HandView {
        first_two,
        third: pip(2),
        cards: u8::try_from(cards.len()).unwrap_or(u8::MAX),
        said: None,
    }
}
