//! `MailLinkService`: what somebody may do who shows that they read mail at an address.

mod email;
mod letters;
mod link;
mod password;
mod reset;

use nirmaan_api::auth::{
    AcceptInvitationRequest, AcceptInvitationResponse, ConfirmEmailChangeRequest, ConfirmEmailChangeResponse,
    GetMailOptionsRequest, MailLink, MailOptions, ReadMailLinkRequest, RequestEmailChangeRequest,
    RequestEmailChangeResponse, RequestPasswordResetRequest, RequestPasswordResetResponse,
    ResetPasswordRequest, ResetPasswordResponse, mail_link, mail_link_service_server::MailLinkService,
};
use nirmaan_store::entity::mail_link::Purpose;
use tonic::{Request, Response, async_trait};

pub(crate) use self::letters::Letter;
pub(super) use self::letters::new_device;
pub use self::link::LinkMailer;
use self::link::find;
pub(crate) use self::link::{Issued, invitation, mail};
use crate::{
    Deps,
    access::{Caller, Origin},
    error::Result,
    wire::{Rpc, timestamp},
};

/// What links that are mailed are good for.
pub struct MailLinks {
    deps: Deps,
}

impl MailLinks {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn read(&self, token: &str) -> Result<MailLink> {
        let found = find(&self.deps, token, None).await?;
        Ok(MailLink {
            purpose: purpose(found.link.purpose).into(),
            email: found.link.email,
            tenant_name: found.tenant.name,
            expires_at: Some(timestamp(found.link.expires_at)),
        })
    }
}

fn purpose(purpose: Purpose) -> mail_link::Purpose {
    match purpose {
        Purpose::PasswordReset => mail_link::Purpose::PasswordReset,
        Purpose::Invitation => mail_link::Purpose::Invitation,
        Purpose::EmailChange => mail_link::Purpose::EmailChange,
    }
}

#[async_trait]
impl MailLinkService for MailLinks {
    async fn get_mail_options(&self, _request: Request<GetMailOptionsRequest>) -> Rpc<MailOptions> {
        Ok(Response::new(MailOptions { links: self.deps.link_mailer.is_on() }))
    }

    async fn request_password_reset(
        &self,
        request: Request<RequestPasswordResetRequest>,
    ) -> Rpc<RequestPasswordResetResponse> {
        let origin = Origin::of(&request)?;
        self.request_password_reset(&origin, request.into_inner()).await?;
        Ok(Response::new(RequestPasswordResetResponse {}))
    }

    async fn read_mail_link(&self, request: Request<ReadMailLinkRequest>) -> Rpc<MailLink> {
        Ok(Response::new(self.read(&request.into_inner().token).await?))
    }

    async fn reset_password(&self, request: Request<ResetPasswordRequest>) -> Rpc<ResetPasswordResponse> {
        let origin = Origin::of(&request)?;
        self.reset_password(&origin, request.into_inner()).await?;
        Ok(Response::new(ResetPasswordResponse {}))
    }

    async fn accept_invitation(
        &self,
        request: Request<AcceptInvitationRequest>,
    ) -> Rpc<AcceptInvitationResponse> {
        let origin = Origin::of(&request)?;
        self.accept_invitation(&origin, request.into_inner()).await?;
        Ok(Response::new(AcceptInvitationResponse {}))
    }

    async fn request_email_change(
        &self,
        request: Request<RequestEmailChangeRequest>,
    ) -> Rpc<RequestEmailChangeResponse> {
        let origin = Origin::of(&request)?;
        let (caller, request) = Caller::split(request)?;
        self.request_email_change(&caller, &origin, request).await?;
        Ok(Response::new(RequestEmailChangeResponse {}))
    }

    async fn confirm_email_change(
        &self,
        request: Request<ConfirmEmailChangeRequest>,
    ) -> Rpc<ConfirmEmailChangeResponse> {
        let origin = Origin::of(&request)?;
        self.confirm_email_change(&origin, &request.into_inner().token).await?;
        Ok(Response::new(ConfirmEmailChangeResponse {}))
    }
}
