//! A connection with timeouts: it ends when nothing moves, or when its client does not read.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::permit::ConnectionPermit;

/// A connection with its timeouts and its permit.
pub(crate) struct TimedStream {
    inner: TcpStream,
    /// The time without a byte in either direction after which it ends.
    idle: Duration,
    /// The time for which it may refuse to accept what is sent to it.
    stall: Duration,
    /// When the last byte moved.
    moved: Instant,
    /// Since when nothing can be written.
    stalled: Option<Instant>,
    /// Polled only when the connection waits, and set again only when it fires, so that traffic costs no timers.
    timer: Pin<Box<Sleep>>,
    /// The connection counts until it is dropped, as a socket too.
    _permit: ConnectionPermit,
}

impl TimedStream {
    pub(super) fn new(inner: TcpStream, idle: Duration, stall: Duration, permit: ConnectionPermit) -> Self {
        let now = Instant::now();
        let timer = Box::pin(sleep_until(now + idle.min(stall)));
        Self { inner, idle, stall, moved: now, stalled: None, timer, _permit: permit }
    }

    /// Notes that something moved, or fails when nothing has for too long.
    fn watch<T>(&mut self, cx: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.moved = Instant::now();
            return polled;
        }
        while self.timer.as_mut().poll(cx).is_ready() {
            let now = Instant::now();
            let idle = self.moved + self.idle;
            let end = self.stalled.map_or(idle, |since| idle.min(since + self.stall));
            if end <= now {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            // While nothing is stalled the timer still fires in time for a stall that begins now.
            let next = if self.stalled.is_some() { end } else { end.min(now + self.stall) };
            self.timer.as_mut().reset(next);
        }
        Poll::Pending
    }

    fn watch_write<T>(&mut self, cx: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.stalled = match polled {
            Poll::Ready(_) => None,
            Poll::Pending => self.stalled.or_else(|| Some(Instant::now())),
        };
        self.watch(cx, polled)
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.inner).poll_read(cx, buffer);
        self.watch(cx, polled)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(cx, bytes);
        self.watch_write(cx, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write_vectored(cx, slices);
        self.watch_write(cx, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
