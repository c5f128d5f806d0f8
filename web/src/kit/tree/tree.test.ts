import { describe, expect, it } from 'vitest';
import { type Expansion, type FlatRows, flatten, isOpen, keep, withOpen } from './flatten';
import { rowByName, treeKey } from './keys';
import { deepestLevelAt, isBelowItself, isThere, placeAfterStep, placeAtZone } from './places';
import { ROOT, Tree, type TreeNode } from './tree';

/** A tree for tests, from `a`, `a/b`, `a/b/c`: the node's id is the last part of its path. */
function treeOf(...paths: readonly string[]): Tree<TreeNode> {
  const tree = new Tree<TreeNode>();
  tree.add(
    paths.map((path) => {
      const [id = '', parentId = ''] = path.split('/').reverse();
      return { id, parentId, descendants: paths.filter((other) => other.startsWith(`${path}/`)).length };
    }),
  );
  return tree;
}

const ALL: Expansion = { level: 9, toggled: new Set() };
const PATHS = ['a', 'b', 'c', 'a/d', 'a/e', 'b/f', 'a/d/g'];
const sample = () => treeOf(...PATHS);
const ids = (tree: Tree<TreeNode>, rows: FlatRows) => [...rows.numbers].map((number) => tree.node(number).id).join('');
const numberOf = (tree: Tree<TreeNode>, id: string) => tree.numberOf(id) ?? Number.NaN;
const shown = (tree: Tree<TreeNode>, expansion = ALL) => ids(tree, flatten(tree, expansion));

describe('a tree', () => {
  it('puts what arrives level by level below its parents, in order', () => {
    const tree = sample();
    expect(shown(tree)).toBe('adgebfc');
    expect(tree.size).toBe(7);
    expect([...'adg'].map((id) => tree.levelOf(numberOf(tree, id)))).toEqual([0, 1, 2]);
    expect(tree.isParent(numberOf(tree, 'd'))).toBe(true);
    expect(tree.isParent(numberOf(tree, 'g'))).toBe(false);
  });

  it('knows a parent by what the source says before anything below has arrived', () => {
    const tree = new Tree<TreeNode>();
    tree.add([{ id: 'a', parentId: '', descendants: 3 }]);
    expect([...flatten(tree, ALL).parents]).toEqual([1]);
  });

  it('moves a node with all below it', () => {
    const tree = sample();
    tree.move('d', 'b', 'f');
    expect(shown(tree)).toBe('aebdgfc');
    expect(tree.get('d')?.parentId).toBe('b');
    tree.move('d', '', '');
    expect(shown(tree)).toBe('aebfcdg');
    expect(tree.levelOf(numberOf(tree, 'g'))).toBe(1);
  });

  it('leaves a node where it is when its state comes from before it was moved', () => {
    const tree = sample();
    tree.move('d', 'b', '');
    tree.replace({ id: 'd', parentId: 'a', descendants: 5 });
    expect(tree.get('d')).toEqual({ id: 'd', parentId: 'b', descendants: 5 });
    expect(isThere(tree, numberOf(tree, 'd'), { parentId: 'a', beforeId: '' })).toBe(false);
  });

  it('removes a node with all below it, and gives no number twice', () => {
    const tree = sample();
    const end = tree.end;
    tree.remove('a');
    expect(shown(tree)).toBe('bfc');
    expect(tree.size).toBe(3);
    expect(tree.get('g')).toBeUndefined();
    tree.add([{ id: 'h', parentId: 'c', descendants: 0 }]);
    expect(numberOf(tree, 'h')).toBe(end);
    expect(shown(tree)).toBe('bfch');
  });

  it('takes a hundred thousand nodes below one', () => {
    const tree = new Tree<TreeNode>();
    tree.add([{ id: 'root', parentId: '', descendants: 100_000 }]);
    tree.add(Array.from({ length: 100_000 }, (_, n) => ({ id: `n${n}`, parentId: 'root', descendants: 0 })));
    expect(flatten(tree, ALL).length).toBe(100_001);
    expect(tree.depthBelow(0)).toBe(1);
  });
});

describe('the rows of a tree', () => {
  it('are those of open nodes: down to a level, and what was toggled the other way round', () => {
    const tree = sample();
    expect(shown(tree, { level: 0, toggled: new Set() })).toBe('abc');
    expect(shown(tree, { level: 1, toggled: new Set() })).toBe('adebfc');
    expect(shown(tree, { level: 1, toggled: new Set(['b', 'd']) })).toBe('adgebc');
  });

  it('remember what was opened and closed', () => {
    const opened = withOpen({ level: 0, toggled: new Set() }, 'a', 0, true);
    expect(isOpen(opened, 'a', 0)).toBe(true);
    expect(withOpen(opened, 'a', 0, true)).toBe(opened);
    expect(withOpen(opened, 'a', 0, false).toggled.size).toBe(0);
  });

  it('tell each one its place among its siblings', () => {
    const tree = sample();
    const { places, setSizes } = flatten(tree, ALL);
    expect([...places]).toEqual([1, 1, 1, 2, 2, 1, 3]);
    expect([...setSizes]).toEqual([3, 2, 1, 2, 3, 1, 3]);
  });

  it('keep what matches with all above it, and count that only', () => {
    const tree = sample();
    const { kept, matching } = keep(tree, ({ id }) => id === 'g' || id === 'b');
    const rows = flatten(tree, ALL, kept);
    expect(ids(tree, rows)).toBe('adgb');
    expect(matching).toBe(2);
    expect([...rows.setSizes]).toEqual([2, 1, 1, 2]);
    expect([...rows.parents], 'nothing of b is left to open').toEqual([1, 1, 0, 0]);
  });
});

