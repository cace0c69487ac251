//! Chips: the fewest chips that make an amount exactly.

use std::collections::HashMap;
use std::fmt;

use crate::money::Money;
use crate::whole::gcd;

/// The values of the available chips, from the largest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chips {
    values: Vec<Money>,
}

/// A number of chips of one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    /// The value of one chip.
    pub value: Money,
    /// The number of chips.
    pub count: u64,
}

/// Why some values cannot be used as chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChipsError {
    /// No values were given.
    None,
    /// A value is 0 or less.
    Worthless,
}

impl fmt::Display for ChipsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "name at least one chip",
            Self::Worthless => "a chip is worth more than 0",
        })
    }
}

impl std::error::Error for ChipsError {}

/// Why an amount cannot be made from these chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmade {
    /// No combination of these chips makes the amount.
    Impossible,
    /// The values are so irregular that the search takes too long.
    TooOdd,
}

impl fmt::Display for Unmade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Impossible => "cannot be made from these chips",
            Self::TooOdd => "is too much to be counted out in chips of such odd values",
        })
    }
}

impl std::error::Error for Unmade {}

/// The number of subproblems after which the search gives up: about a second.
const QUESTIONS_MAX: usize = 1_000_000;

impl Chips {
    /// Chips of these values, in any order. A repeated value counts once.
    pub fn new(values: impl IntoIterator<Item = Money>) -> Result<Self, ChipsError> {
        let mut values: Vec<Money> = values.into_iter().collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        values.dedup();
        match values.last() {
            None => Err(ChipsError::None),
            Some(least) if *least <= Money::ZERO => Err(ChipsError::Worthless),
            Some(_) => Ok(Self { values }),
        }
    }

    /// The usual values of a cage: 1000 down to 1, and coins below.
    pub fn usual() -> Self {
        let minor = [100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25, 10, 5, 1];
        Self { values: minor.map(Money::from_minor).to_vec() }
    }

    /// The values, from the largest.
    pub fn values(&self) -> &[Money] {
        &self.values
    }

    /// The fewest chips that make the amount exactly, the largest first; an empty list for 0.
    pub fn make(&self, amount: Money) -> Result<Vec<Stack>, Unmade> {
        let amount = u64::try_from(amount.minor()).map_err(|_| Unmade::Impossible)?;
        let mut desk = Desk::new(self.values.iter().map(|value| value.minor().unsigned_abs()).collect());
        desk.fewest(0, amount)?.ok_or(Unmade::Impossible)?;
        Ok(desk.counted_out(amount))
    }
}

/// The search for the fewest chips, one value after another from the largest.
///
/// If *n* chips of one value are worth as much as fewer chips of a larger value, the best answer never contains those
/// *n* chips. This bounds the number of chips of every value except the largest, and so the amount that all smaller
/// values can make together. Only a few counts of each value are left to try, however large the amount.
struct Desk {
    values: Vec<u64>,
    /// The largest number of chips of each value in a best answer.
    most: Vec<u64>,
    /// The largest amount that the chips after each index can make.
    below: Vec<u128>,
    /// The answers so far, by index and remaining amount: the number of chips, and how many of them have this value.
    known: HashMap<(usize, u64), Option<(u64, u64)>>,
}

impl Desk {
    fn new(values: Vec<u64>) -> Self {
        let most: Vec<u64> = (0..values.len()).map(|place| most_of(&values, place)).collect();
        let worth = |place: usize| u128::from(values[place]) * u128::from(most[place]);
        let below = (0..values.len()).map(|place| (place + 1..values.len()).map(worth).sum()).collect();
        Self { values, most, below, known: HashMap::new() }
    }

    /// The fewest chips from this index on that make `left`; `None` if none do.
    fn fewest(&mut self, place: usize, left: u64) -> Result<Option<u64>, Unmade> {
        if left == 0 {
            return Ok(Some(0));
        }
        let Some(&value) = self.values.get(place) else { return Ok(None) };
        if let Some(known) = self.known.get(&(place, left)) {
            return Ok(known.map(|(chips, _)| chips));
        }
        if self.known.len() >= QUESTIONS_MAX {
            return Err(Unmade::TooOdd);
        }
        let short = u128::from(left).saturating_sub(self.below[place]);
        let least = u64::try_from(short.div_ceil(u128::from(value))).expect("not more than what is left");
        let mut best: Option<(u64, u64)> = None;
        for count in (least..=self.most[place].min(left / value)).rev() {
            let rest = self.fewest(place + 1, left - count * value)?;
            if let Some(chips) = rest.map(|rest| rest + count)
                && best.is_none_or(|(fewest, _)| chips < fewest)
            {
                best = Some((chips, count));
            }
        }
        self.known.insert((place, left), best);
        Ok(best.map(|(chips, _)| chips))
    }

