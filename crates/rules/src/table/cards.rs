//! The acts on the cards of a table: a card from the shoe, the shuffle, the cutting card, the cut.

use croupier_kit::Card;

use super::shoe::{CardSource, Cut};
use super::table_game::{Table, TableGame};
use crate::law::Refusal;

impl<G: TableGame> Table<'_, G> {
    /// Removes a card from the shoe.
    pub(super) fn take_card(&mut self, card: Card) -> Result<(), Refusal> {
        if self.deal.is_none() && matches!(self.shoe.cut, Cut::Out(_)) {
            return Err(Refusal::new(
                self.conduct.cutting_card,
                "a card after the hand in which the cutting card came out",
                "the cards are shuffled first",
            ));
        }
        if let Err(absent) = self.shoe.left.take(card) {
            return Err(Refusal::new(self.conduct.packs, absent.to_string(), "no more can come out"));
        }
        self.shoe.cut = self.shoe.cut.without_cut();
        Ok(())
    }

    /// `shuffle`: permitted between hands.
    pub(super) fn shuffle(&mut self) -> Result<(), Refusal> {
        if self.shoe.packs == CardSource::None {
            return Err(self.foreign("shuffle"));
        }
        self.end_hand_if_over();
        if self.in_play() {
            return Err(Refusal::new(self.conduct.shuffle, "a shuffle", "not while a hand is in play"));
        }
        self.shoe.left.shuffle();
        self.shoe.cut = match self.shoe.cut {
            Cut::Out(player) => Cut::Shuffled(player),
            Cut::Inside | Cut::Next | Cut::Shuffled(_) | Cut::ShuffledNext(_) => Cut::Shuffled(None),
        };
        Ok(())
    }

    /// `cutting card`: it comes out with the next card.
    pub(super) fn cutting_card(&mut self) -> Result<(), Refusal> {
        match self.shoe.packs {
            CardSource::None | CardSource::EveryHand(_) => return Err(self.foreign("a cutting card")),
            CardSource::Shuffler(_) => {
                let allowed = "a shuffling machine has none";
                return Err(Refusal::new(self.conduct.cutting_card, "a cutting card", allowed));
            }
            CardSource::Shoe(_) => {}
        }
        if self.is_over() {
            let allowed = "the round is over";
            return Err(Refusal::new(self.conduct.cutting_card, "a cutting card", allowed));
        }
        self.shoe.cut = match self.shoe.cut {
            Cut::Inside => Cut::Next,
            Cut::Shuffled(player) => Cut::ShuffledNext(player),
            Cut::Next | Cut::ShuffledNext(_) | Cut::Out(_) => {
                let allowed = "the shoe has one, and it is already out";
                return Err(Refusal::new(self.conduct.cutting_card, "a second cutting card", allowed));
            }
        };
        Ok(())
    }

    /// `ann cuts`: permitted once after a shuffle and before the next card, to the person who was dealt the cutting card, or to anyone if
    /// nobody was.
    pub(super) fn cuts(&mut self, name: &str) -> Result<(), Refusal> {
        let player = self.people.id_of(name);
        let refusal = match self.shoe.cut {
            _ if self.shoe.packs == CardSource::None => return Err(self.foreign("a cut")),
            Cut::Shuffled(None) | Cut::ShuffledNext(None) => None,
            Cut::Shuffled(Some(due)) | Cut::ShuffledNext(Some(due)) if due == player => None,
            Cut::Shuffled(Some(due)) | Cut::ShuffledNext(Some(due)) => {
                let allowed =
                    format!("only {}, who was dealt the cutting card, may cut", self.people.name(due));
                Some(Refusal::new(self.conduct.cutting_card, format!("{name} cuts"), allowed))
            }
            Cut::Inside | Cut::Next | Cut::Out(_) => {
                let allowed = "the cards are cut once, after a shuffle";
                Some(Refusal::new(self.conduct.cutting_card, format!("{name} cuts"), allowed))
            }
        };
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        self.shoe.cut = self.shoe.cut.without_cut();
        Ok(())
    }
}