describe('a step', () => {
  const after = (id: string, step: Parameters<typeof placeAfterStep>[2]) => {
    const tree = sample();
    const place = placeAfterStep(tree, numberOf(tree, id), step);
    if (!place) return undefined;
    tree.move(id, place.parentId, place.beforeId);
    return shown(tree);
  };

  it.each([
    ['b', 'up', 'bfadgec'],
    ['b', 'down', 'adgecbf'],
    ['a', 'down', 'bfadgec'],
    ['e', 'in', 'adgebfc'],
    ['b', 'in', 'adgebfc'],
    ['g', 'out', 'adgebfc'],
    ['d', 'out', 'aedgbfc'],
    ['f', 'out', 'adgebfc'],
  ] as const)('of %s %s', (id, step, expected) => {
    expect(after(id, step)).toBe(expected);
  });

  it.each([
    ['a', 'up'],
    ['c', 'down'],
    ['d', 'in'],
    ['a', 'out'],
  ] as const)('of %s %s is not possible', (id, step) => {
    expect(after(id, step)).toBeUndefined();
  });
});

describe('a place to drop on', () => {
  const tree = sample();
  const at = (id: string, zone: Parameters<typeof placeAtZone>[2], open = false) =>
    placeAtZone(tree, numberOf(tree, id), zone, open);

  it('is before, in or after a row; after an open one it is before the first below', () => {
    expect(at('b', 'before')).toEqual({ parentId: '', beforeId: 'b' });
    expect(at('b', 'into')).toEqual({ parentId: 'b', beforeId: '' });
    expect(at('b', 'after')).toEqual({ parentId: '', beforeId: 'c' });
    expect(at('c', 'after')).toEqual({ parentId: '', beforeId: '' });
    expect(at('a', 'after', true)).toEqual({ parentId: 'a', beforeId: 'd' });
  });

  it('is refused below itself, and told where it is already', () => {
    expect(isBelowItself(tree, numberOf(tree, 'a'), at('g', 'into'))).toBe(true);
    expect(isBelowItself(tree, numberOf(tree, 'a'), at('a', 'into'))).toBe(true);
    expect(isBelowItself(tree, numberOf(tree, 'a'), at('b', 'into'))).toBe(false);
    expect(isThere(tree, numberOf(tree, 'a'), at('a', 'after'))).toBe(true);
    expect(isThere(tree, numberOf(tree, 'a'), at('b', 'after'))).toBe(false);
  });

  it('tells how deep what is moved would reach', () => {
    expect(deepestLevelAt(tree, numberOf(tree, 'a'), { parentId: '', beforeId: '' })).toBe(2);
    expect(deepestLevelAt(tree, numberOf(tree, 'd'), { parentId: 'f', beforeId: '' })).toBe(3);
    expect(deepestLevelAt(tree, numberOf(tree, 'd'), { parentId: '', beforeId: '' })).toBe(1);
  });
});

describe('keys', () => {
  const tree = sample();
  const expansion: Expansion = { level: 1, toggled: new Set() };
  const context = { tree, rows: flatten(tree, expansion), expansion, page: 3 };
  const press = (key: string, at: number) => treeKey(key, at, context);

  // Rows: a d e b f c; d is closed.
  it.each([
    ['ArrowDown', 0, { row: 1 }],
    ['ArrowUp', 0, { row: 0 }],
    ['ArrowDown', 5, { row: 5 }],
    ['PageDown', 1, { row: 4 }],
    ['Home', 4, { row: 0 }],
    ['End', 1, { row: 5 }],
    ['ArrowRight', 0, { row: 1 }],
    ['ArrowRight', 1, { open: true }],
    ['ArrowRight', 2, undefined],
    ['ArrowLeft', 0, { open: false }],
    ['ArrowLeft', 2, { row: 0 }],
    ['ArrowLeft', 5, undefined],
    ['x', 0, undefined],
  ] as const)('%s in row %i', (key, at, expected) => {
    expect(press(key, at)).toEqual(expected);
  });

  it('find a row by how its name begins, going round', () => {
    const name = ({ id }: TreeNode) => ({ a: 'Steel', d: 'Sand', e: 'Stone' })[id] ?? id;
    expect(rowByName('s', 0, context, name)).toBe(1);
    expect(rowByName('s', 2, context, name)).toBe(0);
    expect(rowByName('st', 0, context, name)).toBe(0);
    expect(rowByName('sto', 0, context, name)).toBe(2);
    expect(rowByName('zz', 0, context, name)).toBeUndefined();
  });
});

it('what is at the top is below ROOT', () => {
  const tree = sample();
  expect(tree.childrenOf(ROOT)).toHaveLength(3);
  expect([...tree.subtree(ROOT)]).toHaveLength(7);
});
