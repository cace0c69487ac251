//! How a counter plays: the chart of the table, and other moves at counts at which those are better.

use croupier_maths::blackjack::{BlackjackError, Chart, ChartCell, ChartSection, RankCounts, Solver};
use croupier_rules::games::blackjack::{Blackjack, Move};

use super::decisions::{CountedShoes, at_count};
use super::system::CountSystem;
use crate::batch::Action;
use crate::job::Shoes;

/// The lowest count that is distinguished from those below.
pub const COUNT_LEAST: i32 = -64;
/// The number of counts.
pub const COUNTS: usize = 128;

/// The place of a count among all; a count beyond them has the first or the last place.
#[inline]
#[allow(clippy::cast_sign_loss, reason = "it is not negative there")]
pub(crate) const fn place_of(count: i32) -> usize {
    let place = count - COUNT_LEAST;
    if place < 0 {
        0
    } else if (place as usize) < COUNTS {
        place as usize
    } else {
        COUNTS - 1
    }
}

/// The count at a place.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "there are few places")]
pub(crate) const fn count_at(place: usize) -> i32 {
    place as i32 + COUNT_LEAST
}

/// At which hands a counter departs from the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexSet {
    /// At none, and without insurance.
    None,
    /// At the eighteen that gain most, as Schlesinger lists them.
    Illustrious,
    /// At all.
    All,
}

/// The hands of Schlesinger's list ("Blackjack Attack", chapter 5), insurance apart: the section, the row and the kind of
/// the dealer's card.
const ILLUSTRIOUS: [(ChartSection, u8, usize); 17] = {
    use ChartSection::{Hard, Pair};
    const ACE: usize = 0;
    [
        (Hard, 16, 9),
        (Hard, 15, 9),
        (Pair, 10, 4),
        (Pair, 10, 5),
        (Hard, 10, 9),
        (Hard, 12, 2),
        (Hard, 12, 1),
        (Hard, 11, ACE),
        (Hard, 9, 1),
        (Hard, 10, ACE),
        (Hard, 9, 6),
        (Hard, 16, 8),
        (Hard, 13, 1),
        (Hard, 12, 3),
        (Hard, 12, 4),
        (Hard, 12, 5),
        (Hard, 13, 2),
    ]
};

/// A count from which another move is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexPlay {
    /// The section of the chart.
    pub section: ChartSection,
    /// The row.
    pub number: u8,
    /// The kind of the dealer's card; `None` where he has none.
    pub up: Option<usize>,
    /// The lowest count of the second move.
    pub from: i32,
    /// The move below.
    pub below: ChartCell,
    /// The move from that count on.
    pub then: ChartCell,
}

impl IndexPlay {
    /// The hand, as people write it.
    pub fn hand(&self) -> String {
        let label = self.section.label(self.number);
        match self.section {
            ChartSection::Hard => format!("hard {label}"),
            ChartSection::Soft => format!("soft {label}"),
            ChartSection::Pair => format!("{label} {label}"),
        }
    }

    /// The names of the move below and of the move from that count on.
    pub fn moves(&self) -> [&'static str; 2] {
        let name = |cell: ChartCell| cell.moves().first().map_or("as its total", |mv| action_of(*mv).name());
        [name(self.below), name(self.then)]
    }
}

/// The action that stands for a move.
pub(crate) const fn action_of(mv: Move) -> Action {
    match mv {
        Move::Stand => Action::Stand,
        Move::Draw => Action::Draw,
        Move::Double => Action::Double,
        Move::Split => Action::Split,
        Move::Surrender => Action::Surrender,
        Move::PlayOn | Move::Look => Action::GoOn,
    }
}

/// How a counter plays at every count.
#[derive(Clone, Debug)]
pub struct CountPlay {
    /// The chart at every count, by its place.
    pub(crate) charts: Vec<Chart>,
    /// Whether insurance is taken at every count.
    pub(crate) insures: Vec<bool>,
    /// Whether a blackjack is settled at evens at every count.
    pub(crate) evens: Vec<bool>,
    /// The departures from the chart.
    pub indices: Vec<IndexPlay>,
    /// The lowest count at which insurance gains; `None` where nobody may insure or it never gains.
    pub insurance: Option<i32>,
}

impl CountPlay {
    /// The play of a system at a table. Shoes have as many packs left as they have on average.
    ///
    /// # Errors
    /// When the table cannot be priced.
    pub fn new(
        rules: &Blackjack,
        system: &CountSystem,
        set: IndexSet,
        shoes: Shoes,
    ) -> Result<Self, BlackjackError> {
        let solver = Solver::new(rules)?;
        let whole = RankCounts::whole(rules);
        let (chart, _) = solver.chart(&whole)?;
        let mut play = Self::by_chart(chart, solver.takes_even_money(&whole)?);
        if set != IndexSet::None {
            let shoes = CountedShoes::new(rules, system, packs_left(rules.packs, shoes))?;
            play.depart(&shoes, system, set);
        }
        Ok(play)
    }

    /// The play by one chart at every count, without insurance.
    pub fn by_chart(chart: Chart, evens: bool) -> Self {
        Self {
            charts: vec![chart; COUNTS],
            insures: vec![false; COUNTS],
            evens: vec![evens; COUNTS],
            indices: Vec::new(),
            insurance: None,
        }
    }

