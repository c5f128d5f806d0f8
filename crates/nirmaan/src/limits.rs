//! Every limit that an operator can move: one table gives the struct, its defaults, the settings and
//! their help.

use std::{convert::identity, ops::RangeInclusive, time::Duration};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use nirmaan_api::method::Times;

use crate::config::BadSetting;

/// One limit as a setting.
#[derive(Debug)]
pub struct Limit {
    /// The environment variable.
    pub env: &'static str,
    /// The flag, without its dashes.
    pub flag: &'static str,
    /// What it limits.
    pub help: &'static str,
    /// The value without a setting.
    pub default: u64,
    /// The values that make sense.
    pub range: RangeInclusive<u64>,
    set: fn(&mut Limits, u64),
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty, $env:literal, $flag:literal, $default:literal,
       $min:literal..=$max:literal, $convert:path;)+) => {
        /// What a request, a connection or a tenant may cost.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Limits {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $convert($default),)+ }
            }
        }

        /// Every limit, in the order of the help.
        pub const TABLE: &[Limit] = &[
            $(Limit {
                env: $env,
                flag: $flag,
                help: concat!($($doc),+),
                default: $default,
                range: $min..=$max,
                set: |limits, value| limits.$name = $convert(value),
            },)+
        ];
    };
}

limits! {
    /// Seconds to send the first bytes of a connection and the header of each request.
    header_read: Duration, "NIRMAAN_LIMIT_HEADER_SECONDS", "limit-header-seconds", 10, 1..=600, Duration::from_secs;
    /// Bytes of a request's header; more is answered 431.
    header_bytes: usize, "NIRMAAN_LIMIT_HEADER_BYTES", "limit-header-bytes", 16_384, 4_096..=262_144, size;
    /// Seconds that a request may take, then 504, and that a client may leave its answer unread.
    request: Duration, "NIRMAAN_LIMIT_REQUEST_SECONDS", "limit-request-seconds", 30, 1..=3_600, Duration::from_secs;
    /// Seconds that an upload may take until its answer begins; then 504.
    upload: Duration, "NIRMAAN_LIMIT_UPLOAD_SECONDS", "limit-upload-seconds", 120, 1..=86_400, Duration::from_secs;
    /// Seconds that requests are still accepted when the server is told to stop and says that it isn't ready any more.
    drain: Duration, "NIRMAAN_LIMIT_DRAIN_SECONDS", "limit-drain-seconds", 0, 0..=600, Duration::from_secs;
    /// Seconds that accepted requests get to finish when the server is told to stop.
    shutdown: Duration, "NIRMAAN_LIMIT_SHUTDOWN_SECONDS", "limit-shutdown-seconds", 30, 0..=3_600, Duration::from_secs;
    /// Connections of clients at a time; more are closed at once, but for those of trusted proxies.
    clients: usize, "NIRMAAN_LIMIT_CLIENTS", "limit-clients", 8_192, 16..=1_000_000, size;
    /// Those of one address, or of one IPv6 network of 64 bits.
    clients_of_one: usize, "NIRMAAN_LIMIT_CLIENTS_OF_ONE", "limit-clients-of-one", 1_024, 1..=1_000_000, size;
    /// Seconds that a connection may lie open on which nothing is asked.
    idle: Duration, "NIRMAAN_LIMIT_IDLE_SECONDS", "limit-idle-seconds", 120, 1..=86_400, Duration::from_secs;
    /// Requests in flight on one HTTP/2 connection.
    streams: u32, "NIRMAAN_LIMIT_STREAMS", "limit-streams", 100, 1..=10_000, small;
    /// HTTP/2 streams that a client may reset before they were looked at; then the connection ends.
    pending_resets: usize, "NIRMAAN_LIMIT_PENDING_RESETS", "limit-pending-resets", 20, 1..=10_000, size;
    /// Bytes of a JSON body where the call declares no limit of its own; more is answered 413.
    json_bytes: usize, "NIRMAAN_LIMIT_JSON_BYTES", "limit-json-bytes", 1_048_576, 1_024..=67_108_864, size;
    /// Levels that a JSON body may nest; more is answered 400.
    json_depth: usize, "NIRMAAN_LIMIT_JSON_DEPTH", "limit-json-depth", 64, 8..=120, size;
    /// Imports that one tenant may run at a time.
    imports: usize, "NIRMAAN_LIMIT_IMPORTS", "limit-imports", 2, 1..=100, size;
    /// Bytes of documents that one tenant may store, the deleted ones among them for 30 days; more is answered 413.
    tenant_storage: u64, "NIRMAAN_LIMIT_TENANT_STORAGE_BYTES", "limit-tenant-storage-bytes", 10_737_418_240, 1_048_576..=1_125_899_906_842_624, identity;
    /// Uploads of documents that one tenant may send at a time.
    uploads: usize, "NIRMAAN_LIMIT_UPLOADS", "limit-uploads", 16, 1..=1_000, size;
    /// Lists that one tenant may export at a time, a user half of them.
    exports: usize, "NIRMAAN_LIMIT_EXPORTS", "limit-exports", 4, 1..=100, size;
    /// Calls a second that one tenant may make.
    calls: u32, "NIRMAAN_LIMIT_CALLS", "limit-calls", 200, 1..=1_000_000, small;
    /// Calls that one tenant may make at once after a pause.
    calls_burst: u32, "NIRMAAN_LIMIT_CALLS_BURST", "limit-calls-burst", 400, 1..=2_000_000, small;
    /// Calls of one tenant that are worked on at a time; more wait for their turn. A user has half of it.
    calls_at_once: usize, "NIRMAAN_LIMIT_CALLS_AT_ONCE", "limit-calls-at-once", 4, 2..=1_000, size;
    /// Calls of one tenant that wait, are worked on, or whose answers weren't taken yet; more are answered 429. A user has half of it.
    calls_open: usize, "NIRMAAN_LIMIT_CALLS_OPEN", "limit-calls-open", 256, 2..=10_000, size;
    /// Sessions of one user at a time; who signs in once more ends the one that wasn't used for longest.
    sessions: usize, "NIRMAAN_LIMIT_SESSIONS", "limit-sessions", 20, 1..=10_000, size;
    /// Connections to PostgreSQL that this node holds.
    connections: u32, "NIRMAAN_LIMIT_CONNECTIONS", "limit-connections", 16, 2..=1_000, small;
    /// Readers of SQLite at a time.
    sqlite_readers: u32, "NIRMAAN_LIMIT_SQLITE_READERS", "limit-sqlite-readers", 8, 1..=100, small;
    /// Bytes of SQLite's file that all its connections together keep in memory.
    sqlite_cache: u64, "NIRMAAN_LIMIT_SQLITE_CACHE_BYTES", "limit-sqlite-cache-bytes", 8_388_608, 1_048_576..=68_719_476_736, identity;
    /// Messages of the contact form an hour from one address.
    contact: u32, "NIRMAAN_LIMIT_CONTACT", "limit-contact", 5, 1..=1_000_000, small;
    /// Messages of the contact form an hour in all.
    contact_total: u32, "NIRMAAN_LIMIT_CONTACT_TOTAL", "limit-contact-total", 100, 1..=1_000_000, small;
    /// Seconds that the mail server may take for one mail; then it is tried again later.
    mail: Duration, "NIRMAAN_LIMIT_MAIL_SECONDS", "limit-mail-seconds", 60, 1..=3_600, Duration::from_secs;
}

