import {
  IconAlarm,
  IconBell,
  IconBriefcase,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconCalculator,
  IconCalendarCheck,
  IconCash,
  IconChartBar,
  IconChecklist,
  IconCrane,
  IconFileText,
  IconHome,
  IconInfoCircle,
  IconLayoutGrid,
  IconReceiptRupee,
  IconReceiptTax,
  IconShieldCheck,
  IconShieldLock,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react';
import { t } from '@/i18n/frame';

/** An entry of the menu. */
export interface NavItem {
  readonly label: string;
  readonly to: string;
  readonly Icon: typeof IconHome;
  /** Shown only to whoever may view this module; without one, to everybody. */
  readonly module?: string;
}

/** A run of entries under one caption. */
export interface NavGroup {
  readonly id: string;
  /** The first run has none. */
  readonly caption?: string;
  readonly items: readonly NavItem[];
}

const { nav, shell } = t;

/** The menu, in the order that the specification fixes. */
export const navGroups: readonly NavGroup[] = [
  {
    id: 'site',
    items: [
      { label: nav.home, to: '/', Icon: IconHome, module: 'Home' },
      { label: nav.about, to: '/about', Icon: IconInfoCircle, module: 'About' },
    ],
  },
  {
    id: 'platform',
    caption: shell.groups.platform,
    items: [
      { label: nav.tenants, to: '/admin/tenants', Icon: IconBuildingCommunity, module: 'Tenants' },
      { label: nav.users, to: '/admin/users', Icon: IconUsers, module: 'User' },
      { label: nav.modules, to: '/admin/modules', Icon: IconLayoutGrid, module: 'Modules' },
      { label: nav.roles, to: '/admin/roles', Icon: IconShieldLock, module: 'Role' },
    ],
  },
  {
    id: 'contracts',
    caption: shell.groups.contracts,
    items: [
      { label: nav.contracts, to: '/contracts', Icon: IconFileText, module: 'Contracts' },
      { label: nav.projects, to: '/projects', Icon: IconCrane, module: 'Projects' },
      { label: nav.tasks, to: '/project-tasks', Icon: IconChecklist, module: 'Project Tasks' },
      { label: nav.generalTask, to: '/general-tasks', Icon: IconBriefcase, module: 'General Tasks' },
    ],
  },
  {
    id: 'operations',
    caption: shell.groups.operations,
    items: [
      { label: nav.notifications, to: '/notification', Icon: IconBell, module: 'Notification' },
      { label: nav.reminders, to: '/reminders', Icon: IconAlarm, module: 'Reminders' },
      { label: nav.inventories, to: '/inventories', Icon: IconBuildingWarehouse, module: 'Inventories' },
      { label: nav.payroll, to: '/payroll', Icon: IconReceiptRupee, module: 'Payroll' },
      { label: nav.vehicles, to: '/vehicles', Icon: IconTruck, module: 'Vehicles' },
      { label: nav.vehicleInsurance, to: '/vehicle-insurance', Icon: IconShieldCheck, module: 'Vehicle Insurance' },
      // The link target is spelt as documented; /attendance is the same page.
      { label: nav.attendance, to: '/attendane', Icon: IconCalendarCheck, module: 'Attendance' },
      { label: nav.payments, to: '/payments', Icon: IconCash, module: 'Payments' },
      { label: nav.estimations, to: '/estimations', Icon: IconCalculator, module: 'Estimations' },
      { label: nav.reports, to: '/reports', Icon: IconChartBar, module: 'Reports' },
      { label: nav.gst, to: '/gst', Icon: IconReceiptTax, module: 'GST' },
    ],
  },
];

/** The groups with the entries that `canView` lets through; groups without any are left out. */
export function visibleGroups(canView: (module: string) => boolean, groups = navGroups): NavGroup[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ module }) => module === undefined || canView(module)) }))
    .filter(({ items }) => items.length > 0);
}

/** Whether the entry stands for the page at this path, or for the area that the page belongs to. */
export function isCurrent({ to }: Pick<NavItem, 'to'>, pathname: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}
