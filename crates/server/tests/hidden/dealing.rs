//! What somebody does next at a table: mostly what carries the round on, sometimes anything.

use croupier_house::command::{Announcement, PaidWith, PlayerAction, TableCommand};
use croupier_house::ids::{PersonId, TableId};
use croupier_house::paper::ProposedAction;
use croupier_house::robot_dealer::next_step;
use croupier_house::table::{LiveTable, Mode, OutcomeSource, Phase, TableState};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};
use croupier_rules::notation::{Act, read_act};
use croupier_server::actor::HouseReader;

/// What players bet on, by the table's name.
const WAGERS: [(&str, &[&str]); 9] = [
    ("Roulette", &["red", "straight 17", "odd"]),
    ("Dice", &["win", "dont-win", "field"]),
    ("Baccarat Banque", &["right", "left", "both"]),
    ("Chemin de Fer", &["player"]),
    ("Punto Banco", &["punto", "banco", "egalite"]),
    ("In Between", &["hand"]),
    ("Blackjack", &["box 1", "box 2", "box 3"]),
    ("Arizona Hold-Em", &["ante"]),
    ("Touch 21", &["box 1", "box 2", "box 3"]),
];

/// An hour: a person who has dealt is gone, and the robot deals.
const LATER: i64 = 60 * 60 * 1_000;

/// A source of random choices.
#[derive(Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        // SplitMix64: plenty for a test.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()].clone()
    }
}

impl OutcomeSource for Random {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.one(wheel.order())
    }

    fn dice(&mut self) -> [u32; 2] {
        [1, 1].map(|least| least + u32::try_from(self.below(6)).unwrap())
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        let all: Vec<Card> = Card::pack().filter(|card| left.count(*card) > 0).collect();
        self.one(&all)
    }

    fn salt(&mut self) -> [u8; 16] {
        unreachable!("the robot writes nothing")
    }
}

/// A command, and who gives it; `None` for the house.
pub(crate) struct Dealt {
    pub(crate) by: Option<PersonId>,
    pub(crate) act: TableCommand,
    pub(crate) kind: &'static str,
}

impl Dealt {
    fn by(person: PersonId, act: TableCommand, kind: &'static str) -> Self {
        Self { by: Some(person), act, kind }
    }

    fn house(act: TableCommand, kind: &'static str) -> Self {
        Self { by: None, act, kind }
    }
}

/// The next command at a table. `from` is where its round begins in its record.
pub(crate) fn next(
    state: &HouseReader<'_>,
    id: TableId,
    players: &[PersonId],
    [manager, inspector]: [PersonId; 2],
    from: usize,
    c: &mut Random,
) -> Dealt {
    let table = state.house.table(id).unwrap();
    let live = table.live.as_ref().unwrap();
    if c.below(12) == 0 {
        return anything(players, [manager, inspector], c);
    }
    if live.mode == Mode::Attended
        && let Some(paper) = papers(table, live, [manager, inspector], from, c)
    {
        return paper;
    }
    if let Some(own) = play(state, table, live, players, c) {
        return own;
    }
    match live.mode {
        Mode::Automatic => Dealt::house(TableCommand::Tick, "tick"),
        Mode::Attended => match declared(live, manager, players, c) {
            Some(declared) => declared,
            None => match next_step(state.house, id, state.now.at + LATER, c) {
                Some(step) => {
                    let kind = if step == TableCommand::ConfirmEntry { "confirm-entry" } else { "robot" };
                    Dealt::house(step, kind)
                }
                // The robot waits for people.
                None => void(table, manager),
            },
        },
    }
}

fn void(table: &TableState<'_>, manager: PersonId) -> Dealt {
    let action = ProposedAction::Void { round: table.rounds, reason: "a test".to_owned() };
    Dealt::by(manager, TableCommand::Propose(action), "propose-void")
}

/// What players do: bet, take the bank, decide.
fn play(
    state: &HouseReader<'_>,
    table: &TableState<'_>,
    live: &LiveTable<'_>,
    players: &[PersonId],
    c: &mut Random,
) -> Option<Dealt> {
    let person = c.one(players);
    let unit = live.in_force.chosen.stake_min.unwrap_or(money(5));
    match live.phase() {
        Phase::PlaceYourBets | Phase::FinalBets if c.below(4) > 0 => {
            if live.rules.bank_passes() && live.bank.is_none() {
                let decision = PlayerAction::TakeBank(unit.times(20).unwrap());
                return Some(Dealt::by(person, decide(person, decision, None), "take-bank"));
            }
            let (_, wagers) = WAGERS.iter().find(|(name, _)| *name == &*table.name).unwrap();
            let (amount, wager) = (unit.times(c.one(&[1, 2, 5])).unwrap(), c.one(wagers).to_owned());
            let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::Chips };
            Some(Dealt::by(person, bet, "bet"))
        }
        Phase::Insurance if c.below(3) > 0 => {
            let insure = decide(person, PlayerAction::Insure(money(5)), Some("1".to_owned()));
            Some(match c.below(2) {
                0 => Dealt::by(person, insure, "insure"),
                _ => Dealt::by(person, TableCommand::Decline { person }, "decline"),
            })
        }
        Phase::Decision => {
            let movers = players.iter().map(|person| (*person, state.house.moves(table.id, *person)));
            let movers: Vec<_> = movers.filter(|(_, moves)| !moves.is_empty()).collect();
            if movers.is_empty() {
                return None;
            }
            let (person, moves) = c.one(&movers);
            let found = c.one(&moves);
            Some(Dealt::by(person, decide(person, found.decision, found.on), "decide"))
        }
        _ => None,
    }
}

