//! Rulebooks: a regulation as data, provision by provision.
//!
//! A file can contain anything. [`Book::read`] turns it into a book or reports all faults of the file at once; code
//! that has a book need not check it again.

mod amended;
mod amendment;
mod bounds;
mod chosen;
mod citations;
mod commission;
mod conduct;
mod declared;
mod editions;
mod faults;
mod form;
mod game;
mod keys;
mod limit;
mod located;
mod names;
mod path;
mod provision;
mod requirement;
mod rulebook;
mod schema;
mod section;
mod setting;
mod setting_form;
mod shelf;

pub use amendment::{AmendedValue, Amendment};
pub use bounds::Bounds;
pub use chosen::{Chosen, Envelope, Values};
pub use citations::Citations;
pub(crate) use commission::{AmountText, CommissionDraft, read_amount, read_commission};
pub use conduct::{CancelUntil, Conduct, DealerBets};
pub(crate) use declared::{DeclaredSetting, Effect, FamilyBook, check_settings, forms_of, with_settings};
pub use faults::{BookError, Fault, Faults, TextPlaces};
pub(crate) use form::known_words;
pub use game::GameBook;
pub(crate) use keys::{Need, finish, generator, of_keys, one_of};
pub(crate) use limit::small;
pub use limit::{DeclaredLimit, general_limits};
pub(crate) use located::{Anything, Citation, Located, SettingValue, read_odds};
pub use located::{Day, OddsText};
pub(crate) use names::{check_word, each_once, is_word, own_names};
pub use path::{with_value, without_mutations};
pub use provision::{Mutation, Provision, ProvisionKind, Strike};
pub(crate) use requirement::SHUFFLE;
pub use requirement::{ApprovalSubject, Fact, Notice, Obligation, Post, Requirement};
pub use rulebook::{Book, InForce};
pub use schema::schema;
pub(crate) use section::{Part, Section, keys_of};
pub use setting::Setting;
pub(crate) use setting::permits_one_pack;
pub(crate) use setting_form::SettingForm;
pub use shelf::{Shelf, UnknownGame};
