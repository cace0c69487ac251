//! `serve --demo`: two houses with a table of every game, people who can log in, and robots.

use std::fmt::Write;
use std::net::SocketAddr;

use croupier_house::demo::{Demo, PEOPLE};
use croupier_house::robot::is_robot;

use crate::app::{HouseKind, OpenHouse};
use crate::serve::{Fitted, Unserved, give_order};
use crate::sessions::hash_now;

/// The password of everybody in a demo house.
pub const PASSWORD: &str = "croupier-demo";

/// The demo houses.
const HOUSES: [Demo; 2] = [
    Demo {
        file: include_str!("../../../../examples/demo-rand.toml"),
        attended: &["Roulette with a dealer", "Blackjack with a dealer"],
    },
    Demo {
        file: include_str!("../../../../examples/demo-sterling.toml"),
        attended: &["Roulette with a dealer"],
    },
];

/// Founds the demo houses, or opens what is closed in them: what is done already is not done again.
///
/// # Errors
/// When the data folder has other houses, or something cannot be kept.
pub fn fit(fitted: &mut Fitted) -> Result<(), Unserved> {
    if fitted.houses.iter().any(|(_, house)| house.kind == HouseKind::Real) {
        return Err(Unserved(
            "this data folder has a house that is no demo: name another with --data".to_owned(),
        ));
    }
    for (place, demo) in HOUSES.iter().enumerate() {
        let house = match fitted.houses.get(place) {
            Some((_, house)) => std::sync::Arc::clone(house),
            None => fitted.found(demo.file, HouseKind::Demo, Vec::new())?,
        };
        furnish(fitted, &house, *demo)?;
    }
    Ok(())
}

fn furnish(fitted: &Fitted, house: &OpenHouse, demo: Demo) -> Result<(), Unserved> {
    let next = move || house.desk.look_now(move |room| demo.next(room.house));
    while let Some(order) = next().map_err(|problem| Unserved(problem.message))? {
        give_order(&house.desk, order)?;
    }
    for (handle, _) in PEOPLE {
        if !fitted.has_account(house.desk.id, handle)? {
            fitted.put_account(
                house.desk.id,
                handle,
                &hash_now(PASSWORD).map_err(|p| Unserved(p.message))?,
            )?;
        }
    }
    let robots = house.desk.look_now(|room| {
        let people = room.house.office.people().filter(|(_, person)| is_robot(&person.handle));
        people.map(|(id, _)| id).collect::<Vec<_>>()
    });
    for robot in robots.map_err(|problem| Unserved(problem.message))? {
        house.desk.mark_robot(robot);
    }
    Ok(())
}

/// What to open and how to log in.
pub struct Welcome {
    scheme: &'static str,
    houses: Vec<String>,
}

impl Welcome {
    /// For these houses.
    pub fn of(fitted: &Fitted) -> Self {
        let scheme = if fitted.config.tls.is_some() { "https" } else { "http" };
        let told =
            |house: &OpenHouse| format!("house {}: {} ({})", house.desk.id.0, house.name, house.currency);
        Self { scheme, houses: fitted.houses.iter().map(|(_, house)| told(house)).collect() }
    }

    /// At an address.
    pub fn at(&self, address: SocketAddr) -> String {
        let host = if address.ip().is_loopback() { "localhost".to_owned() } else { address.ip().to_string() };
        let mut text = format!("Open {}://{host}:{}\n", self.scheme, address.port());
        for house in &self.houses {
            let _ = writeln!(text, "  {house}");
        }
        text.push_str("Visit without a name, or log in as one of\n");
        for (handle, role) in PEOPLE {
            let _ = writeln!(text, "  {handle:<15} {PASSWORD:<14} {}", format!("{role:?}").to_lowercase());
        }
        text.push_str(
            "Nothing here is for money: robots play for company, and everybody knows these passwords.\n",
        );
        text
    }
}
