//! What opening a recorded journal must come to, as text: the money, the state of every open table, the verdict on every
//! round, and what happens next. It is made from the file alone, by the path a store's journal takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use croupier_fair::Keyring;
use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::{Now, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Unit};
use croupier_house::office::LimitKind;
use croupier_house::table::{LiveTable, Pace, Phase, TableState};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_rules::judge;
use jiff::civil::Date;

use super::file::Recorded;
use super::next::go_on;
use super::words;

/// The software that recorded journals say they were played by.
pub(crate) const BUILD: &str = "recorded";

/// The digests of the books that an expectation names.
pub(crate) fn books_of(expectation: &str) -> Vec<&str> {
    expectation.lines().filter_map(|line| line.strip_prefix("book ")?.split(' ').nth(1)).collect()
}

/// A house that is being read from a file.
struct Opening<'a> {
    recorded: &'a Recorded,
    shelf: &'static Shelf,
    keys: &'a Keyring,
    house: House<'static>,
    /// Which kinds of moments have been described.
    described: BTreeSet<String>,
    /// The balances at the last moment that was described.
    balances: BTreeMap<Account, Money>,
    rounds: String,
    moments: String,
    /// Every dispute, by number. The house has only those that are not closed.
    disputes: BTreeMap<u32, DescribedDispute>,
}

/// A dispute as the journal tells of it.
struct DescribedDispute {
    opened: String,
    ruling: String,
    stage: String,
}

/// Opens a recorded journal, entry by entry, and describes the result.
pub(crate) fn describe(recorded: &Recorded, shelf: &'static Shelf, keys: &Keyring) -> Result<String, String> {
    let house = House::new(recorded.house, shelf, BUILD, Pace::default());
    let mut opening = Opening {
        recorded,
        shelf,
        keys,
        house,
        described: BTreeSet::new(),
        balances: BTreeMap::new(),
        rounds: String::new(),
        moments: String::new(),
        disputes: BTreeMap::new(),
    };
    opening.read()?;
    Ok(opening.text())
}

