//! Recovering a house from the shell of its server: its accounts were lost, or no manager is left.
//!
//! The server must be stopped. The recovery is an event of the house's journal, which the regulator reads too.

use std::path::PathBuf;

use croupier_house::command::{Command, Request};
use croupier_house::ids::Actor;
use croupier_house::office::Role;
use croupier_rules::book::Shelf;

use crate::actor::HouseReader;
use crate::clock::wall;
use crate::config::{Config, StoreAddress};
use crate::error::{ServeError, failed};
use crate::installation::{Installation, submit};
use crate::sessions::LinkPurpose;

/// A house that is to be recovered.
#[derive(Clone, Debug)]
pub struct RecoveryRequest {
    /// The data folder.
    pub data: PathBuf,
    /// The database that has the journals; without one, they are in the data folder.
    pub store: Option<StoreAddress>,
    /// The number of the house.
    pub house: u16,
    /// The manager to give access to, by the name in the house file; where there is only one, that one.
    pub manager: Option<String>,
    /// The reason, which is journalled.
    pub reason: String,
}

/// A recovered house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecoveredManager {
    /// The manager, by the name in the house file.
    pub manager: String,
    /// The address on the server with which the manager sets a password. It works once.
    pub path: String,
}

/// The name of the node that owns a house while it is recovered.
const NODE: &str = "recovery";

/// Recovers a house: makes a one-time link for one of its managers.
///
/// # Errors
/// When a server uses the folder, there is no such house or manager, or it cannot be stored.
pub fn recover(request: &RecoveryRequest, shelf: &'static Shelf) -> Result<RecoveredManager, ServeError> {
    let node = request.store.as_ref().map(|_| NODE.to_owned());
    let config =
        Config { data: request.data.clone(), store: request.store.clone(), node, ..Config::default() };
    if config.store.is_none() && !config.data.join("journal.db").exists() {
        return Err(ServeError(format!("{} does not contain a house", config.data.display())));
    }
    let installation = Installation::open(config, shelf)?;
    let found = installation.houses.iter().find(|(id, _)| id.0 == request.house);
    let (id, house) = found.ok_or_else(|| ServeError(format!("there is no house {}", request.house)))?;
    installation.await_ownership(&house.actor)?;
    let managers = house.actor.read_blocking(managers).map_err(|problem| ServeError(problem.message))?;
    let manager = chosen(&managers, request.manager.as_deref())?;
    let command = Command::RecoverManager { staff: manager.name.clone(), reason: request.reason.clone() };
    submit(&house.actor, Request { key: None, by: Actor::House, command })?;
    let accounts = &installation.accounts;
    let (handle, purpose, page) = match &manager.handle {
        Some(handle) => {
            accounts.remove(*id, handle).map_err(failed)?;
            (handle, LinkPurpose::Password, "password")
        }
        None => (&manager.name, LinkPurpose::Manager, "first"),
    };
    let link = accounts.make_link(*id, handle, purpose, wall()).map_err(failed)?;
    let path = format!("/{page}?house={}&token={}", id.0, link.token);
    installation.close_offline();
    Ok(RecoveredManager { manager: manager.name, path })
}

/// A manager of a house: the name in the house file, and the account.
#[derive(Clone)]
struct Manager {
    name: String,
    handle: Option<String>,
}

/// The managers of a house: those of its house file, and those who have an account without being named there.
fn managers(state: &HouseReader<'_>) -> Vec<Manager> {
    let office = &state.house.office;
    let enrolled: Vec<Manager> = office
        .people()
        .filter(|(_, person)| person.role == Role::Manager)
        .map(|(_, person)| {
            let name = person.staff.as_ref().unwrap_or(&person.handle).to_string();
            Manager { name, handle: Some(person.handle.to_string()) }
        })
        .collect();
    let named = office
        .house_file
        .iter()
        .flat_map(|file| &file.staff)
        .filter(|person| Role::Manager.fits(person.post));
    let named = named.map(|person| Manager { name: person.name.get_ref().clone(), handle: None });
    let fresh: Vec<Manager> =
        named.filter(|person| enrolled.iter().all(|known| known.name != person.name)).collect();
    enrolled.into_iter().chain(fresh).collect()
}

fn chosen(managers: &[Manager], name: Option<&str>) -> Result<Manager, ServeError> {
    let listed = || managers.iter().map(|manager| manager.name.as_str()).collect::<Vec<_>>().join(", ");
    match (name, managers) {
        (Some(name), _) => {
            let found = managers.iter().find(|manager| manager.name == name).cloned();
            found.ok_or_else(|| ServeError(format!("there is no manager `{name}`: there is {}", listed())))
        }
        (None, [only]) => Ok(only.clone()),
        (None, []) => Err(ServeError("the house file names no manager".to_owned())),
        (None, _) => Err(ServeError(format!("name one with --manager: {}", listed()))),
    }
}
