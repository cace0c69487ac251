//! Roulette at a table: the words for its wagers, and its spins.

use croupier_kit::{Odds, Pocket, PocketSet, Shape, Wheel};

use super::names::{NUMBERS, normal_name};
use super::{Call, Coverage, Deal, Life, Roulette, Spins, Wager, held, spins};
use crate::book::Conduct;
use crate::contract::{Fallen, Seat};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, Direction, nearest};
use crate::table::{SeriesContinuation, Table, TableGame};

impl TableGame for Roulette {
    type Series = Spins;

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        if let Some((place, call)) =
            (0..).zip(&self.calls).find(|(_, call)| words.first() == Some(&call.name()))
        {
            return self.read_call(place, call, &words[1..], conduct);
        }
        match words {
            [NUMBERS, numbers @ ..] if self.any_sets() => {
                self.read_any(self.read_numbers(numbers, conduct)?, words, conduct)
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

    fn no_such(words: &[&str], conduct: &Conduct, allowed: impl Into<String>) -> Refusal {
        Refusal::new(conduct.no_such_wager, format!("`{}`", words.join(" ")), allowed.into())
    }

    /// Reads a set of different numbers of the wheel.
    fn read_numbers(&self, words: &[&str], conduct: &Conduct) -> Result<PocketSet, Refusal> {
        let pockets: Option<Vec<Pocket>> = words.iter().map(|word| word.parse().ok()).collect();
        let known = pockets.filter(|list| list.iter().all(|p| self.wheel.pockets().contains(*p)));
        let known = known.ok_or_else(|| Self::no_such(words, conduct, "name numbers on the wheel"))?;
        PocketSet::of(known).map_err(|twice| Self::no_such(words, conduct, format!("{twice} is named twice")))
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
        let found = format!("`{}`", words.join(" "));
        Err(match barred {
            Some(rule) => Refusal::new(rule, found, "no zero may be among so many numbers"),
            None => {
                Refusal::new(conduct.no_such_wager, found, format!("a wager covers {} numbers", self.sizes()))
            }
        })
    }

    /// The sizes of sets that may be bet on.
    fn sizes(&self) -> String {
        let size = |coverage: &Coverage| {
            if let Coverage::Any { size, .. } = coverage { Some(size.to_string()) } else { None }
        };
        self.clauses.iter().filter_map(|clause| size(&clause.coverage)).collect::<Vec<_>>().join(", ")
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
        let Some((place, clause)) = clause else {
            let set = self.read_numbers(numbers, conduct)?;
            if !self.any_sets() || set.len() != shape.size() {
                let allowed = format!("a {} has {} numbers", shape.name(), shape.size());
                return Err(Self::no_such(words, conduct, allowed));
            }
            return self.read_any(set, words, conduct);
        };
        let on_the_cloth =
            self.read_numbers(numbers, conduct).ok().filter(|set| self.layout.holds(shape, *set));
        on_the_cloth.map(|numbers| Wager::Numbers { clause: place, numbers }).ok_or_else(|| {
            let allowed =
                format!("a {} is {} numbers that lie together on the layout", shape.name(), shape.size());
            Refusal::new(clause.defined.unwrap_or(clause.cite), format!("`{}`", words.join(" ")), allowed)
        })
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
            _ => Err(self.no_such_name(words, &name, conduct)),
        }
    }

    fn no_such_name(&self, words: &[&str], name: &str, conduct: &Conduct) -> Refusal {
        let sets = self.names.iter().map(|(known, _)| &**known);
        let calls = self.calls.iter().map(Call::name);
        let known: Vec<&str> = sets.chain(calls).chain(Shape::ALL.map(Shape::name)).collect();
        let allowed = nearest(name, known).map_or_else(
            || "there is no such wager here".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        // A known name with the wrong numbers violates the clause with that name; any other word is not a wager at
        // all.
        let first = words.first().copied().unwrap_or_default();
        let family = |known: &str| known.split(' ').next() == Some(first);
        let clause = self.clauses.iter().find(|clause| {
            matches!(&clause.coverage, Coverage::Named(names) if names.iter().any(|known| family(known)))
        });
        match clause {
            Some(clause) => {
                let cite = clause.defined.unwrap_or(clause.cite);
                Refusal::new(cite, format!("`{}`", words.join(" ")), allowed)
            }
            None => Self::no_such(words, conduct, allowed),
        }
    }

    fn read_call(&self, place: u8, call: &Call, rest: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        match (call, rest) {
            (Call::Fixed { .. }, []) => Ok(Wager::Call { call: place, number: None }),
            (Call::Neighbours { cite, .. }, [word]) => {
                let number: Option<Pocket> = word.parse().ok().filter(|p| self.wheel.pockets().contains(*p));
                number.map(|p| Wager::Call { call: place, number: Some(p) }).ok_or_else(|| {
                    Refusal::new(*cite, format!("`{} {word}`", call.name()), "name a number on the wheel")
                })
            }
            (Call::Neighbours { cite, .. }, _) => Err(Refusal::new(
                *cite,
                format!("`{} {}`", call.name(), rest.join(" ")),
                "name one number on the wheel",
            )),
            (Call::Fixed { .. }, _) => {
                let found = format!("{} {}", call.name(), rest.join(" "));
                Err(Self::no_such(&[&found], conduct, format!("`{}` takes no number", call.name())))
            }
        }
    }
}
