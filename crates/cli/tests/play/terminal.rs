//! A pseudo-terminal, and what its screen shows.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long anything may take on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A terminal in which the command runs.
pub(crate) struct Terminal {
    pub(crate) master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    child: Box<dyn Child + Send + Sync>,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// A screen has lines and columns.
fn lines(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

impl Terminal {
    /// Runs the command in a terminal of this many lines and columns.
    pub(crate) fn run(args: &[&str], (rows, cols): (u16, u16), environment: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(rows, cols)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(args);
        command.cwd(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        environment.iter().for_each(|(key, value)| command.env(key, value));
        let child = pair.slave.spawn_command(command).unwrap();
        let parser = Arc::new(Mutex::new(vt100::Parser::new(lines(rows), lines(cols), 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let seen = Arc::clone(&parser);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                seen.lock().unwrap().process(&bytes[..count]);
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self { master: pair.master, writer, parser, child }
    }

    /// What the screen shows.
    pub(crate) fn text(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// Looks at the screen.
    pub(crate) fn screen<T>(&self, asks: impl Fn(&vt100::Screen) -> T) -> T {
        asks(self.parser.lock().unwrap().screen())
    }

    /// Waits until the screen shows something.
    pub(crate) fn wait(&self, what: &str, shows: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if shows(&text) {
                return text;
            }
            assert!(begun.elapsed() < TIMEOUT, "no {what} on the screen:\n{text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until this text is on the screen.
    pub(crate) fn wait_for(&self, words: &str) -> String {
        self.wait(words, |text| text.contains(words))
    }

    /// Types some keys.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Types a line.
    pub(crate) fn line(&mut self, line: &str) {
        self.keys(&format!("{line}\r"));
    }

    /// Resizes the window.
    pub(crate) fn resize(&mut self, rows: u16, cols: u16) {
        self.parser.lock().unwrap().screen_mut().set_size(lines(rows), lines(cols));
        self.master.resize(size(rows, cols)).unwrap();
    }

    /// Waits for the end.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // The last output may still be in the pipe.
                std::thread::sleep(Duration::from_millis(100));
                return status;
            }
            if begun.elapsed() > TIMEOUT {
                let _ = self.child.kill();
                panic!("the command does not end:\n{}", self.text());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
