// biome-ignore-all lint/a11y/useSemanticElements: rows of a table can't be laid out one by one as the virtual ones are
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, as the pattern of the treegrid allows
import { IconChevronRight } from '@tabler/icons-react';
import { type DragEvent, memo, type ReactElement } from 'react';
import { t } from '@/i18n/tree';
import type { Zone } from './places';
import classes from './TreeGrid.module.css';
import type { TreeNode } from './tree';
import type { TreeColumn } from './tree-column';

/** What rows report. It stays the same object, so that rows which didn't change aren't drawn again. */
export interface RowEvents<Node extends TreeNode> {
  readonly toggle: (node: Node, open: boolean) => void;
  readonly dragStart: (node: Node, event: DragEvent<HTMLElement>) => void;
  readonly dragOver: (node: Node, event: DragEvent<HTMLElement>) => void;
  readonly dragEnd: () => void;
  readonly drop: (event: DragEvent<HTMLElement>) => void;
}

interface TreeRowProps<Node extends TreeNode> {
  node: Node;
  columns: readonly TreeColumn<Node>[];
  name: string;
  /** The row's place in the grid, from 0. */
  row: number;
  /** Its distance from the first row's place, in pixels. */
  top: number;
  level: number;
  place: number;
  setSize: number;
  /** Whether there is anything below. */
  parent: boolean;
  /** Whether what is below is shown; undefined when there is nothing to show. */
  open: boolean | undefined;
  active: boolean;
  /** Whether the row can be dragged. */
  movable: boolean;
  /** Where something dragged over it would go. */
  zone: Zone | undefined;
  events: RowEvents<Node>;
}

function TreeRowOf<Node extends TreeNode>(props: TreeRowProps<Node>) {
  const { node, columns, name, row, top, level, place, setSize, parent, open, active, movable, zone, events } = props;
  const tabIndex = active ? 0 : -1;
  const cell = { tabIndex, level, parent } as const;
  return (
    <div
      role="row"
      className={classes.row}
      style={{ ['--top' as string]: `${top}px`, ['--level' as string]: level }}
      data-row={row}
      data-level={level}
      data-zone={zone}
      // The header is the first row.
      aria-rowindex={row + 2}
      aria-level={level + 1}
      aria-posinset={place}
      aria-setsize={setSize}
      aria-expanded={open}
      tabIndex={tabIndex}
      onDragOver={(event) => events.dragOver(node, event)}
      onDrop={events.drop}
    >
      {columns.map((column, index) =>
        index === 0 ? (
          <div key={column.id} role="rowheader" className={classes.name}>
            {/* For the mouse alone; keys and the menu do the same. */}
            {movable && (
              <span
                className={classes.grip}
                draggable
                aria-hidden
                onDragStart={(event) => events.dragStart(node, event)}
                onDragEnd={events.dragEnd}
              />
            )}
            {open === undefined ? (
              <span className={classes.leaf} />
            ) : (
              <button
                type="button"
                // The row says whether it is open, and arrow keys do it.
                tabIndex={-1}
                className={classes.toggle}
                aria-label={open ? t.tree.close(name) : t.tree.open(name)}
                onClick={() => events.toggle(node, !open)}
              >
                <IconChevronRight size={16} aria-hidden data-open={open || undefined} />
              </button>
            )}
            <div className={classes.nameText}>{column.cell(node, cell)}</div>
          </div>
        ) : (
          <div
            key={column.id}
            role="gridcell"
            className={classes.cell}
            data-align={column.align}
            data-bleed={column.bleed || undefined}
          >
            {column.cell(node, cell)}
          </div>
        ),
      )}
    </div>
  );
}

/** One row of a tree, drawn again only when something of it changed. */
export const TreeRow = memo(TreeRowOf) as <Node extends TreeNode>(props: TreeRowProps<Node>) => ReactElement;
