//! Colours and frames of the screen. Colour is never the only carrier of meaning.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Block;

use super::message::Tone;

/// The colours, or none if they are disabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Palette {
    Colour,
    Monochrome,
}

impl Palette {
    /// The palette for the environment: no colours if `NO_COLOR` is set (no-color.org).
    pub(super) fn of_environment() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if unwanted { Self::Monochrome } else { Self::Colour }
    }

    pub(super) fn ink(self, colour: Color) -> Style {
        match self {
            Self::Colour => Style::new().fg(colour),
            Self::Monochrome => Style::new(),
        }
    }

    fn frame(self) -> Style {
        self.ink(Color::Green)
    }

    pub(super) fn card(self, card: &str) -> Style {
        // Black suits have the default colour of the terminal, which is legible on any background.
        let red = card.ends_with(['♥', '♦']);
        let ink = if red { self.ink(Color::LightRed) } else { Style::new() };
        ink.add_modifier(Modifier::BOLD)
    }

    pub(super) fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Won => self.ink(Color::LightGreen).add_modifier(Modifier::BOLD),
            Tone::Lost => self.ink(Color::LightRed),
            Tone::Refused => self.ink(Color::Yellow),
            Tone::Hint => self.ink(Color::Cyan),
        }
    }
}

/// The mark in front of a line of the log, so that its colour is not needed.
pub(super) const fn mark(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "  ",
        Tone::Won => "+ ",
        Tone::Lost => "- ",
        Tone::Refused => "! ",
        Tone::Hint => "? ",
    }
}

/// Draws a frame with a title; returns the area inside it.
pub(super) fn framed(frame: &mut Frame<'_>, area: Rect, title: &str, palette: Palette) -> Rect {
    let block = Block::bordered().border_style(palette.frame()).title(format!(" {title} "));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    inside
}

/// A text truncated or padded to a width.
pub(super) fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:<width$}");
    }
    let start: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{start}…")
}
