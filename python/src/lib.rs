//! The native part of the Python package `croupier`: the library crates behind Python's types. It has no rule, price or
//! name of its own; what it returns as JSON is what `croupier --json` prints, and the Python part makes classes of it.

mod batch;
mod device;
mod errors;
mod figures;
mod shelf;
mod simulate;
mod sitting;
mod table;
mod verify;

use pyo3::prelude::*;

/// The native part of `croupier`; use the classes of the package instead.
#[pymodule]
fn _croupier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<shelf::NativeShelf>()?;
    module.add_class::<table::NativeTable>()?;
    module.add_class::<batch::NativeBatch>()?;
    module.add_class::<sitting::NativeAdvisor>()?;
    module.add_class::<sitting::NativeSitting>()?;
    module.add_function(wrap_pyfunction!(verify::verify, module)?)?;
    module.add_function(wrap_pyfunction!(verify::example, module)?)?;
    module.add_function(wrap_pyfunction!(shelf::format_record, module)?)?;
    module.add_function(wrap_pyfunction!(shelf::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(shelf::families, module)?)?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))
}