    /// The chips of the answer that was found.
    fn counted_out(&self, amount: u64) -> Vec<Stack> {
        let mut left = amount;
        let mut stacks = Vec::new();
        for (place, &value) in self.values.iter().enumerate() {
            let Some(Some((_, count))) = self.known.get(&(place, left)) else { continue };
            left -= count * value;
            if *count > 0 {
                let value = Money::from_minor(i64::try_from(value).expect("it was an amount of money"));
                stacks.push(Stack { value, count: *count });
            }
        }
        stacks
    }
}

/// The largest number of chips of a value in a best answer: one more could be replaced by chips of a larger value. Of the
/// largest value there may be any number.
fn most_of(values: &[u64], place: usize) -> u64 {
    let larger = values[..place].iter().map(|larger| larger / gcd(*larger, values[place]) - 1);
    larger.min().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chips(minor: &[i64]) -> Chips {
        Chips::new(minor.iter().map(|n| Money::from_minor(*n))).unwrap()
    }

    fn made(chips: &Chips, minor: i64) -> Vec<(i64, u64)> {
        let stacks = chips.make(Money::from_minor(minor)).unwrap();
        stacks.iter().map(|stack| (stack.value.minor(), stack.count)).collect()
    }

    #[test]
    fn the_usual_chips_make_every_amount() {
        assert_eq!(made(&Chips::usual(), 1900), [(500, 3), (100, 4)]);
        assert_eq!(made(&Chips::usual(), 3750), [(2500, 1), (500, 2), (100, 2), (50, 1)]);
        assert_eq!(made(&Chips::usual(), 0), []);
        assert_eq!(made(&Chips::usual(), i64::MAX)[0], (100_000, 92_233_720_368_547));
    }

    #[test]
    fn taking_the_largest_first_is_not_always_the_fewest() {
        assert_eq!(made(&chips(&[40, 30, 10]), 60), [(30, 2)]);
        assert_eq!(made(&chips(&[2500, 2000, 100]), 4000), [(2000, 2)]);
        assert_eq!(made(&Chips::usual(), 30), [(25, 1), (5, 1)]);
    }

    #[test]
    fn what_cannot_be_made_is_said_to_be_so() {
        assert_eq!(chips(&[500, 100]).make(Money::from_minor(150)), Err(Unmade::Impossible));
        assert_eq!(chips(&[7, 5]).make(Money::from_minor(13)), Err(Unmade::Impossible));
        assert_eq!(Chips::usual().make(Money::from_minor(-1)), Err(Unmade::Impossible));
        assert_eq!(Chips::new([]), Err(ChipsError::None));
        assert_eq!(Chips::new([Money::ZERO]), Err(ChipsError::Worthless));
    }

    #[test]
    fn a_large_amount_of_odd_chips_is_made_exactly_or_given_up() {
        let (odd, amount) = (chips(&[99_991, 99_989, 99_971, 99_961, 3]), 1_000_000_000_007);
        match odd.make(Money::from_minor(amount)) {
            Ok(stacks) => {
                let sum: i64 = stacks.iter().map(|s| s.value.minor() * i64::try_from(s.count).unwrap()).sum();
                assert_eq!(sum, amount);
            }
            // Threes and one larger chip make every amount of this size.
            Err(unmade) => assert_ne!(unmade, Unmade::Impossible),
        }
    }

    /// The fewest chips, by computing every amount up to this one.
    fn by_trying(values: &[i64], amount: i64) -> Option<u64> {
        let mut fewest = vec![Some(0)];
        for sum in 1..=amount {
            let ways = values.iter().filter(|value| **value <= sum);
            let best = ways
                .filter_map(|value| fewest[usize::try_from(sum - value).unwrap()].map(|n: u64| n + 1))
                .min();
            fewest.push(best);
        }
        fewest.pop().flatten()
    }

    proptest! {
        #[test]
        fn no_way_has_fewer_chips_and_they_sum_exactly(
            values in proptest::collection::vec(1_i64..60, 1..6), amount in 0_i64..400,
        ) {
            let stacks = chips(&values).make(Money::from_minor(amount)).ok();
            let count = stacks.as_ref().map(|stacks| stacks.iter().map(|stack| stack.count).sum::<u64>());
            prop_assert_eq!(count, by_trying(&values, amount));
            if let Some(stacks) = stacks {
                let sum: i64 = stacks.iter().map(|s| s.value.minor() * i64::try_from(s.count).unwrap()).sum();
                prop_assert_eq!(sum, amount);
            }
        }
    }
}
