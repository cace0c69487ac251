//! Punto banco and similar games: coups by table lookup.

use super::coup::{Coup, DrawingBounds, below, coup, digit};

/// Coups of one hand against the banker without random decisions: two lookups per coup.
pub(super) struct Lookup {
    /// By the two scores and the fifth card: the row in which the last card is looked up. The lowest bit is set if
    /// the last card is the sixth.
    first: Box<[u16; 4096]>,
    /// By that row and the last card: the number of cards dealt, and the result above it.
    second: Box<[u8; 8192]>,
}

impl Lookup {
    /// Plays every possible coup with `coup` to fill the tables.
    pub(super) fn new(bounds: &DrawingBounds) -> Self {
        let mut lookup = Self { first: Box::new([0; 4096]), second: Box::new([0; 8192]) };
        let mut rows: Vec<[u8; 16]> = Vec::new();
        for place in 0..4096 {
            let [right, banker, fifth] = [place, place >> 4, place >> 8].map(|part| (part & 15) as u8);
            if right > 9 || banker > 9 || fifth > 9 {
                continue;
            }
            let end = |by_sixth: bool| {
                let mut row = [0; 16];
                for last in 0..10 {
                    let (five, six) = if by_sixth { (fifth, last) } else { (last, 0) };
                    let cards = [right, banker, 0, 0, five, six];
                    let played = coup::<false>(bounds, |place| u32::from(cards[place]), [0; 3]);
                    row[usize::from(last)] = played.cards | played.result << 4;
                }
                row
            };
            // If the hand draws the fifth card, the sixth card decides; otherwise the fifth is the banker's or
            // unused.
            let bits = below(0, bounds.right[0][usize::from(right)]);
            let natural = bounds.naturals >> right & 1 | bounds.naturals >> banker & 1;
            let by_sixth = bits & (natural ^ 1);
            let row = end(by_sixth == 1);
            let known = rows.iter().position(|known| *known == row);
            let number = known.unwrap_or_else(|| {
                rows.push(row);
                rows.len() - 1
            });
            lookup.first[place] = (number * 16) as u16 | by_sixth as u16;
        }
        for (number, row) in rows.iter().take(512).enumerate() {
            lookup.second[number * 16..(number + 1) * 16].copy_from_slice(row);
        }
        lookup
    }

    #[inline(always)]
    pub(super) fn coup(&self, cards: u64) -> Coup {
        let byte = |place: u32| (cards >> (8 * place)) as u32 & 31;
        let (right, banker) = (digit(byte(0) + byte(2)), digit(byte(1) + byte(3)));
        let entry = u32::from(self.first[(right | banker << 4 | byte(4) << 8) as usize % 4096]);
        let last = (cards >> (32 + 8 * (entry & 1))) as u32 & 15;
        let end = self.second[(entry & !15 | last) as usize % 8192];
        Coup { result: end >> 4, cards: end & 15 }
    }
}
