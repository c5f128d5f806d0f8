//! `TenantSettingsService`.

use nirmaan_api::platform::{
    GetTenantSettingsRequest, TenantSettings as Wire, UpdateTenantSettingsRequest,
    tenant_settings_service_server::TenantSettingsService,
};
use nirmaan_store::{
    Set, TenantDb,
    entity::tenant_settings::{ActiveModel, Entity, Model},
    query::tenants,
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    wire::{Rpc, timestamp},
};

/// What an organisation asks of its people.
pub struct Settings {
    deps: Deps,
}

/// What the handle's organisation asks of its people; `None` where nobody ever said so, and nothing is asked.
pub(crate) async fn of(db: &TenantDb) -> Result<Option<Model>> {
    Ok(db.find::<Entity>().one().await?)
}

impl Settings {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn save(&self, caller: &Caller, request: UpdateTenantSettingsRequest) -> Result<Wire> {
        let sent = request.settings.unwrap_or_default();
        let version = Some(sent.version).filter(|version| *version != 0);
        let saved = self.deps.store.write(&caller.actor, |db| async move {
            // The first of two at once makes the row, the second finds it.
            tenants::lock_own(&db).await?;
            let row = match of(&db).await? {
                Some(old) => db.update(old, version, |row| change(row, &sent)).await?,
                None => db.insert(new_row(db.tenant_id(), &sent)).await?,
            };
            Ok::<_, Error>(row)
        });
        match saved.await {
            Ok(row) => Ok(present(Some(row))),
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await),
        }
    }
}

#[async_trait]
impl TenantSettingsService for Settings {
    async fn get_tenant_settings(&self, request: Request<GetTenantSettingsRequest>) -> Rpc<Wire> {
        let (caller, _) = Caller::split(request)?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        Ok(Response::new(present(of(&db).await?)))
    }

    async fn update_tenant_settings(&self, request: Request<UpdateTenantSettingsRequest>) -> Rpc<Wire> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.save(&caller, request).await?))
    }
}

/// The settings of an organisation that never had any.
fn new_row(tenant_id: Uuid, sent: &Wire) -> ActiveModel {
    let mut row = ActiveModel {
        id: Set(tenant_id),
        four_eyes: Set(false),
        change_first_password: Set(false),
        require_second_factor: Set(false),
        ..Default::default()
    };
    change(&mut row, sent);
    row
}

/// Sets what was sent.
fn change(row: &mut ActiveModel, sent: &Wire) {
    // Destructured in full, so that a new field doesn't compile until somebody has thought of it.
    let Wire { four_eyes, change_first_password, require_second_factor, version: _, updated_at: _ } = sent;
    for (column, sent) in [
        (&mut row.four_eyes, four_eyes),
        (&mut row.change_first_password, change_first_password),
        (&mut row.require_second_factor, require_second_factor),
    ] {
        if let Some(on) = *sent {
            *column = Set(on);
        }
    }
}

/// Settings as clients see them; all off where there are none.
fn present(row: Option<Model>) -> Wire {
    let on = |flag: fn(&Model) -> bool| Some(row.as_ref().is_some_and(flag));
    Wire {
        four_eyes: on(|row| row.four_eyes),
        change_first_password: on(|row| row.change_first_password),
        require_second_factor: on(|row| row.require_second_factor),
        version: row.as_ref().map_or(0, |row| row.version),
        updated_at: row.as_ref().map(|row| timestamp(row.updated_at)),
    }
}
