//! The wagers of the table: how they are typed, what they pay and what they cost.

use croupier_kit::Odds;
use croupier_maths::Price;
use croupier_report::{odds_words, percent};
use croupier_rules::contract::Payout;
use croupier_rules::offer::{Ending, Laid, Listing, quote};

use super::input::full_wager;
use super::message::cited;
use super::session::PlaySession;

/// One wager.
pub(super) struct OddsLine<'v> {
    /// The words to type, or the name of a wager that is not typed.
    pub(super) label: String,
    /// The results that it covers.
    pub(super) covers: &'v str,
    /// How the bet is placed, if players place it.
    laid: Option<Laid>,
    pub(super) odds: String,
    /// The best odds that the rules name.
    best: Option<Odds>,
    /// Its price, once it is computed. A raise has no price apart from that of its ante.
    pub(super) price: Option<&'v Price>,
    is_priced: bool,
    /// The step that stakes must be multiples of, if it is more than a hundredth.
    pub(super) step: Option<String>,
    pub(super) cites: Vec<String>,
}

/// The maximum length of a fraction that is shown.
const FRACTION_MOST: usize = 24;

impl OddsLine<'_> {
    /// The edge as an exact fraction, if it is short enough.
    pub(super) fn fraction(&self) -> Option<String> {
        let exact = self.price?.edge.exact()?.to_string();
        (exact.len() <= FRACTION_MOST).then_some(exact)
    }

    /// The odds for a column. If there are several, the best.
    pub(super) fn short_odds(&self) -> String {
        let best = self.price.and_then(|price| {
            let won = price.endings.iter().filter_map(|ending| match ending.payout {
                Payout::Win(odds) => Some(odds),
                _ => None,
            });
            won.max_by_key(|odds| odds.ratio())
        });
        match best.or(self.best) {
            Some(best) if self.odds.contains(", ") => format!("≤ {best}"),
            _ if self.price.is_some_and(|price| price.odds.is_none()) => self.odds.replace("by its", "by"),
            _ => self.odds.clone(),
        }
    }

    /// The edge in percent for a column; empty if the wager has no edge of its own.
    pub(super) fn short_edge(&self) -> String {
        match (self.price, self.is_priced) {
            (Some(price), _) => format!("{:.2} %", price.edge.value() * 100.0),
            (None, true) => String::new(),
            (None, false) => "…".to_owned(),
        }
    }

    /// The edge in words.
    pub(super) fn edge(&self) -> String {
        let Some(price) = self.price else {
            let words = if self.is_priced { "no edge of its own" } else { "the edge is being computed" };
            return words.to_owned();
        };
        let exact = self.fraction().map(|text| format!(" = {text}")).unwrap_or_default();
        format!("edge {}{exact}", percent(&price.edge))
    }

    /// Odds, edge, step and provisions.
    pub(super) fn details(&self) -> String {
        let step = self.step.as_ref().map(|step| format!("; in steps of {step}")).unwrap_or_default();
        let odds = if self.odds.is_empty() { String::new() } else { format!("{}; ", self.odds) };
        format!("{odds}{}{step}{}", self.edge(), cited(&self.cites))
    }
}

/// All wagers of the table, those that can be typed first, and other items that have a price.
pub(super) fn lines<'v>(session: &'v PlaySession<'_>) -> Vec<OddsLine<'v>> {
    let listed = session.listings.iter().flat_map(|listing| by_price(session, listing));
    let others = prices(session).iter().filter(|price| !is_listed(session, price));
    let others = others.map(|price| unlisted(session, price));
    let mut all: Vec<OddsLine<'v>> = listed.chain(others).collect();
    all.sort_by_key(|line| line.laid.is_none_or(|laid| laid != Laid::Bet));
    all
}

/// The wager with these words, if the table has it.
pub(super) fn of_wager<'v>(session: &'v PlaySession<'_>, typed: &str) -> Option<OddsLine<'v>> {
    let wager = full_wager(typed, &session.wagers);
    let words: Vec<&str> = wager.split_whitespace().collect();
    let listing = match session.listings.iter().find(|listing| listing.words.contains(&wager)) {
        Some(listing) => listing,
        None => paid_alike(session, &words)?,
    };
    let name = listing.priced_as(&wager);
    Some(line(session, listing, wager, name))
}

/// The lines of a listing: one, or one for each price if wagers that are paid alike cost differently, such as a bet that
/// begins with its point.
fn by_price<'v>(session: &'v PlaySession<'_>, listing: &'v Listing) -> Vec<OddsLine<'v>> {
    let edge = |name: &str| {
        prices(session).iter().find(|price| price.wager == name).map(|price| percent(&price.edge))
    };
    let mut groups: Vec<(Option<String>, &str, Vec<&str>)> = Vec::new();
    for (words, name) in listing.words.iter().zip(&listing.names) {
        let edge = edge(name);
        match groups.iter_mut().find(|(known, ..)| *known == edge) {
            Some((.., all)) => all.push(words),
            None => groups.push((edge, name, vec![words])),
        }
    }
    if groups.len() < 2 {
        return vec![line(session, listing, label(session, listing), &listing.name)];
    }
    groups.into_iter().map(|(_, name, words)| line(session, listing, together(&words), name)).collect()
}

/// Several wagers in short: `put 4, 10`.
fn together(words: &[&str]) -> String {
    let split: Option<Vec<(&str, &str)>> = words.iter().map(|words| words.split_once(' ')).collect();
    match split.as_deref() {
        Some([(head, first), rest @ ..]) if rest.iter().all(|(other, _)| other == head) => {
            let figures =
                rest.iter().fold((*first).to_owned(), |text, (_, figure)| format!("{text}, {figure}"));
            format!("{head} {figures}")
        }
        _ => words.join(", "),
    }
}

