//! What a session owes before it may do anything else.

use std::{collections::HashMap, str::FromStr};

use nirmaan_api::{auth::Duty, errors::ErrorReason};
use nirmaan_store::query::permissions::SessionGrant;

use crate::error::Error;

/// Of whom the installation asks a second factor, beside the organisations that ask for it themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RequireSecondFactor {
    /// Of nobody.
    #[default]
    None,
    /// Of the users of the platform's tenant.
    Platform,
    /// Of everybody.
    All,
}

impl FromStr for RequireSecondFactor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.to_lowercase().as_str() {
            "none" => Ok(Self::None),
            "platform" => Ok(Self::Platform),
            "all" => Ok(Self::All),
            _ => Err(()),
        }
    }
}

/// What a session owes as it is now, in the order in which it is asked for.
pub(crate) fn owed(session: &SessionGrant, installation: RequireSecondFactor) -> Vec<Duty> {
    let by_installation = match installation {
        RequireSecondFactor::None => false,
        RequireSecondFactor::Platform => session.is_of_platform(),
        RequireSecondFactor::All => true,
    };
    let is_asked = by_installation || session.require_second_factor == Some(true);
    let mut duties = Vec::new();
    if is_asked && session.second_factor_since.is_none() {
        duties.push(Duty::EnrolSecondFactor);
    }
    if session.must_change_password {
        duties.push(Duty::ChangePassword);
    }
    duties
}

/// The refusal of any other call; `None` where nothing is owed.
pub(crate) fn refusal(duties: &[Duty]) -> Option<Error> {
    let message = match duties.first()? {
        Duty::ChangePassword => {
            "Change your password first, which somebody else has set: in the web app, or by POST /api/profile/password."
        }
        Duty::EnrolSecondFactor | Duty::Unspecified => {
            "Set up a second factor first: in the web app, or by POST /api/auth/second-factor/enrolment."
        }
    };
    let names: Vec<_> = duties.iter().map(|duty| duty.as_str_name().trim_start_matches("DUTY_")).collect();
    let facts = HashMap::from([("duties".to_owned(), names.join(","))]);
    Some(Error::Denied { reason: ErrorReason::DutyOwed, message: message.to_owned(), facts })
}
