//! Waiting for a future on any thread, also on one that belongs to a runtime.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::Thread;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to its end on this thread. It must not need a runtime: what it waits for is driven elsewhere.
pub(crate) fn wait<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Arc::new(Unpark(std::thread::current())).into();
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_waits_inside_and_outside_of_a_runtime() {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let later = |number: u32| {
            runtime.spawn(async move {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                number
            })
        };
        assert_eq!(wait(later(7)).unwrap(), 7);
        let (first, second) = (later(8), later(9));
        let inside = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(inside.block_on(async { wait(first).unwrap() + wait(second).unwrap() }), 17);
    }
}
