//! A lane of the audit: a house that follows all entries, and decides again and plays those of the office and of some
//! tables.

use std::collections::VecDeque;

use croupier_house::command::{Command, Request};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, TableId};
use croupier_house::journal::Entry;
use croupier_house::table::{DecidedActs, LiveTable};
use croupier_house::{FarEntry, House, NewEvent, Rejection};

use crate::candidates::candidates;
use crate::compare::{
    agreeing, continues, differs, is_day, kind_of, name, of_fair_dealing, same_event, words,
};
use crate::day::LocalTime;
use crate::fair_check::FairCheck;
use crate::finding::{AuditFinding, FindingKind};
use crate::prelude::{CommandOrigin, Prelude};
use crate::script::Script;

/// Which tables a lane plays: every `of`th.
#[derive(Clone, Copy)]
pub(crate) struct Lane {
    pub(crate) index: usize,
    pub(crate) of: usize,
}

impl Lane {
    fn plays(self, id: TableId) -> bool {
        usize::from(id.0) % self.of == self.index
    }

    /// Whether what belongs to a table, or to the house, is counted in this lane: each belongs to one.
    pub(crate) fn has(self, table: Option<TableId>) -> bool {
        table.map_or(self.index == 0, |id| self.plays(id))
    }
}

/// The most entries after the first that are looked at for what a command led to. The longest command ends all open rounds
/// of a house, with a few entries each.
const RUN_MAX: usize = 4096;

/// What has been counted in a lane.
#[derive(Clone, Copy, Default)]
pub(crate) struct LaneCounts {
    pub(crate) commands: u64,
    pub(crate) rounds: u64,
    pub(crate) seeds: u64,
    pub(crate) unjudged: u64,
}

/// The events of a command that are still to come.
struct Expected {
    origin: CommandOrigin,
    /// The journal whose entries have the key of the command.
    own: Option<TableId>,
    events: VecDeque<NewEvent>,
}

/// What is due where an entry says that a day begins.
#[derive(Clone, Copy)]
enum DueDay<'e> {
    /// The command after it was not decided again.
    Unknown,
    /// The command after it begins no day.
    None,
    /// It begins a day with this event.
    Begins(&'e NewEvent),
}

/// A lane with its house.
pub(crate) struct Shard<'b> {
    pub(crate) house: House<'b>,
    pub(crate) lane: Lane,
    time: LocalTime,
    fair: FairCheck,
    expected: Option<Expected>,
    /// The command of which nothing more is compared, because it did not lead to what is written.
    skipped: Option<CommandOrigin>,
    /// The command that another lane decides.
    followed: Option<CommandOrigin>,
    /// An entry that begins a day: it belongs to the command after it.
    day: Option<usize>,
    /// The commitments that wait for the command that they belong to, and the keys of commands.
    prelude: Prelude,
    /// Entries up to this sequence are played and not decided again.
    replayed_until: u64,
    pub(crate) counts: LaneCounts,
    pub(crate) findings: Vec<AuditFinding>,
}

impl<'b> Shard<'b> {
    pub(crate) fn new(mut house: House<'b>, lane: Lane, replayed_until: u64) -> Self {
        house.begin_replay();
        Self {
            house,
            lane,
            time: LocalTime::new(),
            fair: FairCheck::default(),
            expected: None,
            skipped: None,
            followed: None,
            day: None,
            prelude: Prelude::default(),
            replayed_until,
            counts: LaneCounts::default(),
            findings: Vec::new(),
        }
    }

    /// Follows the next entries, which end with a whole command, each with what it changes outside of its table.
    pub(crate) fn follow(&mut self, entries: &[&Entry], far: &[Option<FarEntry>]) {
        for (place, far) in far.iter().enumerate() {
            match far.as_ref().filter(|far| !self.lane.plays(far.table())) {
                Some(far) => {
                    self.begin_day(entries, DueDay::Unknown);
                    self.house.follow_from_afar(far, entries[place]);
                }
                None => self.step(entries, place),
            }
        }
        if let Some(last) = entries.last() {
            self.end_command(last);
            self.end_prelude(entries, None);
            self.begin_day(entries, DueDay::Unknown);
        }
    }

    /// Whether another lane plays the table of an entry.
    fn is_elsewhere(&self, entry: &Entry) -> bool {
        entry.stream.table.is_some_and(|id| !self.lane.plays(id))
    }

