//! Parses the lines that a player types: bets in the notation, decisions, and questions.

use croupier_kit::Money;
use croupier_rules::games::Family;
use croupier_rules::notation::nearest;

use super::keyword::{Stage, all_names, offered, usable};

/// A bet that a player wants to place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TypedBet {
    pub(super) amount: Money,
    /// The wager in words: `split 17 20`, `box 1`, `behind 3`.
    pub(super) wager: String,
    /// The numbered area, if one is named.
    pub(super) area: Option<String>,
}

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Bets(Vec<TypedBet>),
    Decide(HandAction, Option<String>),
    /// Insure for this amount; without one, for as much as is permitted.
    Insure(Option<Money>, Option<String>),
    EvenMoney(Option<String>),
    Decline,
    Bank(Money),
    GiveUp,
    /// Take back the stake with this number.
    Take(u32),
    /// Call a stake on or off: `3 off`.
    Call(String),
    /// Take half of the stake with this number, or of the only one that is held.
    Half(Option<u32>),
    Undo,
    Clear,
    Rebet,
    /// Double the bets before the deal, or a hand after it.
    Double(Option<String>),
    Deal,
    /// Show the odds of every wager, or of one.
    Odds(Option<String>),
    Rules,
    Why,
    History,
    Hint,
    Help,
    Quit,
}

/// The decisions on a hand, except doubling it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HandAction {
    Draw,
    Stand,
    Split,
    Surrender,
    Raise,
    Check,
    Fold,
    Follow,
}

/// Alternative names of commands.
const ALIASES: [(&str, &str); 13] = [
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

/// The full name of a command that may be abbreviated. Commands that are available now take precedence.
fn full_name(word: &str, now: Stage) -> Result<&'static str, String> {
    if let Some((_, name)) = ALIASES.iter().find(|(alias, _)| *alias == word) {
        return Ok(name);
    }
    let mut fits = starting_with(word, usable(now));
    if fits.is_empty() {
        fits = starting_with(word, all_names());
    }
    match fits.as_slice() {
        [one] => Ok(one),
        [] => Err(unknown(word, now)),
        several => Err(format!("`{word}` could mean {}: type more letters", several.join(" or "))),
    }
}

/// The names that start with these letters, each listed once. An exact match is returned alone.
fn starting_with(word: &str, names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut fits: Vec<&'static str> = names.filter(|name| name.starts_with(word)).collect();
    fits.sort_unstable();
    fits.dedup();
    if fits.contains(&word) {
        fits.retain(|name| *name == word);
    }
    fits
}

fn unknown(word: &str, now: Stage) -> String {
    match (nearest(word, all_names()), now) {
        (Some(near), _) => format!("unknown command `{word}`: did you mean `{near}`?"),
        (None, Stage::Betting) => {
            format!(
                "unknown command `{word}`: a bet starts with its amount, as in `5 on …`; `help` lists the commands"
            )
        }
        (None, _) => format!("unknown command `{word}`: `help` lists the commands"),
    }
}

/// The shortest abbreviation of a command at this stage.
pub(super) fn abbreviation(name: &str, now: Stage) -> &str {
    let means = |length: &usize| full_name(&name[..*length], now) == Ok(name);
    (1..=name.len())
        .filter(|length| name.is_char_boundary(*length))
        .find(means)
        .map_or(name, |length| &name[..length])
}

/// Parses a line. An empty line continues the round.
pub(super) fn parse(line: &str, now: Stage) -> Result<Input, String> {
    let line = line.trim();
    let lower = line.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else {
        return Ok(if now == Stage::Insuring { Input::Decline } else { Input::Deal });
    };
    let is_amount = |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.');
    if first.starts_with(is_amount) {
        return parse_bets(&lower).map(Input::Bets);
    }
    if *first == "bet" {
        return parse_bets(lower.trim_start_matches("bet")).map(Input::Bets);
    }
    let word = full_name(first, now)?;
    let on = || hand_number(word, rest);
    Ok(match word {
        "draw" => Input::Decide(HandAction::Draw, on()?),
        "stand" => Input::Decide(HandAction::Stand, on()?),
        "split" => Input::Decide(HandAction::Split, on()?),
        "surrender" => Input::Decide(HandAction::Surrender, on()?),
        "raise" => Input::Decide(HandAction::Raise, on()?),
        "check" => Input::Decide(HandAction::Check, on()?),
        "fold" => Input::Decide(HandAction::Fold, on()?),
        "follow" => Input::Decide(HandAction::Follow, on()?),
        "double" => Input::Double(on()?),
        "even-money" => Input::EvenMoney(on()?),
        "insure" => insure(rest)?,
        "take" => take(rest)?,
        "call" => call(rest)?,
        "half" => half(rest)?,
        "odds" => Input::Odds(parse_wager(rest)),
        "bank" => Input::Bank(rest.first().map_or_else(
            || Err("say how much to put into the bank, as in `bank 100`".to_owned()),
            |amount| parse_money(amount),
        )?),
        other => {
            if let Some(extra) = rest.first() {
                return Err(format!("`{other}` takes nothing after it, but got `{extra}`"));
            }
            match other {
                "decline" => Input::Decline,
                "give-up" => Input::GiveUp,
                "undo" => Input::Undo,
                "clear" => Input::Clear,
                "rebet" => Input::Rebet,
                "deal" => Input::Deal,
                "rules" => Input::Rules,
                "why" => Input::Why,
                "history" => Input::History,
                "hint" => Input::Hint,
                "help" => Input::Help,
                _ => Input::Quit,
            }
        }
    })
}

