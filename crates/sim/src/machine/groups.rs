//! Builds machines of rolls from what each roll does to each group of stakes.

use std::collections::HashMap;

use super::build::{End, EndList};
use super::rolls::{RollGroup, RollMachine};
use super::word::StepWord;

/// What a roll does to a group of stakes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RollEffect {
    /// They stand in this state.
    Stands(usize),
    /// They are settled with these profits by wager, and are placed again in the first state.
    Ends(Vec<(usize, i64)>),
}

/// The effects on a group, by state and roll. The first state is that of new stakes.
pub(crate) type GroupEffects = Vec<Vec<RollEffect>>;

/// The most states that groups have together.
const STATES_MAX: usize = 1 << 12;

/// The machine of these groups; `None` if it would be too large.
pub(crate) fn roll_machine(chances: u32, groups: Vec<GroupEffects>, wagers: usize) -> Option<RollMachine> {
    let (moving, fixed): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() > 1);
    let by_roll =
        (0..chances as usize).map(|roll| fixed.iter().flat_map(|group| settled(&group[0][roll])).collect());
    let by_roll = EndList::of(by_roll.collect());
    let (mut ends, mut group_ends) = (EndList::new(), EndList::new());
    let (steps, rows) = joint(&moving, chances as usize, &mut ends)?;
    // Stakes that every roll settles never stand.
    let standing =
        |group: &&GroupEffects| group[0].iter().any(|effect| matches!(effect, RollEffect::Stands(_)));
    let fixed: Vec<&GroupEffects> = fixed.iter().filter(standing).collect();
    let group = |effects: &GroupEffects, group_ends: &mut EndList| -> Option<RollGroup> {
        let word = |effect: &RollEffect| match effect {
            RollEffect::Stands(state) => Some(StepWord::on(u32::try_from(*state).ok()?).0),
            RollEffect::Ends(_) => Some(StepWord::over(group_ends.number(settled(effect))?, 0).0),
        };
        let steps = effects.iter().flatten().map(word).collect::<Option<_>>()?;
        Some(RollGroup { steps })
    };
    let all = moving.iter().chain(fixed.iter().copied());
    let groups: Vec<RollGroup> = all.map(|effects| group(effects, &mut group_ends)).collect::<Option<_>>()?;
    let none = std::iter::repeat_n(0, fixed.len());
    let group_rows = rows.iter().flat_map(|row| row.iter().copied().chain(none.clone())).collect();
    let fits = groups.len() <= RollMachine::GROUPS_MAX;
    fits.then_some(RollMachine { chances, steps, groups, group_rows, by_roll, ends, group_ends, wagers })
}

/// What an effect settles, as an end.
fn settled(effect: &RollEffect) -> End {
    match effect {
        RollEffect::Stands(_) => Vec::new(),
        RollEffect::Ends(profits) => profits.iter().map(|(wager, profit)| (*wager, *profit, 1)).collect(),
    }
}

/// The steps of groups that move together, and by row the state of each group.
fn joint(groups: &[GroupEffects], chances: usize, ends: &mut EndList) -> Option<(Vec<u32>, Vec<Vec<u32>>)> {
    let mut rows: Vec<Vec<u32>> = vec![vec![0; groups.len()]];
    if groups.is_empty() {
        return Some((Vec::new(), rows));
    }
    let mut numbers: HashMap<Vec<u32>, usize> = HashMap::from([(rows[0].clone(), 0)]);
    let mut steps = Vec::new();
    let mut at = 0;
    while let Some(row) = rows.get(at).cloned() {
        for roll in 0..chances {
            let effects = || groups.iter().zip(&row).map(|(group, state)| &group[*state as usize][roll]);
            let next: Vec<u32> = effects()
                .map(|effect| match effect {
                    RollEffect::Stands(state) => u32::try_from(*state).ok(),
                    RollEffect::Ends(_) => Some(0),
                })
                .collect::<Option<_>>()?;
            let next = *numbers.entry(next).or_insert_with_key(|next| {
                rows.push(next.clone());
                rows.len() - 1
            });
            let end = ends.number(effects().flat_map(settled).collect())?;
            steps.push(StepWord::on(u32::try_from(next).ok()?).0 | end << StepWord::END);
        }
        if rows.len() > STATES_MAX {
            return None;
        }
        at += 1;
    }
    Some((steps, rows))
}