    fn step(&mut self, entries: &[&Entry], place: usize) {
        let entry = entries[place];
        match &entry.body.event {
            _ if entry.body.sequence <= self.replayed_until => self.apply(entry, None),
            Event::DayBegan { .. } if self.expected.is_none() => {
                self.begin_day(entries, DueDay::Unknown);
                self.day = Some(place);
            }
            Event::FormatRaised { .. } | Event::CommandRefused(_) => {
                // No command is in two parts.
                self.end_command(entry);
                self.end_prelude(entries, Some(place));
                self.begin_day(entries, DueDay::Unknown);
                self.check_alone(entry);
                self.apply(entry, None);
            }
            _ => self.step_own(entries, place),
        }
    }

    fn step_own(&mut self, entries: &[&Entry], place: usize) {
        let entry = entries[place];
        if self.expected.is_some() && self.is_expected(entry) {
            return;
        }
        if self.followed.is_some_and(|followed| continues(followed, entry)) {
            self.apply(entry, None);
            return;
        }
        self.followed = None;
        let is_skipped = self.skipped.is_some_and(|skipped| continues(skipped, entry));
        if is_skipped || self.is_suspended(entry) || self.follows_elsewhere(entries, place) {
            self.prelude.forget();
            self.begin_day(entries, DueDay::Unknown);
            self.counts.unjudged += u64::from(self.counts_here(entry));
            self.apply(entry, None);
            return;
        }
        self.skipped = None;
        if let (Some(id), Event::ChainOpened { .. } | Event::Committed { .. }) =
            (entry.stream.table, &entry.body.event)
        {
            if let Some((kind, found, expected)) =
                FairCheck::check_prelude(&self.house, id, &entry.body.event)
            {
                self.find(entry, kind, found, expected);
            }
            self.prelude.note(entries, place);
            self.apply(entry, None);
            return;
        }
        self.begin_command(entries, place);
    }

    /// Whether an entry is counted in this lane: those of the office are followed by all of them.
    fn counts_here(&self, entry: &Entry) -> bool {
        self.lane.has(entry.stream.table)
    }

    fn is_suspended(&self, entry: &Entry) -> bool {
        let table = entry.stream.table.and_then(|id| self.house.table(id).ok());
        table.is_some_and(|table| table.suspension.is_some())
    }

    /// Whether an entry of the office is what a command at a table that is played elsewhere leads to: texts are stored
    /// when a table opens.
    fn follows_elsewhere(&self, entries: &[&Entry], place: usize) -> bool {
        let entry = entries[place];
        let stores = matches!(entry.body.event, Event::EditionStored { .. } | Event::EditionAdopted { .. });
        let before = || entries[..place].iter().rev().find(|before| before.stream.table.is_some());
        entry.stream.table.is_none()
            && stores
            && before().is_some_and(|before| {
                self.is_elsewhere(before)
                    && matches!(before.body.event, Event::Authorised { .. })
                    && (before.body.at, before.body.by) == (entry.body.at, entry.body.by)
            })
    }

    /// Compares an entry with the next expected one, and applies it if it is that. Returns whether it has been dealt with.
    fn is_expected(&mut self, entry: &Entry) -> bool {
        let Some(mut expected) = self.expected.take() else { return false };
        let Some(due) = expected.events.pop_front() else { return false };
        let is_due =
            !differs(&due, entry) && (expected.origin.0, expected.origin.1) == (entry.body.at, entry.body.by);
        if is_due {
            let key = expected.origin.2.filter(|_| due.table == expected.own);
            if entry.body.key != key {
                self.find(entry, FindingKind::WrongKey, words(&entry.body.key), words(&key));
            }
            self.apply(entry, due.acts.as_ref());
            self.expected = Some(expected).filter(|expected| !expected.events.is_empty());
            if self.expected.is_none() {
                self.check_revealed(entry);
            }
            return true;
        }
        if continues(expected.origin, entry) {
            self.find_difference(entry, &due);
            self.skipped = Some(expected.origin);
            self.apply(entry, None);
            return true;
        }
        self.find(entry, FindingKind::MissingEvent, "another command follows", name(&due.event));
        false
    }

    /// The house itself gives its commands without a key, and only the readings of its readers with one.
    fn check_originator(&mut self, entry: &Entry) {
        let is_reading = matches!(entry.body.event, Event::OutcomeRead { .. });
        if entry.body.key.is_some() && entry.body.by == Actor::House && !is_reading {
            self.find(
                entry,
                FindingKind::WrongActor,
                "the house itself, with a key",
                "the person with the key",
            );
        }
    }

    /// A command that ends a round or a shoe reveals its seed.
    fn check_revealed(&mut self, entry: &Entry) {
        let table = entry.stream.table.and_then(|id| self.house.table(id).ok());
        if table.and_then(|table| table.live.as_ref()).is_some_and(LiveTable::owes_seed) {
            self.find(entry, FindingKind::MissingEvent, "the seed is not revealed", "SeedRevealed");
        }
    }

