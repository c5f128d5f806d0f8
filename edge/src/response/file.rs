//! Files answered as themselves.

use std::borrow::Cow;

use axum::{body::Body, response::Response};
use bytes::Bytes;
use http::{HeaderValue, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use prost_reflect::MessageDescriptor;

use super::wire::{self, Malformed};

/// All that RFC 8187 wants encoded; its attr-char set stays.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// Where a file's parts are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileNumbers {
    file: u32,
    name: u32,
    content_type: u32,
    data: u32,
}

impl FileNumbers {
    /// The numbers of a file in field `file`; `None` where the message lacks a part.
    pub(crate) fn of(file: u32, message: &MessageDescriptor) -> Option<Self> {
        let number = |name| message.get_field_by_name(name).map(|field| field.number());
        Some(Self {
            file,
            name: number("file_name")?,
            content_type: number("content_type")?,
            data: number("data")?,
        })
    }

    /// The file as an answer; `None` where there is none.
    pub(crate) fn answer(self, reply: &Bytes) -> Result<Option<Response>, Malformed> {
        let Some(file) = wire::merged(reply, self.file)? else {
            return Ok(None);
        };
        let name = std::str::from_utf8(wire::last_bytes(&file, self.name)?).map_err(|_| Malformed)?;
        let content_type = HeaderValue::from_bytes(wire::last_bytes(&file, self.content_type)?).ok();
        let data = wire::last_bytes(&file, self.data)?;
        let data = match &file {
            // A large file is not copied.
            Cow::Borrowed(_) if !data.is_empty() => reply.slice_ref(data),
            _ => Bytes::copy_from_slice(data),
        };

        let disposition = HeaderValue::from_str(&disposition(name)).map_err(|_| Malformed)?;
        let mut response = Response::new(Body::from(data));
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            content_type
                .filter(|value| !value.is_empty())
                .unwrap_or(HeaderValue::from_static("application/octet-stream")),
        );
        headers.insert(header::CONTENT_DISPOSITION, disposition);
        headers
            .insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
        Ok(Some(response))
    }
}

/// An attachment's header by RFC 6266: plain ASCII for old readers, the name itself for all others.
fn disposition(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).unwrap_or("download");
    let plain: String = name
        .chars()
        .map(|letter| match letter {
            ' '..='~' if !matches!(letter, '"' | '\\' | '%') => letter,
            _ => '_',
        })
        .collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{}", utf8_percent_encode(name, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_a_header() {
        assert_eq!(
            disposition("bids 2026.xlsx"),
            "attachment; filename=\"bids 2026.xlsx\"; filename*=UTF-8''bids%202026.xlsx"
        );
        assert_eq!(
            disposition("../निविदा\"\r\n.csv"),
            "attachment; filename=\"_________.csv\"; \
             filename*=UTF-8''%E0%A4%A8%E0%A4%BF%E0%A4%B5%E0%A4%BF%E0%A4%A6%E0%A4%BE%22%0D%0A.csv"
        );
        assert!(disposition("").contains("filename=\"download\""));
    }
}
