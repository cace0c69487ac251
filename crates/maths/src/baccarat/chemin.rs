//! Chemin de fer: one hand with a choice on some scores, against a banker who is free or bound to the drawing table.

use std::cmp::Ordering;

use croupier_rules::contract::Face;
use croupier_rules::games::baccarat::{
    BANKER, Baccarat, Backs, Banker, Drawing, Opposing, PLAYER, Pip, Third,
};

use super::contest::{Contest, LinearForm, Node, ResultCounts, Solved};
use super::equilibrium::{
    Certificate, DrawChoice, Equilibrium, HandShown, InformationSet, Knows, OwnCards, Sampling,
};
use super::firsts::Left;
use super::results::{RESULTS, place};
use super::stake_gains::StakeGains;
use super::{BaccaratError, PipCounts};

/// The largest number of cards in one deal.
const CARDS: u32 = 6;

/// The assumptions of the model, as numbered by Ethier and Gámez: A with replacement of cards, B without; 1 if both
/// sides decide by score, 2 if the banker decides by cards, 3 if both do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheminModel {
    /// Whether cards are replaced.
    pub cards: Sampling,
    /// Whether the player decides by score or by cards.
    pub player: Knows,
    /// Whether the banker decides by score or by cards.
    pub banker: Knows,
}

impl CheminModel {
    /// Kemeny and Snell's model: cards are replaced, and both sides decide by score.
    pub const CLASSICAL: Self =
        Self { cards: Sampling::WithReplacement, player: Knows::Score, banker: Knows::Score };
    /// As at a real table: cards are not replaced, and both sides decide by their own cards.
    pub const TABLE: Self =
        Self { cards: Sampling::WithoutReplacement, player: Knows::Cards, banker: Knows::Cards };

    /// The method, in words.
    fn words(self) -> String {
        let shoe = match self.cards {
            Sampling::WithReplacement => "with every card replaced before the next",
            Sampling::WithoutReplacement => "from this shoe",
        };
        let knows = match (self.player, self.banker) {
            (Knows::Score, Knows::Score) => "each side knows only its own score",
            (Knows::Score, Knows::Cards) => {
                "the player knows only the own score, and the banker the own cards"
            }
            (Knows::Cards, Knows::Score) => {
                "the player knows the own cards, and the banker only the own score"
            }
            (Knows::Cards, Knows::Cards) => "each side knows its own cards",
        };
        format!(
            "exact: the equilibrium of both sides {shoe}, where {knows}, by linear programming over fractions; each side's \
             best response has this value, gap 0"
        )
    }
}

/// The equilibrium of a table with one hand against the banker.
///
/// # Errors
/// When the shoe has too few cards, two hands oppose the banker's, or the first cards are face up.
pub fn chemin(game: &Baccarat, shoe: &PipCounts, model: CheminModel) -> Result<Equilibrium, BaccaratError> {
    if game.hands != Opposing::One {
        return Err(BaccaratError::Hands);
    }
    if game.first_cards == Face::Up {
        return Err(BaccaratError::Open);
    }
    if model.cards == Sampling::WithoutReplacement {
        shoe.holds(CARDS)?;
    }
    shoe.holds(1)?;
    let coup = Coup::count(&game.drawing, shoe.signed(), model);
    let stakes = StakeGains::one(game, |clause| clause.backs == Backs::Hand(PLAYER));
    let solved = coup.contest.solve(&stakes.gains).ok_or(BaccaratError::Unsolved)?;
    Ok(coup.equilibrium(&solved, &stakes, model.words()))
}

/// All pairs of card values, the lower first.
pub(crate) fn pairs() -> impl Iterator<Item = [Pip; 2]> {
    (0..10).flat_map(|low| (low..10).map(move |high| [low, high]))
}

/// The score of some cards.
pub(crate) fn score(cards: &[Pip]) -> Pip {
    cards.iter().sum::<Pip>() % 10
}

/// The cards left in the shoe, dealt with or without replacement.
#[derive(Clone, Copy)]
struct Shoe {
    left: Left,
    cards: i64,
    kind: Sampling,
}

impl Shoe {
    /// The number of ways to deal a card of this value, and the shoe after it.
    fn deal(&self, value: Pip) -> (i128, Self) {
        let place = usize::from(value);
        let ways = self.left[place].max(0);
        let mut rest = *self;
        if self.kind == Sampling::WithoutReplacement {
            rest.left[place] -= 1;
            rest.cards -= 1;
        }
        (ways.into(), rest)
    }

