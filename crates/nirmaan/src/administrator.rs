//! The first platform administrator of an empty database.

use anyhow::anyhow;
use nirmaan_migrations::{PLATFORM_ADMINISTRATOR, PLATFORM_TENANT, catalogue_id};
use nirmaan_services::{Deps, auth::check_password};
use nirmaan_store::{
    PlatformDb, StoreError,
    entity::{user, user_role},
    new_id,
};
use rand::{Rng, distr::Alphanumeric};

use crate::config::Config;

/// Creates the administrator unless the platform tenant has people already; returns the password if it had
/// to be generated.
pub async fn ensure(deps: &Deps, config: &Config) -> anyhow::Result<Option<String>> {
    let nobody = |db: PlatformDb| async move { db.is_empty_of::<user::Entity>().await };
    if !deps.store.platform::<_, StoreError, _, _>(nobody).await? {
        return Ok(None);
    }
    let given = config.admin_password.as_ref().map(|password| password.expose().to_owned());
    let generated = given.is_none().then(generate);
    if let Some(given) = &given {
        check_password(&deps.hasher, "password", given, &[&config.admin_email])
            .await
            .map_err(|error| anyhow!("NIRMAAN_ADMIN_PASSWORD: {error}"))?;
    }
    let password = given.or_else(|| generated.clone()).unwrap_or_default();

    let tenant_id = catalogue_id("tenant", PLATFORM_TENANT);
    let (user_id, now) = (new_id(), deps.store.clock().now());
    let email = nirmaan_text::normalize(&config.admin_email).to_lowercase();
    let hash = deps.hasher.hash(password).await?;
    let (email, hash) = (&email, &hash);
    let created = deps
        .store
        .platform::<_, StoreError, _, _>(|db| async move {
            // Another node may have been quicker.
            if !db.is_empty_of::<user::Entity>().await? {
                return Ok(false);
            }
            let user = user::Model {
                tenant_id,
                id: user_id,
                email: email.clone(),
                mobile_no: String::new(),
                designation: PLATFORM_ADMINISTRATOR.to_owned(),
                password_hash: hash.clone(),
                second_factor_since: None,
                must_change_password: false,
                role_requested_at: None,
                is_active: true,
                profile_image: String::new(),
                comment: String::new(),
                search: user::search_text(email, "", PLATFORM_ADMINISTRATOR),
                version: 1,
                created_at: now,
                updated_at: now,
                deleted_at: None,
                created_by: None,
                updated_by: None,
                deleted_by: None,
                deleted_with: None,
            };
            let role = user_role::Model {
                tenant_id,
                id: new_id(),
                user_id,
                role_id: catalogue_id("role", PLATFORM_ADMINISTRATOR),
                version: 1,
                created_at: now,
                updated_at: now,
                created_by: None,
                updated_by: None,
            };
            db.insert_all::<user::Entity, _, user::ActiveModel>(vec![user]).await?;
            db.insert_all::<user_role::Entity, _, user_role::ActiveModel>(vec![role]).await?;
            Ok(true)
        })
        .await?;
    Ok(generated.filter(|_| created))
}

/// Twenty letters and digits: some 119 bits.
fn generate() -> String {
    rand::rng().sample_iter(Alphanumeric).take(20).map(char::from).collect()
}
