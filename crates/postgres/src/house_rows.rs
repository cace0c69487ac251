//! The rows of a house as the full check and the repair see them (`croupier_store::JournalRows`), over one connection and
//! therefore within its transaction.

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{HouseHead, StoreError, StoredEntry, StoredKey};
use croupier_store::{JournalRows, RebuiltRows, accounts_of};
use tokio_postgres::Row;

use crate::chunk_read::entries_over;
use crate::mark_check::MarkCheck;
use crate::read::{BALANCES, HEAD};
use crate::rows::{house_number, streams_of};
use crate::session::Session;
use crate::values::{KeyValue, damaged, head_in, unsigned};

const VERSIONS: &str = "select id, ver from streams where id between $1 and $2 order by id";
const KEYS: &str = "select key, digest, stream, first, last, sequence, at from keys where key = any($1)";
const KEY_COUNT: &str = "select count(*) from keys where stream between $1 and $2";

const REMOVE_HEAD: &str = "delete from heads where house = $1";
const PUT_HEAD: &str = "insert into heads (house, sequence, hash) values ($1, $2, $3)";
const REMOVE_VERSIONS: &str = "delete from streams where id between $1 and $2";
const PUT_VERSIONS: &str = "insert into streams (id, ver) select unnest($1::bigint[]), unnest($2::bigint[])";
const REMOVE_BALANCES: &str = "delete from balances where account between $1 and $2";
const PUT_BALANCES: &str =
    "insert into balances (account, minor) select unnest($1::bigint[]), unnest($2::bigint[])";
const REMOVE_KEYS: &str = "delete from keys where stream between $1 and $2";
const PUT_KEYS: &str = "insert into keys (key, digest, stream, first, last, sequence, at) select unnest($1::uuid[]), \
     unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]), unnest($5::bigint[]), unnest($6::bigint[]), \
     unnest($7::bigint[])";
/// How many rows one statement inserts.
const ROWS_PER_INSERT: usize = 4096;

/// The rows of a house over a connection.
pub(crate) struct HouseRows<'s> {
    session: &'s Session,
    /// What the entries that were read say about the marks, if they are checked.
    marks: Option<MarkCheck>,
}

impl<'s> HouseRows<'s> {
    pub(crate) const fn of(session: &'s Session) -> Self {
        Self { session, marks: None }
    }

    /// The same, and the marks are compared with the entries as these are read.
    pub(crate) fn with_marks(session: &'s Session) -> Self {
        Self { session, marks: Some(MarkCheck::default()) }
    }

    /// What is wrong with the marks of a house whose entries were read to their end.
    ///
    /// # Errors
    /// When they cannot be counted.
    pub(crate) fn mark_findings(&self, house: HouseId) -> Result<Vec<String>, StoreError> {
        self.marks.as_ref().map_or(Ok(Vec::new()), |marks| marks.findings(self.session, house))
    }
}

fn signed(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| damaged("a sequence or version is too large"))
}

fn stored_key(row: &Row) -> Result<StoredKey, StoreError> {
    let key: KeyValue = row.get(0);
    let stream = StreamId::numbered(row.get(2)).ok_or_else(|| damaged("a key belongs to no journal"))?;
    let [from, to, sequence] = [3, 4, 5].map(|column| row.get::<_, i64>(column).cast_unsigned());
    let range = EntryRange { stream, from, to, sequence };
    let digest = row.get::<_, i64>(1).cast_unsigned();
    Ok(StoredKey { key: key.into(), digest, range, at: row.get(6) })
}

