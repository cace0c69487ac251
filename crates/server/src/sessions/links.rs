//! One-time links: with one, a person sets a password, or a guest who was invited opens an account.
//!
//! The database has only the hash of a link's token. A link expires, works once, and is replaced by a newer one for the
//! same account.

use croupier_house::ids::{DAY_MS, HouseId};

use super::accounts::{Accounts, AccountsError};
use super::token::{key_of, secret};
use crate::storage::values;

/// How long a link works, in milliseconds.
pub const LINK_LASTS: i64 = 3 * DAY_MS;
/// The maximum number of open invitations of a house.
pub const INVITATIONS_MAX: u32 = 1_000;

/// What a link is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkPurpose {
    /// The owner of an account sets its password.
    Password,
    /// A guest opens an account.
    Invitation,
    /// The manager of a house that was recovered opens an account; the link names the post.
    Manager,
}

impl LinkPurpose {
    const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Invitation => "invitation",
            Self::Manager => "manager",
        }
    }
}

/// A link that was made: its token, which is stored nowhere, and when it expires.
pub(crate) struct MadeLink {
    pub(crate) token: String,
    pub(crate) expires: i64,
}

impl Accounts {
    /// Makes a link. Earlier links for the same account no longer work; invitations name no account.
    pub(crate) fn make_link(
        &self,
        house: HouseId,
        handle: &str,
        purpose: LinkPurpose,
        now: i64,
    ) -> Result<MadeLink, AccountsError> {
        let token = secret().map_err(|error| AccountsError(error.to_string()))?;
        let expires = now.saturating_add(LINK_LASTS);
        let of = values![house.0, handle, purpose.name()];
        let made = self.tables.transact(|tables| {
            tables.query("delete from links where expires <= $1", &values![now])?;
            if purpose == LinkPurpose::Invitation {
                let sql = "select count(*) from links where house = $1 and handle = $2 and purpose = $3";
                let open: i64 = tables.query(sql, &of)?.first().map_or(Ok(0), |row| row.number(0))?;
                if open >= i64::from(INVITATIONS_MAX) {
                    return Ok(false);
                }
            } else {
                let sql = "delete from links where house = $1 and handle = $2 and purpose = $3";
                tables.query(sql, &of)?;
            }
            let sql = "insert into links (key, house, handle, purpose, expires) values ($1, $2, $3, $4, $5)";
            let row = values![&key_of(&token)[..], house.0, handle, purpose.name(), expires];
            tables.query(sql, &row).map(|_| true)
        })?;
        if !made {
            return Err(AccountsError(format!("{INVITATIONS_MAX} invitations are open already")));
        }
        Ok(MadeLink { token, expires })
    }

    /// Uses a link up. Returns the account it is for; `None` if it is wrong, used or expired.
    pub(crate) fn use_link(
        &self,
        house: HouseId,
        token: &str,
        purpose: LinkPurpose,
        now: i64,
    ) -> Result<Option<String>, AccountsError> {
        let sql = "delete from links where key = $1 and house = $2 and purpose = $3 and expires > $4 returning handle";
        let of = values![&key_of(token)[..], house.0, purpose.name(), now];
        let used = self.tables.query(sql, &of)?;
        Ok(used.first().map(|row| row.text(0).map(ToOwned::to_owned)).transpose()?)
    }

    /// Stores a link again that could not be used because of a failure elsewhere. It expires as before.
    pub(crate) fn return_link(
        &self,
        house: HouseId,
        handle: &str,
        token: &str,
        purpose: LinkPurpose,
        expires: i64,
    ) -> Result<(), AccountsError> {
        let sql = "insert into links (key, house, handle, purpose, expires) values ($1, $2, $3, $4, $5)
                   on conflict do nothing";
        self.tables.query(sql, &values![&key_of(token)[..], house.0, handle, purpose.name(), expires])?;
        Ok(())
    }

    /// When a link expires; `None` if it is wrong, used or expired. It is not used up.
    pub(crate) fn link_expires(
        &self,
        house: HouseId,
        token: &str,
        purpose: LinkPurpose,
        now: i64,
    ) -> Result<Option<i64>, AccountsError> {
        let sql = "select expires from links where key = $1 and house = $2 and purpose = $3 and expires > $4";
        let found = self.tables.query(sql, &values![&key_of(token)[..], house.0, purpose.name(), now])?;
        Ok(found.first().map(|row| row.number(0)).transpose()?)
    }

    /// Whether a link for this account is open.
    pub(crate) fn has_link(
        &self,
        house: HouseId,
        handle: &str,
        purpose: LinkPurpose,
        now: i64,
    ) -> Result<bool, AccountsError> {
        let sql =
            "select 1 from links where house = $1 and handle = $2 and purpose = $3 and expires > $4 limit 1";
        Ok(!self.tables.query(sql, &values![house.0, handle, purpose.name(), now])?.is_empty())
    }
}
