import type { Contract } from '@/gen/nirmaan/contracts/v1/contract_pb';
import type { SecurityDeposit } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { t } from '@/i18n/deposits';
import { MoneyText } from '@/kit/data/Money';
import { Sum, Sums } from '@/kit/data/Sums';
import { DataGrid } from '@/kit/list/DataGrid';
import { EmptyState } from '@/kit/list/EmptyState';
import { depositColumns } from './columns';

const words = t.contractDeposit;
const label = t.contracts.fields;

// All of a contract's deposits are here in one order; whoever wants another opens their list.
const columns = depositColumns.map((column) => ({ ...column, sortable: false }));

/** What a contract's deposits come to, and each of them. */
export function DepositsPanel({
  contract,
  deposits,
  cards,
}: {
  contract: Contract;
  deposits: readonly SecurityDeposit[];
  /** Cards instead of a table, for phones. */
  cards: boolean;
}) {
  return (
    <>
      <Sums>
        <Sum term={label.totalDeposit} hint={words.counted}>
          <MoneyText paise={contract.totalDeposit?.paise} />
        </Sum>
        <Sum term={label.paperCost}>
          <MoneyText paise={contract.paperCost?.paise} />
        </Sum>
        <Sum term={label.totalAmount} hint={words.putIn}>
          <MoneyText paise={contract.totalAmount?.paise} />
        </Sum>
      </Sums>
      {deposits.length === 0 ? (
        <EmptyState kind="empty" title={t.list.emptyTitle(t.deposits.noun[1])} headingLevel={3}>
          {t.deposits.emptyHint}
        </EmptyState>
      ) : (
        <DataGrid
          caption={t.contracts.securityDeposits}
          columns={columns}
          rows={deposits}
          rowId={({ id }) => id}
          rowLabel={({ instrumentNo }) => instrumentNo}
          busy={false}
          skeletonRows={0}
          cards={cards}
        />
      )}
    </>
  );
}
