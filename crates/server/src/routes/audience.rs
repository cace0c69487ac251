//! Who may use an operation. It is declared once, beside the route: the door refuses everybody else, and the OpenAPI document says it
//! (`x-roles`).

use std::sync::Arc;

use axum::extract::Request;
use axum::http::Method;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use croupier_house::given_by::STAFF as HOUSE_STAFF;
use croupier_house::office::Role;
use serde_json::{Value, json};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa_axum::router::{UtoipaMethodRouter, UtoipaMethodRouterExt};

use crate::app::App;
use crate::credentials::named_house;
use crate::sessions::Session;
use crate::wire::{Problem, ProblemCode};

/// Who may use an operation. What a person may read or do with it can depend on more.
#[derive(Clone, Copy)]
pub(super) enum Audience {
    /// Everybody, also without a session. What is proved by the body of a request, such as a password, is checked there.
    Everybody,
    /// A reader, with the key that it has for its table.
    Reader,
    /// Somebody with a session, whichever house it is of.
    LoggedIn,
    /// Somebody with a session of the house that the request names, in one of these roles.
    Roles(&'static [Role]),
}

/// Everybody who has a session of the house.
pub(super) const PEOPLE: Audience = Audience::Roles(&Role::ALL);
pub(super) const PLAYERS: Audience = Audience::Roles(&[Role::Player]);
/// Everybody except a regulator, who changes nothing. Which command who may give is declared in the house.
pub(super) const WHO_CHANGE: Audience =
    Audience::Roles(&[Role::Player, Role::Dealer, Role::Inspector, Role::Cashier, Role::Manager]);
pub(super) const STAFF: Audience = Audience::Roles(HOUSE_STAFF);
pub(super) const STAFF_AND_REGULATOR: Audience =
    Audience::Roles(&[Role::Dealer, Role::Inspector, Role::Cashier, Role::Manager, Role::Regulator]);
pub(super) const MANAGERS: Audience = Audience::Roles(&[Role::Manager]);
pub(super) const MANAGERS_AND_REGULATOR: Audience = Audience::Roles(&[Role::Manager, Role::Regulator]);

impl Audience {
    /// Opens operations to this audience and to nobody else.
    pub(super) fn may(self, operations: UtoipaMethodRouter<Arc<App>>) -> UtoipaMethodRouter<Arc<App>> {
        let (schemas, mut paths, methods) = operations.map(|methods| {
            methods.route_layer(from_fn(move |request: Request, next: Next| self.admit(request, next)))
        });
        for operation in paths.paths.values_mut().flat_map(operations_of) {
            let extensions = operation.extensions.get_or_insert_default();
            extensions.insert("x-roles".to_owned(), self.in_document());
        }
        (schemas, paths, methods)
    }

    async fn admit(self, request: Request, next: Next) -> Response {
        match self.check(&request) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        }
    }

    fn check(self, request: &Request) -> Result<(), Problem> {
        let session = || request.extensions().get::<Arc<Session>>().ok_or_else(Problem::session);
        match self {
            // The key of a reader is no session: it is looked up where the reading is taken.
            Self::Everybody | Self::Reader => Ok(()),
            Self::LoggedIn => session().map(|_| ()),
            Self::Roles(roles) => {
                let session = session()?;
                if named_house(request).is_some_and(|house| house != session.house) {
                    return Err(another_house());
                }
                if roles.contains(&session.role) {
                    return Ok(());
                }
                Err(not_for(request.method(), roles))
            }
        }
    }

    /// The roles as the document has them.
    fn in_document(self) -> Value {
        let names = |roles: &[Role]| json!(roles.iter().map(|role| role.name()).collect::<Vec<_>>());
        match self {
            Self::Everybody => json!(["everybody"]),
            Self::Reader => json!(["reader"]),
            Self::LoggedIn => names(&Role::ALL),
            Self::Roles(roles) => names(roles),
        }
    }
}

/// The problem of somebody who is logged in to another house.
pub(super) fn another_house() -> Problem {
    Problem::new(ProblemCode::Authority, "you are logged in to another house", "log in to this one")
}

/// The problem of somebody whose role may not use an operation.
fn not_for(method: &Method, roles: &[Role]) -> Problem {
    let found = if *method == Method::GET { "you may not read this" } else { "you may not do this" };
    Problem::new(ProblemCode::Authority, found, format!("only {} may", Role::any_of(roles)))
}

fn operations_of(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}
