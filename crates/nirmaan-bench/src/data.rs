//! The rows to measure over: the firms of the demo data, two of them grown by copies of what they have.

use std::collections::HashMap;

use anyhow::Context;
use chrono::Duration;
use nirmaan_store::{
    Clock, Patience, Store, StoreConfig, StoreError,
    entity::{contract, security_deposit, tenant},
};
use sea_orm::{ColumnTrait, ConnectionTrait, Database, EntityTrait, QueryFilter};
use tempfile::TempDir;
use uuid::Uuid;

use crate::Kind;

/// The application's role on PostgreSQL, under row-level security.
const APP_ROLE: &str = "nirmaan_app";
/// Contracts of the small tenant.
const SMALL: usize = 10_000;

/// An empty database, and the server's files.
pub struct Place {
    /// The database as the application sees it.
    pub url: String,
    /// The database as its owner sees it.
    pub owner_url: String,
    /// The server's folder.
    pub dir: TempDir,
}

impl Place {
    /// A new database: a file, or one of the PostgreSQL server's.
    pub async fn make(kind: Kind, server: &str) -> anyhow::Result<Self> {
        let dir = tempfile::tempdir()?;
        if kind == Kind::Sqlite {
            let url = format!("sqlite://{}?mode=rwc", dir.path().join("nirmaan.db").display());
            return Ok(Self { owner_url: url.clone(), url, dir });
        }
        let admin = Database::connect(server).await.context("--postgres names no server")?;
        let role = format!(
            "DO $$ BEGIN CREATE ROLE {APP_ROLE} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
        );
        admin.execute_unprepared(&role).await?;
        let name = format!("bench_{}", Uuid::new_v4().simple());
        admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await?;
        let (server, _) = server.rsplit_once('/').context("--postgres names no database")?;
        let owner_url = format!("{server}/{name}");
        let url = owner_url.replace("//postgres@", &format!("//{APP_ROLE}@"));
        anyhow::ensure!(url != owner_url, "--postgres must name the user postgres");
        Ok(Self { url, owner_url, dir })
    }
}

/// A tenant to measure with.
#[derive(Clone)]
pub struct Firm {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: &'static str,
    /// Who may do everything there.
    pub owner: &'static str,
    /// How many contracts it has.
    pub size: usize,
    /// Some of them.
    pub contracts: Vec<Uuid>,
}

/// The tenants, by size.
pub struct Firms {
    /// 10,000 contracts.
    pub small: Firm,
    /// As many as was asked for.
    pub large: Firm,
    /// The demo's 500, to write to.
    pub written: Firm,
}

/// Makes the firms of the demo data as large as they are to be.
pub async fn fill(place: &Place, large: usize) -> anyhow::Result<Firms> {
    let config = StoreConfig {
        url: place.url.clone(),
        connections: 2,
        sqlite_cache: 1 << 24,
        patience: Patience::default(),
    };
    let store = Store::connect(&config, Clock::default()).await?;
    let firms = Firms {
        small: grow(&store, "Bharat Infra", "owner@bharat.example", SMALL).await?,
        large: grow(&store, "Deccan Builders", "owner@deccan.example", large).await?,
        written: grow(&store, "Himalaya Roads", "owner@himalaya.example", 0).await?,
    };
    store.close().await?;
    if !place.owner_url.starts_with("sqlite") {
        // What autovacuum would do in time: fresh statistics and visibility maps.
        let owner = Database::connect(&place.owner_url).await?;
        owner.execute_unprepared("VACUUM ANALYZE").await?;
        owner.close().await?;
    }
    Ok(firms)
}

/// Copies a firm's contracts and deposits until it has so many.
async fn grow(store: &Store, name: &'static str, owner: &'static str, to: usize) -> anyhow::Result<Firm> {
    let (id, contracts, deposits) = store
        .platform::<_, StoreError, _, _>(|db| async move {
            let tenants = db.all(tenant::Entity::find().filter(tenant::Column::Name.eq(name))).await?;
            let id = tenants.first().map(|tenant| tenant.id).unwrap_or_default();
            let of_firm = contract::Column::TenantId.eq(id);
            let contracts = db.all(contract::Entity::find().filter(of_firm)).await?;
            let of_firm = security_deposit::Column::TenantId.eq(id);
            let deposits = db.all(security_deposit::Entity::find().filter(of_firm)).await?;
            Ok((id, contracts, deposits))
        })
        .await?;
    anyhow::ensure!(!contracts.is_empty(), "{name} has no contracts");
    for copy in 1..to.div_ceil(contracts.len()) {
        let (contracts, deposits) = (&contracts, &deposits);
        store
            .platform::<_, StoreError, _, _>(|db| async move {
                let (contracts, deposits) = copied(copy, contracts, deposits);
                db.insert_all::<contract::Entity, _, contract::ActiveModel>(contracts).await?;
                db.insert_all::<security_deposit::Entity, _, security_deposit::ActiveModel>(deposits).await
            })
            .await?;
    }
    let size = to.max(contracts.len());
    let contracts = contracts.iter().map(|contract| contract.id).collect();
    Ok(Firm { size, id, name, owner, contracts })
}

/// The same works some time before, under numbers of their own.
fn copied(
    copy: usize,
    contracts: &[contract::Model],
    deposits: &[security_deposit::Model],
) -> (Vec<contract::Model>, Vec<security_deposit::Model>) {
    let before = i64::try_from(copy).map(Duration::minutes).unwrap_or_default();
    let mut ids = HashMap::new();
    let contracts = contracts
        .iter()
        .map(|row| {
            let id = Uuid::new_v4();
            ids.insert(row.id, id);
            let bid_id = format!("{}-{copy}", row.bid_id);
            let search = contract::search_text(
                &bid_id,
                &row.contract_name,
                &row.reference_no,
                &row.license_holder_name,
                &row.contract_type,
            );
            contract::Model { id, bid_id, search, created_at: row.created_at - before, ..row.clone() }
        })
        .collect();
    let deposits = deposits
        .iter()
        .filter_map(|row| {
            let contract_id = *ids.get(&row.contract_id)?;
            let id = Uuid::new_v4();
            Some(security_deposit::Model {
                id,
                contract_id,
                created_at: row.created_at - before,
                ..row.clone()
            })
        })
        .collect();
    (contracts, deposits)
}
