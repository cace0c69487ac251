//! The second factors of accounts, and their recovery codes.

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;

use super::accounts::{Accounts, AccountsError};
use super::token::{key_of, secret};
use super::totp::{SECRET_BYTES, step_of};
use crate::storage::{TableRow, values};

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

fn factor(row: &TableRow) -> Result<Factor, StoreError> {
    let is_confirmed = row.number::<i64>(1)? != 0;
    Ok(Factor { secret: row.bytes(0)?, is_confirmed, last_step: row.number(2)? })
}

fn new_secret() -> Result<[u8; SECRET_BYTES], AccountsError> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| AccountsError(error.to_string()))?;
    Ok(bytes)
}

impl Accounts {
    fn factor(&self, house: HouseId, handle: &str) -> Result<Option<Factor>, AccountsError> {
        let sql = "select secret, confirmed, last_step from factors where house = $1 and handle = $2";
        let found = self.tables.query(sql, &values![house.0, handle])?;
        Ok(found.first().map(factor).transpose()?)
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
            "insert into factors (house, handle, secret, confirmed, last_step) values ($1, $2, $3, 0, 0)
                   on conflict (house, handle) do update set secret = excluded.secret, last_step = 0
                   where factors.confirmed = 0 returning 1";
        let changed = self.tables.query(sql, &values![house.0, handle, &secret[..]])?;
        Ok((!changed.is_empty()).then_some(secret))
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
        self.tables.transact(|tables| {
            let sql = "update factors set confirmed = 1, last_step = $1 where house = $2 and handle = $3";
            tables.query(sql, &values![step, house.0, handle])?;
            let sql = "delete from recovery_codes where house = $1 and handle = $2";
            tables.query(sql, &values![house.0, handle])?;
            let sql = "insert into recovery_codes (house, handle, key) values ($1, $2, $3)";
            codes.iter().try_for_each(|code| {
                tables.query(sql, &values![house.0, handle, &key_of(code)[..]]).map(drop)
            })
        })?;
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
                    "update factors set last_step = $1 where house = $2 and handle = $3 and last_step < $1
                           returning 1";
                self.tables.query(sql, &values![step, house.0, handle])?
            }
            None => {
                let sql =
                    "delete from recovery_codes where house = $1 and handle = $2 and key = $3 returning 1";
                self.tables.query(sql, &values![house.0, handle, &key_of(code)[..]])?
            }
        };
        Ok(!changed.is_empty())
    }

    /// Removes the second factor of an account.
    pub(crate) fn remove_factor(&self, house: HouseId, handle: &str) -> Result<(), AccountsError> {
        let all = [
            "delete from factors where house = $1 and handle = $2",
            "delete from recovery_codes where house = $1 and handle = $2",
        ];
        let of = values![house.0, handle];
        Ok(self.tables.transact(|tables| all.iter().try_for_each(|sql| tables.query(sql, &of).map(drop)))?)
    }
}

/// A recovery code: 80 bits, as four groups of five hexadecimal digits.
fn recovery_code() -> Result<String, AccountsError> {
    let digits = secret().map_err(|error| AccountsError(error.to_string()))?;
    let groups: Vec<&str> = (0..4).filter_map(|group| digits.get(5 * group..5 * group + 5)).collect();
    Ok(groups.join("-"))
}
