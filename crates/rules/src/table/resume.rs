//! Continuing a table from the record before.

use super::continuation::{Continuation, LastRound, MayCut};
use super::shoe::Cut;
use super::table_game::{Table, TableGame};
use crate::notation::Name;

impl<G: TableGame> Table<'_, G> {
    /// What the table carries over into the record that begins.
    pub fn continuation(&self) -> Continuation {
        let mut refused: Vec<Name> = self.people.refused().map(Into::into).collect();
        refused.sort_unstable();
        let last_round = self.last_deal().map(|deal| LastRound {
            description: self.game.describe(deal).into(),
            result: self.game.result(deal).into(),
        });
        let may_cut = match self.shoe.cut {
            Cut::Shuffled(Some(player)) | Cut::ShuffledNext(Some(player)) => {
                MayCut::Person(self.people.name(player).into())
            }
            Cut::Shuffled(None) | Cut::ShuffledNext(None) => MayCut::Anyone,
            Cut::Inside | Cut::Next | Cut::Out(_) => MayCut::Nobody,
        };
        let last_round = last_round.or_else(|| self.round_before.clone());
        Continuation { refused, last_round, may_cut, series: G::continuation(self) }
    }

    /// Lets an empty table continue from the record before.
    pub fn resume(&mut self, from: &Continuation) {
        from.refused.iter().for_each(|name| self.people.refuse(name));
        self.round_before.clone_from(&from.last_round);
        match &from.may_cut {
            MayCut::Nobody => {}
            MayCut::Anyone => self.shoe.cut = Cut::Shuffled(None),
            MayCut::Person(name) => self.shoe.cut = Cut::Shuffled(Some(self.people.id_of(name))),
        }
        G::resume(self, &from.series);
    }

    /// The result of the last round, in a word or two; empty before the first round.
    pub fn result(&self) -> String {
        self.last_deal().map_or_else(
            || self.round_before.as_ref().map_or_else(String::new, |round| round.result.to_string()),
            |deal| self.game.result(deal),
        )
    }

    /// A description of what lies on the table, for explanations and screen readers.
    pub fn describe(&self) -> String {
        self.last_deal().map_or_else(
            || self.round_before.as_ref().map_or_else(String::new, |round| round.description.to_string()),
            |deal| self.game.describe(deal),
        )
    }
}
