//! The tables of a batch and their steps.

use std::fmt;

use croupier_kit::Rank;
use croupier_rules::contract::Seated;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack};
use croupier_rules::games::{AnyGame, FamilyRules};
use rayon::prelude::*;

use super::action::{Action, Permitted};
use super::machine::{Decision, End, KINDS, Next, StepMachine};
use super::round::{OBSERVED, OneBox, OpenRound, Waiting};
use super::shoe::CardsOut;
use crate::job::Shoes;
use crate::options::SetupError;
use crate::play::{Supply, SupplyKind};
use crate::random::{RandomStream, RandomWords, StreamPurpose};

/// How many tables share a stream of random words: the cards do not depend on the number of threads.
const GROUP: usize = 4096;
/// About how many cards a round takes.
const A_ROUND: usize = 6;

/// Why a batch cannot be made or stepped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// The game is not blackjack.
    Family,
    /// It cannot be dealt in this way.
    Shoe(String),
    /// A batch has at least one table.
    Empty,
    /// An array has another length than the batch has tables.
    Length(usize, usize),
    /// The rules do not permit this action at this table; what they permit.
    Refused(usize, i64, Vec<Action>),
    /// The shoe of a table ran out during a round.
    Spent(usize),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Family => f.write_str("only blackjack is stepped in batches"),
            Self::Shoe(why) => f.write_str(why),
            Self::Empty => f.write_str("a batch has at least one table"),
            Self::Length(found, tables) => write!(f, "an array of {found} for a batch of {tables} tables"),
            Self::Refused(table, action, permitted) => {
                let named = |action: &Action| format!("{} ({})", *action as usize, action.name());
                let permitted: Vec<String> = permitted.iter().map(named).collect();
                write!(f, "action {action} at table {table}: the rules permit {}", permitted.join(", "))
            }
            Self::Spent(table) => {
                write!(f, "the shoe of table {table} ran out in the middle of a round: cut it sooner")
            }
        }
    }
}

impl std::error::Error for BatchError {}

/// Where a step writes what the tables show: an element for each table.
pub struct StepOutput<'o> {
    /// What each table shows.
    pub observed: &'o mut [[i8; OBSERVED]],
    /// Which actions each table permits: a byte of 0 or 1 for each.
    pub permitted: &'o mut [[u8; Action::ALL.len()]],
    /// What the round has won, in units of the bet, at its end.
    pub rewards: &'o mut [f32],
    /// Whether the round is over.
    pub over: &'o mut [bool],
}

/// Everything that the tables have in common.
struct Common {
    game: OneBox,
    machine: StepMachine,
    ranks: Vec<Rank>,
    /// The kind of each card of a whole shoe.
    kinds: Vec<u8>,
    cards: u32,
    passed_over: u32,
    /// A round begins with a shuffle once so many cards are out.
    shuffled_at: u32,
}

struct TableNow {
    out: CardsOut,
    next: Next,
}

/// Tables with a stream of random words.
struct Group {
    from: usize,
    tables: Vec<TableNow>,
    /// The rounds that were split.
    split: Vec<Option<Box<OpenRound>>>,
    words: RandomWords,
    decisions: RandomWords,
}

/// Many blackjack tables stepped together.
pub struct BlackjackBatch {
    common: Common,
    groups: Vec<Group>,
    tables: usize,
    parallel: bool,
}

