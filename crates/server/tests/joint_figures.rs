//! Figures of bets that the same cards decide, against sums over every result of a coup: the ways of eight packs are the
//! published ones, and no covariance is computed here.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Guest, Server, config, folder};
use crate::figures::{float, near};

const TABLE: &str = "Punto Banco";
const RAND: &str = include_str!("../../../examples/demo-rand.toml");

/// Who wins a coup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coup {
    Banker,
    Player,
    Tie,
}

/// The published number of ways to each result of eight packs, with cards that give it.
const COUPS: [(Coup, i128, &str); 3] = [
    (Coup::Banker, 2_292_252_566_437_888, "cards 2H 9S KC KD"),
    (Coup::Player, 2_230_518_282_592_256, "cards 9H 2S KC KD"),
    (Coup::Tie, 475_627_426_473_216, "cards 9H 9S KC KD"),
];

/// A bet: who makes it, its words, its amount in minor units.
type Bet = (usize, &'static str, i64);

/// What the house wins of a bet, in twentieths of a minor unit.
fn won((_, wager, minor): &Bet, coup: Coup) -> i128 {
    let twentieths = match (*wager, coup) {
        ("banco", Coup::Banker) => -19,
        ("punto", Coup::Player) => -20,
        ("egalite", Coup::Tie) => -8 * 20,
        ("banco" | "punto", Coup::Tie) => 0,
        _ => 20,
    };
    i128::from(*minor) * twentieths
}

/// Mean and variance of what the house wins of these bets on one coup, in minor units.
fn moments(bets: &[&Bet]) -> (f64, f64) {
    let sum = |coup| float(bets.iter().map(|bet| won(bet, coup)).sum()) / 20.0;
    let all: i128 = COUPS.iter().map(|(_, ways, _)| ways).sum();
    let over = |value: &dyn Fn(Coup) -> f64| -> f64 {
        COUPS.iter().map(|(coup, ways, _)| float(*ways) / float(all) * value(*coup)).sum()
    };
    let mean = over(&sum);
    (mean, over(&|coup| (sum(coup) - mean).powi(2)))
}

/// Mean and deviation of the bets of several coups that `is_counted` names, and what was won of them.
fn due(rounds: &[(&[Bet], Coup)], is_counted: impl Fn(&Bet) -> bool) -> [f64; 3] {
    let (mut mean, mut variance, mut house) = (0.0, 0.0, 0.0);
    for (bets, coup) in rounds {
        let counted: Vec<&Bet> = bets.iter().filter(|bet| is_counted(bet)).collect();
        let of_coup = moments(&counted);
        mean += of_coup.0;
        variance += of_coup.1;
        house += float(counted.iter().map(|bet| won(bet, *coup)).sum()) / 20.0;
    }
    [mean, variance.sqrt(), house]
}

struct Evening {
    server: Server,
    table: u16,
    dealer: Guest,
    inspector: Guest,
    players: [Guest; 2],
}

impl Evening {
    fn begin(name: &str) -> Self {
        let server = Server::start_attended(config(&folder(name)), RAND, &[TABLE]);
        let table = server.called(TABLE);
        let (dealer, inspector) = (server.staff("demo_dealer"), server.staff("demo_inspector"));
        let players = ["ann", "bob"].map(|name| server.player(name));
        players.iter().for_each(|player| drop(player.must(table, &json!({"do": "sit"}))));
        Self { server, table, dealer, inspector, players }
    }

    fn play(&self, bets: &[Bet], coup: Coup) {
        // Every round ends at a time of its own.
        std::thread::sleep(Duration::from_millis(3));
        let says = |what: &str| drop(self.dealer.must(self.table, &json!({"do": "announce", "what": what})));
        says("place-your-bets");
        for (who, words, minor) in bets {
            let amount = format!("{}.{:02}", minor / 100, minor % 100);
            self.players[*who].must(self.table, &json!({"do": "bet", "amount": amount, "wager": words}));
        }
        says("no-more-bets");
        let (_, _, cards) = COUPS.iter().find(|(result, ..)| *result == coup).unwrap();
        self.dealer.must(self.table, &json!({"do": "enter", "lines": cards}));
        self.dealer.must(self.table, &json!({"do": "confirm-entry"}));
    }

    fn rows(&self, query: &str) -> Vec<Value> {
        let (status, figures) = self.inspector.get(&format!("/houses/1/figures?table={}{query}", self.table));
        assert_eq!(status, 200, "{figures}");
        figures["rows"].as_array().unwrap().clone()
    }
}

#[track_caller]
fn check(row: &Value, [mean, deviation, house]: [f64; 3]) {
    near(&row["deviation"], deviation / 100.0);
    near(&row["z"], (house - mean) / deviation);
    let asked = (&row["variance"], &row["inexact"], &row["unpriced"]);
    assert_eq!(asked, (&json!("joint"), &json!([]), &json!(0)), "{row}");
}

/// Bets that win and lose together, and against each other.
const ROUNDS: [(&[Bet], Coup); 5] = [
    (&[(0, "banco", 10_000), (0, "egalite", 2000), (1, "banco", 5000)], Coup::Banker),
    (&[(0, "banco", 30_000), (1, "punto", 30_000)], Coup::Player),
    (&[(0, "punto", 4000), (0, "punto", 6000), (1, "banco", 8000), (1, "egalite", 3000)], Coup::Tie),
    (&[(1, "punto", 20_000)], Coup::Banker),
    (&[(0, "banco", 2000), (0, "egalite", 10_000), (1, "punto", 9000), (1, "egalite", 2000)], Coup::Player),
];

#[test]
fn the_variance_of_a_coup_is_that_of_all_bets_on_it() {
    let evening = Evening::begin("joint-figures");
    ROUNDS.iter().for_each(|(bets, coup)| evening.play(bets, *coup));
    let rows = evening.rows("");
    assert_eq!((rows.len(), &rows[0]["rounds"]), (1, &json!(5)));
    check(&rows[0], due(&ROUNDS, |_| true));
    check(&evening.rows("&by=game")[0], due(&ROUNDS, |_| true));
    // As if each bet were alone, it would be another.
    let alone = |(bets, coup): &(&[Bet], Coup)| {
        bets.iter().map(|bet| due(&[(&[*bet], *coup)], |_| true)[1].powi(2)).sum::<f64>()
    };
    let alone = ROUNDS.iter().map(alone).sum::<f64>().sqrt() / 100.0;
    assert!((rows[0]["deviation"].as_f64().unwrap() / alone - 1.0).abs() > 0.02, "{alone}");

    // One wager alone: the covariance with the others is not in its row, that between its own bets is.
    let rows = evening.rows("&by=wager");
    assert_eq!(rows.len(), 3, "{rows:?}");
    for row in &rows {
        check(row, due(&ROUNDS, |bet| row["wager"] == json!(bet.1)));
    }
    let (data, table) = (evening.server.data.clone(), evening.table);
    drop(evening);
    // Made again from the journal.
    for ending in ["", "-wal", "-shm"] {
        drop(std::fs::remove_file(data.join(format!("index.db{ending}"))));
    }
    let server = Server::start_attended(config(&data), RAND, &[TABLE]);
    let (_, figures) = server.staff("demo_inspector").get(&format!("/houses/1/figures?table={table}"));
    check(&figures["total"], due(&ROUNDS, |_| true));
}

#[test]
fn a_corrected_coup_changes_the_win_and_a_void_one_the_variance() {
    let evening = Evening::begin("joint-corrected");
    let agree = |matter: &Value| {
        let proposed = evening.dealer.must(evening.table, &json!({"do": "propose", "matter": matter}));
        evening.inspector.must(evening.table, &json!({"do": "authorise", "proposal": proposed["number"]}));
    };
    evening.play(ROUNDS[1].0, Coup::Player);
    evening.play(ROUNDS[2].0, Coup::Tie);
    let [(_, _, banker), _, (_, _, tie)] = COUPS;
    agree(&json!({"kind": "correct", "round": 2, "from": tie, "to": banker, "reason": "misread"}));
    check(&evening.rows("")[0], due(&[ROUNDS[1], (ROUNDS[2].0, Coup::Banker)], |_| true));
    agree(&json!({"kind": "void", "round": 2, "reason": "a card was seen"}));
    check(&evening.rows("")[0], due(&ROUNDS[1..2], |_| true));
}

#[test]
fn the_result_of_a_player_is_set_against_the_variance_of_all_their_bets_on_a_coup() {
    let evening = Evening::begin("joint-patterns");
    let bets: &[Bet] = &[(0, "banco", 4000), (0, "egalite", 10_000), (1, "banco", 2000)];
    let rounds = [(bets, Coup::Tie); 6];
    rounds.iter().for_each(|(bets, coup)| evening.play(bets, *coup));
    let (status, found) = evening.inspector.get("/houses/1/patterns");
    assert_eq!(status, 200, "{found}");
    let results: Vec<&Value> =
        found.as_array().unwrap().iter().filter(|pattern| pattern["kind"] == "result").collect();
    assert_eq!(results.len(), 1, "{found}");
    let [mean, deviation, house] = due(&rounds, |bet| bet.0 == 0);
    assert_eq!(results[0]["people"][0]["handle"], json!("ann"));
    near(&results[0]["found"], -house / 100.0);
    near(&results[0]["expected"], -mean / 100.0);
    let text = results[0]["text"].as_str().unwrap();
    assert!(text.contains(&format!("and {:.2} their standard deviation", deviation / 100.0)), "{text}");
    assert!(!text.contains("if no bet depends"), "{text}");
    // Six ties of six, with the chance 0.0952 each: the bound is above the truth.
    let chance = results[0]["chance"].as_f64().unwrap();
    assert!(chance >= 0.0951_f64.powi(6) && chance < 0.01, "{chance}");
}

/// Plays at an automatic table until a bet is decided; the row of its figures.
fn row_after(server: &Server, inspector: &Guest, ann: &Guest, game: &'static str, wagers: &[&str]) -> Value {
    let table = server.table(game);
    ann.must(table, &json!({"do": "sit"}));
    for _ in 0..200 {
        for wager in wagers {
            drop(ann.at(table, &json!({"do": "bet", "amount": "10", "wager": wager})));
        }
        server.tick(table);
        let (status, figures) = inspector.get(&format!("/houses/1/figures?table={table}"));
        assert_eq!(status, 200, "{figures}");
        if figures["rows"][0]["bets"] != json!(0) {
            return figures["rows"][0].clone();
        }
    }
    panic!("no bet was decided at {game}")
}

#[test]
fn bets_that_are_counted_each_alone_say_why() {
    let server = Server::start(config(&folder("each-alone")));
    let (inspector, ann) = (server.staff("demo_inspector"), server.player("ann"));
    let row = |game, wagers: &[&str]| {
        let row = row_after(&server, &inspector, &ann, game, wagers);
        (row["variance"].clone(), row["inexact"].clone())
    };
    assert_eq!(row("scotland-1970/roulette", &["red"]), (json!("joint"), json!([])));
    assert_eq!(row("scotland-1970/punto-banco", &["punto"]), (json!("joint"), json!([])));
    assert_eq!(row("scotland-1970/dice", &["win"]), (json!("each-alone"), json!(["standing"])));
    assert_eq!(
        row("western-australia-1990/in-between", &["hand"]),
        (json!("each-alone"), json!(["own-cards"]))
    );
    let boxes = row("scotland-1970/blackjack", &["box 1", "box 2"]);
    assert_eq!(boxes, (json!("each-alone"), json!(["own-cards", "estimated"])));
    let (_, figures) = inspector.get("/houses/1/figures");
    let all = json!(["standing", "own-cards", "estimated"]);
    assert_eq!((&figures["total"]["inexact"], &figures["total"]["unpriced"]), (&all, &json!(0)), "{figures}");
}
