//! Sets the passages of a document on pages, from top to bottom.

use crate::faces::Face;
use crate::lines::Type;
use crate::marks::{BLACK, Element, ElementId, GREY, Ink, LIGHT, Mark, SetPages, Shade, Structure};
use crate::model::{Passage, Printout, Sheet, Signature};

const TEXT: Type = Type { face: Face::Regular, size: 9.5 };
const STRONG: Type = Type { face: Face::Bold, size: 9.5 };
const TITLE: Type = Type { face: Face::Bold, size: 20.0 };
const NUMBER: Type = Type { face: Face::Bold, size: 11.0 };
const HEADING: Type = Type { face: Face::Bold, size: 12.0 };
const LARGE: Type = Type { face: Face::Bold, size: 16.0 };
const SMALL: Type = Type { face: Face::Regular, size: 8.0 };
const SMALL_STRONG: Type = Type { face: Face::Bold, size: 8.0 };
const CODE: Type = Type { face: Face::Mono, size: 8.5 };
const STAMP: Type = Type { face: Face::Bold, size: 44.0 };

/// The room for one signature.
const SIGNATURE_HEIGHT: f32 = 58.0;

/// The pages that are being set.
pub(crate) struct Setter<'d> {
    document: &'d Printout,
    pub(crate) set: SetPages,
    margin: f32,
    /// The place of the next line.
    pub(crate) y: f32,
}

/// Sets a document on pages.
pub(crate) fn set(document: &Printout) -> SetPages {
    let mut setter = Setter::new(document);
    setter.title();
    for passage in &document.passages {
        setter.passage(passage);
    }
    setter.edges();
    setter.set
}

impl<'d> Setter<'d> {
    fn new(document: &'d Printout) -> Self {
        let (size, margin) = match document.sheet {
            Sheet::A4 => ((595.28, 841.89), 54.0),
            Sheet::A5 => ((419.53, 595.28), 36.0),
        };
        let set =
            SetPages { size, pages: vec![Vec::new()], structure: Structure::new(), headings: Vec::new() };
        let mut setter = Self { document, set, margin, y: 0.0 };
        setter.y = setter.top();
        setter
    }

    fn top(&self) -> f32 {
        self.margin + 20.0
    }

    fn bottom(&self) -> f32 {
        self.set.size.1 - self.margin - 16.0
    }

    pub(crate) fn left(&self) -> f32 {
        self.margin
    }

    pub(crate) fn width(&self) -> f32 {
        self.set.size.0 - 2.0 * self.margin
    }

    /// The height of a page that passages can use.
    pub(crate) fn page_height(&self) -> f32 {
        self.bottom() - self.top()
    }

    pub(crate) fn draw(&mut self, ink: Ink, of: Option<ElementId>) {
        if matches!(&ink, Ink::Text { text, .. } if text.is_empty()) {
            return;
        }
        self.set.pages.last_mut().expect("there is always a page").push(Mark { ink, of });
    }

    pub(crate) fn rule(&mut self, width: f32, shade: Shade) {
        let (from, to) = ((self.left(), self.y), (self.left() + self.width(), self.y));
        self.draw(Ink::Rule { from, to, width, shade }, None);
    }

    pub(crate) fn new_page(&mut self) {
        self.set.pages.push(Vec::new());
        self.y = self.top();
    }

    /// Begins a new page where this much does not fit on this one. Whether it did.
    pub(crate) fn room(&mut self, height: f32) -> bool {
        let full = self.y + height > self.bottom();
        if full && self.y > self.top() {
            self.new_page();
        }
        full
    }

    /// Space before a passage; none at the top of a page.
    fn gap(&mut self, height: f32) {
        if self.y > self.top() {
            self.y += height;
        }
    }

    /// Lines under each other. `x` is from the left margin.
    fn lines(&mut self, text: &str, of: Type, place: (f32, f32), shade: Shade, element: ElementId) {
        let (x, width) = place;
        for line in of.wrapped(text, width) {
            self.room(of.leading());
            let (x, y) = (self.left() + x, self.y + of.ascent());
            self.draw(Ink::Text { x, y, of, shade, text: line }, Some(element));
            self.y += of.leading();
        }
    }

    fn paragraph(&mut self, text: &str, of: Type, shade: Shade) {
        let element = self.add(Structure::ROOT, Element::Paragraph);
        self.lines(text, of, (0.0, self.width()), shade, element);
    }

