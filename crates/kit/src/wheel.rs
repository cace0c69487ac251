//! The roulette wheel: numbered pockets in a fixed order.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

/// A pocket of a wheel: a number from 0 to 64, 00 or 000.
///
/// Inside it is a code that is stored and hashed, and so never changes: 0 to 36 for these numbers, 37 for 00, 38 for
/// 000, and 39 to 66 for the numbers from 37 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pocket(u8);

impl Pocket {
    /// The single zero.
    pub const ZERO: Self = Self(0);
    /// The double zero, 00.
    pub const DOUBLE_ZERO: Self = Self(37);
    /// The triple zero, 000.
    pub const TRIPLE_ZERO: Self = Self(38);
    /// The number of different pockets on all kinds of wheels.
    pub const COUNT: usize = 67;
    /// The highest number of any wheel.
    pub const HIGHEST: u8 = 64;
    /// The highest number whose code is the number itself.
    const PLAIN: u8 = 36;
    /// The number of codes between the numbers 36 and 37.
    const BETWEEN: u8 = 2;

    /// The pocket with this number, 0 to 64.
    pub const fn number(number: u8) -> Option<Self> {
        match number {
            0..=Self::PLAIN => Some(Self(number)),
            _ if number <= Self::HIGHEST => Some(Self(number + Self::BETWEEN)),
            _ => None,
        }
    }

    /// Whether it is 0, 00 or 000.
    pub const fn is_zero(self) -> bool {
        matches!(self, Self::ZERO | Self::DOUBLE_ZERO | Self::TRIPLE_ZERO)
    }

    /// Its number, if it is not 00 or 000.
    pub const fn figure(self) -> Option<u8> {
        match self {
            Self::DOUBLE_ZERO | Self::TRIPLE_ZERO => None,
            Self(code) if code <= Self::PLAIN => Some(code),
            Self(code) => Some(code - Self::BETWEEN),
        }
    }

    /// Its code, which is an index among all pockets: its number up to 36, 37 for 00, 38 for 000, and its number and
    /// two more from 37 on.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pocket with this code.
    pub const fn at(index: usize) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation, reason = "the index is below 67")]
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }
}

impl fmt::Display for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.figure() {
            Some(number) => f.pad(&number.to_string()),
            None if *self == Self::DOUBLE_ZERO => f.pad("00"),
            None => f.pad("000"),
        }
    }
}

/// The error for a text that is not a pocket of any wheel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PocketError(String);

impl fmt::Display for PocketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a number of a roulette wheel", self.0)
    }
}

impl std::error::Error for PocketError {}

impl FromStr for Pocket {
    type Err = PocketError;

    fn from_str(text: &str) -> Result<Self, PocketError> {
        match text {
            "00" => return Ok(Self::DOUBLE_ZERO),
            "000" => return Ok(Self::TRIPLE_ZERO),
            _ => {}
        }
        let plain = !text.starts_with('+') && (text == "0" || !text.starts_with('0'));
        let number = if plain { text.parse().ok() } else { None };
        number.and_then(Self::number).ok_or_else(|| PocketError(text.to_owned()))
    }
}

/// A set of pockets, stored as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PocketSet(u128);

impl PocketSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The zeros that come last in order.
    const LAST: Self = Self(1 << Pocket::DOUBLE_ZERO.0 | 1 << Pocket::TRIPLE_ZERO.0);

    /// The set with this pocket added; `None` if it already contains the pocket.
    pub const fn with(self, pocket: Pocket) -> Option<Self> {
        if self.contains(pocket) { None } else { Some(Self(self.0 | 1 << pocket.0)) }
    }

    /// Whether the set contains the pocket.
    pub const fn contains(self, pocket: Pocket) -> bool {
        self.0 >> pocket.0 & 1 == 1
    }

    /// The number of pockets.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any of its pockets is 0, 00 or 000.
    pub const fn has_zero(self) -> bool {
        self.0 & (Self::LAST.0 | 1 << Pocket::ZERO.0) != 0
    }

    /// Whether every pocket of this set is in the other.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The pockets in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The pockets in order, 0 first, 00 and 000 last.
    pub fn iter(self) -> impl Iterator<Item = Pocket> {
        let (numbers, last) = (Self(self.0 & !Self::LAST.0), Self(self.0 & Self::LAST.0));
        numbers.by_code().chain(last.by_code())
    }

    /// The pockets in the order of their codes.
    fn by_code(self) -> impl Iterator<Item = Pocket> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = Pocket::at(left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// The set of these pockets, or the first pocket that appears twice.
    pub fn of(pockets: impl IntoIterator<Item = Pocket>) -> Result<Self, Pocket> {
        pockets.into_iter().try_fold(Self::EMPTY, |set, pocket| set.with(pocket).ok_or(pocket))
    }
}

impl FromIterator<Pocket> for PocketSet {
    fn from_iter<I: IntoIterator<Item = Pocket>>(pockets: I) -> Self {
        pockets.into_iter().fold(Self::EMPTY, |set, pocket| set.union(Self(1 << pocket.0)))
    }
}

