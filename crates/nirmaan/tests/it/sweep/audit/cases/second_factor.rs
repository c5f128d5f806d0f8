//! Calls on one's own second factor.

use nirmaan_api::{
    auth::{
        BeginEnrolmentRequest, ConfirmEnrolmentRequest, RemoveSecondFactorRequest, RenewRecoveryCodesRequest,
    },
    method::Method,
};
use serde_json::Value;

use super::{Case, PASSWORD, Stage, unknown};
use crate::auth::second_factor::Authenticator;

impl Stage<'_> {
    pub(super) async fn second_factor(&self, method: &Method, name: &str) -> Case {
        let by = &self.app.person(&self.firm, &[]).await;
        let password = PASSWORD.to_owned();
        let case = match name {
            "SecondFactorService/BeginEnrolment" => {
                let case = Case::new(method, by, &BeginEnrolmentRequest { password });
                case.changing("second_factor_enrolment", Value::Null, "begun")
            }
            "SecondFactorService/ConfirmEnrolment" => {
                let code = Authenticator::begin(self.app, by).await.code(self.app);
                let case = Case::new(method, by, &ConfirmEnrolmentRequest { code });
                case.changing("recovery_codes", 0, 10)
            }
            "SecondFactorService/RenewRecoveryCodes" => {
                Authenticator::enrol(self.app, by).await;
                let request = RenewRecoveryCodesRequest { password, ..Default::default() };
                Case::new(method, by, &request).changing("recovery_codes", 10, 10)
            }
            "SecondFactorService/RemoveSecondFactor" => {
                Authenticator::enrol(self.app, by).await;
                let request = RemoveSecondFactorRequest { password, ..Default::default() };
                Case::new(method, by, &request).changing("recovery_codes", 10, 0)
            }
            _ => unknown(name),
        };
        case.leaves(self.firm.id, "update", "user")
    }
}