impl Limits {
    /// How long calls may take that don't declare it themselves.
    pub fn times(&self) -> Times {
        Times { call: self.request, upload: self.upload }
    }
}

fn size(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

fn small(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The limits as they stand on the command line and in the environment, not yet looked at.
#[derive(Debug, Clone, Default)]
pub struct LimitArgs {
    given: Vec<(&'static Limit, String)>,
}

impl LimitArgs {
    /// The limits with what was given, or the first that makes no sense.
    pub fn read(&self, mut limits: Limits) -> Result<Limits, BadSetting> {
        for (limit, text) in &self.given {
            let value = text.trim().parse().ok().filter(|value| limit.range.contains(value));
            let Some(value) = value else {
                let (least, most) = limit.range.clone().into_inner();
                return Err(BadSetting::shown(
                    limit.env,
                    text,
                    format!("a whole number from {least} to {most}"),
                ));
            };
            (limit.set)(&mut limits, value);
        }
        Ok(limits)
    }
}

impl Args for LimitArgs {
    fn augment_args(command: Command) -> Command {
        TABLE.iter().fold(command, |command, limit| {
            command.arg(
                Arg::new(limit.env)
                    .long(limit.flag)
                    .env(limit.env)
                    .value_name("N")
                    .help_heading("Limits")
                    .hide_short_help(true)
                    .help(limit.help.trim_start()),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LimitArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.given = TABLE
            .iter()
            .filter_map(|limit| Some((limit, matches.get_one::<String>(limit.env)?.clone())))
            // An empty variable is what a compose file leaves behind for "not set".
            .filter(|(_, text)| !text.trim().is_empty())
            .collect();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_within_their_ranges() {
        for limit in TABLE {
            assert!(limit.range.contains(&limit.default), "{}", limit.env);
            assert_eq!(limit.flag, limit.env.trim_start_matches("NIRMAAN_").to_lowercase().replace('_', "-"));
        }
    }

    #[test]
    fn calls_have_by_default_the_time_that_the_descriptors_room_gives_them() {
        assert_eq!(Limits::default().times(), Times::default());
    }

    #[test]
    fn a_limit_out_of_range_names_itself_and_the_range() {
        let of = |text: &str| LimitArgs { given: vec![(&TABLE[0], text.to_owned())] }.read(Limits::default());
        assert_eq!(of(" 3 ").unwrap().header_read, Duration::from_secs(3));
        for text in ["0", "-1", "1.5", "ten", "601"] {
            let said = of(text).unwrap_err().to_string();
            assert!(
                said.starts_with("NIRMAAN_LIMIT_HEADER_SECONDS should be a whole number from 1 to 600"),
                "{said}"
            );
            assert!(!said.contains('\n'));
        }
    }
}
