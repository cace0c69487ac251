//! The example of the crate runs, and what it asserts holds.

#[path = "../examples/price.rs"]
mod price;

#[test]
fn the_example_runs() {
    price::main().unwrap();
}
