import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/frame';

/** One entry of a row's menu: a link, or something to do. */
export interface RowMenuItem {
  readonly label: string;
  readonly to?: string;
  readonly onClick?: () => void;
  readonly danger?: boolean;
  /** Why the entry can't be used now; shown under its label, since a tooltip doesn't exist on a phone. */
  readonly disabledReason?: string | undefined;
}

interface RowMenuProps {
  /** What the row is, for the accessible name of the button. */
  readonly label: string;
  readonly items: readonly RowMenuItem[];
}

/** The "…" menu at the end of a row. */
export function RowMenu({ label, items }: RowMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);

  function run(item: RowMenuItem) {
    // A dialog remembers what had focus when it opened, and the menu item is gone by the time it closes.
    trigger.current?.focus();
    item.onClick?.();
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon ref={trigger} variant="subtle" color="gray" size="lg" aria-label={t.common.actionsFor(label)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <RowMenuEntry key={item.label} item={item} onRun={run} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** An entry of a row's menu. */
export function RowMenuEntry({
  item,
  onRun,
}: {
  readonly item: RowMenuItem;
  readonly onRun: (item: RowMenuItem) => void;
}) {
  if (item.disabledReason !== undefined) {
    return (
      // aria-disabled and not `disabled`: the reason must be reachable with the arrow keys.
      <Menu.Item aria-disabled closeMenuOnClick={false} c="dimmed" style={{ cursor: 'default' }}>
        {item.label}
        <Text component="span" display="block" fz="xs" c="dimmed" maw={240}>
          {item.disabledReason}
        </Text>
      </Menu.Item>
    );
  }
  // `c` and not `color`: the latter's tint of red on a dark surface has a contrast of 2.5.
  const colour = item.danger ? { c: 'var(--nm-error)' } : {};
  if (item.to !== undefined) {
    return (
      <Menu.Item component={Link} to={item.to} {...colour}>
        {item.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item onClick={() => onRun(item)} {...colour}>
      {item.label}
    </Menu.Item>
  );
}
