//! Roulette at a table: the words for its wagers, and its spins.

use croupier_kit::{Odds, Pocket, PocketSet, Shape, Wheel};

use super::kinds::KINDS;
use super::names::{NUMBERS, normal_name};
use super::{Call, Coverage, Deal, Life, Roulette, Spins, Wager, held, spins};
use crate::book::Conduct;
use crate::contract::{Fallen, Seat};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, ActForm, Direction};
use crate::table::{SeriesContinuation, Table, TableGame, no_such_bet};

impl TableGame for Roulette {
    type Series = Spins;
    const ACTS: &'static [ActForm] =
        &[ActForm::Spin, ActForm::VoidSpin, ActForm::Ball, ActForm::TakesHalf, ActForm::Carries];

    const KINDS: &'static [&'static DeclaredWager] = KINDS;

    fn main_words(&self) -> Vec<WagerWord<'_>> {
        self.words_of_wagers()
    }

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        if let Some((place, call)) =
            (0..).zip(&self.calls).find(|(_, call)| words.first() == Some(&call.name()))
        {
            return self.read_call(place, call, words, conduct);
        }
        match words {
            [NUMBERS, numbers @ ..] if self.any_sets() => {
                let numbers = self.read_numbers(numbers);
                let numbers = numbers.ok_or_else(|| no_such_bet(self, conduct.no_such_wager, words))?;
                self.read_any(numbers, words, conduct)
            }
            [name, numbers @ ..] if let Some(shape) = Shape::named(name) => {
                self.read_shape(shape, numbers, words, conduct)
            }
            _ => self.read_name(words, conduct),
        }
    }

    fn describe(&self, deal: &Deal) -> String {
        deal.ball.map_or_else(String::new, |ball| format!("the ball lies on {ball}"))
    }

    fn result(&self, deal: &Deal) -> String {
        deal.ball.map(|ball| ball.to_string()).unwrap_or_default()
    }

    fn wheel(&self) -> Option<&Wheel> {
        Some(&self.wheel)
    }

    fn spin_due(table: &Table<'_, Self>) -> Option<Direction> {
        table.series.way_due(table.game.spins)
    }

    fn is_spinning(table: &Table<'_, Self>) -> bool {
        table.series.is_turning()
    }

    fn wager_name(&self, wager: Wager) -> String {
        match wager {
            Wager::Numbers { clause, numbers } => match &self.clauses[usize::from(clause)].coverage {
                Coverage::Any { size, .. } => format!("numbers {size}"),
                Coverage::Shape(shape) => shape.name().to_owned(),
                Coverage::Named(names) => {
                    let named = names.iter().find(|name| self.named(name) == Some(numbers));
                    named.map_or_else(String::new, ToString::to_string)
                }
            },
            Wager::Call { call, number } => {
                let name = self.calls[usize::from(call)].name();
                number.map_or_else(|| name.to_owned(), |number| format!("{name} {number}"))
            }
        }
    }

    fn usual_odds(&self, wager: Wager) -> Option<Odds> {
        match wager {
            Wager::Numbers { clause, .. } => Some(self.clauses[usize::from(clause)].odds),
            Wager::Call { .. } => None,
        }
    }

    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Pocket, Refusal> {
        match fallen {
            Fallen::Ball(word) => word.parse().map_err(|error: croupier_kit::PocketError| {
                Refusal::new(self.wheel_rule, error.to_string(), "the ball falls on a number of the wheel")
            }),
            other => Err(Refusal::new(None, format!("{} at roulette", other.name()), "a ball falls here")),
        }
    }

    fn fallen(table: &mut Table<'_, Self>, _: Option<Seat>) {
        table.series.ball(table.game.spins);
    }

    fn continuation(table: &Table<'_, Self>) -> SeriesContinuation {
        table.series.continuation()
    }

    fn resume(table: &mut Table<'_, Self>, from: &SeriesContinuation) {
        table.series.resume(from);
    }

    fn progress(&self, _: Wager, life: Life) -> Option<String> {
        match life.held {
            0 => None,
            1 => Some("held".to_owned()),
            level => Some(format!("held at level {level}")),
        }
    }

    fn carried(&self, wager: Wager, life: Life) -> Cites {
        let held = self.prison_of(wager).filter(|_| life.held > 0);
        held.map_or(Cites::NONE, |(_, prison)| Cites::from(prison.cite))
    }

    fn held_level(&self, life: Life) -> Option<u8> {
        (life.held > 0).then_some(life.held)
    }

    fn held_life(&self, wager: Wager, level: u8) -> Option<Life> {
        let (_, prison) = self.prison_of(wager)?;
        (1..=prison.second_zero.deepest()).contains(&level).then_some(Life { held: level })
    }

    fn is_half_offered(table: &Table<'_, Self>, number: u32) -> bool {
        held::is_half_offered(table, number)
    }

    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::Spin(way) => spins::spin(table, *way),
            Act::VoidSpin => spins::void_spin(table, act),
            Act::TakesHalf(name, number) => held::take_half(table, name, *number),
            _ => table.house_bank(act),
        }
    }
}

