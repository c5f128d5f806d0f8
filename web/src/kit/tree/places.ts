import { ROOT, type Tree, type TreeNode } from './tree';

/** Where a node goes: below which other one (empty for level 0), and before which of its nodes (empty for the end). */
export interface Place {
  readonly parentId: string;
  readonly beforeId: string;
}

/** The ways to move a node step by step. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** Where somebody lets go of a node that they drag: above, on, or under another one. */
export type Zone = 'before' | 'into' | 'after';

/** One step up or down among the siblings, in below the sibling before, or out after the node above. */
export function placeAfterStep<Node extends TreeNode>(tree: Tree<Node>, number: number, step: Step): Place | undefined {
  const parent = tree.parentOf(number);
  const siblings = tree.childrenOf(parent);
  const at = siblings.indexOf(number);
  const id = (of: number | undefined) => (of === undefined || of === ROOT ? '' : tree.node(of).id);
  switch (step) {
    case 'up':
      return at > 0 ? { parentId: id(parent), beforeId: id(siblings[at - 1]) } : undefined;
    case 'down':
      return at < siblings.length - 1 ? { parentId: id(parent), beforeId: id(siblings[at + 2]) } : undefined;
    case 'in':
      return at > 0 ? { parentId: id(siblings[at - 1]), beforeId: '' } : undefined;
    case 'out':
      return parent === ROOT ? undefined : placeAtZone(tree, parent, 'after', false);
  }
}

/**
 * Where a dragged node comes to lie.
 *
 * @param open whether the nodes below the target are shown, so that under it means above the first of them
 */
export function placeAtZone<Node extends TreeNode>(tree: Tree<Node>, target: number, zone: Zone, open: boolean): Place {
  const { id, parentId } = tree.node(target);
  if (zone === 'into') return { parentId: id, beforeId: '' };
  if (zone === 'before') return { parentId, beforeId: id };
  const first = tree.childrenOf(target)[0];
  if (open && first !== undefined) return { parentId: id, beforeId: tree.node(first).id };
  const siblings = tree.childrenOf(tree.parentOf(target));
  const next = siblings[siblings.indexOf(target) + 1];
  return { parentId, beforeId: next === undefined ? '' : tree.node(next).id };
}

/** Whether the node would come to lie below itself. */
export function isBelowItself<Node extends TreeNode>(tree: Tree<Node>, number: number, { parentId }: Place): boolean {
  const parent = tree.numberOf(parentId);
  if (parent === undefined) return false;
  return parent === number || [...tree.above(parent)].includes(number);
}

/** The level of the lowest node of what would be moved, once it is there. */
export function deepestLevelAt<Node extends TreeNode>(tree: Tree<Node>, number: number, { parentId }: Place): number {
  const parent = tree.numberOf(parentId);
  return (parent === undefined ? 0 : tree.levelOf(parent) + 1) + tree.depthBelow(number);
}

/** Whether the node is there already. */
export function isThere<Node extends TreeNode>(tree: Tree<Node>, number: number, place: Place): boolean {
  const { id, parentId } = tree.node(number);
  if (parentId !== place.parentId) return false;
  const siblings = tree.childrenOf(tree.parentOf(number));
  const next = siblings[siblings.indexOf(number) + 1];
  return place.beforeId === id || place.beforeId === (next === undefined ? '' : tree.node(next).id);
}
