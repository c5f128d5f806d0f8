//! The people of an organisation.

use std::ops::RangeInclusive;

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::SimpleExpr};
use serde::Serialize;

use super::current;
use crate::{find::Findable, list::Listed, search};

/// A user.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// In lower case.
    pub email: String,
    pub mobile_no: String,
    pub designation: String,
    /// Argon2id, as a PHC string; empty while somebody who was invited hasn't chosen a password.
    pub password_hash: String,
    /// Since when signing in needs a code beside the password; see [`super::second_factor`].
    pub second_factor_since: Option<DateTimeUtc>,
    /// Somebody else set the password, and the organisation asks for one of their own.
    pub must_change_password: bool,
    /// When they last asked for a role. Doesn't count any more once their roles grant anything; see
    /// [`crate::query::roles::forget_answered`].
    pub role_requested_at: Option<DateTimeUtc>,
    pub is_active: bool,
    pub profile_image: String,
    pub comment: String,
    /// The searchable texts; see [`crate::search`].
    pub search: String,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub deleted_at: Option<DateTimeUtc>,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
    pub deleted_by: Option<Uuid>,
    /// See [`crate::write::Stamped::DELETED_WITH`].
    pub deleted_with: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Whether they were invited and haven't chosen a password: they can't sign in before they do.
    pub fn is_invited(&self) -> bool {
        self.password_hash.is_empty()
    }
}

super::tenant_entity!("user", deletes: soft, prepare: fill_search);

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::Email;
}
impl crate::identity::IdentityEntity for Entity {}

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[
        ("email", Column::Email),
        ("mobileNo", Column::MobileNo),
        ("designation", Column::Designation),
        // The documented list calls the designation so.
        ("role", Column::Designation),
        ("isActive", Column::IsActive),
        ("comment", Column::Comment),
        ("updatedAt", Column::UpdatedAt),
    ];
}

impl Findable for Entity {
    const SEARCH: Column = Column::Search;
    const FOUND_BY: RangeInclusive<usize> = Text::Email as usize..=Text::Designation as usize;
}

/// The texts that lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The e-mail address.
    Email,
    /// The mobile number.
    MobileNo,
    /// The designation.
    Designation,
}

/// The users whose text contains `word`, in any case; `None` when there is no word.
pub fn contains(text: Text, word: &str) -> Option<SimpleExpr> {
    search::contains(Column::Search, text as usize, word)
}

/// The value of the search column, in the order of [`Text`].
pub fn search_text(email: &str, mobile_no: &str, designation: &str) -> String {
    search::text([email, mobile_no, designation])
}

fn fill_search(row: &mut ActiveModel) {
    row.search = Set(search_text(current(&row.email), current(&row.mobile_no), current(&row.designation)));
}
