//! Cumulative sums of what was played: counted once, corrected, and never continued over a gap.

use std::sync::Arc;
use std::time::Duration;

use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::table::{
    FigureSums, FigureTerms, PairFigures, PersonFigures, RoundFigures, WagerFigures,
};
use croupier_store::index::{DealtHour, EndedRound, FigureSeries, FigureSubject, PLAY_HOUR, RoundPlay};
use croupier_store::{SqliteStore, StoreOptions};

use crate::common::scratch;

const HOUSE: HouseId = HouseId(1);
const TABLE: TableId = TableId(2);
const ANN: PersonId = PersonId(3);
const DEALER: PersonId = PersonId(4);
const SOON: Duration = Duration::from_mins(2);

/// A round in which Ann staked something on red.
fn figures(staked: i128, returned: i128) -> RoundFigures {
    let sums = FigureSums {
        rounds: 1,
        bets: 1,
        staked,
        returned,
        drawn: staked,
        spread: 9,
        ..FigureSums::default()
    };
    RoundFigures {
        terms: FigureTerms { game: "book/game".into(), ..FigureTerms::default() },
        weight: 37,
        total: sums,
        wagers: vec![WagerFigures { wager: "red".into(), weight: 37, sums }],
        pairs: Vec::new(),
        people: vec![PersonFigures { person: ANN, total: sums, wagers: Vec::new(), pairs: Vec::new() }],
    }
}

fn ended(round: u64, at: i64, version: u64, figures: Option<RoundFigures>, is_corrected: bool) -> EndedRound {
    let play = RoundPlay { version, dealer: Some(DEALER), is_corrected, figures };
    EndedRound { house: HOUSE, table: TABLE, round, at, result: "red".into(), play: Some(Arc::new(play)) }
}

fn put(store: &SqliteStore, rounds: Vec<EndedRound>) {
    store.index().put_results(rounds).unwrap();
    store.index().wait_for_results(SOON).unwrap();
}

/// The sums of red over an interval.
fn red(store: &SqliteStore, from: Option<i64>, to: Option<i64>) -> (i64, i128, i128) {
    let series = store.index().figures(HOUSE, from, to).unwrap();
    let of = |subject: FigureSubject| -> &FigureSeries {
        series.iter().find(|series| series.subject == subject).unwrap()
    };
    let (wager, total) = (of(FigureSubject::Wager), of(FigureSubject::Table));
    assert_eq!((&*wager.wager, wager.weight, wager.table), ("red", 37, TABLE));
    assert_eq!(wager.sums, total.sums, "there was nothing else");
    (wager.sums.bets, wager.sums.staked, wager.sums.returned)
}

#[test]
fn an_interval_is_the_difference_of_two_rows() {
    let store = SqliteStore::open(scratch("intervals"), StoreOptions::default()).unwrap();
    let rounds = [(1, 100), (2, 200), (3, 200), (5, 400)];
    let all = (1..)
        .zip(rounds)
        .map(|(version, (round, at))| ended(round, at, version, Some(figures(10, 20)), false));
    put(&store, all.collect());
    assert_eq!(red(&store, None, None), (4, 40, 80));
    assert_eq!(red(&store, Some(200), Some(400)), (2, 20, 40));
    assert_eq!(red(&store, Some(101), Some(200)), (0, 0, 0));
    assert_eq!(red(&store, None, Some(200)), (1, 10, 20));
    assert_eq!(red(&store, Some(400), None), (1, 10, 20));
    // A clock that was set back changes nothing that was counted before.
    put(&store, vec![ended(6, 50, 9, Some(figures(1, 0)), false)]);
    assert_eq!(red(&store, None, Some(400)), (3, 30, 60));
    assert_eq!(red(&store, Some(400), None), (2, 11, 20));
}

