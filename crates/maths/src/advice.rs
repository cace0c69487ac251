//! Advice at a table: the best decision for what a player sees, and the cost of every other decision.
//!
//! An [`Advisor`] is created once for a table and can be asked at every decision. It assumes a full shoe and a single
//! box, as the charts do. Cards dealt in earlier rounds are not taken into account.

use croupier_kit::{Card, Ratio};
use croupier_rules::contract::Seat;
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::{self as table, View};
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal, Move};
use croupier_rules::games::poker::{Deal as Hands, PLAYERS_MAX};

use crate::query::PriceError;
use crate::{Figure, baccarat, blackjack, poker};

/// What a player sees when a decision is due.
#[derive(Clone, Copy, Debug)]
pub struct PlayerView<'c> {
    /// The seat that decides.
    pub seat: Seat,
    /// The cards of this seat, in the order they were dealt.
    pub own: &'c [Card],
    /// All other cards on the table with their seats; `None` for a card that is face down.
    pub others: &'c [(Seat, Option<Card>)],
    /// The number of the hand among the hands of a split pair, starting at 1.
    pub split: Option<u8>,
    /// Whether the rules permit splitting the hand now.
    pub may_split: bool,
}

/// A decision and its expected gain.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveAdvice {
    /// The decision: `draw`, `stand`, `raise` …
    pub decision: &'static str,
    /// The probability with which best play makes this decision: 1, 0, or a value between if the choice is random.
    pub share: Figure,
    /// The expected gain in bets. `None` if the choice is random (both decisions then have the same value), or if the
    /// gain was not computed.
    pub worth: Option<Figure>,
}

/// All decisions with their expected gains.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// Every available decision, the best first.
    pub options: Vec<MoveAdvice>,
    /// How the advice was computed.
    pub method: &'static str,
}

/// Best play for one table, ready to give advice.
pub struct Advisor(Solution);

enum Solution {
    /// A game without decisions.
    Chance,
    Blackjack {
        policy: Box<blackjack::MoveTable>,
        rules: Box<Blackjack>,
        insurance: Option<Ratio>,
    },
    Poker(Box<poker::RaiseAnalysis>),
    Baccarat(Box<baccarat::MixedStrategy>),
}

const BY_CARDS: &str = "best play for these cards from a whole shoe, one box";
const BY_CLASS: &str = "every deal of the cards to come, in exact fractions";
const BY_LOT: &str = "the equilibrium of both sides from a whole shoe";

impl Advisor {
    /// Solves a table.
    ///
    /// # Errors
    /// When best play cannot be computed for this table.
    pub fn new(game: &AnyGame) -> Result<Self, PriceError> {
        let unsolved = |error: &dyn std::fmt::Display| PriceError::new("best play", error.to_string());
        Ok(Self(match game {
            AnyGame::Roulette(_) | AnyGame::Dice(_) | AnyGame::InBetween(_) => Solution::Chance,
            AnyGame::Poker(game) => Solution::Poker(Box::new(poker::analyse(game))),
            AnyGame::Baccarat(game) => {
                let shoe = baccarat::PipCounts::whole(game.packs);
                let play = baccarat::best_play(game, &shoe).map_err(|error| unsolved(&error))?;
                play.map_or(Solution::Chance, |play| Solution::Baccarat(Box::new(play.policy())))
            }
            AnyGame::Blackjack(game) => {
                let solver = blackjack::Solver::new(game).map_err(|error| unsolved(&error))?;
                let shoe = blackjack::RankCounts::whole(game);
                let policy = Box::new(solver.policy(&shoe).map_err(|error| unsolved(&error))?);
                let analysis = solver.analyse(&shoe).map_err(|error| unsolved(&error))?;
                let insurance = analysis.insurance.map(|insurance| insurance.edge);
                Solution::Blackjack { policy, rules: Box::new(game.0.clone()), insurance }
            }
        }))
    }

