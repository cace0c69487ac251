//! Those who run a house.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::guest::{Guest, HouseServers};

/// The password of all people in a demo house.
const PASSWORD: &str = "croupier-demo";

/// Those who run a house.
#[derive(Clone, Debug)]
pub struct Staff {
    /// The manager.
    pub manager: Guest,
    /// The inspector.
    pub inspector: Guest,
    /// The dealer.
    pub dealer: Guest,
    /// The cashier.
    pub cashier: Guest,
}

impl Staff {
    /// All of them, logged in to a demo house.
    pub fn new(servers: &Arc<HouseServers>, house: u16) -> Self {
        let login = |role: &str| Guest::login(servers, house, &format!("demo_{role}"), PASSWORD);
        let [manager, inspector, dealer, cashier] = ["manager", "inspector", "dealer", "cashier"].map(login);
        Self { manager, inspector, dealer, cashier }
    }

    /// One proposes and another agrees.
    pub fn agree(&self, table: u64, matter: Value) {
        let proposed = self.manager.must(table, json!({"do": "propose", "matter": matter}));
        self.inspector.must(table, json!({"do": "authorise", "proposal": proposed["number"]}));
    }

    /// Cash for chips at the cage, or the other way round.
    pub fn exchange(&self, player: &Guest, exchange: Value) {
        let laid = player.does(json!({"do": "request-exchange", "exchange": exchange}));
        self.cashier.does(json!({"do": "confirm-exchange", "number": laid["number"]}));
        player.hear_from(&self.cashier);
    }

    /// Cash for chips at a table, which goes into the drop box.
    pub fn buy_at(&self, table: u64, player: &Guest, amount: &str) {
        let exchange = json!({"kind": "buy-in", "with": "cash", "amount": amount});
        let laid = player.must(table, json!({"do": "request-exchange", "exchange": exchange}));
        self.dealer.must(table, json!({"do": "confirm-exchange", "number": laid["number"]}));
        player.hear_from(&self.dealer);
    }

    /// A slip with all its steps, by those whose they are.
    pub fn slip(&self, table: u64, kind: &str, count: u32) {
        let chips = json!([{"value": "100", "count": count}]);
        let asked = self.dealer.must(table, json!({"do": "request-slip", "kind": kind, "chips": chips}));
        let steps = match kind {
            "fill" => [(&self.cashier, "send"), (&self.cashier, "deliver"), (&self.inspector, "confirm")],
            _ => [(&self.dealer, "send"), (&self.inspector, "deliver"), (&self.cashier, "confirm")],
        };
        for (by, step) in steps {
            by.must(table, json!({"do": "step-slip", "number": asked["number"], "step": step}));
        }
    }
}
