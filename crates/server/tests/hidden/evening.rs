//! A random evening: somebody gives a command, then everybody's messages are searched.

use std::collections::BTreeMap;
use std::fmt;

use croupier_fair::Chain;
use croupier_fair::Sealed;
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, PersonId, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{Exchange, Role};
use croupier_house::store::Store;
use croupier_house::table::Mode;
use croupier_kit::Money;
use croupier_server::actor::BetEntry;
use croupier_server::dealing::KeyFile;
use croupier_server::wire::ServerMessage;
use tokio::runtime::Runtime;

use super::dealing::{Dealt, Random};
use super::knowledge::{Viewer, dealt_at, known_to};
use super::pages::{Pages, TableNow};
use super::search::{CardSet, Unknown};
use crate::common::{Guest, Server, config, execute, folder, give};

/// The demo houses, which have all twelve games between them, with the tables that are played.
pub(crate) const HOUSES: [(&str, &[&str]); 2] = [
    (
        include_str!("../../../../examples/demo-rand.toml"),
        &["Roulette", "Blackjack", "Punto Banco", "Arizona Hold-Em", "Touch 21"],
    ),
    (
        include_str!("../../../../examples/demo-sterling.toml"),
        &["Roulette", "Dice", "Baccarat Banque", "Chemin de Fer", "Punto Banco", "Blackjack", "In Between"],
    ),
];
/// What everybody has to play with.
const MONEY: Money = Money::from_minor(20_000_000);
/// How many seeds ahead of what is revealed are searched for.
const SEEDS_AHEAD: u32 = 3;

/// What was searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Searched {
    pub(crate) messages: u64,
    /// Messages whose reader does not know all cards that lie on the table.
    pub(crate) with_hidden: u64,
    /// Cards that lie on the table, and that a reader does not know.
    hidden: u64,
    /// Messages while a seed of the table was not revealed.
    with_seed: u64,
    /// The messages about each game.
    by_game: BTreeMap<String, u64>,
    /// The games at which a card was hidden from somebody.
    hiding: BTreeMap<String, u64>,
    /// Accepted commands by kind.
    pub(crate) commands: BTreeMap<&'static str, u64>,
    pub(crate) refused: u64,
    pub(crate) pages: u64,
    pub(crate) planted: Planted,
}

/// Leaks that were planted, and those that were found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Planted {
    /// Messages of somebody who sees a card, given to somebody who does not.
    pub(crate) exchanged: (u64, u64),
    pub(crate) cards: (u64, u64),
    pub(crate) seeds: (u64, u64),
}

impl Searched {
    /// Adds what was searched in another evening.
    pub(crate) fn merge(&mut self, other: Self) {
        let Self {
            messages,
            with_hidden,
            hidden,
            with_seed,
            by_game,
            hiding,
            commands,
            refused,
            pages,
            planted,
        } = other;
        self.messages += messages;
        self.with_hidden += with_hidden;
        self.hidden += hidden;
        self.with_seed += with_seed;
        by_game.into_iter().for_each(|(game, count)| *self.by_game.entry(game).or_default() += count);
        hiding.into_iter().for_each(|(game, count)| *self.hiding.entry(game).or_default() += count);
        commands.into_iter().for_each(|(command, count)| *self.commands.entry(command).or_default() += count);
        self.refused += refused;
        self.pages += pages;
        let Planted { exchanged, cards, seeds } = planted;
        let sums = [&mut self.planted.exchanged, &mut self.planted.cards, &mut self.planted.seeds];
        for (sum, (planted, found)) in sums.into_iter().zip([exchanged, cards, seeds]) {
            *sum = (sum.0 + planted, sum.1 + found);
        }
    }

    /// Checks that there was something to find.
    pub(crate) fn check(&self, mode: Mode) {
        assert_eq!(self.by_game.len(), 12, "{self}");
        assert!(self.with_hidden > 100 && self.refused > 20 && self.pages > 20, "{self}");
        let wanted: &[&str] = match mode {
            Mode::Automatic => &["decide"],
            Mode::Attended => &["confirm-entry", "declare", "correct", "void"],
        };
        for wanted in wanted {
            assert!(self.commands.contains_key(wanted), "no {wanted}: {self}");
        }
        for game in ["scotland-1970/chemin-de-fer", "mpumalanga/arizona-hold-em", "mpumalanga/touch-21"] {
            assert!(self.hiding.contains_key(game), "nothing is hidden at {game}: {self}");
        }
        assert!(mode == Mode::Attended || self.with_seed > 1_000, "{self}");
    }
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            messages, with_hidden, hidden, with_seed, by_game, hiding, commands, refused, pages, ..
        } = self;
        write!(
            f,
            "{messages} messages, {pages} of them pages, {with_hidden} to somebody who may not know all of the cards on the table ({hidden} \
             hidden cards), {with_seed} while a seed was not revealed; {refused} refusals; by game {by_game:?}, hidden {hiding:?}; \
             commands {commands:?}"
        )
    }
}

