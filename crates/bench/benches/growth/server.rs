//! A serving process, as the process that measures sees it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::child::MARK;
use super::client::Client;

/// Names the folder to a process that is to serve it.
pub(crate) const SERVE: &str = "CROUPIER_GROWTH_SERVE";

/// A running server with a house, two sessions, and a connection.
pub(crate) struct Server {
    process: Child,
    orders: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    pub(crate) client: Client,
    pub(crate) manager: String,
    pub(crate) regular: String,
    /// The time from the start of the process to its first answer.
    pub(crate) started: Duration,
    /// The most memory until then, in bytes.
    pub(crate) opened_with: u64,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        let start = Instant::now();
        let own = std::env::current_exe().expect("the path of this program");
        let mut process = Command::new(own)
            .env(SERVE, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let orders = process.stdin.take();
        let mut output = BufReader::new(process.stdout.take().expect("its output"));
        let address = said(&mut output, "listens").parse().expect("an address");
        let mut client = Client::new(address);
        let first = client.get("/api/v1/houses/1/tables", None);
        assert_eq!(first.status, 200, "{}", first.body);
        let started = start.elapsed();
        let opened_with = memory_of(process.id(), "VmHWM:");
        let mut server = Self {
            process,
            orders,
            output,
            client,
            manager: String::new(),
            regular: String::new(),
            started,
            opened_with,
        };
        let tokens = server.order("sessions", "sessions");
        let (manager, regular) = tokens.split_once(' ').expect("two tokens");
        (server.manager, server.regular) = (manager.to_owned(), regular.to_owned());
        server
    }

    fn order(&mut self, order: &str, answer: &str) -> String {
        let orders = self.orders.as_mut().expect("a server that takes orders");
        writeln!(orders, "{order}").and_then(|()| orders.flush()).expect("an order");
        said(&mut self.output, answer)
    }

    /// Begins a new round at the table of the regular player.
    pub(crate) fn begin_round(&mut self) {
        self.order("round", "betting is open");
    }

    /// The memory now, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        memory_of(self.process.id(), "VmRSS:")
    }

    /// Stops the server as an operator does.
    pub(crate) fn stop(mut self) {
        drop(self.orders.take());
        let ended = self.process.wait().expect("its end");
        assert!(ended.success(), "the server has ended with {ended}");
    }
}

/// What the server says next. Other lines are for people.
fn said(output: &mut BufReader<ChildStdout>, what: &str) -> String {
    loop {
        let mut line = String::new();
        assert!(output.read_line(&mut line).expect("its output") > 0, "the server has ended");
        if let Some(said) = line.trim_end().strip_prefix(MARK) {
            let said =
                said.trim_start().strip_prefix(what).unwrap_or_else(|| panic!("`{line}` is not `{what}`"));
            return said.trim_start().to_owned();
        }
    }
}

fn memory_of(process: u32, line: &str) -> u64 {
    let status =
        std::fs::read_to_string(format!("/proc/{process}/status")).expect("the state of the process");
    let found = status.lines().find_map(|known| known.strip_prefix(line));
    let kilobytes: u64 =
        found.and_then(|text| text.trim().strip_suffix(" kB")?.parse().ok()).expect("its memory");
    kilobytes * 1024
}
