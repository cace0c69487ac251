//! A figure: an exact fraction, a decimal with a proved bound on its error, or an estimate.

use croupier_kit::Ratio;

/// A probability, an expectation or a variance.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// An exact fraction.
    Exact(Ratio),
    /// A decimal.
    Near {
        /// The decimal itself.
        value: f64,
        /// The largest possible difference between the decimal and the true value.
        within: f64,
    },
    /// A decimal whose error was measured where the truth could be computed, and is not proved elsewhere.
    Estimated {
        /// The decimal itself.
        value: f64,
        /// The error that was found not to be exceeded.
        error: f64,
    },
}

impl Figure {
    /// A decimal with a proved bound on its error.
    pub const fn near(value: f64, within: f64) -> Self {
        Self::Near { value, within }
    }

    /// A decimal with an error that was measured and not proved.
    pub const fn estimated(value: f64, error: f64) -> Self {
        Self::Estimated { value, error }
    }

    /// Whether the figure is an estimate: nothing proves its error.
    pub const fn is_estimated(&self) -> bool {
        matches!(self, Self::Estimated { .. })
    }

    /// The fraction, if the figure is exact.
    pub const fn exact(&self) -> Option<&Ratio> {
        match self {
            Self::Exact(ratio) => Some(ratio),
            Self::Near { .. } | Self::Estimated { .. } => None,
        }
    }

    /// The nearest floating-point number.
    pub fn value(&self) -> f64 {
        match self {
            Self::Exact(ratio) => ratio.as_rational().to_f64().value(),
            Self::Near { value, .. } | Self::Estimated { value, .. } => *value,
        }
    }

    /// The largest error of [`Figure::value`], not counting the rounding of the floating-point number itself. For an
    /// estimate, the error that was measured.
    pub const fn within(&self) -> f64 {
        match self {
            Self::Exact(_) => 0.0,
            Self::Near { within, .. } => *within,
            Self::Estimated { error, .. } => *error,
        }
    }

    /// The sum of two figures, exact if both are.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self.exact(), other.exact()) {
            (Some(one), Some(other)) => (one + other).into(),
            _ if self.is_estimated() || other.is_estimated() => {
                Self::estimated(self.value() + other.value(), self.within() + other.within())
            }
            _ => Self::near(self.value() + other.value(), self.within() + other.within()),
        }
    }

    /// The figure as a decimal with `places` decimal places.
    pub fn to_decimal(&self, places: usize) -> String {
        match self {
            Self::Exact(ratio) => ratio.to_decimal(places),
            Self::Near { value, .. } | Self::Estimated { value, .. } => format!("{value:.places$}"),
        }
    }
}

impl From<Ratio> for Figure {
    fn from(ratio: Ratio) -> Self {
        Self::Exact(ratio)
    }
}
