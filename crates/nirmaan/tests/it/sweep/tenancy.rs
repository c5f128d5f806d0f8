//! Another tenant's id is no id: every RPC that takes one.

use nirmaan_api::{
    access::{Action, rule::Kind},
    method::{self, Method},
};
use nirmaan_migrations::{TENANT_ADMINISTRATOR, catalogue_id};
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind as FieldKind, MessageDescriptor, ReflectMessage, Value as Field,
};
use reqwest::{
    Method as Verb,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use crate::{
    auth::second_factor::Authenticator,
    build::{ALL_OF_CONTRACTS, Person, Tenant},
    contracts::import::{TENDERS, total, upload},
    documents,
    harness::{App, answer},
    wire::any::{WIRES, call},
};

/// What a field with an id in it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    Contract,
    Deposit,
    Document,
    Import,
    Project,
    Task,
    User,
    Session,
    AppPassword,
    View,
    Tenant,
    /// A record of the kind that another field names: of another tenant's there is nothing to tell.
    Record,
    /// The tenant whose rows are meant, which only the platform may choose.
    Whose,
    /// A role or module, which all tenants share.
    Shared,
    /// Nothing: text that is called an id, or the server's own, which is ignored.
    Nothing,
}

/// What a field means, by the service that takes it and the fields it stands below.
pub(super) fn meaning(method: &Method, path: &[FieldDescriptor]) -> Means {
    let service = method.descriptor.parent_service();
    let names: Vec<_> = path.iter().map(FieldDescriptor::name).collect();
    match (service.name(), names.as_slice()) {
        // A list of those of the record.
        ("ProjectService", ["contract_id"] | ["filter", "contract_id"]) => Means::Record,
        ("ContractService" | "SecurityDepositService", ["import_id"] | ["filter", "import_id"]) => {
            Means::Record
        }
        // What a project came from stays: another one's is as wrong as nobody's.
        ("ProjectService", ["project", "contract_id"]) if method.descriptor.name() == "UpdateProject" => {
            Means::Nothing
        }
        // Of the kind that is named beside it, which is a contract here.
        ("ContractService" | "DeletedService", ["id"])
        | (_, ["contract_id"])
        | ("ProjectService", ["project", "contract_id"]) => Means::Contract,
        ("SecurityDepositService", ["id"]) => Means::Deposit,
        // Another tenant's is none of those that are found.
        ("SecurityDepositService", ["except_id"]) => Means::Record,
        ("DocumentService", ["id"]) => Means::Document,
        ("ContractImportService", ["id"]) => Means::Import,
        ("ProjectService", ["id"]) => Means::Project,
        // Those that a list is narrowed to: of another tenant's there is nothing to list.
        ("TaskService", ["project_id"] | ["filter", "project_id"])
            if !method.path.ends_with("/StreamTaskTree") =>
        {
            Means::Record
        }
        ("TaskService", ["project_id"] | ["task", "project_id"]) => Means::Project,
        ("TaskService", ["id" | "before_id"] | [.., "parent_id"]) => Means::Task,
        ("UserService", ["id" | "hand_over_to_id"]) | (_, ["user_id"]) => Means::User,
        ("ProfileService", ["id"]) => Means::Session,
        ("AppPasswordService", ["id"]) => Means::AppPassword,
        ("SettingsService", ["id"]) => Means::View,
        ("TenantService", ["id"]) => Means::Tenant,
        ("AuditService" | "DocumentService", [.., "entity_id"]) => Means::Record,
        (_, [.., "tenant_id"]) => Means::Whose,
        ("ModuleService" | "RoleService", ["id"])
        | (_, [.., "role_id" | "module_id"])
        | (_, ["role_ids" | "give_role_ids" | "take_role_ids"]) => Means::Shared,
        (_, [_, "id" | "contract_id"] | [.., "bid_id" | "contract_bid_id" | "request_id" | "license_id"]) => {
            Means::Nothing
        }
        (service, names) => {
            panic!("say in `meaning` what {names:?} of {service} means, and to whom it belongs")
        }
    }
}

