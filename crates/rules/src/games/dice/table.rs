//! Dice at a table: the words for its wagers, and the bets behind a line bet.

use croupier_kit::{Money, MoneySum, Odds, Throw};

use super::kinds::KINDS;
use super::point::{self, Series};
use super::rules::by_score;
use super::{Deal, Dice, First, Life, Line, PointWins, Wager};
use crate::book::Conduct;
use crate::commission::Commission;
use crate::contract::{Fallen, Game, Positions, Seat};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::Refusal;
use crate::notation::{Act, ActForm, Call};
use crate::table::{BehindRoom, Offer, State, Table, TableGame, TakeBack, no_such_bet, stake_unit};

impl TableGame for Dice {
    type Series = Series;
    const ACTS: &'static [ActForm] =
        &[ActForm::BetsBehind, ActForm::Dice, ActForm::CallsStake, ActForm::Carries];

    const KINDS: &'static [&'static DeclaredWager] = KINDS;

    fn main_words(&self) -> Vec<WagerWord<'_>> {
        self.words_of_wagers()
    }

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        let wager = match words {
            [name] => self.line_named(name).or_else(|| self.next_named(name)),
            [name, score] => self.scored(name, score),
            [name, first, second] => self.combined(name, first, second),
            _ => None,
        };
        wager.ok_or_else(|| no_such_bet(self, conduct.no_such_wager, words))
    }

    fn behind_room(table: &Table<'_, Self>, number: u32) -> Option<BehindRoom> {
        behind_room(table, number)
    }

    fn read_behind(table: &Table<'_, Self>, parent: u32) -> Result<Wager, Refusal> {
        let stake = table.stakes.get(parent);
        match stake.and_then(|stake| stake.wager.map(|wager| (wager, stake.life))) {
            // No score is 0: what is behind a bet without a point is refused by `check_behind`.
            Some((Wager::Line(line), life)) => Ok(Wager::Behind(line, life.point.unwrap_or(0))),
            Some((Wager::Put(line, point), _)) => Ok(Wager::Behind(line, point)),
            _ => {
                let allowed = "only a line bet takes bets behind it";
                Err(Refusal::new(table.conduct.no_such_wager, format!("behind {parent}"), allowed))
            }
        }
    }

    fn check_beside(table: &Table<'_, Self>, offer: &Offer<Self>) -> Result<(), Refusal> {
        match (offer.wager, offer.parent) {
            (Wager::Behind(line, point), Some(parent)) => {
                check_behind(table, offer, &table.game.lines[usize::from(line)], point, parent)
            }
            _ => Ok(()),
        }
    }

    fn check_made_now(table: &Table<'_, Self>, wager: Wager) -> Result<(), Refusal> {
        point::check_made(table, wager)
    }

    fn take_back(&self, wager: Wager, life: Life) -> TakeBack {
        self.may_take_back(wager, life)
    }

    fn withdrawn(table: &mut Table<'_, Self>, number: u32) {
        point::withdrawn(table, number);
    }

    fn open_deal(table: &Table<'_, Self>) -> Result<Deal, Refusal> {
        Ok(Deal { first: table.series.point.is_none(), ..table.game.open(Positions::NONE) })
    }

    fn fallen(table: &mut Table<'_, Self>, _: Option<Seat>) {
        if let Some(throw) = table.deal.and_then(|deal| deal.throw) {
            table.series.point = table.game.point_after(table.series.point, throw.score());
        }
    }

    fn table_point(table: &Table<'_, Self>) -> Option<u8> {
        table.series.point.filter(|_| table.game.point_matters())
    }

    fn restated(table: &mut Table<'_, Self>, wager: Wager, life: Life) -> Result<(), Refusal> {
        point::restated(table, wager, life)
    }

    fn may_end_record(table: &Table<'_, Self>) -> bool {
        point::is_in_stakes(table)
    }

    fn called(&self, wager: Wager, life: Life, call: Call) -> Option<Life> {
        self.calls(wager).map(|_| Life { called: Some(call), ..life })
    }

    fn call_of(&self, life: Life) -> Option<Call> {
        life.called()
    }

    fn describe(&self, deal: &Deal) -> String {
        deal.throw
            .map_or_else(String::new, |throw| format!("the dice show {throw}, a score of {}", throw.score()))
    }

    fn result(&self, deal: &Deal) -> String {
        deal.throw.map(|throw| throw.to_string()).unwrap_or_default()
    }

    fn progress(&self, wager: Wager, life: Life) -> Option<String> {
        let put = if let Wager::Put(_, point) = wager { Some(point) } else { None };
        let point = life.point().or(put).map(|point| format!("point {point}"));
        let called = life.called().map(|call| format!("called {}", call.name()));
        match (point, called) {
            (Some(point), Some(called)) => Some(format!("{point}, {called}")),
            (point, called) => point.or(called),
        }
    }

    /// A bet on the next throw is decided by it, so it is never carried.
    fn carried_life(&self, wager: Wager, point: Option<u8>) -> Option<Life> {
        match (wager, point) {
            (Wager::Line(place), Some(made)) => {
                let first = self.lines.get(usize::from(place))?.first.get(usize::from(made))?;
                ((2..=12).contains(&made) && *first == First::Point)
                    .then_some(Life { point, ..Life::default() })
            }
            (Wager::Line(_) | Wager::Put(..) | Wager::Behind(..) | Wager::Race(..), None) => {
                Some(Life::default())
            }
            (Wager::Next(..) | Wager::Combination(..), _)
            | (Wager::Put(..) | Wager::Behind(..) | Wager::Race(..), Some(_)) => None,
        }
    }

    fn point_of(&self, life: Life) -> Option<u8> {
        life.point()
    }

    fn throws_dice(&self) -> bool {
        true
    }

    fn wager_name(&self, wager: Wager) -> String {
        let line = |place: u8| &self.lines[usize::from(place)];
        match wager {
            Wager::Line(place) => line(place).names.first().map_or_else(String::new, ToString::to_string),
            Wager::Behind(place, point) => format!("{} {point}", self.behind_name(line(place))),
            Wager::Put(place, point) => {
                let put = line(place).put.as_ref();
                format!("{} {point}", put.map_or("", |put| &*put.name))
            }
            Wager::Combination(place, low, high) => {
                let name = &self.combinations[usize::from(place)].name;
                format!("{name} {}", if low == high { "pair" } else { "mixed" })
            }
            Wager::Race(place, score) => format!("{} {score}", self.races[usize::from(place)].name),
            Wager::Next(place, score) => {
                let name = &self.nexts[usize::from(place)].name;
                score.map_or_else(|| name.to_string(), |score| format!("{name} {score}"))
            }
        }
    }

    fn usual_odds(&self, wager: Wager) -> Option<Odds> {
        match wager {
            Wager::Line(place) | Wager::Put(place, _) => Some(self.lines[usize::from(place)].paid),
            Wager::Combination(place, low, high) => self.combinations[usize::from(place)].odds(low, high),
            Wager::Behind(place, point) => self.lines[usize::from(place)].behind_odds(point),
            Wager::Race(place, score) => by_score(&self.races[usize::from(place)].odds, score),
            Wager::Next(place, Some(score)) => by_score(&self.nexts[usize::from(place)].odds, score),
            Wager::Next(place, None) => Some(self.nexts[usize::from(place)].usual),
        }
        .map(|paid| paid.odds)
    }

    fn commission(&self, wager: Wager) -> Option<Commission> {
        match wager {
            Wager::Race(place, _) => self.races[usize::from(place)].commission,
            Wager::Line(_)
            | Wager::Put(..)
            | Wager::Behind(..)
            | Wager::Next(..)
            | Wager::Combination(..) => None,
        }
    }

    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Throw, Refusal> {
        let refusal =
            |found: String| Refusal::new(self.dice_rule, found, "two dice are thrown, each showing 1 to 6");
        match fallen {
            Fallen::Dice(&[first, second]) => {
                Throw::new(first, second).map_err(|error| refusal(error.to_string()))
            }
            Fallen::Dice(values) => Err(refusal(format!("{} dice", values.len()))),
            other => Err(Refusal::new(None, format!("{} at dice", other.name()), "dice are thrown here")),
        }
    }

    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::CallsStake(name, number, call) => point::call(table, name, *number, *call),
            other => table.house_bank(other),
        }
    }
}

