//! Threads whose work can wait.

/// How much a thread in the background gives way to others; 0 is not at all and 19 is as much as possible. Beside busy
/// threads it still gets a quarter of a processor, so that it never stops.
#[cfg(target_os = "linux")]
const GIVES_WAY: i32 = 5;

/// Lets the calling thread give way to threads that somebody waits for. Where that is not possible, it does not.
pub fn give_way() {
    // On Linux, this concerns the calling thread alone.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, GIVES_WAY);
}
