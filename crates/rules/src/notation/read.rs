//! Reads one line as an act.

use jiff::civil::Date;

use super::act::{
    Act, Area, Bid, BoxHand, Call, CarriedStake, Decision, Direction, Name, On, SettingChoice, Side, Verb,
    Who,
};
use super::form::{FirstWord, PersonVerb, first_words, person_verbs};
use super::line::Line;
use super::misread::Misread;
use super::words::{Words, check_name, count, nearest};

/// Reads one line: an act, a comment, both or neither.
pub fn read_line(text: &str) -> Result<Line, Misread> {
    let (body, comment) =
        text.split_once('#').map_or((text, None), |(body, comment)| (body, Some(comment.trim().into())));
    let act = if body.trim().is_empty() { None } else { Some(read_act(body)?) };
    Ok(Line { act, comment })
}

/// Reads the words of one act.
pub fn read_act(text: &str) -> Result<Act, Misread> {
    let mut words = Words::new(text);
    let act = read_words(&mut words)?;
    words.end()?;
    Ok(act)
}

fn read_words(words: &mut Words<'_>) -> Result<Act, Misread> {
    let first = words.take("an act")?;
    let Some(word) = FirstWord::read(first) else {
        return match Side::ALL.iter().find(|(_, word)| *word == first) {
            Some((side, _)) => read_side(*side, words),
            None => read_person(first, words),
        };
    };
    Ok(match word {
        FirstWord::Rules => Act::Rules(words.take("a game, as RULEBOOK/GAME")?.into()),
        FirstWord::Date => Act::Date(read_date(words)?),
        FirstWord::House => Act::House(read_settings(words)?),
        FirstWord::Place => fixed(words, &["your", "bets"], Act::PlaceYourBets)?,
        FirstWord::Final => fixed(words, &["bets"], Act::FinalBets)?,
        FirstWord::No => fixed(words, &["more", "bets"], Act::NoMoreBets)?,
        FirstWord::Void => fixed(words, &["spin"], Act::VoidSpin)?,
        FirstWord::Cutting => fixed(words, &["card"], Act::CuttingCard)?,
        FirstWord::Next => fixed(words, &["hand"], Act::NextHand)?,
        FirstWord::Misdeal => Act::Misdeal,
        FirstWord::Shuffle => Act::Shuffle,
        FirstWord::Dealer => read_dealer(words)?,
        FirstWord::Cancel => {
            let stake = words.number("the number of a stake")?;
            fixed(words, &["by", "consent"], Act::Cancel(stake))?
        }
        FirstWord::Refuse => Act::Refuse(words.name()?),
        FirstWord::Spin => Act::Spin(read_direction(words)?),
        FirstWord::Ball => Act::Ball(read_ball(words)?),
        FirstWord::Dice => Act::Dice(read_list(words, "the values of the dice", read_die)?),
        FirstWord::Cards => Act::Cards(read_list(words, "a card such as TH", |word| {
            word.parse().map_err(|error: croupier_kit::CardError| Misread::new(error.to_string()))
        })?),
        FirstWord::Bank => read_bank(words)?,
    })
}

fn fixed(words: &mut Words<'_>, phrase: &[&str], act: Act) -> Result<Act, Misread> {
    words.phrase(phrase)?;
    Ok(act)
}

fn read_date(words: &mut Words<'_>) -> Result<Date, Misread> {
    let word = words.take("a date such as 1971-03-02")?;
    let plain = word.len() == 10 && word.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let date = if plain { word.parse().ok() } else { None };
    date.ok_or_else(|| Misread::new(format!("expected a date such as 1971-03-02, found `{word}`")))
}

fn read_settings(words: &mut Words<'_>) -> Result<Vec<SettingChoice>, Misread> {
    read_list(words, "a setting such as decks=6", |word| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => Ok((key.into(), value.into())),
        _ => Err(Misread::new(format!("expected a setting such as decks=6, found `{word}`"))),
    })
}

/// Reads one or more words, each in the same way.
fn read_list<T>(
    words: &mut Words<'_>,
    expected: &str,
    read: impl Fn(&str) -> Result<T, Misread>,
) -> Result<Vec<T>, Misread> {
    let mut list = vec![read(words.take(expected)?)?];
    for word in words.rest() {
        list.push(read(word)?);
    }
    Ok(list)
}

