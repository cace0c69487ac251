//! A machine of states as a kernel: its tables in words, and the macros that `machines.cu` is compiled with.

use croupier_sim::machine::{CardMachine, GameMachine, RollMachine};
use croupier_sim::random::counter::TABLES;

/// The steps of all machines.
pub const SOURCE: &str = include_str!("machines.cu");
/// What the steps take from CUDA.
const CUDA: &str = include_str!("machines_cuda.h");

/// A machine, ready to be compiled and uploaded.
#[derive(Clone, Debug)]
pub struct KernelProgram {
    /// The name of the kernel.
    pub entry: &'static str,
    /// The macros of the machine.
    pub macros: Vec<(&'static str, usize)>,
    /// The tables, as the kernel takes them.
    pub tables: Vec<Vec<u32>>,
    /// The bytes of shared memory that a block takes.
    pub shared: usize,
    /// The cells that are counted for each block.
    pub cells: usize,
    /// The cell that counts the tables at which a shoe ran out, behind those of the machine.
    pub spent: Option<usize>,
}

/// The rows of a machine are copied into shared memory if they are not larger, in bytes.
const NEAR_MAX: usize = 64 << 10;

impl KernelProgram {
    /// The kernel of a machine.
    pub fn of(machine: &GameMachine) -> Self {
        match machine {
            GameMachine::Cards(machine) => of_cards(machine),
            GameMachine::Rolls(machine) => of_rolls(machine),
        }
    }

    /// The macros as lines of source.
    pub fn defines(&self) -> String {
        self.macros.iter().map(|(name, value)| format!("#define {name} {value}u\n")).collect()
    }
}

/// The source of a kernel for CUDA.
pub fn kernel_source(program: &KernelProgram) -> String {
    format!("{}{CUDA}{SOURCE}", program.defines())
}

/// The bytes of so many words.
const fn bytes(words: usize) -> usize {
    4 * words
}

fn of_cards(machine: &CardMachine) -> KernelProgram {
    let (rule, places) = (machine.rule(), machine.places.list());
    let (ends, profits) = (machine.ends(), machine.profits());
    let near = bytes(machine.steps.len()) <= NEAR_MAX;
    let out_words = machine.kinds.div_ceil(4);
    let words = (ends + out_words) * TABLES as usize
        + profits
        + 3
        + places.len()
        + if near { machine.steps.len() } else { 0 };
    KernelProgram {
        entry: "play_cards",
        macros: vec![
            ("CARDS", places.len()),
            ("PASSED_OVER", rule.passed_over as usize),
            ("KINDS", machine.kinds),
            ("CUT", machine.cut),
            ("ROWS", machine.steps.len() / machine.kinds),
            ("START", machine.start as usize),
            ("ENDS", ends),
            ("PROFITS", profits),
            ("LOTS", usize::from(!machine.lots.is_empty())),
            ("NEAR", usize::from(near)),
        ],
        tables: vec![
            places.iter().map(|(kind, before)| u32::from(*kind) | u32::from(*before) << 16).collect(),
            machine.steps.clone(),
            situations(machine),
            machine
                .worths
                .iter()
                .flatten()
                .flatten()
                .flatten()
                .map(|worth| i32::from(*worth).cast_unsigned())
                .collect(),
            machine.lots.iter().flat_map(|lot| [lot.seat, lot.bound, lot.below.0, lot.above.0]).collect(),
        ],
        shared: bytes(words),
        cells: ends + profits + 3,
        spent: Some(ends + profits + 2),
    }
}

/// The situations in the order of the fields that `machines.cu` has.
fn situations(machine: &CardMachine) -> Vec<u32> {
    let of = |pair: &croupier_sim::machine::SplitSituation| -> Vec<u32> {
        let dealer = pair.dealer.map(|step| step.0);
        [&pair.starts[..], &dealer, &[pair.worths, pair.before], &pair.insured].concat()
    };
    machine.situations.iter().flat_map(of).collect()
}

fn of_rolls(machine: &RollMachine) -> KernelProgram {
    let (rule, chances) = (machine.rule(), machine.chances as usize);
    let (ends, group_ends) = (machine.ends(), machine.group_ends());
    let words = (chances + ends) * TABLES as usize + group_ends + 1 + machine.steps.len();
    let mut first = 0;
    let firsts = machine.groups.iter().map(|group| {
        let at = first;
        first += group.steps.len();
        u32::try_from(at).expect("groups have few rows")
    });
    KernelProgram {
        entry: "play_rolls",
        macros: vec![
            ("ROLLS", chances),
            ("DRAWS", rule.draws as usize),
            ("PASSED_OVER", rule.passed_over as usize),
            ("ROWS", machine.steps.len() / chances),
            ("ENDS", ends),
            ("GROUPS", machine.groups.len()),
            ("GROUP_ENDS", group_ends),
        ],
        tables: vec![
            machine.steps.clone(),
            machine.groups.iter().flat_map(|group| group.steps.iter().copied()).collect(),
            firsts.collect(),
            machine.group_rows.clone(),
        ],
        shared: bytes(words),
        cells: chances + ends + group_ends + 1,
        spent: None,
    }
}
