//! Answers to the player's questions: commands, odds, rules, the last round, best play.

use croupier_house::table::Phase;
use croupier_maths::Price;
use croupier_report::in_force;
use croupier_rules::book::Provision;
use croupier_rules::offer::{Laid, notes};
use croupier_rules::{Judged, judge_explained};

use super::keyword::{Stage, of_stage};
use super::message::{Message, cited, unsigned};
use super::session::PlaySession;
use super::{odds_list, options};

/// All commands with their descriptions. Those that are available now come first.
pub(super) fn help(session: &PlaySession<'_>) -> Vec<String> {
    let mut lines = vec![format!("You can type: {}.", options::all(session).join(", ")), String::new()];
    if let Some(bet) = options::sample_bet(session) {
        lines.push(format!("Write a bet as AMOUNT on WAGER, such as `{bet}`; separate several with commas."));
    }
    let limits = session.limits().map(|limits| format!(" {limits}")).unwrap_or_default();
    lines.push(format!("The wagers of this table: {}.{limits}", wager_forms(session)));
    lines.push(
        "You can shorten a command as long as it is unambiguous. Tab completes it; the up arrow recalls earlier lines."
            .to_owned(),
    );
    let stages = [
        (Stage::Betting, "While you bet"),
        (Stage::Deciding, "While you play a hand"),
        (Stage::Insuring, "When insurance is offered"),
        (Stage::Always, "Always"),
    ];
    for (stage, title) in stages {
        let keywords = of_stage(session.of.rules.family(), stage);
        let described = keywords.map(|keyword| format!("  {:<11} {}", keyword.name, keyword.help()));
        let mut described = described.peekable();
        if described.peek().is_some() {
            lines.extend([String::new(), format!("{title}:")]);
        }
        lines.extend(described);
    }
    lines
}

/// The forms of the wagers of the table.
pub(super) fn wager_forms(session: &PlaySession<'_>) -> String {
    let bets = || session.listings.iter().filter(|listing| listing.laid == Laid::Bet);
    let mut all: Vec<String> = bets().map(|listing| odds_list::label(session, listing)).collect();
    // A set of numbers chosen by the player is a form of many listings, so it is named only once.
    let mut heads: Vec<&str> =
        bets().flat_map(|listing| &listing.forms).filter_map(|form| form.split(' ').next()).collect();
    heads.sort_unstable();
    heads.dedup();
    heads.retain(|head| !all.iter().any(|label| label.split([' ', ',']).any(|word| word == *head)));
    all.extend(heads.iter().map(|head| format!("{head} N …")));
    all.join(", ")
}

/// Every wager with its odds and its edge.
pub(super) fn odds(session: &PlaySession<'_>) -> Vec<String> {
    session.wait_for_prices();
    let mut lines = vec!["The edge is what the house expects to gain from each unit that is bet.".to_owned()];
    match session.pricing.prices() {
        None => lines.push("The edges are still being computed: ask again in a moment.".to_owned()),
        Some(Err(error)) => lines.push(format!("The edges of this table are not known: {error}")),
        Some(Ok(_)) => {}
    }
    lines.extend(session.limits());
    for line in odds_list::lines(session) {
        let covers = if line.covers.is_empty() { String::new() } else { format!(" ({})", line.covers) };
        lines.push(format!("{}{covers}: {}", line.label, line.details()));
    }
    lines
}

/// One wager with its odds and its edge.
pub(super) fn odds_of(session: &PlaySession<'_>, wager: &str) -> Message {
    session.wait_for_prices();
    match odds_list::of_wager(session, wager) {
        Some(line) => Message::hint(format!("{}: {}.", line.label, line.details())),
        None => Message::refused(format!(
            "There is no wager `{wager}` at this table. The wagers are {}.",
            wager_forms(session)
        )),
    }
}

/// The rounds so far, the latest first.
pub(super) fn history(session: &PlaySession<'_>) -> Vec<String> {
    if session.past.is_empty() {
        return vec!["No round is over yet.".to_owned()];
    }
    let mut lines = vec![format!("Purse {}, {}.", session.house.chips(), session.since_start())];
    for past in session.past.iter().rev() {
        let net = match past.net.minor() {
            0 => "even".to_owned(),
            1.. => format!("won {}", past.net),
            _ => format!("lost {}", unsigned(past.net)),
        };
        lines.push(format!("{}. {net}, purse {}: {}", past.round, past.purse, past.result));
    }
    lines
}

/// The rules of the game: the text of its sign, the settings, the provisions.
pub(super) fn rules(session: &PlaySession<'_>) -> Vec<String> {
    let of = session.of;
    let mut lines = vec![format!("{}: {}", of.game.title(), of.book.title()), String::new()];
    lines.extend(session.limits().map(|limits| format!("Limits: {limits}")));
    for note in notes(&of.rules) {
        lines.push(format!("{}: {}{}", note.topic, note.text, cited(&of.cite(note.cites))));
    }
    let settings: Vec<String> =
        in_force(of.game, &of.chosen).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    if !settings.is_empty() {
        lines.push(format!("Settings: {}", settings.join(" ")));
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

/// The explanation of the last round, step by step.
pub(super) fn why(session: &PlaySession<'_>) -> Vec<String> {
    let Some(record) = &session.last_round else {
        return vec!["No round is over yet.".to_owned()];
    };
    if !matches!(session.house.phase(), Phase::Payment | Phase::Waiting | Phase::PlaceYourBets) {
        return vec!["A round is being played: ask again when it is over.".to_owned()];
    }
    let day = session.house.day();
    let Judged { argument, verdict } = judge_explained(session.shelf, record.as_bytes(), day);
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
    let provisions = session.of.book.provisions().iter().filter(is_cited);
    lines.extend(provisions.map(|provision| format!("{}: {}", provision.id, provision.gist)));
    lines
}

/// Best play now; during betting, the wagers with the lowest edge.
pub(super) fn hint(session: &PlaySession<'_>) -> Vec<Message> {
    session.wait_for_prices();
    if session.stage() == Stage::Betting {
        return lowest_edges(session);
    }
    match session.pricing.advisor() {
        None => vec![Message::hint("Best play is still being computed: ask again in a moment.")],
        Some(Err(error)) => vec![Message::hint(format!("Best play at this table is not known: {error}"))],
        Some(Ok(_)) => match session.advice() {
            Some(advice) => advice.lines().into_iter().map(Message::hint).collect(),
            None => vec![Message::hint("There is no advice for this decision.")],
        },
    }
}

/// The number of wagers in a hint.
const NAMED: usize = 3;

fn lowest_edges(session: &PlaySession<'_>) -> Vec<Message> {
    match session.pricing.prices() {
        None => vec![Message::hint("The edges are still being computed: ask again in a moment.")],
        Some(Err(error)) => vec![Message::hint(format!("The edges of this table are not known: {error}"))],
        Some(Ok(prices)) => {
            let mut prices: Vec<&Price> =
                prices.iter().filter(|price| odds_list::is_bet(session, price)).collect();
            prices.sort_by(|a, b| a.edge.value().total_cmp(&b.edge.value()));
            let lines = odds_list::lines(session);
            let message = |price: &&Price| {
                let line = lines.iter().find(|line| line.price == Some(price))?;
                Some(Message::hint(format!("  {}: {}", line.label, line.edge())))
            };
            let mut messages = vec![Message::hint("The wagers with the lowest edge:")];
            messages.extend(prices.iter().take(NAMED).filter_map(message));
            messages
        }
    }
}
