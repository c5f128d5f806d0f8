//! `PermissionService`.

use std::collections::HashMap;

use nirmaan_api::{
    access::Action::View,
    errors::ErrorReason,
    platform::{
        EffectivePermission, ListRolePermissionsRequest, ListRolePermissionsResponse,
        ListUserPermissionsRequest, ListUserPermissionsResponse, PermissionSource, RolePermission,
        SaveRolePermissionsRequest, SaveRolePermissionsResponse,
        permission_service_server::PermissionService,
    },
};
use nirmaan_store::{
    Action, AllTenantsDb, Changes, ColumnTrait, QueryFilter, WriteDb,
    entity::{role, role_permission},
    query::roles::{self, ModuleGrant},
};
use serde_json::json;
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use super::{
    roles::{find_to_change, protected},
    users, visits,
};
use crate::{
    Deps,
    access::Caller,
    check::Check,
    error::{Error, Result},
    wire::{self, Rpc},
};

/// More rows of a grid than there will ever be modules.
const MOST_ROWS: usize = 500;

/// What roles grant, and what users may do by them.
pub struct Permissions {
    deps: Deps,
}

impl Permissions {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }
}

#[async_trait]
impl PermissionService for Permissions {
    async fn list_role_permissions(
        &self,
        request: Request<ListRolePermissionsRequest>,
    ) -> Rpc<ListRolePermissionsResponse> {
        let (caller, request) = Caller::split(request)?;
        let role_id = wire::id(&request.role_id, "Role")?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let role = db.catalogue::<role::Entity>().filter(role::Column::Id.eq(role_id)).one().await;
        role.map_err(Error::from)?.ok_or(Error::NotFound("Role"))?;
        let rows = roles::grid(&db, role_id).await.map_err(Error::from)?;
        let permissions = rows.into_iter().map(|row| of_role(role_id, row)).collect();
        Ok(Response::new(ListRolePermissionsResponse { permissions }))
    }

    async fn save_role_permissions(
        &self,
        request: Request<SaveRolePermissionsRequest>,
    ) -> Rpc<SaveRolePermissionsResponse> {
        let (ref caller, SaveRolePermissionsRequest { role_id, permissions }) = Caller::split(request)?;
        let grid = &Grid::read(permissions, &role_id)?;
        let role_id = wire::id(&role_id, "Role")?;
        let saved = self.deps.store.write_platform(caller.of_platform()?, |db| async move {
            let role = find_to_change(&db, role_id).await?;
            if role.is_system {
                return Err(protected(&role, "changed"));
            }
            let (rows, along) = grid.plan(&db, caller, role_id).await?;
            roles::save(&db, rows).await?;
            let version = role.version;
            db.change_as(Action::Update, role, Some(version), |_: &mut role::ActiveModel| {}, along).await?;
            Ok::<_, Error>(roles::grid(&*db, role_id).await?)
        });
        let permissions = saved.await?.into_iter().map(|row| of_role(role_id, row)).collect();
        Ok(Response::new(SaveRolePermissionsResponse { permissions }))
    }

    async fn list_user_permissions(
        &self,
        request: Request<ListUserPermissionsRequest>,
    ) -> Rpc<ListUserPermissionsResponse> {
        let (caller, request) = Caller::split(request)?;
        let user_id = wire::id(&request.user_id, "User");
        if user_id.as_ref().ok() != caller.actor.user_id.as_ref() {
            caller.require("User", View)?;
        }
        let user = users::find(&self.deps, &caller, user_id?).await?;
        visits::tell(&self.deps, &caller, "user", [user.tenant_id]).await?;
        let db = self.deps.store.read(&caller.actor_in(user.tenant_id)?).await.map_err(Error::from)?;
        let rows = roles::grants_of_user(&db, user.id).await.map_err(Error::from)?;
        let rows = rows.into_iter().filter(|row| row.is_active).collect();
        Ok(Response::new(ListUserPermissionsResponse { permissions: by_module(rows) }))
    }
}

fn of_role(role_id: Uuid, row: ModuleGrant) -> RolePermission {
    let [can_create, can_view, can_edit, can_delete, can_report] = row.flags();
    RolePermission {
        role_id: role_id.to_string(),
        module_id: row.module_id.to_string(),
        module_name: row.module_name,
        can_create,
        can_view,
        can_edit,
        can_delete,
        can_report,
    }
}

