//! What imports need to know of contracts.

use std::collections::{HashMap, HashSet};

use sea_orm::{
    ColumnTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Value, sea_query::SimpleExpr,
};
use uuid::Uuid;

use crate::{
    StoreError, TenantDb,
    entity::{
        contract::{Column, Entity, Model},
        import_change,
    },
};

/// Bid ids of one statement at most.
pub const CHUNK: usize = 500;

#[derive(FromQueryResult)]
struct BidId {
    bid_id: String,
}

/// Which of these bid ids, at most [`CHUNK`], live contracts have.
///
/// # Errors
/// When the database can't be reached.
pub async fn taken(db: &TenantDb, bid_ids: &[&str]) -> Result<HashSet<String>, StoreError> {
    let contracts = db.find::<Entity>().filter(Column::BidId.is_in(bid_ids.iter().copied()));
    let found: Vec<BidId> = contracts.select_only().column(Column::BidId).rows().await?;
    Ok(found.into_iter().map(|row| row.bid_id).collect())
}

/// The live contracts with these bid ids, at most [`CHUNK`], by their bid ids.
///
/// # Errors
/// When the database can't be reached.
pub async fn by_bid_id(db: &TenantDb, bid_ids: &[&str]) -> Result<HashMap<String, Model>, StoreError> {
    let found = db.find::<Entity>().filter(Column::BidId.is_in(bid_ids.iter().copied())).all().await?;
    Ok(found.into_iter().map(|row| (row.bid_id.clone(), row)).collect())
}

/// The contracts that an import changed.
pub fn changed_by(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let changes = db.find::<import_change::Entity>().filter(import_change::Column::ImportId.eq(import_id));
    let contracts = changes.select_only().column(import_change::Column::ContractId);
    Column::Id.in_subquery(contracts.select.into_query())
}

/// What keeps an import from being taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// Somebody edited a contract since, or deleted one that the import only changed.
    Edited,
    /// A contract has got a project.
    Project,
    /// A contract has got a deposit.
    Deposit,
    /// A contract has got a document.
    Document,
}

/// The contracts of an import that are in the way of taking it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InTheWay {
    /// Of which import.
    pub import_id: Uuid,
    /// Why.
    pub obstacle: Obstacle,
    /// How many.
    pub contracts: i64,
    /// The bid id of one of them.
    pub bid_id: String,
}

#[derive(FromQueryResult)]
struct Found {
    import_id: Uuid,
    obstacle: String,
    contracts: i64,
    bid_id: String,
}

/// Contracts that an import created (`c`), or changed (with `h`), and what is in the way of them. A row of one that
/// was created is at its first version until somebody touches it. What a changed contract had before stays with it.
/// Whoever gets a project is changed by that: it is told first.
const SELECTIONS: [(&str, &str); 8] = [
    (
        "project",
        "SELECT c.import_id, c.bid_id FROM contracts c WHERE c.tenant_id = $1 AND c.import_id IN (@) \
         AND c.deleted_at IS NULL AND c.has_project",
    ),
    (
        "project",
        "SELECT h.import_id, c.bid_id FROM import_changes h \
         JOIN contracts c ON c.tenant_id = h.tenant_id AND c.id = h.contract_id \
         WHERE h.tenant_id = $1 AND h.import_id IN (@) AND EXISTS (SELECT 1 FROM projects p \
         WHERE p.tenant_id = c.tenant_id AND p.contract_id = c.id AND p.deleted_at IS NULL \
         AND p.created_at >= h.created_at)",
    ),
    (
        "edited",
        "SELECT c.import_id, c.bid_id FROM contracts c WHERE c.tenant_id = $1 AND c.import_id IN (@) \
         AND c.deleted_at IS NULL AND c.version <> 1",
    ),
    (
        "edited",
        "SELECT h.import_id, c.bid_id FROM import_changes h \
         JOIN contracts c ON c.tenant_id = h.tenant_id AND c.id = h.contract_id \
         WHERE h.tenant_id = $1 AND h.import_id IN (@) \
         AND (c.version <> h.version_after OR c.deleted_at IS NOT NULL)",
    ),
    (
        "deposit",
        "SELECT c.import_id, c.bid_id FROM contracts c WHERE c.tenant_id = $1 AND c.import_id IN (@) \
         AND c.deleted_at IS NULL AND EXISTS (SELECT 1 FROM security_deposits d \
         WHERE d.tenant_id = c.tenant_id AND d.contract_id = c.id AND d.deleted_at IS NULL)",
    ),
    (
        "deposit",
        "SELECT h.import_id, c.bid_id FROM import_changes h \
         JOIN contracts c ON c.tenant_id = h.tenant_id AND c.id = h.contract_id \
         WHERE h.tenant_id = $1 AND h.import_id IN (@) AND EXISTS (SELECT 1 FROM security_deposits d \
         WHERE d.tenant_id = c.tenant_id AND d.contract_id = c.id AND d.deleted_at IS NULL \
         AND d.created_at >= h.created_at)",
    ),
    (
        "document",
        "SELECT c.import_id, c.bid_id FROM contracts c WHERE c.tenant_id = $1 AND c.import_id IN (@) \
         AND c.deleted_at IS NULL AND EXISTS (SELECT 1 FROM documents d \
         WHERE d.tenant_id = c.tenant_id AND d.contract_id = c.id AND d.deleted_at IS NULL)",
    ),
    (
        "document",
        "SELECT h.import_id, c.bid_id FROM import_changes h \
         JOIN contracts c ON c.tenant_id = h.tenant_id AND c.id = h.contract_id \
         WHERE h.tenant_id = $1 AND h.import_id IN (@) AND EXISTS (SELECT 1 FROM documents d \
         WHERE d.tenant_id = c.tenant_id AND d.contract_id = c.id AND d.deleted_at IS NULL \
         AND d.created_at >= h.created_at)",
    ),
];

/// What is in the way of taking these imports back.
///
/// # Errors
/// When the database can't be reached.
pub async fn in_the_way(db: &TenantDb, imports: &[Uuid]) -> Result<Vec<InTheWay>, StoreError> {
    if imports.is_empty() {
        return Ok(Vec::new());
    }
    let list: Vec<String> = (2..imports.len() + 2).map(|place| format!("${place}")).collect();
    let list = list.join(", ");
    let arms = SELECTIONS.map(|(obstacle, select)| {
        let select = select.replace('@', &list);
        format!(
            "SELECT import_id, '{obstacle}' AS obstacle, COUNT(*) AS contracts, MIN(bid_id) AS bid_id \
             FROM ({select}) s GROUP BY import_id"
        )
    });
    let found: Vec<Found> =
        db.aggregate(&arms.join(" UNION ALL "), imports.iter().map(|id| Value::from(*id))).await?;
    let told = |found: Found| InTheWay {
        import_id: found.import_id,
        obstacle: match found.obstacle.as_str() {
            "project" => Obstacle::Project,
            "deposit" => Obstacle::Deposit,
            "document" => Obstacle::Document,
            _ => Obstacle::Edited,
        },
        contracts: found.contracts,
        bid_id: found.bid_id,
    };
    Ok(found.into_iter().map(told).collect())
}
