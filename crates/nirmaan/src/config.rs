//! The settings: environment variables that are flags too, checked into one plain [`Config`].

mod read;

use std::{
    fmt,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use http::HeaderValue;
use ipnet::IpNet;
use nirmaan_services::{
    auth::{FIRST_DELAY, RequireSecondFactor},
    mail::{self, Address, Mailbox, SmtpServer},
};
use nirmaan_store::{Clock, Patience};
use tracing_subscriber::EnvFilter;

use self::read::{aws, database, given, list, network, origin, parse, public_url, smtp, storage, switch};
use crate::limits::{LimitArgs, Limits};

/// Sessions of one user at a time in the demo, where everybody has the same few accounts.
const DEMO_SESSIONS: usize = 10_000;

/// A text that must not be shown: its `Debug` doesn't.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for whoever has a use for it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line, for machines.
    Json,
}

/// What the server needs to know, checked. Tests build it in code, from [`Config::at`].
#[derive(Debug, Clone)]
pub struct Config {
    /// Address of the one port; port 0 picks a free one.
    pub listen: SocketAddr,
    /// Address of the port that tells what the server counts; `None` opens none.
    pub metrics_listen: Option<SocketAddr>,
    /// Where the embedded defaults live.
    pub data_dir: PathBuf,
    /// The database as the application's role.
    pub database_url: Secret,
    /// The database as its owner, who migrates it.
    pub migration_database_url: Secret,
    /// Where images and documents are stored: `file://folder` or `s3://bucket/prefix`.
    pub storage_url: String,
    /// The `AWS_*` variables of the environment, for a bucket.
    pub aws: Vec<(String, Secret)>,
    /// Where mails go; `None` has them written below the data folder.
    pub smtp: Option<SmtpServer>,
    /// Whom mails come from.
    pub mail_from: Mailbox,
    /// Who receives the contact form.
    pub contact_to: Address,
    /// Base of absolute links, without a slash at its end. With `https` HSTS is sent.
    pub public_url: Option<String>,
    /// Whether HSTS is meant for all names below the public address's as well.
    pub hsts_subdomains: bool,
    /// Keys of access tokens: the first signs, all verify. Empty: the key file's.
    pub token_keys: Vec<Secret>,
    /// E-mail of the first administrator of an empty database.
    pub admin_email: String,
    /// Password of that administrator; `None` has one generated and printed once.
    pub admin_password: Option<Secret>,
    /// Of whom a second factor is asked, beside the organisations that ask for it themselves.
    pub require_second_factor: RequireSecondFactor,
    /// Origins that browsers may call from.
    pub cors_origins: Vec<HeaderValue>,
    /// Networks whose X-Forwarded-For counts.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether users of the platform have to say why they read other organisations' rows.
    pub reason_required: bool,
    /// Whether gRPC reflection and the page of the JSON interface answer.
    pub reflection: bool,
    /// Filter of the log.
    pub log: String,
    /// Format of the log.
    pub log_format: LogFormat,
    /// What a request, a connection or a tenant may cost.
    pub limits: Limits,
    /// Fill an empty database with the demo data.
    pub demo: bool,
    /// The product's clock; in tests one that stands still.
    pub clock: Clock,
    /// How long calls wait for the database. Tests alone change it, which is why no setting leads here.
    pub patience: Patience,
    /// How long the first sign-in is delayed after some that failed. Tests alone change it, which is why no setting leads
    /// here.
    pub first_delay: Duration,
    /// Hash passwords with next to no cost: for tests alone, which is why no setting leads here.
    pub cheap_passwords: bool,
    /// The program that reads workbooks; `None` for this very program.
    pub worker_exe: Option<PathBuf>,
}

impl Config {
    /// All defaults, with the data below `data_dir`.
    pub fn at(data_dir: impl Into<PathBuf>) -> Self {
        let data_dir = data_dir.into();
        let database_url = sqlite_below(&data_dir);
        let storage_url = format!("file://{}", below(&data_dir, "objects"));
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            metrics_listen: None,
            data_dir,
            migration_database_url: database_url.clone(),
            database_url,
            storage_url,
            aws: Vec::new(),
            smtp: None,
            mail_from: Mailbox::new(None, Address::new_dangerous("no-reply", "nirmaan.example")),
            contact_to: Address::new_dangerous("hello", "nirmaan.example"),
            public_url: None,
            hsts_subdomains: false,
            token_keys: Vec::new(),
            admin_email: "admin@nirmaan.example".to_owned(),
            admin_password: None,
            require_second_factor: RequireSecondFactor::None,
            cors_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            reason_required: false,
            reflection: false,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            limits: Limits::default(),
            demo: false,
            clock: Clock::default(),
            patience: Patience::default(),
            first_delay: FIRST_DELAY,
            cheap_passwords: false,
            worker_exe: None,
        }
    }

    /// What the environment tells of the storage, by name and value.
    pub fn storage_variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.aws.iter().map(|(name, value)| (name.as_str(), value.expose()))
    }

    /// Whether the public address is behind TLS.
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.to_ascii_lowercase().starts_with("https://"))
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::at("./data")
    }
}