impl BlackjackBatch {
    /// A batch of tables with these rules. If `parallel` is set, its groups are stepped by several threads.
    ///
    /// # Errors
    /// When the game is not blackjack, or cannot be dealt in this way.
    pub fn new(
        rules: &AnyGame,
        shoes: Shoes,
        tables: usize,
        seed: u64,
        parallel: bool,
    ) -> Result<Self, BatchError> {
        let rules = Seated::<Blackjack, BOXES_MAX>::of(rules).ok_or(BatchError::Family)?;
        if tables == 0 {
            return Err(BatchError::Empty);
        }
        if let Shoes::Cut(percent) = shoes
            && !(1..=95).contains(&percent)
        {
            return Err(BatchError::Shoe(SetupError::Cut(percent).to_string()));
        }
        let game = Seated::<Blackjack, 1>(rules.0.clone());
        let supply = Supply::new(&game, shoes, A_ROUND);
        let Some(Supply { chances, from: SupplyKind::Shoe { plan, shuffled_at } }) = supply else {
            return Err(BatchError::Shoe(SetupError::Supply.to_string()));
        };
        let cards = u32::try_from(plan.cards).expect("a shoe has few cards");
        let common = Common {
            machine: StepMachine::new(&game, &chances),
            game,
            ranks: chances,
            kinds: plan.sorted[..plan.cards].to_vec(),
            cards,
            passed_over: u32::try_from((1_u64 << 32) % u64::from(cards))
                .expect("it is below the number of cards"),
            shuffled_at: u32::try_from(shuffled_at).expect("a shoe has few cards"),
        };
        let groups =
            (0..tables.div_ceil(GROUP)).map(|number| Group::new(&common, number, tables, seed)).collect();
        Ok(Self { common, groups, tables, parallel })
    }

    /// The number of tables.
    pub const fn tables(&self) -> usize {
        self.tables
    }

    /// The number of states of the machine: those that wait for a card, and those that wait for a decision.
    pub const fn states(&self) -> (usize, usize) {
        (self.common.machine.cards.len(), self.common.machine.decisions.len())
    }

    /// Shuffles every shoe, and deals a round at every table.
    ///
    /// # Errors
    /// When an array has another length.
    pub fn reset(&mut self, into: &mut StepOutput<'_>) -> Result<(), BatchError> {
        self.check_lengths(into)?;
        let common = &self.common;
        each(self.parallel, &mut self.groups, into, |group, part| {
            for (place, table) in group.tables.iter_mut().enumerate() {
                table.out.shuffle();
                group.split[place] = None;
                let next = common.machine.start;
                table.next = common
                    .follow(next, &mut table.out, &mut group.words)
                    .ok_or_else(|| BatchError::Spent(group.from + place))?;
                part.put(place, common, table.next, group.split[place].as_deref());
            }
            Ok(())
        })
    }

    /// Carries out one action at every table. A table whose round was over deals the next one and ignores its action.
    ///
    /// # Errors
    /// When an action is not permitted: nothing has changed then. When an array has another length, or a shoe runs out.
    pub fn step(&mut self, actions: &[i64], into: &mut StepOutput<'_>) -> Result<(), BatchError> {
        self.check_lengths(into)?;
        if actions.len() != self.tables {
            return Err(BatchError::Length(actions.len(), self.tables));
        }
        for group in &self.groups {
            group.check(&self.common, &actions[group.from..group.from + group.tables.len()])?;
        }
        let common = &self.common;
        each(self.parallel, &mut self.groups, into, |group, part| {
            let actions = &actions[group.from..group.from + group.tables.len()];
            group.step(common, actions, part)
        })
    }

    /// Writes a random permitted action for every table.
    ///
    /// # Errors
    /// When the array has another length.
    pub fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError> {
        if actions.len() != self.tables {
            return Err(BatchError::Length(actions.len(), self.tables));
        }
        for group in &mut self.groups {
            let actions = &mut actions[group.from..group.from + group.tables.len()];
            group.sample(&self.common, actions);
        }
        Ok(())
    }

    fn check_lengths(&self, into: &StepOutput<'_>) -> Result<(), BatchError> {
        let lengths = [into.observed.len(), into.permitted.len(), into.rewards.len(), into.over.len()];
        match lengths.into_iter().find(|length| *length != self.tables) {
            Some(length) => Err(BatchError::Length(length, self.tables)),
            None => Ok(()),
        }
    }
}

