//! Setting up a table: a game with its wagers, policy and shoe.

use std::fmt;

use croupier_kit::lcm;
use croupier_rules::book::Conduct;
use croupier_rules::contract::{Game, Payout, Positions, Seated};
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::{Baccarat, Backs, HeldBy, Opposing};
use croupier_rules::games::blackjack::{self, BOXES_MAX, Blackjack};
use croupier_rules::games::dice::{self, Dice};
use croupier_rules::games::poker::{self, HoldEm};
use croupier_rules::law::Refusal;
use croupier_rules::offer::{Laid, Offers};

use crate::job::Shoes;
use crate::kernel::Kernel;
use crate::play::{Boxes, Plain, PlainStake, Raised, Supply};
use crate::policy::{Policy, Raises, Thirds};
use crate::simulation::Simulation;
use crate::table::{CoupTable, DecidedTable, PlainTable, TableKind};
use crate::totals::CountedWager;

/// The options of a table beyond its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupOptions {
    /// When the cards are shuffled.
    pub shoes: Shoes,
    /// How many boxes are in play at blackjack.
    pub boxes: u8,
    /// The wagers, in notation or by name; all wagers if empty.
    pub wagers: Vec<String>,
}

impl Default for SetupOptions {
    fn default() -> Self {
        Self { shoes: Shoes::Fresh, boxes: 1, wagers: Vec::new() }
    }
}

/// Why a table cannot be set up.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupError {
    /// The game does not offer this wager.
    Wager(String, Refusal),
    /// The policy is for another family of games.
    Policy,
    /// The number of boxes that was asked for, and the largest number the table permits.
    Boxes(u8, u8),
    /// The cutting card cannot be placed at this percentage of the shoe.
    Cut(u8),
    /// The game has more outcomes or cards than the simulation can deal.
    Supply,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wager(words, refusal) => write!(f, "wager `{words}`: {refusal}"),
            Self::Policy => f.write_str("this policy is for another family of games"),
            Self::Boxes(asked, most) => write!(f, "{asked} boxes: the table has 1 to {most}"),
            Self::Cut(percent) => {
                write!(f, "a cutting card behind {percent} % of the shoe: 1 to 95 are possible")
            }
            Self::Supply => f.write_str("the game has more cards than can be dealt"),
        }
    }
}

impl std::error::Error for SetupError {}

/// Sets up a table.
///
/// # Errors
/// When the game does not offer the wagers, or the options do not suit the game or the policy.
pub fn set_up(
    game: &AnyGame,
    conduct: &Conduct,
    policy: &Policy,
    options: &SetupOptions,
) -> Result<Simulation, SetupError> {
    if let Shoes::Cut(percent) = options.shoes
        && !(1..=95).contains(&percent)
    {
        return Err(SetupError::Cut(percent));
    }
    let mut counted = Vec::new();
    let family = match (game, policy) {
        (AnyGame::Roulette(game), Policy::Chance) => {
            let asked = asked(game, conduct, options)?;
            TableKind::Roulette(plain(game.clone(), &asked, options, 1, &mut counted)?)
        }
        (AnyGame::Dice(game), Policy::Chance) => {
            let asked = asked(game, conduct, options)?;
            TableKind::Dice(with_lines(plain(game.clone(), &asked, options, 1, &mut counted)?))
        }
        (AnyGame::InBetween(game), Policy::Chance) => {
            let asked = asked(game, conduct, options)?;
            TableKind::InBetween(plain(Seated(game.0.clone()), &asked, options, 3, &mut counted)?)
        }
        (AnyGame::Baccarat(game), Policy::Thirds(thirds)) => {
            TableKind::Baccarat(coups(game, conduct, options, Some(thirds.clone()), &mut counted)?)
        }
        (AnyGame::Baccarat(game), Policy::Chance) if game.drawing.leaves_no_choice() => {
            TableKind::Baccarat(coups(game, conduct, options, None, &mut counted)?)
        }
        (AnyGame::Poker(game), Policy::Raises(raises)) => {
            TableKind::Poker(hands(game, conduct, options, raises, &mut counted)?)
        }
        (AnyGame::Blackjack(game), Policy::Chart(chart)) if options.boxes == 1 => {
            TableKind::OneBox(boxes(game, conduct, options, chart, &mut counted)?)
        }
        (AnyGame::Blackjack(game), Policy::Chart(chart)) => {
            TableKind::Boxes(boxes(game, conduct, options, chart, &mut counted)?)
        }
        (AnyGame::Blackjack(game), Policy::ByCards(by_cards)) if options.boxes == 1 => {
            TableKind::OneBoxByCards(boxes(game, conduct, options, by_cards, &mut counted)?)
        }
        (AnyGame::Blackjack(game), Policy::ByCards(by_cards)) => {
            TableKind::BoxesByCards(boxes(game, conduct, options, by_cards, &mut counted)?)
        }
        _ => return Err(SetupError::Policy),
    };
    let kernel = Kernel::new(&family, options.shoes);
    Ok(Simulation { family, counted, kernel, mixed: policy.is_mixed() })
}

