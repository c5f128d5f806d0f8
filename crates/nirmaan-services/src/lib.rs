//! The services of Nirmaan by area, and the gate in front of them.
//!
//! [`routes`] returns every service already gated: whoever serves them can't forget who may call what.

pub mod access;
pub mod auth;
mod bid;
pub mod blocking;
mod change;
pub mod check;
pub mod common;
pub mod contracts;
pub mod deps;
pub mod documents;
pub mod error;
mod export;
pub mod garbled;
pub mod images;
pub mod jobs;
pub mod links;
pub mod mail;
pub mod metrics;
pub mod objects;
pub mod platform;
pub mod projects;
mod same_names;
pub mod slots;
pub mod trail;
mod warnings;
pub mod wire;

pub use deps::Deps;
pub use error::{Error, Result};

use nirmaan_api::{
    auth::{
        app_password_service_server::AppPasswordServiceServer, auth_service_server::AuthServiceServer,
        mail_link_service_server::MailLinkServiceServer, profile_service_server::ProfileServiceServer,
        second_factor_service_server::SecondFactorServiceServer,
    },
    common::{
        contact_service_server::ContactServiceServer, deleted_service_server::DeletedServiceServer,
        search_service_server::SearchServiceServer, settings_service_server::SettingsServiceServer,
    },
    contracts::{
        contract_dashboard_service_server::ContractDashboardServiceServer,
        contract_import_service_server::ContractImportServiceServer,
        contract_service_server::ContractServiceServer,
        contract_timeline_service_server::ContractTimelineServiceServer,
        deposit_import_service_server::DepositImportServiceServer,
        security_deposit_service_server::SecurityDepositServiceServer,
    },
    documents::document_service_server::DocumentServiceServer,
    platform::{
        audit_service_server::AuditServiceServer, module_service_server::ModuleServiceServer,
        permission_service_server::PermissionServiceServer,
        role_request_service_server::RoleRequestServiceServer, role_service_server::RoleServiceServer,
        tenant_service_server::TenantServiceServer,
        tenant_settings_service_server::TenantSettingsServiceServer,
        user_role_mapping_service_server::UserRoleMappingServiceServer,
        user_service_server::UserServiceServer,
    },
    projects::project_service_server::ProjectServiceServer,
    projects::task_service_server::TaskServiceServer,
};
use tonic::service::Routes;

/// Every service behind the gate.
pub fn routes(deps: &Deps) -> Routes {
    let services = Routes::new(AuthServiceServer::new(auth::Auth::new(deps.clone())))
        .add_service(MailLinkServiceServer::new(auth::MailLinks::new(deps.clone())))
        .add_service(ProfileServiceServer::new(auth::Profiles::new(deps.clone())))
        .add_service(AppPasswordServiceServer::new(auth::AppPasswords::new(deps.clone())))
        .add_service(SecondFactorServiceServer::new(auth::SecondFactors::new(deps.clone())))
        .add_service(TenantServiceServer::new(platform::Tenants::new(deps.clone())))
        .add_service(TenantSettingsServiceServer::new(platform::TenantSettings::new(deps.clone())))
        .add_service(UserServiceServer::new(platform::Users::new(deps.clone())))
        .add_service(ModuleServiceServer::new(platform::Modules::new(deps.clone())))
        .add_service(RoleServiceServer::new(platform::Roles::new(deps.clone())))
        .add_service(PermissionServiceServer::new(platform::Permissions::new(deps.clone())))
        .add_service(RoleRequestServiceServer::new(platform::RoleRequests::new(deps.clone())))
        .add_service(UserRoleMappingServiceServer::new(platform::Mappings::new(deps.clone())))
        .add_service(AuditServiceServer::new(platform::Audit::new(deps.clone())))
        .add_service(ContractServiceServer::new(contracts::Contracts::new(deps.clone())))
        .add_service(ContractDashboardServiceServer::new(contracts::Dashboard::new(deps.clone())))
        .add_service(SecurityDepositServiceServer::new(contracts::Deposits::new(deps.clone())))
        .add_service(ContractTimelineServiceServer::new(contracts::Timeline::new(deps.clone())))
        .add_service(TaskServiceServer::new(projects::Tasks::new(deps.clone())))
        .add_service(DocumentServiceServer::new(documents::Documents::new(deps.clone())))
        .add_service(ContractImportServiceServer::new(contracts::Imports::new(deps.clone())))
        .add_service(DepositImportServiceServer::new(contracts::DepositImports::new(deps.clone())))
        .add_service(ProjectServiceServer::new(projects::Projects::new(deps.clone())))
        .add_service(SearchServiceServer::new(common::Search::new(deps.clone())))
        .add_service(DeletedServiceServer::new(common::Deleted::new(deps.clone())))
        .add_service(SettingsServiceServer::new(common::Settings::new(deps.clone())))
        .add_service(ContactServiceServer::new(common::Contact::new(deps.clone())));
    Routes::from(services.prepare().into_axum_router().layer(access::GateLayer::new(deps.clone())))
}
