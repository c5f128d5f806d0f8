import { t } from '@/i18n/t';
import type { AnyField, AnySection, FieldValue, FormValues } from './fields';
import { MAX_PAISE } from './money-text';
import { HIGHEST, LOWEST } from './percentage-text';

const isEmpty = (value: FieldValue | undefined) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether the text is a JSON object, which is what free-form data has to be. */
function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** What is wrong with a value, whatever the form. */
export function kindProblem(field: AnyField, value: FieldValue): string | undefined {
  switch (field.kind) {
    case 'money':
      return typeof value === 'bigint' && value > MAX_PAISE ? t.form.tooLarge(field.label) : undefined;
    case 'percent':
      return typeof value === 'number' && (value < LOWEST || value > HIGHEST)
        ? t.form.percentageRange(field.label)
        : undefined;
    case 'integer':
      return typeof value === 'number' && (!Number.isInteger(value) || value < field.min || value > field.max)
        ? t.form.between(field.label, field.min, field.max)
        : undefined;
    case 'text':
    case 'password':
    case 'textarea':
    case 'suggest':
      return typeof value === 'string' && field.maxLength !== undefined && [...value].length > field.maxLength
        ? t.form.tooLong(field.label, field.maxLength)
        : undefined;
    case 'json': {
      const text = typeof value === 'string' ? value : '';
      // The limit is in bytes of UTF-8, which is how it is stored.
      if (new TextEncoder().encode(text).length > field.maxBytes) return t.form.tooLong(field.label, field.maxBytes);
      return isJsonObject(text) ? undefined : t.form.json(field.label);
    }
    default:
      return undefined;
  }
}

/** What is wrong with the values, by field name, in the order of the form. Empty when nothing is. */
export function problems(
  sections: readonly AnySection[],
  values: FormValues,
  refused: Readonly<Record<string, string>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of sections.flatMap((section) => section.fields)) {
    const value = values[field.name] ?? null;
    const problem =
      refused[field.name] ??
      (isEmpty(value) ? field.required : (kindProblem(field, value) ?? field.validate?.(value, values)));
    if (problem) found[field.name] = problem;
  }
  return found;
}
