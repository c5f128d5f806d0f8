//! What a request asked for, in words that a person reads in the trail.

use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, ReflectMessage, Value};

use crate::method;

/// What says which page, not which rows.
const OF_PAGES: [&str; 2] = ["nirmaan.type.v1.Pagination", "nirmaan.type.v1.Sort"];

/// The fields of a message that a request has as its field, from the message's bytes: by their names, those of messages
/// within it behind a dot, and their values. Without those that aren't set, and without page and order.
pub fn told(path: &str, field: &str, bytes: &[u8]) -> Vec<(String, String)> {
    let request = method::find(path).map(|method| method.descriptor.input());
    let field = request.and_then(|request| request.get_field_by_name(field));
    let Some(Kind::Message(message)) = field.map(|field| field.kind()) else { return Vec::new() };
    let mut told = Vec::new();
    if let Ok(message) = DynamicMessage::decode(message, bytes) {
        tell(&message, "", &mut told);
    }
    told
}

fn tell(message: &DynamicMessage, within: &str, told: &mut Vec<(String, String)>) {
    for (field, value) in message.fields() {
        let name = format!("{within}{}", field.name());
        match value {
            Value::Message(inner) if OF_PAGES.contains(&inner.descriptor().full_name()) => {}
            Value::Message(inner) => tell(inner, &format!("{name}."), told),
            Value::List(values) => {
                let values: Vec<_> = values.iter().map(|value| text(&field, value)).collect();
                told.push((name, values.join(", ")));
            }
            value => told.push((name, text(&field, value))),
        }
    }
}

fn text(field: &FieldDescriptor, value: &Value) -> String {
    match (value, field.kind()) {
        (Value::String(text), _) => text.clone(),
        (Value::EnumNumber(number), Kind::Enum(list)) => {
            list.get_value(*number).map_or_else(|| number.to_string(), |value| value.name().to_owned())
        }
        (value, _) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::{
        contracts::{FilterContractsRequest, contract::Status},
        types::{DateRange, Pagination},
    };

    #[test]
    fn a_filter_is_told_by_its_fields_without_pages() {
        let filter = FilterContractsRequest {
            contract_name: "Ring road".to_owned(),
            status: vec![Status::Draft.into(), Status::Awarded.into()],
            date_range: Some(DateRange { from: "2026-04-01".to_owned(), to: String::new() }),
            pagination: Some(Pagination { page: 3, size: Some(10) }),
            ..FilterContractsRequest::default()
        };
        let path = "/nirmaan.contracts.v1.ContractService/ExportContracts";
        let mut told = told(path, "filter", &filter.encode_to_vec());
        told.sort();
        let expected =
            [("contract_name", "Ring road"), ("date_range.from", "2026-04-01"), ("status", "DRAFT, AWARDED")];
        assert_eq!(told, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn of_what_is_unknown_nothing_is_told() {
        assert!(told("/no.Such/Call", "filter", &[]).is_empty());
        assert!(told("/nirmaan.contracts.v1.ContractService/ExportContracts", "format", &[]).is_empty());
    }
}
