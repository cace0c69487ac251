//! The example of the crate runs, and what it asserts holds.

#[path = "../examples/pay.rs"]
mod pay;

#[test]
fn the_example_runs() {
    pay::main().unwrap();
}
