//! Mail servers: a real one, and some that are not what they should be.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
};

use nirmaan::config::Config;
use nirmaan_services::mail::SmtpServer;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream},
    net::{TcpListener, TcpStream},
    sync::{Notify, mpsc},
};

/// How a server behaves.
#[derive(Debug, Clone)]
pub enum Manner {
    /// It takes every mail.
    Takes,
    /// It hangs up at once.
    Drops,
    /// It accepts the connection and never says a word.
    Stalls,
    /// It answers this command, or `END` of the text, with these words.
    Says(&'static str, &'static str),
    /// It takes the text, and says so when it is let.
    Waits(Arc<Notify>),
}

/// A server of few words, which behaves as a test wants.
pub struct Server {
    pub url: String,
    manner: Arc<Mutex<Manner>>,
    texts: mpsc::UnboundedReceiver<String>,
}

impl Server {
    /// A server on a port of its own.
    pub async fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let manner = Arc::new(Mutex::new(manner));
        let (tell, texts) = mpsc::unbounded_channel();
        let shown = manner.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let manner = shown.lock().unwrap().clone();
                tokio::spawn(talk(stream, manner, tell.clone()));
            }
        });
        Self { url, manner, texts }
    }

    /// Has the server behave otherwise from now on.
    pub fn behave(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    /// The next text that it got in whole, whatever it said to it.
    pub async fn text(&mut self) -> String {
        self.texts.recv().await.unwrap()
    }

    /// Whether it got more texts than were asked for.
    pub fn has_more(&mut self) -> bool {
        self.texts.try_recv().is_ok()
    }
}

/// Has the program send its mails there.
pub fn send_to(url: &str) -> impl FnOnce(&mut Config) {
    let server = SmtpServer::of_url(url).unwrap();
    move |config| config.smtp = Some(server)
}

async fn talk(stream: TcpStream, manner: Manner, tell: mpsc::UnboundedSender<String>) {
    let mut stream = BufStream::new(stream);
    match manner {
        Manner::Drops => return,
        Manner::Stalls => return listen(stream).await,
        _ => {}
    }
    say(&mut stream, "220 here").await;
    let mut line = String::new();
    while stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
        let command = line.split_whitespace().next().unwrap_or_default().to_uppercase();
        line.clear();
        match &manner {
            Manner::Says(at, words) if *at == command => {
                say(&mut stream, words).await;
                continue;
            }
            _ => {}
        }
        match command.as_str() {
            "EHLO" => say(&mut stream, "250-here\r\n250-AUTH PLAIN\r\n250 8BITMIME").await,
            "DATA" => {
                say(&mut stream, "354 go on").await;
                let Some(text) = text(&mut stream).await else { return };
                tell.send(text).unwrap();
                match &manner {
                    Manner::Says("END", words) => say(&mut stream, words).await,
                    Manner::Waits(let_go) => {
                        let_go.notified().await;
                        say(&mut stream, "250 taken").await;
                    }
                    _ => say(&mut stream, "250 taken").await,
                }
            }
            "QUIT" => return say(&mut stream, "221 bye").await,
            _ => say(&mut stream, "250 fine").await,
        }
    }
}

async fn text(stream: &mut BufStream<TcpStream>) -> Option<String> {
    let mut text = String::new();
    while !text.ends_with("\r\n.\r\n") {
        if stream.read_line(&mut text).await.ok()? == 0 {
            return None;
        }
    }
    Some(text)
}

/// Until the other side has had enough.
async fn listen(mut stream: BufStream<TcpStream>) {
    let _ = stream.read_to_end(&mut Vec::new()).await;
}

async fn say(stream: &mut BufStream<TcpStream>, words: &str) {
    // The other side may have hung up.
    let _ = stream.write_all(format!("{words}\r\n").as_bytes()).await;
    let _ = stream.flush().await;
}

/// Python's aiosmtpd, which wants a sign-in; ended with the test.
pub struct Aiosmtpd {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    pub url: String,
}

impl Aiosmtpd {
    /// The server on a port of its own.
    pub fn start() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = here.join("../../.venv/bin/python");
        assert!(python.exists(), "scripts/setup-tests python installs what this test needs");
        let mut child = Command::new(python)
            // It warns of passwords without TLS, which is what is wanted here.
            .args(["-W", "ignore"])
            .arg(here.join("tests/it/common/smtp_server.py"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.next().expect("the port").unwrap();
        Self { child, lines, url: format!("smtp://desk:p%40ss@127.0.0.1:{port}") }
    }

    /// The next mail that it got, as Python reads it.
    pub fn mail(&mut self) -> Value {
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }
}

impl Drop for Aiosmtpd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
