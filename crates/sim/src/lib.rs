//! Simulation of every game through the same rules.
pub mod random;
