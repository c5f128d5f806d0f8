//! `UserRoleMappingService`.

use std::collections::{HashMap, HashSet};

use nirmaan_api::{
    errors::ErrorReason,
    platform::{
        ChangeUserRolesRequest, ChangeUserRolesResponse, CreateUserRoleMappingRequest,
        DeleteUserRoleMappingRequest, DeleteUserRoleMappingResponse, ListRoleSelectionRequest,
        ListRoleSelectionResponse, ListUserRoleMappingsRequest, ListUserRoleMappingsResponse, RoleSelection,
        SetUserRolesRequest, SetUserRolesResponse, UserRoleMapping,
        user_role_mapping_service_server::UserRoleMappingService,
    },
};
use nirmaan_store::{
    Action, Changes, ColumnTrait, QueryFilter, QueryOrder, Set, TenantDb, WriteDb,
    entity::{role, user, user_role},
    query::{
        people,
        roles::{self, ModuleGrant},
    },
};
use serde_json::json;
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use super::{
    administrators::{is_of_the_platform, keep_one},
    users, visits,
};
use crate::{
    Deps,
    access::Caller,
    check::Check,
    error::{Error, Result},
    wire::{self, Kept, Rpc, optional_id, timestamp},
};

/// Which user has which role.
pub struct Mappings {
    deps: Deps,
}

impl Mappings {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    /// The user whose roles a request is about, and a handle to their tenant.
    async fn open(&self, caller: &Caller, user_id: &str) -> Result<(user::Model, TenantDb)> {
        let user = users::find(&self.deps, caller, wire::id(user_id, "User")?).await?;
        visits::tell(&self.deps, caller, "user", [user.tenant_id]).await?;
        let db = self.deps.store.read(&caller.actor_in(user.tenant_id)?).await?;
        Ok((user, db))
    }
}

