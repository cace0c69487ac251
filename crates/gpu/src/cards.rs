//! The graphics cards that are there.

use std::sync::Arc;

use cudarc::driver::CudaContext;
use cudarc::driver::sys::CUdevice_attribute;

use crate::error::GpuError;
use crate::launch::{has_driver, has_nvrtc};

/// A graphics card.
#[derive(Clone, Debug)]
pub(crate) struct GraphicsCard {
    pub(crate) context: Arc<CudaContext>,
    pub(crate) name: String,
    /// Its compute capability, as NVRTC writes it: 90.
    pub(crate) capability: i32,
    pub(crate) processors: usize,
    /// The bytes of shared memory that a block can have.
    pub(crate) shared: usize,
}

/// The cards that are there, or the first `count` of them.
pub(crate) fn graphics_cards(count: Option<usize>) -> Result<Vec<GraphicsCard>, GpuError> {
    if !has_driver() {
        return Err(GpuError::Library("the CUDA driver (libcuda.so.1)", "the driver of NVIDIA"));
    }
    if !has_nvrtc() {
        let from = "the CUDA toolkit (package cuda-nvrtc, or pip's nvidia-cuda-nvrtc); its folder belongs in LD_LIBRARY_PATH";
        return Err(GpuError::Library("NVRTC (libnvrtc.so)", from));
    }
    let there = CudaContext::device_count().map_err(|error| match error_name(error).as_str() {
        "CUDA_ERROR_NO_DEVICE" => GpuError::NoCard,
        name => GpuError::Driver("looking for cards", name.to_owned()),
    })?;
    let there = usize::try_from(there).unwrap_or(0);
    let asked = count.unwrap_or(there);
    if there == 0 {
        return Err(GpuError::NoCard);
    }
    if asked > there {
        return Err(GpuError::TooFew(asked, there));
    }
    (0..asked).map(GraphicsCard::new).collect()
}

impl GraphicsCard {
    fn new(number: usize) -> Result<Self, GpuError> {
        let failed = |error| GpuError::Driver("opening a card", error_name(error));
        let context = CudaContext::new(number).map_err(failed)?;
        let of = |attribute| context.attribute(attribute).map_err(failed);
        let (major, minor) = context.compute_capability().map_err(failed)?;
        let processors = of(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let shared = of(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        let positive = |number: i32| usize::try_from(number).unwrap_or(0);
        Ok(Self {
            name: context.name().map_err(failed)?,
            capability: 10 * major + minor,
            processors: positive(processors),
            shared: positive(shared),
            context,
        })
    }
}

/// An error as the driver names it.
pub(crate) fn error_name(error: cudarc::driver::DriverError) -> String {
    let name = error.error_name().ok().and_then(|name| name.to_str().ok());
    name.map_or_else(|| format!("error {}", error.0 as u32), ToOwned::to_owned)
}
