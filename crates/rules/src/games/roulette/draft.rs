//! Reads the section of a rulebook on a roulette table.

use std::collections::BTreeMap;
use std::ops::Range;

use croupier_kit::{Layout, Pocket, PocketSet, Shape, Wheel};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use toml::Spanned;

use super::limits::{CALLS, LIMITS, WAGERS};
use super::numbers::{Number, Numbers, one_fault_a_number, read_order, read_set};
use super::settings::SETTINGS;
use super::zero_draft::{PrisonDraft, read_zero_rule};
use super::{Call, Chip, Clause, Coverage, Roulette, SpinRules};
use super::{check, names};
use crate::book::{
    Citation, Citations, DeclaredLimit, DeclaredSetting, FamilyBook, Faults, Located, Need, OddsText,
    Section, Setting, known_words, one_of, own_names, read_odds,
};

/// The provisions of a rulebook on a roulette table.
#[derive(Clone, Debug)]
pub(crate) struct RouletteBook {
    rules: Roulette,
}

/// A kind of wager, with one of `size`, `shape` and `sets`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RouletteWager", transform = one_coverage)]
struct ClauseDraft {
    /// For people and for mutations: what it is called.
    name: Located<String>,
    /// Any set of this many numbers.
    size: Option<Located<u32>>,
    /// Numbers that lie together on the layout: `straight`, `split`, `street`, `corner`, `six-line`.
    shape: Option<Located<ShapeName>>,
    /// The sets of this table that it may be on, by name.
    #[serde(default)]
    sets: Vec<Located<String>>,
    /// Whether a set of that size may contain a zero; default: it may.
    zero: Option<Located<bool>>,
    /// What it is paid.
    odds: Located<OddsText>,
    /// The provision that permits it and sets its odds.
    cite: Located<Citation>,
    /// The provision that says what it is on, cited after the other.
    defined: Option<Located<Citation>>,
    /// The provision by which a zero takes half of it only, where there is one.
    zero_shared: Option<Located<Citation>>,
    /// The provisions by which a zero holds it for the next spin, where there are any.
    en_prison: Option<Located<PrisonDraft>>,
    /// The zeros that take half of it only, or hold it; default: every zero of the wheel.
    zeros: Option<Numbers>,
}

/// The name of a shape of the layout.
#[derive(Deserialize)]
#[serde(transparent)]
struct ShapeName(String);

impl JsonSchema for ShapeName {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Shape".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": Shape::ALL.map(Shape::name) })
    }
}

/// States in the schema that a wager defines its numbers in exactly one way.
fn one_coverage(schema: &mut Schema) {
    one_of(schema, &["size", "shape", "sets"]);
}

/// A bet that a player calls, laid in several chips: with `chips` or with `neighbours`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RouletteCall", transform = one_call)]
struct CallDraft {
    /// Its word in records.
    name: Located<String>,
    /// The provision on it.
    cite: Located<Citation>,
    /// Where its chips lie.
    #[serde(default)]
    chips: Vec<ChipDraft>,
    /// Or: a number and this many of its neighbours on each side of the wheel, one chip on each.
    neighbours: Option<Located<u8>>,
}

/// States in the schema that a call defines the position of its chips in exactly one way.
fn one_call(schema: &mut Schema) {
    one_of(schema, &["chips", "neighbours"]);
}

/// Chips of a call.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RouletteChip")]
struct ChipDraft {
    /// The numbers that they lie on.
    on: Numbers,
    /// How many: 1 to 100, and no more in all chips of a call; default: 1.
    chips: Option<Located<u32>>,
}

/// The provisions on spins; where one is left out, the book has none.
#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RouletteSpins")]
struct SpinDraft {
    /// Spins alternate in direction.
    alternate: Option<Located<Citation>>,
    /// A spin may be void, and is spun again.
    void: Option<Located<Citation>>,
}

/// Which numbers lie together with a zero; the others lie in rows.
#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "RouletteBesideZero")]
struct LayoutDraft {
    /// Pairs.
    #[serde(default)]
    split: Vec<Numbers>,
    /// Threes.
    #[serde(default)]
    street: Vec<Numbers>,
    /// Fours.
    #[serde(default)]
    corner: Vec<Numbers>,
    /// Sixes.
    #[serde(default)]
    six_line: Vec<Numbers>,
}

