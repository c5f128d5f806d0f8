import { Alert, Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '@/i18n/draft';
import { useGoBack } from '@/kit/back';
import { toastSuccess } from '@/kit/overlay/toast';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import { DraftOffer } from './DraftOffer';
import { type Attempt, type Draft, draftable } from './draft';
import { ErrorSummary } from './ErrorSummary';
import { FieldGrid } from './FieldGrid';
import classes from './Form.module.css';
import type { AnySection, FormValues } from './fields';
import { handOver, type Made } from './hand-over';
import { changedFacts } from './merge';
import { type Panel, Panels } from './Panels';
import { problems } from './rules';
import { SectionIndex } from './SectionIndex';
import { UnsavedDialog, useUnsavedGuard } from './UnsavedGuard';
import { type Created, useAttempt } from './useAttempt';
import { useDraft } from './useDraft';
import { useFormState } from './useFormState';
import { type Loaded, type Saved, toastSaved, useMerge } from './useMerge';
import { useSubmit } from './useSubmit';

/** What a save is told beside the values. */
export interface SaveContext {
  /** The version that may be overwritten. */
  version: bigint;
  /** The names of the fields that differ from that version, with those linked to them. */
  changed: readonly string[];
  /** Names this form's one create, however often it is tried; empty where the form has none. */
  idempotencyKey: string;
}

/** What survives a reload of the page. */
const draftOf = (sections: readonly AnySection[], values: FormValues, over: Loaded, attempt?: Attempt): Draft => ({
  values: draftable(sections, values),
  base: draftable(sections, over.values),
  version: over.version,
  attempt: attempt && { ...attempt, sent: attempt.sent.map((sent) => draftable(sections, sent)) },
});

/** Why a form isn't offered. */
export interface Forbidden {
  readonly reason: string;
  readonly instead: ReactNode;
}

/** A form to create or edit one record. */
export interface FormPageProps {
  mode: 'create' | 'edit';
  title: string;
  breadcrumbs?: readonly Crumb[];
  sections: readonly AnySection[];
  loaded: Loaded;
  /** Saves it, and tells what a create under the key has made. */
  save: (values: FormValues, context: SaveContext) => Promise<Made | undefined>;
  /** Whether it creates a record under the key that `save` is told, so that it can be sent again without making two. */
  keyed?: boolean;
  /** Reads the record again after a conflict. */
  reload?: () => Promise<Loaded>;
  /** What the request wraps the record in, as it stands before the names in the server's field messages. */
  fieldPrefix: string;
  /** The sentences of this screen. */
  saved: string;
  saveFailed: string;
  /** Where Back leads when there is no page to go back to. */
  parent: string;
  /** What the button that saves says; Create or Update by default. */
  submitLabel?: string;
  /** Offers Reset on edit as well, back to what was loaded. */
  resettable?: boolean | undefined;
  /** Why the form can't be saved by this user at all, and what stands in its place until something was typed. */
  forbidden?: Forbidden | undefined;
  /** Why the record is no longer there; what was typed stays. */
  gone?: string | undefined;
  /** What stands under the form, of a record that is there already. */
  panels?: readonly Panel[] | undefined;
}

/** Create and edit: sections of fields, a summary of what is wrong, and a bar that is always in reach. */
export function FormPage(props: FormPageProps) {
  const { mode, sections, loaded } = props;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const goBack = useGoBack(props.parent);
  const form = useFormState(sections, loaded.values);
  const { over, begin, reset, save, notice, dialog, entered } = useMerge(form, sections, loaded, props.reload);
  const draftNow = (attempt: Attempt | undefined) => draftOf(sections, entered.current, over, attempt);
  const creating = useAttempt(sections, {
    keep: (attempt) => draft.keep(draftNow(attempt)),
    revise: (attempt) => draft.revise(draftNow(attempt)),
  });
  const kept = useMemo(
    () => draftOf(sections, form.values, over, creating.attempt),
    [sections, form.values, over, creating.attempt],
  );
  const draft = useDraft(pathname + search, kept, form.dirty || creating.attempt !== undefined);
  const guard = useUnsavedGuard(form.dirty, draft.end);
  const sending = useSubmit(form, props);

  const send = async (values: FormValues, { values: before, version }: Loaded): Promise<Created<Made | undefined>> => {
    const changed = changedFacts(sections, before, values);
    const save = (sent: FormValues, idempotencyKey: string) => props.save(sent, { version, changed, idempotencyKey });
    return props.keyed ? creating.send(values, save) : { answer: await save(values, '') };
  };
  const done = (saved: Saved<Created<Made | undefined>> | undefined) => {
    if (!saved) return;
    guard.release();
    draft.end();
    const { answer, earlier } = saved.sent?.answer ?? {};
    if (answer && earlier) {
      toastSuccess(handOver(sections, answer, earlier, entered.current), true);
      return navigate(answer.to, { replace: true });
    }
    toastSaved(saved, props.saved);
    goBack();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return sending.submit(() => save(send), done);
  };

  const restore = () => {
    if (!draft.found) return;
    const { values, base, version, attempt } = draft.found;
    if (attempt) creating.begin(attempt);
    // Typed over an older version: saving has to merge the two. What drafts don't hold wasn't typed.
    if (version === over.version) form.restore(values);
    else {
      const undrafted = Object.entries(loaded.values).filter(([name]) => !(name in values));
      begin({ ...form.values, ...values }, { values: { ...Object.fromEntries(undrafted), ...base }, version });
    }
    draft.taken();
  };

  // What was typed, before the right was taken or the page loaded anew, stays to be seen, and so does the form when it is reset.
  const isTyped = form.dirty || draft.found !== undefined || creating.attempt !== undefined;
  const [wasTyped, setWasTyped] = useState(isTyped);
  if (isTyped && !wasTyped) setWasTyped(true);
  if (props.forbidden && !isTyped && !wasTyped) return props.forbidden.instead;

  return (
    <>
      <PageHeader title={props.title} breadcrumbs={props.breadcrumbs} />
      {draft.found && (
        <DraftOffer draft={draft.found} busy={sending.pending} onRestore={restore} onDiscard={draft.forget} />
      )}
      <form
        method="post"
        onSubmit={submit}
        noValidate
        aria-label={props.title}
        className={classes.layout}
        inert={guard.isLeaving}
        data-indexed
        data-page
      >
        <div className={classes.body}>
          {props.forbidden && <Alert color="haldi">{props.forbidden.reason}</Alert>}
          {props.gone && (
            <Alert color="sindoor" role="status">
              {props.gone} {t.form.typedStays}
            </Alert>
          )}
          {notice}
          <ErrorSummary
            sections={sections}
            errors={form.errors}
            message={sending.failure?.message}
            detail={sending.failure && creating.attempt ? t.draft.maybeCreated : undefined}
            reference={sending.failure?.reference}
            attempt={sending.attempt}
          />
          {sections.map((section) => (
            <fieldset key={section.id} id={`section-${section.id}`} className={classes.section}>
              <legend className={classes.heading}>{section.title}</legend>
              <FieldGrid fields={section.fields} form={form} />
            </fieldset>
          ))}
          <div className={classes.foot}>
            <Button type="submit" loading={sending.pending} disabled={props.forbidden !== undefined}>
              {props.submitLabel ?? (mode === 'create' ? t.common.create : t.common.update)}
            </Button>
            {(mode === 'create' || props.resettable) && (
              <Button
                variant="default"
                disabled={sending.pending}
                onClick={() => {
                  reset();
                  creating.begin();
                  sending.clear();
                }}
              >
                {t.common.reset}
              </Button>
            )}
            <Button variant="subtle" onClick={goBack}>
              {t.common.back}
            </Button>
            {form.dirty && (
              <span className={classes.unsaved} role="status">
                {t.form.unsaved}
              </span>
            )}
          </div>
        </div>
        <SectionIndex sections={sections} errors={form.errors} />
      </form>
      {props.panels && <Panels panels={props.panels} />}
      <UnsavedDialog blocker={guard.blocker} onLeave={guard.leave} />
      {dialog((values, ...from) =>
        sending.submit(() => save(send, values, ...from), done, problems(sections, values, {})),
      )}
    </>
  );
}
