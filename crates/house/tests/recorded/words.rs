//! The words in which an expectation is written. They are the expectation's own: what the program calls these things may
//! change, what an expectation says may not.

use croupier_house::House;
use croupier_house::ids::PersonId;
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::office::{Exchange, LaidOut, Role, TablePost};
use croupier_house::paper::{ProposedAction, SlipKind, SlipState};
use croupier_house::table::{Mode, Phase};

pub(crate) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Closed => "closed",
        Phase::Waiting => "waiting",
        Phase::PlaceYourBets => "place your bets",
        Phase::FinalBets => "final bets",
        Phase::NoMoreBets => "no more bets",
        Phase::Outcome => "outcome",
        Phase::Insurance => "insurance",
        Phase::Decision => "decision",
        Phase::Payment => "payment",
    }
}

pub(crate) fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Automatic => "automatic",
        Mode::Attended => "attended",
    }
}

pub(crate) fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Cash => "cash",
        Unit::Chips => "chips",
        Unit::Wheel => "wheel chips",
        Unit::Plaques => "plaques",
    }
}

pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Dealer => "dealer",
        Role::Inspector => "inspector",
        Role::Cashier => "cashier",
        Role::Manager => "manager",
        Role::Regulator => "regulator",
    }
}

pub(crate) fn post(post: TablePost) -> &'static str {
    match post {
        TablePost::Dealer => "dealer",
        TablePost::PalettePerson => "palette person",
        TablePost::BaseDealer => "base dealer",
        TablePost::Inspector => "inspector",
    }
}

pub(crate) fn account(house: &House<'_>, account: &Account) -> String {
    let name = |person: PersonId| house.name_of(person).to_owned();
    let place = match account.location {
        Location::Issued => "issued".to_owned(),
        Location::Bank => "bank".to_owned(),
        Location::Wallet(person) => format!("pocket of {}", name(person)),
        Location::Cage => "cage".to_owned(),
        Location::Player(person) => format!("with {}", name(person)),
        Location::Wheel(person, table) => format!("with {} at {}", name(person), table.0),
        Location::Float(table) => format!("float {}", table.0),
        Location::Drop(table) => format!("drop {}", table.0),
        Location::Layout(table) => format!("layout {}", table.0),
        Location::PlayersBank(table) => format!("players' bank {}", table.0),
        Location::Transit(table) => format!("on the way {}", table.0),
    };
    format!("{} {place}", unit(account.unit))
}

pub(crate) fn matter(matter: &ProposedAction) -> String {
    let total = |count: &croupier_house::paper::Count| count.total().unwrap_or_default();
    match matter {
        ProposedAction::Open { mode: how, opener } => format!("open {} {}", mode(*how), total(opener)),
        ProposedAction::Close { closer } => format!("close {}", total(closer)),
        ProposedAction::Drop { cash } => format!("drop {}", total(cash)),
        ProposedAction::OpenNoted { mode: how, opener, note } => {
            format!("open {} {} noted {note}", mode(*how), total(opener))
        }
        ProposedAction::CloseNoted { closer, note } => format!("close {} noted {note}", total(closer)),
        ProposedAction::DropNoted { cash, note } => format!("drop {} noted {note}", total(cash)),
        ProposedAction::Void { round, reason } => format!("void {round}: {reason}"),
        ProposedAction::Correct { round, from, to, reason } => {
            format!("correct {round} {from} to {to}: {reason}")
        }
    }
}

pub(crate) fn slip(kind: SlipKind, state: SlipState) -> String {
    let kind = match kind {
        SlipKind::Fill => "fill",
        SlipKind::Credit => "credit",
    };
    let state = match state {
        SlipState::Requested => "requested",
        SlipState::Sent => "sent",
        SlipState::Delivered => "delivered",
        SlipState::Confirmed => "confirmed",
        SlipState::Void => "void",
    };
    format!("{kind} {state}")
}

pub(crate) fn exchange(exchange: &Exchange) -> String {
    match exchange {
        Exchange::BuyIn { with, amount } => format!("buy in {amount} with {}", unit(*with)),
        Exchange::CashOut { amount } => format!("cash out {amount}"),
        Exchange::BuyPlaques { amount } => format!("buy plaques {amount}"),
        Exchange::CashPlaques { amount } => format!("cash plaques {amount}"),
        Exchange::ToWheel { with, amount, colour, value } => {
            format!("wheel chips {amount} with {} colour {colour} at {value}", unit(*with))
        }
        Exchange::FromWheel { amount } => format!("cash in wheel chips {amount}"),
        Exchange::ToPlaques { amount } => format!("plaques for chips {amount}"),
    }
}

pub(crate) fn laid_out(place: Option<LaidOut>) -> String {
    match place {
        None => "waits".to_owned(),
        Some(LaidOut::Cage) => "laid out at the cage".to_owned(),
        Some(LaidOut::Table(id)) => format!("laid out at table {}", id.0),
    }
}
