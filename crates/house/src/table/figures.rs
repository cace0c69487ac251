//! The figures of a round: what its decided stakes add to the sums of its table and of its players.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use croupier_kit::Money;
use croupier_rules::table::{CountedStake, CountedStakes, CountedTerms, FigureWager};
use rustc_hash::FxHashMap;

use super::figure_sums::{
    COUNTED_MAX, FigureSums, FigureTerms, PairFigures, PersonFigures, RoundFigures, WagerFigures,
};
use super::live::LiveTable;
use crate::ids::PersonId;

impl LiveTable<'_> {
    /// The figures of this round: its stakes against the house that are decided. Against the bank of a player the house
    /// neither wins nor loses.
    pub fn round_figures(&self) -> RoundFigures {
        if self.bank.is_some() {
            return RoundFigures { terms: (*self.in_force.terms).clone(), ..RoundFigures::default() };
        }
        // Not every stake of the record: it may have thousands that were decided long ago.
        let own = self.carried.iter().copied().chain(self.round_from..self.rules.next_number());
        let is_returned =
            |number: u32| self.placed.get(number as usize - 1).is_some_and(|it| it.returned.is_some());
        let is_decided = |number: u32| self.rules.stake_now(number).is_some_and(|now| now.decided);
        let counted = self.rules.counted(own.filter(|number| is_returned(*number) && is_decided(*number)));
        let mut round = RoundSums::new(&counted);
        let added = counted.stakes.iter().try_for_each(|stake| {
            let placed = self.placed.get((stake.number as usize).checked_sub(1)?)?;
            round.add(stake, placed.person, placed.returned?.minor().into())
        });
        let whole = added.and_then(|()| round.add_draws());
        let mut terms = (*self.in_force.terms).clone();
        if whole.is_none() {
            terms.uncounted = true;
            round = RoundSums::new(&counted).without_draws();
            for stake in &counted.stakes {
                let placed = &self.placed[stake.number as usize - 1];
                let returned = placed.returned.map_or(0, Money::minor);
                round.add_amounts(stake, placed.person, returned.into());
            }
        }
        round.figures(terms)
    }
}

/// The sums of a round while its stakes are added.
struct RoundSums<'c> {
    weights: &'c [u32],
    wagers: &'c [FigureWager],
    /// Whether draws are counted.
    draws: bool,
    /// Whether the same cards decide all bets.
    together: bool,
    total: DrawnSums,
    kinds: BTreeMap<KindKey<'c>, DrawnSums>,
    people: BTreeMap<PersonId, (DrawnSums, BTreeMap<KindKey<'c>, FigureSums>)>,
    /// How many stakes of the same terms each player has on drawn wagers. A wager can have hundreds of outcomes, and a round
    /// thousands of stakes that win and lose the same.
    drawn: FxHashMap<(CountedTerms, PersonId), i128>,
}

/// The name of a kind of wager, and whether it is drawn.
type KindKey<'c> = (&'c str, bool);

/// Sums with the results of the house for each outcome.
#[derive(Default)]
struct DrawnSums {
    sums: FigureSums,
    results: Vec<i128>,
}

impl DrawnSums {
    /// Adds the results of so many stakes with the same terms.
    fn add_results(&mut self, results: &[i128], stakes: i128) {
        self.results.resize(results.len(), 0);
        self.results.iter_mut().zip(results).for_each(|(sum, result)| *sum += result * stakes);
    }

    fn is_counted(&self) -> bool {
        self.results.iter().all(|result| result.abs() <= COUNTED_MAX)
    }

    fn whole(&self, weights: &[u32]) -> FigureSums {
        let mut sums = self.sums;
        if !self.results.is_empty() {
            sums.add_draw(weights, &self.results);
        }
        sums
    }
}

/// What the house wins of a stake with these terms under each outcome of its wager; `None` if an amount is too large to be
/// counted with.
fn results_of(terms: CountedTerms, wager: &FigureWager) -> Option<Vec<i128>> {
    let won = |payout| terms.profit(payout).map(|profit| -i128::from(profit.minor()));
    wager.draw.iter().flatten().map(|payout| won(*payout)).collect()
}

impl<'c> RoundSums<'c> {
    fn new(counted: &'c CountedStakes) -> Self {
        let (weights, wagers) = (counted.weights.as_slice(), counted.wagers.as_slice());
        let (total, kinds, people) = (DrawnSums::default(), BTreeMap::new(), BTreeMap::new());
        let drawn = FxHashMap::default();
        Self { weights, wagers, draws: true, together: counted.together, total, kinds, people, drawn }
    }

    fn without_draws(mut self) -> Self {
        self.draws = false;
        self
    }

