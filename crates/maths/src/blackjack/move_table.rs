//! Best play as a table of moves, for code that plays rounds rather than prices them.

use std::collections::HashMap;

use croupier_kit::Rank;
use croupier_rules::games::blackjack::Move;

use super::dealer::{Falls, Finals, Weighed};
use super::hand_solver::{Column, HandSolver, MoveRule};
use super::hands::{HANDS, HandId, KINDS, KindCounts};
use super::pricing_rules::{BlackjackError, StakeRole};
use super::round::{Scratch, first_cards, play_round};
use super::shoe::RankCounts;
use super::solver::{GONE, Solver};
use crate::number::Number;

/// The state of a hand when a decision is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Situation {
    /// The first two cards.
    First {
        /// Whether they are a pair under the rules.
        pair: bool,
    },
    /// Cards have been drawn; nothing was split.
    Drawn,
    /// A hand made by splitting.
    AfterSplit {
        /// The kind of the pair.
        pair: usize,
        /// Whether its stake was placed for the split.
        further: bool,
        /// Whether it is a pair like the first and the table permits another split.
        may_split: bool,
    },
}

/// The first decision on two cards.
struct First {
    made: Move,
    /// The most hands that splitting the pair makes; 1 where it cannot be split.
    hands_most: usize,
    worth: Vec<(Move, f64)>,
}

/// A later decision: the best move, and the value of each move in bets.
#[derive(Clone, Copy)]
struct Later {
    made: Move,
    stand: f32,
    /// `None` for a hand that gets one card only.
    draw: Option<f32>,
    double: Option<f32>,
}

/// Best play against one up-card.
struct Against {
    first: HashMap<([usize; 2], bool), First>,
    drawn: Vec<Later>,
    /// By the kind of the pair: the hand of the original stake, and the others.
    split: Vec<[Vec<Later>; 2]>,
}

/// Best play from a shoe, hand by hand.
pub struct MoveTable {
    by_up: HashMap<Option<usize>, Against>,
}

impl MoveTable {
    /// The move for the cards `hand` against the up-card `up` (its kind; `None` where the dealer has no card). The
    /// result is `None` for cards over 21 or an impossible up-card.
    pub fn best_move(&self, hand: &KindCounts, up: Option<usize>, situation: Situation) -> Option<Move> {
        let against = self.by_up.get(&up)?;
        match situation {
            Situation::First { pair } => against.first(kinds_of(hand)?, pair).map(|first| first.made),
            Situation::AfterSplit { pair, may_split: true, .. } if against.splits_again(pair) => {
                Some(Move::Split)
            }
            _ => against.later(hand, situation).map(|later| later.made),
        }
    }

    /// The value of each move in bets, where it was computed: of all moves on the first two cards, and of all but
    /// another split on later ones.
    pub fn worths(&self, hand: &KindCounts, up: Option<usize>, situation: Situation) -> Vec<(Move, f64)> {
        let Some(against) = self.by_up.get(&up) else { return Vec::new() };
        if let Situation::First { pair } = situation {
            let first = kinds_of(hand).and_then(|kinds| against.first(kinds, pair));
            return first.map(|first| first.worth.clone()).unwrap_or_default();
        }
        let Some(later) = against.later(hand, situation) else { return Vec::new() };
        let mut worths = vec![(Move::Stand, f64::from(later.stand))];
        worths.extend(later.draw.map(|worth| (Move::Draw, f64::from(worth))));
        worths.extend(later.double.map(|worth| (Move::Double, f64::from(worth))));
        worths
    }
}

impl Against {
    /// The first decision. A caller does not treat a pair that may not be split as a pair, but the table may list it
    /// as one.
    fn first(&self, kinds: [usize; 2], pair: bool) -> Option<&First> {
        let listed = |pair| self.first.get(&(kinds, pair));
        listed(pair).or_else(|| listed(!pair))
    }

    fn later(&self, hand: &KindCounts, situation: Situation) -> Option<&Later> {
        let id = usize::from(HANDS.find(hand)?);
        match situation {
            Situation::First { .. } => None,
            Situation::Drawn => self.drawn.get(id),
            Situation::AfterSplit { pair, further, .. } => {
                self.split.get(pair)?[usize::from(further)].get(id)
            }
        }
    }

    fn splits_again(&self, pair: usize) -> bool {
        self.first.get(&([pair, pair], true)).is_some_and(|first| first.hands_most > 2)
    }
}

