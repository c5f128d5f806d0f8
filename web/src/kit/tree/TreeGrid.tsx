// biome-ignore-all lint/a11y/useSemanticElements: rows of a table can't be laid out one by one as the virtual ones are
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, as the pattern of the treegrid allows
import { Skeleton } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { t } from '@/i18n/tree';
import { useDensity } from '@/kit/density';
import { formatCount } from '@/kit/format';
import { type Expansion, type FlatRows, isOpen, withOpen } from './flatten';
import { rowByName, treeKey } from './keys';
import { usePrinting } from './printing';
import classes from './TreeGrid.module.css';
import { type RowEvents, TreeRow } from './TreeRow';
import type { Tree, TreeNode } from './tree';
import { fitting, leastWidth, type TreeColumn, template } from './tree-column';
import { type TreeDrag, useRowDrag } from './useRowDrag';
import { useRowFocus } from './useRowFocus';

/** Where somebody was in a tree. */
export interface TreePosition {
  /** How far it was scrolled. */
  readonly offset: number;
  /** The node whose row was active. */
  readonly activeId: string | undefined;
}

export interface TreeGridProps<Node extends TreeNode> {
  /** Names the grid for screen readers. */
  label: string;
  tree: Tree<Node>;
  /** The rows of it that are shown; undefined while the first of them are on their way. */
  rows: FlatRows | undefined;
  /** The first one has the names. */
  columns: readonly TreeColumn<Node>[];
  expansion: Expansion;
  onExpansion: (expansion: Expansion) => void;
  /** What a node is called, for screen readers and for finding it by its first letters. */
  name: (node: Node) => string;
  /** Opens the node's record. */
  onOpen: (node: Node) => void;
  /** Handles a key of its own, and says whether it did. */
  onKey?: (node: Node, event: KeyboardEvent) => boolean;
  drag?: TreeDrag<Node> | undefined;
  /** Cards instead of columns, for phones. */
  cards: boolean;
  busy?: boolean;
  /** Where to begin, and who is told where it ended. */
  position?: TreePosition | undefined;
  onLeave?: (position: TreePosition) => void;
  /** What lies behind the rows, from the first to the last. */
  backdrop?: ReactNode;
  /** What scrolls, for whoever scrolls it sideways. */
  scroller?: RefObject<HTMLDivElement | null>;
}

const ROW_HEIGHT = { compact: 36, comfortable: 44 } as const;
const CARD_HEIGHT = 84;
const HEADER_HEIGHT = 36;
const SKELETONS = 8;
/** Drawn above and below what is visible, so that scrolling doesn't outrun the drawing. */
const OVERSCAN = 8;
/** Paper takes no more rows than this: a browser would not draw all of a large tree. */
const PRINTED = 1000;
/** Letters typed within this time belong together. */
const TYPING_MS = 600;

/** A tree as a grid: rows that open, of which only those in sight are drawn, all of it reachable by keys. */
export function TreeGrid<Node extends TreeNode>(props: TreeGridProps<Node>) {
  const { label, rows, busy } = props;
  if (rows) return <Grid {...props} rows={rows} />;
  return (
    <div className={classes.scroller} role="status" aria-label={label} aria-busy={busy}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={classes.placeholder}>
          <Skeleton height={12} width={`${60 - (index % 3) * 12}%`} />
        </div>
      ))}
    </div>
  );
}

