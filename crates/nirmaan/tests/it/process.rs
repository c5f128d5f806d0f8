//! The program as a process: settings, signals, and what survives it.

use std::{
    fs::{File, Permissions},
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use futures_util::{StreamExt, stream};
use nirmaan_import::worker;
use reqwest::Response;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{build::PASSWORD, harness::http_client};

/// The one of every account of the demo.
const DEMO_PASSWORD: &str = "Nirmaan@2026";

/// The program, with its data in this folder.
pub fn nirmaan(data_dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nirmaan"));
    command.env_clear().env("NIRMAAN_DATA_DIR", data_dir).env("NIRMAAN_LISTEN", "127.0.0.1:0");
    command.env("NIRMAAN_ADMIN_PASSWORD", PASSWORD);
    // What its own tests ask for; here the first administrator goes to work at once.
    command.env("NIRMAAN_REQUIRE_SECOND_FACTOR", "none");
    command
}

/// The program as it serves.
pub struct Serving {
    pub child: Child,
    pub base: String,
}

/// Starts the program with these flags; it is ready then.
pub fn serve(data_dir: &Path, more: &[&str]) -> Serving {
    serve_as(nirmaan(data_dir).stderr(Stdio::null()), more)
}

/// Starts a program that was set up elsewhere.
pub fn serve_as(command: &mut Command, more: &[&str]) -> Serving {
    let mut child = command.arg("serve").args(more).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let base = lines
        .find_map(|line| line.unwrap().strip_prefix("listening on ").map(str::to_owned))
        .expect("the ready line");
    // The rest is read so that the program never waits for us.
    std::thread::spawn(move || lines.for_each(drop));
    Serving { child, base }
}

/// No test leaves a server behind, whichever way it ends.
impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    /// Sends a signal.
    pub fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Posts JSON.
    pub async fn post(&self, path: &str, token: &str, body: Value) -> Value {
        let http = http_client().build().unwrap();
        let response =
            http.post(format!("{}{path}", self.base)).bearer_auth(token).json(&body).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }

    /// Signs the first administrator in.
    pub async fn log_in(&self) -> String {
        self.log_in_with(PASSWORD).await
    }

    async fn log_in_with(&self, password: &str) -> String {
        let body =
            json!({"emailOrMobile": "admin@nirmaan.example", "password": password, "tenantName": "Nirmaan"});
        self.post("/api/auth/login", "", body).await["accessToken"].as_str().unwrap().to_owned()
    }
}

/// Has Linux forget the most memory that a process has had so far: its start takes more than it has afterwards.
pub fn forget_peak(process: u32) {
    std::fs::write(format!("/proc/{process}/clear_refs"), "5").unwrap();
}

/// A line of what Linux tells of a process, in kilobytes.
pub fn memory(process: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let value = status.lines().find_map(|text| text.strip_prefix(line)).unwrap();
    value.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

#[tokio::test]
async fn failing_to_sign_in_takes_no_memory_that_is_not_given_back() {
    let dir = tempfile::tempdir().unwrap();
    let serving = serve(dir.path(), &["--trusted-proxies", "127.0.0.1/32"]);
    serving.log_in().await;
    forget_peak(serving.child.id());
    let before = memory(serving.child.id(), "VmRSS");
    let http = http_client().build().unwrap();
    let attempts = (0..96).map(|attempt| {
        let nobody = format!("nobody{attempt}@nirmaan.example");
        let body = json!({"emailOrMobile": nobody, "password": "wrong", "tenantName": "Nirmaan"});
        let request = http.post(format!("{}/api/auth/login", serving.base)).json(&body);
        request.header("x-forwarded-for", format!("198.51.100.{attempt}")).send()
    });
    let told: Vec<_> = stream::iter(attempts).buffer_unordered(32).collect().await;
    let told: Vec<_> = told.into_iter().map(Result::unwrap).collect();
    let is_busy = |told: &Response| told.status() == 503 && told.headers().contains_key("retry-after");
    assert!(told.iter().all(|told| told.status() == 401 || is_busy(told)), "{told:?}");
    // As many as were sent at a time.
    assert!(told.iter().filter(|told| told.status() == 401).count() >= 32, "{told:?}");
    let most = memory(serving.child.id(), "VmHWM");
    assert!(most.saturating_sub(before) < 64 * 1024, "{before} kB, then {most} kB at most");
}

#[test]
fn a_bad_setting_ends_the_start_with_one_line_that_names_it() {
    let dir = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("NIRMAAN_LISTEN", "nowhere"),
        ("NIRMAAN_DATABASE_URL", "mysql://x"),
        ("NIRMAAN_STORAGE_URL", "gs://bucket"),
        ("NIRMAAN_TOKEN_KEYS", "short"),
        ("NIRMAAN_LIMIT_CALLS", "-1"),
        ("NIRMAAN_LOG_FORMAT", "xml"),
        ("NIRMAAN_SMTP_URL", "mail.example.in"),
        ("NIRMAAN_MAIL_FROM", "nobody"),
        ("NIRMAAN_CONTACT_TO", "nobody"),
    ] {
        let output = nirmaan(dir.path()).arg("serve").env(name, value).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = said(&output);
        assert!(said.contains(name) && said.lines().count() == 1, "{said}");
        assert!(name != "NIRMAAN_TOKEN_KEYS" || !said.contains("short"), "a secret was told: {said}");
    }
}

