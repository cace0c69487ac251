//! The wagers of a simulated table: those that were asked for, and the stakes on them.

use croupier_kit::Money;
use croupier_rules::book::Conduct;
use croupier_rules::contract::Game;
use croupier_rules::law::Refusal;
use croupier_rules::offer::{Laid, Offers, side_of};
use croupier_rules::side::{SideBet, SideWager};
use croupier_rules::table::ExactBet;

use crate::options::{SetupError, SetupOptions};
use crate::play::{Plain, PlainStake, Supply};
use crate::table::PlainTable;
use crate::totals::CountedWager;

/// Takes the words of a wager apart that is asked for with or without its stake: `red`, `5 on red`.
///
/// # Errors
/// When what stands before `on` begins with a figure and is no amount.
pub fn stake_and_wager(words: &str) -> Result<(Option<Money>, &str), SetupError> {
    match words.split_once(" on ") {
        Some((stake, wager)) if stake.starts_with(|first: char| first.is_ascii_digit() || first == '-') => {
            let amount = stake.trim().parse();
            let amount = amount.map_err(|error| SetupError::Stake(words.to_owned(), error))?;
            Ok((Some(amount), wager.trim()))
        }
        _ => Ok((None, words)),
    }
}

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
    let asked = |name: &str, wager: &SideWager, bet: ExactBet| Asked {
        name: name.to_owned(),
        wager: SideBet {
            wager: game.sides().named(&wager.name).expect("it is a wager of the table").0,
            place: None,
        },
        bet,
    };
    if options.wagers.is_empty() {
        let all = game.sides().0.iter();
        return Ok(all.map(|wager| asked(&wager.name, wager, ExactBet::of_side(wager))).collect());
    }
    let mut found: Vec<Asked<SideBet>> = Vec::new();
    for words in &options.wagers {
        let (stake, wager) = stake_and_wager(words)?;
        let split: Vec<&str> = wager.split_whitespace().collect();
        let Some(side) = side_of(game, conduct, &split) else { continue };
        let refused = |refusal: Refusal| SetupError::Wager(words.clone(), refusal);
        let side = side.map_err(refused)?;
        let bet = stake.map_or(Ok(ExactBet::of_side(side)), |stake| ExactBet::of_side_amount(side, stake));
        if found.iter().all(|known| known.name != *words) {
            found.push(asked(words, side, bet.map_err(refused)?));
        }
    }
    Ok(found)
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
    let with_smallest = |(name, wager): (String, G::Wager)| match ExactBet::smallest(game, wager) {
        Some(bet) => Ok(Asked { name, wager, bet }),
        None => Err(SetupError::Rounded(name)),
    };
    if options.wagers.is_empty() {
        return known.into_iter().map(with_smallest).collect();
    }
    let mut found: Vec<Asked<G::Wager>> = Vec::new();
    for words in &options.wagers {
        let refused = |refusal: Refusal| SetupError::Wager(words.clone(), refusal);
        let (stake, name) = stake_and_wager(words)?;
        let wager = match known.iter().find(|(known, _)| known == name) {
            Some((_, wager)) => *wager,
            None => {
                let split: Vec<&str> = name.split_whitespace().collect();
                game.read_wager(&split, conduct).map_err(refused)?
            }
        };
        let one = match stake {
            Some(stake) => {
                let bet = ExactBet::of_amount(game, wager, stake).map_err(refused)?;
                Asked { name: words.clone(), wager, bet }
            }
            None => with_smallest((words.clone(), wager))?,
        };
        if found.iter().all(|known| known.name != one.name) {
            found.push(one);
        }
    }
    Ok(found)
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