/// The kinds of two cards.
fn kinds_of(hand: &KindCounts) -> Option<[usize; 2]> {
    let mut kinds = (0..KINDS).flat_map(|kind| std::iter::repeat_n(kind, usize::from(hand[kind])));
    match (kinds.next(), kinds.next(), kinds.next()) {
        (Some(one), Some(other), None) => Some([one, other]),
        _ => None,
    }
}

impl Solver {
    /// Best play from a shoe as a table.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn policy(&self, shoe: &RankCounts) -> Result<MoveTable, BlackjackError> {
        let kinds = shoe.kinds(&self.terms)?;
        let ranks = Rank::ALL.map(|rank| i64::from(shoe.count(rank)));
        let falls = Falls::new(kinds.iter().sum(), GONE);
        let (mut finals, mut desk, mut by_up) = (Finals::new(), Scratch::new(), HashMap::new());
        for (up, tree) in self.terms.up_cards().into_iter().zip(&self.trees) {
            let mut left: [i32; KINDS] = kinds;
            up.into_iter().for_each(|kind| left[kind] -= 1);
            if left.iter().all(|count| *count >= 0) {
                Weighed { tree, removed: &self.removed, falls: &falls, shoe: left }.fill(&mut finals);
                let column = Column::new(&self.terms, &self.removed, &finals, up, left);
                by_up.insert(up, against(&column, &ranks, &mut desk));
            }
        }
        Ok(MoveTable { by_up })
    }
}

fn against(column: &Column<'_, f64>, ranks: &[i64; 13], desk: &mut Scratch<f64>) -> Against {
    let firsts = first_cards(column.terms, ranks, &column.shoe, column.up);
    let round = play_round(column, firsts, MoveRule::Best, desk);
    let mut first = HashMap::new();
    let unit = f64::whole(column.terms.unit);
    for decided in &round.decided {
        if let Some(made) = decided.made {
            let worth = decided.moves.iter().map(|(mv, worth)| (*mv, worth / unit)).collect();
            let known = First { made, hands_most: decided.hands_most, worth };
            first.insert((decided.first.kinds, decided.first.alike.is_some()), known);
        }
    }
    let mut moves = |split: Option<usize>, role: StakeRole| {
        let mut sitting = HandSolver::new(column, split, role, MoveRule::Best, &mut desk.memo);
        let hands = (0..HANDS.list.len())
            .map(|at| sitting.looked_up(HandId::try_from(at).expect("the list has fewer hands")));
        hands.collect::<Vec<Later>>()
    };
    let drawn = moves(None, StakeRole::Original);
    let split = (0..KINDS).map(|kind| {
        if column.terms.hands_most(kind) < 2 {
            return [Vec::new(), Vec::new()];
        }
        let original = moves(Some(kind), StakeRole::Original);
        let further = match column.terms.roles_differ(column.up) {
            true => moves(Some(kind), StakeRole::Further),
            false => original.clone(),
        };
        [original, further]
    });
    let split = split.collect();
    Against { first, drawn, split }
}

impl HandSolver<'_, f64> {
    /// The table entry for a hand; a placeholder if the hand is not possible here.
    fn looked_up(&mut self, id: HandId) -> Later {
        let hand = HANDS.get(id);
        let possible = self.left(hand).iter().all(|count| *count >= 0);
        let mine = self.split.is_none_or(|kind| hand.cards[kind] > 0);
        if !(possible && mine && hand.count >= 2) {
            return Later { made: Move::Stand, stand: 0.0, draw: Some(0.0), double: None };
        }
        let (score, _) = hand.score(self.column.terms.ace_eleven);
        let doubles =
            hand.count == 2 && score != 21 && self.column.terms.may_double(score, self.split.is_some());
        let unit = f64::whole(self.column.terms.unit);
        #[allow(clippy::cast_possible_truncation, reason = "advice is shown to four places")]
        let bets = |worth: f64| (worth / unit) as f32;
        if self.split.is_some_and(|kind| self.column.terms.one_card(kind)) {
            return Later { made: Move::Stand, stand: bets(self.stand(id, 1)), draw: None, double: None };
        }
        Later {
            made: self.chosen(id),
            stand: bets(self.stand(id, 1)),
            draw: Some(bets(self.draw(id))),
            double: doubles.then(|| bets(self.double(id))),
        }
    }
}
