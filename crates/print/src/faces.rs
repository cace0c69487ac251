//! The fonts that are part of the program, and what text measures in them.
//!
//! Text is set letter by letter from the left. The fonts have Latin, Greek and Cyrillic letters, the signs of currencies,
//! fractions, arrows and the suits. For any other character its code is printed (`[U+05D0]`): nothing is dropped, and
//! nothing is shown in a wrong order.

use std::collections::HashMap;
use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// A font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    Regular,
    Bold,
    Mono,
}

/// A font that was read: the glyph of each letter, and its width in a font of size 1.
struct ReadFace {
    font: Font,
    letters: HashMap<char, (u32, f32)>,
}

impl ReadFace {
    fn new(data: &'static [u8]) -> Self {
        let read = FontRef::new(data).expect("the fonts are part of the program");
        let font = Font::new(data.to_vec().into(), 0).expect("the fonts are part of the program");
        let metrics = read.glyph_metrics(Size::unscaled(), LocationRef::default());
        let letter = |(code, glyph): (u32, skrifa::GlyphId)| {
            let width = metrics.advance_width(glyph)? / font.units_per_em();
            Some((char::from_u32(code)?, (glyph.to_u32(), width)))
        };
        let mapped = read.charmap().mappings().filter(|(_, glyph)| glyph.to_u32() != 0);
        let letters = mapped.filter_map(letter).collect();
        Self { font, letters }
    }
}

static REGULAR: LazyLock<ReadFace> =
    LazyLock::new(|| ReadFace::new(include_bytes!("../fonts/Arimo-Regular.ttf")));
static BOLD: LazyLock<ReadFace> = LazyLock::new(|| ReadFace::new(include_bytes!("../fonts/Arimo-Bold.ttf")));
static MONO: LazyLock<ReadFace> =
    LazyLock::new(|| ReadFace::new(include_bytes!("../fonts/Cousine-Regular.ttf")));

impl Face {
    fn read(self) -> &'static ReadFace {
        match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
            Self::Mono => &MONO,
        }
    }

    /// The font for the library that writes it.
    pub(crate) fn font(self) -> Font {
        self.read().font.clone()
    }

    /// The width of a text that is printable.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        let letters = &self.read().letters;
        let width = |letter| letters.get(&letter).map_or(0.0, |(_, width)| *width);
        text.chars().map(width).sum::<f32>() * size
    }

    /// The text as it can be printed: a line without control characters, and codes for characters that the font lacks.
    pub(crate) fn printable(self, text: &str) -> String {
        let letters = &self.read().letters;
        let mut made = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '\t' | '\n' | '\r' => made.push(' '),
                letter if letters.contains_key(&letter) => made.push(letter),
                letter => made.extend(format!("[U+{:04X}]", u32::from(letter)).chars()),
            }
        }
        made
    }

    /// The glyphs of a printable text, for a font of size 1.
    pub(crate) fn glyphs(self, text: &str) -> Vec<KrillaGlyph> {
        let letters = &self.read().letters;
        let set = |(place, letter): (usize, char)| {
            let (glyph, width) = letters.get(&letter).copied().unwrap_or_default();
            let range = place..place + letter.len_utf8();
            KrillaGlyph::new(GlyphId::new(glyph), width, 0.0, 0.0, 0.0, range, None)
        };
        text.char_indices().map(set).collect()
    }
}
