//! The requirements on the bank of a table.

use super::case::{Case, Lack};
use super::file::{HouseBank, HouseFile};

/// The bank of the table, or the lack of one.
fn of_table<'a>(case: &Case<'a>) -> Result<&'a HouseBank, Lack> {
    let name = case.table.bank.as_ref().map(|name| name.get_ref().as_str());
    name.and_then(|name| case.house.bank(name)).ok_or_else(|| {
        let allowed = "a table names its bank, and the bank who holds it: bank = \"...\"";
        Lack::new(case.table.name.span(), "no bank is named", allowed)
    })
}

/// A name, with the employer if that is not the licence holder.
fn described(name: &str, house: &HouseFile) -> String {
    match house.person(name) {
        Some(person) if person.employer != house.licence_holder => {
            format!("{name}, whom {} employs", person.employer)
        }
        _ => name.to_owned(),
    }
}

/// Checks that the licence holder or an employee holds the bank.
pub(super) fn held(case: &Case<'_>) -> Result<(), Lack> {
    let (house, bank) = (case.house, of_table(case)?);
    if house.is_of_the_house(bank.held_by.get_ref()) {
        return Ok(());
    }
    let holder = described(bank.held_by.get_ref(), house);
    let found = format!("the bank `{}` is held by {holder}", bank.name.get_ref());
    let allowed = format!("{} holds it, or an employee of theirs", house.licence_holder);
    Err(Lack::new(bank.held_by.span(), found, allowed))
}

/// Checks that only the licence holder has a share in the bank.
pub(super) fn whole(case: &Case<'_>) -> Result<(), Lack> {
    let house = case.house;
    // If there is no bank, the requirement on its holder already reports that.
    let Ok(bank) = of_table(case) else { return Ok(()) };
    let other = bank.shares.iter().find(|share| *share.get_ref() != house.licence_holder);
    let Some(other) = other else { return Ok(()) };
    let found = format!("{} has a share in the bank `{}`", other.get_ref(), bank.name.get_ref());
    Err(Lack::new(other.span(), found, format!("{} is the only one with a share", house.licence_holder)))
}

/// Checks that the house neither holds the bank nor has a share in it.
pub(super) fn of_players(case: &Case<'_>) -> Result<(), Lack> {
    let house = case.house;
    let Ok(bank) = of_table(case) else { return Ok(()) };
    let sharer = bank.shares.iter().find(|share| house.is_of_the_house(share.get_ref()));
    let holder = Some(&bank.held_by).filter(|holder| house.is_of_the_house(holder.get_ref()));
    let (at, found) = match (holder, sharer) {
        (Some(holder), _) => (holder.span(), format!("{} holds a bank that passes", holder.get_ref())),
        (_, Some(sharer)) => {
            (sharer.span(), format!("{} has a share in a bank that passes", sharer.get_ref()))
        }
        _ => return Ok(()),
    };
    Err(Lack::new(at, found, "a bank that passes is the players' alone"))
}
