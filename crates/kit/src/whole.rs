//! Common divisors and multiples of whole numbers.

/// The greatest common divisor; that of any number and 0 is the number.
pub const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple; 0 where either number is 0.
///
/// # Panics
/// When the result does not fit.
pub const fn lcm(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_and_multiples_of_small_numbers() {
        assert_eq!((gcd(12, 18), gcd(7, 0), gcd(0, 7), gcd(1, 9)), (6, 7, 7, 1));
        assert_eq!((lcm(4, 6), lcm(1, 9), lcm(0, 9)), (12, 9, 0));
    }
}