impl RouletteBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let before = faults.len();
        let wheel = section.need::<Vec<Number>>(
            "wheel",
            "2 to 64 numbers clockwise, with \"00\" and \"000\" in quotes",
            faults,
        );
        let wheel_cite = section.take::<Citation>("wheel_cite", "the provision on the wheel", faults);
        let beside_zero = section.table::<LayoutDraft>(
            "beside_zero",
            "which numbers lie together with a zero; the others lie in rows",
            faults,
        );
        let columns = section.take::<u8>(
            "columns",
            "how many numbers lie in a row of the cloth, from 1 on in order: 1 to 8; default: 3. A cloth has streets and six-lines of its own only with 3",
            faults,
        );
        let names = section.table::<BTreeMap<Located<String>, Numbers>>(
            "sets",
            "names for sets of numbers: red, dozen 1",
            faults,
        );
        let rows: Vec<Spanned<ClauseDraft>> =
            section.rows("wager", "the wagers with their odds", Need::Must, faults);
        let spins = section.table::<SpinDraft>("spins", "the provisions on spins", faults);
        let mut calls: Vec<Spanned<CallDraft>> =
            section.rows("call", "bets that a player calls, laid in several chips", Need::May, faults);
        CALLS.cut(&mut calls, Spanned::span, faults);
        // Every key has been read and checked by now; from here on the wheel is required.
        let wheel_rule = cites.read_some(wheel_cite.as_ref(), faults);
        let wheel = read_order(&wheel?, faults)?;
        let columns = check::columns_can_lie(columns.as_ref(), faults);
        let beside_zero = beside_zero.map(Spanned::into_inner).unwrap_or_default();
        let layout = read_layout(&wheel, columns, beside_zero, faults);
        let names = names.map(|names| read_names(names.into_inner(), &wheel, faults)).unwrap_or_default();
        let read = rows.iter().map(|row| (row, read_clause(row, &wheel, &names, cites, faults)));
        let read: Vec<(&Spanned<ClauseDraft>, Clause)> =
            read.filter_map(|(row, clause)| Some((row, clause?))).collect();
        // With more wagers than a table can have, each is not held against all others.
        check_conflicts(&read[..read.len().min(usize::from(WAGERS.to))], &names, &layout, faults);
        let named = || read.iter().map(|(row, clause)| (&row.get_ref().name, clause));
        check::shapes_lie_on_the_cloth(named(), &layout, faults);
        check::some_number_loses(named(), &wheel, &names, faults);
        own_names(rows.iter().map(|row| &row.get_ref().name), "wagers", faults);
        let clauses: Vec<Clause> = read.into_iter().map(|(_, clause)| clause).collect();
        if rows.is_empty() || clauses.len() > usize::from(WAGERS.to) {
            let message = format!("a roulette table needs at least one `wager`, and at most {}", WAGERS.to);
            faults.add(section.at(), message);
        }
        let spins = spins.map(Spanned::into_inner).unwrap_or_default();
        let spins = SpinRules {
            alternate: cites.read_some(spins.alternate.as_deref(), faults),
            void: cites.read_some(spins.void.as_deref(), faults),
        };
        let mut rules = Roulette { wheel, wheel_rule, layout, names, clauses, calls: Vec::new(), spins };
        names::calls_have_own_names(calls.iter().map(|row| &row.get_ref().name), &rules.names, faults);
        rules.calls = calls.into_iter().filter_map(|row| read_call(&row, &rules, cites, faults)).collect();
        one_fault_a_number(before, faults);
        Some(Self { rules })
    }
}

impl FamilyBook for RouletteBook {
    type Rules = Roulette;
    const SETTINGS: &'static [DeclaredSetting<Roulette>] = SETTINGS;
    const LIMITS: &'static [DeclaredLimit] = LIMITS;

    fn rules(&self) -> &Roulette {
        &self.rules
    }

    fn wheel(&self) -> Option<&Wheel> {
        Some(&self.rules.wheel)
    }

    fn check(&self, settings: &[Setting], _: Range<usize>, faults: &mut Faults) {
        check::held_settings_have_a_stake(&self.rules, settings, faults);
    }
}

