//! The line that is being typed: with what was typed before, and what it could become.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::words::{When, completions};

/// What a key did to the line.
pub(super) enum Typed {
    /// The line is there.
    Line(String),
    /// The line has changed, or nothing has.
    Nothing,
}

/// The line.
#[derive(Default)]
pub(super) struct Entry {
    input: Input,
    history: Vec<String>,
    /// How far back in the history the line was taken from.
    back: Option<usize>,
    /// What the line could become, while Tab is asked.
    pub(super) fits: Vec<String>,
    /// Which of them it has become.
    fit: Option<usize>,
}

impl Entry {
    /// The line so far.
    pub(super) fn text(&self) -> &str {
        self.input.value()
    }

    /// Where the cursor stands, in columns of the line.
    pub(super) fn cursor(&self) -> usize {
        self.input.visual_cursor()
    }

    /// How far the line is moved to the left in so many columns.
    pub(super) fn scroll(&self, width: usize) -> usize {
        self.input.visual_scroll(width)
    }

    /// Nothing is typed.
    pub(super) fn clear(&mut self) {
        self.input.reset();
        self.back = None;
        self.forget();
    }

    fn forget(&mut self) {
        self.fits.clear();
        self.fit = None;
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: KeyEvent, wagers: &[String], now: When) -> Typed {
        match key.code {
            KeyCode::Tab => self.complete(wagers, now),
            KeyCode::Up => self.recall(1),
            KeyCode::Down => self.recall(-1),
            KeyCode::Enter => return self.enter(),
            // Alone this letter leaves; it is not typed.
            KeyCode::Char('d') if key.modifiers == KeyModifiers::CONTROL => {}
            _ => {
                self.forget();
                let _ = self.input.handle_event(&Event::Key(key));
            }
        }
        Typed::Nothing
    }

    fn enter(&mut self) -> Typed {
        let line = self.input.value().to_owned();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
        }
        self.clear();
        Typed::Line(line)
    }

    /// The first thing that the line could become, or the next after the one it has.
    fn complete(&mut self, wagers: &[String], now: When) {
        if self.fits.is_empty() {
            self.fits = completions(self.input.value(), wagers, now);
        }
        if self.fits.is_empty() {
            return;
        }
        let next = self.fit.map_or(0, |fit| (fit + 1) % self.fits.len());
        self.input = Input::new(self.fits[next].clone());
        self.fit = Some(next);
        if self.fits.len() == 1 {
            self.forget();
        }
    }

    fn recall(&mut self, step: isize) {
        let count = self.history.len();
        let back = match (self.back, step) {
            (None, 1..) => Some(1),
            (None, _) => None,
            (Some(back), step) => back.checked_add_signed(step).filter(|back| *back > 0),
        };
        self.back = back.map(|back| back.min(count)).filter(|back| *back > 0);
        let line = self.back.and_then(|back| self.history.get(count - back)).cloned().unwrap_or_default();
        self.input = Input::new(line);
        self.forget();
    }
}
