//! One person in several houses: a session in each, side by side.

use croupier_server::demo::set_up;
use croupier_server::installation::Installation;
use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, config, folder, shelf};

/// The two demo houses.
fn two_houses(name: &str) -> Server {
    let mut installation = Installation::open(config(&folder(name)), shelf()).unwrap();
    set_up(&mut installation).unwrap();
    Server::run(installation)
}

/// A browser: it keeps the cookies that it is given, by name, and sends them all.
#[derive(Default)]
struct Browser(std::collections::BTreeMap<String, String>);

impl Browser {
    fn send(
        &mut self,
        server: &Server,
        method: &str,
        path: &str,
        csrf: &str,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let cookies: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let asked = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}/api/v1{path}", server.base))
            .header("cookie", cookies.join("; "))
            .header("x-csrf-token", csrf);
        let mut answer = match body {
            Some(body) => agent
                .run(asked.header("content-type", "application/json").body(body.to_string()).unwrap())
                .unwrap(),
            None => agent.run(asked.body(()).unwrap()).unwrap(),
        };
        for cookie in answer.headers().get_all("set-cookie") {
            let (name, value) = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            self.0.insert(name.to_owned(), value.to_owned());
        }
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Visits a demo house as a guest; the CSRF token and the number of the person.
    fn visit(&mut self, server: &Server, house: u16) -> (String, u64) {
        let (status, seen) = self.send(server, "POST", "/demo/visit", "", Some(&json!({ "house": house })));
        assert_eq!(status, 201, "{seen}");
        (seen["csrf"].as_str().unwrap().to_owned(), seen["person"].as_u64().unwrap())
    }
}

#[test]
fn a_browser_has_a_session_in_each_house_side_by_side() {
    let server = two_houses("side-by-side");
    let mut browser = Browser::default();
    let (first, ann) = browser.visit(&server, 1);
    let (second, bob) = browser.visit(&server, 2);
    let (_, seen) = browser.send(&server, "GET", "/session/houses", "", None);
    let houses: Vec<u64> = seen.as_array().unwrap().iter().map(|s| s["house"].as_u64().unwrap()).collect();
    assert_eq!(houses.len(), 2, "{seen}");
    for (house, csrf, person) in [(1, &first, ann), (2, &second, bob)] {
        let (status, me) = browser.send(&server, "GET", &format!("/houses/{house}/me"), "", None);
        assert_eq!((status, me["balances"]["chips"].as_str()), (200, Some("1000.00")), "{me}");
        let (_, own) = browser.send(&server, "GET", &format!("/session?house={house}"), "", None);
        assert_eq!((own["person"].as_u64(), own["csrf"].as_str()), (Some(person), Some(csrf.as_str())));
        let limit = json!({"do": "set-limit", "limit": "stake", "amount": "5.00"});
        let path = format!("/houses/{house}/commands");
        assert_eq!(browser.send(&server, "POST", &path, csrf, Some(&limit)).0, 200);
        let other = if house == 1 { &second } else { &first };
        let (status, forged) = browser.send(&server, "POST", &path, other, Some(&limit));
        assert_eq!((status, forged["code"].as_str()), (403, Some("csrf")), "the token of another house");
    }
    assert_eq!(browser.send(&server, "GET", "/session?house=one", "", None).0, 400);
    // The CSRF token says which session ends.
    assert_eq!(browser.send(&server, "DELETE", "/session", &first, None).0, 204);
    assert_eq!(browser.send(&server, "GET", "/houses/1/me", "", None).0, 401);
    assert_eq!(browser.send(&server, "GET", "/houses/2/me", "", None).0, 200);
}

#[test]
fn somebody_who_is_logged_in_creates_an_account_and_logs_in_again_without_a_token() {
    let server = Server::start(config(&folder("again")));
    let mut browser = Browser::default();
    browser.visit(&server, 1);
    let ann = json!({"house": 1, "handle": "ann", "password": PASSWORD});
    let (status, seen) = browser.send(&server, "POST", "/people", "", Some(&ann));
    assert_eq!((status, seen["handle"].as_str()), (201, Some("ann")), "{seen}");
    assert_eq!(browser.send(&server, "POST", "/session", "", Some(&ann)).0, 201);
    assert_eq!(browser.send(&server, "GET", "/houses/1/me", "", None).1["handle"], "ann");
}

#[test]
fn the_cookie_of_an_earlier_version_is_still_a_session() {
    let server = Server::start(config(&folder("shared")));
    let mut browser = Browser::default();
    let (csrf, _) = browser.visit(&server, 1);
    let token = browser.0.remove("croupier-1").unwrap();
    browser.0.insert("croupier-2".to_owned(), token.clone());
    assert_eq!(browser.send(&server, "GET", "/houses/1/me", "", None).0, 401, "the cookie of another house");
    browser.0.clear();
    browser.0.insert("croupier".to_owned(), token);
    assert_eq!(browser.send(&server, "GET", "/houses/1/me", "", None).0, 200);
    assert_eq!(browser.send(&server, "DELETE", "/session", &csrf, None).0, 204);
    assert_eq!(browser.send(&server, "GET", "/session", "", None).0, 401);
}
