import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Module, ModuleSchema } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { type Role, RoleSchema } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { type Tenant, Tenant_Status, TenantSchema } from '@/gen/nirmaan/platform/v1/tenant_pb';
import { type User, UserSchema } from '@/gen/nirmaan/platform/v1/user_pb';

/** An instant as messages carry it. */
export const instant = (text: string) => timestampFromDate(new Date(text));

const stored = { createdAt: instant('2026-05-19T08:35:00Z'), updatedAt: instant('2026-06-02T11:10:00Z'), version: 3n };

/** An organisation. */
export const aTenant = (fields: MessageInitShape<typeof TenantSchema> = {}): Tenant =>
  create(TenantSchema, {
    id: 'tenant-7',
    name: 'Konkan Roads',
    subdomain: 'konkan-roads',
    schemaName: 'konkan_roads',
    status: Tenant_Status.ACTIVE,
    ...stored,
    ...fields,
  });

/** Somebody of the signed-in user's organisation. */
export const aUser = (fields: MessageInitShape<typeof UserSchema> = {}): User =>
  create(UserSchema, {
    id: 'user-7',
    email: 'ravi@bharat.example',
    tenantId: 'tenant-1',
    tenantName: 'Bharat Infra',
    isActive: true,
    ...stored,
    ...fields,
  });

/** A module that somebody made. */
export const aModule = (fields: MessageInitShape<typeof ModuleSchema> = {}): Module =>
  create(ModuleSchema, { id: 'module-7', name: 'Survey', status: true, ...stored, ...fields });

/** A role that somebody made. */
export const aRole = (fields: MessageInitShape<typeof RoleSchema> = {}): Role =>
  create(RoleSchema, { id: 'role-7', name: 'Estimator', ...stored, ...fields });
