//! The places of a sorted shoe, from which the second edition draws.

/// The largest number of cards in a shoe: eight packs of 52.
pub const SHOE_MAX: usize = 416;

/// The places of a sorted shoe: the kind of the card at each, and how many of its kind lie before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardPlaces(Vec<(u8, u16)>);

impl CardPlaces {
    /// The places of these sorted cards; `None` if there are none or too many.
    pub fn new(sorted: &[u8]) -> Option<Self> {
        if sorted.is_empty() || sorted.len() > SHOE_MAX {
            return None;
        }
        let mut before = [0_u16; 256];
        let place = |kind: &u8| {
            let same = &mut before[usize::from(*kind)];
            *same += 1;
            (*kind, *same - 1)
        };
        Some(Self(sorted.iter().map(place).collect()))
    }

    /// The kind of the card at each place, and how many of its kind lie before it.
    pub fn list(&self) -> &[(u8, u16)] {
        &self.0
    }
}