fn is_id(field: &FieldDescriptor) -> bool {
    let name = field.name();
    let named = name == "id" || name.ends_with("_id") || name.ends_with("_ids");
    named && field.kind() == FieldKind::String
}

/// The fields of a message and of what it holds that have ids in them.
pub(super) fn ids(input: &MessageDescriptor) -> Vec<Vec<FieldDescriptor>> {
    let mut found = Vec::new();
    for field in input.fields() {
        if is_id(&field) {
            found.push(vec![field]);
        } else if let FieldKind::Message(inner) = field.kind()
            // What is below a message of its own kind has the same fields once more.
            && inner != *input
        {
            let below = ids(&inner).into_iter();
            found.extend(below.map(|path| [vec![field.clone()], path].concat()));
        }
    }
    found
}

/// Every field with an id in it of every call that isn't for everybody.
fn fields() -> Vec<(&'static Method, Vec<FieldDescriptor>, Means)> {
    let calls = method::all().iter().filter(|method| !matches!(method.rule, Some(Kind::Public(_))));
    let of = |method: &'static Method| {
        let paths = ids(&method.descriptor.input()).into_iter();
        paths.map(move |path| {
            let means = meaning(method, &path);
            (method, path, means)
        })
    };
    calls.flat_map(of).collect()
}

/// A message that would be accepted, so that the id is what decides.
fn acceptable(input: &MessageDescriptor) -> DynamicMessage {
    let role = catalogue_id("role", TENANT_ADMINISTRATOR).to_string();
    let mut message = DynamicMessage::new(input.clone());
    for field in input.fields() {
        let text = match field.name() {
            "bid_id" => "B-2",
            "contract_name" | "project_name" | "name" => "Stolen",
            "list" => "contracts",
            "deposit_type" => "EMD",
            "instrument_no" => "DD 2",
            "amount" => {
                message.set_field(&field, paise(&field, 100));
                continue;
            }
            "kind" => {
                message.set_field(&field, Field::EnumNumber(1));
                continue;
            }
            "project_id" => "00000000-0000-7000-8000-000000000000",
            "title" | "reason" => "Stolen",
            "email" => "stolen@rival.example",
            "password" => "harbour lantern 7",
            "entity" => "contract",
            "role_id" => &role,
            // In the path of some calls; replaced where it is what is tried.
            "id" => "00000000-0000-7000-8000-000000000000",
            "contract" | "project" | "task" | "deposit" | "user" | "profile" | "view" | "filter" => {
                let FieldKind::Message(inner) = field.kind() else { continue };
                message.set_field(&field, Field::Message(acceptable(&inner)));
                continue;
            }
            _ => continue,
        };
        message.set_field(&field, Field::String(text.to_owned()));
    }
    message
}

fn paise(field: &FieldDescriptor, amount: i64) -> Field {
    let FieldKind::Message(money) = field.kind() else { panic!("money") };
    let mut message = DynamicMessage::new(money);
    message.set_field_by_name("paise", Field::I64(amount));
    Field::Message(message)
}

/// The contract below which the path looks for a deposit: the right one, so that the deposit's own id decides.
fn set_parent(message: &mut DynamicMessage, path: &[FieldDescriptor], firms: &Firms) {
    let parent = message.descriptor().get_field_by_name("contract_id");
    if let Some(parent) = parent.filter(|parent| path != [parent.clone()]) {
        set(message, &[parent], &firms.firm.id(Means::Contract));
    }
}

pub(super) fn set(message: &mut DynamicMessage, path: &[FieldDescriptor], id: &str) {
    match path {
        [field] => message.set_field(field, Field::String(id.to_owned())),
        [field, rest @ ..] => {
            let Field::Message(inner) = message.get_field_mut(field) else { panic!("a message") };
            set(inner, rest, id);
        }
        [] => {}
    }
}

/// Somebody of a tenant who may do everything.
pub(super) async fn omnipotent(app: &App, tenant: &Tenant) -> Person {
    let actions = [Action::Create, Action::View, Action::Edit, Action::Delete, Action::Report];
    let modules =
        ["Contracts", "Projects", "Project Tasks", "User", "UserRoleMapping", "Tenants", "Modules", "Role"];
    let every = modules.iter().flat_map(|module| actions.map(|action| (*module, action)));
    app.person(tenant, &every.collect::<Vec<_>>()).await
}

