//! Values of the database that its driver does not know by itself.

use std::error::Error;

use bytes::BytesMut;
use croupier_house::ids::IdempotencyKey;
use croupier_nodes::RunId;
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
