import { useQuery } from '@connectrpc/connect-query';
import { Alert, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconChecklist,
  IconCircleCheck,
  IconDatabaseImport,
  IconDownload,
} from '@tabler/icons-react';
import { skipToken } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { t } from '@/i18n/imports';
import { GuardedButton } from '@/kit/data/GuardedButton';
import type { Tone } from '@/kit/data/StatusBadge';
import { formatCount } from '@/kit/format';
import { lazyPart } from '@/kit/Part';
import { saveFile } from '@/kit/upload/save-file';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import classes from './BulkUpload.module.css';
import { type Choices, ColumnReadings } from './ColumnReadings';
import type { ColumnChoices } from './column-map';
import { ErrorFileButton } from './ErrorFileButton';
import { failuresCsv } from './failures-csv';
import { fieldLabel } from './field-label';
import type { Outcome } from './import-events';
import { OutcomeFilter, type Shown } from './OutcomeFilter';
import { PassedRows } from './PassedRows';
import { listOf, type Register } from './registers';
import { consequences, UndoButton, undoRefusal } from './UndoImport';
import type { UploadOptions } from './useBulkUpload';

const words = t.bulkUpload;

/** The field that may also be chosen for all rows at once. */
const TYPE = 'depositType';

// It can do with thousands of rows, and nobody sees one before a file is sent.
const RowTable = lazyPart(async () => (await import('./RowTable')).RowTable);

/** What the check of a file found, and the way to import it. */
export function CheckResult({
  register,
  outcome,
  source,
  columnChoices,
  forbidden,
  running,
  onImport,
  choices,
}: {
  register: Register;
  outcome: Outcome;
  /** The file's name. */
  source: string;
  /** What this user chose of its columns. */
  columnChoices: ColumnChoices;
  /** Why it can't be imported by this user; undefined when it can. */
  forbidden: string | undefined;
  /** How the file is being imported, or checked again; undefined when it isn't. */
  running: UploadOptions | undefined;
  onImport: () => void;
  choices: Choices;
}) {
  const { rows, imported, updated, skipped, failures, missingFields } = outcome;
  const warned = useMemo(() => rows.filter(({ warnings }) => warnings.length > 0), [rows]);
  const counts = {
    ALL: rows.length,
    CREATE: imported,
    UPDATE: updated,
    SKIP: skipped,
    FAIL: failures.length,
    WARNED: warned.length,
  };
  const [chosen, setShown] = useState<Shown>();
  // Whoever checks a file wants to know first what is wrong with it.
  const foremost = failures.length > 0 ? 'FAIL' : warned.length > 0 ? 'WARNED' : 'ALL';
  // Another check may have left none of those that were chosen.
  const shown = chosen && counts[chosen] > 0 ? chosen : foremost;
  const visible = useMemo(
    () => (shown === 'WARNED' ? warned : rows.filter((row) => shown === 'ALL' || row.outcome === shown)),
    [rows, warned, shown],
  );
  const useful = imported + updated;
  const incomplete = missingFields.length > 0;
  const toChoose = (
    <>
      <span>{words.chooseColumns(missingFields.length)}</span>
      {missingFields.includes(TYPE) && <span>{words.chooseType}</span>}
    </>
  );
  const found = (
    <>
      <span>{outcome.message || words.notYet}</span>
      {warned.length > 0 && <span>{words.warned(formatCount(warned.length))}</span>}
    </>
  );
  return (
    <Told
      outcome={outcome}
      title={incomplete ? words.missing(missingFields.map(fieldLabel)) : words.checked}
      text={incomplete ? !forbidden && toChoose : found}
      tone={incomplete || failures.length + warned.length > 0 ? 'haldi' : 'neel'}
      icon={incomplete ? <IconAlertTriangle /> : <IconChecklist />}
    >
      {!incomplete && (
        <div className={classes.actions}>
          <GuardedButton
            leftSection={<IconDatabaseImport size={16} aria-hidden />}
            reason={forbidden ?? (useful === 0 ? words.nothingToImport : undefined)}
            loading={running !== undefined}
            onClick={onImport}
          >
            {register.words.commit(formatCount(useful))}
          </GuardedButton>
          <FailureFiles outcome={outcome} source={source} />
        </div>
      )}
      <ColumnReadings
        register={register}
        columns={outcome.columns}
        columnChoices={columnChoices}
        incomplete={incomplete}
        running={running}
        choices={forbidden ? undefined : choices}
      />
      <PassedRows rows={outcome.passedRows} />
      {rows.length > 0 && (
        <>
          <OutcomeFilter counts={counts} value={shown} onChange={setShown} />
          {/* A new choice starts at the top. */}
          <RowTable key={shown} title={words.rows} rows={visible} outcomes />
        </>
      )}
    </Told>
  );
}

