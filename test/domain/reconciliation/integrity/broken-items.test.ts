import { beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { cleanHistory, copyOf, type History } from '#test/support/clean-history.ts';
import type { Item } from '#test/simulation/engine/expression.ts';

let history: History;

beforeAll(async () => {
  history = await cleanHistory({ people: 3, operations: 30 });
});

const kinds = [
  'user',
  'wallet',
  'referralAccount',
  'userFigures',
  'platformFigures',
  'card',
  'entry',
  'journal',
  'movement',
  'operation',
  'deposit',
  'cardTransaction',
  'reward',
];

/** Fields that no rule checks: they may be missing, are for people only, or are only a hint. */
const free =
  /^(pk|sk|seal|gsi\w+|entity|ttlAtSeconds|dueAtMs|catchUpAtMs|askedAtMs|events|payment\w+|payer\w+|received\w+|rate|address|email|firstname|lastname|passwordHash|holderId|issuerCardId|cardId|colour|label|refer\w+|reason|cause|decision|maskedEmail|requested|earnedOn|tid|last4Digits|brand|blockedReason|freezeReason|declineReason|currency|merchant\w+|isRecurring|category|group|coin|network|name|version|invoiceExpiresAtMs|description|board|entries|reviewReason|createAttempts|loadQueue|lastLoadAtMs|fetchCents|retiringCount|isCredited)$/;

/** Fields that older items lack: only the item's checksum shows that one was changed. */
const laterAdded: Readonly<Record<string, readonly string[]>> = {
  user: ['termsVersion'],
  movement: ['sequence', 'balanceAfterCents'],
  cardTransaction: ['userId', 'sequence', 'balanceAfterCents'],
};

/** Fields that older items lack: only the item's checksum shows that one is gone. */
const optional: Readonly<Record<string, readonly string[]>> = { operation: ['priceVersion'], card: ['limits'] };

/** Returns the findings in a copy of the history in which an item has this change. */
async function findings(item: Item, change: Item, look = reconcile) {
  const spoilt = copyOf(history);
  const written = Object.fromEntries(Object.entries({ ...item, ...change }).filter(([, value]) => value !== undefined));
  spoilt.table.transact([{ Put: { Item: written } }]);
  const { found } = await look(spoilt.services);
  return found as readonly { readonly class: string; readonly subject: string; readonly cents: number }[];
}

describe('an item with broken fields', () => {
  it.each(kinds)('is reported when it is a %s, at any field that is missing or of another type', async (kind) => {
    const item = [...history.table.all()].findLast(({ entity }) => entity === kind);
    if (item === undefined) throw new Error(`no ${kind} in this history`);
    const fields = Object.keys(item).filter((field) => !free.test(field));
    expect(fields.length).toBeGreaterThan(3);
    for (const field of fields) {
      for (const value of [undefined, typeof item[field] === 'number' ? String(item[field]) : 7]) {
        const found = await findings(item, { [field]: value });
        expect(found.length, `${field} is ${String(value)}`).toBeGreaterThan(0);
        for (const { cents } of found) expect(Number.isSafeInteger(cents)).toBe(true);
        // A person whose id is missing in the list of people is reported as gone.
        const isAllowed = value === undefined && optional[kind]?.includes(field) === true;
        const classes = isAllowed || laterAdded[kind]?.includes(field) ? ['HASH'] : ['UNREADABLE', 'GAP'];
        expect(classes, field).toContain(found[0]?.class);
      }
    }
  });

  it('does not keep the nightly run from naming everything else', async () => {
    const record = [...history.table.all()].findLast(({ entity }) => entity === 'journal');
    const found = await findings(record ?? {}, { legs: 'nothing' }, reconcileFully);
    expect(found).toMatchObject([{ class: 'UNREADABLE', subject: `journal:${String(record?.['journalId'])}` }]);
  });
});
