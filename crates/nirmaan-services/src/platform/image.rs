//! Profile images: small enough to be sent as text, and kept in two sizes.

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use image::{DynamicImage, imageops::FilterType};

use crate::{
    error::Result,
    images::{ImageError, Images, at_most, decode, media_type, write},
};

/// The largest file, in bytes.
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// The longest side of the copy that is kept: what is shown is never larger, and noise stays below a megabyte.
const KEPT_SIDE: u32 = 512;
/// The side of the small copy.
const SMALL_SIDE: u32 = 96;

/// An image as it is kept: upright, without metadata, in one of two formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileImage {
    /// The whole of it, at most 512 pixels along a side.
    pub full: Bytes,
    /// Its centre at 96 by 96 pixels.
    pub small: Bytes,
    /// The media type of both.
    pub media_type: &'static str,
    /// The ending of their names, without the dot.
    pub extension: &'static str,
}

impl Images {
    /// As [`profile_image`].
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] when too many wait already; what is wrong with the image is the inner result.
    pub async fn profile(&self, data_url: String) -> Result<std::result::Result<ProfileImage, ImageError>> {
        self.run(move || profile_image(&data_url)).await
    }
}

/// The image of a data URL, whatever type it declares.
///
/// # Errors
/// When it isn't an image that may be sent.
pub fn profile_image(data_url: &str) -> std::result::Result<ProfileImage, ImageError> {
    let picture = at_most(decode(&file(data_url)?)?, KEPT_SIDE);
    let (full, small) = (write(&picture)?, write(&centre(&picture))?);
    let extension = full.extension;
    Ok(ProfileImage { full: full.bytes, small: small.bytes, media_type: media_type(extension), extension })
}

/// The bytes of a data URL, their number checked first.
fn file(data_url: &str) -> std::result::Result<Vec<u8>, ImageError> {
    let (kind, data) = data_url
        .split_once(':')
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("data"))
        .and_then(|(_, rest)| rest.split_once(','))
        .ok_or(ImageError::Unsupported)?;
    if !kind.to_ascii_lowercase().ends_with(";base64") {
        return Err(ImageError::Unsupported);
    }
    let padding = data.len() - data.trim_end_matches('=').len();
    if (data.len() / 4 * 3).saturating_sub(padding) > MAX_BYTES {
        return Err(ImageError::TooLarge);
    }
    STANDARD.decode(data).map_err(|_| ImageError::Broken)
}

/// The largest square in the middle, made small. Cropped first: a long thin picture would grow on its way.
fn centre(picture: &DynamicImage) -> DynamicImage {
    let side = picture.width().min(picture.height());
    let (left, top) = ((picture.width() - side) / 2, (picture.height() - side) / 2);
    picture.crop_imm(left, top, side, side).resize_exact(SMALL_SIDE, SMALL_SIDE, FilterType::Lanczos3)
}

#[cfg(test)]
mod tests;
