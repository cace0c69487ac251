//! Checks whether a house with a table meets a requirement.

use std::ops::Range;

use toml::Spanned;

use super::case::{Case, Lack};
use super::file::{Approval, Licence};
use super::{bank, staff};
use crate::book::{ApprovalSubject, Notice, Obligation};

/// Checks whether the house meets the obligation.
pub(super) fn answer(ask: Obligation, case: &Case<'_>) -> Result<(), Lack> {
    match ask {
        Obligation::Licence => licence(case),
        Obligation::LicensedGame => licensed_game(case),
        Obligation::OfferedGame => offered_game(case),
        Obligation::BankHeld => bank::held(case),
        Obligation::BankWhole => bank::whole(case),
        Obligation::BankOfPlayers => bank::of_players(case),
        Obligation::Approval(matter) => approval(matter, case),
        Obligation::Shown(notice) => shown(notice, case),
        Obligation::ShownOrGiven(notice) => shown_or_given(notice, case),
        Obligation::Post { post, tables_max } => staff::at_post(post, tables_max, case),
        Obligation::Disputes => disputes(case),
    }
}

/// The licences under the table's book.
fn licences<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Licence> {
    let book = case.book.id();
    case.house.licences.iter().filter(move |licence| licence.rulebook.get_ref() == book)
}

/// The reason why a licence is not valid for the house on that day, with its position.
fn useless(licence: &Licence, case: &Case<'_>) -> Option<(Range<usize>, String)> {
    let (house, day) = (case.house, case.day);
    let reference = &licence.reference;
    if *licence.holder.get_ref() != house.licence_holder {
        let found = format!("the licence {reference} is held by {}", licence.holder.get_ref());
        return Some((licence.holder.span(), found));
    }
    if *licence.premises.get_ref() != house.premises {
        let found = format!("the licence {reference} is for {}", licence.premises.get_ref());
        return Some((licence.premises.span(), found));
    }
    let running = licence.from <= day && licence.to.is_none_or(|to| day <= to);
    let until = licence.to.map(|to| format!(" to {to}")).unwrap_or_default();
    let found = format!("the licence {reference} runs from {}{until}, not on {day}", licence.from);
    (!running).then(|| (licence.rulebook.span(), found))
}

fn licence(case: &Case<'_>) -> Result<(), Lack> {
    let house = case.house;
    let allowed = format!(
        "{} is played under a licence that {} holds for {}, on the days it is in force",
        case.table.game.get_ref(),
        house.licence_holder,
        house.premises
    );
    let mut why = None;
    for licence in licences(case) {
        match useless(licence, case) {
            None => return Ok(()),
            some => why = why.or(some),
        }
    }
    let none = || (case.table.game.span(), format!("there is no licence under {}", case.book.id()));
    let (at, found) = why.unwrap_or_else(none);
    Err(Lack::new(at, found, allowed))
}

fn licensed_game(case: &Case<'_>) -> Result<(), Lack> {
    let game = case.game.id();
    let mut lists: Vec<&Spanned<Vec<String>>> = Vec::new();
    for licence in licences(case).filter(|licence| useless(licence, case).is_none()) {
        match &licence.games {
            Some(games) if !games.get_ref().iter().any(|listed| listed == game) => lists.push(games),
            _ => return Ok(()),
        }
    }
    // If there is no licence at all, the requirement of a licence already reports that.
    let Some(games) = lists.first() else { return Ok(()) };
    let found = format!("`{game}` is not among the games of the licence");
    let allowed = format!("the licence permits {}", games.get_ref().join(", "));
    Err(Lack::new(case.table.game.span(), found, allowed))
}

fn offered_game(case: &Case<'_>) -> Result<(), Lack> {
    let game = case.table.game.get_ref();
    let allowed = match &case.house.offered {
        Some(games) if games.get_ref().contains(game) => return Ok(()),
        Some(games) => format!("management offers {}", games.get_ref().join(", ")),
        None => "management says which games are offered: [management] games = [...]".to_owned(),
    };
    let found = format!("{game} is not among the games that management offers");
    Err(Lack::new(case.table.game.span(), found, allowed))
}

fn approval(matter: ApprovalSubject, case: &Case<'_>) -> Result<(), Lack> {
    let table = case.table;
    let of = |approval: &&Approval| approval.of == matter && approval.covers(table);
    let given: Vec<&Approval> = case.house.approvals.iter().filter(of).collect();
    let fits = |approval: &&Approval| approval.date <= case.day && permits(approval, case);
    if given.iter().any(fits) {
        return Ok(());
    }
    let (at, found) = unapproved(matter, case);
    Err(Lack::new(at, found, approved(&given, matter, case)))
}

