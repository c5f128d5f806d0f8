import { createClient, type Transport } from '@connectrpc/connect';
import {
  type Assignee,
  type StreamTaskTreeResponse,
  type TaskChange,
  TaskService,
} from '@/gen/nirmaan/projects/v1/task_service_pb';
import { Tree } from '@/kit/tree/tree';
import { type TaskRow, taskRow } from './task-node';

/** A project's tasks as far as they have arrived. A new object after every change; the tree itself is changed in place. */
export interface TaskTree {
  readonly tree: Tree<TaskRow>;
  /** Tasks that the server has. */
  readonly total: number;
  readonly complete: boolean;
  /** Those whom tasks are given to, by user id. */
  readonly people: ReadonlyMap<string, Assignee>;
}

/** Work on what has arrived is interrupted after this time, so that the page goes on answering. */
const SLICE_MS = 12;
/** What has arrived is shown so often. */
const SHOW_MS = 150;

const nextFrame = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });

/**
 * Reads a project's tasks.
 *
 * @param onPart called with what has arrived: with the first part at once, then now and again
 */
export async function readTaskTree(
  transport: Transport,
  projectId: string,
  signal: AbortSignal,
  onPart: (part: TaskTree) => void,
): Promise<TaskTree> {
  const parts = createClient(TaskService, transport).streamTaskTree({ projectId }, { signal });
  return collectTaskTree(parts, onPart);
}

/** Puts the parts of a tree together. */
export async function collectTaskTree(
  parts: AsyncIterable<Pick<StreamTaskTreeResponse, 'nodes' | 'total' | 'people'>>,
  onPart: (part: TaskTree) => void,
): Promise<TaskTree> {
  let state: TaskTree | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let sliceBegan = performance.now();
  for await (const { nodes, total, people } of parts) {
    state ??= { tree: new Tree(), total, complete: false, people: new Map(people.map((one) => [one.id, one])) };
    state.tree.add(nodes.map(taskRow));
    const now = performance.now();
    if (now - shownAt > SHOW_MS) {
      shownAt = now;
      onPart({ ...state });
    }
    if (now - sliceBegan > SLICE_MS) {
      await nextFrame();
      sliceBegan = performance.now();
    }
  }
  return { tree: new Tree(), total: 0, people: new Map(), ...state, complete: true };
}

/** Puts a changed task, and what that changes above it, into the tree. */
export function applyChange({ tree }: TaskTree, { task, above, balance }: TaskChange): void {
  if (balance) addFirst(tree, taskRow(balance));
  if (task) tree.replace(taskRow(task));
  for (const node of above) tree.replace(taskRow(node));
}

/** Puts a new task before those that its parent has. */
function addFirst(tree: Tree<TaskRow>, row: TaskRow): void {
  const parent = tree.numberOf(row.parentId);
  const first = parent === undefined ? undefined : tree.childrenOf(parent)[0];
  const next = first === undefined ? '' : tree.node(first).id;
  tree.add([row]);
  tree.move(row.id, row.parentId, next);
}

/** Takes a task out with all below it, and counts them off above it. The sums above need the server. */
export function removeTask({ tree }: TaskTree, id: string): void {
  const number = tree.numberOf(id);
  if (number === undefined) return;
  const gone = tree.node(number).descendants + 1;
  for (const up of tree.above(number)) {
    const node = tree.node(up);
    tree.replace({ ...node, descendants: node.descendants - gone });
  }
  tree.remove(id);
}
