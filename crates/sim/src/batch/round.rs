//! A round of one box, played through the rules.

use croupier_kit::Rank;
use croupier_rules::contract::{Face, Game, OwnStake, OwnStakes, Payout, Positions, Seated, Turn};
use croupier_rules::games::blackjack::{Blackjack, Deal, Life, Move, Wager};

use super::action::{Action, Permitted};
use crate::play::chart_hand;

/// The game of one box.
pub(crate) type OneBox = Seated<Blackjack, 1>;

/// What a table shows, as small numbers: the phase; the score of the hand, whether it is soft, the value of its pair (0
/// if it is none); the value of the dealer's first card and the dealer's score as far as it is seen; the number of hands of
/// the box, and the place of this one.
pub const OBSERVED: usize = 8;

/// What a table asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObservedPhase {
    /// A hand is played.
    Play,
    /// The hand may be given up before the dealer looks.
    BeforeLook,
    /// Insurance is offered.
    Insurance,
    /// The round is over.
    Over,
}

/// The insurance of a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Insurance {
    /// It was not offered yet.
    NotAsked,
    /// It was declined, or is settled.
    None,
    /// It stands.
    Stands,
}

/// What a round waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Waiting {
    /// A card.
    Card,
    /// A decision.
    Decision(ObservedPhase),
    /// Nothing: it is over.
    Nothing,
}

/// Where the next card of a round falls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CardFall {
    /// Whether it is the dealer's.
    pub(crate) to_dealer: bool,
    /// Whether it lies face up.
    pub(crate) is_up: bool,
}

/// The stake on insurance, in units of the bet.
const INSURED: f64 = 0.5;

/// A round of one box with a bet of one unit.
#[derive(Clone, Debug)]
pub(crate) struct OpenRound {
    pub(crate) deal: Deal<1>,
    pub(crate) stakes: OwnStakes<OneBox>,
    pub(crate) insurance: Insurance,
    /// What has been settled, in units.
    pub(crate) won: f64,
    /// Whether anything was decided.
    pub(crate) asked: bool,
    /// Whether a hand has been played on.
    pub(crate) touched: bool,
    waits: Waiting,
}

impl OpenRound {
    /// A round before its first card.
    pub(crate) fn new(game: &OneBox) -> Self {
        let mut stakes = OwnStakes::<OneBox>::new();
        stakes.push(OwnStake { wager: Wager::Box(0), life: Life::default(), units: 1 });
        Self {
            deal: game.open(Positions::first(1)),
            stakes,
            insurance: Insurance::NotAsked,
            won: 0.0,
            asked: false,
            touched: false,
            waits: Waiting::Card,
        }
    }

    /// What the round waits for.
    pub(crate) const fn waiting(&self) -> Waiting {
        self.waits
    }

    /// Where the next card falls; `None` where no card is due.
    pub(crate) fn fall_due(&self, game: &OneBox) -> Option<CardFall> {
        match game.turn(&self.deal) {
            Turn::Chance(fall) => {
                Some(CardFall { to_dealer: fall.to == Deal::<1>::DEALER, is_up: fall.face == Face::Up })
            }
            Turn::Bets | Turn::Seat(_) | Turn::Over => None,
        }
    }

    /// What the round waits for when it is this turn.
    fn waits_for(&self, game: &OneBox, turn: Turn) -> Waiting {
        let second_card = matches!(turn, Turn::Chance(fall) if fall.face == Face::Down && fall.to != 0);
        if self.insurance == Insurance::NotAsked && !second_card && self.insurance_is_offered(game) {
            return Waiting::Decision(ObservedPhase::Insurance);
        }
        match turn {
            Turn::Chance(_) => Waiting::Card,
            Turn::Seat(_) if game.check(&self.deal, 0, Move::PlayOn).is_ok() => {
                Waiting::Decision(ObservedPhase::BeforeLook)
            }
            Turn::Seat(_) => Waiting::Decision(ObservedPhase::Play),
            Turn::Bets | Turn::Over => Waiting::Nothing,
        }
    }

    fn insurance_is_offered(&self, game: &OneBox) -> bool {
        self.deal.is_untouched() && (game.insurance_is_open(&self.deal, 0) || self.at_evens(game).is_some())
    }

    /// The deal with the blackjack settled at evens, if it may be.
    fn at_evens(&self, game: &OneBox) -> Option<Deal<1>> {
        let mut deal = self.deal;
        game.take_even_money(&mut deal, 0).then_some(deal)
    }

