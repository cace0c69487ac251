//! The table line by line: for screen readers, for scripts, and wherever standard output is no terminal.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, Sender};

use super::telling::Said;
use super::visit::{Reply, Visit};
use crate::failure::Failure;

/// What comes from the visitor.
enum Heard {
    Line(String),
    /// Ctrl-C, or the end of the input.
    End,
}

/// Plays until the visitor leaves.
pub(super) fn run(visit: &mut Visit<'_>) -> Result<(), Failure> {
    let heard = listen();
    say(&visit.welcome())?;
    loop {
        prompt()?;
        let Ok(Heard::Line(line)) = heard.recv() else { return say_nothing() };
        match visit.take(&line) {
            Reply::Said(said) => say(&said)?,
            Reply::Page(_, lines) => lines.iter().try_for_each(|line| print(line))?,
            Reply::Quit => return Ok(()),
        }
    }
}

/// Lines are read beside the game, so that Ctrl-C is heard while nothing is typed.
fn listen() -> Receiver<Heard> {
    let (tells, hears) = mpsc::channel();
    let interrupted = tells.clone();
    // Without a handler Ctrl-C ends the program at once, which is no harm either.
    let _ = ctrlc::set_handler(move || {
        let _ = interrupted.send(Heard::End);
    });
    std::thread::spawn(move || read(&tells));
    hears
}

fn read(tells: &Sender<Heard>) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if tells.send(Heard::Line(line)).is_err() {
            return;
        }
    }
    let _ = tells.send(Heard::End);
}

fn say(said: &[Said]) -> Result<(), Failure> {
    said.iter().try_for_each(|said| print(&said.text))
}

fn print(line: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{line}")?)
}

/// A sign that something may be typed, where somebody types.
fn prompt() -> Result<(), Failure> {
    if std::io::stdin().is_terminal() {
        let mut out = std::io::stdout().lock();
        write!(out, "> ")?;
        out.flush()?;
    }
    Ok(())
}

/// The line of the prompt is ended where nothing was typed.
fn say_nothing() -> Result<(), Failure> {
    if std::io::stdin().is_terminal() { print("") } else { Ok(()) }
}
