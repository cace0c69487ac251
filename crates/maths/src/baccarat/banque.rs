//! Baccarat banque: two hands against one banker, who sees the third cards of both before deciding on their own.
//!
//! The two hands have the same interest against the banker and are treated as one side. The side agrees on a
//! probability for each plan before the deal (Ethier and Lee's correlated equilibrium, which always exists). Each
//! hand decides by its own score and by what it sees of the other: the right hand decides first and sees whether the
//! left has a natural; the left hand sees what the right hand has done.

use croupier_kit::Ratio;
use croupier_rules::contract::Face;
use croupier_rules::games::baccarat::{
    BANKER, Baccarat, Backs, Banker, Drawing, LEFT, Opposing, PLAYER, Pip, Third,
};

use super::chemin::{banker_cards, choice, pairs, score};
use super::contest::{Contest, LinearForm, Node, Solved};
use super::equilibrium::{
    Certificate, DrawChoice, Equilibrium, HandShown, InformationSet, Knows, OwnCards, Sampling,
};
use super::firsts::{FirstsAfter, Left, firsts, firsts_replaced, less};
use super::stake_gains::StakeGains;
use super::thirds::{BankerDeals, DealEnd, Ways};
use super::{BaccaratError, PipCounts};

/// The largest number of cards in one deal.
const CARDS: u32 = 9;

/// The largest number of scores on which the hand that decides first may have a choice. Beyond it there are too many
/// plans.
const CHOICES_MAX: usize = 3;

/// The amounts staked on each wager, in any unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandStakes {
    /// On the right hand.
    pub right: u32,
    /// On the left hand.
    pub left: u32,
    /// On both together.
    pub both: u32,
}

impl HandStakes {
    /// Equal stakes on both hands.
    pub const EVEN: Self = Self { right: 1, left: 1, both: 0 };
}

/// The assumptions of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BanqueModel {
    /// Whether cards are replaced.
    pub cards: Sampling,
    /// Whether the banker decides by score or by cards.
    pub banker: Knows,
}

impl BanqueModel {
    /// As at a real table: cards are not replaced, and the banker decides by their own cards.
    pub const TABLE: Self = Self { cards: Sampling::WithoutReplacement, banker: Knows::Cards };

    /// What is assumed, in words; `stakes` are those on the hands.
    fn words(self, laid: HandStakes) -> String {
        let shoe = match self.cards {
            Sampling::WithReplacement => "with every card replaced before the next",
            Sampling::WithoutReplacement => "from this shoe",
        };
        let banker = match self.banker {
            Knows::Score => "knows only his score",
            Knows::Cards => "knows his cards",
        };
        let stakes = if laid == HandStakes::EVEN { "equal stakes" } else { "the given stakes" };
        format!(
            "{shoe}, of the banker, who {banker}, against the two hands as one side, which know their scores and have \
             {stakes} on them"
        )
    }
}

/// The equilibrium of a table with two hands against the banker, for these stakes.
///
/// # Errors
/// When the shoe has too few cards, only one hand opposes the banker's, the first cards are face up, nothing is
/// staked, or the hands have a choice on too many scores.
pub fn banque(
    game: &Baccarat,
    shoe: &PipCounts,
    laid: HandStakes,
    tables: BanqueModel,
) -> Result<Equilibrium, BaccaratError> {
    let (coup, stakes) = prepare(game, shoe, laid, tables)?;
    let solved = coup.contest.solve(&stakes.gains).ok_or(BaccaratError::Unsolved)?;
    let method = format!(
        "exact: the equilibrium, {}, by linear programming over fractions; each side's best response has this value, gap 0",
        tables.words(laid)
    );
    Ok(coup.equilibrium(&solved, &stakes, method))
}

/// The banker's best play against hands that draw independently with the given probabilities wherever they have a
/// choice. The certificate then shows what the hands could still gain.
///
/// # Errors
/// As [`banque`], and when a probability is not between 0 and 1.
pub fn banque_reply(
    game: &Baccarat,
    shoe: &PipCounts,
    laid: HandStakes,
    tables: BanqueModel,
    draws: [&Ratio; 2],
) -> Result<Equilibrium, BaccaratError> {
    let bounds = Ratio::zero()..=Ratio::one();
    if draws.iter().any(|chance| !bounds.contains(*chance)) {
        return Err(BaccaratError::NoChance);
    }
    let (coup, stakes) = prepare(game, shoe, laid, tables)?;
    let solved = coup.contest.reply(&stakes.gains, coup.independent(draws));
    let method = format!("exact: the banker's best reply, {}, that draw as given", tables.words(laid));
    Ok(coup.equilibrium(&solved, &stakes, method))
}

