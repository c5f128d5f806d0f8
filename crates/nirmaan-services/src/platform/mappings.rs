//! `UserRoleMappingService`.

mod change;

use std::collections::{HashMap, HashSet};

use nirmaan_api::platform::{
    ChangeUserRolesRequest, ChangeUserRolesResponse, CreateUserRoleMappingRequest,
    DeleteUserRoleMappingRequest, DeleteUserRoleMappingResponse, ListRoleSelectionRequest,
    ListRoleSelectionResponse, ListUserRoleMappingsRequest, ListUserRoleMappingsResponse, RoleSelection,
    SetUserRolesRequest, SetUserRolesResponse, UserRoleMapping,
    user_role_mapping_service_server::UserRoleMappingService,
};
use nirmaan_store::{
    Action, ColumnTrait, QueryFilter, QueryOrder, TenantDb, WriteDb,
    entity::{role, user, user_role},
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use self::change::{Choice, held};
pub(super) use self::change::{Exchange, RoleChange, role_ids};
use super::{administrators::keep_one, users, visits};
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

    /// A handle to the tenant that somebody new shall belong to.
    async fn open_for_new(&self, caller: &Caller, tenant_id: &str) -> Result<TenantDb> {
        let tenant_id = caller.tenant_named(tenant_id)?.unwrap_or(caller.actor.tenant_id);
        Ok(self.deps.store.read(&caller.actor_in(tenant_id)?).await?)
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
            set(&db, caller, user.id, wanted).await?;
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
            keep_one(&db, set(&db, caller, user.id, wanted)).await
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
            keep_one(&db, set(&db, caller, user.id, wanted.clone())).await?;
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
        let change = &RoleChange::of(role_ids(&give_role_ids)?, role_ids(&take_role_ids)?)?;
        let actor = caller.actor_in(user.tenant_id)?;
        let saved = self.deps.store.write(&actor, |db| async move {
            users::find_to_change(&db, user.id).await?;
            let exchange = change.plan(&db, caller, user.id).await?;
            keep_one(&db, save(&db, &exchange, user.id)).await?;
            mappings(&db, user.id).await
        });
        Ok(Response::new(ChangeUserRolesResponse { mappings: saved.await? }))
    }

    async fn list_role_selection(
        &self,
        request: Request<ListRoleSelectionRequest>,
    ) -> Rpc<ListRoleSelectionResponse> {
        let (caller, request) = Caller::split(request)?;
        let ListRoleSelectionRequest { user_id, tenant_id } = request;
        let (user, held, db) = if user_id.is_empty() {
            (None, HashSet::new(), self.open_for_new(&caller, &tenant_id).await?)
        } else {
            let (user, db) = self.open(&caller, &user_id).await?;
            (Some(user.id), held(&db, user.id).await?, db)
        };
        let choice = Choice::of(&db, &caller).await?;
        let selection = choice.roles.iter().map(|role| RoleSelection {
            role_id: role.id.to_string(),
            role_name: role.name.clone(),
            user_id: optional_id(user.filter(|_| held.contains(&role.id))),
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

/// The roles that a user holds, by name.
async fn mappings(db: &TenantDb, user_id: Uuid) -> Result<Vec<UserRoleMapping>> {
    let roles = db.catalogue::<role::Entity>().order_by_asc(role::Column::NameKey).all().await?;
    let held = db.find::<user_role::Entity>().filter(user_role::Column::UserId.eq(user_id)).all().await?;
    let mut rows: HashMap<_, _> = held.into_iter().map(|row| (row.role_id, row)).collect();
    let named = roles.iter().filter_map(|role| Some(present(rows.remove(&role.id)?, &role.name)));
    Ok(named.collect())
}

/// Gives and takes what differs from the roles that are wanted, with one event.
async fn set(db: &WriteDb, caller: &Caller, user_id: Uuid, wanted: HashSet<Uuid>) -> Result<()> {
    let before = held(db, user_id).await?;
    save(db, &Exchange::plan(db, caller, before, wanted).await?, user_id).await
}

/// Carries an exchange out, with its event.
async fn save(db: &WriteDb, exchange: &Exchange, user_id: Uuid) -> Result<()> {
    exchange.carry_out(db, user_id).await?;
    let changes = exchange.changes();
    if !changes.is_empty() {
        db.event(Action::Update, ("user", user_id), changes).await?;
    }
    Ok(())
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
