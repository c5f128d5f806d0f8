//! The protobuf contract as Rust.
//!
//! - [`pb`]: generated messages, clients and servers by package;
//! - [`descriptors`]: every message and service at run time, with their options;
//! - [`mask`]: which fields of a record a request changes;
//! - [`method`]: what each RPC declares about itself: who may call it, its limits, its HTTP paths;
//! - [`request`]: what goes along with a request beside its message;
//! - [`told`]: what a request asked for, as the trail tells it.

pub mod descriptors;
pub mod mask;
pub mod method;
pub mod request;
pub mod told;

/// Generated messages, clients and servers, one module a package.
#[allow(missing_docs, clippy::all, clippy::pedantic)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/packages.rs"));
}

/// Messages, clients and servers by area.
pub mod pb {
    pub use super::generated::google;
    pub use super::generated::nirmaan::{
        access, auth, common, contracts, documents, errors, platform, projects, r#type,
    };
}

/// The calendar day.
pub use pb::google::r#type::Date;
/// Money, pages, sorting and other shared types.
pub use pb::r#type::v1 as types;
pub use pb::{
    access::v1 as access, auth::v1 as auth, common::v1 as common, contracts::v1 as contracts,
    documents::v1 as documents, errors::v1 as errors, platform::v1 as platform, projects::v1 as projects,
};
