//! What a visitor asks about: the words, the odds, the rules, why the last round came out as it did, best play.

use croupier_house::table::Phase;
use croupier_maths::Price;
use croupier_rules::book::Provision;
use croupier_rules::offer::{Listing, notes};
use croupier_rules::{Judged, judge_telling};

use super::telling::Said;
use super::visit::Visit;
use super::words::{WORDS, When};
use crate::odds::{odds_words, percent};
use crate::settings::in_force;
use crate::table::TableOf;

/// Every word and what it does.
pub(super) fn help(visit: &Visit<'_>) -> Vec<String> {
    let mut lines = vec![
        "A bet is written AMOUNT on WAGER, several with commas: 5 on red, 2 on dozen 1.".to_owned(),
        "Words may be shortened while they are the only one; Tab completes, the arrows bring back."
            .to_owned(),
        String::new(),
        format!("The wagers of this table: {}.", forms(&visit.listings)),
    ];
    let parts = [
        (When::Betting, "While bets are made"),
        (When::Deciding, "While a hand is played"),
        (When::Insuring, "When insurance is on offer"),
        (When::Always, "Always"),
    ];
    for (when, title) in parts {
        lines.push(String::new());
        lines.push(format!("{title}:"));
        let words = WORDS.iter().filter(|(_, serves, _)| *serves == when);
        lines.extend(words.map(|(name, _, does)| format!("  {name:<11} {does}")));
    }
    lines
}

fn forms(listings: &[Listing]) -> String {
    let all: Vec<&str> =
        listings.iter().flat_map(|listing| listing.forms.iter().map(String::as_str)).collect();
    all.join(", ")
}

/// Every wager with its odds and its edge.
pub(super) fn odds(visit: &Visit<'_>) -> Vec<String> {
    visit.be_patient();
    let prices = match visit.reckoning.prices() {
        None => return vec!["The prices are still being reckoned: ask again in a moment.".to_owned()],
        Some(Err(error)) => return vec![format!("These wagers cannot be priced: {error}")],
        Some(Ok(prices)) => prices,
    };
    let width = prices.iter().map(|price| price.wager.chars().count()).max().unwrap_or(0);
    let line = |price: &Price| {
        let exact = price.edge.exact().map(ToString::to_string).filter(|text| text.len() <= 24);
        let exact = exact.map(|text| format!(" = {text}")).unwrap_or_default();
        let cites: Vec<&str> =
            price.cites.iter().take(2).map(|rule| visit.of.book.citations().text(*rule)).collect();
        let cites = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
        format!("{:<width$}  {}; edge {}{exact}{cites}", price.wager, odds_words(price), percent(&price.edge))
    };
    let mut lines = vec!["The edge is what the house expects to gain from each unit that is bet.".to_owned()];
    lines.extend(prices.iter().map(line));
    lines
}

/// The rules of the game: what a sign says, the settings, the provisions.
pub(super) fn rules(of: &TableOf<'_>) -> Vec<String> {
    let cited =
        |cites: &[String]| if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
    let mut lines = vec![format!("{}: {}", of.game.title(), of.book.title()), String::new()];
    for note in notes(&of.rules) {
        lines.push(format!("{}: {}{}", note.topic, note.text, cited(&of.cite(note.cites))));
    }
    let settings: Vec<String> =
        in_force(of.game, &of.chosen).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    if !settings.is_empty() {
        lines.push(format!("settings: {}", settings.join(" ")));
    }
    lines.push(String::new());
    let concerns = |provision: &&Provision| {
        provision.games.is_empty() || provision.games.iter().any(|id| id == of.game.id())
    };
    for provision in of.book.provisions().iter().filter(concerns) {
        lines.push(format!("{}: {}", provision.id, provision.gist));
        lines.extend(provision.reading.iter().map(|reading| format!("  How it is read: {reading}")));
    }
    lines
}

/// The last round as an argument.
pub(super) fn why(visit: &Visit<'_>) -> Vec<String> {
    let Some(record) = &visit.last_round else {
        return vec!["No round is over yet.".to_owned()];
    };
    if !matches!(visit.parlour.phase(), Phase::Payment | Phase::Waiting | Phase::PlaceYourBets) {
        return vec!["A round is being played: when it is over, this tells why it came out so.".to_owned()];
    }
    let day = visit.parlour.day();
    let Judged { argument, verdict } = judge_telling(visit.shelf, record.as_bytes(), day);
    if let Err(inadmissible) = verdict {
        return vec![format!("The record is inadmissible at {inadmissible}")];
    }
    let from = argument.steps.iter().rposition(|step| step.act == "place your bets").unwrap_or(0);
    let mut lines = Vec::new();
    let mut cited: Vec<&String> = Vec::new();
    for (number, step) in (1..).zip(&argument.steps[from..]) {
        let lies = if step.lies.is_empty() { String::new() } else { format!(" ({})", step.lies) };
        lines.push(format!("{number}. {}{lies}", step.act));
        for follows in &step.follows {
            let by = if follows.cites.is_empty() {
                String::new()
            } else {
                format!(", by {}", follows.cites.join(", "))
            };
            lines.push(format!("   {}{by}", follows.says));
            cited.extend(&follows.cites);
        }
    }
    lines.push(String::new());
    let is_cited = |provision: &&Provision| cited.iter().any(|cite| provision.id == **cite);
    let provisions = visit.of.book.provisions().iter().filter(is_cited);
    lines.extend(provisions.map(|provision| format!("{}: {}", provision.id, provision.gist)));
    lines
}

/// Best play now; while bets are made, the wagers with the least edge.
pub(super) fn hint(visit: &Visit<'_>) -> Vec<Said> {
    visit.be_patient();
    if visit.when() == When::Betting {
        return cheapest(visit);
    }
    match visit.reckoning.advisor() {
        None => vec![Said::hint("Best play is still being reckoned: ask again in a moment.")],
        Some(Err(error)) => vec![Said::hint(format!("Best play is not known here: {error}"))],
        Some(Ok(_)) => match visit.counsel() {
            Some(counsel) => counsel.lines().into_iter().map(Said::hint).collect(),
            None => vec![Said::hint("There is no better and worse here.")],
        },
    }
}

/// How many wagers a hint names.
const NAMED: usize = 3;

fn cheapest(visit: &Visit<'_>) -> Vec<Said> {
    match visit.reckoning.prices() {
        None => vec![Said::hint("The prices are still being reckoned: ask again in a moment.")],
        Some(Err(error)) => vec![Said::hint(format!("These wagers cannot be priced: {error}"))],
        Some(Ok(prices)) => {
            let mut prices: Vec<&Price> = prices.iter().collect();
            prices.sort_by(|a, b| a.edge.value().total_cmp(&b.edge.value()));
            let line =
                |price: &&Price| Said::hint(format!("  {}: edge {}", price.wager, percent(&price.edge)));
            let mut said = vec![Said::hint("The least edge is on")];
            said.extend(prices.iter().take(NAMED).map(line));
            said
        }
    }
}
