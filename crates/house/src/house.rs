//! The state of a house, with access to its parts.
use std::collections::BTreeMap;

use croupier_rules::book::{Book, Conduct, GameBook, Shelf};
use croupier_rules::house::HouseTable;
use croupier_rules::law::Cites;
use jiff::civil::Date;

use crate::event::EVENT_FORMAT;
use crate::ids::{HouseId, IdempotencyKey, Now, PersonId, StreamId, TableId};
use crate::journal::{EntryRange, Hash, JournalHead};
use crate::keys::KeyCache;
use crate::ledger::Ledger;
use crate::library::Library;
use crate::office::{Office, TablePost};
use crate::rejection::{Rejection, RejectionCode};
use crate::store::HouseHead;
use crate::table::{LaidStakes, LiveTable, Mode, Pace, RulesInForce, TableContext, TableState};

/// A house.
#[derive(Clone)]
pub struct House<'b> {
    /// Its number.
    pub id: HouseId,
    /// Its rulebooks.
    pub library: Library<'b>,
    pub(crate) build: Box<str>,
    pub(crate) pace: Pace,
    /// Its house file, people, approvals and disputes.
    pub office: Office,
    /// Its money.
    pub ledger: Ledger,
    pub(crate) tables: Vec<TableState<'b>>,
    /// The heads of the journals: that of the house, then those of its tables.
    pub(crate) heads: Vec<JournalHead>,
    /// The last entry.
    pub(crate) last: HouseHead,
    /// Whether new entries still have to be preceded by the one that raises the format of the journal.
    pub(crate) first_format: bool,
    pub(crate) keys: KeyCache,
    /// Whether an entry could be applied only in part. The house must then be rebuilt from its journal.
    pub(crate) halted: bool,
    /// The newest format of events that may be written.
    pub(crate) writes_format: u16,
    /// While entries that were written before are replayed: what lies on each table according to the ledger.
    pub(crate) replayed: Option<BTreeMap<TableId, LaidStakes>>,
}

/// A copy of an open table to try a command on, with the parts of the house that acts at the table need. The copy is
/// discarded: only applying the events changes the house.
pub(crate) struct DecisionScope<'h, 'b> {
    pub(crate) live: LiveTable<'b>,
    pub(crate) context: TableContext<'h>,
    pub(crate) ledger: &'h Ledger,
    /// The seeds that its players have given.
    pub(crate) seeds: &'h BTreeMap<PersonId, Box<[u8]>>,
    /// The number of rounds and records so far.
    pub(crate) rounds: u64,
    pub(crate) records: u64,
}

impl<'b> House<'b> {
    /// A house without any events yet. `build` is the version of the software and is recorded with the rounds.
    pub fn new(id: HouseId, shelf: &'b Shelf, build: &str, pace: Pace) -> Self {
        Self {
            id,
            library: Library::new(shelf),
            build: build.into(),
            pace,
            office: Office::default(),
            ledger: Ledger::new(id),
            tables: Vec::new(),
            heads: vec![JournalHead::default()],
            last: HouseHead::default(),
            first_format: false,
            keys: KeyCache::default(),
            halted: false,
            writes_format: EVENT_FORMAT,
            replayed: None,
        }
    }

    /// Sets the newest format of events that may be written: that which all nodes of the house read.
    pub const fn permit_format(&mut self, format: u16) {
        self.writes_format = format;
    }

    /// The newest format of events that may be written.
    pub const fn permitted_format(&self) -> u16 {
        self.writes_format
    }

    /// The head of a journal.
    pub fn head(&self, stream: StreamId) -> JournalHead {
        let index = stream.table.map_or(0, |id| usize::from(id.0));
        self.heads.get(index).copied().unwrap_or_default()
    }

    /// The heads of all journals: that of the house, then those of its tables.
    pub fn heads(&self) -> Vec<JournalHead> {
        self.heads.clone()
    }

    /// The last entry.
    pub fn last(&self) -> HouseHead {
        self.last
    }

    /// The heads of all journals that have entries, as the entry that raises the format binds them.
    pub(crate) fn bound_heads(&self) -> Vec<(Option<TableId>, u64, Hash)> {
        let tables = std::iter::once(None).chain(self.tables.iter().map(|table| Some(table.id)));
        let used = tables.zip(&self.heads).filter(|(_, head)| head.version > 0);
        used.map(|(table, head)| (table, head.version, head.hash)).collect()
    }

    /// The digest of a recent command with this key, and the position of its entries. Older keys are in the store.
    pub fn entries_of_key(&self, key: IdempotencyKey) -> Option<(u64, EntryRange)> {
        self.keys.get(key)
    }

    /// The tables, in order.
    pub fn tables(&self) -> &[TableState<'b>] {
        &self.tables
    }

