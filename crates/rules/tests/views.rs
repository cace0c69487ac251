//! What a seat may know: at Touch 21 the cards of a box are its own until they are turned (7.2(4), 7.2(5), reading M23);
//! at the other blackjack tables every card lies open (reg. 6(1)(c)).

use croupier_kit::Rank;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Face, Game, Positions, Seat, Seated, Stock, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal, Move};

/// How many deals are played.
const DEALS: u64 = 3000;

/// One step of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// A card, and the seat that got it.
    Fell(Rank, Seat),
    Moved(Seat, Move),
}

/// Small choices from a seed; evenness does not matter here.
struct Choices(u64);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        usize::try_from(self.0 >> 33).unwrap() % count
    }
}

fn rules(name: &str) -> Seated<Blackjack, BOXES_MAX> {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game(name).unwrap();
    match game.table(&Chosen::default()) {
        AnyGame::Blackjack(rules) => rules,
        other => panic!("{other:?} is not blackjack"),
    }
}

/// The deal after one more step, if it is lawful there and goes to the same seat.
fn after(
    rules: &Seated<Blackjack, BOXES_MAX>,
    mut deal: Deal<BOXES_MAX>,
    step: Step,
) -> Option<Deal<BOXES_MAX>> {
    match (step, rules.turn(&deal)) {
        (Step::Fell(rank, to), Turn::Chance(fall)) if fall.to == to => rules.fall_unchecked(&mut deal, rank),
        (Step::Moved(seat, mv), Turn::Seat(_)) if rules.check(&deal, seat, mv).is_ok() => {
            rules.play_unchecked(&mut deal, seat, mv);
        }
        _ => return None,
    }
    Some(deal)
}

/// A round played at random to its end, as its steps.
fn play(rules: &Seated<Blackjack, BOXES_MAX>, boxes: Positions, choices: &mut Choices) -> Vec<Step> {
    let (mut deal, mut stock, mut steps) = (rules.open(boxes), rules.stock(), Vec::new());
    loop {
        let step = match rules.turn(&deal) {
            Turn::Chance(fall) => {
                let rank = draw(&stock, choices);
                stock.take(rank);
                Step::Fell(rank, fall.to)
            }
            Turn::Seat(seat) => {
                let mut moves = Vec::new();
                rules.moves(&deal, seat, |mv| moves.push(mv));
                Step::Moved(seat, moves[choices.below(moves.len())])
            }
            Turn::Bets | Turn::Over => return steps,
        };
        deal = after(rules, deal, step).unwrap();
        steps.push(step);
    }
}

fn draw(stock: &impl Stock<Chance = Rank>, choices: &mut Choices) -> Rank {
    let mut left = Vec::new();
    stock.each(|rank, count| left.extend((0..count).map(|_| rank)));
    left[choices.below(left.len())]
}

/// Whether cards of this box have been turned: a blackjack, a hand over 21, or all when the round is over.
fn is_turned(rules: &Seated<Blackjack, BOXES_MAX>, deal: &Deal<BOXES_MAX>, seat: Seat) -> bool {
    let on_table = deal.at(seat);
    rules.turn(deal) == Turn::Over
        || on_table.has_blackjack()
        || on_table.hands().iter().any(|hand| hand.is_bust())
}

/// Plays the steps with one card of a box exchanged for another, and holds both rounds against each other for as long
/// as they differ in nothing but that card. Says how often they were.
fn exchange(
    rules: &Seated<Blackjack, BOXES_MAX>,
    boxes: Positions,
    steps: &[Step],
    place: usize,
    other: Rank,
) -> u32 {
    let Step::Fell(rank, owner) = steps[place] else { return 0 };
    if owner == Deal::<BOXES_MAX>::DEALER || rank == other {
        return 0;
    }
    let (mut one, mut two, mut compared) = (rules.open(boxes), rules.open(boxes), 0);
    for (at, &step) in steps.iter().enumerate() {
        let exchanged = if at == place { Step::Fell(other, owner) } else { step };
        let (Some(next), Some(changed)) = (after(rules, one, step), after(rules, two, exchanged)) else {
            break;
        };
        (one, two) = (next, changed);
        let differ = rules.turn(&one) != rules.turn(&two);
        if differ || is_turned(rules, &one, owner) || is_turned(rules, &two, owner) {
            break;
        }
        if at >= place {
            compare(rules, boxes, owner, &one, &two);
            compared += 1;
        }
    }
    compared
}

