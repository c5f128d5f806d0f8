//! What roles grant, and who holds them.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Statement, UpdateMany, Value,
    sea_query::{Expr, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    AllTenantsDb, StoreError, TenantDb, WriteDb,
    entity::{module, role_permission, user, user_role},
    handle::Handle,
    query::people::is_of_users,
};

/// One module as a role or a user has it. Without a grant all flags are `None`.
#[derive(Debug, Clone, FromQueryResult)]
pub struct ModuleGrant {
    /// The role that grants; `None` where a role's grid has no row.
    pub role_id: Option<Uuid>,
    /// Its name; as above.
    pub role_name: Option<String>,
    /// The module.
    pub module_id: Uuid,
    /// Its name.
    pub module_name: String,
    /// What it is for.
    pub module_description: String,
    /// Whether the module is in use; of one that isn't, nobody may do anything for the time being.
    pub is_active: bool,
    can_create: Option<bool>,
    can_view: Option<bool>,
    can_edit: Option<bool>,
    can_delete: Option<bool>,
    can_report: Option<bool>,
}

impl ModuleGrant {
    /// Create, view, edit, delete, report.
    pub fn flags(&self) -> [bool; 5] {
        [self.can_create, self.can_view, self.can_edit, self.can_delete, self.can_report]
            .map(|flag| flag.unwrap_or(false))
    }
}

const COLUMNS: &str = "SELECT r.id AS role_id, r.name AS role_name, m.id AS module_id, m.name AS module_name, \
                       m.description AS module_description, \
                       m.is_active, p.can_create, p.can_view, p.can_edit, p.can_delete, p.can_report";

async fn rows<T: FromQueryResult>(
    db: &impl Handle,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<T>, StoreError> {
    let backend = db.transaction().get_database_backend();
    let statement = Statement::from_sql_and_values(backend, sql, values);
    Ok(T::find_by_statement(statement).all(db.transaction()).await?)
}

/// A role's row for every module, by module name.
pub async fn grid(db: &impl Handle, role_id: Uuid) -> Result<Vec<ModuleGrant>, StoreError> {
    let sql = format!(
        "{COLUMNS} FROM modules m LEFT JOIN role_permissions p ON p.module_id = m.id AND p.role_id = $1 \
         LEFT JOIN roles r ON r.id = p.role_id ORDER BY m.name_key"
    );
    rows(db, &sql, [role_id.into()]).await
}

/// What every role grants, in modules out of use too.
pub async fn grants_of_all(db: &impl Handle) -> Result<Vec<ModuleGrant>, StoreError> {
    let sql = format!(
        "{COLUMNS} FROM roles r JOIN role_permissions p ON p.role_id = r.id \
         JOIN modules m ON m.id = p.module_id"
    );
    rows(db, &sql, []).await
}

/// What a user's roles grant, in modules out of use too, by the names of module and role.
pub async fn grants_of_user(db: &TenantDb, user_id: Uuid) -> Result<Vec<ModuleGrant>, StoreError> {
    let sql = format!(
        "{COLUMNS} FROM user_roles ur JOIN roles r ON r.id = ur.role_id \
         JOIN role_permissions p ON p.role_id = r.id JOIN modules m ON m.id = p.module_id \
         WHERE ur.tenant_id = $1 AND ur.user_id = $2 ORDER BY m.name_key, r.name_key"
    );
    rows(db, &sql, [db.tenant_id().into(), user_id.into()]).await
}

#[derive(FromQueryResult)]
struct Named {
    name: String,
}

/// The e-mail addresses of the users who hold a role, in all tenants; not of deleted ones, who would have it again.
pub async fn holders(db: &AllTenantsDb, role_id: Uuid) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT DISTINCT u.email AS name FROM user_roles ur \
               JOIN users u ON u.tenant_id = ur.tenant_id AND u.id = ur.user_id \
               WHERE ur.role_id = $1 AND u.deleted_at IS NULL ORDER BY 1";
    let names: Vec<Named> = rows(db, sql, [role_id.into()]).await?;
    Ok(names.into_iter().map(|row| row.name).collect())
}

