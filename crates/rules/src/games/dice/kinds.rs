//! The kinds of wagers of dice, and their words at a table.

use super::Dice;
use super::rules::{ByScore, scores};
use crate::kind::{Arguments, DeclaredWager, Laid, WagerWord};

/// The kinds of wagers of dice.
pub(super) const KINDS: &[&DeclaredWager] = &[&LINE, &BEHIND, &PUT, &RACE, &NEXT, &SCORE, &COMBINATION];

/// A line.
pub(super) static LINE: DeclaredWager = DeclaredWager {
    name: "line",
    key: "line",
    laid: Laid::Bet,
    examples: &["win", "dont-come"],
    takes: "nothing",
    meaning: "a first throw and, if it makes a point, the point against seven",
};

/// Behind a line.
pub(super) static BEHIND: DeclaredWager = DeclaredWager {
    name: "behind",
    key: "line",
    laid: Laid::Behind,
    examples: &["behind-win 4", "behind-dont 4"],
    takes: "its point",
    meaning: "behind a line bet with this point: `behind-win` where the point wins, `behind-dont` where seven does. \
        A record writes `behind 1`, with the number of the line bet",
};

/// A line with its point.
pub(super) static PUT: DeclaredWager = DeclaredWager {
    name: "put",
    key: "line",
    laid: Laid::Bet,
    examples: &["put 6"],
    takes: "its point",
    meaning: "a line bet that begins with its point",
};

/// A score against seven.
pub(super) static RACE: DeclaredWager = DeclaredWager {
    name: "race",
    key: "race",
    laid: Laid::Bet,
    examples: &["place-win 4", "place-lose 5", "hard 6", "buy 4", "lay 10"],
    takes: "a score",
    meaning: "the score before seven, seven before the score, or the score with two equal dice before either",
};

/// The next throw.
pub(super) static NEXT: DeclaredWager = DeclaredWager {
    name: "next",
    key: "next",
    laid: Laid::Bet,
    examples: &["field", "craps"],
    takes: "nothing",
    meaning: "the next throw makes one of the scores that the book lists",
};

/// A score of the next throw.
pub(super) static SCORE: DeclaredWager = DeclaredWager {
    name: "score",
    key: "next",
    laid: Laid::Bet,
    examples: &["single 11"],
    takes: "a score",
    meaning: "the next throw makes this score",
};

/// Two dice.
pub(super) static COMBINATION: DeclaredWager = DeclaredWager {
    name: "combination",
    key: "combination",
    laid: Laid::Bet,
    examples: &["hop 3 5", "hop 2 2"],
    takes: "two dice",
    meaning: "the next throw shows these dice. Lists of prices name it by its kind, `hop pair` or `hop mixed`",
};

impl Dice {
    /// The words of this table's wagers.
    pub(super) fn words_of_wagers(&self) -> Vec<WagerWord<'_>> {
        let mut words = Vec::new();
        for line in &self.lines {
            words.extend(line.names.iter().map(|name| WagerWord::new(&LINE, &**name, Arguments::Nothing)));
            if self.behind_lines().any(|first| std::ptr::eq(first, line)) {
                words.push(WagerWord::new(&BEHIND, self.behind_name(line), one_of(&line.behind)));
            }
            let put = line.put.as_ref();
            words.extend(put.map(|put| WagerWord::new(&PUT, &*put.name, figures(line.points()))));
        }
        words.extend(self.races.iter().map(|race| WagerWord::new(&RACE, &*race.name, one_of(&race.odds))));
        words.extend(self.nexts.iter().map(|next| {
            if next.names_score {
                WagerWord::new(&SCORE, &*next.name, one_of(&next.odds))
            } else {
                WagerWord::new(&NEXT, &*next.name, Arguments::Nothing)
            }
        }));
        let combinations = self.combinations.iter();
        words.extend(combinations.map(|dice| WagerWord::new(&COMBINATION, &*dice.name, Arguments::Dice)));
        words
    }
}

/// The scores with odds.
fn one_of(odds: &ByScore) -> Arguments {
    figures(scores(odds))
}

fn figures(scores: impl Iterator<Item = u8>) -> Arguments {
    Arguments::OneOf(scores.map(|score| score.to_string().into()).collect())
}
