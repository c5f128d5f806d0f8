//! Images that people send: read with suspicion, and written anew without anything but their pixels.

use std::io::Cursor;

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, ImageResult, Limits, Rgba,
    codecs::jpeg::JpegEncoder, error::ImageError as CodecError, imageops::FilterType, metadata::Orientation,
};

use crate::{blocking::Blocking, error::Result};

/// The largest file, in bytes.
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// The most pixels along a side.
const MAX_SIDE: u32 = 4096;
/// What a decoder may ask for besides: the largest picture in 16 bits a channel, and its working space.
const MAX_MEMORY: u64 = 256 * 1024 * 1024;
/// The longest side of the copy that is kept: what is shown is never larger, and noise stays below a megabyte.
const KEPT_SIDE: u32 = 512;
/// The side of the small copy.
const SMALL_SIDE: u32 = 96;
const JPEG_QUALITY: u8 = 85;

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

/// What is wrong with an image, in words for whoever sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// It is something else than an image, or one in another format.
    #[error("Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.")]
    Unsupported,
    /// The file is too large.
    #[error("Image size must be under 2MB.")]
    TooLarge,
    /// The picture is too large.
    #[error("Image must be at most 4096 × 4096 pixels.")]
    TooManyPixels,
    /// The file is damaged.
    #[error("This image is damaged. Please choose another one.")]
    Broken,
}

/// Reads images off the async threads, few at a time: each may take a quarter of a gigabyte.
#[derive(Clone)]
pub struct Images(Blocking);

impl Default for Images {
    fn default() -> Self {
        Self(Blocking::new("Too many images are being read right now. Please try again."))
    }
}

impl Images {
    /// As [`profile_image`].
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] when too many wait already; what is wrong with the image is the inner result.
    pub async fn profile(&self, data_url: String) -> Result<std::result::Result<ProfileImage, ImageError>> {
        self.0.run(move || profile_image(&data_url)).await
    }
}

/// The image of a data URL, whatever type it declares.
///
/// # Errors
/// When it isn't an image that may be sent.
pub fn profile_image(data_url: &str) -> std::result::Result<ProfileImage, ImageError> {
    let picture = decode(&file(data_url)?)?;
    let picture = if picture.width().max(picture.height()) > KEPT_SIDE {
        picture.resize(KEPT_SIDE, KEPT_SIDE, FilterType::Triangle)
    } else {
        picture
    };
    let small = centre(&picture);
    let is_opaque = !picture.color().has_alpha();
    let (media_type, extension) = if is_opaque { ("image/jpeg", "jpg") } else { ("image/png", "png") };
    let full = encode(&picture).map_err(|_| ImageError::Broken)?;
    let small = encode(&small).map_err(|_| ImageError::Broken)?;
    Ok(ProfileImage { full, small, media_type, extension })
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

/// The first picture of a file, upright, in 8 bits a channel, with transparency only where it has some.
fn decode(file: &[u8]) -> std::result::Result<DynamicImage, ImageError> {
    let format = image::guess_format(file).map_err(|_| ImageError::Unsupported)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif) {
        return Err(ImageError::Unsupported);
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    reader.limits(limits);
    // Only the header is read here, and its size compared with the limits.
    let mut decoder = reader.into_decoder().map_err(reason)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(reason)?;
    picture.apply_orientation(orientation);
    Ok(simplest(picture))
}

fn reason(error: CodecError) -> ImageError {
    match error {
        CodecError::Limits(_) => ImageError::TooManyPixels,
        _ => ImageError::Broken,
    }
}

fn simplest(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return DynamicImage::ImageRgb8(picture.into_rgb8());
    }
    let picture = picture.into_rgba8();
    if picture.pixels().all(|Rgba([.., alpha])| *alpha == u8::MAX) {
        return DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(picture).into_rgb8());
    }
    DynamicImage::ImageRgba8(picture)
}

/// The largest square in the middle, made small. Cropped first: a long thin picture would grow on its way.
fn centre(picture: &DynamicImage) -> DynamicImage {
    let side = picture.width().min(picture.height());
    let (left, top) = ((picture.width() - side) / 2, (picture.height() - side) / 2);
    picture.crop_imm(left, top, side, side).resize_exact(SMALL_SIDE, SMALL_SIDE, FilterType::Lanczos3)
}

fn encode(picture: &DynamicImage) -> ImageResult<Bytes> {
    let mut file = Cursor::new(Vec::new());
    if picture.color().has_alpha() {
        picture.write_to(&mut file, ImageFormat::Png)?;
    } else {
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY))?;
    }
    Ok(file.into_inner().into())
}

#[cfg(test)]
mod tests;
