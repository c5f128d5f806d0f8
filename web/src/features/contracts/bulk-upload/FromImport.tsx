import { useQuery } from '@connectrpc/connect-query';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { type ContractImport, ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { t } from '@/i18n/imports';
import { isNotFound, userMessage } from '@/kit/errors';
import { formatCount, formatInstant } from '@/kit/format';
import { named } from '@/kit/named';
import { toastSuccess } from '@/kit/overlay/toast';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import classes from './BulkUpload.module.css';
import { ErrorFileButton } from './ErrorFileButton';
import { IMPORT_HEIGHT } from './import-height';
import { listOf, registerOf } from './registers';
import { UndoButton, undoneBy, undoRefusal } from './UndoImport';

const words = t.imports;

/** Says above a list of contracts or of deposits which import brought them in, and offers to undo that. */
export function FromImport({ id }: { id: string }) {
  const noDelete = useRefusal(Module.CONTRACTS, 'delete');
  const { pathname } = useLocation();
  // Whether it can be undone changes with all that happens to what it brought.
  const options = { staleTime: 0 };
  const { data, error, refetch } = useQuery(ContractImportService.method.getContractImport, { id }, options);
  const all = (
    <Button variant="default" component={Link} to="/contracts/imports">
      {words.all}
    </Button>
  );
  const register = data && registerOf(data.record);
  if (error && !data) {
    const isGone = isNotFound(error);
    return (
      <Alert
        color="sindoor"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={isGone ? words.notThere : words.fetchOneFailed}
      >
        <div className={classes.actions}>
          <p className={classes.facts}>{isGone ? words.notThereHint : userMessage(error, t.errors.unknown)}</p>
          {!isGone && (
            <Button variant="default" onClick={() => refetch()}>
              {t.common.tryAgain}
            </Button>
          )}
          {all}
        </div>
      </Alert>
    );
  }
  return (
    <Alert
      color="neel"
      role="region"
      icon={<IconFileSpreadsheet aria-hidden />}
      title={data ? words.importedFrom(data.fileName) : t.common.loading}
      mih={IMPORT_HEIGHT}
    >
      <div className={classes.actions}>
        <p className={classes.facts}>{data && facts(data)}</p>
        {register && !data.undoneAt && register.list !== pathname && (
          <Button variant="default" component={Link} to={listOf(register, id)}>
            {register.words.showAll}
          </Button>
        )}
        {data && data.failed > 0 && data.errorFileUrl && (
          <ErrorFileButton url={data.errorFileUrl} source={data.fileName}>
            {words.errorFile}
          </ErrorFileButton>
        )}
        {data && (
          <UndoButton
            undoable={data}
            reason={noDelete ?? undoRefusal(data)}
            onUndone={() => toastSuccess(words.undone)}
          />
        )}
        {all}
      </div>
    </Alert>
  );
}

/** Whose doing an import was, when, and what it did; or that it was undone. */
function facts(row: ContractImport): string {
  const { record, created, updated, failed, createdAt, createdByEmail, createdByState } = row;
  const brought = registerOf(record).words;
  const undone = undoneBy(row);
  if (undone) return undone;
  const counts = [
    created > 0 && brought.created(formatCount(created)),
    updated > 0 && brought.updated(formatCount(updated)),
    failed > 0 && words.failedCount(formatCount(failed)),
  ];
  const who = named(createdByEmail, createdByState);
  return words.importedBy(counts.filter(Boolean).join(', '), who, formatInstant(createdAt));
}
