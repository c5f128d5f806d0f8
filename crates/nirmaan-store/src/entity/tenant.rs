//! Organisations. The platform's own is one of them, marked so.

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::SimpleExpr};
use serde::Serialize;

use super::current;
use crate::{list::Listed, search};

/// Whether an organisation may work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Works.
    Active,
    /// May not sign in until it is reactivated.
    Suspended,
    /// May not sign in any more.
    Terminated,
    /// Gone, but listed.
    Deleted,
}

/// An organisation.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "tenants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub name: String,
    /// The name in lower case, for comparing and uniqueness.
    pub name_key: String,
    /// In lower case.
    pub subdomain: String,
    pub schema_name: String,
    pub contact_email: String,
    pub mobile_no: String,
    pub whats_app_no: String,
    pub status: Status,
    pub comment: String,
    /// The searchable texts; see [`crate::search`].
    pub search: String,
    pub is_platform: bool,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
super::platform_entity!("tenant", prepare: fill_search);

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::Name;
}

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[
        ("name", Column::NameKey),
        ("subdomain", Column::Subdomain),
        ("schemaName", Column::SchemaName),
        ("contactEmail", Column::ContactEmail),
        ("mobileNo", Column::MobileNo),
        ("whatsAppNo", Column::WhatsAppNo),
        ("status", Column::Status),
        ("comment", Column::Comment),
        ("updatedAt", Column::UpdatedAt),
    ];
}

/// The texts that lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The name.
    Name,
    /// The subdomain.
    Subdomain,
    /// The contact's e-mail address.
    ContactEmail,
    /// The mobile number.
    MobileNo,
    /// The WhatsApp number.
    WhatsAppNo,
}

/// The tenants whose text contains `word`, in any case; `None` when there is no word.
pub fn contains(text: Text, word: &str) -> Option<SimpleExpr> {
    search::contains(Column::Search, text as usize, word)
}

/// The value of the search column, in the order of [`Text`].
pub fn search_text(
    name: &str,
    subdomain: &str,
    contact_email: &str,
    mobile_no: &str,
    whats_app_no: &str,
) -> String {
    search::text([name, subdomain, contact_email, mobile_no, whats_app_no])
}

fn fill_search(row: &mut ActiveModel) {
    row.search = Set(search_text(
        current(&row.name),
        current(&row.subdomain),
        current(&row.contact_email),
        current(&row.mobile_no),
        current(&row.whats_app_no),
    ));
}
