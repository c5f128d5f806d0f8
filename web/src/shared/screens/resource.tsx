import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { t } from '@/i18n/t';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { focusHeading } from '@/kit/focus-heading';
import type { FormValues } from '@/kit/form/fields';
import { type InputOf, unary } from '@/kit/method';
import { ConfirmDialog, type TypedText } from '@/kit/overlay/confirm';
import { RowMenu, type RowMenuItem } from '@/kit/overlay/RowMenu';
import { toastSuccess } from '@/kit/overlay/toast';
import { useWrite } from '@/kit/write';
import { Can, useRefusal } from '@/session/Can';
import { DeletionNotes } from '@/shared/deleted/DeletionNotes';
import type { DeletedKind } from '@/shared/deleted/kinds';
import { useToastDeleted } from '@/shared/deleted/useToastDeleted';
import { type ListDef, ListPage } from './ListPage';
import { type CreateMethod, type RecordDef, record } from './record';
import type { ResourceScreens } from './resource-routes';
import { type RouteIds, usePlace } from './usePlace';

/** What `ListPage` is told but for what follows from the rest of the declaration. */
type ResourceList<M extends DescMethodUnary, Row> = Told<ListDef<M, Row>> & {
  /** What is asked for whatever the filters say, of records below another one. */
  below?: (ids: RouteIds) => InputOf<M>;
  /** Entries of a row's menu beside View, Edit and Delete. */
  menu?: (row: Row) => readonly RowMenuItem[];
  /** Buttons beside Create. */
  links?: ReactNode;
};

type Follows = 'name' | 'title' | 'module' | 'deleted' | 'rowMenu' | 'actions' | 'breadcrumbs';

/** `Omit` would forget which of the kinds of list it is. */
type Told<Def> = Def extends unknown ? Omit<Def, Follows> : never;

/** One kind of record: everything that its list, form and view differ in from those of another kind. */
export interface ResourceDef<
  List extends DescMethodUnary,
  Row,
  Get extends DescMethodUnary,
  Create extends CreateMethod,
  Update extends DescMethodUnary,
  Delete extends DescMethodUnary,
  Values,
> extends RecordDef<Get, Create, Update, Values> {
  list: ResourceList<List, Row>;
  remove: {
    method: Delete;
    /** What is asked of the server; `more` is what `More` says. */
    input: (row: Row, more: string) => InputOf<Delete>;
    title: (row: Row) => string;
    question: string;
    /** What it comes to, below the question. */
    note?: string;
    /** What has to be typed before it is done; see `ConfirmDialog`. */
    typed?: (row: Row) => TypedText;
    /** What else has to be said, below the question. */
    More?: ComponentType<MoreProps<Row>>;
    removed: string;
    failed: string;
    /** Why this one can't be deleted by anybody; undefined when it can. */
    refusal?: (row: Row) => string | undefined;
    /** What it is to who brings it back; without it, it is gone for good. */
    kind?: DeletedKind;
  };
}

/** What is asked before a record is deleted, beside whether it shall be. */
export interface MoreProps<Row> {
  readonly row: Row;
  readonly onChange: (more: string) => void;
}

/** What the user's settings call the list: its path without the ids, `contracts.security-deposit` for example. */
const listName = (path: string) =>
  path
    .split('/')
    .filter((step) => step && !step.startsWith(':'))
    .join('.');

/** Turns one declaration into the four screens. What is unusual stays a component of its own beside it. */
export function resource<
  List extends DescMethodUnary,
  Row,
  Get extends DescMethodUnary,
  Create extends CreateMethod,
  Update extends DescMethodUnary,
  Delete extends DescMethodUnary,
  Values extends { [K in keyof Values]: FormValues[string] },
>(def: ResourceDef<List, Row, Get, Create, Update, Delete, Values>): ResourceScreens {
  const { module } = def;
  const { kind } = def.remove;

  function List() {
    const { ids, paths, breadcrumbs } = usePlace(def);
    const write = useWrite(def.services);
    const toastDeleted = useToastDeleted(def.services);
    const noEdit = useRefusal(module, 'edit');
    const noDelete = useRefusal(module, 'delete');
    const [asked, setAsked] = useState<Row>();
    // The dialog still shows the row's name while it fades out.
    const [shown, setShown] = useState<Row>();
    const [more, setMore] = useState('');
    const { More } = def.remove;

    const list = useMemo<ListDef<List, Row>>(
      () => ({
        ...def.list,
        name: listName(def.path),
        title: def.titles.list,
        breadcrumbs,
        module,
        deleted: kind,
        ...(def.list.below && { always: def.list.below(ids) }),
        actions: (
          <>
            <CreateButton to={paths.create} />
            {def.list.links}
          </>
        ),
        rowMenu: (row) => {
          const id = def.list.rowId(row);
          const remove = () => {
            setAsked(row);
            setShown(row);
            setMore('');
          };
          return (
            <RowMenu
              label={def.list.rowLabel(row)}
              items={[
                { label: t.common.view, to: paths.view(id) },
                { label: t.common.edit, to: paths.edit(id), disabledReason: noEdit },
                ...(def.list.menu?.(row) ?? []),
                {
                  label: t.common.delete,
                  danger: true,
                  onClick: remove,
                  disabledReason: noDelete ?? def.remove.refusal?.(row),
                },
              ]}
            />
          );
        },
      }),
      [noEdit, noDelete, ids, paths, breadcrumbs],
    );

    const remove = async () => {
      if (asked === undefined) return;
      const id = def.list.rowId(asked);
      await write(unary(def.remove.method), def.remove.input(asked, more), { deletes: [id] });
      if (kind) toastDeleted(def.remove.removed, { kind, id, name: def.list.rowLabel(asked) });
      else toastSuccess(def.remove.removed);
      focusHeading();
    };

    return (
      <>
        <ListPage def={list} />
        <ConfirmDialog
          opened={asked !== undefined}
          onClose={() => setAsked(undefined)}
          title={shown === undefined ? '' : def.remove.title(shown)}
          question={def.remove.question}
          confirmLabel={t.common.delete}
          danger
          onConfirm={remove}
          failed={def.remove.failed}
          typed={shown === undefined ? undefined : def.remove.typed?.(shown)}
        >
          {def.remove.note && (
            <Text size="sm" c="dimmed">
              {def.remove.note}
            </Text>
          )}
          {kind && shown !== undefined && <DeletionNotes kind={kind} id={def.list.rowId(shown)} />}
          {More && shown !== undefined && <More key={def.list.rowId(shown)} row={shown} onChange={setMore} />}
        </ConfirmDialog>
      </>
    );
  }

  function CreateButton({ to }: { to: string }) {
    return (
      <Can module={module} action="create">
        {(allowed, reason) => (
          <GuardedLink to={to} reason={allowed ? undefined : reason} icon={<IconPlus size={16} aria-hidden />}>
            {def.titles.create}
          </GuardedLink>
        )}
      </Can>
    );
  }

  return { List, ...record(def) };
}
