use super::*;

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    settings: Settings,
}

fn read(flags: &[&str]) -> Result<Config, BadSetting> {
    use clap::Parser;
    let line = Line::try_parse_from([&["nirmaan"], flags].concat()).unwrap_or_else(|error| panic!("{error}"));
    line.settings.read(false)
}

#[test]
fn without_settings_everything_has_its_default() {
    let config = Settings::default().read(false).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.database_url.expose(), "sqlite://./data/nirmaan.db?mode=rwc");
    assert_eq!(config.migration_database_url, config.database_url);
    assert_eq!(config.storage_url, "file://./data/objects");
    assert!(!config.reflection && config.cors_origins.is_empty() && config.trusted_proxies.is_empty());
    assert!(config.smtp.is_none());
    assert_eq!(config.mail_from.to_string(), "no-reply@nirmaan.example");
    assert_eq!(config.contact_to.to_string(), "hello@nirmaan.example");
    assert_eq!(config.limits, Limits::default());
    assert!(Settings::default().read(true).unwrap().reflection, "the demo reflects");
    assert_eq!(config.require_second_factor, RequireSecondFactor::Platform);
    let demo = Settings::default().read(true).unwrap();
    assert_eq!(demo.require_second_factor, RequireSecondFactor::None);
}

#[test]
fn settings_are_read() {
    let config = read(&[
        "--listen=[::1]:0",
        "--data-dir=/var/lib/a?b",
        "--public-url=https://nirmaan.example.com/",
        "--cors-origins=https://a.example, http://localhost:5173",
        "--trusted-proxies=10.0.0.0/8,192.0.2.1",
        "--reflection=On",
        "--log-format=JSON",
        "--limit-streams=7",
        "--admin-email=",
        "--smtp-url=smtp://mail.example.in",
        "--mail-from=Nirmaan <post@example.in>",
        "--contact-to=desk@example.in",
    ])
    .unwrap();
    assert_eq!(config.listen.to_string(), "[::1]:0");
    assert_eq!(config.database_url.expose(), "sqlite:///var/lib/a%3Fb/nirmaan.db?mode=rwc");
    assert_eq!(config.storage_url, "file:///var/lib/a%3Fb/objects");
    assert_eq!(config.public_url.as_deref(), Some("https://nirmaan.example.com"));
    assert!(config.is_https() && config.reflection);
    assert_eq!(config.cors_origins.len(), 2);
    assert_eq!(config.trusted_proxies[1].to_string(), "192.0.2.1/32");
    assert_eq!((config.log_format, config.limits.streams), (LogFormat::Json, 7));
    assert_eq!(format!("{:?}", config.smtp.unwrap()), "mail.example.in:587");
    assert_eq!(config.mail_from.to_string(), "Nirmaan <post@example.in>");
    assert_eq!(config.contact_to.to_string(), "desk@example.in");
    assert_eq!(config.admin_email, "admin@nirmaan.example", "an empty setting is none");
}

#[test]
fn the_owner_of_the_database_follows_the_application() {
    let both =
        read(&["--database-url=postgres://app@db/n", "--migration-database-url=postgres://owner@db/n"])
            .unwrap();
    assert_eq!(both.migration_database_url.expose(), "postgres://owner@db/n");
    let one = read(&["--database-url=postgres://app@db/n"]).unwrap();
    assert_eq!(one.migration_database_url, one.database_url);
}

#[test]
fn a_bad_setting_is_one_line_that_names_it() {
    let keys = format!("--token-keys={},short", "k".repeat(32));
    for (flag, name) in [
        ("--listen=localhost", "NIRMAAN_LISTEN"),
        ("--listen=a\nb", "NIRMAAN_LISTEN"),
        ("--database-url=mysql://root:hunter2@db/n", "NIRMAAN_DATABASE_URL"),
        ("--migration-database-url=hunter2", "NIRMAAN_MIGRATION_DATABASE_URL"),
        ("--storage-url=objects", "NIRMAAN_STORAGE_URL"),
        ("--storage-url=s3://key:hunter2@bucket", "NIRMAAN_STORAGE_URL"),
        ("--smtp-url=http://user:hunter2@mail.example.in", "NIRMAAN_SMTP_URL"),
        ("--smtp-url=smtp://user:hunter2@mail.example.in/path", "NIRMAAN_SMTP_URL"),
        ("--mail-from=nobody", "NIRMAAN_MAIL_FROM"),
        ("--mail-from=A\nBcc: b@c.in <d@e.in>", "NIRMAAN_MAIL_FROM"),
        ("--contact-to=A <b@c.in>", "NIRMAAN_CONTACT_TO"),
        ("--public-url=nirmaan.example.com", "NIRMAAN_PUBLIC_URL"),
        ("--public-url=ftp://nirmaan.example.com", "NIRMAAN_PUBLIC_URL"),
        (keys.as_str(), "NIRMAAN_TOKEN_KEYS"),
        ("--admin-email=admin", "NIRMAAN_ADMIN_EMAIL"),
        ("--admin-password=hunter2", "NIRMAAN_ADMIN_PASSWORD"),
        ("--cors-origins=*", "NIRMAAN_CORS_ORIGINS"),
        ("--cors-origins=https://a.example/", "NIRMAAN_CORS_ORIGINS"),
        ("--cors-origins=https://a.example/app", "NIRMAAN_CORS_ORIGINS"),
        ("--trusted-proxies=10.0.0.0/33", "NIRMAAN_TRUSTED_PROXIES"),
        ("--metrics-listen=9464", "NIRMAAN_METRICS_LISTEN"),
        ("--reflection=maybe", "NIRMAAN_REFLECTION"),
        ("--hsts-subdomains=maybe", "NIRMAAN_HSTS_SUBDOMAINS"),
        ("--log=a=b=c", "NIRMAAN_LOG"),
        ("--log-format=xml", "NIRMAAN_LOG_FORMAT"),
        ("--limit-request-seconds=0", "NIRMAAN_LIMIT_REQUEST_SECONDS"),
    ] {
        let said = read(&[flag]).expect_err(flag).to_string();
        assert!(said.starts_with(&format!("{name} should be ")), "{said}");
        assert!(!said.contains('\n') && !said.contains("hunter2") && !said.contains("short"), "{said}");
    }
}

#[test]
fn secrets_are_not_in_debug() {
    let config = read(&[
        "--database-url=postgres://app:hunter2@db/n",
        "--admin-password=hunter2hunter2",
        "--smtp-url=smtp://app:hunter2@mail.example.in",
    ])
    .unwrap();
    let shown = format!("{config:?}");
    assert!(shown.contains("[redacted]") && !shown.contains("hunter2"));
}
