//! Calls on contracts, and on what belongs to them.

use nirmaan_api::{
    common::{RestoreDeletedRequest, deleted_record::Kind},
    contracts::{
        Contract, CreateContractRequest, CreateSecurityDepositRequest, DeleteContractRequest,
        DeleteSecurityDepositRequest, SecurityDeposit, UndoContractImportRequest, UpdateContractRequest,
        UpdateSecurityDepositRequest, contract::Status, security_deposit,
    },
    documents::DeleteDocumentRequest,
    method::Method,
    types::Money,
};
use serde_json::{Value, json};

use super::{Case, Stage, fresh, text, unknown};
use crate::{contracts::import::upload, documents};

impl Stage<'_> {
    pub(super) async fn contract(&self, method: &Method, name: &str) -> Case {
        let (by, firm) = (&self.owner, self.firm.id);
        let bid_id = fresh();
        let new = Contract { bid_id: bid_id.clone(), contract_name: "Road".to_owned(), ..Default::default() };
        if name == "ContractService/CreateContract" {
            let request = CreateContractRequest { contract: Some(new) };
            let case = Case::new(method, by, &request).leaves(firm, "create", "contract");
            return case.changing("bid_id", Value::Null, bid_id);
        }
        let row = self.app.contract(by, json!({"bidId": bid_id, "contractName": "Road"})).await;
        let id = text(&row["id"]);
        match name {
            "ContractService/UpdateContract" => {
                let changed = Contract { status: Status::Awarded.into(), version: 1, ..new };
                let request = UpdateContractRequest { id, contract: Some(changed), update_mask: None };
                let case = Case::new(method, by, &request).leaves(firm, "update", "contract");
                case.changing("status", "DRAFT", "AWARDED")
            }
            "ContractService/DeleteContract" => {
                let case = Case::new(method, by, &DeleteContractRequest { id });
                case.leaves(firm, "delete", "contract").changing("deleted_by", Value::Null, by.id.to_string())
            }
            _ => unknown(name),
        }
    }

    pub(super) async fn document(&self, method: &Method, name: &str) -> Case {
        let (by, firm) = (&self.owner, self.firm.id);
        let form = [("entityType", "VEHICLE")];
        let files: [(&str, &[u8]); 1] = [("rc.pdf", documents::PDF)];
        let row = self.app.upload(documents::ONE, by, &form, &files).await.ok();
        let id = text(&row["id"]);
        match name {
            "DocumentService/DeleteDocument" => {
                let case = Case::new(method, by, &DeleteDocumentRequest { id });
                let case =
                    case.leaves(firm, "delete", "document").changing("entity_type", "VEHICLE", Value::Null);
                case.changing("deleted_by", Value::Null, by.id.to_string())
            }
            _ => unknown(name),
        }
    }

    pub(super) async fn import(&self, method: &Method, name: &str) -> Case {
        let (by, file) = (&self.owner, format!("Bid ID,Contract Name\n{},Road\n", fresh()));
        let imported = upload(self.app, by, "one.csv", file).await.ok();
        match name {
            "ContractImportService/UndoContractImport" => {
                let request = UndoContractImportRequest { id: text(&imported["importId"]) };
                let case = Case::new(method, by, &request).leaves(self.firm.id, "update", "contract_import");
                case.changing("created", 1, 0).changing("undone_by", Value::Null, by.id.to_string())
            }
            _ => unknown(name),
        }
    }

    pub(super) async fn deleted(&self, method: &Method, name: &str) -> Case {
        let by = &self.owner;
        let row = self.app.contract(by, json!({"bidId": fresh(), "contractName": "Road"})).await;
        let id = text(&row["id"]);
        self.app.delete(&format!("/api/contracts/{id}"), &by.token).await.ok();
        match name {
            "DeletedService/RestoreDeleted" => {
                let request = RestoreDeletedRequest { kind: Kind::Contract.into(), id };
                let case = Case::new(method, by, &request).leaves(self.firm.id, "restore", "contract");
                case.changing("deleted_by", by.id.to_string(), Value::Null)
            }
            _ => unknown(name),
        }
    }

    pub(super) async fn deposit(&self, method: &Method, name: &str) -> Case {
        let (by, firm) = (&self.owner, self.firm.id);
        let row = self.app.contract(by, json!({"bidId": fresh(), "contractName": "Road"})).await;
        let contract_id = text(&row["id"]);
        let deposit = SecurityDeposit {
            deposit_type: "EMD".to_owned(),
            instrument_no: fresh(),
            amount: Some(Money { paise: 500 }),
            bank_account_no: "00900013004217".to_owned(),
            status: security_deposit::Status::Refunded.into(),
            version: 1,
            ..Default::default()
        };
        if name == "SecurityDepositService/CreateSecurityDeposit" {
            let request = CreateSecurityDepositRequest { contract_id, deposit: Some(deposit) };
            let case = Case::new(method, by, &request).leaves(firm, "create", "security_deposit");
            let case = case.changing("bank_account_no", Value::Null, "••••••••••4217");
            return case.changing("status", Value::Null, "REFUNDED");
        }
        let body = json!({"depositType": "EMD", "instrumentNo": deposit.instrument_no, "amount": 5});
        let path = format!("/api/contracts/{contract_id}/security-deposit");
        let id = text(&self.app.post(&path, &by.token, body).await.ok()["id"]);
        match name {
            "SecurityDepositService/UpdateSecurityDeposit" => {
                let request = UpdateSecurityDepositRequest {
                    contract_id,
                    id,
                    deposit: Some(deposit),
                    update_mask: None,
                };
                let case = Case::new(method, by, &request).leaves(firm, "update", "security_deposit");
                let case = case.changing("bank_account_no", "", "••••••••••4217");
                case.changing("status", "SUBMITTED", "REFUNDED")
            }
            "SecurityDepositService/DeleteSecurityDeposit" => {
                let request = DeleteSecurityDepositRequest { contract_id, id };
                Case::new(method, by, &request).leaves(firm, "delete", "security_deposit")
            }
            _ => unknown(name),
        }
    }
}
