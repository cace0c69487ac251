//! Where a house is kept.
