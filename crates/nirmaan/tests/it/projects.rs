//! Projects, over JSON.

mod crud;
mod documents;
mod filter;
mod origin;
mod sums;
mod warnings;

use nirmaan_store::new_id;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    build::{Person, Tenant},
    harness::App,
};

/// The figures of a task that count in its project's.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// In hundredths of a percent.
    pub progress: i64,
    /// In paise.
    pub estimated: i64,
    /// In paise.
    pub actual: i64,
}

impl App {
    /// A task of a project as a row, below another one or at the top.
    pub async fn task_row(
        &self,
        tenant: &Tenant,
        project: &Value,
        parent: Option<Uuid>,
        figures: Figures,
    ) -> Uuid {
        let id = new_id();
        let Figures { progress, estimated, actual } = figures;
        let [tenant, project] =
            [tenant.id, project["id"].as_str().unwrap().parse().unwrap()].map(|id| self.sql_id(id));
        let (parent, path, level) = match parent.map(|parent| self.sql_id(parent)) {
            None => ("NULL".to_owned(), format!("'{id}/'"), "0".to_owned()),
            Some(parent) => {
                let of_parent = |value: &str| format!("(SELECT {value} FROM tasks WHERE id = {parent})");
                let path = of_parent(&format!("hierarchy_path || '{id}/'"));
                (parent.clone(), path, of_parent("level + 1"))
            }
        };
        let sql = format!(
            "INSERT INTO tasks (tenant_id, id, project_id, parent_id, hierarchy_path, level, position, title, \
             tax_percentage, estimated_amount, actual_amount, status, progress, search, created_at, updated_at) \
             VALUES ({tenant}, {}, {project}, {parent}, {path}, {level}, 1, 'Earthwork', 140000, {estimated}, {actual}, \
             'DRAFT', {progress}, '', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')",
            self.sql_id(id),
        );
        self.platform_sql(&self.owner_db().await, &sql).await;
        id
    }

    /// An awarded contract.
    pub async fn awarded(&self, person: &Person, bid_id: &str) -> Value {
        self.contract(person, json!({"bidId": bid_id, "contractName": "Road", "status": "AWARDED"})).await
    }
}

/// The path of a project.
fn at(project: &Value) -> String {
    format!("/api/projects/{}", project["id"].as_str().unwrap())
}