fn read_layout(wheel: &Wheel, columns: usize, draft: LayoutDraft, faults: &mut Faults) -> Layout {
    let lists = [
        (Shape::Split, draft.split),
        (Shape::Street, draft.street),
        (Shape::Corner, draft.corner),
        (Shape::SixLine, draft.six_line),
    ];
    let mut beside = Vec::new();
    for (shape, row) in
        lists.into_iter().flat_map(|(shape, rows)| rows.into_iter().map(move |row| (shape, row)))
    {
        // Numbers that cannot be read have a fault of their own.
        let Some(set) = read_set(&row, wheel, faults) else { continue };
        if set.len() != shape.size() {
            faults.add(row.span(), format!("a {} has {} numbers", shape.name(), shape.size()));
        } else if !set.has_zero() {
            let help = "the others lie in rows, by `columns`";
            faults.add_with_help(row.span(), "none of these numbers is a zero", help);
        } else if beside.contains(&(shape, set)) {
            faults
                .add(row.span(), format!("this {} stands here twice: one of the two must go", shape.name()));
        } else {
            beside.push((shape, set));
        }
    }
    Layout::new(wheel.pockets(), columns, &beside)
}

fn read_names(
    names: BTreeMap<Located<String>, Numbers>,
    wheel: &Wheel,
    faults: &mut Faults,
) -> Vec<(Box<str>, PocketSet)> {
    let read = |(name, numbers): (Located<String>, Numbers)| {
        names::set_can_be_written(&name, faults);
        // A set that has been reported is there to be named.
        (name.get_ref().as_str().into(), read_set(&numbers, wheel, faults).unwrap_or(PocketSet::EMPTY))
    };
    names.into_iter().map(read).collect()
}

