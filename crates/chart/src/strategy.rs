//! Drawing of best play: one coloured table per chart, with a letter in every cell.

use croupier_maths::strategy::{DecisionGrid, GridCell, LegendEntry, MoveKind, Strategy};
use croupier_pen::{Typeface, many};

use crate::sheet::{GREY, INK, MARGIN, Sheet, WIDE, words};

const ROW: f64 = 25.0;
const GAP: f64 = 1.5;

/// Best play as a self-contained SVG.
pub fn strategy(strategy: &Strategy) -> String {
    let mut sheet = Sheet::headed(&strategy.title);
    legend(&mut sheet, &strategy.moves);
    for chart in &strategy.charts {
        draw(&mut sheet, chart, &strategy.moves);
    }
    sheet.bottom += 8.0;
    for note in strategy.notes.iter().chain(Some(&strategy.method)).filter(|note| !note.is_empty()) {
        sheet.bottom += 4.0;
        sheet.say(note);
    }
    sheet.svg(&strategy.title, &desc(strategy))
}

const fn daylight(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Stand => "#f2c6b4",
        MoveKind::Draw => "#bfe0c4",
        MoveKind::More => "#bcd3f0",
        MoveKind::Split => "#f0dc96",
        MoveKind::Leave => "#d8cfe8",
    }
}

fn style(kind: Option<MoveKind>) -> String {
    kind.map_or_else(
        || "class=\"none\" fill=\"#eae3d2\"".to_owned(),
        |kind| format!("class=\"{}\" fill=\"{}\"", kind.name(), daylight(kind)),
    )
}

/// The moves with their letters, as many per line as fit.
fn legend(sheet: &mut Sheet, moves: &[LegendEntry]) {
    let face = Typeface::sans(12.0, INK);
    let mut x = MARGIN;
    sheet.bottom += 10.0;
    for play in moves {
        let key = face.bold().width(&play.letter).max(14.0) + 10.0;
        let wide = key + 6.0 + face.width(&play.name) + 16.0;
        if x > MARGIN && x + wide > WIDE - MARGIN {
            x = MARGIN;
            sheet.bottom += 24.0;
        }
        sheet.pen.rect((x, sheet.bottom), (key, 18.0), 3.0, &style(Some(play.kind)));
        words(&mut sheet.pen, (x + key / 2.0, sheet.bottom + 13.0), face.bold().centred(), &play.letter);
        words(&mut sheet.pen, (x + key + 6.0, sheet.bottom + 13.0), face, &play.name);
        x += wide;
    }
    sheet.bottom += 22.0;
}

/// The positions of the columns of a chart.
struct Columns {
    left: f64,
    wide: f64,
}

const NAME: Typeface<'static> = Typeface::sans(12.5, INK);

fn draw(sheet: &mut Sheet, chart: &DecisionGrid, moves: &[LegendEntry]) {
    let widest = chart.rows.iter().map(|row| NAME.width(&row.name)).fold(NAME.width(&chart.down), f64::max);
    let names = widest.min(WIDE * if chart.columns.len() > 2 { 0.4 } else { 0.66 });
    let left = MARGIN + names + 10.0;
    let count = many(chart.columns.len().max(1));
    let columns = Columns { left, wide: ((WIDE - MARGIN - left) / count).min(120.0) };
    draw_heads(sheet, chart, &columns, left + columns.wide * count / 2.0);
    for row in &chart.rows {
        let lines = NAME.wrap(&row.name, names + 4.0);
        for (line, words_of) in (0_u32..).zip(&lines) {
            words(&mut sheet.pen, (MARGIN, sheet.bottom + 17.0 + 15.0 * f64::from(line)), NAME, words_of);
        }
        let more = many(lines.len().max(1) - 1);
        let high = ROW + 15.0 * more;
        for (place, cell) in (0_u32..).zip(&row.cells) {
            let x = columns.left + columns.wide * f64::from(place);
            draw_cell(sheet, (x, columns.wide), high, cell.as_ref(), moves);
        }
        sheet.bottom += high;
    }
}

