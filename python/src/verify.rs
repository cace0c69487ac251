//! Proofs of fair rounds.

use croupier_fair::{Digest, Example, Noted, Proof, ProofError, Seed, examine};
use pyo3::prelude::*;

use crate::errors;

/// The report on a proof, as JSON.
#[pyfunction]
#[pyo3(signature = (proof, anchor=None, commitment=None, receipt=None, seeds=vec![]))]
pub(crate) fn verify(
    py: Python<'_>,
    proof: Vec<u8>,
    anchor: Option<&str>,
    commitment: Option<&str>,
    receipt: Option<&str>,
    seeds: Vec<(u16, Vec<u8>)>,
) -> PyResult<String> {
    let digest = |text: Option<&str>| {
        text.map(|text| {
            text.parse::<Digest>().map_err(|error| errors::usage(py, format!("`{text}`: {error}")))
        })
        .transpose()
    };
    let noted =
        Noted { anchor: digest(anchor)?, commitment: digest(commitment)?, receipt: digest(receipt)?, seeds };
    let proof = Proof::read(&proof).map_err(|error| {
        let faults = match &error {
            ProofError::Json(error) => vec![(None, error.to_string())],
            ProofError::Faults(faults) => {
                faults.iter().map(|fault| (Some(fault.field.to_owned()), fault.message.clone())).collect()
            }
        };
        errors::no_proof(py, format!("this is not a proof: {error}"), faults)
    })?;
    let report = py.detach(|| examine(&proof, &noted));
    Ok(serde_json::Value::Object(report.json(&proof)).to_string())
}

/// An example of a proof.
#[pyfunction]
pub(crate) fn example(py: Python<'_>, kind: &str, seed: &str) -> PyResult<String> {
    let kind: Example = kind.parse().map_err(|error| errors::usage(py, error))?;
    let seed: Seed = seed.parse().map_err(|error| errors::usage(py, format!("`{seed}`: {error}")))?;
    Ok(croupier_fair::example(kind, &seed).to_json())
}
