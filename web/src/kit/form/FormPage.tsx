import { Alert, Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '@/i18n/t';
import { useGoBack } from '@/kit/back';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import { draftable } from './draft';
import { ErrorSummary } from './ErrorSummary';
import { FieldGrid } from './FieldGrid';
import classes from './Form.module.css';
import type { AnySection, FormValues } from './fields';
import { newIdempotencyKey } from './idempotency';
import { changedFacts } from './merge';
import { type Panel, Panels } from './Panels';
import { problems } from './rules';
import { SectionIndex } from './SectionIndex';
import { UnsavedDialog, useUnsavedGuard } from './UnsavedGuard';
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
  /** Names this form's one create, however often it is tried. */
  idempotencyKey: string;
}

/** A form to create or edit one record. */
export interface FormPageProps {
  mode: 'create' | 'edit';
  title: string;
  breadcrumbs?: readonly Crumb[];
  sections: readonly AnySection[];
  loaded: Loaded;
  save: (values: FormValues, context: SaveContext) => Promise<unknown>;
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
  /** Why the form can't be saved by this user at all, known before they type. */
  forbidden?: string | undefined;
  /** Why the record is no longer there; what was typed stays. */
  gone?: string | undefined;
  /** What stands under the form, of a record that is there already. */
  panels?: readonly Panel[] | undefined;
}

/** Create and edit: sections of fields, a summary of what is wrong, and a bar that is always in reach. */
export function FormPage(props: FormPageProps) {
  const { mode, sections, loaded } = props;
  const { pathname, search } = useLocation();
  const goBack = useGoBack(props.parent);
  const form = useFormState(sections, loaded.values);
  const { over, begin, reset, save, notice, dialog } = useMerge(form, sections, loaded, props.reload);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const kept = useMemo(
    () => ({
      values: draftable(sections, form.values),
      base: draftable(sections, over.values),
      version: over.version,
    }),
    [sections, form.values, over],
  );
  const draft = useDraft(pathname + search, kept, form.dirty);
  const guard = useUnsavedGuard(form.dirty);
  const sending = useSubmit(form, props);

  const send = (values: FormValues, { values: before, version }: Loaded) =>
    props.save(values, { version, changed: changedFacts(sections, before, values), idempotencyKey });
  const done = (saved: Saved<unknown> | undefined) => {
    if (!saved) return;
    guard.release();
    draft.end();
    toastSaved(saved, props.saved);
    goBack();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return sending.submit(() => save(send), done);
  };

  const restore = () => {
    if (!draft.found) return;
    const { values, base, version } = draft.found;
    // Typed over an older version: saving has to merge the two. What drafts don't hold wasn't typed.
    if (version === over.version) form.restore(values);
    else {
      const undrafted = Object.entries(loaded.values).filter(([name]) => !(name in values));
      begin({ ...form.values, ...values }, { values: { ...Object.fromEntries(undrafted), ...base }, version });
    }
    draft.taken();
  };

  return (
    <>
      <PageHeader title={props.title} breadcrumbs={props.breadcrumbs} />
      <form
        method="post"
        onSubmit={submit}
        noValidate
        aria-label={props.title}
        className={classes.layout}
        data-indexed
        data-page
      >
        <div className={classes.body}>
          {props.forbidden && <Alert color="haldi">{props.forbidden}</Alert>}
          {props.gone && (
            <Alert color="sindoor" role="status">
              {props.gone} {t.form.typedStays}
            </Alert>
          )}
          {draft.found && <DraftOffer onRestore={restore} onDiscard={draft.forget} />}
          {notice}
          <ErrorSummary
            sections={sections}
            errors={form.errors}
            message={sending.failure?.message}
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
                onClick={() => {
                  reset();
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
      <UnsavedDialog blocker={guard.blocker} onLeave={draft.end} />
      {dialog((values, ...from) =>
        sending.submit(() => save(send, values, ...from), done, problems(sections, values, {})),
      )}
    </>
  );
}

function DraftOffer({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }): ReactNode {
  return (
    <Alert color="neel" role="status">
      <Group gap="sm">
        {t.form.draftFound}
        <Button size="xs" onClick={onRestore}>
          {t.form.restore}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t.form.discard}
        </Button>
      </Group>
    </Alert>
  );
}
