//! The notation holds whatever is thrown at it: acts come back as they were written, and no text makes a judge panic.

use std::sync::{Arc, LazyLock};

use croupier_kit::{Card, Money};
use croupier_rules::book::Shelf;
use croupier_rules::judge;
use croupier_rules::notation::{
    Act, Area, Bid, BoxHand, Call, CarriedStake, Decision, Direction, Name, On, Side, Verb, Who, lines,
    read_act, read_line, tidy,
};
use jiff::civil::{Date, date};
use proptest::collection::vec;
use proptest::prelude::*;

/// The books that are built in.
static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

/// Words that begin an act, which name nobody.
const BEGINNINGS: [&str; 23] = [
    "rules", "date", "house", "dealer", "place", "final", "spin", "cutting", "bank", "no", "cancel",
    "refuse", "void", "misdeal", "ball", "dice", "cards", "shuffle", "next", "player", "banker", "right",
    "left",
];

fn name() -> impl Strategy<Value = Name> {
    let any = "[A-Za-z][A-Za-z0-9_-]{0,6}"
        .prop_filter("begins an act", |word| !BEGINNINGS.contains(&word.as_str()));
    prop_oneof![3 => prop::sample::select(vec!["ann", "ben", "cal"]).prop_map(Name::from), 1 => any.prop_map(Name::from)]
}

fn amount() -> impl Strategy<Value = Money> {
    let whole = (1..=500_i64).prop_map(|units| units * 100);
    prop_oneof![whole, 1..=Money::AMOUNT_MAX.minor()].prop_map(Money::from_minor)
}

/// Numbers of stakes, boxes and dice: small ones mostly.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..9_u32, 1 => any::<u32>()]
}

fn card() -> impl Strategy<Value = Card> {
    (0..52_usize).prop_map(|index| Card::at(index).unwrap())
}

fn day() -> impl Strategy<Value = Date> {
    (1900..2100_i16, 1..=12_i8, 1..=28_i8).prop_map(|(year, month, day)| date(year, month, day))
}

fn spot() -> impl Strategy<Value = BoxHand> {
    (number(), prop::option::of(number())).prop_map(|(number, hand)| BoxHand { number, hand })
}

/// The words of wagers that some game has, or of none.
fn wager() -> impl Strategy<Value = Arc<str>> {
    let known = prop::sample::select(vec![
        "red",
        "straight 17",
        "split 17 20",
        "numbers 0 1 2",
        "two-dozens 1 2",
        "orphans",
        "neighbours 0",
        "win",
        "dont-come",
        "place-lose 4",
        "hard 6",
        "field",
        "single 2",
        "hand",
        "box 1",
        "box 2",
        "punto",
        "banco",
        "egalite",
        "player",
        "right",
        "both",
        "ante",
    ]);
    let known = known.prop_map(Arc::from);
    prop_oneof![3 => known, 1 => vec("[a-zA-Z0-9.,=-]{1,8}", 1..6).prop_map(|words| words.join(" ").into())]
}

fn area() -> impl Strategy<Value = Option<Area>> {
    let numbered = number().prop_map(Area::Numbered);
    let unknown = "[a-z]{1,5}".prop_map(|word| Area::Unknown(word.into()));
    prop_oneof![6 => Just(None), 1 => prop_oneof![numbered, Just(Area::Standing), unknown].prop_map(Some)]
}

fn bid() -> impl Strategy<Value = Bid> {
    let on = prop_oneof![4 => wager().prop_map(On::Wager), 1 => number().prop_map(On::Behind)];
    let whole = (name(), amount(), on, area(), any::<bool>());
    let bid = whole.prop_map(|(player, amount, on, at, by_dealer)| Bid { player, amount, on, at, by_dealer });
    bid.prop_filter("a closing `at` is an area", |bid| match &bid.on {
        On::Behind(_) => bid.at.is_none(),
        On::Wager(words) => bid.at.is_some() || words.rsplit(' ').nth(1) != Some("at"),
    })
}

