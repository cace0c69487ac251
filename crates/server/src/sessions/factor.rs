//! The second factors of accounts, and their recovery codes.

use croupier_house::ids::HouseId;
use rusqlite::{OptionalExtension, Row};

use super::accounts::{Accounts, AccountsError};
use super::token::{key_of, secret};
use super::totp::{SECRET_BYTES, step_of};

/// The number of recovery codes that a person gets. Each works once.
pub const RECOVERY_CODES: usize = 10;

/// The state of an account's second factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FactorState {
    /// There is none.
    None,
    /// It was begun, and no code has confirmed it yet.
    Begun,
    /// It is asked for at every login.
    Confirmed,
}

struct Factor {
    secret: [u8; SECRET_BYTES],
    is_confirmed: bool,
    last_step: i64,
}

fn factor(row: &Row<'_>) -> rusqlite::Result<Factor> {
    Ok(Factor { secret: row.get(0)?, is_confirmed: row.get(1)?, last_step: row.get(2)? })
}

fn new_secret() -> Result<[u8; SECRET_BYTES], AccountsError> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| AccountsError(error.to_string()))?;
    Ok(bytes)
}

impl Accounts {
    fn factor(&self, house: HouseId, handle: &str) -> Result<Option<Factor>, AccountsError> {
        let sql = "select secret, confirmed, last_step from factors where house = ? and handle = ?";
        Ok(self.lock().query_row(sql, (house.0, handle), factor).optional()?)
    }

    /// The state of the second factor of an account.
    pub(crate) fn factor_state(&self, house: HouseId, handle: &str) -> Result<FactorState, AccountsError> {
        Ok(match self.factor(house, handle)? {
            None => FactorState::None,
            Some(Factor { is_confirmed: false, .. }) => FactorState::Begun,
            Some(_) => FactorState::Confirmed,
        })
    }

    /// Begins a second factor with a new secret, unless one is confirmed.
    pub(crate) fn begin_factor(
        &self,
        house: HouseId,
        handle: &str,
    ) -> Result<Option<[u8; SECRET_BYTES]>, AccountsError> {
        let secret = new_secret()?;
        let sql =
            "insert into factors (house, handle, secret, confirmed, last_step) values (?1, ?2, ?3, 0, 0)
                   on conflict (house, handle) do update set secret = ?3, last_step = 0 where confirmed = 0";
        let changed = self.lock().execute(sql, (house.0, handle, &secret[..]))?;
        Ok((changed > 0).then_some(secret))
    }

    /// Confirms a second factor by its first code, and returns the recovery codes; `None` if the code is wrong.
    pub(crate) fn confirm_factor(
        &self,
        house: HouseId,
        handle: &str,
        code: &str,
        now: i64,
    ) -> Result<Option<Vec<String>>, AccountsError> {
        let Some(factor) = self.factor(house, handle)?.filter(|factor| !factor.is_confirmed) else {
            return Ok(None);
        };
        let Some(step) = step_of(&factor.secret, code, factor.last_step, now) else { return Ok(None) };
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code()).collect::<Result<_, _>>()?;
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let sql = "update factors set confirmed = 1, last_step = ? where house = ? and handle = ?";
        transaction.execute(sql, (step, house.0, handle))?;
        transaction
            .execute("delete from recovery_codes where house = ? and handle = ?", (house.0, handle))?;
        for code in &codes {
            let sql = "insert into recovery_codes (house, handle, key) values (?, ?, ?)";
            transaction.execute(sql, (house.0, handle, &key_of(code)[..]))?;
        }
        transaction.commit()?;
        Ok(Some(codes))
    }

    /// Whether a code is right: the current one, which is used up, or a recovery code, which is deleted.
    pub(crate) fn use_code(
        &self,
        house: HouseId,
        handle: &str,
        code: &str,
        now: i64,
    ) -> Result<bool, AccountsError> {
        let Some(factor) = self.factor(house, handle)? else { return Ok(false) };
        let changed = match step_of(&factor.secret, code, factor.last_step, now) {
            Some(step) => {
                // Of two requests with the same code, one changes the row.
                let sql =
                    "update factors set last_step = ?1 where house = ?2 and handle = ?3 and last_step < ?1";
                self.lock().execute(sql, (step, house.0, handle))?
            }
            None => {
                let sql = "delete from recovery_codes where house = ? and handle = ? and key = ?";
                self.lock().execute(sql, (house.0, handle, &key_of(code)[..]))?
            }
        };
        Ok(changed > 0)
    }

    /// Removes the second factor of an account.
    pub(crate) fn remove_factor(&self, house: HouseId, handle: &str) -> Result<(), AccountsError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        for table in ["factors", "recovery_codes"] {
            let sql = format!("delete from {table} where house = ? and handle = ?");
            transaction.execute(&sql, (house.0, handle))?;
        }
        Ok(transaction.commit()?)
    }
}

/// A recovery code: 80 bits, as four groups of five hexadecimal digits.
fn recovery_code() -> Result<String, AccountsError> {
    let digits = secret().map_err(|error| AccountsError(error.to_string()))?;
    let groups: Vec<&str> = (0..4).filter_map(|group| digits.get(5 * group..5 * group + 5)).collect();
    Ok(groups.join("-"))
}
