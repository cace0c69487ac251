//! The examples of the crate run, and what they assert holds.

#[path = "../examples/counts.rs"]
mod counts;
#[path = "../examples/simulate.rs"]
mod simulate;

#[test]
fn the_examples_run() {
    simulate::main().unwrap();
    counts::main().unwrap();
}
