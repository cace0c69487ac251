//! Nodes that talk to each other over real sockets, and others that must not.

mod common;
mod refused;
mod together;