/// The house of a recorded journal.
pub(crate) fn open(recorded: &Recorded, shelf: &'static Shelf) -> Result<House<'static>, String> {
    let mut house = House::new(recorded.house, shelf, BUILD, Pace::default());
    for (sequence, (stream, bytes)) in (1..).zip(&recorded.entries) {
        let entry = Entry::read(*stream, sequence, bytes.clone()).map_err(|fault| fault.to_string())?;
        house.apply(&entry).map_err(|fault| fault.to_string())?;
    }
    Ok(house)
}

impl Opening<'_> {
    fn note_dispute(&mut self, event: &Event) {
        match event {
            Event::DisputeOpened { dispute, table, round, person, about } => {
                let opened = format!("{}/{round} by {}: {about}", table.0, self.house.name_of(*person));
                let described =
                    DescribedDispute { opened, ruling: String::new(), stage: "opened".to_owned() };
                self.disputes.insert(*dispute, described);
            }
            Event::DisputeAnswered { dispute, ruling } => {
                let known = self.disputes.get_mut(dispute).unwrap();
                (known.ruling, known.stage) = (ruling.to_string(), format!("answered: {ruling}"));
            }
            Event::DisputePaid { dispute, amount, .. } => {
                let known = self.disputes.get_mut(dispute).unwrap();
                known.stage = format!("{}, paid {amount}", known.stage);
            }
            Event::DisputeEscalated { dispute, to } => {
                let known = self.disputes.get_mut(dispute).unwrap();
                known.stage = format!("escalated to {to} after: {}", known.ruling);
            }
            _ => {}
        }
    }

    fn read(&mut self) -> Result<(), String> {
        let entries = &self.recorded.entries;
        let mut next_at = None;
        let read = |(sequence, (stream, bytes)): (u64, &(StreamId, Vec<u8>))| {
            Entry::read(*stream, sequence, bytes.clone())
        };
        let all: Result<Vec<Entry>, _> = (1..).zip(entries).map(read).collect();
        let all = all.map_err(|fault| fault.to_string())?;
        for (place, entry) in all.iter().enumerate() {
            self.note_round(entry);
            self.note_dispute(&entry.body.event);
            self.house.apply(entry).map_err(|fault| format!("entry {}: {fault}", place + 1))?;
            next_at.clone_from(&all.get(place + 1).map(|next| next.body.at));
            // All entries of one command have one time: the house is looked at between commands.
            if next_at != Some(entry.body.at) {
                self.note_moment(place + 1, entry);
            }
        }
        let tables: Vec<TableId> = self.house.tables().iter().map(|table| table.id).collect();
        tables.into_iter().for_each(|id| self.judge(id));
        Ok(())
    }

    /// The verdict on a round before the next begins, or before it is put away.
    fn note_round(&mut self, entry: &Entry) {
        let ends = matches!(
            entry.body.event,
            Event::RoundBegan { .. } | Event::RoundVoided { .. } | Event::Closed { .. }
        );
        if let Some(id) = entry.stream.table.filter(|_| ends) {
            self.judge(id);
        }
    }

    fn judge(&mut self, id: TableId) {
        let Ok(table) = self.house.table(id) else { return };
        let Some(live) = table.live.as_ref().filter(|live| live.began) else { return };
        // A round is judged by the edition that it was played by.
        let rulebook = table.game.split('/').next().unwrap_or_default();
        let mut edition = Shelf::default();
        edition.put(self.house.library.find(rulebook, &live.in_force.digest).unwrap().clone());
        let verdict = verdict(&edition, &live.record, self.recorded.date);
        let (stakes, digest) = (live.stakes().count(), &blake3::hash(verdict.as_bytes()).to_hex()[..32]);
        let _ = writeln!(
            self.rounds,
            "round {}/{} record {} stakes {stakes} verdict {digest}",
            id.0, table.rounds, table.records
        );
    }

    /// The first moment of each kind is described: a journal that ends there must open and go on as well.
    fn note_moment(&mut self, place: usize, entry: &Entry) {
        let Some(id) = entry.stream.table else { return };
        let Ok(table) = self.house.table(id) else { return };
        let Some(live) = &table.live else { return };
        let kind = format!(
            "{} {} {} carried {} entry {} declared {} bank {} shoe {}",
            table.game,
            words::mode(live.mode),
            words::phase(live.phase()),
            live.stakes().any(|(number, _)| live.is_carried(number)),
            live.entry.is_some(),
            !live.declared.is_empty(),
            live.bank.is_some(),
            live.rules.shoe().1.left().len() % 52 != 0,
        );
        if place == self.recorded.entries.len() || !self.described.insert(kind) {
            return;
        }
        let table = describe_table(&self.house, table);
        let changed = self.changed_balances();
        let money = money(&self.house, &changed);
        let next = self.next(id, entry.body.at);
        let _ = writeln!(self.moments, "after {place}\n{table}next {next}\n{money}");
    }

    /// The balances that have changed since the last moment that was described.
    fn changed_balances(&mut self) -> Vec<(Account, Money)> {
        let all = self.house.ledger.accounts();
        let before = std::mem::replace(&mut self.balances, all.iter().copied().collect());
        all.into_iter().filter(|(account, there)| before.get(account) != Some(there)).collect()
    }

    fn next(&self, id: TableId, at: i64) -> String {
        let now = Now { at, date: self.recorded.date, minute: self.recorded.minute };
        go_on(&mut self.house.clone(), id, now, self.keys)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for book in self.shelf.books() {
            let _ = writeln!(text, "book {} {}", book.id(), book.digest());
        }
        let Recorded { house, date, minute, .. } = self.recorded;
        let _ = writeln!(text, "house {}, goes on {date} {minute}", house.0);
        let _ = writeln!(text, "entries {}", self.recorded.entries.len());
        let tables = self.house.tables().iter().map(|table| Some(table.id));
        for table in [None].into_iter().chain(tables) {
            let head = self.house.head(StreamId { house: self.recorded.house, table });
            let name = table.map_or_else(|| "house".to_owned(), |id| format!("table {}", id.0));
            if head.version > 0 {
                let hash: String = head.hash.iter().map(|byte| format!("{byte:02x}")).collect();
                let _ = writeln!(text, "journal {name} {} {hash}", head.version);
            }
        }
        let _ = write!(text, "\n{}\n{}", self.rounds, self.moments);
        let _ = write!(text, "at the end\n{}", describe_office(&self.house, &self.disputes));
        let at = self.house.tables().iter().map(|table| table.since).max().unwrap_or_default();
        for table in self.house.tables() {
            text += &describe_table(&self.house, table);
            if table.live.is_some() {
                let _ = writeln!(text, "next {}", self.next(table.id, at));
            }
        }
        let mut all = self.house.ledger.accounts();
        all.retain(|(_, there)| *there != Money::ZERO);
        text + &money(&self.house, &all)
    }
}

