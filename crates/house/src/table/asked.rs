//! The decision that a table waits for.

use croupier_rules::contract::{Face, Game, Seat, Turn};
use croupier_rules::games::baccarat::{BANKER, Baccarat, LEFT, Move, PLAYER};
use croupier_rules::notation::{Act, Decision, Verb, Who};
use croupier_rules::table::{AnyTable, Due, Staked, Table};

use super::sitting::Sitting;
use crate::command::Mode;

impl Sitting<'_> {
    /// The decision that the table waits for. Where the house deals face down, a hand that the rules bind is asked like
    /// one that has a choice, and can say only what it must: a pause before some hands alone would tell what they hold.
    pub fn due(&self) -> Option<Due> {
        self.bound().map(|(due, _)| due).or_else(|| self.rules.due())
    }

    /// What is taken when the time for it runs out.
    pub fn default_act(&self) -> Option<Act> {
        self.bound().map(|(_, act)| act).or_else(|| self.rules.default_act())
    }

    /// A hand that is to say what the rules bind it to, and what that is.
    fn bound(&self) -> Option<(Due, Act)> {
        let AnyTable::Baccarat(table) = &self.rules else { return None };
        let hidden = table.game.first_cards == Face::Down && !table.game.drawing.leaves_no_choice();
        if self.mode != Mode::Automatic || !hidden || matches!(table.turn(), None | Some(Turn::Over)) {
            return None;
        }
        let (seat, verb) = [PLAYER, LEFT, BANKER].into_iter().find_map(|seat| said_by(table, seat))?;
        let who = Who::Side(table.game.side(seat)?);
        let speaker = self.rules.speaker(seat).map(Into::into);
        let act = Act::Decides(Decision { who: who.clone(), verb: verb?, on: None });
        Some((Due { who, speaker, on: None }, act))
    }
}

/// A hand that may speak now, with its word where it has no other.
fn said_by(table: &Table<'_, Baccarat>, seat: Seat) -> Option<(Seat, Option<Verb>)> {
    let deal = table.deal.as_ref()?;
    let may = |mv| table.game.check(deal, seat, mv).is_ok();
    match (may(Move::Draw), may(Move::Stand)) {
        (true, true) => Some((seat, None)),
        (true, false) => Some((seat, Some(Verb::Draws))),
        (false, true) => Some((seat, Some(Verb::Stands))),
        (false, false) => None,
    }
}
