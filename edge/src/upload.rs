//! Multipart forms as streams of messages, as they come: nothing is held but the chunk at hand.

use std::{future::Future, pin::Pin};

use axum::extract::{
    FromRequest, Multipart, Request,
    multipart::{Field, MultipartError, MultipartRejection},
};
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, stream};
use http::StatusCode;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};
use tokio::sync::mpsc;
use tonic::Status;

use crate::error::Failure;

/// The largest piece of a file in one message.
const CHUNK: usize = 64 * 1024;

/// The largest value of a form field that is no file.
const LARGEST_FIELD: usize = 64 * 1024;

/// How the messages of an upload are made.
#[derive(Debug, Clone)]
pub(crate) struct UploadForm {
    request: MessageDescriptor,
    /// Opens a file; a message with `file_name`, `content_type` and perhaps `field`.
    start: FieldDescriptor,
    /// The file's next bytes.
    chunk: u32,
    /// A form field that is no file; a message with `name` and `value`.
    field: Option<FieldDescriptor>,
}

/// What the pump hands over.
enum Part {
    Message(Bytes),
    /// The form was read to its end. Without this the core must not take what it has for the whole.
    End,
}

/// Reads the form and sends it on; ends well when the form does, or when the core has heard enough.
pub(crate) type Pump = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send>>;

impl UploadForm {
    /// The form of a request message; `None` where it is no upload.
    pub(crate) fn of(request: &MessageDescriptor) -> Option<Self> {
        let start = request.get_field_by_name("file_start")?;
        let chunk = request.get_field_by_name("chunk").filter(|chunk| chunk.kind() == Kind::Bytes)?;
        let has = |field: &FieldDescriptor, names: &[&str]| match field.kind() {
            Kind::Message(message) => names.iter().all(|name| message.get_field_by_name(name).is_some()),
            _ => false,
        };
        let field = request.get_field_by_name("field").filter(|field| has(field, &["name", "value"]));
        has(&start, &["file_name"]).then(|| Self {
            request: request.clone(),
            start,
            chunk: chunk.number(),
            field,
        })
    }

    /// Begins to read a form. The messages come only as fast as they are taken.
    pub(crate) async fn open(
        &self,
        mut request: Request,
        limit: usize,
    ) -> Result<(Pump, impl Stream<Item = Result<Bytes, Status>> + Send + use<>), Failure> {
        axum::extract::DefaultBodyLimit::max(limit).apply(&mut request);
        let form = Multipart::from_request(request, &()).await.map_err(|rejection| match rejection {
            MultipartRejection::InvalidBoundary(_) => {
                Failure::unsupported_media_type("The body must be multipart/form-data.")
            }
            _ => Failure::malformed("The form has no boundary."),
        })?;
        let (sender, receiver) = mpsc::channel(2);
        let pump = Box::pin(self.clone().pump(form, limit, sender));
        let messages = stream::unfold(Some(receiver), |receiver| async {
            let mut receiver: mpsc::Receiver<Part> = receiver?;
            match receiver.recv().await {
                Some(Part::Message(message)) => Some((Ok(message), Some(receiver))),
                Some(Part::End) => None,
                // Not CANCELLED: tonic's server takes that for the end of the stream.
                None => Some((Err(Status::data_loss("The upload broke off.")), None)),
            }
        });
        Ok((pump, messages))
    }

    async fn pump(self, mut form: Multipart, limit: usize, parts: mpsc::Sender<Part>) -> Result<(), Failure> {
        let broken = |error: MultipartError| broken(&error, limit);
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let is_open = if field.file_name().is_some() {
                self.pump_file(field, &parts).await.map_err(broken)?
            } else {
                self.pump_field(field, limit, &parts).await?
            };
            if !is_open {
                return Ok(());
            }
        }
        // Nobody listening means that the core has answered already.
        let _ = parts.send(Part::End).await;
        Ok(())
    }

    /// Sends a file on; false when the core doesn't listen any more.
    async fn pump_file(
        &self,
        mut file: Field<'_>,
        parts: &mpsc::Sender<Part>,
    ) -> Result<bool, MultipartError> {
        let start = self.message(
            &self.start,
            &[
                ("file_name", file.file_name().unwrap_or_default()),
                ("content_type", file.content_type().unwrap_or_default()),
                ("field", file.name().unwrap_or_default()),
            ],
        );
        if parts.send(Part::Message(start)).await.is_err() {
            return Ok(false);
        }
        while let Some(mut bytes) = file.chunk().await? {
            while !bytes.is_empty() {
                let piece = bytes.split_to(bytes.len().min(CHUNK));
                let mut message = BytesMut::with_capacity(piece.len() + 16);
                prost::encoding::bytes::encode(self.chunk, &piece, &mut message);
                if parts.send(Part::Message(message.freeze())).await.is_err() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    async fn pump_field(
        &self,
        mut field: Field<'_>,
        limit: usize,
        parts: &mpsc::Sender<Part>,
    ) -> Result<bool, Failure> {
        let name = field.name().unwrap_or_default().to_owned();
        let mut value = Vec::new();
        while let Some(bytes) = field.chunk().await.map_err(|error| broken(&error, limit))? {
            if value.len() + bytes.len() > LARGEST_FIELD {
                return Err(Failure::too_large(LARGEST_FIELD));
            }
            value.extend_from_slice(&bytes);
        }
        let Some(descriptor) = &self.field else {
            return Ok(true);
        };
        let value = String::from_utf8(value)
            .map_err(|_| Failure::malformed("The form has a field that is no text."))?;
        let message = self.message(descriptor, &[("name", &name), ("value", &value)]);
        Ok(parts.send(Part::Message(message)).await.is_ok())
    }

    /// A request whose `field` holds these texts.
    fn message(&self, field: &FieldDescriptor, texts: &[(&str, &str)]) -> Bytes {
        use prost::Message;
        let mut request = DynamicMessage::new(self.request.clone());
        if let Kind::Message(descriptor) = field.kind() {
            let mut inner = DynamicMessage::new(descriptor);
            for (name, text) in texts {
                // A part that the message has no place for is not for the core.
                let _ = inner.try_set_field_by_name(name, Value::String((*text).to_owned()));
            }
            request.set_field(field, Value::Message(inner));
        }
        request.encode_to_vec().into()
    }
}

fn broken(error: &MultipartError, limit: usize) -> Failure {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Failure::too_large(limit)
    } else {
        Failure::malformed("The form is incomplete or malformed.")
    }
}
