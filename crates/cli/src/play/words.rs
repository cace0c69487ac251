//! What a visitor types: bets in the words of the notation, decisions, and what he asks.

use croupier_kit::Money;
use croupier_rules::notation::nearest;

/// A bet that somebody wants to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bet {
    pub(super) amount: Money,
    /// The words of the wager: `split 17 20`, `box 1`, `behind 3`.
    pub(super) wager: String,
    /// The numbered area, where one is named.
    pub(super) area: Option<String>,
}

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Bets(Vec<Bet>),
    Decide(Verb, Option<String>),
    /// For so much; without, for as much as may be.
    Insure(Option<Money>, Option<String>),
    EvenMoney(Option<String>),
    Decline,
    Bank(Money),
    GiveUp,
    Undo,
    Clear,
    Rebet,
    /// Of the bets while they are made, of a hand while it is played.
    Double(Option<String>),
    Deal,
    /// Of every wager, or of one.
    Odds(Option<String>),
    Rules,
    Why,
    History,
    Hint,
    Help,
    Quit,
}

/// The decisions about a hand, beside a double.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    Draw,
    Stand,
    Split,
    Surrender,
    Raise,
    Check,
    Follow,
}

/// When a word has something to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    Betting,
    Deciding,
    Insuring,
    Always,
}

/// Every word that begins a line, when it serves, and what it does.
pub(super) const WORDS: [(&str, When, &str); 25] = [
    ("undo", When::Betting, "take back the last bet"),
    ("clear", When::Betting, "take back all bets of this round"),
    ("rebet", When::Betting, "make the bets of the last round again"),
    ("double", When::Betting, "double the bets; double a hand while it is played"),
    ("bank", When::Betting, "bank 100: take a bank that passes, with so much in it"),
    ("give-up", When::Betting, "give up the bank"),
    ("deal", When::Betting, "no more bets: deal, spin or throw (or Enter)"),
    ("draw", When::Deciding, "one more card"),
    ("stand", When::Deciding, "no more cards"),
    ("double", When::Deciding, "double the stake and take one card"),
    ("split", When::Deciding, "split a pair"),
    ("surrender", When::Deciding, "give the hand up for half"),
    ("raise", When::Deciding, "stake as much again"),
    ("check", When::Deciding, "stake no more"),
    ("follow", When::Deciding, "follow 1.2: stay on one of two hands"),
    ("insure", When::Insuring, "insure 5: against the dealer's blackjack; without an amount, for half"),
    ("even-money", When::Insuring, "take even money for a blackjack"),
    ("decline", When::Insuring, "no insurance (or Enter)"),
    ("hint", When::Always, "the best decision and what each other costs, or the wagers by their edge"),
    ("odds", When::Always, "every wager with its odds and exact edge; odds red: of one"),
    ("rules", When::Always, "the rules of the game with their provisions"),
    ("why", When::Always, "the last round as an argument, provision by provision"),
    ("history", When::Always, "the rounds so far: what fell and what it came to"),
    ("help", When::Always, "these words"),
    ("quit", When::Always, "leave the table"),
];

/// What people also call some of them.
const ALSO: [(&str, &str); 13] = [
    ("hit", "draw"),
    ("twist", "draw"),
    ("stick", "stand"),
    ("stay", "stand"),
    ("spin", "deal"),
    ("throw", "deal"),
    ("roll", "deal"),
    ("repeat", "rebet"),
    ("again", "rebet"),
    ("no", "decline"),
    ("exit", "quit"),
    ("leave", "quit"),
    ("?", "help"),
];

/// The word that begins a line, unshortened: one of those that serve now, else of all there are.
fn unshortened(word: &str, now: When) -> Result<&'static str, String> {
    if let Some((_, means)) = ALSO.iter().find(|(also, _)| *also == word) {
        return Ok(means);
    }
    let serves = |(_, when, _): &&(&'static str, When, &str)| *when == now || *when == When::Always;
    let mut fits: Vec<&'static str> = begin_with(word, WORDS.iter().filter(serves).map(|(name, ..)| *name));
    if fits.is_empty() {
        fits = begin_with(word, WORDS.iter().map(|(name, ..)| *name));
    }
    match fits.as_slice() {
        [one] => Ok(one),
        [] => Err(unknown(word, now)),
        several => Err(format!("`{word}` could be {}: type one letter more", several.join(" or "))),
    }
}

/// Those that begin with some letters, each once; the whole word alone where it is one of them.
fn begin_with(word: &str, among: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut fits: Vec<&'static str> = among.filter(|name| name.starts_with(word)).collect();
    fits.sort_unstable();
    fits.dedup();
    if fits.contains(&word) {
        fits.retain(|name| *name == word);
    }
    fits
}

fn unknown(word: &str, now: When) -> String {
    let near = nearest(word, WORDS.iter().map(|(name, ..)| *name));
    match (near, now) {
        (Some(near), _) => format!("there is no word `{word}`: did you mean `{near}`?"),
        (None, When::Betting) => {
            format!(
                "there is no word `{word}`: a bet begins with its amount, as in `5 on …`; `help` has all words"
            )
        }
        (None, _) => format!("there is no word `{word}`: `help` has all words"),
    }
}

