//! The sign as one SVG: a sheet with the proportions of the paper, set line by line.

use crate::content::{NoteRow, PayLine, Sign, WagerRow};
use crate::family::FamilySign;
use croupier_pen::{BRASS, BRASS_INK, FELT, GREY, INK, IVORY, PAPER, Pen, Typeface, escape, length, many};
use croupier_rules::with_game;

/// The narrowest sheet, in the units of font sizes: the narrower the sheet, the larger the printed text.
const WIDTH_LEAST: f64 = 660.0;
/// By how much the sheet is widened when the sign is too long for it.
const WIDTH_STEP: f64 = 20.0;
/// Beyond this width the text would be too small to read; the sheet is then longer than the paper.
const WIDTH_MOST: f64 = 1240.0;
const MARGIN: f64 = 34.0;

/// The style of a brass hairline.
const HAIRLINE: &str = "stroke=\"#b39a61\" stroke-width=\"0.7\"";

impl Sign {
    /// The sign as a standalone SVG.
    pub fn svg(&self) -> String {
        let sheet = Sheet::fitted(self);
        let height = sheet.bottom.max(sheet.width * proportion(self));
        sheet.finished(self, height)
    }

    /// The width of the sheet that holds the whole sign, in the units of font sizes.
    pub(crate) fn sheet_width(&self) -> f64 {
        Sheet::fitted(self).width
    }
}

/// The ratio of the paper's height to its width.
fn proportion(sign: &Sign) -> f64 {
    let (across, down) = sign.paper.size();
    f64::from(down) / f64::from(across)
}

/// A sheet that is set from the top down.
struct Sheet {
    pen: Pen,
    width: f64,
    bottom: f64,
}

impl Sheet {
    /// The narrowest sheet that holds the sign.
    fn fitted(sign: &Sign) -> Self {
        let mut sheet = Self::set(sign, WIDTH_LEAST);
        while sheet.bottom > sheet.width * proportion(sign) && sheet.width < WIDTH_MOST {
            sheet = Self::set(sign, sheet.width + WIDTH_STEP);
        }
        sheet
    }

    fn set(sign: &Sign, width: f64) -> Self {
        let mut sheet = Self { pen: Pen::default(), width, bottom: MARGIN };
        sheet.plate(sign);
        sheet.limits(sign);
        sheet.drawing(sign);
        sheet.wagers(&sign.wagers);
        sheet.notes(&sign.notes);
        // Space for the lines at the foot.
        sheet.bottom += 14.0 * 3.0 + MARGIN;
        sheet
    }

    fn inner(&self) -> f64 {
        self.width - 2.0 * MARGIN
    }

    fn right(&self) -> f64 {
        self.width - MARGIN
    }

