//! Laws that the books of poker against a dealer's hand have in common: their provisions 1 to 3 say the same.

use croupier_kit::Card;
use croupier_rules::contract::{Face, Game, Positions, Turn};
use croupier_rules::games::AnyGame;

use crate::law::Law;

pub(super) fn the_house_holds_the_bank(law: &Law<'_>) {
    law.inadmissible("bank ann 500", 2, "1.1");
    law.accepts("bank house; ann bets 10 on ante");
}

pub(super) fn stakes_are_within_the_limits(law: &Law<'_>) {
    law.refuses("house min=5 max=100; ann bets 4.99 on ante", "1.2");
    law.refuses("house min=5 max=100; ann bets 100.01 on ante", "1.2");
    law.accepts("house min=5 max=100; ann bets 5 on ante; ben bets 100 on ante");
}

pub(super) fn betting_closes_before_the_cards(law: &Law<'_>) {
    law.refuses("ann bets 10 on ante; no more bets; ben bets 10 on ante", "1.3");
    law.refuses("ann bets 10 on ante; cards 7S; ben bets 10 on ante", "1.3");
    law.inadmissible("ann bets 10 on ante; no more bets; cancel 1 by consent", 4, "1.3");
    law.inadmissible("ann bets 10 on ante; no more bets; ann takes back 1", 4, "1.3");
    law.last("ann bets 10 on ante; ann takes back 1").cancelled();
}

pub(super) fn a_person_refused_service_does_not_bet(law: &Law<'_>) {
    law.refuses("refuse ben; ben bets 10 on ante", "1.4");
    law.accepts("refuse ben; ann bets 10 on ante");
}

/// Each player makes one ante; none of these is a wager.
pub(super) fn one_ante_a_player(law: &Law<'_>, others: &[&str]) {
    law.refuses("ann bets 10 on ante; ann bets 10 on ante", "2.1");
    law.accepts("ann bets 10 on ante; ben bets 10 on ante");
    for wager in others {
        law.refuses(&format!("ann bets 10 on {wager}"), "2.1");
    }
}

/// In the round of `deal`, whose last line is `line`, ann decides first and ben after her, each once.
pub(super) fn decisions_come_in_turn(law: &Law<'_>, deal: &str, line: u32) {
    law.inadmissible("cards AS", 2, "2.1");
    law.inadmissible("ann bets 10 on ante; ann raises", 3, "2.1");
    law.inadmissible("ann bets 10 on ante; cards AS KS; ann raises", 4, "2.1");
    for act in ["ben raises", "cal folds", "cards 2C"] {
        law.inadmissible(&format!("{deal}; {act}"), line + 1, "2.1");
    }
    law.inadmissible(&format!("{deal}; ann checks"), line + 1, "");
    law.inadmissible(&format!("{deal}; ann raises; ann raises"), line + 2, "2.1");
    law.inadmissible(&format!("{deal}; ann raises; ben folds; ben raises"), line + 3, "2.1");
}

/// One pack of one of each card, shuffled for every hand: this round can be played twice.
pub(super) fn dealt_from_a_whole_pack(law: &Law<'_>, round: &str, profit: &str) {
    law.inadmissible("ann bets 10 on ante; cards 9S 9H 9S", 3, "2.2");
    law.bet(4, &format!("{round}; next hand; {round}")).won("1 to 1", profit);
}

/// One pack serves this many players.
pub(super) fn seats(law: &Law<'_>, most: u8) {
    law.refuses("house seats=1; ann bets 10 on ante; ben bets 10 on ante", "2.2");
    law.accepts("house seats=2; ann bets 10 on ante; ben bets 10 on ante");
    law.inadmissible("house seats=0", 2, "2.2");
    law.inadmissible(&format!("house seats={}", most + 1), 2, "2.2");
    let names = ('a'..).take(usize::from(most) + 1);
    let bets: Vec<String> = names.map(|name| format!("{name} bets 10 on ante")).collect();
    law.accepts(&format!("house seats={most}; {}", bets[..usize::from(most)].join("; ")));
    law.refuses(&format!("house seats={most}; {}", bets.join("; ")), "2.2");
}

/// Deals two players and the dealer this many cards each. All lie face down but the dealer's last, which lies as it should.
pub(super) fn last_card_lies(law: &Law<'_>, each: usize, face: Face) {
    let AnyGame::DealerPoker(game) = law.game() else { panic!("it is a game against a dealer's hand") };
    let mut deal = game.open(Positions::first(2));
    let last = 3 * each - 1;
    for (place, card) in Card::pack().take(last + 1).enumerate() {
        let Turn::Chance(fall) = game.turn(&deal) else { panic!("a card is due") };
        assert_eq!(fall.face, if place == last { face } else { Face::Down }, "card {place}");
        game.fall_unchecked(&mut deal, card);
    }
    for seat in 0..2 {
        let view = game.view(&deal, seat);
        assert!(view.own.is_some());
        assert_eq!(view.shown, if face == Face::Up { Card::at(last) } else { None });
    }
}

/// A misdeal is dealt again until somebody has decided. In the round of `deal`, whose last line is `line`, nobody has.
pub(super) fn a_misdeal_ends_with_a_decision(law: &Law<'_>, deal: &str, line: u32) {
    law.inadmissible("ann bets 10 on ante; misdeal", 3, "2.6");
    law.accepts(&format!("{deal}; misdeal"));
    law.inadmissible(&format!("{deal}; ann folds; misdeal"), line + 2, "2.6");
}

/// The dealer of this round does not qualify: the ante wins, the raise is returned.
pub(super) fn only_the_ante_wins(law: &Law<'_>, round: &str) {
    law.bet(1, round).won("1 to 1", "10.00").cites(&["3.2", "4.1"]);
    law.bet(2, round).void().cites(&["3.2"]);
}

/// The player's hand is the higher: the ante wins, and the raise wins this at 1 to 1.
pub(super) fn both_win(law: &Law<'_>, round: &str, raise: &str) {
    law.bet(1, round).won("1 to 1", "10.00").cites(&["3.3", "4.1"]);
    law.bet(2, round).won("1 to 1", raise).cites(&["3.3", "4.2"]);
}

/// The hands are equal.
pub(super) fn both_are_returned(law: &Law<'_>, round: &str) {
    law.bet(1, round).void().cites(&["3.4"]);
    law.bet(2, round).void().cites(&["3.4"]);
}

/// The player's hand is the lower.
pub(super) fn both_lose(law: &Law<'_>, round: &str) {
    law.bet(1, round).lost().cites(&["3.5"]);
    law.bet(2, round).lost().cites(&["3.5"]);
}

/// Each hand beats the one before it. `raised` writes the round of a player who raises and a dealer.
pub(super) fn ascending(law: &Law<'_>, raised: impl Fn(&str, &str) -> String, hands: &[&str]) {
    for pair in hands.windows(2) {
        assert_eq!(law.bet(2, &raised(pair[1], pair[0])).outcome(), "won", "{pair:?}");
        law.bet(2, &raised(pair[0], pair[1])).lost();
    }
}
