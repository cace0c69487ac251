//! What the two sides of a coup know, how they play, and the certificate of an equilibrium.

use std::collections::HashMap;

use croupier_kit::Ratio;
use croupier_rules::contract::Seat;
use croupier_rules::games::baccarat::{BANKER, HandView, LEFT, PLAYER, Pip, View};

use super::results::Results;
use crate::Figure;

/// How a side goes by its own first two cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knows {
    /// By their score alone.
    Score,
    /// By the cards themselves.
    Cards,
}

/// Whether cards that have fallen can fall again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sampling {
    /// As in the classical analyses: every card is put back before the next.
    WithReplacement,
    /// As at a table.
    WithoutReplacement,
}

/// One's own first two cards, as far as one goes by them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OwnCards {
    /// Their score.
    Score(Pip),
    /// The cards, the lower first.
    Cards([Pip; 2]),
}

/// What one sees of an opposing hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HandShown {
    /// There is no such hand.
    Absent,
    /// Two closed cards: it has stood, or has yet to speak.
    Closed,
    /// It drew this card.
    Drew(Pip),
    /// A natural of this score, turned at once.
    Natural(Pip),
}

/// An information set: what a seat knows when it has to say whether it draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InformationSet {
    /// Who it is.
    pub seat: Seat,
    /// His own cards.
    pub own: OwnCards,
    /// The hand against the banker, or the right one of two; `Absent` where it is his own.
    pub right: HandShown,
    /// The left one; `Absent` where it is his own.
    pub left: HandShown,
}

/// How likely a seat is to draw at an information set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawChoice {
    /// The plan that the hands against the banker play by, where it makes a difference; see [`Equilibrium::plans`].
    pub plan: usize,
    /// What the seat knows.
    pub sees: InformationSet,
    /// How likely it is to draw.
    pub draws: Ratio,
}

/// What each side's best answer to the other comes to: at an equilibrium the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What the opposing hands win at most against this banker, per unit staked.
    pub player_best: Ratio,
    /// What they win at least if the banker plays his best against them.
    pub banker_best: Ratio,
}

impl Certificate {
    /// What is left to gain; zero at an equilibrium.
    pub fn gap(&self) -> Ratio {
        &self.player_best - &self.banker_best
    }
}

/// How both sides play, what that comes to, and the proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What the opposing side wins per unit staked; negative where the banker has the best of it.
    pub value: Figure,
    /// The chances of the plans that the opposing hands agree on before the deal; one where one hand opposes the banker's.
    pub plans: Vec<Ratio>,
    /// What the opposing hands do where they have a choice, under every plan that is played.
    pub player: Vec<DrawChoice>,
    /// What the banker does where he has a choice and which can come about.
    pub banker: Vec<DrawChoice>,
    /// How likely each result is when both play so.
    pub results: Results,
    /// The proof.
    pub certificate: Certificate,
}

/// An equilibrium as a player at a table can use it: how likely to draw, by what a seat sees.
#[derive(Clone, Debug)]
pub struct MixedStrategy {
    /// The chances of the plans; one is drawn for each coup, and both opposing hands play by it.
    pub plans: Vec<Ratio>,
    /// How each seat goes by its cards: the hand or right hand, the left, the banker.
    knows: [Knows; 3],
    draws: HashMap<(usize, InformationSet), Ratio>,
}

impl Equilibrium {
    /// The same as a policy.
    pub fn policy(&self) -> MixedStrategy {
        let choices = || self.player.iter().chain(&self.banker);
        let knows = |seat: Seat| {
            let own = choices().find(|choice| choice.sees.seat == seat).map(|choice| choice.sees.own);
            if let Some(OwnCards::Cards(_)) = own { Knows::Cards } else { Knows::Score }
        };
        MixedStrategy {
            plans: self.plans.clone(),
            knows: [PLAYER, LEFT, BANKER].map(knows),
            draws: choices().map(|choice| ((choice.plan, choice.sees), choice.draws.clone())).collect(),
        }
    }
}

impl MixedStrategy {
    /// How likely the seat is to draw under this plan; `None` where it has no choice or the plan is never played.
    pub fn draws(&self, plan: usize, seat: Seat, view: &View) -> Option<&Ratio> {
        let sees = InformationSet::of(seat, view, *self.knows.get(usize::from(seat))?)?;
        // The banker does not know the plan.
        self.draws.get(&(if seat == BANKER { 0 } else { plan }, sees))
    }
}

impl InformationSet {
    /// What the seat knows, going by its cards so.
    pub fn of(seat: Seat, view: &View, knows: Knows) -> Option<Self> {
        let own = OwnCards::of(view.hands.get(usize::from(seat))?.first_two?, knows);
        let sight = |other: Seat| {
            if other == seat { HandShown::Absent } else { HandShown::of(view.hands[usize::from(other)]) }
        };
        Some(Self { seat, own, right: sight(PLAYER), left: sight(LEFT) })
    }
}

impl OwnCards {
    /// Two cards, the lower first, as one goes by them.
    pub const fn of(cards: [Pip; 2], knows: Knows) -> Self {
        match knows {
            Knows::Score => Self::Score((cards[0] + cards[1]) % 10),
            Knows::Cards => Self::Cards(cards),
        }
    }
}

impl HandShown {
    fn of(seen: HandView) -> Self {
        match (seen.cards, seen.third, seen.first_two) {
            (0, ..) => Self::Absent,
            (_, Some(third), _) => Self::Drew(third),
            (_, None, Some(cards)) => Self::Natural((cards[0] + cards[1]) % 10),
            (_, None, None) => Self::Closed,
        }
    }
}
