//! Waiting for work without sleeping at once.

use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, RecvError, TryRecvError};
use std::time::{Duration, Instant};

/// How long a thread that has just worked looks for more before it sleeps. To wake it takes about as long.
const WATCH: Duration = Duration::from_micros(100);

/// The number of processors from which one can be spared for looking.
const WATCH_CORES: usize = 4;

/// Looks for work for a short while, where there are processors enough; `found` says whether there is any.
pub fn watch(mut found: impl FnMut() -> bool) {
    static SPARE: LazyLock<bool> =
        LazyLock::new(|| std::thread::available_parallelism().is_ok_and(|cores| cores.get() >= WATCH_CORES));
    if !*SPARE {
        return;
    }
    let until = Instant::now() + WATCH;
    while !found() && Instant::now() < until {
        std::hint::spin_loop();
    }
}

/// Receives the next job on a thread that has just done one.
pub(crate) fn receive<T>(arrived: &Receiver<T>) -> Result<T, RecvError> {
    let mut job = Err(TryRecvError::Empty);
    watch(|| {
        job = arrived.try_recv();
        !matches!(job, Err(TryRecvError::Empty))
    });
    match job {
        Ok(job) => Ok(job),
        Err(TryRecvError::Disconnected) => Err(RecvError),
        Err(TryRecvError::Empty) => arrived.recv(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_job_is_received_whether_it_is_there_comes_soon_or_late_or_never() {
        let (sender, arrived) = channel();
        sender.send(1).unwrap();
        assert_eq!(receive(&arrived), Ok(1));
        for pause in [Duration::ZERO, WATCH / 2, WATCH * 20] {
            let sender = sender.clone();
            let later = std::thread::spawn(move || {
                std::thread::sleep(pause);
                sender.send(2).unwrap();
            });
            assert_eq!(receive(&arrived), Ok(2));
            later.join().unwrap();
        }
        drop(sender);
        assert_eq!(receive(&arrived), Err(RecvError));
    }
}
