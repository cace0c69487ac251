//! What a command has led to, for its sender, and as nodes send it to each other.

use std::sync::Arc;

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::journal::{Entry, Salt};
use serde::{Deserialize, Serialize};

use crate::node::{decode, decode_first, encode};
use crate::wire::{CommandResult, Problem};

/// What a command has led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Executed {
    /// The result.
    pub result: CommandResult,
    /// The entry of a bet.
    pub bet: Option<BetEntry>,
}

/// The entry of a bet in the journal, with which its player can check that it stays there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BetEntry {
    /// Its position among all entries of the house, from 1.
    pub sequence: u64,
    /// Its random bytes.
    pub salt: Salt,
    /// The bytes that are stored.
    pub bytes: Box<[u8]>,
}

impl BetEntry {
    /// The entry of a bet among those of its command; `None` if it was no bet. It has what the player has bet, and nothing that the
    /// player does not know: cards that the house deals then are in entries of their own.
    pub(super) fn of(request: &Request, entries: &[Entry]) -> Option<Self> {
        let Command::Table(_, TableCommand::Bet { .. }) = &request.command else { return None };
        let is_stake =
            |entry: &&Entry| entry.body.ledger.iter().any(|transaction| transaction.stake.is_some());
        let mut acted = entries.iter().filter(|entry| matches!(entry.body.event, Event::Acted { .. }));
        let entry = acted.find(|entry| entry.body.by == request.by && is_stake(entry))?;
        let (sequence, salt) = (entry.body.sequence, entry.body.salt);
        Some(Self { sequence, salt, bytes: Box::from(&*entry.bytes) })
    }
}

impl Executed {
    /// The bytes that a node sends. Nodes of earlier versions read the result and leave the rest.
    pub(super) fn encode(&self) -> Result<Arc<[u8]>, Problem> {
        encode(&(self.result, &self.bet))
    }

    /// What a node has sent; one of an earlier version sends the result alone.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Problem> {
        let (result, rest) = decode_first(bytes)?;
        let bet: Option<BetEntry> = if rest.is_empty() { None } else { decode(rest)? };
        if bet.as_ref().is_some_and(|bet| bet.sequence == 0) {
            return Err(Problem::unavailable("another node has sent a bet without a place in the journal"));
        }
        Ok(Self { result, bet })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: CommandResult =
        CommandResult { from: 1, to: 2, again: false, number: Some(300), breached: false, sequence: 70_000 };

    #[test]
    fn what_a_node_sends_is_read_back() {
        let bytes = [5; 200].as_slice().into();
        for bet in [None, Some(BetEntry { sequence: 69_999, salt: [3; 16], bytes })] {
            let executed = Executed { result: RESULT, bet };
            assert_eq!(Executed::decode(&executed.encode().unwrap()).unwrap(), executed);
        }
    }

    #[test]
    fn nodes_of_earlier_versions_send_and_read_the_result_alone() {
        let alone = encode(&RESULT).unwrap();
        assert_eq!(Executed::decode(&alone).unwrap(), Executed { result: RESULT, bet: None });
        let bet = Some(BetEntry { sequence: 1, salt: [3; 16], bytes: [5; 200].as_slice().into() });
        let sent = Executed { result: RESULT, bet }.encode().unwrap();
        assert_eq!(decode::<CommandResult>(&sent).unwrap(), RESULT);
    }

    #[test]
    fn a_bet_without_a_place_is_refused() {
        let bet = Some(BetEntry { sequence: 0, salt: [3; 16], bytes: [5; 200].as_slice().into() });
        assert!(Executed::decode(&Executed { result: RESULT, bet }.encode().unwrap()).is_err());
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let bet = Some(BetEntry { sequence: 1, salt: [3; 16], bytes: [5; 200].as_slice().into() });
        let sent = Executed { result: RESULT, bet }.encode().unwrap();
        assert!(Executed::decode(&sent[..sent.len() - 1]).is_err());
    }
}
