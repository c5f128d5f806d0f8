//! What the trail is told of failed sign-ins.

use chrono::TimeDelta;
use nirmaan_store::{Action, Table, entity::user};
use serde_json::json;

use super::Attempt;
use crate::{
    access::Origin,
    auth::sessions,
    trail::{Trail, facts},
};

/// So many failures of one identifier are told one by one within a window, and then one each time that their number
/// doubles: whoever tries from a thousand addresses fills no trail.
const TOLD: i64 = 20;

impl Attempt {
    /// Tells that somebody failed to sign in as a user, if they did; of users who don't exist there is nobody to tell. What
    /// was typed isn't told. It takes no time by which to know that there is such a user.
    pub(in crate::auth) fn tell(
        self,
        trail: &Trail,
        user: Option<&user::Model>,
        right: bool,
        origin: &Origin,
    ) {
        let Some(user) = user.filter(|user| !(right && user.is_active)) else { return };
        if !self.is_told() {
            return;
        }
        let mut changes = facts([("email", json!(user.email)), ("attempts", json!(self.number))]);
        let action = if self.locks_for > 0 {
            let seconds = i64::try_from(self.locks_for).unwrap_or_default();
            let until = trail.now() + TimeDelta::seconds(seconds);
            changes.extend(facts([("locked_until", json!(until))]));
            Action::LockOut
        } else {
            Action::SignInFailed
        };
        let actor = sessions::actor(user.tenant_id, user.id, origin);
        trail.tell(&actor, action, (user::Entity::NAME, user.id), changes);
    }

    fn is_told(self) -> bool {
        self.number <= TOLD || u64::try_from(self.number).is_ok_and(u64::is_power_of_two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_failures_is_told_by_its_doublings() {
        let told =
            (1..=1_000).filter(|number| Attempt { delays: 0, number: *number, locks_for: 0 }.is_told());
        let told: Vec<_> = told.skip(20).collect();
        assert_eq!(told, [32, 64, 128, 256, 512]);
    }
}
