import { newFirmWith, unique, WORK } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { notice } from './fixtures/papers';
import { SearchPO } from './pages/SearchPO';

test.describe('the search over everything', () => {
  test('finds records of every kind and opens them', async ({ page, request, signIn }) => {
    test.slow();
    const word = unique();
    const { account, api } = await newFirmWith(request, { ...WORK, User: ['canView', 'canCreate'] });
    const contract = await api.contract({ bidId: `B-${word}`, contractName: `Road ${word}` });
    const deposit = await api.deposit(contract, { instrumentNo: `DD-${word}` });
    const project = await api.project({ projectName: `Project ${word}` });
    const task = await api.task(project, { title: `Earthwork ${word}` });
    await api.document({ ...notice, name: `${word}.pdf` }, { entityType: 'CONTRACT', entityId: contract.id });
    const user = await api.user({ email: `${word}@firm.example` });
    await signIn(account);

    const search = new SearchPO(page);
    const found = [
      ['Contracts', `Road ${word}`, `/contracts/${contract.id}`],
      ['Security deposits', `DD-${word}`, `/contracts/${contract.id}/security-deposit/${deposit.id}`],
      ['Projects', `Project ${word}`, `/projects/${project.id}`],
      ['Tasks', `Earthwork ${word}`, `/project-tasks/${task.id}`],
      ['Documents', `${word}.pdf`, `/contracts/${contract.id}/supporting-docs?fileName=${word}.pdf`],
      ['Users', user.email, `/admin/users/${user.id}`],
    ] as const;
    for (const [group, title, address] of found) {
      await search.open();
      await search.input.fill(word.toUpperCase());
      await expect(search.options).toHaveCount(found.length);
      await expect(search.group(group).getByRole('option')).toContainText(title);
      await search.group(group).getByRole('option').click();
      await expect(page).toHaveURL(address);
      await expect(search.dialog).toBeHidden();
    }
  });

  test('is worked with the keyboard, and remembers what was opened until Logout', async ({
    page,
    request,
    shell,
    signInAnew,
  }) => {
    const { account, api } = await newFirmWith(request, WORK);
    const word = unique();
    const [, second] = [
      await api.contract({ contractName: `A ${word}` }),
      await api.contract({ contractName: `B ${word}` }),
    ];
    await signInAnew(account);
    await page.goto('/payroll');
    await expect(shell.heading).toBeVisible();

    const search = new SearchPO(page);
    await page.keyboard.press('Control+k');
    await expect(search.input).toBeFocused();
    await page.keyboard.type('x');
    await expect(search.dialog.getByText('Type at least two characters.')).toBeVisible();
    await search.input.fill(word);
    await expect(search.options).toHaveCount(2);
    await expect(search.chosen).toContainText('B ');
    await page.keyboard.press('ArrowDown');
    await expect(search.chosen).toContainText('A ');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/contracts/${second.id}`);

    await page.reload();
    await expect(shell.heading).toBeVisible();
    await search.button.click();
    await expect(search.group('Recently opened').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(search.dialog).toBeHidden();
    await expect(search.button).toBeFocused();

    await shell.logout.click();
    await expect(shell.logout).toBeHidden();
    await signInAnew(account);
    await search.open();
    await expect(search.dialog.getByText('Recently opened')).toBeHidden();
  });

  test('finds what the role lets view, and nothing of other organisations', async ({ page, request, signIn }) => {
    const word = unique();
    const other = await newFirmWith(request, WORK);
    await other.api.contract({ contractName: `Theirs ${word}` });
    const { account, api } = await newFirmWith(request, { Projects: ['canView', 'canCreate'] });
    await api.project({ projectName: `Ours ${word}` });
    await signIn(account);
    const search = new SearchPO(page);
    await search.open();
    await search.input.fill(word);
    await expect(search.options).toHaveCount(1);
    await expect(search.options).toContainText('Ours');
    await search.input.fill(`nothing ${word}`);
    await expect(search.dialog.getByRole('status')).toHaveText(`Nothing found for “nothing ${word}”`);
  });

  test('says when it fails, and tries again', async ({ page, signIn, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    await signIn(accounts.owner);
    const search = new SearchPO(page);
    await search.open();
    const calls = '**/nirmaan.common.v1.SearchService/Search';
    await page.route(calls, (route) => route.abort());
    await search.input.fill('road');
    await expect(search.dialog.getByRole('heading', { name: 'The search failed.' })).toBeVisible();
    await page.unroute(calls);
    await search.dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(search.options.first()).toBeVisible();
    await expect(search.input).toHaveValue('road');
  });

  test('whose program can’t be fetched leaves the page as it is', async ({ page, signIn, allowConsole }) => {
    allowConsole(/ERR_FAILED|ERR_ABORTED|dynamically imported module/);
    await signIn(accounts.owner);
    await page.goto('/contracts/create');
    await page.getByRole('textbox', { name: 'Bid ID' }).fill('typed');
    await page.route('**/SearchDialog*', (route) => route.abort());
    await new SearchPO(page).button.click();
    await expect(page.getByRole('alert')).toContainText('A new version of Nirmaan is available.');
    await expect(page.getByRole('textbox', { name: 'Bid ID' })).toHaveValue('typed');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${colorScheme} theme`, () => {
      test.use({ colorScheme });

      test('is accessible and fits a phone', async ({ page, signIn }) => {
        await signIn(accounts.admin);
        const search = new SearchPO(page);
        for (const width of [1366, 320]) {
          await page.setViewportSize({ width, height: 700 });
          await search.open();
          await expectAccessible(page);
          await search.input.fill('nirmaan');
          await expect(search.options.first()).toBeVisible();
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
          await page.keyboard.press('Escape');
          await expect(search.dialog).toBeHidden();
        }
      });
    });
  }
});
