//! The tests of this crate in one program: `cargo test -p croupier-fair --test suite dealing::` runs those of one file.

mod dealing;
mod example;
mod surprise;
mod tampering;
