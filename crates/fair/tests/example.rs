//! The example of the crate runs, and what it asserts holds.

#[path = "../examples/fair_throw.rs"]
mod fair_throw;

#[test]
fn the_example_runs() {
    fair_throw::main().unwrap();
}
