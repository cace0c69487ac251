//! Rounds from a shoe, played and counted by a player who sees every card that lies face up.

use croupier_kit::Rank;
use croupier_rules::contract::{Positions, Seated};
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack};
use croupier_rules::games::{AnyGame, FamilyRules};

use super::machine::{CountMachine, SplitBox, SplitCourse, SplitWait, Word, action, in_parts, parts_of};
use super::play::{CountPlay, place_of};
use super::system::{CountSystem, kind_of};
use super::totals::CountTotals;
use crate::batch::round::{CardFall, OneBox, OpenRound, Waiting};
use crate::error::ShoeSpent;
use crate::job::Shoes;
use crate::kernel::{BoxOf, Shuffler};
use crate::options::SetupError;
use crate::play::{Boxes, Supply, SupplyKind};
use crate::random::{ROOM, RandomStream, RandomWords, ShufflePlan, StreamPurpose};
use crate::table::DecidedTable;

/// The number of kinds of cards that a shoe can tell apart.
const CARD_KINDS: usize = 16;
/// The shoes of a block that are played to their cutting card.
const SHOES: u64 = 1024;
/// The shoes of a block of one round each.
const FRESH_SHOES: u64 = 16 * SHOES;

/// When a player is in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CounterPresence {
    /// He plays from this count on, and watches until then; from the first round if `None`.
    pub enters: Option<i32>,
    /// He leaves below this count; never if `None`.
    pub leaves: Option<i32>,
}

/// How a table is counted.
#[derive(Clone, Debug)]
pub struct CountOptions {
    /// When the cards are shuffled.
    pub shoes: Shoes,
    /// The boxes that the player has, each with the same bet.
    pub boxes: u8,
    /// When he is in play.
    pub presence: CounterPresence,
}

/// The rules of a blackjack table; `None` for another game.
pub fn blackjack_of(game: &AnyGame) -> Option<&Blackjack> {
    Seated::<Blackjack, BOXES_MAX>::of(game).map(|seated| &seated.0)
}

/// A table with a player who counts.
pub struct CountTable {
    table: BoxOf<CountPlay>,
    machine: CountMachine,
    system: CountSystem,
    /// The tag of each card.
    tags: [i32; CARD_KINDS],
    /// The running count of a fresh shoe.
    start: i32,
    plan: ShufflePlan,
    shuffled_at: usize,
    options: CountOptions,
}

impl CountOptions {
    /// Checks that a table can be played in this way.
    ///
    /// # Errors
    /// When the table has fewer boxes, or the shoe cannot be cut there.
    pub fn check(&self, rules: &Blackjack) -> Result<(), SetupError> {
        let most = rules.boxes.most;
        if !(1..=most).contains(&self.boxes) {
            return Err(SetupError::Boxes(self.boxes, most));
        }
        match self.shoes {
            Shoes::Cut(percent) if !(1..=95).contains(&percent) => Err(SetupError::Cut(percent)),
            _ => Ok(()),
        }
    }
}

/// What is left of a shoe, and what was counted of it.
struct CountedCards<'c> {
    cards: &'c [u8],
    at: usize,
    running: i32,
    /// The tags and the number of cards that lie face down.
    unseen: (i32, i32),
}

/// A box in the course of a round.
enum BoxCourse {
    Unsplit(Word),
    Split(Box<SplitCourse>),
    SplitByRules(Box<OpenRound>),
    Over(i32),
}

impl CountTable {
    /// A table at which a player counts by a system and plays in this way.
    ///
    /// # Errors
    /// When the game is not blackjack, or cannot be dealt in this way.
    pub fn new(
        rules: &AnyGame,
        system: &CountSystem,
        play: CountPlay,
        options: CountOptions,
    ) -> Result<Self, SetupError> {
        let rules = blackjack_of(rules).ok_or(SetupError::Policy)?;
        options.check(rules)?;
        let game: OneBox = Seated(rules.clone());
        let supply = Supply::new(&game, options.shoes, 0).ok_or(SetupError::Supply)?;
        let SupplyKind::Shoe { plan, shuffled_at } = &supply.from else { return Err(SetupError::Supply) };
        // All cards are drawn: a round may take many when there are several boxes.
        let whole = ShufflePlan::new(&plan.sorted[..plan.cards], plan.cards).ok_or(SetupError::Supply)?;
        if supply.chances.len() > CARD_KINDS {
            return Err(SetupError::Supply);
        }
        let mut tags = [0; CARD_KINDS];
        for (tag, rank) in tags.iter_mut().zip(&supply.chances) {
            *tag = system.tag(kind_of(&game, *rank));
        }
        let (parts, shuffled_at) = (parts_of(&game), *shuffled_at);
        let of_bet = i64::from(parts);
        let stakes = Boxes::new(Some((0, of_bet)), Some((1, of_bet)), false);
        let table = DecidedTable { game, supply, stakes, policy: play, places: Positions::first(1) };
        Ok(Self {
            machine: CountMachine::new(&table, parts),
            start: system.start(table.game.packs),
            table,
            system: system.clone(),
            tags,
            plan: whole,
            shuffled_at,
            options,
        })
    }