    /// A card falls.
    pub(crate) fn fall(&mut self, game: &OneBox, rank: Rank) {
        game.fall_unchecked(&mut self.deal, rank);
        self.go_on(game);
    }

    /// Settles what can be settled, unless insurance must be asked about first, and lets the dealer look when that is due.
    fn go_on(&mut self, game: &OneBox) {
        loop {
            let turn = game.turn(&self.deal);
            self.waits = self.waits_for(game, turn);
            if self.waits == Waiting::Decision(ObservedPhase::Insurance) {
                break;
            }
            self.settle(game);
            if turn != Turn::Seat(Deal::<1>::DEALER) {
                break;
            }
            game.play_unchecked(&mut self.deal, Deal::<1>::DEALER, Move::Look);
        }
    }

    fn settle(&mut self, game: &OneBox) {
        if self.insurance == Insurance::Stands
            && let Some(settled) = game.advance(Wager::Insurance(0), &mut Life::default(), &self.deal)
        {
            self.won += INSURED * share(settled.payout);
            self.insurance = Insurance::None;
        }
        let (deal, won) = (&self.deal, &mut self.won);
        self.stakes.retain(|stake| match game.advance(stake.wager, &mut stake.life, deal) {
            Some(settled) => {
                *won += f64::from(stake.units) * share(settled.payout);
                false
            }
            None => true,
        });
    }

    /// The actions that the rules permit now.
    pub(crate) fn permitted(&self, game: &OneBox) -> Permitted {
        let mut permitted = Permitted::default();
        match self.waits {
            Waiting::Decision(ObservedPhase::Insurance) => {
                permitted.add(Action::GoOn);
                if game.insurance_is_open(&self.deal, 0) {
                    permitted.add(Action::Insure);
                }
                if self.at_evens(game).is_some() {
                    permitted.add(Action::EvenMoney);
                }
            }
            Waiting::Decision(_) => {
                let may = |action: &Action| {
                    action.of_hand().is_some_and(|mv| game.check(&self.deal, 0, mv).is_ok())
                };
                Action::ALL.into_iter().filter(may).for_each(|action| permitted.add(action));
            }
            Waiting::Card | Waiting::Nothing => {}
        }
        permitted
    }

    /// Carries out an action that is permitted.
    pub(crate) fn act(&mut self, game: &OneBox, action: Action) {
        self.asked = true;
        if self.waits == Waiting::Decision(ObservedPhase::Insurance) {
            self.answer_insurance(game, action);
        } else if let Some(mv) = action.of_hand() {
            self.touched |= mv != Move::PlayOn;
            game.follow(&self.deal, 0, mv, &mut self.stakes);
            game.play_unchecked(&mut self.deal, 0, mv);
        }
        self.go_on(game);
    }

    fn answer_insurance(&mut self, game: &OneBox, action: Action) {
        self.insurance = Insurance::None;
        match action {
            Action::Insure => {
                game.open_insurance(&mut self.deal);
                self.insurance = Insurance::Stands;
            }
            Action::EvenMoney => {
                if let Some(deal) = self.at_evens(game) {
                    self.deal = deal;
                    self.won += self.stakes.drain(..).map(|stake| f64::from(stake.units)).sum::<f64>();
                }
            }
            _ => {}
        }
    }

    /// What the player of the box sees.
    pub(crate) fn observed(&self, game: &OneBox) -> [i8; OBSERVED] {
        let view = game.view(&self.deal, 0);
        let hands = view.at(0).hands();
        let last = u8::try_from(hands.len() - 1).expect("a box has few hands");
        let place = game.to_decide(&view, 0).unwrap_or(last);
        let dealer = view.dealer();
        let seen = chart_hand(game, hands[usize::from(place)], dealer);
        let phase = match self.waits {
            Waiting::Decision(phase) => phase,
            Waiting::Card | Waiting::Nothing => ObservedPhase::Over,
        };
        let up = seen.up.map_or(0, |kind| u8::try_from(kind + 1).expect("there are ten values"));
        let dealers = if dealer.second_rank().is_some() { dealer.score() } else { up };
        // A pair matters only as long as it can be decided on.
        let pair = seen.pair.filter(|_| phase != ObservedPhase::Over).unwrap_or(0);
        [phase as u8, seen.score, u8::from(seen.soft), pair, up, dealers, last + 1, place]
            .map(|figure| i8::try_from(figure).expect("scores are below 100"))
    }
}

/// The profit of a stake of one unit.
#[allow(clippy::cast_precision_loss, reason = "the terms of odds have few digits")]
fn share(payout: Payout) -> f64 {
    let (won, staked) = payout.share();
    won as f64 / staked as f64
}
