//! Sets a table: its head on every page, its rows whole where they fit.

use crate::columns::{Need, widths};
use crate::faces::Face;
use crate::lines::Type;
use crate::marks::{BLACK, Element, ElementId, FAINT, GREY, Ink, LIGHT, Structure};
use crate::model::{Align, Grid, GridRow};
use crate::setter::Setter;

/// The room between columns.
const GUTTER: f32 = 12.0;
/// The room above and below the text of a row.
const PAD: f32 = 2.5;

/// The sizes of letters of a table; a smaller one where words would be broken otherwise.
const SIZES: [f32; 4] = [9.5, 8.5, 7.5, 6.5];

/// A column on the page: its place from the left margin, its width and its side.
struct Place {
    x: f32,
    width: f32,
    align: Align,
}

/// How a table is set.
struct Setting {
    places: Vec<Place>,
    head: Cells,
    text: Type,
    strong: Type,
}

/// The cells of a row, in lines.
type Cells = Vec<Vec<String>>;

impl Setter<'_> {
    pub(crate) fn grid(&mut self, grid: &Grid) {
        let setting = Setting::of(grid, self.width());
        let table = self.add(Structure::ROOT, Element::Table);
        let (top, body) = (self.add(table, Element::TableHead), self.add(table, Element::TableBody));
        // A head stays with the first row under it.
        self.room(setting.head_height() + setting.text.leading() * 2.0);
        let row = self.add(top, Element::Row);
        let heads = setting.head.len();
        let elements: Vec<ElementId> = (0..heads).map(|_| self.add(row, Element::ColumnHead)).collect();
        self.head(&setting, Some(&elements));
        for row in grid.rows() {
            self.row(row, &setting, body);
        }
    }

    /// The head; without elements it is a repetition on a further page.
    fn head(&mut self, setting: &Setting, elements: Option<&[ElementId]>) {
        let (x, y, width, height) = (self.left(), self.y, self.width(), setting.head_height());
        self.draw(Ink::Area { x, y, width, height, shade: FAINT }, None);
        self.y += PAD;
        for line in 0..longest(&setting.head) {
            self.band(&setting.head, line, setting, setting.strong, elements);
        }
        self.y += PAD;
        self.rule(0.8, BLACK);
    }

    fn row(&mut self, row: &GridRow, setting: &Setting, body: ElementId) {
        let of = if row.total { setting.strong } else { setting.text };
        let texts: Vec<&str> = row.cells.iter().map(|cell| &**cell).collect();
        let cells = cells(&texts, &setting.places, of);
        let whole = height(&cells, of);
        let pages = self.set.pages.len();
        let least = if whole + setting.head_height() > self.page_height() { of.leading() } else { whole };
        self.room(least);
        self.head_again(pages, setting);
        if row.total {
            self.rule(0.8, BLACK);
        }
        let element = self.add(body, Element::Row);
        let kinds = [Element::RowHead].into_iter().chain(std::iter::repeat(Element::Cell));
        let elements: Vec<ElementId> =
            cells.iter().zip(kinds).map(|(_, kind)| self.add(element, kind)).collect();
        self.y += PAD;
        for line in 0..longest(&cells) {
            let pages = self.set.pages.len();
            // A row that fits was given its room above.
            if least < whole {
                self.room(of.leading());
            }
            self.head_again(pages, setting);
            self.band(&cells, line, setting, of, Some(&elements));
        }
        self.y += PAD;
        self.rule(0.4, if row.total { GREY } else { LIGHT });
    }

    /// Repeats the head where a page was begun.
    fn head_again(&mut self, pages: usize, setting: &Setting) {
        if self.set.pages.len() > pages {
            self.head(setting, None);
        }
    }

    /// One line of all cells.
    fn band(
        &mut self,
        cells: &Cells,
        line: usize,
        setting: &Setting,
        of: Type,
        elements: Option<&[ElementId]>,
    ) {
        for (number, (cell, place)) in cells.iter().zip(&setting.places).enumerate() {
            let Some(text) = cell.get(line) else { continue };
            let shift = match place.align {
                Align::Left => 0.0,
                Align::Right => place.width - of.width(text),
            };
            let (x, y) = (self.left() + place.x + shift, self.y + of.ascent());
            let ink = Ink::Text { x, y, of, shade: BLACK, text: text.clone() };
            self.draw(ink, elements.map(|elements| elements[number]));
        }
        self.y += of.leading();
    }
}

impl Setting {
    /// The largest letters in which no word is broken; if there are none, the smallest.
    fn of(grid: &Grid, width: f32) -> Self {
        let room = |needs: &[Need]| (width - GUTTER * needs.len().saturating_sub(1) as f32 - 8.0).max(1.0);
        let set = |size: f32| (size, needs(grid, Type { face: Face::Bold, size }));
        let fits =
            |(_, needs): &(f32, Vec<Need>)| needs.iter().map(|need| need.least).sum::<f32>() <= room(needs);
        let smallest = SIZES[SIZES.len() - 1];
        let (size, needs) = SIZES.into_iter().map(set).find(fits).unwrap_or_else(|| set(smallest));
        let (text, strong) = (Type { face: Face::Regular, size }, Type { face: Face::Bold, size });
        let mut x = 4.0;
        let of = |(width, (_, align)): (f32, &(String, Align))| {
            let place = Place { x, width, align: *align };
            x += width + GUTTER;
            place
        };
        let places: Vec<Place> =
            widths(&needs, room(&needs)).into_iter().zip(grid.columns()).map(of).collect();
        let heads: Vec<&str> = grid.columns().iter().map(|(head, _)| &**head).collect();
        let head = cells(&heads, &places, strong);
        Self { places, head, text, strong }
    }

    fn head_height(&self) -> f32 {
        height(&self.head, self.strong)
    }
}

fn cells(texts: &[&str], places: &[Place], of: Type) -> Cells {
    texts.iter().zip(places).map(|(text, place)| of.wrapped(text, place.width)).collect()
}

fn longest(cells: &Cells) -> usize {
    cells.iter().map(Vec::len).max().unwrap_or(0)
}

fn height(cells: &Cells, of: Type) -> f32 {
    longest(cells) as f32 * of.leading() + 2.0 * PAD
}

/// What each column needs.
fn needs(grid: &Grid, of: Type) -> Vec<Need> {
    let need = |(number, (head, align)): (usize, &(String, Align))| {
        let cells = grid.rows().iter().map(|row| &*row.cells[number]);
        let most = |measure: fn(Type, &str) -> f32| {
            cells.clone().map(|text| measure(of, text)).fold(of.longest_word(head), f32::max) + 0.5
        };
        Need {
            natural: most(Type::natural).max(of.natural(head)),
            // Figures are not broken where that can be avoided.
            least: if *align == Align::Right { most(Type::natural) } else { most(Type::longest_word) },
            words: *align == Align::Left,
        }
    };
    grid.columns().iter().enumerate().map(need).collect()
}
