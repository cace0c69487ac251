//! A coup as a game of two sides, and its equilibrium.
//!
//! The hands against the banker play a mixture of *plans* (what the hand that speaks first does on each score it may
//! choose on; where one hand opposes the banker's there is one plan, and nothing in it). Within a plan every later choice
//! is made on its own. So the side's strategy is a point with one figure a plan, its weight, and one figure a choice, the
//! weight with which it draws there; what the side wins is linear in these for any play of the banker's. The banker sees
//! neither the plan nor closed cards; what he wins is linear in his chances to draw. That is a linear program with a row
//! for each figure of the one side and a bounded column for each information set of the other (the sequence form).

use croupier_kit::Ratio;

use super::pivot::Pivot;
use super::results::{RESULTS, Results};
use super::simplex::{Basis, Optimum, Program, Variable, VariableAt, optimise};

/// In how many ways each result comes about; negative where a strategy takes ways away.
pub(crate) type ResultCounts = [i128; RESULTS];

/// Ways by the figure of the opposing side's strategy that they are weighted with.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinearForm(Vec<(usize, ResultCounts)>);

impl LinearForm {
    pub(crate) fn add(&mut self, figure: usize, ways: &ResultCounts, sign: i128) {
        let place = match self.0.iter().position(|(known, _)| *known == figure) {
            Some(place) => place,
            None => {
                self.0.push((figure, [0; RESULTS]));
                self.0.len() - 1
            }
        };
        self.0[place].1.iter_mut().zip(ways).for_each(|(sum, ways)| *sum += sign * ways);
    }
}

/// What the banker knows and can do at one information set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub stand: LinearForm,
    pub draw: LinearForm,
}

impl Node {
    /// Whether it can never come about.
    pub(crate) fn is_empty(&self) -> bool {
        self.stand.0.iter().all(|(_, ways)| *ways == [0; RESULTS])
    }
}

/// A coup with all its ways.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    /// How many plans the opposing side mixes.
    pub plans: usize,
    /// How many choices there are within each plan.
    pub choices: usize,
    /// What no choice of the banker's can change.
    pub fixed: LinearForm,
    /// The banker's information sets.
    pub nodes: Vec<Node>,
    /// All ways.
    pub of: i128,
}

/// What the opposing side wins by each result, in whole units.
pub(crate) type Gains = [i128; RESULTS];

/// How both sides play, and the proof that neither can do better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Solved {
    /// The figures of the opposing side: for each plan its weight, then the weight of drawing at each choice.
    pub side: Vec<Ratio>,
    /// How likely the banker is to draw, by information set.
    pub banker: Vec<Ratio>,
    /// What the opposing side wins at most against this banker, in units a coup.
    pub side_best: Ratio,
    /// What the banker lets it win at least, playing his best against this side.
    pub banker_best: Ratio,
}

/// The linear forms of one contest for one set of gains.
struct Forms {
    /// By figure: what it is worth when the banker always stands.
    standing: Vec<i128>,
    /// By information set: what drawing adds.
    drawing: Vec<Vec<(usize, i128)>>,
}

/// More steps than any table here needs on floats; where they are used up, fractions go on from there.
const FLOAT_STEPS: usize = 50_000;

impl Contest {
    /// The place of the weight of a plan.
    pub(crate) const fn plan(&self, plan: usize) -> usize {
        plan * (1 + self.choices)
    }

    /// The place of the weight of drawing at a choice within a plan.
    pub(crate) const fn choice(&self, plan: usize, choice: usize) -> usize {
        self.plan(plan) + 1 + choice
    }

    fn figures(&self) -> usize {
        self.plan(self.plans)
    }

    fn forms(&self, gains: &Gains) -> Forms {
        let worth =
            |ways: &ResultCounts| -> i128 { ways.iter().zip(gains).map(|(ways, gain)| ways * gain).sum() };
        let mut standing = vec![0; self.figures()];
        let standing_forms = self.nodes.iter().map(|node| &node.stand).chain([&self.fixed]);
        for (figure, ways) in standing_forms.flat_map(|form| &form.0) {
            standing[*figure] += worth(ways);
        }
        let adds = |node: &Node| {
            let mut sum: Vec<(usize, i128)> =
                node.draw.0.iter().map(|(at, ways)| (*at, worth(ways))).collect();
            for (figure, ways) in &node.stand.0 {
                match sum.iter_mut().find(|(known, _)| known == figure) {
                    Some((_, value)) => *value -= worth(ways),
                    None => sum.push((*figure, -worth(ways))),
                }
            }
            sum.retain(|(_, value)| *value != 0);
            sum
        };
        Forms { standing, drawing: self.nodes.iter().map(adds).collect() }
    }

