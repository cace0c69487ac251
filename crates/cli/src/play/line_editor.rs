//! The line that is being typed, with history and completion.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::input::{Stage, completions};

/// What a key did to the line.
pub(super) enum KeyResult {
    /// The line is complete.
    Line(String),
    /// The line is still being edited.
    Editing,
}

/// The line, where the cursor is, and what was typed before.
#[derive(Default)]
pub(super) struct LineEditor {
    input: Input,
    history: Vec<String>,
    /// How far back in the history the line comes from.
    back: Option<usize>,
    /// The completions that Tab goes through.
    pub(super) completions: Vec<String>,
    /// Which of them is shown.
    shown: Option<usize>,
}

impl LineEditor {
    /// The line so far.
    pub(super) fn text(&self) -> &str {
        self.input.value()
    }

    /// Where the cursor stands, in columns of the line.
    pub(super) fn cursor(&self) -> usize {
        self.input.visual_cursor()
    }

    /// How far the line is scrolled to the left when it has this many columns.
    pub(super) fn scroll(&self, width: usize) -> usize {
        self.input.visual_scroll(width)
    }

    /// Empties the line.
    pub(super) fn clear(&mut self) {
        self.input.reset();
        self.back = None;
        self.end_completion();
    }

    fn end_completion(&mut self) {
        self.completions.clear();
        self.shown = None;
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent, wagers: &[String], now: Stage) -> KeyResult {
        match key.code {
            KeyCode::Tab => self.complete(wagers, now),
            KeyCode::Up => self.recall(1),
            KeyCode::Down => self.recall(-1),
            KeyCode::Enter => return self.enter(),
            // On an empty line Ctrl-D quits; elsewhere it does nothing.
            KeyCode::Char('d') if key.modifiers == KeyModifiers::CONTROL => {}
            _ => {
                self.end_completion();
                let _ = self.input.handle_event(&Event::Key(key));
            }
        }
        KeyResult::Editing
    }

    fn enter(&mut self) -> KeyResult {
        let line = self.input.value().to_owned();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
        }
        self.clear();
        KeyResult::Line(line)
    }

    /// Shows the first completion of the line, or the next one.
    fn complete(&mut self, wagers: &[String], now: Stage) {
        if self.completions.is_empty() {
            self.completions = completions(self.input.value(), wagers, now);
        }
        if self.completions.is_empty() {
            return;
        }
        let next = self.shown.map_or(0, |shown| (shown + 1) % self.completions.len());
        self.input = Input::new(self.completions[next].clone());
        self.shown = Some(next);
        if self.completions.len() == 1 {
            self.end_completion();
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
        self.end_completion();
    }
}
