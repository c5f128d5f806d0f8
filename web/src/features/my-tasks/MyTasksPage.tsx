import { useQuery } from '@connectrpc/connect-query';
import { Stack } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/my-tasks';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { isPermissionDenied } from '@/kit/errors';
import { formatCount } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { Surface } from '@/kit/list/Surface';
import { PageHeader } from '@/kit/PageHeader';
import { Pending } from '@/kit/Pending';
import { today } from '@/kit/timeline/days';
import { Module, moduleName } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { type AskedEntry, EntryQuestion } from '@/shared/tasks/EntryQuestion';
import { DUES, dueDay, dueOf } from './due';
import { OPEN } from './entries';
import classes from './MyTasks.module.css';
import { TaskCard } from './TaskCard';
import { useEntries } from './useEntries';
import { WaitingEntries } from './WaitingEntries';

const words = t.myTasks;
const MODULE = Module.PROJECT_TASKS;
/** As many as the server answers on a page. */
const SHOWN = 200;

/** /project-tasks/mine: what is given to the signed-in user, for somebody with a phone in one hand. */
export function MyTasksPage() {
  const me = useCurrentUser()?.id ?? '';
  const input = {
    assignedTo: me,
    status: [...OPEN],
    pagination: { page: 0, size: SHOWN },
    sort: { field: 'givenEndDate', direction: 'asc' },
  };
  const query = useQuery(TaskService.method.filterTasks, input, { placeholderData: keepPreviousData });
  const work = useEntries();
  const { data, error } = query;

  if (isPermissionDenied(error) && !data)
    return (
      <>
        <LoadFailure error={error} retry={query.refetch} failed={words.fetchFailed} module={moduleName(MODULE)} />
        <Stack gap="md">
          <WaitingEntries work={work} />
        </Stack>
      </>
    );
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.hint}
        breadcrumbs={[{ label: t.nav.tasks, to: '/project-tasks' }]}
        actions={
          <GuardedLink
            to="/project-tasks"
            reason={undefined}
            variant="default"
            icon={<IconChecklist size={16} aria-hidden />}
          >
            {words.all}
          </GuardedLink>
        }
      />
      <Stack gap="md">
        <WaitingEntries work={work} />
        {data ? (
          <Groups tasks={data.content} work={work} more={Number(data.totalElements) - data.content.length} />
        ) : (
          <Surface>
            <Pending error={error} retry={query.refetch} failed={words.fetchFailed} height={420} headingLevel={2} />
          </Surface>
        )}
      </Stack>
    </>
  );
}

function Groups({
  tasks,
  work,
  more,
}: {
  tasks: readonly Task[];
  work: ReturnType<typeof useEntries>;
  /** How many are open beside these. */
  more: number;
}) {
  const now = today();
  const [asked, setAsked] = useState<AskedEntry>();
  if (tasks.length === 0) {
    return (
      <Surface>
        <EmptyState kind="empty" title={words.none}>
          {words.noneHint}
        </EmptyState>
      </Surface>
    );
  }
  return (
    <>
      {DUES.map((due) => {
        const group = tasks.filter((task) => dueOf(dueDay(task), now) === due);
        return (
          group.length > 0 && (
            <section key={due} aria-labelledby={`due-${due}`} className={classes.group} data-due={due}>
              <h2 id={`due-${due}`}>
                {words.groups[due]} <span>{formatCount(group.length)}</span>
              </h2>
              <ul className={classes.cards}>
                {group.map((task) => (
                  <TaskCard key={task.id} task={task} due={due} work={work} onAsk={setAsked} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {more > 0 && <p className={classes.fine}>{words.more(formatCount(more))}</p>}
      <EntryQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
