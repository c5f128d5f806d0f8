import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Tenant, Tenant_Status, type TenantSchema } from '@/gen/nirmaan/platform/v1/tenant_pb';
import { t } from '@/i18n/people';
import type { Section } from '@/kit/form/fields';
import { emailProblem, mobileProblem } from '@/shared/people/contact-rules';
import { STATUS_OPTIONS, type StatusName, statusName } from './status';

const TEXTS = ['name', 'subdomain', 'schemaName', 'contactEmail', 'mobileNo', 'whatsAppNo', 'comment'] as const;

/** The values of the tenant form. */
export type TenantValues = Record<(typeof TEXTS)[number], string> & { status: StatusName };

const texts = (value: (name: (typeof TEXTS)[number]) => string) =>
  Object.fromEntries(TEXTS.map((name) => [name, value(name)])) as Record<(typeof TEXTS)[number], string>;

/** What a new tenant starts from. */
export const initialTenant: TenantValues = { ...texts(() => ''), status: 'ACTIVE' };

/** A tenant as the form holds it. */
export const tenantValues = (tenant: Tenant): TenantValues => ({
  ...texts((name) => tenant[name]),
  status: statusName(tenant.status) ?? 'ACTIVE',
});

/** What the form holds as a tenant for the wire. */
export const tenantMessage = (values: TenantValues, version = 0n): MessageInitShape<typeof TenantSchema> => ({
  ...texts((name) => values[name].trim()),
  status: Tenant_Status[values.status],
  version,
});

const label = t.tenants.fields;
const help = t.tenants.help;

const matches = (pattern: RegExp, sentence: string) => (value: string) =>
  pattern.test(value.trim()) ? undefined : sentence;

/** The tenant form. */
export const tenantSections: readonly Section<TenantValues>[] = [
  {
    id: 'identity',
    title: t.tenants.sections.identity,
    fields: [
      {
        name: 'name',
        label: label.name,
        kind: 'text',
        required: t.form.required(label.name),
        help: help.name,
      },
      {
        name: 'subdomain',
        label: label.subdomain,
        kind: 'text',
        required: t.form.required(label.subdomain),
        validate: matches(/^[a-z0-9-]+$/, t.tenants.subdomainRule),
        help: help.subdomain,
        copy: true,
      },
      {
        name: 'schemaName',
        label: label.schemaName,
        kind: 'text',
        required: t.form.required(label.schemaName),
        validate: matches(/^[a-z][a-z0-9_]*$/, t.tenants.schemaRule),
        help: help.schemaName,
        copy: true,
      },
    ],
  },
  {
    id: 'contact',
    title: t.tenants.sections.contact,
    fields: [
      {
        name: 'contactEmail',
        label: label.contactEmail,
        kind: 'text',
        input: 'email',
        validate: emailProblem,
        copy: true,
      },
      { name: 'mobileNo', label: label.mobileNo, kind: 'text', input: 'tel', validate: mobileProblem },
      {
        name: 'whatsAppNo',
        label: label.whatsAppNo,
        kind: 'text',
        input: 'tel',
        validate: mobileProblem,
      },
    ],
  },
  {
    id: 'notes',
    title: t.tenants.sections.notes,
    fields: [
      { name: 'status', label: label.status, kind: 'select', options: STATUS_OPTIONS, help: help.status },
      { name: 'comment', label: label.comment, kind: 'textarea', span: 3 },
    ],
  },
];
