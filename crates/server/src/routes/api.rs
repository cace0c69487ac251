//! The routes of the API, and its OpenAPI document.
#![allow(unused_qualifications, reason = "utoipa writes the types of parameters out")]

use std::sync::Arc;

use axum::Router;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

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
        .routes(routes!(session::log_in, session::get_session, session::log_out))
        .routes(routes!(session::list_session_houses))
        .routes(routes!(session::list_sessions, session::log_out_everywhere))
        .routes(routes!(password::set_password, password::change_password))
        .routes(routes!(factor::begin_factor, factor::confirm_factor, factor::remove_factor))
        .routes(routes!(enrol::visit_demo))
        .routes(routes!(enrol::enrol_player))
        .routes(routes!(enrol::enrol_first_manager))
        .routes(routes!(setup::get_setup, setup::create_house))
        .routes(routes!(setup::get_setup_plan))
        .routes(routes!(setup::check_setup))
        .routes(routes!(password::reset_player_password))
        .routes(routes!(password::invite_player))
        .routes(routes!(houses::list_houses))
        .routes(routes!(houses::list_tables))
        .routes(routes!(houses::get_table))
        // The same for everybody, large, and read once for each table.
        .routes(routes!(game::get_game).layer(CompressionLayer::new()))
        .routes(routes!(game::get_advice))
        .routes(routes!(strategy::get_strategy).layer(CompressionLayer::new()))
        .routes(routes!(strategy::get_shoe_value))
        .routes(routes!(game::get_sign_svg))
        .routes(routes!(game::get_sign_html))
        .routes(routes!(prints::get_sign_pdf))
        .routes(routes!(commands::command_table))
        .routes(routes!(commands::command_house))
        .routes(routes!(live::watch_table))
        .routes(routes!(rounds::list_rounds))
        .routes(routes!(rounds::get_round))
        .routes(routes!(rounds::get_history_board))
        .routes(routes!(fair::get_fairness))
        .routes(routes!(fair::give_seed))
        .routes(routes!(fair::get_proof))
        .routes(routes!(checkpoints::get_checkpoint))
        .routes(routes!(checkpoints::get_checkpoint_key))
        .routes(routes!(checkpoints::list_checkpoints))
        .routes(routes!(transparency::get_consistency))
        .routes(routes!(transparency::get_inclusion))
        .routes(routes!(transparency::get_tile))
        .routes(routes!(own::get_me))
        .routes(routes!(chips::top_up))
        .routes(routes!(chips::list_chip_requests))
        .routes(routes!(own::list_own_rounds))
        .routes(routes!(own::get_statement))
        .routes(routes!(disputes::list_own_disputes))
        .routes(routes!(staff::list_people))
        .routes(routes!(staff::get_ledger))
        .routes(routes!(staff::get_paperwork))
        .routes(routes!(prints::get_slip_pdf))
        .routes(routes!(sittings::get_inventory_pdf))
        .routes(routes!(sittings::get_shift_pdf))
        .routes(routes!(prints::get_dispute_pdf))
        .routes(routes!(reports::get_par).layer(CompressionLayer::new()))
        .routes(routes!(reports::get_par_pdf))
        .routes(routes!(reports::get_comparison).layer(CompressionLayer::new()))
        .routes(routes!(disputes::list_disputes))
        .routes(routes!(journal::list_journal))
        .routes(routes!(papers::list_papers))
        .routes(routes!(events::list_events))
        .routes(routes!(figures::get_figures))
        .routes(routes!(figures::list_patterns))
        .routes(routes!(office::get_office))
        .routes(routes!(roster::get_roster))
        .routes(routes!(charter::get_charter))
        .routes(routes!(charter::check_charter))
        .routes(routes!(editions::check_edition))
        .routes(routes!(opening::get_opening))
        .routes(routes!(exchanges::list_exchanges))
        .routes(routes!(readers::post_reading, readers::get_reader_state))
        .routes(routes!(readers::list_readers))
        .routes(routes!(nodes::list_nodes))
        .routes(routes!(root::check_command))
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
