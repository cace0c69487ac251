//! The information of the two sides of a coup, their strategies, and the certificate of an equilibrium.

use std::collections::HashMap;

use croupier_kit::Ratio;
use croupier_rules::contract::Seat;
use croupier_rules::games::baccarat::{BANKER, HandView, LEFT, PLAYER, Pip, View};

use super::results::Results;
use crate::Figure;

/// What a side's decision depends on in its own first two cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knows {
    /// Only their score.
    Score,
    /// The cards themselves.
    Cards,
}

/// Whether a card that was dealt can be dealt again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sampling {
    /// As in the classical analyses: every card is replaced before the next is dealt.
    WithReplacement,
    /// As at a real table.
    WithoutReplacement,
}

/// A side's own first two cards, as far as its decision depends on them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OwnCards {
    /// Their score.
    Score(Pip),
    /// The cards, the lower first.
    Cards([Pip; 2]),
}

/// What a seat sees of an opposing hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HandShown {
    /// There is no such hand.
    Absent,
    /// Two closed cards: the hand stood, or has not decided yet.
    Closed,
    /// It drew this card.
    Drew(Pip),
    /// A natural of this score, which is turned up at once.
    Natural(Pip),
}

/// An information set: what a seat knows when it decides whether to draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InformationSet {
    /// The seat that decides.
    pub seat: Seat,
    /// The seat's own cards.
    pub own: OwnCards,
    /// The hand against the banker, or the right one of two; `Absent` if it is the seat's own.
    pub right: HandShown,
    /// The left hand; `Absent` if it is the seat's own.
    pub left: HandShown,
}

/// The probability that a seat draws at an information set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawChoice {
    /// The plan of the hands against the banker, if it matters; see [`Equilibrium::plans`].
    pub plan: usize,
    /// What the seat knows.
    pub sees: InformationSet,
    /// The probability of drawing.
    pub draws: Ratio,
}

/// The result of each side's best response to the other. At an equilibrium the two are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The most that the opposing hands can win against this banker, per unit staked.
    pub player_best: Ratio,
    /// The least that they win, against the banker's best play, per unit staked.
    pub banker_best: Ratio,
}

impl Certificate {
    /// What the sides can still gain; zero at an equilibrium.
    pub fn gap(&self) -> Ratio {
        &self.player_best - &self.banker_best
    }
}

/// The strategies of both sides, their value, and the proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// The opposing side's gain per unit staked; negative if the banker has the advantage.
    pub value: Figure,
    /// The probabilities of the plans that the opposing hands agree on before the deal. A single hand has only one
    /// plan.
    pub plans: Vec<Ratio>,
    /// The decisions of the opposing hands where they have a choice, under every plan that is played.
    pub player: Vec<DrawChoice>,
    /// The banker's decisions where the banker has a choice and the information set can be reached.
    pub banker: Vec<DrawChoice>,
    /// The probability of each result under these strategies.
    pub results: Results,
    /// The proof.
    pub certificate: Certificate,
    /// How it was found and what was assumed, in words.
    pub method: String,
}

/// An equilibrium in a form that can be played: the probability of drawing for each view of a seat.
#[derive(Clone, Debug)]
pub struct MixedStrategy {
    /// The probabilities of the plans. One plan is drawn for each coup, and both opposing hands follow it.
    pub plans: Vec<Ratio>,
    /// What each seat decides by: the hand or right hand, the left hand, the banker.
    knows: [Knows; 3],
    draws: HashMap<(usize, InformationSet), Ratio>,
}

impl Equilibrium {
    /// The equilibrium as a policy.
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
    /// The probability that the seat draws under this plan; `None` if it has no choice or the plan is never played.
    pub fn draws(&self, plan: usize, seat: Seat, view: &View) -> Option<&Ratio> {
        let sees = InformationSet::of(seat, view, *self.knows.get(usize::from(seat))?)?;
        // The banker does not know the plan.
        self.draws.get(&(if seat == BANKER { 0 } else { plan }, sees))
    }
}

impl InformationSet {
    /// The information set of a seat that decides by `knows`.
    pub fn of(seat: Seat, view: &View, knows: Knows) -> Option<Self> {
        let own = OwnCards::of(view.hands.get(usize::from(seat))?.first_two?, knows);
        let sight = |other: Seat| {
            if other == seat { HandShown::Absent } else { HandShown::of(view.hands[usize::from(other)]) }
        };
        Some(Self { seat, own, right: sight(PLAYER), left: sight(LEFT) })
    }
}

impl OwnCards {
    /// Two cards, the lower first, as far as the decision depends on them.
    pub const fn of(cards: [Pip; 2], knows: Knows) -> Self {
        match knows {
            Knows::Score => Self::Score((cards[0] + cards[1]) % 10),
            Knows::Cards => Self::Cards(cards),
        }
    }
}

impl HandShown {
    pub(crate) fn of(seen: HandView) -> Self {
        match (seen.cards, seen.third, seen.first_two) {
            (0, ..) => Self::Absent,
            (_, Some(third), _) => Self::Drew(third),
            (_, None, Some(cards)) => Self::Natural((cards[0] + cards[1]) % 10),
            (_, None, None) => Self::Closed,
        }
    }
}
