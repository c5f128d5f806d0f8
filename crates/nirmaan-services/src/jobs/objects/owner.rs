//! Whose an object is, read from its key.

use std::collections::HashSet;

use nirmaan_store::{Store, StoreError};
use uuid::Uuid;

use crate::{documents, platform::users::image};

/// Whose an object is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Owner {
    /// A document's, as its content or as its small picture: tenant and id.
    Document(Uuid, Uuid),
    /// A user's, whose row names this key: tenant, id and key.
    UserImage(Uuid, Uuid, String),
    /// An import's, as the file of its rows with problems, which are kept for a while: tenant and id.
    Import(Uuid, Uuid),
}

impl Owner {
    /// `None` for what isn't of our making, which is left alone. A new kind of object is a new arm here, and another
    /// in [`unowned`].
    fn of(key: &str) -> Option<Self> {
        let parts: Vec<_> = key.split('/').collect();
        let id = |part: &str| Uuid::parse_str(part).ok();
        match *parts.as_slice() {
            [tenant, "USER", user, change, _file] => {
                id(change)?;
                Some(Self::UserImage(id(tenant)?, id(user)?, image::full(key)))
            }
            [tenant, "IMPORT", import, _file] => Some(Self::Import(id(tenant)?, id(import)?)),
            [tenant, entity_type, entity, document, _file] if documents::is_type(entity_type) => {
                id(entity)?;
                Some(Self::Document(id(tenant)?, id(document)?))
            }
            [tenant, entity_type, entity, thumbnail] if documents::is_type(entity_type) => {
                id(entity)?;
                Some(Self::Document(id(tenant)?, id(thumbnail.split_once('.')?.0)?))
            }
            _ => None,
        }
    }

    fn tenant(&self) -> Uuid {
        match self {
            Self::Document(tenant, _) | Self::UserImage(tenant, ..) | Self::Import(tenant, _) => *tenant,
        }
    }

    fn document(&self) -> Option<(Uuid, Uuid)> {
        if let Self::Document(tenant, id) = self { Some((*tenant, *id)) } else { None }
    }

    fn import(&self) -> Option<(Uuid, Uuid)> {
        if let Self::Import(tenant, id) = self { Some((*tenant, *id)) } else { None }
    }

    fn user(&self) -> Option<(Uuid, Uuid)> {
        if let Self::UserImage(tenant, user, _) = self { Some((*tenant, *user)) } else { None }
    }
}

/// The keys among these whose owners are gone.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn unowned(store: &Store, keys: Vec<String>) -> Result<Vec<String>, StoreError> {
    let now = store.clock().now();
    let owned: Vec<_> = keys.into_iter().filter_map(|key| Some((Owner::of(&key)?, key))).collect();
    let documents: &Vec<_> = &owned.iter().filter_map(|(owner, _)| owner.document()).collect();
    let users: &Vec<_> = &owned.iter().filter_map(|(owner, _)| owner.user()).collect();
    let imports: &Vec<_> = &owned.iter().filter_map(|(owner, _)| owner.import()).collect();
    let tenants: &HashSet<_> = &owned.iter().map(|(owner, _)| owner.tenant()).collect();
    let rows = store.platform(|db| async move {
        let tenants = db.tenants(tenants).await?;
        let documents = db.stored_documents(documents).await?;
        let images = db.profile_images(users).await?;
        Ok::<_, StoreError>((tenants, documents, images, db.imports_with_problems(imports, now).await?))
    });
    let (tenants, documents, images, imports) = rows.await?;
    let is_gone = |owner: &Owner| match owner {
        // A tenant's row is never removed: whoever has none is of another installation.
        owner if !tenants.contains(&owner.tenant()) => false,
        Owner::Document(_, id) => !documents.contains(id),
        Owner::UserImage(_, _, key) => !images.contains(key),
        Owner::Import(_, id) => !imports.contains(id),
    };
    Ok(owned.into_iter().filter(|(owner, _)| is_gone(owner)).map(|(_, key)| key).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

    #[test]
    fn an_object_is_known_by_its_key() {
        let id: Uuid = ID.parse().unwrap();
        for (key, owner) in [
            (format!("{ID}/CONTRACT/{ID}/{ID}/notice.pdf"), Some(Owner::Document(id, id))),
            (format!("{ID}/PAYMENT/{ID}/{ID}.png"), Some(Owner::Document(id, id))),
            (
                format!("{ID}/USER/{ID}/{ID}/small.jpg"),
                Some(Owner::UserImage(id, id, format!("{ID}/USER/{ID}/{ID}/profile.jpg"))),
            ),
            (
                format!("{ID}/USER/{ID}/{ID}/profile.png"),
                Some(Owner::UserImage(id, id, format!("{ID}/USER/{ID}/{ID}/profile.png"))),
            ),
            (format!("{ID}/IMPORT/{ID}/tenders-errors.xlsx"), Some(Owner::Import(id, id))),
            (format!("{ID}/IMPORT/other/tenders-errors.xlsx"), None),
            (format!("{ID}/CONTRACT/{ID}/other/notice.pdf"), None),
            (format!("{ID}/CONTRACT/{ID}/{ID}/a/b.pdf"), None),
            (format!("other/CONTRACT/{ID}/{ID}/a.pdf"), None),
            ("backup.tar".to_owned(), None),
        ] {
            assert_eq!(Owner::of(&key), owner, "{key}");
        }
    }
}
