//! The wagers of a simulated table: those that were asked for, and the stakes on them.

use croupier_kit::lcm;
use croupier_rules::book::Conduct;
use croupier_rules::contract::{Game, Payout};
use croupier_rules::offer::{Laid, Offers};

use crate::options::{SetupError, SetupOptions};
use crate::play::{Plain, PlainStake, Supply};
use crate::table::PlainTable;
use crate::totals::CountedWager;

/// The requested wagers with their names; all wagers except raises if none is named.
pub(crate) fn asked<G: Offers>(
    game: &G,
    conduct: &Conduct,
    options: &SetupOptions,
) -> Result<Vec<(String, G::Wager)>, SetupError> {
    let mut known: Vec<(String, G::Wager)> = Vec::new();
    for kind in game.kinds().into_iter().filter(|kind| kind.laid != Laid::Raise) {
        for wager in kind.wagers {
            let name = game.wager_name(wager);
            if known.iter().all(|(other, _)| *other != name) {
                known.push((name, wager));
            }
        }
    }
    if options.wagers.is_empty() {
        return Ok(known);
    }
    let find = |words: &String| match known.iter().find(|(name, _)| name == words) {
        Some(found) => Ok(found.clone()),
        None => {
            let split: Vec<&str> = words.split_whitespace().collect();
            let wager = game.read_wager(&split, conduct);
            wager
                .map(|wager| (words.clone(), wager))
                .map_err(|refusal| SetupError::Wager(words.clone(), refusal))
        }
    };
    let mut found: Vec<(String, G::Wager)> = Vec::new();
    for words in &options.wagers {
        let one = find(words)?;
        if found.iter().all(|(name, _)| *name != one.0) {
            found.push(one);
        }
    }
    Ok(found)
}

/// The number of parts of a stake in which every result of a wager is a whole number.
pub(crate) fn parts<G: Game>(game: &G, wager: G::Wager) -> i64 {
    let mut parts = 1;
    game.results(wager, |payout: Payout, _| parts = lcm(parts, payout.unit().into()));
    i64::try_from(parts).unwrap_or(i64::MAX)
}

/// A table without decisions, with a stake on each wager.
pub(crate) fn plain<G: Game>(
    game: G,
    asked: &[(String, G::Wager)],
    options: &SetupOptions,
    a_round: usize,
    counted: &mut Vec<CountedWager>,
) -> Result<PlainTable<G>, SetupError> {
    let mut stakes = Vec::new();
    for (name, wager) in asked {
        let parts = parts(&game, *wager);
        let mut stake = PlainStake::new(*wager, G::Life::default());
        stake.counted = Some((counted.len(), parts));
        counted.push(CountedWager { wager: name.clone(), parts, bets: 1 });
        stakes.push(stake);
    }
    let supply = Supply::new(&game, options.shoes, a_round).ok_or(SetupError::Supply)?;
    Ok(PlainTable { game, supply, stakes: Plain { stakes, point: |_| None } })
}
