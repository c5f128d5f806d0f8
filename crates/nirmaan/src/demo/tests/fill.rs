//! Filling databases.

use nirmaan_store::{Clock, Store, StoreConfig, entity::user};

use super::super::{DemoError, Seeded, accounts, seed};
use super::data;

async fn empty(directory: &tempfile::TempDir) -> Store {
    let url = format!("sqlite://{}?mode=rwc", directory.path().join("nirmaan.db").display());
    nirmaan_migrations::migrate(&url, None).await.unwrap();
    Store::connect(&StoreConfig { url, connections: 2 }, Clock::default()).await.unwrap()
}

#[tokio::test]
async fn an_empty_database_is_filled_once() {
    let directory = tempfile::tempdir().unwrap();
    let store = empty(&directory).await;
    assert_eq!(seed(&store, "$argon2id$").await.unwrap(), Seeded::Filled);
    assert_eq!(seed(&store, "$argon2id$").await.unwrap(), Seeded::AlreadyThere);
    let account = accounts()[1];
    let identity = store.identity_read().await.unwrap();
    let tenant = identity.tenant_named("BHARAT INFRA").await.unwrap().unwrap();
    let user = identity.user_called(tenant.id, account.mobile).await.unwrap().unwrap();
    assert_eq!(user.email, account.email);
    let mut actor = nirmaan_store::Actor::system(tenant.id);
    actor.user_id = Some(user.id);
    let contracts = nirmaan_store::query::kpis::contracts(&store.read(&actor).await.unwrap()).await.unwrap();
    assert_eq!(contracts.iter().map(|group| group.contracts).sum::<i64>(), 500);
}

#[tokio::test]
async fn a_database_in_use_is_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let store = empty(&directory).await;
    let stranger = data().users.iter().take(1).cloned().collect::<Vec<_>>();
    let inserted = store.platform(|db| {
        let stranger = stranger.clone();
        async move { db.insert_all::<user::Entity, _, user::ActiveModel>(stranger).await }
    });
    inserted.await.unwrap();
    let error = seed(&store, "$argon2id$").await.unwrap_err();
    assert!(matches!(error, DemoError::InUse) && error.to_string().contains("NIRMAAN_DATA_DIR"));
    assert!(store.identity_read().await.unwrap().tenant_named("Bharat Infra").await.unwrap().is_none());
}