fn sqlite_below(data_dir: &Path) -> Secret {
    Secret::new(format!("sqlite://{}?mode=rwc", below(data_dir, "nirmaan.db")))
}

/// A path within a URL.
fn below(data_dir: &Path, name: &str) -> String {
    let path = data_dir.join(name).to_string_lossy().into_owned();
    // A folder's name may hold what means something in a URL.
    path.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}

/// A setting that makes no sense, said in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    name: &'static str,
    should: String,
    value: Option<String>,
}

impl BadSetting {
    /// A setting whose value may be repeated.
    pub fn shown(name: &'static str, value: &str, should: impl Into<String>) -> Self {
        Self { name, should: should.into(), value: Some(value.to_owned()) }
    }

    /// A setting that may hold a password or a key.
    pub fn hidden(name: &'static str, should: impl Into<String>) -> Self {
        Self { name, should: should.into(), value: None }
    }
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} should be {}", self.name, self.should)?;
        // Debug escapes line breaks: it stays one line.
        self.value.as_ref().map_or(Ok(()), |value| write!(f, "; it is {value:?}"))
    }
}

impl std::error::Error for BadSetting {}

/// The settings as they stand on the command line and in the environment. All are texts, so that a bad
/// one is refused in our words.
#[derive(Clone, Default, Args)]
pub struct Settings {
    /// Address of the one port; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, env = "NIRMAAN_LISTEN", value_name = "HOST:PORT")]
    listen: Option<String>,
    /// Address of a port of its own for /metrics, which asks nobody who they are [default: none]
    #[arg(long, env = "NIRMAAN_METRICS_LISTEN", value_name = "HOST:PORT")]
    metrics_listen: Option<String>,
    /// Where the embedded defaults live [default: ./data]
    #[arg(long, env = "NIRMAAN_DATA_DIR", value_name = "PATH")]
    data_dir: Option<String>,
    /// Database as the application's role [default: sqlite://$DATA_DIR/nirmaan.db?mode=rwc]
    #[arg(long, env = "NIRMAAN_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
    /// Database as its owner, for migrations [default: the same]
    #[arg(long, env = "NIRMAAN_MIGRATION_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    migration_database_url: Option<String>,
    /// Where images and documents are stored, a folder or an S3 bucket [default: file://$DATA_DIR/objects]
    #[arg(long, env = "NIRMAAN_STORAGE_URL", value_name = "URL", hide_env_values = true)]
    storage_url: Option<String>,
    /// Mail server, smtp://user:password@host:port or smtps://… [default: mails are written to $DATA_DIR/outbox]
    #[arg(long, env = "NIRMAAN_SMTP_URL", value_name = "URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// Whom mails come from [default: no-reply@nirmaan.example]
    #[arg(long, env = "NIRMAAN_MAIL_FROM", value_name = "EMAIL")]
    mail_from: Option<String>,
    /// Who receives the contact form [default: hello@nirmaan.example]
    #[arg(long, env = "NIRMAAN_CONTACT_TO", value_name = "EMAIL")]
    contact_to: Option<String>,
    /// Base of absolute links; with https HSTS is sent
    #[arg(long, env = "NIRMAAN_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Whether HSTS holds for all names below the public address's too, on or off [default: off]
    #[arg(long, env = "NIRMAAN_HSTS_SUBDOMAINS", value_name = "ON|OFF")]
    hsts_subdomains: Option<String>,
    /// Keys of access tokens, comma separated; the first signs, all verify [default: $DATA_DIR/token.key]
    #[arg(long, env = "NIRMAAN_TOKEN_KEYS", value_name = "KEYS", hide_env_values = true)]
    token_keys: Option<String>,
    /// E-mail of the first administrator of an empty database [default: admin@nirmaan.example]
    #[arg(long, env = "NIRMAAN_ADMIN_EMAIL", value_name = "EMAIL")]
    admin_email: Option<String>,
    /// Password of that administrator [default: generated and printed once]
    #[arg(long, env = "NIRMAAN_ADMIN_PASSWORD", value_name = "PASSWORD", hide_env_values = true)]
    admin_password: Option<String>,
    /// Of whom a second factor is asked, none, platform or all [default: none with --demo, else platform]
    #[arg(long, env = "NIRMAAN_REQUIRE_SECOND_FACTOR", value_name = "WHOM")]
    require_second_factor: Option<String>,
    /// Origins that browsers may call from, comma separated [default: none]
    #[arg(long, env = "NIRMAAN_CORS_ORIGINS", value_name = "ORIGINS")]
    cors_origins: Option<String>,
    /// Networks whose X-Forwarded-For counts, comma separated [default: none]
    #[arg(long, env = "NIRMAAN_TRUSTED_PROXIES", value_name = "NETWORKS")]
    trusted_proxies: Option<String>,
    /// Whether users of the platform must say why they read another organisation's rows, on or off [default: off]
    #[arg(long, env = "NIRMAAN_REASON_REQUIRED")]
    reason_required: Option<String>,
    /// gRPC reflection and the API page /api/docs, on or off [default: on with --demo, else off]
    #[arg(long, env = "NIRMAAN_REFLECTION", value_name = "ON|OFF")]
    reflection: Option<String>,
    /// Filter of the log [default: info]
    #[arg(long, env = "NIRMAAN_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// Format of the log, text or json [default: text]
    #[arg(long, env = "NIRMAAN_LOG_FORMAT", value_name = "FORMAT")]
    log_format: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Settings {
    /// The checked settings, or the first that makes no sense.
    pub fn read(&self, demo: bool) -> Result<Config, BadSetting> {
        let mut config = Config::at(given(&self.data_dir).unwrap_or("./data"));
        config.demo = demo;
        config.reflection = demo;
        if let Some(text) = given(&self.listen) {
            config.listen =
                parse("NIRMAAN_LISTEN", text, "an IP address and a port, for example 127.0.0.1:8080")?;
        }
        if let Some(text) = given(&self.metrics_listen) {
            let should = "an IP address and a port, for example 127.0.0.1:9464";
            config.metrics_listen = Some(parse("NIRMAAN_METRICS_LISTEN", text, should)?);
        }
        if let Some(text) = given(&self.database_url) {
            config.database_url = database("NIRMAAN_DATABASE_URL", text)?;
            config.migration_database_url = config.database_url.clone();
        }
        if let Some(text) = given(&self.migration_database_url) {
            config.migration_database_url = database("NIRMAAN_MIGRATION_DATABASE_URL", text)?;
        }
        if let Some(text) = given(&self.storage_url) {
            config.storage_url = storage(text)?;
        }
        config.aws = aws();
        config.smtp = given(&self.smtp_url).map(smtp).transpose()?;
        if let Some(text) = given(&self.mail_from) {
            let should = "an e-mail address, or a name with one: Nirmaan <no-reply@nirmaan.example>";
            config.mail_from =
                mail::mailbox(text).ok_or_else(|| BadSetting::shown("NIRMAAN_MAIL_FROM", text, should))?;
        }
        if let Some(text) = given(&self.contact_to) {
            config.contact_to = mail::address(text)
                .ok_or_else(|| BadSetting::shown("NIRMAAN_CONTACT_TO", text, "an e-mail address"))?;
        }
        config.public_url = given(&self.public_url).map(public_url).transpose()?;
        if let Some(text) = given(&self.hsts_subdomains) {
            config.hsts_subdomains = switch("NIRMAAN_HSTS_SUBDOMAINS", text)?;
        }
        config.token_keys = given(&self.token_keys).map_or(Ok(Vec::new()), |text| {
            token_keys(text).ok_or_else(|| BadSetting::hidden("NIRMAAN_TOKEN_KEYS", KEYS))
        })?;
        if let Some(text) = given(&self.admin_email) {
            if !text.contains('@') {
                return Err(BadSetting::shown("NIRMAAN_ADMIN_EMAIL", text, "an e-mail address"));
            }
            config.admin_email = text.to_owned();
        }
        if let Some(text) = self.admin_password.as_deref().filter(|text| !text.is_empty()) {
            if !(8..=128).contains(&text.chars().count()) {
                return Err(BadSetting::hidden("NIRMAAN_ADMIN_PASSWORD", "8 to 128 characters long"));
            }
            config.admin_password = Some(Secret::new(text));
        }
        config.require_second_factor = match given(&self.require_second_factor) {
            Some(text) => parse("NIRMAAN_REQUIRE_SECOND_FACTOR", text, "none, platform or all")?,
            None if demo => RequireSecondFactor::None,
            None => RequireSecondFactor::Platform,
        };
        config.cors_origins = list(&self.cors_origins, origin)?;
        config.trusted_proxies = list(&self.trusted_proxies, network)?;
        if let Some(text) = given(&self.reason_required) {
            config.reason_required = switch("NIRMAAN_REASON_REQUIRED", text)?;
        }
        if let Some(text) = given(&self.reflection) {
            config.reflection = switch("NIRMAAN_REFLECTION", text)?;
        }
        if let Some(text) = given(&self.log) {
            EnvFilter::try_new(text).map_err(|_| {
                BadSetting::shown("NIRMAAN_LOG", text, "a filter such as info or nirmaan=debug,warn")
            })?;
            config.log = text.to_owned();
        }
        config.log_format = match given(&self.log_format).map(str::to_lowercase).as_deref() {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(other) => return Err(BadSetting::shown("NIRMAAN_LOG_FORMAT", other, "text or json")),
        };
        if demo {
            config.limits.sessions = DEMO_SESSIONS;
        }
        config.limits = self.limits.read(config.limits)?;
        Ok(config)
    }
}

/// What a list of token keys should be.
pub(crate) const KEYS: &str = "keys of at least 32 bytes each, separated by commas";

/// The keys of a comma list, unless one is too short.
pub(crate) fn token_keys(text: &str) -> Option<Vec<Secret>> {
    let keys: Vec<_> = text.split(',').map(str::trim).map(Secret::new).collect();
    keys.iter().all(|key| key.expose().len() >= 32).then_some(keys)
}

#[cfg(test)]
mod tests;