fn read_ball(words: &mut Words<'_>) -> Result<Box<str>, Misread> {
    let word = words.take("the number the ball fell on")?;
    let figures = word.bytes().all(|b| b.is_ascii_digit());
    if figures {
        Ok(word.into())
    } else {
        Err(Misread::new(format!("expected the number the ball fell on, found `{word}`")))
    }
}

fn read_die(word: &str) -> Result<u32, Misread> {
    count(word).ok_or_else(|| Misread::new(format!("expected the value of a die, 1 to 6, found `{word}`")))
}

fn read_direction(words: &mut Words<'_>) -> Result<Direction, Misread> {
    match words.take("`left` or `right`")? {
        "left" => Ok(Direction::Left),
        "right" => Ok(Direction::Right),
        other => Err(Misread::new(format!("expected `left` or `right`, found `{other}`"))),
    }
}

/// `dealer looks`, or a bet that the dealer places for a player.
fn read_dealer(words: &mut Words<'_>) -> Result<Act, Misread> {
    match words.take("`looks` or `bets`")? {
        "looks" => return Ok(Act::DealerLooks),
        "bets" => {}
        other => return Err(Misread::new(format!("expected `looks` or `bets`, found `{other}`"))),
    }
    let amount = words.amount()?;
    words.word("for")?;
    let player = words.name()?;
    let (on, at) = read_on(words)?;
    Ok(Act::Bets(Bid { player, amount, on, at, by_dealer: true }))
}

fn read_bank(words: &mut Words<'_>) -> Result<Act, Misread> {
    if words.peek() == Some("house") {
        words.word("house")?;
        return Ok(Act::HouseBank(words.peek().map(|_| words.amount()).transpose()?));
    }
    Ok(Act::PlayersBank(words.name()?, words.amount()?))
}

fn read_side(side: Side, words: &mut Words<'_>) -> Result<Act, Misread> {
    let verb = words.take("`draws` or `stands`")?;
    match read_verb(verb) {
        Some(verb @ (Verb::Draws | Verb::Stands)) => {
            Ok(Act::Decides(Decision { who: Who::Side(side), verb, on: None }))
        }
        _ => Err(Misread::new(format!("expected `draws` or `stands`, found `{verb}`"))),
    }
}

fn read_verb(word: &str) -> Option<Verb> {
    Verb::ALL.iter().find(|(_, name)| *name == word).map(|(verb, _)| *verb)
}

