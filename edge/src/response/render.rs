//! Wire bytes to JSON by a plan, without building the message in between.

use std::borrow::Cow;

use base64::Engine;

use super::{
    plan::{FieldKind, FieldPlan, MOST_FIELDS, MessageIndex, Plan},
    wire::{self, Malformed, Wire},
};
use crate::dialect::{Special, calendar, decimal, object};

/// Messages that hold themselves end somewhere; bytes made to harm don't.
const DEEPEST: usize = 100;

/// Marks the end of a list of entries.
const NONE: u32 = u32::MAX;

/// Writes a message as a JSON object.
pub(crate) fn message(
    plan: &Plan,
    index: MessageIndex,
    bytes: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), Malformed> {
    Renderer { plan, entries: Vec::new(), depth: 0 }.message(index, bytes, out)
}

/// Writes one field of a message.
pub(crate) fn field(
    plan: &Plan,
    index: MessageIndex,
    place: usize,
    bytes: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), Malformed> {
    Renderer { plan, entries: Vec::new(), depth: 0 }.one_field(index, place, bytes, out)
}

struct Renderer<'p, 'b> {
    plan: &'p Plan,
    /// The values of all messages that are being written; each message takes its own off again.
    entries: Vec<Entry<'b>>,
    depth: usize,
}

#[derive(Clone, Copy)]
struct Entry<'b> {
    value: Wire<'b>,
    /// The next value of the same field.
    next: u32,
}

/// The first and the last value of a field.
#[derive(Clone, Copy)]
struct Slot {
    first: u32,
    last: u32,
}

const EMPTY: Slot = Slot { first: NONE, last: NONE };

type Slots = [Slot; MOST_FIELDS];

impl<'b> Renderer<'_, 'b> {
    fn message(&mut self, index: MessageIndex, bytes: &'b [u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        let plan = self.plan;
        let fields = plan.messages.get(index).map(|message| message.fields.as_slice()).ok_or(Malformed)?;
        let start = self.entries.len();
        let slots = self.collect(index, bytes)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Malformed);
        }
        out.push(b'{');
        for (position, (field, slot)) in fields.iter().zip(&slots).enumerate() {
            if position > 0 {
                out.push(b',');
            }
            out.extend_from_slice(&field.key);
            self.value(field, *slot, out)?;
        }
        out.push(b'}');
        self.depth -= 1;
        self.entries.truncate(start);
        Ok(())
    }

    fn one_field(
        &mut self,
        index: MessageIndex,
        place: usize,
        bytes: &'b [u8],
        out: &mut Vec<u8>,
    ) -> Result<(), Malformed> {
        let plan = self.plan;
        let field =
            plan.messages.get(index).and_then(|message| message.fields.get(place)).ok_or(Malformed)?;
        let slots = self.collect(index, bytes)?;
        self.value(field, slots.get(place).copied().unwrap_or(EMPTY), out)
    }

    /// Sorts the values of a message by field.
    fn collect(&mut self, index: MessageIndex, mut bytes: &'b [u8]) -> Result<Slots, Malformed> {
        let message = self.plan.messages.get(index).ok_or(Malformed)?;
        let mut slots = [EMPTY; MOST_FIELDS];
        while let Some((number, value)) = wire::next(&mut bytes)? {
            // Unknown fields are passed over, as protobuf has it.
            let Some(place) = message.place(number) else { continue };
            let siblings = message.fields.get(place).and_then(|field| message.oneofs.get(field.oneof?));
            for sibling in siblings.into_iter().flatten().filter(|sibling| **sibling != place) {
                if let Some(slot) = slots.get_mut(*sibling) {
                    *slot = EMPTY;
                }
            }
            let entry = u32::try_from(self.entries.len()).map_err(|_| Malformed)?;
            self.entries.push(Entry { value, next: NONE });
            let slot = slots.get_mut(place).ok_or(Malformed)?;
            if slot.first == NONE {
                slot.first = entry;
            } else if let Some(last) = self.entries.get_mut(slot.last as usize) {
                last.next = entry;
            }
            slot.last = entry;
        }
        Ok(slots)
    }

    fn entry(&self, index: u32) -> Option<Entry<'b>> {
        // No list is as long as the mark of its end, so the mark finds nothing.
        self.entries.get(index as usize).copied()
    }

    fn value(&mut self, field: &FieldPlan, slot: Slot, out: &mut Vec<u8>) -> Result<(), Malformed> {
        if field.is_repeated {
            return self.list(field, slot, out);
        }
        let Some(last) = self.entry(slot.last) else {
            out.extend_from_slice(field.absent);
            return Ok(());
        };
        match (field.kind, last.value) {
            (FieldKind::Message(index), Wire::Bytes(bytes)) => match self.merged(slot, bytes) {
                Cow::Borrowed(bytes) => self.message(index, bytes, out),
                Cow::Owned(bytes) => Renderer { plan: self.plan, entries: Vec::new(), depth: self.depth }
                    .message(index, &bytes, out),
            },
            (FieldKind::Special(special), Wire::Bytes(bytes)) => {
                write_special(special, &self.merged(slot, bytes), out)
            }
            (kind, value) => self.element(kind, value, out),
        }
    }

    /// A message that was sent in pieces is their sum: joined encodings are the merged message.
    fn merged(&self, slot: Slot, last: &'b [u8]) -> Cow<'b, [u8]> {
        if slot.first == slot.last {
            return Cow::Borrowed(last);
        }
        let mut joined = Vec::new();
        let mut next = self.entry(slot.first);
        while let Some(entry) = next {
            if let Wire::Bytes(bytes) = entry.value {
                joined.extend_from_slice(bytes);
            }
            next = self.entry(entry.next);
        }
        Cow::Owned(joined)
    }

    fn list(&mut self, field: &FieldPlan, slot: Slot, out: &mut Vec<u8>) -> Result<(), Malformed> {
        out.push(b'[');
        let start = out.len();
        let mut next = self.entry(slot.first);
        while let Some(entry) = next {
            match (field.kind, entry.value) {
                (
                    FieldKind::Text | FieldKind::Bytes | FieldKind::Message(_) | FieldKind::Special(_),
                    value,
                ) => {
                    separate(start, out);
                    self.element(field.kind, value, out)?;
                }
                (kind, Wire::Bytes(mut packed)) => {
                    while !packed.is_empty() {
                        separate(start, out);
                        self.element(kind, unpack(kind, &mut packed)?, out)?;
                    }
                }
                (kind, value) => {
                    separate(start, out);
                    self.element(kind, value, out)?;
                }
            }
            next = self.entry(entry.next);
        }
        out.push(b']');
        Ok(())
    }

    fn element(&mut self, kind: FieldKind, value: Wire<'b>, out: &mut Vec<u8>) -> Result<(), Malformed> {
        match (kind, value) {
            (FieldKind::Text, Wire::Bytes(bytes)) => {
                let text = std::str::from_utf8(bytes).map_err(|_| Malformed)?;
                serde_json::to_writer(out, text).map_err(|_| Malformed)?;
            }
            (FieldKind::Message(index), Wire::Bytes(bytes)) => self.message(index, bytes, out)?,
            (FieldKind::Special(special), Wire::Bytes(bytes)) => write_special(special, bytes, out)?,
            (FieldKind::Bytes, Wire::Bytes(bytes)) => {
                out.push(b'"');
                out.extend_from_slice(base64::engine::general_purpose::STANDARD.encode(bytes).as_bytes());
                out.push(b'"');
            }
            (FieldKind::Bool, Wire::Varint(value)) => {
                out.extend_from_slice(if value == 0 { b"false" } else { b"true" });
            }
            (FieldKind::Enum(index), Wire::Varint(value)) => self.name(index, value as i32, out),
            (FieldKind::Int32, Wire::Varint(value)) => decimal::write_integer(value as i32, out),
            (FieldKind::Int64, Wire::Varint(value)) => decimal::write_integer(value as i64, out),
            (FieldKind::Uint32, Wire::Varint(value)) => decimal::write_integer(value as u32, out),
            (FieldKind::Uint64, Wire::Varint(value)) => decimal::write_integer(value, out),
            (FieldKind::Sint32, Wire::Varint(value)) => {
                decimal::write_integer(zigzag(u64::from(value as u32)) as i32, out);
            }
            (FieldKind::Sint64, Wire::Varint(value)) => decimal::write_integer(zigzag(value), out),
            (FieldKind::Fixed32, Wire::Fixed32(value)) => decimal::write_integer(value, out),
            (FieldKind::Sfixed32, Wire::Fixed32(value)) => decimal::write_integer(value as i32, out),
            (FieldKind::Float, Wire::Fixed32(value)) => decimal::write_single(f32::from_bits(value), out),
            (FieldKind::Fixed64, Wire::Fixed64(value)) => decimal::write_integer(value, out),
            (FieldKind::Sfixed64, Wire::Fixed64(value)) => decimal::write_integer(value as i64, out),
            (FieldKind::Double, Wire::Fixed64(value)) => decimal::write_float(f64::from_bits(value), out),
            _ => return Err(Malformed),
        }
        Ok(())
    }

    fn name(&self, index: usize, value: i32, out: &mut Vec<u8>) {
        match self.plan.enums.get(index).and_then(|names| names.get(&value)) {
            Some(name) => out.extend_from_slice(name),
            // proto3 JSON says the number of a value without a name.
            None => decimal::write_integer(value, out),
        }
    }
}

