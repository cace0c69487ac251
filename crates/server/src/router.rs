//! The router: all routes, and the middleware for every request.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::auth::authenticate;
use crate::config::Config;
use crate::gate::admit;
use crate::routes;
use crate::sequence::in_sequence;

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The content security policy: nothing is loaded from another host, and no other page may embed this one in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The router of a server.
pub(crate) fn router(app: &Arc<App>, config: &Config) -> Router {
    let id = HeaderName::from_static("x-request-id");
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let layers = ServiceBuilder::new()
        .layer(SetRequestIdLayer::new(id.clone(), MakeRequestUuid))
        .layer(TraceLayer::new_for_http())
        .layer(PropagateRequestIdLayer::new(id))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::X_FRAME_OPTIONS, "DENY"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(fixed(header::CACHE_CONTROL, "no-store"))
        .layer(from_fn_with_state(Arc::clone(app), admit))
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, TIMEOUT));
    let api = routes::api::router()
        .layer(from_fn_with_state(Arc::clone(app), in_sequence))
        .layer(from_fn_with_state(Arc::clone(app), authenticate))
        .layer(DefaultBodyLimit::max(config.body_max));
    Router::new().nest("/api/v1", api).merge(routes::root::routes()).layer(layers).with_state(Arc::clone(app))
}