#[async_trait]
impl UserRoleMappingService for Mappings {
    async fn create_user_role_mapping(
        &self,
        request: Request<CreateUserRoleMappingRequest>,
    ) -> Rpc<UserRoleMapping> {
        let (ref caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let CreateUserRoleMappingRequest { user_id, role_id } = request;
        let mut check = Check::default();
        check.required("user_id", "User", &user_id, 64);
        check.required("role_id", "Role", &role_id, 64);
        check.done()?;
        let user = users::find(&self.deps, caller, wire::id(&user_id, "User")?).await?;
        let role_id = wire::id(&role_id, "Role")?;
        let actor = caller.actor_in(user.tenant_id)?;
        let created = self.deps.store.write_once(&actor, key.as_ref(), |db| async move {
            users::find_to_change(&db, user.id).await?;
            let mut wanted = held(&db, user.id).await?;
            if !wanted.insert(role_id) {
                return Err(already_held());
            }
            set(&db, caller, user.id, &wanted).await?;
            let mappings = mappings(&db, user.id).await?;
            let created = mappings.into_iter().find(|mapping| mapping.role_id == role_id.to_string());
            created.map(Kept).ok_or_else(|| Error::Internal("a role mapping got lost".to_owned()))
        });
        Ok(Response::new(created.await?.0))
    }

    async fn delete_user_role_mapping(
        &self,
        request: Request<DeleteUserRoleMappingRequest>,
    ) -> Rpc<DeleteUserRoleMappingResponse> {
        let (ref caller, DeleteUserRoleMappingRequest { user_id, role_id }) = Caller::split(request)?;
        let user = users::find(&self.deps, caller, wire::id(&user_id, "User")?).await?;
        let role_id = wire::id(&role_id, "Role")?;
        let actor = caller.actor_in(user.tenant_id)?;
        let deleted = self.deps.store.write(&actor, |db| async move {
            users::find_to_change(&db, user.id).await?;
            let mut wanted = held(&db, user.id).await?;
            if !wanted.remove(&role_id) {
                return Err(Error::NotFound("Role mapping"));
            }
            keep_one(&db, set(&db, caller, user.id, &wanted)).await
        });
        deleted.await?;
        Ok(Response::new(DeleteUserRoleMappingResponse {}))
    }

    async fn set_user_roles(&self, request: Request<SetUserRolesRequest>) -> Rpc<SetUserRolesResponse> {
        let (ref caller, SetUserRolesRequest { user_id, role_ids }) = Caller::split(request)?;
        let user = users::find(&self.deps, caller, wire::id(&user_id, "User")?).await?;
        let wanted = &self::role_ids(&role_ids)?;
        let actor = caller.actor_in(user.tenant_id)?;
        let saved = self.deps.store.write(&actor, |db| async move {
            users::find_to_change(&db, user.id).await?;
            keep_one(&db, set(&db, caller, user.id, wanted)).await?;
            mappings(&db, user.id).await
        });
        Ok(Response::new(SetUserRolesResponse { mappings: saved.await? }))
    }

    async fn change_user_roles(
        &self,
        request: Request<ChangeUserRolesRequest>,
    ) -> Rpc<ChangeUserRolesResponse> {
        let (ref caller, ChangeUserRolesRequest { user_id, give_role_ids, take_role_ids }) =
            Caller::split(request)?;
        let user = users::find(&self.deps, caller, wire::id(&user_id, "User")?).await?;
        let (give, take) = &(role_ids(&give_role_ids)?, role_ids(&take_role_ids)?);
        let mut check = Check::default();
        if !give.is_disjoint(take) {
            check.complain("take_role_ids", "A role can't be given and taken at once.");
        }
        check.done()?;
        let actor = caller.actor_in(user.tenant_id)?;
        let saved = self.deps.store.write(&actor, |db| async move {
            users::find_to_change(&db, user.id).await?;
            let mut wanted = held(&db, user.id).await?;
            wanted.extend(give);
            wanted.retain(|role_id| !take.contains(role_id));
            keep_one(&db, set(&db, caller, user.id, &wanted)).await?;
            mappings(&db, user.id).await
        });
        Ok(Response::new(ChangeUserRolesResponse { mappings: saved.await? }))
    }

    async fn list_role_selection(
        &self,
        request: Request<ListRoleSelectionRequest>,
    ) -> Rpc<ListRoleSelectionResponse> {
        let (caller, request) = Caller::split(request)?;
        let (user, db) = self.open(&caller, &request.user_id).await?;
        let held = held(&db, user.id).await?;
        let choice = Choice::of(&db, &caller).await?;
        let selection = choice.roles.iter().map(|role| RoleSelection {
            role_id: role.id.to_string(),
            role_name: role.name.clone(),
            user_id: if held.contains(&role.id) { user.id.to_string() } else { String::new() },
            description: role.description.clone(),
            is_grantable: choice.grantable(role.id).is_ok(),
        });
        Ok(Response::new(ListRoleSelectionResponse { roles: selection.collect() }))
    }

    async fn list_user_role_mappings(
        &self,
        request: Request<ListUserRoleMappingsRequest>,
    ) -> Rpc<ListUserRoleMappingsResponse> {
        let (caller, request) = Caller::split(request)?;
        let (user, db) = self.open(&caller, &request.user_id).await?;
        Ok(Response::new(ListUserRoleMappingsResponse { mappings: mappings(&db, user.id).await? }))
    }
}

/// The roles there are, and which of them the caller may give and take in a tenant.
struct Choice<'a> {
    caller: &'a Caller,
    in_platform: bool,
    /// By name.
    roles: Vec<role::Model>,
    grants: HashMap<Uuid, Vec<ModuleGrant>>,
}

impl<'a> Choice<'a> {
    async fn of(db: &TenantDb, caller: &'a Caller) -> Result<Self> {
        let in_platform = people::own_tenant(db).await?.is_some_and(|tenant| tenant.is_platform);
        let roles = db.catalogue::<role::Entity>().order_by_asc(role::Column::NameKey).all().await?;
        let mut grants: HashMap<Uuid, Vec<ModuleGrant>> = HashMap::new();
        for grant in roles::grants_of_all(db).await? {
            if let Some(role_id) = grant.role_id {
                grants.entry(role_id).or_default().push(grant);
            }
        }
        Ok(Self { caller, in_platform, roles, grants })
    }