/// Where the round of a table is in its record.
#[derive(Clone, Default)]
struct RoundSpan {
    round: u64,
    from: usize,
    record: String,
    /// The version of the journal of the table, and the last one that was seen before the round.
    version: u64,
    version_before: u64,
}

/// What is true after a command.
struct Truth {
    game: String,
    dealt: CardSet,
    known: Vec<CardSet>,
    link: Option<(u32, [u8; 32])>,
    span: RoundSpan,
}

pub(crate) struct Evening {
    server: Server,
    runtime: Runtime,
    choice: Random,
    tables: Vec<TableId>,
    pub(crate) viewers: Vec<Viewer>,
    pages: Pages,
    spans: BTreeMap<TableId, RoundSpan>,
    chains: BTreeMap<[u8; 32], Chain>,
    steps: u64,
    pub(crate) plants: bool,
    pub(crate) searched: Searched,
}

impl Evening {
    pub(crate) fn new((file, names): (&'static str, &'static [&'static str]), mode: Mode, seed: u64) -> Self {
        let attended: &[&str] = if mode == Mode::Attended { names } else { &[] };
        let server = Server::start_attended(config(&folder("hidden")), file, attended);
        let players: Vec<Guest> = ["ann", "ben", "cal", "dan"].map(|name| server.player(name)).into();
        let (viewers, guests) = everybody(&server, &players);
        let tables = server.actor.read_blocking(|state| {
            let played = state.house.tables().iter().filter(|table| names.contains(&&*table.name));
            played.map(|table| table.id).collect::<Vec<_>>()
        });
        let mut evening = Self {
            pages: Pages::new(guests),
            runtime: tokio::runtime::Builder::new_current_thread().build().unwrap(),
            choice: Random(seed),
            tables: tables.unwrap(),
            viewers,
            spans: BTreeMap::new(),
            chains: BTreeMap::new(),
            steps: 0,
            plants: false,
            searched: Searched::default(),
            server,
        };
        evening.seat();
        evening
    }

    /// The first three players sit at every table, with enough to play.
    fn seat(&mut self) {
        for person in self.players() {
            self.fund(person);
            for table in self.tables.clone() {
                self.must(Actor::Person(person), Command::Table(table, TableCommand::Sit { person }));
            }
        }
    }

    fn players(&self) -> Vec<PersonId> {
        let players = self.viewers.iter().filter(|viewer| viewer.role == Some(Role::Player));
        players.filter_map(|viewer| viewer.person).take(3).collect()
    }

    fn fund(&self, person: PersonId) {
        let exchange = Exchange::BuyIn { with: Unit::Cash, amount: MONEY };
        let asked = self.must(Actor::House, Command::RequestExchange { at: None, person, exchange });
        self.must(Actor::House, Command::ConfirmExchange { at: None, number: asked.unwrap() });
    }

    /// Gives a command that must be accepted; the number that it gave.
    fn must(&self, by: Actor, command: Command) -> Option<u32> {
        let described = format!("{command:?}");
        let done = give(&self.server.actor, Request { key: None, by, command });
        done.unwrap_or_else(|problem| panic!("{described}: {}", problem.message)).number
    }

    /// A command, and what everybody is sent after it.
    pub(crate) fn step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(2_000) {
            self.refill();
        }
        let place = usize::try_from(self.choice.below(self.tables.len() as u64)).unwrap();
        let table = self.tables[place];
        // Several steps at one table in a row, so that rounds come to an end.
        for _ in 0..=self.choice.below(12) {
            self.command(table);
        }
    }

    fn refill(&self) {
        for person in self.players() {
            let has = self.server.actor.read_blocking(move |state| {
                state.house.ledger.balance(Unit::Chips, Location::Player(person))
            });
            if has.unwrap() < Money::from_minor(MONEY.minor() / 4) {
                self.fund(person);
            }
        }
    }

    fn command(&mut self, table: TableId) {
        let (choice, players) = (self.choice.clone(), self.players());
        let staff = self.staff();
        let from = self.spans.get(&table).map_or(0, |span| span.from);
        let planned = self.server.actor.read_blocking(move |state| {
            let mut choice = choice;
            let dealt = super::dealing::next(state, table, &players, staff, from, &mut choice);
            (dealt, choice)
        });
        let (Dealt { by, act, kind }, choice) = planned.unwrap();
        self.choice = choice;
        let actor = by.map_or(Actor::House, Actor::Person);
        let request = Request { key: None, by: actor, command: Command::Table(table, act.clone()) };
        let reply = match execute(&self.server.actor, request) {
            Ok(executed) => {
                *self.searched.commands.entry(kind).or_default() += 1;
                ServerMessage::Done { id: 1, done: executed.into() }
            }
            Err(problem) => {
                self.searched.refused += 1;
                ServerMessage::Refused { id: 1, problem }
            }
        };
        let truth = self.truth(table);
        let seeds = self.unrevealed(table, &truth);
        let sender = self.viewers.iter().position(|viewer| viewer.person.is_some() && viewer.person == by);
        if let Some(sender) = sender {
            // A reply may repeat what he has sent.
            let mut known = truth.known[sender];
            known.add_all(&format!("{act:?}").replace('\\', " "));
            self.search(&readable(reply), known, sender, &truth, &seeds);
        }
        self.search_tables(table, &truth, &seeds);
        if self.choice.below(12) == 0 {
            let reader = usize::try_from(self.choice.below(self.viewers.len() as u64)).unwrap();
            let RoundSpan { round, version, version_before, .. } = truth.span;
            let now = TableNow { table, round, version, version_before };
            if let Some(page) = self.pages.random(reader, now, &mut self.choice) {
                self.searched.pages += 1;
                self.search(&page, truth.known[reader], reader, &truth, &seeds);
            }
        }
        self.spans.insert(table, truth.span);
    }

    /// The people who act for the house: the manager and the inspector.
    fn staff(&self) -> [PersonId; 2] {
        [Role::Manager, Role::Inspector]
            .map(|role| self.viewers.iter().find(|viewer| viewer.role == Some(role)).unwrap().person.unwrap())
    }

    /// What lies on the table, and who may know it.
    fn truth(&self, table: TableId) -> Truth {
        let (viewers, span) = (self.viewers.clone(), self.spans.get(&table).cloned().unwrap_or_default());
        let read = self.server.actor.read_blocking(move |state| {
            let at = state.house.table(table).unwrap();
            let record = at.live.as_ref().map(|live| live.record.clone()).unwrap_or_default();
            let from = if at.rounds == span.round {
                span.from
            } else if record.starts_with(&span.record) {
                span.record.len()
            } else {
                0
            };
            let known = viewers.iter().map(|viewer| known_to(state.house, at, from, *viewer)).collect();
            let chain = at.live.as_ref().and_then(|live| live.seed_chain.as_ref());
            let link = chain.map(|chain| {
                let next = chain.link + u32::from(chain.committed.is_none());
                (next, *chain.opening.anchor.as_bytes())
            });
            let version = state.house.head(StreamId { house: HouseId(1), table: Some(table) }).version;
            let version_before = if at.rounds == span.round { span.version_before } else { span.version };
            let span = RoundSpan { round: at.rounds, from, record, version, version_before };
            Truth { game: at.game.to_string(), dealt: dealt_at(at), known, link, span }
        });
        read.unwrap()
    }

    /// The seeds of a table that are not revealed: that of the round, the next ones, and the one that all others follow from.
    fn unrevealed(&mut self, table: TableId, truth: &Truth) -> Vec<String> {
        let Some((link, anchor)) = truth.link else { return Vec::new() };
        if !self.chains.contains_key(&anchor) {
            self.read_chains(table);
        }
        let chain = &self.chains[&anchor];
        let links = chain.opening().links;
        let next = (link..links.min(link + SEEDS_AHEAD)).chain([links]);
        next.map(|link| croupier_fair::Digest::new(*chain.seed(link).unwrap().reveal()).to_string()).collect()
    }

    /// Reads the chains of a table from the journal, with the house key.
    fn read_chains(&mut self, table: TableId) {
        let stream = StreamId { house: HouseId(1), table: Some(table) };
        let file = KeyFile::read(&self.server.data);
        let keys = file.keys().unwrap();
        for stored in self.server.store.read(stream, 1, 1_000_000).unwrap() {
            let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).unwrap();
            let Event::ChainOpened { table, links, anchor, sealed } = &entry.body.event else { continue };
            let (name, digest) = (table.parse().unwrap(), croupier_fair::Digest::new(*anchor));
            let opening = croupier_fair::Opening { table: name, links: *links, anchor: digest };
            let last = keys.open(&opening, *links, &Sealed::from_bytes(sealed).unwrap()).unwrap();
            self.chains.insert(*anchor, Chain::open(opening.table.clone(), *links, last).unwrap());
        }
    }

