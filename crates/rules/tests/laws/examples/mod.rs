//! The laws of the example books: a folder for each book of `tests/example_books.rs`.

mod atlantic_city;
mod caribbean_stud;
mod dealer_poker;
mod france;
mod great_britain;
mod macau;
mod nevada;
mod three_card_poker;
mod wheel;

use crate::law::Registered;

/// The laws of each book, table by table.
pub(crate) const BOOKS: &[&[&[Registered]]] = &[
    atlantic_city::LAWS,
    &[caribbean_stud::LAWS],
    france::LAWS,
    great_britain::LAWS,
    macau::LAWS,
    nevada::LAWS,
    &[three_card_poker::LAWS],
];
