//! A request for each call that changes something, and what the trail shall say of it.

mod contracts;
mod projects;
mod second_factor;
mod settings;
mod tasks;

use nirmaan_api::{
    auth::{
        ChangePasswordRequest, EndOtherSessionsRequest, EndSessionRequest, LoginRequest, LogoutRequest,
        Profile, RequestEmailChangeRequest, UpdateProfileRequest,
    },
    method::Method,
    platform::{
        ChangeUserRolesRequest, CreateModuleRequest, CreateRoleRequest, CreateTenantRequest,
        CreateUserRequest, CreateUserRoleMappingRequest, DeleteModuleRequest, DeleteRoleRequest,
        DeleteTenantRequest, DeleteUserRequest, DeleteUserRoleMappingRequest, EndSessionsRequest,
        InviteUserRequest, Module, RemoveSecondFactorRequest, RequestRoleRequest, Role, RolePermission,
        SaveRolePermissionsRequest, SetUserRolesRequest, Tenant as Organisation, UpdateModuleRequest,
        UpdateRoleRequest, UpdateTenantRequest, UpdateUserRequest, User,
    },
};
use nirmaan_migrations::{TENANT_ADMINISTRATOR, catalogue_id};
use prost::Message;
use prost_reflect::DynamicMessage;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    auth::second_factor::Authenticator,
    build::{PASSWORD, Person, Tenant},
    harness::App,
    platform::platform,
    wire::any::message,
};

/// Another good password.
pub const NEXT_PASSWORD: &str = "harbour lantern 7";

/// A request and what it shall leave.
pub struct Case {
    pub token: Option<String>,
    pub request: DynamicMessage,
    /// In whose trail.
    pub tenant: Uuid,
    pub actor: Uuid,
    pub entity: &'static str,
    pub action: &'static str,
    /// Field, from, to.
    pub changes: Vec<(&'static str, Value, Value)>,
}

impl Case {
    fn new(method: &Method, by: &Person, request: &impl Message) -> Self {
        Self {
            token: Some(by.token.clone()),
            request: message(method, request),
            tenant: Uuid::nil(),
            actor: by.id,
            entity: "",
            action: "",
            changes: Vec::new(),
        }
    }

    fn leaves(mut self, tenant: Uuid, action: &'static str, entity: &'static str) -> Self {
        (self.tenant, self.action, self.entity) = (tenant, action, entity);
        self
    }

    fn changing(mut self, field: &'static str, from: impl Into<Value>, to: impl Into<Value>) -> Self {
        self.changes.push((field, from.into(), to.into()));
        self
    }
}

/// Whoever calls.
pub struct Stage<'a> {
    app: &'a App,
    root: Person,
    firm: Tenant,
    owner: Person,
}

/// A text that was never there.
fn fresh() -> String {
    format!("n{}", Uuid::now_v7().simple())
}

