//! What wagers pay and what they cost, in the words that a bet takes.

use croupier_maths::Price;
use croupier_rules::contract::Payout;
use croupier_rules::offer::{Ending, Laid, Listing, quote};

use super::visit::Visit;
use super::words::whole_wager;
use crate::odds::{odds_words, percent};

/// One line of the tariff.
pub(super) struct Entry<'v> {
    /// How it is typed, or what it is called where it is not.
    pub(super) label: String,
    /// What it is on.
    pub(super) covers: &'v str,
    /// How it is laid, where it is laid at all.
    laid: Option<Laid>,
    pub(super) odds: String,
    /// Its price, once that has been reckoned; a raise has none apart from its ante.
    pub(super) price: Option<&'v Price>,
    reckoned: bool,
    /// The smallest stake and every step of it, where that is more than a hundredth.
    pub(super) step: Option<String>,
    pub(super) cites: Vec<String>,
}

/// Longer than this, a fraction is told no more.
const FRACTION_MOST: usize = 24;

impl Entry<'_> {
    /// The edge as an exact fraction, where that is short.
    pub(super) fn fraction(&self) -> Option<String> {
        let exact = self.price?.edge.exact()?.to_string();
        (exact.len() <= FRACTION_MOST).then_some(exact)
    }

    /// The odds in a column: of several, the best.
    pub(super) fn brief_odds(&self) -> String {
        let best = self.price.and_then(|price| {
            let won = price.endings.iter().filter_map(|ending| match ending.payout {
                Payout::Win(odds) => Some(odds),
                _ => None,
            });
            won.max_by_key(|odds| odds.ratio())
        });
        match best {
            Some(best) if self.odds.contains(", ") => format!("≤ {best}"),
            _ if self.price.is_some_and(|price| price.odds.is_none()) => self.odds.replace("by its", "by"),
            _ => self.odds.clone(),
        }
    }

    /// The edge in percent in a column; nothing where it has none of its own.
    pub(super) fn brief_edge(&self) -> String {
        match (self.price, self.reckoned) {
            (Some(price), _) => format!("{:.2} %", price.edge.value() * 100.0),
            (None, true) => String::new(),
            (None, false) => "…".to_owned(),
        }
    }

    /// The edge in words.
    pub(super) fn edge(&self) -> String {
        let Some(price) = self.price else {
            let words = if self.reckoned { "no edge of its own" } else { "edge still being reckoned" };
            return words.to_owned();
        };
        let exact = self.fraction().map(|text| format!(" = {text}")).unwrap_or_default();
        format!("edge {}{exact}", percent(&price.edge))
    }

    /// Everything about it, but for its label.
    pub(super) fn told(&self) -> String {
        let step = self.step.as_ref().map(|step| format!("; in steps of {step}")).unwrap_or_default();
        let cites =
            if self.cites.is_empty() { String::new() } else { format!(" ({})", self.cites.join(", ")) };
        let odds = if self.odds.is_empty() { String::new() } else { format!("{}; ", self.odds) };
        format!("{odds}{}{step}{cites}", self.edge())
    }
}

/// Every wager of the table, those that can be bet on first, and what else has a price there.
pub(super) fn entries<'v>(visit: &'v Visit<'_>) -> Vec<Entry<'v>> {
    let listed = visit.listings.iter().map(|listing| entry(visit, listing, label(visit, listing)));
    let others = prices(visit).iter().filter(|price| !is_listed(visit, price));
    let others = others.map(|price| unlisted(visit, price));
    let mut all: Vec<Entry<'v>> = listed.chain(others).collect();
    all.sort_by_key(|entry| entry.laid.is_none_or(|laid| laid != Laid::Bet));
    all
}

/// The wager that somebody types, if there is such a one.
pub(super) fn of_wager<'v>(visit: &'v Visit<'_>, typed: &str) -> Option<Entry<'v>> {
    let wager = whole_wager(typed, &visit.wagers);
    let words: Vec<&str> = wager.split_whitespace().collect();
    let listing = match visit.listings.iter().find(|listing| listing.words.contains(&wager)) {
        Some(listing) => listing,
        None => unwritten(visit, &words)?,
    };
    Some(entry(visit, listing, wager))
}

