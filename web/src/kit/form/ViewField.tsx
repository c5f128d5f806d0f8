import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '@/i18n/t';
import { Picture } from '@/kit/data/Picture';
import { formatDate, formatDecimal, formatMoney, NONE } from '@/kit/format';
import { labelOf } from '@/kit/named';
import classes from './Form.module.css';
import type { AnyField, AnySection, FieldValue, FormValues } from './fields';

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A value of a field as it is read. */
export function shownValue(field: AnyField, value: FieldValue): ReactNode {
  if (field.kind === 'checkbox') return value === true ? t.common.yes : t.common.no;
  if (field.kind === 'custom') return field.view?.(value);
  if (field.kind === 'image') return value ? <Picture src={String(value)} size={88} /> : t.common.noImage;
  if (value === null || value === '') return NONE;
  if (field.view) return field.view(value);
  switch (field.kind) {
    case 'money':
      return typeof value === 'bigint' ? formatMoney(value) : NONE;
    case 'percent':
      return `${value} %`;
    case 'decimal':
      return [formatDecimal(Number(value)), field.unit].filter(Boolean).join(' ');
    case 'date':
      return formatDate(String(value));
    case 'select':
      return field.options.find((option) => option.value === value)?.label ?? String(value);
    case 'suggest':
      return field.say?.(String(value)) ?? String(value);
    case 'json':
      return <pre className={classes.json}>{prettyJson(String(value))}</pre>;
    default:
      return typeof value === 'object' ? labelOf(value) : String(value);
  }
}

function Copy({ label, text }: { label: string; text: string }) {
  // Browsers lend the clipboard to https pages only; without it the text can still be selected.
  if (!navigator.clipboard) return null;
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t.common.copied : t.common.copy}>
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={t.form.copy(label)}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** A section of a record to read: terms and values instead of inputs that can't be used. */
export function ViewSection({ section, values }: { section: AnySection; values: FormValues }) {
  const heading = `heading-${section.id}`;
  return (
    <section className={classes.section} id={`section-${section.id}`} aria-labelledby={heading}>
      <h2 className={classes.heading} id={heading}>
        {section.title}
      </h2>
      <dl className={classes.fields}>
        {section.fields.map((field) => {
          const value = values[field.name] ?? null;
          return (
            <div key={field.name} data-span={field.span}>
              <dt className={classes.term}>{field.label}</dt>
              <dd className={classes.value}>
                {shownValue(field, value)}
                {field.copy && value ? <Copy label={field.label} text={String(value)} /> : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
