//! Advice on a third card.

use croupier_kit::{Card, Ratio};
use croupier_rules::contract::Seat;
use croupier_rules::games::baccarat::{self as table, Drawing, LEFT, Pip, View};

use super::MixedStrategy;
use super::chemin::{pairs, score};
use super::equilibrium::HandShown;
use super::shoe::PipCounts;
use crate::advice::{Advice, Advises, MoveAdvice, PlayerView};

const BY_LOT: &str = "the equilibrium of both sides from a whole shoe";

/// Best play of a table, ready to give advice to each of its hands.
pub(crate) struct CoupAdvisor {
    pub(crate) strategy: MixedStrategy,
    pub(crate) drawing: Drawing,
    pub(crate) shoe: PipCounts,
}

impl Advises for CoupAdvisor {
    fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        let view = View { hands: [table::PLAYER, LEFT, table::BANKER].map(|seat| seen(seat, sight)) };
        let draws = self.draws(sight.seat, &view)?;
        let stands = Ratio::one() - draws.clone();
        let option = |decision, share: Ratio| MoveAdvice { decision, share: share.into(), worth: None };
        let mut options = vec![option("draw", draws), option("stand", stands)];
        options.sort_by(|a, b| b.share.value().total_cmp(&a.share.value()));
        Some(Advice { options, method: BY_LOT })
    }
}

impl CoupAdvisor {
    /// The chance that the seat draws: the mean over the plans of the opposing hands, each weighted by its chance given what
    /// the seat sees.
    pub(crate) fn draws(&self, seat: Seat, view: &View) -> Option<Ratio> {
        let (mut sum, mut whole) = (Ratio::zero(), Ratio::zero());
        for (plan, chance) in self.strategy.plans.iter().enumerate().filter(|(_, chance)| !chance.is_zero()) {
            let Some(draws) = self.strategy.draws(plan, seat, view) else { continue };
            let weight = chance * &self.likelihood(plan, seat, view);
            sum = sum + draws * &weight;
            whole = whole + weight;
        }
        if whole.is_zero() { None } else { Some(sum / whole) }
    }

    /// How likely the left hand sees what it sees if this plan is played, up to a factor that all plans share. No other seat
    /// learns anything of the plan before it decides.
    fn likelihood(&self, plan: usize, seat: Seat, view: &View) -> Ratio {
        let Some(own) = view.hands[usize::from(LEFT)].first_two.filter(|_| seat == LEFT) else {
            return Ratio::one();
        };
        let shown = HandShown::of(view.hands[usize::from(table::PLAYER)]);
        let (drew, third) = match shown {
            HandShown::Drew(third) => (true, Some(third)),
            HandShown::Closed => (false, None),
            HandShown::Natural(_) | HandShown::Absent => return Ratio::one(),
        };
        let mut left = self.shoe.signed();
        own.iter().chain(&third).for_each(|pip| left[usize::from(*pip)] -= 1);
        let mut ways = 0_i128;
        for right in pairs().filter(|right| self.right_draws(plan, *right) == Some(drew)) {
            let first = take(&mut left, right);
            for banker in pairs().filter(|_| first > 0) {
                if !self.drawing.naturals.contains(score(&banker)) {
                    let second = take(&mut left, banker);
                    ways += i128::from(first) * i128::from(second);
                    give_back(&mut left, banker, second);
                }
            }
            give_back(&mut left, right, first);
        }
        Ratio::new(ways, 1)
    }

    /// Whether the right hand draws with these cards under a plan, if the left hand has no natural; `None` if it has one
    /// itself.
    fn right_draws(&self, plan: usize, cards: [Pip; 2]) -> Option<bool> {
        let own = score(&cards);
        match self.drawing.opposing[usize::from(own)] {
            _ if self.drawing.naturals.contains(own) => None,
            table::Third::Draws => Some(true),
            table::Third::Stands => Some(false),
            table::Third::Chooses => {
                let mut view = View::default();
                view.hands[usize::from(table::PLAYER)] = hand(Some(cards));
                view.hands[usize::from(LEFT)] = hand(None);
                view.hands[usize::from(table::BANKER)] = hand(None);
                self.strategy.draws(plan, table::PLAYER, &view).map(|draws| !draws.is_zero())
            }
        }
    }
}

