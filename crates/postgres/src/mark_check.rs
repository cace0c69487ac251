//! Checking the marks of a house against its entries, and making them again. Without its mark, the entries of a journal in
//! a span are not found (`marks`).

use std::collections::BTreeMap;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{StoreError, StoredEntry};
use croupier_store::{JournalRows, each_entry};

use crate::marks::SPAN;
use crate::rows::streams_of;
use crate::session::Session;
use crate::values::unsigned;

/// The marks of some journals between two versions.
const MARKS: &str = "select m.stream, m.ver, m.span from unnest($1::bigint[], $2::bigint[], $3::bigint[]) \
     as u (stream, first, last) join marks m on m.stream = u.stream and m.ver between u.first and u.last";
const COUNT: &str = "select count(*) from marks where stream between $1 and $2";
const REMOVE: &str = "delete from marks where stream between $1 and $2";
const PUT: &str = "insert into marks (stream, ver, span) select unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[])";

/// The first and the last version that a journal has in a span.
type Versions = (u64, u64);

/// The comparison of marks with the entries as they are read, one span after the other.
#[derive(Default)]
pub(crate) struct MarkCheck {
    span: u64,
    journals: BTreeMap<StreamId, Versions>,
    /// The number of marks that belong to entries.
    seen: u64,
    missing: u64,
    wrong: u64,
}

impl MarkCheck {
    /// Reads the next entries of a house; none: its end.
    ///
    /// # Errors
    /// When the marks cannot be read.
    pub(crate) fn read(&mut self, session: &Session, page: &[StoredEntry]) -> Result<(), StoreError> {
        for entry in page {
            if entry.sequence / SPAN != self.span {
                self.end_span(session)?;
                self.span = entry.sequence / SPAN;
            }
            let versions = self.journals.entry(entry.stream).or_insert((entry.version, entry.version));
            versions.1 = versions.1.max(entry.version);
        }
        if page.is_empty() { self.end_span(session) } else { Ok(()) }
    }

    fn end_span(&mut self, session: &Session) -> Result<(), StoreError> {
        let journals = std::mem::take(&mut self.journals);
        if journals.is_empty() {
            return Ok(());
        }
        let column =
            |of: fn(&StreamId, &Versions) -> i64| journals.iter().map(|(s, v)| of(s, v)).collect::<Vec<_>>();
        let (streams, first) = (column(|s, _| s.number()), column(|_, v| v.0.cast_signed()));
        let last = column(|_, v| v.1.cast_signed());
        let mut found: Vec<(i64, i64)> = Vec::new();
        for row in session.query(MARKS, &[&streams, &first, &last])? {
            self.seen += 1;
            match unsigned(&row, 2)? == self.span {
                true => found.push((row.get(0), row.get(1))),
                false => self.wrong += 1,
            }
        }
        for (stream, (first, _)) in journals {
            if !found.contains(&(stream.number(), first.cast_signed())) {
                self.missing += 1;
            }
        }
        Ok(())
    }

    /// What is wrong with the marks of a house whose entries were read to their end.
    ///
    /// # Errors
    /// When they cannot be counted.
    pub(crate) fn findings(&self, session: &Session, house: HouseId) -> Result<Vec<String>, StoreError> {
        let (first, last) = streams_of(house);
        let rows = session.query(COUNT, &[&first, &last])?;
        let count = rows.first().map_or(Ok(0), |row| unsigned(row, 0))?;
        let extra = count.saturating_sub(self.seen);
        let all = [
            (self.missing, "marks of where the entries of journals lie are missing"),
            (self.wrong, "marks name another place than that of the entries"),
            (extra, "marks belong to no entry"),
        ];
        Ok(all.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect())
    }
}

/// Makes the marks of a house again from its entries.
///
/// # Errors
/// When the entries cannot be read, or the marks cannot be written.
pub(crate) fn rebuild_marks(
    session: &Session,
    rows: &mut dyn JournalRows,
    house: HouseId,
) -> Result<(), StoreError> {
    let (first, last) = streams_of(house);
    session.query(REMOVE, &[&first, &last])?;
    let (mut span, mut marked) = (0, BTreeMap::<StreamId, u64>::new());
    let put = |span: u64, marked: &BTreeMap<StreamId, u64>| {
        let streams: Vec<i64> = marked.keys().map(|stream| stream.number()).collect();
        let versions: Vec<i64> = marked.values().map(|version| version.cast_signed()).collect();
        let spans = vec![span.cast_signed(); streams.len()];
        session.query(PUT, &[&streams, &versions, &spans]).map(drop).map_err(StoreError::from)
    };
    each_entry(rows, house, &mut |entry| {
        if entry.sequence / SPAN != span {
            put(span, &std::mem::take(&mut marked))?;
            span = entry.sequence / SPAN;
        }
        marked.entry(entry.stream).or_insert(entry.version);
        Ok(())
    })?;
    put(span, &marked)
}