impl Dice {
    /// The name of the bets behind a line, which their point follows. Lines that the same side wins share it if the bets
    /// behind them are paid alike.
    pub fn behind_name(&self, line: &Line) -> String {
        let word = match line.point_wins {
            PointWins::Point => "behind-win",
            PointWins::Seven => "behind-dont",
        };
        let first = self.lines.iter().find(|other| other.point_wins == line.point_wins);
        match line.names.first() {
            Some(name) if first.is_none_or(|first| !first.has_behind_of(line)) => format!("{word}-{name}"),
            _ => word.to_owned(),
        }
    }

    /// The lines with different bets behind them: the first of each.
    pub fn behind_lines(&self) -> impl Iterator<Item = &Line> {
        let earlier =
            |place: usize, line: &Line| self.lines[..place].iter().any(|one| one.has_behind_of(line));
        let lines = self.lines.iter().enumerate();
        lines.filter(move |(place, line)| !earlier(*place, line)).map(|(_, line)| line)
    }
}

/// What the bets behind a line bet with a point leave room for, in amounts that are paid exactly.
fn behind_room(table: &Table<'_, Dice>, number: u32) -> Option<BehindRoom> {
    let stake = table.stakes.get(number).filter(|stake| stake.state == State::Standing)?;
    let ((Wager::Line(line), Some(point)) | (Wager::Put(line, point), _)) = (stake.wager?, stake.life.point)
    else {
        return None;
    };
    let rules = &table.game.lines[usize::from(line)];
    let (odds, most) = (rules.behind_odds(point)?.odds, rules.most_behind(stake.amount, point)?);
    let behind: MoneySum = table.stakes.children(number).map(|(_, other)| other.amount).sum();
    let step = stake_unit(&*table.game, Wager::Behind(line, point));
    let left = (most - behind.minor()).min(Money::AMOUNT_MAX.minor().into());
    let most = i64::try_from(left).ok().map(|left| left - left % step).filter(|most| *most > 0)?;
    Some(BehindRoom { odds, step: Money::from_minor(step), most: Money::from_minor(most) })
}

