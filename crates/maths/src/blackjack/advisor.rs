//! Advice on the hands of a box.

use croupier_kit::{Card, Odds, Rank, Ratio};
use croupier_rules::games::blackjack::{
    BOXES_MAX, Blackjack, Deal, DealerBeforePlay, EvenMoney, Move, OnEqual, Surrender, SurrenderWhen,
};

use super::{ACE, KINDS, KindCounts, MoveTable, RankCounts, Situation, Solver, TEN};
use crate::Figure;
use crate::advice::{Advice, Advises, DECLINE, MoveAdvice, PlayerView, ranked};
use crate::query::PriceError;

const BY_CARDS: &str = "best play for these cards from a whole shoe, one box";

const ON_INSURANCE: &str =
    "the dealer's second card from a whole shoe without the cards of this hand, one box";

/// Best play of one box.
pub(super) struct BoxAdvisor {
    policy: MoveTable,
    rules: Blackjack,
}

impl BoxAdvisor {
    pub(super) fn new(game: &Blackjack) -> Result<Self, PriceError> {
        let solver = Solver::new(game).map_err(unsolved)?;
        let shoe = RankCounts::whole(game);
        let policy = solver.policy(&shoe).map_err(unsolved)?;
        Ok(Self { policy, rules: game.clone() })
    }
}

impl Advises for BoxAdvisor {
    fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        on_box(&self.policy, &self.rules, sight)
    }

    fn on_insurance(&self, sight: PlayerView<'_>) -> Option<Advice> {
        let offer = InsuranceOffer::new(&self.rules, sight.own);
        let declined = match offer.natural() {
            Some(worth) => worth.into(),
            None => self.played_on(sight)?,
        };
        // The premium is at most half of the bet.
        let insured = Figure::near(declined.value() + Figure::from(offer.gain()).value() / 2.0, WITHIN);
        let mut worths = vec![(DECLINE, declined), ("insure", insured)];
        if offer.is_natural && matches!(self.rules.even_money, EvenMoney::Offered(_)) {
            worths.push(("even-money", Ratio::one().into()));
        }
        if self.rules.surrender != Surrender::Never && has_looked_after_surrender(&self.rules, Some(ACE)) {
            worths.push(("surrender", Ratio::new(-1, 2).into()));
        }
        Some(ranked(worths, ON_INSURANCE))
    }
}

impl BoxAdvisor {
    /// What a hand is worth if it is neither insured nor given up.
    fn played_on(&self, sight: PlayerView<'_>) -> Option<Figure> {
        let hand = hand_of(&self.rules, sight.own);
        let worths = self.policy.worths(&hand, Some(ACE), Situation::First { pair: true });
        let plays = worths.iter().filter(|(mv, _)| *mv != Move::Surrender);
        plays.map(|(_, worth)| *worth).max_by(f64::total_cmp).map(|worth| Figure::near(worth, WITHIN))
    }
}

/// Insurance against the blackjack of a dealer who shows an Ace, offered to a hand of two cards.
struct InsuranceOffer<'r> {
    rules: &'r Blackjack,
    odds: Odds,
    /// Whether the hand is a blackjack.
    is_natural: bool,
    /// The chance that the dealer has a blackjack.
    chance: Ratio,
}

impl<'r> InsuranceOffer<'r> {
    fn new(rules: &'r Blackjack, own: &[Card]) -> Self {
        let hand = hand_of(rules, own);
        let mut left = [0_i64; KINDS];
        for rank in Rank::ALL {
            left[kind_of(rules, rank)] += 4 * i64::from(rules.packs);
        }
        left[ACE] -= 1;
        hand.iter().zip(&mut left).for_each(|(gone, left)| *left -= i64::from(*gone));
        let chance = Ratio::new(left[TEN], left.iter().sum::<i64>());
        let is_natural = own.len() == 2 && hand[ACE] == 1 && hand[TEN] == 1;
        Self { rules, odds: rules.insurance.odds, is_natural, chance }
    }

    /// The expected gain of a premium of one.
    fn gain(&self) -> Ratio {
        let (won, staked) = self.odds.terms();
        &self.chance * &Ratio::new(won, staked) - (Ratio::one() - self.chance.clone())
    }

    /// What a blackjack is worth: its odds, unless the dealer has one too.
    fn natural(&self) -> Option<Ratio> {
        let (won, staked) = self.rules.natural.odds.terms();
        let lost = if self.rules.on_equal == OnEqual::Lost { self.chance.clone() } else { Ratio::zero() };
        let worth = (Ratio::one() - self.chance.clone()) * Ratio::new(won, staked) - lost;
        self.is_natural.then_some(worth)
    }
}

/// The worths of hands are stored with seven decimal places.
const WITHIN: f64 = 1e-6;

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

/// The kind of a rank: Aces are one, the others go by their value.
fn kind_of(rules: &Blackjack, rank: Rank) -> usize {
    match rank {
        Rank::Ace => ACE,
        rank => usize::from(rules.values.of(rank)) - 1,
    }
}

/// The cards of a hand by kind.
fn hand_of(rules: &Blackjack, cards: &[Card]) -> KindCounts {
    let mut hand = [0; KINDS];
    cards.iter().for_each(|card| hand[kind_of(rules, card.rank())] += 1);
    hand
}

fn on_box(policy: &MoveTable, rules: &Blackjack, sight: PlayerView<'_>) -> Option<Advice> {
    let kind = |card: Card| kind_of(rules, card.rank());
    let hand = hand_of(rules, sight.own);
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
    let mut worths: Vec<(Move, f64)> = policy.worths(&hand, up, situation);
    worths.retain(|(mv, _)| *mv != Move::Split || sight.may_split);
    if has_looked_after_surrender(rules, up) {
        worths.retain(|(mv, _)| *mv != Move::Surrender);
        if best == Move::Surrender {
            best = worths.iter().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(mv, _)| *mv)?;
        }
    }
    let mut advice = ranked(
        worths.iter().map(|(mv, worth)| (word(*mv), Figure::near(*worth, WITHIN))).collect(),
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
