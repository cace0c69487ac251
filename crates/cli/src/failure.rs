//! Failures of a command, and how they are reported.

use std::io::IsTerminal;
use std::process::ExitCode;

use croupier_report::ReportError;
use croupier_rules::book::BookError;

use crate::diagnostic;

/// Why a command failed.
pub(crate) enum Failure {
    /// The usage was wrong, or a file could not be read.
    Usage(String),
    /// A rulebook or house file has faults.
    Book(BookError),
    /// A house is in breach of the regulation of a table.
    Breaches(String),
    /// Standard output is closed or full.
    Output(std::io::Error),
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    pub(crate) fn unreadable(name: &str, error: &std::io::Error) -> Self {
        Self::Usage(format!("cannot read {name}: {error}"))
    }

    /// Reports the failure on standard error. The exit status is 2, or 1 for breaches.
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
            // A reader that stops early, such as `head`, is not a failure.
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

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        Self::Usage(error.to_string())
    }
}
