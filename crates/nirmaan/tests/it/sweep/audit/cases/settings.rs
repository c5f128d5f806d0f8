//! Calls on one's own settings and views.

use nirmaan_api::{
    common::{
        CreateSavedViewRequest, DeleteSavedViewRequest, SavedView, Settings, UpdateSavedViewRequest,
        UpdateSettingsRequest, settings::Density,
    },
    method::Method,
    platform::{TenantSettings, UpdateTenantSettingsRequest},
};
use serde_json::{Value, json};

use super::{Case, Stage, fresh, text, unknown};

impl Stage<'_> {
    pub(super) async fn tenant_settings(&self, method: &Method) -> Case {
        let (firm, token) = (self.firm.id, &self.owner.token);
        let kept = self.app.put("/api/settings/organisation", token, json!({})).await.ok();
        let before = kept["fourEyes"].as_bool().unwrap();
        let settings = TenantSettings { four_eyes: Some(!before), ..Default::default() };
        let case = Case::new(method, &self.owner, &UpdateTenantSettingsRequest { settings: Some(settings) });
        case.leaves(firm, "update", "tenant_settings").changing("four_eyes", before, !before)
    }

    pub(super) async fn settings(&self, method: &Method, name: &str) -> Case {
        let firm = self.firm.id;
        let by = &self.app.person(&self.firm, &[]).await;
        if name == "SettingsService/UpdateSettings" {
            self.app.put("/api/settings", &by.token, json!({"theme": "DARK"})).await.ok();
            let settings = Settings { density: Density::Compact.into(), ..Default::default() };
            let case = Case::new(method, by, &UpdateSettingsRequest { settings: Some(settings) });
            let case = case.leaves(firm, "update", "user_settings");
            return case.changing("theme", "DARK", "AUTO").changing("density", "COMFORTABLE", "COMPACT");
        }
        let called = fresh();
        let new = SavedView { list: "contracts".to_owned(), name: called.clone(), ..Default::default() };
        if name == "SettingsService/CreateSavedView" {
            let case = Case::new(method, by, &CreateSavedViewRequest { view: Some(new) });
            return case.leaves(firm, "create", "saved_view").changing("name", Value::Null, called);
        }
        let body = json!({"list": "contracts", "name": called});
        let id = text(&self.app.post("/api/settings/views", &by.token, body).await.ok()["id"]);
        match name {
            "SettingsService/UpdateSavedView" => {
                let view = Some(SavedView { is_shared: true, version: 1, ..new });
                let case = Case::new(method, by, &UpdateSavedViewRequest { id, view });
                case.leaves(firm, "update", "saved_view").changing("is_shared", false, true)
            }
            "SettingsService/DeleteSavedView" => {
                let case = Case::new(method, by, &DeleteSavedViewRequest { id });
                case.leaves(firm, "delete", "saved_view").changing("name", called, Value::Null)
            }
            _ => unknown(name),
        }
    }
}
