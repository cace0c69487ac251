//! The envelope of a game: what its book fixes, bounds and leaves free.

use crate::book::{
    ApprovalSubject, Book, Bounds, Chosen, GameBook, Notice, Obligation, Post, Requirement, Setting,
};
use crate::law::Cites;

/// The degree of freedom that a house has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Freedom {
    /// No choice.
    Fixed,
    /// A choice within bounds, or on a condition.
    Bounded,
    /// A free choice: the book is silent.
    Free,
}

impl Freedom {
    /// All degrees, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Fixed, Self::Bounded, Self::Free];

    /// The name of the degree.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Bounded => "bounded",
            Self::Free => "free",
        }
    }
}

/// One property of a table, and how freely a house may choose it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnvelopeItem {
    /// The key of the property; for a wager, `pays` and its name.
    pub key: String,
    /// How freely a house may choose.
    pub freedom: Freedom,
    /// The value, or the permitted values.
    pub is: String,
    /// The value if the house chooses none.
    pub default: Option<String>,
    /// The provisions; none if the book is silent.
    pub cites: Cites,
}

/// What a book fixes, bounds and leaves free about one of its games.
pub fn envelope(book: &Book, game: &GameBook) -> Vec<EnvelopeItem> {
    let requirements = || book.requirements().iter().filter(|r| r.concerns(game.id()));
    let mut entries = fixed(game);
    entries.extend(game.settings().iter().map(setting));
    entries.push(limits(game));
    entries.extend(requirements().map(requirement));
    let asked = |ask: Obligation| requirements().any(|requirement| topic(requirement.ask) == topic(ask));
    entries.extend(UNASKED.iter().filter(|(ask, _)| !asked(*ask)).map(unasked));
    entries.sort_by_key(|entry| entry.freedom);
    entries
}

fn fixed(game: &GameBook) -> Vec<EnvelopeItem> {
    let terms = game.terms(&Chosen::default());
    let entry = |key: String, is: &str, cites: Cites| EnvelopeItem {
        key,
        freedom: Freedom::Fixed,
        is: is.to_owned(),
        default: None,
        cites,
    };
    let rules = terms.rules.iter().map(|term| entry(term.key.to_string(), &term.is, term.cites));
    let pays = terms.pays.iter().map(|term| entry(format!("pays {}", term.key), &term.is, term.cites));
    rules.chain(pays).collect()
}

/// A setting with only one value is fixed. Bounds without a provision are only the technical limits of a table here.
fn setting(setting: &Setting) -> EnvelopeItem {
    let freedom = match &setting.bounds {
        Bounds::Whole { from, to } if from == to => Freedom::Fixed,
        _ if setting.cites == Cites::NONE => Freedom::Free,
        _ => Freedom::Bounded,
    };
    EnvelopeItem {
        key: setting.key.to_string(),
        freedom,
        is: setting.bounds.to_string(),
        default: setting.default.as_ref().map(ToString::to_string),
        cites: setting.cites,
    }
}

fn limits(game: &GameBook) -> EnvelopeItem {
    let cites = game.conduct().limits;
    EnvelopeItem {
        key: "min, max".to_owned(),
        freedom: if cites == Cites::NONE { Freedom::Free } else { Freedom::Bounded },
        is: "amounts, the least not above the most".to_owned(),
        default: None,
        cites,
    }
}

fn requirement(requirement: &Requirement) -> EnvelopeItem {
    let mut is = requirement.ask.to_string();
    for (word, facts) in [("where", &requirement.when), ("unless", &requirement.unless)] {
        let facts: Vec<String> = facts.iter().map(ToString::to_string).collect();
        if !facts.is_empty() {
            is = format!("{is}, {word} {}", facts.join(" or "));
        }
    }
    EnvelopeItem {
        key: topic(requirement.ask),
        freedom: Freedom::Bounded,
        is,
        default: None,
        cites: requirement.cite.into(),
    }
}

/// The topic of a requirement, in a word or two.
fn topic(ask: Obligation) -> String {
    match ask {
        Obligation::Licence | Obligation::LicensedGame => "licence".to_owned(),
        Obligation::OfferedGame => "games offered".to_owned(),
        Obligation::BankHeld | Obligation::BankWhole | Obligation::BankOfPlayers => "bank".to_owned(),
        Obligation::Approval(matter) => matter.name().to_owned(),
        Obligation::Shown(notice) | Obligation::ShownOrGiven(notice) => {
            format!("sign of the {}", notice.name())
        }
        Obligation::Post { post, .. } => post.name().to_owned(),
        Obligation::Disputes => "disputes".to_owned(),
    }
}

/// Obligations that a book may impose, with the choice that a house has if the book does not.
const UNASKED: [(Obligation, &str); 5] = [
    (Obligation::Approval(ApprovalSubject::Hours), "any hours"),
    (Obligation::Approval(ApprovalSubject::Layout), "any layout"),
    (Obligation::Shown(Notice::Limits), "shown or not"),
    (Obligation::ShownOrGiven(Notice::Odds), "shown or not"),
    (Obligation::Post { post: Post::Inspector, tables_max: None }, "as many or as few as the house wants"),
];

fn unasked((ask, is): &(Obligation, &str)) -> EnvelopeItem {
    EnvelopeItem {
        key: topic(*ask),
        freedom: Freedom::Free,
        is: (*is).to_owned(),
        default: None,
        cites: Cites::NONE,
    }
}
