//! What the gate knows of a session, kept in memory for as long as it is true.
//!
//! A write on this node that may change it makes the node forget before the write is answered. Writes of other nodes
//! are heard of by PostgreSQL's NOTIFY, which comes from triggers and so from whoever writes. A node that can't be
//! sure to hear them asks the database on every call.

mod hearing;
mod memory;
mod written;

use std::sync::Arc;

use uuid::Uuid;

pub(crate) use self::{
    hearing::Hearing,
    memory::{Memory, Scope},
    written::Written,
};
use crate::{
    Store, StoreError,
    entity::tenant,
    query::permissions::{SessionGrant, of_session},
};

impl Store {
    /// A session with its user, tenant and grants, as [`of_session`] reads it: from memory
    /// where that is as true. Empty when there is no such session.
    pub async fn session(&self, tenant_id: Uuid, id: Uuid) -> Result<Arc<[SessionGrant]>, StoreError> {
        if let Some(known) = self.memory().get(tenant_id, id) {
            return Ok(known);
        }
        // Before the read: what is written after it began isn't in what it finds.
        let asked = self.memory().ask();
        let db = self.identity_read().await?;
        let rows: Arc<[SessionGrant]> = of_session(&db, tenant_id, id).await?.into();
        if !rows.is_empty() {
            self.memory().keep(asked, (tenant_id, id), rows.clone());
        }
        Ok(rows)
    }

    /// Whether there is a tenant with this id that works, neither suspended nor terminated nor deleted: from memory where
    /// that is as true.
    pub async fn works(&self, tenant_id: Uuid) -> Result<bool, StoreError> {
        if let Some(known) = self.memory().works(tenant_id) {
            return Ok(known);
        }
        let asked = self.memory().ask();
        let tenant = self.identity_read().await?.tenant(tenant_id).await?;
        let works = tenant.as_ref().is_some_and(|tenant| tenant.status == tenant::Status::Active);
        // Of those that aren't there nobody would tell when they are.
        if tenant.is_some() {
            self.memory().keep_works(asked, tenant_id, works);
        }
        Ok(works)
    }
}
