import type { MessageInitShape } from '@bufbuild/protobuf';
import { callUnaryMethod } from '@connectrpc/connect-query';
import {
  AuditEvent_Action,
  AuditEvent_Source,
  AuditService,
  type FilterAuditEventsRequestSchema,
} from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/access';
import {
  commonRequest,
  createdFilters,
  type FilterDef,
  type FilterOption,
  type ListParams,
} from '@/kit/list/list-params';
import type { ListExport } from '@/shared/export/list-export';
import type { ActionName, SourceName } from '@/shared/history/trail-words';

const label = t.audit.fields;

const options = (words: Readonly<Record<string, string>>): FilterOption[] =>
  Object.entries(words).map(([value, text]) => ({ value, label: text }));

/** What the trail can be narrowed by. */
export const auditFilters: readonly FilterDef[] = [
  { kind: 'text', name: 'actor', label: label.actor },
  { kind: 'select', name: 'entity', label: label.entity, options: options(t.trail.kinds) },
  { kind: 'multi', name: 'action', label: label.action, options: options(t.trail.actions) },
  { kind: 'multi', name: 'source', label: label.source, options: options(t.trail.sources) },
  { kind: 'text', name: 'entityId', label: label.entityId },
  { kind: 'text', name: 'requestId', label: label.requestId },
  ...createdFilters(t.list.from, t.list.to),
];

/** The request for what the address asks. */
export function auditFilter(params: ListParams): MessageInitShape<typeof FilterAuditEventsRequestSchema> {
  const { actor, entity, action, source, entityId, requestId } = params.filters;
  return {
    actor: actor?.[0],
    entity: entity?.[0],
    action: action?.map((name) => AuditEvent_Action[name as ActionName]),
    source: source?.map((name) => AuditEvent_Source[name as SourceName]),
    entityId: entityId?.[0],
    requestId: requestId?.[0],
    ...commonRequest(params),
  };
}

/** The trail as a file. It comes whole, and as CSV alone. */
export const auditExport: ListExport = {
  formats: ['CSV'],
  fetchFile: async (transport, params, { signal }) => {
    const input = { filter: auditFilter(params) };
    const { file } = await callUnaryMethod(transport, AuditService.method.exportAuditEvents, input, { signal });
    const { fileName: name = '', contentType: type = '', data = new Uint8Array() } = file ?? {};
    return { name, content: new Blob([new Uint8Array(data)], { type }) };
  },
};
