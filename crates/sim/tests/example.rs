//! The example of the crate runs, and what it asserts holds.

#[path = "../examples/simulate.rs"]
mod simulate;

#[test]
fn the_example_runs() {
    simulate::main().unwrap();
}
