//! The tests of the protocol by simulation.