function Grid<Node extends TreeNode>(props: TreeGridProps<Node> & { rows: FlatRows }) {
  const { label, tree, rows, expansion, onExpansion, name, onOpen, onKey, drag, cards, busy, position, onLeave } =
    props;
  const density = useDensity();
  const printing = usePrinting();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const ref = useMergedRef(scroller, measured, props.scroller);
  const rowHeight = cards ? CARD_HEIGHT : ROW_HEIGHT[density];
  const headerHeight = cards ? 0 : HEADER_HEIGHT;
  const columns = useMemo(
    () =>
      cards
        ? props.columns.filter(({ onCard }, index) => onCard || index === 0)
        : fitting(props.columns, width || Infinity),
    [cards, props.columns, width],
  );
  const { active, activeId, activate } = useRowFocus(scroller, tree, rows, position?.activeId);
  const openOf = (number: number) => isOpen(expansion, tree.node(number).id, tree.levelOf(number));
  const { target, handlers } = useRowDrag(tree, openOf, drag);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((row: number) => rows.numbers[row] ?? row, [rows]),
    overscan: OVERSCAN,
    initialOffset: position?.offset ?? 0,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    // The active row stays: what has the focus must not go away because somebody scrolls.
    rangeExtractor: useCallback(
      (range: Range) => {
        const seen = defaultRangeExtractor(range);
        return active < range.count && !seen.includes(active) ? [...seen, active].sort((a, b) => a - b) : seen;
      },
      [active],
    ),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const leaving = useRef<() => void>(undefined);
  leaving.current = () => onLeave?.({ offset: scroller.current?.scrollTop ?? 0, activeId });
  // Before the grid is taken out: afterwards it is scrolled nowhere.
  useLayoutEffect(() => () => leaving.current?.(), []);

  const latest = useRef({ tree, expansion, onExpansion });
  latest.current = { tree, expansion, onExpansion };
  const events = useMemo<RowEvents<Node>>(
    () => ({
      ...handlers,
      toggle: (node, open) => {
        const { tree, expansion, onExpansion } = latest.current;
        const number = tree.numberOf(node.id);
        if (number !== undefined) onExpansion(withOpen(expansion, node.id, tree.levelOf(number), open));
      },
    }),
    [handlers],
  );

  const go = (row: number) => {
    const number = rows.numbers[row];
    if (number === undefined) return;
    virtualizer.scrollToIndex(row);
    // Where one is already, nothing would be drawn that could take the focus: it would be taken some time later.
    if (row !== active) activate(tree.node(number).id, true);
  };

  const typed = useRef({ text: '', at: 0 });
  const typeAhead = (letter: string, context: Parameters<typeof rowByName<Node>>[2]) => {
    const { text, at } = typed.current;
    const now = performance.now();
    const longer = now - at < TYPING_MS && text !== letter ? text + letter : letter;
    typed.current = { text: longer, at: now };
    const found = rowByName(longer, active, context, name);
    if (found !== undefined) go(found);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rowElementOf(event);
    const number = rows.numbers[active];
    if (!row || number === undefined) return;
    const node = tree.node(number);
    if (event.target !== row) {
      // Inside a control of the row: Escape leads back to the row, all other keys are the control's.
      if (event.key === 'Escape' && !event.defaultPrevented) row.focus();
      return;
    }
    if (onKey?.(node, event)) return event.preventDefault();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1);
    const context = { tree, rows, expansion, page };
    const action = treeKey(event.key, active, context);
    if (action && 'open' in action) events.toggle(node, action.open);
    else if (action) go(action.row);
    else if (event.key === 'Enter') onOpen(node);
    else if (event.key.length === 1 && event.key !== ' ') typeAhead(event.key, context);
    else if (event.key !== ' ' && !event.key.startsWith('Arrow')) return;
    event.preventDefault();
  };

  const shown = printing
    ? Array.from({ length: Math.min(rows.length, PRINTED) }, (_, index) => ({ index, start: headerHeight }))
    : virtualizer.getVirtualItems();

  return (
    <>
      {printing && rows.length > PRINTED && (
        <p className={classes.printed}>{t.tree.printed(formatCount(PRINTED), formatCount(rows.length))}</p>
      )}
      <div
        ref={ref}
        role="treegrid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={busy}
        // The rows take the focus.
        tabIndex={-1}
        className={classes.scroller}
        data-cards={cards || undefined}
        style={{
          ['--columns' as string]: template(columns),
          ['--least' as string]: cards ? undefined : `${leastWidth(columns)}px`,
          ['--lines' as string]: cards || density === 'comfortable' ? 2 : 1,
          ['--row' as string]: `${rowHeight}px`,
          ['--header' as string]: `${HEADER_HEIGHT}px`,
        }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const row = rowElementOf(event);
          const number = rows.numbers[Number(row?.dataset.row)];
          if (number !== undefined && tree.node(number).id !== activeId) activate(tree.node(number).id, false);
        }}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" className={classes.headRow} aria-rowindex={1}>
            {columns.map((column) => (
              <div
                key={column.id}
                role="columnheader"
                className={classes.headCell}
                data-align={column.align}
                data-bleed={column.bleed || undefined}
              >
                {column.silent ? <span className="visually-hidden">{column.header}</span> : column.header}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ ['--body' as string]: `${rows.length * rowHeight}px` }}>
          {props.backdrop}
          {shown.map(({ index, start }) => {
            const number = rows.numbers[index];
            if (number === undefined) return null;
            const node = tree.node(number);
            return (
              <TreeRow
                key={node.id}
                node={node}
                columns={columns}
                name={name(node)}
                row={index}
                top={start - headerHeight}
                level={tree.levelOf(number)}
                place={rows.places[index] ?? 1}
                setSize={rows.setSizes[index] ?? 1}
                parent={tree.isParent(number)}
                open={rows.parents[index] ? openOf(number) : undefined}
                active={index === active}
                movable={drag !== undefined && !cards}
                zone={target?.id === node.id ? target.zone : undefined}
                events={events}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** The row that an event happened in. Menus and dialogs belong to a row for React, but lie elsewhere. */
function rowElementOf({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return undefined;
  return target.closest<HTMLElement>('[data-row]') ?? undefined;
}
