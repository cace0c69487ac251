//! What a round adds to figures, where the same cards decide all bets: squares and products of what lies on each wager.

use croupier_house::command::{Announcement, PlayerAction, TableCommand};
use croupier_house::ids::{PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::OfficeAction;
use croupier_house::table::{Mode, PairFigures, RoundFigures};
use croupier_kit::Money;

use crate::common::{ANN, BEN, CHARTER, DEALER, Rig, money, shelf};

/// A coup that the banker wins, with these bets, as figures count it.
fn coup(rig: &mut Rig, id: TableId, bets: &[(PersonId, &str, Money)]) -> RoundFigures {
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    for (person, wager, amount) in bets {
        rig.bet(*person, id, wager, *amount).unwrap_or_else(|rejection| panic!("{wager}: {rejection}"));
    }
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::NoMoreBets));
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "cards 2H 9S KC KD".to_owned() });
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    rig.table(id).live.as_ref().unwrap().round_figures()
}

/// The products of pairs by name, in whole units of the currency.
fn products(figures: &RoundFigures, pairs: &[PairFigures]) -> Vec<(String, i128)> {
    let name = |place: u16| &*figures.wagers[usize::from(place)].wager;
    let product = |pair: &PairFigures| {
        (format!("{} {}", name(pair.wagers.0), name(pair.wagers.1)), pair.product / 10_000)
    };
    pairs.iter().map(product).collect()
}

fn named(pairs: &[(&str, i128)]) -> Vec<(String, i128)> {
    pairs.iter().map(|(name, product)| ((*name).to_owned(), *product)).collect()
}

#[test]
fn bets_on_one_coup_are_squared_together_and_multiplied_by_those_on_other_wagers() {
    let mut rig = Rig::new();
    let id = rig.open("Punto A", Mode::Attended);
    let bets = [
        (ANN, "banco", money(100)),
        (ANN, "egalite", money(20)),
        (ANN, "banco", money(50)),
        (BEN, "banco", money(30)),
        (BEN, "punto", money(70)),
    ];
    let figures = coup(&mut rig, id, &bets);
    let sums = |place: usize| {
        let wager = &figures.wagers[place];
        (&*wager.wager, wager.sums.bets, wager.sums.squares / 10_000, wager.sums.most / 100)
    };
    assert_eq!(
        [0, 1, 2].map(sums),
        [("banco", 3, 180 * 180, 180), ("egalite", 1, 20 * 20, 20), ("punto", 1, 70 * 70, 70)]
    );
    assert_eq!(figures.total.squares / 10_000, 180 * 180 + 20 * 20 + 70 * 70);
    let due = [("banco egalite", 180 * 20), ("banco punto", 180 * 70), ("egalite punto", 20 * 70)];
    assert_eq!(products(&figures, &figures.pairs), named(&due));
    let [ann, ben] = &figures.people[..] else { panic!("{figures:?}") };
    assert_eq!((ann.person, ben.person), (ANN, BEN));
    assert_eq!(products(&figures, &ann.pairs), named(&[("banco egalite", 150 * 20)]));
    assert_eq!(products(&figures, &ben.pairs), named(&[("banco punto", 30 * 70)]));
    assert_eq!(ann.wagers[0].1.squares / 10_000, 150 * 150);

    let alone = coup(&mut rig, id, &[(BEN, "punto", money(70))]);
    assert!(alone.pairs.is_empty() && alone.people.iter().all(|person| person.pairs.is_empty()));
    rig.replay();
}

#[test]
fn cards_of_ones_own_make_no_pairs() {
    let mut rig = Rig::new();
    let id = rig.open("Jack A", Mode::Attended);
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    rig.bet(ANN, id, "box 1", money(20)).unwrap();
    rig.bet(BEN, id, "box 2", money(50)).unwrap();
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::NoMoreBets));
    let enter = |rig: &mut Rig, lines: &str| {
        rig.must_at(DEALER, id, TableCommand::Enter { lines: lines.to_owned() });
        rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    };
    enter(&mut rig, "cards TH 9H 6D KC TD");
    for person in [ANN, BEN] {
        rig.must_at(person, id, TableCommand::Decide { person, decision: PlayerAction::Stand, on: None });
    }
    enter(&mut rig, "cards 9D 4C");
    let figures = rig.table(id).live.as_ref().unwrap().round_figures();
    assert_eq!((figures.total.bets, figures.total.squares / 10_000), (2, 20 * 20 + 50 * 50), "{figures:?}");
    assert!(figures.pairs.is_empty(), "{figures:?}");
}

/// Bets that can be counted with each, and not together.
#[test]
fn bets_on_one_coup_that_are_too_large_together_are_not_counted_with() {
    let large = Money::from_minor(1 << 44);
    let (before, table) = CHARTER.split_once("name = \"Punto A\"").unwrap();
    let charter =
        format!("{before}name = \"Punto A\"{}", table.replacen("max = 2000", "max = 1000000000000", 1));
    assert_ne!(charter, CHARTER);
    let mut rig = Rig::founded_with(shelf(), &charter);
    rig.agree_office(OfficeAction::Issue { unit: Unit::Chips, amount: Money::AMOUNT_MAX }).unwrap();
    [ANN, BEN].iter().for_each(|person| rig.buy_in(*person, Money::from_minor((1 << 45) + 10_000)));
    let id = rig.open("Punto A", Mode::Attended);
    let within = coup(&mut rig, id, &[(ANN, "punto", large), (BEN, "punto", large)]);
    assert_eq!((within.terms.uncounted, within.total.squares), (false, 1 << 90));
    let bets = [(ANN, "punto", large), (BEN, "punto", large), (BEN, "punto", money(20))];
    let above = coup(&mut rig, id, &bets);
    assert!(above.terms.uncounted);
    assert_eq!((above.total.squares, above.total.first, above.pairs.len()), (0, 0, 0));
    assert_eq!(
        (above.total.bets, above.total.staked),
        (3, (1 << 45) + 2000),
        "handle and win are counted all the same"
    );
}
