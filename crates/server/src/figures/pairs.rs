//! Two people who authorise each other, dealers whose rounds are corrected, and players who bet after the last call: counts
//! against what chance makes likely.

use std::collections::BTreeMap;

use croupier_house::ids::PersonId;
use croupier_store::index::{AuthorisedRow, BetHour, DealtHour};

use super::tails::{as_f64, at_least_in_two, at_least_of_marked};

/// A count against what is expected.
pub(super) struct CountedPattern {
    pub(super) people: Vec<PersonId>,
    pub(super) found: u64,
    /// What `found` is part of.
    pub(super) of: u64,
    pub(super) expected: f64,
    pub(super) chance: f64,
}

/// Pairs that have authorised each other, in both directions.
///
/// The model: whoever proposes has it authorised by one of the others, each as likely as their share in what all but the
/// proposer authorised.
pub(super) fn pairs(rows: &[AuthorisedRow]) -> Vec<CountedPattern> {
    let mut proposed: BTreeMap<PersonId, u64> = BTreeMap::new();
    let mut authorised: BTreeMap<PersonId, u64> = BTreeMap::new();
    let mut both: BTreeMap<(PersonId, PersonId), u64> = BTreeMap::new();
    for AuthorisedRow { proposer, authoriser } in rows {
        *proposed.entry(*proposer).or_default() += 1;
        *authorised.entry(*authoriser).or_default() += 1;
        *both.entry((*proposer, *authoriser)).or_default() += 1;
    }
    let whole = rows.len() as u64;
    let count = |of: &BTreeMap<PersonId, u64>, person: PersonId| of.get(&person).copied().unwrap_or(0);
    let trials = |by: PersonId, with: PersonId| {
        let others = whole - count(&authorised, by);
        let share = if others == 0 { 0.0 } else { as_f64(count(&authorised, with)) / as_f64(others) };
        (count(&proposed, by), share.min(1.0))
    };
    let mutual = both.iter().filter(|((one, other), _)| one < other);
    let pattern = |((one, other), there): (&(PersonId, PersonId), &u64)| {
        let back = both.get(&(*other, *one))?;
        let (first, second) = (trials(*one, *other), trials(*other, *one));
        let found = there + back;
        Some(CountedPattern {
            people: vec![*one, *other],
            found,
            of: first.0 + second.0,
            expected: as_f64(first.0) * first.1 + as_f64(second.0) * second.1,
            chance: at_least_in_two(first, second, found),
        })
    };
    mutual.filter_map(pattern).collect()
}

/// Dealers with corrected rounds: as likely as any other share of all corrected rounds of the house.
pub(super) fn corrections(rows: &[DealtHour]) -> Vec<CountedPattern> {
    shares(rows.iter().map(|row| (row.person, row.rounds, row.corrected)))
}

/// Players who have bet after the last call: as likely as any other share of all such bets of the house.
pub(super) fn late_bets(rows: &[BetHour]) -> Vec<CountedPattern> {
    shares(rows.iter().map(|row| (row.person, row.bets, row.late)))
}

/// What each person has of something, and how many of those are marked. The model: those of the house that are marked are
/// spread at random.
fn shares(rows: impl Iterator<Item = (PersonId, u64, u64)>) -> Vec<CountedPattern> {
    let mut own: BTreeMap<PersonId, (u64, u64)> = BTreeMap::new();
    for (person, all, marked) in rows {
        let sums = own.entry(person).or_default();
        *sums = (sums.0 + all, sums.1 + marked);
    }
    let whole: u64 = own.values().map(|(all, _)| all).sum();
    let marked: u64 = own.values().map(|(_, marked)| marked).sum();
    let found = own.into_iter().filter(|(_, (all, found))| *found > 0 && found <= all);
    let pattern = |(person, (all, found))| CountedPattern {
        people: vec![person],
        found,
        of: all,
        expected: as_f64(marked) * as_f64(all) / as_f64(whole),
        chance: at_least_of_marked(whole, marked, all, found),
    };
    found.map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(proposer: u32, authoriser: u32) -> AuthorisedRow {
        AuthorisedRow { proposer: PersonId(proposer), authoriser: PersonId(authoriser) }
    }

    #[test]
    fn two_who_always_choose_each_other_are_unlikely_and_two_who_are_alone_are_not() {
        // Persons 1 and 2 authorise each other ten times; 3, 4 and 5 take turns.
        let mut rows: Vec<AuthorisedRow> = (0..10).flat_map(|_| [row(1, 2), row(2, 1)]).collect();
        let turns = [(3, 4), (4, 5), (5, 3), (3, 5), (4, 3), (5, 4)];
        rows.extend((0..5).flat_map(|_| turns.map(|(one, other)| row(one, other))));
        let found = pairs(&rows);
        let of = |one: u32| found.iter().find(|pair| pair.people[0] == PersonId(one)).unwrap();
        assert_eq!((of(1).found, of(1).of), (20, 20));
        // Of 50 authorisations 10 are by each: a proposal of 1 goes to 2 with the chance 10/40.
        assert!((of(1).expected - 5.0).abs() < 1e-12);
        assert!((of(1).chance - 0.25_f64.powi(20)).abs() < 1e-20);
        // Half of what 3 and 4 propose goes to each other: 10 of 20, with the chance 1/4 each time.
        assert_eq!((of(3).found, of(3).of), (10, 20));
        assert!((of(3).chance - 0.013_864_416_943_8).abs() < 1e-12, "{}", of(3).chance);
        let alone = pairs(&[row(1, 2), row(2, 1), row(1, 2)]);
        assert!((alone[0].chance - 1.0).abs() < 1e-12, "there was nobody else");
        assert!(pairs(&[row(1, 2), row(3, 2)]).is_empty(), "nobody authorised back");
    }

    #[test]
    fn a_dealer_with_all_corrections_is_set_against_the_rate_of_the_house() {
        let hour = |person: u32, rounds: u64, corrected: u64| DealtHour {
            person: PersonId(person),
            rounds,
            corrected,
        };
        let found = corrections(&[hour(1, 30, 2), hour(1, 20, 2), hour(2, 150, 0)]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].found, found[0].of), (4, 50));
        assert!((found[0].expected - 1.0).abs() < 1e-12);
        // 50·49·48·47 / 200·199·198·197.
        let due = 50.0 * 49.0 * 48.0 * 47.0 / (200.0 * 199.0 * 198.0 * 197.0);
        assert!((found[0].chance - due).abs() < 1e-12 * due.max(1.0), "{}", found[0].chance);
    }
}
