//! The tests of this crate in one program: `cargo test -p croupier-sign --test suite every_cloth::` runs those of one file.

mod every_cloth;
mod every_sign;
mod shelf;
