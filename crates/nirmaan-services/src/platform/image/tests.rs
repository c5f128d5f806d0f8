use std::io::Cursor;

use image::{GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use proptest::prelude::*;

use super::*;

const RED: Rgb<u8> = Rgb([200, 20, 20]);
const BLUE: Rgb<u8> = Rgb([20, 20, 200]);

/// Red on its left half, blue on its right.
fn flag(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, _| if x < width / 2 { RED } else { BLUE }))
}

fn as_file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn data_url(file: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(file))
}

fn read(file: &[u8]) -> std::result::Result<ProfileImage, ImageError> {
    profile_image(&data_url(file))
}

fn refused(file: &[u8]) -> ImageError {
    read(file).unwrap_err()
}

fn is_near(picture: &DynamicImage, x: u32, y: u32, Rgb(colour): Rgb<u8>) -> bool {
    let [r, g, b, _] = picture.get_pixel(x, y).0;
    [r, g, b].into_iter().zip(colour).all(|(is, should)| is.abs_diff(should) < 40)
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & 0u32.wrapping_sub(crc & 1)))
    })
}

/// A PNG whose header claims another size.
fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut file = as_file(&flag(4, 4), ImageFormat::Png);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&file[12..29]);
    file[29..33].copy_from_slice(&sum.to_be_bytes());
    file
}

/// Where a JPEG's frame header begins.
fn frame_header(file: &[u8]) -> usize {
    file.windows(2).position(|marker| matches!(marker, [0xFF, 0xC0..=0xC2])).unwrap()
}

/// An EXIF segment as a phone writes it: held on its side, with a place on earth.
fn exif(orientation: u16) -> Vec<u8> {
    let mut tiff = b"MM\0\x2a\0\0\0\x08".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    let [high, low] = orientation.to_be_bytes();
    tiff.extend(2_u16.to_be_bytes());
    tiff.extend(entry(0x0112, 3, 1, [high, low, 0, 0]));
    tiff.extend(entry(0x8825, 4, 1, 38_u32.to_be_bytes()));
    tiff.extend([0; 4]);
    assert_eq!(tiff.len(), 38);
    tiff.extend(1_u16.to_be_bytes());
    tiff.extend(entry(0x001D, 2, 11, 56_u32.to_be_bytes()));
    tiff.extend([0; 4]);
    tiff.extend(b"2026:03:31\0");
    let segment = [b"Exif\0\0", &tiff[..]].concat();
    let length = u16::try_from(segment.len() + 2).unwrap();
    [&[0xFF, 0xE1][..], &length.to_be_bytes(), &segment].concat()
}

fn with_exif(orientation: u16) -> Vec<u8> {
    let mut file = as_file(&flag(60, 20), ImageFormat::Jpeg);
    file.splice(2..2, exif(orientation));
    file
}

#[test]
fn all_four_formats_are_read_by_what_they_are() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let image = read(&as_file(&flag(300, 200), format)).unwrap();
        assert_eq!((image.media_type, image.extension), ("image/jpeg", "jpg"), "{format:?}");
        let full = image::load_from_memory_with_format(&image.full, ImageFormat::Jpeg).unwrap();
        let small = image::load_from_memory_with_format(&image.small, ImageFormat::Jpeg).unwrap();
        assert_eq!(full.dimensions(), (300, 200), "{format:?}");
        assert_eq!(small.dimensions(), (96, 96), "{format:?}");
        assert!(is_near(&small, 10, 48, RED) && is_near(&small, 85, 48, BLUE), "{format:?}");
    }
}

#[test]
fn transparency_is_kept_and_its_absence_too() {
    let mut picture = RgbaImage::from_pixel(20, 20, Rgba([1, 2, 3, 255]));
    let opaque = read(&as_file(&DynamicImage::ImageRgba8(picture.clone()), ImageFormat::Png)).unwrap();
    assert_eq!(opaque.media_type, "image/jpeg");
    picture.put_pixel(3, 3, Rgba([0, 0, 0, 0]));
    let clear = read(&as_file(&DynamicImage::ImageRgba8(picture), ImageFormat::Png)).unwrap();
    assert_eq!((clear.media_type, clear.extension), ("image/png", "png"));
    let full = image::load_from_memory_with_format(&clear.full, ImageFormat::Png).unwrap();
    assert_eq!(full.get_pixel(3, 3).0[3], 0);
    image::load_from_memory_with_format(&clear.small, ImageFormat::Png).unwrap();
}

#[test]
fn a_photograph_stands_upright_and_says_nothing_of_where_it_was_taken() {
    for (orientation, top, bottom) in [(6, RED, BLUE), (8, BLUE, RED)] {
        let file = with_exif(orientation);
        assert!(file.windows(10).any(|part| part == b"2026:03:31"), "the test's own image");
        let image = read(&file).unwrap();
        let full = image::load_from_memory(&image.full).unwrap();
        assert_eq!(full.dimensions(), (20, 60));
        assert!(is_near(&full, 10, 5, top) && is_near(&full, 10, 55, bottom), "{orientation}");
        for kept in [&image.full, &image.small] {
            assert!(!kept.windows(4).any(|part| part == b"Exif" || part == b"2026"));
        }
    }
}

