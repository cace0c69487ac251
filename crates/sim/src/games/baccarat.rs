//! Baccarat at a simulated table.

use croupier_kit::Ratio;
use croupier_maths::baccarat::{
    self, BanqueModel, CheminModel, Equilibrium, HandShown, HandStakes, Knows, OwnCards, Sampling,
};
use croupier_maths::{Price, PriceError, PriceQuery, odds};
use croupier_rules::book::Conduct;
use croupier_rules::contract::{Positions, Seat};
use croupier_rules::games::baccarat::{BANKER, Baccarat, Backs, HeldBy, Opposing, PLAYER};

use crate::asked::{asked, plain};
use crate::family::{FamilySim, TableSetup};
use crate::job::Shoes;
use crate::kernel::{BaccaratKernel, CoupTable};
use crate::options::{SetupError, SetupOptions};
use crate::play::PlainStake;
use crate::policy::{BEST, Opposite, Policy, PolicyError, Probability, Thirds, USUAL};
use crate::table::{DecidedTable, PlainTable};
use crate::totals::CountedWager;

/// The name of the banker's side of a wager, where a player holds the bank.
const BANKER_SIDE: &str = "banker";

impl FamilySim for Baccarat {
    fn policy(&self, name: &str, chart: Option<&str>) -> Result<Policy, PolicyError> {
        let unsolved = |error: PriceError| PolicyError::Unsolved(error.to_string());
        match (name, chart) {
            (BEST | USUAL, None) if self.drawing.leaves_no_choice() => Ok(Policy::Chance),
            (USUAL, None) => Ok(Policy::Thirds(Box::new(Thirds::customary(self)))),
            (BEST, None) => Ok(Policy::Thirds(Box::new(thirds(self, &by_scores(self).map_err(unsolved)?)))),
            _ => Err(PolicyError::Family),
        }
    }

    fn prices_of(&self, policy: &Policy, name: &str) -> Result<Vec<Price>, PriceError> {
        match policy {
            Policy::Thirds(_) if name == BEST => by_scores(self).map(|play| play.prices(self)),
            Policy::Thirds(_) => Ok(Vec::new()),
            _ => odds(&self.clone().into(), &PriceQuery::default()).map(|list| list.prices),
        }
    }

    fn set_up(
        &self,
        conduct: &Conduct,
        policy: &Policy,
        options: &SetupOptions,
    ) -> Result<TableSetup, SetupError> {
        let thirds = match policy {
            Policy::Thirds(thirds) => Some(thirds.clone()),
            Policy::Chance if self.drawing.leaves_no_choice() => None,
            _ => return Err(SetupError::Policy),
        };
        let mut counted = Vec::new();
        let table = coups(self, conduct, options, thirds, &mut counted)?;
        let kernel = BaccaratKernel::new(&table, options.shoes == Shoes::Fresh);
        Ok(TableSetup::new(table, counted, kernel))
    }
}

fn coups(
    game: &Baccarat,
    conduct: &Conduct,
    options: &SetupOptions,
    thirds: Option<Box<Thirds>>,
    counted: &mut Vec<CountedWager>,
) -> Result<CoupTable, SetupError> {
    let held = game.bank.held == HeldBy::Passing && game.hands == Opposing::One;
    let mut only = options.clone();
    only.wagers.retain(|words| !(held && words == BANKER_SIDE));
    let banker_asked = held && (options.wagers.is_empty() || only.wagers.len() < options.wagers.len());
    let asked = if only.wagers.is_empty() && !options.wagers.is_empty() {
        asked(game, conduct, &SetupOptions { wagers: Vec::new(), ..only })?
    } else {
        asked(game, conduct, &only)?
    };
    let table =
        plain(game.clone(), &asked, options, 2 * 3 + 3 * usize::from(game.hands == Opposing::Two), counted)?;
    let PlainTable { game, supply, mut stakes } = table;
    let on_hand = |stake: &&mut PlainStake<Baccarat>| {
        game.clause(stake.wager).is_some_and(|clause| matches!(clause.backs, Backs::Hand(_)))
    };
    if let (true, Some(stake)) = (banker_asked, stakes.stakes.iter_mut().find(on_hand)) {
        stake.mirrored = Some(counted.len());
        let parts = stake.counted.map_or(1, |(_, bet)| bet.staked().minor());
        counted.push(CountedWager { wager: BANKER_SIDE.to_owned(), parts, bets: 1 });
    }
    Ok(DecidedTable { game, supply, stakes, policy: thirds, places: Positions::first(1) })
}

/// The best play of both sides if they know only scores, which a simulation can look up. With two hands against a
/// banker, each hand draws with the average probability of its plans, and the banker plays the best response to that.
fn by_scores(game: &Baccarat) -> Result<Equilibrium, PriceError> {
    let shoe = baccarat::PipCounts::whole(game.packs);
    let (cards, player, banker) = (Sampling::WithoutReplacement, Knows::Score, Knows::Score);
    match game.hands {
        Opposing::One => {
            baccarat::chemin(game, &shoe, CheminModel { cards, player, banker }).map_err(impossible)
        }
        Opposing::Two => {
            let tables = BanqueModel { cards, banker };
            let play = baccarat::banque(game, &shoe, HandStakes::EVEN, tables).map_err(impossible)?;
            let draws = [PLAYER, croupier_rules::games::baccarat::LEFT].map(|seat| marginal(&play, seat));
            baccarat::banque_reply(game, &shoe, HandStakes::EVEN, tables, [&draws[0], &draws[1]])
                .map_err(impossible)
        }
    }
}

/// The probability that a hand draws where it may choose, averaged over all plans and everything it may see.
fn marginal(play: &Equilibrium, seat: Seat) -> Ratio {
    let (mut sum, mut weight) = (Ratio::zero(), Ratio::zero());
    for choice in play.player.iter().filter(|choice| choice.sees.seat == seat) {
        let chance = play.plans.get(choice.plan).cloned().unwrap_or_default();
        sum = sum + &choice.draws * &chance;
        weight = weight + chance;
    }
    if weight.is_zero() { Ratio::zero() } else { sum / weight }
}

/// The drawing probabilities as a lookup table.
fn thirds(game: &Baccarat, play: &Equilibrium) -> Thirds {
    let mut thirds = Thirds::customary(game);
    for choice in play.player.iter().chain(&play.banker) {
        let OwnCards::Score(score) = choice.sees.own else { continue };
        let own = usize::from(score);
        let chance =
            Probability::new(croupier_maths::Figure::from(choice.draws.clone()).value()).unwrap_or_default();
        let (right, left) = (shown(choice.sees.right).index(), shown(choice.sees.left).index());
        match choice.sees.seat {
            BANKER => thirds.banker[own][right][left] = chance,
            PLAYER => thirds.right[own] = chance,
            _ => thirds.left[own] = [chance; Opposite::COUNT],
        }
    }
    thirds
}

const fn shown(sight: HandShown) -> Opposite {
    match sight {
        HandShown::Drew(pip) => Opposite::Took(pip),
        HandShown::Natural(score) => Opposite::Natural(score),
        HandShown::Closed | HandShown::Absent => Opposite::Stood,
    }
}

fn impossible(error: impl std::fmt::Display) -> PriceError {
    PriceError::new("best play", error.to_string())
}