    /// The parts of a bet in which results are counted.
    pub const fn parts(&self) -> i32 {
        self.machine.parts
    }

    /// The shoes of a block.
    const fn shoes(&self) -> u64 {
        match self.options.shoes {
            Shoes::Fresh => FRESH_SHOES,
            Shoes::Cut(_) => SHOES,
        }
    }

    /// Plays one block: a number of whole shoes, so that no shoe that is broken off favours its first rounds.
    ///
    /// # Errors
    /// When a shoe runs out in the middle of a round.
    pub fn play_block(&self, seed: u64, block: u64) -> Result<CountTotals, ShoeSpent> {
        let mut words = RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Chance));
        let mut shuffler = Shuffler::new(&self.plan);
        let mut shoe = Box::new([0; ROOM]);
        let mut totals = CountTotals::new();
        for _ in 0..self.shoes() {
            shuffle(&mut shuffler, &mut words, &mut shoe);
            self.shoe(&shoe[..self.plan.cards], &mut totals)?;
        }
        Ok(totals)
    }

    /// Plays a shoe to its cutting card.
    fn shoe(&self, cards: &[u8], totals: &mut CountTotals) -> Result<(), ShoeSpent> {
        let mut shoe = CountedCards { cards, at: 0, running: self.start, unseen: (0, 0) };
        let CounterPresence { enters, leaves } = self.options.presence;
        let mut plays = enters.is_none();
        while shoe.at < self.shuffled_at {
            let count = self.count(&shoe);
            plays = if plays {
                leaves.is_none_or(|least| count >= least)
            } else {
                enters.is_some_and(|least| count >= least)
            };
            let (won, squares) = match self.options.boxes {
                1 => {
                    let won = self.round_of_one(&mut shoe)?;
                    (won, won * won)
                }
                boxes => self.round_of_several(boxes, &mut shoe)?,
            };
            shoe.turn_all();
            totals.dealt += 1;
            if plays {
                totals.cells[place_of(count)].add(won, squares);
            }
        }
        totals.shoes += 1;
        Ok(())
    }

    /// The count that the player goes by now.
    #[inline]
    fn count(&self, shoe: &CountedCards<'_>) -> i32 {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "a shoe has few cards"
        )]
        let left = (shoe.cards.len() - shoe.at) as i32 + shoe.unseen.1;
        self.system.count(shoe.running, left)
    }

    /// The next card, which is counted if it lies face up.
    #[inline]
    fn card(&self, shoe: &mut CountedCards<'_>, unseen: bool) -> Result<u8, ShoeSpent> {
        let card = *shoe.cards.get(shoe.at).ok_or(ShoeSpent)?;
        let tag = self.tags[usize::from(card) % CARD_KINDS];
        shoe.at += 1;
        if unseen {
            shoe.unseen = (shoe.unseen.0 + tag, shoe.unseen.1 + 1);
        } else {
            shoe.running += tag;
        }
        Ok(card)
    }

    /// Plays a round of one box, and returns what it won.
    #[inline]
    fn round_of_one(&self, shoe: &mut CountedCards<'_>) -> Result<i32, ShoeSpent> {
        let mut word = self.machine.start;
        loop {
            match word.kind() {
                Word::CARD => word = self.machine.after(word, self.card(shoe, word.is_unseen())?),
                Word::CHOICE => word = self.choose(word, shoe),
                Word::END => return Ok(self.machine.ends[word.number()]),
                _ => return self.split(word, shoe),
            }
        }
    }

    #[inline]
    fn choose(&self, word: Word, shoe: &CountedCards<'_>) -> Word {
        let choice = &self.machine.choices[word.number()];
        if self.count(shoe) >= choice.from { choice.then } else { choice.below }
    }

    /// Plays the rest of a round whose only box is split.
    #[cold]
    fn split(&self, word: Word, shoe: &mut CountedCards<'_>) -> Result<i32, ShoeSpent> {
        match &self.machine.splits[word.number()] {
            SplitBox::ByStates(course) => {
                let mut course = *course;
                loop {
                    if let Some(won) = self.hands(&mut course, shoe)? {
                        return Ok(won);
                    }
                    course.takes(&self.machine.hands, self.card(shoe, false)?);
                }
            }
            SplitBox::ByRules(round) => {
                let mut round = round.clone();
                while let Some(fall) = self.to_card(&mut round, shoe) {
                    let card = self.card(shoe, fall.to_dealer && !fall.is_up)?;
                    round.fall(&self.table.game, self.rank(card));
                }
                Ok(in_parts(round.won, self.machine.parts))
            }
        }
    }

    fn rank(&self, card: u8) -> Rank {
        self.table.supply.chances[usize::from(card)]
    }

    /// Plays the hands of a split box until a card of the dealer's is due; returns what it won if it is over.
    fn hands(&self, course: &mut SplitCourse, shoe: &mut CountedCards<'_>) -> Result<Option<i32>, ShoeSpent> {
        loop {
            match course.go_on(&self.machine.hands) {
                SplitWait::Card => course.takes(&self.machine.hands, self.card(shoe, false)?),
                SplitWait::Choice(choice) => {
                    let place = place_of(self.count(shoe));
                    course.follows(if place >= choice.from { choice.then } else { choice.below });
                }
                SplitWait::Dealer => return Ok(None),
                SplitWait::Over(won) => return Ok(Some(won)),
            }
        }
    }

    /// Makes the decisions of a split box until it waits for a card; `None` if its round is over.
    fn to_card(&self, round: &mut OpenRound, shoe: &CountedCards<'_>) -> Option<CardFall> {
        let DecidedTable { game, policy, .. } = &self.table;
        loop {
            match round.waiting() {
                Waiting::Card => return round.fall_due(game),
                Waiting::Nothing => return None,
                Waiting::Decision(_) => {
                    let (observed, permitted) = (round.observed(game), round.permitted(game));
                    round.act(game, action(policy, observed, permitted, place_of(self.count(shoe))));
                }
            }
        }
    }

    /// Plays a round of several boxes, and returns what they won together, and the sum of the squares of what each won. Every
    /// box is a machine of its own; the cards of the dealer fall to all of them.
    fn round_of_several(&self, boxes: u8, shoe: &mut CountedCards<'_>) -> Result<(i32, i32), ShoeSpent> {
        let mut course: Vec<BoxCourse> = (0..boxes).map(|_| BoxCourse::Unsplit(self.machine.start)).collect();
        for _ in 0..2 {
            for one in &mut course {
                if let BoxCourse::Unsplit(word) = one
                    && word.waits_for_card()
                {
                    *word = self.machine.after(*word, self.card(shoe, false)?);
                }
            }
            self.dealers_card(&mut course, shoe)?;
        }
        // Insurance is decided on before anybody plays.
        for one in &mut course {
            if let BoxCourse::Unsplit(word) = one {
                while word.is_insurance() {
                    *word = self.choose(*word, shoe);
                }
            }
        }
        loop {
            for one in &mut course {
                self.play_box(one, shoe)?;
            }
            if !self.dealers_card(&mut course, shoe)? {
                break;
            }
        }
        let won = course.iter().map(|one| match one {
            BoxCourse::Over(won) => *won,
            BoxCourse::Unsplit(_) | BoxCourse::Split(_) | BoxCourse::SplitByRules(_) => {
                unreachable!("a round ends when every box is over")
            }
        });
        Ok(won.fold((0, 0), |(sum, squares), won| (sum + won, squares + won * won)))
    }

    /// Plays a box until it waits for a card of the dealer's, or is over.
    fn play_box(&self, course: &mut BoxCourse, shoe: &mut CountedCards<'_>) -> Result<(), ShoeSpent> {
        loop {
            match course {
                BoxCourse::Unsplit(word) if word.waits_for_card() => {
                    *word = self.machine.after(*word, self.card(shoe, false)?);
                }
                BoxCourse::Unsplit(word) => match word.kind() {
                    Word::CARD => return Ok(()),
                    Word::CHOICE => *word = self.choose(*word, shoe),
                    Word::END => *course = BoxCourse::Over(self.machine.ends[word.number()]),
                    _ => {
                        *course = match &self.machine.splits[word.number()] {
                            SplitBox::ByStates(hands) => BoxCourse::Split(Box::new(*hands)),
                            SplitBox::ByRules(round) => BoxCourse::SplitByRules(Box::new(round.clone())),
                        };
                    }
                },
                BoxCourse::Split(hands) => {
                    if let Some(won) = self.hands(hands, shoe)? {
                        *course = BoxCourse::Over(won);
                    }
                    return Ok(());
                }
                BoxCourse::SplitByRules(round) => match self.to_card(round, shoe) {
                    Some(fall) if fall.to_dealer => return Ok(()),
                    Some(_) => {
                        let card = self.card(shoe, false)?;
                        round.fall(&self.table.game, self.rank(card));
                    }
                    None => *course = BoxCourse::Over(in_parts(round.won, self.machine.parts)),
                },
                BoxCourse::Over(_) => return Ok(()),
            }
        }
    }

    /// Deals the dealer a card if all boxes that are not over wait for it, and says whether any does.
    fn dealers_card(&self, course: &mut [BoxCourse], shoe: &mut CountedCards<'_>) -> Result<bool, ShoeSpent> {
        let waits = |one: &BoxCourse| match one {
            BoxCourse::Unsplit(word) => word.waits_for_dealer(),
            // Split boxes are played before the dealer is.
            BoxCourse::Split(_) | BoxCourse::SplitByRules(_) => true,
            BoxCourse::Over(_) => false,
        };
        let is_over = |one: &BoxCourse| match one {
            BoxCourse::Unsplit(word) => word.kind() == Word::END,
            BoxCourse::Split(_) | BoxCourse::SplitByRules(_) => false,
            BoxCourse::Over(_) => true,
        };
        if !course.iter().any(waits) || !course.iter().all(|one| waits(one) || is_over(one)) {
            return Ok(false);
        }
        let unseen = course.iter().any(|one| matches!(one, BoxCourse::Unsplit(word) if word.is_unseen()));
        let card = self.card(shoe, unseen)?;
        for one in course {
            match one {
                BoxCourse::Unsplit(word) if word.waits_for_dealer() => {
                    *word = self.machine.after(*word, card)
                }
                BoxCourse::Split(hands) => hands.takes(&self.machine.hands, card),
                BoxCourse::SplitByRules(round) => round.fall(&self.table.game, self.rank(card)),
                BoxCourse::Unsplit(_) | BoxCourse::Over(_) => {}
            }
        }
        Ok(true)
    }
}

