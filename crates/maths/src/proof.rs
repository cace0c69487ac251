//! What the prices of a table were checked against, as listed in the report of `croupier par`. Only what was shown for
//! the text of this book is said.

use croupier_kit::Ratio;
use croupier_rules::book::{Book, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::with_game;

use crate::Price;
use crate::family::FamilyMaths;

const SAME_RULES: &str = "The price is made by the same rules that judge a round of this table: nothing about the game is written down twice.";

/// The prices that the second program has recomputed, one line each: digest of the book, table, settings, number of
/// wagers, and whether only their edges were compared. `python3 oracle/odds.py --long --write` writes it.
const RECOMPUTED: &str = include_str!("checked.txt");

/// The word at the end of a line of which only edges were compared, in decimals.
const EDGES: &str = "edges";

/// What was shown for the prices of a game of this book, as sentences.
pub fn proofs(book: &Book, table: &str, game: &AnyGame, prices: &[Price]) -> Vec<String> {
    let mut said = vec![SAME_RULES.to_owned()];
    said.extend(sums(prices));
    if Shelf::is_built_in(book) {
        let own = with_game!(game, game => proofs_of(game));
        said.extend(own.iter().map(|proof| format!("The method, with the built-in books: {proof}")));
    }
    let before = said.len();
    said.extend(recomputed(RECOMPUTED, book.digest(), table));
    if said.len() == before {
        said.push(format!(
            "No second program has recomputed these prices for this book (blake3 {}).",
            book.digest()
        ));
    }
    said
}

const fn proofs_of<G: FamilyMaths>(_: &G) -> &'static [&'static str] {
    G::PROOFS
}

/// What the prices themselves show, counted now: the chances of the ends sum to one, and the edge is their mean.
fn sums(prices: &[Price]) -> Option<String> {
    let exact = |price: &&Price| -> Option<bool> {
        let parts = price.endings.iter().map(|end| Some((&end.profit, end.probability.exact()?)));
        let parts: Vec<(&Ratio, &Ratio)> = parts.collect::<Option<_>>()?;
        let edge = price.edge.exact().filter(|_| !parts.is_empty())?;
        let whole: Ratio = parts.iter().map(|(_, chance)| (*chance).clone()).sum();
        let mean: Ratio = parts.iter().map(|(profit, chance)| *profit * *chance).sum();
        Some(whole == Ratio::one() && -mean == *edge)
    };
    let shown = prices.iter().filter(|price| exact(price) == Some(true)).count();
    (shown > 0).then(|| {
        format!(
            "Counted in this report: for {shown} of {} prices the probabilities of the ends sum to one, and the edge is the \
             mean of what they pay.",
            prices.len()
        )
    })
}

/// What the second program has recomputed for a table of the book with this digest.
fn recomputed(list: &str, digest: &str, table: &str) -> Vec<String> {
    let of = |line: &str| match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        [of, rules, settings, wagers, only @ ..] if *of == digest && *rules == table => {
            let settings = if *settings == "-" { "the default settings" } else { *settings };
            let (what, found) = match only {
                [EDGES] => ("edges", "the same to nine places"),
                _ => ("prices", "the same"),
            };
            let wagers = if *wagers == "1" { "one wager".to_owned() } else { format!("{wagers} wagers") };
            Some(format!(
                "A second program, oracle/odds.py, recomputed the {what} of {wagers} for this book (blake3 {digest}) with \
                 {settings}, and found {found}."
            ))
        }
        _ => None,
    };
    list.lines().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_digest_that_was_checked_is_named() {
        let list = "aa book/dice - 12\naa book/dice decks=6 7\nbb book/dice - 3\n";
        let said = recomputed(list, "aa", "book/dice");
        assert!(
            said[0].contains("12 wagers") && said[0].contains("blake3 aa") && said[1].contains("decks=6")
        );
        let said = recomputed("aa book/blackjack decks=6 1 edges\n", "aa", "book/blackjack");
        assert!(said[0].contains("the edges of one wager") && said[0].contains("nine places"));
        assert_eq!(recomputed(list, "cc", "book/dice").len() + recomputed(list, "aa", "book/wheel").len(), 0);
    }

    #[test]
    fn every_line_of_the_list_is_whole() {
        for line in RECOMPUTED.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert!(
                (4..=5).contains(&words.len()) && words[0].len() == 64 && words[1].contains('/'),
                "{line}"
            );
            assert!(words.get(4).is_none_or(|only| *only == EDGES), "{line}");
            assert!(words[3].parse::<u32>().is_ok_and(|wagers| wagers > 0), "{line}");
        }
        assert!(!RECOMPUTED.is_empty());
    }
}
