//! Line-by-line output: for screen readers, for scripts, and if standard input or output is not a terminal.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, Sender};

use super::dispatch::{self, Reply};
use super::message::Message;
use super::session::PlaySession;
use crate::failure::Failure;
use crate::output::print;

/// An input of the player.
enum PlainInput {
    Line(String),
    /// Ctrl-C, or the end of the input.
    End,
}

/// Plays until the player leaves.
pub(super) fn run(session: &mut PlaySession<'_>) -> Result<(), Failure> {
    let input = listen();
    print_all(&dispatch::welcome(session))?;
    loop {
        print_prompt()?;
        let Ok(PlainInput::Line(line)) = input.recv() else { return end_prompt() };
        match dispatch::run_line(session, &line) {
            Reply::Messages(messages) => print_all(&messages)?,
            Reply::Page(_, lines) => lines.iter().try_for_each(print)?,
            Reply::Quit => return Ok(()),
        }
    }
}

/// Reads lines on a separate thread, so that Ctrl-C works while nothing is typed.
fn listen() -> Receiver<PlainInput> {
    let (sender, receiver) = mpsc::channel();
    let interrupted = sender.clone();
    // Without a handler Ctrl-C ends the program at once, which is harmless too.
    let _ = ctrlc::set_handler(move || {
        let _ = interrupted.send(PlainInput::End);
    });
    std::thread::spawn(move || read(&sender));
    receiver
}

fn read(sender: &Sender<PlainInput>) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if sender.send(PlainInput::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(PlainInput::End);
}

fn print_all(messages: &[Message]) -> Result<(), Failure> {
    messages.iter().try_for_each(|message| print(&message.text))
}

/// Prints a prompt, if the input is a terminal.
fn print_prompt() -> Result<(), Failure> {
    if std::io::stdin().is_terminal() {
        let mut out = std::io::stdout().lock();
        write!(out, "> ")?;
        out.flush()?;
    }
    Ok(())
}

/// Ends the line of an unanswered prompt.
fn end_prompt() -> Result<(), Failure> {
    if std::io::stdin().is_terminal() { print("") } else { Ok(()) }
}
