//! The routes of the API, and its OpenAPI document.
#![allow(unused_qualifications, reason = "utoipa writes the types of parameters out")]

use std::sync::Arc;

use axum::Router;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::audience::{
    Audience, MANAGERS, MANAGERS_AND_REGULATOR, PEOPLE, PLAYERS, STAFF, STAFF_AND_REGULATOR, WHO_CHANGE,
};
use super::document::{self, Api};
use super::{
    charter, checkpoints, chips, commands, disputes, editions, enrol, events, exchanges, factor, fair,
    figures, game, houses, journal, live, nodes, office, opening, own, papers, password, prints, readers,
    reports, root, roster, rounds, session, setup, sittings, staff, strategy, transparency,
};
use crate::app::App;
use crate::wire::Problem;

/// The routes of the API, with their OpenAPI document.
fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(Audience::Everybody.may(routes!(session::log_in)))
        .routes(Audience::LoggedIn.may(routes!(session::get_session, session::log_out)))
        .routes(Audience::Everybody.may(routes!(session::list_session_houses)))
        .routes(Audience::LoggedIn.may(routes!(session::list_sessions, session::log_out_everywhere)))
        .routes(Audience::Everybody.may(routes!(password::set_password)))
        .routes(Audience::LoggedIn.may(routes!(password::change_password)))
        .routes(Audience::LoggedIn.may(routes!(
            factor::begin_factor,
            factor::confirm_factor,
            factor::remove_factor
        )))
        .routes(Audience::Everybody.may(routes!(enrol::visit_demo)))
        .routes(Audience::Everybody.may(routes!(enrol::enrol_player)))
        .routes(Audience::Everybody.may(routes!(enrol::enrol_first_manager)))
        .routes(Audience::Everybody.may(routes!(setup::get_setup, setup::create_house)))
        .routes(Audience::Everybody.may(routes!(setup::get_setup_plan)))
        .routes(Audience::Everybody.may(routes!(setup::check_setup)))
        .routes(MANAGERS.may(routes!(password::reset_player_password)))
        .routes(STAFF.may(routes!(password::invite_player)))
        .routes(Audience::Everybody.may(routes!(houses::list_houses)))
        .routes(Audience::Everybody.may(routes!(houses::list_tables)))
        .routes(Audience::Everybody.may(routes!(houses::get_table)))
        // The same for everybody, large, and read once for each table.
        .routes(Audience::Everybody.may(routes!(game::get_game).layer(CompressionLayer::new())))
        .routes(PEOPLE.may(routes!(game::get_advice)))
        .routes(Audience::Everybody.may(routes!(strategy::get_strategy).layer(CompressionLayer::new())))
        .routes(PEOPLE.may(routes!(strategy::get_shoe_value)))
        .routes(Audience::Everybody.may(routes!(game::get_sign_svg)))
        .routes(Audience::Everybody.may(routes!(game::get_sign_html)))
        .routes(Audience::Everybody.may(routes!(prints::get_sign_pdf)))
        .routes(WHO_CHANGE.may(routes!(commands::command_table)))
        .routes(WHO_CHANGE.may(routes!(commands::command_house)))
        .routes(Audience::Everybody.may(routes!(live::watch_table)))
        .routes(Audience::Everybody.may(routes!(rounds::list_rounds)))
        .routes(Audience::Everybody.may(routes!(rounds::get_round)))
        .routes(Audience::Everybody.may(routes!(rounds::get_history_board)))
        .routes(Audience::Everybody.may(routes!(fair::get_fairness)))
        .routes(PLAYERS.may(routes!(fair::give_seed)))
        .routes(Audience::Everybody.may(routes!(fair::get_proof)))
        .routes(Audience::Everybody.may(routes!(checkpoints::get_checkpoint)))
        .routes(Audience::Everybody.may(routes!(checkpoints::get_checkpoint_key)))
        .routes(Audience::Everybody.may(routes!(checkpoints::list_checkpoints)))
        .routes(Audience::Everybody.may(routes!(transparency::get_consistency)))
        .routes(Audience::Everybody.may(routes!(transparency::get_inclusion)))
        .routes(Audience::Everybody.may(routes!(transparency::get_tile)))
        .routes(PEOPLE.may(routes!(own::get_me)))
        .routes(PLAYERS.may(routes!(chips::top_up)))
        .routes(STAFF_AND_REGULATOR.may(routes!(chips::list_chip_requests)))
        .routes(PEOPLE.may(routes!(own::list_own_rounds)))
        .routes(PEOPLE.may(routes!(own::get_statement)))
        .routes(PEOPLE.may(routes!(disputes::list_own_disputes)))
        .routes(STAFF_AND_REGULATOR.may(routes!(staff::list_people)))
        .routes(STAFF_AND_REGULATOR.may(routes!(staff::get_ledger)))
        .routes(STAFF_AND_REGULATOR.may(routes!(staff::get_paperwork)))
        .routes(STAFF_AND_REGULATOR.may(routes!(prints::get_slip_pdf)))
        .routes(STAFF_AND_REGULATOR.may(routes!(sittings::get_inventory_pdf)))
        .routes(STAFF_AND_REGULATOR.may(routes!(sittings::get_shift_pdf)))
        .routes(STAFF_AND_REGULATOR.may(routes!(prints::get_dispute_pdf)))
        .routes(STAFF_AND_REGULATOR.may(routes!(reports::get_par).layer(CompressionLayer::new())))
        .routes(STAFF_AND_REGULATOR.may(routes!(reports::get_par_pdf)))
        .routes(STAFF_AND_REGULATOR.may(routes!(reports::get_comparison).layer(CompressionLayer::new())))
        .routes(STAFF_AND_REGULATOR.may(routes!(disputes::list_disputes)))
        .routes(MANAGERS_AND_REGULATOR.may(routes!(journal::list_journal)))
        .routes(STAFF_AND_REGULATOR.may(routes!(papers::list_papers)))
        .routes(STAFF_AND_REGULATOR.may(routes!(events::list_events)))
        .routes(STAFF_AND_REGULATOR.may(routes!(figures::get_figures)))
        .routes(STAFF_AND_REGULATOR.may(routes!(figures::list_patterns)))
        .routes(STAFF_AND_REGULATOR.may(routes!(office::get_office)))
        .routes(STAFF_AND_REGULATOR.may(routes!(roster::get_roster)))
        .routes(STAFF_AND_REGULATOR.may(routes!(charter::get_charter)))
        .routes(STAFF_AND_REGULATOR.may(routes!(charter::check_charter)))
        .routes(STAFF_AND_REGULATOR.may(routes!(editions::check_edition)))
        .routes(STAFF_AND_REGULATOR.may(routes!(opening::get_opening)))
        .routes(STAFF_AND_REGULATOR.may(routes!(exchanges::list_exchanges)))
        .routes(Audience::Reader.may(routes!(readers::post_reading, readers::get_reader_state)))
        .routes(STAFF_AND_REGULATOR.may(routes!(readers::list_readers)))
        .routes(STAFF_AND_REGULATOR.may(routes!(nodes::list_nodes)))
        .routes(Audience::LoggedIn.may(routes!(root::check_command)))
}

/// The OpenAPI document, as JSON.
pub fn openapi() -> String {
    text(&api().into_openapi())
}

fn text(document: &utoipa::openapi::OpenApi) -> String {
    serde_json::to_string_pretty(&document::publish(document)).expect("the document is JSON")
}

/// The routes of the API.
pub(crate) fn router() -> Router<Arc<App>> {
    let (router, document) = api().split_for_parts();
    let text = text(&document);
    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
    let document = axum::routing::get(move || std::future::ready((json, text.clone())));
    router
        .merge(transparency::tile_routes())
        .route("/openapi.json", document)
        .fallback(not_found)
        .method_not_allowed_fallback(root::method_not_allowed)
}

async fn not_found() -> Problem {
    Problem::unknown("address")
}