fn mobile() -> String {
    format!("9{:09}", Uuid::new_v4().as_u128() % 1_000_000_000)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

impl<'a> Stage<'a> {
    pub async fn set(app: &'a App) -> Self {
        let (root, firm) = (app.root().await, app.tenant("Firm").await);
        let owner = app.administrator(&root, &firm, "owner@firm.example").await;
        Self { app, root, firm, owner }
    }

    /// A new request of a call, and what it leaves.
    pub async fn case(&self, method: &Method, name: &str) -> Case {
        let service = name.split('/').next().unwrap();
        match service {
            "AuthService" | "MailLinkService" | "ProfileService" => self.account(method, name).await,
            "AppPasswordService" | "SecondFactorService" => self.second_factor(method, name).await,
            "ContractService" => self.contract(method, name).await,
            "SecurityDepositService" => self.deposit(method, name).await,
            "DocumentService" => self.document(method, name).await,
            "ContractImportService" => self.import(method, name).await,
            "DeletedService" => self.deleted(method, name).await,
            "ProjectService" => self.project(method, name).await,
            "TaskService" => self.task(method, name).await,
            "ModuleService" | "TenantService" => self.catalogue(method, name).await,
            "RoleService" | "PermissionService" => self.role(method, name).await,
            "UserService" => self.user(method, name).await,
            "SettingsService" => self.settings(method, name).await,
            "TenantSettingsService" => self.tenant_settings(method).await,
            "RoleRequestService" => self.role_request(method).await,
            "UserRoleMappingService" => self.mapping(method, name).await,
            _ => unknown(name),
        }
    }

    async fn account(&self, method: &Method, name: &str) -> Case {
        let person = self.app.person(&self.firm, &[]).await;
        let firm = self.firm.id;
        match name {
            "AuthService/Login" => {
                let request = LoginRequest {
                    email_or_mobile: person.email.clone(),
                    password: PASSWORD.to_owned(),
                    tenant_name: self.firm.name.clone(),
                    ..Default::default()
                };
                Case::new(method, &person, &request).leaves(firm, "sign_in", "session")
            }
            "AuthService/Logout" => {
                let request = LogoutRequest { refresh_token: person.refresh_token.clone() };
                let case = Case::new(method, &person, &request).leaves(firm, "sign_out", "session");
                case.changing("end_reason", "", "logout")
            }
            "ProfileService/UpdateProfile" => {
                let profile = Profile { mobile_no: mobile(), version: 1, ..Default::default() };
                let to = profile.mobile_no.clone();
                let request = UpdateProfileRequest { profile: Some(profile) };
                Case::new(method, &person, &request).leaves(firm, "update", "user").changing(
                    "mobile_no",
                    "",
                    to,
                )
            }
            "ProfileService/ChangePassword" => {
                let request = ChangePasswordRequest {
                    current_password: PASSWORD.to_owned(),
                    new_password: NEXT_PASSWORD.to_owned(),
                };
                let case = Case::new(method, &person, &request).leaves(firm, "update", "user");
                case.changing("password_hash", "(hidden)", "(hidden)").changing("sessions", 1, 1)
            }
            "MailLinkService/RequestEmailChange" => {
                let request = RequestEmailChangeRequest {
                    new_email: format!("{}@firm.example", fresh()),
                    password: PASSWORD.to_owned(),
                };
                let case = Case::new(method, &person, &request).leaves(firm, "update", "user");
                case.changing("mail_link", Value::Null, "EMAIL_CHANGE")
            }
            "ProfileService/EndSession" | "ProfileService/EndOtherSessions" => {
                self.app.log_in(&self.firm.name, &person.email, PASSWORD).await;
                if name == "ProfileService/EndOtherSessions" {
                    let case = Case::new(method, &person, &EndOtherSessionsRequest {});
                    return case.leaves(firm, "sign_out", "user").changing("sessions", 2, 1);
                }
                let sessions = self.app.get("/api/profile/sessions", &person.token).await.ok();
                let request = EndSessionRequest { id: text(&sessions[1]["id"]) };
                let case = Case::new(method, &person, &request).leaves(firm, "sign_out", "session");
                case.changing("end_reason", "", "ended")
            }
            _ => unknown(name),
        }
    }

    async fn catalogue(&self, method: &Method, name: &str) -> Case {
        let (by, platform, called) = (&self.root, platform().id, fresh());
        let module = Module { name: called.clone(), version: 1, ..Default::default() };
        let tenant = Organisation {
            name: called.clone(),
            subdomain: called.clone(),
            schema_name: called.clone(),
            version: 1,
            ..Default::default()
        };
        let comment = "Renewed".to_owned();
        match name {
            "ModuleService/CreateModule" => {
                let case = Case::new(method, by, &CreateModuleRequest { module: Some(module) });
                case.leaves(platform, "create", "module").changing("name", Value::Null, called)
            }
            "TenantService/CreateTenant" => {
                let case = Case::new(method, by, &CreateTenantRequest { tenant: Some(tenant) });
                case.leaves(platform, "create", "tenant").changing("subdomain", Value::Null, called)
            }
            "ModuleService/UpdateModule" => {
                let id = self.posted("/api/modules", json!({"name": called})).await;
                let module = Some(Module { description: comment.clone(), ..module });
                let case = Case::new(method, by, &UpdateModuleRequest { id, module, update_mask: None });
                case.leaves(platform, "update", "module").changing("description", "", comment)
            }
            "ModuleService/DeleteModule" => {
                let id = self.posted("/api/modules", json!({"name": called})).await;
                let case = Case::new(method, by, &DeleteModuleRequest { id });
                case.leaves(platform, "delete", "module").changing("name", called, Value::Null)
            }
            "TenantService/UpdateTenant" | "TenantService/DeleteTenant" => {
                let body = json!({"name": called, "subdomain": called, "schemaName": called});
                let id = self.posted("/api/tenants", body).await;
                if name == "TenantService/DeleteTenant" {
                    let case = Case::new(method, by, &DeleteTenantRequest { id });
                    return case.leaves(platform, "delete", "tenant").changing("status", "ACTIVE", "DELETED");
                }
                let tenant = Some(Organisation { comment: comment.clone(), ..tenant });
                let case = Case::new(method, by, &UpdateTenantRequest { id, tenant, update_mask: None });
                case.leaves(platform, "update", "tenant").changing("comment", "", comment)
            }
            _ => unknown(name),
        }
    }

    async fn role(&self, method: &Method, name: &str) -> Case {
        let (by, platform, called) = (&self.root, platform().id, fresh());
        let grant = |role_id: &str| RolePermission {
            role_id: role_id.to_owned(),
            module_name: "Payroll".to_owned(),
            can_view: true,
            ..Default::default()
        };
        let role = Role { name: called.clone(), version: 1, ..Default::default() };
        if name == "RoleService/CreateRole" {
            let case =
                Case::new(method, by, &CreateRoleRequest { role: Some(role), permissions: Vec::new() });
            return case.leaves(platform, "create", "role").changing("name", Value::Null, called);
        }
        let id = self.posted("/api/roles", json!({"name": called})).await;
        match name {
            "RoleService/UpdateRole" => {
                let role = Some(Role { description: "Site".to_owned(), ..role });
                let request = UpdateRoleRequest { id, role, permissions: Vec::new(), update_mask: None };
                let case = Case::new(method, by, &request);
                case.leaves(platform, "update", "role").changing("description", "", "Site")
            }
            "RoleService/DeleteRole" => {
                let case = Case::new(method, by, &DeleteRoleRequest { id });
                case.leaves(platform, "delete", "role").changing("name", called, Value::Null)
            }
            "PermissionService/SaveRolePermissions" => {
                let permissions = vec![grant(&id)];
                let case = Case::new(method, by, &SaveRolePermissionsRequest { role_id: id, permissions });
                case.leaves(platform, "update", "role").changing("permissions.Payroll", "", "view")
            }
            _ => unknown(name),
        }
    }

    async fn user(&self, method: &Method, name: &str) -> Case {
        let firm = self.firm.id;
        let email = format!("{}@firm.example", fresh());
        let new = User { email: email.clone(), password: NEXT_PASSWORD.to_owned(), ..Default::default() };
        if name == "UserService/CreateUser" {
            // The platform at work in a tenant: the tenant's trail tells of it.
            let user = Some(User { tenant_id: firm.to_string(), ..new });
            let case = Case::new(method, &self.root, &CreateUserRequest { user, ..Default::default() });
            let case = case.leaves(firm, "create", "user").changing("email", Value::Null, email);
            return case.changing("password_hash", Value::Null, "(hidden)");
        }
        let by = &self.owner;
        let person = self.app.person(&self.firm, &[]).await;
        let id = person.id.to_string();
        match name {
            "UserService/UpdateUser" => {
                let user = Some(User { version: 1, ..new });
                let case =
                    Case::new(method, by, &UpdateUserRequest { id, user, ..UpdateUserRequest::default() })
                        .leaves(firm, "update", "user");
                let case = case.changing("email", person.email, email).changing("sessions", 1, 0);
                case.changing("password_hash", "(hidden)", "(hidden)")
            }
            "UserService/EndSessions" => {
                let case = Case::new(method, by, &EndSessionsRequest { id }).leaves(firm, "sign_out", "user");
                case.changing("sessions", 1, 0)
            }
            "UserService/InviteUser" => {
                let user = json!({"email": format!("{}@firm.example", fresh()), "sendInvitation": true});
                let created = self.app.post("/api/users", &by.token, user).await.ok();
                let request = InviteUserRequest { id: text(&created["id"]) };
                let case = Case::new(method, by, &request).leaves(firm, "update", "user");
                case.changing("mail_link", Value::Null, "INVITATION")
            }
            "UserService/RemoveSecondFactor" => {
                Authenticator::enrol(self.app, &person).await;
                let case = Case::new(method, by, &RemoveSecondFactorRequest { id });
                case.leaves(firm, "update", "user").changing("recovery_codes", 10, 0)
            }
            "UserService/DeleteUser" => {
                let case = Case::new(method, by, &DeleteUserRequest { id, ..Default::default() })
                    .leaves(firm, "delete", "user");
                case.changing("sessions", 1, 0).changing("user_roles", 1, 0)
            }
            _ => unknown(name),
        }
    }

    async fn mapping(&self, method: &Method, name: &str) -> Case {
        let body = json!({"email": format!("{}@firm.example", fresh()), "password": NEXT_PASSWORD});
        let user = self.app.post("/api/users", &self.owner.token, body).await.ok();
        let (by, user_id) = (&self.owner, text(&user["id"]));
        let role_id = catalogue_id("role", TENANT_ADMINISTRATOR).to_string();
        let (case, from, to) = match name {
            "UserRoleMappingService/CreateUserRoleMapping" => {
                let request = CreateUserRoleMappingRequest { user_id, role_id };
                (Case::new(method, by, &request), "", TENANT_ADMINISTRATOR)
            }
            "UserRoleMappingService/SetUserRoles" => {
                let request = SetUserRolesRequest { user_id, role_ids: vec![role_id] };
                (Case::new(method, by, &request), "", TENANT_ADMINISTRATOR)
            }
            "UserRoleMappingService/ChangeUserRoles" => {
                let request =
                    ChangeUserRolesRequest { user_id, give_role_ids: vec![role_id], ..Default::default() };
                (Case::new(method, by, &request), "", TENANT_ADMINISTRATOR)
            }
            "UserRoleMappingService/DeleteUserRoleMapping" => {
                let body = json!({"userId": user_id, "roleId": role_id});
                self.app.post("/api/user-role-mappings", &by.token, body).await.ok();
                let request = DeleteUserRoleMappingRequest { user_id, role_id };
                (Case::new(method, by, &request), TENANT_ADMINISTRATOR, "")
            }
            _ => unknown(name),
        };
        case.leaves(self.firm.id, "update", "user").changing("roles", from, to)
    }

    async fn role_request(&self, method: &Method) -> Case {
        let by = self.app.person(&self.firm, &[]).await;
        let case = Case::new(method, &by, &RequestRoleRequest {});
        case.leaves(self.firm.id, "update", "user").changing(
            "asked_for_role",
            Value::Null,
            "owner@firm.example",
        )
    }

    /// The id of what the platform's administrator creates.
    async fn posted(&self, path: &str, body: Value) -> String {
        text(&self.app.post(path, &self.root.token, body).await.ok()["id"])
    }
}

fn unknown(name: &str) -> ! {
    panic!("{name} changes something: add a case for it, or name it among the calls that only read")
}
