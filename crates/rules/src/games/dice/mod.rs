//! Dice: two dice, and the wagers of a schedule (reg. 4 and the Schedule).

mod draft;
mod line;
mod offer;
mod table;

use croupier_kit::{Odds, Throw};

pub(crate) use draft::DiceBook;
pub use line::{Barred, BehindMost, First, Line, PointWins};

use crate::contract::{Game, Payout, Positions, Seat, Settled, Stock, Turn};
use crate::law::{Cites, Refusal, Rule};

/// The rules of a dice table.
#[derive(Clone, Debug)]
pub struct Dice {
    /// The provision on the dice.
    pub dice_rule: Option<Rule>,
    /// Wagers on a first throw and then on a point.
    pub lines: Vec<Line>,
    /// Wagers that one score comes before seven, or seven before it.
    pub races: Vec<Race>,
    /// Wagers on the next throw alone.
    pub nexts: Vec<Next>,
}

/// The odds of one score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreOdds {
    /// What it is paid.
    pub odds: Odds,
    /// The provision.
    pub cite: Rule,
}

/// The odds by score, 0 to 12.
pub type ByScore = [Option<ScoreOdds>; 13];

/// A wager that one score comes before seven, or seven before it.
#[derive(Clone, Debug)]
pub struct Race {
    /// Its name.
    pub name: Box<str>,
    /// What wins it.
    pub winner: Winner,
    /// The odds of each score it can be on.
    pub odds: ByScore,
}

/// What wins a race against the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The score, however it is made up.
    Score,
    /// Seven.
    Seven,
    /// The score made of two alike; made of two different it loses.
    Pair,
}

/// A wager on the next throw alone.
#[derive(Clone, Debug)]
pub struct Next {
    /// Its name.
    pub name: Box<str>,
    /// Whether it names one of its scores, or is on all of them.
    pub names_score: bool,
    /// The odds of each score that wins.
    pub odds: ByScore,
    /// The odds of an ordinary win.
    pub usual: ScoreOdds,
    /// The provision that defines it.
    pub cite: Rule,
}

/// What a stake at dice is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// The line in this place.
    Line(u8),
    /// Behind the line in this place, on or against this point; 0 where there was none.
    Behind(u8, u8),
    /// The race in this place, on this score.
    Race(u8, u8),
    /// The next-throw wager in this place, on this score or on all of its scores.
    Next(u8, Option<u8>),
}

/// The point of a line bet, once it has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) point: Option<u8>,
}

impl Life {
    /// The point, once there is one.
    pub const fn point(self) -> Option<u8> {
        self.point
    }
}

/// The throw, once it is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deal {
    throw: Option<Throw>,
}

impl Deal {
    /// The throw.
    pub const fn throw(&self) -> Option<Throw> {
        self.throw
    }
}

const _: () = assert!(size_of::<Deal>() <= 3);

/// Nobody decides anything at dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {}

/// Thirty-six throws, each as likely as any other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Throws;

impl Stock for Throws {
    type Chance = Throw;

    fn each(&self, mut fall: impl FnMut(Throw, u32)) {
        Throw::all().for_each(|throw| fall(throw, 1));
    }

    fn take(&mut self, _: Throw) {}
}

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

    /// Bets may be made before any throw, so betting never ends.
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
            Wager::Behind(place, point) => {
                self.lines[usize::from(place)].advance_behind(point, throw.score())
            }
            Wager::Race(place, score) => self.races[usize::from(place)].advance(score, throw),
            Wager::Next(place, score) => Some(self.nexts[usize::from(place)].settle(score, throw.score())),
        }
    }

    fn wagers(&self, mut each: impl FnMut(Wager, Life)) {
        for (place, line) in (0..).zip(&self.lines) {
            each(Wager::Line(place), Life::default());
            line.points().for_each(|point| each(Wager::Behind(place, point), Life::default()));
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
    }

    fn results(&self, wager: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        let mut pays = |paid: &ScoreOdds| each(Payout::Win(paid.odds), Some(paid.cite));
        match wager {
            Wager::Line(place) => pays(&self.lines[usize::from(place)].paid),
            Wager::Behind(place, point) => {
                self.lines[usize::from(place)].behind_odds(point).iter().for_each(pays)
            }
            Wager::Race(place, score) => {
                by_score(&self.races[usize::from(place)].odds, score).iter().for_each(pays)
            }
            Wager::Next(place, Some(score)) => {
                by_score(&self.nexts[usize::from(place)].odds, score).iter().for_each(pays)
            }
            Wager::Next(place, None) => self.nexts[usize::from(place)].odds.iter().flatten().for_each(pays),
        }
    }
}

impl Race {
    /// Decided by the score and by seven, and by nothing else.
    fn advance(&self, score: u8, throw: Throw) -> Option<Settled> {
        let paid = by_score(&self.odds, score)?;
        let wins = match (self.winner, throw.score()) {
            (Winner::Seven, 7) => true,
            (Winner::Score, made) if made == score => true,
            (Winner::Pair, made) if made == score => throw.is_pair(),
            (_, made) if made == 7 || made == score => false,
            _ => return None,
        };
        Some(Settled::new(if wins { Payout::Win(paid.odds) } else { Payout::Lose }, paid.cite))
    }
}

impl Next {
    /// Decided by the next throw, whatever it is.
    fn settle(&self, on: Option<u8>, made: u8) -> Settled {
        let own = on.and_then(|score| by_score(&self.odds, score));
        let paid = by_score(&self.odds, made).filter(|_| on.is_none_or(|score| score == made));
        match paid {
            Some(paid) => Settled::new(Payout::Win(paid.odds), paid.cite),
            None => Settled::new(Payout::Lose, own.map_or(Cites::from(self.cite), |own| own.cite.into())),
        }
    }
}

/// The odds of a score.
fn by_score(odds: &ByScore, score: u8) -> Option<ScoreOdds> {
    odds.get(usize::from(score)).copied().flatten()
}

/// The scores that have odds.
fn scores(odds: &ByScore) -> impl Iterator<Item = u8> + '_ {
    (0..=12).filter(|score| odds[usize::from(*score)].is_some())
}
