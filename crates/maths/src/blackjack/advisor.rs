//! Advice on the hands of a box.

use croupier_kit::{Card, Ratio};
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal, DealerBeforePlay, Move, SurrenderWhen};

use super::{ACE, KINDS, MoveTable, RankCounts, Situation, Solver, TEN};
use crate::Figure;
use crate::advice::{Advice, Advises, MoveAdvice, PlayerView, ranked};
use crate::query::PriceError;

const BY_CARDS: &str = "best play for these cards from a whole shoe, one box";

const ON_INSURANCE: &str =
    "the dealer's second card from a whole shoe; the cards of the hand are not looked at";

/// Best play of one box.
pub(super) struct BoxAdvisor {
    policy: MoveTable,
    rules: Blackjack,
    insurance: Option<Ratio>,
}

impl BoxAdvisor {
    pub(super) fn new(game: &Blackjack) -> Result<Self, PriceError> {
        let solver = Solver::new(game).map_err(unsolved)?;
        let shoe = RankCounts::whole(game);
        let policy = solver.policy(&shoe).map_err(unsolved)?;
        let analysis = solver.analyse(&shoe).map_err(unsolved)?;
        let insurance = analysis.insurance.map(|insurance| insurance.edge);
        Ok(Self { policy, rules: game.clone(), insurance })
    }
}

impl Advises for BoxAdvisor {
    fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        on_box(&self.policy, &self.rules, sight)
    }

    fn on_insurance(&self) -> Option<Advice> {
        let edge = self.insurance.as_ref()?;
        let worth = [("insure", -edge.clone()), ("decline", Ratio::zero())];
        Some(ranked(worth.map(|(name, worth)| (name, worth.into())).to_vec(), ON_INSURANCE))
    }
}

fn unsolved(error: impl std::fmt::Display) -> PriceError {
    PriceError::new("best play", error.to_string())
}

const fn word(mv: Move) -> &'static str {
    match mv {
        Move::Draw => "draw",
        Move::Stand => "stand",
        Move::Double => "double",
        Move::Split => "split",
        Move::Surrender => "surrender",
        Move::PlayOn => "play on",
        Move::Look => "look",
    }
}

fn on_box(policy: &MoveTable, rules: &Blackjack, sight: PlayerView<'_>) -> Option<Advice> {
    let kind = |card: Card| match card.rank() {
        croupier_kit::Rank::Ace => ACE,
        rank => usize::from(rules.values.of(rank)) - 1,
    };
    let mut hand = [0; KINDS];
    sight.own.iter().for_each(|card| hand[kind(*card)] += 1);
    let up = sight
        .others
        .iter()
        .find(|(seat, _)| *seat == Deal::<BOXES_MAX>::DEALER)
        .and_then(|(_, card)| *card)
        .map(kind);
    let situation = match (sight.split, sight.own) {
        (Some(number), [first, ..]) => {
            Situation::AfterSplit { pair: kind(*first), further: number > 1, may_split: sight.may_split }
        }
        (_, [_, _]) => Situation::First { pair: sight.may_split },
        _ => Situation::Drawn,
    };
    let mut best = policy.best_move(&hand, up, situation)?;
    let within = 1e-6; // worths of later hands are stored with seven decimal places
    let mut worths: Vec<(Move, f64)> = policy.worths(&hand, up, situation);
    worths.retain(|(mv, _)| *mv != Move::Split || sight.may_split);
    if has_looked_after_surrender(rules, up) {
        worths.retain(|(mv, _)| *mv != Move::Surrender);
        if best == Move::Surrender {
            best = worths.iter().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(mv, _)| *mv)?;
        }
    }
    let mut advice = ranked(
        worths.iter().map(|(mv, worth)| (word(*mv), Figure::near(*worth, within))).collect(),
        BY_CARDS,
    );
    put_first(&mut advice, word(best));
    Some(advice)
}

/// Whether hands are given up before the dealer looks under this card, so that it is too late when a box decides.
fn has_looked_after_surrender(rules: &Blackjack, up: Option<usize>) -> bool {
    let before = rules.surrender_when == SurrenderWhen::BeforeLook;
    before && rules.before_play == DealerBeforePlay::HoleCard && matches!(up, Some(ACE | TEN))
}

/// Puts the best move first, even if its expected gain was not computed (such as another split).
fn put_first(advice: &mut Advice, best: &'static str) {
    let place = advice.options.iter().position(|option| option.decision == best);
    let mut first = match place {
        Some(place) => advice.options.remove(place),
        None => MoveAdvice { decision: best, share: Ratio::one().into(), worth: None },
    };
    first.share = Ratio::one().into();
    advice.options.iter_mut().for_each(|option| option.share = Ratio::zero().into());
    advice.options.insert(0, first);
}