    /// The number of ways to deal two cards in either order, and the shoe after them.
    fn deal_two(&self, [low, high]: [Pip; 2]) -> (i128, Self) {
        let (first, rest) = self.deal(low);
        let (second, rest) = rest.deal(high);
        (first * second * if low == high { 1 } else { 2 }, rest)
    }

    /// The number of ways to deal `count` cards of any value.
    fn unseen(&self, count: i64) -> i128 {
        let dealt =
            |place| if self.kind == Sampling::WithoutReplacement { self.cards - place } else { self.cards };
        (0..count).map(|place| i128::from(dealt(place))).product()
    }

    /// Every value that is left, with the number of ways to deal it and the shoe after it.
    fn each(&self) -> impl Iterator<Item = (Pip, i128, Self)> {
        let all = (0..10).map(|value| (value, self.deal(value)));
        all.filter(|(_, (ways, _))| *ways > 0).map(|(value, (ways, rest))| (value, ways, rest))
    }
}

/// A contest together with the meaning of its information sets.
struct Coup {
    contest: Contest,
    /// The player's information sets with a choice.
    choices: Vec<OwnCards>,
    /// The banker's information sets: the banker's cards, and what they see of the player's hand.
    nodes: Vec<(OwnCards, HandShown)>,
}

/// The state of the deal when the banker's turn comes.
struct Reached<'r> {
    /// The variables of the player's strategy that weight this state.
    weights: &'r [(usize, i128)],
    player: Pip,
    banker: Pip,
    own: OwnCards,
    sight: HandShown,
    ways: i128,
    shoe: Shoe,
}

impl Coup {
    fn count(drawing: &Drawing, left: Left, model: CheminModel) -> Self {
        let mut coup = Self::new(drawing, model);
        let shoe = Shoe { left, cards: left.iter().sum(), kind: model.cards };
        coup.contest.of = shoe.unseen(6);
        for player in pairs() {
            let (player_ways, rest) = shoe.deal_two(player);
            for banker in pairs().filter(|_| player_ways > 0) {
                let (ways, rest) = rest.deal_two(banker);
                if ways > 0 {
                    coup.add(drawing, model, [player, banker], player_ways * ways, rest);
                }
            }
        }
        coup
    }

    fn new(drawing: &Drawing, model: CheminModel) -> Self {
        let mut choices: Vec<OwnCards> = pairs()
            .filter(|pair| choice(drawing, score(pair)) == Third::Chooses)
            .map(|pair| OwnCards::of(pair, model.player))
            .collect();
        choices.sort();
        choices.dedup();
        let contest = Contest {
            plans: 1,
            choices: choices.len(),
            fixed: LinearForm::default(),
            nodes: Vec::new(),
            of: 0,
        };
        let mut coup = Self { contest, choices, nodes: Vec::new() };
        if drawing.banker == Banker::Free {
            coup.nodes = banker_sets(drawing, model.banker);
            coup.contest.nodes = vec![Node::default(); coup.nodes.len()];
        }
        coup
    }

    fn add(&mut self, drawing: &Drawing, model: CheminModel, hands: [[Pip; 2]; 2], ways: i128, shoe: Shoe) {
        let [player, banker] = hands.map(|hand| score(&hand));
        if drawing.naturals.contains(player) || drawing.naturals.contains(banker) {
            let tally = tally(player, banker, ways * shoe.unseen(2));
            return self.contest.fixed.add(0, &tally, 1);
        }
        let own = OwnCards::of(hands[1], model.banker);
        let place = self.choices.iter().position(|choice| *choice == OwnCards::of(hands[0], model.player));
        let chosen = place.map(|place| self.contest.choice(0, place));
        let forced = [(0, 1)];
        let (mut stands, mut draws) = (None, None);
        match (choice(drawing, player), chosen) {
            (Third::Chooses, Some(figure)) => {
                stands = Some(vec![(0, 1), (figure, -1)]);
                draws = Some(vec![(figure, 1)]);
            }
            (Third::Draws, _) => draws = Some(forced.to_vec()),
            _ => stands = Some(forced.to_vec()),
        }
        if let Some(weights) = &stands {
            self.reach(
                drawing,
                &Reached { weights, player, banker, own, sight: HandShown::Closed, ways, shoe },
            );
        }
        for (third, count, shoe) in shoe.each() {
            if let Some(weights) = &draws {
                let (player, sight, ways) = (score(&[player, third]), HandShown::Drew(third), ways * count);
                self.reach(drawing, &Reached { weights, player, banker, own, sight, ways, shoe });
            }
        }
    }

