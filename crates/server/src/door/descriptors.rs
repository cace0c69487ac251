//! The descriptors of the process: each connection needs one, and the databases need some too.

use super::limits::DESCRIPTORS_RESERVED;

/// Raises the limit on descriptors to the most that the system allows this process. Many systems start a process with
/// 1,024 for the sake of old programs.
#[cfg(unix)]
pub fn raise_descriptor_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })
    {
        tracing::warn!(%error, "the limit on descriptors cannot be raised");
    }
}

/// Raises the limit on descriptors where there is one.
#[cfg(not(unix))]
pub const fn raise_descriptor_limit() {}

#[cfg(unix)]
fn descriptors() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
const fn descriptors() -> Option<u64> {
    None
}

/// The number of connections that may be open: at most `most`, and fewer where the process has too few descriptors.
pub(super) fn connections_within_descriptors(most: u32) -> u32 {
    within(most, descriptors())
}

fn within(most: u32, descriptors: Option<u64>) -> u32 {
    // A process without a limit has room for all. One with hardly any descriptors serves one connection at a time.
    let Some(room) = descriptors.and_then(|all| u32::try_from(all).ok()) else { return most };
    most.min(room.saturating_sub(DESCRIPTORS_RESERVED)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_for_the_databases() {
        assert_eq!(within(8_192, Some(1_024)), 1_024 - DESCRIPTORS_RESERVED);
        assert_eq!(within(8_192, Some(1 << 20)), 8_192);
        assert_eq!(within(8_192, None), 8_192);
        assert_eq!(within(8_192, Some(16)), 1);
    }
}