/// The verdict on a record: money and outcome of every stake. The provisions it cites are the rules' own tests to prove.
fn verdict(shelf: &Shelf, record: &str, today: Date) -> String {
    let mut text = String::new();
    match judge(shelf, record.as_bytes(), today) {
        Ok(verdict) => {
            for row in &verdict.rows {
                let name = row.outcome.name();
                let hand = row.hand.as_deref().unwrap_or("-");
                let _ = writeln!(
                    text,
                    "{} {} {} {hand} {} {name} {} {}",
                    row.bet, row.player, row.wager, row.stake, row.profit, row.returned
                );
            }
            for (name, net) in &verdict.net {
                let _ = writeln!(text, "{name} {net}");
            }
            let _ = writeln!(text, "bank {}", verdict.bank);
        }
        Err(_) => text.push_str("inadmissible\n"),
    }
    text
}

/// Some words, or a word for none.
fn listed<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}

/// Accounts with what lies there, one kind of thing a line.
fn money(house: &House<'_>, balances: &[(Account, Money)]) -> String {
    let mut lines: BTreeMap<Unit, Vec<String>> = BTreeMap::new();
    for (account, there) in balances {
        lines.entry(account.unit).or_default().push(format!("{} {there}", words::account(house, account)));
    }
    lines.into_values().map(|line| line.join(", ") + "\n").collect()
}

fn describe_table(house: &House<'_>, table: &TableState<'_>) -> String {
    let mut text = String::new();
    let Some(live) = &table.live else {
        if table.rounds > 0 || !table.papers.proposals.is_empty() {
            let _ = writeln!(text, "table {} {} closed after round {}", table.id.0, table.name, table.rounds);
        }
        return text + &describe_papers(house, table);
    };
    let seated: Vec<&str> = table.seated.iter().map(|person| house.name_of(*person)).collect();
    let _ = writeln!(
        text,
        "table {} {} {} {} round {} record {} seated {}",
        table.id.0,
        table.name,
        words::mode(live.mode),
        words::phase(live.phase()),
        table.rounds,
        table.records,
        listed(&seated)
    );
    text += &describe_sitting(house, table, live);
    text + &describe_papers(house, table)
}

fn describe_sitting(house: &House<'_>, table: &TableState<'_>, live: &LiveTable<'_>) -> String {
    let mut text = String::new();
    let open = live.stakes().filter(|(_, held)| held.returned.is_none());
    for (number, held) in open {
        let name = house.name_of(held.person);
        let row = live.rules.row_of(number);
        let (wager, hand) = row.map(|row| (row.wager, row.hand)).unwrap_or_default();
        let hand = hand.map(|hand| format!(" hand {hand}")).unwrap_or_default();
        let life = live.rules.progress_of(number).map(|life| format!(" {life}")).unwrap_or_default();
        let carried = if live.is_carried(number) { " carried" } else { "" };
        let (unit, amount) = (words::unit(held.unit), held.amount);
        let _ = writeln!(text, "stake {number} {name} {amount} {unit} on {wager}{hand}{life}{carried}");
    }
    if let Some((holder, amount)) = live.bank {
        let _ = writeln!(text, "bank {} {amount}", house.name_of(holder));
    }
    let left = live.rules.shoe().1.left().len();
    if left > 0 {
        let cards: Vec<String> = live.cards.iter().map(|on| on.card.to_string()).collect();
        let _ = writeln!(text, "shoe {left} left, on the table {}", listed(&cards));
    }
    if let Some(entry) = &live.entry {
        let from = entry.reader.map(|reader| format!(" by reader {reader}")).unwrap_or_default();
        let _ = writeln!(text, "entered {}{from}", entry.lines.replace('\n', " / "));
    }
    for said in &live.declared {
        let _ = writeln!(text, "declared {} {}", said.line, said.extra);
    }
    if live.phase() == Phase::Insurance {
        let declined: Vec<&str> = live.declined.iter().map(|person| house.name_of(*person)).collect();
        let _ = writeln!(text, "declined by {}", listed(&declined));
    }
    for (person, chips) in &table.wheel {
        let _ = writeln!(text, "colour {} of {} at {}", chips.colour, house.name_of(*person), chips.value);
    }
    if let Some(seed_chain) = &live.seed_chain {
        let bound = seed_chain.committed.as_ref();
        let closed = bound.is_some_and(|bound| bound.closed.is_some());
        let commitment = bound.map_or_else(|| "none".to_owned(), |bound| bound.commitment.to_string());
        let _ = writeln!(text, "link {} closed {closed} commitment {commitment}", seed_chain.link);
    }
    let _ = writeln!(text, "staked {} returned {}", live.staked, live.returned);
    text
}

