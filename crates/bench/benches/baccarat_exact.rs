//! Exact prices of baccarat: punto banco from a whole and from a depleted shoe, and the equilibria of the other two
//! games.

use std::process::ExitCode;
use std::time::Duration;

use croupier_bench::{Aims, best_of, in_words};
use croupier_kit::Ratio;
use croupier_maths::baccarat::{
    BanqueModel, CheminModel, HandStakes, PipCounts, banque, chemin, counts, punto,
};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::Baccarat;

fn table(name: &str) -> Baccarat {
    let shelf = Shelf::built_in();
    let found = shelf.game(name).map(|(_, game)| game.table(&Chosen::default()));
    match found {
        Ok(AnyGame::Baccarat(game)) => game,
        _ => panic!("{name} is no baccarat table"),
    }
}

/// The longest that the equilibrium of baccarat banque may take.
const BANQUE_MOST: Duration = Duration::from_millis(30);

fn main() -> ExitCode {
    let mut aims = Aims::of("baccarat_exact");
    let game = table("mpumalanga/punto-banco");
    let whole = PipCounts::whole(8);
    let (counting, found) = best_of(200, || counts(&game, &whole));
    let found = found.and_then(Result::ok).expect("eight packs can be dealt");
    assert_eq!(
        (found.banker, found.player, found.tie),
        (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216)
    );
    let left = [90, 20, 17, 25, 19, 30, 22, 18, 26, 11];
    let shoe = PipCounts::left(8, &left).expect("a shoe that can be");
    let (pricing, prices) = best_of(200, || punto(&game, &shoe));
    assert_eq!(prices.and_then(Result::ok).map(|prices| prices.len()), Some(3));
    aims.note("punto banco: eight packs counted", in_words(counting));
    aims.note("punto banco: three bets priced from any shoe", in_words(pricing));
    equilibria(&mut aims);
    aims.verdict()
}

fn equilibria(aims: &mut Aims) {
    let game = table("scotland-1970/chemin-de-fer");
    let (classical, found) = best_of(5, || chemin(&game, &PipCounts::whole(6), CheminModel::CLASSICAL));
    let value = found.and_then(Result::ok).and_then(|found| found.value.exact().cloned());
    assert_eq!(value, Some(Ratio::new(-679_568, 53_094_899)));
    let (real, found) = best_of(5, || chemin(&game, &PipCounts::whole(6), CheminModel::TABLE));
    let gap = |found: croupier_maths::baccarat::Equilibrium| found.certificate.gap();
    assert_eq!(found.and_then(Result::ok).map(gap), Some(Ratio::zero()));
    aims.note("chemin de fer: the classical game", in_words(classical));
    aims.note("chemin de fer: six packs, both seeing their cards", in_words(real));

    let game = table("scotland-1970/baccarat-banque");
    let (even, found) =
        best_of(3, || banque(&game, &PipCounts::whole(3), HandStakes::EVEN, BanqueModel::TABLE));
    assert_eq!(found.and_then(Result::ok).map(gap), Some(Ratio::zero()));
    aims.within("baccarat banque: three packs, even stakes", even, BANQUE_MOST);
}
