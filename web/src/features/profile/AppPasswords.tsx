import { useQuery } from '@connectrpc/connect-query';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type AppPassword, AppPasswordService } from '@/gen/nirmaan/auth/v1/app_password_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { t } from '@/i18n/people';
import { isNotFound, userMessage } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { toastSuccess } from '@/kit/overlay/toast';
import { useLazyDialog } from '@/kit/overlay/useLazyDialog';
import { useWrite } from '@/kit/write';
import classes from './Profile.module.css';

const api = AppPasswordService.method;
const words = t.profile.appPasswords;
const STALE = [api.listAppPasswords];
const loadDialog = () => import('./AppPasswordDialog').then((module) => module.AppPasswordDialog);

/** What programs sign in with; of no use without a second factor, since they send the password then. */
export function AppPasswords() {
  const factor = useQuery(SecondFactorService.method.getSecondFactor, {});
  return factor.data?.since ? <Section /> : null;
}

function Section() {
  const query = useQuery(api.listAppPasswords, {});
  const write = useWrite(STALE);
  const heading = useId();
  const { open, dialog } = useLazyDialog(loadDialog);
  const [asked, setAsked] = useState<AppPassword>();
  // The dialog still shows its question while it fades out.
  const [shown, setShown] = useState<AppPassword>();
  const ask = (which: AppPassword) => {
    setAsked(which);
    setShown(which);
  };

  /** One that is gone meanwhile counts as deleted. */
  const remove = async () => {
    if (!asked) return;
    const { id, name } = asked;
    await write(api.deleteAppPassword, { id }, { deletes: [id] }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    toastSuccess(words.deleted(name));
    // The button that was pressed is gone with its row.
    document.getElementById(heading)?.focus();
  };

  const own = query.data?.appPasswords;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.top}>
        <div>
          <h2 id={heading} tabIndex={-1}>
            {words.title}
          </h2>
          <Text c="dimmed" size="sm">
            {words.hint}
          </Text>
        </div>
        <Button variant="default" onClick={() => void open()}>
          {words.create}
        </Button>
      </div>
      {query.isPending && <Skeleton height={24} mt="sm" />}
      {query.isError && !own && (
        <EmptyState
          kind="error"
          headingLevel={3}
          title={words.fetchFailed}
          action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
        >
          {userMessage(query.error, t.errors.unknown)}
        </EmptyState>
      )}
      {own?.length === 0 && <Text mt="sm">{words.none}</Text>}
      {own && own.length > 0 && (
        <ul aria-labelledby={heading} className={classes.sessions}>
          {own.map((one) => (
            <Row key={one.id} one={one} onDelete={() => ask(one)} />
          ))}
        </ul>
      )}
      {dialog({})}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={words.deleteTitle(shown?.name ?? '')}
        question={words.deleteQuestion}
        confirmLabel={words.delete}
        danger
        onConfirm={remove}
        failed={words.deleteFailed}
      />
    </section>
  );
}

function Row({ one, onDelete }: { readonly one: AppPassword; readonly onDelete: () => void }) {
  return (
    <li>
      <IconKey size={22} stroke={1.5} aria-hidden />
      <div>
        <b className={classes.name}>{one.name}</b>
        <Text c="dimmed" size="sm" className={classes.when}>
          <span>{words.created(formatInstant(one.createdAt))}</span>
          <span>{one.lastUsedAt ? words.lastUsed(formatInstant(one.lastUsedAt)) : words.neverUsed}</span>
        </Text>
      </div>
      <Button variant="default" size="sm" onClick={onDelete} aria-label={words.deleteOf(one.name)}>
        {words.delete}
      </Button>
    </li>
  );
}
