import { create } from '@bufbuild/protobuf';
import { useQuery } from '@connectrpc/connect-query';
import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconPlus, IconUserCheck } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tree';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { isNotFound, isPermissionDenied, userMessage } from '@/kit/errors';
import { EmptyState } from '@/kit/list/EmptyState';
import { activeCount, FilterBar, FilterChips } from '@/kit/list/Filters';
import { filterRequest } from '@/kit/list/filter-request';
import { Surface } from '@/kit/list/Surface';
import { useListParams } from '@/kit/list/useListParams';
import { PageHeader } from '@/kit/PageHeader';
import { useRefusal } from '@/session/Can';
import { Module, moduleName } from '@/session/permissions';
import { ExportButton } from '@/shared/export/ExportButton';
import { listExport } from '@/shared/export/list-export';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import type { TaskTree } from '@/shared/tasks/task-tree';
import { useTaskTree } from '@/shared/tasks/useTaskTree';
import { Choices } from './Choices';
import { ProjectPicker, projectsRequest } from './ProjectPicker';
import classes from './TaskTree.module.css';
import { TaskTreePanel } from './TaskTreePanel';
import { narrowing, TREE_SPEC, treeFilters, VIEWS, viewOf } from './tree-params';
import { useSearch } from './useSearch';

const words = t.taskTree;

const { exportTasks, filterTasks } = TaskService.method;
const taskExport = listExport(exportTasks);

const VIEW_CHOICES = VIEWS.map((value) => ({ value, label: words.views[value] }));
const NOBODY: TaskTree['people'] = new Map();

/** The tasks of a project as a tree or on a schedule. */
export function TaskTreePage() {
  return <TreeScreen title={words.title} />;
}

/** The same for whoever comes to look for something: the fields to search by stand first. */
export function TaskSearchPage() {
  return <TreeScreen title={words.inventories} searchFirst />;
}

function TreeScreen({ title, searchFirst = false }: { title: string; searchFirst?: boolean }) {
  const { params, patch, setFilter } = useListParams(TREE_SPEC);
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [filtersOpen, { toggle }] = useDisclosure(searchFirst);
  const refusal = useRefusal(Module.PROJECT_TASKS, 'create');
  const { filters } = params;
  const given = filters.projectId?.[0];

  const newest = useQuery(ProjectService.method.filterProjects, projectsRequest('', 1), {
    enabled: given === undefined,
  });
  const first = newest.data?.content[0]?.id;
  // Into the address, so that whoever gets it sees the same project, even when there is a newer one.
  useEffect(() => {
    if (given === undefined && first !== undefined) patch({ filters: { projectId: [first] } }, { replace: true });
  }, [given, first, patch]);

  const tasks = useTaskTree(given);
  const search = useSearch(tasks.data, filters);
  const people = tasks.data?.people ?? NOBODY;
  const defs = useMemo(() => treeFilters(people), [people]);
  const narrowed = narrowing(filters);
  const active = activeCount(narrowed);
  const clear = () => patch({ filters: Object.fromEntries(defs.map(({ name }) => [name, []])) });
  const bar = { defs, values: narrowed, onChange: setFilter };

  const refused = [tasks.error, newest.error].find(isPermissionDenied);
  if (refused && !tasks.data) {
    const [retry, module] =
      refused === newest.error
        ? ([newest.refetch, Module.PROJECTS] as const)
        : ([tasks.reload, Module.PROJECT_TASKS] as const);
    return <LoadFailure error={refused} retry={retry} failed={words.failed} module={moduleName(module)} />;
  }

  const fields = (
    <>
      {phone && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
          aria-expanded={filtersOpen}
          aria-controls="filters"
        >
          {active > 0 ? t.list.filtersCount(active) : t.list.filters}
        </Button>
      )}
      {(!phone || filtersOpen) && <FilterBar {...bar} />}
      <FilterChips {...bar} onClear={clear} />
    </>
  );
  const picker = (
    <div className={classes.picker}>
      <ProjectPicker
        value={given}
        // What was searched for in one project means nothing in another one.
        onChange={(id) => patch({ filters: { ...narrowing({}), projectId: [id] } })}
      />
      <Choices
        label={words.view}
        choices={VIEW_CHOICES}
        value={viewOf(filters).view}
        onChange={(view) => patch({ filters: { view: view === 'tree' ? [] : [view] } })}
      />
    </div>
  );

  const isThere = given !== undefined && !(isNotFound(tasks.error) && !tasks.data);

  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {isThere && (
              <GuardedLink
                to={`/project-tasks/create?projectId=${given}`}
                reason={refusal}
                icon={<IconPlus size={16} aria-hidden />}
              >
                {t.work.addTask}
              </GuardedLink>
            )}
            <Button
              component={Link}
              to="/project-tasks/mine"
              variant="default"
              leftSection={<IconUserCheck size={16} aria-hidden />}
            >
              {words.myTasks}
            </Button>
            {isThere && (
              <ExportButton
                module={Module.PROJECT_TASKS}
                list={taskExport}
                filter={create(filterTasks.input, filterRequest(filterTasks.input, TREE_SPEC.filters, params))}
                noun={words.noun}
                total={search.matching ?? tasks.data?.total}
              />
            )}
          </>
        }
      />
      <div className={classes.page}>
        {!searchFirst && picker}
        {fields}
        {searchFirst && picker}
        {given !== undefined ? (
          <TaskTreePanel
            key={given}
            projectId={given}
            tasks={tasks}
            filters={filters}
            search={search}
            patch={patch}
            onClear={clear}
            phone={phone}
          />
        ) : (
          <Surface>
            {newest.isError && (
              <EmptyState
                kind="error"
                title={words.picker.failed}
                action={<Button onClick={() => newest.refetch()}>{t.common.tryAgain}</Button>}
              >
                {userMessage(newest.error, t.errors.unknown)}
              </EmptyState>
            )}
            {newest.data && !first && <NoProjects />}
          </Surface>
        )}
      </div>
    </>
  );
}

function NoProjects() {
  const refusal = useRefusal(Module.PROJECTS, 'create');
  return (
    <EmptyState
      kind="empty"
      title={words.noProjects}
      action={
        <GuardedLink to="/projects/create" reason={refusal} icon={<IconPlus size={16} aria-hidden />}>
          {words.createProject}
        </GuardedLink>
      }
    >
      {words.noProjectsHint}
    </EmptyState>
  );
}
