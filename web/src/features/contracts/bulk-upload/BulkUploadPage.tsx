import { useTransport } from '@connectrpc/connect-query';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useMatch } from 'react-router';
import { t } from '@/i18n/imports';
import { userMessage } from '@/kit/errors';
import { PageHeader } from '@/kit/PageHeader';
import { Dropzone } from '@/kit/upload/Dropzone';
import { saveFile } from '@/kit/upload/save-file';
import { Module } from '@/session/permissions';
import { useForbidden } from '@/shared/rights/useForbidden';
import classes from './BulkUpload.module.css';
import type { Choices } from './ColumnReadings';
import { type ColumnChoices, inEffect, withDateOrder, withField } from './column-map';
import { ImportProgress } from './ImportProgress';
import { CheckResult, ImportResult } from './Results';
import { CONTRACTS, DEPOSITS, type Register } from './registers';
import { UploadOptions } from './UploadOptions';
import { type UploadOptions as Options, useBulkUpload } from './useBulkUpload';

const MAX_BYTES = 10 * 1024 * 1024;
const ENDINGS = ['.csv', '.xlsx', '.xls', '.xlsm', '.xlsb', '.ods'];
const ACCEPT = [...ENDINGS, 'text/csv', 'application/vnd.ms-excel'].join(',');

/** Nothing was chosen of the columns of a file. */
const UNTOUCHED: ColumnChoices = { units: {}, dateOrders: {}, followers: {}, columnMap: undefined };

/** Why a file is not worth sending; the server looks into those that are. */
function refusal(file: File): string | undefined {
  const name = file.name.toLowerCase();
  // Not by the media type: it is whatever the machine happens to have registered for the ending.
  if (!ENDINGS.some((ending) => name.endsWith(ending))) return t.bulkUpload.wrongType;
  return file.size > MAX_BYTES ? t.bulkUpload.tooLarge : undefined;
}

/** Brings contracts in from a spreadsheet, or their deposits, as the address says. */
export function BulkUploadPage() {
  const register = useMatch(DEPOSITS.path) ? DEPOSITS : CONTRACTS;
  // One is no draft of the other.
  return <RegisterPage key={register.path} register={register} />;
}

/** Shows what a file would do, imports it, and names the rows that could not be stored. */
function RegisterPage({ register }: { register: Register }) {
  const { words, breadcrumbs } = register;
  const [file, setFile] = useState<File>();
  const [options, setOptions] = useState<Options>({
    dryRun: true,
    updateExisting: false,
    depositType: '',
    ...UNTOUCHED,
  });
  const [problem, setProblem] = useState<string>();
  const { state, checked, start, cancel, reset } = useBulkUpload(register);
  const running = state.step === 'running';
  const forbidden = useForbidden(Module.CONTRACTS, 'create', words.title, breadcrumbs);
  const isForbidden = forbidden !== undefined;

  const choose = (chosen: File) => {
    const refused = refusal(chosen);
    setProblem(refused);
    setFile(refused ? undefined : chosen);
    // Units, orders and fields were those of the columns of another file, and so was the type of its deposits.
    setOptions({ ...options, ...UNTOUCHED, depositType: file ? '' : options.depositType });
    reset();
  };
  const decide = (chosen: Options) => {
    setOptions(chosen);
    // What was found is no longer what would happen.
    reset();
  };
  // Units, orders and fields are those of what is seen, or on its way to be.
  const shown = state.step === 'running' ? state.options : (checked?.options ?? options);
  const { units, dateOrders, followers, columnMap } = shown;
  const current = { ...options, units, dateOrders, followers, columnMap };
  const upload = () => {
    if (!file) {
      setProblem((before) => before ?? t.bulkUpload.noFile);
      return;
    }
    setOptions(current);
    void start(file, current);
  };

  const checkAgain = (change: Partial<Options>) => {
    if (!file) return;
    setOptions({ ...current, ...change });
    void start(file, { ...shown, ...change, dryRun: true }, true);
  };
  const columns = checked?.outcome.columns ?? [];
  const choices: Choices = {
    onField: (heading, field) => checkAgain(withField(columns, shown, heading, field)),
    onUnit: (field, unit) => checkAgain({ units: { ...units, [field]: unit } }),
    onDateOrder: (field, order) => checkAgain(withDateOrder(columns, shown, field, order)),
  };

  // What was chosen, or already sent, before the right was taken stays to be seen.
  if (forbidden && !file && state.step === 'idle') return forbidden.instead;
  return (
    <>
      <PageHeader
        title={words.title}
        breadcrumbs={breadcrumbs}
        description={words.lead}
        actions={
          <>
            <TemplateButton register={register} disabled={isForbidden} />
            <Button variant="default" component={Link} to={(register === DEPOSITS ? CONTRACTS : DEPOSITS).path}>
              {words.other}
            </Button>
            <Button variant="default" component={Link} to="/contracts/imports">
              {t.imports.title}
            </Button>
          </>
        }
      />
      <div className={classes.layout}>
        <div className={classes.page}>
          {forbidden && <Alert color="haldi">{forbidden.reason}</Alert>}
          <Dropzone
            label={words.dropzone}
            file={file}
            accept={ACCEPT}
            error={problem}
            disabled={running || isForbidden}
            choose={t.bulkUpload.choose}
            change={t.bulkUpload.change}
            dropHere={t.bulkUpload.dropHere}
            hint={t.bulkUpload.limits}
            onFile={choose}
          />
          <UploadOptions register={register} options={current} disabled={running || isForbidden} onChange={decide} />
          <div className={classes.actions}>
            <Button
              onClick={upload}
              variant={checked ? 'default' : 'filled'}
              loading={running && !checked}
              disabled={isForbidden || (running && checked !== undefined)}
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
          {state.step === 'running' && !(checked && state.options.dryRun) && (
            <ImportProgress sent={state.sent} progress={state.progress} dryRun={state.options.dryRun} />
          )}
          {state.step === 'failed' && (
            <Alert color="sindoor" role="alert" icon={<IconAlertTriangle aria-hidden />} title={state.message} />
          )}
          {state.step === 'cancelled' && <Alert color="haldi" role="status" title={t.bulkUpload.cancelled} />}
          {checked && file && (
            <CheckResult
              register={register}
              outcome={checked.outcome}
              source={file.name}
              columnChoices={shown}
              forbidden={forbidden?.reason}
              running={state.step === 'running' ? state.options : undefined}
              onImport={() => {
                setOptions(current);
                // As it was checked, whatever the organisation remembers by now.
                const chosen = checked.options;
                const counting = inEffect(columns, chosen);
                const isUntouched = Object.keys({ ...chosen.units, ...chosen.dateOrders }).length === 0;
                const remembered = counting.columnMap !== chosen.columnMap && isUntouched;
                void start(file, { ...chosen, ...counting, remembered, dryRun: false });
              }}
              choices={choices}
            />
          )}
          {state.step === 'done' && file && (
            <ImportResult register={register} outcome={state.outcome} source={file.name} columnChoices={shown} />
          )}
        </div>
        <Guide points={words.guide} />
      </div>
    </>
  );
}

/** What a file has to look like, for those who do not start from the template. */
function Guide({ points }: { points: Register['words']['guide'] }) {
  return (
    <aside className={classes.guide} aria-label={t.bulkUpload.guide}>
      <h2>{t.bulkUpload.guide}</h2>
      <dl>
        {points.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function TemplateButton({ register, disabled }: { register: Register; disabled: boolean }) {
  const transport = useTransport();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const download = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      const { file } = await register.template(transport);
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
