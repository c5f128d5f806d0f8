//! A stream of parts answered as the file they make.

use std::{io, sync::Arc};

use axum::{body::Body, response::Response};
use bytes::Bytes;
use futures_util::stream;

use crate::{
    call::{Broken, Call},
    response::file::PartNumbers,
    target::Target,
};

const MALFORMED: &str = "a malformed part of a file";

/// The file as it comes. What goes wrong before its first part is an answer of its own; what goes wrong later breaks
/// the connection off, so that nobody takes what there is for the whole.
pub(crate) async fn answer(
    mut call: Call,
    numbers: PartNumbers,
    target: Arc<Target>,
    request_id: String,
) -> Result<Response, Broken> {
    let first = call.next().await?;
    let parts = Parts { call, numbers, target: target.clone(), request_id: request_id.clone() };
    let chunks = stream::try_unfold(parts, |mut parts| async {
        Ok::<_, io::Error>(parts.next().await?.map(|chunk| (chunk, parts)))
    });
    // A stream without parts is no file.
    numbers
        .open(&first.unwrap_or_default(), Body::from_stream(chunks))
        .map_err(|_| Broken::Reply(target.fault(MALFORMED, &request_id)))
}

/// The parts that are still to come.
struct Parts {
    call: Call,
    numbers: PartNumbers,
    target: Arc<Target>,
    request_id: String,
}

impl Parts {
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        let cut_off = || io::Error::from(io::ErrorKind::UnexpectedEof);
        // The core has logged what went wrong with it.
        let Some(reply) = self.call.next().await.map_err(|_| cut_off())? else { return Ok(None) };
        let chunk = self.numbers.chunk(&reply).map_err(|_| {
            self.target.fault(MALFORMED, &self.request_id);
            cut_off()
        })?;
        Ok(Some(chunk))
    }
}
