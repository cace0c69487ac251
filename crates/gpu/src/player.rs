//! Plays blocks on every card, each a share of them.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use croupier_sim::job::{Blocks, Job};
use croupier_sim::machine::GameMachine;
use croupier_sim::run::{BlockPlayer, RunError};
use croupier_sim::{Simulation, Totals};
use cudarc::driver::sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
use cudarc::driver::{CudaFunction, CudaSlice, CudaStream, DriverError};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};

use crate::cards::{GraphicsCard, error_name, graphics_cards};
use crate::error::GpuError;
use crate::launch::{BlocksToPlay, launch};
use crate::program::{KernelProgram, kernel_source};

/// How long a wave of blocks takes, about: long enough that launches cost nothing, short enough for progress and Ctrl-C.
const WAVE: Duration = Duration::from_millis(700);
/// The first wave, for each processor of a card.
const FIRST_WAVE: u64 = 8;
/// Waves that are too short become so many times as long.
const GROWTH: u64 = 2;
/// The most blocks that a card plays at a time, so that its counts stay small.
const LAUNCH_MAX: u64 = 1 << 17;

/// Plays the blocks of a job on graphics cards.
pub struct GpuPlayer<'t> {
    machine: &'t GameMachine,
    seed: u64,
    job: &'t Job,
    cards: Vec<CardPlayer>,
    /// The number of blocks of the next wave.
    wave: u64,
    speed: GpuSpeed,
}

/// The time that cards spent, for measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GpuSpeed {
    /// From launches to counts.
    pub busy: Duration,
}

/// A card with the kernel and the tables of a machine.
struct CardPlayer {
    card: GraphicsCard,
    stream: Arc<CudaStream>,
    kernel: CudaFunction,
    program: KernelProgram,
    tables: Vec<CudaSlice<u32>>,
    counts: Option<CudaSlice<u32>>,
}

impl<'t> GpuPlayer<'t> {
    /// Compiles the steps of a table for the cards that are there, or for the first `cards` of them.
    ///
    /// # Errors
    /// When there is no card or no driver, the table has no machine, or it does not fit.
    pub fn new(table: &'t Simulation, job: &'t Job, cards: Option<usize>) -> Result<Self, GpuError> {
        let cards = graphics_cards(cards)?;
        let machine = table.machine().ok_or(GpuError::NoMachine)?;
        let cards =
            cards.into_iter().map(|card| CardPlayer::new(card, machine)).collect::<Result<Vec<_>, _>>()?;
        let processors: usize = cards.iter().map(|player| player.card.processors).sum();
        let wave = FIRST_WAVE * processors as u64;
        Ok(Self { machine, seed: job.seed, job, cards, wave, speed: GpuSpeed::default() })
    }

    /// The names of the cards.
    pub fn names(&self) -> Vec<String> {
        self.cards.iter().map(|player| player.card.name.clone()).collect()
    }

    /// The time that the cards spent so far.
    pub const fn speed(&self) -> GpuSpeed {
        self.speed
    }

    /// The counts of every block, card by card in the order of the blocks.
    fn counts(&mut self, blocks: &Blocks) -> Result<Vec<Vec<u32>>, GpuError> {
        let (job, seed) = (self.job, self.seed);
        let count = self.cards.len() as u64;
        let bound = |card: u64| blocks.start + (blocks.end - blocks.start) * card / count;
        thread::scope(|scope| {
            let playing: Vec<_> = (0_u64..)
                .zip(&mut self.cards)
                .map(|(number, card)| {
                    let share = bound(number)..bound(number + 1);
                    scope.spawn(move || card.play(job, seed, share))
                })
                .collect();
            playing.into_iter().map(|card| card.join().expect("a card plays without panic")).collect()
        })
    }

    /// Sums the counts of blocks that follow one another.
    fn sum(&self, counts: &[u32]) -> Result<Totals, RunError> {
        let program = &self.cards[0].program;
        let mut sums = vec![0_u64; program.cells];
        for block in counts.chunks_exact(program.cells) {
            for (sum, count) in sums.iter_mut().zip(block) {
                *sum += u64::from(*count);
            }
        }
        if program.spent.is_some_and(|cell| sums[cell] > 0) {
            return Err(RunError::Shoe);
        }
        Ok(self.machine.totals(&sums[..self.machine.cells()]))
    }
}

