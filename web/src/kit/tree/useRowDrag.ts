import { type DragEvent, useMemo, useRef, useState } from 'react';
import { isBelowItself, isThere, type Place, placeAtZone, type Zone } from './places';
import type { Tree, TreeNode } from './tree';

/** What can be done with rows that are dragged. */
export interface TreeDrag<Node extends TreeNode> {
  /** Whether the node may come there. */
  readonly allows: (node: Node, place: Place) => boolean;
  readonly onDrop: (node: Node, place: Place) => void;
}

/** Where something is about to be let go of. */
interface Target {
  readonly id: string;
  readonly zone: Zone;
}

/** The upper and lower parts of a row, where a dragged one comes before or after it; between them it comes into it. */
const EDGE = 0.28;

function zoneOf({ currentTarget, clientY }: DragEvent<HTMLElement>): Zone {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (part < EDGE) return 'before';
  return part > 1 - EDGE ? 'after' : 'into';
}

/** Moves rows by dragging them with a mouse. */
export function useRowDrag<Node extends TreeNode>(
  tree: Tree<Node>,
  openOf: (number: number) => boolean,
  drag: TreeDrag<Node> | undefined,
) {
  const [target, setTarget] = useState<Target>();
  const dragged = useRef<Node>(undefined);
  // The rows hold on to the handlers, which have to see what is current.
  const latest = useRef({ tree, openOf, drag, target });
  latest.current = { tree, openOf, drag, target };

  const handlers = useMemo(() => {
    const placeOf = ({ id, zone }: Target): Place | undefined => {
      const { tree, openOf } = latest.current;
      const number = tree.numberOf(id);
      return number === undefined ? undefined : placeAtZone(tree, number, zone, openOf(number));
    };
    const end = () => {
      dragged.current = undefined;
      setTarget(undefined);
    };
    return {
      dragStart: (node: Node, event: DragEvent<HTMLElement>) => {
        dragged.current = node;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', node.id);
        const row = event.currentTarget.closest('[role="row"]');
        if (row) event.dataTransfer.setDragImage(row, 24, 16);
      },
      dragOver: (node: Node, event: DragEvent<HTMLElement>) => {
        const { tree, drag, target } = latest.current;
        const moved = dragged.current;
        const number = moved && tree.numberOf(moved.id);
        if (!moved || number === undefined) return;
        const next = { id: node.id, zone: zoneOf(event) };
        const place = placeOf(next);
        const possible =
          place && !isBelowItself(tree, number, place) && !isThere(tree, number, place) && drag?.allows(moved, place);
        if (!possible) {
          if (target) setTarget(undefined);
          return;
        }
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        if (target?.id !== next.id || target.zone !== next.zone) setTarget(next);
      },
      drop: (event: DragEvent<HTMLElement>) => {
        const { drag, target } = latest.current;
        const place = target && placeOf(target);
        if (!dragged.current || !place) return;
        event.preventDefault();
        drag?.onDrop(dragged.current, place);
        end();
      },
      dragEnd: end,
    };
  }, []);

  return { target, handlers };
}