/// The number of packs of the table; `None` if its settings do not say.
fn packs(case: &Case<'_>) -> Option<u32> {
    case.value("decks").and_then(|decks| decks.parse().ok())
}

/// Whether an approval that covers the table permits what the table has.
fn permits(approval: &Approval, case: &Case<'_>) -> bool {
    let hours = case.table.hours.as_ref().map(Spanned::get_ref);
    match approval.of {
        ApprovalSubject::Hours => approval.hours.zip(hours).is_some_and(|(all, hours)| all.contain(*hours)),
        ApprovalSubject::Packs => packs(case).is_some_and(|packs| approval.packs.contains(&packs)),
        ApprovalSubject::Layout | ApprovalSubject::Shuffler => true,
    }
}

/// What the table has without approval, with its position.
fn unapproved(matter: ApprovalSubject, case: &Case<'_>) -> (Range<usize>, String) {
    let table = case.table;
    let named = table.name.span();
    match matter {
        ApprovalSubject::Hours => match &table.hours {
            Some(hours) => (hours.span(), format!("hours {} that are not approved", hours.get_ref())),
            None => (named, "no hours are set".to_owned()),
        },
        ApprovalSubject::Packs => {
            let set = table.settings.iter().find(|(key, _)| key == "decks");
            (
                set.map_or(named, |(_, value)| value.span()),
                packs(case).map_or_else(
                    || "no number of packs, so that none is approved".to_owned(),
                    |packs| format!("{packs} packs, which are not approved"),
                ),
            )
        }
        ApprovalSubject::Layout => (named, "a layout that is not approved".to_owned()),
        ApprovalSubject::Shuffler => {
            let at = table.shuffle.as_ref().map_or(named, Spanned::span);
            (at, "a shuffling machine that is not approved".to_owned())
        }
    }
}

/// The existing approvals, in words.
fn approved(given: &[&Approval], matter: ApprovalSubject, case: &Case<'_>) -> String {
    let words = |approval: &&Approval| {
        let scope = match matter {
            ApprovalSubject::Hours => approval.hours.map(|hours| format!(" {hours}")).unwrap_or_default(),
            ApprovalSubject::Packs => {
                let packs: Vec<String> = approval.packs.iter().map(ToString::to_string).collect();
                format!(" {} packs", packs.join(" or "))
            }
            ApprovalSubject::Layout | ApprovalSubject::Shuffler => String::new(),
        };
        format!("{}{scope} from {}", approval.reference, approval.date)
    };
    let list: Vec<String> = given.iter().map(words).collect();
    if list.is_empty() {
        return format!("approved first, and in the register: [[approval]] of = \"{}\"", matter.name());
    }
    format!("approved, as of {}: {}", case.day, list.join("; "))
}

/// Checks that a notice is shown. Limits must also be set.
fn shown(notice: Notice, case: &Case<'_>) -> Result<(), Lack> {
    let table = case.table;
    for (key, limit) in [("min", &table.min), ("max", &table.max)] {
        if notice == Notice::Limits && limit.is_none() {
            let allowed = "a table has a least and a greatest stake, and shows both";
            return Err(Lack::new(table.name.span(), format!("no `{key}` is set"), allowed));
        }
    }
    if table.shows.as_ref().is_some_and(|shows| shows.get_ref().contains(&notice)) {
        return Ok(());
    }
    let at = table.shows.as_ref().map_or_else(|| table.name.span(), Spanned::span);
    let allowed = format!("the table shows them: shows = [\"{}\"]", notice.name());
    Err(Lack::new(at, format!("the {} are not shown", notice.name()), allowed))
}

fn shown_or_given(notice: Notice, case: &Case<'_>) -> Result<(), Lack> {
    if case.table.on_request.contains(&notice) || shown(notice, case).is_ok() {
        return Ok(());
    }
    let at = case.table.shows.as_ref().map_or_else(|| case.table.name.span(), Spanned::span);
    let name = notice.name();
    let allowed = format!("shown on a sign or given on request: shows or tells = [\"{name}\"]");
    Err(Lack::new(at, format!("the {name}: neither shown nor given on request"), allowed))
}

fn disputes(case: &Case<'_>) -> Result<(), Lack> {
    let allowed = "somebody hears disputes, and they can be referred: [disputes] heard_by and escalated_to";
    let Some(disputes) = &case.house.disputes else {
        return Err(Lack::new(0..0, "there are no rules for disputes", allowed));
    };
    let lacking = match (&disputes.heard_by, &disputes.escalated_to) {
        (None, _) => "nobody hears disputes",
        (_, None) => "a dispute that remains unsettled cannot be referred",
        _ => return Ok(()),
    };
    Err(Lack::new(disputes.at.clone(), lacking, allowed))
}
