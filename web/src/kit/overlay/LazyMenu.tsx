import { Menu } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * A button with a menu that is only made when it is first wanted: for rows that come and go while somebody scrolls,
 * whose menus would cost more than all the rest of them.
 *
 * @param entries the entries; `run` does something and leaves the focus on the button, which outlives the entry
 */
export function LazyMenu({
  label,
  className,
  tabIndex,
  children,
  entries,
}: {
  label: string;
  className?: string;
  tabIndex?: 0 | -1;
  children: ReactNode;
  entries: (run: (action: (() => void) | undefined) => void) => ReactNode;
}) {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // Made first and opened then, so that the menu knows where the focus belongs when it closes.
  useEffect(() => {
    if (!wanted) return;
    button.current?.focus();
    setOpened(true);
  }, [wanted]);

  const look = { ref: button, type: 'button', className, tabIndex, 'aria-label': label } as const;
  if (!wanted) {
    return (
      <button {...look} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
        {children}
      </button>
    );
  }
  const run = (action: (() => void) | undefined) => {
    button.current?.focus();
    action?.();
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <button {...look}>{children}</button>
      </Menu.Target>
      <Menu.Dropdown>{entries(run)}</Menu.Dropdown>
    </Menu>
  );
}
