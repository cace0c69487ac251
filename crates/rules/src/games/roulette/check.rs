//! Sizes and counts that a wheel does not have are faults of the book.

use std::ops::Range;

use croupier_kit::{Layout, PocketSet, Wheel};

use super::limits::{CHIPS, COLUMNS};
use super::settings::{HALF, SECOND_ZERO};
use super::{Call, Clause, Coverage, EnPrison, OnZero, Roulette};
use crate::book::{Faults, Located, Setting};

/// A wager on any set of numbers has a size that the wheel has.
pub(super) fn size_is_on_the_wheel(size: &Located<u32>, zero: bool, wheel: &Wheel, faults: &mut Faults) {
    let numbers = wheel.pockets().iter().filter(|pocket| zero || !pocket.is_zero()).count();
    // A set of all numbers never loses.
    let most = u32::try_from(numbers.min(wheel.order().len() - 1)).expect("a wheel is small");
    if !(1..=most).contains(size.get_ref()) {
        faults.add(size.span(), format!("a set can have 1 to {most} numbers of this wheel"));
    }
}

/// The numbers that lie in a row of the cloth.
pub(super) fn columns_can_lie(columns: Option<&toml::Spanned<u8>>, faults: &mut Faults) -> usize {
    let Some(columns) = columns else { return Layout::ACROSS };
    let across = usize::from(*columns.get_ref());
    if COLUMNS.permits(across) {
        return across;
    }
    faults.add(columns.span(), format!("a row of the cloth has {COLUMNS} numbers"));
    Layout::ACROSS
}

/// A wager on a shape is on numbers that lie like that.
pub(super) fn shapes_lie_on_the_cloth<'c>(
    clauses: impl Iterator<Item = (&'c Located<String>, &'c Clause)>,
    layout: &Layout,
    faults: &mut Faults,
) {
    for (name, clause) in clauses {
        if let Coverage::Shape(shape) = clause.coverage
            && layout.sets(shape).is_empty()
        {
            let message = format!("no numbers of this cloth lie together as a {}", shape.name());
            faults.add_with_help(
                name.span(),
                message,
                "name the numbers in `sets` instead, or give the cloth other `columns`",
            );
        }
    }
}

/// A wager that covers every number never loses.
pub(super) fn some_number_loses<'c>(
    clauses: impl Iterator<Item = (&'c Located<String>, &'c Clause)>,
    wheel: &Wheel,
    names: &[(Box<str>, PocketSet)],
    faults: &mut Faults,
) {
    for (name, clause) in clauses {
        let Coverage::Named(sets) = &clause.coverage else { continue };
        let is_whole =
            |(set, numbers): &&(Box<str>, PocketSet)| sets.contains(set) && *numbers == wheel.pockets();
        if let Some((set, _)) = names.iter().find(is_whole) {
            let message = format!("`{}` never loses: `{set}` has every number of the wheel", name.get_ref());
            faults.add(name.span(), message);
        }
    }
}

/// Settings on held stakes need a wager that a zero holds, and one of which half may be taken.
pub(super) fn held_settings_have_a_stake(rules: &Roulette, settings: &[Setting], faults: &mut Faults) {
    let does = || rules.clauses.iter().filter_map(|clause| clause.on_zero).map(|zero| zero.does);
    let is_held = does().any(|does| matches!(does, OnZero::Held(_)));
    let is_halved = does().any(|does| matches!(does, OnZero::Held(EnPrison { half: Some(_), .. })));
    for (key, has_effect, lacks) in
        [(SECOND_ZERO, is_held, "no wager has `en_prison`"), (HALF, is_halved, "no `en_prison` has `half`")]
    {
        if let Some(setting) = settings.iter().find(|setting| !has_effect && &*setting.key == key) {
            faults.add(setting.at.clone(), format!("the setting `{key}` has no effect: {lacks}"));
        }
    }
}

/// The neighbours of a number are different numbers.
pub(super) fn neighbours_are_different(each_side: &Located<u8>, wheel: &Wheel, faults: &mut Faults) {
    let most = (wheel.order().len() - 1) / 2;
    if !(1..=most).contains(&usize::from(*each_side.get_ref())) {
        faults
            .add(each_side.span(), format!("a number has 1 to {most} neighbours on each side of this wheel"));
    }
}

/// The chips of a call on one set of numbers.
pub(super) fn chips_can_lie(chips: &Located<u32>, faults: &mut Faults) -> u32 {
    if CHIPS.permits(*chips.get_ref()) {
        return *chips.get_ref();
    }
    faults.add(chips.span(), format!("{CHIPS} chips can lie there"));
    1
}

/// Whatever falls, the result of a call can be counted.
pub(super) fn call_can_be_counted(call: &Call, at: Range<usize>, rules: &Roulette, faults: &mut Faults) {
    let pockets = || rules.wheel.order().iter().copied();
    let counts = |number| pockets().all(|ball| rules.net_of_call(call, number, ball).is_some());
    let is_counted = match call {
        Call::Fixed { .. } => counts(None),
        Call::Neighbours { .. } => pockets().all(|number| counts(Some(number))),
    };
    if matches!(call, Call::Fixed { .. }) && call.chips() > u32::from(CHIPS.to) {
        faults.add(
            at,
            format!("`{}` has {} chips: a call has at most {}", call.name(), call.chips(), CHIPS.to),
        );
    } else if !is_counted {
        faults.add(
            at,
            format!("the winnings of `{}` cannot be counted: its odds are too different", call.name()),
        );
    }
}
