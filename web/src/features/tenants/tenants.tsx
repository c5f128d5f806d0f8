import { type Tenant, Tenant_Status } from '@/gen/nirmaan/platform/v1/tenant_pb';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { t } from '@/i18n/people';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { columnsOf } from '@/kit/list/columns';
import { createdFilters } from '@/kit/list/list-params';
import { Module } from '@/session/permissions';
import { listExport } from '@/shared/export/list-export';
import { resource } from '@/shared/screens/resource';
import { STATUS_OPTIONS, statusMeta } from './status';
import { initialTenant, tenantMessage, tenantSections, tenantValues } from './tenant-form';

const api = TenantService.method;
const label = t.tenants.fields;
const column = columnsOf<Tenant>();

/** The screens of tenants. */
export const tenants = resource({
  path: '/admin/tenants',
  module: Module.TENANTS,
  services: [TenantService],
  titles: { list: t.tenants.title, create: t.tenants.create, edit: t.tenants.edit },
  list: {
    noun: { one: t.tenants.noun[0], many: t.tenants.noun[1] },
    method: api.filterTenants,
    export: listExport(api.exportTenants),
    page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
    filters: [
      { kind: 'text', name: 'name', label: label.name },
      { kind: 'text', name: 'subdomain', label: label.subdomain },
      { kind: 'text', name: 'contactEmail', label: label.contactEmail },
      { kind: 'text', name: 'mobileNo', label: label.mobileNo },
      { kind: 'text', name: 'whatsAppNo', label: label.whatsAppNo },
      { kind: 'multi', name: 'status', label: label.status, options: STATUS_OPTIONS },
      ...createdFilters(t.list.from, t.list.to),
    ],
    columns: [
      column.text('name', label.name, (row) => row.name, {
        least: 120,
        link: (row) => `/admin/tenants/${row.id}`,
      }),
      column.id('subdomain', label.subdomain, (row) => row.subdomain, { width: 112 }),
      column.id('schemaName', label.schemaName, (row) => row.schemaName, { width: 124, keep: 'middle' }),
      column.id('contactEmail', label.contactEmail, (row) => row.contactEmail, {
        width: undefined,
        least: 112,
        card: 'wide',
      }),
      column.id('mobileNo', label.mobileNo, (row) => row.mobileNo, { width: 106 }),
      column.id('whatsAppNo', label.whatsAppNo, (row) => row.whatsAppNo, { width: 118, keep: 'middle' }),
      column.status('status', label.status, (row) => statusMeta(row.status), { width: 124 }),
      column.text('comment', label.comment, (row) => row.comment, { width: 108, keep: 'wide', card: 'none' }),
      column.instant('createdAt', label.createdAt, (row) => row.createdAt, { keep: 'wide' }),
      column.instant('updatedAt', label.updatedAt, (row) => row.updatedAt, { keep: 'wide', card: 'none' }),
    ],
    rowId: (row) => row.id,
    rowLabel: (row) => row.name,
    emptyHint: t.tenants.emptyHint,
    loadError: t.tenants.fetchFailed,
  },
  get: {
    method: api.getTenant,
    input: (id) => ({ id }),
    values: tenantValues,
    version: (tenant) => tenant.version,
    title: (tenant) => tenant.name,
    description: (tenant) => (
      <RecordFacts createdAt={tenant.createdAt} updatedAt={tenant.updatedAt}>
        <StatusBadge meta={statusMeta(tenant.status)} />
        {tenant.isPlatform && <span>{t.tenants.platform}</span>}
      </RecordFacts>
    ),
    failed: t.tenants.fetchOneFailed,
    history: 'tenant',
  },
  create: {
    method: api.createTenant,
    input: (values) => ({ tenant: tenantMessage(values) }),
    saved: t.tenants.created,
  },
  update: {
    method: api.updateTenant,
    input: (values, id, version) => ({ id, tenant: tenantMessage(values, version) }),
    saved: t.tenants.updated,
  },
  remove: {
    method: api.deleteTenant,
    input: (row) => ({ id: row.id }),
    title: (row) => t.tenants.deleteTitle(row.name),
    question: t.tenants.deleteQuestion,
    note: t.tenants.deleteNote,
    typed: ({ name }) => ({ label: t.tenants.deleteTyped(name), text: name, wrong: t.tenants.deleteTypedWrong }),
    removed: t.tenants.deleted,
    failed: t.tenants.deleteFailed,
    refusal: (row) => {
      if (row.isPlatform) return t.tenants.platformKept;
      return row.status === Tenant_Status.DELETED ? t.tenants.goneAlready : undefined;
    },
  },
  form: {
    initial: initialTenant,
    sections: tenantSections,
    fieldPrefix: 'tenant.',
    saveFailed: t.tenants.saveFailed,
  },
});
