//! Calls on projects.

use nirmaan_api::{
    method::Method,
    projects::{CreateProjectRequest, DeleteProjectRequest, Project, UpdateProjectRequest, project::Status},
};
use serde_json::{Value, json};

use super::{Case, Stage, fresh, text, unknown};

impl Stage<'_> {
    pub(super) async fn project(&self, method: &Method, name: &str) -> Case {
        let (by, firm) = (&self.owner, self.firm.id);
        let project_name = fresh();
        let new = Project { project_name: project_name.clone(), ..Default::default() };
        if name == "ProjectService/CreateProject" {
            let request = CreateProjectRequest { project: Some(new) };
            let case = Case::new(method, by, &request).leaves(firm, "create", "project");
            return case.changing("project_name", Value::Null, project_name);
        }
        let id = text(&self.app.project(by, json!({"projectName": project_name})).await["id"]);
        match name {
            "ProjectService/UpdateProject" => {
                let changed = Project { status: Status::OnHold.into(), version: 1, ..new };
                let request = UpdateProjectRequest { id, project: Some(changed), update_mask: None };
                let case = Case::new(method, by, &request).leaves(firm, "update", "project");
                case.changing("status", "DRAFT", "ON_HOLD")
            }
            "ProjectService/DeleteProject" => {
                let case = Case::new(method, by, &DeleteProjectRequest { id });
                case.leaves(firm, "delete", "project").changing("deleted_by", Value::Null, by.id.to_string())
            }
            _ => unknown(name),
        }
    }
}
