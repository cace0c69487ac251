//! Threads whose work can wait.

/// How much a thread in the background gives way to the others of the process. Beside one busy thread it still gets a
/// quarter of a processor: on a machine that is busy with other things, lists and snapshots must not fall far behind.
#[cfg(target_os = "linux")]
const GIVES_WAY: i32 = 5;

/// The most that a thread can give way.
#[cfg(target_os = "linux")]
const GIVES_WAY_MAX: i32 = 19;

/// Lets the calling thread give way to threads that somebody waits for. Where that is not possible, it does not.
pub fn give_way() {
    // On Linux, both concern the calling thread alone.
    #[cfg(target_os = "linux")]
    if let Ok(own) = rustix::process::getpriority_process(None) {
        let _ = rustix::process::setpriority_process(None, (own + GIVES_WAY).min(GIVES_WAY_MAX));
    }
}
