//! What a printed document says, before it is set on pages.

/// A document to print. The same document always gives the same bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printout {
    /// Whose document it is: the house, or the rulebook.
    pub house: String,
    /// What it is, such as `Fill slip`.
    pub title: String,
    /// Its number, such as `Roulette 1 · fill 12`. It is at the head of every page.
    pub number: String,
    /// The date of what it says. The clock of whoever prints it is not asked.
    pub date: PrintDate,
    /// The paper.
    pub sheet: Sheet,
    /// A word in large letters at the head and across every page, such as `VOID`.
    pub stamp: Option<String>,
    /// What it says, from top to bottom.
    pub passages: Vec<Passage>,
}

impl Printout {
    /// Its title. Every document has one, for those who hear it and for the window that shows it.
    pub(crate) fn title(&self) -> &str {
        if self.title.trim().is_empty() { "Untitled" } else { &self.title }
    }
}

/// A time, in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each field says what it is")]
pub struct PrintDate {
    pub year: u16,
    pub month: u8,
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
}

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sheet {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 148 by 210 millimetres.
    A5,
}

/// A part of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passage {
    /// A heading under the title.
    Heading(String),
    /// A paragraph; a line feed in it begins a new line.
    Paragraph(String),
    /// A paragraph in large letters, such as the limits on a sign.
    Large(String),
    /// A paragraph in small letters.
    Small(String),
    /// Names with their values, line by line.
    Facts(Vec<(String, String)>),
    /// Points, each with a dash.
    Points(Vec<String>),
    /// A table.
    Grid(Grid),
    /// Lines that are shown letter by letter, such as the notation of a round.
    Verbatim(Vec<String>),
    /// Lines to sign on.
    Signatures(Vec<Signature>),
}

/// A table with a head and rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    columns: Vec<(String, Align)>,
    rows: Vec<GridRow>,
}

/// The side on which the cells of a column are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Align {
    /// Words begin at the left.
    #[default]
    Left,
    /// Figures end at the right.
    Right,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GridRow {
    pub(crate) cells: Vec<String>,
    /// A sum: bold, under a line.
    pub(crate) total: bool,
}

impl Grid {
    /// A table with these heads, the first at the left and the others on the given sides.
    pub fn new<'h>(columns: impl IntoIterator<Item = (&'h str, Align)>) -> Self {
        let columns = columns.into_iter().map(|(head, align)| (head.to_owned(), align)).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// When it has not one cell for each column: a cell would be lost.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.push(cells, false);
    }

    /// Adds a row of sums.
    ///
    /// # Panics
    /// When it has not one cell for each column.
    pub fn total<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.push(cells, true);
    }

    fn push<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>, total: bool) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.columns.len(), "a row has one cell for each column");
        self.rows.push(GridRow { cells, total });
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn columns(&self) -> &[(String, Align)] {
        &self.columns
    }

    pub(crate) fn rows(&self) -> &[GridRow] {
        &self.rows
    }
}

/// A line to sign on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// What is signed, such as `Requested`.
    pub what: String,
    /// Who did it, as the journal has it; empty where nobody has yet.
    pub who: String,
    /// When, in words.
    pub at: String,
}