impl BlockPlayer for GpuPlayer<'_> {
    fn wave(&self) -> u64 {
        self.wave
    }

    fn play(&mut self, spans: &[Blocks]) -> Result<Vec<Totals>, RunError> {
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else { return Ok(Vec::new()) };
        let blocks = first.start..last.end;
        let start = Instant::now();
        let counts = self.counts(&blocks).map_err(|error| RunError::Device(error.to_string()))?.concat();
        let took = start.elapsed();
        self.speed.busy += took;
        if took < WAVE / 2 && blocks.end - blocks.start >= self.wave {
            self.wave = (GROWTH * self.wave).min(LAUNCH_MAX * self.cards.len() as u64);
        }
        let cells = self.cards[0].program.cells;
        let place =
            |block: u64| usize::try_from(block - blocks.start).expect("a wave has few blocks") * cells;
        spans.iter().map(|span| self.sum(&counts[place(span.start)..place(span.end)])).collect()
    }
}

impl CardPlayer {
    fn new(card: GraphicsCard, machine: &GameMachine) -> Result<Self, GpuError> {
        let program = KernelProgram::of(machine);
        if program.shared > card.shared {
            return Err(GpuError::TooLarge(program.shared, card.shared));
        }
        let options = CompileOptions {
            options: vec![
                format!("--gpu-architecture=compute_{}", card.capability),
                "--std=c++17".to_owned(),
            ],
            ..CompileOptions::default()
        };
        let compiled = compile_ptx_with_opts(kernel_source(&program), options).map_err(compiler_says)?;
        let during = |what| move |error: DriverError| GpuError::Driver(what, error_name(error));
        let module = card.context.load_module(compiled).map_err(during("loading the steps"))?;
        let kernel = module.load_function(program.entry).map_err(during("loading the steps"))?;
        let shared = i32::try_from(program.shared).expect("it is less than the card has");
        kernel
            .set_attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared)
            .map_err(during("reserving its fast memory"))?;
        let stream = card.context.new_stream().map_err(during("preparing to play"))?;
        let upload = |table: &Vec<u32>| {
            // A table that a machine does not use has a word all the same, because memory is never empty.
            let words = if table.is_empty() { &[0][..] } else { table };
            stream.clone_htod(words).map_err(during("uploading tables"))
        };
        let tables = program.tables.iter().map(upload).collect::<Result<_, _>>()?;
        Ok(Self { card, stream, kernel, program, tables, counts: None })
    }

    /// The counts of all cells of these blocks, block by block.
    fn play(&mut self, job: &Job, seed: u64, blocks: Blocks) -> Result<Vec<u32>, GpuError> {
        let during = |what| move |error: DriverError| GpuError::Driver(what, error_name(error));
        let mut counts = Vec::new();
        let mut first = blocks.start;
        while first < blocks.end {
            let end = blocks.end.min(first + LAUNCH_MAX);
            let count = u32::try_from(end - first).expect("a launch has few blocks");
            let rounds = |block: u64| u32::try_from(job.rounds_of(block)).expect("a block has few rounds");
            let to_play =
                BlocksToPlay { seed, first, count, rounds: rounds(first), last_rounds: rounds(end - 1) };
            let words = count as usize * self.program.cells;
            if self.counts.as_ref().is_none_or(|counts| counts.len() < words) {
                self.counts = Some(self.stream.alloc_zeros(words).map_err(during("making room for counts"))?);
            }
            let Some(room) = &mut self.counts else { continue };
            let shared = u32::try_from(self.program.shared).expect("it is less than the card has");
            launch(&self.stream, &self.kernel, shared, &to_play, &self.tables, room)
                .map_err(during("starting to play"))?;
            let found = self.stream.clone_dtoh(&room.slice(..words)).map_err(during("playing"))?;
            self.stream.synchronize().map_err(during("playing"))?;
            counts.extend(found);
            first = end;
        }
        Ok(counts)
    }
}

fn compiler_says(error: CompileError) -> GpuError {
    match error {
        CompileError::CompileError { log, .. } => GpuError::Compiler(log.to_string_lossy().trim().to_owned()),
        other => GpuError::Compiler(other.to_string()),
    }
}
