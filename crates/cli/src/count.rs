//! Whole numbers in the usual notations: `1000000`, `1_000_000`, `1,000,000`, `1e6`, `1.5M`. Every option that takes one
//! reads it here.

use std::num::NonZeroUsize;

const ZERO: &str = "it must be at least 1";

/// Parses a whole number, for `value_parser`.
pub(crate) fn count<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let count = read(text).ok_or_else(|| {
        format!("`{text}` is not a count: write a whole number such as 1000000, 1_000_000, 1e6 or 10M")
    })?;
    T::try_from(count).map_err(|_| format!("{text} is too large"))
}

/// Parses a whole number that is not zero.
pub(crate) fn count_above_zero<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    if read(text) == Some(0) { Err(ZERO.to_owned()) } else { count(text) }
}

/// The same, as a type that has no zero.
pub(crate) fn count_nonzero(text: &str) -> Result<NonZeroUsize, String> {
    count(text).and_then(|number| NonZeroUsize::new(number).ok_or_else(|| ZERO.to_owned()))
}

fn read(text: &str) -> Option<u64> {
    let plain: String = text.trim().chars().filter(|letter| !matches!(letter, '_' | ',')).collect();
    let (figures, zeros) = scale(&plain)?;
    let (whole, part) = figures.split_once('.').unwrap_or((figures, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(part) || (figures.contains('.') && part.is_empty())
    {
        return None;
    }
    let part = part.trim_end_matches('0');
    let zeros = zeros.checked_sub(u32::try_from(part.len()).ok()?)?;
    format!("{whole}{part}").parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(zeros)?)
}

/// The digits, and the number of zeros that their suffix or exponent adds.
fn scale(text: &str) -> Option<(&str, u32)> {
    if let Some((figures, power)) = text.split_once(['e', 'E']) {
        return Some((figures, power.strip_prefix('+').unwrap_or(power).parse().ok()?));
    }
    let suffixes = [('k', 3), ('K', 3), ('M', 6), ('m', 6), ('G', 9), ('B', 9)];
    let suffix = suffixes.iter().find_map(|(letter, zeros)| Some((text.strip_suffix(*letter)?, *zeros)));
    Some(suffix.unwrap_or((text, 0)))
}

/// A rate with three significant digits: `47.5 M`, `812`, `9.04 k`.
pub(crate) fn rate(per_second: f64) -> String {
    let scales = [(1e9, " G"), (1e6, " M"), (1e3, " k"), (1.0, "")];
    // A number that would be rounded up to the next unit is shown in that unit.
    let (size, unit) = scales.into_iter().find(|(size, _)| per_second >= size * 0.9995).unwrap_or((1.0, ""));
    let figure = per_second / size;
    let places = match figure {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{figure:.places$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "1.0e+6", "1M", "1000k", "0.001G"] {
            assert_eq!(count::<u64>(text), Ok(1_000_000), "{text}");
        }
        assert_eq!(count::<u64>("2.5k"), Ok(2500));
        assert_eq!(count_above_zero::<u32>("7"), Ok(7));
    }

    #[test]
    fn what_is_no_count_is_refused_with_what_is_one() {
        for text in ["", "ten", "-5", "1.5", "1e", "e6", "1e-3", "5.", "1e30", "0x10", "1 000"] {
            assert!(count::<u64>(text).unwrap_err().contains("1e6"), "{text}");
        }
        assert!(count::<u8>("300").unwrap_err().contains("too large"));
        assert!(count_above_zero::<u32>("0").is_err());
        assert!(count_nonzero("0").unwrap_err().contains("at least 1"));
    }

    #[test]
    fn rates_have_three_digits() {
        let shown = [47_512_345.0, 999_999.0, 999.4, 12.34, 0.5, 9_041.0].map(rate);
        assert_eq!(shown, ["47.5 M", "1.00 M", "999", "12.3", "0.50", "9.04 k"]);
    }
}