impl JournalRows for HouseRows<'_> {
    fn entries(&mut self, house: HouseId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let page = entries_over(self.session, house, from, most)?;
        if let Some(marks) = &mut self.marks {
            marks.read(self.session, &page)?;
        }
        Ok(page)
    }

    fn head(&mut self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        let rows = self.session.query(HEAD, &[&house_number(house)?])?;
        rows.first().map(|row| head_in(row, 0, 1)).transpose()
    }

    fn versions(&mut self, house: HouseId) -> Result<Vec<(StreamId, u64)>, StoreError> {
        let (first, last) = streams_of(house);
        let rows = self.session.query(VERSIONS, &[&first, &last])?;
        let version = |row: &Row| {
            let stream = StreamId::numbered(row.get(0));
            Ok((stream.ok_or_else(|| damaged("a version belongs to no journal"))?, unsigned(row, 1)?))
        };
        rows.iter().map(version).collect()
    }

    fn balances(&mut self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        let (first, last) = accounts_of(house);
        let rows = self.session.query(BALANCES, &[&first, &last])?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn keys(&mut self, keys: &[IdempotencyKey]) -> Result<Vec<StoredKey>, StoreError> {
        let wanted: Vec<KeyValue> = keys.iter().copied().map(KeyValue::from).collect();
        self.session.query(KEYS, &[&wanted])?.iter().map(stored_key).collect()
    }

    fn key_count(&mut self, house: HouseId) -> Result<u64, StoreError> {
        let (first, last) = streams_of(house);
        let rows = self.session.query(KEY_COUNT, &[&first, &last])?;
        rows.first().map_or(Ok(0), |row| unsigned(row, 0))
    }

    fn head_shows_loss(&self) -> bool {
        // It is stored with the entries in one transaction, and there is no head file.
        true
    }
}

impl RebuiltRows for HouseRows<'_> {
    fn put_head(&mut self, house: HouseId, head: Option<HouseHead>) -> Result<(), StoreError> {
        let number = house_number(house)?;
        self.session.query(REMOVE_HEAD, &[&number])?;
        if let Some(head) = head {
            self.session.query(PUT_HEAD, &[&number, &signed(head.sequence)?, &&head.hash[..]])?;
        }
        Ok(())
    }

    fn put_versions(&mut self, house: HouseId, versions: &[(StreamId, u64)]) -> Result<(), StoreError> {
        let (first, last) = streams_of(house);
        self.session.query(REMOVE_VERSIONS, &[&first, &last])?;
        for some in versions.chunks(ROWS_PER_INSERT) {
            let ids: Vec<i64> = some.iter().map(|(stream, _)| stream.number()).collect();
            let versions: Vec<i64> =
                some.iter().map(|(_, version)| signed(*version)).collect::<Result<_, _>>()?;
            self.session.query(PUT_VERSIONS, &[&ids, &versions])?;
        }
        Ok(())
    }

    fn put_balances(&mut self, house: HouseId, balances: &[(i64, i64)]) -> Result<(), StoreError> {
        let (first, last) = accounts_of(house);
        self.session.query(REMOVE_BALANCES, &[&first, &last])?;
        for some in balances.chunks(ROWS_PER_INSERT) {
            let (accounts, minor): (Vec<i64>, Vec<i64>) = some.iter().copied().unzip();
            self.session.query(PUT_BALANCES, &[&accounts, &minor])?;
        }
        Ok(())
    }

    fn remove_keys(&mut self, house: HouseId) -> Result<(), StoreError> {
        let (first, last) = streams_of(house);
        self.session.query(REMOVE_KEYS, &[&first, &last])?;
        Ok(())
    }

    fn put_keys(&mut self, keys: &[StoredKey]) -> Result<(), StoreError> {
        if keys.is_empty() {
            return Ok(());
        }
        let names: Vec<KeyValue> = keys.iter().map(|key| key.key.into()).collect();
        let column = |of: fn(&StoredKey) -> i64| keys.iter().map(of).collect::<Vec<i64>>();
        let digests = column(|key| key.digest.cast_signed());
        let streams = column(|key| key.range.stream.number());
        let first = column(|key| key.range.from.cast_signed());
        let last = column(|key| key.range.to.cast_signed());
        let sequences = column(|key| key.range.sequence.cast_signed());
        let at = column(|key| key.at);
        self.session.query(PUT_KEYS, &[&names, &digests, &streams, &first, &last, &sequences, &at])?;
        Ok(())
    }
}
