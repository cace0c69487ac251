//! A small simplex solver for programs with few rows and many bounded columns: `least c·x, A x = b, 0 <= x <= upper`.
//!
//! It is our own because the answer must be exact. Published solvers compute in floats and return values rather than
//! a basis, and a basis is all that an exact solver needs from them. The same code therefore runs twice. On floats it
//! takes the steepest step and soon reaches the best basis or one near it. On fractions it starts from that basis,
//! takes the first step that improves (Bland's rule, which cannot cycle) and stops when no step does, which is the
//! proof.

use std::cmp::Ordering;

use super::pivot::Pivot;

/// One variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable<N> {
    /// The cost per unit.
    pub cost: N,
    /// The upper bound; `None` if there is none.
    pub upper: Option<N>,
    /// The coefficients by row.
    pub entries: Vec<(usize, N)>,
}

/// A linear program.
#[derive(Clone, Debug)]
pub(crate) struct Program<N> {
    /// The variables.
    pub columns: Vec<Variable<N>>,
    /// The right-hand side of each row.
    pub right: Vec<N>,
}

/// The position of a variable: in the basis or at one of its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VariableAt {
    Lower,
    Upper,
    Basic,
}

/// The basic variables, row by row, and the bounds at which the others are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Basis {
    pub rows: Vec<usize>,
    pub at: Vec<VariableAt>,
}

/// The solution of a program.
#[derive(Clone, Debug)]
pub(crate) struct Optimum<N> {
    /// The basis, from which another number type can continue.
    pub basis: Basis,
    /// The values of the variables.
    pub values: Vec<N>,
    /// The cost of one more unit on the right-hand side of each row.
    pub duals: Vec<N>,
}

struct Tableau<'p, N> {
    program: &'p Program<N>,
    basis: Basis,
    /// The inverse of the basis, row by row.
    inverse: Vec<Vec<N>>,
    /// The values of the basic variables.
    values: Vec<N>,
}

/// The best basis, or the best reached within `steps` steps; `None` if the starting basis cannot be used.
pub(crate) fn optimise<N: Pivot>(program: &Program<N>, basis: Basis, steps: usize) -> Option<Optimum<N>> {
    let mut tableau = Tableau::new(program, basis)?;
    for _ in 0..steps {
        let duals = tableau.duals();
        let Some(entering) = tableau.entering(&duals) else { break };
        tableau.step(entering);
    }
    Some(tableau.optimum())
}

impl<'p, N: Pivot> Tableau<'p, N> {
    fn new(program: &'p Program<N>, basis: Basis) -> Option<Self> {
        let inverse = invert(program, &basis.rows)?;
        let mut tableau = Self { program, basis, inverse, values: Vec::new() };
        tableau.values = tableau.solve();
        // Floats may violate a bound by a rounding error; fractions may not.
        (!N::EXACT || tableau.is_feasible()).then_some(tableau)
    }

    fn is_feasible(&self) -> bool {
        self.values.iter().zip(&self.basis.rows).all(|(value, column)| {
            let upper = self.program.columns[*column].upper.as_ref();
            value.sign() != Ordering::Less
                && upper.is_none_or(|upper| value.compare(upper) != Ordering::Greater)
        })
    }

    /// The values of the basic variables when all others are at their bounds.
    fn solve(&self) -> Vec<N> {
        let mut right = self.program.right.clone();
        for (column, at) in self.program.columns.iter().zip(&self.basis.at) {
            if let (VariableAt::Upper, Some(upper)) = (at, &column.upper) {
                for (row, figure) in &column.entries {
                    right[*row] = right[*row].less(upper, figure);
                }
            }
        }
        self.inverse.iter().map(|row| dot(row.iter().zip(&right))).collect()
    }

    fn duals(&self) -> Vec<N> {
        let mut duals = vec![N::whole(0); self.inverse.len()];
        for (row, column) in self.inverse.iter().zip(&self.basis.rows) {
            let cost = &self.program.columns[*column].cost;
            if cost.sign() != Ordering::Equal {
                duals.iter_mut().zip(row).for_each(|(dual, figure)| *dual = dual.plus(&cost.times(figure)));
            }
        }
        duals
    }

