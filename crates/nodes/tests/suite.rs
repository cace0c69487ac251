//! The tests of the protocol by simulation. `CROUPIER_NODES_SEEDS` is how many seeds each storm is run with.

mod defects;
mod faults;
mod large;
mod owner;
mod repeats;
mod suspension;
