//! What the mathematics knows of blackjack.

use croupier_kit::Shoe;
use croupier_rules::contract::Seated;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack};

use super::advisor::BoxAdvisor;
use super::sides::side_prices;
use super::{BEST_PLAY, Chart, RankCounts, Solver, clauses};
use crate::advice::Advises;
use crate::clauses::RuleSwap;
use crate::family::{CardWords, FamilyMaths};
use crate::price::PriceList;
use crate::query::{Precision, PriceError, PriceQuery, impossible};
use crate::removal::Removal;
use crate::shoe_counts::from_two;
use crate::shoe_text::of_spread;
use crate::{Figure, Price, Strategy};

impl FamilyMaths for Seated<Blackjack, BOXES_MAX> {
    const PROOFS: &'static [&'static str] = &[
        "Known values: published edges, published worths of single rules, and published effects of removing each card.",
        "On small shoes an enumerator that knows the rules alone finds the same best play and the same \
         price of split pairs.",
        "On small shoes decimals and fractions agree within the bound that is stated.",
        "Rounds played by chance agree with the edge and the variance.",
    ];
    const CARDS: CardWords = CardWords::TensAlike;
    const LASTS: bool = true;

    fn price_list(&self, ask: &PriceQuery) -> Result<PriceList, PriceError> {
        let solver = Solver::new(self).map_err(impossible)?;
        let shoe = ranks(self, ask)?;
        let analysis = match (&ask.chart, ask.precision) {
            (Some(text), _) => {
                let chart = Chart::from_toml(text, solver.columns()).map_err(impossible)?;
                solver.price_chart(&chart, &shoe)
            }
            (None, Precision::Decimals) => solver.analyse(&shoe),
            (None, Precision::Fractions) => solver.analyse_exactly(&shoe),
        };
        let mut prices = analysis.map_err(impossible)?.price();
        if ask.chart.is_some() {
            let by_chart = |price: &mut Price| {
                price.method = price.method.replacen(BEST_PLAY, "play by the chart that was given", 1);
            };
            prices.iter_mut().for_each(by_chart);
        }
        let cards = ask.shoe.unwrap_or_else(|| Shoe::new(self.packs));
        let sides = side_prices(self, &cards);
        let sides = sides.ok_or_else(|| impossible("a round needs three cards"))?;
        prices.extend(sides.into_iter().map(|price| of_spread(ask, price)));
        Ok(prices.into())
    }

    fn best_play(&self, ask: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
        let solver = Solver::new(self).map_err(impossible)?;
        solver.strategy(&ranks(self, ask)?).map(Some).map_err(impossible)
    }

    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError> {
        Ok(Some(Box::new(BoxAdvisor::new(self)?)))
    }

    fn chart_file(&self, ask: &PriceQuery) -> Result<String, PriceError> {
        let solver = Solver::new(self).map_err(impossible)?;
        let (chart, _) = solver.chart(&ranks(self, ask)?).map_err(impossible)?;
        Ok(chart.to_toml())
    }

    fn check_chart(&self) -> Result<(), PriceError> {
        Ok(())
    }

    fn removals(&self, ask: &PriceQuery) -> Result<Vec<Removal>, PriceError> {
        let solver = Solver::new(self).map_err(impossible)?;
        let shoe = ranks(self, ask)?;
        let within = 2.0 * solver.analyse(&shoe).map_err(impossible)?.edge.within();
        let effects = solver.effects_of_removal(&shoe).map_err(impossible)?;
        let card = |kind: usize| if kind == 0 { "A".to_owned() } else { (kind + 1).to_string() };
        let found = effects.into_iter().enumerate().filter_map(|(kind, gain)| Some((card(kind), gain?)));
        let removal =
            |(card, gain)| Removal { card, wager: "box".to_owned(), gain: Figure::near(gain, within) };
        Ok(found.map(removal).collect())
    }

    fn swaps(&self, from: &Self) -> Vec<RuleSwap<Self>> {
        clauses::swaps(self, from)
    }
}

fn ranks(game: &Blackjack, ask: &PriceQuery) -> Result<RankCounts, PriceError> {
    match &ask.shoe {
        None => Ok(RankCounts::whole(game)),
        Some(shoe) => RankCounts::of_ranks(game, from_two(shoe)).map_err(impossible),
    }
}
