//! Sign-ins from devices that a user wasn't seen with before, of which they are told by mail.

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{
    StoreError,
    clock::in_kolkata,
    entity::{session, user},
    query::outbox::NewMail,
};

use super::{
    mail_links::{mail, new_device},
    throttle::{digest, network},
};
use crate::{Deps, access::Origin, error::Result, mail::address};

/// How many such mails a user gets within [`DAY`]: phones change their networks often.
const MAILS: i64 = 3;
const DAY: TimeDelta = TimeDelta::hours(24);

// The order matters: every browser also calls itself by the names of those below it.
const BROWSERS: [(&[&str], &str); 6] = [
    (&["Edg/", "EdgA/", "EdgiOS/", "Edge/"], "Edge"),
    (&["OPR/", "Opera/"], "Opera"),
    (&["SamsungBrowser/"], "Samsung Internet"),
    (&["Firefox/", "FxiOS/"], "Firefox"),
    (&["Chrome/", "CriOS/", "Chromium/", "HeadlessChrome/"], "Chrome"),
    (&["Safari/"], "Safari"),
];
const SYSTEMS: [(&[&str], &str); 7] = [
    (&["Windows NT"], "Windows"),
    (&["Android"], "Android"),
    (&["iPad"], "iPad"),
    (&["iPhone"], "iPhone"),
    (&["Mac OS X"], "macOS"),
    (&["CrOS"], "ChromeOS"),
    (&["Linux"], "Linux"),
];

/// What somebody signs in with, as far as it stays the same: not the version of a browser, nor the last digits of an
/// IPv6 address.
#[derive(Debug, PartialEq, Eq)]
struct Device {
    family: String,
    network: String,
}

impl Device {
    fn of(user_agent: &str, address: &str) -> Self {
        Self { family: family(user_agent), network: network(address) }
    }
}

/// Browser and system, or the name that a program gives itself: `curl/8.5.0` is `curl`.
fn family(user_agent: &str) -> String {
    let named = |names: &[(&[&str], &'static str)]| {
        let found = names.iter().find(|(marks, _)| marks.iter().any(|mark| user_agent.contains(mark)));
        found.map(|(_, name)| *name)
    };
    match (named(&BROWSERS), named(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => {
            let is_of_a_name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
            let program: String = user_agent.chars().take_while(is_of_a_name).collect();
            if program.is_empty() { "an unknown program".to_owned() } else { program }
        }
    }
}

/// Has the user told of a session that was started at `now`, if it is from a device that none of their others show.
/// Nobody waits for it, and nothing fails with it.
pub(super) fn tell(deps: &Deps, user: &user::Model, tenant_name: &str, origin: &Origin, now: DateTime<Utc>) {
    let Ok(public_url) = deps.link_mailer.public_url() else { return };
    if address(&user.email).is_none() {
        return;
    }
    let device = Device::of(&origin.user_agent, &origin.address);
    let at = in_kolkata(now).format("%d %B %Y, %H:%M IST").to_string();
    let what = format!("{}\nAddress {}\n{at}", device.family, origin.address);
    let mail = mail(deps, &user.email, new_device(&user.email, tenant_name, &what, public_url));
    let (deps, user) = (deps.clone(), user.clone());
    tokio::spawn(async move {
        match is_new(&deps, &user, &device, now).await {
            Ok(false) => {}
            Ok(true) => match post(&deps, &user, &mail, now).await {
                Ok(()) => deps.mailer.wake(),
                Err(error) => tracing::warn!(%error, "a sign-in from a new device wasn't told"),
            },
            Err(error) => tracing::warn!(%error, "whether a sign-in is from a new device isn't known"),
        }
    });
}

/// Whether the user has signed in before `now`, and never from this device, as far as sessions are remembered.
async fn is_new(deps: &Deps, user: &user::Model, device: &Device, now: DateTime<Utc>) -> Result<bool> {
    let db = deps.store.identity_read().await?;
    let before = db.sessions_before(user.tenant_id, user.id, now).await?;
    let is_same = |session: &session::Model| Device::of(&session.user_agent, &session.address) == *device;
    Ok(!before.is_empty() && !before.iter().any(is_same))
}

async fn post(
    deps: &Deps,
    user: &user::Model,
    mail: &NewMail,
    now: DateTime<Utc>,
) -> std::result::Result<(), StoreError> {
    let key = &digest(&["new devices", &user.tenant_id.to_string(), &user.id.to_string()]);
    let posted = deps.store.identity(|db| async move {
        db.lock_failures(key, now).await?;
        let count = db.failures(key).await?;
        if count.is_some_and(|count| now - count.window_started_at <= DAY && count.failures >= MAILS) {
            return Ok(());
        }
        db.count_failure(key, DAY, now).await?;
        db.post(mail.clone(), now).await
    });
    posted.await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_called_by_browser_and_system() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
                "Samsung Internet on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 CriOS/126.0 Mobile Safari/604.1",
                "Chrome on iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
                "Safari on macOS",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Linux"),
            ("curl/8.5.0", "curl"),
            ("<script>", "an unknown program"),
            ("", "an unknown program"),
        ] {
            assert_eq!(family(user_agent), name, "{user_agent}");
        }
    }

    #[test]
    fn another_version_or_another_address_of_the_same_network_is_the_same_device() {
        let firefox =
            |version: &str| format!("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/{version}");
        let device = Device::of(&firefox("127.0"), "2001:db8:1:2::1");
        assert_eq!(device, Device::of(&firefox("128.0"), "2001:db8:1:2:ffff::2"));
        assert_ne!(device, Device::of(&firefox("127.0"), "2001:db8:1:3::1"));
        assert_ne!(device, Device::of("curl/8.5.0", "2001:db8:1:2::1"));
    }
}
