//! A server with two houses, and somebody in every role.

use croupier_house::given_by::GivenBy;
use croupier_house::office::Role;
use croupier_server::demo::set_up;
use croupier_server::installation::Installation;
use serde_json::{Value, json};

use crate::common::{ATTENDED, Guest, PASSWORD, Server, cheap_hash, config, folder, request, shelf};

/// Who tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Column {
    Anonymous,
    Person(Role),
    Reader,
    /// A manager of another house.
    Stranger,
}

pub(crate) const COLUMNS: [Column; 9] = [
    Column::Anonymous,
    Column::Person(Role::Player),
    Column::Person(Role::Dealer),
    Column::Person(Role::Inspector),
    Column::Person(Role::Cashier),
    Column::Person(Role::Manager),
    Column::Person(Role::Regulator),
    Column::Reader,
    Column::Stranger,
];

impl Column {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Anonymous => "anonymous",
            Self::Person(role) => role.name(),
            Self::Reader => "reader",
            Self::Stranger => "manager of another house",
        }
    }

    /// Whether an operation with these roles of the document is for him. An operation on a house is for people of that house.
    pub(crate) fn is_among(self, roles: &[&str], of_house: bool) -> bool {
        roles.contains(&"everybody")
            || match self {
                Self::Anonymous => false,
                Self::Person(_) | Self::Reader => roles.contains(&self.name()),
                Self::Stranger => !of_house && roles.contains(&Role::Manager.name()),
            }
    }

    /// Whether he may give such a command.
    pub(crate) fn may_give(self, given_by: GivenBy) -> bool {
        match self {
            Self::Person(role) => given_by.admits(role),
            Self::Anonymous | Self::Reader | Self::Stranger => false,
        }
    }
}

pub(crate) struct World {
    pub(crate) server: Server,
    /// A table with a dealer.
    pub(crate) attended: u16,
    /// A learning table.
    pub(crate) learning: u16,
    pub(crate) player: u64,
    reader: Guest,
}

impl World {
    /// The two demo houses, with a reader at a table of the first.
    pub(crate) fn new() -> Self {
        let mut installation = Installation::open(config(&folder("matrix")), shelf()).unwrap();
        set_up(&mut installation).unwrap();
        let server = Server::run(installation);
        let attended = server.called(ATTENDED);
        let learning = server.actor.read_blocking(|state| {
            state.house.tables().iter().find(|table| state.is_learning(table.id)).map(|table| table.id.0)
        });
        let player = server.player("ann").person;
        let add = json!({"do": "add-reader", "table": attended, "name": "camera"});
        let manager = Guest { base: server.base.clone(), token: staff(&server, 1, Role::Manager), person: 0 };
        let (_, added) = manager.send("/houses/1/commands", &[], &add);
        let token = added["reader_key"].as_str().unwrap().to_owned();
        let reader = Guest { base: server.base.clone(), token, person: 0 };
        Self { attended, learning: learning.unwrap().unwrap(), player, reader, server }
    }

    /// The token of somebody, who logs in for it.
    pub(crate) fn token(&self, column: Column) -> Option<String> {
        match column {
            Column::Anonymous => None,
            Column::Person(Role::Player) => Some(self.server.login("ann", PASSWORD).token),
            Column::Person(role) => Some(staff(&self.server, 1, role)),
            Column::Reader => Some(self.reader.token.clone()),
            Column::Stranger => Some(staff(&self.server, 2, Role::Manager)),
        }
    }

    /// Sends a request as somebody.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> (u16, Value) {
        request(&self.server.base, method, path, token, &[], body)
    }
}

/// The token of somebody of the staff, or of the regulator, of a demo house. The password is given anew, so that it is quickly checked.
fn staff(server: &Server, house: u16, role: Role) -> String {
    let handle = format!("demo_{}", role.name());
    let accounts = rusqlite::Connection::open(server.data.join("accounts.db")).unwrap();
    accounts.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
    let sql = "update accounts set hash = ? where house = ? and handle = ?";
    accounts.execute(sql, (cheap_hash(), house, &handle)).unwrap();
    let body = json!({"house": house, "handle": handle, "password": PASSWORD, "bearer": true});
    let (status, reply) = request(&server.base, "POST", "/session", None, &[], Some(&body));
    assert_eq!(status, 201, "{reply}");
    reply["token"].as_str().unwrap().to_owned()
}