/// A round of a shoe, for tests.
#[cfg(test)]
pub(super) struct CountedRound {
    pub(super) from: usize,
    pub(super) cards: usize,
    pub(super) won: i32,
}

#[cfg(test)]
impl CountTable {
    /// Shuffled shoes.
    pub(super) fn some_shoes(&self, seed: u64, count: usize) -> Vec<Vec<u8>> {
        let mut words = RandomWords::new(RandomStream::new(seed, 0, StreamPurpose::Chance));
        let mut shuffler = Shuffler::new(&self.plan);
        let mut shoe = Box::new([0; ROOM]);
        let mut shuffled = || {
            shuffle(&mut shuffler, &mut words, &mut shoe);
            shoe[..self.plan.cards].to_vec()
        };
        (0..count).map(|_| shuffled()).collect()
    }

    /// The rounds of a shoe.
    pub(super) fn rounds_of(&self, cards: &[u8]) -> Vec<CountedRound> {
        let mut shoe = CountedCards { cards, at: 0, running: self.start, unseen: (0, 0) };
        let mut rounds = Vec::new();
        while shoe.at < self.shuffled_at {
            let from = shoe.at;
            let won = match self.options.boxes {
                1 => self.round_of_one(&mut shoe).unwrap(),
                boxes => self.round_of_several(boxes, &mut shoe).unwrap().0,
            };
            shoe.turn_all();
            rounds.push(CountedRound { from, cards: shoe.at - from, won });
        }
        rounds
    }
}

impl CountedCards<'_> {
    /// Turns all cards of a round: those that lay face down are seen now.
    #[inline]
    const fn turn_all(&mut self) {
        self.running += self.unseen.0;
        self.unseen = (0, 0);
    }
}

#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shuffle(shuffler: &mut Shuffler<'_>, words: &mut RandomWords, shoe: &mut [u8; ROOM]) {
    shuffler.shuffle(words, shoe);
}