    pub(crate) fn add(&mut self, to: ElementId, element: Element) -> ElementId {
        self.set.structure.add(to, element)
    }

    fn title(&mut self) {
        let document = self.document;
        self.paragraph(&document.house, STRONG, GREY);
        self.y += 2.0;
        self.heading(document.title(), TITLE, 1);
        if !document.number.is_empty() {
            self.paragraph(&document.number, NUMBER, BLACK);
        }
        self.y += 6.0;
        self.rule(1.5, BLACK);
        self.y += 10.0;
        if let Some(stamp) = &document.stamp {
            self.paragraph(stamp, STAMP, BLACK);
            self.y += 6.0;
        }
    }

    fn heading(&mut self, text: &str, of: Type, level: u16) {
        if text.trim().is_empty() {
            return;
        }
        let element = self.add(Structure::ROOT, Element::Heading(level, text.to_owned()));
        let page = self.set.pages.len() - 1;
        self.set.headings.push((text.to_owned(), page, self.y));
        self.lines(text, of, (0.0, self.width()), BLACK, element);
    }

    fn passage(&mut self, passage: &Passage) {
        match passage {
            Passage::Heading(text) => {
                self.gap(12.0);
                // A heading stays with the first lines under it.
                self.room(80.0);
                self.heading(text, HEADING, 2);
                self.y += 3.0;
            }
            Passage::Paragraph(text) => self.spaced(|setter| setter.paragraph(text, TEXT, BLACK)),
            Passage::Large(text) => self.spaced(|setter| setter.paragraph(text, LARGE, BLACK)),
            Passage::Small(text) => self.spaced(|setter| setter.paragraph(text, SMALL, GREY)),
            Passage::Facts(facts) => self.spaced(|setter| setter.facts(facts)),
            Passage::Points(points) => self.spaced(|setter| setter.points(points)),
            Passage::Grid(grid) => self.spaced(|setter| setter.grid(grid)),
            Passage::Verbatim(lines) => self.spaced(|setter| setter.verbatim(lines)),
            Passage::Signatures(all) => self.spaced(|setter| setter.signatures(all)),
        }
    }

    fn spaced(&mut self, set: impl FnOnce(&mut Self)) {
        self.gap(3.0);
        set(self);
        self.y += 3.0;
    }

    /// Something beside its label: both begin on one line.
    fn labelled(&mut self, list: ElementId, label: (&str, Type), text: &str, indent: f32) {
        let (label, of) = label;
        let labels = of.wrapped(label, indent - 8.0);
        self.room(TEXT.leading() * labels.len() as f32);
        let item = self.add(list, Element::Item);
        let (tag, body) = (self.add(item, Element::Label), self.add(item, Element::Body));
        let (top, page) = (self.y, self.set.pages.len());
        for line in &labels {
            let (x, y) = (self.left(), self.y + TEXT.ascent());
            self.draw(Ink::Text { x, y, of, shade: GREY, text: line.clone() }, Some(tag));
            self.y += TEXT.leading();
        }
        let under = std::mem::replace(&mut self.y, top);
        self.lines(text, TEXT, (indent, self.width() - indent), BLACK, body);
        if page == self.set.pages.len() {
            self.y = self.y.max(under);
        }
        self.y += 1.5;
    }

    fn facts(&mut self, facts: &[(String, String)]) {
        let longest = facts.iter().map(|(name, _)| TEXT.natural(name)).fold(0.0, f32::max);
        let indent = (longest + 16.0).min(self.width() * 0.4);
        let list = self.add(Structure::ROOT, Element::List);
        for (name, value) in facts {
            self.labelled(list, (name, TEXT), value, indent);
        }
    }

    fn points(&mut self, points: &[String]) {
        let list = self.add(Structure::ROOT, Element::List);
        for point in points {
            self.labelled(list, ("–", TEXT), point, 14.0);
        }
    }

    fn verbatim(&mut self, lines: &[String]) {
        let element = self.add(Structure::ROOT, Element::Paragraph);
        for line in lines {
            let code = self.add(element, Element::Code);
            for text in CODE.wrapped(line, self.width() - 12.0) {
                self.room(CODE.leading());
                let (x, top) = (self.left(), self.y);
                let bar = Ink::Area { x, y: top, width: 2.0, height: CODE.leading() + 0.2, shade: LIGHT };
                self.draw(bar, None);
                let (x, y) = (x + 12.0, top + CODE.ascent());
                self.draw(Ink::Text { x, y, of: CODE, shade: BLACK, text }, Some(code));
                self.y += CODE.leading();
            }
        }
    }

