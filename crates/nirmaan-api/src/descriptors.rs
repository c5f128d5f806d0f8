//! The descriptors of every message and service.

use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, EnumValueDescriptor, FieldDescriptor, ReflectMessage, Value};

use crate::pb::google::api::FieldBehavior;

/// The encoded `FileDescriptorSet` with all imports and custom options, for reflection.
pub const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
    // The bytes were made by the build script from files it compiled: an empty pool can't happen,
    // and the completeness tests would fail on it.
    DescriptorPool::decode(BYTES).unwrap_or_default()
});

/// All descriptors.
pub fn pool() -> &'static DescriptorPool {
    &POOL
}

/// The names of the modules that exist from the first start, in the order of the protocol's list.
pub fn modules() -> impl Iterator<Item = String> {
    let list = pool().get_enum_by_name("nirmaan.access.v1.Module");
    let name = pool().get_extension_by_name("nirmaan.access.v1.module_name");
    let named = move |value: EnumValueDescriptor| {
        let options = value.options();
        let name = name.as_ref().filter(|name| options.has_extension(name))?;
        options.get_extension(name).as_str().map(str::to_owned)
    };
    list.into_iter().flat_map(|list| list.values().collect::<Vec<_>>()).filter_map(named)
}

/// The most characters of a text, where the protocol says so.
pub fn max_length(field: &FieldDescriptor) -> Option<u32> {
    let option = pool().get_extension_by_name("nirmaan.type.v1.max_length")?;
    let options = field.options();
    // The edge's own tests have messages of another pool.
    let known = options.descriptor().parent_pool() == option.parent_pool();
    if known && options.has_extension(&option) { options.get_extension(&option).as_u32() } else { None }
}

/// Whether only answers have a field: what a request says there is not looked at.
pub fn is_output_only(field: &FieldDescriptor) -> bool {
    let Some(option) = field.parent_pool().get_extension_by_name("google.api.field_behavior") else {
        return false;
    };
    let options = field.options();
    let behaviors = options.get_extension(&option);
    let only_answers = Value::EnumNumber(FieldBehavior::OutputOnly.into());
    behaviors.as_list().is_some_and(|behaviors| behaviors.contains(&only_answers))
}
