//! The families of games.

/// A family of games. Every game of every book belongs to one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the families are their own names")]
pub enum Family {
    Roulette,
    Dice,
    Baccarat,
    Blackjack,
    Poker,
    InBetween,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 6] =
        [Self::Roulette, Self::Dice, Self::Baccarat, Self::Blackjack, Self::Poker, Self::InBetween];

    /// The name of the family.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Roulette => "roulette",
            Self::Dice => "dice",
            Self::Blackjack => "blackjack",
            Self::Baccarat => "baccarat",
            Self::InBetween => "in-between",
            Self::Poker => "poker",
        }
    }

    /// The family with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }
}
