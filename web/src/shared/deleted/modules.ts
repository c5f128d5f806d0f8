import { Module } from '@/session/permissions';
import type { DeletedKind } from './kinds';

/** The modules whose records are of each kind; documents are of several. */
export const MODULES = {
  CONTRACT: [Module.CONTRACTS],
  DEPOSIT: [Module.CONTRACTS],
  PROJECT: [Module.PROJECTS],
  TASK: [Module.PROJECT_TASKS],
  DOCUMENT: [
    Module.CONTRACTS,
    Module.PROJECTS,
    Module.PROJECT_TASKS,
    Module.VEHICLES,
    Module.VEHICLE_INSURANCE,
    Module.PAYMENTS,
  ],
  USER: [Module.USER],
} as const satisfies Readonly<Record<DeletedKind, readonly [Module, ...Module[]]>>;