#[test]
fn the_demo_is_for_this_machine_unless_it_is_said_otherwise() {
    let dir = tempfile::tempdir().unwrap();
    let output = nirmaan(dir.path()).args(["serve", "--demo", "--listen", "0.0.0.0:0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("--demo-in-public"), "{}", said(&output));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "nothing was begun");
    let mut serving = serve(dir.path(), &["--demo", "--demo-in-public", "--listen", "0.0.0.0:0"]);
    serving.signal("-TERM");
    serving.child.wait().unwrap();
}

#[test]
fn the_first_administrator_has_a_password_that_a_user_could_have() {
    let dir = tempfile::tempdir().unwrap();
    for (password, complaint) in [("password1", "too common"), (DEMO_PASSWORD, "must not be made of")] {
        let output =
            nirmaan(dir.path()).arg("serve").env("NIRMAAN_ADMIN_PASSWORD", password).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = said(&output);
        assert!(said.contains("NIRMAAN_ADMIN_PASSWORD: ") && said.contains(complaint), "{said}");
    }
}

#[tokio::test]
async fn nobody_else_reads_what_lies_in_an_open_folder() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
    let log = dir.path().join("log");
    let mut serving = serve_as(nirmaan(dir.path()).stderr(File::create(&log).unwrap()), &["--demo"]);
    let token = serving.log_in_with(DEMO_PASSWORD).await;
    serving.post("/api/contracts", &token, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let mut folders = vec![dir.path().to_owned()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path() != log)
        {
            let mode = entry.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{}: {mode:o}", entry.path().display());
            seen += 1;
            if entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
    }
    assert!(seen > 10, "{seen}");
    serving.signal("-TERM");
    serving.child.wait().unwrap();
    assert!(std::fs::read_to_string(log).unwrap().contains("chmod 700"));
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_kill_9() {
    let dir = tempfile::tempdir().unwrap();
    let mut serving = serve(dir.path(), &[]);
    let token = serving.log_in().await;
    let body = json!({"bidId": "A-1", "contractName": "Road"});
    let created = serving.post("/api/contracts", &token, body).await;
    serving.signal("-KILL");
    serving.child.wait().unwrap();

    let mut serving = serve(dir.path(), &[]);
    let page = serving.post("/api/contracts/filter", &token, json!({})).await;
    assert_eq!(page["content"], json!([created]), "and the key file kept the token's key");
    serving.signal("-TERM");
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}

#[tokio::test]
async fn a_check_fails_over_a_figure_that_differs_until_it_is_repaired() {
    let dir = tempfile::tempdir().unwrap();
    let mut serving = serve(dir.path(), &[]);
    let token = serving.log_in().await;
    serving.post("/api/contracts", &token, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let check = |more: &[&str]| {
        let output = nirmaan(dir.path()).arg("check").args(more).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let whole = "Every event is as it was sealed.\n";
    let fine = (0, format!("Every figure is what its rows add up to.\n{whole}"));
    assert_eq!(check(&[]), fine, "beside a server that runs");
    serving.signal("-KILL");
    serving.child.wait().unwrap();
    let url = format!("sqlite://{}", dir.path().join("nirmaan.db").display());
    let db = sea_orm::Database::connect(url).await.unwrap();
    db.execute_unprepared("UPDATE contract_figures SET contracts = 2").await.unwrap();
    db.close().await.unwrap();
    let (code, said) = check(&[]);
    assert!(code == 1 && said.contains("DRAFT: contracts -1"), "{said}");
    let (code, said) = check(&["--repair"]);
    assert!(code == 0 && said.ends_with(&format!("Put right: 1.\n{whole}")), "{said}");
    assert_eq!(check(&[]), fine);
}

#[tokio::test]
async fn a_check_names_tasks_whose_progress_and_quantities_disagree() {
    let dir = tempfile::tempdir().unwrap();
    let mut serving = serve(dir.path(), &[]);
    let token = serving.log_in().await;
    let project = serving.post("/api/projects", &token, json!({"projectName": "Road"})).await["id"].clone();
    let body = json!({
        "projectId": project, "title": "Bitumen", "units": "sqm", "progress": 100, "estimatedQuantity": 10_328,
        "actualQuantity": 120.5,
    });
    let task = serving.post("/api/tasks", &token, body).await["id"].as_str().unwrap().to_owned();
    let check = || {
        let output = nirmaan(dir.path()).arg("check").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "what a firm entered is no fault");
        String::from_utf8(output.stdout).unwrap()
    };
    let said = check();
    assert!(said.contains(&format!("task {task} in project {}", project.as_str().unwrap())), "{said}");
    assert!(said.contains(": progress is 100 %, but 120.5 of 10328 is 1.17 %\n"), "{said}");
    assert!(said.contains("disagree: 1."), "{said}");
    assert_eq!(check(), said, "nothing is changed");
    serving.signal("-TERM");
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}

#[tokio::test]
async fn the_demo_fills_an_empty_database_once_and_refuses_any_other() {
    let dir = tempfile::tempdir().unwrap();
    let mut totals = Vec::new();
    for _ in 0..2 {
        let mut serving = serve(dir.path(), &["--demo"]);
        let body = json!({"emailOrMobile": "owner@bharat.example", "password": DEMO_PASSWORD, "tenantName": "Bharat Infra"});
        let token =
            serving.post("/api/auth/login", "", body).await["accessToken"].as_str().unwrap().to_owned();
        totals.push(serving.post("/api/contracts/filter", &token, json!({})).await["totalElements"].clone());
        // The password of the demo names the platform, and is taken all the same.
        let root = serving.log_in_with(DEMO_PASSWORD).await;
        let user =
            json!({"email": format!("clerk{}@nirmaan.example", totals.len()), "password": DEMO_PASSWORD});
        assert_eq!(serving.post("/api/users", &root, user).await["isActive"], true);
        serving.signal("-TERM");
        assert_eq!(serving.child.wait().unwrap().code(), Some(0));
    }
    assert_eq!(totals, [500, 500]);

    let other = tempfile::tempdir().unwrap();
    let mut serving = serve(other.path(), &[]);
    serving.signal("-TERM");
    serving.child.wait().unwrap();
    let output = nirmaan(other.path()).arg("demo").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("demo"), "{}", said(&output));
}

#[test]
fn migrations_survive_being_killed_and_being_run_twice_at_once() {
    let dir = tempfile::tempdir().unwrap();
    for _ in 0..5 {
        let mut child = nirmaan(dir.path()).arg("migrate").stderr(Stdio::piped()).spawn().unwrap();
        // Killed when it says that it is at work: in the midst of a step, or between two.
        let log = BufReader::new(child.stderr.take().unwrap());
        let _ = log.lines().map_while(Result::ok).find(|line| line.contains("Applying migration"));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let start = || nirmaan(dir.path()).arg("migrate").stderr(Stdio::null()).spawn().unwrap();
    let both = [start(), start()];
    for mut child in both {
        assert!(child.wait().unwrap().success());
    }
}

#[tokio::test]
async fn a_migration_names_rows_whose_texts_become_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut serving = serve(dir.path(), &[]);
    let token = serving.log_in().await;
    let contract = async |bid_id: &str| {
        let contract = json!({"bidId": bid_id, "contractName": "Road"});
        let answer = serving.post("/api/contracts", &token, contract).await;
        answer["id"].as_str().unwrap().to_owned()
    };
    let (first, second) = (contract("C/\u{e9}").await, contract("C/2").await);
    serving.signal("-TERM");
    serving.child.wait().unwrap();
    let url = format!("sqlite://{}", dir.path().join("nirmaan.db").display());
    let db = sea_orm::Database::connect(url).await.unwrap();
    for sql in [
        "UPDATE contracts SET bid_id = 'C/e\u{301}' WHERE bid_id = 'C/2'",
        "DELETE FROM seaql_migrations WHERE version = 'm20261201_000034_text_forms'",
    ] {
        db.execute_unprepared(sql).await.unwrap();
    }
    db.close().await.unwrap();
    let output = nirmaan(dir.path()).arg("migrate").output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let told: Vec<_> = log.lines().filter(|line| line.contains("WARN nirmaan_migrations")).collect();
    let [told] = told.as_slice() else { panic!("{log}") };
    for part in ["contracts", "bid_id", &first, &second] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn the_openapi_document_is_printed() {
    let dir = tempfile::tempdir().unwrap();
    let output = nirmaan(dir.path()).arg("openapi").output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    assert!(document["paths"]["/contracts/filter"]["post"].is_object());
}

#[test]
fn what_reads_a_workbook_has_its_limit_before_it_and_not_behind_it() {
    let mut worker = worker::command(Path::new(env!("CARGO_BIN_EXE_nirmaan")))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // More than a pipe holds: when all of it is gone the worker reads, and so has limited itself.
    worker.stdin.as_mut().unwrap().write_all(&[0; 256 * 1024]).unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", worker.id())).unwrap();
    let most = limits.lines().find(|line| line.starts_with("Max address space")).unwrap();
    assert_eq!(most.split_whitespace().nth(3), Some("536870912"), "{most}");
    let taken = memory(worker.id(), "VmSize");
    assert!(taken < 256 * 1024, "{taken} kB of addresses are its own already");
    drop(worker.stdin.take());
    assert!(worker.wait().unwrap().success());
}