/// What a user may do over all their roles; the rows come by module.
fn by_module(rows: Vec<ModuleGrant>) -> Vec<EffectivePermission> {
    let mut modules: Vec<EffectivePermission> = Vec::new();
    for row in rows {
        let [can_create, can_view, can_edit, can_delete, can_report] = row.flags();
        let id = row.module_id.to_string();
        if modules.last().is_none_or(|module| module.module_id != id) {
            modules.push(EffectivePermission {
                module_id: id,
                module_name: row.module_name,
                module_description: row.module_description,
                ..Default::default()
            });
        }
        let Some(module) = modules.last_mut() else { continue };
        module.can_create |= can_create;
        module.can_view |= can_view;
        module.can_edit |= can_edit;
        module.can_delete |= can_delete;
        module.can_report |= can_report;
        module.sources.push(PermissionSource {
            role_id: wire::optional_id(row.role_id),
            role_name: row.role_name.unwrap_or_default(),
            can_create,
            can_view,
            can_edit,
            can_delete,
            can_report,
        });
    }
    modules
}

/// What a role shall grant, as a client sends it.
pub(super) struct Grid(Vec<RolePermission>);

impl Grid {
    /// Rows of the role of the request.
    pub(super) fn read(rows: Vec<RolePermission>, role_id: &str) -> Result<Self> {
        let mut check = Check::default();
        if rows.len() > MOST_ROWS {
            check.complain("permissions", format!("At most {MOST_ROWS} rows can be saved at once."));
            return check.done().map(|()| Self(Vec::new()));
        }
        for row in &rows {
            let of_another = !row.role_id.is_empty() && !row.role_id.eq_ignore_ascii_case(role_id);
            if of_another {
                check.complain("permissions", "All rows must be of the role that is saved.");
                break;
            }
        }
        check.done()?;
        Ok(Self(rows))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rows of a role, and what they tell the trail, if the caller may grant them.
    pub(super) async fn plan(
        &self,
        db: &WriteDb<AllTenantsDb>,
        caller: &Caller,
        role_id: Uuid,
    ) -> Result<(Vec<role_permission::Model>, Changes)> {
        let mut rows: Vec<role_permission::Model> = Vec::new();
        let mut changes = Changes::new();
        let before = roles::grid(&**db, role_id).await?;
        let mut check = Check::default();
        for row in &self.0 {
            let Some(known) = before.iter().find(|known| is_of(row, known)) else {
                check.complain("permissions", "There is no such module.");
                break;
            };
            if rows.iter().any(|row| row.module_id == known.module_id) {
                check.complain("permissions", format!("The module {} is there twice.", known.module_name));
                break;
            }
            let RolePermission { can_create, can_view, can_edit, can_delete, can_report, .. } = *row;
            let wanted = [can_create, can_view, can_edit, can_delete, can_report];
            may_grant(caller, known, wanted)?;
            if wanted != known.flags() {
                let change = json!({"from": words(known.flags()), "to": words(wanted)});
                // Under a name that no column has.
                changes.insert(format!("permissions.{}", known.module_name), change);
            }
            let module_id = known.module_id;
            rows.push(role_permission::Model {
                role_id,
                module_id,
                can_create,
                can_view,
                can_edit,
                can_delete,
                can_report,
            });
        }
        check.done()?;
        Ok((rows, changes))
    }
}

/// Whether a row is of a module, by its id or, without one, by its name.
fn is_of(row: &RolePermission, module: &ModuleGrant) -> bool {
    if row.module_id.is_empty() {
        nirmaan_text::key(&row.module_name) == nirmaan_text::key(&module.module_name)
    } else {
        row.module_id.parse() == Ok(module.module_id)
    }
}

const FLAGS: [&str; 5] = ["create", "view", "edit", "delete", "report"];

/// The flags in words, for the trail.
fn words(flags: [bool; 5]) -> String {
    let set = FLAGS.into_iter().zip(flags).filter(|(_, set)| *set).map(|(word, _)| word);
    set.collect::<Vec<_>>().join(", ")
}

/// Nobody grants what they don't have; what a role has already may stay.
fn may_grant(caller: &Caller, before: &ModuleGrant, wanted: [bool; 5]) -> Result<()> {
    let own = caller.flags(&before.module_name);
    for (((word, wanted), had), own) in FLAGS.into_iter().zip(wanted).zip(before.flags()).zip(own) {
        if wanted && !had && !own {
            let message =
                format!("You can't grant {word} in {}: you don't have it yourself.", before.module_name);
            let facts = HashMap::from([
                ("module".to_owned(), before.module_name.clone()),
                ("action".to_owned(), word.to_owned()),
            ]);
            return Err(Error::Denied { reason: ErrorReason::NotGranted, message, facts });
        }
    }
    Ok(())
}
