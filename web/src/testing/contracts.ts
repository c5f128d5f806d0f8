import { create } from '@bufbuild/protobuf';
import { type Contract, Contract_Status, ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { server } from './server';

/** A contract that is there already. */
export const culvert = (): Contract =>
  create(ContractSchema, {
    id: 'contract-1',
    bidId: 'BID/7',
    contractName: 'Culvert at km 7',
    comments: 'As it was',
    status: Contract_Status.SUBMITTED,
    version: 3n,
  });

/** Answers what the page of a contract asks for beside the contract: nothing has happened, nothing is attached. */
export function answerContractPanels(): void {
  server.answer(ContractTimelineService.method.getContractTimeline, {});
  server.answer(DocumentService.method.filterDocuments, {});
}