/// Runs a step of every group on its part of the arrays.
fn each(
    parallel: bool,
    groups: &mut [Group],
    into: &mut StepOutput<'_>,
    step: impl Fn(&mut Group, &mut StepOutput<'_>) -> Result<(), BatchError> + Sync,
) -> Result<(), BatchError> {
    let observed = into.observed.chunks_mut(GROUP);
    let others =
        into.permitted.chunks_mut(GROUP).zip(into.rewards.chunks_mut(GROUP)).zip(into.over.chunks_mut(GROUP));
    let outputs = observed.zip(others).map(|(observed, ((permitted, rewards), over))| StepOutput {
        observed,
        permitted,
        rewards,
        over,
    });
    let mut work = groups.iter_mut().zip(outputs);
    if parallel {
        let work: Vec<_> = work.collect();
        work.into_par_iter().try_for_each(|(group, mut part)| step(group, &mut part))
    } else {
        work.try_for_each(|(group, mut part)| step(group, &mut part))
    }
}

impl Common {
    /// Deals cards until something else than a card is due; `None` if the shoe runs out.
    #[inline]
    fn follow(&self, mut next: Next, out: &mut CardsOut, words: &mut RandomWords) -> Option<Next> {
        while next.kind() == Next::CARD {
            let kind = self.kinds[self.draw(out, words)?];
            next = self.machine.cards[next.number()][usize::from(kind) % KINDS];
        }
        Some(next)
    }

    #[inline]
    fn draw(&self, out: &mut CardsOut, words: &mut RandomWords) -> Option<usize> {
        (out.count() < self.cards).then(|| out.draw(words, self.cards, self.passed_over))
    }

    /// Plays a split round on through the rules until something else than a card is due.
    fn follow_split(&self, round: &mut OpenRound, out: &mut CardsOut, words: &mut RandomWords) -> Option<()> {
        while round.waiting() == Waiting::Card {
            let kind = self.kinds[self.draw(out, words)?];
            round.fall(&self.game, self.ranks[usize::from(kind)]);
        }
        Some(())
    }

    /// The actions that a table permits.
    fn permitted(&self, next: Next, split: Option<&OpenRound>) -> Permitted {
        match next.kind() {
            Next::DECISION => self.machine.decisions[next.number()].permitted,
            Next::SPLIT => split.map_or_else(Permitted::default, |round| round.permitted(&self.game)),
            _ => Permitted::default(),
        }
    }
}

impl StepOutput<'_> {
    /// Writes what a table shows.
    #[inline]
    fn put(&mut self, place: usize, common: &Common, next: Next, split: Option<&OpenRound>) {
        let (observed, permitted, won, over) = match next.kind() {
            Next::DECISION => {
                let Decision { observed, permitted, .. } = &common.machine.decisions[next.number()];
                (*observed, *permitted, 0.0, false)
            }
            Next::END => {
                let End { observed, won } = common.machine.ends[next.number()];
                (observed, Permitted::default(), won, true)
            }
            _ => shown(common, split),
        };
        self.observed[place] = observed;
        self.permitted[place] = permitted.0;
        self.rewards[place] = won;
        self.over[place] = over;
    }
}

#[cold]
#[allow(clippy::cast_possible_truncation, reason = "a result in units needs few digits")]
fn shown(common: &Common, split: Option<&OpenRound>) -> ([i8; OBSERVED], Permitted, f32, bool) {
    let round = split.expect("a split table has its round");
    let over = round.waiting() == Waiting::Nothing;
    let won = if over { round.won as f32 } else { 0.0 };
    (round.observed(&common.game), round.permitted(&common.game), won, over)
}

impl Group {
    fn new(common: &Common, number: usize, tables: usize, seed: u64) -> Self {
        let from = number * GROUP;
        let count = GROUP.min(tables - from);
        let block = u64::try_from(number).expect("groups are counted in memory");
        let words = |purpose| RandomWords::new(RandomStream::new(seed, block, purpose));
        Self {
            from,
            tables: (0..count)
                .map(|_| TableNow { out: CardsOut::NONE, next: common.machine.start })
                .collect(),
            split: vec![None; count],
            words: words(StreamPurpose::Chance),
            decisions: words(StreamPurpose::Decisions),
        }
    }

