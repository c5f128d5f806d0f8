import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type AuditEvent,
  AuditEvent_Action,
  AuditEvent_Source,
  AuditEventSchema,
} from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { instant } from './platform';

/** Something that somebody did: by default, a user of one's own organisation was changed. */
export const anEvent = (fields: MessageInitShape<typeof AuditEventSchema> = {}): AuditEvent =>
  create(AuditEventSchema, {
    id: 'event-1',
    at: instant('2026-05-19T08:35:00Z'),
    tenantId: 'tenant-1',
    tenantName: 'Bharat Infra',
    actorId: 'user-1',
    actor: 'owner@bharat.example',
    source: AuditEvent_Source.JSON,
    requestId: 'request-1',
    entity: 'user',
    entityId: 'user-7',
    action: AuditEvent_Action.UPDATE,
    ...fields,
  });
