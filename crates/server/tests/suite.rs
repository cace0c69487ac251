//! The tests of this crate in one program: `cargo test -p croupier-server --test suite accounts::` runs those of one file.

mod accounts;
mod api;
mod attended;
mod authority;
mod bounds;
mod checkpoints;
mod chips;
mod common;
mod copies;
mod doctor;
mod document;
mod door;
mod editions;
mod evening;
mod faults;
mod figures;
mod house_key;
mod keys;
mod lasting;
mod listener;
mod live;
mod recorded;
mod robots;
mod seats;
mod several_houses;
mod sockets;
