import { useQuery } from '@connectrpc/connect-query';
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { t } from '@/i18n/documents';
import { LoadFailure } from '@/kit/LoadFailure';
import { EmptyState } from '@/kit/list/EmptyState';
import { PageHeader } from '@/kit/PageHeader';
import { Module, moduleName } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { DocumentsPage } from '@/shared/documents/DocumentsPage';

const MODULE = Module.CONTRACTS;
const words = t.documents.pages.contract;
const CONTRACTS = [{ label: t.contracts.title, to: '/contracts' }];

/** The documents of a contract. */
export function SupportingDocsPage() {
  const { id } = useParams();
  const tenantId = useCurrentUser()?.tenantId;
  return id && tenantId ? <SupportingDocs key={id} id={id} /> : <Missing />;
}

function SupportingDocs({ id }: { id: string }) {
  const { data: contract, error, refetch } = useQuery(ContractService.method.getContract, { id });
  if (error && !contract) {
    return (
      <LoadFailure
        error={error}
        retry={refetch}
        failed={t.contracts.fetchOneFailed}
        module={moduleName(MODULE)}
        breadcrumbs={CONTRACTS}
      />
    );
  }
  return (
    <DocumentsPage
      title={t.contracts.supportingDocs}
      breadcrumbs={[
        ...CONTRACTS,
        { label: t.contracts.listTitle, to: '/contracts/list' },
        { label: contract?.bidId ?? t.common.loading, to: `/contracts/${id}` },
      ]}
      entityType="CONTRACT"
      entityId={id}
      module={MODULE}
      types={words.types}
      noFile={t.documents.chooseAtLeastOne}
      failed={t.documents.uploadFailed}
      empty={t.documents.noneYet}
      emptyHint={words.hint}
      upload="shown"
    />
  );
}

/** Nobody can say whose documents are asked for. */
function Missing() {
  return (
    <>
      <PageHeader title={t.contracts.supportingDocs} breadcrumbs={CONTRACTS} />
      <EmptyState
        kind="error"
        title={t.documents.missing}
        action={
          <Button component={Link} to="/contracts/list">
            {t.contracts.viewAll}
          </Button>
        }
      >
        {t.documents.missingHint}
      </EmptyState>
    </>
  );
}
