//! Enrolling: players create accounts, visitors try a demo, the first manager founds a house.

use std::sync::Arc;

use axum::extract::State;
use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId, PersonId};
use croupier_house::office::Role;

use super::chips::{VISITORS_CHIPS, give_chips};
use super::extract::Body;
use super::password::bad_link;
use super::session::{Answer, failed, note_place, start_session};
use crate::app::App;
use crate::auth::Enrolling;
use crate::clock::wall;
use crate::door::ClientAddress;
use crate::houses::{HouseKind, OpenHouse};
use crate::sessions::{Carrier, LinkPurpose, check_password, hash_of, secret};
use crate::wire::{
    CommandResult, Enrolment, FirstManager, NewPlayer, Problem, ProblemCode, SessionView, Visit,
};

/// Enrols a person with a password, one person at a time.
async fn enrol_with(
    app: &App,
    house: &OpenHouse,
    order: Request,
    handle: &str,
    password: String,
) -> Result<CommandResult, Problem> {
    check_password(&password)?;
    // The hash is computed for every request, so that a refusal takes as long as an acceptance.
    let hash = hash_of(password).await?;
    let id = house.actor.id;
    let _one_at_a_time = app.enrolling.lock().await;
    let name = handle.to_owned();
    let is_known = house.actor.read(move |state| state.house.office.person_named(&name).is_some()).await?;
    let accounts = app.sessions.accounts();
    // The password is stored before the person is enrolled, so that every enrolled person can log in, even after a
    // crash in between.
    if !is_known {
        accounts.put(id, handle, &hash).map_err(|error| failed(&error))?;
    }
    let done = house.actor.submit(order, None).await;
    let refused = matches!(&done, Err(problem) if problem.code != ProblemCode::Unavailable);
    if refused && !is_known {
        accounts.remove(id, handle).map_err(|error| failed(&error))?;
    }
    done
}

fn by_house(command: Command) -> Request {
    Request { key: None, by: Actor::House, command }
}

fn player(handle: &str) -> Command {
    Command::Enrol { handle: handle.to_owned(), role: Role::Player, staff: None }
}

/// The command that enrols a player. A house that is not a demo needs a document, so that an exclusion holds for the
/// person and not for the name.
fn player_with(house: &OpenHouse, handle: &str, document: Option<&str>) -> Result<Command, Problem> {
    match document {
        Some(number) => {
            Ok(Command::EnrolPlayer { handle: handle.to_owned(), document: house.hash_document(number)? })
        }
        None if house.kind == HouseKind::Demo => Ok(player(handle)),
        None => Err(Problem::malformed(
            "the number of an identity document is missing",
            "send `document`; only a keyed hash of it is stored",
        )),
    }
}

fn made(done: CommandResult) -> Result<PersonId, Problem> {
    done.number.map(PersonId).ok_or_else(Problem::internal)
}

/// The answer to the public when an account is refused. The words are always the same: they say neither whether a name
/// is known nor whether somebody is excluded.
fn not_enrolled(problem: Problem) -> Problem {
    match problem.code {
        ProblemCode::Unavailable | ProblemCode::Internal | ProblemCode::Malformed => problem,
        _ => Problem::new(
            ProblemCode::Order,
            "this account cannot be created",
            "choose another name, or ask the house",
        ),
    }
}

/// Checks that the house enrols players over this address, and uses their invitation up where it needs one.
fn check_enrolment(app: &App, house: &OpenHouse, invitation: Option<&str>) -> Result<Option<i64>, Problem> {
    match house.policy.enrolment {
        Enrolment::Open => Ok(None),
        Enrolment::Closed => Err(Problem::new(
            ProblemCode::Authority,
            "this house creates no accounts here",
            "ask its staff to enrol you",
        )),
        Enrolment::Invited => {
            let (id, token, now) = (house.actor.id, invitation.unwrap_or_default(), wall());
            let accounts = app.sessions.accounts();
            let expires = accounts.link_expires(id, token, LinkPurpose::Invitation, now);
            let expires = expires.map_err(|error| failed(&error))?.ok_or_else(bad_link)?;
            let used = accounts.use_link(id, token, LinkPurpose::Invitation, now);
            used.map_err(|error| failed(&error))?.ok_or_else(bad_link)?;
            Ok(Some(expires))
        }
    }
}

