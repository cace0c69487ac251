//! Messages to the player, for the log of the screen and for plain output.

use croupier_kit::Money;

/// The kind of a message, which determines its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    /// An event.
    Plain,
    /// A win.
    Won,
    /// A loss.
    Lost,
    /// A refusal.
    Refused,
    /// Advice.
    Hint,
}

/// A message of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub(super) tone: Tone,
    pub(super) text: String,
}

impl Message {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { tone: Tone::Plain, text: text.into() }
    }

    pub(super) fn refused(text: impl Into<String>) -> Self {
        Self { tone: Tone::Refused, text: text.into() }
    }

    pub(super) fn hint(text: impl Into<String>) -> Self {
        Self { tone: Tone::Hint, text: text.into() }
    }
}

/// An amount without a sign.
pub(super) fn unsigned(amount: Money) -> String {
    amount.to_string().trim_start_matches('-').to_owned()
}

/// An amount with a sign.
pub(super) fn signed(amount: Money) -> String {
    match amount.minor() {
        1.. => format!("+{amount}"),
        0 => "±0.00".to_owned(),
        _ => format!("−{}", unsigned(amount)),
    }
}

/// An amount as a player would type it: without hundredths if there are none.
pub(super) fn short_amount(amount: Money) -> String {
    let text = amount.to_string();
    text.strip_suffix(".00").map(ToOwned::to_owned).unwrap_or(text)
}

/// Citations in brackets, to be appended to a text; empty if there are none.
pub(super) fn cited(cites: &[String]) -> String {
    if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) }
}
