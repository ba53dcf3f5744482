import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const statements = ['domain/statements/*.test.ts'];
const history = ['api/activity/*.test.ts'];

const site = ['web/features/history/*.test.ts'];

/** Faults of the one list of movements, and of statements. */
export const faultsOfStatements: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/statements/read-statement.ts', statements, [
    ['a statement forgets the balance that was there', '? balanceIn(before.after, bucket) : zero', '? zero : zero'],
    ['a statement may be as long as it likes', 'if (end - first > statementLinesMax)', 'if (end - first > 1e9)'],
    ['a statement shows what did not change the balance', 'change !== 0', 'true'],
    ['a statement has no day', 'period.toMs <= period.fromMs', 'period.toMs < period.fromMs'],
    ['an entry of the first moment is beyond the last thousand', 'oldest.atMs < fromMs', 'oldest.atMs <= fromMs'],
    [
      'a statement has the first page of its entries',
      'while (from + found.length < end)',
      'if (from + found.length < end)',
    ],
    [
      'a statement forgets what is owed',
      "minus(amounts[bucket] ?? zero, amounts['debt'] ?? zero)",
      'amounts[bucket] ?? zero',
    ],
    ['an old period is read among the last entries', 'oldest.sequence === 1 || oldest.atMs < fromMs', 'true'],
  ]),
  ...faultsIn('functions/domain/statements/card-line.ts', statements, [
    ['a withdrawal that came back is called a load', "if (step === 'released')", "if (step === '')"],
  ]),
  ...faultsIn(
    'functions/domain/statements/account-line.ts',
    [...statements, 'domain/operations/correct-operation.test.ts'],
    [['a corrected load has no fee', "case 'corrected':", "case '':"]],
  ),
  ...faultsIn('functions/domain/statements/account-line.ts', statements, [
    ['a failed load keeps its fee', 'fee: negate(feeCents)', 'fee: zero'],
    ['a hold reads as a payment', '`On hold: ${description}`', 'description'],
  ]),
  ...faultsIn(
    'shared/report-csv.ts',
    ['api/admin/daily-report.test.ts'],
    [
      [
        'a day that was not compared ties out',
        "report.tieOut === null ? '' : csvDollars(report.tieOut)",
        'csvDollars(report.tieOut ?? (0 as never))',
      ],
    ],
  ),
  ...faultsIn('functions/domain/statements/account-line.ts', statements, [
    [
      'the rest of a card that its issuer closed is called a refund',
      "parts.at(-2) === 'deleted' || isOfTransfer",
      'isOfTransfer',
    ],
  ]),
  ...faultsIn('functions/domain/statements/find-entry.ts', statements, [
    ['a search passes the entry that it looks for', 'entry.atMs < atMs', 'entry.atMs <= atMs'],
    ['a search leaves out its last part', 'length: fanOut - 1', 'length: fanOut - 2'],
  ]),
  ...faultsIn('functions/domain/activity/describe-history.ts', history, [
    ['a declined purchase counts as booked', "line.status === 'declined' ? zero : amount", 'amount'],
    ['a reversal is not joined with its purchase', '.replace(/_REVERSAL.*$/', '.replace(/_NEVER.*$/'],
    ['a pending line has a balance after it', 'line.paidCents === 0 ? null : ', ''],
    ['a purchase is shown as money in', "direction === 'credit' ? cents : negate(cents)", 'cents'],
    ['a refunded deposit names the requested sum', 'line.takenBackCents ?? line.amountCents', 'line.amountCents'],
  ]),
  ...faultsIn(
    'functions/domain/ledger/posting.ts',
    ['domain/ledger/posting.test.ts'],
    [
      [
        'a balance after ignores the debt',
        'balanceAfterCents: minus(availableCents, debtCents)',
        'balanceAfterCents: availableCents',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/deposits/apply-payment.ts',
    ['domain/deposits/*.test.ts'],
    [['a deposit notes no balance after it', 'posted.wallet.sequence > wallet.sequence', 'isUnpaid']],
  ),
  ...faultsIn(
    'functions/domain/operations/transfer.ts',
    ['domain/operations/correct-operation.test.ts', 'domain/cards/orders/*.test.ts'],
    [['a withdrawal notes no balance after it', "operation.kind === 'card_withdrawal'", 'false']],
  ),
  ...faultsIn('functions/domain/activity/history-filter.ts', history, [
    ['the lines of all cards are shown for one', 'each.line.cardId !== cardId', 'false'],
    ['a purchase is found whatever its day', 'each.line.atMs >= toMs', 'false'],
  ]),
  ...faultsIn(
    'web/features/activity/transaction-words.ts',
    ['web/features/activity/*.test.ts'],
    [
      [
        'a pending load is said to have happened',
        "status === 'completed' ? undefined",
        "status !== 'failed' ? undefined",
      ],
    ],
  ),
  ...faultsIn('web/features/history/history-words.ts', site, [
    ['the fee of a load is counted twice', 'Math.abs(amount) - fee', 'Math.abs(amount)'],
  ]),
  ...faultsIn('web/features/history/spending.ts', site, [
    ['spending counts fees of the card', "row.of !== 'card' || row.kind === 'fee'", "row.of !== 'card'"],
    ['spending counts months of long ago', 'age !== 0 && age !== 1', 'age < 0'],
  ]),
];
