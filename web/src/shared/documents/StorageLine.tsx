import { useQuery } from '@connectrpc/connect-query';
import { Progress } from '@mantine/core';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { t } from '@/i18n/documents';
import { formatBytes } from '@/kit/upload/bytes';
import classes from './documents.module.css';

/** From this share on the bar warns. */
const NEARLY_FULL = 0.9;

/** How much of its storage the organisation has used. Nothing while that isn't known: uploading goes on without it. */
export function StorageLine() {
  const { data } = useQuery(DocumentService.method.getStorageUsage, {});
  if (!data || data.quota <= 0n) return null;
  const [used, quota] = [Number(data.used), Number(data.quota)];
  const share = Math.min(1, used / quota);
  return (
    <div className={classes.storage}>
      {/* The words beside it say the same. */}
      <Progress
        aria-hidden
        value={share * 100}
        size="sm"
        radius={0}
        color={share < NEARLY_FULL ? undefined : 'sindoor'}
      />
      <span className={classes.fine}>{t.storage.used(formatBytes(used), formatBytes(quota))}</span>
    </div>
  );
}
