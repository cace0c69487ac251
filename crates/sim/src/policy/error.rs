//! The names of policies, and why one is not available.

/// Why a policy is not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PolicyError {
    /// The policy is for another family of games.
    Family,
    /// The chart cannot be read.
    Chart(String),
    /// Best play is not known.
    Unsolved(String),
}

impl std::fmt::Display for PolicyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Family => f.write_str("it is for blackjack"),
            Self::Chart(why) | Self::Unsolved(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for PolicyError {}

/// The name of best play.
pub const BEST: &str = "best";
/// The name of customary play.
pub const USUAL: &str = "usual";
/// The name of best play by the exact cards of the hand, at blackjack.
pub const COMPOSITION: &str = "composition";
/// The name of a player who draws by the dealer's rules.
pub const DEALER: &str = "dealer";
