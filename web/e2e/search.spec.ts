import { newFirmWith, unique, WORK } from './api';
import { accounts, expect, test } from './fixtures';
import { notice } from './fixtures/papers';
import { SearchPO } from './pages/SearchPO';

test.describe('the search over everything', () => {
  test('finds one’s own records of every kind and opens them', async ({ page, request, signIn }) => {
    const word = unique();
    const other = await newFirmWith(request, WORK);
    await other.api.contract({ contractName: `Theirs ${word}` });
    const { account, api } = await newFirmWith(request, { ...WORK, User: ['canView', 'canCreate'] });
    const contract = await api.contract({ bidId: `B-${word}`, contractName: `Road ${word}` });
    const deposit = await api.deposit(contract, { instrumentNo: `DD-${word}` });
    await api.task(await api.project({ projectName: `Project ${word}` }), { title: `Earthwork ${word}` });
    await api.document({ ...notice, name: `${word}.pdf` }, { entityType: 'CONTRACT', entityId: contract.id });
    const user = await api.user({ email: `${word}@firm.example` });
    await signIn(account);

    const search = new SearchPO(page);
    await page.goto('/payroll');
    await search.open();
    await search.input.fill(word.toUpperCase());
    await expect(search.options).toHaveCount(6);
    for (const [group, title] of [
      ['Contracts', `Road ${word}`],
      ['Security deposits', `DD-${word}`],
      ['Projects', `Project ${word}`],
      ['Tasks', `Earthwork ${word}`],
      ['Documents', `${word}.pdf`],
      ['Users', user.email],
    ] as const)
      await expect(search.group(group).getByRole('option')).toContainText(title);

    // The two whose address needs to know whose they are.
    await search.group('Security deposits').getByRole('option').click();
    await expect(page).toHaveURL(`/contracts/${contract.id}/security-deposit/${deposit.id}`);
    await search.open();
    await search.input.fill(word);
    await search.group('Documents').getByRole('option').click();
    await expect(page).toHaveURL(`/contracts/${contract.id}/supporting-docs?fileName=${word}.pdf`);
    await expect(search.dialog).toBeHidden();
  });

  test('whose program can’t be fetched leaves the page as it is', async ({ page, signIn, allowConsole }) => {
    allowConsole(/ERR_FAILED|ERR_ABORTED|dynamically imported module/);
    await signIn(accounts.owner);
    await page.goto('/contracts/create');
    await page.getByRole('textbox', { name: 'Bid ID' }).fill('typed');
    await page.route('**/SearchDialog*', (route) => route.abort());
    await new SearchPO(page).button.click();
    await expect(page.getByRole('alert')).toContainText('This part could not be loaded.');
    await expect(page.getByRole('textbox', { name: 'Bid ID' })).toHaveValue('typed');
  });
});
