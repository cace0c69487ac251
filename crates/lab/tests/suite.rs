//! The tests of this crate in one program.

#[path = "../../house/tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the recordings use more of it")]
#[path = "../../house/tests/recorded/expectation.rs"]
mod expectation;
#[path = "../../house/tests/recorded/file.rs"]
#[allow(dead_code, reason = "recorders use more of it")]
mod file;
mod journals;
#[allow(dead_code, reason = "the recordings use more of it")]
#[path = "../../house/tests/recorded/next.rs"]
mod next;
mod planting;
#[allow(dead_code, reason = "the recordings use more of it")]
#[path = "../../house/tests/recorded/scenes/mod.rs"]
mod scenes;
mod whole;
#[allow(dead_code, reason = "the recordings use more of it")]
#[path = "../../house/tests/recorded/words.rs"]
mod words;
