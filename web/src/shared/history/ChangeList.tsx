import { VisuallyHidden } from '@mantine/core';
import type { AuditEvent } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/trail';
import { named } from '@/kit/named';
import classes from './History.module.css';
import { fieldLabel, tellingChanges, valueText } from './trail-words';

/** What an event changed, field by field: before and after. */
export function ChangeList({ event }: { event: AuditEvent }) {
  const changes = tellingChanges(event.changes);
  if (changes.length === 0) return <p className={classes.none}>{t.trail.noChanges}</p>;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, from, fromState, to, toState }) => (
        <div key={field}>
          <dt>{fieldLabel(field)}</dt>
          <dd>
            {from !== '' && (
              <>
                <VisuallyHidden>{t.trail.from} </VisuallyHidden>
                <del>{named(valueText(field, from), fromState)}</del>
                <span aria-hidden> → </span>
                <VisuallyHidden> {t.trail.to} </VisuallyHidden>
              </>
            )}
            <ins>{named(valueText(field, to), toState)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
