//! The office of a house: what waits for a second person, and recoveries.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_fair::Digest;
use croupier_house::journal::Hash;
use croupier_house::office::{ApprovalDraft, OfficeAction, OfficeProposal};
use croupier_house::{House, Library};
use croupier_kit::Money;
use jiff::civil::Date;

use super::access::own_house;
use super::extract::PathParams;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::clock::local_time;
use crate::door::limits::EDITIONS_LISTED;
use crate::wire::{
    EditionsView, OfficeMatterKind, OfficeProposalView, OfficeView, Problem, RecoveryView, StoredEdition,
};

/// What an approval permits, and for which games and tables.
fn approved(approval: &ApprovalDraft) -> String {
    let what = match (&approval.hours, approval.packs.as_slice()) {
        (None, []) => approval.of.to_string(),
        (None, packs) => {
            let packs: Vec<String> = packs.iter().map(ToString::to_string).collect();
            format!("{} {}", approval.of, packs.join(", "))
        }
        (Some(hours), _) => format!("{} {hours}", approval.of),
    };
    let covers =
        if approval.covers.is_empty() { "all tables".to_owned() } else { approval.covers.join(", ") };
    format!("{what}, covers {covers}")
}

/// A matter in words, for the person who authorises it.
pub(super) fn matter(state: &HouseReader<'_>, action: &OfficeAction) -> (OfficeMatterKind, String) {
    let house = state.house;
    let table = |id| house.table(id).map_or_else(|_| "?".to_owned(), |table| table.name.to_string());
    match action {
        OfficeAction::AdoptHouseFile { file } => (OfficeMatterKind::Charter, file.to_string()),
        OfficeAction::Enrol { handle, role, staff } => {
            let of = staff.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
            (OfficeMatterKind::Enrol, format!("{handle}{of} as {}", role.name()))
        }
        OfficeAction::Approve(approval) => {
            let ApprovalDraft { reference, date, .. } = approval;
            (OfficeMatterKind::Approve, format!("{reference} of {date}: {}", approved(approval)))
        }
        OfficeAction::Assign { table: id, post, person } => {
            let who = person.map_or("nobody", |person| house.name_of(person));
            (OfficeMatterKind::Assign, format!("{who} as {} of {}", post.in_book().name(), table(*id)))
        }
        OfficeAction::Capital { cash } => (OfficeMatterKind::Capital, cash.to_string()),
        OfficeAction::Issue { unit, amount } => {
            (OfficeMatterKind::Issue, format!("{amount} in {}", format!("{unit:?}").to_lowercase()))
        }
        OfficeAction::ResetPassword { person } => {
            (OfficeMatterKind::ResetPassword, house.name_of(*person).to_owned())
        }
        OfficeAction::AdoptEdition { rulebook, digest } => {
            (OfficeMatterKind::Edition, format!("{rulebook}, edition {}", Digest::new(*digest)))
        }
        OfficeAction::AdoptText { rulebook, text } => {
            let digest = Digest::new(*blake3::hash(text.as_bytes()).as_bytes());
            (OfficeMatterKind::Edition, format!("{rulebook}, edition {digest}"))
        }
        OfficeAction::Ruling { ruling, .. } => (OfficeMatterKind::Ruling, ruling.to_string()),
        OfficeAction::Roster { from, to, duties } => {
            let zone = house.office.time_zone();
            let time = |at| local_time(at, zone.as_deref());
            let count = duties.len();
            (OfficeMatterKind::Roster, format!("{} to {}, {count} duties", time(*from), time(*to)))
        }
    }
}

/// The dispute that a matter rules in.
const fn ruled_in(action: &OfficeAction) -> Option<u32> {
    match action {
        OfficeAction::Ruling { dispute, .. } => Some(*dispute),
        _ => None,
    }
}

/// The amount that a matter moves.
pub(super) const fn moved_by(action: &OfficeAction) -> Option<Money> {
    match action {
        OfficeAction::Capital { cash: amount }
        | OfficeAction::Issue { amount, .. }
        | OfficeAction::Ruling { amount, .. } => Some(*amount),
        _ => None,
    }
}

fn editions(house: &House<'_>) -> Vec<EditionsView> {
    let library = &house.library;
    let views = library.adopted().iter().map(|(rulebook, digest)| EditionsView {
        rulebook: rulebook.clone(),
        adopted: Digest::new(*digest).to_string(),
        unavailable: library.find(rulebook, digest).err().map(|rejection| rejection.found),
        of_server: library.program().book(rulebook).ok().map(|book| book.digest().to_owned()),
        stored: stored_editions(house, rulebook),
    });
    views.collect()
}

/// The editions of a rulebook that the house has stored, those of the latest law first.
fn stored_editions(house: &House<'_>, rulebook: &str) -> Vec<StoredEdition> {
    let of_book = house.library.stored().filter(|(_, edition)| &*edition.rulebook == rulebook);
    let mut stored: Vec<(Option<Date>, &Hash)> =
        of_book.map(|(digest, edition)| (Library::last_change(edition), digest)).collect();
    stored.sort_by(|one, other| other.cmp(one));
    let view = |(day, digest): (Option<Date>, &Hash)| StoredEdition {
        digest: Digest::new(*digest).to_string(),
        law_of: day.map(|day| day.to_string()),
    };
    stored.into_iter().take(EDITIONS_LISTED).map(view).collect()
}

fn office_of(state: &HouseReader<'_>) -> OfficeView {
    let office = &state.house.office;
    let proposal = |(number, proposal): (u32, &OfficeProposal)| {
        let (matter, text) = matter(state, &proposal.action);
        let (by, expires) = (state.house.name_of(proposal.by).to_owned(), proposal.expires());
        let (dispute, amount) = (ruled_in(&proposal.action), moved_by(&proposal.action).map(Into::into));
        OfficeProposalView { proposal: number, by, at: proposal.at, expires, matter, text, dispute, amount }
    };
    let recoveries = office.recoveries.iter().map(|recovery| RecoveryView {
        at: recovery.at,
        staff: recovery.staff.clone(),
        reason: recovery.reason.clone(),
    });
    OfficeView {
        founded: office.founded,
        proposals: office.proposals.open_at(state.now.at).map(proposal).collect(),
        recoveries: recoveries.collect(),
        editions: editions(state.house),
    }
}

/// Show the office of a house
///
/// For the staff and the regulator: what waits for a second person, and recoveries from the shell.
#[utoipa::path(get, path = "/houses/{h}/office", tag = "staff", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "The office", body = OfficeView),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_office(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<Json<OfficeView>, Problem> {
    own_house(&app, h, &session)?.actor.read(office_of).await.map(Json)
}
