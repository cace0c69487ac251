//! Values of the database that its driver does not know by itself, and what must be so of those that it does.

use std::error::Error;

use bytes::BytesMut;
use croupier_house::ids::{HOUSES_MAX, HouseId, IdempotencyKey};
use croupier_house::store::{HouseHead, StoreError};
use croupier_nodes::RunId;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

/// A key as a `uuid`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyValue(pub(crate) [u8; 16]);

impl From<IdempotencyKey> for KeyValue {
    fn from(key: IdempotencyKey) -> Self {
        Self(key.0.to_be_bytes())
    }
}

impl From<KeyValue> for IdempotencyKey {
    fn from(key: KeyValue) -> Self {
        Self(u128::from_be_bytes(key.0))
    }
}

impl ToSql for KeyValue {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }

    fn accepts(of: &Type) -> bool {
        *of == Type::UUID
    }

    to_sql_checked!();
}

impl<'r> FromSql<'r> for KeyValue {
    fn from_sql(_: &Type, raw: &'r [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(raw.try_into()?))
    }

    fn accepts(of: &Type) -> bool {
        *of == Type::UUID
    }
}

/// A number of 128 bits as the server writes an `uuid` (RFC 9562, 4).
pub(crate) fn hyphenated(number: u128) -> String {
    let digits = format!("{number:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// The run of a node that has this incarnation; `None` where that is not one of a store.
pub(crate) fn run_of(incarnation: &str) -> Option<RunId> {
    let digits: String = incarnation.split('-').collect();
    let run = u128::from_str_radix(&digits, 16).ok()?;
    (hyphenated(run) == incarnation).then_some(RunId(run))
}

/// A house by its number in the tables.
///
/// # Errors
/// When there is no such house.
pub(crate) fn house_of(number: i16) -> Result<HouseId, StoreError> {
    let house = u16::try_from(number).ok().filter(|house| *house < HOUSES_MAX);
    house.map(HouseId).ok_or_else(|| damaged("a head belongs to no house"))
}

/// The head in two columns of a row: sequence and hash.
///
/// # Errors
/// When it cannot be what was written.
pub(crate) fn head_in(row: &Row, sequence: usize, hash: usize) -> Result<HouseHead, StoreError> {
    let hash = row.get::<_, &[u8]>(hash).try_into().map_err(|_| damaged("a head has no valid hash"))?;
    Ok(HouseHead { sequence: unsigned(row, sequence)?, hash })
}

/// A row that cannot be what was written.
pub(crate) fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(what.to_owned())
}

/// A number in a column that is not negative.
///
/// # Errors
/// When it is.
pub(crate) fn unsigned(row: &Row, column: usize) -> Result<u64, StoreError> {
    u64::try_from(row.get::<_, i64>(column)).map_err(|_| damaged("a sequence or version is negative"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 9562, A.6.
    #[test]
    fn a_run_is_written_in_five_groups_and_read_back() {
        let (number, text) =
            (0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        assert_eq!((hyphenated(number).as_str(), run_of(text)), (text, Some(RunId(number))));
        assert_eq!(hyphenated(1), "00000000-0000-0000-0000-000000000001");
        for other in
            ["", "stopped", "017f22e279b07cc398c4dc0c0c07398f", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"]
        {
            assert_eq!(run_of(other), None, "{other}");
        }
    }
}
