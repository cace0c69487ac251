//! The nodes that serve a house.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::access::own_house;
use super::extract::PathParams;
use crate::app::App;
use crate::auth::Caller;
use crate::node::{HouseOverview, NodeRow};
use crate::wire::{NodeView, NodesView, Problem};

/// List the nodes that serve a house
///
/// Who owns it, who follows it and how far, for the staff and the regulator.
#[utoipa::path(get, path = "/houses/{h}/nodes", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "The nodes", body = NodesView),
    (status = "4XX", description = "They are not shown", body = Problem, content_type = "application/problem+json"),
), security(("cookie" = []), ("bearer" = [])))]
pub(crate) async fn list_nodes(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<Json<NodesView>, Problem> {
    let house = own_house(&app, h, &session)?;
    let (id, applied) = (house.actor.id, house.actor.shared().stored_to());
    let Some(node) = &app.node else {
        return Ok(Json(NodesView {
            several: false,
            node: None,
            state: None,
            owner: None,
            fence: 0,
            suspended: None,
            sequence: applied,
            waiting: 0,
            nodes: Vec::new(),
        }));
    };
    let report = node.link.report().await.unwrap_or_default();
    let here = report.of_house(id);
    let sequence = applied + here.map_or(0, |(_, behind)| behind);
    let HouseOverview { owner, fence, suspended, nodes } = node.house(id, applied);
    let view = |row: NodeRow| NodeView {
        behind: row.applied.map(|applied| sequence.saturating_sub(applied)),
        name: row.name,
        address: row.address,
        version: row.version,
        this: row.is_this,
        draining: row.is_draining,
    };
    Ok(Json(NodesView {
        several: true,
        node: Some(node.link.name.to_string()),
        state: here.map(|(state, _)| state.to_owned()),
        owner,
        fence,
        suspended,
        sequence,
        waiting: report.waiting,
        nodes: nodes.into_iter().map(view).collect(),
    }))
}
