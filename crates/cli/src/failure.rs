//! Why a command failed, and how that is reported.

use std::io::IsTerminal;
use std::process::ExitCode;

use croupier_rules::book::BookError;

use crate::diagnostic;

/// Why a command could not be done.
pub(crate) enum Failure {
    /// The usage was wrong, or a file could not be read.
    Usage(String),
    /// A rulebook or a house file has faults.
    Book(BookError),
    /// A house breaks the regulation its table is under.
    Breaches(String),
    /// Standard output is gone or full.
    Output(std::io::Error),
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    pub(crate) fn unreadable(name: &str, error: &std::io::Error) -> Self {
        Self::Usage(format!("cannot read {name}: {error}"))
    }

    /// Reports it on standard error. The exit status is 2, or 1 where breaches were found.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Usage(message) => eprintln!("croupier: {message}"),
            Self::Breaches(breaches) => {
                eprintln!("croupier: {breaches}");
                return ExitCode::from(1);
            }
            Self::Book(error) if std::io::stderr().is_terminal() => {
                eprintln!("croupier: {}\n", error.summary());
                for fault in diagnostic::draw(&error) {
                    anstream::eprintln!("{fault}\n");
                }
            }
            Self::Book(error) => eprintln!("croupier: {error}"),
            // A reader that has seen enough, such as `head`, is no failure.
            Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Output(error) => eprintln!("croupier: cannot write: {error}"),
        }
        ExitCode::from(2)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}