/// Create a player account and log in
///
/// A house enrols everybody, those who were invited, or nobody here (`enrolment` of the house). A refusal does not say
/// whether the name is known.
#[utoipa::path(post, path = "/people", tag = "session", request_body = NewPlayer, responses(
    (status = 201, description = "The account is created and logged in", body = SessionView),
    (status = "4XX", description = "The account is refused", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn enrol_player(
    State(app): State<Arc<App>>,
    _: Enrolling,
    ClientAddress { ip: address, .. }: ClientAddress,
    Body(newcomer): Body<NewPlayer>,
) -> Answer {
    let house = app.house(newcomer.house)?;
    let NewPlayer { handle, password, document, invitation, .. } = newcomer;
    check_password(&password)?;
    let command = player_with(&house, &handle, document.as_deref())?;
    let invited = check_enrolment(&app, &house, invitation.as_deref())?;
    let done = match croupier_house::robot::is_robot(&handle) {
        true => Err(Problem::new(ProblemCode::Authority, "reserved for robots", "choose another name")),
        false => enrol_with(&app, &house, by_house(command), &handle, password).await,
    };
    if let (Err(_), Some(expires), Some(token)) = (&done, invited, invitation) {
        let accounts = app.sessions.accounts();
        let returned = accounts.return_link(house.actor.id, "", &token, LinkPurpose::Invitation, expires);
        returned.map_err(|error| failed(&error))?;
    }
    let person = made(done.map_err(not_enrolled)?)?;
    note_place(&app, house.actor.id, &handle, address)?;
    start_session(&app, &house, (person, &handle, Role::Player), Carrier::Cookie)
}

/// Visit a demo house
///
/// Creates a player account with 1,000.00 in chips and logs in.
#[utoipa::path(post, path = "/demo/visit", tag = "session", request_body = Visit, responses(
    (status = 201, description = "The visitor is logged in", body = SessionView),
    (status = "4XX", description = "The house is not a demo house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn visit_demo(
    State(app): State<Arc<App>>,
    _: Enrolling,
    Body(visit): Body<Visit>,
) -> Answer {
    let house = app.house(visit.house)?;
    if house.kind != HouseKind::Demo {
        return Err(Problem::new(ProblemCode::Authority, "this is not a demo house", "create an account"));
    }
    let name = secret().map_err(|_| Problem::internal())?;
    let handle = format!("Guest_{}", name.get(..8).expect("a secret has more digits"));
    let person = made(house.submit(Actor::House, player(&handle)).await?)?;
    give_chips(&house, person, VISITORS_CHIPS).await?;
    start_session(&app, &house, (person, &handle, Role::Player), Carrier::Cookie)
}

/// Create the account of the first manager and log in
///
/// The server prints a token at start-up where a house has no manager. It works once.
#[utoipa::path(post, path = "/first-manager", tag = "session", request_body = FirstManager, responses(
    (status = 201, description = "The account is created and logged in", body = SessionView),
    (status = "4XX", description = "The token is wrong or used", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn enrol_first_manager(
    State(app): State<Arc<App>>,
    Body(first): Body<FirstManager>,
) -> Answer {
    let house = app.house(first.house)?;
    let FirstManager { token, handle, password, .. } = first;
    check_password(&password)?;
    let claim = ManagerClaim::take(&app, house.actor.id, &token)?;
    let command = Command::Enrol { handle: handle.clone(), role: Role::Manager, staff: claim.staff.clone() };
    let done = enrol_with(&app, &house, by_house(command), &handle, password).await;
    if done.is_err() {
        claim.give_back(&app, house.actor.id, &token)?;
    }
    start_session(&app, &house, (made(done?)?, &handle, Role::Manager), Carrier::Cookie)
}

/// The right to create the account of a manager, from the token that the server printed or from a recovery.
struct ManagerClaim {
    /// The post that was recovered; `None` for the first manager.
    staff: Option<String>,
    expires: i64,
}

impl ManagerClaim {
    /// Uses the token up.
    fn take(app: &App, house: HouseId, token: &str) -> Result<Self, Problem> {
        let mut known = app.first_managers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let given = blake3::hash(token.as_bytes());
        if known.get(&house).is_some_and(|hash| given == blake3::Hash::from_bytes(*hash)) {
            known.remove(&house);
            return Ok(Self { staff: None, expires: 0 });
        }
        drop(known);
        let (accounts, now) = (app.sessions.accounts(), wall());
        let expires = accounts.link_expires(house, token, LinkPurpose::Manager, now);
        let used = accounts.use_link(house, token, LinkPurpose::Manager, now);
        match (expires.map_err(|error| failed(&error))?, used.map_err(|error| failed(&error))?) {
            (Some(expires), Some(staff)) => Ok(Self { staff: Some(staff), expires }),
            _ => Err(Problem::new(
                ProblemCode::Authority,
                "the token is wrong or used",
                "use the link that the server printed",
            )),
        }
    }

    /// Makes the token valid again, because the account was refused.
    fn give_back(&self, app: &App, house: HouseId, token: &str) -> Result<(), Problem> {
        match &self.staff {
            None => {
                let mut known = app.first_managers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                known.insert(house, *blake3::hash(token.as_bytes()).as_bytes());
                Ok(())
            }
            Some(staff) => {
                let accounts = app.sessions.accounts();
                let returned = accounts.return_link(house, staff, token, LinkPurpose::Manager, self.expires);
                returned.map_err(|error| failed(&error))
            }
        }
    }
}
