//! A connection with timeouts: it ends when nothing moves, or when its client does not read. When the server closes it,
//! the client can still read the last answer.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until, timeout};

use super::limits::{CLOSING_BYTES, CLOSING_TIMEOUT};
use super::permit::ConnectionPermit;

/// A connection with its timeouts and its permit.
pub(crate) struct TimedStream {
    /// The connection, until it is dropped.
    inner: Option<Connection>,
    /// Whether its client has closed it, or nothing more can be read or written.
    ended: bool,
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
}

/// A connection that counts until it is closed, as a socket too.
struct Connection {
    stream: TcpStream,
    _permit: ConnectionPermit,
}

impl Connection {
    /// Closes the connection after its client has read what was sent. What the client still sends is read and dropped:
    /// closing a connection with unread bytes resets it, and the reset can overtake the last answer.
    async fn close(mut self) {
        let closed = async {
            self.stream.shutdown().await?;
            let (mut buffer, mut left) = ([0; 4096], CLOSING_BYTES);
            while left > 0 {
                match self.stream.read(&mut buffer).await? {
                    0 => break,
                    count => left = left.saturating_sub(count),
                }
            }
            io::Result::Ok(())
        };
        // Whether the client has read it or is gone, the connection ends here.
        drop(timeout(CLOSING_TIMEOUT, closed).await);
    }
}

impl Drop for TimedStream {
    fn drop(&mut self) {
        let open = self.inner.take().filter(|_| !self.ended);
        if let (Some(connection), Ok(runtime)) = (open, tokio::runtime::Handle::try_current()) {
            runtime.spawn(connection.close());
        }
    }
}

impl TimedStream {
    pub(super) fn new(inner: TcpStream, idle: Duration, stall: Duration, permit: ConnectionPermit) -> Self {
        let now = Instant::now();
        let timer = Box::pin(sleep_until(now + idle.min(stall)));
        let inner = Some(Connection { stream: inner, _permit: permit });
        Self { inner, ended: false, idle, stall, moved: now, stalled: None, timer }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        let connection = self.inner.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        Ok(Pin::new(&mut connection.stream))
    }

    /// Notes that something moved, or fails when nothing has for too long.
    fn watch<T>(&mut self, cx: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if let Poll::Ready(moved) = &polled {
            self.moved = Instant::now();
            self.ended |= moved.is_err();
            return polled;
        }
        while self.timer.as_mut().poll(cx).is_ready() {
            let now = Instant::now();
            let idle = self.moved + self.idle;
            let end = self.stalled.map_or(idle, |since| idle.min(since + self.stall));
            if end <= now {
                self.ended = true;
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
        let before = buffer.filled().len();
        let polled = self.stream()?.poll_read(cx, buffer);
        self.ended |= polled.is_ready() && buffer.filled().len() == before;
        self.watch(cx, polled)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = self.stream()?.poll_write(cx, bytes);
        self.watch_write(cx, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = self.stream()?.poll_write_vectored(cx, slices);
        self.watch_write(cx, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.as_ref().is_some_and(|connection| connection.stream.is_write_vectored())
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}
