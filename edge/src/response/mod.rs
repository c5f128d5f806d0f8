//! Answers: wire bytes to JSON by a plan compiled once, or a file as itself.

pub(crate) mod file;
pub(crate) mod plan;
pub(crate) mod render;
pub(crate) mod wire;

use axum::response::Response;
use bytes::Bytes;
use prost_reflect::{Kind, MessageDescriptor};

use self::{
    file::{FileNumbers, PartNumbers},
    plan::{MessageIndex, Plan},
    wire::Malformed,
};
use crate::{dialect, json::json, plan_error::PlanError};

/// Which part of a reply is the answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Answer {
    /// The reply itself.
    Whole(MessageIndex),
    /// One field of it, by its place.
    Field(MessageIndex, usize),
    /// The file in it.
    File(MessageIndex, usize, FileNumbers),
    /// The file of which each reply is a part.
    Parts(MessageIndex, usize, PartNumbers),
}

impl Answer {
    /// The answer that a binding names; an empty name is the reply itself.
    pub(crate) fn of(plan: &mut Plan, output: &MessageDescriptor, name: &str) -> Result<Self, PlanError> {
        let index = plan.add(output)?;
        if name.is_empty() {
            return Ok(Self::Whole(index));
        }
        let unknown = || PlanError::UnknownField(format!("{}.{name}", output.full_name()));
        let field = output.get_field_by_name(name).ok_or_else(unknown)?;
        let place = plan.place(index, field.number()).ok_or_else(unknown)?;
        match field.kind() {
            Kind::Message(message) if !field.is_list() && dialect::is_file(&message) => {
                let numbers = FileNumbers::of(field.number(), &message).ok_or_else(unknown)?;
                Ok(Self::File(index, place, numbers))
            }
            Kind::Message(message) if !field.is_list() && dialect::is_file_part(&message) => {
                let numbers = PartNumbers::of(field.number(), &message).ok_or_else(unknown)?;
                Ok(Self::Parts(index, place, numbers))
            }
            _ => Ok(Self::Field(index, place)),
        }
    }

    /// The reply as a line of a stream: always the whole of it.
    pub(crate) fn line(self, plan: &Plan, reply: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        let (Self::Whole(index) | Self::Field(index, _) | Self::File(index, ..) | Self::Parts(index, ..)) =
            self;
        render::message(plan, index, reply, out)
    }

    /// The reply as a whole answer.
    pub(crate) fn respond(self, plan: &Plan, reply: &Bytes) -> Result<Response, Malformed> {
        if let Self::File(_, _, numbers) = self
            && let Some(response) = numbers.answer(reply)?
        {
            return Ok(response);
        }
        // A list of entities is about three times as long in JSON, for its names.
        let mut out = Vec::with_capacity(reply.len() * 3 + 256);
        match self {
            Self::Whole(index) => render::message(plan, index, reply, &mut out)?,
            Self::Field(index, place) | Self::File(index, place, _) | Self::Parts(index, place, _) => {
                render::field(plan, index, place, reply, &mut out)?;
            }
        }
        Ok(json(out))
    }
}
