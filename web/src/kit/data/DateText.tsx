import { formatDate } from '@/kit/format';

/** A calendar day; a dash when it is not set. */
export function DateText({ iso }: { iso: string }) {
  return iso ? <time dateTime={iso}>{formatDate(iso)}</time> : <>—</>;
}
