//! Settings that work, and leave a door open.

use nirmaan_store::{Store, StoreError};

use crate::config::Config;

/// What is better set otherwise, in sentences for whoever runs the server.
///
/// # Errors
/// When the database doesn't answer.
pub async fn found(config: &Config, store: &Store) -> Result<Vec<&'static str>, StoreError> {
    let evades_row_security = store.evades_row_security().await?;
    let trusts_everybody = config.trusted_proxies.iter().any(|network| network.prefix_len() == 0);
    let is_plain = config.public_url.is_some() && !config.is_https();
    let all = [
        (
            trusts_everybody,
            "NIRMAAN_TRUSTED_PROXIES has every address in it: whoever calls says by X-Forwarded-For where from, and failed \
             sign-ins are counted by what they say",
        ),
        (is_plain, "NIRMAAN_PUBLIC_URL is plain http: passwords and tokens can be read on the way"),
        (
            evades_row_security,
            "the database role is a superuser or has BYPASSRLS: row-level security doesn't keep tenants apart",
        ),
    ];
    Ok(all.into_iter().filter_map(|(is_so, warning)| is_so.then_some(warning)).collect())
}