/// A tenant with one of everything, and somebody of another who may do everything.
struct Firms {
    firm: Firm,
    stranger: Person,
}

impl Firms {
    async fn found(app: &App) -> Self {
        let (firm, owner) = app.building("Firm").await;
        let rival = app.tenant("Rival").await;
        let stranger = omnipotent(app, &rival).await;
        Self { firm: Firm::fill(app, firm, owner).await, stranger }
    }
}

/// A tenant with one of everything.
pub(super) struct Firm {
    tenant: Tenant,
    owner: Person,
    contract: Value,
    deposit: Value,
    document: Value,
    import: String,
    project: Value,
    session: String,
    app_password: String,
    task: Value,
    view: Value,
}

impl Firm {
    pub(super) async fn fill(app: &App, tenant: Tenant, owner: Person) -> Self {
        let contract = app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road"})).await;
        let id = contract["id"].as_str().unwrap();
        let deposits = format!("/api/contracts/{id}/security-deposit");
        let body = json!({"depositType": "EMD", "instrumentNo": "DD 1", "amount": 5});
        let deposit = app.post(&deposits, &owner.token, body).await.ok();
        let document = app.document(&owner, id, "notice.pdf", documents::PDF).await;
        let imported = upload(app, &owner, "tenders.csv", TENDERS).await.ok();
        let import = imported["importId"].as_str().unwrap().to_owned();
        let project = app.project(&owner, json!({"projectName": "Road"})).await;
        let sessions = app.get("/api/profile/sessions", &owner.token).await.ok();
        let session = sessions[0]["id"].as_str().unwrap().to_owned();
        Authenticator::enrol(app, &owner).await;
        let made = app.post("/api/auth/app-passwords", &owner.token, json!({"name": "Tally"})).await.ok();
        let app_password = made["appPassword"]["id"].as_str().unwrap().to_owned();
        let body = json!({"projectId": project["id"], "title": "Earthwork"});
        let task = app.post("/api/tasks", &owner.token, body).await.ok();
        let body = json!({"list": "contracts", "name": "Won", "query": "status=AWARDED", "isShared": true});
        let view = app.post("/api/settings/views", &owner.token, body).await.ok();
        Self {
            tenant,
            owner,
            contract,
            deposit,
            document,
            import,
            project,
            session,
            app_password,
            task,
            view,
        }
    }

    pub(super) fn id(&self, means: Means) -> String {
        match means {
            Means::Contract | Means::Record => self.contract["id"].as_str().unwrap().to_owned(),
            Means::Deposit => self.deposit["id"].as_str().unwrap().to_owned(),
            Means::Document => self.document["id"].as_str().unwrap().to_owned(),
            Means::Import => self.import.clone(),
            Means::Project => self.project["id"].as_str().unwrap().to_owned(),
            Means::Task => self.task["id"].as_str().unwrap().to_owned(),
            Means::User => self.owner.id.to_string(),
            Means::Session => self.session.clone(),
            Means::AppPassword => self.app_password.clone(),
            Means::View => self.view["id"].as_str().unwrap().to_owned(),
            Means::Tenant | Means::Whose => self.tenant.id.to_string(),
            Means::Shared | Means::Nothing => panic!("{means:?} belongs to no tenant"),
        }
    }

    /// The key of the document's content.
    pub(super) fn key(&self) -> &str {
        documents::text(&self.document, "key")
    }

