//! Users as a file.

use std::collections::BTreeSet;

use nirmaan_api::platform::{FilterUsersRequest, User};
use nirmaan_store::{Cursor, KeysetPage, PageRequest, query::people};

use super::{fields, filter::Filter};
use crate::{
    Deps,
    access::Caller,
    error::Result,
    export::{self, Column, instant, text, wide_text},
    platform::visits,
    wire,
};

/// The users that match, in the list's order.
pub(super) struct Users {
    deps: Deps,
    caller: Caller,
    filter: Filter,
    order: PageRequest,
}

impl Users {
    /// What a request asks for.
    pub(super) fn read(deps: &Deps, caller: &Caller, request: FilterUsersRequest) -> Result<Self> {
        let filter = Filter::read(caller, &request).map_err(export::in_filter)?;
        let order = wire::page_request(None, request.sort);
        Ok(Self { deps: deps.clone(), caller: caller.clone(), filter, order })
    }
}

impl export::List for Users {
    type Row = User;
    const NAME: &'static str = "users";
    const KIND: &'static str = "user";
    const COLUMNS: &'static [Column<User>] = &[
        wide_text("E-mail", |row| &row.email),
        text("Mobile No", |row| &row.mobile_no),
        text("Designation", |row| &row.designation),
        wide_text("Tenant Name", |row| &row.tenant_name),
        text("Status", |row| if row.is_active() { "Active" } else { "Inactive" }),
        wide_text("Comment", |row| &row.comment),
        instant("Created (IST)", |row| row.created_at),
        text("Created By", |row| &row.created_by),
        instant("Updated (IST)", |row| row.updated_at),
        text("Updated By", |row| &row.updated_by),
        text("User ID", |row| &row.id),
        text("Tenant ID", |row| &row.tenant_id),
    ];

    async fn count(&self) -> Result<u64> {
        let db = self.deps.store.read_within(&self.caller.actor, self.caller.platform.as_ref()).await?;
        Ok(self.filter.narrow(&db).count().await?)
    }

    async fn read(&self, after: Option<&Cursor>) -> Result<KeysetPage<User>> {
        let Self { deps, caller, filter, order } = self;
        let db = deps.store.read_within(&caller.actor, caller.platform.as_ref()).await?;
        let KeysetPage { content, next } = filter.narrow(&db).keyset_page(order, after, export::ROWS).await?;
        visits::tell(deps, caller, Self::KIND, content.iter().map(|row| row.tenant_id)).await?;
        let names =
            people::tenant_names(&db, content.iter().map(|row| row.tenant_id).collect::<BTreeSet<_>>())
                .await?;
        let who = content.iter().flat_map(|row| [row.created_by, row.updated_by]).flatten();
        let emails = people::emails(&db, who.collect::<BTreeSet<_>>()).await?;
        let content = content.into_iter().map(|row| {
            let tenant_name = names.get(&row.tenant_id).cloned().unwrap_or_default();
            let mut user = fields::present(row, tenant_name);
            export::name(&emails, [&mut user.created_by, &mut user.updated_by]);
            user
        });
        Ok(KeysetPage { content: content.collect(), next })
    }
}
