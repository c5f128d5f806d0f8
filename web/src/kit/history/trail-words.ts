import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AuditEvent_Action, AuditEvent_Source, type FieldChange } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/trail';
import { formatDate, formatInstant, formatMoney, NONE } from '@/kit/format';

/** An action as addresses and filters name it. */
export type ActionName = Exclude<keyof typeof AuditEvent_Action, 'ACTION_UNSPECIFIED'>;
/** A source as addresses and filters name it. */
export type SourceName = Exclude<keyof typeof AuditEvent_Source, 'SOURCE_UNSPECIFIED'>;
/** A kind of record that has a name of its own in the dictionary. */
type KnownKind = keyof typeof t.trail.kinds;

const { trail } = t;

// Columns that tell a machine something: keys, flags of the store, and who deleted a row that says so anyway.
const SILENT = new Set([
  'id',
  'tenant_id',
  'name_key',
  'deleted_at',
  'deleted_by',
  'import_id',
  'contract_id',
  'key',
  'thumbnail_key',
  'file_extension',
  'sha256',
]);
// Columns that hold paise.
const MONEY = new Set(['paper_cost', 'tender_actual_value', 'tender_bid_value', 'amount']);
// Columns that hold ten-thousandths of a percent.
const PERCENT = new Set(['tender_bid_percentage']);
const DIGITS = /^-?\d+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;
const CONSTANT = /^[A-Z]+(_[A-Z]+)*$/;

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
  return trail.fields[column as keyof typeof trail.fields] ?? spelled(column);
}

/** A value as a person would write it. */
export function valueText(column: string, value: string): string {
  if (value === '') return trail.nothing;
  if (MONEY.has(column) && DIGITS.test(value)) return formatMoney(BigInt(value));
  if (PERCENT.has(column) && DIGITS.test(value)) return `${Number(value) / 10_000} %`;
  if (value === 'true') return t.common.yes;
  if (value === 'false') return t.common.no;
  if (DAY.test(value)) return formatDate(value);
  if (INSTANT.test(value)) return formatInstant(timestampFromDate(new Date(value)));
  // Only statuses are kept as constants; a licence number may look like one.
  if (column === 'status' && CONSTANT.test(value)) return spelled(value.toLowerCase());
  return value;
}

/** The changes that say something to a person. */
export const tellingChanges = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.filter(({ field, from, to }) => from !== to && !SILENT.has(field));

function spelled(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
