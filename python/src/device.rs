//! What plays a simulation: the processor, or graphics cards; and the edition of the random streams.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use croupier_gpu::{GpuError, GpuPlayer};
use croupier_sim::job::Job;
use croupier_sim::run::{Progress, RunError, RunOptions, run, run_by};
use croupier_sim::{PartialResult, PlayMethod, Simulation, StreamEdition};
use pyo3::prelude::*;

use crate::errors;

/// What plays.
#[derive(Clone, Copy)]
pub(crate) enum Device {
    Processor(RunOptions),
    /// Graphics cards: all that are there, or the first so many.
    Cards(Option<usize>),
}

/// What a caller says about it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct DeviceRequest {
    device: String,
    gpus: Option<usize>,
    edition: Option<u8>,
    threads: Option<usize>,
    by_rules: bool,
}

/// Why nothing was played.
pub(crate) enum NotPlayed {
    Cards(GpuError),
    Run(RunError),
}

impl From<RunError> for NotPlayed {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl NotPlayed {
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        let on_processor =
            "leave out device=\"gpu\" to play on the processor, which gives the same figures with edition=2";
        match self {
            Self::Cards(error) => errors::device(py, format!("{error}; {on_processor}")),
            Self::Run(RunError::Device(error)) => errors::device(py, format!("{error}; {on_processor}")),
            Self::Run(error) => errors::usage(py, error),
        }
    }
}

impl DeviceRequest {
    /// What plays, and with which edition of the random streams.
    pub(crate) fn read(&self, py: Python<'_>, sessions: bool) -> PyResult<(Device, StreamEdition)> {
        self.checked(sessions).map_err(|message| errors::usage(py, message))
    }

    fn checked(&self, sessions: bool) -> Result<(Device, StreamEdition), String> {
        let is_gpu = match self.device.as_str() {
            "cpu" => false,
            "gpu" => true,
            other => return Err(format!("device=`{other}`: there are cpu, gpu")),
        };
        let edition = match self.edition {
            Some(1) => StreamEdition::First,
            Some(2) => StreamEdition::Second,
            Some(other) => return Err(format!("edition={other}: there are 1 and 2")),
            None if is_gpu => StreamEdition::Second,
            None => StreamEdition::First,
        };
        let refused = |message: &str| Err(message.to_owned());
        if sessions && edition == StreamEdition::Second {
            return refused(
                "stakes: sessions are played with edition=1 of the random streams, on the processor",
            );
        }
        if !is_gpu {
            if self.gpus.is_some() {
                return refused("gpus belongs to device=\"gpu\"");
            }
            let threads = self.threads.and_then(NonZeroUsize::new);
            let by = if self.by_rules { PlayMethod::Rules } else { PlayMethod::Kernel };
            return Ok((Device::Processor(RunOptions { threads, by }), edition));
        }
        if edition == StreamEdition::First {
            return refused(
                "edition=1 has streams with state, which graphics cards do not play: leave it out",
            );
        }
        if self.by_rules {
            return refused("by_rules plays on the processor: leave out device=\"gpu\"");
        }
        if self.threads.is_some() {
            return refused("threads is of the processor: gpus says how many graphics cards play");
        }
        if self.gpus == Some(0) {
            return refused("gpus=0: at least one graphics card plays");
        }
        Ok((Device::Cards(self.gpus), edition))
    }
}

impl Device {
    /// Plays a whole job.
    pub(crate) fn play(
        self,
        table: &Simulation,
        job: &Job,
        until_error: Option<f64>,
        each: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<PartialResult, NotPlayed> {
        let whole = 0..job.blocks();
        match self {
            Self::Processor(crew) => Ok(run(table, job, whole, None, crew, until_error, each)?),
            Self::Cards(count) => {
                let mut player = GpuPlayer::new(table, job, count).map_err(NotPlayed::Cards)?;
                Ok(run_by(&mut player, table, job, whole, None, until_error, each)?)
            }
        }
    }
}
