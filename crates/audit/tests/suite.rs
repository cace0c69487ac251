//! The tests of this crate in one program.

mod documented;
mod faults;
#[path = "../../house/tests/recorded/file.rs"]
#[allow(dead_code, reason = "recorders use more of it")]
mod file;
mod journals;
mod recorded;