fn decide(person: PersonId, decision: PlayerAction, on: Option<String>) -> TableCommand {
    TableCommand::Decide { person, decision, on }
}

const fn money(whole: i64) -> Money {
    Money::from_minor(whole * 100)
}

/// Proposals at an attended table: corrections of cards, which wait a while, and what becomes of them.
fn papers(
    table: &TableState<'_>,
    live: &LiveTable<'_>,
    [manager, inspector]: [PersonId; 2],
    from: usize,
    c: &mut Random,
) -> Option<Dealt> {
    if let Some((number, proposal)) = table.papers.proposals.iter().next() {
        let kind = match proposal.action {
            ProposedAction::Correct { .. } => "correct",
            ProposedAction::Void { .. } => "void",
            _ => "authorise",
        };
        return match c.below(4) {
            0 => Some(Dealt::by(manager, TableCommand::Withdraw { proposal: *number }, "withdraw")),
            1 => Some(Dealt::by(inspector, TableCommand::Authorise { proposal: *number }, kind)),
            _ => None,
        };
    }
    let record = live.record.get(from..).unwrap_or_default();
    let lines: Vec<&str> = record.lines().filter(|line| line.starts_with("cards ")).collect();
    if lines.is_empty() || c.below(12) > 0 {
        return None;
    }
    let from = c.one(&lines).to_owned();
    let mut cards: Vec<String> = from.split(' ').skip(1).map(ToOwned::to_owned).collect();
    let place = usize::try_from(c.below(cards.len() as u64)).unwrap();
    cards[place] = c.one(&Card::pack().collect::<Vec<_>>()).to_string();
    let (to, round) = (format!("cards {}", cards.join(" ")), table.rounds);
    let action = ProposedAction::Correct { round, from, to, reason: "misread".to_owned() };
    Some(Dealt::by(manager, TableCommand::Propose(action), "propose-correction"))
}

/// Decisions of a round of which the dealer sees nothing until its end.
fn declared(live: &LiveTable<'_>, manager: PersonId, players: &[PersonId], c: &mut Random) -> Option<Dealt> {
    let may_begin = live.phase() == Phase::NoMoreBets && live.cards.is_empty() && live.entry.is_none();
    if live.declared.is_empty() && !(may_begin && c.below(6) == 0) {
        return None;
    }
    match c.below(4) {
        0 => None,
        1 => Some(Dealt::by(manager, TableCommand::Reveal { lines: whole(c, live) }, "reveal")),
        _ => {
            let choices = [PlayerAction::Stand, PlayerAction::Raise, PlayerAction::Check, PlayerAction::Draw];
            let (person, decision) = (c.one(players), c.one(&choices));
            let declare = TableCommand::Declare { person, decision, on: None };
            Some(Dealt::by(manager, declare, "declare"))
        }
    }
}

/// The cards of a whole round with what was declared in it, as far as nobody else has to decide.
fn whole(c: &mut Random, live: &LiveTable<'_>) -> String {
    let mut rules = live.rules.clone();
    let mut lines = Vec::new();
    let mut declared = live.declared.iter().map(|declared| declared.line.to_string());
    for _ in 0..60 {
        let left = *rules.shoe().1.left();
        if left.is_empty() || rules.is_over() {
            break;
        }
        if rules.due().is_some() {
            let Some(line) = declared.next() else { break };
            if rules.try_act(&read_act(&line).unwrap()).is_err() {
                break;
            }
            lines.push(line);
            continue;
        }
        let card = c.card(8, &left);
        if rules.try_act(&Act::Cards(vec![card])).is_err() {
            break;
        }
        lines.push(format!("cards {card}"));
    }
    lines.join("\n")
}

/// Anything, by anybody: most of it is refused.
fn anything(players: &[PersonId], staff: [PersonId; 2], c: &mut Random) -> Dealt {
    let person = c.one(&[players, &staff[..]].concat());
    let choices = [
        PlayerAction::Draw,
        PlayerAction::Stand,
        PlayerAction::Double,
        PlayerAction::Split,
        PlayerAction::Surrender,
        PlayerAction::Raise,
        PlayerAction::Check,
        PlayerAction::EvenMoney,
        PlayerAction::Insure(money(5)),
    ];
    let card = c.one(&Card::pack().collect::<Vec<_>>());
    let (decision, on) = (c.one(&choices), c.one(&[None, Some("1".to_owned()), Some("2".to_owned())]));
    let act = match c.below(8) {
        0 | 1 => decide(person, decision, on),
        2 => TableCommand::Enter { lines: format!("cards {card}") },
        3 => TableCommand::Reveal { lines: format!("cards {card}") },
        4 => TableCommand::Announce(c.one(&[Announcement::NoMoreBets, Announcement::Misdeal])),
        5 => TableCommand::Ready { person },
        6 => TableCommand::GiveSeed { person, seed: "mine".to_owned() },
        _ => TableCommand::Declare { person, decision, on },
    };
    Dealt::by(person, act, "anything")
}