    /// The role, if the caller may give and take it.
    fn grantable(&self, role_id: Uuid) -> Result<&role::Model> {
        let role = self.roles.iter().find(|role| role.id == role_id).ok_or(Error::NotFound("Role"))?;
        if is_of_the_platform(role) && !self.in_platform {
            let message = format!("{} is for people of the platform alone.", role.name);
            return Err(Error::Precondition(message));
        }
        if self.caller.covers(self.grants.get(&role_id).into_iter().flatten()) {
            return Ok(role);
        }
        let message = format!("The role {} grants rights that you don't have yourself.", role.name);
        Err(Error::Denied { reason: ErrorReason::NotGranted, message, facts: HashMap::new() })
    }
}

/// The ids of roles that a request names.
fn role_ids(texts: &[String]) -> Result<HashSet<Uuid>> {
    texts.iter().map(|id| wire::id(id, "Role")).collect()
}

async fn rows(db: &TenantDb, user_id: Uuid) -> Result<Vec<user_role::Model>> {
    Ok(db.find::<user_role::Entity>().filter(user_role::Column::UserId.eq(user_id)).all().await?)
}

/// The roles that a user holds.
async fn held(db: &TenantDb, user_id: Uuid) -> Result<HashSet<Uuid>> {
    Ok(rows(db, user_id).await?.into_iter().map(|row| row.role_id).collect())
}

/// The roles that a user holds, by name.
async fn mappings(db: &TenantDb, user_id: Uuid) -> Result<Vec<UserRoleMapping>> {
    let roles = db.catalogue::<role::Entity>().order_by_asc(role::Column::NameKey).all().await?;
    let mut rows: HashMap<_, _> =
        rows(db, user_id).await?.into_iter().map(|row| (row.role_id, row)).collect();
    let named = roles.iter().filter_map(|role| Some(present(rows.remove(&role.id)?, &role.name)));
    Ok(named.collect())
}

/// Gives and takes what differs from the roles that are wanted, with one event.
async fn set(db: &WriteDb, caller: &Caller, user_id: Uuid, wanted: &HashSet<Uuid>) -> Result<()> {
    let before = held(db, user_id).await?;
    let choice = Choice::of(db, caller).await?;
    for role_id in wanted.symmetric_difference(&before) {
        choice.grantable(*role_id)?;
    }
    for role_id in before.difference(wanted) {
        roles::take(db, user_id, *role_id).await?;
    }
    let rows = wanted.difference(&before).map(|role_id| user_role::ActiveModel {
        user_id: Set(user_id),
        role_id: Set(*role_id),
        ..Default::default()
    });
    let rows: Vec<_> = rows.collect();
    db.insert_along(rows, Some(user_role::held())).await?;
    roles::answer_request(db, user_id).await?;
    if *wanted == before {
        return Ok(());
    }
    let names = |ids: &HashSet<Uuid>| {
        let named = choice.roles.iter().filter(|role| ids.contains(&role.id));
        named.map(|role| role.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let mut changes = Changes::new();
    changes.insert("roles".to_owned(), json!({"from": names(&before), "to": names(wanted)}));
    Ok(db.event(Action::Update, ("user", user_id), changes).await?)
}

fn already_held() -> Error {
    let message = "The user already has this role.".to_owned();
    Error::AlreadyExists { field: "role_id".to_owned(), message }
}

fn present(row: user_role::Model, role_name: &str) -> UserRoleMapping {
    let user_role::Model {
        tenant_id: _,
        id,
        user_id,
        role_id,
        version: _,
        created_at,
        updated_at: _,
        created_by,
        updated_by: _,
    } = row;
    UserRoleMapping {
        id: id.to_string(),
        user_id: user_id.to_string(),
        role_id: role_id.to_string(),
        role_name: role_name.to_owned(),
        created_at: Some(timestamp(created_at)),
        created_by: optional_id(created_by),
    }
}
