import { Box, Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListTree, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { t } from '@/i18n/projects';
import { t as trees } from '@/i18n/tree';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { isPermissionDenied } from '@/kit/errors';
import { EmptyState } from '@/kit/list/EmptyState';
import { Pending } from '@/kit/Pending';
import { type Expansion, flatten } from '@/kit/tree/flatten';
import { TreeGrid } from '@/kit/tree/TreeGrid';
import { useRefusal } from '@/session/Can';
import { Module, moduleName } from '@/session/permissions';
import { missingRight } from '@/shared/rights/missing-right';
import { PartlyRead } from '@/shared/tasks/PartlyRead';
import { taskColumns, taskHref } from '@/shared/tasks/task-columns';
import type { TaskTree } from '@/shared/tasks/task-tree';
import { useTaskTree } from '@/shared/tasks/useTaskTree';

const MODULE = Module.PROJECT_TASKS;
const words = trees.taskTree;
/** The headings, with what is directly below them. */
const AT_FIRST: Expansion = { level: 1, toggled: new Set() };
// As high as a part of a page may be; a larger tree scrolls in it.
const FRAME = { ['--tree-above' as string]: 'calc(100dvh - 420px)', borderBlock: '1px solid var(--nm-line)' };

/** The tasks of a project on its own page, and the ways to work on them. */
export function ProjectTasks({ projectId }: { projectId: string }) {
  const { data, error, reload } = useTaskTree(projectId);
  const noCreate = useRefusal(MODULE, 'create');
  const add = (
    <GuardedLink
      to={`/project-tasks/create?projectId=${projectId}`}
      reason={noCreate}
      icon={<IconPlus size={16} aria-hidden />}
    >
      {t.work.addTask}
    </GuardedLink>
  );
  if (!data && isPermissionDenied(error)) {
    return <EmptyState kind="denied" headingLevel={3} title={missingRight(error, moduleName(MODULE))} />;
  }
  if (!data) return <Pending error={error} retry={reload} failed={words.failed} height={220} />;
  if (data.complete && data.tree.size === 0) {
    return (
      <EmptyState kind="empty" headingLevel={3} title={words.empty} action={add}>
        {t.projects.tasks.emptyHint}
      </EmptyState>
    );
  }
  return (
    <>
      {error && !data.complete && <PartlyRead error={error} retry={reload} />}
      <Group gap="xs" mb="sm">
        {add}
        <Button
          component={Link}
          to={`/project-tasks?projectId=${projectId}`}
          variant="default"
          leftSection={<IconListTree size={16} aria-hidden />}
        >
          {t.projects.tasks.openTree}
        </Button>
      </Group>
      <TaskRows tasks={data} />
    </>
  );
}

function TaskRows({ tasks }: { tasks: TaskTree }) {
  const { people, complete } = tasks;
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [expansion, setExpansion] = useState(AT_FIRST);
  const columns = useMemo(() => taskColumns(people), [people]);
  // The tree is changed in place: what tells that it was is the object around it.
  const rows = useMemo(() => flatten(tasks.tree, expansion), [tasks, expansion]);
  return (
    <Box mx={-16} style={FRAME}>
      <TreeGrid
        label={t.work.tasks}
        tree={tasks.tree}
        rows={rows}
        columns={columns}
        expansion={expansion}
        onExpansion={setExpansion}
        name={({ title }) => title}
        onOpen={({ id }) => navigate(taskHref(id))}
        cards={phone}
        busy={!complete}
      />
    </Box>
  );
}
