import { useQuery } from '@connectrpc/connect-query';
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconFileUpload, IconList, IconPlus, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { t } from '@/i18n/t';
import { codeText } from '@/kit/code-text';
import { BarList } from '@/kit/data/BarList';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { type Figure, KpiCard, KpiSkeleton } from '@/kit/data/KpiCard';
import { SegmentBar } from '@/kit/data/SegmentBar';
import { type Tone, toneStyle } from '@/kit/data/StatusBadge';
import { isPermissionDenied, userMessage } from '@/kit/errors';
import { formatCount } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { PageHeader } from '@/kit/PageHeader';
import { Can } from '@/session/Can';
import { Module, moduleName } from '@/session/permissions';
import { missingRight } from '@/shared/rights/missing-right';
import { Refused } from '@/shared/rights/Refused';
import classes from './Dashboard.module.css';
import { depositFigures, depositTypeHref, paperCostFigures } from './figures';
import { CONTRACT_STATUS, STATUS_NAMES, statusListHref, statusName } from './status';

const api = ContractDashboardService.method;

const CATEGORY_TONE: Readonly<Record<string, Tone>> = {
  'Pre-Project': 'neel',
  Active: 'mor',
  Closed: 'neem',
  Dispute: 'jamun',
  Others: 'gray',
};

// The heights of the panels once they are filled, so that nothing moves when they are.
const CATEGORIES_HEIGHT = 75;
const STATUSES_HEIGHT = 390;
const DEPOSITS_HEIGHT = 204;

/** Figures that open what they count: every number on this page is a link to its rows. */
export function DashboardPage() {
  const kpis = useQuery(api.getKpis, {});
  const categories = useQuery(api.listStatusCategorySummary, {});
  const statuses = useQuery(api.listStatusSummary, {});

  const failure = kpis.error ?? categories.error ?? statuses.error;
  if (isPermissionDenied(failure)) return <Refused right={missingRight(failure, moduleName(Module.CONTRACTS))} />;

  const total = statuses.data?.rows.reduce((sum, row) => sum + Number(row.count), 0);
  return (
    <>
      <PageHeader
        title={t.dashboard.title}
        description={total ? t.dashboard.total(formatCount(total)) : undefined}
        actions={<Actions />}
      />
      <div className={classes.page}>
        {total === 0 ? (
          <NoContracts />
        ) : (
          <>
            <section aria-label={t.dashboard.deposits}>
              {kpis.error && !kpis.data ? (
                <Failure title={t.dashboard.kpiFailed} error={kpis.error} retry={kpis.refetch} />
              ) : (
                <Figures figures={kpis.data && depositFigures(kpis.data)} count={6} hint className={classes.deposits} />
              )}
            </section>
            <Panel title={t.dashboard.byCategory}>
              {categories.data ? (
                <SegmentBar
                  label={t.dashboard.byCategory}
                  segments={categories.data.rows.map((row) => ({
                    label: row.statusCategory,
                    count: Number(row.totalCount),
                    tone: CATEGORY_TONE[row.statusCategory] ?? 'gray',
                    to: statusListHref(row.statuses.map(statusName)),
                  }))}
                />
              ) : (
                <Pending query={categories} height={CATEGORIES_HEIGHT} />
              )}
            </Panel>
            <div className={classes.columns}>
              <Panel title={t.dashboard.byStatus}>
                {statuses.data ? (
                  <StatusIndex rows={statuses.data.rows} />
                ) : (
                  <Pending query={statuses} height={STATUSES_HEIGHT} />
                )}
              </Panel>
              <div className={classes.side}>
                {kpis.data || !kpis.error ? (
                  <>
                    <Panel title={t.dashboard.depositsByType}>
                      {kpis.data ? (
                        <DepositTypes rows={kpis.data.depositByType} />
                      ) : (
                        <Skeleton height={DEPOSITS_HEIGHT} aria-hidden />
                      )}
                    </Panel>
                    <section aria-label={t.dashboard.paperCost}>
                      <Figures
                        figures={kpis.data && paperCostFigures(kpis.data)}
                        count={4}
                        className={classes.papers}
                      />
                    </section>
                  </>
                ) : null}
              </div>
            </div>
          </>
        )}
      </div>
    </>
  );
}

