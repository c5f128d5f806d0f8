//! Reading the values of settings.

use std::str::FromStr;

use http::{HeaderValue, Uri};
use ipnet::IpNet;
use nirmaan_services::{mail::SmtpServer, objects::Objects};

use super::{BadSetting, Secret};

// An empty variable is what a compose file leaves behind for "not set".
pub(super) fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

pub(super) fn parse<T: FromStr>(name: &'static str, text: &str, should: &str) -> Result<T, BadSetting> {
    text.parse().map_err(|_| BadSetting::shown(name, text, should))
}

pub(super) fn database(name: &'static str, text: &str) -> Result<Secret, BadSetting> {
    if ["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
        return Ok(Secret::new(text));
    }
    Err(BadSetting::hidden(name, "a URL that begins with sqlite:// or postgres://"))
}

/// The environment's variables for buckets, as Amazon's own tools name them.
pub(super) fn aws() -> Vec<(String, Secret)> {
    let ours = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok().filter(|name| name.starts_with("AWS_"))?;
        Some((name, Secret::new(value.into_string().ok()?)))
    });
    ours.collect()
}

pub(super) fn storage(text: &str) -> Result<String, BadSetting> {
    let should = "file:// and a folder, or s3://bucket/prefix; keys belong into AWS_* variables";
    // Not shown: a key may have got into it.
    let fits = Objects::understands(text).then(|| text.to_owned());
    fits.ok_or_else(|| BadSetting::hidden("NIRMAAN_STORAGE_URL", should))
}

pub(super) fn smtp(text: &str) -> Result<SmtpServer, BadSetting> {
    let should = "a URL such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com";
    SmtpServer::of_url(text).ok_or_else(|| BadSetting::hidden("NIRMAAN_SMTP_URL", should))
}

pub(super) fn public_url(text: &str) -> Result<String, BadSetting> {
    let fits =
        text.parse::<Uri>().is_ok_and(|uri| is_web(&uri) && uri.query().is_none() && !text.contains('#'));
    if !fits {
        return Err(BadSetting::shown(
            "NIRMAAN_PUBLIC_URL",
            text,
            "a URL such as https://nirmaan.example.com",
        ));
    }
    Ok(text.trim_end_matches('/').to_owned())
}

fn is_web(uri: &Uri) -> bool {
    matches!(uri.scheme_str(), Some("http" | "https"))
        && uri.authority().is_some_and(|authority| !authority.as_str().contains('@'))
}

pub(super) fn list<T>(
    text: &Option<String>,
    read: fn(&str) -> Result<T, BadSetting>,
) -> Result<Vec<T>, BadSetting> {
    given(text)
        .unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(read)
        .collect()
}

pub(super) fn origin(text: &str) -> Result<HeaderValue, BadSetting> {
    // Browsers send an origin without a slash and in small letters: anything else would never match.
    let fits =
        text.parse::<Uri>().is_ok_and(|uri| is_web(&uri) && uri.path_and_query().is_none_or(|p| p == "/"))
            && !text.ends_with('/')
            && text.to_lowercase() == text;
    HeaderValue::from_str(text).ok().filter(|_| fits).ok_or_else(|| {
        BadSetting::shown(
            "NIRMAAN_CORS_ORIGINS",
            text,
            "origins such as https://app.example.com, separated by commas",
        )
    })
}

pub(super) fn network(text: &str) -> Result<IpNet, BadSetting> {
    text.parse().or_else(|_| text.parse().map(|address: std::net::IpAddr| IpNet::from(address))).map_err(
        |_| {
            BadSetting::shown(
                "NIRMAAN_TRUSTED_PROXIES",
                text,
                "networks such as 10.0.0.0/8 or addresses, separated by commas",
            )
        },
    )
}

pub(super) fn switch(name: &'static str, text: &str) -> Result<bool, BadSetting> {
    match text.to_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => Err(BadSetting::shown(name, text, "on or off")),
    }
}
