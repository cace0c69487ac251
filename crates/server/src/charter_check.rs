//! A house file as it is typed: its faults, its breaches of the books, and what it does to the edge of each wager.
//!
//! Nothing here runs on the thread of a house: reading, checking and pricing take milliseconds to seconds.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::Library;
use croupier_maths::Price;
use croupier_rules::book::{BookError, Fault};
use croupier_rules::house::{HouseFile, HouseTable, check};
use jiff::civil::Date;

use crate::file_reader::read_house_file;
use crate::game_cache::{GameCache, TableRules};
use crate::wire::{BreachView, CharterCheck, EdgeChange, FileFault, Problem, Teaching};

/// The number of different sets of rules that one check prices. Each can take a second.
pub(crate) const RULES_PRICED: usize = 16;

/// The prices of a game, if it can be priced.
type Prices = Arc<Option<Arc<Vec<Price>>>>;

/// What a typed file is compared with.
pub(crate) struct InForce {
    /// The books.
    pub library: Library<'static>,
    /// The house file in force.
    pub file: Option<HouseFile>,
    /// Today.
    pub today: Date,
}

/// What is in breach of the books.
pub(crate) fn breaches(file: &HouseFile, library: &Library<'_>, today: Date) -> Vec<BreachView> {
    check(file, library.law(), today).into_iter().map(BreachView::from).collect()
}

/// The faults of a text, each with its place.
pub(crate) fn faults_of(error: &BookError) -> Vec<FileFault> {
    let fault = |(line, column, fault): (usize, usize, &Fault)| FileFault {
        line,
        column,
        message: fault.message.clone(),
        help: fault.help.clone(),
    };
    error.places().map(fault).collect()
}

/// A file that was read, or its faults.
fn read(text: &str, in_force: &InForce) -> Result<HouseFile, Vec<FileFault>> {
    let read = read_house_file("the house file", text, in_force.library.law());
    let mut file = read.map_err(|error| faults_of(&error))?;
    // A house in operation is checked for the current day.
    file.date = None;
    Ok(file)
}

/// A table whose rules differ between two files: the rules before and after.
struct Changed {
    table: String,
    rules: [Option<TableRules>; 2],
}

/// The tables whose rules differ, in the order of the typed file, those that it drops last.
fn changed(typed: &HouseFile, in_force: &InForce) -> Vec<Changed> {
    let before = in_force.file.iter().flat_map(|file| &file.tables);
    let mut known: BTreeMap<&str, &HouseTable> =
        before.map(|table| (table.name.get_ref().as_str(), table)).collect();
    let rules = |table: Option<&HouseTable>| table.and_then(|table| rules_of(table, in_force));
    let mut all: Vec<Changed> = Vec::new();
    for table in &typed.tables {
        let name = table.name.get_ref();
        let was = known.remove(name.as_str());
        all.push(Changed { table: name.clone(), rules: [rules(was), rules(Some(table))] });
    }
    all.extend(
        known
            .into_iter()
            .map(|(name, table)| Changed { table: name.to_owned(), rules: [rules(Some(table)), None] }),
    );
    all.retain(|Changed { rules: [before, after], .. }| {
        before.as_ref().map(TableRules::edge_key) != after.as_ref().map(TableRules::edge_key)
    });
    all
}

fn rules_of(table: &HouseTable, in_force: &InForce) -> Option<TableRules> {
    let (book, game) = in_force.library.game_on(table.game.get_ref(), in_force.today).ok()?;
    let chosen = Arc::new(table.chosen(game));
    Some(TableRules { book, game, chosen, currency: String::new(), teaching: Teaching::Played })
}

/// The whole check of a typed file.
///
/// # Errors
/// When prices cannot be computed.
pub(crate) async fn check_typed(
    text: String,
    in_force: InForce,
    games: Arc<GameCache>,
) -> Result<CharterCheck, Problem> {
    let work = tokio::task::spawn_blocking(move || {
        let file = match read(&text, &in_force) {
            Err(faults) => return (CharterCheck { faults, ..CharterCheck::default() }, Vec::new()),
            Ok(file) => file,
        };
        let breaches = breaches(&file, &in_force.library, in_force.today);
        (CharterCheck { breaches, ..CharterCheck::default() }, changed(&file, &in_force))
    });
    let (mut found, changed) = work.await.map_err(|_| Problem::internal())?;
    let mut priced: BTreeMap<String, Prices> = BTreeMap::new();
    for Changed { table, rules } in changed {
        let mut edges: [Option<Prices>; 2] = [None, None];
        let mut is_priced = true;
        for (edges, rules) in edges.iter_mut().zip(&rules) {
            let Some(rules) = rules else { continue };
            let key = rules.edge_key();
            if !priced.contains_key(&key) && priced.len() == RULES_PRICED {
                is_priced = false;
                continue;
            }
            let known = match priced.get(&key) {
                Some(known) => Arc::clone(known),
                None => games.prices(rules.clone()).await?,
            };
            is_priced &= known.is_some();
            *edges = Some(Arc::clone(priced.entry(key).or_insert(known)));
        }
        match is_priced {
            true => found.edges.extend(changes(&table, &rules, &edges)),
            false => found.unpriced.push(table),
        }
    }
    Ok(found)
}

/// The wagers that are priced, with the house's expected gain per unit of the bet.
fn priced_wagers(prices: Option<&Prices>) -> Vec<(&str, f64)> {
    let prices = prices.and_then(|prices| prices.as_ref().as_ref());
    let each = prices.into_iter().flat_map(|prices| prices.iter());
    each.map(|price| (price.wager.as_str(), price.edge.value())).collect()
}

/// The wagers of a table whose edge differs.
fn changes(table: &str, rules: &[Option<TableRules>; 2], edges: &[Option<Prices>; 2]) -> Vec<EdgeChange> {
    let [before, after] = edges.each_ref().map(|prices| priced_wagers(prices.as_ref()));
    let game = rules[1].as_ref().or(rules[0].as_ref()).map(TableRules::name).unwrap_or_default();
    edge_changes(table, &game, &before, &after)
}

/// The wagers whose edge differs between two lists of wagers with their edges.
pub(crate) fn edge_changes(
    table: &str,
    game: &str,
    before: &[(&str, f64)],
    after: &[(&str, f64)],
) -> Vec<EdgeChange> {
    let find = |list: &[(&str, f64)], wager: &str| {
        list.iter().find(|(known, _)| *known == wager).map(|(_, edge)| *edge)
    };
    let dropped = before.iter().filter(|(wager, _)| find(after, wager).is_none());
    let wagers = after.iter().chain(dropped).map(|(wager, _)| *wager);
    let change = wagers.map(|wager| EdgeChange {
        table: table.to_owned(),
        game: game.to_owned(),
        wager: wager.to_owned(),
        before: find(before, wager),
        after: find(after, wager),
    });
    change.filter(|change| change.before != change.after).collect()
}
