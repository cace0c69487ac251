//! A coup as a two-sided game, and its equilibrium.
//!
//! The hands against the banker play a mixture of *plans*. A plan says what the hand that decides first does on each
//! score on which it has a choice; if only one hand opposes the banker there is a single, empty plan. Within a plan
//! every later choice is made independently. The side's strategy is therefore a vector with one variable per plan
//! (its weight) and one per choice (the weight of drawing there). For any play of the banker, the side's gain is
//! linear in these variables. The banker sees neither the plan nor closed cards, and the banker's gain is linear in
//! their probabilities of drawing. This gives a linear program with a row for each variable of one side and a bounded
//! column for each information set of the other (the sequence form).

use croupier_kit::Ratio;

use super::pivot::Pivot;
use super::results::{RESULTS, Results};
use super::simplex::{Basis, Optimum, Program, Variable, VariableAt, optimise};

/// The number of ways to reach each result. It can be negative, because strategy variables also enter with a minus
/// sign.
pub(crate) type ResultCounts = [i128; RESULTS];

/// The number of ways, by the variable of the opposing side's strategy that weights them.
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

/// The consequences of standing and of drawing at one information set of the banker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub stand: LinearForm,
    pub draw: LinearForm,
}

impl Node {
    /// Whether the information set can never be reached.
    pub(crate) fn is_empty(&self) -> bool {
        self.stand.0.iter().all(|(_, ways)| *ways == [0; RESULTS])
    }
}

/// A coup as a two-sided game, with the number of ways to reach each result.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    /// The number of plans that the opposing side mixes.
    pub plans: usize,
    /// The number of choices within each plan.
    pub choices: usize,
    /// The part that no choice of the banker can change.
    pub fixed: LinearForm,
    /// The banker's information sets.
    pub nodes: Vec<Node>,
    /// The total number of ways.
    pub of: i128,
}

/// The opposing side's gain for each result, in whole units.
pub(crate) type Gains = [i128; RESULTS];

/// The strategies of both sides, and the proof that neither can do better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Solved {
    /// The variables of the opposing side: for each plan its weight, followed by the weight of drawing at each
    /// choice.
    pub side: Vec<Ratio>,
    /// The banker's probability of drawing, by information set.
    pub banker: Vec<Ratio>,
    /// The most that the opposing side can win against this banker, in units per coup.
    pub side_best: Ratio,
    /// The least that this side wins, against the banker's best play, in units per coup.
    pub banker_best: Ratio,
}

/// The linear forms of one contest for given gains.
struct Forms {
    /// By variable: its coefficient if the banker always stands.
    standing: Vec<i128>,
    /// By information set: the change if the banker draws there.
    drawing: Vec<Vec<(usize, i128)>>,
}

/// The limit on floating-point steps, more than any table here needs. If it is reached, fractions continue from
/// there.
const FLOAT_STEPS: usize = 50_000;

impl Contest {
    /// The index of the weight of a plan.
    pub(crate) const fn plan(&self, plan: usize) -> usize {
        plan * (1 + self.choices)
    }

    /// The index of the weight of drawing at a choice within a plan.
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

    /// The equilibrium for these gains; `None` unless it is proved to be one.
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
        let most = gains.iter().map(|gain| gain.abs()).max().expect("a coup has results") * self.of;
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

    /// The banker's best play against this strategy of the side.
    pub(crate) fn reply(&self, gains: &Gains, side: Vec<Ratio>) -> Solved {
        let forms = self.forms(gains);
        let draws = |form: &Vec<(usize, i128)>| {
            if worth(form, &side) < Ratio::zero() { Ratio::one() } else { Ratio::zero() }
        };
        let banker = forms.drawing.iter().map(draws).collect();
        self.certified(&forms, side, banker)
    }

    /// The best response of each side to the other, computed from the linear forms and not from the program.
    fn certified(&self, forms: &Forms, side: Vec<Ratio>, banker: Vec<Ratio>) -> Solved {
        let of = Ratio::whole(self.of);
        let side_best = self.side_best(forms, &banker) / of.clone();
        let banker_best = banker_best(forms, &side) / of;
        Solved { side, banker, side_best, banker_best }
    }

    /// The bound that is best for the banker whatever the other side does, if there is one.
    fn best_everywhere(&self, form: &[(usize, i128)]) -> Option<VariableAt> {
        let figure = |place: usize| form.iter().find(|(at, _)| *at == place).map_or(0, |(_, value)| *value);
        let reach = |plan: usize, sign: i128| -> i128 {
            let choices = (0..self.choices).map(|choice| sign * figure(self.choice(plan, choice)));
            sign * figure(self.plan(plan)) + choices.filter(|value| *value > 0).sum::<i128>()
        };
        let all_within = |sign| (0..self.plans).all(|plan| reach(plan, sign) <= 0);
        // If it makes no difference the banker stands.
        if all_within(-1) {
            Some(VariableAt::Lower)
        } else if all_within(1) {
            Some(VariableAt::Upper)
        } else {
            None
        }
    }

    /// The most that the opposing side can win against this banker, multiplied by the total number of ways.
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
        (0..self.plans).map(of_plan).max().expect("a side has a plan")
    }

    /// The probability of each result under these strategies.
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

/// The least that this side wins against the banker's best play, multiplied by the total number of ways.
fn banker_best(forms: &Forms, side: &[Ratio]) -> Ratio {
    let standing: Ratio =
        forms.standing.iter().zip(side).map(|(value, weight)| &Ratio::whole(*value) * weight).sum();
    let gained = forms.drawing.iter().map(|form| worth(form, side).min(Ratio::zero()));
    standing + gained.sum()
}

/// The linear program of a contest: minimise the gain of the opposing side's best response.
///
/// The first columns are the banker's probabilities of drawing where this is undecided. Then follow two columns per
/// variable of the side. For a choice they are the gain and the loss from drawing there. For a plan they are its
/// shortfall from the best plan (twice, so that every variable has two columns). The last column is the value, raised
/// by twice the largest possible gain so that it is never negative.
struct Layout<'c> {
    contest: &'c Contest,
    forms: &'c Forms,
    /// By variable: its coefficient if the banker stands at every undecided information set.
    base: Vec<i128>,
    open: &'c [usize],
    most: i128,
}

impl Layout<'_> {
    fn optimum(&self) -> Option<Optimum<Ratio>> {
        let exact = self.program::<Ratio>();
        let found = optimise(&self.program::<f64>(), self.start(), FLOAT_STEPS)?;
        // If floating point mistook an infeasible basis for a feasible one, start again with fractions only.
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

    /// The row of the plan that this row belongs to.
    const fn plan_row(&self, row: usize) -> usize {
        row - row % (1 + self.contest.choices)
    }

    /// The starting basis: the banker always stands and the other side responds. It is feasible in every game.
    fn start(&self) -> Basis {
        let rows = self.base.len();
        let slack = |row: usize| self.open.len() + 2 * row;
        let value = slack(rows);
        let best = |plan: usize| {
            let row = self.contest.plan(plan);
            let choices = &self.base[row + 1..=row + self.contest.choices];
            self.base[row] + choices.iter().filter(|gain| **gain > 0).sum::<i128>()
        };
        let winner = (0..self.contest.plans).max_by_key(|plan| best(*plan));
        let winner = winner.expect("a side has a plan");
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
