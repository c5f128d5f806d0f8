import type { ReactNode } from 'react';
import type { TreeNode } from './tree';

/** What a cell may need to know of its row. */
export interface TreeCell {
  /** Of the cell's controls: they can be reached with Tab in the row that has the focus, and in no other. */
  readonly tabIndex: 0 | -1;
  readonly level: number;
  /** Whether there is anything below the node. */
  readonly parent: boolean;
}

/** One column of a tree; the first one has the names, indented. */
export interface TreeColumn<Node extends TreeNode> {
  readonly id: string;
  readonly header: ReactNode;
  readonly cell: (node: Node, cell: TreeCell) => ReactNode;
  /** In pixels; a column without it takes the rest. */
  readonly width?: number;
  /** Numbers and days align at their end, with digits of one width. */
  readonly align?: 'end';
  /** The column is left out when the grid has less room than this class names. */
  readonly keep?: 'wide' | 'middle';
  /** The header is there, but only heard. */
  readonly silent?: boolean;
  /** Stands on a phone's card, on the line below the name. */
  readonly onCard?: boolean;
  /** The cell is drawn from edge to edge. */
  readonly bleed?: boolean;
}

/** The least room for names. */
const NAME_WIDTH = 260;

/** The least width at which the columns of a class are kept. */
const KEPT_FROM = { wide: 1040, middle: 860 } as const;

/** The columns that there is room for. */
export const fitting = <Node extends TreeNode>(
  columns: readonly TreeColumn<Node>[],
  width: number,
): readonly TreeColumn<Node>[] => columns.filter(({ keep }) => keep === undefined || width >= KEPT_FROM[keep]);

/** The widths of the columns, as CSS has them. */
export const template = <Node extends TreeNode>(columns: readonly TreeColumn<Node>[]): string =>
  columns.map(({ width }) => (width === undefined ? `minmax(${NAME_WIDTH}px, 1fr)` : `${width}px`)).join(' ');

/** The width below which the grid scrolls sideways. */
export const leastWidth = <Node extends TreeNode>(columns: readonly TreeColumn<Node>[]): number =>
  columns.reduce((sum, { width = NAME_WIDTH }) => sum + width, 0);
