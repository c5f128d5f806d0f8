import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '@/i18n/conflict';
import { Dialog } from '@/kit/overlay/Dialog';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { conflictSentence } from './author';
import classes from './ConflictDialog.module.css';
import { type AnyField, type AnySection, type FormValues, focusField } from './fields';
import { type Collision, type Side, sameValue, settled } from './merge';
import type { Question } from './useMerge';
import { shownValue } from './ViewField';

const SIDES = ['mine', 'theirs'] as const;

interface ConflictDialogProps extends LazyDialogProps {
  readonly sections: readonly AnySection[];
  readonly question: Question;
  /** Called with what was decided; the dialog closes. */
  readonly onSettled: (values: FormValues) => void;
}

/** Somebody saved the record first, and changed what is changed here too. Nothing is saved until all choices are made. */
export function ConflictDialog({ opened, onClose, ...asked }: ConflictDialogProps) {
  const { conflict, theirs } = asked.question;
  return (
    <Dialog opened={opened} onClose={onClose} title={t.conflict.title} size="lg" locked>
      <Text mb="md">{conflictSentence(conflict)}</Text>
      <Choices key={String(theirs.version)} onClose={onClose} {...asked} />
    </Dialog>
  );
}

function Choices({ sections, question, onSettled, onClose }: Omit<ConflictDialogProps, 'opened'>) {
  const { merge, own, theirs } = question;
  const names = own ? t.conflict.windows : t.conflict.sides;
  const { collisions, taken } = merge;
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const choose = (chosen: readonly Collision[], side: Side) =>
    setSides({ ...sides, ...Object.fromEntries(chosen.map(({ id }) => [id, side])) });
  const left = collisions.filter(({ id }) => !sides[id]).length;
  /** Of linked fields those that differ. */
  const shown = ({ fields }: Collision) => {
    const differ = fields.filter(({ name }) => !sameValue(merge.values[name], theirs.values[name]));
    return differ.length > 0 ? differ : fields;
  };
  const keepEditing = () => {
    // Closed first: a dialog gives the focus back to what had it before, unless that was moved meanwhile.
    flushSync(onClose);
    const [first] = collisions.flatMap(shown);
    if (first) focusField(first.name);
  };
  const save = () => {
    onClose();
    onSettled(settled(sections, merge, theirs.values, sides));
  };
  return (
    <Stack gap="md">
      <div className={classes.lead}>
        <Text size="sm" c="dimmed">
          {collisions.every(({ perhaps }) => perhaps) ? t.conflict.choose : names.both}
        </Text>
        {collisions.length > 1 && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => choose(collisions, 'mine')}>
              {names.allMine}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => choose(collisions, 'theirs')}>
              {names.allTheirs}
            </Button>
          </Group>
        )}
      </div>
      {collisions.map((collision, place) => (
        <fieldset key={collision.id} className={classes.collision}>
          <legend className={classes.name}>
            {shown(collision)
              .map(({ label }) => label)
              .join(' · ')}
          </legend>
          {collision.perhaps && (
            <Text size="sm" c="dimmed" className={classes.perhaps}>
              {names.perhaps}
            </Text>
          )}
          {SIDES.map((side) => (
            <label key={side} className={classes.side}>
              <input
                type="radio"
                name={`side-${collision.id}`}
                checked={sides[collision.id] === side}
                onChange={() => choose([collision], side)}
                data-autofocus={(place === 0 && side === 'mine') || undefined}
              />
              <span>
                <span className={classes.whose}>{names[side]}</span>
                <Values fields={shown(collision)} values={side === 'mine' ? merge.values : theirs.values} side={side} />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {taken.length > 0 && (
        <Text size="sm" c="dimmed">
          {t.conflict.alsoTaken(taken.map(({ label }) => label).join(', '))}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Text size="sm" c="dimmed" role="status" className={classes.left}>
          {left > 0 && t.conflict.choicesLeft(left)}
        </Text>
        <Button variant="default" onClick={keepEditing}>
          {t.conflict.keepEditing}
        </Button>
        <Button onClick={save} disabled={left > 0}>
          {t.common.save}
        </Button>
      </Group>
    </Stack>
  );
}

/** One side's values, as on the record's page. */
function Values({ fields, values, side }: { fields: Collision['fields']; values: FormValues; side: Side }): ReactNode {
  return fields.map((field) => (
    <span key={field.name} className={classes.value}>
      {fields.length > 1 && <span className={classes.whose}>{field.label} </span>}
      {side === 'mine' ? ofMine(field, values) : ofTheirs(field, values)}
    </span>
  ));
}

/** A password is never shown. */
function ofMine(field: AnyField, values: FormValues): ReactNode {
  const value = values[field.name] ?? null;
  if (field.changesOnly) return field.changesOnly(value);
  return field.kind === 'password' ? t.conflict.yourChanges : shownValue(field, value);
}

const ofTheirs = (field: AnyField, values: FormValues): ReactNode =>
  field.changesOnly || field.kind === 'password' ? t.conflict.asStored : shownValue(field, values[field.name] ?? null);
