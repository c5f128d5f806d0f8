//! Links to stored objects. Whoever holds one may read the object for some minutes: the signature is the right.

use std::sync::Arc;

use aws_lc_rs::{hkdf, hmac};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use nirmaan_store::{Actor, Source};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use prost::Message;
use uuid::Uuid;

use crate::error::{Error, Result};

/// Where links begin.
pub const PREFIX: &str = "/files/";

/// A link lives at least this long, in seconds …
const AT_LEAST: i64 = 10 * 60;
/// … and on to the next of these, so that the same object has the same link for a while, at most 15 minutes.
const STEP: i64 = 5 * 60;
/// What keys of links are derived for: no other signature made with the token keys passes for one.
const PURPOSE: &[u8] = b"nirmaan file links 1";
const MAC_LEN: usize = 32;
/// What a path segment needs no encoding for.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Signs and verifies links. The first key signs, all verify.
#[derive(Clone)]
pub struct Links {
    signing: hmac::Key,
    keys: Arc<[hmac::Key]>,
}

/// What a link opens. All of it is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The object's key.
    pub key: String,
    /// The name it is shown and saved under.
    pub file_name: String,
    /// Its media type.
    pub media_type: String,
    /// Whether the browser should show it rather than save it.
    pub inline: bool,
    /// Who got the link, of whom the trail tells when it is followed; `None` where nobody need know.
    pub reader: Option<Reader>,
}

/// Who gets a link, and what they read it with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// Who.
    pub user_id: Uuid,
    /// The wire over which they got it.
    pub source: Source,
}

impl Reader {
    /// Whoever calls; `None` for the system itself.
    pub fn of(actor: &Actor) -> Option<Self> {
        Some(Self { user_id: actor.user_id?, source: actor.source })
    }
}

impl Link {
    /// Whose the object is: every key begins with its tenant.
    pub fn tenant_id(&self) -> Option<Uuid> {
        self.key.split('/').next()?.parse().ok()
    }
}

/// A link as it is signed.
#[derive(Clone, PartialEq, Eq, Message)]
struct Payload {
    /// Seconds since 1970, UTC.
    #[prost(int64, tag = 1)]
    expires: i64,
    #[prost(string, tag = 2)]
    key: String,
    #[prost(string, tag = 3)]
    file_name: String,
    #[prost(string, tag = 4)]
    media_type: String,
    #[prost(bool, tag = 5)]
    inline: bool,
    /// The user's id; empty where there is none.
    #[prost(bytes = "vec", tag = 6)]
    user_id: Vec<u8>,
    #[prost(string, tag = 7)]
    source: String,
}

impl Links {
    /// With keys derived from the secrets of tokens, the signing one first.
    ///
    /// # Errors
    /// [`Error::Internal`] when there is none.
    pub fn new(secrets: &[Vec<u8>]) -> Result<Self> {
        let keys = secrets.iter().map(|secret| derive(secret)).collect::<Result<Arc<[_]>>>()?;
        let signing = keys.first().ok_or_else(|| Error::Internal("no key for links".to_owned()))?;
        Ok(Self { signing: signing.clone(), keys })
    }

    /// A root-relative link that counts for 10 to 15 minutes.
    pub fn sign(&self, link: &Link, now: DateTime<Utc>) -> String {
        let Link { key, file_name, media_type, inline, reader } = link.clone();
        let user_id = reader.map(|reader| reader.user_id.as_bytes().to_vec()).unwrap_or_default();
        let source = reader.map(|reader| reader.source.as_str().to_owned()).unwrap_or_default();
        let expires = expiry(now);
        let payload =
            Payload { expires, key, file_name, media_type, inline, user_id, source }.encode_to_vec();
        let mac = hmac::sign(&self.signing, &payload);
        let token = URL_SAFE_NO_PAD.encode([mac.as_ref(), &payload].concat());
        // For people, and for browsers that save by it; what counts is in the token.
        let name = utf8_percent_encode(&link.file_name, ENCODED);
        format!("{PREFIX}{token}/{name}")
    }

    /// Until when a link counts that is signed now.
    pub fn expires_at(now: DateTime<Utc>) -> DateTime<Utc> {
        DateTime::from_timestamp(expiry(now), 0).unwrap_or(now)
    }

    /// What a token opens; `None` for one that isn't ours, or doesn't count any more.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Option<Link> {
        let token = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (mac, payload) = token.split_at_checked(MAC_LEN)?;
        // Compares in constant time.
        self.keys.iter().find(|key| hmac::verify(key, payload, mac).is_ok())?;
        let Payload { expires, key, file_name, media_type, inline, user_id, source } =
            Payload::decode(payload).ok()?;
        let reader = Uuid::from_slice(&user_id).ok().zip(Source::named(&source));
        let reader = reader.map(|(user_id, source)| Reader { user_id, source });
        (now.timestamp() < expires).then_some(Link { key, file_name, media_type, inline, reader })
    }
}