fn prepare(
    game: &Baccarat,
    shoe: &PipCounts,
    laid: HandStakes,
    tables: BanqueModel,
) -> Result<(Coup, StakeGains), BaccaratError> {
    if game.hands != Opposing::Two {
        return Err(BaccaratError::Hands);
    }
    if game.first_cards == Face::Up {
        return Err(BaccaratError::Open);
    }
    shoe.holds(if tables.cards == Sampling::WithoutReplacement { CARDS } else { 1 })?;
    let chosen = choosing(&game.drawing).count();
    if chosen > CHOICES_MAX {
        return Err(BaccaratError::TooManyChoices);
    }
    let on = |backs: Backs, units: u32| game.clauses.iter().find(|c| c.backs == backs).map(|c| (c, units));
    let parts =
        [on(Backs::Hand(PLAYER), laid.right), on(Backs::Hand(LEFT), laid.left), on(Backs::Both, laid.both)];
    let parts: Vec<_> = parts.into_iter().flatten().filter(|(_, units)| *units > 0).collect();
    if parts.is_empty() {
        return Err(BaccaratError::NoStakes);
    }
    Ok((Coup::count(&game.drawing, shoe.signed(), tables), StakeGains::of(&parts)))
}

/// The scores on which an opposing hand has a choice.
fn choosing(drawing: &Drawing) -> impl Iterator<Item = Pip> {
    (0..10).filter(|score| choice(drawing, *score) == Third::Chooses)
}

fn naturals(drawing: &Drawing) -> impl Iterator<Item = HandShown> {
    (0..10).filter(|score| drawing.naturals.contains(*score)).map(HandShown::Natural)
}

/// Everything that can be seen of a hand after its decision.
fn sights(drawing: &Drawing) -> Vec<HandShown> {
    (0..10).map(HandShown::Drew).chain([HandShown::Closed]).chain(naturals(drawing)).collect()
}

/// The information of the left hand when it decides.
const fn left_sees(score: Pip, right: HandShown) -> InformationSet {
    InformationSet { seat: LEFT, own: OwnCards::Score(score), right, left: HandShown::Absent }
}

/// The information of the right hand when it decides.
const fn right_sees(score: Pip, left: HandShown) -> InformationSet {
    InformationSet { seat: PLAYER, own: OwnCards::Score(score), right: HandShown::Absent, left }
}

/// A contest together with the meaning of its variables and information sets.
struct Coup {
    contest: Contest,
    /// The scores on which a hand has a choice. In the index of a plan, one bit per score says whether the right hand
    /// draws.
    scores: Vec<Pip>,
    /// The choices within a plan: those of the left hand, and those of the right hand when the left has a natural.
    choices: Vec<InformationSet>,
    nodes: Vec<InformationSet>,
}

impl Coup {
    fn count(drawing: &Drawing, left: Left, tables: BanqueModel) -> Self {
        let mut coup = Self::new(drawing, tables);
        let cards: i64 = left.iter().sum();
        let gone = i64::from(tables.cards == Sampling::WithoutReplacement);
        coup.contest.of = (0..9).map(|dealt| i128::from(cards - dealt * gone)).product();
        let firsts = FirstsAfter::new(left, if gone == 1 { firsts } else { firsts_replaced });
        for banker in pairs() {
            let [low, high] = banker.map(usize::from);
            let rest = if gone == 1 { less(&left, low) } else { left };
            let orders = if low == high { 1 } else { 2 };
            let ways = i128::from(left[low].max(0) * rest[high].max(0) * orders);
            if ways > 0 {
                let rest = if gone == 1 { less(&rest, high) } else { rest };
                let coups = BankerDeals {
                    drawing,
                    firsts: &firsts,
                    left: rest,
                    cards: tables.cards,
                    banker: score(&banker),
                    ways,
                };
                let own = OwnCards::of(banker, tables.banker);
                coups.each(|ways| coup.add(own, ways));
            }
        }
        coup
    }

    fn new(drawing: &Drawing, tables: BanqueModel) -> Self {
        let scores: Vec<Pip> = choosing(drawing).collect();
        let mut choices = Vec::new();
        for score in &scores {
            choices.extend(sights(drawing).into_iter().map(|right| left_sees(*score, right)));
            choices.extend(naturals(drawing).map(|left| right_sees(*score, left)));
        }
        let mut nodes = Vec::new();
        if drawing.banker == Banker::Free {
            for own in banker_cards(drawing, tables.banker) {
                for right in sights(drawing) {
                    let sees = |left| InformationSet { seat: BANKER, own, right, left };
                    nodes.extend(sights(drawing).into_iter().map(sees));
                }
            }
        }
        nodes.sort();
        let contest = Contest {
            plans: 1 << scores.len(),
            choices: choices.len(),
            fixed: LinearForm::default(),
            nodes: vec![Node::default(); nodes.len()],
            of: 0,
        };
        Self { contest, scores, choices, nodes }
    }

