//! Marks: where the entries of a journal lie among those of its house.
//!
//! The sequences of a house are divided into spans. A journal that has entries in a span has a mark there, so that its
//! entries are found without searching the others. A writer remembers its last mark of each journal; a new writer marks
//! a span once more, which does no harm.

use croupier_house::ids::StreamId;
use rustc_hash::FxHashMap;

use crate::writer_batch::WriterBatch;

/// The number of sequences in a span. The marks in a database depend on it: it never changes.
pub(crate) const SPAN: u64 = 1024;

/// A journal has entries in a span, from a version on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JournalMark {
    pub(crate) stream: StreamId,
    pub(crate) version: u64,
    pub(crate) span: u64,
}

/// The span in which a writer has marked each journal last.
#[derive(Default)]
pub(crate) struct Marked(FxHashMap<StreamId, u64>);

impl Marked {
    /// The marks that a group needs.
    pub(crate) fn missing(&self, group: &[&WriterBatch]) -> Vec<JournalMark> {
        let (mut marks, mut last) = (Vec::new(), FxHashMap::default());
        for entry in group.iter().flat_map(|one| &one.batch.entries) {
            let (stream, span) = (entry.stream, entry.sequence / SPAN);
            if last.get(&stream).or_else(|| self.0.get(&stream)) != Some(&span) {
                marks.push(JournalMark { stream, version: entry.version, span });
                last.insert(stream, span);
            }
        }
        marks
    }

    /// The marks of a group are stored.
    pub(crate) fn stored(&mut self, marks: &[JournalMark]) {
        self.0.extend(marks.iter().map(|mark| (mark.stream, mark.span)));
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::{HouseId, TableId};
    use croupier_house::store::{Batch, StoredEntry};

    use super::*;

    fn table(number: u16) -> StreamId {
        StreamId { house: HouseId(1), table: Some(TableId(number)) }
    }

    fn entries(places: &[(u16, u64, u64)]) -> WriterBatch {
        let entry = |(number, version, sequence): &(u16, u64, u64)| {
            let bytes = Vec::new().into();
            let (version, sequence) = (*version, *sequence);
            StoredEntry { stream: table(*number), version, sequence, bytes, hash: [0; 32] }
        };
        WriterBatch {
            batch: Batch { entries: places.iter().map(entry).collect(), ..Batch::default() },
            fenced: None,
        }
    }

    #[test]
    fn a_journal_is_marked_once_in_each_span_by_each_writer() {
        let mut marked = Marked::default();
        let next = SPAN;
        let first = entries(&[(1, 1, 1), (2, 1, 2), (1, 2, 3), (1, 3, next), (1, 4, next + 1)]);
        let marks = marked.missing(&[&first]);
        let due = [(1, 1, 0), (2, 1, 0), (1, 3, 1)];
        let due = due.map(|(number, version, span)| JournalMark { stream: table(number), version, span });
        assert_eq!(marks, due);
        // A group that was not stored is marked when it is sent again.
        assert_eq!(marked.missing(&[&first]), due);
        marked.stored(&marks);
        let second = entries(&[(1, 5, next + 2), (2, 2, next + 3)]);
        assert_eq!(marked.missing(&[&second]), [JournalMark { stream: table(2), version: 2, span: 1 }]);
    }
}
