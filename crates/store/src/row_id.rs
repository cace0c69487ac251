//! The row of an entry: house and sequence in one integer, so that the primary key alone finds, orders and guards it.

use croupier_house::ids::{HOUSES_MAX, HouseId};
use croupier_house::store::StoreError;

const SEQUENCE_BITS: u32 = 48;
/// The largest sequence of a house.
pub const SEQUENCE_MAX: u64 = (1 << SEQUENCE_BITS) - 1;

/// The row of an entry.
///
/// # Errors
/// When the sequence is too large; no house gets there in ten thousand years.
pub(crate) fn row_id(house: HouseId, sequence: u64) -> Result<i64, StoreError> {
    if sequence > SEQUENCE_MAX || house.0 >= HOUSES_MAX {
        return Err(StoreError::Failed(format!("house {} has no entry {sequence}", house.0)));
    }
    Ok((u64::from(house.0) << SEQUENCE_BITS | sequence).cast_signed())
}

/// The row at which reading from a sequence starts: behind the last one when the sequence is too large.
pub(crate) fn first_row(house: HouseId, sequence: u64) -> i64 {
    (u64::from(house.0) << SEQUENCE_BITS | sequence.min(SEQUENCE_MAX)).cast_signed()
}

/// The last row that a house can have.
pub(crate) const fn last_row(house: HouseId) -> i64 {
    ((house.0 as u64) << SEQUENCE_BITS | SEQUENCE_MAX).cast_signed()
}

/// The sequence of a row.
pub(crate) const fn sequence_of(row: i64) -> u64 {
    row.cast_unsigned() & SEQUENCE_MAX
}

/// The house of a row.
pub(crate) fn house_of(row: i64) -> Option<HouseId> {
    let house = u16::try_from(row >> SEQUENCE_BITS).ok()?;
    (house < HOUSES_MAX).then_some(HouseId(house))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_ordered_by_house_and_then_by_sequence() {
        let rows = [(1, 1), (1, 2), (1, SEQUENCE_MAX), (2, 0), (2, 1), (1023, SEQUENCE_MAX)];
        let numbers: Vec<i64> =
            rows.iter().map(|(house, sequence)| row_id(HouseId(*house), *sequence).unwrap()).collect();
        assert!(numbers.is_sorted() && numbers[0] > 0);
        for (row, (house, sequence)) in numbers.iter().zip(rows) {
            assert_eq!((house_of(*row), sequence_of(*row)), (Some(HouseId(house)), sequence));
        }
        assert!(row_id(HouseId(1), SEQUENCE_MAX + 1).is_err() && row_id(HouseId(1024), 1).is_err());
        assert_eq!(first_row(HouseId(1), u64::MAX), last_row(HouseId(1)));
    }
}