impl fmt::Display for PocketSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.iter().map(|p| p.to_string()).collect();
        f.pad(&numbers.join(" "))
    }
}

/// A wheel: its pockets, clockwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wheel {
    order: ArrayVec<Pocket, { Wheel::LARGEST }>,
    /// The same pockets as a set, which is asked for with every number of every bet.
    pockets: PocketSet,
}

/// Why some pockets do not make a wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WheelError {
    /// A number appears twice.
    Repeated(Pocket),
    /// There are no pockets.
    Empty,
    /// There are more than any wheel has.
    TooMany,
}

impl fmt::Display for WheelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated(pocket) => write!(f, "the number {pocket} occurs twice on the wheel"),
            Self::Empty => f.write_str("the wheel has no pocket"),
            Self::TooMany => write!(f, "a wheel has at most {} pockets", Wheel::LARGEST),
        }
    }
}

impl std::error::Error for WheelError {}

impl Wheel {
    /// The most pockets of a wheel.
    pub const LARGEST: usize = 64;

    /// The wheel with these pockets, clockwise.
    pub fn new(pockets: impl IntoIterator<Item = Pocket>) -> Result<Self, WheelError> {
        let (mut order, mut set) = (ArrayVec::new(), PocketSet::EMPTY);
        for pocket in pockets {
            set = set.with(pocket).ok_or(WheelError::Repeated(pocket))?;
            order.try_push(pocket).map_err(|_| WheelError::TooMany)?;
        }
        if order.is_empty() { Err(WheelError::Empty) } else { Ok(Self { order, pockets: set }) }
    }

    /// Its pockets, clockwise.
    pub fn order(&self) -> &[Pocket] {
        &self.order
    }

    /// Its pockets as a set.
    pub const fn pockets(&self) -> PocketSet {
        self.pockets
    }

    /// A pocket with `neighbours` neighbours on each side, clockwise; `None` if it is not on the wheel.
    pub fn around(&self, pocket: Pocket, neighbours: usize) -> Option<impl Iterator<Item = Pocket>> {
        let len = self.order.len();
        let centre = self.order.iter().position(|&p| p == pocket)?;
        let span = (2 * neighbours + 1).min(len);
        Some((0..span).map(move |step| self.order[(centre + len + step - neighbours % len) % len]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(list: &[u8]) -> Vec<Pocket> {
        list.iter().map(|&n| Pocket::number(n).unwrap()).collect()
    }

    #[test]
    fn pockets_are_written_and_read_back() {
        for pocket in (0..Pocket::COUNT).filter_map(Pocket::at) {
            assert_eq!(pocket.to_string().parse::<Pocket>(), Ok(pocket));
        }
        for text in ["65", "-1", "", "+1", "0000", "01", "x"] {
            assert!(text.parse::<Pocket>().is_err(), "{text}");
        }
    }

    /// The codes are in journals and hashes.
    #[test]
    fn codes_of_pockets_never_change() {
        for (text, code) in [("0", 0), ("36", 36), ("00", 37), ("000", 38), ("37", 39), ("64", 66)] {
            assert_eq!(text.parse::<Pocket>().unwrap().index(), code, "{text}");
        }
        let order: Vec<String> = ["00", "37", "0", "000", "36"]
            .iter()
            .map(|text| text.parse::<Pocket>().unwrap())
            .collect::<PocketSet>()
            .iter()
            .map(|pocket| pocket.to_string())
            .collect();
        assert_eq!(order, ["0", "36", "37", "00", "000"]);
    }

    #[test]
    fn a_set_knows_its_zeros() {
        for pocket in (0..Pocket::COUNT).filter_map(Pocket::at) {
            let set = PocketSet::from_iter([pocket]);
            assert_eq!((set.has_zero(), set.len()), (pocket.is_zero(), 1), "{pocket}");
            assert_eq!(set.iter().collect::<Vec<_>>(), [pocket]);
        }
        assert_eq!(PocketSet::EMPTY.iter().next(), None);
    }

    #[test]
    fn a_wheel_has_at_most_sixty_four_pockets() {
        assert!(Wheel::new((1..=64).filter_map(Pocket::number)).is_ok());
        assert_eq!(Wheel::new((0..=64).filter_map(Pocket::number)), Err(WheelError::TooMany));
    }

    #[test]
    fn neighbours_run_round_the_wheel() {
        let wheel = Wheel::new(numbers(&[0, 32, 15, 19, 4, 12, 35, 3, 26])).unwrap();
        let around: Vec<Pocket> = wheel.around(Pocket::ZERO, 2).unwrap().collect();
        assert_eq!(around, numbers(&[3, 26, 0, 32, 15]));
        assert!(wheel.around(Pocket::DOUBLE_ZERO, 2).is_none());
    }

    #[test]
    fn a_number_stands_on_a_wheel_once() {
        let seven = Pocket::number(7).unwrap();
        assert_eq!(Wheel::new([seven, seven]), Err(WheelError::Repeated(seven)));
        assert_eq!(Wheel::new([]), Err(WheelError::Empty));
        assert_eq!(PocketSet::of([seven, seven]), Err(seven));
    }
}
