import { AuditEvent_Action, AuditEvent_Source, type FieldChange } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/trail';
import { codeText } from '@/kit/code-text';
import { formatDate, formatDecimal, formatMoney, formatTime, NONE } from '@/kit/format';

/** An action as addresses and filters name it. */
export type ActionName = Exclude<keyof typeof AuditEvent_Action, 'ACTION_UNSPECIFIED'>;
/** A source as addresses and filters name it. */
export type SourceName = Exclude<keyof typeof AuditEvent_Source, 'SOURCE_UNSPECIFIED'>;
/** A kind of record that has a name of its own in the dictionary. */
type KnownKind = keyof typeof t.trail.kinds;

const { trail } = t;

// Columns that tell a machine something: keys, flags of the store, and who did what the event says anyway.
const SILENT = new Set([
  'id',
  'tenant_id',
  'user_id',
  'entity_id',
  'undone_by',
  'name_key',
  'deleted_at',
  'deleted_by',
  'import_id',
  'contract_id',
  'project_id',
  'task_id',
  'deposit_id',
  'parent_id',
  'hierarchy_path',
  'position',
  'completed_by',
  'approved_by',
  'review_requested_by',
  'rejected_by',
  'key',
  'thumbnail_key',
  'file_extension',
  'sha256',
]);
// Columns that hold paise.
const MONEY = new Set([
  'paper_cost',
  'tender_actual_value',
  'tender_bid_value',
  'amount',
  'project_actual_value',
  'project_bid_value',
  'estimated_rate',
  'actual_rate',
  'estimated_amount',
  'actual_amount',
]);
// Columns that hold percentages or quantities as integers, and how many of those make one.
const SCALED: Readonly<Record<string, { steps: number; unit?: string }>> = {
  tender_bid_percentage: { steps: 10_000, unit: '%' },
  project_bid_percentage: { steps: 10_000, unit: '%' },
  tax_percentage: { steps: 10_000, unit: '%' },
  progress: { steps: 100, unit: '%' },
  estimated_quantity: { steps: 10_000 },
  actual_quantity: { steps: 10_000 },
  estimated_effort: { steps: 10_000, unit: 'h' },
  actual_effort: { steps: 10_000, unit: 'h' },
};
/** How a field begins that says what an exported list was narrowed by. */
const FILTER = 'filter.';
const DIGITS = /^-?\d+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What is said instead of an id, by the column or filter that holds it. */
const INSTEAD: Readonly<Record<string, string>> = {
  assigned_to: trail.onePerson,
  request_id: trail.oneRequest,
  tenant_id: trail.oneOrganisation,
};
/** `WORK_IN_PROGRESS` as "Work in progress". */
const constant = (name: string): string => spelled(name.toLowerCase());
const listed = (json: string) => jsonArray(json).join(', ') || trail.nothing;
/** How the values of columns and filters are said that hold what programs read. Only of these: a licence number may look like a code. */
const SAID: Readonly<Record<string, (name: string) => string>> = {
  action: (name) => trail.actions[name as ActionName] ?? constant(name),
  chosen_columns: listed,
  density: constant,
  deposit_statuses: constant,
  deposit_type: codeText,
  deposit_types: codeText,
  doc_type: codeText,
  entity: kindLabel,
  entity_type: constant,
  list: (name) => spelled(name.replace(/[.-]/g, '_')),
  list_columns: (json) => trail.lists(jsonArray(json).length),
  mail_link: constant,
  priority: constant,
  query: (query) => trail.conditions(new URLSearchParams(query).size),
  source: (name) => trail.sources[name as SourceName] ?? constant(name),
  status: constant,
  statuses: constant,
  theme: constant,
  unknown_columns: listed,
};

/** What an array among the changes holds. */
function jsonArray(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** What happened, as a word. */
export function actionLabel(action: AuditEvent_Action): string {
  return trail.actions[AuditEvent_Action[action] as ActionName] ?? NONE;
}

/** From where it was done. */
export function sourceLabel(source: AuditEvent_Source): string {
  return trail.sources[AuditEvent_Source[source] as SourceName] ?? NONE;
}

/** The kind of record; one that this version doesn't know is spelt out. */
export function kindLabel(entity: string): string {
  return trail.kinds[entity as KnownKind] ?? spelled(entity);
}

/** A field by its column's name, as a person would write it. */
export function fieldLabel(column: string): string {
  if (column.startsWith(FILTER)) return trail.narrowedBy(fieldLabel(column.slice(FILTER.length)));
  return trail.fields[column as keyof typeof trail.fields] ?? spelled(column);
}

/** A value as a person would write it. */
export function valueText(column: string, value: string): string {
  if (value === '') return trail.nothing;
  if (column.startsWith(FILTER)) {
    const values = value.split(', ').map((one) => valueText(column.slice(FILTER.length), one));
    return values.join(', ');
  }
  if (MONEY.has(column) && DIGITS.test(value)) return formatMoney(BigInt(value));
  const scaled = DIGITS.test(value) ? SCALED[column] : undefined;
  if (scaled) return [formatDecimal(Number(value) / scaled.steps), scaled.unit].filter(Boolean).join(' ');
  if (value === 'true') return t.common.yes;
  if (value === 'false') return t.common.no;
  if (DAY.test(value)) return formatDate(value);
  if (INSTANT.test(value)) return formatTime(new Date(value));
  if (ID.test(value) && (column in INSTEAD || column.endsWith('_id'))) return INSTEAD[column] ?? trail.oneRecord;
  return SAID[column]?.(value) ?? value;
}

/** The changes that say something to a person. */
export const tellingChanges = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.filter(
    // A deleted user's address may belong to somebody else by now.
    ({ field, from, fromState, to, toState }) => (from !== to || fromState !== toState) && !SILENT.has(field),
  );

function spelled(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