fn decision() -> impl Strategy<Value = Decision> {
    let verb = prop::sample::select(Verb::ALL.to_vec()).prop_map(|(verb, _)| verb);
    let of_person = (name(), verb, prop::option::of(spot())).prop_map(|(name, verb, on)| {
        let on = if matches!(verb, Verb::Raises | Verb::Checks | Verb::Folds) { None } else { on };
        Decision { who: Who::Person(name), verb, on }
    });
    let side = prop::sample::select(Side::ALL.to_vec());
    let of_side = (side, any::<bool>()).prop_map(|((side, _), draws)| {
        let verb = if draws { Verb::Draws } else { Verb::Stands };
        Decision { who: Who::Side(side), verb, on: None }
    });
    prop_oneof![of_person, of_side]
}

fn call() -> impl Strategy<Value = Call> {
    prop::sample::select(vec![Call::On, Call::Off])
}

/// Any act but those of the head.
fn act() -> impl Strategy<Value = Act> {
    let ways = prop::sample::select(vec![Direction::Left, Direction::Right]);
    let fixed = prop::sample::select(vec![
        Act::PlaceYourBets,
        Act::FinalBets,
        Act::NoMoreBets,
        Act::VoidSpin,
        Act::Shuffle,
        Act::CuttingCard,
        Act::DealerLooks,
        Act::Misdeal,
        Act::NextHand,
        Act::NextHand,
        Act::NextHand,
    ]);
    let falls = prop_oneof![
        (0..45_u32).prop_map(|ball| Act::Ball(ball.to_string().into())),
        vec(prop_oneof![8 => 1..=6_u32, 1 => number()], 1..4).prop_map(Act::Dice),
        vec(1..=6_u32, 2).prop_map(Act::Dice),
        vec(card(), 1..7).prop_map(Act::Cards),
    ];
    let of_stakes = prop_oneof![
        4 => bid().prop_map(Act::Bets),
        1 => number().prop_map(Act::Cancel),
        1 => (name(), number()).prop_map(|(name, stake)| Act::TakesBack(name, stake)),
        1 => (name(), number()).prop_map(|(name, stake)| Act::TakesHalf(name, stake)),
    ];
    let of_people = prop_oneof![
        name().prop_map(Act::Refuse),
        name().prop_map(Act::Cuts),
        ways.prop_map(Act::Spin),
        (name(), amount()).prop_map(|(name, amount)| Act::PlayersBank(name, amount)),
        prop::option::of(amount()).prop_map(Act::HouseBank),
        (name(), number()).prop_map(|(name, number)| Act::Calls(name, number)),
        (name(), number(), call()).prop_map(|(name, number, call)| Act::CallsStake(name, number, call)),
    ];
    let of_hands = prop_oneof![
        decision().prop_map(Act::Decides),
        (name(), amount(), number()).prop_map(|(name, amount, number)| Act::Insures(name, amount, number)),
        (name(), number()).prop_map(|(name, number)| Act::EvenMoney(name, number)),
        (name(), 1_u32..20, 1_u32..9)
            .prop_map(|(name, number, hand)| Act::Follows(name, BoxHand { number, hand: Some(hand) })),
        (bid(), prop::option::of(2..=12_u32), prop::option::of(call())).prop_filter_map(
            "it has no area",
            |(bid, point, called)| {
                let Bid { player, amount, on, at, .. } = bid;
                let point = point.filter(|_| matches!(on, On::Wager(_)));
                // An odd number stands for the level of a held stake.
                let (point, held) =
                    if point.is_some_and(|n| n % 2 == 1) { (None, point) } else { (point, None) };
                let stake = CarriedStake { player, amount, on, point, called, held };
                at.is_none().then_some(Act::Carries(stake))
            }
        ),
    ];
    prop_oneof![1 => fixed, 3 => falls, 4 => of_stakes, 1 => of_people, 1 => of_hands]
}