/// The fewest letters that mean a word now.
pub(super) fn shortest(name: &str, now: When) -> &str {
    let means = |length: &usize| unshortened(&name[..*length], now) == Ok(name);
    (1..=name.len())
        .filter(|length| name.is_char_boundary(*length))
        .find(means)
        .map_or(name, |length| &name[..length])
}

/// Reads a line. An empty one goes on.
pub(super) fn read(line: &str, now: When) -> Result<Word, String> {
    let line = line.trim();
    let lower = line.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else {
        return Ok(if now == When::Insuring { Word::Decline } else { Word::Deal });
    };
    let is_amount = |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.');
    if first.starts_with(is_amount) {
        return bets(&lower).map(Word::Bets);
    }
    if *first == "bet" {
        return bets(lower.trim_start_matches("bet")).map(Word::Bets);
    }
    let word = unshortened(first, now)?;
    let on = || spot(word, rest);
    Ok(match word {
        "draw" => Word::Decide(Verb::Draw, on()?),
        "stand" => Word::Decide(Verb::Stand, on()?),
        "split" => Word::Decide(Verb::Split, on()?),
        "surrender" => Word::Decide(Verb::Surrender, on()?),
        "raise" => Word::Decide(Verb::Raise, on()?),
        "check" => Word::Decide(Verb::Check, on()?),
        "follow" => Word::Decide(Verb::Follow, on()?),
        "double" => Word::Double(on()?),
        "even-money" => Word::EvenMoney(on()?),
        "insure" => insure(rest)?,
        "odds" => Word::Odds(wager_of(rest)),
        "bank" => Word::Bank(rest.first().map_or_else(
            || Err("the bank needs an amount, as in `bank 100`".to_owned()),
            |amount| money(amount),
        )?),
        other => {
            if let Some(extra) = rest.first() {
                return Err(format!("`{other}` stands alone, without `{extra}`"));
            }
            match other {
                "decline" => Word::Decline,
                "give-up" => Word::GiveUp,
                "undo" => Word::Undo,
                "clear" => Word::Clear,
                "rebet" => Word::Rebet,
                "deal" => Word::Deal,
                "rules" => Word::Rules,
                "why" => Word::Why,
                "history" => Word::History,
                "hint" => Word::Hint,
                "help" => Word::Help,
                _ => Word::Quit,
            }
        }
    })
}

/// The wager that somebody asks about, with or without `on` before it.
fn wager_of(rest: &[&str]) -> Option<String> {
    let wager = rest.strip_prefix(&["on"]).unwrap_or(rest);
    (!wager.is_empty()).then(|| wager.join(" "))
}

/// The box or hand after a decision: `on 1.2`, or the number alone.
fn spot(word: &str, rest: &[&str]) -> Result<Option<String>, String> {
    match rest {
        [] => Ok(None),
        ["on" | "box", hand] | ["on", "box", hand] | [hand] => Ok(Some((*hand).to_owned())),
        _ => Err(format!("write `{word}`, or `{word} on 1.2` where it must be said which hand")),
    }
}

fn insure(rest: &[&str]) -> Result<Word, String> {
    match rest {
        [] | ["on", ..] => Ok(Word::Insure(None, spot("insure", rest)?)),
        [amount, rest @ ..] => Ok(Word::Insure(Some(money(amount)?), spot("insure 5", rest)?)),
    }
}

fn money(text: &str) -> Result<Money, String> {
    let amount: Money = text.parse().map_err(|error| format!("`{text}` {error}"))?;
    if amount > Money::ZERO { Ok(amount) } else { Err(format!("`{text}`: an amount is more than nought")) }
}

/// Bets one after another, with commas between: `25 on split 17 20, 10 on red`.
fn bets(line: &str) -> Result<Vec<Bet>, String> {
    line.split(',').map(str::trim).filter(|part| !part.is_empty()).map(bet).collect()
}

fn bet(text: &str) -> Result<Bet, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let how = "write a bet as AMOUNT on WAGER, such as `5 on red`; Tab shows the wagers of this table";
    let Some((amount, rest)) = words.split_first() else { return Err(how.to_owned()) };
    let amount = money(amount)?;
    let wager = match rest {
        ["on", wager @ ..] => wager,
        other => other,
    };
    let (wager, area) = match wager {
        [wager @ .., "at", area] => (wager, Some((*area).to_owned())),
        wager => (wager, None),
    };
    if wager.is_empty() { Err(how.to_owned()) } else { Ok(Bet { amount, wager: wager.join(" "), area }) }
}

