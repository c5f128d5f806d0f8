import { Alert } from '@mantine/core';
import { useState } from 'react';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { userMessage } from '@/kit/errors';
import { toastSuccess } from '@/kit/overlay/toast';
import { useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { RejectDialog } from './RejectDialog';
import classes from './Review.module.css';
import { deedsOf, STEP_ICONS, type Step, stepsFrom } from './review';
import { TASK_SERVICES } from './services';

const api = TaskService.method;
const words = t.tasks.review;

/** Where the review of a task stands: who did what, and the steps that can come next. */
export function ReviewPanel({ task }: { task: Task }) {
  const { id, version, title, status } = task;
  const write = useWrite(TASK_SERVICES);
  const refusal = useRefusal(Module.PROJECT_TASKS, 'edit');
  const [pending, setPending] = useState<Step>();
  const [failure, setFailure] = useState<unknown>();
  const [rejecting, setRejecting] = useState(false);

  const take = {
    request: async () => {
      await write(api.requestTaskReview, { id, version });
      toastSuccess(words.requested);
    },
    approve: async () => {
      await write(api.approveTask, { id, version });
      toastSuccess(words.approved);
    },
    reopen: async () => {
      await write(api.reopenTask, { id, version });
      toastSuccess(words.reopened);
    },
  };
  const reject = async (reason: string) => {
    await write(api.rejectTask, { id, version, reason });
    toastSuccess(words.rejected);
  };

  const run = async (step: Step) => {
    setFailure(undefined);
    if (step === 'reject') return setRejecting(true);
    setPending(step);
    try {
      await take[step]();
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(undefined);
    }
  };

  const deeds = deedsOf(task);
  return (
    <div className={classes.review}>
      {deeds.length === 0 ? (
        <p className={classes.none}>{words.none}</p>
      ) : (
        <dl className={classes.deeds}>
          {deeds.map((deed) => (
            <div key={deed.id}>
              <dt>{words[deed.id]}</dt>
              <dd>
                {words.by(deed.who)}
                {deed.when && <span className={classes.none}> · {deed.when}</span>}
                {deed.why && <blockquote className={classes.why}>{deed.why}</blockquote>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {failure !== undefined && (
        <Alert color="sindoor" role="alert">
          {userMessage(failure, words.failed)}
        </Alert>
      )}
      <div className={classes.steps}>
        {stepsFrom(status).map((step, place) => {
          const Icon = STEP_ICONS[step];
          return (
            <GuardedButton
              key={step}
              reason={refusal}
              variant={place === 0 ? 'light' : 'default'}
              loading={pending === step}
              onClick={() => run(step)}
              leftSection={<Icon size={16} aria-hidden />}
            >
              {words[step]}
            </GuardedButton>
          );
        })}
      </div>
      <RejectDialog title={title} opened={rejecting} onClose={() => setRejecting(false)} onReject={reject} />
    </div>
  );
}
