import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type SavedView, SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { t } from '@/i18n/lists';
import { userMessage } from '@/kit/errors';
import { named } from '@/kit/named';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { Dialog } from '@/kit/overlay/Dialog';
import { RowMenu, type RowMenuItem } from '@/kit/overlay/RowMenu';
import { toastSuccess } from '@/kit/overlay/toast';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { Pending } from '@/kit/Pending';
import { useWrite } from '@/kit/write';
import { useCan } from '@/session/Can';
import { Module } from '@/session/permissions';
import classes from './ListTools.module.css';
import { ViewForm } from './ViewForm';

const words = t.views;
const api = SettingsService.method;
const STALE = [api.listSavedViews];

interface ViewsDialogProps extends LazyDialogProps {
  /** The list's name in the settings. */
  readonly list: string;
  /** What the list shows now, as its address tells it, without the page. */
  readonly query: string;
}

/** What is to be done with a view, and with which. */
type Asked = { readonly view: SavedView; readonly what: 'rename' | 'delete' };

/** Opens, saves, changes and shares views of a list. */
export function ViewsDialog({ opened, onClose, list, query }: ViewsDialogProps) {
  const { data, error, refetch } = useQuery(SettingsService.method.listSavedViews, { list }, { enabled: opened });
  const [asked, setAsked] = useState<Asked>();
  const renamed = asked?.what === 'rename' ? asked.view : undefined;
  // The question still shows the name while it fades out.
  const [shown, setShown] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const write = useWrite(STALE);
  const ask = (view: SavedView, what: Asked['what']) => {
    setAsked({ view, what });
    setShown(view.name);
  };

  const update = async (view: SavedView, change: Partial<Pick<SavedView, 'name' | 'query' | 'isShared'>>) => {
    const { id, name, isShared, version } = view;
    await write(api.updateSavedView, { id, view: { list, name, query: view.query, isShared, version, ...change } });
    toastSuccess(words.saved(change.name ?? name));
  };
  const updateNow = (...change: Parameters<typeof update>) => {
    setFailure(undefined);
    update(...change).catch(setFailure);
  };

  const body = () => {
    if (!data) return <Pending error={error} retry={refetch} failed={words.fetchFailed} height={88} />;
    if (data.views.length === 0) return <Text size="sm">{words.none}</Text>;
    return (
      <ul className={classes.rows} aria-label={words.views}>
        {data.views.map((view) =>
          view.id === renamed?.id ? (
            <li key={view.id}>
              <ViewForm
                title={words.renameTitle(view.name)}
                name={view.name}
                submitLabel={words.rename}
                onSubmit={({ name }) => update(view, { name }).then(() => setAsked(undefined))}
                onCancel={() => setAsked(undefined)}
              />
            </li>
          ) : (
            <ViewRow
              key={view.id}
              view={view}
              current={view.query === query}
              onOpen={onClose}
              onAsk={ask}
              onReplace={() => updateNow(view, { query })}
              onShare={() => updateNow(view, { isShared: !view.isShared })}
            />
          ),
        )}
      </ul>
    );
  };

  return (
    <Dialog opened={opened} onClose={onClose} title={words.title}>
      <Stack gap="md">
        {body()}
        {failure !== undefined && (
          <Text role="alert" size="sm" c="var(--nm-error)">
            {userMessage(failure, words.saveFailed)}
          </Text>
        )}
        <ViewForm
          title={words.saveCurrent}
          name=""
          shareable
          submitLabel={words.save}
          onSubmit={async (fields, headers) => {
            await write(api.createSavedView, { view: { list, query, ...fields } }, { headers });
            toastSuccess(words.saved(fields.name));
          }}
        />
      </Stack>
      <ConfirmDialog
        opened={asked?.what === 'delete'}
        onClose={() => setAsked(undefined)}
        title={words.deleteTitle(shown)}
        question={words.deleteQuestion}
        confirmLabel={t.common.delete}
        danger
        onConfirm={async () => {
          if (asked) await write(api.deleteSavedView, { id: asked.view.id }, { deletes: [asked.view.id] });
        }}
        failed={words.deleteFailed}
      />
    </Dialog>
  );
}

function ViewRow({
  view,
  current,
  onOpen,
  onAsk,
  onReplace,
  onShare,
}: {
  view: SavedView;
  /** The list shows just this. */
  current: boolean;
  onOpen: () => void;
  onAsk: (view: SavedView, what: Asked['what']) => void;
  onReplace: () => void;
  onShare: () => void;
}) {
  const mayTidy = useCan(Module.USER, 'edit');
  const { name, query, isOwn, isShared, ownerEmail, ownerState } = view;
  const remove: RowMenuItem = { label: t.common.delete, danger: true, onClick: () => onAsk(view, 'delete') };
  const items: readonly RowMenuItem[] = isOwn
    ? [
        { label: words.rename, onClick: () => onAsk(view, 'rename') },
        { label: words.replace, onClick: onReplace },
        { label: isShared ? words.makePrivate : words.share, onClick: onShare },
        remove,
      ]
    : mayTidy
      ? [remove]
      : [];
  const whose = isOwn ? (isShared ? words.shared : words.mine) : words.sharedBy(named(ownerEmail, ownerState));
  return (
    <li>
      <div className={classes.main}>
        <Anchor component={Link} to={`?${query}`} onClick={onOpen} fw={500} aria-current={current || undefined}>
          {name}
        </Anchor>
        <Text c="dimmed" size="xs">
          {current ? `${words.shown} · ${whose}` : whose}
        </Text>
      </div>
      {items.length > 0 && <RowMenu label={name} items={items} />}
    </li>
  );
}
