//! The full-screen terminal interface.

use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::DefaultTerminal;

use super::dispatch::{self, Reply};
use super::draw;
use super::line_editor::{KeyResult, LineEditor};
use super::screen_state::{Page, Screen};
use super::session::PlaySession;
use super::theme::Palette;
use crate::failure::Failure;

/// The interval at which the screen checks whether prices have been computed.
const POLL: Duration = Duration::from_millis(200);

/// The number of lines that `PgUp` and `PgDn` scroll a page. The log scrolls half as many.
const PAGE: isize = 8;

/// The terminal. It is restored however the game ends.
struct TerminalGuard(DefaultTerminal);

impl TerminalGuard {
    /// Takes over the screen; a panic restores it too.
    fn take() -> Result<Self, Failure> {
        Ok(Self(ratatui::try_init()?))
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Plays until the player leaves.
pub(super) fn run(session: &mut PlaySession<'_>) -> Result<(), Failure> {
    dispatch::welcome(session);
    let mut screen =
        Screen { editor: LineEditor::default(), page: None, scrolled: 0, palette: Palette::of_environment() };
    let mut terminal = TerminalGuard::take()?;
    let mut drawn = None;
    let mut stale = true;
    loop {
        let prices = session.pricing.prices().is_some();
        // The window may have been resized before resize events were received.
        let now = Some((prices, session.pricing.advisor().is_some(), terminal.0.size()?));
        if stale || now != drawn {
            drawn = now;
            terminal.0.draw(|frame| draw::draw(frame, session, &mut screen))?;
        }
        stale = event::poll(POLL)?;
        if !stale {
            continue;
        }
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && screen.key(key, session) == Next::Quit
        {
            return Ok(());
        }
    }
}

/// Whether the game continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

impl Screen {
    fn key(&mut self, key: KeyEvent, session: &mut PlaySession<'_>) -> Next {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Next::Quit,
            KeyCode::Char('d') if control && self.editor.text().is_empty() => return Next::Quit,
            KeyCode::Esc if self.page.take().is_some() => {}
            KeyCode::Esc => self.editor.clear(),
            KeyCode::F(1) => return self.line("help", session),
            KeyCode::PageUp => self.scroll(-PAGE),
            KeyCode::PageDown => self.scroll(PAGE),
            KeyCode::Up if self.is_reading() => self.scroll(-1),
            KeyCode::Down if self.is_reading() => self.scroll(1),
            KeyCode::Enter if self.editor.text().is_empty() && self.page.take().is_some() => {}
            _ => {
                if let KeyResult::Line(line) = self.editor.key(key, |line| session.completions(line)) {
                    return self.line(&line, session);
                }
            }
        }
        Next::Continue
    }

    fn line(&mut self, line: &str, session: &mut PlaySession<'_>) -> Next {
        self.page = None;
        self.scrolled = 0;
        match dispatch::run_line(session, line) {
            Reply::Quit => return Next::Quit,
            Reply::Page(title, lines) => self.page = Some(Page { title, lines, from: 0 }),
            Reply::Messages(_) => {}
        }
        Next::Continue
    }

    /// Whether a page is open and nothing is being typed. Then the arrow keys scroll the page.
    fn is_reading(&self) -> bool {
        self.page.is_some() && self.editor.text().is_empty()
    }

    /// Scrolls the page, or the log if no page is open.
    fn scroll(&mut self, lines: isize) {
        match &mut self.page {
            Some(page) => page.from = page.from.saturating_add_signed(lines),
            None => self.scrolled = self.scrolled.saturating_add_signed(-lines / 2),
        }
    }
}
