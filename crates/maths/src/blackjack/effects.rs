//! The effect of a rule or of a card: the edge with one thing changed.

use croupier_kit::Rank;
use croupier_rules::book::{Bounds, Chosen, GameBook};
use croupier_rules::games::AnyGame;

use super::hands::KINDS;
use super::pricing_rules::BlackjackError;
use super::shoe::RankCounts;
use super::solver::Solver;
use crate::Figure;

/// The effect of changing one setting to another value.
#[derive(Clone, PartialEq, Debug)]
pub struct SettingEffect {
    /// The setting.
    pub key: String,
    /// The value it is changed to.
    pub value: String,
    /// The edge with that value.
    pub edge: Figure,
    /// The house's gain from the change, per unit of the original bet.
    pub change: f64,
}

/// The effect of each setting of a book at each other value it may have, from a fresh shoe. A setting that does not
/// affect the price changes nothing.
///
/// # Errors
/// When the table cannot be priced. The result is `None` where the game is not blackjack.
pub fn effects_of_rules(
    game: &GameBook,
    chosen: &Chosen,
) -> Result<Option<Vec<SettingEffect>>, BlackjackError> {
    let Some(now) = edge_of(game, chosen)? else { return Ok(None) };
    let envelope = game.envelope();
    let mut effects = Vec::new();
    for setting in envelope.settings {
        let is = chosen.get(&setting.key).map(str::to_owned);
        let is = is.or_else(|| setting.default.as_ref().map(ToString::to_string));
        for value in values(&setting.bounds).into_iter().filter(|value| Some(value) != is.as_ref()) {
            let mut other = chosen.clone();
            if other.choose(&setting.key, &value, &envelope).is_err() {
                continue;
            }
            if let Some(edge) = edge_of(game, &other)? {
                let change = edge.value() - now.value();
                effects.push(SettingEffect { key: setting.key.to_string(), value, edge, change });
            }
        }
    }
    Ok(Some(effects))
}

/// Every value that a setting may have.
fn values(bounds: &Bounds) -> Vec<String> {
    match bounds {
        Bounds::Whole { from, to } => (*from..=*to).map(|value| value.to_string()).collect(),
        Bounds::Choice(words) => words.iter().map(ToString::to_string).collect(),
        Bounds::Wheel => Vec::new(),
    }
}

fn edge_of(game: &GameBook, chosen: &Chosen) -> Result<Option<Figure>, BlackjackError> {
    let AnyGame::Blackjack(rules) = game.table(chosen) else { return Ok(None) };
    let analysis = Solver::new(&rules)?.analyse(&RankCounts::whole(&rules))?;
    Ok(Some(analysis.edge))
}

impl Solver {
    /// The house's gain when one card of a kind is removed from a shoe, by kind: Ace, 2 to 9, ten. `None` where there
    /// is no such card or too few cards would be left. Where several ranks have the same value, the card is of a rank
    /// with the most cards left.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn effects_of_removal(&self, shoe: &RankCounts) -> Result<[Option<f64>; KINDS], BlackjackError> {
        let whole = self.analyse(shoe)?.edge.value();
        let mut effects = [None; KINDS];
        for (kind, effect) in effects.iter_mut().enumerate() {
            let ranks = Rank::ALL.into_iter().filter(|rank| self.terms.kinds[*rank as usize] == kind);
            let less = ranks.max_by_key(|rank| shoe.count(*rank)).and_then(|rank| shoe.without(rank));
            let less = less.and_then(|less| self.analyse(&less).ok());
            *effect = less.map(|analysis| analysis.edge.value() - whole);
        }
        Ok(effects)
    }
}
