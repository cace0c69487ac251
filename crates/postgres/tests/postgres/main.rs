//! The tests of this crate, against a real server: `cargo test -p croupier-postgres --test postgres fences::` runs those
//! of one file.

mod cluster_leases;
mod cluster_members;
mod cluster_node;
mod common;
mod errors;
mod every_store;
mod fences;
mod killed;
mod leases;
mod schema;
mod tls;
mod unknown;
