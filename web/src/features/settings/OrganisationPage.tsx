import { useQuery } from '@connectrpc/connect-query';
import { Alert, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { type TenantSettings, TenantSettingsService } from '@/gen/nirmaan/platform/v1/tenant_settings_service_pb';
import { t } from '@/i18n/settings';
import { userMessage } from '@/kit/errors';
import { PageHeader } from '@/kit/PageHeader';
import { useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import classes from './Settings.module.css';

const words = t.organisation;
const { getTenantSettings, updateTenantSettings } = TenantSettingsService.method;
const RULES = ['fourEyes', 'changeFirstPassword', 'requireSecondFactor'] as const;
type Rule = (typeof RULES)[number];

/** /settings/organisation: what the organisation asks of its people. What is chosen counts at once. */
export function OrganisationPage() {
  const query = useQuery(getTenantSettings, {}, { refetchOnMount: 'always' });
  const tenant = useCurrentUser()?.tenantName ?? '';
  if (query.isError && !query.data) {
    return <LoadFailure error={query.error} retry={query.refetch} failed={words.fetchFailed} />;
  }
  return (
    <>
      <PageHeader
        title={words.title}
        breadcrumbs={[{ label: t.settings.title, to: '/settings' }]}
        description={words.hint(tenant)}
      />
      {query.data ? <Rules settings={query.data} /> : <Skeleton height={260} maw={720} />}
    </>
  );
}

function Rules({ settings }: { settings: TenantSettings }) {
  const refusal = useRefusal(Module.USER, 'edit');
  const write = useWrite([getTenantSettings]);
  // What was clicked shows at once, until the server has said what holds.
  const [clicked, setClicked] = useState<Partial<Record<Rule, boolean>>>({});
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<unknown>();

  const set = async (rule: Rule, on: boolean) => {
    setSaved(false);
    setError(undefined);
    setClicked((others) => ({ ...others, [rule]: on }));
    try {
      await write(updateTenantSettings, { settings: { [rule]: on } });
      setSaved(true);
    } catch (failure) {
      setError(failure);
    } finally {
      setClicked(({ [rule]: _, ...others }) => others);
    }
  };

  return (
    <Stack gap="md">
      {error !== undefined && (
        <Alert color="sindoor" role="alert" maw={720}>
          {userMessage(error, t.settings.saveFailed)}
        </Alert>
      )}
      {refusal !== undefined && (
        <Alert maw={720} title={words.readOnly}>
          {refusal}
        </Alert>
      )}
      <fieldset className={classes.part} disabled={refusal !== undefined}>
        <legend>{words.rules}</legend>
        {RULES.map((rule) => (
          <label key={rule} className={classes.choice}>
            <input
              type="checkbox"
              checked={clicked[rule] ?? settings[rule] ?? false}
              disabled={rule in clicked}
              onChange={({ currentTarget }) => set(rule, currentTarget.checked)}
            />
            <span>
              {words.names[rule]}
              <br />
              <span className={classes.hint}>{words.hints[rule]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <span className="visually-hidden" role="status">
        {saved && t.settings.saved}
      </span>
    </Stack>
  );
}