    /// All that somebody else might have changed.
    async fn state(&self, app: &App) -> Vec<Value> {
        let root = app.root().await;
        let mut state = Vec::new();
        for path in [
            format!("/api/tenants/{}", self.tenant.id),
            format!("/api/users/{}", self.owner.id),
            format!("/api/user-role-mappings/user/{}", self.owner.id),
        ] {
            state.push(app.get(&path, &root.token).await.ok());
        }
        for path in [
            format!("/api/contracts/{}", self.id(Means::Contract)),
            format!("/api/contracts/{}/security-deposit", self.id(Means::Contract)),
            format!("/api/documents/{}/CONTRACT/{}", self.tenant.id, self.id(Means::Contract)),
            format!("/api/projects/{}", self.id(Means::Project)),
            "/api/profile/sessions".to_owned(),
            "/api/auth/app-passwords".to_owned(),
            format!("/api/tasks/{}", self.id(Means::Task)),
            "/api/settings/views?list=contracts".to_owned(),
        ] {
            let mut told = app.get(&path, &self.owner.token).await.ok();
            // Links say until when they hold, and so differ from second to second.
            for row in told.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
                row.remove("previewUrl");
            }
            state.push(told);
        }
        let db = app.owner_db().await;
        let sql = format!(
            "SELECT COUNT(*) AS n FROM audit_events WHERE tenant_id = {}",
            app.sql_id(self.tenant.id)
        );
        state.push(app.platform_count(&db, &sql).await.into());
        state
    }
}

