import { ROOT, type Tree, type TreeNode } from './tree';

/** The rows that a tree is shown as: lists of one length, since there may be very many. */
export interface FlatRows {
  readonly length: number;
  /** The nodes' numbers, from the top down. */
  readonly numbers: Int32Array;
  /** The node's place among its siblings that are shown, from 1. */
  readonly places: Int32Array;
  /** How many of its siblings are shown, itself included. */
  readonly setSizes: Int32Array;
  /** Whether there is anything to open: 1 or 0. */
  readonly parents: Uint8Array;
}

/** Which nodes are open: all above a level, but for those that somebody toggled. */
export interface Expansion {
  /** Nodes above this level are open. */
  readonly level: number;
  /** The ids of nodes for which it is the other way round. */
  readonly toggled: ReadonlySet<string>;
}

/** Whether what is below a node is shown. */
export const isOpen = ({ level, toggled }: Expansion, id: string, nodeLevel: number): boolean =>
  nodeLevel < level !== toggled.has(id);

/** The expansion with one node open or closed. */
export function withOpen(expansion: Expansion, id: string, nodeLevel: number, open: boolean): Expansion {
  if (isOpen(expansion, id, nodeLevel) === open) return expansion;
  const toggled = new Set(expansion.toggled);
  if (!toggled.delete(id)) toggled.add(id);
  return { ...expansion, toggled };
}

/**
 * The rows of a tree.
 *
 * @param kept which nodes are shown at all, by number, with all above each of them; without it every node
 */
export function flatten<Node extends TreeNode>(tree: Tree<Node>, expansion: Expansion, kept?: Uint8Array): FlatRows {
  const numbers: number[] = [];
  const places: number[] = [];
  const setSizes: number[] = [];
  const parents: number[] = [];
  const shown = (all: readonly number[]) => (kept ? all.filter((number) => kept[number]) : all);

  // Lists that are being gone through, with the place reached in each: a stack, since recursion costs more.
  const lists: (readonly number[])[] = [shown(tree.childrenOf(ROOT))];
  const reached: number[] = [0];
  while (lists.length > 0) {
    const top = lists.length - 1;
    const siblings = lists[top] ?? [];
    const place = reached[top] ?? 0;
    const number = siblings[place];
    if (number === undefined) {
      lists.pop();
      reached.pop();
      continue;
    }
    reached[top] = place + 1;
    numbers.push(number);
    places.push(place + 1);
    setSizes.push(siblings.length);
    const children = shown(tree.childrenOf(number));
    // What has not arrived yet can be opened already; what is left out can't.
    parents.push(children.length > 0 || (!kept && tree.isParent(number)) ? 1 : 0);
    if (children.length > 0 && isOpen(expansion, tree.node(number).id, tree.levelOf(number))) {
      lists.push(children);
      reached.push(0);
    }
  }
  return {
    length: numbers.length,
    numbers: Int32Array.from(numbers),
    places: Int32Array.from(places),
    setSizes: Int32Array.from(setSizes),
    parents: Uint8Array.from(parents),
  };
}

/** Which nodes match, and all that are above one that does, by number. */
export function keep<Node extends TreeNode>(
  tree: Tree<Node>,
  matches: (node: Node) => boolean,
): { kept: Uint8Array; matching: number } {
  const kept = new Uint8Array(tree.end);
  let matching = 0;
  for (const number of tree.subtree(ROOT)) {
    if (!matches(tree.node(number))) continue;
    matching++;
    for (let up = number; up !== ROOT && !kept[up]; up = tree.parentOf(up)) kept[up] = 1;
  }
  return { kept, matching };
}
