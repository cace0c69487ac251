//! A person of the house, with personal limits.

use croupier_kit::{Money, MoneySum};
use serde::{Deserialize, Serialize};

use super::role::Role;
use crate::ids::Now;
use crate::rejection::{Rejection, RejectionCode};

/// The keyed hash of the number of an identity document. The house never sees the number itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentHash(pub [u8; 32]);

/// A limit that people can set for themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// The largest single stake.
    Stake,
    /// The largest loss in a day.
    Loss,
    /// The largest buy-in in a day.
    BuyIn,
}

/// One personal limit, with a change that is not in force yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PersonalLimit {
    pub(crate) now: Option<Money>,
    /// The new limit, and the time from which it applies.
    pub(crate) next: Option<(Option<Money>, i64)>,
}

impl PersonalLimit {
    /// The limit at a time.
    pub fn at(&self, at: i64) -> Option<Money> {
        match self.next {
            Some((amount, from)) if from <= at => amount,
            _ => self.now,
        }
    }

    /// The change that is not in force yet at a time.
    pub fn next_after(&self, at: i64) -> Option<(Option<Money>, i64)> {
        self.next.filter(|(_, from)| at < *from)
    }

    fn set(&mut self, amount: Option<Money>, from: i64, at: i64) {
        self.now = self.at(at);
        if from <= at {
            (self.now, self.next) = (amount, None);
        } else {
            self.next = Some((amount, from));
        }
    }

    /// Whether this amount would raise the limit.
    pub fn is_raised_by(&self, amount: Option<Money>, at: i64) -> bool {
        match (self.at(at), amount) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(now), Some(amount)) => amount > now,
        }
    }
}

/// A person of the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The name of the person in records.
    pub handle: Box<str>,
    /// The role.
    pub role: Role,
    /// The name in the house file.
    pub staff: Option<Box<str>>,
    /// The reason why service is refused, if it is.
    pub refused: Option<Box<str>>,
    /// Excluded until this time; `Some(None)` means permanently.
    pub excluded: Option<Option<i64>>,
    pub(crate) limits: [PersonalLimit; 3],
    /// The day of the totals below, in days since 1970.
    pub(crate) day: i64,
    /// The net result of that day: winnings less losses.
    pub net_of_day: MoneySum,
    /// The total buy-in of that day.
    pub bought_of_day: MoneySum,
    /// The keyed hash of the number of an identity document, if the house knows one.
    pub document: Option<DocumentHash>,
}

impl Person {
    pub(crate) fn new(handle: Box<str>, role: Role, staff: Option<Box<str>>) -> Self {
        Self {
            handle,
            role,
            staff,
            refused: None,
            excluded: None,
            limits: [PersonalLimit::default(); 3],
            day: 0,
            net_of_day: MoneySum::ZERO,
            bought_of_day: MoneySum::ZERO,
            document: None,
        }
    }

    /// One of the personal limits.
    pub fn limit(&self, limit: LimitKind) -> &PersonalLimit {
        &self.limits[limit as usize]
    }

    pub(crate) fn set_limit(&mut self, limit: LimitKind, amount: Option<Money>, from: i64, at: i64) {
        self.limits[limit as usize].set(amount, from, at);
    }

    /// Whether the person is excluded at a time.
    pub fn is_excluded(&self, at: i64) -> bool {
        self.excluded.is_some_and(|until| until.is_none_or(|until| at < until))
    }

    /// Checks the personal limits: `more` is staked in addition, and `stake` is the largest single stake after it.
    pub(crate) fn check_limits(&self, more: Money, stake: Money, now: Now) -> Result<(), Rejection> {
        let rejection = |found: String, limit: Money| {
            Err(Rejection::new(RejectionCode::Limit, found, format!("the limit you set is {limit}")))
        };
        if let Some(limit) = self.limit(LimitKind::Stake).at(now.at)
            && stake > limit
        {
            return rejection(format!("a stake of {stake}"), limit);
        }
        // Few people have a limit: the day is not computed for the bets of the others.
        let Some(limit) = self.limit(LimitKind::Loss).at(now.at) else { return Ok(()) };
        let risk = MoneySum::from(more) - self.totals_of_day(now.day()).0;
        if risk > limit.into() {
            return rejection(format!("this would put {risk} at risk today"), limit);
        }
        Ok(())
    }

    /// Adds to the totals of a day, in days since 1970.
    pub(crate) fn count(&mut self, day: i64, net: MoneySum, bought: MoneySum) {
        if day != self.day {
            (self.day, self.net_of_day, self.bought_of_day) = (day, MoneySum::ZERO, MoneySum::ZERO);
        }
        self.net_of_day += net;
        self.bought_of_day += bought;
    }

    /// The net result and the buy-in on a day, in days since 1970.
    pub fn totals_of_day(&self, day: i64) -> (MoneySum, MoneySum) {
        if day == self.day { (self.net_of_day, self.bought_of_day) } else { Default::default() }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn totals_of_a_day_are_larger_than_any_amount() {
        let now = Now { at: 3 * crate::ids::DAY_MS, date: date(1970, 1, 4), minute: 0 };
        let most = Money::from_minor(i64::MAX);
        let mut person = Person::new("ann".into(), Role::Player, None);
        person.set_limit(LimitKind::Loss, Some(most), now.at, now.at);
        for _ in 0..3 {
            person.count(now.day(), -MoneySum::from(most), most.into());
        }
        let (net, bought) = person.totals_of_day(now.day());
        assert_eq!((net.minor(), bought.minor()), (-3 * i128::from(i64::MAX), 3 * i128::from(i64::MAX)));
        // A limit is compared with the whole loss, and what was won back counts.
        let check = |person: &Person| person.check_limits(Money::ZERO, Money::ZERO, now);
        assert!(check(&person).is_err());
        person.count(now.day(), most.into(), MoneySum::ZERO);
        assert!(check(&person).is_err(), "twice the limit is lost");
        person.count(now.day(), most.into(), MoneySum::ZERO);
        assert!(check(&person).is_ok(), "the limit is lost, and no more");
    }
}
