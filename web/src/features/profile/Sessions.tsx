import { useQuery } from '@connectrpc/connect-query';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ProfileService, type Session } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { t } from '@/i18n/people';
import { isNotFound, userMessage } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { toastSuccess } from '@/kit/overlay/toast';
import { useWrite } from '@/kit/write';
import { deviceName, isHandheld } from './device';
import classes from './Profile.module.css';

const api = ProfileService.method;
const words = t.profile.sessions;
const STALE = [api.listSessions];

/** What is to be ended: one session, or all but this one. */
type Asked = Session | 'others';

/** Where one is signed in, and how to end it. */
export function Sessions() {
  const query = useQuery(api.listSessions, {});
  const write = useWrite(STALE);
  const heading = useId();
  const [asked, setAsked] = useState<Asked>();
  // The dialog still shows its question while it fades out.
  const [shown, setShown] = useState<Asked>('others');
  const ask = (what: Asked) => {
    setAsked(what);
    setShown(what);
  };

  const sessions = query.data?.sessions;
  const others = sessions?.filter((session) => !session.isCurrent) ?? [];

  /** Ends what was asked for; a session that has ended meanwhile counts as ended. */
  const end = async () => {
    if (asked === 'others') {
      const { ended } = await write(api.endOtherSessions, {}, { deletes: others.map(({ id }) => id) });
      toastSuccess(words.ended(ended));
    } else if (asked) {
      const { id } = asked;
      await write(api.endSession, { id }, { deletes: [id] }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      toastSuccess(words.ended(1));
    }
    // The button that was pressed is gone with its session.
    document.getElementById(heading)?.focus();
  };

  const single = shown !== 'others' && deviceName(shown.userAgent);
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
        {others.length > 0 && (
          <Button variant="default" onClick={() => ask('others')}>
            {words.endOthers}
          </Button>
        )}
      </div>
      {query.isError && !sessions && (
        <EmptyState
          kind="error"
          headingLevel={3}
          title={words.failed}
          action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
        >
          {userMessage(query.error, t.errors.unknown)}
        </EmptyState>
      )}
      {query.isPending && <Skeleton height={64} />}
      <ul aria-labelledby={heading} className={classes.sessions}>
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
        ))}
      </ul>
      {sessions && others.length === 0 && (
        <Text c="dimmed" size="sm">
          {words.only}
        </Text>
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={single ? words.endTitle(single) : words.endOthersTitle}
        question={single ? words.endQuestion : words.endOthersQuestion}
        confirmLabel={single ? words.end : words.endOthers}
        danger
        onConfirm={end}
        failed={words.endFailed}
      />
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const device = deviceName(session.userAgent);
  const Icon = isHandheld(session.userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div>
        <b>{device}</b>
        {session.isCurrent && <span className={classes.current}>{words.current}</span>}
        <Text c="dimmed" size="sm" className={classes.when}>
          <span>{session.address}</span>
          <span>{words.lastUsed(formatInstant(session.lastUsedAt))}</span>
          <span>{words.signedIn(formatInstant(session.createdAt))}</span>
        </Text>
      </div>
      {!session.isCurrent && (
        <Button variant="default" size="sm" onClick={onEnd} aria-label={words.endOf(device)}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
