import { onReset } from '@/kit/reset';
import type { Expansion } from '@/kit/tree/flatten';
import type { TreePosition } from '@/kit/tree/TreeGrid';
import { onSessionEnd } from '@/session/session-store';

/** How somebody left a project's tree. */
export interface TreeView {
  readonly expansion?: Expansion;
  readonly position?: TreePosition;
}

const views = new Map<string, TreeView>();

// The next one to sign in opens their own.
onSessionEnd(() => views.clear());
onReset(() => views.clear());

/** How the tree was left, since the application was loaded. */
export const treeView = (projectId: string): TreeView => views.get(projectId) ?? {};

/** Remembers how the tree is left. */
export function rememberView(projectId: string, view: TreeView): void {
  views.set(projectId, { ...treeView(projectId), ...view });
}
