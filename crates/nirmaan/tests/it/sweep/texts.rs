//! Every text of a record is stored in one form.

use nirmaan_api::descriptors;

use super::limits::{Creation, FORMED, creations, message, texts};
use crate::harness::App;

#[tokio::test]
async fn each_text_of_a_record_is_stored_in_one_form() {
    let app = App::start().await;
    for (at, Creation { entity, path, least, by }) in creations(&app).await.into_iter().enumerate() {
        // As keyboards, phones and web pages write it: the accent apart and the nukta within, marks that nobody sees, spaces of
        // other kinds.
        let written =
            format!("\u{feff}\u{a0}Cafe\u{301} \u{202a}स\u{95c}क\u{202c}\u{200b} {at}\u{2003}\u{200e}");
        let stored = format!("Caf\u{e9} स\u{921}\u{93c}क {at}");
        let mut body = least.clone();
        let fields: Vec<_> = texts(&message(entity))
            .filter(|field| descriptors::max_length(field).is_some())
            .filter(|field| !FORMED.contains(&field.name()) && !UNLIKE_TEXTS.contains(&field.name()))
            .collect();
        assert!(!fields.is_empty(), "{entity}");
        for field in &fields {
            body[field.json_name()] = written.as_str().into();
        }
        let answer = app.post(&path, &by.token, body).await.ok();
        for field in fields {
            assert_eq!(answer[field.json_name()], stored, "{entity}.{}", field.name());
        }
    }
}

/// The name of a list, which is one of ours, and the second name of a field, which is answered by its first.
const UNLIKE_TEXTS: [&str; 2] = ["list", "contract_bid_no"];