    fn depart(&mut self, shoes: &CountedShoes<'_>, system: &CountSystem, set: IndexSet) {
        let gains = |points: Vec<(f64, f64)>| -> Vec<bool> {
            let gain = |place| at_count(&points, system.middle(count_at(place))) > 0.0;
            (0..COUNTS).map(gain).collect()
        };
        if let Some(gain) = shoes.insurance() {
            self.insures = gains(gain);
            self.insurance = self.insures.iter().position(|insures| *insures).map(count_at);
        }
        if let Some(gain) = shoes.even_money() {
            self.evens = gains(gain);
        }
        for (section, number, up) in rows(shoes, set) {
            self.depart_in(shoes, system, (section, number, up));
        }
    }

    /// Makes the best move of one row at every count.
    fn depart_in(
        &mut self,
        shoes: &CountedShoes<'_>,
        system: &CountSystem,
        (section, number, up): (ChartSection, u8, Option<usize>),
    ) {
        let worths = shoes.worths(section, number, up);
        let best = |place| {
            let count = system.middle(count_at(place));
            let mut ranked: Vec<(Move, f64)> =
                worths.iter().map(|(mv, points)| (*mv, at_count(points, count))).collect();
            ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
            cell_of(&ranked)
        };
        let Some(cells) = (0..COUNTS).map(best).collect::<Option<Vec<ChartCell>>>() else { return };
        let first = |cell: &ChartCell| cell.moves().first().copied();
        let found: Vec<IndexPlay> = (1..COUNTS)
            .filter(|place| first(&cells[place - 1]) != first(&cells[*place]))
            .map(|place| IndexPlay {
                section,
                number,
                up,
                from: count_at(place),
                below: cells[place - 1],
                then: cells[place],
            })
            .collect();
        if !found.is_empty() {
            for (chart, cell) in self.charts.iter_mut().zip(cells) {
                *chart = chart.clone().with(section, number, up, cell);
            }
        }
        self.indices.extend(found);
    }
}

/// The packs that are left on average: half of what is dealt is still there.
fn packs_left(packs: u8, shoes: Shoes) -> u8 {
    let dealt = match shoes {
        Shoes::Fresh => 0,
        Shoes::Cut(percent) => u32::from(percent),
    };
    let left = (u32::from(packs) * (200 - dealt) + 100) / 200;
    u8::try_from(left.max(1)).expect("no more packs than before")
}

/// The rows in which a counter departs from the chart.
fn rows(shoes: &CountedShoes<'_>, set: IndexSet) -> Vec<(ChartSection, u8, Option<usize>)> {
    let ups = shoes.ups();
    match set {
        IndexSet::None => Vec::new(),
        IndexSet::Illustrious => {
            let listed = ILLUSTRIOUS.into_iter().map(|(section, number, up)| (section, number, Some(up)));
            listed.filter(|(_, _, up)| ups.contains(up)).collect()
        }
        IndexSet::All => {
            let rows = ChartSection::ALL
                .into_iter()
                .flat_map(|section| section.span().map(move |number| (section, number)));
            rows.flat_map(|(section, number)| ups.iter().map(move |up| (section, number, *up))).collect()
        }
    }
}

/// The cell of a chart for moves in order of their worth; `None` where none of them is drawing or standing.
fn cell_of(ranked: &[(Move, f64)]) -> Option<ChartCell> {
    let moves: Vec<Move> = ranked.iter().map(|(mv, _)| *mv).collect();
    let plain = moves.iter().copied().find(|mv| matches!(mv, Move::Draw | Move::Stand))?;
    let or_plain = |first: Move| ChartCell::of(&[first, plain]);
    match moves[..] {
        [Move::Surrender, Move::Split, ..] => ChartCell::of(&[Move::Surrender, Move::Split]),
        [Move::Surrender, Move::Double, ..] if plain == Move::Draw => {
            ChartCell::of(&[Move::Surrender, Move::Double, Move::Draw])
        }
        [Move::Split, ..] => ChartCell::of(&[Move::Split]),
        [first @ (Move::Surrender | Move::Double), ..] => or_plain(first),
        _ => ChartCell::of(&[plain]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_places_and_those_beyond_have_the_last() {
        assert_eq!([-99, -64, 0, 63, 99].map(place_of), [0, 0, 64, 127, 127]);
        assert!((0..COUNTS).all(|place| place_of(count_at(place)) == place));
    }

    #[test]
    fn the_best_move_is_made_and_the_next_where_it_is_not_permitted() {
        use Move::{Double, Draw, Split, Stand, Surrender};
        let code = |moves: &[Move]| {
            let ranked: Vec<(Move, f64)> = moves.iter().map(|mv| (*mv, 0.0)).collect();
            cell_of(&ranked).map(ChartCell::code)
        };
        assert_eq!(code(&[Stand, Draw]), Some("S"));
        assert_eq!(code(&[Double, Stand, Draw]), Some("Ds"));
        assert_eq!(code(&[Double, Surrender, Draw, Stand]), Some("D"));
        assert_eq!(code(&[Surrender, Stand, Draw]), Some("Rs"));
        assert_eq!(code(&[Surrender, Double, Draw, Stand]), Some("Rd"));
        assert_eq!(code(&[Surrender, Double, Stand, Draw]), Some("Rs"));
        assert_eq!(code(&[Surrender, Split, Draw, Stand]), Some("Rp"));
        assert_eq!(code(&[Split, Surrender, Draw, Stand]), Some("P"));
        assert_eq!(code(&[Draw, Double, Stand]), Some("H"));
        assert_eq!(code(&[Double]), None);
    }
}