fn describe_papers(house: &House<'_>, table: &TableState<'_>) -> String {
    let mut text = String::new();
    for (number, proposal) in &table.papers.proposals {
        let (by, matter) = (house.name_of(proposal.by), words::matter(&proposal.action));
        let _ = writeln!(text, "proposal {number} by {by}: {matter}");
    }
    for (number, slip) in &table.papers.slips {
        let _ = writeln!(text, "slip {number} {} {}", words::slip(slip.kind, slip.state), slip.amount);
    }
    for (number, laid) in &table.exchanges.requests {
        let (name, what) = (house.name_of(laid.person), words::exchange(&laid.exchange));
        let _ = writeln!(text, "exchange {number} {name} {what}");
    }
    text
}

fn describe_office(house: &House<'_>, disputes: &BTreeMap<u32, DescribedDispute>) -> String {
    let mut text = format!("house file {}\n", house.office.version);
    for (id, person) in house.office.people() {
        let _ = write!(text, "person {} {} {}", id.0, person.handle, words::role(person.role));
        if let Some(staff) = &person.staff {
            let _ = write!(text, " is {staff}");
        }
        if let Some(reason) = &person.refused {
            let _ = write!(text, " refused: {reason}");
        }
        if let Some(until) = person.excluded {
            let _ = write!(text, " excluded until {until:?}");
        }
        for (name, limit) in
            [("stake", LimitKind::Stake), ("loss", LimitKind::Loss), ("buy-in", LimitKind::BuyIn)]
        {
            let limit = person.limit(limit);
            let amount = |amount: Option<Money>| amount.map_or_else(|| "none".to_owned(), |a| a.to_string());
            let (first, next) = (limit.at(i64::MIN), limit.next_after(i64::MIN));
            if first.is_some() || next.is_some() {
                let next = next.map(|(next, from)| format!(" then {} from {from}", amount(next)));
                let _ = write!(text, " {name} limit {}{}", amount(first), next.unwrap_or_default());
            }
        }
        let _ = writeln!(text, " day {} {}", person.net_of_day, person.bought_of_day);
    }
    for (number, dispute) in disputes {
        let _ = writeln!(text, "dispute {number} {}; {}", dispute.opened, dispute.stage);
    }
    for duty in &house.office.roster.duties {
        let (name, what) = (house.name_of(duty.person), words::post(duty.post));
        let _ = writeln!(text, "duty {} to {} at {}: {name}, {what}", duty.from, duty.to, duty.table.0);
    }
    for (number, laid) in &house.office.exchanges.requests {
        let (name, what) = (house.name_of(laid.person), words::exchange(&laid.exchange));
        let _ = writeln!(text, "exchange {number} {name} {what}");
    }
    for (number, request) in &house.office.chip_requests.open {
        let (name, what) = (house.name_of(request.person), words::exchange(&request.exchange()));
        let (place, held) = (words::laid_out(request.laid_out), house.ledger.held(request.person));
        let _ = writeln!(text, "chip request {number} {name} {what} {place}, held {held}");
    }
    text
}
