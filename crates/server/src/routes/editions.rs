//! Editions of rulebooks that a house could adopt: what they change, before somebody proposes one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::office::OfficeAction;

use super::access::own_house;
use super::charter::in_force;
use super::extract::{Body, PathParams};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::edition_check::{Examined, examine};
use crate::game_cache::CHECKS_AT_ONCE;
use crate::wire::{EditionCheck, EditionQuestion, Problem, ProblemCode};

/// Check an edition of a rulebook
///
/// For the staff, because one of them authorises what a manager proposes, and for the regulator. Nothing is adopted. Where the text has faults, the
/// rest is empty; otherwise it has both texts, what would be in breach that is not today, and the edge of each wager that changes.
#[utoipa::path(post, path = "/houses/{h}/editions/check", tag = "staff", params(("h" = u16, Path, description = "The number of the house")),
    request_body(content = EditionQuestion), responses(
    (status = 200, description = "What is wrong with the edition, and what it changes", body = EditionCheck),
    (status = "4XX", description = "The person who asks may not do this, there is no such edition or proposal, or others are being checked", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn check_edition(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    Body(question): Body<EditionQuestion>,
) -> Result<Json<EditionCheck>, Problem> {
    let house = own_house(&app, h, &session)?;
    let permit = app.games.check_permit().ok_or_else(|| {
        let allowed = format!("at most {CHECKS_AT_ONCE} at the same time: try again in a second");
        Problem::new(ProblemCode::Rate, "other files are being checked", allowed)
    })?;
    let examined = house.actor.read(move |state| examined(state, question)).await??;
    // The work holds the permit, not the request: one that is given up does not make room for another.
    let work = tokio::task::spawn_blocking(move || {
        let found = examine(&examined);
        drop(permit);
        found
    });
    work.await.map(Json).map_err(|_| Problem::internal())
}

/// The text that is asked about, with copies of what it is compared with.
fn examined(state: &HouseReader<'_>, question: EditionQuestion) -> Result<Examined, Problem> {
    let house = state.house;
    let stored =
        |rulebook: &str, digest| Ok::<_, Problem>(house.library.find(rulebook, digest)?.text().to_owned());
    let (text, is_new) = match question {
        EditionQuestion::Text { text } => (text, true),
        EditionQuestion::Known { rulebook, digest } => (stored(&rulebook, &digest)?, false),
        EditionQuestion::Proposed { proposal } => {
            let mut open = house.office.proposals.open_at(state.now.at);
            let found = open.find(|(number, _)| *number == proposal).map(|(_, proposal)| &proposal.action);
            match found {
                Some(OfficeAction::AdoptText { text, .. }) => (text.to_string(), true),
                Some(OfficeAction::AdoptEdition { rulebook, digest }) => (stored(rulebook, digest)?, false),
                _ => return Err(Problem::unknown("proposal of an edition")),
            }
        }
    };
    Ok(Examined { text, is_new, in_force: in_force(state), file_text: house.office.adopted.clone() })
}
