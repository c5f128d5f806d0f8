import { Alert, Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '@/i18n/t';
import { useGoBack } from '@/kit/back';
import { toastSuccess } from '@/kit/overlay/toast';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import { ConflictDialog } from './ConflictDialog';
import { draftable } from './draft';
import { ErrorSummary } from './ErrorSummary';
import { FieldGrid } from './FieldGrid';
import classes from './Form.module.css';
import type { AnySection, FormValues } from './fields';
import { newIdempotencyKey } from './idempotency';
import { type Panel, Panels } from './Panels';
import { SectionIndex } from './SectionIndex';
import { UnsavedDialog, useUnsavedGuard } from './UnsavedGuard';
import { useDraft } from './useDraft';
import { useFormState } from './useFormState';
import { useSubmit } from './useSubmit';

/** Values as they were read, with the version they were read at (0 for a record that is yet to be). */
export interface Loaded {
  values: FormValues;
  version: bigint;
}

/** What a save is told beside the values. */
export interface SaveContext {
  /** The version that may be overwritten. */
  version: bigint;
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
  /** What stands under the form, of a record that is there already. */
  panels?: readonly Panel[] | undefined;
}

/** Create and edit: sections of fields, a summary of what is wrong, and a bar that is always in reach. */
export function FormPage(props: FormPageProps) {
  const { mode, sections, loaded } = props;
  const { pathname, search } = useLocation();
  const goBack = useGoBack(props.parent);
  const form = useFormState(sections, loaded.values);
  // What Reset goes back to: values and version as they were read together. Later answers don't touch the form.
  const [base, setBase] = useState(loaded);
  const [version, setVersion] = useState(loaded.version);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const kept = useMemo(() => draftable(sections, form.values), [sections, form.values]);
  const draft = useDraft(pathname + search, kept, version, form.dirty);
  const guard = useUnsavedGuard(form.dirty);
  const sending = useSubmit(form, props);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    return sending.submit(
      () => props.save(form.values, { version, idempotencyKey }),
      () => {
        guard.release();
        draft.end();
        toastSuccess(props.saved);
        goBack();
      },
    );
  };

  const restore = () => {
    if (!draft.found) return;
    form.restore(draft.found.values);
    // Typed over an older version: saving it has to raise the conflict that it is.
    setVersion(draft.found.version);
    draft.taken();
  };

  const [reloading, setReloading] = useState(false);
  const takeTheirs = async () => {
    setReloading(true);
    try {
      const fresh = await props.reload?.();
      if (fresh) {
        form.load(fresh.values);
        setBase(fresh);
        setVersion(fresh.version);
        draft.forget();
      }
    } catch (error) {
      sending.fail(error);
    } finally {
      sending.settleConflict();
      setReloading(false);
    }
  };
  const keepMine = () => {
    if (sending.conflict) setVersion(sending.conflict.version);
    sending.settleConflict();
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
          {draft.found && <DraftOffer onRestore={restore} onDiscard={draft.forget} />}
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
                  form.load(base.values);
                  setVersion(base.version);
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
      <ConflictDialog conflict={sending.conflict} onReload={takeTheirs} onKeep={keepMine} reloading={reloading} />
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