    /// The banker's turn: counts both decisions, or the forced one.
    fn reach(&mut self, drawing: &Drawing, reached: &Reached<'_>) {
        let node = self.nodes.iter().position(|node| *node == (reached.own, reached.sight));
        let unseen = if reached.sight == HandShown::Closed { 2 } else { 1 };
        let stands = tally(reached.player, reached.banker, reached.ways * reached.shoe.unseen(unseen));
        let mut draws = [0; RESULTS];
        for (third, count, rest) in reached.shoe.each() {
            let end = place(reached.player.cmp(&score(&[reached.banker, third])), Ordering::Equal);
            draws[end] += reached.ways * count * rest.unseen(unseen - 1);
        }
        for (figure, sign) in reached.weights {
            match node.map(|node| &mut self.contest.nodes[node]) {
                Some(node) => {
                    node.stand.add(*figure, &stands, *sign);
                    node.draw.add(*figure, &draws, *sign);
                }
                None if must_draw(drawing, reached.banker, reached.sight) => {
                    self.contest.fixed.add(*figure, &draws, *sign);
                }
                None => self.contest.fixed.add(*figure, &stands, *sign),
            }
        }
    }

    fn equilibrium(&self, solved: &Solved, stakes: &StakeGains, method: String) -> Equilibrium {
        let absent = HandShown::Absent;
        let player = self.choices.iter().enumerate().map(|(place, own)| DrawChoice {
            plan: 0,
            sees: InformationSet { seat: PLAYER, own: *own, right: absent, left: absent },
            draws: solved.side[self.contest.choice(0, place)].clone(),
        });
        let possible = |place: usize| !self.contest.nodes[place].is_empty();
        let nodes = self.nodes.iter().enumerate().filter(|(place, _)| possible(*place));
        let banker = nodes.map(|(place, (own, right))| DrawChoice {
            plan: 0,
            sees: InformationSet { seat: BANKER, own: *own, right: *right, left: absent },
            draws: solved.banker[place].clone(),
        });
        Equilibrium {
            value: stakes.per_unit(&solved.side_best).into(),
            plans: vec![solved.side[0].clone()],
            player: player.collect(),
            banker: banker.collect(),
            results: self.contest.results(solved),
            certificate: Certificate {
                player_best: stakes.per_unit(&solved.side_best),
                banker_best: stakes.per_unit(&solved.banker_best),
            },
            method,
        }
    }
}

/// The rule for the third card of an opposing hand; a natural stands.
pub(crate) fn choice(drawing: &Drawing, score: Pip) -> Third {
    if drawing.naturals.contains(score) { Third::Stands } else { drawing.opposing[usize::from(score)] }
}

/// Whether a banker bound to the drawing table draws.
pub(crate) fn must_draw(drawing: &Drawing, banker: Pip, given: HandShown) -> bool {
    match given {
        HandShown::Drew(third) => drawing.tableau.giving[usize::from(banker)].contains(third),
        _ => drawing.tableau.stood.contains(banker),
    }
}

/// The banker's possible first two cards when the banker has a choice.
pub(crate) fn banker_cards(drawing: &Drawing, knows: Knows) -> Vec<OwnCards> {
    let plain = pairs().filter(|pair| !drawing.naturals.contains(score(pair)));
    let mut cards: Vec<OwnCards> = plain.map(|pair| OwnCards::of(pair, knows)).collect();
    cards.sort();
    cards.dedup();
    cards
}

fn banker_sets(drawing: &Drawing, knows: Knows) -> Vec<(OwnCards, HandShown)> {
    let sights = || (0..10).map(HandShown::Drew).chain([HandShown::Closed]);
    banker_cards(drawing, knows).into_iter().flat_map(|own| sights().map(move |sight| (own, sight))).collect()
}

fn tally(player: Pip, banker: Pip, ways: i128) -> ResultCounts {
    let mut tally = [0; RESULTS];
    tally[place(player.cmp(&banker), Ordering::Equal)] = ways;
    tally
}
