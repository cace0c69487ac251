//! Papers to print: read back from their PDF by another library, and held against what the API and the journal say.

use serde_json::{Value, json};

use crate::common::{ATTENDED, Guest, Server, config, folder, request};

/// A PDF as it was answered, and its text as another library reads it.
struct Paper {
    bytes: Vec<u8>,
    disposition: String,
    pages: Vec<String>,
}

impl Paper {
    fn get(base: &str, token: Option<&str>, path: &str) -> Self {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut request = agent.get(format!("{base}/api/v1/houses/1{path}"));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.call().unwrap();
        let bytes = answer.body_mut().read_to_vec().unwrap();
        assert_eq!(answer.status(), 200, "{path}: {}", String::from_utf8_lossy(&bytes));
        let head = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(head("content-type"), "application/pdf");
        let document = lopdf::Document::load_mem(&bytes).unwrap();
        let pages = document.get_pages().into_keys().map(|page| document.extract_text(&[page]).unwrap());
        let pages = pages.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        Self { disposition: head("content-disposition"), pages, bytes }
    }

    fn of(guest: &Guest, path: &str) -> Self {
        Self::get(&guest.base, Some(&guest.token), path)
    }

    fn text(&self) -> String {
        self.pages.join(" ")
    }

    fn holds(&self, texts: &[&str]) {
        let text = self.text();
        for wanted in texts {
            assert!(text.contains(wanted), "no `{wanted}` in: {text}");
        }
    }
}

/// An amount of the API as papers write it.
fn written(amount: &Value) -> String {
    let text = amount.as_str().unwrap();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let (whole, cents) = digits.split_once('.').unwrap();
    let mut groups: Vec<&str> = Vec::new();
    let mut rest = whole;
    while rest.len() > 3 {
        let (front, group) = rest.split_at(rest.len() - 3);
        groups.insert(0, group);
        rest = front;
    }
    groups.insert(0, rest);
    format!("{sign}{}.{cents}", groups.join(","))
}

struct Evening {
    server: Server,
    table: u16,
    manager: Guest,
    inspector: Guest,
    cashier: Guest,
    regulator: Guest,
}

impl Evening {
    fn start(name: &str) -> Self {
        let server = Server::start_with_dealer(config(&folder(name)));
        let [manager, inspector, cashier, regulator] =
            ["demo_manager", "demo_inspector", "demo_cashier", "demo_regulator"]
                .map(|handle| server.staff(handle));
        let table = server.called(ATTENDED);
        Self { server, table, manager, inspector, cashier, regulator }
    }

    fn slip(&self, kind: &str, chips: &Value, steps: &[(&Guest, &str)]) -> u64 {
        let slip =
            self.manager.must(self.table, &json!({"do": "request-slip", "kind": kind, "chips": chips}));
        for (guest, step) in steps {
            let reason = (*step == "void").then_some("the wrong chips");
            let order = json!({"do": "step-slip", "number": slip["number"], "step": step, "reason": reason});
            guest.must(self.table, &order);
        }
        slip["number"].as_u64().unwrap()
    }

    fn fill(&self) -> u64 {
        let chips = json!([{"value": "100", "count": 12}, {"value": "25", "count": 4}]);
        let steps = [(&self.cashier, "send"), (&self.manager, "deliver"), (&self.inspector, "confirm")];
        self.slip("fill", &chips, &steps)
    }

    fn credit(&self) -> u64 {
        let chips = json!([{"value": "5", "count": 7}]);
        let steps = [(&self.manager, "send"), (&self.manager, "deliver"), (&self.cashier, "confirm")];
        self.slip("credit", &chips, &steps)
    }

    fn of_table(&self, guest: &Guest, path: &str) -> Paper {
        Paper::of(guest, &format!("/tables/{}{path}", self.table))
    }

    fn shift(&self) -> Value {
        self.manager.get(&format!("/houses/1/tables/{}/papers", self.table)).1["shift"].clone()
    }