    /// The best decision for this view; `None` if there is nothing to decide or the cards are impossible.
    pub fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        match &self.0 {
            Solution::Chance => None,
            Solution::Blackjack { policy, rules, .. } => on_box(policy, rules, sight),
            Solution::Poker(analysis) => on_circle(analysis, sight),
            Solution::Baccarat(policy) => on_third(policy, sight),
        }
    }

    /// Whether to take insurance: the expected gain per unit of insurance, against zero for declining.
    pub fn on_insurance(&self) -> Option<Advice> {
        let Solution::Blackjack { insurance: Some(edge), .. } = &self.0 else { return None };
        let worth = [("insure", -edge.clone()), ("decline", Ratio::zero())];
        Some(ranked(worth.map(|(name, worth)| (name, worth.into())).to_vec(), BY_CARDS))
    }
}

/// The decisions ordered by expected gain; the best gets probability one.
fn ranked(worths: Vec<(&'static str, Figure)>, method: &'static str) -> Advice {
    let mut worths = worths;
    worths.sort_by(|a, b| b.1.value().total_cmp(&a.1.value()));
    let option = |(place, (decision, worth)): (usize, (&'static str, Figure))| {
        let share = if place == 0 { Ratio::one() } else { Ratio::zero() };
        MoveAdvice { decision, share: share.into(), worth: Some(worth) }
    };
    Advice { options: worths.into_iter().enumerate().map(option).collect(), method }
}

const fn word(mv: Move) -> &'static str {
    match mv {
        Move::Draw => "draw",
        Move::Stand => "stand",
        Move::Double => "double",
        Move::Split => "split",
        Move::Surrender => "surrender",
    }
}

fn on_box(policy: &blackjack::MoveTable, rules: &Blackjack, sight: PlayerView<'_>) -> Option<Advice> {
    let kind = |card: Card| match card.rank() {
        croupier_kit::Rank::Ace => blackjack::ACE,
        rank => usize::from(rules.values.of(rank)).saturating_sub(1),
    };
    let mut hand = [0; blackjack::KINDS];
    sight.own.iter().for_each(|card| hand[kind(*card)] += 1);
    let up = sight
        .others
        .iter()
        .find(|(seat, _)| *seat == Deal::<BOXES_MAX>::DEALER)
        .and_then(|(_, card)| *card)
        .map(kind);
    let situation = match (sight.split, sight.own) {
        (Some(number), [first, ..]) => blackjack::Situation::AfterSplit {
            pair: kind(*first),
            further: number > 1,
            may_split: sight.may_split,
        },
        (_, [_, _]) => blackjack::Situation::First { pair: sight.may_split },
        _ => blackjack::Situation::Drawn,
    };
    let best = policy.best_move(&hand, up, situation)?;
    let within = 1e-6; // worths of later hands are stored with seven decimal places
    let mut worths: Vec<(Move, f64)> = policy.worths(&hand, up, situation);
    worths.retain(|(mv, _)| *mv != Move::Split || sight.may_split);
    let mut advice = ranked(
        worths.iter().map(|(mv, worth)| (word(*mv), Figure::near(*worth, within))).collect(),
        BY_CARDS,
    );
    put_first(&mut advice, word(best));
    Some(advice)
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

fn on_circle(analysis: &poker::RaiseAnalysis, sight: PlayerView<'_>) -> Option<Advice> {
    let own: [Card; 3] = sight.own.try_into().ok()?;
    let common = Hands::<PLAYERS_MAX>::COMMON;
    let turned: Vec<Card> =
        sight.others.iter().filter(|(seat, _)| *seat == common).filter_map(|(_, card)| *card).collect();
    let worth = match turned.as_slice() {
        [] => analysis.worth_of_three(own)?,
        [card] => analysis.worth_of_four([own[0], own[1], own[2], *card])?,
        _ => return None,
    };
    let worths = vec![("raise", worth.clone().into()), ("check", Ratio::zero().into())];
    Some(ranked(worths, BY_CLASS))
}

fn on_third(policy: &baccarat::MixedStrategy, sight: PlayerView<'_>) -> Option<Advice> {
    let view = View { hands: [table::PLAYER, table::LEFT, table::BANKER].map(|seat| seen(seat, sight)) };
    let draws = policy.draws(0, sight.seat, &view)?.clone();
    let stands = Ratio::one() - draws.clone();
    let option = |decision, share: Ratio| MoveAdvice { decision, share: share.into(), worth: None };
    let mut options = vec![option("draw", draws), option("stand", stands)];
    options.sort_by(|a, b| b.share.value().total_cmp(&a.share.value()));
    Some(Advice { options, method: BY_LOT })
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
