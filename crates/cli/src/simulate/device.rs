//! What plays a simulation: the processor, or graphics cards; and the edition of the random streams.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use croupier_gpu::GpuPlayer;
use croupier_sim::job::{Blocks, Job};
use croupier_sim::run::{Progress, RunOptions, run, run_by};
use croupier_sim::{PartialResult, PlayMethod, Simulation, StreamEdition};

use crate::count::count_nonzero;
use crate::failure::Failure;

/// What plays.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Device {
    /// The processor
    #[default]
    Cpu,
    /// The graphics cards of NVIDIA that are there
    Gpu,
}

/// An edition, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EditionNumber {
    /// Streams with state, which are the fastest on a processor
    #[value(name = "1")]
    First,
    /// Streams by counter, which graphics cards play too
    #[value(name = "2")]
    Second,
}

#[derive(Args)]
pub(crate) struct DeviceArgs {
    /// What plays; both give the same figures for the same seed and edition
    #[arg(long, value_enum, value_name = "DEVICE", default_value_t)]
    device: Device,
    /// How many graphics cards share the run [default: all]
    #[arg(long, value_name = "N", value_parser = count_nonzero)]
    gpus: Option<NonZeroUsize>,
    /// The edition of the random streams; results of different editions are never merged [default: 1, and 2 with --device gpu]
    #[arg(long, value_enum, value_name = "EDITION")]
    edition: Option<EditionNumber>,
}

impl DeviceArgs {
    /// Whether graphics cards play.
    pub(super) const fn is_gpu(&self) -> bool {
        matches!(self.device, Device::Gpu)
    }

    /// The edition of the random streams.
    pub(super) fn edition(&self) -> StreamEdition {
        match self.edition {
            Some(EditionNumber::First) => StreamEdition::First,
            Some(EditionNumber::Second) => StreamEdition::Second,
            None if self.is_gpu() => StreamEdition::Second,
            None => StreamEdition::First,
        }
    }

    /// Checks the arguments among each other and with the others that `--device` has to do with.
    pub(super) fn check(&self, others: &Others) -> Result<(), Failure> {
        let refused = |message: &str| Err(Failure::usage(message));
        match self {
            Self { gpus: Some(_), .. } if !self.is_gpu() => refused("--gpus belongs to --device gpu"),
            _ if others.sessions && self.edition() == StreamEdition::Second => refused(
                "--stakes: sessions are played with edition 1 of the random streams, on the processor",
            ),
            _ if !self.is_gpu() => Ok(()),
            _ if self.edition() == StreamEdition::First => refused(
                "--edition 1 has streams with state, which graphics cards do not play: leave it out, or --device gpu",
            ),
            _ if others.by_rules => refused("--by-rules plays on the processor: leave out --device gpu"),
            _ if others.threads => {
                refused("--threads is of the processor: --gpus says how many graphics cards play")
            }
            _ if others.cluster => {
                refused("--cluster: workers play on their processors: leave out --device gpu")
            }
            _ => Ok(()),
        }
    }

    /// Plays the job. Returns the result, and the number of graphics cards if those played.
    pub(super) fn play(
        &self,
        (table, job, blocks): (&Simulation, &Job, &Blocks),
        done: Option<PartialResult>,
        crew: RunOptions,
        until_error: Option<f64>,
        each: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<(PartialResult, Option<usize>), Failure> {
        let played = if self.is_gpu() {
            let cards = self.gpus.map(NonZeroUsize::get);
            let mut player = GpuPlayer::new(table, job, cards).map_err(|error| {
                Failure::usage(format!(
                    "{error}; leave out --device gpu to play on the processor, which gives the same figures with --edition 2"
                ))
            })?;
            let count = player.names().len();
            run_by(&mut player, table, job, blocks.clone(), done, until_error, each)
                .map(|part| (part, Some(count)))
        } else {
            run(table, job, blocks.clone(), done, crew, until_error, each).map(|part| (part, None))
        };
        played.map_err(|error| Failure::usage(error.to_string()))
    }

    /// How the processor plays.
    pub(super) fn crew(threads: Option<NonZeroUsize>, by_rules: bool) -> RunOptions {
        RunOptions { threads, by: if by_rules { PlayMethod::Rules } else { PlayMethod::Kernel } }
    }
}

/// The other arguments that have to do with the device.
#[allow(clippy::struct_excessive_bools, reason = "each says whether an argument is there")]
pub(super) struct Others {
    pub(super) sessions: bool,
    pub(super) by_rules: bool,
    pub(super) threads: bool,
    pub(super) cluster: bool,
}
