import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { t } from '@/i18n/t';
import { userMessage } from '@/kit/errors';
import { formatCount } from '@/kit/format';
import { PageHeader } from '@/kit/PageHeader';
import { Dropzone } from '@/kit/upload/Dropzone';
import { saveFile } from '@/kit/upload/save-file';
import { Can } from '@/session/Can';
import classes from './BulkUpload.module.css';
import { FailureTable } from './FailureTable';
import { ImportProgress } from './ImportProgress';
import type { Outcome } from './import-events';
import { useBulkUpload } from './useBulkUpload';

const MAX_BYTES = 10 * 1024 * 1024;
const ENDINGS = ['.csv', '.xlsx', '.xls', '.xlsm', '.xlsb', '.ods'];
const ACCEPT = [...ENDINGS, 'text/csv', 'application/vnd.ms-excel'].join(',');

/** Why a file is not worth sending; the server looks into those that are. */
function refusal(file: File): string | undefined {
  const name = file.name.toLowerCase();
  // Not by the media type: it is whatever the machine happens to have registered for the ending.
  if (!ENDINGS.some((ending) => name.endsWith(ending))) return t.bulkUpload.wrongType;
  return file.size > MAX_BYTES ? t.bulkUpload.tooLarge : undefined;
}

/** Brings contracts in from a spreadsheet, and names the rows that could not be stored. */
export function BulkUploadPage() {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const { state, start, cancel, reset } = useBulkUpload();
  const running = state.step === 'running';

  const choose = (chosen: File) => {
    const refused = refusal(chosen);
    setProblem(refused);
    setFile(refused ? undefined : chosen);
    reset();
  };
  const upload = () => {
    if (file) void start(file);
    else setProblem((before) => before ?? t.bulkUpload.noFile);
  };

  return (
    <Can module="Contracts" action="create">
      {(allowed, reason) => (
        <>
          <PageHeader
            title={t.bulkUpload.title}
            breadcrumbs={[{ label: t.contracts.title, to: '/contracts' }]}
            description={t.bulkUpload.lead}
            actions={<TemplateButton disabled={!allowed} />}
          />
          <div className={classes.layout}>
            <div className={classes.page}>
              {reason && <Alert color="haldi">{reason}</Alert>}
              <Dropzone
                label={t.bulkUpload.dropzone}
                file={file}
                accept={ACCEPT}
                error={problem}
                disabled={running || !allowed}
                choose={t.bulkUpload.choose}
                change={t.bulkUpload.change}
                dropHere={t.bulkUpload.dropHere}
                hint={t.bulkUpload.limits}
                onFile={choose}
              />
              <div className={classes.actions}>
                <Button
                  onClick={upload}
                  loading={running}
                  disabled={!allowed}
                  leftSection={<IconUpload size={16} aria-hidden />}
                >
                  {t.bulkUpload.upload}
                </Button>
                {running && (
                  <Button variant="default" onClick={cancel}>
                    {t.common.cancel}
                  </Button>
                )}
              </div>
              {running && <ImportProgress sent={state.sent} progress={state.progress} />}
              {state.step === 'failed' && (
                <Alert color="sindoor" role="alert" icon={<IconAlertTriangle aria-hidden />} title={state.message} />
              )}
              {state.step === 'cancelled' && <Alert color="haldi" role="status" title={t.bulkUpload.cancelled} />}
              {state.step === 'done' && <Result outcome={state.outcome} />}
            </div>
            <Guide />
          </div>
        </>
      )}
    </Can>
  );
}

/** What a file has to look like, for those who do not start from the template. */
function Guide() {
  return (
    <aside className={classes.guide} aria-label={t.bulkUpload.guide.title}>
      <h2>{t.bulkUpload.guide.title}</h2>
      <dl>
        {t.bulkUpload.guide.points.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function TemplateButton({ disabled }: { disabled: boolean }) {
  const transport = useTransport();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const download = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      const { file } = await callUnaryMethod(transport, ContractService.method.getBulkUploadTemplate, {});
      if (file) saveFile(file.fileName, file.contentType, new Uint8Array(file.data));
    } catch (error) {
      setProblem(userMessage(error, t.bulkUpload.templateFailed));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={classes.template}>
      <Button
        variant="default"
        disabled={disabled}
        loading={pending}
        onClick={download}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t.bulkUpload.template}
      </Button>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  const { message, failures, imported, unknownColumns } = outcome;
  const root = useRef<HTMLElement>(null);
  // It appears below everything else, where it could be missed.
  useEffect(() => root.current?.focus(), []);
  const nothing = imported === 0 && failures.length > 0;
  return (
    <section ref={root} tabIndex={-1} className={classes.result} aria-label={message || t.bulkUpload.successful}>
      <Alert
        role="status"
        color={nothing ? 'sindoor' : failures.length > 0 ? 'haldi' : 'neem'}
        icon={nothing ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
        title={message || t.bulkUpload.successful}
      >
        {/* The server's sentence has the counts; without one they have to be said here. */}
        {!message && (
          <p className={classes.counts}>
            <span>{t.bulkUpload.stored(formatCount(imported))}</span>
            {failures.length > 0 && <span>{t.bulkUpload.notStored(formatCount(failures.length))}</span>}
          </p>
        )}
        {unknownColumns.length > 0 && (
          <p className={classes.counts}>{t.bulkUpload.unknownColumns(unknownColumns.join(', '))}</p>
        )}
      </Alert>
      {imported > 0 && (
        <div className={classes.actions}>
          <Button variant="default" component={Link} to="/contracts/list">
            {t.contracts.viewAll}
          </Button>
        </div>
      )}
      {failures.length > 0 && <FailureTable failures={failures} />}
    </section>
  );
}
