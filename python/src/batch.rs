//! Blackjack tables that are stepped together, on arrays of `NumPy`.

use croupier_rules::games::AnyGame;
use croupier_sim::batch::{Action, BlackjackBatch, OBSERVED, StepOutput};
use croupier_sim::job::Shoes;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use crate::errors;

/// Blackjack tables that are stepped together.
#[pyclass(module = "croupier._croupier")]
pub(crate) struct NativeBatch {
    batch: BlackjackBatch,
}

impl NativeBatch {
    pub(crate) fn new(
        py: Python<'_>,
        rules: &AnyGame,
        shoes: Shoes,
        tables: usize,
        seed: u64,
        parallel: bool,
    ) -> PyResult<Self> {
        let batch = py.detach(|| BlackjackBatch::new(rules, shoes, tables, seed, parallel));
        Ok(Self { batch: batch.map_err(|error| errors::usage(py, error))? })
    }
}

/// The arrays that a step writes: observations, masks, rewards, ends.
type Arrays<'py> = (
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray2<'py, u8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, bool>,
);

#[pymethods]
impl NativeBatch {
    /// The names of the actions, by number.
    #[staticmethod]
    fn actions() -> Vec<&'static str> {
        Action::ALL.map(Action::name).to_vec()
    }

    /// The number of tables.
    #[getter]
    fn tables(&self) -> usize {
        self.batch.tables()
    }

    /// The number of states that wait for a card, and of those that wait for a decision.
    #[getter]
    fn states(&self) -> (usize, usize) {
        self.batch.states()
    }

    /// Shuffles every shoe, and deals a round at every table.
    fn reset(&mut self, py: Python<'_>, mut into: Arrays<'_>) -> PyResult<()> {
        let batch = &mut self.batch;
        let mut output = output(&mut into)?;
        py.detach(|| batch.reset(&mut output)).map_err(|error| errors::usage(py, error))
    }

    /// Carries out one action at every table.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut into: Arrays<'_>,
    ) -> PyResult<()> {
        let batch = &mut self.batch;
        let actions = actions.as_slice()?;
        let mut output = output(&mut into)?;
        py.detach(|| batch.step(actions, &mut output)).map_err(|error| errors::usage(py, error))
    }

    /// Writes a random permitted action for every table.
    fn sample(&mut self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let batch = &mut self.batch;
        let actions = actions.as_slice_mut()?;
        py.detach(|| batch.sample(actions)).map_err(|error| errors::usage(py, error))
    }
}

fn output<'a>(into: &'a mut Arrays<'_>) -> PyResult<StepOutput<'a>> {
    let (observed, permitted, rewards, over) = into;
    Ok(StepOutput {
        observed: observed.as_slice_mut()?.as_chunks_mut::<OBSERVED>().0,
        permitted: permitted.as_slice_mut()?.as_chunks_mut::<{ Action::ALL.len() }>().0,
        rewards: rewards.as_slice_mut()?,
        over: over.as_slice_mut()?,
    })
}
