//! Seals over the trail, as clients see them.

use std::fmt::Write;

use nirmaan_api::platform::{AuditSeal, GetAuditSealRequest};
use nirmaan_store::{
    Store,
    entity::audit_seal,
    query::{people, seals},
};

use crate::{
    access::Caller,
    error::{Error, Result},
    wire::timestamp,
};

/// The seal that is asked for.
pub(super) async fn get(store: &Store, caller: &Caller, request: GetAuditSealRequest) -> Result<AuditSeal> {
    let tenant_id = caller.tenant_named(&request.tenant_id)?.unwrap_or(caller.actor.tenant_id);
    let number = (request.number != 0).then_some(request.number);
    let db = store.read_within(&caller.actor, caller.platform.as_ref()).await?;
    let seal = seals::of_tenant(&db, tenant_id, number).await?.ok_or(Error::NotFound("Seal"))?;
    let name = people::tenant_names(&db, [tenant_id]).await?.remove(&tenant_id);
    Ok(present(seal, name.unwrap_or_default()))
}

fn present(seal: audit_seal::Model, tenant_name: String) -> AuditSeal {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let audit_seal::Model {
        tenant_id,
        id: _,
        number,
        sealed_at,
        events,
        first_at,
        last_at,
        leaves: _,
        previous_hash,
        hash,
    } = seal;
    AuditSeal {
        tenant_id: tenant_id.to_string(),
        tenant_name,
        number,
        sealed_at: Some(timestamp(sealed_at)),
        events,
        first_at: Some(timestamp(first_at)),
        last_at: Some(timestamp(last_at)),
        hash: hexadecimal(&hash),
        previous_hash: hexadecimal(&previous_hash),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
