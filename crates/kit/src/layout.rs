//! The roulette layout: which numbers are adjacent on the cloth.

use crate::wheel::{Pocket, PocketSet};

/// The shape of a bet, given by where the chip is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// On one number.
    Straight,
    /// On the line between two numbers.
    Split,
    /// At the end of a row of three.
    Street,
    /// On the corner where four numbers meet.
    Corner,
    /// At the end of the line between two rows.
    SixLine,
}

impl Shape {
    /// All five shapes, from the smallest.
    pub const ALL: [Self; 5] = [Self::Straight, Self::Split, Self::Street, Self::Corner, Self::SixLine];

    /// The name of the shape.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Split => "split",
            Self::Street => "street",
            Self::Corner => "corner",
            Self::SixLine => "six-line",
        }
    }

    /// The shape with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// The number of pockets it covers.
    pub const fn size(self) -> u32 {
        match self {
            Self::Straight => 1,
            Self::Split => 2,
            Self::Street => 3,
            Self::Corner => 4,
            Self::SixLine => 6,
        }
    }
}

/// Twelve rows of three numbers, 1 to 36, with the zeros at the head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The sets of each shape, in the order of [`Shape::ALL`], each sorted.
    sets: [Vec<PocketSet>; 5],
}

impl Layout {
    /// The layout of the numbers 1 to 36, with straight bets on the zeros of `pockets` and the given sets that
    /// include a zero.
    pub fn new(pockets: PocketSet, beside_zero: &[(Shape, PocketSet)]) -> Self {
        let mut sets: [Vec<PocketSet>; 5] = Shape::ALL.map(Self::grid);
        sets[0].extend(pockets.iter().filter(|p| p.is_zero()).map(|p| PocketSet::from_iter([p])));
        for &(shape, set) in beside_zero {
            sets[shape as usize].push(set);
        }
        for list in &mut sets {
            list.sort_unstable();
            list.dedup();
        }
        Self { sets }
    }

    /// The sets of a shape among 1 to 36. Column c (from 1) of row r (from 0) holds the number 3r + c.
    fn grid(shape: Shape) -> Vec<PocketSet> {
        let (across, down): (u8, u8) = match shape {
            Shape::Straight => return Self::blocks(1, 1),
            Shape::Split => {
                let mut both = Self::blocks(2, 1);
                both.extend(Self::blocks(1, 2));
                return both;
            }
            Shape::Street => (3, 1),
            Shape::Corner => (2, 2),
            Shape::SixLine => (3, 2),
        };
        Self::blocks(across, down)
    }

    /// Every block of `across` columns and `down` rows.
    fn blocks(across: u8, down: u8) -> Vec<PocketSet> {
        let block = |row: u8, column: u8| -> PocketSet {
            let cells = (row..row + down).flat_map(|r| (column..column + across).map(move |c| 3 * r + c + 1));
            cells.filter_map(Pocket::number).collect()
        };
        (0..=12 - down)
            .flat_map(|row| (0..=3 - across).map(move |column| (row, column)))
            .map(|(r, c)| block(r, c))
            .collect()
    }

    /// Whether these numbers form a bet of this shape.
    pub fn holds(&self, shape: Shape, set: PocketSet) -> bool {
        self.sets(shape).binary_search(&set).is_ok()
    }

    /// Every set of this shape.
    pub fn sets(&self, shape: Shape) -> &[PocketSet] {
        &self.sets[shape as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[u8]) -> PocketSet {
        numbers.iter().filter_map(|&n| Pocket::number(n)).collect()
    }

    fn european() -> Layout {
        let pockets = (0..=36).filter_map(Pocket::number).collect();
        Layout::new(pockets, &[(Shape::Split, set(&[0, 1])), (Shape::Corner, set(&[0, 1, 2, 3]))])
    }

    #[test]
    fn the_cloth_has_the_usual_number_of_each_shape() {
        let layout = european();
        let counts: Vec<usize> = Shape::ALL.iter().map(|&shape| layout.sets(shape).len()).collect();
        assert_eq!(counts, [37, 57 + 1, 12, 22 + 1, 11]);
        for shape in Shape::ALL {
            assert!(layout.sets(shape).iter().all(|s| s.len() == shape.size()));
        }
    }

    #[test]
    fn numbers_lie_together_or_not() {
        let layout = european();
        assert!(layout.holds(Shape::Split, set(&[17, 20])));
        assert!(layout.holds(Shape::Split, set(&[17, 18])));
        assert!(!layout.holds(Shape::Split, set(&[3, 4])), "3 ends a row and 4 begins one");
        assert!(!layout.holds(Shape::Split, set(&[0, 2])));
        assert!(layout.holds(Shape::Corner, set(&[17, 18, 20, 21])));
        assert!(!layout.holds(Shape::Corner, set(&[18, 19, 21, 22])));
        assert!(layout.holds(Shape::SixLine, set(&[31, 32, 33, 34, 35, 36])));
    }
}
