//! Filling databases.

use nirmaan_services::objects::Objects;
use nirmaan_store::{Clock, Patience, Store, StoreConfig, entity::user};

use super::super::{DemoDocument, DemoError, Seeded, accounts, seed};
use super::data;

async fn empty(directory: &tempfile::TempDir) -> Store {
    let url = format!("sqlite://{}?mode=rwc", directory.path().join("nirmaan.db").display());
    nirmaan_migrations::migrate(&url, None).await.unwrap();
    Store::connect(
        &StoreConfig { url, connections: 2, sqlite_cache: 1 << 24, patience: Patience::default() },
        Clock::default(),
    )
    .await
    .unwrap()
}

fn objects(directory: &tempfile::TempDir) -> Objects {
    Objects::open(&format!("file://{}/objects", directory.path().display()), []).unwrap()
}

#[tokio::test]
async fn an_empty_database_is_filled_once() {
    let directory = tempfile::tempdir().unwrap();
    let (store, objects) = (empty(&directory).await, objects(&directory));
    assert_eq!(seed(&store, &objects, "$argon2id$").await.unwrap(), Seeded::Filled);
    assert_eq!(seed(&store, &objects, "$argon2id$").await.unwrap(), Seeded::AlreadyThere);
    let account = accounts()[1];
    let identity = store.identity_read().await.unwrap();
    let tenant = identity.tenant_named("BHARAT INFRA").await.unwrap().unwrap();
    let user = identity.user_called(tenant.id, account.mobile).await.unwrap().unwrap();
    assert_eq!(user.email, account.email);
    let mut actor = nirmaan_store::Actor::system(tenant.id);
    actor.user_id = Some(user.id);
    let contracts = nirmaan_store::query::kpis::contracts(&store.read(&actor).await.unwrap()).await.unwrap();
    assert_eq!(contracts.iter().map(|group| group.contracts).sum::<i64>(), 500);
    for document in &data().documents {
        let DemoDocument { row, content, thumbnail } = document;
        assert_eq!(objects.size(&row.key).await.unwrap(), Some(content.len() as u64), "{}", row.file_name);
        let small = objects.size(&row.thumbnail_key).await.ok().flatten();
        assert_eq!(small, (!thumbnail.is_empty()).then_some(thumbnail.len() as u64));
        assert_eq!(row.file_type == "image/png", small.is_some());
    }
}

#[tokio::test]
async fn a_database_in_use_is_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let (store, objects) = (empty(&directory).await, objects(&directory));
    let stranger = data().users.iter().take(1).cloned().collect::<Vec<_>>();
    let inserted = store.platform(|db| {
        let stranger = stranger.clone();
        async move { db.insert_all::<user::Entity, _, user::ActiveModel>(stranger).await }
    });
    inserted.await.unwrap();
    let error = seed(&store, &objects, "$argon2id$").await.unwrap_err();
    assert!(matches!(error, DemoError::InUse) && error.to_string().contains("NIRMAAN_DATA_DIR"));
    assert!(store.identity_read().await.unwrap().tenant_named("Bharat Infra").await.unwrap().is_none());
}
