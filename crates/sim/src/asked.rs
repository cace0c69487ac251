//! The wagers of a simulated table: those that were asked for, and the stakes on them.

use croupier_rules::book::Conduct;
use croupier_rules::contract::Game;
use croupier_rules::offer::{Laid, Offers, side_of};
use croupier_rules::side::{SideBet, SideWager};
use croupier_rules::table::ExactBet;

use crate::options::{SetupError, SetupOptions};
use crate::play::{Plain, PlainStake, Supply};
use crate::table::PlainTable;
use crate::totals::CountedWager;

/// A wager that is simulated.
pub(crate) struct Asked<W> {
    pub(crate) name: String,
    pub(crate) wager: W,
    /// The bet in whose minor units every result of it is a whole number.
    bet: ExactBet,
}

impl<W> Asked<W> {
    /// The same wager as a wager of another game.
    pub(crate) fn map<V>(self, of: impl FnOnce(W) -> V) -> Asked<V> {
        Asked { name: self.name, wager: of(self.wager), bet: self.bet }
    }
}

/// The side wagers among those that were asked for, under the words that were used; all of them if none is named.
pub(crate) fn asked_sides<G: Offers>(
    game: &G,
    conduct: &Conduct,
    options: &SetupOptions,
) -> Result<Vec<Asked<SideBet>>, SetupError> {
    let asked = |name: &str, wager: &SideWager| Asked {
        name: name.to_owned(),
        wager: SideBet {
            wager: game.sides().named(&wager.name).expect("it is a wager of the table").0,
            place: None,
        },
        bet: ExactBet::of_side(wager),
    };
    if options.wagers.is_empty() {
        return Ok(game.sides().0.iter().map(|wager| asked(&wager.name, wager)).collect());
    }
    let named = options.wagers.iter().filter_map(|words| {
        let split: Vec<&str> = words.split_whitespace().collect();
        let side = side_of(game, conduct, &split)?;
        Some(
            side.map(|wager| asked(words, wager))
                .map_err(|refusal| SetupError::Wager(words.clone(), refusal)),
        )
    });
    named.collect()
}

impl<W> Asked<W> {
    /// The number of parts of a stake in which every result is a whole number.
    pub(crate) fn parts(&self) -> i64 {
        self.bet.staked().minor()
    }
}

/// The requested wagers with their names; all wagers except raises if none is named.
pub(crate) fn asked<G: Offers>(
    game: &G,
    conduct: &Conduct,
    options: &SetupOptions,
) -> Result<Vec<Asked<G::Wager>>, SetupError> {
    let mut known: Vec<(String, G::Wager)> = Vec::new();
    for kind in game.kinds().into_iter().filter(|kind| kind.kind.laid != Laid::Raise) {
        for wager in kind.wagers {
            let name = game.wager_name(wager);
            if known.iter().all(|(other, _)| *other != name) {
                known.push((name, wager));
            }
        }
    }
    let with_bet = |(name, wager): (String, G::Wager)| match ExactBet::smallest(game, wager) {
        Some(bet) => Ok(Asked { name, wager, bet }),
        None => Err(SetupError::Rounded(name)),
    };
    if options.wagers.is_empty() {
        return known.into_iter().map(with_bet).collect();
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
    found.into_iter().map(with_bet).collect()
}

/// A table without decisions, with a stake on each wager.
pub(crate) fn plain<G: Game>(
    game: G,
    asked: &[Asked<G::Wager>],
    options: &SetupOptions,
    a_round: usize,
    counted: &mut Vec<CountedWager>,
) -> Result<PlainTable<G>, SetupError> {
    let mut stakes = Vec::new();
    for asked in asked {
        let mut stake = PlainStake::new(asked.wager, G::Life::default());
        stake.counted = Some((counted.len(), asked.bet));
        counted.push(CountedWager { wager: asked.name.clone(), parts: asked.parts(), bets: 1 });
        stakes.push(stake);
    }
    let supply = Supply::new(&game, options.shoes, a_round).ok_or(SetupError::Supply)?;
    Ok(PlainTable { game, supply, stakes: Plain { stakes, point: |_| None } })
}