    /// The title on a green plate.
    fn plate(&mut self, sign: &Sign) {
        let heading = sign.heading.as_ref().map_or(0.0, |_| 26.0);
        let authority = Typeface::sans(13.0, IVORY).centred();
        let lines = authority.wrap(&sign.authority, self.inner() - 80.0);
        let height = 102.0 + heading + 17.0 * many(lines.len());
        let (middle, top) = (self.width / 2.0, self.bottom);
        self.pen.rect((MARGIN, top), (self.inner(), height), 6.0, &format!("fill=\"{FELT}\""));
        let inset = (self.inner() - 12.0, height - 12.0);
        let line = format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"0.8\"");
        self.pen.rect((MARGIN + 6.0, top + 6.0), inset, 3.0, &line);
        let mut y = top + 40.0;
        if let Some(words) = &sign.heading {
            let face = Typeface::sans(15.0, BRASS).centred().spaced(3.0);
            self.pen.text((middle, y), face, &words.to_uppercase());
            y += heading;
        }
        let title = Typeface::serif(46.0, IVORY).centred();
        self.pen.text_with((middle, y + 24.0), title, &sign.title, "role=\"heading\" aria-level=\"1\"");
        y += 40.0;
        self.pen.line(
            (middle - 50.0, y),
            (middle + 50.0, y),
            &format!("stroke=\"{BRASS}\" stroke-width=\"1\""),
        );
        for line in lines {
            y += 19.0;
            self.pen.text((middle, y), authority, &line);
        }
        self.bottom += height;
    }

    /// The limits, in large print.
    fn limits(&mut self, sign: &Sign) {
        let limits = &sign.limits;
        let (middle, top) = (self.width / 2.0, self.bottom);
        let label = format!("Limits: {}", limits.words());
        self.pen.open(&format!("role=\"group\" aria-label=\"{}\"", escape(&label)));
        let small = Typeface::sans(12.0, BRASS_INK).centred().spaced(2.5);
        let large = Typeface::serif(34.0, INK).centred();
        match (limits.least, limits.most) {
            (None, None) => {
                self.pen.text(
                    (middle, top + 50.0),
                    Typeface::serif(26.0, INK).centred(),
                    "Limits: ask the dealer",
                );
            }
            (least, most) => {
                let amounts: Vec<(&str, String)> = [("LEAST BET", least), ("MOST", most)]
                    .into_iter()
                    .filter_map(|(word, amount)| amount.map(|amount| (word, limits.counted(amount))))
                    .collect();
                let apart = self.inner() / 2.0;
                let mut x = if amounts.len() == 1 { middle } else { middle - apart / 2.0 };
                for (word, amount) in amounts {
                    self.pen.text((x, top + 26.0), small, word);
                    self.pen.text((x, top + 60.0), large, &amount);
                    x += apart;
                }
                if limits.least.is_some() && limits.most.is_some() {
                    self.pen.line((middle, top + 18.0), (middle, top + 62.0), HAIRLINE);
                }
            }
        }
        let cites = limits.cites.join(", ");
        if !cites.is_empty() {
            self.pen.text((self.right(), top + 60.0), CITES, &cites);
        }
        self.pen.close();
        self.bottom += 80.0;
    }

    fn drawing(&mut self, sign: &Sign) {
        let drawing = with_game!(&sign.rules, game => game.drawing());
        let wide = self.inner().min(780.0);
        let x = (self.width - wide) / 2.0;
        self.pen.raw(&drawing.placed(x, self.bottom, wide));
        self.bottom += drawing.height * wide / drawing.width + 26.0;
    }

    fn wagers(&mut self, rows: &[WagerRow]) {
        self.pen.open("role=\"table\" aria-label=\"The wagers and their odds\"");
        let head = Typeface::sans(11.0, BRASS_INK).spaced(2.0);
        let columns = Columns::of(self, rows);
        self.pen.open("role=\"row\"");
        self.pen.text_with((MARGIN, self.bottom), head, "WAGER", "role=\"columnheader\"");
        self.pen.text_with((columns.pays, self.bottom), head.ending(), "PAYS", "role=\"columnheader\"");
        self.pen.text_with((self.right(), self.bottom), head.ending(), "PROVISION", "role=\"columnheader\"");
        self.pen.close();
        self.bottom += 8.0;
        self.rule(1.2);
        for row in rows {
            self.wager(row, &columns);
        }
        self.pen.close();
        self.bottom += 22.0;
    }

    fn rule(&mut self, wide: f64) {
        let style = HAIRLINE.replace("0.7", &length(wide));
        self.pen.line((MARGIN, self.bottom), (self.right(), self.bottom), &style);
    }

    /// One wager: its name and what it covers, and beside them a line for each of its odds.
    fn wager(&mut self, row: &WagerRow, columns: &Columns) {
        let (name, covers) = (Typeface::sans(14.0, INK).bold(), Typeface::sans(12.0, GREY));
        self.pen.open("role=\"row\"");
        let top = self.bottom;
        let mut left = Vec::new();
        let wide = columns.name_of(row);
        for line in name.wrap(&row.name, wide) {
            left.push((name, line));
        }
        let beside = wide - left.last().map_or(0.0, |(_, line)| name.width(line)) - 14.0;
        let words = row.covers_words();
        let one_line = left.len() == 1 && covers.width(&words) <= beside;
        if !one_line {
            left.extend(covers.wrap(&words, wide).into_iter().map(|line| (covers, line)));
        }
        let mut y = top;
        for (place, (face, line)) in left.iter().enumerate() {
            y += if place == 0 { 18.0 } else { 15.0 };
            let role = if place == 0 { "role=\"rowheader\"" } else { "" };
            let beside = if one_line { Some((covers, words.as_str())) } else { None };
            self.pen.text_pair((MARGIN, y), (*face, line), beside, role);
        }
        let lowest = self.pays(&row.pays, columns, top);
        self.bottom = y.max(lowest) + 7.0;
        self.rule(0.4);
        self.pen.close();
    }

    /// The odds of a wager; returns the position of their last line.
    fn pays(&mut self, pays: &[PayLine], columns: &Columns, top: f64) -> f64 {
        let mut y = top;
        for (place, pay) in pays.iter().enumerate() {
            y += if place == 0 { 18.0 } else { 17.0 };
            self.pen.text_with((columns.pays, y), ODDS, &pay.odds, "role=\"cell\"");
            self.pen.text_with((self.right(), y), CITES, &pay.cites.join(", "), "role=\"cell\"");
            if let Some(when) = &pay.when {
                let x = columns.pays - columns.odds - 12.0;
                for (nth, line) in WHEN.wrap(when, columns.when).into_iter().enumerate() {
                    y += if nth == 0 { 0.0 } else { 13.0 };
                    self.pen.text((x, y), WHEN, &line);
                }
            }
        }
        y
    }

    /// The notes for players, in two columns.
    fn notes(&mut self, notes: &[NoteRow]) {
        let gap = 30.0;
        let wide = (self.inner() - gap) / 2.0;
        let top = self.bottom;
        let heights: Vec<f64> = notes.iter().map(|note| note_height(note, wide)).collect();
        let half = heights.iter().sum::<f64>() / 2.0;
        let (mut y, mut x, mut lowest, mut turned) = (top, MARGIN, top, false);
        self.pen.open("role=\"list\" aria-label=\"How the table is played\"");
        for (note, height) in notes.iter().zip(heights) {
            if !turned && y - top + height / 2.0 > half {
                (y, x, turned) = (top, MARGIN + wide + gap, true);
            }
            self.note(note, (x, y), wide);
            y += height;
            lowest = lowest.max(y);
        }
        self.pen.close();
        self.bottom = lowest;
    }

    fn note(&mut self, note: &NoteRow, (x, mut y): (f64, f64), wide: f64) {
        self.pen.open("role=\"listitem\"");
        y += 12.0;
        self.pen.text((x, y), TOPIC, &note.topic);
        let cites = note.cites.join(", ");
        let beside = fits_beside(note, wide);
        if beside && !cites.is_empty() {
            self.pen.text((x + wide, y), CITES, &cites);
        }
        for line in NOTE.wrap(&note.text, wide) {
            y += 15.0;
            self.pen.text((x, y), NOTE, &line);
        }
        if !beside {
            for line in CITES.wrap(&cites, wide) {
                y += 13.0;
                self.pen.text((x + wide, y), CITES, &line);
            }
        }
        self.pen.close();
    }

    /// Adds the frame, the paper and the foot, now that the length is known.
    fn finished(self, sign: &Sign, height: f64) -> String {
        let mut foot = Pen::default();
        let mut y = height - MARGIN - 14.0 * 2.0;
        for line in &sign.footer {
            foot.text((self.width / 2.0, y), Typeface::sans(10.0, GREY).centred(), line);
            y += 14.0;
        }
        let mut paper = Pen::default();
        paper.rect((0.0, 0.0), (self.width, height), 0.0, &format!("fill=\"{PAPER}\""));
        for (inset, wide) in [(12.0, "1.6"), (17.0, "0.6")] {
            let size = (self.width - 2.0 * inset, height - 2.0 * inset);
            let style = format!("fill=\"none\" stroke=\"#b39a61\" stroke-width=\"{wide}\"");
            paper.rect((inset, inset), size, 4.0, &style);
        }
        let (across, down) = sign.paper.size();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{across}mm\" height=\"{down}mm\" viewBox=\"0 0 {} {}\" role=\"graphics-document document\" aria-labelledby=\"sign-title sign-desc\" xml:lang=\"en\">\n<title id=\"sign-title\">{}</title>\n<desc id=\"sign-desc\">{}</desc>\n{}{}{}</svg>\n",
            length(self.width),
            length(height),
            escape(&format!("{}: limits and odds", sign.title)),
            escape(&format!(
                "The sign of a table of {}, played by {}. Limits: {}. Every wager with its odds and the provision they rest on.",
                sign.title,
                sign.authority,
                sign.limits.words()
            )),
            paper.done(),
            self.pen.done(),
            foot.done()
        )
    }
}