impl Roulette {
    /// Whether the book permits sets of numbers that do not lie together.
    fn any_sets(&self) -> bool {
        self.clauses.iter().any(|clause| matches!(clause.coverage, Coverage::Any { .. }))
    }

    /// Reads a set of different numbers of the wheel.
    fn read_numbers(&self, words: &[&str]) -> Option<PocketSet> {
        let pockets: Option<Vec<Pocket>> = words.iter().map(|word| word.parse().ok()).collect();
        let known = pockets.filter(|list| list.iter().all(|p| self.wheel.pockets().contains(*p)))?;
        PocketSet::of(known).ok()
    }

    /// Reads any set of a permitted size (reg. 3(5)).
    fn read_any(&self, numbers: PocketSet, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        let (mut barred, count) = (None, numbers.len());
        for (place, clause) in (0..).zip(&self.clauses) {
            match clause.coverage {
                Coverage::Any { size, .. } if size != count => {}
                Coverage::Any { zero: false, .. } if numbers.has_zero() => barred = Some(clause.cite),
                Coverage::Any { .. } => return Ok(Wager::Numbers { clause: place, numbers }),
                Coverage::Shape(_) | Coverage::Named(_) => {}
            }
        }
        Err(match barred {
            Some(rule) => {
                let found = format!("`{}`", words.join(" "));
                Refusal::new(rule, found, "no zero may be among so many numbers")
            }
            None => no_such_bet(self, conduct.no_such_wager, words),
        })
    }

    /// `split 17 20`: a shape of the layout, or a short form for a set if the book permits any set.
    fn read_shape(
        &self,
        shape: Shape,
        numbers: &[&str],
        words: &[&str],
        conduct: &Conduct,
    ) -> Result<Wager, Refusal> {
        let clause =
            (0_u8..).zip(&self.clauses).find(|(_, clause)| clause.coverage == Coverage::Shape(shape));
        let set = self.read_numbers(numbers);
        let Some((place, clause)) = clause else {
            let set = set.filter(|set| self.any_sets() && set.len() == shape.size());
            let set = set.ok_or_else(|| no_such_bet(self, conduct.no_such_wager, words))?;
            return self.read_any(set, words, conduct);
        };
        let on_the_cloth = set.filter(|set| self.layout.holds(shape, *set));
        let wager = on_the_cloth.map(|numbers| Wager::Numbers { clause: place, numbers });
        wager.ok_or_else(|| no_such_bet(self, clause.defined.unwrap_or(clause.cite), words))
    }

    /// `red`, `dozen 2`, `two-dozens 1 3`: the name of a set.
    fn read_name(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        let name = normal_name(words);
        let set = self.named(&name);
        let listed = (0..).zip(&self.clauses).find(|(_, clause)| {
            matches!(&clause.coverage, Coverage::Named(names) if names.iter().any(|known| **known == *name))
        });
        match (listed, set) {
            (Some((clause, _)), Some(numbers)) => Ok(Wager::Numbers { clause, numbers }),
            (None, Some(numbers)) if self.any_sets() => self.read_any(numbers, words, conduct),
            _ => Err(self.no_such_name(words, conduct)),
        }
    }

    /// A known name with the wrong figures violates the clause with that name; any other word is not a wager at all.
    fn no_such_name(&self, words: &[&str], conduct: &Conduct) -> Refusal {
        let known = |name: &str| name.split(' ').next() == words.first().copied();
        let clause = self.clauses.iter().find(|clause| {
            matches!(&clause.coverage, Coverage::Named(names) if names.iter().any(|name| known(name)))
        });
        let cites = clause.map(|clause| Cites::from(clause.defined.unwrap_or(clause.cite)));
        no_such_bet(self, cites.unwrap_or(conduct.no_such_wager), words)
    }

    fn read_call(&self, place: u8, call: &Call, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        let number = |word: &&str| word.parse().ok().filter(|pocket| self.wheel.pockets().contains(*pocket));
        match (call, words) {
            (Call::Fixed { .. }, [_]) => Ok(Wager::Call { call: place, number: None }),
            (Call::Neighbours { .. }, [_, word]) if let Some(number) = number(word) => {
                Ok(Wager::Call { call: place, number: Some(number) })
            }
            (Call::Neighbours { cite, .. }, _) => Err(no_such_bet(self, *cite, words)),
            (Call::Fixed { .. }, _) => Err(no_such_bet(self, conduct.no_such_wager, words)),
        }
    }
}