/// Reads the act of a person: the first word begins no other act, so it must be a name.
fn read_person(first: &str, words: &mut Words<'_>) -> Result<Act, Misread> {
    let Some(verb) = words.peek() else {
        let hint =
            nearest(first, first_words()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(Misread::new(format!("`{first}` is not an act{hint}")));
    };
    check_name(first)?;
    let name = first.into();
    words.take("a verb")?;
    let Some(known) = PersonVerb::read(verb) else {
        let verb = read_verb(verb).ok_or_else(|| unknown_verb(first, verb))?;
        return Ok(Act::Decides(Decision { who: Who::Person(name), verb, on: read_spot(words)? }));
    };
    Ok(match known {
        PersonVerb::Bets => {
            let amount = words.amount()?;
            let (on, at) = read_on(words)?;
            Act::Bets(Bid { player: name, amount, on, at, by_dealer: false })
        }
        PersonVerb::Takes => read_takes(name, words)?,
        PersonVerb::Cuts => Act::Cuts(name),
        PersonVerb::Calls if words.peek() == Some("box") => {
            words.word("box")?;
            Act::Calls(name, words.number("the number of a box")?)
        }
        PersonVerb::Calls => {
            let stake = words.number("`box` or the number of a stake")?;
            Act::CallsStake(name, stake, read_call(words.take("`on` or `off`")?)?)
        }
        PersonVerb::Insures => {
            let amount = words.amount()?;
            words.word("on")?;
            Act::Insures(name, amount, words.number("the number of a box")?)
        }
        PersonVerb::Follows => Act::Follows(name, words.hand()?),
        PersonVerb::Carries => Act::Carries(read_carried(name, words)?),
    })
}

fn read_takes(name: Box<str>, words: &mut Words<'_>) -> Result<Act, Misread> {
    match words.take("`back`, `half` or `even money`")? {
        "half" => {
            words.word("of")?;
            Ok(Act::TakesHalf(name, words.number("the number of a stake")?))
        }
        "back" => Ok(Act::TakesBack(name, words.number("the number of a stake")?)),
        "even" => {
            words.phrase(&["money", "on"])?;
            Ok(Act::EvenMoney(name, words.number("the number of a box")?))
        }
        other => Err(Misread::new(format!("expected `back`, `half` or `even money`, found `{other}`"))),
    }
}

fn read_call(word: &str) -> Result<Call, Misread> {
    match word {
        "on" => Ok(Call::On),
        "off" => Ok(Call::Off),
        other => Err(Misread::new(format!("expected `on` or `off`, found `{other}`"))),
    }
}

fn read_spot(words: &mut Words<'_>) -> Result<Option<BoxHand>, Misread> {
    if words.peek().is_none() {
        return Ok(None);
    }
    words.word("on")?;
    words.spot().map(Some)
}

fn unknown_verb(first: &str, found: &str) -> Misread {
    let near = nearest(found, person_verbs()).or_else(|| nearest(first, first_words()));
    let verbs = || person_verbs().collect::<Vec<_>>().join(", ");
    let hint = near.map_or_else(|| format!("a person {}", verbs()), |near| format!("did you mean `{near}`?"));
    Misread::new(format!("`{first} {found}` is not an act; {hint}"))
}

/// `AMOUNT on WORDS [point N or held N] [called on]`, or `AMOUNT behind N [called on]`.
fn read_carried(player: Name, words: &mut Words<'_>) -> Result<CarriedStake, Misread> {
    let amount = words.amount()?;
    let (on, area) = read_on(words)?;
    if area.is_some() {
        return Err(Misread::new("a stake that is carried has no betting area"));
    }
    let On::Wager(text) = &on else {
        let called = match words.peek() {
            Some("called") => {
                words.word("called")?;
                Some(read_call(words.take("`on` or `off`")?)?)
            }
            _ => None,
        };
        return Ok(CarriedStake { player, amount, on, point: None, called, held: None });
    };
    let mut wager: Vec<&str> = text.split(' ').collect();
    let mut called = None;
    if let [_, .., "called", call] = wager.as_slice() {
        called = Some(read_call(call)?);
        wager.truncate(wager.len() - 2);
    }
    let (mut point, mut held) = (None, None);
    if let [_, .., word, figure] = wager.as_slice()
        && let Some((state, what)) = match *word {
            "point" => Some((&mut point, "a point")),
            "held" => Some((&mut held, "the level at which the stake is held")),
            _ => None,
        }
    {
        let misread = || Misread::new(format!("expected {what}, found `{figure}`"));
        *state = Some(count(figure).ok_or_else(misread)?);
        wager.truncate(wager.len() - 2);
    }
    let on = On::Wager(wager.join(" ").into());
    Ok(CarriedStake { player, amount, on, point, called, held })
}

/// `on WORDS [at AREA]`, or `behind N`.
fn read_on(words: &mut Words<'_>) -> Result<(On, Option<Area>), Misread> {
    match words.take("`on` or `behind`")? {
        "behind" => Ok((On::Behind(words.number("the number of a stake")?), None)),
        "on" => {
            words.peek().ok_or_else(|| Misread::new("the line ends where a wager is expected"))?;
            let (wager, at) = split_area(words.rest());
            Ok((On::Wager(wager.join(" ").into()), at))
        }
        other => Err(Misread::new(format!("expected `on` or `behind`, found `{other}`"))),
    }
}

/// A final `at 7` or `at standing` names the betting area; the words before it are the wager.
fn split_area<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], Option<Area>) {
    match words {
        [wager @ .., "at", "standing"] if !wager.is_empty() => (wager, Some(Area::Standing)),
        [wager @ .., "at", word] if !wager.is_empty() => {
            (wager, Some(count(word).map_or_else(|| Area::Unknown((*word).into()), Area::Numbered)))
        }
        _ => (words, None),
    }
}