    /// The equilibrium for these gains; nothing that is not proved to be one.
    pub(crate) fn solve(&self, gains: &Gains) -> Option<Solved> {
        let forms = self.forms(gains);
        let settled: Vec<Option<VariableAt>> =
            forms.drawing.iter().map(|form| self.best_everywhere(form)).collect();
        let open: Vec<usize> = (0..settled.len()).filter(|node| settled[*node].is_none()).collect();
        let mut base = forms.standing.clone();
        for (form, _) in forms.drawing.iter().zip(&settled).filter(|(_, at)| **at == Some(VariableAt::Upper))
        {
            form.iter().for_each(|(figure, value)| base[*figure] += value);
        }
        let most = gains.iter().map(|gain| gain.abs()).max().unwrap_or(0) * self.of;
        let optimum = Layout { contest: self, forms: &forms, base, open: &open, most }.optimum()?;
        let side: Vec<Ratio> = optimum.duals.into_iter().map(|dual| -dual).collect();
        let draws = |at: &Option<VariableAt>| {
            if *at == Some(VariableAt::Upper) { Ratio::one() } else { Ratio::zero() }
        };
        let mut banker: Vec<Ratio> = settled.iter().map(draws).collect();
        for (node, value) in open.iter().zip(optimum.values) {
            banker[*node] = value;
        }
        let solved = self.certified(&forms, side, banker);
        (solved.side_best == solved.banker_best).then_some(solved)
    }

    /// The banker's best play against this side.
    pub(crate) fn reply(&self, gains: &Gains, side: Vec<Ratio>) -> Solved {
        let forms = self.forms(gains);
        let draws = |form: &Vec<(usize, i128)>| {
            if worth(form, &side) < Ratio::zero() { Ratio::one() } else { Ratio::zero() }
        };
        let banker = forms.drawing.iter().map(draws).collect();
        self.certified(&forms, side, banker)
    }

    /// Each side's best answer to the other, computed from the forms and not from the program.
    fn certified(&self, forms: &Forms, side: Vec<Ratio>, banker: Vec<Ratio>) -> Solved {
        let of = Ratio::whole(self.of);
        let side_best = self.side_best(forms, &banker) / of.clone();
        let banker_best = banker_best(forms, &side) / of;
        Solved { side, banker, side_best, banker_best }
    }

    /// The bound the banker keeps to whatever the other side does, if there is one.
    fn best_everywhere(&self, form: &[(usize, i128)]) -> Option<VariableAt> {
        let figure = |place: usize| form.iter().find(|(at, _)| *at == place).map_or(0, |(_, value)| *value);
        let reach = |plan: usize, sign: i128| -> i128 {
            let choices = (0..self.choices).map(|choice| sign * figure(self.choice(plan, choice)));
            sign * figure(self.plan(plan)) + choices.filter(|value| *value > 0).sum::<i128>()
        };
        let all_within = |sign| (0..self.plans).all(|plan| reach(plan, sign) <= 0);
        // Where it makes no difference he stands.
        if all_within(-1) {
            Some(VariableAt::Lower)
        } else if all_within(1) {
            Some(VariableAt::Upper)
        } else {
            None
        }
    }

    /// What the opposing side wins at most against this banker, in ways.
    fn side_best(&self, forms: &Forms, banker: &[Ratio]) -> Ratio {
        let mut pure = forms.standing.clone();
        let mut mixed = vec![Ratio::zero(); pure.len()];
        for (form, draws) in forms.drawing.iter().zip(banker).filter(|(_, draws)| !draws.is_zero()) {
            for (figure, value) in form {
                if *draws == Ratio::one() {
                    pure[*figure] += value;
                } else {
                    mixed[*figure] = &mixed[*figure] + &(draws * &Ratio::whole(*value));
                }
            }
        }
        let worth = |figure: usize| &Ratio::whole(pure[figure]) + &mixed[figure];
        let of_plan = |plan: usize| {
            let choices = (0..self.choices).map(|choice| worth(self.choice(plan, choice)).max(Ratio::zero()));
            worth(self.plan(plan)) + choices.sum()
        };
        (0..self.plans).map(of_plan).max().unwrap_or_default()
    }

    /// How likely each result is when both play so.
    pub(crate) fn results(&self, solved: &Solved) -> Results {
        let mut pure = vec![[0_i128; RESULTS]; self.figures()];
        let mut mixed = vec![[const { None::<Ratio> }; RESULTS]; self.figures()];
        let mut put = |form: &LinearForm, chance: &Ratio| {
            for (figure, ways) in form.0.iter().filter(|_| !chance.is_zero()) {
                for (result, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways != 0) {
                    if *chance == Ratio::one() {
                        pure[*figure][result] += ways;
                    } else {
                        let sum = mixed[*figure][result].get_or_insert_default();
                        *sum = &*sum + &(chance * &Ratio::whole(*ways));
                    }
                }
            }
        };
        put(&self.fixed, &Ratio::one());
        for (node, draws) in self.nodes.iter().zip(&solved.banker) {
            put(&node.draw, draws);
            put(&node.stand, &(Ratio::one() - draws.clone()));
        }
        let of = Ratio::whole(self.of);
        Results::of_two(std::array::from_fn(|result| {
            let figures = solved.side.iter().enumerate().filter(|(_, weight)| !weight.is_zero());
            let ways = |figure: usize| {
                Ratio::whole(pure[figure][result]) + mixed[figure][result].clone().unwrap_or_default()
            };
            let sum: Ratio = figures.map(|(figure, weight)| &ways(figure) * weight).sum();
            sum / of.clone()
        }))
    }
}