    /// Searches what everybody's socket is sent about a table.
    fn search_tables(&mut self, table: TableId, truth: &Truth, seeds: &[String]) {
        let mut texts = Vec::new();
        for (reader, viewer) in self.viewers.clone().into_iter().enumerate() {
            let subscribed = self.server.actor.subscribe(table, viewer.person);
            let first = self.runtime.block_on(subscribed).unwrap_or_else(|p| panic!("{}", p.message)).first;
            let mut seen = first.seen_by(viewer.person.map(|person| (person, viewer.handle)));
            assert!(seen.last.iter().all(|result| result.round <= truth.span.round));
            // The results of rounds that are over are public.
            seen.last.clear();
            let events = first.events.to_vec();
            let (version, sequence, now) = (first.version, first.sequence, first.now);
            let message = ServerMessage::Table { version, sequence, now, events, table: Box::new(seen) };
            let text = serde_json::to_string(&message).unwrap();
            self.search(&text, truth.known[reader], reader, truth, seeds);
            texts.push(text);
        }
        if self.plants {
            self.plant(&texts, truth, seeds);
        }
    }

    /// Searches one message.
    fn search(&mut self, text: &str, known: CardSet, reader: usize, truth: &Truth, seeds: &[String]) {
        let unknown = Unknown { known, seeds };
        if let Some(found) = unknown.found_in(text) {
            let viewer = self.viewers[reader];
            panic!("{} is shown {found} at {}: {text}\n{}", viewer.handle, truth.game, truth.span.record);
        }
        let hidden = truth.dealt.without(known);
        let searched = &mut self.searched;
        searched.messages += 1;
        searched.with_hidden += u64::from(!hidden.is_empty());
        searched.hidden += u64::from(hidden.len());
        searched.with_seed += u64::from(!seeds.is_empty());
        *searched.by_game.entry(truth.game.clone()).or_default() += 1;
        if !hidden.is_empty() {
            *searched.hiding.entry(truth.game.clone()).or_default() += 1;
        }
    }

