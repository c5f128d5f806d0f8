//! Signing in, staying in, signing out.

pub(crate) mod app_passwords;
mod devices;
pub(crate) mod duties;
mod factor;
pub mod hasher;
pub(crate) mod mail_links;
pub(crate) mod password;
mod profile;
mod prove;
mod seal;
pub(crate) mod second_factor;
mod service;
mod sessions;
pub(crate) mod step_up;
mod successor;
pub(crate) mod throttle;
pub mod tokens;

pub use app_passwords::AppPasswords;
pub use duties::RequireSecondFactor;
pub use mail_links::{LinkMailer, MailLinks};
pub use password::check as check_password;
pub use profile::Profiles;
pub use second_factor::SecondFactors;
pub use service::Auth;
pub use throttle::{FIRST_DELAY, network};
