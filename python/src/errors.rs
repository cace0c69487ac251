//! The exceptions of the package, made where the fault is known: with its place and provision.

use croupier_rules::Inadmissible;
use croupier_rules::book::{Book, BookError, UnknownGame};
use croupier_rules::law::Refusal;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// An exception of `croupier.errors` with a message and attributes.
fn exception(
    py: Python<'_>,
    class: &str,
    message: String,
    fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let attributes = PyDict::new(py);
        fill(&attributes)?;
        let class = py.import("croupier.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((message,), Some(&attributes))?))
    };
    made().unwrap_or_else(|error| error)
}

/// A file that is not a valid rulebook or house file, with all its faults.
pub(crate) fn book_error(py: Python<'_>, error: &BookError) -> PyErr {
    exception(py, "BookError", error.to_string(), |attributes| {
        let faults = PyList::empty(py);
        for (line, column, fault) in error.places() {
            let one = PyDict::new(py);
            one.set_item("line", line)?;
            one.set_item("column", column)?;
            one.set_item("message", &fault.message)?;
            one.set_item("help", fault.help.as_deref())?;
            faults.append(one)?;
        }
        attributes.set_item("file", error.file())?;
        attributes.set_item("faults", faults)
    })
}

/// A record that cannot be judged, with its line and the provisions that it breaks.
pub(crate) fn inadmissible(py: Python<'_>, error: &Inadmissible) -> PyErr {
    exception(py, "Inadmissible", error.to_string(), |attributes| {
        attributes.set_item("line", error.line)?;
        attributes.set_item("reason", &error.message)?;
        attributes.set_item("cites", &error.cites)
    })
}

/// A refusal by the rules, with its provisions.
pub(crate) fn refused(py: Python<'_>, book: &Book, refusal: &Refusal) -> PyErr {
    let cites: Vec<&str> = refusal.cites.iter().map(|rule| book.citations().text(rule)).collect();
    let because = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
    exception(py, "Refused", format!("{refusal}{because}"), |attributes| {
        attributes.set_item("found", &*refusal.found)?;
        attributes.set_item("allowed", &*refusal.allowed)?;
        attributes.set_item("cites", cites)
    })
}

/// A game or book that does not exist, with the nearest name.
pub(crate) fn unknown(py: Python<'_>, error: &UnknownGame) -> PyErr {
    exception(py, "UnknownName", error.to_string(), |_| Ok(()))
}

/// A record with a line that is no act.
pub(crate) fn misread(py: Python<'_>, line: u32, message: &str) -> PyErr {
    exception(py, "Inadmissible", format!("line {line}: {message}"), |attributes| {
        attributes.set_item("line", line)?;
        attributes.set_item("reason", message)?;
        attributes.set_item("cites", PyList::empty(py))
    })
}

/// Anything else that was asked for wrongly.
pub(crate) fn usage(py: Python<'_>, message: impl ToString) -> PyErr {
    exception(py, "CroupierError", message.to_string(), |_| Ok(()))
}

/// What cannot be played on a graphics card.
pub(crate) fn device(py: Python<'_>, message: String) -> PyErr {
    exception(py, "DeviceError", message, |_| Ok(()))
}

/// A document that is not a proof, with its faults.
pub(crate) fn no_proof(py: Python<'_>, message: String, faults: Vec<(Option<String>, String)>) -> PyErr {
    exception(py, "ProofError", message, |attributes| attributes.set_item("faults", faults))
}

/// A table of a house file that breaks its regulation.
pub(crate) fn breach(py: Python<'_>, message: String, line: usize, column: usize, cites: &[String]) -> PyErr {
    exception(py, "Breach", message, |attributes| {
        attributes.set_item("line", line)?;
        attributes.set_item("column", column)?;
        attributes.set_item("cites", cites)
    })
}
