import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Duty } from '@/gen/nirmaan/auth/v1/auth_pb';
import { t } from '@/i18n/people';
import { useFormState } from '@/kit/form/useFormState';
import { Mark } from '@/kit/Mark';
import { useHeadingFocus, usePageTitle } from '@/kit/page-title';
import { readUserAnew, signOut } from '@/session/session';
import { useCurrentUser } from '@/session/session-store';
import { PasswordForm } from './PasswordForm';
import classes from './Profile.module.css';
import { noPasswords, passwordSections } from './profile-form';
import { RecoveryCodes } from './RecoveryCodes';
import { SecondFactorSteps } from './SecondFactorDialog';

const words = t.profile.duties;

/**
 * What the user owes before the application lets them do anything else, one thing after the other. It stands in the
 * place of the frame; the page that they wanted comes when nothing is owed any more.
 */
export function DutiesPage() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const heading = useHeadingFocus();
  usePageTitle(words.title);
  const isPassword = user?.duties?.[0] === Duty.CHANGE_PASSWORD;
  const leave = () => {
    signOut();
    void navigate('/');
  };
  return (
    <main id="main" tabIndex={-1} className={classes.duties}>
      <Mark />
      <Stack gap="md">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {words.title}
          </h1>
          <Text c="dimmed">{isPassword ? words.changePassword : words.enrol}</Text>
        </div>
        {isPassword ? <NewPassword email={user.email} /> : <Enrolment />}
        <Group justify="space-between">
          <Text c="dimmed" size="sm">
            {t.session.signedInAs(user?.email ?? '')}
          </Text>
          <Button variant="default" onClick={leave}>
            {t.session.logout}
          </Button>
        </Group>
      </Stack>
    </main>
  );
}

function NewPassword({ email }: { email: string }) {
  const form = useFormState(passwordSections, noPasswords);
  return <PasswordForm email={email} form={form} onChanged={readUserAnew} />;
}

function Enrolment() {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <section className={classes.section} aria-label={t.profile.secondFactor.titles.enrol}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={readUserAnew} />
      ) : (
        <SecondFactorSteps task="enrol" onCodes={setCodes} />
      )}
    </section>
  );
}
