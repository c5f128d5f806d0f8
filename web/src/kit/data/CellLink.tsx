import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within a cell, no wider than what it says. */
export function CellLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} fz="inherit" display="block" w="fit-content" maw="100%">
      {children}
    </Anchor>
  );
}
