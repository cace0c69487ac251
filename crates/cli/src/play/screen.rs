//! The table on the whole screen of a terminal.

use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::draw::{self, Palette};
use super::entry::{Entry, Typed};
use super::visit::{Reply, Visit};
use crate::failure::Failure;

/// How often the screen looks whether something has been reckoned meanwhile.
const PATIENCE: Duration = Duration::from_millis(200);

/// How many lines a page is turned by at once; the log, by half as many.
const PAGE: isize = 8;

/// Something long that lies over the table.
pub(super) struct Page {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    pub(super) from: usize,
}

/// What is on the screen beside the table itself.
pub(super) struct Screen {
    pub(super) entry: Entry,
    pub(super) page: Option<Page>,
    /// How many lines the log is turned back.
    pub(super) back: usize,
    pub(super) palette: Palette,
}

/// The terminal, which goes back to what it was however the game ends.
struct Stage(DefaultTerminal);

impl Stage {
    /// Takes the screen; a panic gives it back too.
    fn take() -> Result<Self, Failure> {
        Ok(Self(ratatui::try_init()?))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Plays until the visitor leaves.
pub(super) fn run(visit: &mut Visit<'_>) -> Result<(), Failure> {
    visit.welcome();
    let mut screen =
        Screen { entry: Entry::default(), page: None, back: 0, palette: Palette::of_environment() };
    let mut stage = Stage::take()?;
    let mut drawn = None;
    let mut stale = true;
    loop {
        let prices = visit.reckoning.prices().is_some();
        // A window can be resized before anybody listens for it.
        let now = Some((prices, visit.reckoning.advisor().is_some(), stage.0.size()?));
        if stale || now != drawn {
            drawn = now;
            stage.0.draw(|frame| draw::draw(frame, visit, &mut screen))?;
        }
        stale = event::poll(PATIENCE)?;
        if !stale {
            continue;
        }
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && screen.key(key, visit).is_quit()
        {
            return Ok(());
        }
    }
}

/// Whether the game goes on.
enum Goes {
    On,
    Quit,
}

impl Goes {
    const fn is_quit(&self) -> bool {
        matches!(self, Self::Quit)
    }
}

impl Screen {
    fn key(&mut self, key: KeyEvent, visit: &mut Visit<'_>) -> Goes {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Goes::Quit,
            KeyCode::Char('d') if control && self.entry.text().is_empty() => return Goes::Quit,
            KeyCode::Esc if self.page.take().is_some() => {}
            KeyCode::Esc => self.entry.clear(),
            KeyCode::F(1) => return self.line("help", visit),
            KeyCode::PageUp => self.turn(-PAGE),
            KeyCode::PageDown => self.turn(PAGE),
            KeyCode::Up if self.reads() => self.turn(-1),
            KeyCode::Down if self.reads() => self.turn(1),
            KeyCode::Enter if self.entry.text().is_empty() && self.page.take().is_some() => {}
            _ => {
                if let Typed::Line(line) = self.entry.key(key, &visit.wagers, visit.when()) {
                    return self.line(&line, visit);
                }
            }
        }
        Goes::On
    }

    fn line(&mut self, line: &str, visit: &mut Visit<'_>) -> Goes {
        self.page = None;
        self.back = 0;
        match visit.take(line) {
            Reply::Quit => return Goes::Quit,
            Reply::Page(title, lines) => self.page = Some(Page { title, lines, from: 0 }),
            Reply::Said(_) => {}
        }
        Goes::On
    }

    /// Whether a page lies there and nothing is being typed: then the arrows turn it.
    fn reads(&self) -> bool {
        self.page.is_some() && self.entry.text().is_empty()
    }

    /// Turns the page, or the log where no page lies there, by so many lines.
    fn turn(&mut self, lines: isize) {
        match &mut self.page {
            Some(page) => page.from = page.from.saturating_add_signed(lines),
            None => self.back = self.back.saturating_add_signed(-lines / 2),
        }
    }
}