/// The requested wagers with their names; all wagers except raises if none is named.
fn asked<G: Offers>(
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
fn parts<G: Game>(game: &G, wager: G::Wager) -> i64 {
    let mut parts = 1;
    game.results(wager, |payout: Payout, _| parts = lcm(parts, payout.unit().into()));
    i64::try_from(parts).unwrap_or(i64::MAX)
}

fn plain<G: Game>(
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

/// Adds the line stakes that bets behind a line depend on, whether or not they were requested, and links the bets to
/// them.
fn with_lines(mut table: PlainTable<Dice>) -> PlainTable<Dice> {
    let lines: Vec<u8> = table
        .stakes
        .stakes
        .iter()
        .filter_map(|stake| if let dice::Wager::Behind(line, _) = stake.wager { Some(line) } else { None })
        .collect();
    for line in lines {
        let wager = dice::Wager::Line(line);
        if table.stakes.stakes.iter().all(|stake| stake.wager != wager) {
            table.stakes.stakes.push(PlainStake::new(wager, dice::Life::default()));
        }
    }
    let places: Vec<dice::Wager> = table.stakes.stakes.iter().map(|stake| stake.wager).collect();
    for stake in &mut table.stakes.stakes {
        if let dice::Wager::Behind(line, point) = stake.wager {
            let place = places.iter().position(|wager| *wager == dice::Wager::Line(line));
            stake.behind = place.map(|place| (place, point));
        }
    }
    table.stakes.point = dice::Life::point;
    table
}

/// The name of the banker's side of a wager, where a player holds the bank.
const BANKER_SIDE: &str = "banker";

fn coups(
    game: &Baccarat,
    conduct: &Conduct,
    options: &SetupOptions,
    thirds: Option<Box<Thirds>>,
    counted: &mut Vec<CountedWager>,
) -> Result<CoupTable, SetupError> {
    let held = game.bank.held == HeldBy::Passing && game.hands == Opposing::One;
    let mut only = options.clone();
    only.wagers.retain(|words| !(held && words == BANKER_SIDE));
    let banker_asked = held && (options.wagers.is_empty() || only.wagers.len() < options.wagers.len());
    let asked = if only.wagers.is_empty() && !options.wagers.is_empty() {
        asked(game, conduct, &SetupOptions { wagers: Vec::new(), ..only })?
    } else {
        asked(game, conduct, &only)?
    };
    let table =
        plain(game.clone(), &asked, options, 2 * 3 + 3 * usize::from(game.hands == Opposing::Two), counted)?;
    let PlainTable { game, supply, mut stakes } = table;
    let on_hand = |stake: &&mut PlainStake<Baccarat>| {
        game.clause(stake.wager).is_some_and(|clause| matches!(clause.backs, Backs::Hand(_)))
    };
    if let (true, Some(stake)) = (banker_asked, stakes.stakes.iter_mut().find(on_hand)) {
        stake.mirrored = Some(counted.len());
        let parts = stake.counted.map_or(1, |(_, parts)| parts);
        counted.push(CountedWager { wager: BANKER_SIDE.to_owned(), parts, bets: 1 });
    }
    Ok(DecidedTable { game, supply, stakes, policy: thirds, places: Positions::first(1) })
}

fn hands(
    game: &Seated<HoldEm, { poker::PLAYERS_MAX }>,
    conduct: &Conduct,
    options: &SetupOptions,
    raises: &Raises,
    counted: &mut Vec<CountedWager>,
) -> Result<DecidedTable<Seated<HoldEm, 1>, Raised, Raises>, SetupError> {
    let asked = asked(game, conduct, options)?;
    let parts = asked.first().map_or(1, |(_, wager)| parts(game, *wager));
    counted.extend(asked.into_iter().take(1).map(|(wager, _)| CountedWager { wager, parts, bets: 1 }));
    let supply = Supply::new(game, options.shoes, 5).ok_or(SetupError::Supply)?;
    let places = Positions::first(1);
    Ok(DecidedTable {
        game: Seated(game.0.clone()),
        supply,
        stakes: Raised { parts },
        policy: raises.clone(),
        places,
    })
}

type BoxesTable<const BOXES: usize, D> = DecidedTable<Seated<Blackjack, BOXES>, Boxes<BOXES>, D>;

fn boxes<const BOXES: usize, D: Clone>(
    game: &Seated<Blackjack, BOXES_MAX>,
    conduct: &Conduct,
    options: &SetupOptions,
    policy: &D,
    counted: &mut Vec<CountedWager>,
) -> Result<Box<BoxesTable<BOXES, D>>, SetupError> {
    let most = game.boxes.most;
    if !(1..=most).contains(&options.boxes) {
        return Err(SetupError::Boxes(options.boxes, most));
    }
    let (mut on_box, mut on_insurance) = (None, None);
    for (name, wager) in asked(game, conduct, options)? {
        let insurance = matches!(wager, blackjack::Wager::Insurance(_));
        let parts = parts(game, wager);
        let place = if insurance { &mut on_insurance } else { &mut on_box };
        if place.is_none() {
            *place = Some((counted.len(), parts));
            counted.push(CountedWager {
                wager: name,
                parts,
                bets: if insurance { 1 } else { options.boxes },
            });
        }
    }
    let a_round = 2 * (usize::from(options.boxes) + 1) + 2;
    let supply = Supply::new(game, options.shoes, a_round).ok_or(SetupError::Supply)?;
    let (places, policy) = (Positions::first(options.boxes), policy.clone());
    let stakes = Boxes::new(on_box, on_insurance);
    Ok(Box::new(DecidedTable { game: Seated(game.0.clone()), supply, stakes, policy, places }))
}
