//! What uploads cost in memory.

use futures_util::future::join_all;
use reqwest::{
    Client,
    multipart::{Form, Part},
};

use super::{ONE, PDF, SEVERAL};
use crate::process::{self, forget_peak, memory};

const FILE: usize = 25 * 1024 * 1024;
/// What 200 MB may raise it by, in kilobytes.
const MOST: u64 = 64 * 1024;

fn form(files: usize, size: usize) -> Form {
    let file = [PDF, &vec![b' '; size - PDF.len()]].concat();
    let form = Form::new().text("entityType", "VEHICLE");
    (0..files).fold(form, |form, _| form.part("file", Part::bytes(file.clone()).file_name("a.pdf")))
}

#[tokio::test]
async fn two_hundred_megabytes_raise_the_memory_by_64_at_most() {
    let dir = tempfile::tempdir().unwrap();
    let mut serving = process::serve(dir.path(), &[]);
    let token = serving.log_in().await;
    let http = Client::new();
    let upload = |path: &'static str, form: Form| {
        let request = http.post(format!("{}{path}", serving.base)).bearer_auth(&token).multipart(form);
        async { request.send().await.unwrap().error_for_status().unwrap() }
    };
    // Four at once, and four in one.
    let send = async |size: usize| {
        join_all((0..4).map(|_| upload(ONE, form(1, size)))).await;
        upload(SEVERAL, form(4, size)).await;
    };
    // The same first with small files: what of the program wasn't in memory yet isn't what the large ones cost.
    send(1000).await;
    forget_peak(serving.child.id());
    let before = memory(serving.child.id(), "VmRSS");
    send(FILE).await;
    let peak = memory(serving.child.id(), "VmHWM");
    println!("{before} kB before, {peak} kB at most");
    assert!(peak - before <= MOST, "{before} kB before, {peak} kB at most");
    serving.signal("-TERM");
    serving.child.wait().unwrap();
}
