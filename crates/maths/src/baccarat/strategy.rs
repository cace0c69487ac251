//! The equilibrium strategies of both sides as charts that any output format can draw.

use croupier_kit::Ratio;
use croupier_rules::contract::Seat;
use croupier_rules::games::baccarat::{BANKER, LEFT, PLAYER};

use super::equilibrium::{DrawChoice, Equilibrium, HandShown, OwnCards};
use crate::strategy::{DecisionGrid, GridCell, GridRow, LegendEntry, MixedMove, MoveKind, Strategy};

const DRAW: usize = 0;
const STAND: usize = 1;

impl Equilibrium {
    /// The strategies of both sides: draw or stand, chosen at random where that is best.
    pub fn strategy(&self) -> Strategy {
        let play =
            |letter: &str, name: &str, kind| LegendEntry { letter: letter.into(), name: name.into(), kind };
        let two_hands = self.banker.iter().any(|choice| choice.sees.left != HandShown::Absent);
        let mut charts = self.opposing_charts(two_hands);
        charts.extend(self.banker_charts(two_hands));
        Strategy {
            title: "Baccarat: best play of both sides".to_owned(),
            moves: vec![play("D", "draw", MoveKind::Draw), play("S", "stand", MoveKind::Stand)],
            charts,
            notes: self.notes(two_hands),
            method: "the equilibrium of both sides by linear programming over fractions; each side's best response has the \
                     same value, gap 0"
                .to_owned(),
        }
    }

    fn notes(&self, two_hands: bool) -> Vec<String> {
        let mut notes = vec![format!(
            "Played so, the side against the banker gains {} per unit staked.",
            self.value.to_decimal(6)
        )];
        if two_hands && self.plans.iter().filter(|plan| !plan.is_zero()).count() > 1 {
            notes.push(
                "The two hands draw one of their plans by lot before the deal; the banker does not know which.".to_owned(),
            );
        }
        notes
    }

    /// The decisions of the hands against the banker where they have a choice.
    fn opposing_charts(&self, two_hands: bool) -> Vec<DecisionGrid> {
        let played = (0..).zip(&self.plans).filter(|(_, chance)| !chance.is_zero());
        let mut charts = Vec::new();
        for (plan, chance) in played {
            for seat in [PLAYER, LEFT] {
                let choices: Vec<&DrawChoice> = self
                    .player
                    .iter()
                    .filter(|choice| choice.plan == plan && choice.sees.seat == seat)
                    .collect();
                if !choices.is_empty() {
                    charts.push(chart(&self.title(seat, plan, chance, two_hands), &choices, sees_of_other));
                }
            }
        }
        charts
    }

    fn title(&self, seat: Seat, plan: usize, chance: &Ratio, two_hands: bool) -> String {
        let hand = match (two_hands, seat) {
            (false, _) => "the player, where he may choose",
            (true, PLAYER) => "the right hand, where it may choose",
            (true, _) => "the left hand, where it may choose",
        };
        let plans = self.plans.iter().filter(|plan| !plan.is_zero()).count();
        if plans > 1 {
            format!("{hand}: plan {} of {plans}, played with chance {chance}", plan + 1)
        } else {
            hand.to_owned()
        }
    }

    /// The banker's decisions by what the banker sees. With two hands there is one chart for each possible sight of
    /// the left.
    fn banker_charts(&self, two_hands: bool) -> Vec<DecisionGrid> {
        let mut lefts: Vec<HandShown> = self.banker.iter().map(|choice| choice.sees.left).collect();
        lefts.sort_unstable();
        lefts.dedup();
        let of = |left: HandShown| {
            let choices: Vec<&DrawChoice> =
                self.banker.iter().filter(|choice| choice.sees.left == left).collect();
            let title = if two_hands {
                format!("the banker, where the left {}", seen(left))
            } else {
                "the banker".to_owned()
            };
            chart(&title, &choices, |choice| choice.sees.right)
        };
        lefts.into_iter().map(of).collect()
    }
}

/// What an opposing hand sees of the other, if there is another.
fn sees_of_other(choice: &DrawChoice) -> HandShown {
    if choice.sees.seat == PLAYER { choice.sees.left } else { choice.sees.right }
}

fn chart(title: &str, choices: &[&DrawChoice], column: impl Fn(&DrawChoice) -> HandShown) -> DecisionGrid {
    let mut columns: Vec<HandShown> = choices.iter().map(|choice| column(choice)).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut rows: Vec<OwnCards> = choices.iter().map(|choice| choice.sees.own).collect();
    rows.sort_unstable();
    rows.dedup();
    let cell = |own: OwnCards, sight: HandShown| {
        choices
            .iter()
            .find(|choice| choice.sees.own == own && column(choice) == sight)
            .map(|choice| mixed(&choice.draws))
    };
    let row = |own: OwnCards| GridRow {
        name: held(own),
        cells: columns.iter().map(|sight| cell(own, *sight)).collect(),
    };
    let banker = choices.iter().any(|choice| choice.sees.seat == BANKER);
    DecisionGrid {
        title: title.to_owned(),
        down: "own two cards".to_owned(),
        across: if banker { "the other hand" } else { "the hand beside" }.to_owned(),
        columns: columns.iter().map(|sight| seen(*sight)).collect(),
        rows: rows.into_iter().map(row).collect(),
    }
}

fn mixed(draws: &Ratio) -> GridCell {
    let stands = Ratio::one() - draws.clone();
    match (draws.is_zero(), stands.is_zero()) {
        (true, _) => GridCell::pure(STAND),
        (_, true) => GridCell::pure(DRAW),
        _ => GridCell {
            plays: vec![
                MixedMove { play: DRAW, probability: draws.clone().into() },
                MixedMove { play: STAND, probability: stands.into() },
            ],
            worth: Vec::new(),
        },
    }
}

fn held(own: OwnCards) -> String {
    match own {
        OwnCards::Score(score) => score.to_string(),
        OwnCards::Cards([low, high]) => format!("{} ({low} {high})", (low + high) % 10),
    }
}

fn seen(sight: HandShown) -> String {
    match sight {
        HandShown::Absent => "do".to_owned(),
        HandShown::Closed => "stands".to_owned(),
        HandShown::Drew(card) => format!("drew {card}"),
        HandShown::Natural(score) => format!("natural {score}"),
    }
}
