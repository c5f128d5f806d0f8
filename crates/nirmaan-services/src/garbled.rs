//! Requests that never reach a handler, since they can't be read: said in our words, not in those of a library.

use http::{HeaderMap, Response};
use nirmaan_api::errors::ErrorReason;
use tonic::{Code, Status};

use crate::error;

/// Set by tonic beside a refusal of what was compressed, as gRPC wants it.
const ACCEPTED: &str = "grpc-accept-encoding";

/// Puts an error that tonic made of a request into our words. Ours have details; those of a library have none, and name
/// types, crates and frames.
pub fn in_our_words<B>(mut response: Response<B>) -> Response<B> {
    if let Some(status) = of_a_library(response.headers()) {
        let headers = response.headers_mut();
        headers.remove(Status::GRPC_MESSAGE);
        // What we say is plain text, which always fits a header.
        let _ = status.add_header(headers);
    }
    response
}

/// What we say in place of an error without details; `None` where there is nothing to replace.
fn of_a_library(headers: &HeaderMap) -> Option<Status> {
    let told = headers.get(Status::GRPC_STATUS)?;
    if headers.contains_key(Status::GRPC_STATUS_DETAILS) {
        return None;
    }
    let (code, reason, message) = match Code::from_bytes(told.as_bytes()) {
        Code::OutOfRange | Code::ResourceExhausted => {
            (Code::ResourceExhausted, ErrorReason::TooLarge, "The message is larger than 4 MiB.")
        }
        Code::Internal | Code::Unknown | Code::DataLoss | Code::Cancelled => {
            (Code::InvalidArgument, ErrorReason::InvalidFields, "The request can't be read.")
        }
        Code::Unimplemented if headers.contains_key(ACCEPTED) => {
            let message = "The request is compressed, which isn't supported. Send it as it is.";
            (Code::Unimplemented, ErrorReason::InvalidFields, message)
        }
        Code::NotFound => (Code::NotFound, ErrorReason::NotFound, "There is no such service."),
        _ => return None,
    };
    Some(error::status(code, reason, message.to_owned(), Default::default()))
}

#[cfg(test)]
mod tests {
    use tonic_types::StatusExt;

    use super::*;

    fn said(status: Status) -> Status {
        let response = in_our_words(status.into_http::<()>());
        Status::from_header_map(response.headers()).unwrap()
    }

    #[test]
    fn what_a_library_says_is_replaced() {
        for (code, expected) in [
            (Code::Internal, Code::InvalidArgument),
            (Code::Unknown, Code::InvalidArgument),
            (Code::DataLoss, Code::InvalidArgument),
            (Code::Cancelled, Code::InvalidArgument),
            (Code::OutOfRange, Code::ResourceExhausted),
            (Code::ResourceExhausted, Code::ResourceExhausted),
            (Code::NotFound, Code::NotFound),
        ] {
            let status = said(Status::new(code, "tonic-web: prost"));
            assert_eq!(status.code(), expected, "{code:?}");
            assert!(!status.message().contains("tonic"), "{}", status.message());
            assert_eq!(status.get_error_details().error_info().unwrap().domain, error::DOMAIN);
        }
    }

    #[test]
    fn what_we_say_stays() {
        for status in [
            Status::unimplemented("There is no such call."),
            Status::deadline_exceeded(error::SORRY),
            Status::from(error::Error::NotFound("Contract")),
            Status::from(error::Error::TooLarge("At most 25 MiB.".to_owned())),
            Status::from(error::Error::Internal("x".to_owned())),
        ] {
            let after = said(status.clone());
            assert_eq!((after.code(), after.message()), (status.code(), status.message()));
        }
        assert!(in_our_words(Response::new(())).headers().is_empty());
    }
}
