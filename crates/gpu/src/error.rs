//! Why nothing can be played on a graphics card.

use std::fmt;

/// Why nothing can be played on a graphics card. The processor plays all of it: whoever shows this says how to ask for that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GpuError {
    /// A library of NVIDIA could not be loaded: its name, and where it comes from.
    Library(&'static str, &'static str),
    /// The driver finds no card.
    NoCard,
    /// There are fewer cards than were asked for: how many were asked for, and how many there are.
    TooFew(usize, usize),
    /// The table has no machine of states.
    NoMachine,
    /// The tables of the machine do not fit the card: the bytes that are needed, and those that there are.
    TooLarge(usize, usize),
    /// A call of the driver failed: what was done, and the error as the driver names it.
    Driver(&'static str, String),
    /// The steps could not be compiled, with what the compiler says.
    Compiler(String),
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library(name, from) => {
                write!(f, "no graphics card can be used: {name} cannot be loaded; it comes with {from}")
            }
            Self::NoCard => f.write_str("the driver of NVIDIA is installed but finds no graphics card"),
            Self::TooFew(asked, there) => write!(f, "{asked} graphics cards are asked for, and there are {there}"),
            Self::NoMachine => f.write_str(
                "this table with its wagers and policy is no machine of states, so only the processor plays it",
            ),
            Self::TooLarge(needed, there) => write!(
                f,
                "the counts of this table need {needed} bytes of the card's fast memory, which has {there}: ask for fewer \
                 wagers"
            ),
            Self::Driver(what, error) => write!(f, "the graphics card failed while {what}: {error}"),
            Self::Compiler(log) => write!(f, "NVRTC cannot compile the steps for this graphics card: {log}"),
        }
    }
}

impl std::error::Error for GpuError {}
