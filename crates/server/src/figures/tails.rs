//! Chances of counts and sums that are at least as large as what was found.

/// The natural logarithm of a factorial.
fn ln_factorial(number: u64) -> f64 {
    if number < 32 {
        return (2..=number).map(|factor| as_f64(factor).ln()).sum();
    }
    // Stirling's series; the term that follows is below 1e-12 here.
    let n = as_f64(number);
    let series = 1.0 / (12.0 * n) - 1.0 / (360.0 * n.powi(3)) + 1.0 / (1260.0 * n.powi(5));
    n * n.ln() - n + 0.5 * (std::f64::consts::TAU * n).ln() + series
}

/// The natural logarithm of a binomial coefficient.
fn ln_choose(of: u64, some: u64) -> f64 {
    ln_factorial(of) - ln_factorial(some) - ln_factorial(of - some)
}

#[allow(clippy::cast_precision_loss, reason = "counts have fewer digits")]
pub(super) const fn as_f64(count: u64) -> f64 {
    count as f64
}

/// The chance that at least `found` of `marked` among `whole` are in a draw of `drawn`: the tail of the hypergeometric
/// distribution.
pub(super) fn at_least_of_marked(whole: u64, marked: u64, drawn: u64, found: u64) -> f64 {
    let least = (marked + drawn).saturating_sub(whole);
    if found <= least {
        return 1.0;
    }
    let all = ln_choose(whole, drawn);
    let chance =
        |count: u64| (ln_choose(marked, count) + ln_choose(whole - marked, drawn - count) - all).exp();
    (found..=marked.min(drawn)).map(chance).sum::<f64>().min(1.0)
}

/// The chances of 0, 1, 2 … successes in so many trials.
fn binomial(trials: u64, chance: f64) -> Vec<f64> {
    let term = |count: u64| match chance {
        p if p <= 0.0 => f64::from(u8::from(count == 0)),
        p if p >= 1.0 => f64::from(u8::from(count == trials)),
        p => {
            (ln_choose(trials, count) + as_f64(count) * p.ln() + as_f64(trials - count) * (-p).ln_1p()).exp()
        }
    };
    (0..=trials).map(term).collect()
}

/// The chance of at least `found` successes in two rows of trials together, each with its own chance.
pub(super) fn at_least_in_two(one: (u64, f64), other: (u64, f64), found: u64) -> f64 {
    let (first, second) = (binomial(one.0, one.1), binomial(other.0, other.1));
    // The chance of at least so many in the second row.
    let sums = second.iter().rev().scan(0.0, |sum, chance| {
        *sum += chance;
        Some(*sum)
    });
    let mut tails: Vec<f64> = sums.collect();
    tails.reverse();
    let tail = |needed: u64| match usize::try_from(needed) {
        Ok(0) => 1.0,
        Ok(needed) => tails.get(needed).copied().unwrap_or(0.0),
        Err(_) => 0.0,
    };
    let sum: f64 = (0..).zip(&first).map(|(count, chance)| chance * tail(found.saturating_sub(count))).sum();
    sum.min(1.0)
}

/// A proved upper bound of the chance that a sum of independent gains is at least `above` its mean, if their variances sum
/// to `variance` and none can be more than `most` above its own mean: Bennett's inequality.
pub(super) fn bennett(above: f64, variance: f64, most: f64) -> f64 {
    if above <= 0.0 || variance <= 0.0 || most <= 0.0 {
        return 1.0;
    }
    let u = most * above / variance;
    let exponent = variance / (most * most) * ((1.0 + u) * u.ln_1p() - u);
    (-exponent).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-10 * other.abs().max(1e-300)
    }

    /// Binomial coefficients by addition alone.
    fn pascal(rows: usize) -> Vec<Vec<f64>> {
        let mut all = vec![vec![1.0]];
        for row in 1..=rows {
            let last = &all[row - 1];
            let inner = last.windows(2).map(|pair| pair[0] + pair[1]);
            all.push(std::iter::once(1.0).chain(inner).chain([1.0]).collect());
        }
        all
    }

    #[test]
    fn factorials_agree_where_the_series_begins() {
        let sum: f64 = (2..=40_u64).map(|factor| as_f64(factor).ln()).sum();
        assert!(is_near(ln_factorial(40), sum), "{} {sum}", ln_factorial(40));
    }

    #[test]
    fn the_tail_of_marked_ones_is_counted() {
        let choose = pascal(60);
        for found in 0..=9 {
            let ways: f64 = (found..=9).map(|k| choose[9][k] * choose[51][20 - k]).sum();
            let chance = at_least_of_marked(60, 9, 20, found as u64);
            assert!(is_near(chance, ways / choose[60][20]), "{found}: {chance}");
        }
        assert!(is_near(at_least_of_marked(10, 8, 5, 3), 1.0), "three of eight are always among five of ten");
    }

    #[test]
    fn two_rows_of_trials_are_convolved() {
        // 3 trials at 1/2 and 2 at 1/4: at least 4 of 5.
        let (half, quarter) = ([1.0, 3.0, 3.0, 1.0].map(|n| n / 8.0), [9.0, 6.0, 1.0].map(|n| n / 16.0));
        let due = half[2] * quarter[2] + half[3] * (quarter[1] + quarter[2]);
        assert!(is_near(at_least_in_two((3, 0.5), (2, 0.25), 4), due));
        assert!(is_near(at_least_in_two((3, 0.5), (2, 0.25), 0), 1.0));
        assert!(at_least_in_two((3, 0.5), (2, 0.25), 6) < 1e-300);
        assert!(is_near(at_least_in_two((3, 1.0), (2, 1.0), 5), 1.0));
    }

    #[test]
    fn the_bound_is_above_the_truth() {
        // One unit on a number of a wheel: 35 with the chance 1/37, above the mean of -1/37.
        let (mean, square) = (-1.0 / 37.0, (35.0 * 35.0 + 36.0) / 37.0);
        let bound = bennett(35.0 - mean, square - mean * mean, 35.0 - mean);
        assert!((1.0 / 37.0..0.2).contains(&bound), "{bound}");
        // 100 units on red, of which at least 70 are won: the tail of the binomial distribution.
        let truth: f64 = binomial(100, 18.0 / 37.0)[70..].iter().sum();
        let (mean, variance) = (-1.0 / 37.0, 1.0 - 1.0 / 1369.0);
        let bound = bennett(40.0 - 100.0 * mean, 100.0 * variance, 1.0 - mean);
        assert!(bound >= truth && bound < 100.0 * truth, "{bound} {truth}");
    }
}
