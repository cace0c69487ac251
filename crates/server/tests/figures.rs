//! Figures over an interval, against sums that this test makes itself: every pocket of the wheel is tried by hand.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{ATTENDED, Guest, Server, config, folder};

pub(crate) const POCKETS: i128 = 37;
const RED: [u8; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

/// A bet: who makes it, its words, its amount in minor units.
pub(crate) type Bet = (usize, &'static str, i64);

/// The numbers that a bet covers.
fn covered(words: &str) -> Vec<u8> {
    match words {
        "red" => RED.to_vec(),
        "dozen 2" => (13..=24).collect(),
        _ => words.split(' ').filter_map(|word| word.parse().ok()).collect(),
    }
}

/// What the house wins of a bet when the ball falls into a pocket: a bet on eighteen numbers is shared on zero.
fn won(bet: &Bet, pocket: u8) -> i128 {
    let (amount, numbers) = (i128::from(bet.2), covered(bet.1));
    let count = numbers.len() as i128;
    match pocket {
        _ if numbers.contains(&pocket) => -amount * (36 / count - 1),
        0 if count == 18 => amount / 2,
        _ => amount,
    }
}

/// What figures must say about some rounds.
#[derive(Default, Debug)]
pub(crate) struct Due {
    bets: u64,
    pub(crate) staked: i128,
    pub(crate) won: i128,
    /// The mean times the pockets, and the variance times their square.
    pub(crate) mean: i128,
    pub(crate) variance: i128,
}

impl Due {
    fn add(&mut self, bets: &[&Bet], ball: u8) {
        let sum = |pocket| bets.iter().map(|bet| won(bet, pocket)).sum::<i128>();
        let results: Vec<i128> = (0..37).map(sum).collect();
        let mean: i128 = results.iter().sum();
        self.bets += bets.len() as u64;
        self.staked += bets.iter().map(|bet| i128::from(bet.2)).sum::<i128>();
        self.won += sum(ball);
        self.mean += mean;
        self.variance += POCKETS * results.iter().map(|result| result * result).sum::<i128>() - mean * mean;
    }

    #[track_caller]
    fn check(&self, row: &Value) {
        assert_eq!(row["bets"], json!(self.bets), "{row}");
        let amount = |minor: i128| format!("{}{}.{:02}", sign(minor), minor.abs() / 100, minor.abs() % 100);
        assert_eq!(row["handle"], json!(amount(self.staked)), "{row}");
        assert_eq!(row["win"], json!(amount(self.won)), "{row}");
        assert_eq!(row["returned"], json!(amount(self.staked - self.won)), "{row}");
        let divisor = gcd(self.mean.abs(), POCKETS);
        let exact = match POCKETS / divisor {
            1 => (self.mean / divisor).to_string(),
            of => format!("{}/{of}", self.mean / divisor),
        };
        assert_eq!(row["theoretical_exact"], json!(exact), "{row}");
        let deviation = float(self.variance).sqrt() / 37.0;
        let (won, mean, staked) = (float(self.won), float(self.mean) / 37.0, float(self.staked));
        near(&row["deviation"], deviation / 100.0);
        near(&row["z"], (won - mean) / deviation);
        near(&row["hold"], won / staked);
        near(&row["theoretical_hold"], mean / staked);
        assert_eq!((&row["variance"], &row["unpriced"]), (&json!("joint"), &json!(0)), "{row}");
    }
}

fn sign(minor: i128) -> &'static str {
    if minor < 0 { "-" } else { "" }
}

#[allow(clippy::cast_precision_loss, reason = "the sums of a test are small")]
pub(crate) fn float(sum: i128) -> f64 {
    sum as f64
}

pub(crate) fn gcd(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

#[track_caller]
pub(crate) fn near(found: &Value, due: f64) {
    let found = found.as_f64().unwrap_or(f64::NAN);
    assert!((found - due).abs() <= 1e-9 * due.abs().max(1e-9), "{found} is not {due}");
}

/// A table with a dealer, and two players at it.
pub(crate) struct Evening {
    pub(crate) server: Server,
    pub(crate) table: u16,
    pub(crate) dealer: Guest,
    pub(crate) inspector: Guest,
    pub(crate) players: [Guest; 2],
    spins: u32,
}

impl Evening {
    pub(crate) fn begin(name: &str) -> Self {
        let server = Server::start_with_dealer(config(&folder(name)));
        let table = server.called(ATTENDED);
        let (dealer, inspector) = (server.staff("demo_dealer"), server.staff("demo_inspector"));
        let players = ["ann", "bob"].map(|name| server.player(name));
        players.iter().for_each(|player| drop(player.must(table, &json!({"do": "sit"}))));
        Self { server, table, dealer, inspector, players, spins: 0 }
    }

    pub(crate) fn play(&mut self, bets: &[Bet], ball: u8) {
        // Every round ends at a time of its own.
        std::thread::sleep(Duration::from_millis(3));
        let says = |what: &str| drop(self.dealer.must(self.table, &json!({"do": "announce", "what": what})));
        says("place-your-bets");
        for (who, words, minor) in bets {
            let amount = format!("{}.{:02}", minor / 100, minor % 100);
            let bet = json!({"do": "bet", "amount": amount, "wager": words});
            self.players[*who].must(self.table, &bet);
        }
        says(if self.spins.is_multiple_of(2) { "spin-right" } else { "spin-left" });
        self.spins += 1;
        self.dealer.must(self.table, &json!({"do": "enter", "lines": format!("ball {ball}")}));
        self.dealer.must(self.table, &json!({"do": "confirm-entry"}));
    }

    pub(crate) fn agree(&self, matter: &Value) {
        let proposed = self.dealer.must(self.table, &json!({"do": "propose", "matter": matter}));
        self.inspector.must(self.table, &json!({"do": "authorise", "proposal": proposed["number"]}));
    }

    pub(crate) fn figures(&self, query: &str) -> Value {
        let (status, figures) = self.inspector.get(&format!("/houses/1/figures{query}"));
        assert_eq!(status, 200, "{figures}");
        figures
    }

    fn row(&self, query: &str) -> Value {
        let figures = self.figures(query);
        let rows = figures["rows"].as_array().unwrap();
        rows.iter().find(|row| row["table"] == json!(self.table)).unwrap().clone()
    }

    /// When each round ended, the earliest first.
    fn ends(&self) -> Vec<i64> {
        let (_, rounds) = self.inspector.get(&format!("/houses/1/tables/{}/rounds", self.table));
        let mut ends: Vec<i64> =
            rounds.as_array().unwrap().iter().map(|round| round["at"].as_i64().unwrap()).collect();
        ends.reverse();
        ends
    }
}

/// Bets that win and lose together, on the same ball.
pub(crate) const ROUNDS: [(&[Bet], u8); 4] = [
    (&[(0, "red", 2000), (0, "straight 17", 1000), (1, "red", 1000), (1, "dozen 2", 3000)], 17),
    (&[(0, "straight 17", 1000), (0, "straight 18", 500), (1, "split 17 20", 1500)], 0),
    (&[(1, "red", 5000)], 0),
    (&[(0, "dozen 2", 1000), (0, "straight 17", 700), (1, "straight 17", 300)], 17),
];

pub(crate) fn due<'r>(rounds: impl IntoIterator<Item = &'r (&'r [Bet], u8)>) -> Due {
    let mut due = Due::default();
    for (bets, ball) in rounds {
        due.add(&bets.iter().collect::<Vec<_>>(), *ball);
    }
    due
}

#[test]
fn figures_are_the_sums_of_the_rounds_with_the_variance_of_all_bets_on_one_ball() {
    let mut evening = Evening::begin("figures");
    ROUNDS.iter().for_each(|(bets, ball)| evening.play(bets, *ball));
    let row = evening.row("");
    due(&ROUNDS).check(&row);
    assert_eq!(row["rounds"], json!(4));
    assert_eq!((&row["name"], &row["game"]), (&json!(ATTENDED), &json!("scotland-1970/roulette")));
    let figures = evening.figures("?by=game");
    let of_game = &figures["rows"][0];
    assert_eq!(of_game["game"], json!("scotland-1970/roulette"));
    due(&ROUNDS).check(of_game);
    due(&ROUNDS).check(&figures["total"]);

    // One wager alone: the covariance with the others is not in its row, that between its own bets is.
    let figures = evening.figures(&format!("?by=wager&table={}", evening.table));
    for (name, count) in [("numbers 1", 1), ("numbers 2", 2), ("numbers 12", 12), ("numbers 18", 18)] {
        let rows = figures["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["wager"] == json!(name)).unwrap();
        let mut alone = Due::default();
        let mut rounds = 0;
        for (bets, ball) in ROUNDS {
            let own: Vec<&Bet> = bets.iter().filter(|bet| covered(bet.1).len() == count).collect();
            rounds += u64::from(!own.is_empty());
            alone.add(&own, ball);
        }
        alone.check(row);
        assert_eq!((&row["rounds"], &row["drop"]), (&json!(rounds), &json!(null)), "{row}");
    }
    due(&ROUNDS).check(&figures["total"]);
}

#[test]
fn an_interval_has_the_rounds_that_ended_in_it_and_can_be_read_after_a_restart() {
    let mut evening = Evening::begin("figures-interval");
    ROUNDS.iter().for_each(|(bets, ball)| evening.play(bets, *ball));
    let ends = evening.ends();
    assert_eq!(ends.len(), 4);
    for first in 0..4 {
        for last in first + 1..4 {
            let query = format!("?from={}&to={}", ends[first], ends[last]);
            due(&ROUNDS[first..last]).check(&evening.row(&query));
        }
        due(&ROUNDS[first..]).check(&evening.row(&format!("?from={}", ends[first])));
    }
    let nothing = evening.row(&format!("?from={}&to={}", ends[1], ends[1]));
    assert_eq!((&nothing["bets"], &nothing["handle"]), (&json!(0), &json!("0.00")));
    assert_eq!([&nothing["z"], &nothing["hold"], &nothing["variance"]], [&json!(null); 3]);

    let (data, table) = (evening.server.data.clone(), evening.table);
    drop(evening);
    // As it is, and made again from the journal.
    for again in [false, true] {
        if again {
            for ending in ["", "-wal", "-shm"] {
                drop(std::fs::remove_file(data.join(format!("index.db{ending}"))));
            }
        }
        let server = Server::start_with_dealer(config(&data));
        let (_, figures) = server.staff("demo_inspector").get("/houses/1/figures");
        let rows = figures["rows"].as_array().unwrap();
        due(&ROUNDS).check(rows.iter().find(|row| row["table"] == json!(table)).unwrap());
    }
}

#[test]
fn a_corrected_round_counts_as_corrected_and_a_void_one_not_at_all() {
    let mut evening = Evening::begin("figures-corrected");
    evening.play(ROUNDS[0].0, 17);
    due(&[ROUNDS[0]]).check(&evening.row(""));
    let correct =
        json!({"kind": "correct", "round": 1, "from": "ball 17", "to": "ball 18", "reason": "misread"});
    evening.agree(&correct);
    due(&[(ROUNDS[0].0, 18)]).check(&evening.row(""));
    evening.play(ROUNDS[1].0, 20);
    due(&[(ROUNDS[0].0, 18), (ROUNDS[1].0, 20)]).check(&evening.row(""));
    evening.agree(&json!({"kind": "void", "round": 2, "reason": "the ball left the wheel"}));
    let row = evening.row("");
    due(&[(ROUNDS[0].0, 18)]).check(&row);
    assert_eq!(row["rounds"], json!(1));
    let by_wager = evening.figures("?by=wager");
    let split = by_wager["rows"].as_array().unwrap().iter().find(|row| row["wager"] == json!("numbers 2"));
    assert!(split.is_none_or(|row| row["bets"] == json!(0)), "{by_wager}");
    // The win of the shift agrees. Its stakes are those that were returned in the void round too.
    let (_, papers) = evening.inspector.get(&format!("/houses/1/tables/{}/papers", evening.table));
    assert_eq!(papers["shift"]["true_win"], row["win"], "{papers}");
}

#[test]
fn only_the_staff_and_the_regulator_read_figures_and_patterns() {
    let evening = Evening::begin("figures-roles");
    for path in ["/houses/1/figures", "/houses/1/patterns"] {
        assert_eq!(evening.players[0].get(path).0, 403);
        let read = evening.server.staff("demo_regulator").get(path);
        assert_eq!(read.0, 200, "{}", read.1);
        for wrong in ["?from=2&to=1", "?from=x", "?other=1"] {
            assert_eq!(evening.inspector.get(&format!("{path}{wrong}")).0, 400, "{path}{wrong}");
        }
    }
    assert_eq!(evening.inspector.get("/houses/1/figures?by=player").0, 400);
    assert_eq!(evening.inspector.get("/houses/1/figures?table=999").0, 404);
}

#[test]
fn cash_that_a_player_changes_at_a_table_is_its_drop() {
    let mut evening = Evening::begin("figures-drop");
    evening.play(ROUNDS[2].0, 3);
    let before = evening.ends()[0] + 1;
    let buys = json!({"kind": "buy-in", "with": "cash", "amount": "40.00"});
    let ann = &evening.players[0];
    let laid = ann.must(evening.table, &json!({"do": "request-exchange", "exchange": buys}));
    let (status, reply) =
        evening.dealer.at(evening.table, &json!({"do": "confirm-exchange", "number": laid["number"]}));
    assert_eq!(status, 200, "{reply}");
    assert_eq!(evening.row("")["drop"], json!("40.00"));
    assert_eq!(evening.row(&format!("?from={before}"))["drop"], json!("40.00"));
    assert_eq!(evening.row(&format!("?to={before}"))["drop"], json!("0.00"));
    let (_, papers) = evening.inspector.get(&format!("/houses/1/tables/{}/papers", evening.table));
    assert_eq!(papers["shift"]["drop"], json!("40.00"), "{papers}");
}

#[test]
fn a_player_who_wins_against_the_odds_is_a_pattern_and_others_are_not() {
    let mut evening = Evening::begin("patterns");
    for ball in [17, 4, 30, 11] {
        let words = ["straight 17", "straight 4", "straight 30", "straight 11"];
        let own = words.iter().find(|words| covered(words) == [ball]).unwrap();
        evening.play(&[(0, own, 1000), (1, "red", 1000)], ball);
    }
    let (status, found) = evening.inspector.get("/houses/1/patterns");
    assert_eq!(status, 200, "{found}");
    let results: Vec<&Value> =
        found.as_array().unwrap().iter().filter(|pattern| pattern["kind"] == "result").collect();
    assert_eq!(results.len(), 1, "{found}");
    let of_ann = results[0];
    assert_eq!(of_ann["people"][0]["handle"], json!("ann"));
    assert_eq!((&of_ann["people"][0]["role"], &of_ann["table"]), (&json!("player"), &json!(evening.table)));
    near(&of_ann["found"], 4.0 * 350.0);
    near(&of_ann["expected"], -40.0 / 37.0);
    // Four numbers of four: the bound is above the truth, and not by much.
    let (chance, truth) = (of_ann["chance"].as_f64().unwrap(), 37.0_f64.powi(-4));
    assert!(chance >= truth && chance < 1e-3, "{of_ann}");
}

#[test]
fn bets_after_the_last_call_are_set_against_the_rate_of_all_players() {
    let mut evening = Evening::begin("late-bets");
    for _ in 0..6 {
        evening.play(&[(0, "red", 1000)], 5);
        let says =
            |what: &str| drop(evening.dealer.must(evening.table, &json!({"do": "announce", "what": what})));
        says("place-your-bets");
        evening.players[0].must(evening.table, &json!({"do": "bet", "amount": "10.00", "wager": "black"}));
        says("final-bets");
        evening.players[1].must(evening.table, &json!({"do": "bet", "amount": "10.00", "wager": "black"}));
        says("no-more-bets");
        says(if evening.spins.is_multiple_of(2) { "spin-right" } else { "spin-left" });
        evening.spins += 1;
        evening.dealer.must(evening.table, &json!({"do": "enter", "lines": "ball 5"}));
        evening.dealer.must(evening.table, &json!({"do": "confirm-entry"}));
    }
    let (status, found) = evening.inspector.get("/houses/1/patterns");
    assert_eq!(status, 200, "{found}");
    let late: Vec<&Value> =
        found.as_array().unwrap().iter().filter(|pattern| pattern["kind"] == "late-bets").collect();
    assert_eq!(late.len(), 1, "{found}");
    assert_eq!(late[0]["people"][0]["handle"], json!("bob"));
    // Six of 18 bets came late, and six of 18 are Bob's: one of 18 over 6 ways.
    near(&late[0]["found"], 6.0);
    near(&late[0]["expected"], 2.0);
    near(&late[0]["chance"], 1.0 / 18_564.0);
}
