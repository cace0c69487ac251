//! The shoe of a table, its cutting card and the cut.

use croupier_kit::{Card, Shoe};

use super::{PlayerId, Table, TableGame};
use crate::law::Refusal;

/// What a game is dealt from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardSource {
    /// No cards.
    None,
    /// A shoe of so many packs that lasts over hands, with a cutting card.
    Shoe(u8),
    /// So many packs, shuffled for every hand.
    EveryHand(u8),
    /// A shoe of so many packs in a machine that puts every card back, without a cutting card.
    Shuffler(u8),
}

/// What is left in the shoe, and where its cutting card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableShoe {
    packs: CardSource,
    left: Shoe,
    cut: Cut,
}

/// Where the cutting card is, and who is to cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// Still in the shoe.
    Inside,
    /// Comes with the next card.
    Next,
    /// Has come out; these are the last cards.
    Out(Option<PlayerId>),
    /// The cards are shuffled, and may be cut: by this person, or by anyone.
    Shuffled(Option<PlayerId>),
}

impl TableShoe {
    pub(super) const fn new(packs: CardSource) -> Self {
        let count = match packs {
            CardSource::None => 0,
            CardSource::Shoe(packs) | CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => packs,
        };
        Self { packs, left: Shoe::new(count), cut: Cut::Inside }
    }

    /// What is left.
    pub const fn left(&self) -> &Shoe {
        &self.left
    }

    /// Whether the cutting card has come out, so that the cards are shuffled before another hand.
    pub const fn is_spent(&self) -> bool {
        matches!(self.cut, Cut::Out(_))
    }

    /// Whether the cutting card is still among the cards.
    pub const fn holds_cutting_card(&self) -> bool {
        matches!(self.cut, Cut::Inside | Cut::Shuffled(_))
    }

    /// Notes who was dealt the cutting card, if it came with the last card.
    pub(crate) fn cutting_card_to(&mut self, player: Option<PlayerId>) {
        if self.cut == Cut::Next {
            self.cut = Cut::Out(player);
        }
    }

    /// A new hand begins: what is shuffled for every hand is whole again.
    pub(super) const fn next_hand(&mut self) {
        if matches!(self.packs, CardSource::EveryHand(_) | CardSource::Shuffler(_)) {
            self.left.shuffle();
        }
    }

    /// The hand is dealt again from a whole pack.
    pub(crate) const fn deal_again(&mut self) {
        self.left.shuffle();
    }
}

impl<G: TableGame> Table<'_, G> {
    /// Takes a card out of the shoe.
    pub(super) fn take_card(&mut self, card: Card) -> Result<(), Refusal> {
        if self.deal.is_none() && matches!(self.shoe.cut, Cut::Out(_)) {
            return Err(Refusal::new(
                self.conduct.cutting_card,
                "a card after the hand in which the cutting card came out",
                "the cards are shuffled first",
            ));
        }
        if let Err(absent) = self.shoe.left.take(card) {
            return Err(Refusal::new(self.conduct.packs, absent.to_string(), "no card comes out more often"));
        }
        if matches!(self.shoe.cut, Cut::Shuffled(_)) {
            self.shoe.cut = Cut::Inside;
        }
        Ok(())
    }

    /// `shuffle`: between hands.
    pub(super) fn shuffle(&mut self) -> Result<(), Refusal> {
        if self.shoe.packs == CardSource::None {
            return Err(self.foreign("shuffle"));
        }
        if self.in_play() {
            return Err(Refusal::new(self.conduct.shuffle, "a shuffle", "not while a hand is in play"));
        }
        self.shoe.left.shuffle();
        self.shoe.cut = match self.shoe.cut {
            Cut::Out(player) => Cut::Shuffled(player),
            Cut::Inside | Cut::Next | Cut::Shuffled(_) => Cut::Shuffled(None),
        };
        Ok(())
    }

    /// `cutting card`: it comes with the next card.
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
            let allowed = "no card comes after the round for it to come with";
            return Err(Refusal::new(self.conduct.cutting_card, "a cutting card", allowed));
        }
        if matches!(self.shoe.cut, Cut::Next | Cut::Out(_)) {
            let allowed = "a shoe has one, and it has come out";
            return Err(Refusal::new(self.conduct.cutting_card, "a second cutting card", allowed));
        }
        self.shoe.cut = Cut::Next;
        Ok(())
    }

    /// `ann cuts`: once, after a shuffle, whoever was dealt the cutting card.
    pub(super) fn cuts(&mut self, name: &str) -> Result<(), Refusal> {
        let player = self.people.meet(name);
        let refusal = match self.shoe.cut {
            _ if self.shoe.packs == CardSource::None => return Err(self.foreign("a cut")),
            Cut::Shuffled(None) => None,
            Cut::Shuffled(Some(due)) if due == player => None,
            Cut::Shuffled(Some(due)) => {
                let allowed = format!("{} was dealt the cutting card and cuts", self.people.name(due));
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
        if matches!(self.shoe.cut, Cut::Shuffled(_)) {
            self.shoe.cut = Cut::Inside;
        }
        Ok(())
    }
}