/// What a line could become with more letters: whole lines, for Tab.
pub(super) fn completions(line: &str, wagers: &[String], now: When) -> Vec<String> {
    let start = line.rfind(',').map_or(0, |comma| comma + 1);
    let (before, part) = line.split_at(start);
    let part_start = part.trim_start();
    let (before, part) = (format!("{before}{}", &part[..part.len() - part_start.len()]), part_start);
    if !part.starts_with(|letter: char| letter.is_ascii_digit()) {
        let serves = |(_, when, _): &&(&str, When, &str)| *when == now || *when == When::Always;
        let names = WORDS.iter().filter(serves).map(|(name, ..)| *name).filter(|name| name.starts_with(part));
        return names.map(|name| format!("{before}{name}")).collect();
    }
    let Some((amount, rest)) = part.split_once(' ') else { return vec![format!("{before}{part} on ")] };
    let wager = rest.trim_start();
    if "on".starts_with(wager) && !wager.is_empty() && wager != "on" {
        return vec![format!("{before}{amount} on ")];
    }
    let wager = wager.strip_prefix("on").map_or(wager, str::trim_start);
    let fits = wagers.iter().filter(|known| known.starts_with(wager));
    fits.map(|known| format!("{before}{amount} on {known}")).collect()
}

/// The wager with its first word unshortened, where only one at this table begins so.
pub(super) fn whole_wager(wager: &str, wagers: &[String]) -> String {
    let (head, rest) = wager.split_once(' ').map_or((wager, ""), |(head, rest)| (head, rest));
    let mut heads: Vec<&str> = wagers.iter().filter_map(|known| known.split(' ').next()).collect();
    heads.sort_unstable();
    heads.dedup();
    if heads.contains(&head) || head == "behind" {
        return wager.to_owned();
    }
    heads.retain(|known| known.starts_with(head));
    match heads.as_slice() {
        [one] => format!("{one} {rest}").trim_end().to_owned(),
        _ => wager.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(units: i64) -> Money {
        Money::from_minor(units * 100)
    }

    fn bet_on(amount: i64, wager: &str) -> Bet {
        Bet { amount: units(amount), wager: wager.to_owned(), area: None }
    }

    #[test]
    fn bets_are_read_in_the_words_of_the_notation() {
        let both = vec![bet_on(25, "split 17 20"), bet_on(10, "red")];
        assert_eq!(read("25 on split 17 20, 10 on red", When::Betting), Ok(Word::Bets(both)));
        assert_eq!(read("5 RED", When::Betting), Ok(Word::Bets(vec![bet_on(5, "red")])));
        let at = Bet { area: Some("7".to_owned()), ..bet_on(50, "punto") };
        assert_eq!(read("bet 50 on punto at 7", When::Betting), Ok(Word::Bets(vec![at])));
        assert_eq!(read("2 behind 1", When::Betting), Ok(Word::Bets(vec![bet_on(2, "behind 1")])));
    }

    #[test]
    fn a_word_may_be_shortened_while_it_is_the_only_one() {
        assert_eq!(read("st", When::Deciding), Ok(Word::Decide(Verb::Stand, None)));
        assert_eq!(read("dr on 1.2", When::Deciding), Ok(Word::Decide(Verb::Draw, Some("1.2".to_owned()))));
        assert!(read("d", When::Deciding).unwrap_err().contains("double or draw"));
        assert_eq!(read("do", When::Betting), Ok(Word::Double(None)));
        assert_eq!(shortest("surrender", When::Deciding), "su");
        assert_eq!(shortest("stand", When::Deciding), "st");
        assert_eq!(read("", When::Betting), Ok(Word::Deal));
        assert_eq!(read("hit", When::Deciding), Ok(Word::Decide(Verb::Draw, None)));
        assert_eq!(read("odds on red", When::Betting), Ok(Word::Odds(Some("red".to_owned()))));
        assert_eq!(read("", When::Insuring), Ok(Word::Decline));
    }

    #[test]
    fn what_makes_no_sense_is_answered_with_what_does() {
        assert!(read("drwa", When::Deciding).unwrap_err().contains("did you mean `draw`"));
        assert!(read("xyzzy", When::Betting).unwrap_err().contains("5 on"));
        assert!(read("5", When::Betting).unwrap_err().contains("AMOUNT on WAGER"));
        assert!(read("0 on red", When::Betting).unwrap_err().contains('0'));
        assert!(read("-5 on red", When::Betting).unwrap_err().contains("-5"));
        assert!(read("quit now", When::Betting).unwrap_err().contains("alone"));
        assert!(read("bank", When::Betting).unwrap_err().contains("bank 100"));
    }

    #[test]
    fn tab_completes_words_and_wagers() {
        let wagers: Vec<String> =
            ["red", "split 1 2", "split 1 4", "straight 1"].map(ToOwned::to_owned).to_vec();
        assert_eq!(completions("5", &wagers, When::Betting), ["5 on "]);
        assert_eq!(completions("5 on r", &wagers, When::Betting), ["5 on red"]);
        assert_eq!(completions("1 on red, 5 on sp", &wagers, When::Betting).len(), 2);
        assert_eq!(completions("sur", &wagers, When::Deciding), ["surrender"]);
        assert_eq!(whole_wager("sp 1 2", &wagers), "split 1 2");
        assert_eq!(whole_wager("s 1 2", &wagers), "s 1 2");
    }
}
