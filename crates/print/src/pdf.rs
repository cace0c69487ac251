//! Writes set pages as PDF: for archives (PDF/A-2a) and for readers who do not see the page (PDF/UA-1).

use std::num::NonZeroU16;

use krilla::Document;
use krilla::SerializeSettings;
use krilla::color::luma;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, ListNumbering, Node, SpanTag, TableHeaderScope, Tag,
    TagGroup, TagKind, TagTree,
};

use crate::faces::Face;
use crate::marks::{Element, ElementId, FAINT, Ink, Mark, SetPages, Shade};
use crate::model::Printout;
use crate::setter::set;

const LANGUAGE: &str = "en";

impl Printout {
    /// The document as PDF.
    pub fn pdf(&self) -> Vec<u8> {
        let set = set(self);
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A2_A)
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .expect("both standards permit PDF 1.7");
        let mut document =
            Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
        document.set_metadata(self.metadata());
        document.set_outline(outline(&set));
        let parts = draw(&mut document, &set);
        document.set_tag_tree(tree(&set, parts));
        // What could be refused (a letter that the font lacks, a missing title) cannot occur in pages that were set here.
        document.finish().unwrap_or_else(|error| panic!("the pages break the standard: {error:?}"))
    }

    fn metadata(&self) -> Metadata {
        let date = self.date;
        let at = DateTime::new(date.year).month(date.month).day(date.day).hour(date.hour);
        let at = at.minute(date.minute).second(date.second).utc_offset_hour(0);
        let title: Vec<&str> =
            [self.title(), &*self.number].into_iter().filter(|text| !text.is_empty()).collect();
        Metadata::new()
            .title(Face::Regular.printable(&title.join(" · ")))
            .authors(vec![Face::Regular.printable(&self.house)])
            .creator("croupier".to_owned())
            .language(LANGUAGE.to_owned())
            .creation_date(at)
    }
}

fn outline(set: &SetPages) -> Outline {
    let mut outline = Outline::new();
    for (text, page, y) in &set.headings {
        let place = XyzDestination::new(*page, Point::from_xy(0.0, *y));
        outline.push_child(OutlineNode::new(Face::Regular.printable(text), place));
    }
    outline
}

/// Draws all pages. The parts of the text, by element.
fn draw(document: &mut Document, set: &SetPages) -> Vec<Vec<Identifier>> {
    let mut parts: Vec<Vec<Identifier>> = set.structure.elements.iter().map(|_| Vec::new()).collect();
    let (width, height) = set.size;
    for marks in &set.pages {
        let settings = PageSettings::from_wh(width, height).expect("paper has a size");
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for mark in marks {
            draw_mark(&mut surface, mark, set.size, &mut parts);
        }
        surface.finish();
        page.finish();
    }
    parts
}

fn draw_mark(surface: &mut Surface<'_>, mark: &Mark, size: (f32, f32), parts: &mut [Vec<Identifier>]) {
    let tag = match mark.of {
        Some(_) => ContentTag::Span(SpanTag::empty()),
        None => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
    };
    let part = surface.start_tagged(tag);
    draw_ink(surface, &mark.ink, size);
    surface.end_tagged();
    if let Some(ElementId(element)) = mark.of {
        parts[element].push(part);
    }
}

fn fill(shade: Shade) -> Fill {
    Fill { paint: luma::Color::new(shade).into(), ..Fill::default() }
}

fn draw_ink(surface: &mut Surface<'_>, ink: &Ink, (width, height): (f32, f32)) {
    surface.set_stroke(None);
    match ink {
        Ink::Text { x, y, of, shade, text } => {
            surface.set_fill(Some(fill(*shade)));
            let glyphs = of.face.glyphs(text);
            surface.draw_glyphs(Point::from_xy(*x, *y), &glyphs, of.face.font(), text, of.size, false);
        }
        Ink::Rule { from, to, width, shade } => {
            let mut path = PathBuilder::new();
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
            surface.set_fill(None);
            let paint = luma::Color::new(*shade).into();
            surface.set_stroke(Some(Stroke { paint, width: *width, ..Stroke::default() }));
            path.finish().iter().for_each(|path| surface.draw_path(path));
        }
        Ink::Area { x, y, width, height, shade } => {
            let mut path = PathBuilder::new();
            Rect::from_xywh(*x, *y, *width, *height).into_iter().for_each(|area| path.push_rect(area));
            surface.set_fill(Some(fill(*shade)));
            path.finish().iter().for_each(|path| surface.draw_path(path));
        }
        Ink::Stamp { text } => {
            let text = Face::Bold.printable(text);
            // From corner to corner, on three quarters of the diagonal, and no higher than a fifth of the page.
            let diagonal = width.hypot(height);
            let size = (diagonal * 0.75 / Face::Bold.width(&text, 1.0).max(1.0)).min(height / 5.0);
            let (long, angle) = (Face::Bold.width(&text, size), -height.atan2(width).to_degrees());
            surface.set_fill(Some(fill(FAINT)));
            surface.push_transform(&Transform::from_rotate_at(angle, width / 2.0, height / 2.0));
            let start = Point::from_xy((width - long) / 2.0, height / 2.0 + size * 0.35);
            surface.draw_glyphs(start, &Face::Bold.glyphs(&text), Face::Bold.font(), &text, size, false);
            surface.pop();
        }
    }
}

fn tree(set: &SetPages, mut parts: Vec<Vec<Identifier>>) -> TagTree {
    let mut tree = TagTree::new().with_lang(Some(LANGUAGE.to_owned()));
    for child in &set.structure.elements[0].1 {
        tree.push(group(set, *child, &mut parts));
    }
    tree
}

fn group(set: &SetPages, ElementId(element): ElementId, parts: &mut [Vec<Identifier>]) -> TagGroup {
    let (kind, inside) = &set.structure.elements[element];
    let mut children: Vec<Node> = std::mem::take(&mut parts[element]).into_iter().map(Node::from).collect();
    children.extend(inside.iter().map(|child| Node::from(group(set, *child, parts))));
    TagGroup::with_children(tag(kind), children)
}

fn tag(kind: &Element) -> TagKind {
    match kind {
        Element::Document => Tag::Div.into(),
        Element::Heading(level, text) => {
            Tag::Hn(NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN), Some(text.clone())).into()
        }
        Element::Paragraph => Tag::P.into(),
        Element::Code => Tag::Code.into(),
        Element::List => Tag::L(ListNumbering::None).into(),
        Element::Item => Tag::LI.into(),
        Element::Label => Tag::Lbl.into(),
        Element::Body => Tag::LBody.into(),
        Element::Table => Tag::Table.into(),
        Element::TableHead => Tag::THead.into(),
        Element::TableBody => Tag::TBody.into(),
        Element::Row => Tag::TR.into(),
        Element::ColumnHead => Tag::TH(TableHeaderScope::Column).into(),
        Element::RowHead => Tag::TH(TableHeaderScope::Row).into(),
        Element::Cell => Tag::TD.into(),
    }
}