/// Two cards of a hand that has not decided.
fn hand(first_two: Option<[Pip; 2]>) -> table::HandView {
    table::HandView { first_two, third: None, cards: 2, said: None }
}

/// Removes two cards, if they are there; returns the number of ordered ways to deal them.
fn take(left: &mut [i64; 10], [one, other]: [Pip; 2]) -> i64 {
    let (one, other) = (usize::from(one), usize::from(other));
    let ways = if one == other { left[one] * (left[one] - 1) } else { 2 * left[one] * left[other] };
    let ways = ways.max(0);
    if ways > 0 {
        left[one] -= 1;
        left[other] -= 1;
    }
    ways
}

/// Returns two cards that were removed in some ways.
fn give_back(left: &mut [i64; 10], [one, other]: [Pip; 2], ways: i64) {
    if ways > 0 {
        left[usize::from(one)] += 1;
        left[usize::from(other)] += 1;
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
        cards: u8::try_from(cards.len()).expect("a hand has at most three cards"),
        said: None,
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::{Chosen, Shelf};
    use croupier_rules::games::AnyGame;
    use croupier_rules::games::baccarat::{BANKER, PLAYER};

    use super::*;
    use crate::baccarat::best_play;

    fn advisor() -> CoupAdvisor {
        let shelf = Shelf::built_in();
        let (_, game) = shelf.game("scotland-1970/baccarat-banque").unwrap();
        let AnyGame::Baccarat(game) = game.table(&Chosen::default()) else { panic!("not baccarat") };
        let shoe = PipCounts::whole(game.packs);
        let play = best_play(&game, &shoe).unwrap().unwrap();
        CoupAdvisor { strategy: play.policy(), drawing: game.drawing, shoe }
    }

    /// What the left hand sees with these cards, when the right hand drew this card or stood.
    fn left_sees(own: [Pip; 2], third: Option<Pip>) -> View {
        let mut view = View::default();
        let cards = if third.is_some() { 3 } else { 2 };
        view.hands[usize::from(PLAYER)] = table::HandView { first_two: None, third, cards, said: None };
        view.hands[usize::from(LEFT)] = hand(Some(own));
        view.hands[usize::from(BANKER)] = hand(None);
        view
    }

    /// The deals that `oracle/banque_plans.py` counts in another language: under the plan that the right hand stands on
    /// five, and under the plan that it draws.
    const COUNTED: [([Pip; 2], Option<Pip>, [i64; 2]); 4] = [
        ([2, 3], None, [125_348_432, 83_403_664]),
        ([2, 3], Some(7), [223_665_484, 264_590_168]),
        ([0, 5], Some(4), [223_639_864, 263_244_304]),
        ([6, 9], Some(0), [225_787_848, 266_867_512]),
    ];

    #[test]
    fn the_left_hand_weighs_the_plans_by_what_it_sees() {
        let advisor = advisor();
        for (own, third, [stands, draws]) in COUNTED {
            let view = left_sees(own, third);
            let found = [0, 1].map(|plan| advisor.likelihood(plan, LEFT, &view));
            assert_eq!(found, [Ratio::whole(stands), Ratio::whole(draws)], "{own:?} {third:?}");
            let mut sum = Ratio::zero();
            let mut whole = Ratio::zero();
            for (plan, weight) in found.iter().enumerate() {
                let chance = &advisor.strategy.plans[plan] * weight;
                if let Some(draws) = advisor.strategy.draws(plan, LEFT, &view) {
                    sum = sum + draws * &chance;
                    whole = whole + chance;
                }
            }
            assert_eq!(advisor.draws(LEFT, &view), Some(sum / whole), "{own:?} {third:?}");
        }
    }

    /// The right hand draws on five as often as the plan is drawn under which it does.
    #[test]
    fn the_right_hand_draws_as_often_as_its_plan_is_drawn() {
        let advisor = advisor();
        let mut view = View::default();
        view.hands[usize::from(PLAYER)] = hand(Some([2, 3]));
        view.hands[usize::from(LEFT)] = hand(None);
        view.hands[usize::from(BANKER)] = hand(None);
        assert_eq!(advisor.draws(PLAYER, &view).as_ref(), Some(&advisor.strategy.plans[1]));
    }
}
