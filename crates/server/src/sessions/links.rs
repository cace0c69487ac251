//! One-time links: with one, a person sets a password, or a guest who was invited opens an account.
//!
//! The database has only the hash of a link's token. A link expires, works once, and is replaced by a newer one for the
//! same account.

use croupier_house::ids::{DAY_MS, HouseId};
use rusqlite::OptionalExtension;

use super::accounts::{Accounts, AccountsError};
use super::token::{key_of, secret};

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
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        transaction.execute("delete from links where expires <= ?", [now])?;
        let of = (house.0, handle, purpose.name());
        if purpose == LinkPurpose::Invitation {
            let sql = "select count(*) from links where house = ? and handle = ? and purpose = ?";
            let open: u32 = transaction.query_row(sql, of, |row| row.get(0))?;
            if open >= INVITATIONS_MAX {
                return Err(AccountsError(format!("{INVITATIONS_MAX} invitations are open already")));
            }
        } else {
            transaction.execute("delete from links where house = ? and handle = ? and purpose = ?", of)?;
        }
        let sql = "insert into links (key, house, handle, purpose, expires) values (?, ?, ?, ?, ?)";
        transaction.execute(sql, (&key_of(&token)[..], house.0, handle, purpose.name(), expires))?;
        transaction.commit()?;
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
        let sql =
            "delete from links where key = ? and house = ? and purpose = ? and expires > ? returning handle";
        let key = key_of(token);
        let of = (&key[..], house.0, purpose.name(), now);
        Ok(self.lock().query_row(sql, of, |row| row.get(0)).optional()?)
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
        let sql = "insert or ignore into links (key, house, handle, purpose, expires) values (?, ?, ?, ?, ?)";
        self.lock().execute(sql, (&key_of(token)[..], house.0, handle, purpose.name(), expires))?;
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
        let sql = "select expires from links where key = ? and house = ? and purpose = ? and expires > ?";
        let key = key_of(token);
        let of = (&key[..], house.0, purpose.name(), now);
        Ok(self.lock().query_row(sql, of, |row| row.get(0)).optional()?)
    }

    /// Whether a link for this account is open.
    pub(crate) fn has_link(
        &self,
        house: HouseId,
        handle: &str,
        purpose: LinkPurpose,
        now: i64,
    ) -> Result<bool, AccountsError> {
        let sql = "select exists (select 1 from links where house = ? and handle = ? and purpose = ? and expires > ?)";
        Ok(self.lock().query_row(sql, (house.0, handle, purpose.name(), now), |row| row.get(0))?)
    }
}