/// What a stranger shall hear of another tenant's id, and of one that nobody has.
fn expected(method: &Method, means: Means) -> Code {
    match (&method.rule, means) {
        (Some(Kind::Grant(grant)), _) if grant.platform => Code::PermissionDenied,
        (_, Means::Whose) => Code::PermissionDenied,
        // A list of what is told of the record: there is nothing.
        (_, Means::Record) => Code::Ok,
        _ => Code::NotFound,
    }
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn a_foreign_id_answers_like_a_random_one_and_changes_nothing() {
    let app = App::start().await;
    let firms = Firms::found(&app).await;
    let before = firms.firm.state(&app).await;
    let token = Some(firms.stranger.token.as_str());
    let mut swept = 0;
    for (method, path, means) in fields() {
        if matches!(means, Means::Shared | Means::Nothing) {
            continue;
        }
        swept += 1;
        let mut request = acceptable(&method.descriptor.input());
        set_parent(&mut request, &path, &firms);
        for wire in WIRES {
            set(&mut request, &path, &firms.firm.id(means));
            let theirs = call(&app, wire, method, token, &request).await;
            set(&mut request, &path, &Uuid::now_v7().to_string());
            let nobodys = call(&app, wire, method, token, &request).await;
            let what = format!("{wire:?} {} {means:?}: {:?}", method.path, theirs.rest);
            assert_eq!(theirs.code, expected(method, means), "{what}");
            assert_eq!((theirs.code, theirs.rest), (nobodys.code, nobodys.rest), "{what}");
        }
    }
    assert!(swept >= 20, "{swept}");
    assert_eq!(firms.firm.state(&app).await, before);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn a_tenant_named_where_no_message_has_a_place_for_it_must_be_ones_own() {
    let app = App::start().await;
    let firms = Firms::found(&app).await;
    let nil = Uuid::nil().to_string();
    let mut swept = 0;
    for method in method::all() {
        let declares =
            ids(&method.descriptor.input()).iter().any(|path| meaning(method, path) == Means::Whose);
        if declares || matches!(method.rule, Some(Kind::Public(_))) {
            continue;
        }
        swept += 1;
        let binding = &method.bindings[0];
        let segments = binding.path.split('/').map(|part| if part.starts_with('{') { &nil } else { part });
        let path = format!("/api{}", segments.collect::<Vec<_>>().join("/"));
        let mut heard = Vec::new();
        for tenant in [firms.firm.tenant.id, Uuid::now_v7()] {
            let path = format!("{path}?tenantId={tenant}");
            let answer =
                app.send(binding.verb.parse().unwrap(), &path, Some(&firms.stranger.token), None).await;
            heard.push(answer.error(403));
        }
        assert_eq!(heard[0], heard[1], "{}", method.path);
    }
    assert!(swept >= 30, "{swept}");
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn a_tenant_named_anywhere_in_a_body_must_be_ones_own() {
    let app = App::start().await;
    let firms = Firms::found(&app).await;
    let before = firms.firm.state(&app).await;
    let nil = Uuid::nil().to_string();
    let token = firms.stranger.token.as_str();
    let own = app.get("/api/profile", token).await.ok()["tenantId"].as_str().unwrap().to_owned();
    let theirs = firms.firm.tenant.id.to_string();
    let mut swept = 0;
    for method in method::all() {
        let binding = &method.bindings[0];
        let takes_json = !binding.body.is_empty() && !method.descriptor.is_client_streaming();
        if !takes_json || matches!(method.rule, Some(Kind::Public(_))) {
            continue;
        }
        swept += 1;
        let segments = binding.path.split('/').map(|part| if part.starts_with('{') { &nil } else { part });
        let path = format!("/api{}", segments.collect::<Vec<_>>().join("/"));
        let field = method.descriptor.input().get_field_by_name(&binding.body);
        let is_list = field.is_some_and(|field| field.is_list());
        let verb = || binding.verb.parse().unwrap();
        for place in [
            |tenant: &str| json!({"unknown": {"tenantId": tenant}}),
            |tenant: &str| json!({"unknown": [{"a": 1}, {"b": [{"tenant_id": tenant}]}]}),
        ] {
            let body = |tenant: &str| if is_list { json!([place(tenant)]) } else { place(tenant) };
            let real = app.send(verb(), &path, Some(token), Some(body(&theirs))).await.error(403);
            let invented =
                app.send(verb(), &path, Some(token), Some(body(&Uuid::now_v7().to_string()))).await;
            assert_eq!(real, invented.error(403), "{}", method.path);
            // One's own says nothing, nor does it change what is said without it.
            if binding.verb == "POST" {
                continue;
            }
            let named = app.send(verb(), &path, Some(token), Some(body(&own))).await;
            let plain = if is_list { json!([{}]) } else { json!({}) };
            let unnamed = app.send(verb(), &path, Some(token), Some(plain)).await;
            assert_eq!(named.status, unnamed.status, "{}: {}", method.path, named.text);
        }
    }
    assert!(swept >= 20, "{swept}");
    let filter = json!({"filter": {"tenantId": own}, "rows": [{"tenantId": own}]});
    app.post("/api/contracts/filter", token, filter).await.ok();
    assert_eq!(firms.firm.state(&app).await, before);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn a_tenant_named_in_the_form_of_an_import_must_be_ones_own() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let rival = app.tenant("Rival").await;
    let import = async |tenant: &str, is_behind: bool| {
        let file = Part::bytes(TENDERS).file_name("tenders.csv");
        let form = match is_behind {
            false => Form::new().text("tenantId", tenant.to_owned()).part("file", file),
            true => Form::new().part("file", file).text("tenant_id", tenant.to_owned()),
        };
        let request = app.request(Verb::POST, "/api/contracts/v2/bulk-upload", Some(&owner.token));
        answer(request.multipart(form)).await
    };
    for is_behind in [false, true] {
        let heard = import(&rival.id.to_string(), is_behind).await.error(403);
        assert_eq!(heard, import(&Uuid::now_v7().to_string(), is_behind).await.error(403));
        assert_eq!(heard, import("none", is_behind).await.error(403));
    }
    assert_eq!(total(&app, &owner).await, 0);
    import(&tenant.id.to_string(), true).await.ok();
    assert!(total(&app, &owner).await > 0);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn lists_and_figures_know_one_tenant_only() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let rival = app.tenant("Rival").await;
    let stranger = app.person(&rival, &[ALL_OF_CONTRACTS, &[("User", Action::View)]].concat()).await;
    let row = app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road", "paperCost": 5})).await;
    app.deposit(&tenant, row["id"].as_str().unwrap(), "EMD", 100, "SUBMITTED").await;
    let page = app.post("/api/contracts/filter", &stranger.token, json!({})).await.ok();
    assert_eq!(page["totalElements"], 0);
    let kpis = app.post("/api/contract-dashboard/kpis", &stranger.token, json!({})).await.ok();
    assert_eq!((&kpis["total_security_deposit"], &kpis["paper_cost_total"]), (&json!(0), &json!(0)));
    let counts = app.get("/api/contract-dashboard/status-summary", &stranger.token).await.ok();
    assert!(counts.as_array().unwrap().iter().all(|row| row["count"] == 0));
    let people = app.post("/api/users/filter", &stranger.token, json!({})).await.ok();
    assert_eq!(people["totalElements"], 1);
    assert_eq!(people["content"][0]["id"], json!(stranger.id));
}
