//! What documents belong to.

use nirmaan_store::{
    ColumnTrait, TenantDb, WriteDb,
    entity::{contract, document::EntityType, project, security_deposit, task},
};
use uuid::Uuid;

use crate::error::{Error, Result};

const NAMES: [(EntityType, &str); 7] = [
    (EntityType::Contract, "CONTRACT"),
    (EntityType::Project, "PROJECT"),
    (EntityType::Task, "TASK"),
    (EntityType::Vehicle, "VEHICLE"),
    (EntityType::VehicleInsurance, "VEHICLE_INSURANCE"),
    (EntityType::Payment, "PAYMENT"),
    (EntityType::Deposit, "DEPOSIT"),
];

/// The type with this name.
pub(super) fn type_named(name: &str) -> Option<EntityType> {
    NAMES.into_iter().find(|(_, known)| *known == name).map(|(entity_type, _)| entity_type)
}

/// The name of a type.
pub(super) fn name_of(entity_type: EntityType) -> &'static str {
    NAMES.into_iter().find(|(known, _)| *known == entity_type).map_or("", |(_, name)| name)
}

/// Whether documents of this type belong to the organisation as a whole.
pub(super) fn is_of_tenant(entity_type: EntityType) -> bool {
    matches!(entity_type, EntityType::Vehicle | EntityType::VehicleInsurance | EntityType::Payment)
}

/// What a document is to belong to, as a request names it.
#[derive(Debug, Clone)]
pub(super) struct Owner {
    pub(super) entity_type: EntityType,
    pub(super) entity_id: String,
}

impl Owner {
    /// The id of the owner, which the caller's tenant has.
    ///
    /// # Errors
    /// [`Error::NotFound`] when it has none such.
    pub(super) async fn find(&self, db: &TenantDb) -> Result<Uuid> {
        let id = self.id(db.tenant_id())?;
        let is_there = match self.entity_type {
            EntityType::Contract => db.get::<contract::Entity, _>(id).await?.is_some(),
            EntityType::Project => db.get::<project::Entity, _>(id).await?.is_some(),
            EntityType::Task => db.get::<task::Entity, _>(id).await?.is_some(),
            EntityType::Deposit => db.get::<security_deposit::Entity, _>(id).await?.is_some(),
            EntityType::Vehicle | EntityType::VehicleInsurance | EntityType::Payment => true,
        };
        if is_there { Ok(id) } else { Err(self.not_found()) }
    }

    /// The same in a write, in which the owner stays until it ends.
    ///
    /// # Errors
    /// As [`Owner::find`].
    pub(super) async fn lock(&self, db: &WriteDb) -> Result<Uuid> {
        let id = self.id(db.tenant_id())?;
        let locked = match self.entity_type {
            EntityType::Contract => db.lock::<contract::Entity>(contract::Column::Id.eq(id)).await?,
            EntityType::Project => db.lock::<project::Entity>(project::Column::Id.eq(id)).await?,
            EntityType::Task => db.lock::<task::Entity>(task::Column::Id.eq(id)).await?,
            EntityType::Deposit => {
                db.lock::<security_deposit::Entity>(security_deposit::Column::Id.eq(id)).await?
            }
            EntityType::Vehicle | EntityType::VehicleInsurance | EntityType::Payment => 1,
        };
        if locked == 1 { Ok(id) } else { Err(self.not_found()) }
    }

    fn id(&self, own: Uuid) -> Result<Uuid> {
        if is_of_tenant(self.entity_type) {
            let is_own = self.entity_id.is_empty() || self.entity_id.parse() == Ok(own);
            return if is_own { Ok(own) } else { Err(self.not_found()) };
        }
        self.entity_id.parse().map_err(|_| self.not_found())
    }

    fn not_found(&self) -> Error {
        Error::NotFound(match self.entity_type {
            EntityType::Contract => "Contract",
            EntityType::Project => "Project",
            EntityType::Task => "Task",
            EntityType::Deposit => "Security deposit",
            EntityType::Vehicle | EntityType::VehicleInsurance | EntityType::Payment => "Record",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_name_that_leads_back_to_it() {
        for (entity_type, name) in NAMES {
            assert_eq!(type_named(name), Some(entity_type));
            assert_eq!(serde_json::to_value(entity_type).unwrap(), name, "as the table keeps it");
            assert_eq!(name_of(entity_type), name);
        }
        assert_eq!(type_named("contract"), None);
    }
}
