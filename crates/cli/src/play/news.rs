//! What happens at the table, told as it comes: what fell, the hands, what became of the stakes, what is asked now.

use std::collections::BTreeMap;

use croupier_house::table::Phase;
use croupier_house::view::HandView;
use croupier_kit::Money;
use croupier_rules::table::{Outcome, StakeVerdict};

use super::answers;
use super::parlour::{Deed, Keeps, YOU};
use super::steps::plainly;
use super::telling::{self, Cards, Said};
use super::visit::{Learn, Visit};
use super::words::When;

/// Whether something is asked for the first time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    First,
    Again,
}

/// What a stake was when it was last told: what became of it, how much it was, its point.
type Known = (Outcome, Money, Option<String>);

/// What has been told already.
#[derive(Default)]
pub(super) struct Told {
    record: u64,
    stakes: BTreeMap<u32, Known>,
    hands: Vec<HandView>,
    net: Money,
}

/// A round that is over.
pub(super) struct Past {
    pub(super) round: u32,
    /// What fell, or the hands as they lay in the end.
    pub(super) fell: String,
    /// What the visitor won by it, below nought what he lost.
    pub(super) came: Money,
    pub(super) purse: Money,
}

impl Visit<'_> {
    /// Tells what has happened since this was last done.
    pub(super) fn tell(&mut self) -> Vec<Said> {
        let deeds = self.parlour.take_deeds();
        self.note_falls(&deeds);
        let mut said: Vec<Said> =
            deeds.iter().filter_map(|deed| telling::deed(deed, self.of)).map(Said::plain).collect();
        let hands = self.hands();
        let is_told = |hand: &&HandView| {
            let same =
                |told: &HandView| (&told.at, &told.hand, &told.cards) == (&hand.at, &hand.hand, &hand.cards);
            self.told.hands.iter().any(same)
        };
        let new = hands.iter().filter(|hand| !is_told(hand));
        said.extend(new.map(|hand| Said::plain(self.cards.hand(hand, &hands))));
        self.told.hands = hands;
        let over = matches!(self.parlour.phase(), Phase::Payment | Phase::Waiting) && !deeds.is_empty();
        said.extend(self.tell_stakes(over));
        if deeds.iter().any(|deed| deed.line == "no more bets") {
            self.keep_bets();
        }
        if over {
            said.extend(self.round_over());
        }
        said
    }

    /// The bets of this betting can be made again; where there were none, or only behind others, those before can.
    fn keep_bets(&mut self) {
        let mut bets = std::mem::take(&mut self.bets);
        bets.retain(|bet| !bet.wager.starts_with("behind "));
        if !bets.is_empty() {
            self.bets_before = bets;
        }
    }

    fn round_over(&mut self) -> Vec<Said> {
        self.rounds += 1;
        self.last_round = self.parlour.live().ok().map(|sitting| sitting.record.clone());
        let net = self.parlour.net();
        let came = Money::from_minor(net.minor() - self.told.net.minor());
        self.told.net = net;
        let fell = self.fell();
        self.past.push(Past { round: self.rounds, fell, came, purse: self.parlour.chips() });
        let mut said = vec![self.sum_up(came)];
        if self.parlour.chips() == Money::ZERO && !self.can_go() {
            said.push(Said::plain("Your purse is empty. `quit` leaves; --purse brings more next time."));
        } else if self.cards == Cards::Words {
            // The screen has this at its foot.
            said.push(Said::plain(format!("Now: {}.", self.betting_steps().join(", "))));
        }
        said
    }

    /// What fell in this round, in a few words.
    fn fell(&self) -> String {
        if let Some(fell) = self.falls.last() {
            return fell.brief.clone();
        }
        let hands = self.hands();
        let told: Vec<String> = hands.iter().map(|hand| self.cards.brief(hand, &hands)).collect();
        told.join("; ")
    }

    /// What the round has come to.
    fn sum_up(&self, came: Money) -> Said {
        let standing = self.parlour.on_table();
        let stands = match self.parlour.own_bank() {
            Some((bank, Keeps::Yes)) => format!(" Your bank holds {bank}."),
            Some((bank, Keeps::No)) => format!(" Your bank passes on, and the {bank} in it comes back."),
            None if standing > Money::ZERO => format!(" {standing} stands on the table."),
            None => String::new(),
        };
        let round = match came.minor() {
            0 if standing > Money::ZERO && self.parlour.own_bank().is_none() => {
                "nothing is won or lost yet".to_owned()
            }
            0 => "you end even".to_owned(),
            1.. => format!("you win {came}"),
            _ => format!("you lose {}", telling::unsigned(came)),
        };
        let (rounds, purse) = (self.rounds, self.parlour.chips());
        Said::plain(format!("Round {rounds}: {round}.{stands} Purse {purse}, {}.", self.since()))
    }

    /// How the visitor stands since he sat down.
    pub(super) fn since(&self) -> String {
        let net = self.parlour.net();
        match net.minor() {
            0 => "even".to_owned(),
            1.. => format!("{net} ahead"),
            _ => format!("{} behind", telling::unsigned(net)),
        }
    }

    /// What the wheel or the dice gave is kept on view.
    fn note_falls(&mut self, deeds: &[Deed]) {
        let fell = |deed: &&Deed| deed.line.starts_with("ball ") || deed.line.starts_with("dice ");
        for deed in deeds.iter().filter(fell) {
            self.falls.extend(telling::fall(deed, self.of));
        }
    }

    /// The stakes that have come to something since they were last told; those that stand when a round is over too.
    fn tell_stakes(&mut self, over: bool) -> Vec<Said> {
        if self.told.record != self.parlour.records() {
            self.told.record = self.parlour.records();
            self.told.stakes.clear();
        }
        let Ok(sitting) = self.parlour.live() else { return Vec::new() };
        let lives = |number: u32| sitting.rules.progress_of(number);
        let rows: Vec<(StakeVerdict, Option<String>)> = sitting
            .stakes()
            .filter_map(|(number, _)| sitting.rules.row_of(number).map(|row| (row, lives(number))))
            .collect();
        let mut said = Vec::new();
        for (row, life) in rows {
            let stands = row.outcome == Outcome::Standing;
            let now = (row.outcome, row.stake, life.clone());
            let news = self.told.stakes.get(&row.bet) != Some(&now);
            if stands && over && row.player == YOU && (news || !self.told.hands.is_empty()) {
                said.push(self.stands(&row, life.as_deref()));
            } else if news {
                said.extend(telling::row(&row));
            }
            if !stands || over {
                self.told.stakes.insert(row.bet, now);
            }
        }
        said
    }

    /// Why a stake of the visitor's still stands.
    fn stands(&self, row: &StakeVerdict, life: Option<&str>) -> Said {
        let listing = self.listings.iter().find(|listing| listing.words.contains(&row.wager));
        let carried = listing.and_then(|l| l.endings.iter().find(|ending| ending.payout.is_none()));
        let why = match (life, carried) {
            (Some(life), _) if row.of.is_none() && self.takes_behind() => {
                let (amount, number) = (plainly(row.stake), row.bet);
                format!("stands, {life}; `{amount} behind {number}` would lie behind it")
            }
            (Some(life), _) => format!("stands, {life}"),
            (None, Some(ending)) => {
                let cites = self.of.cite(ending.cites);
                let by = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
                format!("stands for the next round, {}{by}", ending.when)
            }
            (None, None) => "stands until it is decided".to_owned(),
        };
        Said::plain(format!("{} on {} (stake {}): {why}.", row.stake, row.wager, row.bet))
    }

    /// What is asked of the visitor now; who is asked again is not advised again.
    pub(super) fn prompt(&self, asked: Asked) -> Vec<Said> {
        let mut said = Vec::new();
        match self.when() {
            When::Betting | When::Always => return said,
            When::Insuring => {
                said.push(Said::plain(format!("Insurance is on offer: {}.", self.offered().join(", "))));
            }
            When::Deciding => {
                let whose = self.due().unwrap_or_default();
                let words = self.offered().join(", ");
                said.push(Said::plain(format!("Your decision on {whose}: {words}.")));
            }
        }
        if self.learn == Learn::Always && asked == Asked::First {
            said.extend(answers::hint(self));
        }
        said
    }

    /// The hand that is to decide, with what it comes to.
    fn due(&self) -> Option<String> {
        let seen = self.parlour.seen().ok()?;
        let due = seen.due?;
        let hand = seen.hands.iter().find(|hand| hand.due);
        let whose = match (&due.on, hand) {
            (Some(_), Some(hand)) => telling::name(hand, &seen.hands),
            (Some(on), None) => format!("box {on}"),
            (None, _) if due.who.as_deref() == Some(YOU) => "your hand".to_owned(),
            (None, _) => format!("the {} hand", due.who.as_deref().unwrap_or("other")),
        };
        let score = hand.and_then(|hand| hand.score.as_ref());
        Some(score.map_or_else(|| whose.clone(), |score| format!("{whose} ({score})")))
    }

    /// The visitor goes: what can be taken back is, and what is being played is finished by the defaults.
    pub(super) fn leave(&mut self) -> Vec<Said> {
        let mut said = Vec::new();
        if !self.bets.is_empty() {
            let _ = self.undo(usize::MAX, &mut said);
        }
        if self.when() != When::Betting {
            said.push(Said::plain("You leave in the middle of a round: the defaults finish it."));
        }
        let left = self.parlour.finish();
        // What may be typed now concerns nobody any more.
        said.extend(self.tell().into_iter().filter(|said| !said.text.starts_with("Now: ")));
        if self.parlour.holds_bank() {
            let _ = self.parlour.give_up_bank();
        }
        said.extend(left.err().map(|refusal| Said::refused(refusal.to_string())));
        let standing = self.parlour.on_table();
        if standing > Money::ZERO {
            said.push(Said::plain(format!(
                "{standing} still stands undecided: it goes with you, neither won nor lost."
            )));
        }
        said.extend(self.farewell());
        said
    }

    fn farewell(&self) -> Vec<Said> {
        let net = self.parlour.net();
        let rounds = if self.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", self.rounds) };
        let came = match net.minor() {
            0 => "you end even".to_owned(),
            1.. => format!("you won {net}"),
            _ => format!("you lost {}", telling::unsigned(net)),
        };
        let mut said = vec![Said::plain(format!("After {rounds} {came} in play money."))];
        let (count, cost) = self.mistakes;
        if count > 0 {
            let decisions = if count == 1 { "decision" } else { "decisions" };
            // Where best play is a mixture nobody can say what one decision costs.
            let text = if cost > 0.0 {
                format!("{count} {decisions} against best play cost {cost:.2} on average.")
            } else {
                format!("{count} {decisions} went against best play.")
            };
            said.push(Said::plain(text));
        }
        said
    }
}
