//! Calls on one's own second factor.

use nirmaan_api::{
    auth::{
        BeginEnrolmentRequest, ConfirmEnrolmentRequest, CreateAppPasswordRequest, DeleteAppPasswordRequest,
        RemoveSecondFactorRequest, RenewRecoveryCodesRequest, StepUpRequest,
    },
    method::Method,
};
use serde_json::{Value, json};

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
            "SecondFactorService/StepUp" => {
                let code = Authenticator::enrol(self.app, by).await.next_code(self.app);
                let case = Case::new(method, by, &StepUpRequest { code });
                case.changing("second_factor", Value::Null, "shown")
            }
            "AppPasswordService/CreateAppPassword" => {
                Authenticator::enrol(self.app, by).await;
                let case = Case::new(method, by, &CreateAppPasswordRequest { name: "Tally".to_owned() });
                case.changing("app_password", Value::Null, "Tally")
            }
            "AppPasswordService/DeleteAppPassword" => {
                Authenticator::enrol(self.app, by).await;
                let created =
                    self.app.post("/api/auth/app-passwords", &by.token, json!({"name": "Tally"})).await.ok();
                let id = created["appPassword"]["id"].as_str().unwrap().to_owned();
                Case::new(method, by, &DeleteAppPasswordRequest { id }).changing(
                    "app_password",
                    "Tally",
                    Value::Null,
                )
            }
            _ => unknown(name),
        };
        case.leaves(self.firm.id, "update", "user")
    }
}
