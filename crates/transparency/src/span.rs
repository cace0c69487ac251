//! Which parts of a tree a proof consists of. Each hash of a proof covers a span of leaves; whoever serves a proof must
//! know which of them is the hash of a single leaf.

/// Consecutive leaves whose common hash is part of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafSpan {
    /// The index of the first leaf.
    pub start: u64,
    /// The index after the last.
    pub end: u64,
}

impl LeafSpan {
    /// The number of leaves.
    pub const fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The index of the leaf, if it is a single one: its hash is shown by a proof that has this span.
    pub const fn single_leaf(self) -> Option<u64> {
        if self.len() == 1 { Some(self.start) } else { None }
    }

    /// The two parts that a tree over these leaves consists of. The left one is the largest power of two that is less
    /// than the whole (RFC 6962, 2.1). There are two leaves at least.
    fn split(self) -> (Self, Self) {
        let left = 1 << (self.len() - 1).ilog2();
        let middle = self.start + left;
        (Self { start: self.start, end: middle }, Self { start: middle, end: self.end })
    }
}

/// The spans of the proof that a leaf is in a tree, from the leaf upwards. Empty if it is not.
pub fn inclusion_spans(index: u64, size: u64) -> Vec<LeafSpan> {
    let mut spans = Vec::new();
    if index >= size {
        return spans;
    }
    let mut at = LeafSpan { start: 0, end: size };
    while at.len() > 1 {
        let (left, right) = at.split();
        let (within, beside) = if index < right.start { (left, right) } else { (right, left) };
        spans.push(beside);
        at = within;
    }
    spans.reverse();
    spans
}

/// The spans of the proof that a tree has everything that an earlier one had, as RFC 6962, 2.1.2 orders them. Empty if both
/// have the same size, or the earlier one has no leaves or more than the later.
pub fn consistency_spans(first: u64, second: u64) -> Vec<LeafSpan> {
    let mut spans = Vec::new();
    if first == 0 || first >= second {
        return spans;
    }
    let mut at = LeafSpan { start: 0, end: second };
    while first < at.end {
        let (left, right) = at.split();
        let (within, beside) = if first <= right.start { (left, right) } else { (right, left) };
        spans.push(beside);
        at = within;
    }
    // The earlier tree itself is known to whoever asks.
    if at.start > 0 {
        spans.push(at);
    }
    spans.reverse();
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(of: &[LeafSpan]) -> Vec<(u64, u64)> {
        of.iter().map(|span| (span.start, span.end)).collect()
    }

    /// The examples of RFC 6962, 2.1.3: a tree of seven leaves.
    #[test]
    fn the_parts_are_those_of_the_examples_of_the_standard() {
        assert_eq!(spans(&inclusion_spans(0, 7)), [(1, 2), (2, 4), (4, 7)]);
        assert_eq!(spans(&inclusion_spans(3, 7)), [(2, 3), (0, 2), (4, 7)]);
        assert_eq!(spans(&inclusion_spans(4, 7)), [(5, 6), (6, 7), (0, 4)]);
        assert_eq!(spans(&inclusion_spans(6, 7)), [(4, 6), (0, 4)]);
        assert_eq!(spans(&consistency_spans(3, 7)), [(2, 3), (3, 4), (0, 2), (4, 7)]);
        assert_eq!(spans(&consistency_spans(4, 7)), [(4, 7)]);
        assert_eq!(spans(&consistency_spans(6, 7)), [(4, 6), (6, 7), (0, 4)]);
    }

    #[test]
    fn there_are_no_parts_where_nothing_is_to_be_shown() {
        assert_eq!(spans(&inclusion_spans(7, 7)), []);
        assert_eq!(spans(&inclusion_spans(0, 1)), []);
        for (first, second) in [(0, 7), (7, 7), (8, 7)] {
            assert_eq!(spans(&consistency_spans(first, second)), []);
        }
        let large = inclusion_spans(0, u64::MAX);
        assert_eq!(large.len(), 64);
    }
}
