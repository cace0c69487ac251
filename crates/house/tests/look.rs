//! The dealer's look at a live table with a hole card: insurance can win, and nothing shows what lies under.

use std::sync::OnceLock;

use croupier_house::House;
use croupier_house::command::{Announcement, Command, PlayerAction, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, IdempotencyKey, PersonId, TableId};
use croupier_house::table::{Mode, OutcomeSource, Phase};
use croupier_kit::{Card, Money, Pocket, Rank, Shoe, Wheel};
use croupier_rules::book::Shelf;

use crate::common::{ANN, BEN, CHARTER, DEALER, PLAYERS, Rig, Seeded, money, rejected};

/// The books, with one whose dealer looks under a card.
fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| {
        let mut shelf = Shelf::built_in();
        let text = include_str!("../../../examples/atlantic-city.toml");
        shelf.add("atlantic-city.toml", text).unwrap();
        shelf
    })
}

/// A house with two such tables, whose players have so many chips.
fn founded(chips: i64) -> Rig {
    let table = |name: &str, game: &str| {
        format!(
            "\n[[table]]\nname = \"{name}\"\ngame = \"atlantic-city/{game}\"\nmin = 2\nmax = 500\ndealer = \"Dora Lund\"\ninspector = \"Iris Moyo\"\n"
        )
    };
    let charter = format!("{CHARTER}{}{}", table("Look", "blackjack"), table("Early", "early-blackjack"));
    let mut rig = Rig::founded_with(shelf(), &charter);
    rig.audited = false;
    PLAYERS.into_iter().for_each(|person| rig.buy_in(person, money(chips)));
    rig
}

/// Cards by chance, but for some that are chosen by their place in the round; a whole shoe for every round.
struct Chosen {
    seeded: Seeded,
    /// How many cards of the round are out.
    out: usize,
    /// The place and rank of the cards that are chosen.
    at: Vec<(usize, Rank)>,
}

impl OutcomeSource for Chosen {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.seeded.ball(wheel)
    }

    fn dice(&mut self) -> [u32; 2] {
        self.seeded.dice()
    }

    fn card(&mut self, packs: u8, left: &Shoe) -> Card {
        let chosen = self.at.iter().find(|(place, _)| *place == self.out);
        self.out += 1;
        match chosen {
            Some((_, rank)) => {
                let there = |card: &Card| card.rank() == *rank && left.count(*card) > 0;
                Card::pack().find(there).unwrap()
            }
            None => self.seeded.card(packs, left),
        }
    }

    fn shuffled(&mut self) {
        self.out = 0;
    }

    fn cut_at(&mut self, packs: u8) -> u32 {
        u32::from(packs) * 52
    }

    fn salt(&mut self) -> [u8; 16] {
        self.seeded.salt()
    }
}

/// A live table whose cards are chosen.
struct Live {
    house: House<'static>,
    rig: Rig,
    cards: Chosen,
    id: TableId,
    /// The players, in the order of their boxes.
    people: &'static [PersonId],
    keys: u128,
}

impl Live {
    fn new(name: &str, at: Vec<(usize, Rank)>) -> Self {
        let mut rig = founded(1_000_000);
        let id = rig.open(name, Mode::Automatic);
        let house = std::mem::replace(
            &mut rig.house,
            House::new(croupier_house::ids::HouseId(2), shelf(), "test", croupier_house::table::Pace::NONE),
        );
        let cards = Chosen { seeded: Seeded(11), out: 0, at };
        Self { house, rig, cards, id, people: &PLAYERS, keys: 1 << 64 }
    }

    fn give(&mut self, by: Actor, command: TableCommand) {
        self.keys += 1;
        self.rig.now.at += 1;
        let request =
            Request { key: Some(IdempotencyKey(self.keys)), by, command: Command::Table(self.id, command) };
        let done = self.house.commit(&request, self.rig.now, &mut self.cards);
        done.map_err(rejected).unwrap_or_else(|rejection| panic!("{request:?}: {rejection}"));
    }

    fn phase(&self) -> Phase {
        self.house.table(self.id).unwrap().phase()
    }

    fn decide(&mut self, person: PersonId, decision: PlayerAction, on: &str) {
        let on = Some(on.to_owned());
        self.give(Actor::Person(person), TableCommand::Decide { person, decision, on });
    }

    /// Plays until somebody may insure or has to decide, or the round is over.
    fn deal(&mut self, stake: Money) {
        while matches!(self.phase(), Phase::Waiting | Phase::Payment) {
            self.give(Actor::House, TableCommand::Tick);
        }
        self.cards.out = 0;
        for (number, &person) in (1..).zip(self.people) {
            let bet = TableCommand::Bet {
                person,
                amount: stake,
                wager: format!("box {number}"),
                area: None,
                with: croupier_house::command::PaidWith::Chips,
            };
            self.give(Actor::Person(person), bet);
        }
        while matches!(self.phase(), Phase::PlaceYourBets | Phase::FinalBets | Phase::NoMoreBets) {
            self.give(Actor::House, TableCommand::Tick);
        }
    }