/// `half`, `half 3`, `half of 3`.
fn half(rest: &[&str]) -> Result<Input, String> {
    let unclear = || "name a stake by its number, as in `half 3`".to_owned();
    match rest.strip_prefix(&["of"]).unwrap_or(rest) {
        [] if rest.is_empty() => Ok(Input::Half(None)),
        [number] => number.parse().map(|number| Input::Half(Some(number))).map_err(|_| unclear()),
        _ => Err(unclear()),
    }
}

/// The wager in a question, with or without a leading `on`.
fn parse_wager(rest: &[&str]) -> Option<String> {
    let wager = rest.strip_prefix(&["on"]).unwrap_or(rest);
    (!wager.is_empty()).then(|| wager.join(" "))
}

/// The box or hand after a decision: `on 1.2`, or the number alone.
fn hand_number(word: &str, rest: &[&str]) -> Result<Option<String>, String> {
    match rest {
        [] => Ok(None),
        ["on" | "box", hand] | ["on", "box", hand] | [hand] => Ok(Some((*hand).to_owned())),
        _ => Err(format!("write `{word}`, or `{word} on 1.2` to name the hand")),
    }
}

fn take(rest: &[&str]) -> Result<Input, String> {
    let wrong = || "write `take 3` to take back stake 3, or `half 3` to take half of it".to_owned();
    if let Some(of) = rest.strip_prefix(&["half"]) {
        return half(of);
    }
    let number = rest.strip_prefix(&["back"]).unwrap_or(rest);
    let [number] = number else { return Err(wrong()) };
    number.parse().map(Input::Take).map_err(|_| wrong())
}

fn call(rest: &[&str]) -> Result<Input, String> {
    match rest {
        [number, call @ ("on" | "off")] if number.parse::<u32>().is_ok() => {
            Ok(Input::Call(format!("{number} {call}")))
        }
        _ => Err("write `call 3 on` or `call 3 off`, with the number of the stake".to_owned()),
    }
}

fn insure(rest: &[&str]) -> Result<Input, String> {
    match rest {
        [] | ["on", ..] => Ok(Input::Insure(None, hand_number("insure", rest)?)),
        [amount, rest @ ..] => Ok(Input::Insure(Some(parse_money(amount)?), hand_number("insure 5", rest)?)),
    }
}

fn parse_money(text: &str) -> Result<Money, String> {
    let amount: Money = text.parse().map_err(|error| format!("`{text}` {error}"))?;
    if amount > Money::ZERO { Ok(amount) } else { Err(format!("`{text}`: an amount must be more than 0")) }
}

/// Bets separated by commas: `25 on split 17 20, 10 on red`.
fn parse_bets(line: &str) -> Result<Vec<TypedBet>, String> {
    line.split(',').map(str::trim).filter(|part| !part.is_empty()).map(parse_bet).collect()
}

fn parse_bet(text: &str) -> Result<TypedBet, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let how = "write a bet as AMOUNT on WAGER; `help` lists the wagers of this table";
    let Some((amount, rest)) = words.split_first() else { return Err(how.to_owned()) };
    let amount = parse_money(amount)?;
    let wager = match rest {
        ["on", wager @ ..] => wager,
        other => other,
    };
    let (wager, area) = match wager {
        [wager @ .., "at", area] => (wager, Some((*area).to_owned())),
        wager => (wager, None),
    };
    if wager.is_empty() { Err(how.to_owned()) } else { Ok(TypedBet { amount, wager: wager.join(" "), area }) }
}

