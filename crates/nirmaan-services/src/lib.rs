//! The services of Nirmaan by area, and the gate in front of them.
//!
//! [`routes`] returns every service already gated: whoever serves them can't forget who may call what.

pub mod access;
pub mod auth;
pub mod check;
pub mod common;
pub mod contracts;
pub mod deps;
pub mod error;
pub mod jobs;
pub mod mail;
pub mod wire;

pub use deps::Deps;
pub use error::{Error, Result};

use nirmaan_api::{
    auth::auth_service_server::AuthServiceServer,
    common::contact_service_server::ContactServiceServer,
    contracts::{
        contract_dashboard_service_server::ContractDashboardServiceServer,
        contract_service_server::ContractServiceServer,
    },
};
use tonic::service::Routes;

/// Every service behind the gate.
pub fn routes(deps: &Deps) -> Routes {
    let services = Routes::new(AuthServiceServer::new(auth::Auth::new(deps.clone())))
        .add_service(ContractServiceServer::new(contracts::Contracts::new(deps.clone())))
        .add_service(ContractDashboardServiceServer::new(contracts::Dashboard::new(deps.clone())))
        .add_service(ContactServiceServer::new(common::Contact::new(deps.clone())));
    Routes::from(services.prepare().into_axum_router().layer(access::GateLayer::new(deps.clone())))
}