/// The names of the roles that a user holds, in alphabetical order.
pub async fn names_of(db: &TenantDb, user_id: Uuid) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id \
               WHERE ur.tenant_id = $1 AND ur.user_id = $2 ORDER BY r.name_key";
    let names: Vec<Named> = rows(db, sql, [db.tenant_id().into(), user_id.into()]).await?;
    Ok(names.into_iter().map(|row| row.name).collect())
}

/// The names of the roles that grant a module, but for the administrators', which grant every module.
pub async fn granting(db: &AllTenantsDb, module_id: Uuid) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT r.name FROM role_permissions p JOIN roles r ON r.id = p.role_id \
               WHERE p.module_id = $1 AND NOT r.is_system ORDER BY r.name_key";
    let names: Vec<Named> = rows(db, sql, [module_id.into()]).await?;
    Ok(names.into_iter().map(|row| row.name).collect())
}

/// A tenant's active users who hold a role of which `is_meant` is true.
pub(super) fn active_holders(tenant_id: Uuid, is_meant: SimpleExpr) -> Select<user::Entity> {
    let holders = user_role::Entity::find()
        .select_only()
        .column(user_role::Column::UserId)
        .filter(user_role::Column::TenantId.eq(tenant_id))
        .filter(is_meant);
    user::Entity::find()
        .filter(user::Column::TenantId.eq(tenant_id))
        .filter(user::Column::IsActive.eq(true))
        .filter(user::Column::DeletedAt.is_null())
        // Nobody who was invited and hasn't chosen a password.
        .filter(user::Column::PasswordHash.ne(""))
        .filter(user::Column::Id.in_subquery(holders.into_query()))
}

/// Whether an active user of the tenant holds one of these roles.
pub async fn any_active_holder(db: &TenantDb, roles: &[Uuid]) -> Result<bool, StoreError> {
    let holders = active_holders(db.tenant_id(), user_role::Column::RoleId.is_in(roles.iter().copied()));
    Ok(holders.one(db.transaction()).await?.is_some())
}

/// The e-mail addresses of the tenant's active users who hold one of these roles, in alphabetical order, at most so many.
pub async fn emails_of_active_holders(
    db: &TenantDb,
    roles: &[Uuid],
    most: u64,
) -> Result<Vec<String>, StoreError> {
    let holders = active_holders(db.tenant_id(), user_role::Column::RoleId.is_in(roles.iter().copied()));
    let first = holders.order_by_asc(user::Column::Email).limit(most);
    let emails = first.select_only().column(user::Column::Email);
    Ok(emails.into_tuple().all(db.transaction()).await?)
}

