//! The example of the crate runs, and what it asserts holds.

#[path = "../examples/judge.rs"]
mod judge;

#[test]
fn the_example_runs() {
    judge::main().unwrap();
}
