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

/// The numbers of a cloth in rows, from 1 in ascending order, with the zeros at their head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The numbers, row by row; the last row may be shorter than the others.
    rows: Vec<Vec<Pocket>>,
    /// The numbers of a whole row.
    across: usize,
    /// The sets of each shape, in the order of [`Shape::ALL`], each sorted.
    sets: [Vec<PocketSet>; 5],
}

impl Layout {
    /// The numbers of a row, unless the book says otherwise.
    pub const ACROSS: usize = 3;
    /// The most numbers of a row.
    pub const ACROSS_MAX: usize = 8;

    /// The cloth of these pockets in rows of so many numbers, with straight bets on the zeros and the given sets that
    /// include a zero. Rows and pairs of rows are streets and six-lines where a row has three numbers.
    pub fn new(pockets: PocketSet, across: usize, beside_zero: &[(Shape, PocketSet)]) -> Self {
        let numbers: Vec<Pocket> = pockets.iter().filter(|pocket| !pocket.is_zero()).collect();
        let rows: Vec<Vec<Pocket>> = numbers.chunks(across.max(1)).map(<[Pocket]>::to_vec).collect();
        let mut sets = Shape::ALL.map(|shape| grid(&rows, across, shape));
        sets[0].extend(pockets.iter().filter(|p| p.is_zero()).map(|p| PocketSet::from_iter([p])));
        for &(shape, set) in beside_zero {
            sets[shape as usize].push(set);
        }
        for list in &mut sets {
            list.sort_unstable();
            list.dedup();
        }
        Self { rows, across, sets }
    }

    /// The numbers, row by row; the last row may be shorter than the others.
    pub fn rows(&self) -> &[Vec<Pocket>] {
        &self.rows
    }

    /// The numbers of a whole row.
    pub const fn across(&self) -> usize {
        self.across
    }

    /// The row and the column of a number, both from 0; `None` for a zero, and for a number that is not there.
    pub fn place(&self, pocket: Pocket) -> Option<(usize, usize)> {
        let in_row = |row: &Vec<Pocket>| row.iter().position(|known| *known == pocket);
        self.rows.iter().enumerate().find_map(|(row, numbers)| Some((row, in_row(numbers)?)))
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

/// The sets of a shape among the numbers in rows.
fn grid(rows: &[Vec<Pocket>], across: usize, shape: Shape) -> Vec<PocketSet> {
    match shape {
        Shape::Straight => blocks(rows, 1, 1),
        Shape::Split => [blocks(rows, 2, 1), blocks(rows, 1, 2)].concat(),
        Shape::Corner => blocks(rows, 2, 2),
        Shape::Street if across == Layout::ACROSS => blocks(rows, across, 1),
        Shape::SixLine if across == Layout::ACROSS => blocks(rows, across, 2),
        Shape::Street | Shape::SixLine => Vec::new(),
    }
}

/// Every whole block of `across` columns and `down` rows.
fn blocks(rows: &[Vec<Pocket>], across: usize, down: usize) -> Vec<PocketSet> {
    let widest = rows.first().map_or(0, Vec::len);
    let block = |some: &[Vec<Pocket>], column: usize| -> Option<PocketSet> {
        let cells: Option<Vec<&[Pocket]>> = some.iter().map(|row| row.get(column..column + across)).collect();
        Some(cells?.concat().into_iter().collect())
    };
    rows.windows(down).flat_map(|some| (0..widest).filter_map(move |column| block(some, column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[u8]) -> PocketSet {
        numbers.iter().filter_map(|&n| Pocket::number(n)).collect()
    }

    fn european() -> Layout {
        let pockets = (0..=36).filter_map(Pocket::number).collect();
        Layout::new(pockets, 3, &[(Shape::Split, set(&[0, 1])), (Shape::Corner, set(&[0, 1, 2, 3]))])
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

    #[test]
    fn a_wheel_of_another_size_has_a_cloth_of_its_own() {
        let counts = |highest: u8, across: usize| -> Vec<usize> {
            let layout = Layout::new((1..=highest).filter_map(Pocket::number).collect(), across, &[]);
            Shape::ALL.iter().map(|&shape| layout.sets(shape).len()).collect()
        };
        assert_eq!(counts(12, 3), [12, 8 + 9, 4, 6, 3]);
        // The last row has one number: it touches the one above it only.
        assert_eq!(counts(10, 3), [10, 6 + 7, 3, 4, 2]);
        assert_eq!(counts(8, 4), [8, 6 + 4, 0, 3, 0]);
        assert_eq!(counts(2, 3), [2, 1, 0, 0, 0]);
        let layout = Layout::new((0..=10).filter_map(Pocket::number).collect(), 3, &[]);
        assert_eq!(layout.place(Pocket::number(10).unwrap()), Some((3, 0)));
        assert_eq!(layout.place(Pocket::ZERO), None);
    }
}
