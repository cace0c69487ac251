//! Values of the database that its driver does not know by itself.

use std::error::Error;

use bytes::BytesMut;
use croupier_house::ids::IdempotencyKey;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

/// A key as a `uuid`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyValue(pub(crate) [u8; 16]);

impl From<IdempotencyKey> for KeyValue {
    fn from(key: IdempotencyKey) -> Self {
        Self(key.0.to_be_bytes())
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
