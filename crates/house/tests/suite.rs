//! The tests of this crate in one program: `cargo test -p croupier-house --test suite attended::` runs those of one file.

mod attended;
mod authority;
mod bounds;
mod chip_requests;
mod common;
mod demo;
mod empty_shoe;
mod fair;
mod held;
mod incarnation;
mod journal;
mod limits_and_secrets;
mod long_record;
mod look;
mod opening;
mod pinned_law;
mod raising;
mod recorded;
mod refusals;
mod rejections;
mod seats;
mod snapshot;
mod streams;
mod twelve;
mod two_people;
mod views;
