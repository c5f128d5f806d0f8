//! Files answered as themselves.

use std::borrow::Cow;

use axum::{body::Body, response::Response};
use bytes::Bytes;
use http::{HeaderValue, header};
use prost_reflect::MessageDescriptor;

use super::wire::{self, Malformed};
use crate::disposition;

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

        let disposition = HeaderValue::from_str(&disposition::attachment(name)).map_err(|_| Malformed)?;
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
