//! `RoleService`.

mod file;

use nirmaan_api::{
    access::Action::View,
    platform::{
        CreateRoleRequest, DeleteRoleRequest, DeleteRoleResponse, ExportRolesRequest, ExportRolesResponse,
        GetRoleRequest, ListRolesRequest, ListRolesResponse, Role, UpdateRoleRequest,
        role_service_server::RoleService,
    },
};
use nirmaan_store::{
    Action, Actor, AllTenantsDb, Changes, ColumnTrait, QueryFilter, QueryOrder, Set, Store, StoreError,
    WriteDb, entity::role, new_id, query::roles,
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use super::{names, permissions::Grid};
use crate::{
    Deps,
    access::Caller,
    change::Sent,
    check::Check,
    error::{Error, Result},
    export,
    wire::{self, Kept, Rpc, timestamp},
};

/// Named sets of permissions.
pub struct Roles {
    deps: Deps,
}

impl Roles {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }
}

#[async_trait]
impl RoleService for Roles {
    async fn list_roles(&self, request: Request<ListRolesRequest>) -> Rpc<ListRolesResponse> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(ListRolesResponse { roles: list(&self.deps.store, &caller.actor).await? }))
    }

    type ExportRolesStream = export::Parts<ExportRolesResponse>;

    async fn export_roles(&self, request: Request<ExportRolesRequest>) -> Rpc<Self::ExportRolesStream> {
        let (caller, request) = Caller::split(request)?;
        let format = request.format;
        let list = file::Roles::of(&self.deps.store, &caller.actor);
        let part = |part| ExportRolesResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, Changes::new(), format, part)?))
    }

    async fn get_role(&self, request: Request<GetRoleRequest>) -> Rpc<Role> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Role")?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let row = db.catalogue::<role::Entity>().filter(role::Column::Id.eq(id)).one().await;
        Ok(Response::new(present(row.map_err(Error::from)?.ok_or(Error::NotFound("Role"))?)))
    }

    async fn create_role(&self, request: Request<CreateRoleRequest>) -> Rpc<Role> {
        let (ref caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let CreateRoleRequest { role, permissions } = request;
        let fields = &Fields::read(role.unwrap_or_default())?;
        let grid = &Grid::read(permissions, "")?;
        let created =
            self.deps.store.write_platform_once(caller.of_platform()?, key.as_ref(), |db| async move {
                let id = new_id();
                let (grants, along) = grid.plan(&db, caller, id).await?;
                let row = db.insert_with(fields.new_row(id), along).await.map_err(explain)?;
                roles::save(&db, grants).await?;
                Ok::<_, Error>(Kept(present(row)))
            });
        Ok(Response::new(created.await?.0))
    }

    async fn update_role(&self, request: Request<UpdateRoleRequest>) -> Rpc<Role> {
        let (ref caller, UpdateRoleRequest { id, role, permissions, update_mask }) = Caller::split(request)?;
        let grid = &Grid::read(permissions, &id)?;
        let sent = &Sent::read(role, update_mask)?;
        sent.check_whole(Fields::read)?;
        let id = wire::id(&id, "Role")?;
        let updated = self.deps.store.write_platform(caller.of_platform()?, |db| async move {
            let old = find_to_change(&db, id).await?;
            let fields = &Fields::read(sent.over(|| present(old.clone()))?)?;
            if old.is_system && old.name != fields.name {
                return Err(protected(&old, "renamed"));
            }
            if old.is_system && !grid.is_empty() {
                return Err(protected(&old, "changed"));
            }
            let (grants, along) = grid.plan(&db, caller, id).await?;
            roles::save(&db, grants).await?;
            let change = |row: &mut role::ActiveModel| fields.change(row);
            db.change_as(Action::Update, old, fields.version, change, along)
                .await
                .map(present)
                .map_err(explain)
        });
        match updated.await {
            Ok(role) => Ok(Response::new(role)),
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn delete_role(&self, request: Request<DeleteRoleRequest>) -> Rpc<DeleteRoleResponse> {
        let (ref caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Role")?;
        self.deps
            .store
            .write_platform(caller.of_platform()?, |db| async move { delete(&db, caller, id).await })
            .await?;
        Ok(Response::new(DeleteRoleResponse {}))
    }
}

/// The roles by name.
async fn list(store: &Store, actor: &Actor) -> Result<Vec<Role>> {
    let db = store.read(actor).await?;
    let roles = db.catalogue::<role::Entity>().order_by_asc(role::Column::NameKey).all().await?;
    Ok(roles.into_iter().map(present).collect())
}

pub(super) async fn find_to_change(db: &WriteDb<AllTenantsDb>, id: Uuid) -> Result<role::Model> {
    db.get_to_change::<role::Entity, _>(id).await?.ok_or(Error::NotFound("Role"))
}

pub(super) fn protected(role: &role::Model, how: &str) -> Error {
    Error::Precondition(format!("{} is an administrator's role and can't be {how}.", role.name))
}

async fn delete(db: &WriteDb<AllTenantsDb>, caller: &Caller, id: Uuid) -> Result<()> {
    let row = find_to_change(db, id).await?;
    if row.is_system {
        return Err(protected(&row, "deleted"));
    }
    let holders = roles::holders(db, id).await?;
    if !holders.is_empty() {
        let who = if caller.may("User", View) { names(&holders) } else { format!("{} users", holders.len()) };
        let message = format!("The role {} is held by {who}. Take it from them first.", row.name);
        return Err(Error::Precondition(message));
    }
    roles::clear_role(db, id).await?;
    Ok(db.delete(row, &[]).await?)
}

/// The fields of a role, checked.
struct Fields {
    name: String,
    description: String,
    version: Option<i64>,
}

impl Fields {
    fn read(role: Role) -> Result<Self> {
        let Role {
            name,
            description,
            version,
            // The server's own.
            id: _,
            is_system: _,
            created_at: _,
            updated_at: _,
        } = role;
        let mut check = Check::under("role.");
        let name = check.required("name", "Role name", &name, 100);
        let description = check.long_text("description", "Description", &description);
        check.done()?;
        Ok(Self { name, description, version: (version != 0).then_some(version) })
    }

    fn new_row(&self, id: Uuid) -> role::ActiveModel {
        let mut row = role::ActiveModel { id: Set(id), is_system: Set(false), ..Default::default() };
        self.change(&mut row);
        row
    }

    fn change(&self, row: &mut role::ActiveModel) {
        row.name = Set(self.name.clone());
        row.name_key = Set(nirmaan_text::key(&self.name));
        row.description = Set(self.description.clone());
    }
}

fn explain(error: StoreError) -> Error {
    match error {
        StoreError::Duplicate(_) => Error::AlreadyExists {
            field: "role.name".to_owned(),
            message: "Role name is already used by another role.".to_owned(),
        },
        error => error.into(),
    }
}

fn present(row: role::Model) -> Role {
    let role::Model {
        id,
        name,
        name_key: _,
        description,
        is_system,
        version,
        created_at,
        updated_at,
        created_by: _,
        updated_by: _,
    } = row;
    Role {
        id: id.to_string(),
        name,
        description,
        is_system,
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        version,
    }
}
