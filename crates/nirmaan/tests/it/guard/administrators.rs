//! The last administrator of a tenant, and of the platform, stays one.

use nirmaan_api::access::Action;
use nirmaan_migrations::{MODULES, PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR, catalogue_id};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::{Answer, App},
    platform::platform,
};

/// The ways to take an administrator away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Delete,
    Deactivate,
    Take,
    Strip,
}

const WAYS: [Way; 4] = [Way::Delete, Way::Deactivate, Way::Take, Way::Strip];

/// An administrator who never signs in.
struct Administrator {
    id: Uuid,
    email: String,
    role: Uuid,
}

impl Administrator {
    async fn made(app: &App, root: &Person, tenant: &Tenant, role: &str) -> Self {
        let email = format!("{}@example.in", Uuid::now_v7().simple());
        let body = json!({"email": email, "password": PASSWORD, "tenantId": tenant.id});
        let user = app.post("/api/users", &root.token, body).await.ok();
        let role = catalogue_id("role", role);
        let body = json!({"userId": user["id"], "roleId": role});
        app.post("/api/user-role-mappings", &root.token, body).await.ok();
        Self { id: user["id"].as_str().unwrap().parse().unwrap(), email, role }
    }

    async fn lose(&self, app: &App, by: &Person, way: Way) -> Answer {
        let (user, roles) =
            (format!("/api/users/{}", self.id), format!("/api/user-role-mappings/user/{}", self.id));
        match way {
            Way::Delete => app.delete(&user, &by.token).await,
            Way::Deactivate => {
                app.put(&user, &by.token, json!({"email": self.email, "isActive": false})).await
            }
            Way::Take => app.delete(&format!("{roles}/role/{}", self.role), &by.token).await,
            Way::Strip => app.put(&roles, &by.token, json!({"roleIds": []})).await,
        }
    }
}

/// Somebody of the platform with every right, but none of its administrators.
async fn deputy(app: &App) -> Person {
    let actions = [Action::Create, Action::View, Action::Edit, Action::Delete, Action::Report];
    let every = MODULES.iter().flat_map(|(module, _)| actions.map(|action| (*module, action)));
    app.person(&platform(), &every.collect::<Vec<_>>()).await
}

async fn refused(app: &App, by: &Person, administrator: &Administrator, way: Way) {
    let (code, message) = administrator.lose(app, by, way).await.error(409);
    assert_eq!(code, "FAILED_PRECONDITION", "{way:?}");
    assert_eq!(message, "This is the last administrator. Make somebody else an administrator first.");
}

#[tokio::test]
async fn the_last_administrator_of_a_tenant_stays() {
    let app = App::start().await;
    let root = app.root().await;
    let firm = app.tenant("Firm").await;
    let last = Administrator::made(&app, &root, &firm, TENANT_ADMINISTRATOR).await;
    // Neither an inactive administrator nor another tenant's stands in.
    let asleep = Administrator::made(&app, &root, &firm, TENANT_ADMINISTRATOR).await;
    asleep.lose(&app, &root, Way::Deactivate).await.ok();
    Administrator::made(&app, &root, &app.tenant("Rival").await, TENANT_ADMINISTRATOR).await;
    for way in WAYS {
        refused(&app, &root, &last, way).await;
    }
    for way in WAYS {
        Administrator::made(&app, &root, &firm, TENANT_ADMINISTRATOR).await.lose(&app, &root, way).await.ok();
    }
    let login = app.log_in(&firm.name, &last.email, PASSWORD).await;
    assert_eq!(login["user"]["permissions"].as_array().unwrap().len(), MODULES.len() - 3);
}

#[tokio::test]
async fn the_last_administrator_of_the_platform_stays() {
    let app = App::start().await;
    let (root, deputy) = (app.root().await, deputy(&app).await);
    // The other system role runs tenants, not the platform.
    Administrator::made(&app, &root, &platform(), TENANT_ADMINISTRATOR).await;
    let role = catalogue_id("role", PLATFORM_ADMINISTRATOR);
    let last = Administrator { id: root.id, email: root.email.clone(), role };
    for way in WAYS {
        refused(&app, &deputy, &last, way).await;
    }
    app.get("/api/modules", &root.token).await.ok();
    for way in WAYS {
        let other = Administrator::made(&app, &root, &platform(), PLATFORM_ADMINISTRATOR).await;
        other.lose(&app, &deputy, way).await.ok();
    }
}

#[tokio::test]
async fn nobody_makes_themselves_inactive_or_deletes_themselves() {
    let app = App::start().await;
    let root = app.root().await;
    let firm = app.tenant("Firm").await;
    let owner = app.administrator(&root, &firm, "owner@firm.example").await;
    app.administrator(&root, &firm, "partner@firm.example").await;
    let path = format!("/api/users/{}", owner.id);
    let (_, message) = app.delete(&path, &owner.token).await.error(409);
    assert_eq!(message, "You can't delete your own account.");
    let body = json!({"email": owner.email, "isActive": false});
    let (_, message) = app.put(&path, &owner.token, body).await.error(409);
    assert_eq!(message, "You can't deactivate your own account.");
}

/// Of two administrators each is taken away at the same time: one of them stays.
async fn race(app: &App, by: &Person, pair: [&Administrator; 2], ways: [Way; 2]) -> usize {
    let [first, second] = pair;
    let answers = tokio::join!(first.lose(app, by, ways[0]), second.lose(app, by, ways[1]));
    let answers = [answers.0, answers.1];
    let gone: Vec<_> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert!(gone == [200, 409] || gone == [409, 200], "{ways:?}: {gone:?}");
    gone.iter().position(|status| *status == 409).unwrap()
}

#[tokio::test]
async fn two_requests_at_once_never_take_both_administrators_of_a_tenant() {
    let app = App::start().await;
    let root = app.root().await;
    for first in WAYS {
        for second in WAYS {
            let tenant = app.tenant(&format!("Firm {first:?} {second:?}")).await;
            let one = Administrator::made(&app, &root, &tenant, TENANT_ADMINISTRATOR).await;
            let two = Administrator::made(&app, &root, &tenant, TENANT_ADMINISTRATOR).await;
            let left = race(&app, &root, [&one, &two], [first, second]).await;
            app.log_in(&tenant.name, &[&one, &two][left].email, PASSWORD).await;
        }
    }
}

#[tokio::test]
async fn two_requests_at_once_never_take_both_administrators_of_the_platform() {
    let app = App::start().await;
    let (root, deputy) = (app.root().await, deputy(&app).await);
    let role = catalogue_id("role", PLATFORM_ADMINISTRATOR);
    let mut last = Administrator { id: root.id, email: root.email.clone(), role };
    for (first, second) in WAYS.into_iter().zip([Way::Strip, Way::Take, Way::Delete, Way::Deactivate]) {
        // Whoever is left makes the next: nobody else may give the role.
        let login: Value = app.log_in(&platform().name, &last.email, PASSWORD).await;
        let token = login["accessToken"].as_str().unwrap().to_owned();
        let by = Person { id: last.id, email: last.email.clone(), token, refresh_token: String::new() };
        let next = Administrator::made(&app, &by, &platform(), PLATFORM_ADMINISTRATOR).await;
        let left = race(&app, &deputy, [&last, &next], [first, second]).await;
        last = if left == 0 { last } else { next };
    }
}
