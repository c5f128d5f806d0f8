//! The log: to stderr, for people or for machines.

use std::{
    io::{IsTerminal, stderr},
    panic,
};

use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};

/// Starts the log. A second start in one process changes nothing.
pub fn start(config: &Config) {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    let started = match config.log_format {
        LogFormat::Text => builder.with_ansi(stderr().is_terminal()).try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    if started.is_ok() {
        // Without the hook a panic would print lines of its own between the JSON.
        panic::set_hook(Box::new(|info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let text = info.payload_as_str().unwrap_or("no message");
            tracing::error!(place, text, "panic");
        }));
    }
}
