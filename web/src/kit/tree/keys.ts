import { textKey } from '../text-key';
import { type Expansion, type FlatRows, isOpen } from './flatten';
import { ROOT, type Tree, type TreeNode } from './tree';

/** What a key asks for: another row, or to open or close the one at hand. */
export type KeyAction = { readonly row: number } | { readonly open: boolean };

/** What of the grid a key works on. */
export interface KeyContext<Node extends TreeNode> {
  readonly tree: Tree<Node>;
  readonly rows: FlatRows;
  readonly expansion: Expansion;
  /** Rows that are visible at once. */
  readonly page: number;
}

/**
 * What a key means in a tree; undefined when nothing.
 *
 * @param at the row that has the focus
 */
export function treeKey<Node extends TreeNode>(
  key: string,
  at: number,
  { tree, rows, expansion, page }: KeyContext<Node>,
): KeyAction | undefined {
  const last = rows.length - 1;
  const number = rows.numbers[at];
  if (number === undefined) return undefined;
  const go = (row: number) => ({ row: Math.min(Math.max(row, 0), last) });
  const parent = rows.parents[at] === 1;
  const open = parent && isOpen(expansion, tree.node(number).id, tree.levelOf(number));
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'PageDown':
      return go(at + page);
    case 'PageUp':
      return go(at - page);
    case 'Home':
      return go(0);
    case 'End':
      return go(last);
    case 'ArrowRight':
      if (!parent) return undefined;
      return open ? go(at + 1) : { open: true };
    case 'ArrowLeft':
      if (open) return { open: false };
      return tree.parentOf(number) === ROOT ? undefined : go(rows.numbers.indexOf(tree.parentOf(number)));
    default:
      return undefined;
  }
}

/** The next row below the one at hand, going round, whose name begins with the text. */
export function rowByName<Node extends TreeNode>(
  text: string,
  at: number,
  { tree, rows }: KeyContext<Node>,
  name: (node: Node) => string,
): number | undefined {
  const wanted = textKey(text);
  // One letter again and again goes through all that begin with it; more letters may stay where they are.
  const first = text.length > 1 ? 0 : 1;
  for (let step = first; step < rows.length + first; step++) {
    const row = (at + step) % rows.length;
    const number = rows.numbers[row];
    if (number !== undefined && textKey(name(tree.node(number))).startsWith(wanted)) return row;
  }
  return undefined;
}
