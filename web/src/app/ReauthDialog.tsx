import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '@/i18n/frame';
import { login } from '@/i18n/site/login';
import { secondFactor } from '@/i18n/site/second-factor';
import { isSecondFactorRequired, isUnauthenticated, userMessage } from '@/kit/errors';
import { CodeInput } from '@/kit/form/CodeInput';
import { Dialog } from '@/kit/overlay/Dialog';
import { LeaveOrStay } from '@/kit/overlay/LeaveOrStay';
import { continueSession, declineSession } from '@/session/session';
import { useCurrentUser } from '@/session/session-store';
import { dropAll, hasUnsent } from './unsent';

/**
 * Asks for the password when the session has ended while the user was at work. The page stays as it is under the
 * dialog, and the calls that were refused go on afterwards.
 */
export function ReauthDialog() {
  return (
    <Dialog opened locked onClose={declineSession} title={t.session.reauthTitle}>
      <ReauthForm />
    </Dialog>
  );
}

function ReauthForm() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<boolean>();
  const [password, setPassword] = useState('');
  // Nothing until the server asks for one.
  const [code, setCode] = useState<string>();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!password) {
      setProblem(login.required.password);
      return;
    }
    if (code?.trim() === '') {
      setProblem(secondFactor.app.required);
      return;
    }
    setPending(true);
    setProblem(undefined);
    try {
      await continueSession(password, code?.trim());
    } catch (error) {
      if (isSecondFactorRequired(error)) setCode('');
      else
        setProblem(
          code !== undefined && isUnauthenticated(error) ? secondFactor.wrong : userMessage(error, login.failed),
        );
      setPending(false);
    }
  }

  function leave() {
    if (hasUnsent()) return setLeaving(true);
    // As Logout does: a form with unsaved changes gets to object.
    declineSession();
    void navigate('/', { state: { signOut: true } });
  }

  function giveUp() {
    dropAll();
    leave();
  }

  if (leaving) return <UnsentQuestion onLeave={giveUp} onStay={() => setLeaving(false)} />;
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t.session.reauthHint}</Text>
        <Group justify="space-between" gap="xs">
          <div>
            <Text fw={600}>{user?.email}</Text>
            <Text c="dimmed">{user?.tenantName}</Text>
          </div>
          <Button variant="subtle" size="compact-md" onClick={leave} disabled={pending}>
            {t.session.otherAccount}
          </Button>
        </Group>
        {/* Lets a password manager know whose password is asked for. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <PasswordInput
          label={login.password}
          autoComplete="current-password"
          required
          data-autofocus
          // The dialog gives the focus once; whoever was asked whether to leave, and stays, comes back here.
          autoFocus={leaving === false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {code !== undefined && <CodeInput value={code} onChange={setCode} recoverable />}
        {problem !== undefined && (
          <Alert color="sindoor" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={declineSession} disabled={pending}>
            {t.session.notNow}
          </Button>
          <Button type="submit" loading={pending}>
            {t.session.reauthSubmit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Signing out empties this device's storage, and what was entered with it. */
function UnsentQuestion({ onLeave, onStay }: { readonly onLeave: () => void; readonly onStay: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="haldi" role="alert" title={t.session.unsentTitle}>
        {t.session.unsentQuestion}
      </Alert>
      <LeaveOrStay onLeave={onLeave} onStay={onStay} autoFocus />
    </Stack>
  );
}