    /// A table.
    ///
    /// # Errors
    /// When no table has this number.
    pub fn table(&self, id: TableId) -> Result<&TableState<'b>, Rejection> {
        let index = usize::from(id.0).checked_sub(1);
        index.and_then(|index| self.tables.get(index)).ok_or_else(|| Rejection::unknown("such table"))
    }

    pub(crate) fn table_mut(&mut self, id: TableId) -> Option<&mut TableState<'b>> {
        usize::from(id.0).checked_sub(1).and_then(|index| self.tables.get_mut(index))
    }

    /// A copy of an open table to try a command on.
    pub(crate) fn decision_scope(&self, id: TableId) -> Result<DecisionScope<'_, 'b>, Rejection> {
        let table = self.table(id)?;
        let (rounds, records, live) = (table.rounds, table.records, table.open()?.clone());
        let context = self.context(table);
        Ok(DecisionScope { live, context, ledger: &self.ledger, seeds: &table.seeds, rounds, records })
    }

    /// The parts of the house that acts at a table need.
    pub(crate) fn context<'h>(&'h self, table: &'h TableState<'b>) -> TableContext<'h> {
        TableContext { table: table.id, office: &self.office, wheel: &table.wheel }
    }

    /// The name of a table's chains. A restored house has other names than the house it was copied from, so that the
    /// same seed could not lead to the same rounds.
    pub fn chain_name(&self, id: TableId) -> String {
        match self.office.incarnation.number {
            1 => format!("h{}-t{}", self.id.0, id.0),
            incarnation => format!("h{}-i{incarnation}-t{}", self.id.0, id.0),
        }
    }

    /// The entry for a table in the house file.
    pub(crate) fn table_in_file(&self, id: TableId) -> Result<&HouseTable, Rejection> {
        if let Some(why) = &self.office.unreadable_file {
            let found = format!("the house file in force cannot be read: {why}");
            return Err(Rejection::order(found, "two people adopt a house file that this program reads"));
        }
        let name = &self.table(id)?.name;
        let found = self.office.house_file()?.tables.iter().find(|table| **table.name.get_ref() == **name);
        found.ok_or_else(|| Rejection::unknown(format!("table {name} in the house file")))
    }

    /// Those who have a post at a table now, by their names in the house file.
    pub(crate) fn holders(&self, table: TableId, post: TablePost) -> impl Iterator<Item = &str> {
        let posts = self.table_in_file(table).ok().into_iter().flat_map(|table| &table.posts);
        posts.filter(move |(of, _)| *of == post.in_book()).map(|(_, holder)| holder.get_ref().as_str())
    }

    /// Whether a person has a post at a table now.
    pub fn holds_post(&self, person: PersonId, table: TableId, post: TablePost) -> bool {
        let name = self.office.person(person).ok().and_then(|person| person.staff.as_deref());
        name.is_some_and(|name| self.holders(table, post).any(|holder| holder == name))
    }

    /// The book and the game of a table on a day.
    pub(crate) fn book_of(&self, id: TableId, day: Date) -> Result<(&'b Book, &'b GameBook), Rejection> {
        self.library.game_on(&self.table(id)?.game, day)
    }

    /// The rejection with citations from the table's rulebook. The cage has no rulebook.
    pub(crate) fn citing(
        &self,
        at: Option<TableId>,
        rejection: Rejection,
        cites: impl Fn(&Conduct) -> Cites,
        now: Now,
    ) -> Rejection {
        match at.and_then(|id| self.book_of(id, now.date).ok()) {
            Some((book, game)) => rejection.citing(cites(game.conduct()), book),
            None => rejection,
        }
    }

    /// A table that opens under the house file in force.
    pub(crate) fn opening_table(
        &self,
        id: TableId,
        mode: Mode,
        version: u32,
        date: &str,
        (book, game): (&'b Book, &'b GameBook),
    ) -> Result<LiveTable<'b>, Rejection> {
        let chosen = self.table_in_file(id)?.chosen(game);
        Ok(LiveTable::new(mode, version, RulesInForce::new(book, game, chosen, date)))
    }

    /// The table that an entry opened.
    pub(crate) fn opened_table(
        &self,
        id: TableId,
        mode: Mode,
        version: u32,
        date: &str,
    ) -> Result<LiveTable<'b>, Rejection> {
        let day: Date = date.parse().map_err(|_| Rejection::new(RejectionCode::Malformed, date, "a date"))?;
        let law = self.library.game_of_opening(&self.table(id)?.game, day)?;
        self.opening_table(id, mode, version, date, law)
    }

    /// The name of a person; empty if there is no such person.
    pub fn name_of(&self, person: PersonId) -> &str {
        self.office.person(person).map_or("", |person| &*person.handle)
    }
}