/// The title of a chart and the headings of its columns.
fn draw_heads(sheet: &mut Sheet, chart: &DecisionGrid, columns: &Columns, middle: f64) {
    let (title, small) = (Typeface::sans(14.0, INK).bold(), Typeface::sans(11.5, GREY));
    sheet.bottom += 26.0;
    words(&mut sheet.pen, (MARGIN, sheet.bottom), title, &chart.title);
    if !chart.across.is_empty() {
        let free = middle - small.width(&chart.across) / 2.0 > MARGIN + title.width(&chart.title) + 8.0;
        sheet.bottom += if free { 0.0 } else { 17.0 };
        words(&mut sheet.pen, (middle, sheet.bottom), small.centred(), &chart.across);
    }
    sheet.bottom += 18.0;
    words(&mut sheet.pen, (MARGIN, sheet.bottom), small, &chart.down);
    let head = fitting(
        Typeface::sans(12.0, INK).bold().centred(),
        &chart.columns.iter().map(String::as_str),
        columns.wide,
    );
    for (place, column) in (0_u32..).zip(&chart.columns) {
        let at = columns.left + columns.wide * (f64::from(place) + 0.5);
        words(&mut sheet.pen, (at, sheet.bottom), head, column);
    }
    sheet.bottom += 6.0;
}

/// The typeface, reduced in size until all texts fit.
fn fitting<'f, 't>(
    mut face: Typeface<'f>,
    all: &(impl Iterator<Item = &'t str> + Clone),
    wide: f64,
) -> Typeface<'f> {
    while face.size > 7.0 && all.clone().any(|text| face.width(text) > wide - 3.0) {
        face.size -= 0.5;
    }
    face
}

fn draw_cell(
    sheet: &mut Sheet,
    (x, wide): (f64, f64),
    high: f64,
    cell: Option<&GridCell>,
    moves: &[LegendEntry],
) {
    let kind = cell.and_then(GridCell::usual).and_then(|usual| moves.get(usual.play)).map(|play| play.kind);
    let at = (x + GAP / 2.0, sheet.bottom);
    sheet.pen.rect(at, (wide - GAP, high - GAP), 3.0, &style(kind));
    let Some(cell) = cell else { return };
    let text = cell.text(moves);
    let usual = Typeface::sans(13.0, INK).bold().centred();
    // A randomised move is drawn on one line per part if a single line is too narrow.
    let lines: Vec<&str> = if usual.width(&text) > wide { text.split(" / ").collect() } else { vec![&text] };
    let mut face = fitting(usual, &lines.iter().copied(), wide);
    if lines.len() > 1 {
        face.size = face.size.min(9.0);
    }
    let middle = sheet.bottom + (high - GAP) / 2.0 + face.size * 0.36;
    let below = many(lines.len() - 1) / 2.0;
    for (line, part) in (0_u32..).zip(&lines) {
        let at = middle + (f64::from(line) - below) * (face.size + 1.0);
        words(&mut sheet.pen, (x + wide / 2.0, at), face, part);
    }
}

/// A text description of the charts, row by row.
fn desc(strategy: &Strategy) -> String {
    let mut out: Vec<String> =
        strategy.moves.iter().map(|play| format!("{} is {}.", play.letter, play.name)).collect();
    for chart in &strategy.charts {
        let across = chart.columns.join(", ");
        out.push(format!("{}, {} by {} ({across}).", chart.title, chart.down, chart.across));
        for row in &chart.rows {
            let cell = |cell: &Option<GridCell>| {
                cell.as_ref().map_or_else(|| "–".to_owned(), |cell| cell.text(&strategy.moves))
            };
            out.push(format!("{}: {}.", row.name, row.cells.iter().map(cell).collect::<Vec<_>>().join(" ")));
        }
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use croupier_maths::strategy::GridRow;

    use super::*;

    #[test]
    fn every_cell_has_its_letter_and_its_colour() {
        let play = |letter: &str, kind| LegendEntry {
            letter: letter.to_owned(),
            name: format!("{letter} it"),
            kind,
        };
        let chart = DecisionGrid {
            title: "hands".to_owned(),
            down: "yours".to_owned(),
            across: "dealer's".to_owned(),
            columns: vec!["2".to_owned(), "A".to_owned()],
            rows: vec![GridRow { name: "16 <".to_owned(), cells: vec![Some(GridCell::pure(1)), None] }],
        };
        let moves = vec![play("D", MoveKind::Draw), play("S", MoveKind::Stand)];
        let drawn = strategy(&Strategy {
            title: "Best & play".to_owned(),
            moves,
            charts: vec![chart],
            notes: Vec::new(),
            method: "counted".to_owned(),
        });
        let tree = roxmltree::Document::parse(&drawn).unwrap();
        let classes: Vec<&str> = tree
            .descendants()
            .filter(|node| node.has_tag_name("rect"))
            .filter_map(|node| node.attribute("class"))
            .collect();
        assert_eq!(classes, ["sheet", "draw", "stand", "stand", "none"]);
        let desc = tree.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap();
        assert!(desc.contains("16 <: S –."), "{desc}");
    }
}
