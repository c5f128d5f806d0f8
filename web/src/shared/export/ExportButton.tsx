import { Button, Loader, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '@/i18n/export';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { formatCount } from '@/kit/format';
import { formatBytes } from '@/kit/upload/bytes';
import { Can } from '@/session/Can';
import type { Module } from '@/session/permissions';
import classes from './ExportButton.module.css';
import type { ListExport } from './list-export';
import { useExport } from './useExport';

const icon = <IconDownload size={16} aria-hidden />;

interface ExportProps<Filter> {
  list: ListExport<Filter>;
  /** What the list asks for now. */
  filter: Filter;
  /** The records' name, for one and for many. */
  noun: { one: string; many: string };
  /** How many records the file will hold, or all of them, whatever the filters; undefined while that isn't known. */
  total: number | 'all' | undefined;
}

/** Saves everything that a list shows as a file, for whoever may report on its module. */
export function ExportButton<Filter>({ module, ...props }: ExportProps<Filter> & { module: Module }) {
  return (
    <Can module={module} action="report">
      {(allowed, reason) =>
        allowed ? (
          <FormatMenu {...props} />
        ) : (
          <GuardedButton variant="default" leftSection={icon} reason={reason} onClick={() => undefined}>
            {t.export.button}
          </GuardedButton>
        )
      }
    </Can>
  );
}

function FormatMenu<Filter>({ list, filter, noun, total }: ExportProps<Filter>) {
  const { state, start, cancel } = useExport(list, filter);
  const [opened, setOpened] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const running = state.step === 'running';
  const said = { idle: '', running: t.export.running, cancelled: t.export.cancelled, failed: '' }[state.step];
  return (
    <div className={classes.export}>
      <div className={classes.row}>
        <Menu opened={opened} onChange={(open) => setOpened(open && !running)} position="bottom-end" withinPortal>
          <Menu.Target>
            {/* Not the attribute: the focus is here when an export begins, and stays. */}
            <Button
              ref={trigger}
              variant="default"
              leftSection={running ? <Loader size={14} aria-hidden /> : icon}
              data-disabled={running || undefined}
              aria-disabled={running || undefined}
            >
              {running ? t.export.received(formatBytes(state.received)) : t.export.button}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              {total === 'all'
                ? t.export.all(noun.many)
                : total === undefined
                  ? t.export.allMatching(noun.many)
                  : t.export.matching(formatCount(total), total === 1 ? noun.one : noun.many)}
            </Menu.Label>
            {list.formats.map((format) => (
              <Menu.Item key={format} onClick={() => start(format)}>
                {t.export.formats[format]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {running && (
          <Button
            variant="default"
            onClick={() => {
              // This button is about to go.
              trigger.current?.focus();
              cancel();
            }}
          >
            {t.export.cancel}
          </Button>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {state.step === 'failed' && (
        <p className={classes.problem} role="alert">
          {state.message}
        </p>
      )}
    </div>
  );
}
