//! Calls on tasks.

use nirmaan_api::{
    method::Method,
    projects::{
        ApproveTaskRequest, CreateTaskRequest, DeleteTaskRequest, MoveTaskRequest, RecordTaskProgressRequest,
        RejectTaskRequest, ReopenTaskRequest, RequestTaskReviewRequest, Task, UpdateTaskRequest,
        task::Status,
    },
};
use serde_json::{Value, json};

use super::{Case, Stage, fresh, text, unknown};

impl Stage<'_> {
    pub(super) async fn task(&self, method: &Method, name: &str) -> Case {
        let (by, firm) = (&self.owner, self.firm.id);
        let project = self.app.project(by, json!({"projectName": fresh()})).await;
        let project_id = text(&project["id"]);
        let new = Task { title: "Slab".to_owned(), project_id: project_id.clone(), ..Default::default() };
        if name == "TaskService/CreateTask" {
            let case = Case::new(method, by, &CreateTaskRequest { task: Some(new), ..Default::default() });
            return case.leaves(firm, "create", "task").changing("title", Value::Null, "Slab");
        }
        let status = match name {
            "TaskService/ApproveTask" | "TaskService/RejectTask" => "UNDER_REVIEW",
            "TaskService/ReopenTask" => "COMPLETED",
            _ => "DRAFT",
        };
        let made = async |body: Value| text(&self.app.post("/api/tasks", &by.token, body).await.ok()["id"]);
        let id = made(json!({"projectId": project_id, "title": "Slab", "status": status})).await;
        let updated = |case: Case| case.leaves(firm, "update", "task");
        let own = by.id.to_string();
        match name {
            "TaskService/UpdateTask" => {
                let task = Task { status: Status::Completed.into(), version: 1, ..new };
                let case = updated(Case::new(
                    method,
                    by,
                    &UpdateTaskRequest { id, task: Some(task), ..Default::default() },
                ));
                case.changing("status", "DRAFT", "COMPLETED").changing("completed_by", Value::Null, own)
            }
            "TaskService/DeleteTask" => {
                made(json!({"projectId": project_id, "title": "Steel", "parentId": id})).await;
                let case = Case::new(method, by, &DeleteTaskRequest { id }).leaves(firm, "delete", "task");
                case.changing("tasks", 1, 0).changing("documents", 0, 0)
            }
            "TaskService/RecordTaskProgress" => {
                let progress = Some(12.5);
                let request = RecordTaskProgressRequest { id, version: 1, progress, ..Default::default() };
                updated(Case::new(method, by, &request)).changing("progress", 0, 1_250)
            }
            "TaskService/MoveTask" => {
                let parent_id = made(json!({"projectId": project_id, "title": "Storey"})).await;
                let to = parent_id.clone();
                let request = MoveTaskRequest { id, version: 1, parent_id, ..Default::default() };
                updated(Case::new(method, by, &request)).changing("parent_id", Value::Null, to)
            }
            "TaskService/RequestTaskReview" => {
                let case = updated(Case::new(method, by, &RequestTaskReviewRequest { id, version: 1 }));
                case.changing("review_requested_by", Value::Null, own)
            }
            "TaskService/ApproveTask" => {
                let case = updated(Case::new(method, by, &ApproveTaskRequest { id, version: 1 }));
                case.changing("is_approved", false, true).changing("approved_by", Value::Null, own)
            }
            "TaskService/RejectTask" => {
                let reason = "Honeycombs".to_owned();
                let case = updated(Case::new(method, by, &RejectTaskRequest { id, version: 1, reason }));
                case.changing("rejection_reason", "", "Honeycombs")
            }
            "TaskService/ReopenTask" => {
                let case = updated(Case::new(method, by, &ReopenTaskRequest { id, version: 1 }));
                case.changing("status", "COMPLETED", "REOPENED")
            }
            _ => unknown(name),
        }
    }
}