    /// Whether the round of a table is over.
    fn is_over(&self, place: usize) -> bool {
        let split = || self.split[place].as_ref();
        match self.tables[place].next.kind() {
            Next::END => true,
            Next::SPLIT => split().is_none_or(|round| round.waiting() == Waiting::Nothing),
            // Before the first reset no cards are on the table.
            Next::CARD => true,
            _ => false,
        }
    }

    fn check(&self, common: &Common, actions: &[i64]) -> Result<(), BatchError> {
        for (place, (table, action)) in self.tables.iter().zip(actions).enumerate() {
            if table.next.kind() == Next::DECISION {
                let permitted = common.machine.decisions[table.next.number()].permitted.0;
                if usize::try_from(*action).ok().and_then(|action| permitted.get(action)) == Some(&1) {
                    continue;
                }
            } else if self.is_over(place) {
                continue;
            }
            let permitted = common.permitted(table.next, self.split[place].as_deref());
            let chosen = Action::ALL.into_iter().find(|known| *known as i64 == *action);
            if !chosen.is_some_and(|action| permitted.has(action)) {
                let permitted = Action::ALL.into_iter().filter(|action| permitted.has(*action)).collect();
                return Err(BatchError::Refused(self.from + place, *action, permitted));
            }
        }
        Ok(())
    }

    #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "actions have been checked")]
    fn step(
        &mut self,
        common: &Common,
        actions: &[i64],
        into: &mut StepOutput<'_>,
    ) -> Result<(), BatchError> {
        let Self { from, tables, split, words, .. } = self;
        for (place, (table, action)) in tables.iter_mut().zip(actions).enumerate() {
            let spent = || BatchError::Spent(*from + place);
            let next = match table.next.kind() {
                Next::DECISION => {
                    common.machine.decisions[table.next.number()].next[*action as usize % Action::ALL.len()]
                }
                Next::SPLIT
                    if split[place].as_ref().is_some_and(|round| round.waiting() != Waiting::Nothing) =>
                {
                    let round = split[place].as_mut().ok_or_else(spent)?;
                    round.act(&common.game, Action::ALL[*action as usize % Action::ALL.len()]);
                    common.follow_split(round, &mut table.out, words).ok_or_else(spent)?;
                    table.next
                }
                _ => {
                    if table.out.count() >= common.shuffled_at {
                        table.out.shuffle();
                    }
                    split[place] = None;
                    common.machine.start
                }
            };
            let before = table.next;
            table.next = match next.kind() {
                Next::CARD => common.follow(next, &mut table.out, words).ok_or_else(spent)?,
                Next::SPLIT if before.kind() == Next::DECISION => {
                    let mut round = Box::new(common.machine.splits[next.number()].clone());
                    common.follow_split(&mut round, &mut table.out, words).ok_or_else(spent)?;
                    split[place] = Some(round);
                    next
                }
                _ => next,
            };
            into.put(place, common, table.next, split[place].as_deref());
        }
        Ok(())
    }

    fn sample(&mut self, common: &Common, actions: &mut [i64]) {
        let Self { tables, split, decisions, .. } = self;
        for (place, (table, action)) in tables.iter().zip(actions).enumerate() {
            let permitted = common.permitted(table.next, split[place].as_deref()).0;
            let count: u8 = permitted.iter().sum();
            let mut left = (u64::from(decisions.half()) * u64::from(count)) >> 32;
            *action = 0;
            for (number, one) in (0..).zip(permitted) {
                if one == 1 {
                    if left == 0 {
                        *action = number;
                        break;
                    }
                    left -= 1;
                }
            }
        }
    }
}
