import type { DescMessage, DescMethodUnary, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { callUnaryMethod, createConnectQueryKey, useQuery, useTransport } from '@connectrpc/connect-query';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { t } from '@/i18n/t';
import { Can, useCan } from '@/session/Can';
import { GuardedLink } from './data/GuardedLink';
import { FormPage, type Loaded } from './form/FormPage';
import { anySections, type FormValues, type Mode, type Section } from './form/fields';
import { IDEMPOTENCY_HEADER } from './form/idempotency';
import { type Panel, RecordPage, RecordSkeleton } from './form/RecordPage';
import { HistoryButton } from './history/HistoryButton';
import { LoadFailure } from './LoadFailure';
import { type ListDef, ListPage } from './list/ListPage';
import type { ListParams } from './list/list-params';
import { ConfirmDialog } from './overlay/confirm';
import { RowMenu, type RowMenuItem } from './overlay/RowMenu';
import { toastSuccess } from './overlay/toast';
import type { Crumb } from './PageHeader';
import { type ResourcePaths, type ResourceScreens, resourcePaths } from './resource-routes';

/** A call of the service that takes In and answers Out. */
type Method<In extends DescMessage, Out extends DescMessage> = DescMethodUnary<In, Out>;

/** The ids in the address of records that live below another one. */
export type RouteIds = Readonly<Record<string, string>>;

/** One kind of record: everything that its list, form and view differ in from those of another kind. */
export interface ResourceDef<
  LI extends DescMessage,
  LO extends DescMessage,
  Row,
  GI extends DescMessage,
  Entity extends DescMessage,
  CI extends DescMessage,
  CO extends DescMessage,
  UI extends DescMessage,
  UO extends DescMessage,
  DI extends DescMessage,
  DO extends DescMessage,
  Values,
> {
  /** Where the records live, for example `/contracts`, or below another one `/contracts/:contractId/security-deposit`. */
  path: string;
  /** The screens that live elsewhere than usual below `path`. */
  at?: Partial<ResourcePaths>;
  /** The pages above the list. A function of the address is called while rendering, so that it may be a hook. */
  breadcrumbs?: readonly Crumb[] | ((ids: RouteIds) => readonly Crumb[]);
  /** The module that grants the rights. */
  module: string;
  /** The services whose answers a write makes stale. */
  services: readonly DescService[];
  titles: { list: string; create: string; edit: string };
  list: Omit<ListDef<LI, LO, Row>, 'title' | 'module' | 'request' | 'rowMenu' | 'actions' | 'breadcrumbs'> & {
    request: (params: ListParams, ids: RouteIds) => MessageInitShape<LI>;
    /** Entries of a row's menu beside View, Edit and Delete. */
    menu?: (row: Row) => readonly RowMenuItem[];
    /** Buttons beside Create. */
    links?: ReactNode;
  };
  get: {
    method: Method<GI, Entity>;
    input: (id: string, ids: RouteIds) => MessageInitShape<GI>;
    values: (entity: MessageShape<Entity>) => Values;
    version: (entity: MessageShape<Entity>) => bigint;
    title: (entity: MessageShape<Entity>) => string;
    /** A line under the title of the view. */
    description?: (entity: MessageShape<Entity>) => ReactNode;
    /** Buttons beside Edit. */
    actions?: (entity: MessageShape<Entity>) => ReactNode;
    /** What stands under the fields. */
    panels?: (entity: MessageShape<Entity>) => readonly Panel[];
    failed: string;
    /** The name by which the trail knows these records: their views then open their history. */
    history?: string;
  };
  create: { method: Method<CI, CO>; input: (values: Values, ids: RouteIds) => MessageInitShape<CI>; saved: string };
  update: {
    method: Method<UI, UO>;
    input: (values: Values, id: string, version: bigint, ids: RouteIds) => MessageInitShape<UI>;
    saved: string;
  };
  remove: {
    method: Method<DI, DO>;
    input: (row: Row) => MessageInitShape<DI>;
    title: (row: Row) => string;
    question: string;
    removed: string;
    failed: string;
    /** Why this one can't be deleted by anybody; undefined when it can. */
    refusal?: (row: Row) => string | undefined;
  };
  form: {
    /** What a new one starts from; a function where that depends on who is signed in. */
    initial: Values | (() => Values);
    /** The fields. A function of the mode is called while rendering, so that it may be a hook. */
    sections: readonly Section<Values>[] | ((mode: Mode) => readonly Section<Values>[]);
    fieldPrefix: string;
    saveFailed: string;
    /** Offers Reset on edit as well, back to what was loaded. */
    resettable?: boolean;
  };
}

/** Turns one declaration into the four screens. What is unusual stays a component of its own beside it. */
export function resource<
  LI extends DescMessage,
  LO extends DescMessage,
  Row,
  GI extends DescMessage,
  Entity extends DescMessage,
  CI extends DescMessage,
  CO extends DescMessage,
  UI extends DescMessage,
  UO extends DescMessage,
  DI extends DescMessage,
  DO extends DescMessage,
  Values extends { [K in keyof Values]: FormValues[string] },
>(def: ResourceDef<LI, LO, Row, GI, Entity, CI, CO, UI, UO, DI, DO, Values>): ResourceScreens {
  const { module } = def;
  const { sections: declared } = def.form;
  const { breadcrumbs: above = [] } = def;

  // The router's own generatePath would travel with the router, to every guest.
  const at = (ids: RouteIds) => def.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');

  /** Where the page is: the ids of its address, the addresses of the screens beside it, and the pages above them. */
  function usePlace() {
    const params = useParams();
    const ids = useMemo(
      () => Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id ?? ''])),
      [params],
    );
    const paths = useMemo(() => resourcePaths(at(ids), def.at), [ids]);
    const breadcrumbs = typeof above === 'function' ? above(ids) : above;
    return { ids, paths, breadcrumbs, below: [...breadcrumbs, { label: def.titles.list, to: paths.list }] };
  }

  const useSections = (mode: Mode) => anySections(typeof declared === 'function' ? declared(mode) : declared);

  /** Calls a method and then has everything that shows these records read anew. */
  function useWrite() {
    const transport = useTransport();
    const queries = useQueryClient();
    return useCallback(
      async <In extends DescMessage, Out extends DescMessage>(
        method: Method<In, Out>,
        input: MessageInitShape<In>,
        headers?: HeadersInit,
      ) => {
        const answer = await callUnaryMethod(transport, method, input, { headers });
        await Promise.all(
          def.services.map((schema) =>
            queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema, cardinality: undefined }) }),
          ),
        );
        return answer;
      },
      [transport, queries],
    );
  }

  /** Why the signed-in user may not do this; undefined when they may. */
  function useRefusal(action: 'create' | 'edit' | 'delete') {
    return useCan(module, action) ? undefined : t.permissions.missing(t.permissions.actions[action], module);
  }

  function List() {
    const { ids, paths, breadcrumbs } = usePlace();
    const write = useWrite();
    const noEdit = useRefusal('edit');
    const noDelete = useRefusal('delete');
    const [asked, setAsked] = useState<Row>();
    // The dialog still shows the row's name while it fades out.
    const [shown, setShown] = useState<Row>();

    const list = useMemo<ListDef<LI, LO, Row>>(
      () => ({
        ...def.list,
        title: def.titles.list,
        breadcrumbs,
        module,
        request: (params) => def.list.request(params, ids),
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
      await write(def.remove.method, def.remove.input(asked));
      toastSuccess(def.remove.removed);
      // The menu that had the focus is gone with its row.
      document.querySelector<HTMLElement>('main h1')?.focus();
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
        />
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

  function Create() {
    const { ids, paths, below } = usePlace();
    const write = useWrite();
    const sections = useSections('create');
    const { initial } = def.form;
    const [loaded] = useState(() => ({ values: initial instanceof Function ? initial() : initial, version: 0n }));
    return (
      <FormPage
        mode="create"
        title={def.titles.create}
        breadcrumbs={below}
        sections={sections}
        loaded={loaded}
        save={(values, { idempotencyKey }) =>
          write(def.create.method, def.create.input(values as Values, ids), { [IDEMPOTENCY_HEADER]: idempotencyKey })
        }
        fieldPrefix={def.form.fieldPrefix}
        saved={def.create.saved}
        saveFailed={def.form.saveFailed}
        parent={paths.list}
        forbidden={useRefusal('create')}
      />
    );
  }

  const failure = (error: Error, retry: () => unknown, breadcrumbs: readonly Crumb[]) => (
    <LoadFailure error={error} retry={retry} failed={def.get.failed} module={module} breadcrumbs={breadcrumbs} />
  );

  const loadedOf = (entity: MessageShape<Entity>): Loaded => ({
    values: def.get.values(entity),
    version: def.get.version(entity),
  });

  function Edit() {
    const { ids, paths, below } = usePlace();
    const { id = '' } = ids;
    const write = useWrite();
    const sections = useSections('edit');
    // A form is filled once: what it starts from has to be fresh, and later answers must not touch it.
    const query = useQuery(def.get.method, def.get.input(id, ids), { refetchOnMount: 'always' });
    const forbidden = useRefusal('edit');
    const reload = async () => {
      const { data, error } = await query.refetch();
      if (!data || error) throw error;
      return loadedOf(data);
    };
    if (query.isError && !query.data) return failure(query.error, query.refetch, below);
    if (!query.data || !query.isFetchedAfterMount)
      return <RecordSkeleton title={def.titles.edit} sections={sections} />;
    return (
      <FormPage
        key={id}
        mode="edit"
        title={t.form.editTitle(def.get.title(query.data))}
        breadcrumbs={below}
        sections={sections}
        loaded={loadedOf(query.data)}
        save={(values, { version }) => write(def.update.method, def.update.input(values as Values, id, version, ids))}
        reload={reload}
        fieldPrefix={def.form.fieldPrefix}
        saved={def.update.saved}
        saveFailed={def.form.saveFailed}
        parent={paths.view(id)}
        forbidden={forbidden}
        resettable={def.form.resettable}
      />
    );
  }

  function View() {
    const { ids, paths, below } = usePlace();
    const { id = '' } = ids;
    const sections = useSections('view');
    const query = useQuery(def.get.method, def.get.input(id, ids));
    const noEdit = useRefusal('edit');
    if (query.isError && !query.data) return failure(query.error, query.refetch, below);
    if (!query.data) return <RecordSkeleton title={t.common.loading} sections={sections} />;
    return (
      <RecordPage
        title={def.get.title(query.data)}
        breadcrumbs={below}
        description={def.get.description?.(query.data)}
        sections={sections}
        values={def.get.values(query.data)}
        panels={def.get.panels?.(query.data)}
        actions={
          <>
            <GuardedLink to={paths.edit(id)} reason={noEdit} icon={<IconPencil size={16} aria-hidden />}>
              {t.common.edit}
            </GuardedLink>
            {def.get.actions?.(query.data)}
            {def.get.history && <HistoryButton entity={def.get.history} id={id} />}
          </>
        }
      />
    );
  }

  return { List, Create, Edit, View };
}
