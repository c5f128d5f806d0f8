import { useQuery } from '@connectrpc/connect-query';
import { Anchor } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { t } from '@/i18n/documents';
import { formatCount, formatInstant } from '@/kit/format';
import { Pending } from '@/kit/Pending';
import { formatBytes } from '@/kit/upload/bytes';
import { useRefusal } from '@/session/Can';
import type { Module } from '@/session/permissions';
import { docTypeLabel } from './document-file';
import classes from './documents.module.css';
import { useDocumentActions } from './useDocumentActions';

/** More are a page of their own. */
const SHOWN = 5;

/** The newest documents of a record, as a part of its page. */
export function RecordDocuments({
  entityType,
  entityId,
  module,
  to,
  children,
}: {
  entityType: string;
  entityId: string;
  /** The module whose rights count. */
  module: Module;
  /** The page of all of them, where more are uploaded. */
  to: string;
  /** Where more are uploaded without leaving the page. */
  children?: ReactNode;
}) {
  const { name, menu, dialogs } = useDocumentActions(module);
  const noCreate = useRefusal(module, 'create');
  const { data, error, refetch } = useQuery(
    DocumentService.method.filterDocuments,
    {
      entityType: [entityType],
      entityId,
      pagination: { page: 0, size: SHOWN },
      sort: { field: 'createdAt', direction: 'desc' },
    },
    { placeholderData: keepPreviousData },
  );
  if (!data) return <Pending error={error} retry={refetch} failed={t.documents.fetchFailed} height={44} />;
  const { content, totalElements } = data;
  return (
    <>
      {content.length === 0 ? (
        <p className={classes.fine}>{t.documents.noneYet}</p>
      ) : (
        <ul className={classes.papers}>
          {content.map((document) => (
            <li key={document.id}>
              {name(document)}
              <span className={classes.fine}>
                {[
                  docTypeLabel(document.docType),
                  formatBytes(Number(document.size)),
                  formatInstant(document.createdAt),
                ].join(' · ')}
              </span>
              {menu(document)}
            </li>
          ))}
        </ul>
      )}
      {children}
      {content.length > 0 ? (
        <Anchor component={Link} to={to} size="sm">
          {t.documents.all(formatCount(totalElements))}
        </Anchor>
      ) : noCreate ? (
        <p className={classes.fine}>{noCreate}</p>
      ) : (
        !children && (
          <Anchor component={Link} to={to} size="sm">
            {t.documents.add}
          </Anchor>
        )
      )}
      {dialogs}
    </>
  );
}