fn separate(start: usize, out: &mut Vec<u8>) {
    if out.len() > start {
        out.push(b',');
    }
}

fn unpack<'b>(kind: FieldKind, packed: &mut &'b [u8]) -> Result<Wire<'b>, Malformed> {
    Ok(match kind {
        FieldKind::Double | FieldKind::Fixed64 | FieldKind::Sfixed64 => Wire::Fixed64(wire::fixed64(packed)?),
        FieldKind::Float | FieldKind::Fixed32 | FieldKind::Sfixed32 => Wire::Fixed32(wire::fixed32(packed)?),
        _ => Wire::Varint(wire::varint(packed)?),
    })
}

fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

fn write_special(special: Special, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
    match special {
        Special::Money => {
            let [paise, ..] = wire::three_numbers(bytes)?;
            decimal::write_hundredths(paise as i64, out);
        }
        Special::Day => {
            let [year, month, day] = wire::three_numbers(bytes)?;
            calendar::write_day(year as i32, month as i32, day as i32, out);
        }
        Special::Instant => {
            let [seconds, nanos, _] = wire::three_numbers(bytes)?;
            calendar::write_instant(seconds as i64, nanos as i32, out);
        }
        Special::Object => {
            let text = std::str::from_utf8(wire::last_bytes(bytes, 1)?).map_err(|_| Malformed)?;
            if !object::write_compact(text, out) {
                out.extend_from_slice(b"null");
            }
        }
        Special::Mask => {
            let paths = wire::all_texts(bytes, 1)?;
            serde_json::to_writer(out, &paths.join(",")).map_err(|_| Malformed)?;
        }
        Special::Pagination => return Err(Malformed),
    }
    Ok(())
}