    fn end_command(&mut self, last: &Entry) {
        if let Some(due) = self.expected.take().and_then(|mut expected| expected.events.pop_front()) {
            self.find(last, FindingKind::MissingEvent, "nothing follows it", name(&due.event));
        }
    }

    /// Applies the entry that began a day, and compares it with what the command after it leads to.
    fn begin_day(&mut self, entries: &[&Entry], due: DueDay<'_>) {
        let Some(place) = self.day.take() else { return };
        let entry = entries[place];
        self.check_alone(entry);
        match due {
            DueDay::Begins(due) if differs(due, entry) => self.find_difference(entry, due),
            DueDay::None => self.find(entry, FindingKind::OtherEvent, name(&entry.body.event), "no new day"),
            DueDay::Begins(_) | DueDay::Unknown => {}
        }
        self.apply(entry, None);
    }

    /// Compares the commitments that wait with the command that begins at a place: they belong to it.
    fn end_prelude(&mut self, entries: &[&Entry], place: Option<usize>) {
        for (before, (kind, found, expected)) in self.prelude.end(entries, place) {
            self.find(before, kind, found, expected);
        }
    }

    /// What the house writes itself has no key, and is by nobody; a refusal has the key that it is recorded under.
    fn check_alone(&mut self, entry: &Entry) {
        let by_house = !matches!(entry.body.event, Event::CommandRefused(_));
        if by_house == entry.body.key.is_some() {
            let expected = if by_house { "no key" } else { "the key of the command" };
            self.find(entry, FindingKind::WrongKey, words(&entry.body.key), expected);
        }
        if by_house && entry.body.by != Actor::House {
            self.find(entry, FindingKind::WrongActor, words(&entry.body.by), "the house itself");
        }
    }

    /// Finds the command that begins with an entry and decides it again.
    fn begin_command(&mut self, entries: &[&Entry], place: usize) {
        let entry = entries[place];
        self.end_prelude(entries, Some(place));
        if self.prelude.is_repeated(entry.body.key) {
            self.find(
                entry,
                FindingKind::ReusedKey,
                "another command under the same key",
                "a key of its own for every command",
            );
        }
        self.check_originator(entry);
        let run: Vec<&Entry> = self.run_of(entries, place);
        let now = self.time.now(&self.house, entry.body.at);
        let script = Script::of(&self.house, &run);
        let commands = candidates(&self.house, &run);
        let (mut refused, mut nearest): (Option<Rejection>, Option<(usize, Vec<NewEvent>)>) = (None, None);
        for command in commands {
            if !self.decides(&command) {
                self.counts.commands += u64::from(self.counts_here(entry));
                self.followed = Some((entry.body.at, entry.body.by, entry.body.key));
                self.begin_day(entries, DueDay::Unknown);
                self.apply(entry, None);
                return;
            }
            let request = Request { key: None, by: entry.body.by, command };
            match self.house.decide(&request, now, &mut script.clone()) {
                Err(rejection) => drop(refused.get_or_insert(rejection)),
                Ok(events) => {
                    let events = self.own_events(events);
                    let fits = agreeing(&events, &run);
                    if nearest.as_ref().is_none_or(|(most, _)| fits > *most) {
                        let is_whole = fits == events.iter().filter(|event| !is_day(event)).count();
                        nearest = Some((fits, events));
                        if is_whole {
                            break;
                        }
                    }
                }
            }
        }
        match nearest {
            Some((_, events)) => self.expect(entries, place, events),
            None => self.refuse(entries, place, refused),
        }
    }