    /// A variable that improves the result when moved off its bound: with fractions the first, with floats the
    /// steepest.
    fn entering(&self, duals: &[N]) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (place, (column, at)) in self.program.columns.iter().zip(&self.basis.at).enumerate() {
            let helps = match at {
                VariableAt::Lower => Ordering::Less,
                VariableAt::Upper => Ordering::Greater,
                VariableAt::Basic => continue,
            };
            let reduced =
                column.entries.iter().fold(column.cost.clone(), |sum, (row, n)| sum.less(&duals[*row], n));
            if reduced.sign() == helps {
                if N::EXACT {
                    return Some(place);
                }
                best = best.filter(|(_, size)| *size >= reduced.size()).or(Some((place, reduced.size())));
            }
        }
        best.map(|(place, _)| place)
    }

    /// Moves a variable off its bound as far as the others permit.
    fn step(&mut self, entering: usize) {
        let program = self.program;
        let column = &program.columns[entering];
        let rises = self.basis.at[entering] == VariableAt::Lower;
        let changes = self.changes(column, rises);
        let mut limit: Option<(N, Option<usize>)> = column.upper.clone().map(|upper| (upper, None));
        for (row, change) in changes.iter().enumerate() {
            let Some(room) = self.room(row, change) else { continue };
            let nearer = match &limit {
                None => true,
                Some((least, at)) => match room.compare(least) {
                    Ordering::Less => true,
                    Ordering::Equal => self.precedes(row, *at, entering, &changes),
                    Ordering::Greater => false,
                },
            };
            if nearer {
                limit = Some((room, Some(row)));
            }
        }
        // Every program here is bounded, because a game has a value. Without a limit there is nothing to do.
        let Some((length, row)) = limit else { return };
        for (value, change) in self.values.iter_mut().zip(&changes) {
            *value = value.plus(&length.times(change));
        }
        match row {
            None => self.basis.at[entering] = if rises { VariableAt::Upper } else { VariableAt::Lower },
            Some(row) => self.exchange(row, entering, rises, &length, &changes),
        }
    }

    /// The change in the basic variables per unit of the step.
    fn changes(&self, column: &Variable<N>, rises: bool) -> Vec<N> {
        let sign = N::whole(if rises { -1 } else { 1 });
        let along = |row: &Vec<N>| dot(column.entries.iter().map(|(place, figure)| (&row[*place], figure)));
        self.inverse.iter().map(|row| along(row).times(&sign)).collect()
    }

    /// The longest step that the variable of this row permits.
    fn room(&self, row: usize, change: &N) -> Option<N> {
        let value = &self.values[row];
        match change.sign() {
            Ordering::Equal => None,
            Ordering::Less => Some(value.over(change).times(&N::whole(-1))),
            Ordering::Greater => {
                let upper = self.program.columns[self.basis.rows[row]].upper.as_ref()?;
                Some(upper.less(&N::whole(1), value).over(change))
            }
        }
    }

    /// Decides between rows with the same limit: with fractions the lower variable, with floats the larger pivot.
    fn precedes(&self, row: usize, other: Option<usize>, entering: usize, changes: &[N]) -> bool {
        if N::EXACT {
            self.basis.rows[row] < other.map_or(entering, |other| self.basis.rows[other])
        } else {
            other.is_some_and(|other| changes[row].size() > changes[other].size())
        }
    }

    /// The entering variable replaces the one of this row.
    fn exchange(&mut self, row: usize, entering: usize, rises: bool, length: &N, changes: &[N]) {
        let leaving = self.basis.rows[row];
        let fell = changes[row].sign() == Ordering::Less;
        self.basis.at[leaving] = if fell { VariableAt::Lower } else { VariableAt::Upper };
        self.basis.at[entering] = VariableAt::Basic;
        self.basis.rows[row] = entering;
        self.values[row] = match &self.program.columns[entering].upper {
            _ if rises => length.clone(),
            Some(upper) => upper.less(&N::whole(1), length),
            None => unreachable!("a variable falls from its upper bound"),
        };
        // `changes` is the column, negated if the variable rises.
        let sign = N::whole(if rises { -1 } else { 1 });
        let pivot = changes[row].times(&sign);
        let scaled: Vec<N> = self.inverse[row].iter().map(|figure| figure.over(&pivot)).collect();
        for (place, line) in self.inverse.iter_mut().enumerate() {
            if place != row && changes[place].sign() != Ordering::Equal {
                let factor = changes[place].times(&sign);
                line.iter_mut().zip(&scaled).for_each(|(figure, own)| *figure = figure.less(&factor, own));
            }
        }
        self.inverse[row] = scaled;
    }

    fn optimum(self) -> Optimum<N> {
        let duals = self.duals();
        let at = |(column, at): (&Variable<N>, &VariableAt)| match (at, &column.upper) {
            (VariableAt::Upper, Some(upper)) => upper.clone(),
            _ => N::whole(0),
        };
        let mut values: Vec<N> = self.program.columns.iter().zip(&self.basis.at).map(at).collect();
        for (value, column) in self.values.into_iter().zip(&self.basis.rows) {
            values[*column] = value;
        }
        Optimum { basis: self.basis, values, duals }
    }
}

fn dot<'n, N: Pivot + 'n>(terms: impl Iterator<Item = (&'n N, &'n N)>) -> N {
    let some = terms.filter(|(a, b)| a.size() > 0.0 && b.size() > 0.0);
    some.fold(N::whole(0), |sum, (a, b)| sum.plus(&a.times(b)))
}

/// The inverse of the basis columns, by elimination; `None` if they are linearly dependent.
fn invert<N: Pivot>(program: &Program<N>, rows: &[usize]) -> Option<Vec<Vec<N>>> {
    let size = rows.len();
    let mut lines: Vec<Vec<N>> = vec![vec![N::whole(0); 2 * size]; size];
    for (place, column) in rows.iter().enumerate() {
        for (row, figure) in &program.columns[*column].entries {
            lines[*row][place] = figure.clone();
        }
        lines[place][size + place] = N::whole(1);
    }
    for step in 0..size {
        let pivot = (step..size).max_by(|a, b| lines[*a][step].size().total_cmp(&lines[*b][step].size()))?;
        if lines[pivot][step].size() == 0.0 {
            return None;
        }
        lines.swap(step, pivot);
        let factor = lines[step][step].clone();
        lines[step].iter_mut().for_each(|figure| *figure = figure.over(&factor));
        let line = lines[step].clone();
        for (_, other) in lines.iter_mut().enumerate().filter(|(place, _)| *place != step) {
            let factor = other[step].clone();
            if factor.size() > 0.0 {
                other.iter_mut().zip(&line).for_each(|(figure, own)| *figure = figure.less(&factor, own));
            }
        }
    }
    Some(lines.into_iter().map(|line| line[size..].to_vec()).collect())
}