const ODDS: Typeface<'static> = Typeface::sans(15.0, INK).bold().ending();
const CITES: Typeface<'static> = Typeface::sans(10.5, GREY).ending();
const WHEN: Typeface<'static> = Typeface::sans(12.0, GREY).ending();
const TOPIC: Typeface<'static> = Typeface::sans(12.0, BRASS_INK).bold();
const NOTE: Typeface<'static> = Typeface::sans(12.0, INK);

fn note_height(note: &NoteRow, wide: f64) -> f64 {
    let count = |lines: Vec<String>| many(lines.len());
    let cites = if fits_beside(note, wide) { Vec::new() } else { CITES.wrap(&note.cites.join(", "), wide) };
    12.0 + 15.0 * count(NOTE.wrap(&note.text, wide)) + 13.0 * count(cites) + 10.0
}

/// Whether the provisions of a note fit on the line of its topic.
fn fits_beside(note: &NoteRow, wide: f64) -> bool {
    TOPIC.width(&note.topic) + 16.0 + CITES.width(&note.cites.join(", ")) <= wide
}

/// The columns of the wagers.
struct Columns {
    /// The width of the names.
    name: f64,
    /// The right end of the odds.
    pays: f64,
    /// The width of the odds.
    odds: f64,
    /// The width of the conditions.
    when: f64,
}

impl Columns {
    /// Provisions and odds get the width they need; names and conditions share the rest.
    fn of(sheet: &Sheet, rows: &[WagerRow]) -> Self {
        let lines = || rows.iter().flat_map(|row| &row.pays);
        let widest = |width: &dyn Fn(&PayLine) -> f64, least: f64| lines().map(width).fold(least, f64::max);
        let cites = widest(&|pay| CITES.width(&pay.cites.join(", ")), 92.0);
        let odds = widest(&|pay| ODDS.width(&pay.odds), 50.0);
        let pays = sheet.right() - cites - 22.0;
        let rest = pays - odds - 24.0 - MARGIN;
        let several = lines().any(|pay| pay.when.is_some());
        let when = if several { (rest * 0.56).min(320.0) } else { 0.0 };
        Self { name: rest - when, pays, odds, when }
    }

    /// The width available for the name of this row: up to the odds, if it has no conditions.
    fn name_of(&self, row: &WagerRow) -> f64 {
        if row.pays.iter().any(|pay| pay.when.is_some()) { self.name } else { self.name + self.when }
    }
}
