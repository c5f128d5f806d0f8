import { Alert } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t } from '@/i18n/contract-list';
import { lazyPart } from '@/kit/Part';
import { IMPORT_HEIGHT } from './import-height';

const OneImport = lazyPart(
  async () => (await import('./FromImport')).FromImport,
  <Alert color="neel" role="region" title={t.common.loading} mih={IMPORT_HEIGHT} />,
);

/** The filter that only links set: the import that brought in what is listed. */
export const importFilter = {
  kind: 'exact',
  name: 'importId',
  label: t.fromImport.label,
  say: () => t.fromImport.one,
  isSingle: true,
} as const;

/** Which import the rows of a list are from, where the address asks for those of one. */
export function FromImport() {
  const [search] = useSearchParams();
  const id = search.get(importFilter.name);
  return id && <OneImport id={id} />;
}
