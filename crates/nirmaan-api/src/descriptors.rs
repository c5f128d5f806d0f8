//! The descriptors of every message and service.

use std::sync::LazyLock;

use prost_reflect::DescriptorPool;

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
