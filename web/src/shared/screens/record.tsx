import type { DescMessage, DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import type { Transport } from '@connectrpc/connect';
import { useQuery, useTransport } from '@connectrpc/connect-query';
import { IconPencil } from '@tabler/icons-react';
import { useQuery as usePlainQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '@/i18n/t';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { isNotFound } from '@/kit/errors';
import { FormPage } from '@/kit/form/FormPage';
import {
  type AnyField,
  type AnySection,
  anySections,
  type FormValues,
  type Mode,
  type Section,
} from '@/kit/form/fields';
import { IDEMPOTENCY_HEADER } from '@/kit/form/idempotency';
import { masked } from '@/kit/form/mask';
import type { Panel } from '@/kit/form/Panels';
import { RecordPage, RecordSkeleton } from '@/kit/form/RecordPage';
import type { Loaded } from '@/kit/form/useMerge';
import { type InputOf, type OutputOf, unary } from '@/kit/method';
import type { Crumb } from '@/kit/PageHeader';
import type { Stale } from '@/kit/stale';
import { useReadAnew, useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { type Module, moduleName } from '@/session/permissions';
import { deletionOf, deletionSentence } from '@/shared/deleted/deletion';
import { HistoryButton } from '@/shared/history/HistoryButton';
import { useForbidden } from '@/shared/rights/useForbidden';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { notOffered } from '@/shared/screens/NotOffered';
import type { ResourceScreens } from './resource-routes';
import { type PlaceDef, type RouteIds, usePlace } from './usePlace';

/** Creates a record, and answers with it. */
export type CreateMethod = DescMethodUnary<DescMessage, GenMessage<Message & { id: string; version: bigint }>>;

/** What a new record starts from besides what all new ones do. */
export interface Prefilled<Values> {
  values: Partial<Values>;
  /** Why it can't be created from these; known before anybody types. */
  forbidden?: string | undefined;
}

/** One kind of record: everything that its form and view differ in from those of another kind. */
export interface RecordDef<
  Get extends DescMethodUnary,
  Create extends CreateMethod,
  Update extends DescMethodUnary,
  Values,
> extends PlaceDef {
  /** The module that grants the rights. */
  module: Module;
  /** The services whose answers a write makes stale. */
  services: Stale;
  titles: { list: string; create: string; edit: string };
  get: {
    method: Get;
    input: (id: string, ids: RouteIds) => InputOf<Get>;
    values: (entity: OutputOf<Get>) => Values;
    version: (entity: OutputOf<Get>) => bigint;
    title: (entity: OutputOf<Get>) => string;
    /** A line under the title of the view. */
    description?: (entity: OutputOf<Get>) => ReactNode;
    /** Buttons beside Edit. */
    actions?: (entity: OutputOf<Get>) => ReactNode;
    /** What stands under the fields. */
    panels?: (entity: OutputOf<Get>) => readonly Panel[];
    failed: string;
    /** The name by which the trail knows these records: their views then open their history. */
    history?: string;
  };
  create: { method: Create; input: (values: Values, ids: RouteIds) => InputOf<Create>; saved: string };
  update: {
    method: Update;
    input: (values: Values, id: string, version: bigint, ids: RouteIds) => InputOf<Update>;
    saved: string;
  };
  form: {
    /** What a new one starts from; a function where that depends on who is signed in. */
    initial: Values | (() => Values);
    /** What more a new one starts from when the address names other records, which are read first. */
    prefill?: {
      /** The module that grants reading them. */
      module: Module;
      read: (transport: Transport, search: URLSearchParams, signal: AbortSignal) => Promise<Prefilled<Values>>;
    };
    /** Why none can be created at this address. Called while rendering: it may be a hook. */
    unfit?: (ids: RouteIds) => string | undefined;
    /** The fields. A function of the mode is called while rendering: it may be a hook, and answers the same ones. */
    sections: readonly Section<Values>[] | ((mode: Mode) => readonly Section<Values>[]);
    fieldPrefix: string;
    saveFailed: string;
    /** Said when what the form starts from can't be read; the view's sentence by default. */
    loadFailed?: string;
    /** What stands under the form of an existing one. */
    panels?: (entity: OutputOf<Get>) => readonly Panel[];
    /** Offers Reset on edit as well, back to what was loaded. */
    resettable?: boolean;
    /** What its inputs read for themselves, which is read anew with the record when somebody else has changed that. */
    beside?: Stale;
  };
}

interface Failed {
  error: unknown;
  refetch: () => unknown;
}

/** Turns one declaration into the screens of a record: its form, for a new one and an existing one, and its view. */
export function record<
  Get extends DescMethodUnary,
  Create extends CreateMethod,
  Update extends DescMethodUnary,
  Values extends { [K in keyof Values]: FormValues[string] },
>(def: RecordDef<Get, Create, Update, Values>): Omit<ResourceScreens, 'List'> {
  const { module } = def;
  const get = unary(def.get.method);
  const { sections: declared, initial, prefill, loadFailed = def.get.failed } = def.form;

  // The same ones each time that the page is drawn: the form keeps its draft anew when they change.
  const useSections = (mode: Mode) => {
    const sections = typeof declared === 'function' ? declared(mode) : declared;
    return useMemo(() => anySections(sections, get.output), [sections]);
  };

  const failure = (query: Failed, failed: string, breadcrumbs: readonly Crumb[], of = module) => (
    <LoadFailure
      error={query.error}
      retry={query.refetch}
      failed={failed}
      module={moduleName(of)}
      breadcrumbs={breadcrumbs}
    />
  );

  const loadedOf = (entity: OutputOf<Get>): Loaded => ({
    values: def.get.values(entity),
    version: def.get.version(entity),
  });

  /** The names of the values that the form of a record can change as they were entered in another. */
  const changeable = (sections: readonly AnySection[], entity: OutputOf<Get>): readonly string[] => {
    const stored: FormValues = def.get.values(entity);
    const takes = ({ kind, locked, changesOnly }: AnyField) =>
      kind !== 'password' && kind !== 'image' && !changesOnly && !locked?.(stored);
    return sections.flatMap(({ fields }) => fields.filter(takes).map(({ name }) => name));
  };

  const BLANK: Prefilled<Values> = { values: {} };

  /** Reads what the address says that a new one starts from. */
  function usePrefill() {
    const transport = useTransport();
    const [search] = useSearchParams();
    const asked = prefill !== undefined && search.size > 0;
    const query = usePlainQuery({
      queryKey: ['prefill', def.path, search.toString()],
      queryFn: ({ signal }) => prefill?.read(transport, search, signal) ?? BLANK,
      enabled: asked,
      // A form is filled once: what it starts from has to be fresh, and later answers would come to nothing.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    });
    return { ...query, data: asked ? query.data : BLANK };
  }

  function Create() {
    const sections = useSections('create');
    const { below } = usePlace(def);
    const prefilled = usePrefill();
    if (prefilled.isError && !prefilled.data) return failure(prefilled, loadFailed, below, prefill?.module);
    if (!prefilled.data) return <RecordSkeleton title={def.titles.create} sections={sections} />;
    return <CreateForm {...prefilled.data} />;
  }

  function CreateForm({ values: prefilled, forbidden }: Prefilled<Values>) {
    const { ids, paths, below } = usePlace(def);
    const write = useWrite(def.services);
    const sections = useSections('create');
    const editSections = useSections('edit');
    const refused = useForbidden(module, 'create', def.titles.create, below);
    const noEdit = useRefusal(module, 'edit');
    const unfit = def.form.unfit?.(ids) ?? forbidden;
    const [loaded] = useState(() => {
      const values: Values = initial instanceof Function ? initial() : initial;
      return { values: { ...values, ...prefilled }, version: 0n };
    });
    return (
      <FormPage
        mode="create"
        title={def.titles.create}
        breadcrumbs={below}
        sections={sections}
        loaded={loaded}
        save={async (values, { idempotencyKey }) => {
          const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
          const input = def.create.input(values as Values, ids);
          const made = await write(unary(def.create.method), input, { headers });
          const { id, version } = made;
          if (noEdit) return { to: paths.view(id), version, fields: () => [] };
          // A create answers what reading the record does.
          return { to: paths.edit(id), version, fields: () => changeable(editSections, made as OutputOf<Get>) };
        }}
        keyed
        fieldPrefix={def.form.fieldPrefix}
        saved={def.create.saved}
        saveFailed={def.form.saveFailed}
        parent={paths.list}
        forbidden={refused ?? notOffered(def.titles.create, below, unfit)}
      />
    );
  }

  function Edit() {
    const { ids, paths, below } = usePlace(def);
    const { id = '' } = ids;
    const write = useWrite(def.services);
    const sections = useSections('edit');
    // A form is filled once: what it starts from has to be fresh, and later answers must not touch it.
    const query = useQuery(get, def.get.input(id, ids), { refetchOnMount: 'always' });
    const forbidden = useForbidden(module, 'edit', def.titles.edit, below);
    const readAnew = useReadAnew();
    const reload = async () => {
      const [{ data, error }] = await Promise.all([query.refetch(), readAnew(def.form.beside ?? [])]);
      if (!data || error) throw error;
      return loadedOf(data);
    };
    if (query.isError && !query.data) return failure(query, loadFailed, below);
    if (!query.data || !query.isFetchedAfterMount)
      return <RecordSkeleton title={def.titles.edit} sections={sections} />;
    const deletion = deletionOf(query.error);
    return (
      <FormPage
        key={id}
        mode="edit"
        title={t.form.editTitle(def.get.title(query.data))}
        breadcrumbs={below}
        sections={sections}
        loaded={loadedOf(query.data)}
        save={(values, { version, changed }) => {
          const method = unary(def.update.method);
          const input = def.update.input(values as Values, id, version, ids);
          const saving = write(method, masked(method.input, get.output, input, changed), { unsaid: def.form.beside });
          // Who deleted it meanwhile is told by whoever asks for it.
          saving.catch((error) => {
            if (isNotFound(error)) void query.refetch();
          });
          return saving.then(() => undefined);
        }}
        reload={reload}
        fieldPrefix={def.form.fieldPrefix}
        saved={def.update.saved}
        saveFailed={def.form.saveFailed}
        parent={paths.view(id)}
        forbidden={forbidden}
        gone={deletion && deletionSentence(deletion)}
        resettable={def.form.resettable}
        panels={def.form.panels?.(query.data)}
      />
    );
  }

  function View() {
    const { ids, paths, below } = usePlace(def);
    const { id = '' } = ids;
    const sections = useSections('view');
    const query = useQuery(get, def.get.input(id, ids));
    const noEdit = useRefusal(module, 'edit');
    if (query.isError && !query.data) return failure(query, def.get.failed, below);
    if (!query.data) return <RecordSkeleton title={t.common.loading} sections={sections} />;
    return (
      <RecordPage
        // What was begun on one record, an upload for example, doesn't go on with the next.
        key={id}
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

  return { Create, Edit, View };
}
