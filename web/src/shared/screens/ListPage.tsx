import { create, type DescMethodUnary, type MessageShape } from '@bufbuild/protobuf';
import { useQuery } from '@connectrpc/connect-query';
import { Alert, Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '@/i18n/t';
import { ageOf } from '@/kit/age';
import { isGone, isNotFound, isPermissionDenied, userMessage } from '@/kit/errors';
import { formatCount } from '@/kit/format';
import type { Column } from '@/kit/list/columns';
import { DataGrid } from '@/kit/list/DataGrid';
import { EmptyState } from '@/kit/list/EmptyState';
import { activeCount, FilterBar, FilterChips } from '@/kit/list/Filters';
import { filterRequest, type RequestFilter } from '@/kit/list/filter-request';
import { type FilterDef, type ListParams, listSearch } from '@/kit/list/list-params';
import { Pager } from '@/kit/list/Pager';
import { PageSize } from '@/kit/list/PageSize';
import { Surface } from '@/kit/list/Surface';
import { useListParams } from '@/kit/list/useListParams';
import { type InputOf, type OutputOf, unary } from '@/kit/method';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import { useTick } from '@/kit/tick';
import { isUnsaved } from '@/kit/unsaved';
import { type Module, moduleName } from '@/session/permissions';
import { DeletedLink } from '@/shared/deleted/DeletedLink';
import type { DeletedKind } from '@/shared/deleted/kinds';
import { ExportButton } from '@/shared/export/ExportButton';
import type { ListExport } from '@/shared/export/list-export';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { useSettings } from '@/shared/settings/settings-store';
import { arranged } from './arrange';
import classes from './ListPage.module.css';
import { ListTools } from './ListTools';

/** What a list asks the server for. */
type ListQuery<M extends DescMethodUnary> =
  | {
      whole?: undefined;
      /** Each sets a field of the request. */
      filters: readonly RequestFilter<M['input']>[];
      /** What is asked whatever the filters say. */
      always?: InputOf<M>;
    }
  | {
      /** The server answers all rows at once, so there is nothing to page through; `wholeList` narrows and sorts them. */
      whole: true;
      filters: readonly FilterDef[];
      always?: InputOf<M>;
    };

/** A screen that lists one kind of record. */
export type ListDef<M extends DescMethodUnary, Row> = ListQuery<M> & {
  /** By which the user's settings know the list: letters, digits, dots and hyphens, and the same for ever. */
  name: string;
  title: string;
  breadcrumbs?: readonly Crumb[];
  /** The records' name in lower case, for sentences. */
  noun: { one: string; many: string };
  /** Where the record's rights are declared, for the sentence about a missing one. */
  module: Module;
  method: M;
  /** The rows of the answer. */
  page: (answer: OutputOf<M>, params: ListParams) => { rows: readonly Row[]; total: number };
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** The row's menu. */
  rowMenu?: (row: Row) => ReactNode;
  /** How wide that is, in pixels, where it is no menu. */
  rowMenuWidth?: number;
  /** What a row unfolds. */
  detail?: (row: Row) => ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** What its records are once they are deleted and can be brought back. */
  deleted?: DeletedKind | undefined;
  /** How the list is saved as a file. */
  export?: ListExport<MessageShape<M['input']>>;
  /** What stands between the title and the filters. */
  lead?: ReactNode;
  /** The sentence when there is no record at all, where it isn't the usual one. */
  emptyTitle?: string;
  /** The next step when there is no record at all. */
  emptyAction?: ReactNode;
  emptyHint?: string;
  loadError: string;
};

/** What was asked for and had last. */
interface Former<M extends DescMethodUnary> {
  readonly asked: string;
  readonly pathname: string;
  readonly search: string;
  readonly params: ListParams;
  readonly request: MessageShape<M['input']>;
}

/** Which rows there are to page through, whatever the page and the order. */
const setOf = ({ size, filters }: ListParams) => JSON.stringify([size, filters]);

/** Filters, rows and paging of one kind of record, all of it told by the address. */
export function ListPage<M extends DescMethodUnary, Row>({ def }: { def: ListDef<M, Row> }) {
  const { pageSize, columns: choices } = useSettings();
  const spec = useMemo(
    () => ({
      filters: def.filters,
      sortable: def.columns.flatMap((column) => (column.sortable ? [column.id] : [])),
      size: pageSize,
    }),
    [def, pageSize],
  );
  const columns = useMemo(() => arranged(def.columns, choices[def.name]), [def, choices]);
  const { params, patch, sortBy, setFilter, pageHref } = useListParams(spec);
  const { pathname, search } = useLocation();
  const method = unary(def.method);
  const wanted = def.whole ? def.always : { ...filterRequest(method.input, def.filters, params), ...def.always };
  const request = create(method.input, wanted as InputOf<M>);
  const query = useQuery(method, request, { placeholderData: keepPreviousData });
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [filtersOpen, { toggle }] = useDisclosure();

  // What isn't in the address is in here as well: the size of a page that the user prefers.
  const asked = `${pathname}?${listSearch(params, { ...spec, size: 0 })}`;
  const page = query.data && def.page(query.data, params);
  const settled = page !== undefined && !query.isPlaceholderData;
  const pagesOf = (total: number) => (def.whole ? 1 : Math.max(1, Math.ceil(total / params.size)));
  const beyond = settled && params.page > pagesOf(page.total);

  // Rows that can't be had leave those before them standing, with the way back to them.
  const [former, setFormer] = useState<Former<M>>();
  if (settled && !beyond && asked !== former?.asked) setFormer({ asked, pathname, search, params, request });
  // Nobody else may be looking at those: whoever looks keeps them.
  const held = useQuery(method, former?.request ?? skipToken, { enabled: false });
  const failed = query.isError && !query.data;
  const before = failed && former?.pathname === pathname && held.data ? def.page(held.data, former.params) : undefined;
  const isFormer = before !== undefined && before.rows.length > 0;
  useTick(isFormer);
  const shown = (isFormer && former?.params) || params;

  const answer = isFormer ? before : page;
  const pages = pagesOf(answer?.total ?? 0);
  // Its pages are those of the rows on their way, too.
  const isSameSet = former?.pathname === pathname && setOf(former.params) === setOf(params);
  const active = activeCount(params.filters);

  // Rows were deleted, or the address was typed: the last page is the closest thing to what was asked.
  useEffect(() => {
    if (beyond) patch({ page: pages }, { replace: true });
  }, [beyond, pages, patch]);

  // A view keeps its page size, whatever its readers prefer; 0 is nobody's usual one.
  const viewQuery = listSearch({ ...params, page: 1 }, { ...spec, size: 0 });

  const clear = () => patch({ filters: Object.fromEntries(def.filters.map(({ name }) => [name, []])) });
  const bar = { defs: def.filters, values: params.filters, onChange: setFilter };

  const body = () => {
    if (query.isError && !answer) {
      return (
        <EmptyState
          kind="error"
          title={def.loadError}
          action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
        >
          {userMessage(query.error, t.errors.unknown)}
        </EmptyState>
      );
    }
    if (settled && page.total === 0) {
      return active > 0 ? (
        <EmptyState
          kind="filtered"
          title={t.list.filteredTitle(def.noun.many)}
          action={
            <Button variant="default" onClick={clear}>
              {t.list.clearFilters}
            </Button>
          }
        >
          {t.list.filteredHint}
        </EmptyState>
      ) : (
        <EmptyState
          kind="empty"
          title={def.emptyTitle ?? t.list.emptyTitle(def.noun.many)}
          action={def.emptyAction === undefined ? def.actions : def.emptyAction}
        >
          {def.emptyHint}
        </EmptyState>
      );
    }
    return (
      <DataGrid
        caption={def.title}
        columns={columns}
        rows={beyond ? undefined : answer?.rows}
        rowId={def.rowId}
        rowLabel={def.rowLabel}
        actions={def.rowMenu}
        actionsWidth={def.rowMenuWidth}
        detail={def.detail}
        sort={shown.sort}
        desc={shown.desc}
        onSort={sortBy}
        busy={query.isFetching}
        former={isFormer}
        skeletonRows={params.size}
        cards={phone}
      />
    );
  };

  // Refused, or what the rows belong to is gone; what was typed or chosen above them stays.
  const isRefused = isPermissionDenied(query.error) || isNotFound(query.error);
  if (isRefused && !query.data && !(isFormer && !isGone(query.error)) && !isUnsaved())
    return (
      <LoadFailure
        error={query.error}
        retry={query.refetch}
        failed={def.loadError}
        module={moduleName(def.module)}
        breadcrumbs={def.breadcrumbs}
      />
    );
  return (
    <>
      <PageHeader
        title={def.title}
        breadcrumbs={def.breadcrumbs}
        actions={
          <>
            {def.actions}
            {def.export && (
              <ExportButton
                module={def.module}
                list={def.export}
                filter={request}
                noun={def.noun}
                total={def.whole ? 'all' : settled ? page.total : undefined}
              />
            )}
          </>
        }
      />
      <div className={classes.page}>
        {def.lead}
        {phone && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            onClick={toggle}
            aria-expanded={filtersOpen}
            aria-controls="filters"
          >
            {active > 0 ? t.list.filtersCount(active) : t.list.filters}
          </Button>
        )}
        {(!phone || filtersOpen) && <FilterBar {...bar} />}
        <FilterChips {...bar} onClear={clear} />
        <div className={classes.above}>
          <p className={classes.result} role="status">
            {settled
              ? t.list.showing(formatCount(params.page), formatCount(pages), formatCount(page.total))
              : !failed && t.common.loading}
          </p>
          <ListTools list={def.name} query={viewQuery} columns={def.columns}>
            {def.deleted && <DeletedLink kind={def.deleted} module={def.module} />}
          </ListTools>
        </div>
        {isFormer && (
          <Alert color="sindoor" role="alert" icon={<IconAlertTriangle aria-hidden />} title={def.loadError}>
            <div className={classes.banner}>
              {userMessage(query.error, t.errors.unknown)}
              <Button size="xs" variant="default" onClick={() => query.refetch()}>
                {t.common.tryAgain}
              </Button>
              {former?.search !== search && (
                <Button size="xs" variant="default" component={Link} to={{ search: former?.search ?? '' }}>
                  {t.list.backToFormer}
                </Button>
              )}
            </div>
          </Alert>
        )}
        {/* Not in the alert, which would be read out each time that they are a minute older. */}
        {isFormer && <p className={classes.result}>{t.list.former(ageOf(Date.now() - held.dataUpdatedAt))}</p>}
        <Surface>{body()}</Surface>
        {answer && answer.total > 0 && !def.whole && !failed && (
          <div className={classes.foot} data-waiting={(!settled && !isSameSet) || undefined}>
            <PageSize size={params.size} onChange={(size) => patch({ size })} />
            <Pager page={params.page} pages={pages} href={pageHref} />
          </div>
        )}
      </div>
    </>
  );
}