fn worth(form: &[(usize, i128)], side: &[Ratio]) -> Ratio {
    form.iter().map(|(figure, value)| &Ratio::whole(*value) * &side[*figure]).sum()
}

/// What the banker lets this side win at least, in ways.
fn banker_best(forms: &Forms, side: &[Ratio]) -> Ratio {
    let standing: Ratio =
        forms.standing.iter().zip(side).map(|(value, weight)| &Ratio::whole(*value) * weight).sum();
    let gained = forms.drawing.iter().map(|form| worth(form, side).min(Ratio::zero()));
    standing + gained.sum()
}

/// The program of a contest: least what the opposing side's best answer wins.
///
/// The columns are the banker's chances to draw where it matters; then for each figure two more: for a choice what
/// drawing there gains and what it loses, for a plan what it falls short of the best one by (twice, so that every figure
/// has two); and last the value, lifted by twice what can be won so that it is never negative.
struct Layout<'c> {
    contest: &'c Contest,
    forms: &'c Forms,
    /// By figure: what it is worth when the banker stands wherever it is open what he does.
    base: Vec<i128>,
    open: &'c [usize],
    most: i128,
}

impl Layout<'_> {
    fn optimum(&self) -> Option<Optimum<Ratio>> {
        let exact = self.program::<Ratio>();
        let found = optimise(&self.program::<f64>(), self.start(), FLOAT_STEPS)?;
        // Where floats took a basis for feasible that is not, begin again without them.
        optimise(&exact, found.basis, usize::MAX).or_else(|| optimise(&exact, self.start(), usize::MAX))
    }

    fn program<N: Pivot>(&self) -> Program<N> {
        let number = |value: i128| N::scaled(value, self.most.max(1));
        let zero = || N::whole(0);
        let mut columns: Vec<Variable<N>> = Vec::new();
        for node in self.open {
            let entries =
                self.forms.drawing[*node].iter().map(|(row, value)| (*row, number(*value))).collect();
            columns.push(Variable { cost: zero(), upper: Some(N::whole(1)), entries });
        }
        let slack = |entries| Variable { cost: zero(), upper: None, entries };
        let mut right = Vec::new();
        for (row, base) in self.base.iter().enumerate() {
            let plan = self.plan_row(row);
            right.push(number(if plan == row { -base - 2 * self.most } else { -base }));
            if plan == row {
                columns.push(slack(vec![(row, N::whole(1))]));
                columns.push(slack(vec![(row, N::whole(1))]));
            } else {
                columns.push(slack(vec![(row, N::whole(-1)), (plan, N::whole(1))]));
                columns.push(slack(vec![(row, N::whole(1))]));
            }
        }
        let value = (0..self.contest.plans).map(|plan| (self.contest.plan(plan), N::whole(-1))).collect();
        columns.push(Variable { cost: N::whole(1), upper: None, entries: value });
        Program { columns, right }
    }

    /// The row of the plan that a row belongs to.
    const fn plan_row(&self, row: usize) -> usize {
        row - row % (1 + self.contest.choices)
    }

    /// The banker always stands; the other side answers: feasible whatever the game.
    fn start(&self) -> Basis {
        let rows = self.base.len();
        let slack = |row: usize| self.open.len() + 2 * row;
        let value = slack(rows);
        let best = |plan: usize| {
            let row = self.contest.plan(plan);
            let choices = &self.base[row + 1..=row + self.contest.choices];
            self.base[row] + choices.iter().filter(|gain| **gain > 0).sum::<i128>()
        };
        let winner = (0..self.contest.plans).max_by_key(|plan| best(*plan)).unwrap_or(0);
        let mut at = vec![VariableAt::Lower; value + 1];
        let basic = |row: usize| {
            if row == self.contest.plan(winner) {
                value
            } else if row == self.plan_row(row) || self.base[row] >= 0 {
                slack(row)
            } else {
                slack(row) + 1
            }
        };
        let rows: Vec<usize> = (0..rows).map(basic).collect();
        rows.iter().for_each(|column| at[*column] = VariableAt::Basic);
        Basis { rows, at }
    }
}
