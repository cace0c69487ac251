//! Limits and service (2.2, 2.9).

use crate::law::{Law, laws};

laws! { "mpumalanga/american-roulette":
    "2.2" => a_stake_outside_the_limits_is_refused,
    "2.2" => limits_are_amounts_and_the_least_is_not_above_the_most,
    "2.9" => a_person_refused_service_bets_in_vain,
}

fn a_stake_outside_the_limits_is_refused(law: &Law<'_>) {
    let bet = |amount: &str| format!("house min=5 max=500; ann bets {amount} on red; ball 1");
    for (inside, profit) in [("5", "5.00"), ("5.01", "5.01"), ("500", "500.00")] {
        law.last(&bet(inside)).won("1 to 1", profit);
    }
    for outside in ["4.99", "0.01", "500.01", "1000000"] {
        law.refuses(&bet(outside), "2.2");
    }
    law.accepts("house max=10; ann bets 10 on red; ann bets 10 on red");
    law.refuses("house min=5; ann bets 4.50 on neighbours-of-zero", "2.2");
}

fn limits_are_amounts_and_the_least_is_not_above_the_most(law: &Law<'_>) {
    law.accepts("house min=7 max=7; ann bets 7 on red");
    for limits in ["min=7.01 max=7", "min=0", "max=-1", "min=ten", "max=1.001"] {
        law.inadmissible(&format!("house {limits}; ann bets 7 on red"), 2, "2.2");
    }
}

fn a_person_refused_service_bets_in_vain(law: &Law<'_>) {
    let round = "ben bets 10 on red; refuse ben; ben bets 10 on red; ann bets 10 on red; ball 1";
    law.bet(1, round).won("1 to 1", "10.00");
    law.bet(2, round).refused("2.9");
    law.bet(3, round).won("1 to 1", "10.00");
    law.refuses("refuse ben; ann bets 10 on red; ball 1; next hand; ben bets 10 on red", "2.9");
    law.refuses("refuse ben; dealer bets 10 for ben on red", "2.9");
}
