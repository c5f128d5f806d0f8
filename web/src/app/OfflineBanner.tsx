import { useSyncExternalStore } from 'react';
import { t } from '@/i18n/frame';
import classes from './OfflineBanner.module.css';

/** Says that the device is offline, for as long as it is. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // The region exists before it speaks, or screen readers miss the first sentence.
    <div role="status">{!online && <p className={classes.banner}>{t.errors.offline}</p>}</div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