    /// A round in which ann bets 10 on 17 and 17 falls.
    fn round(&self, ann: &Guest) {
        let dealer = self.server.staff("demo_dealer");
        ann.must(self.table, &json!({"do": "sit"}));
        dealer.must(self.table, &json!({"do": "announce", "what": "place-your-bets"}));
        ann.must(self.table, &json!({"do": "bet", "amount": "10", "wager": "straight 17"}));
        dealer.must(self.table, &json!({"do": "announce", "what": "spin-right"}));
        dealer.must(self.table, &json!({"do": "enter", "lines": "17"}));
        dealer.must(self.table, &json!({"do": "confirm-entry"}));
    }
}

#[test]
fn a_slip_has_its_chips_and_who_took_each_step() {
    let evening = Evening::start("printed-slip");
    let number = evening.fill();
    let slip = evening.of_table(&evening.cashier, &format!("/slips/{number}/pdf"));
    slip.holds(&[
        "Fill slip",
        ATTENDED,
        &format!("fill {number}"),
        "GBP 1,300.00",
        "100.00 12 1,200.00",
        "25.00 4 100.00",
        "Total 1,300.00",
        "Requested by",
        "Sent by",
        "Delivered by",
        "Counted and confirmed by",
        "Morag Bell (manager)",
        "Isla Reid (inspector)",
        "Page 1 of 1",
        "State confirmed",
    ]);
    assert!(!slip.text().contains("VOID"));
    assert_eq!(slip.disposition, format!("inline; filename=\"table-{}-slip-{number}.pdf\"", evening.table));
    let again = evening.of_table(&evening.regulator, &format!("/slips/{number}/pdf"));
    assert_eq!(slip.bytes, again.bytes, "the same slip is the same file for everybody");
    let number = evening.credit();
    let slip = evening.of_table(&evening.cashier, &format!("/slips/{number}/pdf"));
    slip.holds(&["Credit slip", "From the table to the cage", "5.00 7 35.00", "Total 35.00"]);
}

#[test]
fn a_slip_that_is_void_says_so_in_large_letters_and_why() {
    let evening = Evening::start("printed-void");
    let chips = json!([{"value": "100", "count": 1}]);
    let number = evening.slip("fill", &chips, &[(&evening.cashier, "send"), (&evening.manager, "void")]);
    let slip = evening.of_table(&evening.manager, &format!("/slips/{number}/pdf"));
    assert_eq!(slip.pages[0].matches("VOID").count(), 2, "{}", slip.text());
    slip.holds(&["Void because the wrong chips", "Declared void by", "State void", "Sent by"]);
    assert!(!slip.text().contains("Counted and confirmed by"), "nobody has to sign for it");
}

#[test]
fn the_shift_report_has_every_figure_of_the_reconciliation() {
    let evening = Evening::start("printed-shift");
    let ann = evening.server.player("ann");
    let (fill, credit) = (evening.fill(), evening.credit());
    evening.round(&ann);
    let open = evening.of_table(&evening.manager, "/shift.pdf");
    open.holds(&["OPEN", "the table is open", "Difference: known when the table is closed."]);
    ann.must(evening.table, &json!({"do": "leave"}));
    let matter =
        json!({"kind": "close", "closer": [{"value": "100", "count": 41}, {"value": "1", "count": 3}]});
    let proposed = evening.manager.must(evening.table, &json!({"do": "propose", "matter": matter}));
    evening.inspector.must(evening.table, &json!({"do": "authorise", "proposal": proposed["number"]}));
    let (shift, report) = (evening.shift(), evening.of_table(&evening.regulator, "/shift.pdf"));
    for (name, key) in [
        ("Drop", "drop"),
        ("+ Closing float", "closing"),
        ("+ Credits", "credits"),
        ("− Opening float", "opening"),
        ("− Fills", "fills"),
        ("Win by the drop", "win_by_drop"),
        ("Stakes decided", "staked"),
        ("− Returned for them", "returned"),
        ("True win", "true_win"),
        ("Difference: GBP", "difference"),
    ] {
        report.holds(&[&format!("{name} {}", written(&shift[key]))]);
    }
    assert_eq!([&shift["fills"], &shift["credits"], &shift["staked"]], ["51300.00", "35.00", "10.00"]);
    report.holds(&[
        &format!("fill {fill}"),
        &format!("credit {credit}"),
        "Closed by",
        "Morag Bell (manager)",
    ]);
    assert!(!report.text().contains("OPEN"));
    let again = evening.of_table(&evening.manager, "/shift.pdf");
    assert_eq!(report.bytes, again.bytes, "a shift that is closed does not change");

    let inventory = evening.of_table(&evening.cashier, "/inventory.pdf");
    let (_, opened) = evening.manager.get(&format!("/houses/1/papers?table={}&kind=open", evening.table));
    for row in opened[0]["count"].as_array().unwrap() {
        inventory.holds(&[&format!("{} {}", written(&row["value"]), row["count"])]);
    }
    inventory.holds(&[
        "Opener",
        "Closer",
        "100.00 41 4,100.00",
        "1.00 3 3.00",
        "Total 4,103.00",
        "Counted and signed by",
        "Isla Reid (inspector)",
        &format!("Total {}", written(&opened[0]["amount"])),
    ]);
}

