//! Calls under way: each in a task of its own, so that a client who goes away ends no work in its midst.

use std::{fmt, future::Future, panic};

use http::Response;
use nirmaan_api::{
    access::rule::Kind,
    method::{Method, Times},
};
use prometheus_client::{
    collector::Collector, encoding::DescriptorEncoder, metrics::MetricType, registry::Registry,
};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::task::TaskTracker;
use tonic::{Code, Status, body::Body};

use crate::{
    error::{Error, SORRY},
    metrics::Metrics,
};

/// Calls at a time on this node. What is begun isn't ended by its client, so that clients can begin and leave faster
/// than the work gets done.
const MOST: usize = 2_048;
/// Those of strangers among them: signed-in people still find a place.
const MOST_OF_STRANGERS: usize = 1_024;

/// The calls under way.
#[derive(Clone)]
pub struct Calls {
    tasks: TaskTracker,
    times: Times,
    metrics: Metrics,
}

impl Calls {
    /// None yet.
    pub fn new(times: Times, metrics: Metrics) -> Self {
        Self { tasks: TaskTracker::new(), times, metrics }
    }

    /// Runs a call to its end or its deadline, whether or not anybody still waits for the answer.
    pub(super) async fn run<F>(&self, method: Option<&'static Method>, call: F) -> Response<Body>
    where
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        let begun = Instant::now();
        let response = self.run_uncounted(method, call).await;
        let code = Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code());
        self.metrics.call(method.map_or("unknown", |method| &method.path), code, begun.elapsed());
        response
    }

    async fn run_uncounted<F>(&self, method: Option<&'static Method>, call: F) -> Response<Body>
    where
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        let is_strangers = method.is_some_and(|method| matches!(method.rule, Some(Kind::Public(_))));
        if self.tasks.len() >= if is_strangers { MOST_OF_STRANGERS } else { MOST } {
            let busy = Error::Unavailable("Too much is going on. Please try again in a moment.".to_owned());
            return Status::from(busy).into_http();
        }
        let time = method.map_or(self.times.call, |method| method.time(self.times));
        match self.tasks.spawn(timeout(time, call)).await {
            Ok(Ok(response)) => response,
            Ok(Err(_)) => Status::deadline_exceeded(SORRY).into_http(),
            Err(error) => match error.try_into_panic() {
                // For whoever answers panics, with the rest of the answer.
                Ok(reason) => panic::resume_unwind(reason),
                Err(_) => Status::unavailable("The server is stopping. Please try again.").into_http(),
            },
        }
    }

    /// Has the number of calls under way told.
    pub fn register_metrics(&self, registry: &mut Registry) {
        registry.register_collector(Box::new(UnderWay(self.tasks.clone())));
    }

    /// Waits for those whose clients have gone, but no longer than until then.
    pub async fn finish(&self, deadline: Instant) {
        self.tasks.close();
        if timeout_at(deadline, self.tasks.wait()).await.is_err() {
            tracing::warn!(calls = self.tasks.len(), "calls were cut off");
        }
    }
}

#[derive(Debug)]
struct UnderWay(TaskTracker);

impl Collector for UnderWay {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let help = "Calls under way, those among them whose clients have gone.";
        let mut calls = encoder.encode_descriptor("calls_under_way", help, None, MetricType::Gauge)?;
        calls.encode_gauge(&i64::try_from(self.0.len()).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, pin::pin, time::Duration};

    use futures_util::poll;
    use nirmaan_api::method;
    use tokio::sync::oneshot;

    use super::*;

    async fn done() -> Response<Body> {
        Response::new(Body::empty())
    }

    fn code(response: &Response<Body>) -> Option<Code> {
        Status::from_header_map(response.headers()).map(|status| status.code())
    }

    #[tokio::test]
    async fn strangers_leave_places_to_those_who_are_signed_in() {
        let calls = Calls::new(Times::default(), Metrics::default());
        let sign_in = method::find("/nirmaan.auth.v1.AuthService/Login");
        let get = method::find("/nirmaan.contracts.v1.ContractService/GetContract");
        assert!(sign_in.is_some() && get.is_some());
        for places in [MOST_OF_STRANGERS, MOST - MOST_OF_STRANGERS] {
            assert_eq!(code(&calls.run(get, done()).await), None);
            for _ in 0..places {
                calls.tasks.spawn(pending::<()>());
            }
            assert_eq!(code(&calls.run(sign_in, done()).await), Some(Code::Unavailable));
        }
        assert_eq!(code(&calls.run(get, done()).await), Some(Code::Unavailable));
    }

    #[tokio::test]
    async fn the_end_waits_for_a_call_whose_client_has_gone_but_not_for_ever() {
        let calls = Calls::new(Times::default(), Metrics::default());
        let (go, gone) = oneshot::channel();
        let call = async {
            gone.await.unwrap();
            done().await
        };
        {
            let call = pin!(calls.run(None, call));
            assert!(poll!(call).is_pending());
        }
        let far = Instant::now() + Duration::from_secs(60);
        let mut end = pin!(calls.finish(far));
        assert!(poll!(&mut end).is_pending());
        go.send(()).unwrap();
        end.await;

        let endless = Calls::new(Times::default(), Metrics::default());
        endless.tasks.spawn(pending::<()>());
        endless.finish(Instant::now() + Duration::from_millis(10)).await;
        assert_eq!(endless.tasks.len(), 1);
    }
}
