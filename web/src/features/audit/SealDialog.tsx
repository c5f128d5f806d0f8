import { useQuery } from '@connectrpc/connect-query';
import { Button, CopyButton, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { type AuditSeal, AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/access';
import { isNotFound } from '@/kit/errors';
import { formatCount, formatInstant } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { Dialog } from '@/kit/overlay/Dialog';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { Pending } from '@/kit/Pending';
import classes from './SealDialog.module.css';

const words = t.audit.seal;
const label = words.fields;

/** A seal over the activity, to be kept on paper: the newest, or the one that somebody wants to compare. */
export function SealDialog({ opened, onClose }: LazyDialogProps) {
  const [number, setNumber] = useState<number>();
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} size="lg">
      <Stack gap="md">
        <Text size="sm">{words.what}</Text>
        <NumberInput
          label={label.number}
          description={words.numberHint}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          maxLength={12}
          value={number ?? ''}
          onChange={(value) => setNumber(typeof value === 'number' ? value : undefined)}
        />
        <Seal number={number} />
      </Stack>
    </Dialog>
  );
}

function Seal({ number }: { number: number | undefined }) {
  const seal = useQuery(
    AuditService.method.getAuditSeal,
    { number: BigInt(number ?? 0) },
    // Whoever looks wants the newest.
    { staleTime: 0 },
  );
  if (isNotFound(seal.error)) {
    return number === undefined ? (
      <EmptyState kind="empty" title={words.none}>
        {words.noneHint}
      </EmptyState>
    ) : (
      <EmptyState kind="filtered" title={words.noSuch} />
    );
  }
  if (!seal.data) return <Pending error={seal.error} retry={seal.refetch} failed={words.failed} height={240} />;
  return <Paper seal={seal.data} />;
}

/** What stands on the paper. */
function Paper({ seal }: { seal: AuditSeal }) {
  const lines: readonly (readonly [string, string])[] = [
    [label.tenant, seal.tenantName],
    [label.number, formatCount(Number(seal.number))],
    [label.sealedAt, formatInstant(seal.sealedAt)],
    [label.events, words.count(formatCount(Number(seal.events)))],
    [label.between, words.between(formatInstant(seal.firstAt), formatInstant(seal.lastAt))],
    [label.hash, seal.hash],
    [label.previousHash, seal.previousHash],
  ];
  const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <>
      <dl className={classes.paper}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group justify="flex-end">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />}>
          {words.print}
        </Button>
      </Group>
    </>
  );
}
