use std::os::unix::fs::PermissionsExt;

use futures_util::TryStreamExt;
use proptest::prelude::*;

use super::*;

fn folder() -> (tempfile::TempDir, Objects) {
    let dir = tempfile::tempdir().unwrap();
    let objects = Objects::open(&format!("file://{}/objects", dir.path().display()), []).unwrap();
    (dir, objects)
}

async fn read(objects: &Objects, key: &str) -> Option<Vec<u8>> {
    let object = objects.get(key).await.unwrap()?;
    let size = object.size();
    let bytes: Vec<Bytes> = object.into_stream().try_collect().await.unwrap();
    let bytes = bytes.concat();
    assert_eq!(bytes.len() as u64, size);
    Some(bytes)
}

#[tokio::test]
async fn an_object_is_stored_replaced_and_deleted() {
    let (dir, objects) = folder();
    let key = "tenant/users/नक्शा 1.png";
    assert_eq!(read(&objects, key).await, None);
    objects.put(key, Bytes::from_static(b"one")).await.unwrap();
    objects.put(key, Bytes::from_static(b"two")).await.unwrap();
    assert_eq!(read(&objects, key).await.unwrap(), b"two");
    assert_eq!(std::fs::read(dir.path().join("objects").join(key)).unwrap(), b"two");
    objects.delete(key).await.unwrap();
    objects.delete(key).await.unwrap();
    assert_eq!(read(&objects, key).await, None);
}

#[tokio::test]
async fn a_large_object_comes_in_pieces_and_an_empty_one_at_once() {
    let (_dir, objects) = folder();
    let large: Bytes = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    objects.put("large", large.clone()).await.unwrap();
    objects.put("empty", Bytes::new()).await.unwrap();
    assert_eq!(read(&objects, "large").await.unwrap(), large);
    assert_eq!(read(&objects, "empty").await.unwrap(), b"");
}

#[tokio::test]
async fn a_file_is_stored_in_as_many_parts_as_it_takes() {
    let (_dir, objects) = folder();
    for size in [0, 1, PART - 1, PART, PART + 1, 2 * PART] {
        let bytes: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, &bytes).unwrap();
        std::io::Seek::rewind(&mut file).unwrap();
        objects.put_file("file", file).await.unwrap();
        assert_eq!(objects.size("file").await.unwrap(), Some(size as u64));
        assert!(read(&objects, "file").await.unwrap() == bytes, "{size}");
    }
    let part = objects.get_range("file", 250..253).await.unwrap().unwrap();
    assert_eq!(part.size(), 3);
    let part: Vec<Bytes> = part.into_stream().try_collect().await.unwrap();
    assert_eq!(part.concat(), [250, 0, 1]);
    assert_eq!(objects.size("nothing").await.unwrap(), None);
}

#[tokio::test]
async fn a_folder_in_which_nothing_is_left_goes() {
    let (dir, objects) = folder();
    objects.put("tenant/CONTRACT/id/a.pdf", Bytes::from_static(b"x")).await.unwrap();
    objects.delete("tenant/CONTRACT/id/a.pdf").await.unwrap();
    assert_eq!(std::fs::read_dir(dir.path().join("objects")).unwrap().count(), 0);
}

#[tokio::test]
async fn a_key_that_could_lead_out_is_refused_before_anything_is_touched() {
    let (dir, objects) = folder();
    std::fs::write(dir.path().join("secret"), "x").unwrap();
    let long = "x".repeat(241);
    for key in ["", "/", "/secret", "../secret", "a/../../secret", "./a", "a//b", "a/", "a\0b", "a\nb", &long]
    {
        let refused = objects.get(key).await.err().unwrap();
        assert!(matches!(refused, Error::Internal(_)), "{key:?}");
        assert!(objects.put(key, Bytes::new()).await.is_err(), "{key:?}");
        assert!(objects.delete(key).await.is_err(), "{key:?}");
    }
    assert_eq!(std::fs::read_dir(dir.path().join("objects")).unwrap().count(), 0);
}

#[tokio::test]
async fn what_is_wrong_with_the_storage_is_not_told() {
    let (dir, objects) = folder();
    std::fs::write(dir.path().join("objects/file"), "in the way").unwrap();
    let status: tonic::Status = objects.put("file/below", Bytes::new()).await.unwrap_err().into();
    assert_eq!(status.code(), tonic::Code::Unavailable);
    assert_eq!(status.message(), "The server can't reach its storage. Please try again.");
}

#[test]
fn the_folder_is_made_for_its_owner_only() {
    let (dir, _objects) = folder();
    let mode = std::fs::metadata(dir.path().join("objects")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let encoded = format!("file://{}/50%25 %3F", dir.path().display());
    Objects::open(&encoded, []).unwrap();
    assert!(dir.path().join("50% ?").is_dir());
}

#[test]
fn places_are_folders_and_buckets() {
    for good in ["file:///var/lib/n", "file://./data/objects", "s3://bucket", "s3://my.bucket/a/b"] {
        assert!(Objects::understands(good), "{good}");
    }
    for bad in [
        "",
        "file://",
        "/var/lib/n",
        "s3://",
        "s3:bucket",
        "s3://key:secret@bucket",
        "s3://bucket:9000",
        "s3://bucket?region=x",
        "s3://bucket#x",
        "https://bucket.s3.amazonaws.com",
        "gs://bucket",
        "file://%FF",
    ] {
        assert!(!Objects::understands(bad), "{bad}");
        assert!(Objects::open(bad, []).is_err(), "{bad}");
    }
}

#[tokio::test]
async fn a_bucket_is_opened_without_being_asked() {
    let objects = Objects::open("s3://bucket/a/b", [("AWS_REGION", "ap-south-1")]).unwrap();
    assert!(format!("{objects:?}").contains("a/b"), "{objects:?}");
}

proptest! {
    #[test]
    fn a_key_means_one_path_or_none(key in "[a-z./ %#\\\\é]{0,12}") {
        if let Ok(path) = path(&key) {
            prop_assert_eq!(path.as_ref(), &key);
            prop_assert!(key.split('/').all(|part| !matches!(part, "" | "." | "..")));
        }
    }
}
