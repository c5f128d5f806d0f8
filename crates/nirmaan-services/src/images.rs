//! Images that people send: read with suspicion, and written anew without anything but their pixels.

use std::io::Cursor;

use bytes::Bytes;
use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, ImageResult, Limits, Rgba,
    codecs::jpeg::JpegEncoder, error::ImageError as CodecError, imageops::FilterType, metadata::Orientation,
};

use crate::{blocking::Blocking, error::Result};

/// The most pixels along a side.
const MAX_SIDE: u32 = 4096;
/// What a decoder may ask for besides: the largest picture in 16 bits a channel, and its working space.
const MAX_MEMORY: u64 = 256 * 1024 * 1024;
/// The longest side of a thumbnail.
const THUMBNAIL_SIDE: u32 = 256;
const JPEG_QUALITY: u8 = 85;

/// Reads images off the async threads, few at a time: each may take a quarter of a gigabyte.
#[derive(Clone)]
pub struct Images(Blocking);

impl Default for Images {
    fn default() -> Self {
        Self(Blocking::new("Too many images are being read right now. Please try again."))
    }
}

impl Images {
    /// What work on an image comes to.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] when too many wait already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        self.0.run(work).await
    }
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

/// A picture as it is written anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its bytes.
    pub bytes: Bytes,
    /// The ending of its name, without the dot.
    pub extension: &'static str,
}

/// A small picture of an image's file, at most 256 pixels along a side.
///
/// # Errors
/// When it isn't an image that may be read.
pub fn thumbnail(file: &[u8]) -> std::result::Result<Written, ImageError> {
    write(&at_most(decode(file)?, THUMBNAIL_SIDE))
}

/// A picture that is no longer than `side` along its longest; a smaller one stays as it is.
pub(crate) fn at_most(picture: DynamicImage, side: u32) -> DynamicImage {
    if picture.width().max(picture.height()) > side {
        picture.resize(side, side, FilterType::Triangle)
    } else {
        picture
    }
}

/// The first picture of a file, upright, in 8 bits a channel, with transparency only where it has some.
pub(crate) fn decode(file: &[u8]) -> std::result::Result<DynamicImage, ImageError> {
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

/// A picture as JPEG, or as PNG where it has transparency.
pub(crate) fn write(picture: &DynamicImage) -> std::result::Result<Written, ImageError> {
    let extension = if picture.color().has_alpha() { "png" } else { "jpg" };
    let bytes = encode(picture).map_err(|_| ImageError::Broken)?;
    Ok(Written { bytes, extension })
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

/// The media type of what [`write`] makes.
pub(crate) fn media_type(extension: &str) -> &'static str {
    if extension == "png" { "image/png" } else { "image/jpeg" }
}
