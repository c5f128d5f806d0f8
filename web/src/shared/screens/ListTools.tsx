import { Button } from '@mantine/core';
import { IconBookmarks, IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '@/i18n/t';
import type { Column } from '@/kit/list/columns';
import { useLazyDialog } from '@/kit/overlay/useLazyDialog';
import classes from './ListPage.module.css';

const loadViews = async () => (await import('./ViewsDialog')).ViewsDialog;
const loadColumns = async () => (await import('./ColumnsDialog')).ColumnsDialog;

/** What suits a list to its reader: saved views and columns. Their dialogs are fetched when they are first opened. */
export function ListTools<Row>({
  list,
  query,
  columns,
  children,
}: {
  /** The list's name in the settings. */
  list: string;
  /** What the list shows now, as its address tells it, without the page. */
  query: string;
  columns: readonly Column<Row>[];
  /** What else leads on from the list. */
  children?: ReactNode;
}) {
  const views = useLazyDialog(loadViews);
  const chooser = useLazyDialog(loadColumns);
  return (
    <div className={classes.tools}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconBookmarks size={16} aria-hidden />}
        onClick={views.open}
      >
        {t.list.views}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconColumns3 size={16} aria-hidden />}
        onClick={chooser.open}
      >
        {t.list.columns}
      </Button>
      {children}
      {views.dialog({ list, query })}
      {chooser.dialog({ list, columns })}
    </div>
  );
}