    /// The entries from a place on that can belong to its command, as far as this lane follows them.
    fn run_of<'e>(&self, entries: &[&'e Entry], place: usize) -> Vec<&'e Entry> {
        let first = &entries[place].body;
        let later = entries[place..].iter().take(RUN_MAX).take_while(|entry| entry.body.at == first.at);
        let same = later.filter(|entry| entry.body.by == first.by && !self.is_elsewhere(entry));
        // The entries of a command have its key, or none in other journals.
        same.take_while(|entry| entry.body.key.is_none() || entry.body.key == first.key).copied().collect()
    }

    /// Whether this lane knows enough to decide a command: who has played a round and whether one is in play is known
    /// where the table is played.
    fn decides(&self, command: &Command) -> bool {
        match command {
            Command::OpenDispute { table, .. } | Command::TakeOver { table, .. } => {
                self.lane.plays(*table) || self.house.table(*table).is_err()
            }
            _ => true,
        }
    }

    /// The events without those at tables that are played elsewhere.
    fn own_events(&self, events: Vec<NewEvent>) -> Vec<NewEvent> {
        events.into_iter().filter(|event| event.table.is_none_or(|id| self.lane.plays(id))).collect()
    }

    /// Expects these events, the first of which is at this place.
    fn expect(&mut self, entries: &[&Entry], place: usize, mut events: Vec<NewEvent>) {
        let entry = entries[place];
        self.counts.commands += u64::from(self.counts_here(entry));
        let day = events.first().is_some_and(is_day).then(|| events.remove(0));
        if let (Some(due), None) = (&day, self.day) {
            self.find(entry, FindingKind::MissingEvent, "no new day begins", name(&due.event));
        }
        self.begin_day(entries, day.as_ref().map_or(DueDay::None, DueDay::Begins));
        let own = events.first().and_then(|event| event.table);
        let origin = (entry.body.at, entry.body.by, entry.body.key);
        self.expected = Some(Expected { origin, own, events: events.into() });
        if !self.is_expected(entry) {
            // A command that leads to nothing is not written.
            self.find(
                entry,
                FindingKind::NoCommand,
                name(&entry.body.event),
                "an event that a command leads to",
            );
            self.apply(entry, None);
        }
    }

    /// Reports that no command could lead to an entry.
    fn refuse(&mut self, entries: &[&Entry], place: usize, refused: Option<Rejection>) {
        let entry = entries[place];
        self.begin_day(entries, DueDay::Unknown);
        match refused {
            Some(rejection) => {
                let general = self.finding(entry, FindingKind::NoCommand, "", "");
                self.findings.push(general.rejected(&rejection));
            }
            None => {
                let expected = "an event that follows from a command";
                self.find(entry, FindingKind::NoCommand, name(&entry.body.event), expected);
            }
        }
        self.skipped = Some((entry.body.at, entry.body.by, entry.body.key));
        self.apply(entry, None);
    }

    /// Reports in what an entry differs from the event that was due.
    fn find_difference(&mut self, entry: &Entry, due: &NewEvent) {
        let found = &entry.body;
        let is_same = same_event(&due.event, &found.event) && due.table == entry.stream.table;
        match is_same {
            false if kind_of(&due.event) == kind_of(&found.event) => {
                self.find(entry, FindingKind::OtherEvent, words(&found.event), words(&due.event));
            }
            false => self.find(entry, FindingKind::OtherEvent, name(&found.event), name(&due.event)),
            true if due.ledger != found.ledger => {
                self.find(entry, FindingKind::WrongPostings, words(&found.ledger), words(&due.ledger));
            }
            true => {
                let who = words(&found.by);
                self.find(entry, FindingKind::WrongActor, who, "the originator of its command");
            }
        }
    }

    fn apply(&mut self, entry: &Entry, acts: Option<&DecidedActs>) {
        if let Some(id) = entry.stream.table {
            match &entry.body.event {
                Event::RoundBegan { .. } => self.counts.rounds += 1,
                Event::SeedRevealed { seed, .. } => {
                    self.counts.seeds += 1;
                    if let Some((kind, found, expected)) = self.fair.check_cut(&self.house, id, *seed) {
                        self.find(entry, kind, found, expected);
                    }
                }
                // A table closes with the seed revealed, or its chain given up.
                Event::Closed { .. } if FairCheck::is_committed(&self.house, id) => {
                    self.find(entry, FindingKind::MissingEvent, "the seed is not revealed", "SeedRevealed");
                }
                _ => {}
            }
            self.fair.note(id, &entry.body.event, acts);
        }
        for error in self.house.examine(entry, acts) {
            let is_known =
                self.findings.last().is_some_and(|last| last.sequence == Some(entry.body.sequence));
            if !is_known {
                let (kind, why) = (FindingKind::of_error(&error), error.to_string());
                let kind = of_fair_dealing(&entry.body.event, &why).unwrap_or(kind);
                self.find(entry, kind, why, "what follows from the entries before it");
            }
        }
    }

    fn find(
        &mut self,
        entry: &Entry,
        kind: FindingKind,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        let finding = self.finding(entry, kind, found, expected);
        self.findings.push(finding);
    }

    fn finding(
        &self,
        entry: &Entry,
        kind: FindingKind,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> AuditFinding {
        let table = entry.stream.table;
        let round = table.and_then(|id| self.house.table(id).ok()).map(|table| table.rounds);
        let general = AuditFinding::of_house(Some(self.house.id.0), kind, found, expected);
        AuditFinding { sequence: Some(entry.body.sequence), table: table.map(|id| id.0), round, ..general }
    }
}
