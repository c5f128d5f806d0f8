//! `ModuleService`.

mod file;

use nirmaan_api::{
    access::Action::View,
    platform::{
        CreateModuleRequest, DeleteModuleRequest, DeleteModuleResponse, ExportModulesRequest,
        ExportModulesResponse, GetModuleRequest, ListModulesRequest, ListModulesResponse, Module,
        UpdateModuleRequest, module_service_server::ModuleService,
    },
};
use nirmaan_store::{
    AllTenantsDb, Changes, ColumnTrait, NotSet, QueryFilter, QueryOrder, Set, Store, StoreError, WriteDb,
    entity::{module, role, role_permission},
    query::roles,
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use super::names;
use crate::{
    Deps,
    access::Caller,
    change::Sent,
    check::Check,
    error::{Error, Result},
    export,
    wire::{self, Kept, Rpc, timestamp},
};

/// Without these nobody could switch a module on again (`decisions.md` §5).
const ALWAYS_ACTIVE: [&str; 5] = ["Tenants", "User", "Modules", "Role", "UserRoleMapping"];

/// The parts of the product.
pub struct Modules {
    deps: Deps,
}

impl Modules {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }
}

#[async_trait]
impl ModuleService for Modules {
    async fn list_modules(&self, request: Request<ListModulesRequest>) -> Rpc<ListModulesResponse> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(ListModulesResponse { modules: list(&self.deps.store, &caller).await? }))
    }

    type ExportModulesStream = export::Parts<ExportModulesResponse>;

    async fn export_modules(&self, request: Request<ExportModulesRequest>) -> Rpc<Self::ExportModulesStream> {
        let (caller, request) = Caller::split(request)?;
        let format = request.format;
        let list = file::Modules::of(&self.deps.store, &caller);
        let part = |part| ExportModulesResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, Changes::new(), format, part)?))
    }

    async fn get_module(&self, request: Request<GetModuleRequest>) -> Rpc<Module> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Module")?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let row = db.catalogue::<module::Entity>().filter(module::Column::Id.eq(id)).one().await;
        let row = row.map_err(Error::from)?.ok_or(Error::NotFound("Module"))?;
        Ok(Response::new(present(row)))
    }

    async fn create_module(&self, request: Request<CreateModuleRequest>) -> Rpc<Module> {
        let (caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let fields = &Fields::read(request.module.unwrap_or_default())?;
        let created =
            self.deps.store.write_platform_once(caller.of_platform()?, key.as_ref(), |db| async move {
                let row = db.insert(fields.new_row()).await.map_err(explain)?;
                grant_to_administrators(&db, row.id).await?;
                Ok::<_, Error>(Kept(present(row)))
            });
        Ok(Response::new(created.await?.0))
    }

    async fn update_module(&self, request: Request<UpdateModuleRequest>) -> Rpc<Module> {
        let (caller, UpdateModuleRequest { id, module, update_mask }) = Caller::split(request)?;
        let sent = &Sent::read(module, update_mask)?;
        sent.check_whole(Fields::read)?;
        let id = wire::id(&id, "Module")?;
        let updated = self.deps.store.write_platform(caller.of_platform()?, |db| async move {
            let old = find_to_change(&db, id).await?;
            let fields = Fields::read(sent.over(|| present(old.clone()))?)?;
            fields.may_change(&old)?;
            db.update(old, fields.version, |row| fields.change(row)).await.map(present).map_err(explain)
        });
        match updated.await {
            Ok(module) => Ok(Response::new(module)),
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn delete_module(&self, request: Request<DeleteModuleRequest>) -> Rpc<DeleteModuleResponse> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Module")?;
        self.deps
            .store
            .write_platform(caller.of_platform()?, |db| async move { delete(&db, id).await })
            .await?;
        Ok(Response::new(DeleteModuleResponse {}))
    }
}

/// The modules by name: to all but the platform's administrators those that are in use.
async fn list(store: &Store, caller: &Caller) -> Result<Vec<Module>> {
    let db = store.read(&caller.actor).await?;
    let mut modules = db.catalogue::<module::Entity>().order_by_asc(module::Column::NameKey);
    if caller.require_on_platform("Modules", View).is_err() {
        modules = modules.filter(module::Column::IsActive.eq(true));
    }
    Ok(modules.all().await?.into_iter().map(present).collect())
}

async fn find_to_change(db: &WriteDb<AllTenantsDb>, id: Uuid) -> Result<module::Model> {
    db.get_to_change::<module::Entity, _>(id).await?.ok_or(Error::NotFound("Module"))
}

/// The administrators' roles grant every module; otherwise nobody could ever grant a new one.
async fn grant_to_administrators(db: &WriteDb<AllTenantsDb>, module_id: Uuid) -> Result<()> {
    let system = db.find::<role::Entity>().filter(role::Column::IsSystem.eq(true)).all().await?;
    let grants = system.into_iter().map(|role| role_permission::Model {
        role_id: role.id,
        module_id,
        can_create: true,
        can_view: true,
        can_edit: true,
        can_delete: true,
        can_report: true,
    });
    Ok(roles::save(db, grants.collect()).await?)
}

async fn delete(db: &WriteDb<AllTenantsDb>, id: Uuid) -> Result<()> {
    let row = find_to_change(db, id).await?;
    if row.is_seeded {
        let message = format!("The module {} is part of the product and can't be deleted.", row.name);
        return Err(Error::Precondition(message));
    }
    let granting = roles::granting(db, id).await?;
    if !granting.is_empty() {
        let message = format!(
            "The module {} is granted by {}. Take it from these roles first.",
            row.name,
            names(&granting)
        );
        return Err(Error::Precondition(message));
    }
    roles::clear_module(db, id).await?;
    Ok(db.delete(row, &[]).await?)
}

/// The fields of a module, checked.
struct Fields {
    name: String,
    description: String,
    status: Option<bool>,
    version: Option<i64>,
}

impl Fields {
    fn read(module: Module) -> Result<Self> {
        let Module {
            name,
            description,
            status,
            version,
            // The server's own.
            id: _,
            is_seeded: _,
            created_at: _,
            updated_at: _,
        } = module;
        let mut check = Check::under("module.");
        let name = check.required("name", "Module name", &name, 100);
        let description = check.long_text("description", "Description", &description);
        check.done()?;
        Ok(Self { name, description, status, version: (version != 0).then_some(version) })
    }

    /// Whether a seeded module allows it.
    fn may_change(&self, old: &module::Model) -> Result<()> {
        if old.is_seeded && self.name != old.name {
            let message = format!("The module {} is part of the product and can't be renamed.", old.name);
            return Err(Error::Precondition(message));
        }
        if self.status == Some(false) && ALWAYS_ACTIVE.contains(&old.name.as_str()) {
            let message = format!("The module {} is needed to run the platform and stays active.", old.name);
            return Err(Error::Precondition(message));
        }
        Ok(())
    }

    fn new_row(&self) -> module::ActiveModel {
        let mut row = module::ActiveModel { is_seeded: Set(false), ..Default::default() };
        self.change(&mut row);
        row.is_active = Set(self.status.unwrap_or(true));
        row
    }

    fn change(&self, row: &mut module::ActiveModel) {
        row.name = Set(self.name.clone());
        row.name_key = Set(nirmaan_text::key(&self.name));
        row.description = Set(self.description.clone());
        row.is_active = self.status.map_or(NotSet, Set);
    }
}

fn explain(error: StoreError) -> Error {
    match error {
        StoreError::Duplicate(_) => Error::AlreadyExists {
            field: "module.name".to_owned(),
            message: "Module name is already used by another module.".to_owned(),
        },
        error => error.into(),
    }
}

fn present(row: module::Model) -> Module {
    let module::Model {
        id,
        name,
        name_key: _,
        description,
        is_active,
        is_seeded,
        version,
        created_at,
        updated_at,
        created_by: _,
        updated_by: _,
    } = row;
    Module {
        id: id.to_string(),
        name,
        description,
        status: Some(is_active),
        is_seeded,
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        version,
    }
}
