//! Who calls: the client's address behind proxies, and the id of its request.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;
use uuid::Uuid;

use crate::headers::REQUEST_ID;

/// The header that proxies write the client's address into.
pub const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client's address: the rightmost in X-Forwarded-For that isn't one of ours, as far as proxies of
/// ours wrote it. From anybody else the header says nothing.
pub fn address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_ours = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut client = peer.to_canonical();
    let lines: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
    let mut hops =
        lines.into_iter().rev().flat_map(|line| line.to_str().unwrap_or_default().rsplit(',')).map(hop);
    while is_ours(&client) {
        // What can't be read isn't skipped: whoever wrote it may have written all that is left of it.
        let Some(Some(next)) = hops.next() else { break };
        client = next;
    }
    client
}

fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text.parse().or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()));
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.ok().or_else(bare).map(|address: IpAddr| address.to_canonical())
}

/// The caller's request id when it is a sane one, else a new one.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    if let Some(given) = headers.get(REQUEST_ID).filter(|id| is_sane(id.as_bytes())) {
        return given.clone();
    }
    let mut text = Uuid::encode_buffer();
    let text = Uuid::now_v7().hyphenated().encode_lower(&mut text);
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static("unknown"))
}

fn is_sane(id: &[u8]) -> bool {
    (1..=64).contains(&id.len()) && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(peer: &str, forwarded: &[&'static str]) -> String {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        let headers = forwarded.iter().map(|line| (FORWARDED_FOR, HeaderValue::from_static(line))).collect();
        address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_stranger_says_nothing_about_its_address() {
        assert_eq!(resolve("198.51.100.7", &["192.0.2.1"]), "198.51.100.7");
        assert_eq!(resolve("198.51.100.7", &[]), "198.51.100.7");
    }

    #[test]
    fn behind_our_proxies_it_is_the_rightmost_that_is_not_ours() {
        assert_eq!(resolve("10.0.0.1", &["192.0.2.1"]), "192.0.2.1");
        assert_eq!(
            resolve("10.0.0.1", &["203.0.113.9, 192.0.2.1, 10.0.0.2"]),
            "192.0.2.1",
            "the left is forged"
        );
        assert_eq!(
            resolve("10.0.0.1", &["203.0.113.9", "192.0.2.1,10.0.0.2"]),
            "192.0.2.1",
            "lines count in order"
        );
        assert_eq!(resolve("fd00::1", &["2001:db8::5"]), "2001:db8::5");
        assert_eq!(resolve("::ffff:10.0.0.1", &["192.0.2.1"]), "192.0.2.1", "mapped addresses are the same");
    }

    #[test]
    fn when_all_are_ours_it_is_the_first_of_them() {
        assert_eq!(resolve("10.0.0.1", &["10.0.0.3, 10.0.0.2"]), "10.0.0.3");
        assert_eq!(resolve("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn nothing_counts_left_of_what_cannot_be_read() {
        assert_eq!(resolve("10.0.0.1", &["192.0.2.1, unknown, 10.0.0.2"]), "10.0.0.2");
        assert_eq!(resolve("10.0.0.1", &["192.0.2.1,"]), "10.0.0.1");
    }

    #[test]
    fn ports_and_brackets_are_cut_off() {
        assert_eq!(resolve("10.0.0.1", &["192.0.2.1:443"]), "192.0.2.1");
        assert_eq!(resolve("10.0.0.1", &["[2001:db8::5]:443"]), "2001:db8::5");
        assert_eq!(resolve("10.0.0.1", &["[2001:db8::5]"]), "2001:db8::5");
    }

    #[test]
    fn a_sane_request_id_is_kept_and_any_other_replaced() {
        let of = |id: &str| {
            let headers = HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_str(id).unwrap())]);
            request_id(&headers).to_str().unwrap().to_owned()
        };
        assert_eq!(of("a-B_9"), "a-B_9");
        assert_eq!(of(&"x".repeat(64)), "x".repeat(64));
        for id in ["", "a b", "a\"b", "a.b", &"x".repeat(65)] {
            assert_eq!(Uuid::parse_str(&of(id)).unwrap().get_version_num(), 7, "{id:?}");
        }
        assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
    }
}
