//! Showing the second factor once more in the course of a session, for what would serve a thief best.

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_api::auth::{StepUpRequest, StepUpResponse};
use nirmaan_store::{query::permissions::SessionGrant, query::sessions};

use serde_json::json;

use super::{
    factor::Judged,
    profile::own,
    prove,
    second_factor::{SecondFactors, WRONG_CODE, some, tell, wrong},
    service,
};
use crate::{access::Caller, error::Result, wire::timestamp};

/// So long a session counts as its user's who has shown their second factor.
const FRESH: TimeDelta = TimeDelta::minutes(5);

/// Whether a session has shown its user's second factor of late; always where they have none.
pub(crate) fn is_fresh(session: &SessionGrant, now: DateTime<Utc>) -> bool {
    session.second_factor_since.is_none() || session.proved_at.is_some_and(|at| now < at + FRESH)
}

impl SecondFactors {
    pub(super) async fn step_up(&self, caller: &Caller, request: StepUpRequest) -> Result<StepUpResponse> {
        if request.code.trim().is_empty() {
            return Err(wrong("code", "Code is required."));
        }
        let (user, _) = &own(&self.deps.store.read(&caller.actor).await?, caller).await?;
        some(user)?;
        match prove::code(&self.deps, user, &caller.actor, &request.code).await? {
            Judged::Taken => {}
            Judged::Wrong => return Err(wrong("code", WRONG_CODE)),
            Judged::Wait(seconds) => return Err(service::too_many(seconds)),
        }
        let now = self.deps.store.clock().now();
        let written = self.deps.store.write(&caller.actor, |db| async move {
            sessions::proved(&db, caller.session_id, now).await?;
            tell(&db, user, "second_factor", (json!(null), json!("shown"))).await
        });
        written.await?;
        Ok(StepUpResponse { until: Some(timestamp(now + FRESH)) })
    }
}