    fn finish(&mut self) {
        while self.phase() != Phase::Payment {
            self.give(Actor::House, TableCommand::Tick);
        }
    }

    /// What everybody sees, as text.
    fn views(&self) -> Vec<String> {
        let people = [None, Some(ANN), Some(BEN), Some(DEALER)];
        let view = |person| serde_json::to_string(&self.house.view(self.id, person).unwrap()).unwrap();
        people.into_iter().map(view).collect()
    }
}

/// The dealer's up-card and the card face down, by their places among the first cards of three boxes.
const UP: usize = 3;
const DOWN: usize = 7;

/// The number of rounds with every player insured, where this says so: `make soak` plays more.
const ROUNDS: &str = "CROUPIER_INSURED_ROUNDS";

#[test]
fn rounds_with_every_player_insured_win_their_exact_share() {
    let most: u32 = std::env::var(ROUNDS).map_or(4_000, |rounds| rounds.parse().unwrap());
    // With one box, the dealer's first card is the second to fall.
    let mut live = Live::new("Look", vec![(1, Rank::Ace)]);
    live.people = &PLAYERS[..1];
    let (mut won, mut rounds) = (0_u32, 0_u32);
    while rounds < most {
        live.deal(money(2));
        assert_eq!(live.phase(), Phase::Insurance);
        live.decide(ANN, PlayerAction::Insure(money(1)), "1");
        live.finish();
        let table = live.house.table(live.id).unwrap().live.as_ref().unwrap();
        let verdict = table.rules.verdict("atlantic-city/blackjack");
        let insured: Vec<_> = verdict.rows.iter().filter(|row| row.wager.starts_with("insurance")).collect();
        assert_eq!(insured.len(), 1, "every player is insured");
        won += u32::from(insured[0].outcome.name() == "won");
        rounds += 1;
    }
    // 128 cards of 415 count ten when the dealer shows an Ace of eight packs.
    let (share, exact) = (f64::from(won) / f64::from(rounds), 128.0 / 415.0);
    let error = (exact * (1.0 - exact) / f64::from(rounds)).sqrt();
    assert!((share - exact).abs() < 4.0 * error, "{share} against {exact}, standard error {error}");
}

#[test]
fn nothing_that_anybody_sees_depends_on_the_card_face_down_until_the_look() {
    let seen = |name: &str, down: Rank| {
        // Box 1 has blackjack and may take even money.
        let chosen =
            [(0, Rank::Ace), (4, Rank::King), (1, Rank::Ten), (5, Rank::Six), (UP, Rank::Ace), (DOWN, down)];
        let mut live = Live::new(name, chosen.to_vec());
        live.deal(money(20));
        assert_eq!(live.phase(), Phase::Insurance);
        let mut seen = vec![live.views()];
        live.decide(BEN, PlayerAction::Insure(money(10)), "2");
        seen.push(live.views());
        live.decide(ANN, PlayerAction::EvenMoney, "1");
        seen.push(live.views());
        if name == "Early" {
            live.decide(PLAYERS[2], PlayerAction::Surrender, "3");
        }
        live.finish();
        (seen, live.views())
    };
    for name in ["Look", "Early"] {
        let (before, after) = seen(name, Rank::King);
        for down in [Rank::Nine, Rank::Ace, Rank::Six, Rank::Ten] {
            let (others, _) = seen(name, down);
            // A card that differs only in its suit or rank under the table changes nothing.
            assert_eq!(before, others, "{name} {down:?}");
        }
        assert_ne!(before.last(), Some(&after));
    }
}

#[test]
fn even_money_pays_evens_whatever_lies_under() {
    for down in [Rank::King, Rank::Nine] {
        let chosen = [(0, Rank::Ace), (4, Rank::King), (UP, Rank::Ace), (DOWN, down)];
        let mut live = Live::new("Look", chosen.to_vec());
        live.deal(money(20));
        live.decide(ANN, PlayerAction::EvenMoney, "1");
        live.finish();
        let table = live.house.table(live.id).unwrap().live.as_ref().unwrap();
        let row = &table.rules.verdict("atlantic-city/blackjack").rows[0];
        assert_eq!((row.outcome.name(), row.profit), ("won", money(20)));
    }
}