    /// Adds a stake with its draw; `None` if an amount is too large to be counted with.
    fn add(&mut self, stake: &CountedStake, person: PersonId, returned: i128) -> Option<()> {
        if i128::from(stake.amount.minor()) > COUNTED_MAX {
            return None;
        }
        self.add_amounts(stake, person, returned);
        if self.together && self.total.sums.first > COUNTED_MAX {
            return None;
        }
        if self.wagers[stake.terms.wager].draw.is_some() {
            *self.drawn.entry((stake.terms, person)).or_default() += 1;
        }
        Some(())
    }

    /// Adds what the stakes on drawn wagers win and lose under each outcome; `None` if that is too large to be counted with.
    fn add_draws(&mut self) -> Option<()> {
        let wagers = self.wagers;
        let mut by_terms: FxHashMap<CountedTerms, (Vec<i128>, i128)> = FxHashMap::default();
        for ((terms, person), count) in std::mem::take(&mut self.drawn) {
            let (results, all) = match by_terms.entry(terms) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert((results_of(terms, &wagers[terms.wager])?, 0)),
            };
            *all += count;
            self.people.entry(person).or_default().0.add_results(results, count);
        }
        for (terms, (results, count)) in &by_terms {
            let kind = (wagers[terms.wager].name.as_str(), true);
            self.kinds.entry(kind).or_default().add_results(results, *count);
            self.total.add_results(results, *count);
        }
        let people = self.people.values().map(|(own, _)| own);
        let mut all = std::iter::once(&self.total).chain(self.kinds.values()).chain(people);
        all.all(DrawnSums::is_counted).then_some(())
    }

    fn add_amounts(&mut self, stake: &CountedStake, person: PersonId, returned: i128) {
        let wagers = self.wagers;
        let wager = &wagers[stake.terms.wager];
        let is_drawn = self.draws && wager.draw.is_some();
        let key = (wager.name.as_str(), is_drawn);
        let (own, own_kinds) = self.people.entry(person).or_default();
        let kind = &mut self.kinds.entry(key).or_default().sums;
        // Without draws, bets are not squared either.
        let has_draw = is_drawn || !self.draws;
        for sums in [kind, &mut self.total.sums, &mut own.sums] {
            sums.add(stake, returned, has_draw);
        }
        if !is_drawn {
            own_kinds.entry(key).or_default().add(stake, returned, has_draw);
        }
    }

    /// Counts the bets on each wager as one, if the same cards decide all of them.
    fn join_bets(&mut self) {
        if !self.together {
            return;
        }
        let mut squares = 0;
        for kind in self.kinds.values_mut() {
            kind.sums.join_bets();
            squares += kind.sums.squares;
        }
        self.total.sums.squares = squares;
        for (own, kinds) in self.people.values_mut() {
            kinds.values_mut().for_each(FigureSums::join_bets);
            own.sums.squares = kinds.values().map(|sums| sums.squares).sum();
        }
    }

    fn figures(mut self, terms: FigureTerms) -> RoundFigures {
        self.join_bets();
        let whole: u32 = self.weights.iter().sum();
        let weight_of = |is_drawn: bool| if is_drawn { whole } else { 0 };
        let places: BTreeMap<_, u16> = self.kinds.keys().copied().zip(0..).collect();
        let wager = |((name, is_drawn), sums): (&(&str, bool), &DrawnSums)| WagerFigures {
            wager: (*name).into(),
            weight: weight_of(*is_drawn),
            sums: sums.whole(self.weights),
        };
        let person = |(person, (own, kinds)): (&PersonId, &(DrawnSums, BTreeMap<_, FigureSums>))| {
            let place = |(key, sums): (&(&str, bool), &FigureSums)| (places[key], *sums);
            let wagers: Vec<(u16, FigureSums)> = kinds.iter().map(place).collect();
            let pairs = self.pairs(wagers.iter().map(|(place, sums)| (*place, sums.first)));
            PersonFigures { person: *person, total: own.whole(self.weights), wagers, pairs }
        };
        let firsts = self.kinds.iter().map(|(key, kind)| (places[key], kind.sums.first));
        RoundFigures {
            terms,
            weight: weight_of(!self.total.results.is_empty()),
            total: self.total.whole(self.weights),
            wagers: self.kinds.iter().map(wager).collect(),
            pairs: self.pairs(firsts),
            people: self.people.iter().map(person).collect(),
        }
    }

    /// Every two wagers, by what lies on each; none unless the same cards decide all bets.
    fn pairs(&self, staked: impl Iterator<Item = (u16, i128)> + Clone) -> Vec<PairFigures> {
        let staked = staked.filter(|(_, first)| self.together && *first != 0);
        let pairs = (1..).zip(staked.clone()).flat_map(|(next, (one, first))| {
            staked
                .clone()
                .skip(next)
                .map(move |(other, second)| PairFigures { wagers: (one, other), product: first * second })
        });
        pairs.collect()
    }
}