function Actions() {
  return (
    <Can module={Module.CONTRACTS} action="create">
      {(_, reason) => (
        <>
          <GuardedLink to="/contracts/create" reason={reason} icon={<IconPlus size={16} aria-hidden />}>
            {t.contracts.create}
          </GuardedLink>
          <Button
            variant="default"
            component={Link}
            to="/contracts/list"
            leftSection={<IconList size={16} aria-hidden />}
          >
            {t.contracts.viewAll}
          </Button>
          <Button
            variant="default"
            component={Link}
            to="/contracts/contract-deposit"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
          >
            {t.contracts.contractDeposit}
          </Button>
          <GuardedLink
            to="/contracts/bulk-upload"
            reason={reason}
            variant="default"
            icon={<IconFileUpload size={16} aria-hidden />}
          >
            {t.contracts.bulkUpload}
          </GuardedLink>
        </>
      )}
    </Can>
  );
}

function NoContracts() {
  return (
    <Panel>
      <Can module={Module.CONTRACTS} action="create">
        {(_, reason) => (
          <EmptyState
            kind="empty"
            title={t.list.emptyTitle(t.contracts.noun[1])}
            action={
              <>
                <GuardedLink
                  to="/contracts/bulk-upload"
                  reason={reason}
                  icon={<IconFileUpload size={16} aria-hidden />}
                >
                  {t.contracts.bulkUpload}
                </GuardedLink>
                <GuardedLink
                  to="/contracts/create"
                  reason={reason}
                  variant="default"
                  icon={<IconPlus size={16} aria-hidden />}
                >
                  {t.contracts.create}
                </GuardedLink>
              </>
            }
          >
            {t.dashboard.emptyHint}
          </EmptyState>
        )}
      </Can>
    </Panel>
  );
}

function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={title}>
      {title && <h2 className={classes.title}>{title}</h2>}
      {children}
    </section>
  );
}

function Failure({ title, error, retry }: { title: string; error: Error; retry: () => unknown }) {
  return (
    <Alert color="sindoor" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <p className={classes.failure}>
        {userMessage(error, t.errors.unknown)}
        <Button size="xs" variant="default" onClick={() => retry()}>
          {t.common.tryAgain}
        </Button>
      </p>
    </Alert>
  );
}

/** A panel's body before its answer: a placeholder of the same height, or why there is none. */
function Pending({ query, height }: { query: { error: Error | null; refetch: () => unknown }; height: number }) {
  return query.error ? (
    <Failure title={t.dashboard.summaryFailed} error={query.error} retry={query.refetch} />
  ) : (
    <Skeleton height={height} aria-hidden />
  );
}

function Figures({
  figures,
  count,
  hint,
  className,
}: {
  figures: readonly Figure[] | undefined;
  /** Cards to hold the place of. */
  count: number;
  hint?: boolean;
  className: string | undefined;
}) {
  return (
    <ul className={className}>
      {figures
        ? figures.map((figure) => (
            <li key={figure.label}>
              <KpiCard figure={figure} />
            </li>
          ))
        : Array.from({ length: count }, (_, index) => index).map((index) => (
            <li key={index}>
              <KpiSkeleton hint={hint} />
            </li>
          ))}
    </ul>
  );
}

function StatusIndex({ rows }: { rows: readonly { status: number; count: bigint }[] }) {
  const counts = new Map(rows.map((row) => [statusName(row.status), Number(row.count)]));
  return (
    <ul className={classes.statuses}>
      {STATUS_NAMES.map((name) => {
        const { label, tone, icon: StatusIcon } = CONTRACT_STATUS[name];
        const count = counts.get(name) ?? 0;
        return (
          <li key={name} style={toneStyle(tone)}>
            <Link to={statusListHref([name])} className={classes.status} data-zero={count === 0 || undefined}>
              <StatusIcon size={16} stroke={1.8} aria-hidden />
              <span>{label}</span>
              <b>{formatCount(count)}</b>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function DepositTypes({ rows }: { rows: readonly { type: string; total?: { paise: bigint } | undefined }[] }) {
  if (rows.length === 0) return <p className={classes.none}>{t.dashboard.noDeposits}</p>;
  return (
    <BarList
      label={t.dashboard.depositsByType}
      bars={rows.map(({ type, total }) => ({
        label: codeText(type),
        paise: total?.paise ?? 0n,
        to: depositTypeHref(type),
      }))}
    />
  );
}
