import { useQuery } from '@connectrpc/connect-query';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { type SecondFactor as Factor, SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { t } from '@/i18n/people';
import { userMessage } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { useLazyDialog } from '@/kit/overlay/useLazyDialog';
import classes from './Profile.module.css';
import type { Task } from './SecondFactorDialog';

const words = t.profile.secondFactor;
const loadDialog = () => import('./SecondFactorDialog').then((module) => module.SecondFactorDialog);

/** So few recovery codes are worth a word. */
const FEW = 3;

/** Whether signing in needs a code beside the password, and how to change that. */
export function SecondFactor() {
  const query = useQuery(SecondFactorService.method.getSecondFactor, {});
  const heading = useId();
  const [task, setTask] = useState<Task>('enrol');
  const { open, dialog } = useLazyDialog(loadDialog);
  const begin = (what: Task) => {
    setTask(what);
    void open();
  };
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.top}>
        <div>
          <h2 id={heading}>{words.title}</h2>
          <Text c="dimmed" size="sm">
            {words.hint}
          </Text>
        </div>
        {query.data && <Buttons factor={query.data} onBegin={begin} />}
      </div>
      {query.isPending && <Skeleton height={24} mt="sm" />}
      {query.isError && !query.data && (
        <EmptyState
          kind="error"
          headingLevel={3}
          title={words.fetchFailed}
          action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
        >
          {userMessage(query.error, t.errors.unknown)}
        </EmptyState>
      )}
      {query.data && <State factor={query.data} />}
      {dialog({ task })}
    </section>
  );
}

function Buttons({ factor, onBegin }: { factor: Factor; onBegin: (task: Task) => void }) {
  if (!factor.since) {
    return (
      <Button variant="default" onClick={() => onBegin('enrol')}>
        {words.enrol}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => onBegin('renew')}>
        {words.renew}
      </Button>
      <Button variant="default" onClick={() => onBegin('remove')}>
        {words.remove}
      </Button>
    </Group>
  );
}

function State({ factor: { since, recoveryCodesLeft } }: { factor: Factor }) {
  if (!since) return <Text mt="sm">{words.off}</Text>;
  return (
    <Text mt="sm">
      <span className={classes.on}>{words.on}</span> {words.since(formatInstant(since))}{' '}
      <Text span c={recoveryCodesLeft < FEW ? 'var(--nm-error)' : undefined}>
        {words.left(recoveryCodesLeft)}
      </Text>
    </Text>
  );
}
