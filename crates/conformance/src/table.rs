//! What a table promises: random lawful play is settled or stands, balances, and is judged the same from its record.

use croupier_kit::{Card, Money};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::contract::Turn;
use croupier_rules::games::Family;
use croupier_rules::notation::{Act, Bid, BoxHand, Decision, On, Side, Verb, Who};
use croupier_rules::table::{Table, TableGame, Verdict};
use croupier_rules::{judge, with_game};
use jiff::civil::Date;

use crate::choice::Choices;

/// A table that was played at random: its record and its verdict.
#[derive(Clone, Debug)]
pub struct Played {
    /// The record, as the acts write it.
    pub record: String,
    /// What became of every stake.
    pub verdict: Verdict,
}

const PLAYERS: [&str; 3] = ["ann", "ben", "cal"];

/// Plays at most so many acts at a table with the book's defaults, and checks what a table promises.
///
/// # Errors
/// What was promised and not kept.
pub fn play_table(shelf: &Shelf, name: &str, acts: u32, choices: &mut Choices<'_>) -> Result<Played, String> {
    let (book, game) = shelf.game(name).map_err(|unknown| unknown.to_string())?;
    let chosen = Chosen::default();
    let played = with_game!(game.table(&chosen), rules => {
        play(Table::new(book.citations(), game.conduct(), &chosen, rules), book, game, acts, choices)
    })?;
    check(shelf, &played)?;
    Ok(played)
}

fn play<G: TableGame>(
    mut table: Table<'_, G>,
    book: &Book,
    game: &GameBook,
    acts: u32,
    choices: &mut Choices<'_>,
) -> Result<Played, String> {
    let name = format!("{}/{}", book.id(), game.id());
    let mut record = format!("rules {name}\n");
    for _ in 0..acts {
        if choices.is_spent() {
            break;
        }
        let act = next_act(&table, game.family(), choices);
        if table.act(&act).is_ok() {
            record.push_str(&act.to_string());
            record.push('\n');
        }
    }
    let verdict = table.verdict(&name).map_err(|overflow| overflow.to_string())?;
    Ok(Played { record, verdict })
}

/// An act that may be in order now; the table says whether it is.
fn next_act<G: TableGame>(table: &Table<'_, G>, family: Family, choices: &mut Choices<'_>) -> Act {
    let Some(deal) = &table.deal else { return before_the_fall(table, family, choices) };
    match table.game.turn(deal) {
        Turn::Over => match choices.below(8) {
            0 => Act::Shuffle,
            1 => bet(family, choices),
            _ => Act::NextHand,
        },
        _ if choices.below(12) == 0 => aside(table, choices),
        Turn::Seat(_) => decision(choices),
        Turn::Bets | Turn::Chance(_) => fall(table, family, choices),
    }
}

fn before_the_fall<G: TableGame>(table: &Table<'_, G>, family: Family, choices: &mut Choices<'_>) -> Act {
    match choices.below(10) {
        0..=3 => bet(family, choices),
        4 => {
            [Act::NoMoreBets, Act::FinalBets, Act::PlaceYourBets, Act::VoidSpin, Act::NextHand, Act::Shuffle]
                .get(choices.below(6) as usize)
                .cloned()
                .unwrap_or(Act::NoMoreBets)
        }
        // A bank that covers some bets, for the tables where a player holds it.
        5 => Act::PlayersBank(player(choices), Money::from_minor(amount(choices).minor() * 20)),
        6 => aside(table, choices),
        _ => fall(table, family, choices),
    }
}

/// What may come at almost any time.
fn aside<G: TableGame>(table: &Table<'_, G>, choices: &mut Choices<'_>) -> Act {
    let stake = choices.below(table.stakes.next_number()) + 1;
    let number = choices.below(4) + 1;
    match choices.below(10) {
        0 => Act::Cancel(stake),
        1 => Act::TakesBack(player(choices), stake),
        2 => Act::EvenMoney(player(choices), number),
        3 => Act::Calls(player(choices), number),
        4 => Act::CuttingCard,
        5 => Act::Cuts(player(choices)),
        6 => Act::Misdeal,
        7 => Act::Follows(player(choices), BoxHand { number, hand: Some(choices.below(3) + 1) }),
        _ => Act::Insures(player(choices), amount(choices), number),
    }
}

