/** What a tree needs to know of a node. */
export interface TreeNode {
  readonly id: string;
  /** The node above; empty at level 0. */
  readonly parentId: string;
  /** Nodes below at every level, as the source says: they may not have arrived yet. */
  readonly descendants: number;
}

/** Stands for what is above the nodes of level 0. */
export const ROOT = -1;

const NONE: readonly number[] = [];

/**
 * Nodes in their order, for very many of them: kept as flat lists by a node's number and changed in place. Whoever
 * shows one counts its changes, since the object stays the same.
 */
export class Tree<Node extends TreeNode> {
  readonly #nodes: Node[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #parents: number[] = [];
  readonly #levels: number[] = [];
  readonly #children: (number[] | undefined)[] = [];
  readonly #roots: number[] = [];

  /** Nodes in all. */
  get size(): number {
    return this.#numbers.size;
  }

  /** One past the highest number of a node; numbers of removed nodes are not given again. */
  get end(): number {
    return this.#nodes.length;
  }

  /** The number of the node with this id; undefined when there is none. */
  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** The node with this id. */
  get(id: string): Node | undefined {
    const number = this.#numbers.get(id);
    return number === undefined ? undefined : this.#nodes[number];
  }

  /** The node with this number. */
  node(number: number): Node {
    const node = this.#nodes[number];
    if (!node) throw new RangeError(`the tree has no node ${number}`);
    return node;
  }

  /** The number of the node above, or ROOT. */
  parentOf(number: number): number {
    return this.#parents[number] ?? ROOT;
  }

  /** 0 for nodes with nothing above them. */
  levelOf(number: number): number {
    return this.#levels[number] ?? 0;
  }

  /** The numbers of the nodes directly below, in their order. */
  childrenOf(number: number): readonly number[] {
    return number === ROOT ? this.#roots : (this.#children[number] ?? NONE);
  }

  /** Whether there is anything below the node, here or yet to come. */
  isParent(number: number): boolean {
    return this.childrenOf(number).length > 0 || this.node(number).descendants > 0;
  }

  /** Adds nodes as the last ones below their parents, which have to be there before them. */
  add(nodes: Iterable<Node>): void {
    for (const node of nodes) {
      const number = this.#nodes.length;
      const parent = this.#numbers.get(node.parentId) ?? ROOT;
      this.#nodes.push(node);
      this.#numbers.set(node.id, number);
      this.#parents.push(parent);
      this.#levels.push(parent === ROOT ? 0 : this.levelOf(parent) + 1);
      this.#below(parent).push(number);
    }
  }

  /** Puts another state of a node in its place, where it stays whatever that says; an unknown node is ignored. */
  replace(node: Node): void {
    const number = this.#numbers.get(node.id);
    if (number === undefined) return;
    // An answer may tell of a time before the last move.
    const { parentId } = this.node(number);
    this.#nodes[number] = node.parentId === parentId ? node : { ...node, parentId };
  }

  /** Puts a node with all below it elsewhere: before a sibling, or without one at the end. */
  move(id: string, parentId: string, beforeId: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#detach(number);
    const parent = this.#numbers.get(parentId) ?? ROOT;
    const siblings = this.#below(parent);
    const before = this.#numbers.get(beforeId);
    const place = before === undefined ? -1 : siblings.indexOf(before);
    siblings.splice(place < 0 ? siblings.length : place, 0, number);
    this.#parents[number] = parent;
    this.#nodes[number] = { ...this.node(number), parentId };
    const shift = (parent === ROOT ? 0 : this.levelOf(parent) + 1) - this.levelOf(number);
    if (shift !== 0) for (const below of this.subtree(number)) this.#levels[below] = this.levelOf(below) + shift;
  }

  /** Takes out a node with all below it. */
  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#detach(number);
    for (const below of this.subtree(number)) this.#numbers.delete(this.node(below).id);
  }

  /** A node and all below it, in no particular order; below ROOT, every node. */
  *subtree(number: number): Generator<number> {
    const stack = [number];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next !== ROOT) yield next;
      for (const child of this.childrenOf(next)) stack.push(child);
    }
  }

  /** The nodes above, the nearest first. */
  *above(number: number): Generator<number> {
    for (let next = this.parentOf(number); next !== ROOT; next = this.parentOf(next)) yield next;
  }

  /** How many levels there are below a node. */
  depthBelow(number: number): number {
    let deepest = this.levelOf(number);
    for (const below of this.subtree(number)) deepest = Math.max(deepest, this.levelOf(below));
    return deepest - this.levelOf(number);
  }

  #below(parent: number): number[] {
    if (parent === ROOT) return this.#roots;
    let children = this.#children[parent];
    if (!children) {
      children = [];
      this.#children[parent] = children;
    }
    return children;
  }

  #detach(number: number): void {
    const siblings = this.#below(this.parentOf(number));
    siblings.splice(siblings.indexOf(number), 1);
  }
}