#[test]
fn a_dispute_file_has_the_round_its_verdict_the_ruling_and_the_payment() {
    let evening = Evening::start("printed-dispute");
    let ann = evening.server.player("ann");
    evening.round(&ann);
    let about = "I had bet on 17 and was paid on 18 – « è vero »";
    let open = json!({"do": "open-dispute", "table": evening.table, "round": 1, "about": about});
    let (status, opened) = ann.send("/houses/1/commands", &[], &open);
    assert_eq!(status, 200, "{opened}");
    let path = format!("/disputes/{}/pdf", opened["number"]);
    let file = Paper::of(&evening.inspector, &path);
    file.holds(&["Dispute file", about, "There is none yet.", "straight 17", "ball 17", "360.00"]);
    let ruling =
        json!({"kind": "ruling", "dispute": opened["number"], "ruling": "as a courtesy", "amount": "12.50"});
    let (_, proposed) =
        evening.cashier.send("/houses/1/commands", &[], &json!({"do": "propose", "matter": ruling}));
    let authorise = json!({"do": "authorise", "proposal": proposed["number"]});
    assert_eq!(evening.manager.send("/houses/1/commands", &[], &authorise).0, 200);
    let file = Paper::of(&evening.regulator, &path);
    file.holds(&["as a courtesy", "GBP 12.50 to the player", "Morag Bell (manager)", "State answered"]);
    let (_, round) = ann.get(&format!("/houses/1/tables/{}/rounds/1", evening.table));
    let bet = &round["verdict"]["bets"][0];
    file.holds(&[bet["cites"][0].as_str().unwrap(), &written(&bet["returned"])]);
    for line in round["record"].as_str().unwrap().lines().filter(|line| line.len() < 70) {
        file.holds(&[&line.split_whitespace().collect::<Vec<_>>().join(" ")]);
    }
}

#[test]
fn a_sign_is_for_everybody_and_papers_are_for_the_staff() {
    let evening = Evening::start("printed-roles");
    let (ann, number) = (evening.server.player("ann"), evening.fill());
    let sign = Paper::get(&evening.server.base, None, &format!("/tables/{}/sign.pdf", evening.table));
    sign.holds(&["Limits: GBP 1.00 to 100.00", "35 to 1", "Wagers and what they pay"]);
    let t = format!("/houses/1/tables/{}", evening.table);
    let papers = [
        format!("{t}/slips/{number}/pdf"),
        format!("{t}/shift.pdf"),
        format!("{t}/inventory.pdf"),
        "/houses/1/disputes/1/pdf".to_owned(),
    ];
    for path in &papers {
        assert_eq!(ann.get(path).0, 403, "{path}");
        assert_eq!(request(&evening.server.base, "GET", path, None, &[], None).0, 401, "{path}");
    }
    for path in
        ["/houses/1/disputes/1/pdf", &format!("{t}/slips/4000/pdf"), "/houses/1/tables/4000/shift.pdf"]
    {
        assert_eq!(evening.manager.get(path).0, 404, "{path}");
    }
}