#[test]
fn what_is_put_again_counts_once_and_a_correction_replaces_what_it_corrects() {
    let folder = scratch("corrections");
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let first = || ended(1, 100, 5, Some(figures(10, 20)), false);
    let second = || ended(2, 200, 8, Some(figures(10, 0)), false);
    put(&store, vec![first(), second(), first()]);
    put(&store, vec![first(), second()]);
    assert_eq!(red(&store, None, None), (2, 20, 20));
    let corrected = || ended(2, 200, 9, Some(figures(10, 20)), true);
    put(&store, vec![corrected()]);
    assert_eq!(red(&store, None, None), (2, 20, 40));
    drop(store);
    // After a restart, a replay puts everything again, the wrong result first.
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    put(&store, vec![first(), second(), corrected()]);
    assert_eq!(red(&store, None, None), (2, 20, 40));
    assert_eq!(red(&store, Some(200), None), (1, 10, 20));
    put(&store, vec![ended(2, 200, 11, None, false)]);
    assert_eq!(red(&store, None, None), (1, 10, 20), "the second round is void");

    let hour = (0, PLAY_HOUR);
    let played = store.index().played_hours(HOUSE, hour, 99).unwrap();
    assert!(played.iter().all(|row| row.person == ANN));
    let staked: Vec<(i64, i128)> = played.iter().map(|row| (row.sums.bets, row.sums.staked)).collect();
    assert_eq!(staked, [(1, 10)]);
    let dealt = store.index().dealt_hours(HOUSE, hour, 99).unwrap();
    assert_eq!(dealt, [DealtHour { person: DEALER, rounds: 2, corrected: 1 }]);
    assert!(store.index().dealt_hours(HOUSE, (PLAY_HOUR, 2 * PLAY_HOUR), 99).unwrap().is_empty());
}

#[test]
fn after_a_gap_nothing_is_continued_and_the_index_is_made_again() {
    let folder = scratch("gaps");
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    put(&store, vec![ended(1, 100, 5, Some(figures(10, 20)), false)]);
    assert!(!store.index().has_missed_plays(HOUSE));
    store.index().miss_plays(HOUSE);
    put(&store, vec![ended(3, 300, 9, Some(figures(10, 20)), false)]);
    assert!(store.index().has_missed_plays(HOUSE));
    assert_eq!(red(&store, None, None), (1, 10, 20));
    drop(store);
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    assert!(
        !store.index().has_missed_plays(HOUSE)
            && store.index().figures(HOUSE, None, None).unwrap().is_empty()
    );
    let all = [(1, 100, 5), (2, 200, 7), (3, 300, 9)];
    put(&store, all.map(|(round, at, ver)| ended(round, at, ver, Some(figures(10, 20)), false)).to_vec());
    assert_eq!(red(&store, None, None), (3, 30, 60));
}

/// A coup in which Ann staked on both sides, and somebody else more on one.
fn coup(banco: i128, punto: i128) -> RoundFigures {
    let sums = |first: i128| FigureSums {
        rounds: 1,
        bets: 1,
        staked: first,
        first,
        squares: first * first,
        ..FigureSums::default()
    };
    let wager = |wager: &str, first: i128| WagerFigures { wager: wager.into(), weight: 0, sums: sums(first) };
    let pair = |banco: i128| PairFigures { wagers: (0, 1), product: banco * punto };
    RoundFigures {
        terms: FigureTerms { game: "book/coup".into(), ..FigureTerms::default() },
        weight: 0,
        total: sums(banco + punto),
        wagers: vec![wager("banco", banco), wager("punto", punto)],
        pairs: vec![pair(banco)],
        people: vec![PersonFigures {
            person: ANN,
            total: sums(punto + 1),
            wagers: vec![(0, sums(1)), (1, sums(punto))],
            pairs: vec![pair(1)],
        }],
    }
}

/// The products of the two sides over an interval, of the table and of Ann's hours.
fn products(store: &SqliteStore, from: Option<i64>) -> (i128, i128) {
    let series = store.index().figures(HOUSE, from, None).unwrap();
    let pairs: Vec<&FigureSeries> = series.iter().filter(|one| one.pair().is_some()).collect();
    let [pair] = pairs[..] else { panic!("{series:?}") };
    assert_eq!((pair.subject, pair.pair()), (FigureSubject::Pair, Some(("banco", "punto"))));
    let played = store.index().played_hours(HOUSE, (0, PLAY_HOUR), 99).unwrap();
    let own = played.iter().filter(|row| row.series == pair.number && row.person == ANN);
    (pair.sums.squares, own.map(|row| row.sums.squares).sum())
}

#[test]
fn what_lies_on_two_wagers_of_a_coup_is_one_series_that_a_correction_replaces() {
    let folder = scratch("pairs");
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let first = || ended(1, 100, 5, Some(coup(7, 3)), false);
    let second = || ended(2, 200, 8, Some(coup(11, 5)), false);
    put(&store, vec![first(), second(), first()]);
    assert_eq!(products(&store, None), (21 + 55, 3 + 5));
    assert_eq!(products(&store, Some(200)).0, 55);
    drop(store);
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    put(&store, vec![first(), second(), ended(2, 200, 9, Some(coup(2, 4)), true)]);
    assert_eq!(products(&store, None), (21 + 8, 3 + 4));
    put(&store, vec![ended(2, 200, 11, None, false)]);
    assert_eq!(products(&store, None), (21, 3), "the second round is void");
}
