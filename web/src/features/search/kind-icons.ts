import {
  type Icon,
  IconBuildingBank,
  IconChecklist,
  IconCrane,
  IconFile,
  IconFileText,
  IconUser,
} from '@tabler/icons-react';
import type { HitKind } from './targets';

/** What each kind of record looks like in a list of several kinds. */
export const KIND_ICONS: Readonly<Record<HitKind, Icon>> = {
  CONTRACT: IconFileText,
  DEPOSIT: IconBuildingBank,
  PROJECT: IconCrane,
  TASK: IconChecklist,
  DOCUMENT: IconFile,
  USER: IconUser,
};
