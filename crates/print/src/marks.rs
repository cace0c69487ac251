//! What is drawn on pages, and the structure that a reader of the text follows.

use crate::lines::Type;

/// A shade of grey, from black at 0 to white at 255.
pub(crate) type Shade = u8;

pub(crate) const BLACK: Shade = 0;
pub(crate) const GREY: Shade = 85;
pub(crate) const LIGHT: Shade = 200;
pub(crate) const FAINT: Shade = 236;

/// Something that is drawn. Places are in points from the top left corner.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ink {
    /// A line of text; `y` is its baseline.
    Text { x: f32, y: f32, of: Type, shade: Shade, text: String },
    /// A straight line.
    Rule { from: (f32, f32), to: (f32, f32), width: f32, shade: Shade },
    /// A filled rectangle.
    Area { x: f32, y: f32, width: f32, height: f32, shade: Shade },
    /// Large letters across the page.
    Stamp { text: String },
}

/// Something that is drawn, and the element of the structure that it belongs to; decoration belongs to none.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mark {
    pub(crate) ink: Ink,
    pub(crate) of: Option<ElementId>,
}

/// The number of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ElementId(pub(crate) usize);

/// The kind of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Document,
    Heading(u16, String),
    Paragraph,
    Code,
    List,
    Item,
    Label,
    Body,
    Table,
    TableHead,
    TableBody,
    Row,
    ColumnHead,
    RowHead,
    Cell,
}

/// The elements of a document, each with those inside it. The first is the document.
pub(crate) struct Structure {
    pub(crate) elements: Vec<(Element, Vec<ElementId>)>,
}

impl Structure {
    pub(crate) const ROOT: ElementId = ElementId(0);

    pub(crate) fn new() -> Self {
        Self { elements: vec![(Element::Document, Vec::new())] }
    }

    /// Adds an element inside another.
    pub(crate) fn add(&mut self, to: ElementId, element: Element) -> ElementId {
        let id = ElementId(self.elements.len());
        self.elements.push((element, Vec::new()));
        self.elements[to.0].1.push(id);
        id
    }
}

/// Pages with their marks, and what they mean.
pub(crate) struct SetPages {
    pub(crate) size: (f32, f32),
    pub(crate) pages: Vec<Vec<Mark>>,
    pub(crate) structure: Structure,
    /// The headings, with the page and the height where each is.
    pub(crate) headings: Vec<(String, usize, f32)>,
}
