import { callUnaryMethod } from '@connectrpc/connect-query';
import {
  AuditService,
  type FilterAuditEventsRequest,
  type FilterAuditEventsRequestSchema,
} from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/access';
import type { RequestFilter } from '@/kit/list/filter-request';
import { createdFilters, type FilterOption } from '@/kit/list/list-params';
import type { ListExport } from '@/shared/export/list-export';

const label = t.audit.fields;

const options = (words: Readonly<Record<string, string>>): FilterOption[] =>
  Object.entries(words).map(([value, text]) => ({ value, label: text }));

/** What the trail can be narrowed by. */
export const auditFilters: readonly RequestFilter<typeof FilterAuditEventsRequestSchema>[] = [
  { kind: 'text', name: 'actor', label: label.actor },
  { kind: 'select', name: 'entity', label: label.entity, options: options(t.trail.kinds) },
  { kind: 'multi', name: 'action', label: label.action, options: options(t.trail.actions) },
  { kind: 'multi', name: 'source', label: label.source, options: options(t.trail.sources) },
  { kind: 'text', name: 'entityId', label: label.entityId },
  { kind: 'text', name: 'requestId', label: label.requestId },
  ...createdFilters(t.list.from, t.list.to),
];

/** The trail as a file. It comes whole, and as CSV alone. */
export const auditExport: ListExport<FilterAuditEventsRequest> = {
  formats: ['CSV'],
  fetchFile: async (transport, filter, { signal }) => {
    const { file } = await callUnaryMethod(transport, AuditService.method.exportAuditEvents, { filter }, { signal });
    const { fileName: name = '', contentType: type = '', data = new Uint8Array() } = file ?? {};
    return { name, content: new Blob([new Uint8Array(data)], { type }) };
  },
};
