//! What cannot be done without `unsafe`: loading libraries, and launching a kernel.

#![allow(unsafe_code, reason = "a kernel is another program, which Rust cannot check")]

use croupier_sim::random::counter::TABLES;
use cudarc::driver::{CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg};

/// Whether the driver can be loaded.
pub(crate) fn has_driver() -> bool {
    // SAFETY: loading runs the initialisers of NVIDIA's own library, as any use of CUDA does.
    unsafe { cudarc::driver::sys::is_culib_present() }
}

/// Whether the compiler can be loaded.
pub(crate) fn has_nvrtc() -> bool {
    // SAFETY: as above.
    unsafe { cudarc::nvrtc::sys::is_culib_present() }
}

/// What a launch plays.
pub(crate) struct BlocksToPlay {
    pub(crate) seed: u64,
    pub(crate) first: u64,
    pub(crate) count: u32,
    /// The rounds of each block, and those of the last.
    pub(crate) rounds: u32,
    pub(crate) last_rounds: u32,
}

/// Launches a kernel of `machines.cu`, a block of threads for each block.
pub(crate) fn launch(
    stream: &CudaStream,
    kernel: &CudaFunction,
    shared: u32,
    blocks: &BlocksToPlay,
    tables: &[CudaSlice<u32>],
    counts: &mut CudaSlice<u32>,
) -> Result<(), DriverError> {
    #[allow(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    let halves = |word: u64| [word as u32, (word >> 32) as u32];
    let ([key0, key1], [low, high]) = (halves(blocks.seed), halves(blocks.first));
    let BlocksToPlay { count, rounds, last_rounds, .. } = blocks;
    let mut launch = stream.launch_builder(kernel);
    for word in [&key0, &key1, &low, &high, count, rounds, last_rounds] {
        launch.arg(word);
    }
    for table in tables {
        launch.arg(table);
    }
    launch.arg(counts);
    let config =
        LaunchConfig { grid_dim: (*count, 1, 1), block_dim: (TABLES, 1, 1), shared_mem_bytes: shared };
    // SAFETY: the arguments are those that the kernel declares: seven words, its tables and the counts. It reads tables at places
    // that are in the tables, and writes `cells` counts for each block, for which the caller has made room; the tests run the
    // same source on the processor.
    unsafe { launch.launch(config) }.map(|_| ())
}
