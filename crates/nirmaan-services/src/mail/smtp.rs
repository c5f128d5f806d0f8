//! A mail server.

use std::{fmt, net::IpAddr, time::Duration};

use lettre::{
    address::Envelope,
    transport::smtp::{
        Error,
        authentication::{Credentials, Mechanism},
        client::{AsyncSmtpConnection, TlsParameters},
        extension::ClientId,
    },
};
use percent_encoding::percent_decode_str;
use tokio::time::timeout;
use url::{Host, Url};

use super::Failure;

/// How long one of the server's addresses may take to connect before the next is tried.
const CONNECT: Duration = Duration::from_secs(10);
/// How long the server may take to say good-bye.
const LEAVE: Duration = Duration::from_secs(1);
/// The server wants a sign-in or encryption first: the settings are wrong, not the mail.
const SIGN_IN_FIRST: u16 = 530;

/// A mail server, and how it is spoken to.
#[derive(Clone)]
pub struct SmtpServer {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
}

#[derive(Clone)]
enum Encryption {
    /// None: the server is on this machine.
    None,
    /// STARTTLS when the server offers it.
    Offered(TlsParameters),
    /// STARTTLS, or nothing is sent: a password is not shown to the network.
    Required(TlsParameters),
    /// TLS from the first byte.
    Wrapped(TlsParameters),
}

/// A connection over which a mail was delivered.
pub(super) struct Delivered(AsyncSmtpConnection);

impl SmtpServer {
    /// The server of a URL, `smtp://user:password@host:port` or `smtps://…`.
    pub fn of_url(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let wrapped = match url.scheme() {
            "smtp" => false,
            "smtps" => true,
            _ => return None,
        };
        let plain = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        let host = url.host().filter(|_| plain)?;
        let on_this_machine = is_loopback(&host);
        // Of an IPv6 address the brackets belong to the URL.
        let host = host.to_string().trim_matches(['[', ']']).to_owned();
        let decode = |text| percent_decode_str(text).decode_utf8().ok().map(String::from);
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (user, Some(password)) if !user.is_empty() => {
                Some(Credentials::new(decode(user)?, decode(password)?))
            }
            _ => return None,
        };
        let tls = TlsParameters::new(host.clone()).ok()?;
        let encryption = match (wrapped, on_this_machine, &credentials) {
            (true, ..) => Encryption::Wrapped(tls),
            (false, true, _) => Encryption::None,
            (false, false, Some(_)) => Encryption::Required(tls),
            (false, false, None) => Encryption::Offered(tls),
        };
        let port = url.port().unwrap_or(if wrapped { 465 } else { 587 });
        Some(Self { host, port, encryption, credentials })
    }

    /// Delivers a message. Only what the server says to the mail itself is final: a refused sign-in or a bad
    /// certificate is for the operator to mend, and the mail waits.
    pub(super) async fn deliver(&self, envelope: &Envelope, message: &[u8]) -> Result<Delivered, Failure> {
        let passing = |error: Error| Failure::Passing(error.to_string());
        let mut connection = self.connect().await.map_err(passing)?;
        let sent = connection.send(envelope, message).await;
        sent.map(|_| Delivered(connection)).map_err(|error| match error.status().map(u16::from) {
            Some(code) if error.is_permanent() && code != SIGN_IN_FIRST => Failure::Final(error.to_string()),
            _ => Failure::Passing(error.to_string()),
        })
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let me = ClientId::default();
        let wrapper = match &self.encryption {
            Encryption::Wrapped(tls) => Some(tls.clone()),
            _ => None,
        };
        let server = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), &me, wrapper, None).await?;
        match &self.encryption {
            Encryption::Required(tls) => connection.starttls(tls.clone(), &me).await?,
            Encryption::Offered(tls) if connection.can_starttls() => {
                connection.starttls(tls.clone(), &me).await?;
            }
            Encryption::Offered(_) | Encryption::None | Encryption::Wrapped(_) => {}
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials).await?;
        }
        Ok(connection)
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl Delivered {
    /// Says good-bye, if the server cares to listen.
    pub(super) async fn leave(mut self) {
        let _ = timeout(LEAVE, self.0.quit()).await;
    }
}

fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        // Of a scheme that it doesn't know the URL leaves an IPv4 address a name.
        Host::Domain(name) => {
            *name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncBufReadExt, AsyncWriteExt, BufStream},
        net::TcpListener,
        task::JoinHandle,
    };

    use super::*;

    fn encryption(url: &str) -> &'static str {
        match SmtpServer::of_url(url).unwrap().encryption {
            Encryption::None => "none",
            Encryption::Offered(_) => "offered",
            Encryption::Required(_) => "required",
            Encryption::Wrapped(_) => "wrapped",
        }
    }

    #[test]
    fn a_password_never_crosses_the_network_in_the_clear() {
        for (url, expected) in [
            ("smtp://mail.example.in", "offered"),
            ("smtp://user:secret@mail.example.in", "required"),
            ("smtp://user:secret@192.0.2.1:25", "required"),
            ("smtp://user:secret@127.0.0.1:2525", "none"),
            ("smtp://localhost", "none"),
            ("smtp://[::1]:25", "none"),
            ("smtps://user:secret@mail.example.in", "wrapped"),
            ("smtps://localhost", "wrapped"),
        ] {
            assert_eq!(encryption(url), expected, "{url}");
        }
    }

    /// A server that offers a sign-in and no STARTTLS, and tells what it was sent before the other side hung up.
    async fn without_tls() -> (u16, JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let talk = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let mut stream = BufStream::new(stream);
            let mut heard = String::new();
            stream.write_all(b"220 here\r\n").await.unwrap();
            stream.flush().await.unwrap();
            while stream.read_line(&mut heard).await.is_ok_and(|read| read > 0) {
                stream.write_all(b"250-here\r\n250 AUTH PLAIN LOGIN\r\n").await.unwrap();
                stream.flush().await.unwrap();
            }
            heard
        });
        (port, talk)
    }

    #[tokio::test]
    async fn without_the_tls_that_is_required_nothing_is_sent() {
        let tls = || TlsParameters::new("127.0.0.1".to_owned()).unwrap();
        for encryption in [Encryption::Required(tls()), Encryption::Wrapped(tls())] {
            let (port, talk) = without_tls().await;
            let credentials = Some(Credentials::new("desk".to_owned(), "p@ss".to_owned()));
            let server = SmtpServer { host: "127.0.0.1".to_owned(), port, encryption, credentials };
            let address = || "desk@example.in".parse().unwrap();
            let envelope = Envelope::new(Some(address()), vec![address()]).unwrap();
            let refused = server.deliver(&envelope, b"secret").await;
            assert!(matches!(refused, Err(Failure::Passing(_))));
            let heard = talk.await.unwrap();
            assert!(["AUTH", "MAIL", "secret"].iter().all(|word| !heard.contains(word)), "{heard}");
        }
    }

    #[test]
    fn a_url_names_host_port_and_user() {
        let server = |url| SmtpServer::of_url(url).unwrap();
        assert_eq!(format!("{:?}", server("smtp://mail.example.in")), "mail.example.in:587");
        assert_eq!(format!("{:?}", server("smtps://mail.example.in/")), "mail.example.in:465");
        assert_eq!(format!("{:?}", server("smtp://[::1]:25")), "::1:25");
        let signed_in = server("smtp://me%40example.in:p%3A%2Fss@mail.example.in:2525");
        let expected = Credentials::new("me@example.in".to_owned(), "p:/ss".to_owned());
        assert!(signed_in.credentials == Some(expected));
        assert!(!format!("{signed_in:?}").contains("ss@"));
    }

    #[test]
    fn what_is_no_server_is_refused() {
        for url in [
            "",
            "mail.example.in",
            "mail.example.in:25",
            "http://mail.example.in",
            "smtp://",
            "smtp://user@mail.example.in",
            "smtp://:secret@mail.example.in",
            "smtp://mail.example.in:70000",
            "smtp://mail.example.in/path",
            "smtp://mail.example.in?tls=none",
        ] {
            assert!(SmtpServer::of_url(url).is_none(), "{url}");
        }
    }
}
