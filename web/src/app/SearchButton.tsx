import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '@/i18n/frame';
import { isApple, isLetter } from '@/kit/keys';
import { useLazyDialog } from '@/kit/overlay/useLazyDialog';
import classes from './TopBar.module.css';

const loadDialog = async () => (await import('@/features/search/SearchDialog')).SearchDialog;

/** Opens the search over everything, as Ctrl+K (on a Mac ⌘K) does wherever the focus is. */
export function SearchButton() {
  const { open, dialog } = useLazyDialog(loadDialog);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const modifier = isApple ? event.metaKey : event.ctrlKey;
      if (!modifier || event.shiftKey || event.altKey || !isLetter(event, 'k')) return;
      event.preventDefault();
      // A dialog that is open already has the user's attention.
      if (!document.querySelector('[aria-modal="true"]')) void open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <>
      <button
        type="button"
        className={classes.search}
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconSearch size={16} aria-hidden />
        <span>{t.shell.search}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {dialog({})}
    </>
  );
}
