import {
  IconAlertOctagon,
  IconBan,
  IconCalendarEvent,
  IconCheck,
  IconCircleDashed,
  IconFlag,
  IconHammer,
  IconHourglass,
  IconPlayerPause,
} from '@tabler/icons-react';
import { Project_Status } from '@/gen/nirmaan/projects/v1/project_pb';
import { t } from '@/i18n/projects';
import type { StatusMeta, Tone } from '@/kit/data/StatusBadge';

/** A project's status as addresses and forms name it. */
export type ProjectStatusName = Exclude<keyof typeof Project_Status, 'STATUS_UNSPECIFIED'>;

const status = (name: ProjectStatusName, tone: Tone, icon: StatusMeta['icon']): StatusMeta => ({
  label: t.projects.statuses[name],
  tone,
  icon,
});

/** The statuses in the order of a project's life. */
const PROJECT_STATUS: Readonly<Record<ProjectStatusName, StatusMeta>> = {
  DRAFT: status('DRAFT', 'gray', IconCircleDashed),
  PLANNED: status('PLANNED', 'neel', IconCalendarEvent),
  INITIATED: status('INITIATED', 'mor', IconFlag),
  IN_PROGRESS: status('IN_PROGRESS', 'mor', IconHammer),
  ON_HOLD: status('ON_HOLD', 'haldi', IconPlayerPause),
  UNDER_REVIEW: status('UNDER_REVIEW', 'neel', IconHourglass),
  COMPLETED: status('COMPLETED', 'neem', IconCheck),
  TERMINATED: status('TERMINATED', 'sindoor', IconAlertOctagon),
  CANCELLED: status('CANCELLED', 'gray', IconBan),
};

const isProjectStatusName = (name: string | undefined): name is ProjectStatusName =>
  name !== undefined && name in PROJECT_STATUS;

/** A status of the wire by its name; undefined for one that this version doesn't know. */
export function projectStatusName(value: Project_Status): ProjectStatusName | undefined {
  const name: string | undefined = Project_Status[value];
  return isProjectStatusName(name) ? name : undefined;
}

/** How a status of the wire looks. */
export function projectStatusMeta(value: Project_Status): StatusMeta | undefined {
  const name = projectStatusName(value);
  return name && PROJECT_STATUS[name];
}

/** Choices for filters: whatever a project can be. */
export const PROJECT_STATUS_OPTIONS = Object.entries(PROJECT_STATUS).map(([value, { label }]) => ({ value, label }));

/** Choices for forms: all but the one that new projects start from. */
export const PROJECT_STATUS_CHOICES = PROJECT_STATUS_OPTIONS.map((option) =>
  option.value === 'DRAFT' ? { ...option, unoffered: true } : option,
);
