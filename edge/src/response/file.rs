//! Files answered as themselves.

use std::borrow::Cow;

use axum::{body::Body, response::Response};
use bytes::Bytes;
use http::{HeaderValue, header};
use prost_reflect::{Kind, MessageDescriptor};

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
        let name = wire::last_bytes(&file, self.name)?;
        let content_type = wire::last_bytes(&file, self.content_type)?;
        let data = wire::last_bytes(&file, self.data)?;
        let data = match &file {
            // A large file is not copied.
            Cow::Borrowed(_) if !data.is_empty() => reply.slice_ref(data),
            _ => Bytes::copy_from_slice(data),
        };
        attachment(name, content_type, Body::from(data)).map(Some)
    }
}

/// Where the parts of a file are that comes as a stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartNumbers {
    part: u32,
    start: u32,
    name: u32,
    content_type: u32,
    chunk: u32,
}

impl PartNumbers {
    /// The numbers of a part in field `part`; `None` where the message lacks one.
    pub(crate) fn of(part: u32, message: &MessageDescriptor) -> Option<Self> {
        let start = message.get_field_by_name("file_start")?;
        let Kind::Message(opening) = start.kind() else { return None };
        Some(Self {
            part,
            start: start.number(),
            name: opening.get_field_by_name("file_name")?.number(),
            content_type: opening.get_field_by_name("content_type")?.number(),
            chunk: message.get_field_by_name("chunk")?.number(),
        })
    }

    /// The answer that the first part opens, over the bytes that follow.
    pub(crate) fn open(self, reply: &[u8], body: Body) -> Result<Response, Malformed> {
        let part = wire::merged(reply, self.part)?.ok_or(Malformed)?;
        let start = wire::merged(&part, self.start)?.ok_or(Malformed)?;
        attachment(wire::last_bytes(&start, self.name)?, wire::last_bytes(&start, self.content_type)?, body)
    }

    /// The bytes of a part that follows.
    pub(crate) fn chunk(self, reply: &Bytes) -> Result<Bytes, Malformed> {
        let part = wire::merged(reply, self.part)?.ok_or(Malformed)?;
        // A second file would end up within the first.
        if wire::merged(&part, self.start)?.is_some() {
            return Err(Malformed);
        }
        let chunk = wire::last_bytes(&part, self.chunk)?;
        Ok(match &part {
            Cow::Borrowed(_) if !chunk.is_empty() => reply.slice_ref(chunk),
            _ => Bytes::copy_from_slice(chunk),
        })
    }
}

/// A file to be saved.
fn attachment(name: &[u8], content_type: &[u8], data: Body) -> Result<Response, Malformed> {
    let name = std::str::from_utf8(name).map_err(|_| Malformed)?;
    let disposition = HeaderValue::from_str(&disposition::attachment(name)).map_err(|_| Malformed)?;
    let content_type = HeaderValue::from_bytes(content_type).ok().filter(|value| !value.is_empty());
    let mut response = Response::new(data);
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        content_type.unwrap_or(HeaderValue::from_static("application/octet-stream")),
    );
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    Ok(response)
}