/// The listing that pays the same as a wager that is not on the layout, such as a set of numbers chosen by the
/// player.
fn paid_alike<'v>(session: &'v PlaySession<'_>, words: &[&str]) -> Option<&'v Listing> {
    let quoted = quote(&session.of.rules, session.of.game.conduct(), words).ok()?;
    let paid = |endings: &[Ending]| endings.iter().map(|ending| ending.payout).collect::<Vec<_>>();
    let begins =
        |listing: &Listing| listing.forms.iter().any(|form| form.split(' ').next() == words.first().copied());
    session.listings.iter().find(|listing| begins(listing) && paid(&listing.endings) == paid(&quoted.endings))
}

/// A line for wagers of a listing that have this name in the list of prices.
fn line<'v>(session: &'v PlaySession<'_>, listing: &'v Listing, label: String, name: &str) -> OddsLine<'v> {
    let price = prices(session).iter().find(|price| price.wager == name);
    let cites = listing.cites();
    OddsLine {
        label,
        covers: &listing.covers,
        laid: Some(listing.laid),
        odds: price.filter(|price| lists_all_odds(price, listing)).map_or_else(|| usual(listing), odds_words),
        best: listing.endings.iter().filter_map(Ending::odds).max_by_key(|odds| odds.ratio()),
        price,
        is_priced: session.pricing.prices().is_some(),
        step: (listing.step.minor() > 1).then(|| listing.step.to_string()),
        cites: cites.iter().take(2).map(|rule| session.of.book.citations().text(*rule).to_owned()).collect(),
    }
}

/// An item with a price that is not typed, such as the players' bank.
fn unlisted<'v>(session: &'v PlaySession<'_>, price: &'v Price) -> OddsLine<'v> {
    let cites = price.cites.iter().take(2).map(|rule| session.of.book.citations().text(*rule).to_owned());
    OddsLine {
        label: format!("as {}", price.wager),
        covers: "",
        laid: None,
        odds: price.odds.map(|odds| odds.to_string()).unwrap_or_default(),
        best: None,
        price: Some(price),
        is_priced: true,
        step: None,
        cites: cites.collect(),
    }
}

fn prices<'v>(session: &'v PlaySession<'_>) -> &'v [Price] {
    session.pricing.prices().and_then(Result::ok).unwrap_or_default()
}

/// Whether a price belongs to a listed wager.
fn is_listed(session: &PlaySession<'_>, price: &Price) -> bool {
    let words: Vec<&str> = price.wager.split_whitespace().collect();
    session.listings.iter().any(|listing| listing.names.contains(&price.wager))
        || quote(&session.of.rules, session.of.game.conduct(), &words).is_ok()
}

/// The words for a wager. A form that several wagers share is left out if there is another form.
pub(super) fn label(session: &PlaySession<'_>, listing: &Listing) -> String {
    let head = |form: &str| form.split(' ').next().unwrap_or_default().to_owned();
    let of_several = |form: &&String| {
        let also = |other: &&Listing| {
            other.name != listing.name && other.forms.iter().any(|f| head(f) == head(form))
        };
        session.listings.iter().find(also).is_some_and(|other| other.laid == listing.laid)
    };
    let own: Vec<&str> = listing.forms.iter().filter(|form| !of_several(form)).map(String::as_str).collect();
    if own.is_empty() { joined(listing.forms.iter().map(String::as_str)) } else { joined(own.into_iter()) }
}

/// Forms separated by commas. A first word that is repeated is left out: `place-win 4, 10`.
fn joined<'f>(forms: impl Iterator<Item = &'f str>) -> String {
    let mut text = String::new();
    let mut before = None;
    for form in forms {
        let (head, rest) = form.split_once(' ').unwrap_or((form, ""));
        let again = before == Some(head) && !rest.is_empty();
        text += if text.is_empty() { "" } else { ", " };
        text += if again { rest } else { form };
        before = Some(head);
    }
    text
}

/// All odds of a win, from the lowest: for wagers that have no price of their own, or none yet.
fn usual(listing: &Listing) -> String {
    let mut odds: Vec<Odds> = listing.endings.iter().filter_map(Ending::odds).collect();
    odds.sort_by_key(|odds| odds.ratio());
    let mut words: Vec<String> = odds.iter().map(Odds::to_string).collect();
    words.dedup();
    words.join(", ")
}

/// Whether a price names its odds as the rules do. One that is computed hand by hand, as at blackjack, only knows the usual
/// ones.
fn lists_all_odds(price: &Price, listing: &Listing) -> bool {
    let computed = price.endings.iter().filter(|ending| matches!(ending.payout, Payout::Win(_))).count();
    let listed = listing.endings.iter().filter(|ending| ending.odds().is_some()).count();
    price.commission.is_some() || computed >= listed.min(2)
}

/// Whether a price belongs to a wager that players can type.
pub(super) fn is_bet(session: &PlaySession<'_>, price: &Price) -> bool {
    session.listings.iter().any(|listing| listing.laid == Laid::Bet && listing.name == price.wager)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_with_the_same_first_word_are_joined() {
        assert_eq!(joined(["place-win 4", "place-win 10"].into_iter()), "place-win 4, 10");
        assert_eq!(joined(["black", "even"].into_iter()), "black, even");
    }
}