/// Checks a bet behind: it must be behind the player's own line bet with a point, and within the maximum in total.
fn check_behind(
    table: &Table<'_, Dice>,
    offer: &Offer<Dice>,
    line: &Line,
    point: u8,
    parent: u32,
) -> Result<(), Refusal> {
    let refusal = |allowed: String| Refusal::new(line.behind_cite, format!("behind {parent}"), allowed);
    let Some(stake) = table.stakes.get(parent) else { return Ok(()) };
    if stake.player != offer.player {
        return Err(refusal("you can bet only behind a bet of your own".to_owned()));
    }
    if stake.state != State::Standing || point == 0 {
        return Err(refusal("that bet has no point".to_owned()));
    }
    let others = table.stakes.children(parent);
    let total: MoneySum = others.map(|(_, other)| other.amount).chain([offer.amount]).sum();
    if line.permits_behind(stake.amount, total, point) {
        return Ok(());
    }
    Err(refusal(format!("too much would lie behind stake {parent} of {}", stake.amount)))
}

impl Dice {
    fn line_named(&self, name: &str) -> Option<Wager> {
        (0..)
            .zip(&self.lines)
            .find(|(_, line)| line.names.iter().any(|n| **n == *name))
            .map(|(place, _)| Wager::Line(place))
    }

    fn next_named(&self, name: &str) -> Option<Wager> {
        let next = (0..).zip(&self.nexts).find(|(_, next)| *next.name == *name && !next.names_score);
        next.map(|(place, _)| Wager::Next(place, None))
    }

    /// A wager on two dice: `hop 3 5`.
    fn combined(&self, name: &str, first: &str, second: &str) -> Option<Wager> {
        let (first, second) = (figure(first)?, figure(second)?);
        let dice = (first.min(second), first.max(second));
        let named = |combination: &super::Combination| *combination.name == *name;
        let on = (0..).zip(&self.combinations).find(|(_, combination)| named(combination));
        let on = on.filter(|(_, combination)| combination.throws().any(|throw| throw == dice));
        on.map(|(place, _)| Wager::Combination(place, dice.0, dice.1))
    }

    /// A wager that names a score: `hard 6`, `single 11`, `put 4`.
    fn scored(&self, name: &str, score: &str) -> Option<Wager> {
        let score: u8 = figure(score)?;
        let is_put = |line: &Line| line.put.as_ref().is_some_and(|put| *put.name == *name);
        let put = (0..).zip(&self.lines).find(|(_, line)| is_put(line));
        let put = put.filter(|(_, line)| line.points().any(|point| point == score));
        let race = (0..)
            .zip(&self.races)
            .find(|(_, race)| *race.name == *name && by_score(&race.odds, score).is_some());
        let next = (0..).zip(&self.nexts).find(|(_, next)| {
            *next.name == *name && next.names_score && by_score(&next.odds, score).is_some()
        });
        race.map(|(place, _)| Wager::Race(place, score))
            .or(next.map(|(place, _)| Wager::Next(place, Some(score))))
            .or(put.map(|(place, _)| Wager::Put(place, score)))
    }
}

/// A plain number without sign or leading zero.
fn figure(word: &str) -> Option<u8> {
    word.parse().ok().filter(|number: &u8| number.to_string() == word)
}
