//! Game mathematics (PAR) and comparisons of rulebooks over the API: who may read them, and that they are those of the
//! library, from which the command writes them too.

use std::time::{Duration, Instant};

use croupier_house::ids::TableId;
use croupier_report::{Comparison, ParReport, ReportTable, Unwatched, program_digest};
use jiff::civil::Date;
use serde_json::Value;

use crate::api::check;
use crate::common::{Guest, Server, config, folder, request, shelf};

fn document(server: &Server) -> Value {
    request(&server.base, "GET", "/openapi.json", None, &[], None).1
}

/// Asks until the report is there. Every answer on the way must be as the document says.
fn wait_for(server: &Server, guest: &Guest, route: &str, path: &str) -> Value {
    let (document, began) = (document(server), Instant::now());
    loop {
        let answer = guest.get(path);
        check(&document, "get", route, &answer);
        match answer.0 {
            200 => return answer.1,
            202 => assert!(!answer.1["computing"].as_str().unwrap().is_empty()),
            status => panic!("{path}: {status} {}", answer.1),
        }
        assert!(began.elapsed() < Duration::from_mins(4), "{path}: {}", answer.1);
    }
}

/// The report of the library on a table of the house.
fn par_of(server: &Server, table: u16) -> ParReport<'static> {
    let found = server.actor.read_blocking(move |state| {
        let (id, day) = (TableId(table), state.now.date);
        let (book, game) = state.house.game_of(id, day).unwrap();
        let chosen = state.house.chosen_at(id, day).unwrap();
        (ReportTable::new(book, game, (*chosen).clone()), day)
    });
    let (table, day) = found.unwrap();
    ParReport::new(table, day, None, program_digest(), &Unwatched).unwrap()
}

const PAR: &str = "/houses/{h}/tables/{t}/par";

#[test]
fn the_mathematics_of_a_table_are_those_of_the_library_with_its_settings() {
    let server = Server::start(config(&folder("par")));
    let regulator = server.staff("demo_regulator");
    for game in ["roulette", "dice", "in-between", "chemin-de-fer", "blackjack"] {
        let table = server.table(game);
        let path = format!("/houses/1/tables/{table}/par");
        let report = wait_for(&server, &regulator, PAR, &path);
        let made = par_of(&server, table);
        assert_eq!(report, made.json(), "{game}");
        assert!(report["wagers"].as_array().is_some_and(|wagers| !wagers.is_empty()), "{game}");
        assert_eq!(report["house"]["min"].as_str().map(str::is_empty), Some(false), "limits of the table");
        let pdf = wait_for_pdf(&regulator, &format!("{path}.pdf"));
        assert_eq!(pdf, made.printout().pdf(), "{game}");
    }
    // What is computed is not computed again.
    let (path, began) = (format!("/houses/1/tables/{}/par", server.table("blackjack")), Instant::now());
    assert_eq!(regulator.get(&path).0, 200);
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

fn wait_for_pdf(guest: &Guest, path: &str) -> Vec<u8> {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent.get(format!("{}/api/v1{path}", guest.base));
    let mut answer = request.header("authorization", format!("Bearer {}", guest.token)).call().unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    assert_eq!(answer.headers()["content-type"], "application/pdf");
    let named = answer.headers()["content-disposition"].to_str().unwrap();
    assert!(named.ends_with("-par.pdf\""), "{named}");
    answer.body_mut().read_to_vec().unwrap()
}

#[test]
fn books_are_compared_as_the_library_compares_them() {
    let server = Server::start(config(&folder("comparison")));
    let manager = server.staff("demo_manager");
    for family in ["roulette", "dice", "baccarat", "poker", "in-between"] {
        let path = format!("/houses/1/comparison?family={family}");
        let found = wait_for(&server, &manager, "/houses/{h}/comparison", &path);
        let made = Comparison::new(shelf(), family, &[], Date::MAX, false, &Unwatched).unwrap();
        assert_eq!(found, made.json(), "{family}");
    }
    let baccarat = manager.get("/houses/1/comparison?family=baccarat").1;
    assert!(baccarat["tables"].as_array().is_some_and(|tables| tables.len() > 1), "{}", baccarat["tables"]);
    let clauses = baccarat["prices"]["differences"].as_array().unwrap();
    assert!(clauses.iter().any(|clause| clause["wagers"][0]["change_decimal"] != 0.0), "{clauses:?}");
}

#[test]
fn reports_are_for_the_staff_and_the_regulator() {
    let server = Server::start(config(&folder("reports")));
    let document = document(&server);
    let wheel = server.table("roulette");
    let (par, comparison) = (format!("/houses/1/tables/{wheel}/par"), "/houses/1/comparison?family=roulette");
    let pdf = format!("{par}.pdf");
    let player = server.player("ann");
    let routes = [(PAR, par.as_str()), ("/houses/{h}/comparison", comparison)];
    for (route, path) in routes.into_iter().chain([("/houses/{h}/tables/{t}/par.pdf", pdf.as_str())]) {
        let refused = player.get(path);
        check(&document, "get", route, &refused);
        assert_eq!((refused.0, &refused.1["code"]), (403, &Value::from("authority")), "{path}");
        assert_eq!(request(&server.base, "GET", path, None, &[], None).0, 401, "{path}");
    }
    for role in ["manager", "inspector", "dealer", "cashier", "regulator"] {
        let guest = server.staff(&format!("demo_{role}"));
        for (route, path) in routes {
            wait_for(&server, &guest, route, path);
        }
    }
    let regulator = server.staff("demo_regulator");
    for (path, status) in [
        ("/houses/1/tables/99/par", 404),
        ("/houses/1/tables/99/par.pdf", 404),
        ("/houses/1/comparison?family=dealer-poker", 404),
        ("/houses/1/comparison?family=whist", 400),
        ("/houses/1/comparison", 400),
        ("/houses/2/comparison?family=roulette", 403),
    ] {
        assert_eq!(regulator.get(path).0, status, "{path}");
    }
}
