import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FlatRows } from './flatten';
import { ROOT, type Tree, type TreeNode } from './tree';

/**
 * The one row of a tree that can be reached with Tab. It is known by the node, which keeps it while rows come and go
 * above it; where the node is hidden, the nearest one above it that is shown stands in.
 */
export function useRowFocus<Node extends TreeNode>(
  grid: RefObject<HTMLElement | null>,
  tree: Tree<Node>,
  rows: FlatRows,
  initial: string | undefined,
) {
  const [id, setId] = useState(initial);
  const wanted = useRef(false);
  const active = rowOf(tree, rows, id);

  // Once the row is drawn: it may have been far away.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const row = grid.current?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    if (!row) return;
    wanted.current = false;
    row.focus({ preventScroll: true });
    showInPage(row);
  });

  /** Makes a node's row the active one; `focus` also puts the focus there. */
  const activate = useCallback((node: string, focus: boolean) => {
    wanted.current = focus;
    setId(node);
  }, []);

  return { active, activeId: id, activate };
}

/** Room that is kept clear above and below, for the page's bar and the outline. */
const [BAR, MARGIN] = [60, 8];

/** Scrolls the page to a row, and not the grid: that would go sideways too. */
function showInPage(row: HTMLElement): void {
  const { top, bottom } = row.getBoundingClientRect();
  if (bottom > window.innerHeight - MARGIN) window.scrollBy({ top: bottom - window.innerHeight + MARGIN });
  else if (top < BAR) window.scrollBy({ top: top - BAR });
}

function rowOf<Node extends TreeNode>(tree: Tree<Node>, rows: FlatRows, id: string | undefined): number {
  const number = id === undefined ? undefined : tree.numberOf(id);
  if (number === undefined) return 0;
  for (let shown = number; shown !== ROOT; shown = tree.parentOf(shown)) {
    const row = rows.numbers.indexOf(shown);
    if (row >= 0) return row;
  }
  return 0;
}
