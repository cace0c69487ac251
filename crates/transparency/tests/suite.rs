//! The tests of this crate that use it from outside.

mod proofs;
mod vectors;
mod witness;