    /// Plants leaks in the messages, and counts those that are found.
    fn plant(&mut self, texts: &[String], truth: &Truth, seeds: &[String]) {
        let count = |(planted, found): &mut (u64, u64), is_found: bool| {
            (*planted, *found) = (*planted + 1, *found + u64::from(is_found));
        };
        for (reader, text) in texts.iter().enumerate() {
            let unknown = Unknown { known: truth.known[reader], seeds };
            let into =
                |what: &str| text.replacen("\"events\":[", &format!("\"events\":[\"x {what}, y\","), 1);
            if let Some(card) = truth.dealt.without(unknown.known).first() {
                count(&mut self.searched.planted.cards, unknown.found_in(&into(&card)).is_some());
            }
            if let Some(seed) = seeds.first() {
                count(&mut self.searched.planted.seeds, unknown.found_in(&into(seed)).is_some());
            }
            for (other, meant) in texts.iter().enumerate() {
                let more = truth.known[other].without(unknown.known);
                // A dealer may know cards that his messages do not show him.
                let mut shown = CardSet::default();
                shown.add_all(meant);
                if reader != other && !shown.without(unknown.known).is_empty() && !more.is_empty() {
                    count(&mut self.searched.planted.exchanged, unknown.found_in(meant).is_some());
                }
            }
        }
    }
}

/// Everybody who reads messages, with a session of each.
fn everybody(server: &Server, players: &[Guest]) -> (Vec<Viewer>, Vec<Option<Guest>>) {
    let names = ["ann", "ben", "cal", "dan"];
    let mut all = vec![(Viewer { person: None, handle: "anybody", role: None }, None)];
    for (handle, guest) in names.into_iter().zip(players) {
        all.push((viewer(handle, Role::Player, guest), Some(guest.clone())));
    }
    let staff = [
        ("demo_dealer", Role::Dealer),
        ("demo_inspector", Role::Inspector),
        ("demo_cashier", Role::Cashier),
        ("demo_manager", Role::Manager),
        ("demo_regulator", Role::Regulator),
    ];
    for (handle, role) in staff {
        let guest = server.staff(handle);
        all.push((viewer(handle, role, &guest), Some(guest)));
    }
    all.into_iter().unzip()
}

fn viewer(handle: &'static str, role: Role, guest: &Guest) -> Viewer {
    let person = Some(PersonId(u32::try_from(guest.person).unwrap()));
    Viewer { person, handle, role: Some(role) }
}

/// A reply with the entry of a bet as whoever decodes it reads it: what it says, and its bytes in hexadecimal, as seeds are written.
/// In base64 two letters of a hash may look like a card.
fn readable(mut reply: ServerMessage) -> String {
    let leaf = if let ServerMessage::Done { done, .. } = &mut reply { done.leaf.take() } else { None };
    let text = serde_json::to_string(&reply).unwrap();
    let Some(BetEntry { bytes, .. }) = leaf else { return text };
    let Entry { body, .. } = Entry::read_alone(&*bytes).unwrap();
    let lines = if let Event::Acted { lines, .. } = &body.event { &**lines } else { "" };
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{text} {lines} {:?} {:?} {}", body.event, body.ledger, bytes.concat())
}