    /// Lines to sign on, two beside each other.
    fn signatures(&mut self, all: &[Signature]) {
        let rows = all.len().div_ceil(2) as f32;
        let together = rows * SIGNATURE_HEIGHT + 8.0;
        if together <= self.page_height() {
            self.room(together);
        }
        self.y += 8.0;
        let width = (self.width() - 20.0) / 2.0;
        for pair in all.chunks(2) {
            self.room(SIGNATURE_HEIGHT);
            let (mut top, mut under) = (self.y, self.y + SIGNATURE_HEIGHT);
            for (place, signature) in (0u8..).zip(pair) {
                self.y = top;
                let pages = self.set.pages.len();
                self.signature(signature, (f32::from(place) * (width + 20.0), width));
                // What is under a signature that went on to another page begins there.
                (top, under) = match self.set.pages.len() == pages {
                    true => (top, under.max(self.y)),
                    false => (self.y, self.y),
                };
            }
            self.y = under;
        }
    }

    fn signature(&mut self, signature: &Signature, place: (f32, f32)) {
        let element = self.add(Structure::ROOT, Element::Paragraph);
        self.lines(&signature.what, SMALL_STRONG, place, BLACK, element);
        self.y += 22.0;
        let (x, width) = (self.left() + place.0, place.1);
        let rule = Ink::Rule { from: (x, self.y), to: (x + width, self.y), width: 0.6, shade: BLACK };
        self.draw(rule, None);
        self.y += 2.0;
        let by: Vec<&str> =
            [&*signature.who, &*signature.at].into_iter().filter(|text| !text.is_empty()).collect();
        if !by.is_empty() {
            self.lines(&by.join(" · "), SMALL, place, GREY, element);
        }
    }

    /// The head and the foot of every page, and the stamp. They repeat what the document says: no reader needs them twice.
    fn edges(&mut self) {
        let count = self.set.pages.len();
        let ((_, height), left, width) = (self.set.size, self.left(), self.width());
        let (head, foot) = (self.margin - 2.0, height - self.margin + 10.0);
        let document = self.document;
        for (place, page) in self.set.pages.iter_mut().enumerate() {
            let number = format!("Page {} of {count}", place + 1);
            let mut marks = Vec::new();
            let mut text = |text: &str, x: f32, y: f32| {
                let text = SMALL.face.printable(text);
                marks.push(Mark { ink: Ink::Text { x, y, of: SMALL, shade: GREY, text }, of: None });
            };
            if place > 0 {
                text(&shortened(&[&document.house, document.title(), &document.number], width), left, head);
            }
            let page_x = left + width - SMALL.width(&number);
            text(&shortened(&[document.title(), &document.number], page_x - left - 12.0), left, foot);
            text(&number, page_x, foot);
            for y in [foot - 11.0].into_iter().chain((place > 0).then_some(head + 5.0)) {
                let (from, to) = ((left, y), (left + width, y));
                marks.push(Mark { ink: Ink::Rule { from, to, width: 0.5, shade: GREY }, of: None });
            }
            if let Some(stamp) = &document.stamp {
                marks.insert(0, Mark { ink: Ink::Stamp { text: stamp.clone() }, of: None });
            }
            // Under the text of the page: nothing is covered.
            page.splice(0..0, marks);
        }
    }
}

/// Texts on one line of the head or the foot. The page says them in full: what is too long is cut with a mark.
fn shortened(texts: &[&str], width: f32) -> String {
    let texts: Vec<String> =
        texts.iter().filter(|text| !text.is_empty()).map(|text| SMALL.face.printable(text)).collect();
    let text = texts.join(" · ");
    if SMALL.width(&text) <= width {
        return text;
    }
    let mut cut = String::new();
    let mut long = SMALL.width("…");
    for letter in text.chars() {
        long += SMALL.face.width(letter.encode_utf8(&mut [0; 4]), SMALL.size);
        if long > width {
            break;
        }
        cut.push(letter);
    }
    cut + "…"
}