fn player(choices: &mut Choices<'_>) -> Box<str> {
    choices.one_of(&PLAYERS).copied().unwrap_or("ann").into()
}

/// Even amounts, most of which every wager can pay exactly.
fn amount(choices: &mut Choices<'_>) -> Money {
    let tens = i64::from(choices.below(8) + 1);
    Money::from_minor(tens * 27_720)
}

fn bet(family: Family, choices: &mut Choices<'_>) -> Act {
    let words = choices.one_of(wagers(family)).copied().unwrap_or("hand");
    let on = match words {
        "behind" => On::Behind(choices.below(12) + 1),
        words => On::Wager(words.split(' ').map(Into::into).collect()),
    };
    Act::Bets(Bid {
        player: player(choices),
        amount: amount(choices),
        on,
        at: None,
        by_dealer: choices.below(9) == 0,
    })
}

/// Words of wagers that tables of a family may have.
const fn wagers(family: Family) -> &'static [&'static str] {
    match family {
        Family::Roulette => &[
            "red",
            "odd",
            "high",
            "straight 17",
            "straight 0",
            "split 17 20",
            "street 1 2 3",
            "corner 1 2 4 5",
            "six-line 1 2 3 4 5 6",
            "dozen 2",
            "column 3",
            "two-dozens 1 3",
            "numbers 1 2 3 4 5",
            "neighbours 0",
            "orphans",
            "series-5-8",
            "neighbours-of-zero",
            "numbers 0 7",
        ],
        Family::Dice => &[
            "win",
            "come",
            "dont-win",
            "dont-come",
            "place-win 4",
            "place-lose 5",
            "hard 6",
            "craps",
            "field",
            "single 11",
            "behind",
            "behind",
            "single 7",
        ],
        Family::Blackjack => &["box 1", "box 2", "box 1", "box 2", "box 3", "box 9"],
        Family::Baccarat => {
            &["punto", "banco", "egalite", "player", "player", "player", "right", "left", "both"]
        }
        Family::Poker => &["ante"],
        Family::InBetween => &["hand"],
    }
}

fn fall<G: TableGame>(table: &Table<'_, G>, family: Family, choices: &mut Choices<'_>) -> Act {
    match family {
        Family::Roulette => Act::Ball(choices.below(37).to_string().into()),
        Family::Dice => Act::Dice(vec![choices.below(6) + 1, choices.below(6) + 1]),
        _ => {
            let left: Vec<Card> = Card::pack().filter(|card| table.shoe.left().count(*card) > 0).collect();
            choices.one_of(&left).map_or(Act::Shuffle, |card| Act::Cards(vec![*card]))
        }
    }
}

fn decision(choices: &mut Choices<'_>) -> Act {
    let who = match choices.below(7) {
        place @ 0..=3 => Who::Side(Side::ALL[place as usize].0),
        _ => Who::Person(player(choices)),
    };
    let verb = Verb::ALL[choices.below(7) as usize].0;
    // A side has one hand; only a person names a box.
    let names_box = matches!(who, Who::Person(_)) && choices.below(4) == 0;
    let on = names_box.then(|| BoxHand { number: choices.below(3) + 1, hand: None });
    Act::Decides(Decision { who, verb, on })
}

/// The verdict balances, and judging the record gives it again.
fn check(shelf: &Shelf, played: &Played) -> Result<(), String> {
    let Played { record, verdict } = played;
    let complain = |what: String| Err(format!("{what}\n{record}"));
    let total = verdict.net.iter().try_fold(verdict.bank, |sum, (_, amount)| sum.plus(*amount));
    if total != Ok(Money::ZERO) {
        return complain("the verdict does not balance".to_owned());
    }
    for row in &verdict.rows {
        let stands = row.outcome.name() == "standing";
        let returned = if stands { Ok(Money::ZERO) } else { row.stake.plus(row.profit) };
        if returned != Ok(row.returned) || row.returned < Money::ZERO {
            return complain(format!("stake {} was not settled whole", row.bet));
        }
    }
    match judge(shelf, record.as_bytes(), Date::constant(2026, 1, 1)) {
        Ok(again) if again == *verdict => Ok(()),
        Ok(again) => complain(format!("judged from its record it is {again:?}, played it was {verdict:?}")),
        Err(inadmissible) => complain(format!("its own record is {inadmissible}")),
    }
}
