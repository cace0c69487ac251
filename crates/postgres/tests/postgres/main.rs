//! The tests of this crate, against a real server: `cargo test -p croupier-postgres --test postgres fences::` runs those
//! of one file.

mod chunks;
mod cluster_hung;
mod cluster_leases;
mod cluster_lost;
mod cluster_members;
mod cluster_node;
mod cluster_storm;
mod cluster_tail;
mod common;
mod conversion;
mod differential;
mod doctor;
mod errors;
mod every_store;
mod fences;
mod killed;
mod leases;
mod schema;
mod tls;
mod unknown;