/** How an import ended. */
export function ImportResult({
  register,
  outcome,
  source,
  columnChoices,
}: {
  register: Register;
  outcome: Outcome;
  source: string;
  /** What this user chose of the file's columns. */
  columnChoices: ColumnChoices;
}) {
  const { failures, imported, updated, skipped, importId } = outcome;
  const noDelete = useRefusal(Module.CONTRACTS, 'delete');
  const known = useQuery(ContractImportService.method.getContractImport, importId ? { id: importId } : skipToken);
  // Here, in another tab or by somebody else.
  const undone = known.data?.undoneAt !== undefined;
  const undoable = { id: importId, record: register.record, fileName: source, created: imported, updated };
  const stored = imported + updated;
  const failed = failures.length > 0;
  const nothing = stored === 0 && failed;
  const title = words.notStored(formatCount(failures.length));
  // The server's sentence has the counts; without one they have to be said here.
  const counts = !outcome.message && (
    <>
      <span>{register.words.stored(formatCount(imported))}</span>
      {updated > 0 && <span>{register.words.updated(formatCount(updated))}</span>}
      {skipped > 0 && <span>{words.skipped(formatCount(skipped))}</span>}
      {failed && <span>{title}</span>}
    </>
  );
  return (
    <Told
      // What has changed is told anew.
      key={undone ? 'undone' : 'stored'}
      outcome={outcome}
      title={undone ? t.imports.undoneResult : outcome.message || words.successful}
      tone={undone ? 'gray' : nothing ? 'sindoor' : failed ? 'haldi' : 'neem'}
      icon={undone ? <IconArrowBackUp /> : nothing ? <IconAlertTriangle /> : <IconCircleCheck />}
      text={undone ? consequences(undoable) : counts}
    >
      {stored > 0 && !undone && (
        <div className={classes.actions}>
          {importId && (
            <Button variant="default" component={Link} to={listOf(register, importId)}>
              {register.words.show(formatCount(stored))}
            </Button>
          )}
          <Button variant="default" component={Link} to={register.list}>
            {register.viewAll}
          </Button>
          {importId && <UndoButton undoable={undoable} reason={noDelete ?? (known.data && undoRefusal(known.data))} />}
        </div>
      )}
      <ColumnReadings register={register} columns={outcome.columns} columnChoices={columnChoices} />
      <PassedRows rows={outcome.passedRows} />
      {failed && (
        <div className={classes.failures}>
          <div className={classes.failuresHead}>
            <h2>{title}</h2>
            <div className={classes.actions}>
              <FailureFiles outcome={outcome} source={source} undone={undone} />
            </div>
          </div>
          <RowTable title={title} rows={failures} outcomes={false} />
        </div>
      )}
    </Told>
  );
}

/** What is said of a file, which columns were passed over, and all that belongs to it. */
function Told({
  outcome: { unknownColumns, missingFields },
  title,
  text,
  tone,
  icon,
  children,
}: {
  outcome: Outcome;
  title: string;
  text: ReactNode;
  tone: Tone;
  icon: ReactNode;
  children: ReactNode;
}) {
  const root = useRef<HTMLElement>(null);
  // As long as no row can be read, all columns are.
  const passedOver = missingFields.length > 0 ? '' : unknownColumns.join(', ');
  // It appears below everything else, where it could be missed.
  useEffect(() => root.current?.focus(), []);
  return (
    <section ref={root} tabIndex={-1} className={classes.result} aria-label={title}>
      <Alert role="status" color={tone} icon={<span aria-hidden>{icon}</span>} title={title}>
        {/* Nothing at all where there is nothing to say: an empty line would have its room. */}
        {(text || passedOver) && (
          <>
            {text && <p className={classes.counts}>{text}</p>}
            {passedOver && <p className={classes.counts}>{words.unknownColumns(passedOver)}</p>}
          </>
        )}
      </Alert>
      {children}
    </section>
  );
}

/** The rows with problems as files: one to correct, one to read. */
function FailureFiles({
  outcome: { failures, errorFileUrl },
  source,
  undone = false,
}: {
  outcome: Outcome;
  source: string;
  /** The rows that were right are gone as well: to correct the others isn't enough. */
  undone?: boolean;
}) {
  if (failures.length === 0) return null;
  return (
    <>
      {errorFileUrl && (
        <ErrorFileButton url={errorFileUrl} source={source}>
          {words.errorFile}
        </ErrorFileButton>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => saveFile('upload-failures.csv', 'text/csv;charset=utf-8', failuresCsv(failures))}
      >
        {words.downloadFailures}
      </Button>
      {errorFileUrl && !undone && <p className={classes.hint}>{words.errorFileHint}</p>}
    </>
  );
}
