//! Whose session it is, and what their roles grant: what the gate reads on every call.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use crate::{Actor, IdentityDb, PlatformActor, StoreError, entity::tenant};

/// One module of a session's user; a user whose roles grant nothing has one row without a module.
#[derive(Debug, Clone, FromQueryResult)]
pub struct SessionGrant {
    /// The session's user.
    pub user_id: Uuid,
    /// Whether the user may work.
    pub is_active: bool,
    /// Set when the user was deleted.
    pub user_deleted_at: Option<DateTime<Utc>>,
    /// Whether the tenant may work.
    pub tenant_status: tenant::Status,
    /// Whether the tenant is the platform's own.
    pub(crate) is_platform: bool,
    /// Set when the session was ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Since when the user has a second factor.
    pub second_factor_since: Option<DateTime<Utc>>,
    /// When the session last showed it.
    pub proved_at: Option<DateTime<Utc>>,
    /// Whether the user owes a password of their own.
    pub must_change_password: bool,
    /// Whether the tenant asks for a second factor; `None` where it has no settings.
    pub require_second_factor: Option<bool>,
    /// When the session ends by itself.
    pub expires_at: DateTime<Utc>,
    /// A module of which a role grants something.
    pub module_id: Option<Uuid>,
    /// Its name.
    pub module_name: Option<String>,
    /// What it is for.
    pub module_description: Option<String>,
    /// Whether it is in use.
    pub module_is_active: Option<i32>,
    /// Any role grants creating.
    pub can_create: Option<i32>,
    /// Any role grants viewing.
    pub can_view: Option<i32>,
    /// Any role grants editing.
    pub can_edit: Option<i32>,
    /// Any role grants deleting.
    pub can_delete: Option<i32>,
    /// Any role grants reporting.
    pub can_report: Option<i32>,
}

impl SessionGrant {
    /// Whether the tenant is the platform's own.
    pub fn is_of_platform(&self) -> bool {
        self.is_platform
    }

    /// The proof that the session's actor is of the platform's tenant; `None` where they are of another.
    pub fn platform_actor(&self, actor: &Actor) -> Option<PlatformActor> {
        self.is_platform.then(|| PlatformActor(actor.clone()))
    }
}

/// A session with its user, tenant and grants, in one statement over primary keys. Empty when there is no
/// such session.
pub async fn of_session(
    db: &IdentityDb,
    tenant_id: Uuid,
    session_id: Uuid,
) -> Result<Vec<SessionGrant>, StoreError> {
    let sql = "SELECT s.user_id, u.is_active, u.deleted_at AS user_deleted_at, t.status AS tenant_status, \
               t.is_platform, s.ended_at, s.expires_at, s.proved_at, u.second_factor_since, u.must_change_password, \
               ts.require_second_factor, m.id AS module_id, m.name AS module_name, m.description AS module_description, \
               CASE WHEN m.is_active THEN 1 ELSE 0 END AS module_is_active, \
               MAX(CASE WHEN p.can_create THEN 1 ELSE 0 END) AS can_create, \
               MAX(CASE WHEN p.can_view THEN 1 ELSE 0 END) AS can_view, \
               MAX(CASE WHEN p.can_edit THEN 1 ELSE 0 END) AS can_edit, \
               MAX(CASE WHEN p.can_delete THEN 1 ELSE 0 END) AS can_delete, \
               MAX(CASE WHEN p.can_report THEN 1 ELSE 0 END) AS can_report \
               FROM sessions s \
               JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id \
               JOIN tenants t ON t.id = s.tenant_id \
               LEFT JOIN tenant_settings ts ON ts.tenant_id = s.tenant_id AND ts.id = s.tenant_id \
               LEFT JOIN user_roles ur ON ur.tenant_id = s.tenant_id AND ur.user_id = s.user_id \
               LEFT JOIN role_permissions p ON p.role_id = ur.role_id \
               LEFT JOIN modules m ON m.id = p.module_id \
               WHERE s.tenant_id = $1 AND s.id = $2 \
               GROUP BY s.user_id, u.is_active, u.deleted_at, t.status, t.is_platform, s.ended_at, s.expires_at, s.proved_at, \
               u.second_factor_since, u.must_change_password, ts.require_second_factor, m.id, m.name, m.description, m.is_active \
               ORDER BY m.name";
    let backend = db.transaction.get_database_backend();
    let statement = Statement::from_sql_and_values(backend, sql, [tenant_id.into(), session_id.into()]);
    Ok(SessionGrant::find_by_statement(statement).all(db.transaction.as_ref()).await?)
}