    /// Adds deals that agree in everything relevant, under the strategy variables that weight them.
    fn add(&mut self, own: OwnCards, ways: &Ways) {
        let sees = InformationSet { seat: BANKER, own, right: ways.right.sight, left: ways.left.sight };
        let weights = self.weights(ways);
        let contest = &mut self.contest;
        let node = self.nodes.binary_search(&sees).ok().map(|node| &mut contest.nodes[node]);
        let form = match (ways.end, node) {
            (DealEnd::Banker { did: Third::Draws, .. }, Some(node)) => &mut node.draw,
            (DealEnd::Banker { .. }, Some(node)) => &mut node.stand,
            (DealEnd::Banker { did, must }, None) if did != must => return,
            (DealEnd::Banker { .. } | DealEnd::Naturals, _) => &mut contest.fixed,
        };
        for (figure, sign) in weights {
            form.add(figure, &ways.tally, sign);
        }
    }

    /// The variables of the side's strategy that weight these deals.
    fn weights(&self, ways: &Ways) -> Vec<(usize, i128)> {
        let Ways { right, left, .. } = ways;
        let left_natural = matches!(left.sight, HandShown::Natural(_));
        let by_plan = right.chose.filter(|_| !left_natural);
        let within = match (left.chose, right.chose.filter(|_| left_natural)) {
            (Some(score), _) => Some((left_sees(score, right.sight), left.drew())),
            (None, Some(score)) => Some((right_sees(score, left.sight), right.drew())),
            (None, None) => None,
        };
        let within = within.and_then(|(sees, draws)| {
            let place = self.choices.iter().position(|choice| *choice == sees)?;
            Some((place, draws))
        });
        let follows =
            |plan: &usize| by_plan.is_none_or(|score| self.plan_draws(*plan, score) == right.drew());
        let mut weights = Vec::new();
        for plan in (0..self.contest.plans).filter(follows) {
            match within.map(|(place, draws)| (self.contest.choice(plan, place), draws)) {
                Some((figure, true)) => weights.push((figure, 1)),
                Some((figure, false)) => weights.extend([(self.contest.plan(plan), 1), (figure, -1)]),
                None => weights.push((self.contest.plan(plan), 1)),
            }
        }
        weights
    }

    fn plan_draws(&self, plan: usize, score: Pip) -> bool {
        self.scores.iter().position(|known| *known == score).is_some_and(|bit| plan >> bit & 1 == 1)
    }

    /// The side's strategy if each hand draws with a fixed probability, independently, wherever it has a choice.
    fn independent(&self, [right, left]: [&Ratio; 2]) -> Vec<Ratio> {
        let stays = |chance: &Ratio| Ratio::one() - chance.clone();
        let mut side = Vec::new();
        for plan in 0..self.contest.plans {
            let of_score = |bit: usize| if plan >> bit & 1 == 1 { right.clone() } else { stays(right) };
            let weight =
                (0..self.scores.len()).map(of_score).fold(Ratio::one(), |product, chance| product * chance);
            side.push(weight.clone());
            let of_choice = |sees: &InformationSet| &weight * if sees.seat == LEFT { left } else { right };
            side.extend(self.choices.iter().map(of_choice));
        }
        side
    }

    fn equilibrium(&self, solved: &Solved, stakes: &StakeGains, method: String) -> Equilibrium {
        let plans: Vec<Ratio> =
            (0..self.contest.plans).map(|plan| solved.side[self.contest.plan(plan)].clone()).collect();
        let played = plans.iter().enumerate().filter(|(_, weight)| !weight.is_zero());
        let player = played.flat_map(|(plan, weight)| self.plan_choices(solved, plan, weight)).collect();
        let nodes = self.nodes.iter().zip(&self.contest.nodes).zip(&solved.banker);
        let banker = nodes
            .filter(|((_, node), _)| !node.is_empty())
            .map(|((sees, _), draws)| DrawChoice { plan: 0, sees: *sees, draws: draws.clone() })
            .collect();
        Equilibrium {
            value: stakes.per_unit(&solved.banker_best).into(),
            plans,
            player,
            banker,
            results: self.contest.results(solved),
            certificate: Certificate {
                player_best: stakes.per_unit(&solved.side_best),
                banker_best: stakes.per_unit(&solved.banker_best),
            },
            method,
        }
    }

    /// The decisions of both hands under one plan.
    fn plan_choices(&self, solved: &Solved, plan: usize, weight: &Ratio) -> Vec<DrawChoice> {
        let of_plan = self.scores.iter().map(|score| {
            let own = OwnCards::Score(*score);
            let draws = if self.plan_draws(plan, *score) { Ratio::one() } else { Ratio::zero() };
            DrawChoice {
                plan,
                sees: InformationSet { seat: PLAYER, own, right: HandShown::Absent, left: HandShown::Closed },
                draws,
            }
        });
        let within = self.choices.iter().enumerate().map(|(place, sees)| {
            let draws = &solved.side[self.contest.choice(plan, place)] / weight;
            DrawChoice { plan, sees: *sees, draws }
        });
        of_plan.chain(within).collect()
    }
}
