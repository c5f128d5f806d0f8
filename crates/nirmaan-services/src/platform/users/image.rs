//! A user's image: where it is kept, and the links to it.

use nirmaan_store::new_id;
use uuid::Uuid;

use crate::{
    Deps,
    error::{Error, Result, Violation},
    links::Link,
};

/// What a client wants of an image.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ImageChange {
    /// The one that is there.
    Keep,
    /// None.
    Remove,
    /// Another one, as a data URL.
    Set(String),
}

impl ImageChange {
    /// Clients send back the link that they were given, or nothing, for the image that is there.
    pub(crate) fn read(text: String) -> Self {
        match text.get(..5) {
            Some(start) if start.eq_ignore_ascii_case("data:") => Self::Set(text),
            _ if text == "none" => Self::Remove,
            _ => Self::Keep,
        }
    }
}

/// Stores what is wanted and says the key to keep in the user's row: `None` for the one that is there, empty
/// for none.
///
/// # Errors
/// [`Error::Invalid`] when it is no image that we take.
pub(crate) async fn store(
    deps: &Deps,
    field: &str,
    change: ImageChange,
    tenant_id: Uuid,
    user_id: Uuid,
) -> Result<Option<String>> {
    let data_url = match change {
        ImageChange::Keep => return Ok(None),
        ImageChange::Remove => return Ok(Some(String::new())),
        ImageChange::Set(data_url) => data_url,
    };
    let image = deps.images.profile(data_url).await?.map_err(|error| {
        Error::Invalid(vec![Violation { field: field.to_owned(), message: error.to_string() }])
    })?;
    let key = format!("{tenant_id}/USER/{user_id}/{}/profile.{}", new_id(), image.extension);
    deps.objects.put(&key, image.full).await?;
    deps.objects.put(&small(&key), image.small).await?;
    Ok(Some(key))
}

/// Deletes an image that no row names any more; one that stays behind is only room that is lost.
pub(crate) async fn forget(deps: &Deps, key: &str) {
    if key.is_empty() {
        return;
    }
    for key in [key.to_owned(), small(key)] {
        if let Err(error) = deps.objects.delete(&key).await {
            tracing::warn!(%error, "an image stays behind");
        }
    }
}

/// Deletes what was stored for a write that failed. Where it may have taken effect the row may name it; if not,
/// the daily sweep finds it.
pub(crate) async fn take_back(deps: &Deps, key: Option<String>, error: &Error) {
    if !error.is_in_doubt() {
        forget(deps, &key.unwrap_or_default()).await;
    }
}

/// Links to an image; empty where there is none.
#[derive(Debug, Default)]
pub(crate) struct ImageLinks {
    pub(crate) full: String,
    pub(crate) small: String,
}

/// Links to the image with this key.
pub(crate) fn links(deps: &Deps, key: &str) -> ImageLinks {
    if key.is_empty() {
        return ImageLinks::default();
    }
    let now = deps.store.clock().now();
    let sign = |key: String| {
        let file_name = key.rsplit('/').next().unwrap_or_default().to_owned();
        let media_type = if key.ends_with(".png") { "image/png" } else { "image/jpeg" };
        let link = Link { key, file_name, media_type: media_type.to_owned(), inline: true, reader: None };
        deps.links.sign(&link, now)
    };
    ImageLinks { full: sign(key.to_owned()), small: sign(small(key)) }
}

/// The key of the small variant.
fn small(key: &str) -> String {
    key.replacen("/profile.", "/small.", 1)
}

/// The key of the full variant, of either.
pub(crate) fn full(key: &str) -> String {
    key.replacen("/small.", "/profile.", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_data_url_changes_the_image() {
        let set = |text: &str| ImageChange::read(text.to_owned());
        assert!(matches!(set("data:image/png;base64,AAAA"), ImageChange::Set(_)));
        assert!(matches!(set("DATA:,"), ImageChange::Set(_)));
        assert_eq!(set("none"), ImageChange::Remove);
        for kept in ["", "/files/abc/profile.jpg", "https://example.in/x.png", "dat", "é:::::"] {
            assert_eq!(set(kept), ImageChange::Keep, "{kept}");
        }
    }
}
