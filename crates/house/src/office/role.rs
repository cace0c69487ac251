//! Roles of people, and posts at tables.

use croupier_rules::book;
use serde::{Deserialize, Serialize};

/// The role of a person in the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the roles are their own names")]
pub enum Role {
    Player,
    Dealer,
    Inspector,
    Cashier,
    Manager,
    /// May read everything and change nothing.
    Regulator,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 6] =
        [Self::Player, Self::Dealer, Self::Inspector, Self::Cashier, Self::Manager, Self::Regulator];

    /// The role in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Dealer => "dealer",
            Self::Inspector => "inspector",
            Self::Cashier => "cashier",
            Self::Manager => "manager",
            Self::Regulator => "regulator",
        }
    }

    /// Whether the role is held through this post of the house file.
    pub const fn fits(self, post: book::Post) -> bool {
        match self {
            Self::Dealer => {
                matches!(post, book::Post::Dealer | book::Post::PalettePerson | book::Post::BaseDealer)
            }
            Self::Inspector => matches!(post, book::Post::Inspector),
            Self::Cashier => matches!(post, book::Post::Cashier),
            Self::Manager => matches!(post, book::Post::Manager),
            Self::Player | Self::Regulator => false,
        }
    }

    /// The post that the role is enrolled for; `None` for players and regulators.
    pub(crate) const fn post(self) -> Option<book::Post> {
        match self {
            Self::Dealer => Some(book::Post::Dealer),
            Self::Inspector => Some(book::Post::Inspector),
            Self::Cashier => Some(book::Post::Cashier),
            Self::Manager => Some(book::Post::Manager),
            Self::Player | Self::Regulator => None,
        }
    }

    /// Whether the role is one of the staff, which is held through a post.
    pub const fn is_staff(self) -> bool {
        !matches!(self, Self::Player | Self::Regulator)
    }

    /// Whether the role enters and corrects the cards of attended tables, and so may know those that are dealt face down there.
    pub const fn enters_cards(self) -> bool {
        matches!(self, Self::Dealer | Self::Inspector | Self::Manager)
    }

    /// Whether the role is any but that of a player.
    pub(crate) const fn is_staff_or_regulator(self) -> bool {
        !matches!(self, Self::Player)
    }

    /// A list of alternative roles in words: "an inspector or a manager".
    pub fn any_of(roles: &[Self]) -> String {
        roles.iter().map(|role| with_article(role.name())).collect::<Vec<_>>().join(" or ")
    }
}

/// A noun with its indefinite article.
fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A post at a table, as named in the house file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the posts are their own names")]
pub enum TablePost {
    Dealer,
    PalettePerson,
    BaseDealer,
    Inspector,
}

impl TablePost {
    /// The same post as named in a rulebook.
    pub const fn in_book(self) -> book::Post {
        match self {
            Self::Dealer => book::Post::Dealer,
            Self::PalettePerson => book::Post::PalettePerson,
            Self::BaseDealer => book::Post::BaseDealer,
            Self::Inspector => book::Post::Inspector,
        }
    }

    /// The post at a table for a post of a rulebook; `None` for a post elsewhere.
    pub(crate) const fn of_book(post: book::Post) -> Option<Self> {
        match post {
            book::Post::Dealer => Some(Self::Dealer),
            book::Post::PalettePerson => Some(Self::PalettePerson),
            book::Post::BaseDealer => Some(Self::BaseDealer),
            book::Post::Inspector => Some(Self::Inspector),
            book::Post::Cashier | book::Post::Manager => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Role;

    #[test]
    fn roles_have_the_right_article() {
        assert_eq!(Role::any_of(&[Role::Inspector, Role::Manager]), "an inspector or a manager");
        assert_eq!(Role::any_of(&[Role::Cashier]), "a cashier");
    }
}