/// The others see no difference; the box whose card it is does.
fn compare(
    rules: &Seated<Blackjack, BOXES_MAX>,
    boxes: Positions,
    owner: Seat,
    one: &Deal<BOXES_MAX>,
    two: &Deal<BOXES_MAX>,
) {
    for seat in boxes.iter().filter(|seat| *seat != owner) {
        assert_eq!(rules.view(one, seat), rules.view(two, seat), "box {seat} knows a card of box {owner}");
    }
    assert_ne!(rules.view(one, owner), rules.view(two, owner), "box {owner} does not know its own card");
}

#[test]
fn no_view_of_touch_21_holds_a_card_that_its_seat_may_not_know() {
    let rules = rules("mpumalanga/touch-21");
    let mut compared = 0;
    for seed in 0..DEALS {
        let mut choices = Choices(seed);
        let boxes = Positions::first(u8::try_from(2 + choices.below(6)).unwrap());
        let steps = play(&rules, boxes, &mut choices);
        let (place, other) = (choices.below(steps.len()), Rank::ALL[choices.below(13)]);
        // Pictures count as tens: only what the rules can tell apart is exchanged.
        let other = if matches!(other, Rank::Jack | Rank::Queen | Rank::King) { Rank::Ten } else { other };
        compared += exchange(&rules, boxes, &steps, place, other);
    }
    assert!(compared > 5000, "only {compared} views were held against each other, which shows little");
}

#[test]
fn at_touch_21_a_box_sees_its_own_cards_the_dealers_and_what_is_turned() {
    let rules = rules("mpumalanga/touch-21");
    for seed in 0..DEALS / 10 {
        let mut choices = Choices(seed);
        let boxes = Positions::first(3);
        let mut deal = rules.open(boxes);
        for step in play(&rules, boxes, &mut choices) {
            if let (Turn::Chance(fall), Step::Fell(..)) = (rules.turn(&deal), step) {
                let dealer = fall.to == Deal::<BOXES_MAX>::DEALER;
                assert_eq!(fall.face, if dealer { Face::Up } else { Face::Down });
            }
            deal = after(&rules, deal, step).unwrap();
            for seat in boxes.iter() {
                let seen = rules.view(&deal, seat);
                assert_eq!((seen.at(seat), seen.dealer()), (deal.at(seat), deal.dealer()));
                for other in boxes.iter().filter(|other| deal.at(*other).has_blackjack()) {
                    assert_eq!(seen.at(other), deal.at(other), "a blackjack is turned");
                }
            }
        }
        assert!(boxes.iter().all(|seat| rules.view(&deal, seat) == deal), "at the end all is turned");
    }
}

#[test]
fn at_the_other_tables_every_card_lies_open() {
    for name in ["scotland-1970/blackjack", "mpumalanga/blackjack"] {
        let rules = rules(name);
        for seed in 0..DEALS / 10 {
            let mut choices = Choices(seed);
            let boxes = Positions::first(3);
            let mut deal = rules.open(boxes);
            for step in play(&rules, boxes, &mut choices) {
                assert!(!matches!(rules.turn(&deal), Turn::Chance(fall) if fall.face == Face::Down));
                deal = after(&rules, deal, step).unwrap();
                assert!(boxes.iter().all(|seat| rules.view(&deal, seat) == deal), "{name}");
            }
        }
    }
}
