//! What holds for every message and every input.

use proptest::{prelude::*, sample::select};
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::value::RawValue;

use super::pool;
use crate::{
    dialect::{Special, bind::Binder},
    response::{
        plan::{MessageIndex, Plan},
        render,
    },
    violation::Violation,
};

/// Every message that may be on the wire: ours, and those of the test.
fn messages() -> Vec<MessageDescriptor> {
    let ours = nirmaan_api::descriptors::pool().all_messages();
    ours.filter(|message| message.full_name().starts_with("nirmaan."))
        .chain(pool().all_messages().filter(|message| message.full_name().starts_with("edge.")))
        .filter(|message| !message.is_map_entry() && !message.fields().any(|field| field.is_map()))
        .collect()
}

/// By name: a failing case is printed, and a descriptor that holds itself would never end.
fn any_message() -> impl Strategy<Value = String> {
    select(messages().iter().map(|message| message.full_name().to_owned()).collect::<Vec<_>>())
}

fn named(name: &str) -> MessageDescriptor {
    messages().into_iter().find(|message| message.full_name() == name).unwrap()
}

fn bind(message: &MessageDescriptor, json: &str) -> Result<DynamicMessage, Vec<Violation>> {
    let mut bound = DynamicMessage::new(message.clone());
    let mut binder = Binder::new(&[]);
    let raw: &RawValue = serde_json::from_str(json).unwrap();
    binder.body(&mut bound, raw);
    let violations = binder.violations();
    if violations.is_empty() { Ok(bound) } else { Err(violations) }
}

fn render(message: &MessageDescriptor, bytes: &[u8]) -> Option<String> {
    let (plan, index) = plan(message);
    let mut out = Vec::new();
    render::message(&plan, index, bytes, &mut out).ok()?;
    Some(String::from_utf8(out).unwrap())
}

fn plan(message: &MessageDescriptor) -> (Plan, MessageIndex) {
    let mut plan = Plan::default();
    let index = plan.add(message).unwrap();
    (plan, index)
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

/// JSON as a client may write it for a value of a field.
fn value(field: &FieldDescriptor, depth: u32) -> BoxedStrategy<String> {
    let absent = prop_oneof![Just("null".to_owned()), Just("\"\"".to_owned())];
    let given = match field.kind() {
        Kind::String => {
            prop_oneof![".{0,8}".prop_map(|text| quoted(&text)), any::<i32>().prop_map(|n| n.to_string())]
                .boxed()
        }
        Kind::Bool => any::<bool>().prop_map(|flag| flag.to_string()).boxed(),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => number(any::<i32>()),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => number(any::<i64>()),
        Kind::Uint32 | Kind::Fixed32 => number(any::<u32>()),
        Kind::Uint64 | Kind::Fixed64 => number(any::<u64>()),
        Kind::Float => number(any::<f32>().prop_filter("finite", |value| value.is_finite())),
        Kind::Double => number(any::<f64>().prop_filter("finite", |value| value.is_finite())),
        Kind::Bytes => proptest::collection::vec(any::<u8>(), 0..8)
            .prop_map(|bytes| {
                use base64::Engine;
                quoted(&base64::engine::general_purpose::STANDARD.encode(bytes))
            })
            .boxed(),
        Kind::Enum(values) => {
            // The zero value has no name that a client may write.
            let names = values.values().filter(|value| value.number() != 0);
            let names: Vec<String> = names.map(|value| quoted(value.name())).collect();
            select(names).boxed()
        }
        Kind::Message(message) => match Special::of(&message) {
            Some(Special::Money) => number(any::<i64>().prop_map(|paise| {
                let sign = if paise < 0 { "-" } else { "" };
                format!("{sign}{}.{:02}", paise.unsigned_abs() / 100, paise.unsigned_abs() % 100)
            })),
            Some(Special::Day) => (1..=9999, 1..=12, 1..=28)
                .prop_map(|(year, month, day)| format!("\"{year:04}-{month:02}-{day:02}\""))
                .boxed(),
            Some(Special::Instant) => (0..2_000_000_000_i64, 0..1_000_000_000_u32)
                .prop_map(|(seconds, nanos)| {
                    let instant = chrono::DateTime::from_timestamp(seconds, nanos).unwrap();
                    quoted(&instant.to_rfc3339())
                })
                .boxed(),
            Some(Special::Object) => (".{0,8}", any::<f64>())
                .prop_map(|(text, number)| serde_json::json!({text: [number, {}]}).to_string())
                .boxed(),
            Some(Special::Mask) => proptest::collection::vec("[a-z_]{1,8}", 1..3)
                .prop_map(|paths| quoted(&paths.join(",")))
                .boxed(),
            Some(Special::Pagination) | None if depth > 0 => object(&message, depth - 1),
            Some(Special::Pagination) | None => Just("{}".to_owned()).boxed(),
        },
    };
    prop_oneof![1 => absent, 6 => given].boxed()
}

fn number(values: impl Strategy<Value = impl ToString + std::fmt::Debug> + 'static) -> BoxedStrategy<String> {
    (values, any::<bool>())
        .prop_map(|(value, is_text)| if is_text { quoted(&value.to_string()) } else { value.to_string() })
        .boxed()
}

fn object(message: &MessageDescriptor, depth: u32) -> BoxedStrategy<String> {
    let members: Vec<_> = message
        .fields()
        .map(|field| {
            let names = select(vec![field.json_name().to_owned(), field.name().to_owned()]);
            let single = value(&field, depth);
            let json = if field.is_list() {
                prop_oneof![
                    1 => single.clone(),
                    3 => proptest::collection::vec(single, 0..3).prop_map(|values| format!("[{}]", values.join(",")))
                ]
                .boxed()
            } else {
                single
            };
            proptest::option::of((names, json))
        })
        .collect();
    members
        .prop_map(|members| {
            let members: Vec<String> = members
                .into_iter()
                .flatten()
                .map(|(name, json)| format!("{}: {json}", quoted(&name)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        })
        .boxed()
}

/// JSON that fits nothing in particular, but uses the message's names.
fn nonsense(message: &MessageDescriptor) -> BoxedStrategy<String> {
    let mut names: Vec<String> = message.fields().map(|field| field.json_name().to_owned()).collect();
    names.push("other".to_owned());
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|flag| flag.to_string()),
        any::<f64>().prop_filter("finite", |value| value.is_finite()).prop_map(|value| format!("{value:e}")),
        ".{0,6}".prop_map(|text| quoted(&text)),
    ];
    let inner_names = names.clone();
    let inner = leaf.prop_recursive(3, 16, 4, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4)
                .prop_map(|values| format!("[{}]", values.join(","))),
            proptest::collection::vec((select(inner_names.clone()), inner), 0..4).prop_map(members),
        ]
    });
    proptest::collection::vec((select(names), inner), 0..6).prop_map(members).boxed()
}

