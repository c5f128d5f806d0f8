import { ActionIcon, Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/lists';
import { userMessage } from '@/kit/errors';
import { type Column, namesRow } from '@/kit/list/columns';
import { Dialog } from '@/kit/overlay/Dialog';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { changeSettings } from '@/shared/settings/settings-server';
import { currentSettings } from '@/shared/settings/settings-store';
import { choiceOf, inOrder } from './arrange';
import classes from './ListTools.module.css';

const words = t.columns;

/** Keeps the room of a button that would do nothing. */
const GONE = { visibility: 'hidden' } as const;

interface ColumnsDialogProps extends LazyDialogProps {
  /** The list's name in the settings. */
  readonly list: string;
  /** All columns, as the list has them by itself. */
  readonly columns: readonly Pick<Column<never>, 'id' | 'header' | 'link' | 'rowHeader'>[];
}

/** Chooses which columns of a list are shown, and in which order. */
export function ColumnsDialog({ opened, onClose, list, columns }: ColumnsDialogProps) {
  const [order, setOrder] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const rows = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!opened) return;
    const choice = currentSettings().columns[list];
    setOrder(inOrder(columns, choice?.order ?? []).map(({ id }) => id));
    setHidden(new Set(choice?.hidden));
    setMoved('');
    setError(undefined);
  }, [opened, list, columns]);

  const move = (id: string, step: -1 | 1) => {
    const from = order.indexOf(id);
    const next = order.toSpliced(from, 1).toSpliced(from + step, 0, id);
    setOrder(next);
    setMoved(words.moved(header(id), next.indexOf(id) + 1, next.length));
    // At either end the pressed button goes, and the focus with it.
    const other = (step < 0 && from === 1) || (step > 0 && from === order.length - 2);
    if (other) rows.current?.querySelector<HTMLElement>(`[data-${step < 0 ? 'down' : 'up'}="${id}"]`)?.focus();
  };
  const header = (id: string) => columns.find((column) => column.id === id)?.header ?? id;
  const toggle = (id: string) =>
    setHidden((now) => new Set(now.has(id) ? [...now].filter((h) => h !== id) : [...now, id]));
  const reset = () => {
    setOrder(columns.map(({ id }) => id));
    setHidden(new Set());
  };

  const save = async () => {
    setPending(true);
    setError(undefined);
    const choice = choiceOf(columns, order, hidden);
    try {
      await changeSettings((settings) => {
        const { [list]: _, ...others } = settings.columns;
        return { ...settings, columns: choice ? { ...others, [list]: choice } : others };
      });
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog opened={opened} onClose={() => !pending && onClose()} title={words.title}>
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          {words.hint}
        </Text>
        <ul ref={rows} className={classes.rows} aria-label={words.columns}>
          {order.map((id, index) => {
            const column = columns.find((one) => one.id === id);
            const fixed = column !== undefined && namesRow(column);
            return (
              <li key={id}>
                <Checkbox
                  className={classes.main}
                  label={header(id)}
                  description={fixed && words.fixed}
                  checked={fixed || !hidden.has(id)}
                  disabled={fixed}
                  onChange={() => toggle(id)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={words.up(header(id))}
                  data-up={id}
                  style={index === 0 ? GONE : undefined}
                  onClick={() => move(id, -1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={words.down(header(id))}
                  data-down={id}
                  style={index === order.length - 1 ? GONE : undefined}
                  onClick={() => move(id, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        <span className="visually-hidden" role="status">
          {moved}
        </span>
        {error !== undefined && (
          <Alert color="sindoor" role="alert">
            {userMessage(error, words.saveFailed)}
          </Alert>
        )}
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" px={0} onClick={reset} disabled={pending}>
            {words.reset}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose} disabled={pending}>
              {t.common.cancel}
            </Button>
            <Button loading={pending} onClick={save}>
              {t.common.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}
