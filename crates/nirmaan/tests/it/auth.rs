//! Signing in, staying in, signing out.

mod app_passwords;
mod duties;
mod forms;
pub mod image;
mod login;
pub mod mail;
mod most;
mod password;
mod profile;
pub(crate) mod second_factor;
mod session;
mod step_up;
mod theft;

use std::time::Duration;

use nirmaan::config::Config;

/// Delays so long after failed attempts that nobody is answered by mistake.
fn delay_long(config: &mut Config) {
    config.first_delay = Duration::from_secs(3_600);
}

/// Fails if what should be delayed is answered before the others, which follow each other and so take longer.
async fn is_later<T>(delayed: impl Future<Output = T>, others: impl Future<Output = ()>) {
    tokio::select! {
        _ = delayed => panic!("it was not delayed"),
        () = others => {}
    }
}
