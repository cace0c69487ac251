//! The tests of this crate.

mod documented;
mod files;
