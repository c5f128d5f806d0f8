import { useQuery } from '@connectrpc/connect-query';
import { MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';

/**
 * Whether this server mails links; undefined until that is known. It doesn't change while the server runs.
 *
 * @param enabled whether it matters here
 */
export function useSendsMail(enabled = true): boolean | undefined {
  const options = { enabled, staleTime: Number.POSITIVE_INFINITY };
  return useQuery(MailLinkService.method.getMailOptions, {}, options).data?.links;
}
