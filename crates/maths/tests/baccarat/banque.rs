//! Baccarat banque: certificates, the classical value where only one hand is backed, and coups played out.

use croupier_kit::Ratio;
use croupier_maths::baccarat::{
    BaccaratError, BanqueModel, Equilibrium, HandShown, HandStakes, Knows, PipCounts, Sampling, banque,
    banque_reply,
};
use croupier_rules::games::baccarat::{Baccarat, LEFT, PLAYER};

use super::brute::expectations;
use super::table;

const RIGHT: HandStakes = HandStakes { right: 1, left: 0, both: 0 };
const ON_LEFT: HandStakes = HandStakes { right: 0, left: 1, both: 0 };
const BOTH: HandStakes = HandStakes { right: 0, left: 0, both: 1 };
const UNEVEN: HandStakes = HandStakes { right: 1, left: 3, both: 2 };

fn game(banker: &str) -> Baccarat {
    table("scotland-1970/baccarat-banque", &[("banker", banker)])
}

fn value(found: &Equilibrium) -> &Ratio {
    found.value.exact().unwrap()
}

/// With cards replaced, a single backed hand plays chemin de fer, so the value is that of Kemeny and Snell.
#[test]
fn one_hand_alone_is_the_classical_game() {
    for laid in [RIGHT, ON_LEFT] {
        for banker in [Knows::Score, Knows::Cards] {
            let tables = BanqueModel { cards: Sampling::WithReplacement, banker };
            let found = banque(&game("free"), &PipCounts::whole(1), laid, tables).unwrap();
            assert_eq!(value(&found), &"-679568/53094899".parse::<Ratio>().unwrap());
        }
    }
}

/// In that case the right hand draws on 5 nine times in eleven, whatever it sees of the left.
#[test]
fn the_right_hand_then_draws_nine_times_in_eleven() {
    let tables = BanqueModel { cards: Sampling::WithReplacement, banker: Knows::Score };
    let found = banque(&game("free"), &PipCounts::whole(1), RIGHT, tables).unwrap();
    let on_five = |left: HandShown| -> Ratio {
        let choices = found.player.iter().filter(|c| c.sees.seat == PLAYER && c.sees.left == left);
        choices.map(|choice| &choice.draws * &found.plans[choice.plan]).sum()
    };
    assert_eq!(on_five(HandShown::Closed), Ratio::new(9, 11));
}

#[test]
fn equilibria_carry_their_certificate_for_any_stakes() {
    for laid in [HandStakes::EVEN, RIGHT, BOTH, UNEVEN] {
        let found = banque(&game("free"), &PipCounts::whole(3), laid, BanqueModel::TABLE).unwrap();
        assert_eq!(found.certificate.gap(), Ratio::zero(), "{laid:?}");
        assert_eq!(found.plans.iter().cloned().sum::<Ratio>(), Ratio::one());
    }
}

/// A banker who must play one hand against two gains less than against one.
#[test]
fn two_hands_are_harder_to_beat_than_one() {
    let of =
        |laid| value(&banque(&game("free"), &PipCounts::whole(3), laid, BanqueModel::TABLE).unwrap()).clone();
    assert!(of(RIGHT) < of(HandStakes::EVEN) && of(HandStakes::EVEN) < Ratio::zero());
}

fn small_shoes() -> [PipCounts; 2] {
    [[2, 0, 0, 2, 0, 4, 0, 1, 0, 1], [1, 2, 0, 0, 2, 0, 3, 0, 2, 0]]
        .map(|counts| PipCounts::left(1, &counts).unwrap())
}

/// The mean profits of the three wagers when the coups are played out by the rules, with the plans in their
/// proportions.
fn played(game: &Baccarat, shoe: &PipCounts, found: &Equilibrium) -> Vec<Ratio> {
    let policy = found.policy();
    let mut sums = vec![Ratio::zero(); 3];
    for (plan, weight) in found.plans.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
        let of_plan = expectations(game, shoe, &|seat, view| policy.draws(plan, seat, view).unwrap().clone());
        sums = sums.iter().zip(of_plan).map(|(sum, mean)| sum + &(weight * &mean)).collect();
    }
    sums
}

#[test]
fn coups_played_out_by_the_rules_come_to_the_prices() {
    for (banker, shoe) in ["free", "tableau"].into_iter().zip(small_shoes()) {
        let game = game(banker);
        for knows in [Knows::Score, Knows::Cards] {
            let tables = BanqueModel { cards: Sampling::WithoutReplacement, banker: knows };
            let found = banque(&game, &shoe, HandStakes::EVEN, tables).unwrap();
            assert_eq!(found.certificate.gap(), Ratio::zero());
            let played = played(&game, &shoe, &found);
            let edges: Vec<Ratio> =
                found.prices(&game).iter().map(|price| -price.edge.exact().unwrap().clone()).collect();
            assert_eq!(edges, played, "{banker} {knows:?}");
            let mean = (&played[0] + &played[1]) / Ratio::whole(2);
            assert_eq!(value(&found), &mean);
        }
    }
}

#[test]
fn the_best_answer_to_given_play_is_played_out_too() {
    let (game, shoe) = (game("free"), small_shoes()[0]);
    let (half, always) = (Ratio::new(1, 2), Ratio::one());
    let found = banque_reply(&game, &shoe, HandStakes::EVEN, BanqueModel::TABLE, [&half, &always]).unwrap();
    let played = played(&game, &shoe, &found);
    assert_eq!(value(&found), &((&played[0] + &played[1]) / Ratio::whole(2)));
    let best = banque(&game, &shoe, HandStakes::EVEN, BanqueModel::TABLE).unwrap();
    assert!(value(&found) <= value(&best), "given play gives the banker no less than the best");
    assert!(found.certificate.gap() >= Ratio::zero());
    let left = found.player.iter().filter(|choice| choice.sees.seat == LEFT);
    assert!(left.into_iter().all(|choice| choice.draws == always));
}

#[test]
fn what_cannot_be_is_refused() {
    let ask = |name: &str, laid, packs| {
        banque(&table(name, &[]), &PipCounts::whole(packs), laid, BanqueModel::TABLE).map(|_| ())
    };
    let name = "scotland-1970/baccarat-banque";
    assert_eq!(ask(name, HandStakes { right: 0, left: 0, both: 0 }, 3), Err(BaccaratError::NoStakes));
    assert!(matches!(ask(name, HandStakes::EVEN, 0), Err(BaccaratError::Shoe(_))));
    assert_eq!(ask("scotland-1970/chemin-de-fer", HandStakes::EVEN, 6), Err(BaccaratError::Hands));
    let two = Ratio::whole(2);
    let reply = banque_reply(&game("free"), &PipCounts::whole(3), RIGHT, BanqueModel::TABLE, [&two, &two]);
    assert_eq!(reply.map(|_| ()), Err(BaccaratError::NoChance));
}