#[test]
fn a_hand_is_given_up_before_the_look_at_a_live_table() {
    let chosen = [(0, Rank::Ten), (4, Rank::Six), (UP, Rank::Ten), (DOWN, Rank::Ace)];
    let mut live = Live::new("Early", chosen.to_vec());
    live.deal(money(20));
    assert_eq!(live.phase(), Phase::Insurance, "a surrender is offered under a ten too");
    let moves = live.house.moves(live.id, ANN);
    assert_eq!(moves.iter().map(|found| found.decision).collect::<Vec<_>>(), [PlayerAction::Surrender]);
    live.decide(ANN, PlayerAction::Surrender, "1");
    live.finish();
    let table = live.house.table(live.id).unwrap().live.as_ref().unwrap();
    let verdict = table.rules.verdict("atlantic-city/early-blackjack");
    let ends: Vec<_> = verdict.rows.iter().map(|row| row.outcome.name()).collect();
    assert_eq!(ends[0], "surrendered");
    assert!(ends[1..].iter().all(|end| *end == "lost" || *end == "void"), "{ends:?}");
}

fn attended(cards: &str) -> (Rig, TableId) {
    let mut rig = founded(100_000);
    let id = rig.open("Look", Mode::Attended);
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    rig.bet(ANN, id, "box 1", money(20)).unwrap();
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::NoMoreBets));
    enter(&mut rig, id, cards);
    (rig, id)
}

fn enter(rig: &mut Rig, id: TableId, lines: &str) {
    rig.must_at(DEALER, id, TableCommand::Enter { lines: lines.to_owned() });
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
}

fn stand(rig: &mut Rig, id: TableId) {
    rig.must_at(ANN, id, TableCommand::Decide { person: ANN, decision: PlayerAction::Stand, on: None });
}

#[test]
fn a_dealer_looks_at_a_card_that_is_turned_later() {
    let (mut rig, id) = attended("cards TS AD 9S");
    assert_eq!(rig.phase(id), Phase::Insurance, "the card face down need not be known");
    let insure = TableCommand::Decide {
        person: ANN,
        decision: PlayerAction::Insure(money(10)),
        on: Some("1".to_owned()),
    };
    rig.must_at(ANN, id, insure);
    enter(&mut rig, id, "dealer looks");
    assert_eq!(rig.chips(ANN), money(100_000 - 30), "the insurance is lost and the bet stands");
    assert_eq!(rig.phase(id), Phase::Decision);
    stand(&mut rig, id);
    enter(&mut rig, id, "cards 7C");
    assert_eq!(rig.phase(id), Phase::Payment);
    assert_eq!(rig.chips(ANN), money(100_000 + 10), "nineteen against eighteen");
}

/// A record may leave the card face down out; at a table the next card that is entered must be that one.
#[test]
fn nobody_decides_before_the_dealers_second_card() {
    let (mut rig, id) = attended("cards TS 6D 9S");
    let stands = TableCommand::Decide { person: ANN, decision: PlayerAction::Stand, on: None };
    let refused = rig.at(ANN, id, stands).unwrap_err();
    assert_eq!(refused.found, "the dealer's second card is due");
    enter(&mut rig, id, "dealer looks");
    stand(&mut rig, id);
    enter(&mut rig, id, "cards TC TH");
    assert_eq!(rig.chips(ANN), money(100_000 + 20), "the dealer is over");
}

#[test]
fn a_blackjack_is_entered_at_once_and_ends_the_round() {
    let (mut rig, id) = attended("cards TS AD 9S");
    let insure = TableCommand::Decide {
        person: ANN,
        decision: PlayerAction::Insure(money(10)),
        on: Some("1".to_owned()),
    };
    rig.must_at(ANN, id, insure);
    enter(&mut rig, id, "cards KC");
    assert_eq!(rig.phase(id), Phase::Payment);
    assert_eq!(rig.chips(ANN), money(100_000), "the bet is lost, the insurance pays as much");
    assert!(rig.table(id).open().unwrap().record.ends_with("cards KC\ndealer looks\n"));
}

#[test]
fn a_card_that_contradicts_the_look_goes_to_the_inspector() {
    let (mut rig, id) = attended("cards TS AD 9S");
    enter(&mut rig, id, "dealer looks");
    stand(&mut rig, id);
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "cards KC".to_owned() });
    let Event::Breached { lines, message, cites } = rig.last_event() else {
        panic!("{:?}", rig.last_event())
    };
    assert_eq!((&**lines, &*cites[0]), ("cards KC", "blackjack 4"));
    assert!(message.contains("had no blackjack"), "{message}");
    assert_eq!(rig.phase(id), Phase::Outcome, "the stakes remain until two people decide");
    // Another card is entered as usual, and an impossible one is only refused.
    let refused = rig.at(DEALER, id, TableCommand::Enter { lines: "ball 7".to_owned() }).unwrap_err();
    assert!(refused.cites.is_empty());
    enter(&mut rig, id, "cards 8C");
    assert_eq!(rig.phase(id), Phase::Payment);
}