fn members(members: Vec<(String, String)>) -> String {
    let members: Vec<String> =
        members.iter().map(|(name, json)| format!("{}:{json}", quoted(name))).collect();
    format!("{{{}}}", members.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_message_survives_json_proto_json((name, json) in any_message().prop_flat_map(|name| {
        let json = object(&named(&name), 2);
        (Just(name), json)
    })) {
        let message = named(&name);
        let first = bind(&message, &json).unwrap();
        let written = render(&message, &first.encode_to_vec()).unwrap();
        let second = bind(&message, &written).unwrap();
        let again = render(&message, &second.encode_to_vec()).unwrap();
        prop_assert_eq!(written, again);
    }

    #[test]
    fn nonsense_is_bound_or_complained_about((name, json) in any_message().prop_flat_map(|name| {
        let json = nonsense(&named(&name));
        (Just(name), json)
    })) {
        let message = named(&name);
        if let Ok(bound) = bind(&message, &json) {
            let written = render(&message, &bound.encode_to_vec()).unwrap();
            prop_assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok());
        }
    }

    #[test]
    fn bytes_never_panic_and_never_make_broken_json(
        name in any_message(),
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let message = named(&name);
        if let Some(written) = render(&message, &bytes) {
            prop_assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok(), "{}", written);
        }
    }

    /// Whatever order and repetition the values come in, the answer is that of the message they mean.
    #[test]
    fn shuffled_fields_mean_what_protobuf_says(
        parts in proptest::collection::vec(object(&super::things(), 1), 1..4),
        damage in proptest::option::of((any::<prop::sample::Index>(), any::<u8>())),
    ) {
        let message = super::things();
        let mut bytes = Vec::new();
        for json in &parts {
            bytes.extend(bind(&message, json).unwrap().encode_to_vec());
        }
        if let (Some((at, byte)), false) = (damage, bytes.is_empty()) {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let written = render(&message, &bytes);
        if let (Ok(known), Some(written)) = (DynamicMessage::decode(message.clone(), bytes.as_slice()), written) {
            prop_assert_eq!(written, render(&message, &known.encode_to_vec()).unwrap());
        }
    }
}
