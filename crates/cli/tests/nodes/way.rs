//! A way to a server that a test can cut: whoever connects to it is connected on, and while it is cut everybody is
//! disconnected and nobody gets through.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Both ends of a connection.
trait End: Read + Write + Send + Sized + 'static {
    fn again(&self) -> Self;
    fn close(&self);
}

impl End for TcpStream {
    fn again(&self) -> Self {
        self.try_clone().unwrap()
    }

    fn close(&self) {
        // It may be closed already.
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl End for UnixStream {
    fn again(&self) -> Self {
        self.try_clone().unwrap()
    }

    fn close(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

/// What closes a connection.
type Close = Box<dyn Fn() + Send>;

/// A way that can be cut.
#[derive(Clone, Default)]
pub(crate) struct Way {
    is_cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<Close>>>,
}

impl Way {
    /// A way to a port of this machine. Returns the port at which it begins.
    pub(crate) fn to_port(port: u16) -> (Self, u16) {
        let (way, listener) = (Self::default(), TcpListener::bind("127.0.0.1:0").unwrap());
        let (this, begins) = (way.clone(), listener.local_addr().unwrap().port());
        thread::spawn(move || {
            for from in listener.incoming().map_while(Result::ok) {
                this.connect(from, || TcpStream::connect(("127.0.0.1", port)));
            }
        });
        (way, begins)
    }

    /// A way to the socket of a database. Returns the folder in which it begins.
    pub(crate) fn to_database(socket: &Path, name: &str) -> (Self, PathBuf) {
        let folder = std::env::temp_dir().join(format!("croupier-way-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        let listener = UnixListener::bind(folder.join(socket.file_name().unwrap())).unwrap();
        let way = Self::default();
        let (this, socket) = (way.clone(), socket.to_owned());
        thread::spawn(move || {
            for from in listener.incoming().map_while(Result::ok) {
                this.connect(from, || UnixStream::connect(&socket));
            }
        });
        (way, folder)
    }

    /// Connects somebody on, unless the way is cut.
    fn connect<S: End>(&self, from: S, to: impl Fn() -> std::io::Result<S>) {
        let Some(to) = Some(()).filter(|()| !self.is_cut.load(Ordering::SeqCst)).and_then(|()| to().ok())
        else {
            return from.close();
        };
        let (near, far) = (from.again(), to.again());
        let close: Close = Box::new(move || {
            near.close();
            far.close();
        });
        self.open.lock().unwrap().push(close);
        let (there, back) = ((from.again(), to.again()), (to, from));
        for (mut source, mut target) in [there, back] {
            thread::spawn(move || {
                // However it ends, both ends are closed.
                let _ = std::io::copy(&mut source, &mut target);
                source.close();
                target.close();
            });
        }
        // It may have been cut meanwhile.
        if self.is_cut.load(Ordering::SeqCst) {
            self.cut();
        }
    }

    /// Cuts it.
    pub(crate) fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
        self.open.lock().unwrap().drain(..).for_each(|close| close());
    }

    /// Mends it.
    pub(crate) fn mend(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}
