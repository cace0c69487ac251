//! The words of the tables: what a card or a roll does in a state.

/// What follows a card, as one number: the next row (or an argument) in the lower half, the number of an end, whether the
/// round is over, and whether more is to be done before the next card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StepWord(pub u32);

/// What is to be done before the next card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum StepKind {
    /// Nothing: the next card finds its effect in the next row.
    Plain = 0,
    /// A pair is split; the argument is the number of the situation.
    Split = 1,
    /// A hand of a split box has ended, and the argument is how; or, after the last hand, the dealer.
    Done = 2,
    /// A hand of a split box is split again.
    Again = 3,
    /// A decision is drawn by lot; the argument is the number of the lot.
    Lot = 4,
}

impl StepWord {
    /// The first bit of the number of an end.
    pub const END: u32 = 16;
    /// The round is over.
    pub const OVER: u32 = 1 << 24;
    /// A stake stands although the round is over.
    pub const STANDS: u32 = 1 << 25;
    /// The first bit of the kind.
    pub const KIND: u32 = 28;

    /// The next card finds its effect in this row.
    pub(crate) const fn on(row: u32) -> Self {
        Self(row & 0xFFFF)
    }

    /// The round is over, with this end. The next begins in the row `start`.
    pub(crate) const fn over(end: u32, start: u32) -> Self {
        Self(start & 0xFFFF | end << Self::END | Self::OVER)
    }

    /// The same, but a stake stands.
    pub(crate) const fn standing(self) -> Self {
        Self(self.0 | Self::STANDS)
    }

    /// Something is to be done before the next card.
    pub(crate) const fn special(kind: StepKind, argument: u32) -> Self {
        Self(argument & 0xFFFF | (kind as u32) << Self::KIND)
    }

    /// The next row, or the argument.
    #[inline]
    pub const fn next(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    /// The number of the end; 0 if there is none.
    #[inline]
    pub const fn end(self) -> usize {
        (self.0 >> Self::END & 0xFF) as usize
    }

    #[inline]
    pub(crate) const fn is_over(self) -> bool {
        self.0 & Self::OVER != 0
    }

    #[inline]
    pub(crate) const fn stands(self) -> bool {
        self.0 & Self::STANDS != 0
    }

    #[inline]
    pub(crate) const fn kind(self) -> StepKind {
        match self.0 >> Self::KIND {
            0 => StepKind::Plain,
            1 => StepKind::Split,
            2 => StepKind::Done,
            3 => StepKind::Again,
            _ => StepKind::Lot,
        }
    }
}

/// A decision that is drawn by lot: by the bits of a seat and a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LotRow {
    /// The seat whose bits decide.
    pub seat: u32,
    /// What follows if the bits are below the bound comes first.
    pub bound: u32,
    /// What follows if they are below the bound.
    pub below: StepWord,
    /// What follows if they are not.
    pub above: StepWord,
}
