//! A guest who bets and takes the bet before that back, again and again, over HTTP: a table refuses neither while its
//! bets are open. One bet always stands, so that the round ends in time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_bench::SeatedGuest;
use serde_json::{Value, json};

/// How long a guest tries to be answered.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest time that one attempt takes.
const ATTEMPT: Duration = Duration::from_secs(10);
/// The pause before another node is asked.
const PAUSE: Duration = Duration::from_millis(2);
const UNAVAILABLE: u16 = 503;

/// A command that was acknowledged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acknowledged {
    /// When it was first sent.
    pub(crate) sent: Instant,
    /// When it was acknowledged.
    pub(crate) answered: Instant,
    /// How often a node answered that it could not be done.
    pub(crate) refused: u32,
    /// How often a node did not answer.
    pub(crate) unreached: u32,
}

impl Acknowledged {
    /// How long its guest waited.
    pub(crate) fn waited(&self) -> Duration {
        self.answered - self.sent
    }
}

/// What guests were answered instead of an acknowledgement, and when.
#[derive(Clone, Default)]
pub(crate) struct Complaints(Arc<Mutex<VecDeque<(Instant, String)>>>);

impl Complaints {
    /// The number that is remembered.
    const MOST: usize = 65_536;

    fn note(&self, node: &str, answer: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() == Self::MOST {
            all.pop_front();
        }
        all.push_back((Instant::now(), format!("{node}: {answer}")));
    }

    /// Each answer after a moment, with when it was first and last given and how often.
    pub(crate) fn since(&self, moment: Instant) -> String {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kinds: Vec<(&str, Duration, Duration, u32)> = Vec::new();
        for (at, answer) in all.iter().filter(|(at, _)| *at >= moment) {
            let after = *at - moment;
            match kinds.iter_mut().find(|kind| kind.0 == answer) {
                Some(kind) => (kind.2, kind.3) = (after, kind.3 + 1),
                None => kinds.push((answer, after, after, 1)),
            }
        }
        let lines = kinds.iter().map(|(answer, first, last, count)| {
            format!("  {count} times from {first:.1?} to {last:.1?} after it, {answer}\n")
        });
        lines.collect()
    }
}

/// A guest at a table, who goes to the next node where one does not answer.
pub(crate) struct Bettor {
    agent: ureq::Agent,
    bases: Vec<String>,
    at: usize,
    bearer: String,
    table: u16,
    keys: u128,
    /// The stakes that are on the table.
    stakes: VecDeque<u64>,
    complaints: Complaints,
}

impl Bettor {
    /// A guest who goes to the first of these nodes.
    pub(crate) fn new(guest: &SeatedGuest, bases: Vec<String>, complaints: Complaints) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let bettor = Self {
            agent: config.timeout_global(Some(ATTEMPT)).build().into(),
            bases,
            at: 0,
            bearer: format!("Bearer {}", guest.token),
            table: guest.table,
            keys: u128::from(guest.person.0) << 64 | u128::from(std::process::id()) << 96,
            stakes: VecDeque::new(),
            complaints,
        };
        // Whoever was away for long has lost the seat; who has it is refused another.
        let (status, reply) = bettor.attempt(&json!({"do": "sit"}), None).expect("an answer");
        assert!(matches!(status, 200 | 409 | 422), "{status}: {reply}");
        bettor
    }

    /// Sends a request once.
    fn attempt(&self, body: &Value, key: Option<u128>) -> Result<(u16, Value), String> {
        let path = format!("/api/v1/houses/1/tables/{}/commands", self.table);
        let request = self.agent.post(format!("{}{path}", self.bases[self.at]));
        let mut request = request.header("authorization", &self.bearer);
        if let Some(key) = key {
            request = request.header("idempotency-key", format!("{key:032x}"));
        }
        let mut answer = request.send_json(body).map_err(|error| error.to_string())?;
        let status = answer.status().as_u16();
        Ok((status, answer.body_mut().read_json().map_err(|error| error.to_string())?))
    }

    /// The stakes of this guest that stand on the table, however its round has gone on; none while the node does not say so.
    fn standing(&self) -> VecDeque<u64> {
        let path = format!("{}/api/v1/houses/1/tables/{}", self.bases[self.at], self.table);
        let Ok(mut answer) = self.agent.get(path).header("authorization", &self.bearer).call() else {
            return VecDeque::new();
        };
        let Ok(table) = answer.body_mut().read_json::<Value>() else { return VecDeque::new() };
        let stakes = table["stakes"].as_array().map_or(&[][..], Vec::as_slice);
        let own = stakes.iter().filter(|stake| stake["mine"] == true && stake["profit"].is_null());
        own.filter_map(|stake| stake["stake"].as_u64()).collect()
    }

    /// A key of version 7, as the pages make them: the server knows that it is new.
    fn key(&mut self) -> u128 {
        self.keys += 1;
        let now = std::time::UNIX_EPOCH.elapsed().expect("a time").as_millis();
        let random = self.keys.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        now << 80 | 7 << 76 | 0b10 << 62 | (random & 0x0FFF_3FFF_FFFF_FFFF_FFFF)
    }

    /// Bets, or takes a bet back: the next of the two. What the table refuses, because a round ends, is not counted.
    pub(crate) fn act(&mut self) -> Acknowledged {
        let begun = Instant::now();
        loop {
            if let Some(done) = self.try_to_act() {
                return done;
            }
            assert!(begun.elapsed() < PATIENCE, "the table accepts no bets");
            std::thread::sleep(PAUSE);
        }
    }

    /// Sends a command until it is answered; `None` where the table refuses it.
    fn try_to_act(&mut self) -> Option<Acknowledged> {
        let key = self.key();
        let taken_back = if self.stakes.len() > 1 { self.stakes.pop_front() } else { None };
        let body = match taken_back {
            None => json!({"do": "bet", "amount": "1", "wager": "red"}),
            Some(stake) => json!({"do": "take-back", "stake": stake}),
        };
        let sent = Instant::now();
        let (mut refused, mut unreached) = (0, 0);
        let reply = loop {
            match self.attempt(&body, Some(key)) {
                Ok((200 | 201, reply)) => break reply,
                Ok((409 | 422, reply)) => {
                    self.complaints.note(&self.bases[self.at], &format!("{}", reply["found"]));
                    self.stakes = self.standing();
                    return None;
                }
                Ok((UNAVAILABLE, reply)) => {
                    self.complaints.note(&self.bases[self.at], &format!("503, {}", reply["found"]));
                    refused += 1;
                }
                Ok((status, reply)) => panic!("{body}: {status} {reply}"),
                Err(error) => {
                    self.complaints.note(&self.bases[self.at], &error);
                    unreached += 1;
                }
            }
            assert!(sent.elapsed() < PATIENCE, "{body}: {refused} answers 503, {unreached} without one");
            std::thread::sleep(PAUSE);
            self.at = (self.at + 1) % self.bases.len();
        };
        let answered = Instant::now();
        if taken_back.is_none() {
            let number = reply["number"].as_u64();
            self.stakes.push_back(number.unwrap_or_else(|| panic!("a bet has a number: {reply}")));
        }
        Some(Acknowledged { sent, answered, refused, unreached })
    }
}
