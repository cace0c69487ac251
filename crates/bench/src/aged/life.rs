//! The life of the house: rounds at all tables, players who come and go, slips, proposals, disputes, shifts.

use croupier_house::command::{Announcement, Command, PaidWith, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{Mode, Phase};
use croupier_kit::{Chips, Money, Stack};
use croupier_rules::notation::Direction;
use croupier_server::dealing::noted;

use super::charter::{
    AgedGame, AgedTable, CASHIER, DEALER, INSPECTOR, LEARNING_TABLE, MANAGER, PLAYERS, REGULAR, REGULAR_NAME,
    REGULAR_TABLE, STAFF, TABLES, charter,
};
use super::maker::Maker;

/// The time from one round of the house to the next: with fifteen tables a round every 45 seconds at each.
pub(crate) const ROUND_MS: i64 = 3_000;
/// The rounds of the house in which there is so much paperwork that the first page of every list is full, in a small
/// house too. A page that is full is dearer than one that is not, and that is no growth.
const BUSY_ROUNDS: u64 = 4_000;
/// The players at a table.
const SEATED: usize = 4;
/// The rounds of a table between one visitor and the next.
const VISIT_ROUNDS: u64 = 60;
/// The rounds of a table from its opening to its closing. In the smallest house every table ends two shifts: its papers then have
/// all that those of an older house have.
const SHIFT_ROUNDS: u64 = 300;

const STAKE: Money = Money::from_minor(200);
const VISITORS_CHIPS: Money = Money::from_minor(20_000);
const REGULARS_CHIPS: Money = Money::from_minor(100_000_000);
/// What a visitor takes home instead of cashing it.
const KEEPSAKE: Money = Money::from_minor(100);
const CHIP: Money = Money::from_minor(100_000);

/// The number of a table.
pub fn table_id(place: usize) -> TableId {
    TableId(u16::try_from(place + 1).expect("few tables"))
}

/// Founds the house and opens its tables.
pub(crate) fn found(maker: &mut Maker) -> Visitors {
    maker.give(Actor::House, Command::AdoptHouseFile { file: charter() });
    let key = noted(maker.key().keys().expect("a house key").current());
    maker.give(Actor::House, Command::NoteKey(key));
    for (place, (handle, role, name)) in STAFF.into_iter().enumerate() {
        if place < 2 {
            let (handle, staff) = (handle.to_owned(), Some(name.to_owned()));
            maker.give(Actor::House, Command::Enrol { handle, role, staff });
        } else {
            agree(maker, OfficeAction::Enrol { handle: handle.into(), role, staff: Some(name.into()) });
        }
    }
    agree(maker, OfficeAction::Capital { cash: Money::from_minor(90_000_000_000) });
    agree(maker, OfficeAction::Issue { unit: Unit::Chips, amount: Money::from_minor(90_000_000_000_000) });
    for player in 0..PLAYERS {
        let handle = if player == 0 { REGULAR_NAME.to_owned() } else { format!("player_{player}") };
        maker.give(Actor::House, Command::Enrol { handle, role: Role::Player, staff: None });
    }
    let mut visitors = Visitors { idle: (1..PLAYERS).map(|player| PersonId(REGULAR.0 + player)).collect() };
    buy_in(maker, REGULAR, REGULARS_CHIPS);
    // Everybody has an account from the beginning, so that the ledger is as long in every house.
    (1..PLAYERS).for_each(|player| buy_in(maker, PersonId(REGULAR.0 + player), KEEPSAKE));
    for (place, plan) in TABLES.iter().enumerate() {
        open(maker, table_id(place), *plan, &mut visitors);
    }
    maker.begin_signing();
    visitors
}

fn agree(maker: &mut Maker, action: OfficeAction) {
    maker.give(Actor::Person(MANAGER), Command::ProposeOffice(action));
    let proposal = maker.house.office.proposals.made;
    maker.give(Actor::Person(INSPECTOR), Command::AuthoriseOffice { proposal });
}

fn agree_at(maker: &mut Maker, table: TableId, action: ProposedAction) {
    maker.at_table(MANAGER, table, TableCommand::Propose(action));
    let proposal = maker.table(table).papers.proposals_made;
    maker.at_table(INSPECTOR, table, TableCommand::Authorise { proposal });
}

fn buy_in(maker: &mut Maker, person: PersonId, amount: Money) {
    exchange(maker, person, Exchange::BuyIn { with: Unit::Cash, amount });
}

fn exchange(maker: &mut Maker, person: PersonId, exchange: Exchange) {
    maker.give(Actor::Person(person), Command::RequestExchange { at: None, person, exchange });
    let number = maker.house.office.exchanges.last_number;
    maker.give(Actor::Person(CASHIER), Command::ConfirmExchange { at: None, number });
}

fn chips_of(maker: &Maker, person: PersonId) -> Money {
    maker.house.ledger.balance(Unit::Chips, Location::Player(person))
}

/// The chips in the float of a table, counted.
fn count_of_float(maker: &Maker, table: TableId) -> Count {
    let float = maker.house.ledger.balance(Unit::Chips, Location::Float(table));
    let stacks = Chips::usual().make(float).expect("a float is in chips");
    let counted = |Stack { value, count }: Stack| (value, u32::try_from(count).expect("few chips"));
    Count(stacks.into_iter().map(counted).collect())
}

fn open(maker: &mut Maker, table: TableId, plan: AgedTable, visitors: &mut Visitors) {
    let opener = count_of_float(maker, table);
    agree_at(maker, table, ProposedAction::Open { mode: plan.mode, opener });
    balance_float(maker, table);
    if table == table_id(REGULAR_TABLE) || table == table_id(LEARNING_TABLE) {
        sit(maker, table, REGULAR);
    }
    if table != table_id(LEARNING_TABLE) {
        visitors.fill(maker, table);
    }
}

fn sit(maker: &mut Maker, table: TableId, person: PersonId) {
    maker.at_table(person, table, TableCommand::Sit { person });
    if maker.table(table).open().is_ok_and(|live| live.seed_chain.is_some()) {
        let seed = format!("the seed of player {}", person.0);
        maker.at_table(person, table, TableCommand::GiveSeed { person, seed });
    }
}

/// A slip with all its steps: a fill when the float is low, otherwise a credit.
fn slip(maker: &mut Maker, table: TableId, kind: SlipKind, thousands: u32) {
    let chips = Count(vec![(CHIP, thousands)]);
    maker.at_table(MANAGER, table, TableCommand::RequestSlip { kind, chips });
    let number = maker.table(table).papers.slips_made;
    let (from, to) = match kind {
        SlipKind::Fill => (CASHIER, INSPECTOR),
        SlipKind::Credit => (MANAGER, CASHIER),
    };
    for (by, step) in [(from, SlipStep::Send), (from, SlipStep::Deliver), (to, SlipStep::Confirm)] {
        maker.at_table(by, table, TableCommand::StepSlip { number, step });
    }
}

fn balance_float(maker: &mut Maker, table: TableId) {
    let float = maker.house.ledger.balance(Unit::Chips, Location::Float(table)).minor() / CHIP.minor();
    match float {
        ..100 => slip(maker, table, SlipKind::Fill, 500),
        900.. => slip(maker, table, SlipKind::Credit, 400),
        _ => {}
    }
}

/// The players who do not sit at a table.
pub(crate) struct Visitors {
    idle: Vec<PersonId>,
}

impl Visitors {
    fn fill(&mut self, maker: &mut Maker, table: TableId) {
        while maker.table(table).seated.len() < SEATED {
            let place = maker.draw.below(self.idle.len() as u64);
            let person = self.idle.swap_remove(usize::try_from(place).expect("few players"));
            buy_in(maker, person, VISITORS_CHIPS);
            sit(maker, table, person);
        }
    }

    /// One visitor of a table leaves with his chips, if nothing of his stands, and another comes.
    fn change(&mut self, maker: &mut Maker, table: TableId) {
        let seated: Vec<PersonId> = maker.table(table).seated.iter().copied().collect();
        let place = usize::try_from(maker.draw.below(seated.len() as u64)).expect("few players");
        let person = seated[place];
        let leave = Command::Table(table, TableCommand::Leave { person });
        if person != REGULAR && maker.try_give(Actor::Person(person), leave).is_ok() {
            self.go_home(maker, person);
        }
        self.fill(maker, table);
    }

    fn go_home(&mut self, maker: &mut Maker, person: PersonId) {
        let amount = Money::from_minor(chips_of(maker, person).minor() - KEEPSAKE.minor());
        if amount > Money::ZERO {
            exchange(maker, person, Exchange::CashOut { amount });
        }
        self.idle.push(person);
    }

    /// A shift ends if nothing stands: the table closes and opens again, with other players.
    fn end_shift(&mut self, maker: &mut Maker, place: usize) {
        let table = table_id(place);
        if maker.table(table).open().is_ok_and(|live| live.rules.any_standing()) {
            return;
        }
        let seated: Vec<PersonId> = maker.table(table).seated.iter().copied().collect();
        let closer = count_of_float(maker, table);
        agree_at(maker, table, ProposedAction::Close { closer });
        for person in seated.into_iter().filter(|person| *person != REGULAR) {
            self.go_home(maker, person);
        }
        open(maker, table, TABLES[place], self);
    }
}

/// Plays the next round of the house, the first of which has number 1, with what happens around it.
pub(crate) fn play(maker: &mut Maker, visitors: &mut Visitors, round: u64) {
    let place = usize::try_from(round % LEARNING_TABLE as u64).expect("few tables");
    let (table, plan) = (table_id(place), TABLES[place]);
    begin(maker, table, plan);
    let bettor = bets(maker, table, plan, round);
    if round % 5_000 == 4_999 {
        void(maker, table);
    } else {
        end(maker, table, plan);
    }
    maker.wait(ROUND_MS - 20);
    let own = maker.table(table).rounds;
    if own.is_multiple_of(VISIT_ROUNDS) {
        visitors.change(maker, table);
    }
    if own.is_multiple_of(SHIFT_ROUNDS) {
        visitors.end_shift(maker, place);
    }
    paperwork(maker, table, round, bettor);
}

fn begin(maker: &mut Maker, table: TableId, plan: AgedTable) {
    match plan.mode {
        Mode::Automatic => tick(maker, table),
        Mode::Attended => announce(maker, table, Announcement::PlaceYourBets),
    }
}

fn tick(maker: &mut Maker, table: TableId) {
    maker.give(Actor::House, Command::Table(table, TableCommand::Tick));
}

fn announce(maker: &mut Maker, table: TableId, what: Announcement) {
    maker.at_table(DEALER, table, TableCommand::Announce(what));
}

/// One bet, and in every fourth round a second one. Returns who has bet first.
fn bets(maker: &mut Maker, table: TableId, plan: AgedTable, round: u64) -> PersonId {
    let seated: Vec<PersonId> = maker.table(table).seated.iter().copied().collect();
    let own = usize::try_from(maker.table(table).rounds).expect("a number of rounds");
    let first = if seated.contains(&REGULAR) { REGULAR } else { seated[own % seated.len()] };
    bet(maker, table, plan, first, round);
    if round.is_multiple_of(4) {
        let second = seated[(own + 1) % seated.len()];
        if second != first {
            bet(maker, table, plan, second, round / 4);
        }
    }
    // It stands for some throws, and may be refused while another stands.
    if plan.game == AgedGame::Dice && round.is_multiple_of(16) {
        drop(maker.try_give(Actor::Person(first), Command::Table(table, bet_on(first, "hard 6"))));
    }
    first
}

fn bet_on(person: PersonId, wager: &str) -> TableCommand {
    TableCommand::Bet { person, amount: STAKE, wager: wager.to_owned(), area: None, with: PaidWith::Chips }
}

fn bet(maker: &mut Maker, table: TableId, plan: AgedTable, person: PersonId, number: u64) {
    // A hand that was neither won nor lost is carried over into the next round, and is its player's only one there.
    let live = maker.table(table).open().expect("an open table");
    if plan.game == AgedGame::InBetween && live.rules.standing_of(maker.house.name_of(person)) > Money::ZERO {
        return;
    }
    if chips_of(maker, person) < STAKE {
        buy_in(maker, person, VISITORS_CHIPS);
    }
    maker.at_table(person, table, bet_on(person, plan.game.wager(number)));
}

fn is_over(maker: &Maker, table: TableId) -> bool {
    matches!(maker.table(table).phase(), Phase::Payment | Phase::Waiting)
}

fn end(maker: &mut Maker, table: TableId, plan: AgedTable) {
    match plan.mode {
        Mode::Automatic => {
            while !is_over(maker, table) {
                tick(maker, table);
            }
        }
        Mode::Attended => {
            announce(maker, table, Announcement::FinalBets);
            announce(maker, table, Announcement::NoMoreBets);
            let lines = fall(maker, table, plan);
            maker.at_table(DEALER, table, TableCommand::Enter { lines });
            maker.at_table(DEALER, table, TableCommand::ConfirmEntry);
        }
    }
    assert!(is_over(maker, table), "the round at {} is over", plan.name);
    maker.note_result(table);
}

/// What the dealer sees fall.
fn fall(maker: &mut Maker, table: TableId, plan: AgedTable) -> String {
    if plan.game == AgedGame::Dice {
        return format!("dice {} {}", 1 + maker.draw.below(6), 1 + maker.draw.below(6));
    }
    let due = maker.table(table).open().expect("an open table").rules.spin_due();
    let spin = match due {
        Some(Direction::Right) => Announcement::SpinRight,
        _ => Announcement::SpinLeft,
    };
    announce(maker, table, spin);
    format!("ball {}", 1 + maker.draw.below(36))
}

/// Two people void the round of a table: all stakes are returned.
fn void(maker: &mut Maker, table: TableId) {
    let round = maker.table(table).rounds;
    agree_at(maker, table, ProposedAction::Void { round, reason: "the ball was touched".to_owned() });
}

fn is_due(round: u64, busy: u64, usual: u64) -> bool {
    round.is_multiple_of(if round < BUSY_ROUNDS { busy } else { usual })
}

/// Slips, proposals and disputes: often in the first rounds, seldom later. Checkpoints too.
fn paperwork(maker: &mut Maker, table: TableId, round: u64, bettor: PersonId) {
    if is_due(round, 4, 1_000) {
        slip(maker, table, SlipKind::Fill, 2);
        slip(maker, table, SlipKind::Credit, 2);
        let chips = ProposedAction::Drop { cash: Count(vec![(CHIP, 1)]) };
        maker.at_table(MANAGER, table, TableCommand::Propose(chips));
        let proposal = maker.table(table).papers.proposals_made;
        maker.at_table(MANAGER, table, TableCommand::Withdraw { proposal });
        balance_float(maker, table);
    }
    let own = maker.table(table).rounds;
    // The regular player has a full page of them in every house.
    let is_regulars = bettor == REGULAR && round < BUSY_ROUNDS && own.is_multiple_of(3);
    if is_regulars || is_due(round, 40, 20_000) {
        let about = format!("I had bet before no more bets was called in round {own}.");
        maker.give(Actor::Person(bettor), Command::OpenDispute { table, round: own, about });
        let dispute = maker.house.office.disputes.made;
        let ruling = "The recording shows that it was later.".to_owned();
        maker.give(Actor::Person(MANAGER), Command::AnswerDispute { dispute, ruling });
        maker.give(Actor::Person(bettor), Command::EscalateDispute { dispute });
    }
    if is_due(round, 20, 1_000) {
        maker.sign();
    }
}

/// Leaves the learning table in the middle of a round, where a decision of the regular player is due.
pub(crate) fn leave_decision(maker: &mut Maker) {
    let table = table_id(LEARNING_TABLE);
    while maker.table(table).phase() != Phase::Decision {
        if is_over(maker, table) {
            tick(maker, table);
            // A deal needs bets on two boxes.
            (0..2).for_each(|number| bet(maker, table, TABLES[LEARNING_TABLE], REGULAR, number));
        }
        tick(maker, table);
    }
}
