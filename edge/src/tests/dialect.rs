//! The dialect, in both directions.

use prost::Message;
use prost_reflect::{DynamicMessage, Value};
use serde_json::json;

use super::{call, core, descriptor, echo, edge, encoded, nested, reply, things};
use crate::response::{plan::Plan, render};

/// What a message's bytes look like as JSON.
fn rendered(bytes: &[u8]) -> String {
    let mut plan = Plan::default();
    let index = plan.add(&things()).unwrap();
    let mut out = Vec::new();
    render::message(&plan, index, bytes, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// What comes back of one field when it is sent as this JSON.
async fn echoed(name: &str, json: &str) -> Result<serde_json::Value, (String, String)> {
    let router = edge(echo());
    let reply = call(&router, "POST", "/api/echo", &format!("{{{name:?}: {json}}}")).await;
    if reply.status == 200 {
        return Ok(reply.json());
    }
    let field = reply.json()["fields"][0].clone();
    Err((
        field["field"].as_str().unwrap_or_default().into(),
        field["message"].as_str().unwrap_or_default().into(),
    ))
}

#[tokio::test]
async fn values_are_taken_as_clients_write_them() {
    for (sent, json, name, expected) in [
        ("txtValue", r#""x""#, "txtValue", json!("x")),
        ("text_value", "12.50", "txtValue", json!("12.50")),
        ("text_value", "true", "txtValue", json!("true")),
        ("text_value", "null", "txtValue", json!("")),
        ("textValue", r#""neither name""#, "txtValue", json!("")),
        ("flag", r#""true""#, "flag", json!(true)),
        ("flag", r#""""#, "flag", json!(false)),
        ("int32Value", r#"" 7 ""#, "int32Value", json!(7)),
        ("int32Value", "7.0", "int32Value", json!(7)),
        ("int32_value", r#""""#, "int32Value", json!(0)),
        ("int64Value", "9223372036854775807", "int64Value", json!(i64::MAX)),
        ("uint64Value", r#""18446744073709551615""#, "uint64Value", json!(u64::MAX)),
        ("sint32Value", "-5", "sint32Value", json!(-5)),
        ("sint64Value", "-9223372036854775808", "sint64Value", json!(i64::MIN)),
        ("fixed32Value", "4294967295", "fixed32Value", json!(u32::MAX)),
        ("sfixed64Value", "-1", "sfixed64Value", json!(-1)),
        ("floatValue", "0.1", "floatValue", json!(0.1)),
        ("doubleValue", r#""12.5""#, "doubleValue", json!(12.5)),
        ("doubleValue", "1e2", "doubleValue", json!(100)),
        ("data", r#""aGk""#, "data", json!("aGk=")),
        ("data", r#""_-8=""#, "data", json!("/+8=")),
        ("color", r#""GREEN""#, "color", json!("GREEN")),
        ("color", "2", "color", json!("GREEN")),
        ("color", r#""""#, "color", json!("")),
        ("color", "null", "color", json!("")),
        ("maybeColor", r#""""#, "maybeColor", json!("")),
        ("money", "1234.5", "money", json!(1234.5)),
        ("money", r#""0.05""#, "money", json!(0.05)),
        ("money", "-7", "money", json!(-7)),
        ("money", r#""""#, "money", json!(null)),
        ("day", r#""2026-03-31""#, "day", json!("2026-03-31")),
        ("day", r#""2026-03-31T20:00:00.000Z""#, "day", json!("2026-04-01")),
        ("day", r#""""#, "day", json!(null)),
        ("instant", r#""2026-03-31T05:30:00+05:30""#, "instant", json!("2026-03-31T00:00:00.000Z")),
        ("object", r#"{ "b": 1, "a": "x y" }"#, "object", json!({"b": 1, "a": "x y"})),
        ("mask", r#""status, comments""#, "mask", json!("status,comments")),
        ("mask", r#""""#, "mask", json!(null)),
        ("pagination", r#"{"page": "2", "size": "many"}"#, "pagination", json!({"page": 2, "size": 0})),
        ("pagination", r#"{"page": [], "size": 1e30}"#, "pagination", json!({"page": 0, "size": i32::MAX})),
        ("pagination", r#"{"page": {}, "size": ""}"#, "pagination", json!({"page": 0, "size": null})),
        ("pagination", r#"{"page": 1.5, "size": -3}"#, "pagination", json!({"page": 0, "size": -3})),
        ("maybeInt", "0", "maybeInt", json!(0)),
        ("maybeInt", r#""""#, "maybeInt", json!(null)),
        ("maybeText", r#""""#, "maybeText", json!("")),
        ("texts", r#"["a", 1, "", null]"#, "texts", json!(["a", "1", ""])),
        ("texts", r#""single""#, "texts", json!(["single"])),
        ("colors", r#"["RED", "", "GREEN"]"#, "colors", json!(["RED", "GREEN"])),
        ("numbers", r#""""#, "numbers", json!([])),
        ("numbers", r#"["1", 2]"#, "numbers", json!([1, 2])),
        ("amounts", "[0.1, null, \"2\"]", "amounts", json!([0.1, 2])),
        ("chosenNumber", "0", "chosenNumber", json!(0)),
        ("chosenMoney", "0", "chosenMoney", json!(0)),
        ("unknown", r#"{"deep": [[]]}"#, "id", json!("")),
        ("fixedNumbers", "[1,2]", "fixedNumbers", json!([1, 2])),
    ] {
        let answer = echoed(sent, json).await.unwrap_or_else(|wrong| panic!("{sent} {json}: {wrong:?}"));
        assert_eq!(answer[name], expected, "{sent} {json}");
    }
}

#[tokio::test]
async fn what_is_wrong_is_named_by_field() {
    for (sent, json, field, message) in [
        ("color", r#""BLUE""#, "color", "is not one of the possible values"),
        ("color", r#""red""#, "color", "is not one of the possible values"),
        ("color", "9", "color", "is not one of the possible values"),
        ("color", r#""COLOR_UNSPECIFIED""#, "color", "is not one of the possible values"),
        ("color", "0", "color", "is not one of the possible values"),
        ("maybeColor", r#""COLOR_UNSPECIFIED""#, "maybeColor", "is not one of the possible values"),
        ("colors", r#"["RED", "COLOR_UNSPECIFIED"]"#, "colors[1]", "is not one of the possible values"),
        ("colors", r#"["RED", "BLUE"]"#, "colors[1]", "is not one of the possible values"),
        ("money", "1.005", "money", "must have at most two decimals"),
        ("money", r#""ten""#, "money", "must be an amount in rupees"),
        ("money", r#"{"paise": 1}"#, "money", "must be an amount in rupees"),
        ("money", "1e30", "money", "is out of range"),
        ("day", r#""31/03/2026""#, "day", "must be a date such as 2026-03-31"),
        ("day", "20260331", "day", "must be a date such as 2026-03-31"),
        ("instant", r#""2026-03-31""#, "instant", "must be a time such as 2026-03-31T09:30:00Z"),
        ("object", "[]", "object", "must not be a list"),
        ("object", r#""{}""#, "object", "must be a JSON object"),
        ("int32_value", "1.5", "int32Value", "must be a whole number"),
        ("int32Value", "2147483648", "int32Value", "is out of range"),
        ("uint32Value", "-1", "uint32Value", "is out of range"),
        ("int32Value", "true", "int32Value", "must be a number"),
        ("doubleValue", r#""NaN""#, "doubleValue", "must be a number"),
        ("doubleValue", "1e999", "doubleValue", "is out of range"),
        ("flag", "1", "flag", "must be true or false"),
        ("txtValue", "{}", "txtValue", "must not be an object"),
        ("data", r#""***""#, "data", "must be base64"),
        (
            "children",
            r#"[{}, {"chosenThing": {"money": "x"}}]"#,
            "children[1].chosenThing.money",
            "must be an amount in rupees",
        ),
        ("pagination", "5", "pagination", "must be an object"),
        ("mask", "5", "mask", "must be names of fields such as status,comments"),
        ("mask", r#"{"paths": ["a"]}"#, "mask", "must be names of fields such as status,comments"),
        ("pagination", r#"{"\ud800": 1}"#, "pagination", "is not valid Unicode text"),
        ("txtValue", r#""\ud800""#, "txtValue", "is not valid Unicode text"),
    ] {
        let wrong = echoed(sent, json).await.expect_err(json);
        assert_eq!(wrong, (field.to_owned(), message.to_owned()), "{sent} {json}");
    }
}

#[tokio::test]
async fn all_that_is_wrong_is_told_at_once_within_reason() {
    let router = edge(echo());
    let reply = call(&router, "POST", "/api/echo", r#"{"color": "BLUE", "money": "x"}"#).await;
    assert_eq!(reply.json()["fields"].as_array().unwrap().len(), 2);
    let many = format!("{{\"numbers\": [{}]}}", vec!["\"x\""; 1000].join(","));
    let reply = call(&router, "POST", "/api/echo", &many).await;
    assert_eq!(reply.json()["fields"].as_array().unwrap().len(), 50);
}

#[test]
fn absent_fields_are_written_as_clients_expect() {
    assert_eq!(
        rendered(&[]),
        concat!(
            r#"{"id":"","txtValue":"","flag":false,"int32Value":0,"int64Value":0,"uint32Value":0,"uint64Value":0,"#,
            r#""sint32Value":0,"sint64Value":0,"fixed32Value":0,"fixed64Value":0,"sfixed32Value":0,"#,
            r#""sfixed64Value":0,"floatValue":0,"doubleValue":0,"data":"","color":"","money":null,"day":null,"#,
            r#""instant":null,"object":null,"pagination":null,"maybeInt":null,"maybeFlag":null,"maybeText":"","#,
            r#""maybeColor":"","texts":[],"numbers":[],"doubles":[],"colors":[],"children":[],"amounts":[],"#,
            r#""chosenText":null,"chosenNumber":null,"chosenThing":null,"chosenMoney":null,"answered":null,"mask":null,"fixedNumbers":[]}"#
        )
    );
}

fn field(bytes: &[u8], name: &str) -> serde_json::Value {
    serde_json::from_str::<serde_json::Value>(&rendered(bytes)).unwrap()[name].clone()
}

#[test]
fn the_last_value_counts_and_messages_merge() {
    // int32Value 1, then 2
    assert_eq!(field(&[0x20, 1, 0x20, 2], "int32Value"), 2);
    // pagination {page: 3}, then {size: 4}
    assert_eq!(field(&[0xb2, 1, 2, 8, 3, 0xb2, 1, 2, 16, 4], "pagination"), json!({"page": 3, "size": 4}));
    // numbers packed and not, mixed
    assert_eq!(field(&[0xe2, 1, 2, 1, 2, 0xe0, 1, 3], "numbers"), json!([1, 2, 3]));
    // chosenNumber 5, then chosenText "a": one of them only
    let both = [0x90, 2, 5, 0x8a, 2, 1, b'a'];
    assert_eq!((field(&both, "chosenNumber"), field(&both, "chosenText")), (json!(null), json!("a")));
    // an unknown field is passed over
    assert_eq!(field(&[0xf8, 0x7f, 1, 0x20, 1], "int32Value"), 1);
    // an enum value that is not known yet
    assert_eq!(field(&[0x88, 1, 9], "color"), 9);
}

#[test]
fn odd_values_have_a_form_too() {
    let bytes = encoded(
        "Things",
        &[("double_value", Value::F64(f64::NAN)), ("float_value", Value::F32(f32::INFINITY))],
    );
    assert_eq!((field(&bytes, "doubleValue"), field(&bytes, "floatValue")), (json!(null), json!(null)));
    // object with json "[1]", and with "not json": null each
    assert_eq!(field(&[0xaa, 1, 5, 10, 3, b'[', b'1', b']'], "object"), json!(null));
    // a day of zeros
    assert_eq!(field(&[0x9a, 1, 0], "day"), json!(null));
}

#[test]
fn malformed_bytes_are_refused() {
    let mut plan = Plan::default();
    let index = plan.add(&things()).unwrap();
    for bytes in [
        &[0x20][..],                                                         // a number without its value
        &[0x0a, 5, b'x'],                                                    // a text cut short
        &[0x0a, 1, 0xff],                                                    // not UTF-8
        &[0x22, 1, 1],                                                       // bytes for a number
        &[0x00, 1],                                                          // field 0
        &[0x0b],                                                             // a group
        &[0x20, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], // an endless number
    ] {
        assert!(render::message(&plan, index, bytes, &mut Vec::new()).is_err(), "{bytes:?}");
    }
}

#[test]
fn a_message_that_never_ends_is_refused() {
    let mut bytes = Vec::new();
    for _ in 0..200 {
        let mut outer = vec![0xfa, 1];
        prost::encoding::encode_varint(bytes.len() as u64, &mut outer);
        outer.extend(bytes);
        bytes = outer;
    }
    let mut plan = Plan::default();
    let index = plan.add(&things()).unwrap();
    assert!(render::message(&plan, index, &bytes, &mut Vec::new()).is_err());
}

#[tokio::test]
async fn the_path_has_the_last_word_and_the_query_fills_the_rest() {
    let router = edge(core(|mut incoming| async move {
        let name = if incoming.path.ends_with("Replace") { "Replacement" } else { "Things" };
        let message = DynamicMessage::decode(descriptor(name), incoming.message().await?).unwrap();
        let text = match name {
            "Replacement" => {
                let thing = message.get_field_by_name("thing").unwrap().into_owned();
                let thing_id = thing.as_message().unwrap().get_field_by_name("id").unwrap().into_owned();
                format!(
                    "{} {}",
                    message.get_field_by_name("id").unwrap().as_str().unwrap(),
                    thing_id.as_str().unwrap()
                )
            }
            _ => return Ok(reply(message.encode_to_vec())),
        };
        Ok(reply(encoded("Things", &[("text_value", Value::String(text))])))
    }));
    let replaced = call(&router, "PUT", "/api/things/a%20b?thing.id=q", r#"{"id": "body"}"#).await;
    assert_eq!(replaced.json()["txtValue"], "a b body");
    let empty = call(&router, "PUT", "/api/things/7", "").await;
    assert_eq!(empty.json()["txtValue"], "7 ");

    let query = "id=q&texts=a&texts=b+c&pagination.size=x&pagination.page=3&money=12.5&day=2026-03-31&mask=a,b&mask=c&color=RED&flag=true&nothing=1&int32Value=";
    let found = call(&router, "GET", &format!("/api/things/p?{query}"), "").await.json();
    assert_eq!(found["id"], "p");
    assert_eq!(found["texts"], json!(["a", "b c"]));
    assert_eq!(found["pagination"], json!({"page": 3, "size": 0}));
    assert_eq!(found["mask"], "a,b,c");
    assert_eq!(
        (&found["money"], &found["day"], &found["color"]),
        (&json!(12.5), &json!("2026-03-31"), &json!("RED"))
    );
    let wrong = call(&router, "GET", "/api/things/p?pagination.page=1&money=x", "").await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["fields"][0]["field"]), (400, &json!("money")));
}

#[tokio::test]
async fn bare_arrays_are_bodies_and_answers() {
    let router = edge(echo());
    let reply = call(&router, "POST", "/api/bulk/r1", r#"[{"weight": "2"}, {"role_id": 5}]"#).await;
    assert_eq!(reply.text(), r#"[{"roleId":"","weight":2},{"roleId":"5","weight":0}]"#);
    assert_eq!(call(&router, "POST", "/api/bulk/r1", "").await.text(), "[]");
    assert_eq!(call(&router, "POST", "/api/bulk/r1", "{}").await.status, 400);
    let wrong = call(&router, "POST", "/api/bulk/r1", r#"[{}, {"weight": "x"}]"#).await;
    assert_eq!(wrong.json()["fields"][0]["field"], "[1].weight");
}

#[tokio::test]
async fn files_are_answered_as_themselves() {
    let file = nested(
        "FileContent",
        &[
            ("file_name", Value::String("निविदा.csv".into())),
            ("content_type", Value::String("text/csv".into())),
            ("data", Value::Bytes("a,b".into())),
        ],
    );
    let download = encoded("Download", &[("file", file)]);
    let router = edge(core(move |_| {
        let download = download.clone();
        async { Ok(reply(download)) }
    }));
    let answer = call(&router, "GET", "/api/download", "").await;
    assert_eq!((answer.status.as_u16(), answer.text()), (200, "a,b"));
    assert_eq!(answer.header("content-type"), "text/csv");
    assert!(
        answer
            .header("content-disposition")
            .starts_with("attachment; filename=\"______.csv\"; filename*=UTF-8''%E0%A4")
    );
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    let none = call(&edge(core(|_| async { Ok(reply("")) })), "GET", "/api/download", "").await;
    assert_eq!(none.text(), "null");
}
