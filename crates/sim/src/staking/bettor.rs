//! One player at a table, over many sessions.

use croupier_kit::Money;

use super::counting::Counting;
use super::progression::{AmountOverflow, ProgressionState};
use super::sessions::{FinishedSession, SessionTotals};
use super::{BetAmounts, Progression, Staking};
use crate::play::Sink;
use crate::tally::Tally;

/// A player at a table.
pub(crate) struct Bettor {
    terms: BetAmounts,
    progression: Progression,
    /// The largest bet that the table accepts, in units.
    most: i64,
    rounds: u64,
    counting: Option<Counting>,
    session: Session,
    beyond: bool,
    /// The results of the rounds per unit.
    pub(crate) tally: Tally,
    /// The totals of the sessions.
    pub(crate) sessions: SessionTotals,
}

/// The state of a session.
struct Session {
    course: ProgressionState,
    /// Net winnings so far, without the bankroll.
    won: i64,
    peak: i64,
    drawdown: i64,
    turnover: i64,
    bets: u64,
    /// The units staked in this round.
    laid: Option<i64>,
}

impl Session {
    fn new(progression: Progression) -> Self {
        let course = ProgressionState::new(progression);
        Self { course, won: 0, peak: 0, drawdown: 0, turnover: 0, bets: 0, laid: None }
    }
}

impl Bettor {
    pub(crate) fn new(staking: &Staking, terms: BetAmounts, counting: Option<Counting>) -> Self {
        // Without a table limit, the largest amount is the limit.
        let beyond = Money::AMOUNT_MAX.minor() / terms.unit + 1;
        Self {
            terms,
            progression: staking.progression,
            most: staking.most.map_or(beyond, |most| most.min(beyond)),
            rounds: staking.rounds,
            counting,
            session: Session::new(staking.progression),
            beyond: false,
            tally: Tally::default(),
            sessions: SessionTotals::of(staking.rounds),
        }
    }

    /// Whether the player bets again in this session.
    pub(crate) fn plays(&self) -> bool {
        !self.beyond && self.session.bets < self.rounds && !self.is_ruined()
    }

    fn is_ruined(&self) -> bool {
        self.terms.bankroll.is_some_and(|bankroll| bankroll + self.session.won < self.terms.bet)
    }

    /// Ends the session and starts another.
    pub(crate) fn end(&mut self) -> Result<(), AmountOverflow> {
        let fresh = Session::new(self.progression);
        let ruined = self.is_ruined();
        let session = std::mem::replace(&mut self.session, fresh);
        if self.beyond {
            return Err(AmountOverflow);
        }
        let Session { won, drawdown, turnover, bets, .. } = session;
        let last = self.terms.bankroll.unwrap_or(0) + won;
        self.sessions
            .end(&FinishedSession { won, last, drawdown, turnover, bets, ruined })
            .ok_or(AmountOverflow)
    }

    /// The units to stake: what the progression asks for, limited by the table and by the bankroll.
    fn units(&self) -> Result<i64, AmountOverflow> {
        let count = self.counting.as_ref().map_or(0, Counting::true_count);
        let wanted = self.session.course.wanted(count)?.min(self.most);
        let has =
            self.terms.bankroll.map_or(i64::MAX, |bankroll| (bankroll + self.session.won) / self.terms.bet);
        let units = wanted.min(has);
        let stake = units.checked_mul(self.terms.unit).ok_or(AmountOverflow)?;
        if stake > Money::AMOUNT_MAX.minor() { Err(AmountOverflow) } else { Ok(units) }
    }

    /// Settles a bet of `units` units with a profit of `profit` parts per unit.
    fn settle(&mut self, units: i64, profit: i64) -> Option<()> {
        let session = &mut self.session;
        let won = units.checked_mul(self.terms.part)?.checked_mul(profit)?;
        session.won = session.won.checked_add(won).filter(|won| won.abs() <= HELD_MAX)?;
        session.turnover = session.turnover.checked_add(units.checked_mul(self.terms.bet)?)?;
        session.peak = session.peak.max(session.won);
        session.drawdown = session.drawdown.max(session.peak - session.won);
        session.bets += 1;
        session.course.after(units, profit.cmp(&0), self.most).ok()?;
        let held = self.terms.bankroll.unwrap_or(0) + session.won;
        self.sessions.pass(session.bets, held);
        Some(())
    }
}

/// The largest permitted win or loss, small enough that no sum can overflow.
const HELD_MAX: i64 = i64::MAX / 4;

impl Sink for Bettor {
    fn note(&mut self, _: usize, profit: i64, staked: u64) {
        self.tally.add_times(profit, 1);
        self.tally.stake(staked);
        let Some(units) = self.session.laid.take() else { return };
        self.beyond |= self.settle(units, profit).is_none();
    }

    fn fell(&mut self, chance: u8) {
        if let Some(counting) = &mut self.counting {
            counting.fell(chance);
        }
    }

    fn shuffled(&mut self) {
        if let Some(counting) = &mut self.counting {
            counting.shuffled();
        }
    }

    fn lays(&mut self) {
        if self.session.laid.is_none() {
            match self.units() {
                Ok(units) => self.session.laid = Some(units),
                Err(AmountOverflow) => self.beyond = true,
            }
        }
    }
}
