//! Giving and taking roles: which ones a request names, whether the caller may, and what the trail says of it.

use std::collections::{HashMap, HashSet};

use nirmaan_api::errors::ErrorReason;
use nirmaan_store::{
    Changes, ColumnTrait, QueryFilter, QueryOrder, Set, TenantDb, WriteDb,
    entity::{role, user_role},
    query::{
        people,
        roles::{self, ModuleGrant},
    },
};
use serde_json::json;
use uuid::Uuid;

use crate::{
    access::Caller,
    check::Check,
    error::{Error, Result},
    platform::administrators::is_of_the_platform,
    wire,
};

/// The roles there are, and which of them the caller may give and take in a tenant.
pub(super) struct Choice<'a> {
    caller: &'a Caller,
    in_platform: bool,
    /// By name.
    pub(super) roles: Vec<role::Model>,
    grants: HashMap<Uuid, Vec<ModuleGrant>>,
}

impl<'a> Choice<'a> {
    pub(super) async fn of(db: &TenantDb, caller: &'a Caller) -> Result<Self> {
        let in_platform = people::own_tenant(db).await?.is_some_and(|tenant| tenant.is_platform);
        let roles = db.catalogue::<role::Entity>().order_by_asc(role::Column::NameKey).all().await?;
        let mut grants: HashMap<Uuid, Vec<ModuleGrant>> = HashMap::new();
        for grant in roles::grants_of_all(db).await? {
            if let Some(role_id) = grant.role_id {
                grants.entry(role_id).or_default().push(grant);
            }
        }
        Ok(Self { caller, in_platform, roles, grants })
    }

    /// The role, if the caller may give and take it.
    pub(super) fn grantable(&self, role_id: Uuid) -> Result<&role::Model> {
        let role = self.roles.iter().find(|role| role.id == role_id).ok_or(Error::NotFound("Role"))?;
        if is_of_the_platform(role) && !self.in_platform {
            let message = format!("{} is for people of the platform alone.", role.name);
            return Err(Error::Precondition(message));
        }
        if self.caller.covers(self.grants.get(&role_id).into_iter().flatten()) {
            return Ok(role);
        }
        let message = format!("The role {} grants rights that you don't have yourself.", role.name);
        Err(Error::Denied { reason: ErrorReason::NotGranted, message, facts: HashMap::new() })
    }

    /// The names of these roles, in alphabetical order.
    fn names(&self, ids: &HashSet<Uuid>) -> String {
        let named = self.roles.iter().filter(|role| ids.contains(&role.id));
        named.map(|role| role.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// The roles that a user holds.
pub(super) async fn held(db: &TenantDb, user_id: Uuid) -> Result<HashSet<Uuid>> {
    let rows = db.find::<user_role::Entity>().filter(user_role::Column::UserId.eq(user_id)).all().await?;
    Ok(rows.into_iter().map(|row| row.role_id).collect())
}

/// The ids of roles that a request names.
///
/// # Errors
/// [`Error::NotFound`] for what can't be one.
pub(in crate::platform) fn role_ids(texts: &[String]) -> Result<HashSet<Uuid>> {
    texts.iter().map(|id| wire::id(id, "Role")).collect()
}

/// Roles to give and to take; the user's others stay as they are, whoever gives and takes them meanwhile.
#[derive(Debug, Default)]
pub(in crate::platform) struct RoleChange {
    give: HashSet<Uuid>,
    take: HashSet<Uuid>,
}

impl RoleChange {
    /// Of the fields `give_role_ids` and `take_role_ids` of a request.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a role that is given and taken at once.
    pub(in crate::platform) fn of(give: HashSet<Uuid>, take: HashSet<Uuid>) -> Result<Self> {
        let mut check = Check::default();
        if !give.is_disjoint(&take) {
            check.complain("take_role_ids", "A role can't be given and taken at once.");
        }
        check.done()?;
        Ok(Self { give, take })
    }

    /// Whether it names no role.
    pub(in crate::platform) fn is_empty(&self) -> bool {
        self.give.is_empty() && self.take.is_empty()
    }

    /// What it comes to for a user of the handle's tenant, who may be yet to be created.
    ///
    /// # Errors
    /// As [`Exchange::plan`].
    pub(in crate::platform) async fn plan(
        &self,
        db: &TenantDb,
        caller: &Caller,
        user_id: Uuid,
    ) -> Result<Exchange> {
        if self.is_empty() {
            return Ok(Exchange::default());
        }
        let before = held(db, user_id).await?;
        let wanted = before.union(&self.give).filter(|role_id| !self.take.contains(role_id)).copied();
        Exchange::plan(db, caller, before.clone(), wanted.collect()).await
    }
}

/// The roles that a user holds and those that they shall hold, which the caller may give and take.
#[derive(Debug, Default)]
pub(in crate::platform) struct Exchange {
    before: HashSet<Uuid>,
    wanted: HashSet<Uuid>,
    /// The names of both.
    names: [String; 2],
}

impl Exchange {
    /// Looks whether the caller may give and take what differs.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a role that isn't there, [`Error::Precondition`] for one that nobody of the tenant can hold, and
    /// [`Error::Denied`] for one that grants what the caller doesn't have.
    pub(super) async fn plan(
        db: &TenantDb,
        caller: &Caller,
        before: HashSet<Uuid>,
        wanted: HashSet<Uuid>,
    ) -> Result<Self> {
        let choice = Choice::of(db, caller).await?;
        for role_id in wanted.symmetric_difference(&before) {
            choice.grantable(*role_id)?;
        }
        let names = [choice.names(&before), choice.names(&wanted)];
        Ok(Self { before, wanted, names })
    }

    /// What the trail says of it; nothing where nothing differs.
    pub(in crate::platform) fn changes(&self) -> Changes {
        let mut changes = Changes::new();
        if self.before != self.wanted {
            let [from, to] = &self.names;
            changes.insert("roles".to_owned(), json!({"from": from, "to": to}));
        }
        changes
    }

    /// The names of the roles that the user then holds, in alphabetical order and with commas between them.
    pub(in crate::platform) fn names_after(&self) -> &str {
        &self.names[1]
    }

    /// Gives and takes what differs, without an event.
    pub(in crate::platform) async fn carry_out(&self, db: &WriteDb, user_id: Uuid) -> Result<()> {
        if self.before.is_empty() && self.wanted.is_empty() {
            return Ok(());
        }
        for role_id in self.before.difference(&self.wanted) {
            roles::take(db, user_id, *role_id).await?;
        }
        let rows = self.wanted.difference(&self.before).map(|role_id| user_role::ActiveModel {
            user_id: Set(user_id),
            role_id: Set(*role_id),
            ..Default::default()
        });
        db.insert_along(rows.collect(), Some(user_role::held())).await?;
        Ok(roles::answer_request(db, user_id).await?)
    }
}
