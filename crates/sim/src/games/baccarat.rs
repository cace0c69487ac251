//! Baccarat at a simulated table.

use croupier_kit::{Money, Ratio};
use croupier_maths::baccarat::{
    self, BanqueModel, CheminModel, Equilibrium, HandShown, HandStakes, Knows, OwnCards, Sampling,
};
use croupier_maths::{Price, PriceError, PriceQuery, odds};
use croupier_rules::book::Conduct;
use croupier_rules::contract::Positions;
use croupier_rules::games::baccarat::{BANKER, Baccarat, Backs, HeldBy, Opposing, PLAYER};
use croupier_rules::side::{Carded, CardedWager, SideBet};

use crate::asked::{Asked, asked, asked_sides, plain};
use crate::family::{FamilySim, TableSetup};
use crate::job::Shoes;
use crate::kernel::{BaccaratKernel, CARDS, CoupTable, SidesKernel};
use crate::options::{SetupError, SetupOptions};
use crate::play::PlainStake;
use crate::policy::{AgreedPlans, BEST, Opposite, Policy, PolicyError, Probability, Thirds, USUAL};
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
            (BEST, None) => {
                let play = by_scores(self).map_err(unsolved)?;
                Ok(Policy::Thirds(Box::new(thirds(self, &play).map_err(unsolved)?)))
            }
            _ => Err(PolicyError::Family),
        }
    }

    fn prices_of(&self, policy: &Policy, name: &str, stake: Option<Money>) -> Result<Vec<Price>, PriceError> {
        match policy {
            Policy::Thirds(_) if name == BEST => by_scores(self).map(|play| play.prices(self)),
            Policy::Thirds(_) => Ok(Vec::new()),
            _ => {
                let query = PriceQuery { stake, ..PriceQuery::default() };
                odds(&self.clone().into(), &query).map(|list| list.prices)
            }
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
        let sides = asked_sides(self, conduct, options)?;
        let by_case = self.clauses.iter().any(|clause| !clause.cases.0.is_empty());
        if by_case || !sides.is_empty() {
            return with_sides(self, conduct, sides, options, counted);
        }
        let table = coups(self, conduct, options, thirds, &mut counted)?;
        let kernel = BaccaratKernel::new(&table, options.shoes == Shoes::Fresh);
        Ok(TableSetup::new(table, counted, kernel))
    }
}

/// A table with side wagers or odds by case, at which every card counts on its own. Nobody has a choice there.
fn with_sides(
    game: &Baccarat,
    conduct: &Conduct,
    sides: Vec<Asked<SideBet>>,
    options: &SetupOptions,
    mut counted: Vec<CountedWager>,
) -> Result<TableSetup, SetupError> {
    let is_side = |words: &String| sides.iter().any(|side| side.name == *words);
    let mut mains = options.clone();
    mains.wagers.retain(|words| !is_side(words));
    let only_sides = mains.wagers.is_empty() && !options.wagers.is_empty();
    let mains = if only_sides { Vec::new() } else { asked(game, conduct, &mains)? };
    let mains = mains.into_iter().map(|asked| asked.map(CardedWager::Main));
    let all: Vec<_> = mains.chain(sides.into_iter().map(|asked| asked.map(CardedWager::Side))).collect();
    let table = plain(Carded::<_, CARDS>(game.clone()), &all, options, CARDS, &mut counted)?;
    let kernel = SidesKernel::new(&table, options.shoes == Shoes::Fresh);
    Ok(TableSetup::new(table, counted, kernel))
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

/// The best play of both sides if they know only scores, which a simulation can look up.
fn by_scores(game: &Baccarat) -> Result<Equilibrium, PriceError> {
    let shoe = baccarat::PipCounts::whole(game.packs);
    let (cards, player, banker) = (Sampling::WithoutReplacement, Knows::Score, Knows::Score);
    match game.hands {
        Opposing::One => {
            baccarat::chemin(game, &shoe, CheminModel { cards, player, banker }).map_err(impossible)
        }
        Opposing::Two => {
            baccarat::banque(game, &shoe, HandStakes::EVEN, BanqueModel { cards, banker }).map_err(impossible)
        }
    }
}

/// The equilibrium as a lookup table. The plans of two hands are drawn by lot, as it has them.
fn thirds(game: &Baccarat, play: &Equilibrium) -> Result<Thirds, PriceError> {
    if play.plans.len() > 2 {
        return Err(impossible(
            "the hands have a choice on more than one score, and simulations know two plans",
        ));
    }
    let mut thirds = Thirds::customary(game);
    let mut agreed = AgreedPlans {
        first: play.plans.get(DRAWS).map_or(Probability::NEVER, probability),
        left: thirds.left,
        right_to_natural: [[Probability::NEVER; Opposite::COUNT]; 10],
    };
    let mut right_to_natural = vec![Ratio::zero(); 10 * Opposite::COUNT];
    for choice in play.player.iter().chain(&play.banker) {
        let OwnCards::Score(score) = choice.sees.own else { continue };
        let (own, chance) = (usize::from(score), probability(&choice.draws));
        let (right, left) = (shown(choice.sees.right).index(), shown(choice.sees.left).index());
        match (choice.sees.seat, choice.sees.left) {
            (BANKER, _) => thirds.banker[own][right][left] = chance,
            // If the left hand has a natural, it does not decide, and only the mean of the plans matters.
            (PLAYER, HandShown::Natural(_)) => {
                let sum = &mut right_to_natural[own * Opposite::COUNT + left];
                *sum = &*sum + &(&choice.draws * &play.plans[choice.plan]);
                agreed.right_to_natural[own][left] = probability(sum);
            }
            (PLAYER, _) if play.plans.len() == 1 => thirds.right[own] = chance,
            (PLAYER, _) => thirds.right[own] = agreed.first,
            (_, _) if choice.plan == DRAWS => thirds.left[own][right] = chance,
            (_, _) => agreed.left[own][right] = chance,
        }
    }
    if play.plans.len() == 2 {
        thirds.agreed = Some(Box::new(agreed));
    }
    Ok(thirds)
}

/// The plan of two hands under which the right one draws where it has a choice.
const DRAWS: usize = 1;

fn probability(chance: &Ratio) -> Probability {
    Probability::new(croupier_maths::Figure::from(chance.clone()).value())
        .expect("the equilibrium has probabilities between 0 and 1")
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
