//! The tests of this crate in one program: `cargo test -p croupier-store --test suite damage::` runs those of one file.

mod common;
mod damage;
mod every_store;
mod group;
mod index;
mod keys;
mod lost;
mod migration;
mod plays;
mod recorded;
mod sqlite;
mod tree;
