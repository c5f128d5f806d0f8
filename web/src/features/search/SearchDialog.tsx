import { useQuery } from '@connectrpc/connect-query';
import { Button, Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type SearchGroup, SearchService } from '@/gen/nirmaan/common/v1/search_service_pb';
import { t } from '@/i18n/search';
import { userMessage } from '@/kit/errors';
import { EmptyState } from '@/kit/list/EmptyState';
import { Dialog } from '@/kit/overlay/Dialog';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { PACE } from '@/kit/pace';
import { KIND_ICONS } from './kind-icons';
import { forgetTargets, recentTargets, rememberTarget } from './recent';
import classes from './Search.module.css';
import { kindOf, type Target, targetOf } from './targets';

const words = t.search;
/** The server finds nothing for fewer. */
const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 255;

/** Targets under a heading. */
interface Section {
  readonly title: string;
  readonly targets: readonly Target[];
  readonly more: boolean;
}

function sectionOf({ kind: wired, hits, more }: SearchGroup): readonly Section[] {
  const kind = kindOf(wired);
  return kind ? [{ title: words.kinds[kind], targets: hits.map((hit) => targetOf(kind, hit)), more }] : [];
}

/** Finds records of every kind by a part of what they are called, and opens one. */
export function SearchDialog({ opened, onClose }: LazyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} size="lg">
      <Search onClose={onClose} />
    </Dialog>
  );
}

/** Lives as long as the dialog is open, so that every search begins empty. */
function Search({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [recent, setRecent] = useState(recentTargets);
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, PACE.search);
  const asking = typed.length >= MIN_CHARACTERS;
  // A call that the next letter makes useless is cancelled with its query.
  const query = useQuery(SearchService.method.search, { query: settled }, { enabled: asking && settled === typed });
  const groups = asking && settled === typed ? query.data?.groups : undefined;

  const sections: readonly Section[] = asking
    ? (groups ?? []).flatMap(sectionOf)
    : recent.length > 0
      ? [{ title: words.recent, targets: recent, more: false }]
      : [];
  const targets = sections.flatMap((section) => section.targets);

  // Escape closes the list, and the dialog is nothing without it.
  const combobox = useCombobox({ opened: targets.length > 0, onDropdownClose: onClose });
  const { selectFirstOption, resetSelectedOption } = combobox;
  const firstHit = asking ? targets[0]?.to : undefined;
  useEffect(() => {
    // Enter opens the best hit; of what was opened before, nothing is more likely than the rest.
    if (firstHit) selectFirstOption();
    else resetSelectedOption();
  }, [firstHit, selectFirstOption, resetSelectedOption]);

  const open = (to: string) => {
    const target = targets.find((one) => one.to === to);
    if (!target) return;
    rememberTarget(target);
    onClose();
    navigate(to);
  };

  const status = () => {
    if (!asking) return words.hint;
    if (query.isError || !groups) return query.isError ? '' : words.searching;
    return targets.length > 0 ? words.found(targets.length) : words.none(typed);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={open}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={words.label}
          placeholder={words.placeholder}
          size="md"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_CHARACTERS}
          leftSection={query.isFetching ? <Loader size={16} /> : <IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Text role="status" c="dimmed" size="sm" my="xs">
        {status()}
      </Text>
      {asking && query.isError ? (
        <EmptyState
          kind="error"
          headingLevel={3}
          title={words.failed}
          action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
        >
          {userMessage(query.error, t.errors.unknown)}
        </EmptyState>
      ) : (
        groups && targets.length === 0 && <Text size="sm">{words.noneHint}</Text>
      )}
      <Combobox.Options aria-label={asking ? words.title : words.recent} className={classes.options}>
        {sections.map(({ title, targets: list, more }) => (
          <Combobox.Group key={title} label={title}>
            {list.map((target) => (
              <Hit key={target.to + target.title} target={target} />
            ))}
            {more && (
              <Text role="presentation" c="dimmed" size="xs" px="sm" pb="xs">
                {words.more}
              </Text>
            )}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {!asking && recent.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          onClick={() => {
            forgetTargets();
            setRecent([]);
          }}
        >
          {words.forget}
        </Button>
      )}
      <Text c="dimmed" size="xs" mt="sm" visibleFrom="sm">
        {words.keys}
      </Text>
    </Combobox>
  );
}

function Hit({ target: { kind, title, detail, status, to } }: { target: Target }) {
  const Icon = KIND_ICONS[kind];
  return (
    <Combobox.Option value={to} className={classes.hit}>
      <Icon size={18} stroke={1.5} aria-hidden />
      <span className={classes.words}>
        <span>{title}</span>
        {detail && <span className={classes.fine}>{detail}</span>}
      </span>
      {status && <span className={classes.fine}>{status}</span>}
    </Combobox.Option>
  );
}