#[test]
fn what_is_hidden_behind_or_within_an_image_is_gone() {
    let script = b"<script>alert(1)</script>PK\x03\x04";
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let image = read(&[as_file(&flag(30, 30), format), script.to_vec()].concat()).unwrap();
        assert!(!image.full.windows(7).any(|part| part == b"<script"), "{format:?}");
    }
    // A comment of a JPEG.
    let mut file = as_file(&flag(30, 30), ImageFormat::Jpeg);
    let length = u16::try_from(script.len() + 2).unwrap().to_be_bytes();
    file.splice(2..2, [&[0xFF, 0xFE], &length[..], script].concat());
    assert!(!read(&file).unwrap().full.windows(7).any(|part| part == b"<script"));
}

#[test]
fn what_only_claims_to_be_an_image_is_none() {
    for file in [
        &b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..],
        b"%PDF-1.7",
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0",
        b"II*\0\x08\0\0\0",
        b"\0\0\0\x20ftypavif",
        b"plain text",
        b"",
    ] {
        assert_eq!(refused(file), ImageError::Unsupported, "{file:?}");
    }
    for text in ["", "https://example.com/a.png", "data:image/png", "data:image/svg+xml,<svg/>"] {
        assert_eq!(profile_image(text).unwrap_err(), ImageError::Unsupported, "{text}");
    }
    assert_eq!(profile_image("data:image/png;base64,%%%%").unwrap_err(), ImageError::Broken);
}

#[test]
fn the_size_counts_before_the_content() {
    let mut file = as_file(&flag(8, 8), ImageFormat::Png);
    file.resize(MAX_BYTES, 0);
    assert!(read(&file).is_ok(), "just within");
    for more in 1..=3 {
        file.resize(MAX_BYTES + more, 0);
        assert_eq!(refused(&file), ImageError::TooLarge, "{more}");
    }
    let noise = format!("data:image/png;base64,{}", "!".repeat(3_000_000));
    assert_eq!(profile_image(&noise).unwrap_err(), ImageError::TooLarge);
}

#[test]
fn pixels_are_counted_before_they_are_made() {
    let mut gif = as_file(&flag(4, 4), ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xFF; 4]);
    let mut jpeg = as_file(&flag(8, 8), ImageFormat::Jpeg);
    let header = frame_header(&jpeg);
    jpeg[header + 5..header + 9].copy_from_slice(&[0xFF, 0xDC, 0xFF, 0xDC]);
    let mut webp = as_file(&flag(4, 4), ImageFormat::WebP);
    // Of a lossless picture: 14 bits each for width and height, less one.
    webp[21..25].copy_from_slice(&0x0FFF_BFFE_u32.to_le_bytes());
    for (what, file) in [
        ("GIF", &gif),
        ("JPEG", &jpeg),
        ("WEBP", &webp),
        ("PNG", &png_claiming(50_000, 50_000)),
        ("wide", &png_claiming(4097, 1)),
        ("high", &png_claiming(1, 4097)),
    ] {
        assert_eq!(refused(file), ImageError::TooManyPixels, "{what}");
    }
    // A frame that is larger than the canvas it is drawn on.
    let mut frame = as_file(&flag(4, 4), ImageFormat::Gif);
    let start = frame.iter().rposition(|byte| *byte == 0x2C).unwrap();
    frame[start + 5..start + 9].copy_from_slice(&[0xFF; 4]);
    assert!(read(&frame).is_err());
}

#[test]
fn the_largest_picture_is_read_and_kept_smaller() {
    let file = as_file(&DynamicImage::new_luma8(4096, 4096), ImageFormat::Png);
    assert!(file.len() < 100_000, "a bomb of {} bytes", file.len());
    let image = read(&file).unwrap();
    assert_eq!(image::load_from_memory(&image.full).unwrap().dimensions(), (512, 512));
    // Long and thin, it must not grow on its way to the small copy.
    let image = read(&as_file(&flag(4096, 1), ImageFormat::Png)).unwrap();
    assert_eq!(image::load_from_memory(&image.small).unwrap().dimensions(), (96, 96));
}

#[test]
fn noise_is_not_kept_larger_than_it_came() {
    let noise = |x: u32, y: u32| {
        let [red, green, blue, alpha] =
            (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519)).to_le_bytes();
        Rgba([red, green, blue, alpha])
    };
    let picture = DynamicImage::ImageRgba8(RgbaImage::from_fn(700, 700, noise));
    let image = read(&as_file(&picture, ImageFormat::Png)).unwrap();
    assert_eq!(image.extension, "png");
    assert!(image.full.len() < 1_200_000, "{}", image.full.len());
}

#[test]
fn a_truncated_file_is_broken_or_what_is_there_of_it() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let file = as_file(&flag(64, 64), format);
        for length in 12..file.len() {
            match read(&file[..length]) {
                Ok(image) => assert_eq!(image::load_from_memory(&image.full).unwrap().dimensions(), (64, 64)),
                Err(error) => assert_eq!(error, ImageError::Broken, "{format:?} {length}"),
            }
        }
        assert_eq!(refused(&file[..30]), ImageError::Broken, "{format:?}");
    }
}

#[tokio::test]
async fn images_are_read_off_the_async_threads() {
    let images = Images::default();
    let file = as_file(&flag(8, 8), ImageFormat::Png);
    assert!(images.profile(data_url(&file)).await.unwrap().is_ok());
    assert_eq!(images.profile(String::new()).await.unwrap(), Err(ImageError::Unsupported));
}

proptest! {
    #[test]
    fn damage_never_panics(
        format in prop::sample::select(vec![ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut file = as_file(&flag(24, 24), format);
        for (place, byte) in damage {
            let place = place.index(file.len());
            file[place] = byte;
        }
        if let Ok(image) = read(&file) {
            prop_assert!(image::load_from_memory(&image.full).is_ok());
        }
    }
}
