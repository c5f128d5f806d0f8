//! `SettingsService`.

mod fields;
mod views;

use nirmaan_api::common::{
    CreateSavedViewRequest, DeleteSavedViewRequest, DeleteSavedViewResponse, GetSettingsRequest,
    ListSavedViewsRequest, ListSavedViewsResponse, SavedView, Settings as Wire, UpdateSavedViewRequest,
    UpdateSettingsRequest, settings_service_server::SettingsService,
};
use nirmaan_store::{
    ColumnTrait, QueryFilter, TenantDb, WriteDb,
    entity::{
        user,
        user_settings::{Column, Entity, Model},
    },
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use self::{fields::Fields, views::View};
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    wire::{Kept, Rpc},
};

/// How everybody likes the screens, and their views of lists.
pub struct Settings {
    deps: Deps,
}

impl Settings {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn get(&self, caller: &Caller) -> Result<Wire> {
        let db = self.deps.store.read(&caller.actor).await?;
        Ok(fields::present(find(&db, caller.user_id()?).await?))
    }

    async fn save(&self, caller: &Caller, request: UpdateSettingsRequest) -> Result<Wire> {
        let fields = &Fields::read(request.settings.unwrap_or_default())?;
        let user_id = caller.user_id()?;
        let saved = self.deps.store.write(&caller.actor, |db| async move {
            lock(&db, user_id).await?;
            let row = match find(&db, user_id).await? {
                // Nobody else changes them, so the version that was read is the one to change.
                Some(old) => {
                    let version = old.version;
                    db.update(old, Some(version), |row| fields.change(row)).await?
                }
                None => db.insert(fields.new_row(user_id)).await?,
            };
            Ok::<_, Error>(row)
        });
        Ok(fields::present(Some(saved.await?)))
    }

    async fn create_view(&self, caller: &Caller, request: CreateSavedViewRequest) -> Result<SavedView> {
        let key = caller.idempotency_key(&request)?;
        let view = &View::read(request.view.unwrap_or_default(), true)?;
        let created = self.deps.store.write_once(&caller.actor, key.as_ref(), |db| async move {
            let user = lock(&db, caller.user_id()?).await?;
            Ok::<_, Error>(Kept(view.create(&db, &user).await?))
        });
        Ok(created.await?.0)
    }

    async fn update_view(&self, caller: &Caller, request: UpdateSavedViewRequest) -> Result<SavedView> {
        let UpdateSavedViewRequest { id, view } = request;
        let view = &View::read(view.unwrap_or_default(), false)?;
        let id = views::id(&id)?;
        let updated = self.deps.store.write(&caller.actor, |db| async move {
            let user = lock(&db, caller.user_id()?).await?;
            view.update(&db, &user, id).await
        });
        match updated.await {
            Ok(view) => Ok(view),
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await),
        }
    }
}

/// Somebody's settings, if they ever set any.
async fn find(db: &TenantDb, user_id: Uuid) -> Result<Option<Model>> {
    Ok(db.find::<Entity>().filter(Column::UserId.eq(user_id)).one().await?)
}

/// The caller's own row, locked: what one person sends at once comes one after the other.
async fn lock(db: &WriteDb, user_id: Uuid) -> Result<user::Model> {
    db.get_to_change::<user::Entity, _>(user_id).await?.ok_or(Error::NotFound("User"))
}

#[async_trait]
impl SettingsService for Settings {
    async fn get_settings(&self, request: Request<GetSettingsRequest>) -> Rpc<Wire> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(self.get(&caller).await?))
    }

    async fn update_settings(&self, request: Request<UpdateSettingsRequest>) -> Rpc<Wire> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.save(&caller, request).await?))
    }

    async fn list_saved_views(&self, request: Request<ListSavedViewsRequest>) -> Rpc<ListSavedViewsResponse> {
        let (caller, request) = Caller::split(request)?;
        let list = views::list(&request.list)?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let views = views::all(&db, caller.user_id()?, &list).await?;
        Ok(Response::new(ListSavedViewsResponse { views }))
    }

    async fn create_saved_view(&self, request: Request<CreateSavedViewRequest>) -> Rpc<SavedView> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.create_view(&caller, request).await?))
    }

    async fn update_saved_view(&self, request: Request<UpdateSavedViewRequest>) -> Rpc<SavedView> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.update_view(&caller, request).await?))
    }

    async fn delete_saved_view(
        &self,
        request: Request<DeleteSavedViewRequest>,
    ) -> Rpc<DeleteSavedViewResponse> {
        let (ref caller, request) = Caller::split(request)?;
        let id = views::id(&request.id)?;
        self.deps
            .store
            .write(&caller.actor, |db| async move { views::delete(&db, caller, id).await })
            .await?;
        Ok(Response::new(DeleteSavedViewResponse {}))
    }
}
