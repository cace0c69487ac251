//! Simulations on graphics cards: the machines of states of `croupier_sim`, played by CUDA.
//!
//! The tables of a machine are uploaded and the steps in `machines.cu` are compiled for the card that is there, when it is
//! needed: CUDA and its compiler NVRTC are loaded at run time, so that the same program runs without them. The counts are
//! those that the processor finds for the same seed and blocks; the tests run the same source on the processor.

mod cards;
mod error;
mod launch;
mod player;
mod program;

pub use error::GpuError;
pub use player::{GpuPlayer, GpuSpeed};
pub use program::{KernelProgram, SOURCE, kernel_source};
