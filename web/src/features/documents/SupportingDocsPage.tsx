import { useQuery } from '@connectrpc/connect-query';
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { t } from '@/i18n/documents';
import { EmptyState } from '@/kit/list/EmptyState';
import { PageHeader } from '@/kit/PageHeader';
import { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { RecordDocumentsPage } from '@/shared/documents/RecordDocumentsPage';

const words = t.documents.pages.contract;
const CONTRACTS = [{ label: t.contracts.title, to: '/contracts' }];

/** The documents of a contract. */
export function SupportingDocsPage() {
  const { id } = useParams();
  const tenantId = useCurrentUser()?.tenantId;
  return id && tenantId ? <SupportingDocs id={id} /> : <Missing />;
}

function SupportingDocs({ id }: { id: string }) {
  return (
    <RecordDocumentsPage
      record={useQuery(ContractService.method.getContract, { id })}
      name={({ bidId }) => bidId}
      failed={t.contracts.fetchOneFailed}
      above={[...CONTRACTS, { label: t.contracts.listTitle, to: '/contracts/list' }]}
      to={`/contracts/${id}`}
      title={t.contracts.supportingDocs}
      entityType="CONTRACT"
      entityId={id}
      module={Module.CONTRACTS}
      types={words.types}
      emptyHint={words.hint}
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
