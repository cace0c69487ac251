//! What a visitor asks about: the words, the odds, the rules, why the last round came out as it did, best play.

use croupier_house::table::Phase;
use croupier_maths::Price;
use croupier_rules::book::Provision;
use croupier_rules::offer::{Laid, notes};
use croupier_rules::{Judged, judge_explained};

use super::tariff;
use super::telling::{Said, unsigned};
use super::visit::Visit;
use super::words::{WORDS, When};
use crate::settings::in_force;

/// Every word and what it does, what serves now first.
pub(super) fn help(visit: &Visit<'_>) -> Vec<String> {
    let mut lines = vec![format!("Now: {}.", visit.steps().join(", ")), String::new()];
    if let Some(bet) = visit.sample() {
        lines.push(format!("A bet is written AMOUNT on WAGER, several with commas: {bet}."));
    }
    lines.push(format!("The wagers of this table: {}.{}", forms(visit), visit.limits()));
    lines.push(
        "Words may be shortened while they are the only one; Tab completes, the arrows bring back."
            .to_owned(),
    );
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

/// The ways of writing the wagers that can be bet on.
pub(super) fn forms(visit: &Visit<'_>) -> String {
    let bets = || visit.listings.iter().filter(|listing| listing.laid == Laid::Bet);
    let mut all: Vec<String> = bets().map(|listing| tariff::label(visit, listing)).collect();
    // A set of numbers of one's own is written like many: it is said once.
    let mut heads: Vec<&str> =
        bets().flat_map(|listing| &listing.forms).filter_map(|form| form.split(' ').next()).collect();
    heads.sort_unstable();
    heads.dedup();
    heads.retain(|head| !all.iter().any(|label| label.split([' ', ',']).any(|word| word == *head)));
    all.extend(heads.iter().map(|head| format!("{head} N …")));
    all.join(", ")
}

/// Every wager with its odds and its edge.
pub(super) fn odds(visit: &Visit<'_>) -> Vec<String> {
    visit.be_patient();
    let mut lines = vec!["The edge is what the house expects to gain from each unit that is bet.".to_owned()];
    match visit.reckoning.prices() {
        None => lines.push("It is still being reckoned: ask again in a moment.".to_owned()),
        Some(Err(error)) => lines.push(format!("It is not known here: {error}")),
        Some(Ok(_)) => {}
    }
    let limits = visit.limits();
    lines.extend((!limits.is_empty()).then(|| limits.trim().to_owned()));
    for entry in tariff::entries(visit) {
        let covers = if entry.covers.is_empty() { String::new() } else { format!(" ({})", entry.covers) };
        lines.push(format!("{}{covers}: {}", entry.label, entry.told()));
    }
    lines
}

/// One wager with its odds and its edge.
pub(super) fn odds_of(visit: &Visit<'_>, wager: &str) -> Said {
    visit.be_patient();
    match tariff::of_wager(visit, wager) {
        Some(entry) => Said::hint(format!("{}: {}.", entry.label, entry.told())),
        None => Said::refused(format!("There is no wager `{wager}` here: {}.", forms(visit))),
    }
}

/// The rounds so far, the latest first.
pub(super) fn history(visit: &Visit<'_>) -> Vec<String> {
    if visit.past.is_empty() {
        return vec!["No round is over yet.".to_owned()];
    }
    let mut lines = vec![format!("Purse {}, {}.", visit.parlour.chips(), visit.since())];
    for past in visit.past.iter().rev() {
        let came = match past.came.minor() {
            0 => "even".to_owned(),
            1.. => format!("won {}", past.came),
            _ => format!("lost {}", unsigned(past.came)),
        };
        lines.push(format!("{}. {came}, purse {}: {}", past.round, past.purse, past.fell));
    }
    lines
}

/// The rules of the game: what a sign says, the settings, the provisions.
pub(super) fn rules(visit: &Visit<'_>) -> Vec<String> {
    let of = visit.of;
    let cited =
        |cites: &[String]| if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
    let mut lines = vec![format!("{}: {}", of.game.title(), of.book.title()), String::new()];
    let limits = visit.limits();
    lines.extend((!limits.is_empty()).then(|| format!("Limits:{limits}")));
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
    let Judged { argument, verdict } = judge_explained(visit.shelf, record.as_bytes(), day);
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
            let mut prices: Vec<&Price> =
                prices.iter().filter(|price| tariff::is_bet(visit, price)).collect();
            prices.sort_by(|a, b| a.edge.value().total_cmp(&b.edge.value()));
            let entries = tariff::entries(visit);
            let line = |price: &&Price| {
                let entry = entries.iter().find(|entry| entry.price == Some(price))?;
                Some(Said::hint(format!("  {}: {}", entry.label, entry.edge())))
            };
            let mut said = vec![Said::hint("The least edge is on")];
            said.extend(prices.iter().take(NAMED).filter_map(line));
            said
        }
    }
}