/// Two sittings with notes: what the counters said is printed, and the papers of the first stay available.
#[test]
fn earlier_sittings_and_what_the_counters_said_are_printed() {
    let evening = Evening::start("printed-sittings");
    let ann = evening.server.player("ann");
    let agree = |matter: &Value| {
        let proposed = evening.manager.must(evening.table, &json!({"do": "propose", "matter": matter}));
        let order = json!({"do": "authorise", "proposal": proposed["number"]});
        evening.inspector.must(evening.table, &order);
    };
    evening.round(&ann);
    let fill = evening.fill();
    let note = "one 25 chip under the table";
    agree(&json!({"kind": "close", "closer": [{"value": "100", "count": 3}], "note": note}));
    agree(
        &json!({"kind": "drop", "cash": [{"value": "20", "count": 2}], "note": "two notes of an earlier night"}),
    );
    let first = evening.shift();
    let last = evening.of_table(&evening.manager, "/shift.pdf");
    last.holds(&["What the counters said", &format!("Closer: {note}"), "two notes of an earlier night"]);
    evening.of_table(&evening.manager, "/inventory.pdf").holds(&[&format!("Note: {note}")]);

    let float = evening.manager.get(&format!("/houses/1/tables/{}/papers", evening.table)).1["float"].clone();
    let pieces = float.as_str().unwrap().replace('.', "").parse::<u64>().unwrap() / 25;
    let opener = json!([{"value": "0.25", "count": pieces}]);
    agree(&json!({"kind": "open", "mode": "attended", "opener": opener, "note": "in small chips"}));
    let (_, papers) = evening.regulator.get(&format!("/houses/1/papers?table={}", evening.table));
    let of_kind = |kind: &str| {
        let found = papers.as_array().unwrap().iter().filter(|paper| paper["kind"] == kind);
        found.cloned().collect::<Vec<Value>>()
    };
    let (opens, closes) = (of_kind("open"), of_kind("close"));
    assert_eq!(closes[0]["text"], note, "the history of papers has the note");
    let (second, sitting) = (opens[0]["sitting"].clone(), closes[0]["sitting"].clone());
    assert!(second.as_u64().unwrap() > sitting.as_u64().unwrap(), "{second} {sitting}");
    assert_eq!(of_kind("drop")[0]["sitting"], Value::Null);
    evening
        .of_table(&evening.cashier, "/inventory.pdf")
        .holds(&["Note: in small chips", "The table is open."]);

    let of_first = evening.of_table(&evening.regulator, &format!("/shift.pdf?sitting={sitting}"));
    let written = |name: &str| written(&first[name]);
    of_first.holds(&[
        "Shift report",
        &format!("Closer: {note}"),
        &format!("Drop {}", written("drop")),
        &format!("+ Closing float {}", written("closing")),
        &format!("− Fills {}", written("fills")),
        &format!("Win by the drop {}", written("win_by_drop")),
        &format!("Stakes decided {}", written("staked")),
        &format!("True win {}", written("true_win")),
        &format!("fill {fill}"),
        &format!("Drop {} {}", written("drop_counted"), written("drop")),
    ]);
    assert!(!of_first.text().contains("OPEN"));
    let inventory = evening.of_table(&evening.manager, &format!("/inventory.pdf?sitting={sitting}"));
    inventory.holds(&[&format!("Note: {note}"), "100.00 3 300.00"]);
    assert!(inventory.disposition.contains(&format!("inventory-{sitting}.pdf")));
    for wrong in ["1", "999999", "x"] {
        let path = format!("/houses/1/tables/{}/shift.pdf?sitting={wrong}", evening.table);
        assert!((400..500).contains(&evening.manager.get(&path).0), "{wrong}");
    }
    let path = format!("/houses/1/tables/{}/shift.pdf?sitting={sitting}", evening.table);
    assert_eq!(ann.get(&path).0, 403, "players read no papers");
}
