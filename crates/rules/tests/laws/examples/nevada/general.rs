//! What holds at every table.

use crate::law::{Law, laws};

laws! { "nevada/craps":
    "general 1" => a_bet_outside_the_limits_is_refused,
    "general 2" => a_bet_after_no_more_bets_is_refused,
    "general 3" => a_person_who_is_refused_service_cannot_bet,
}

fn a_bet_outside_the_limits_is_refused(law: &Law<'_>) {
    law.refuses("house min=5 max=50; ann bets 4 on field", "general 1");
    law.refuses("house min=5 max=50; ann bets 51 on field", "general 1");
    law.last("house min=5 max=50; ann bets 50 on field").standing();
    // Commission in advance is no part of the bet that the limits are for.
    law.last("house min=5 max=40; ann bets 40 on lay 4").staked("41.00").standing();
}

fn a_bet_after_no_more_bets_is_refused(law: &Law<'_>) {
    law.refuses("ann bets 10 on field; no more bets; ann bets 10 on field", "general 2");
}

fn a_person_who_is_refused_service_cannot_bet(law: &Law<'_>) {
    law.refuses("refuse ann; ann bets 10 on field", "general 3");
    law.last("refuse ann; ben bets 10 on field").standing();
}
