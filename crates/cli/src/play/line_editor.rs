//! The input line, with history and completion.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

/// The effect of a key.
pub(super) enum KeyResult {
    /// The line is complete.
    Line(String),
    /// The line is still being edited.
    Editing,
}

/// The line, the position of the cursor, and the history.
#[derive(Default)]
pub(super) struct LineEditor {
    input: Input,
    history: Vec<String>,
    /// The position in the history that the line comes from.
    back: Option<usize>,
    /// The completions that Tab cycles through.
    pub(super) completions: Vec<String>,
    /// The index of the completion that is shown.
    shown: Option<usize>,
}

impl LineEditor {
    /// The line so far.
    pub(super) fn text(&self) -> &str {
        self.input.value()
    }

    /// The position of the cursor, in columns of the line.
    pub(super) fn cursor(&self) -> usize {
        self.input.visual_cursor()
    }

    /// The number of columns that the line is scrolled to the left in a window of `width` columns.
    pub(super) fn scroll(&self, width: usize) -> usize {
        self.input.visual_scroll(width)
    }

    /// Clears the line.
    pub(super) fn clear(&mut self) {
        self.input.reset();
        self.back = None;
        self.end_completion();
    }

    fn end_completion(&mut self) {
        self.completions.clear();
        self.shown = None;
    }

    /// Handles a key; `complete` returns the completions of a line.
    pub(super) fn key(&mut self, key: KeyEvent, complete: impl Fn(&str) -> Vec<String>) -> KeyResult {
        match key.code {
            KeyCode::Tab => self.complete(complete),
            KeyCode::Up => self.recall(1),
            KeyCode::Down => self.recall(-1),
            KeyCode::Enter => return self.enter(),
            // Ctrl-D quits on an empty line; otherwise it does nothing.
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
    fn complete(&mut self, complete: impl Fn(&str) -> Vec<String>) {
        if self.completions.is_empty() {
            self.completions = complete(self.input.value());
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