/// Those of these users whose roles grant anything in a module that is in use.
pub async fn with_rights(
    db: &impl Handle,
    user_ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashSet<Uuid>, StoreError> {
    let user_ids: Vec<Uuid> = user_ids.into_iter().collect();
    if user_ids.is_empty() {
        return Ok(HashSet::new());
    }
    let in_use = module::Entity::find()
        .select_only()
        .column(module::Column::Id)
        .filter(module::Column::IsActive.eq(true));
    // A row without any flag isn't kept.
    let granting = role_permission::Entity::find()
        .select_only()
        .column(role_permission::Column::RoleId)
        .filter(role_permission::Column::ModuleId.in_subquery(in_use.into_query()));
    let mut holders = user_role::Entity::find()
        .select_only()
        .column(user_role::Column::UserId)
        .filter(user_role::Column::UserId.is_in(user_ids))
        .filter(user_role::Column::RoleId.in_subquery(granting.into_query()));
    if let Some(tenant_id) = db.tenant() {
        holders = holders.filter(user_role::Column::TenantId.eq(tenant_id));
    }
    let holders: Vec<Uuid> = holders.into_tuple().all(db.transaction()).await?;
    Ok(holders.into_iter().collect())
}

/// Leaves of the requests for a role only those of users who have no rights: others have had what they asked for, by whatever
/// change of roles and modules.
pub async fn forget_answered(db: &impl Handle, users: &mut [user::Model]) -> Result<(), StoreError> {
    let asking = users.iter().filter(|user| user.role_requested_at.is_some());
    let answered = with_rights(db, asking.map(|user| user.id)).await?;
    for user in users.iter_mut().filter(|user| answered.contains(&user.id)) {
        user.role_requested_at = None;
    }
    Ok(())
}

/// Notes when a user asked for a role.
pub async fn note_request(db: &WriteDb, user_id: Uuid, at: DateTime<Utc>) -> Result<(), StoreError> {
    let noted = requests_of(db, user_id).col_expr(user::Column::RoleRequestedAt, Expr::value(at));
    noted.exec(db.transaction()).await?;
    Ok(())
}

/// Forgets that a user asked for a role, if their roles grant anything by now.
pub async fn answer_request(db: &WriteDb, user_id: Uuid) -> Result<(), StoreError> {
    if with_rights(&**db, [user_id]).await?.is_empty() {
        return Ok(());
    }
    let answered = requests_of(db, user_id)
        .col_expr(user::Column::RoleRequestedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(user::Column::RoleRequestedAt.is_not_null());
    answered.exec(db.transaction()).await?;
    Ok(())
}

/// A change of whether a user asks for a role: neither a new version of the user, nor an event.
fn requests_of(db: &WriteDb, user_id: Uuid) -> UpdateMany<user::Entity> {
    user::Entity::update_many()
        .filter(user::Column::TenantId.eq(db.tenant_id()))
        .filter(user::Column::Id.eq(user_id))
}

/// Takes one role from a user; says whether they held it.
pub async fn take(db: &WriteDb, user_id: Uuid, role_id: Uuid) -> Result<bool, StoreError> {
    let held = user_role::Entity::delete_many()
        .filter(user_role::Column::TenantId.eq(db.tenant_id()))
        .filter(user_role::Column::UserId.eq(user_id))
        .filter(user_role::Column::RoleId.eq(role_id));
    Ok(held.exec(db.transaction()).await?.rows_affected > 0)
}

/// Sets what roles grant in modules; a row without any flag takes its module away.
///
/// # Errors
/// [`StoreError::Reference`] when there is no such role or module.
pub async fn save(db: &WriteDb<AllTenantsDb>, grants: Vec<role_permission::Model>) -> Result<(), StoreError> {
    for grant in grants {
        role_permission::Entity::delete_by_id((grant.role_id, grant.module_id))
            .exec(db.transaction())
            .await?;
        let any =
            grant.can_create || grant.can_view || grant.can_edit || grant.can_delete || grant.can_report;
        if any {
            let row = grant.into_active_model().reset_all();
            role_permission::Entity::insert(row).exec_without_returning(db.transaction()).await?;
        }
    }
    Ok(())
}

/// Deletes all that a role grants, and takes it from deleted users: they come back without it.
pub async fn clear_role(db: &WriteDb<AllTenantsDb>, role_id: Uuid) -> Result<(), StoreError> {
    use user_role::Column;
    let of_deleted = is_of_users([Column::TenantId, Column::UserId], user::Column::DeletedAt.is_not_null());
    let held = user_role::Entity::delete_many().filter(Column::RoleId.eq(role_id)).filter(of_deleted);
    held.exec(db.transaction()).await?;
    let own = role_permission::Entity::delete_many().filter(role_permission::Column::RoleId.eq(role_id));
    own.exec(db.transaction()).await?;
    Ok(())
}

/// Deletes all that is granted in a module.
pub async fn clear_module(db: &WriteDb<AllTenantsDb>, module_id: Uuid) -> Result<(), StoreError> {
    let own = role_permission::Entity::delete_many().filter(role_permission::Column::ModuleId.eq(module_id));
    own.exec(db.transaction()).await?;
    Ok(())
}