fn head() -> impl Strategy<Value = Act> {
    let setting = ("[a-z-]{1,8}", "[a-z0-9.,=-]{1,8}").prop_map(|(key, value)| (key.into(), value.into()));
    prop_oneof![
        "[a-z0-9-]{1,9}/[a-z0-9-]{1,9}".prop_map(|game| Act::Rules(game.into())),
        day().prop_map(Act::Date),
        vec(setting, 1..4).prop_map(Act::House),
    ]
}

/// The games of the built-in books.
fn game() -> impl Strategy<Value = String> {
    let games = SHELF
        .books()
        .iter()
        .flat_map(|book| book.games().iter().map(|game| format!("{}/{}", book.id(), game.id())));
    prop::sample::select(games.collect::<Vec<_>>())
}

/// A text that looks like a record here and there.
fn scribble() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(BEGINNINGS.to_vec()).prop_map(str::to_owned),
        prop::sample::select(vec![
            "ann", "bets", "10", "on", "behind", "at", "#", "\t", "\r", "for", "1.2", "½"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,5}",
    ];
    vec(vec(word, 0..8).prop_map(|words| words.join(" ")), 0..8).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_act_written_and_read_is_the_same_act(act in prop_oneof![3 => act(), 1 => head()], comment in "[^\\n\\r]{0,20}") {
        prop_assert_eq!(read_act(&act.to_string()), Ok(act.clone()));
        let line = read_line(&format!("  {act} #{comment}")).unwrap();
        prop_assert_eq!(line.act.as_ref(), Some(&act));
        prop_assert_eq!(read_line(&line.to_string()), Ok(line));
    }

    #[test]
    fn no_line_makes_the_reader_panic(text in prop_oneof![any::<String>(), scribble()]) {
        let _ = read_line(&text);
        let _ = read_act(&text);
    }

    #[test]
    fn no_bytes_make_the_judge_panic(bytes in vec(any::<u8>(), 0..200), text in scribble(), game in game()) {
        let today = date(2020, 1, 1);
        let _ = judge(&SHELF, &bytes, today);
        let _ = judge(&SHELF, text.as_bytes(), today);
        let _ = judge(&SHELF, format!("rules {game}\n{text}").as_bytes(), today);
        let _ = tidy(&bytes);
    }

    #[test]
    fn what_is_tidied_stays_as_it_is_and_says_the_same(text in scribble(), acts in vec(act(), 0..8), comment in "[^\\n\\r]{0,9}") {
        let acts: Vec<String> = acts.iter().map(ToString::to_string).collect();
        for record in [text, acts.join(&format!("  # {comment}\n"))] {
            let Ok(tidied) = tidy(record.as_bytes()) else { continue };
            prop_assert_eq!(tidy(tidied.as_bytes()).unwrap(), tidied.clone());
            let read = |record: &str| -> Vec<_> { lines(record.as_bytes()).filter_map(|line| line.line.unwrap().act).collect() };
            prop_assert_eq!(read(&record), read(&tidied));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    /// Lawful and unlawful acts in any order: a verdict or a line, never a panic, and what is won is paid by the bank.
    #[test]
    fn any_acts_are_judged_and_the_money_adds_up(game in game(), acts in vec(act(), 0..25)) {
        let mut accepted = format!("rules {game}\n");
        for act in acts {
            // What is inadmissible is left out, so that the record goes on.
            let longer = format!("{accepted}{act}\n");
            let Ok(verdict) = judge(&SHELF, longer.as_bytes(), date(2020, 1, 1)) else { continue };
            accepted = longer;
            let rows: i64 = verdict.rows.iter().map(|row| row.profit.minor()).sum();
            let net: i64 = verdict.net.iter().map(|(_, sum)| sum.minor()).sum();
            prop_assert_eq!(net, -verdict.bank.minor(), "{}", accepted);
            prop_assert!(verdict.bank == Money::ZERO || rows == net, "{}", accepted);
        }
    }
}