/// The complete lines that Tab offers for the current input.
pub(super) fn completions(line: &str, wagers: &[String], family: Family, now: Stage) -> Vec<String> {
    let start = line.rfind(',').map_or(0, |comma| comma + 1);
    let (before, part) = line.split_at(start);
    let part_start = part.trim_start();
    let (before, part) = (format!("{before}{}", &part[..part.len() - part_start.len()]), part_start);
    if !part.starts_with(|letter: char| letter.is_ascii_digit()) {
        let names = offered(family, now).filter(|name| name.starts_with(part));
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

/// The wager with its first word completed, if that is unambiguous at this table.
pub(super) fn full_wager(wager: &str, wagers: &[String]) -> String {
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

    fn bet_on(amount: i64, wager: &str) -> TypedBet {
        TypedBet { amount: units(amount), wager: wager.to_owned(), area: None }
    }

    #[test]
    fn bets_are_written_as_in_the_notation() {
        let both = vec![bet_on(25, "split 17 20"), bet_on(10, "red")];
        assert_eq!(parse("25 on split 17 20, 10 on red", Stage::Betting), Ok(Input::Bets(both)));
        assert_eq!(parse("5 RED", Stage::Betting), Ok(Input::Bets(vec![bet_on(5, "red")])));
        let at = TypedBet { area: Some("7".to_owned()), ..bet_on(50, "punto") };
        assert_eq!(parse("bet 50 on punto at 7", Stage::Betting), Ok(Input::Bets(vec![at])));
        assert_eq!(parse("2 behind 1", Stage::Betting), Ok(Input::Bets(vec![bet_on(2, "behind 1")])));
    }

    #[test]
    fn a_command_may_be_abbreviated_while_that_is_unambiguous() {
        assert_eq!(parse("st", Stage::Deciding), Ok(Input::Decide(HandAction::Stand, None)));
        assert_eq!(
            parse("dr on 1.2", Stage::Deciding),
            Ok(Input::Decide(HandAction::Draw, Some("1.2".to_owned())))
        );
        assert!(parse("d", Stage::Deciding).unwrap_err().contains("double or draw"));
        assert_eq!(parse("do", Stage::Betting), Ok(Input::Double(None)));
        assert_eq!(abbreviation("surrender", Stage::Deciding), "su");
        assert_eq!(abbreviation("stand", Stage::Deciding), "st");
        assert_eq!(parse("", Stage::Betting), Ok(Input::Deal));
        assert_eq!(parse("hit", Stage::Deciding), Ok(Input::Decide(HandAction::Draw, None)));
        assert_eq!(parse("odds on red", Stage::Betting), Ok(Input::Odds(Some("red".to_owned()))));
        assert_eq!(parse("", Stage::Insuring), Ok(Input::Decline));
        for line in ["half 3", "half of 3", "take half 3", "take half of 3"] {
            assert_eq!(parse(line, Stage::Betting), Ok(Input::Half(Some(3))), "{line}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_parsed_is_answered_with_what_can() {
        assert!(parse("drwa", Stage::Deciding).unwrap_err().contains("did you mean `draw`"));
        assert!(parse("xyzzy", Stage::Betting).unwrap_err().contains("5 on"));
        assert!(parse("5", Stage::Betting).unwrap_err().contains("AMOUNT on WAGER"));
        assert!(parse("0 on red", Stage::Betting).unwrap_err().contains('0'));
        assert!(parse("-5 on red", Stage::Betting).unwrap_err().contains("-5"));
        assert!(parse("quit now", Stage::Betting).unwrap_err().contains("takes nothing"));
        assert!(parse("bank", Stage::Betting).unwrap_err().contains("bank 100"));
    }

    #[test]
    fn tab_completes_commands_and_wagers() {
        let wagers: Vec<String> =
            ["red", "split 1 2", "split 1 4", "straight 1"].map(ToOwned::to_owned).to_vec();
        let roulette = |line: &str| completions(line, &wagers, Family::Roulette, Stage::Betting);
        assert_eq!(roulette("5"), ["5 on "]);
        assert_eq!(roulette("5 on r"), ["5 on red"]);
        assert_eq!(roulette("1 on red, 5 on sp").len(), 2);
        assert_eq!(roulette("c"), ["clear"], "only dice are called on and off");
        assert_eq!(completions("c", &[], Family::Dice, Stage::Betting), ["clear", "call"]);
        assert_eq!(completions("sur", &[], Family::Blackjack, Stage::Deciding), ["surrender"]);
        assert_eq!(full_wager("sp 1 2", &wagers), "split 1 2");
        assert_eq!(full_wager("s 1 2", &wagers), "s 1 2");
    }
}