/// A wager that no layout has, such as a set of numbers of one's own: it is paid as a listing that begins alike.
fn unwritten<'v>(visit: &'v Visit<'_>, words: &[&str]) -> Option<&'v Listing> {
    let quoted = quote(&visit.of.rules, visit.of.game.conduct(), words).ok()?;
    let paid = |endings: &[Ending]| endings.iter().map(|ending| ending.payout).collect::<Vec<_>>();
    let begins =
        |listing: &Listing| listing.forms.iter().any(|form| form.split(' ').next() == words.first().copied());
    visit.listings.iter().find(|listing| begins(listing) && paid(&listing.endings) == paid(&quoted.endings))
}

fn entry<'v>(visit: &'v Visit<'_>, listing: &'v Listing, label: String) -> Entry<'v> {
    let price = prices(visit).iter().find(|price| price.wager == listing.name);
    let cites = listing.cites();
    Entry {
        label,
        covers: &listing.covers,
        laid: Some(listing.laid),
        odds: price.map_or_else(|| usual(listing), odds_words),
        price,
        reckoned: visit.reckoning.prices().is_some(),
        step: (listing.step.minor() > 1).then(|| listing.step.to_string()),
        cites: cites.iter().take(2).map(|rule| visit.of.book.citations().text(*rule).to_owned()).collect(),
    }
}

/// Something with a price that nobody bets on in words: the bank of the players themselves.
fn unlisted<'v>(visit: &'v Visit<'_>, price: &'v Price) -> Entry<'v> {
    let cites = price.cites.iter().take(2).map(|rule| visit.of.book.citations().text(*rule).to_owned());
    Entry {
        label: format!("as {}", price.wager),
        covers: "",
        laid: None,
        odds: price.odds.map(|odds| odds.to_string()).unwrap_or_default(),
        price: Some(price),
        reckoned: true,
        step: None,
        cites: cites.collect(),
    }
}

fn prices<'v>(visit: &'v Visit<'_>) -> &'v [Price] {
    visit.reckoning.prices().and_then(Result::ok).unwrap_or_default()
}

/// Whether a price is of a wager that can be named here.
fn is_listed(visit: &Visit<'_>, price: &Price) -> bool {
    let words: Vec<&str> = price.wager.split_whitespace().collect();
    visit.listings.iter().any(|listing| listing.name == price.wager)
        || quote(&visit.of.rules, visit.of.game.conduct(), &words).is_ok()
}

/// The ways of writing a listing. A form that several listings have says little and is left out where there is another.
pub(super) fn label(visit: &Visit<'_>, listing: &Listing) -> String {
    let head = |form: &str| form.split(' ').next().unwrap_or_default().to_owned();
    let of_several = |form: &&String| {
        let also = |other: &&Listing| {
            other.name != listing.name && other.forms.iter().any(|f| head(f) == head(form))
        };
        visit.listings.iter().find(also).is_some_and(|other| other.laid == listing.laid)
    };
    let own: Vec<&str> = listing.forms.iter().filter(|form| !of_several(form)).map(String::as_str).collect();
    if own.is_empty() {
        gathered(listing.forms.iter().map(String::as_str))
    } else {
        gathered(own.into_iter())
    }
}

/// Forms with commas between; a head that comes again is not written again: `place-win 4, 10`.
fn gathered<'f>(forms: impl Iterator<Item = &'f str>) -> String {
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

/// The odds of an ordinary win, before prices are there.
fn usual(listing: &Listing) -> String {
    listing.endings.iter().find_map(Ending::odds).map(|odds| odds.to_string()).unwrap_or_default()
}

/// Whether a bet in words is how it is laid.
pub(super) fn is_bet(visit: &Visit<'_>, price: &Price) -> bool {
    visit.listings.iter().any(|listing| listing.laid == Laid::Bet && listing.name == price.wager)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_gathered_under_their_heads() {
        assert_eq!(gathered(["place-win 4", "place-win 10"].into_iter()), "place-win 4, 10");
        assert_eq!(gathered(["black", "even"].into_iter()), "black, even");
    }
}
