//! Common divisors and multiples of whole numbers.

/// The greatest common divisor; that of any number and 0 is the number.
pub const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple, which is 0 where either number is 0; `None` if it does not fit.
pub const fn lcm(a: u64, b: u64) -> Option<u64> {
    if a == 0 || b == 0 { Some(0) } else { (a / gcd(a, b)).checked_mul(b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_and_multiples_of_small_numbers() {
        assert_eq!((gcd(12, 18), gcd(7, 0), gcd(0, 7), gcd(1, 9)), (6, 7, 7, 1));
        assert_eq!((lcm(4, 6), lcm(1, 9), lcm(0, 9)), (Some(12), Some(9), Some(0)));
        assert_eq!((lcm(u64::MAX, u64::MAX), lcm(u64::MAX, 2)), (Some(u64::MAX), None), "it never wraps");
    }
}
