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
import { Module } from '@/session/permissions';

/** An entry of the menu. */
export interface NavItem {
  readonly label: string;
  readonly to: string;
  readonly Icon: typeof IconHome;
  /** Shown only to whoever may view this module; without one, to everybody. */
  readonly module?: Module;
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
      { label: nav.home, to: '/', Icon: IconHome, module: Module.HOME },
      { label: nav.about, to: '/about', Icon: IconInfoCircle, module: Module.ABOUT },
    ],
  },
  {
    id: 'platform',
    caption: shell.groups.platform,
    items: [
      { label: nav.tenants, to: '/admin/tenants', Icon: IconBuildingCommunity, module: Module.TENANTS },
      { label: nav.users, to: '/admin/users', Icon: IconUsers, module: Module.USER },
      { label: nav.modules, to: '/admin/modules', Icon: IconLayoutGrid, module: Module.MODULES },
      { label: nav.roles, to: '/admin/roles', Icon: IconShieldLock, module: Module.ROLE },
    ],
  },
  {
    id: 'contracts',
    caption: shell.groups.contracts,
    items: [
      { label: nav.contracts, to: '/contracts', Icon: IconFileText, module: Module.CONTRACTS },
      { label: nav.projects, to: '/projects', Icon: IconCrane, module: Module.PROJECTS },
      { label: nav.tasks, to: '/project-tasks', Icon: IconChecklist, module: Module.PROJECT_TASKS },
      { label: nav.generalTask, to: '/general-tasks', Icon: IconBriefcase, module: Module.GENERAL_TASKS },
    ],
  },
  {
    id: 'operations',
    caption: shell.groups.operations,
    items: [
      { label: nav.notifications, to: '/notification', Icon: IconBell, module: Module.NOTIFICATION },
      { label: nav.reminders, to: '/reminders', Icon: IconAlarm, module: Module.REMINDERS },
      { label: nav.inventories, to: '/inventories', Icon: IconBuildingWarehouse, module: Module.INVENTORIES },
      { label: nav.payroll, to: '/payroll', Icon: IconReceiptRupee, module: Module.PAYROLL },
      { label: nav.vehicles, to: '/vehicles', Icon: IconTruck, module: Module.VEHICLES },
      {
        label: nav.vehicleInsurance,
        to: '/vehicle-insurance',
        Icon: IconShieldCheck,
        module: Module.VEHICLE_INSURANCE,
      },
      // The link target is spelt as documented; /attendance is the same page.
      { label: nav.attendance, to: '/attendane', Icon: IconCalendarCheck, module: Module.ATTENDANCE },
      { label: nav.payments, to: '/payments', Icon: IconCash, module: Module.PAYMENTS },
      { label: nav.estimations, to: '/estimations', Icon: IconCalculator, module: Module.ESTIMATIONS },
      { label: nav.reports, to: '/reports', Icon: IconChartBar, module: Module.REPORTS },
      { label: nav.gst, to: '/gst', Icon: IconReceiptTax, module: Module.GST },
    ],
  },
];

/** The groups with the entries that `canView` lets through; groups without any are left out. */
export function visibleGroups(canView: (module: Module) => boolean, groups = navGroups): NavGroup[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ module }) => module === undefined || canView(module)) }))
    .filter(({ items }) => items.length > 0);
}

/** Whether the entry stands for the page at this path, or for the area that the page belongs to. */
export function isCurrent({ to }: Pick<NavItem, 'to'>, pathname: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}
