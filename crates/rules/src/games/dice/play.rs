//! A throw of dice: bets, the throw, and the settlement.

use croupier_kit::Throw;

use super::deal::{Deal, Move, Throws};
use super::rules::{Dice, ScoreOdds, by_score, scores};
use super::wager::{Life, Wager};
use crate::contract::{Game, Payout, Positions, Seat, Settled, Turn};
use crate::law::{Refusal, Rule};

impl Game for Dice {
    type Deal = Deal;
    type Chance = Throw;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
    type View = Deal;
    type Stock = Throws;

    fn open(&self, _: Positions) -> Deal {
        Deal::default()
    }

    /// Bets may be made before every throw, so betting never ends.
    fn turn(&self, _: &Deal) -> Turn {
        Turn::Bets
    }

    fn check(&self, _: &Deal, _: Seat, mv: Move) -> Result<(), Refusal> {
        match mv {}
    }

    fn check_fall(&self, _: &Deal, _: Throw) -> Result<(), Refusal> {
        Ok(())
    }

    fn play_unchecked(&self, _: &mut Deal, _: Seat, mv: Move) {
        match mv {}
    }

    fn fall_unchecked(&self, deal: &mut Deal, throw: Throw) {
        deal.throw = Some(throw);
    }

    fn view(&self, deal: &Deal, _: Seat) -> Deal {
        *deal
    }

    fn moves(&self, _: &Deal, _: Seat, _: impl FnMut(Move)) {}

    fn stock(&self) -> Throws {
        Throws
    }

    fn advance(&self, wager: Wager, life: &mut Life, deal: &Deal) -> Option<Settled> {
        let throw = deal.throw?;
        match wager {
            Wager::Line(place) => self.lines[usize::from(place)].advance(life, throw.score()),
            Wager::Put(place, point) => self.lines[usize::from(place)].advance_put(point, throw.score()),
            Wager::Behind(place, point) => {
                self.lines[usize::from(place)].advance_behind(point, *life, throw.score(), deal.first)
            }
            Wager::Race(place, score) => {
                self.races[usize::from(place)].advance(score, *life, throw, deal.first)
            }
            Wager::Combination(place, low, high) => {
                self.combinations[usize::from(place)].settle(low, high, throw)
            }
            Wager::Next(place, score) => Some(self.nexts[usize::from(place)].settle(score, throw.score())),
        }
    }

    fn wagers(&self, mut each: impl FnMut(Wager, Life)) {
        for (place, line) in (0..).zip(&self.lines) {
            each(Wager::Line(place), Life::default());
            line.points().for_each(|point| each(Wager::Behind(place, point), Life::default()));
            if line.put.is_some() {
                line.points().for_each(|point| each(Wager::Put(place, point), Life::default()));
            }
        }
        for (place, race) in (0..).zip(&self.races) {
            scores(&race.odds).for_each(|score| each(Wager::Race(place, score), Life::default()));
        }
        for (place, next) in (0..).zip(&self.nexts) {
            match next.names_score {
                true => scores(&next.odds)
                    .for_each(|score| each(Wager::Next(place, Some(score)), Life::default())),
                false => each(Wager::Next(place, None), Life::default()),
            }
        }
        for (place, combination) in (0..).zip(&self.combinations) {
            for (low, high) in combination.throws() {
                each(Wager::Combination(place, low, high), Life::default());
            }
        }
    }

    fn results(&self, wager: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        let mut pays = |paid: &ScoreOdds| each(Payout::Win(paid.odds), Some(paid.cite));
        match wager {
            Wager::Line(place) | Wager::Put(place, _) => pays(&self.lines[usize::from(place)].paid),
            Wager::Behind(place, point) => {
                self.lines[usize::from(place)].behind_odds(point).iter().for_each(pays)
            }
            Wager::Race(place, score) => {
                by_score(&self.races[usize::from(place)].odds, score).iter().for_each(pays)
            }
            Wager::Next(place, Some(score)) => {
                by_score(&self.nexts[usize::from(place)].odds, score).iter().for_each(pays)
            }
            Wager::Combination(place, low, high) => {
                self.combinations[usize::from(place)].odds(low, high).iter().for_each(pays)
            }
            Wager::Next(place, None) => self.nexts[usize::from(place)].odds.iter().flatten().for_each(pays),
        }
    }
}