fn expiry(now: DateTime<Utc>) -> i64 {
    ((now.timestamp() + AT_LEAST).div_euclid(STEP) + 1) * STEP
}

fn derive(secret: &[u8]) -> Result<hmac::Key> {
    let secret = hkdf::Salt::new(hkdf::HKDF_SHA256, &[]).extract(secret);
    let key = secret.expand(&[PURPOSE], hmac::HMAC_SHA256).map(hmac::Key::from);
    key.map_err(|_| Error::Internal("a key for links can't be derived".to_owned()))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    fn links(seed: u8) -> Links {
        Links::new(&[vec![seed; 32]]).unwrap()
    }

    fn link() -> Link {
        Link {
            key: "tenant/users/id/full.jpg".to_owned(),
            file_name: "profile.jpg".to_owned(),
            media_type: "image/jpeg".to_owned(),
            inline: true,
            reader: None,
        }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn token(link: &str) -> &str {
        link.strip_prefix(PREFIX).unwrap().split_once('/').unwrap().0
    }

    #[test]
    fn a_link_opens_what_it_was_signed_for() {
        let signed = links(1).sign(&link(), at(0));
        assert!(signed.ends_with("/profile.jpg"), "{signed}");
        assert_eq!(links(1).verify(token(&signed), at(0)), Some(link()));
    }

    #[test]
    fn a_link_is_the_same_for_five_minutes_and_lives_ten_to_fifteen() {
        let links = links(1);
        let signed = links.sign(&link(), at(300));
        assert_eq!(links.sign(&link(), at(599)), signed);
        assert_ne!(links.sign(&link(), at(600)), signed);
        assert!(links.verify(token(&signed), at(1199)).is_some());
        assert_eq!(links.verify(token(&signed), at(1200)), None);
    }

    #[test]
    fn keys_rotate_and_foreign_ones_do_not_count() {
        let both = Links::new(&[vec![2; 32], vec![1; 32]]).unwrap();
        let signed = links(1).sign(&link(), at(0));
        assert!(both.verify(token(&signed), at(0)).is_some());
        assert_eq!(links(3).verify(token(&signed), at(0)), None);
        assert_eq!(links(1).verify(token(&both.sign(&link(), at(0))), at(0)), None);
        assert!(Links::new(&[]).is_err());
    }

    #[test]
    fn the_secret_itself_signs_no_link() {
        let payload = Payload { expires: 900, ..Payload::default() }.encode_to_vec();
        let mac = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &[1; 32]), &payload);
        let forged = URL_SAFE_NO_PAD.encode([mac.as_ref(), &payload].concat());
        assert_eq!(links(1).verify(&forged, at(0)), None);
    }

    #[test]
    fn names_are_encoded_for_a_path() {
        let signed = links(1).sign(&Link { file_name: "नक्शा/1?.png".to_owned(), ..link() }, at(0));
        assert!(signed.is_ascii() && signed.matches('/').count() == 3, "{signed}");
        assert!(signed.ends_with("%2F1%3F.png"), "{signed}");
    }

    proptest! {
        #[test]
        fn every_link_survives(
            key in ".{0,80}", file_name in ".{0,80}", media_type in ".{0,30}", inline: bool, user in any::<Option<u128>>(),
        ) {
            let reader = user.map(|user| Reader { user_id: Uuid::from_u128(user), source: Source::Json });
            let link = Link { key, file_name, media_type, inline, reader };
            let signed = links(1).sign(&link, at(0));
            prop_assert_eq!(links(1).verify(token(&signed), at(0)), Some(link));
        }

        #[test]
        fn a_changed_byte_refuses(place in any::<prop::sample::Index>(), other in "[A-Za-z0-9_-]") {
            let signed = links(1).sign(&link(), at(0));
            let mut changed: Vec<char> = token(&signed).chars().collect();
            let place = place.index(changed.len());
            let other = other.chars().next().unwrap();
            prop_assume!(changed[place] != other);
            changed[place] = other;
            let changed: String = changed.into_iter().collect();
            prop_assert_eq!(links(1).verify(&changed, at(0)), None);
        }

        #[test]
        fn noise_opens_nothing(token in ".{0,200}") {
            prop_assert_eq!(links(1).verify(&token, at(0)), None);
        }

        #[test]
        fn no_link_lives_longer_than_fifteen_minutes(seconds in 0_i64..4_000_000_000) {
            let left = TimeDelta::seconds(expiry(at(seconds)) - seconds);
            prop_assert!(left > TimeDelta::minutes(10) && left <= TimeDelta::minutes(15));
        }
    }
}
