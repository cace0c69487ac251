//! The start-up messages of a server.

use std::fmt::Write;
use std::net::SocketAddr;

use croupier_house::demo::PEOPLE;
use croupier_house::ids::HouseId;

use crate::config::Config;
use crate::demo::PASSWORD;
use crate::houses::OpenHouse;
use crate::installation::{FirstManagerToken, Installation};
use crate::routes::pages;

/// The link with which the first manager of a house creates an account.
pub(crate) fn first_manager_link(token: &FirstManagerToken, config: &Config) -> String {
    let FirstManagerToken { house, name, token } = token;
    let (scheme, address) = (scheme(config), config.listen);
    format!(
        "{name} has no manager. Create the first account with this link (it works once): \
         {scheme}://{address}/first?house={}&token={token}",
        house.0
    )
}

/// The link with which the house of an empty data folder is set up.
pub(crate) fn set_up_link(token: &str, config: &Config) -> String {
    let (scheme, address, folder) = (scheme(config), config.listen, config.data.display());
    format!(
        "{folder} has no house yet. Set it up with this link (it works once): {scheme}://{address}/setup?token={token}\n\
         Or write a house file and start with --house: `croupier check --template RULEBOOK` prints one."
    )
}

/// The message for a house that nobody can manage, because its accounts were lost.
pub(crate) fn lost_accounts(house: HouseId, config: &Config) -> String {
    format!(
        "No manager of house {0} can log in: the accounts were lost. Stop the server and run \
         `croupier recover {1} --house {0}`; it prints a link for a manager, who then resets the other passwords.",
        house.0,
        config.data.display()
    )
}

const fn scheme(config: &Config) -> &'static str {
    if config.tls.is_some() { "https" } else { "http" }
}

/// The message if the program was built without the pages.
pub fn missing_pages() -> Option<&'static str> {
    (!pages::are_built_in()).then_some(pages::HOW_TO_BUILD)
}

/// The welcome message of a demo: which address to open and how to log in.
pub struct Welcome {
    scheme: &'static str,
    houses: Vec<String>,
}

impl Welcome {
    /// The message for the houses of an installation.
    pub fn of(installation: &Installation) -> Self {
        let scheme = scheme(&installation.config);
        let line =
            |house: &OpenHouse| format!("house {}: {} ({})", house.actor.id.0, house.name, house.currency);
        Self { scheme, houses: installation.houses.iter().map(|(_, house)| line(house)).collect() }
    }

    /// The text of the message, with the address of the server.
    pub fn at(&self, address: SocketAddr) -> String {
        let host = if address.ip().is_loopback() { "localhost".to_owned() } else { address.ip().to_string() };
        let mut text = format!("Open {}://{host}:{}\n", self.scheme, address.port());
        for house in &self.houses {
            let _ = writeln!(text, "  {house}");
        }
        text.push_str("Visit without an account, or log in as one of\n");
        for (handle, role) in PEOPLE {
            let _ = writeln!(text, "  {handle:<15} {PASSWORD:<14} {}", format!("{role:?}").to_lowercase());
        }
        text.push_str(
            "This is a demo: no real money, robots play too, and everybody knows these passwords.\n",
        );
        if let Some(missing) = missing_pages() {
            let _ = writeln!(text, "{missing}");
        }
        text
    }
}
