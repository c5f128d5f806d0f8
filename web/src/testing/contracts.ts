import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { server } from './server';

/** Answers what the page of a contract asks for beside the contract: nothing has happened, nothing is attached. */
export function answerContractPanels(): void {
  server.answer(ContractTimelineService.method.getContractTimeline, {});
  server.answer(DocumentService.method.filterDocuments, {});
}