fn read_clause(
    row: &Spanned<ClauseDraft>,
    wheel: &Wheel,
    names: &[(Box<str>, PocketSet)],
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<Clause> {
    let draft = row.get_ref();
    let zero = draft.zero.as_ref().is_none_or(|zero| *zero.get_ref());
    if let Some(size) = &draft.size {
        check::size_is_on_the_wheel(size, zero, wheel, faults);
    } else if let Some(zero) = &draft.zero {
        let message = "`zero` has no effect here: it is for a wager on any set of one `size`";
        faults.add_with_help(
            zero.span(),
            message,
            "leave it out: a shape and a set say which numbers they have",
        );
    }
    own_names(&draft.sets, "sets of this wager", faults);
    for name in draft.sets.iter().filter(|name| !names.iter().any(|(known, _)| **known == **name.get_ref())) {
        faults.add(name.span(), format!("`{}` is not named in `sets`", name.get_ref()));
    }
    let shape = draft.shape.as_ref().map(|shape| read_shape(shape, faults));
    let coverage = match (&draft.size, shape, draft.sets.as_slice()) {
        (Some(size), None, []) => Some(Coverage::Any { size: *size.get_ref(), zero }),
        (None, Some(shape), []) => shape.map(Coverage::Shape),
        (None, None, sets @ [_, ..]) => {
            Some(Coverage::Named(sets.iter().map(|s| s.get_ref().as_str().into()).collect()))
        }
        _ => None,
    };
    let given = [draft.size.is_some(), draft.shape.is_some(), !draft.sets.is_empty()];
    if given.iter().filter(|is| **is).count() != 1 {
        let message = format!("`{}` must have one of `size`, `shape` and `sets`", draft.name.get_ref());
        faults.add(draft.name.span(), message);
    }
    let (shared, prison) = (draft.zero_shared.as_ref(), draft.en_prison.as_ref());
    let on_zero = read_zero_rule(shared, prison, draft.zeros.as_ref(), wheel, row.span(), cites, faults);
    Some(Clause {
        coverage: coverage?,
        odds: read_odds(&draft.odds, faults),
        cite: cites.read(&draft.cite, faults),
        defined: cites.read_some(draft.defined.as_deref(), faults),
        on_zero,
    })
}

fn read_shape(name: &Located<ShapeName>, faults: &mut Faults) -> Option<Shape> {
    let word = name.get_ref().0.as_str();
    let shape = Shape::named(word);
    if shape.is_none() {
        let help = known_words(word, Shape::ALL.iter().map(|shape| shape.name()));
        faults.add_with_help(name.span(), format!("`{word}` is no shape of a cloth"), help);
    }
    shape
}

/// Reports clauses that pay the same numbers differently, because they contradict each other.
fn check_conflicts(
    read: &[(&Spanned<ClauseDraft>, Clause)],
    names: &[(Box<str>, PocketSet)],
    layout: &Layout,
    faults: &mut Faults,
) {
    for (place, (row, clause)) in read.iter().enumerate() {
        for (earlier_row, earlier) in &read[..place] {
            if clause.odds != earlier.odds && overlap(&clause.coverage, &earlier.coverage, names, layout) {
                let (this, that) = (row.get_ref().name.get_ref(), earlier_row.get_ref().name.get_ref());
                let message = format!(
                    "`{this}` at {} and `{that}` at {} cover the same numbers",
                    clause.odds, earlier.odds
                );
                faults.add_with_help(
                    row.span(),
                    message,
                    "one of the two clauses must go, or their odds agree",
                );
            }
        }
    }
}

/// Whether some set of numbers is covered by both.
fn overlap(one: &Coverage, other: &Coverage, names: &[(Box<str>, PocketSet)], layout: &Layout) -> bool {
    use Coverage::{Any, Named, Shape};
    let sets = |list: &[Box<str>]| -> Vec<PocketSet> {
        names.iter().filter(|(name, _)| list.contains(name)).map(|(_, set)| *set).collect()
    };
    match (one, other) {
        (Any { size, .. }, Any { size: same, .. }) => size == same,
        (Shape(shape), Shape(same)) => shape == same,
        (Any { size, .. }, Shape(shape)) | (Shape(shape), Any { size, .. }) => shape.size() == *size,
        (Any { size, .. }, Named(list)) | (Named(list), Any { size, .. }) => {
            sets(list).iter().any(|set| set.len() == *size)
        }
        (Shape(shape), Named(list)) | (Named(list), Shape(shape)) => {
            sets(list).iter().any(|set| layout.holds(*shape, *set))
        }
        (Named(list), Named(same)) => sets(list).iter().any(|set| sets(same).contains(set)),
    }
}

fn read_call(
    row: &Spanned<CallDraft>,
    rules: &Roulette,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<Call> {
    let draft = row.get_ref();
    let cite = cites.read(&draft.cite, faults);
    let name = draft.name.get_ref().as_str().into();
    let call = match (&draft.neighbours, draft.chips.as_slice()) {
        (Some(each_side), []) => {
            check::neighbours_are_different(each_side, &rules.wheel, faults);
            let clause = number_clause(rules);
            clause.map(|clause| Call::Neighbours { name, each_side: *each_side.get_ref(), clause, cite })
        }
        (None, chips @ [_, ..]) => {
            let chips: Option<Vec<Chip>> = chips.iter().map(|chip| read_chip(chip, rules, faults)).collect();
            chips.map(|chips| Call::Fixed { name, chips, cite })
        }
        _ => None,
    };
    if call.is_none() {
        let fault = format!(
            "the call `{}` needs either `neighbours` or `chips`, on wagers of this table",
            draft.name.get_ref()
        );
        faults.add(row.span(), fault);
    }
    if let Some(call) = &call {
        check::call_can_be_counted(call, row.span(), rules, faults);
    }
    call
}

fn read_chip(draft: &ChipDraft, rules: &Roulette, faults: &mut Faults) -> Option<Chip> {
    let on = read_set(&draft.on, &rules.wheel, faults)?;
    let clause = shape_clause(rules, on);
    if clause.is_none() {
        faults.add(draft.on.span(), "no wager of this table covers these numbers");
    }
    let chips = draft.chips.as_ref().map_or(1, |chips| check::chips_can_lie(chips, faults));
    Some(Chip { chips, on, clause: clause? })
}

/// The index of the clause under which a chip on any one number is paid.
fn number_clause(rules: &Roulette) -> Option<u8> {
    let mut of_each =
        rules.wheel.order().iter().map(|pocket| shape_clause(rules, PocketSet::from_iter([*pocket])));
    let first = of_each.next()??;
    of_each.all(|clause| clause == Some(first)).then_some(first)
}

/// The index of the clause under which a chip on these numbers is paid.
fn shape_clause(rules: &Roulette, on: PocketSet) -> Option<u8> {
    let covers = |clause: &Clause| match &clause.coverage {
        Coverage::Any { size, zero } => *size == on.len() && (*zero || !on.iter().any(Pocket::is_zero)),
        Coverage::Shape(shape) => rules.layout.holds(*shape, on),
        Coverage::Named(names) => names.iter().any(|name| rules.named(name) == Some(on)),
    };
    (0..).zip(&rules.clauses).find(|(_, clause)| covers(clause)).map(|(place, _)| place)
}
