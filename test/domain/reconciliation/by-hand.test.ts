/**
 * Every change of an item by hand, past the store, is reported: each field of each kind of item changed and removed,
 * each item removed, and each copied to the place of another. The exceptions are listed below with the reason.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import { cents } from '#shared/money.ts';
import { keyOf } from '#functions/adapters/dynamo/table.ts';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import { allKindsHistory } from '#test/support/all-kinds-history.ts';
import { copyOf, type History } from '#test/support/clean-history.ts';
import { entitiesIn } from '#test/support/simulated-store.ts';
import type { Item } from '#test/simulation/engine/expression.ts';

let history: History;

beforeAll(async () => {
  history = await allKindsHistory();
});

/** Kinds on which no money, statistic or limit of money depends, or that nothing else can be compared with. */
const outside: Partial<Record<EntityKind, string>> = {
  audit: 'is read by nobody but people, under ids that nothing else knows',
  auditWords: 'are what staff wrote in an audit record, until its subject is erased; move nothing',
  cardOwner: 'leads staff from the end of a card’s number to the card; moves nothing',
  emailVerification: 'proves an address, for a day; moves nothing',
  emailReservation: 'keeps an address from others, for a week; moves nothing',
  signUps: 'is what nobody confirmed yet; no account hangs on it',
  challenge: 'is for signing in, for minutes; moves nothing',
  passwordReset: 'is for signing in, for an hour; moves nothing',
  session: 'is for signing in; a signed-in person still pays with what is there',
  factors: 'is for signing in; moves nothing',
  rateCounter: 'counts attempts, for minutes or a day; moves nothing',
  openDeposits: 'limits how many deposits a person opens in a day; what is open is read in the deposits themselves',
  event: 'is a hint that is kept for people: what it was about is read afresh at the provider',
  cardCodes: 'are one-time codes, for five minutes; no money moves by them',
  cardCodesKey: 'is the key to one-time codes, for five minutes; no money moves by it',
  notification: 'reports what the books say, for half a year; moves nothing, and nothing is decided on it',
  erasure: 'lists who was erased, for a restore; moves nothing',
  referredMailbox: 'has a second referral of a mailbox held for review; moves nothing',
  formerMailbox: 'says that a mailbox had an account; without it a reward of $1 may be earned once more',
  case: 'is a conversation about a payment; moves nothing',
  caseMessage: 'is a message of a case; moves nothing',
  adjustment: 'says who agreed to a correction, which the audit log says too; what it moved is in the journal',
  adjustmentBudget: 'limits what an admin adjusts in a day; moves nothing',
  ticket: 'is work for a person about a finding, which the next run finds again; moves nothing',
  openCases: 'limits how many cases a person opens; moves nothing',
  closing: 'says when an account is erased; its money is in the wallet, which says that it is closed',
  subscriptions:
    'announce payments that purchases show; they are looked for again with each purchase, and move nothing',
  notificationState: 'says which mails a person wants, and what was read; moves nothing',
  float: 'is a reading of the issuer’s balance, replaced by the next one in minutes; an old one refuses nothing',
  floatHour: 'is a chart of the float, and the mean of a week; moves nothing',
  treasuryMove: 'says who agreed to a posting of our own money, which the audit log says too',
  dailyReport: 'sums the journal, which is checked; an edit of it is a difference from the providers',
  settings: 'are what staff steer by, which the audit log says too; they move nothing',
  dayCheckpoint: 'notes what a day held a fortnight ago; checkpoints.test.ts edits and removes one',
  countedRecord:
    'its existence is all it says, and after a day nothing asks for it: statistics that went wrong by it are named',
};

/** Kinds whose removal is not reported, with the reason. */
const removable: Partial<Record<EntityKind, string>> = {
  reconciliation: 'says how far a run is: the next one begins again, and checks everything',
};

const kinds = (Object.keys(keyOf) as EntityKind[]).filter((kind) => outside[kind] === undefined);

/** Returns the breaks of a reconciliation after items were written or removed past the store. */
async function findings(writes: readonly Item[], removed: readonly Item[] = [], look = reconcile) {
  const spoilt = copyOf(history);
  for (const item of writes) {
    const present = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
    spoilt.table.transact([{ Put: { Item: present } }]);
  }
  for (const { pk, sk } of removed) spoilt.table.transact([{ Delete: { Key: { pk, sk } } }]);
  const { found } = await look(spoilt.services);
  return found as readonly { readonly class: string; readonly subject: string; readonly proposal: object }[];
}

function itemsOf(kind: EntityKind): readonly Item[] {
  return [...history.table.all()].filter(({ entity }) => entity === kind);
}

function sortOf({ kind, event, markerId }: Item): string {
  const sort = [kind, event, markerId].find((each) => typeof each === 'string');
  return sort?.split(':')[0] ?? '';
}

/** Returns the last item of each sort of a kind (`card_load`, `deposit_surplus`): most others depend on the last. */
function samplesOf(kind: EntityKind): readonly Item[] {
  return [...new Map(itemsOf(kind).map((item) => [sortOf(item), item])).values()];
}

/** True for a registration: it moves no money, so only its person's profile leads to it, not the books. */
function foundOtherwise({ kind }: Item): boolean {
  return kind === 'holder_registration';
}

/** Returns another value of the same type, as an intruder would write it who knows what belongs there. */
function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value}0`;
  if (Array.isArray(value)) return value.length === 0 ? ['something'] : value.slice(1);
  if (typeof value === 'object' && value !== null) {
    const [[name, inner] = ['', 0]] = Object.entries(value);
    return { ...value, [name]: another(inner) };
  }
  return 'something';
}

it('finds nothing in the unchanged history', async () => {
  expect(await findings([])).toEqual([]);
  expect(await findings([], [], reconcileFully)).toEqual([]);
});

describe('a change by hand is reported', () => {
  it.each(kinds)('to any field of a %s', async (kind) => {
    const samples = samplesOf(kind);
    expect(samples.length).toBeGreaterThan(0);
    const unnamed: string[] = [];
    const seen = new Set<string>();
    for (const item of samples) {
      // A field checked in one sort is checked in all, except index fields: not all sorts are listed the same way.
      const isOpen = (name: string): boolean => !seen.has(name) || name.startsWith('gsi') || foundOtherwise(item);
      for (const field of Object.keys(item).filter((name) => !['pk', 'sk'].includes(name) && isOpen(name))) {
        seen.add(field);
        for (const value of [another(item[field]), undefined]) {
          const found = await findings([{ ...item, [field]: value }]);
          if (found.length === 0) unnamed.push(`${sortOf(item)} ${field}: ${JSON.stringify(value)}`);
        }
      }
    }
    expect(unnamed).toEqual([]);
  });

  it.each(kinds)('by removing a %s', async (kind) => {
    const unnamed: string[] = [];
    for (const item of samplesOf(kind)) {
      const found = await findings([], [item]);
      if (found.length === 0) unnamed.push(`${sortOf(item)} ${String(item['pk'])} ${String(item['sk'])}`);
    }
    expect(unnamed.length > 0).toBe(removable[kind] !== undefined);
    if (removable[kind] === undefined) expect(unnamed).toEqual([]);
  });

  it('by removing any record of a surplus, also of one that was decided on since', async () => {
    const records = itemsOf('journal').filter(({ kind }) => kind === 'deposit_surplus');
    expect(records).toHaveLength(3);
    for (const record of records) expect(await findings([], [record])).not.toEqual([]);
  });

  it('by removing a promised reward, as a gap of its own and not only in the statistics', async () => {
    const reward = itemsOf('reward').find(({ stage }) => stage === 'pending');
    const found = await findings([], [reward ?? {}]);
    expect(found.map((each) => `${each.class} ${each.subject}`)).toContain(
      `GAP reward:${String(reward?.['refereeId'])}:signup`,
    );
  });

  it.each(kinds)('by copying a %s over another one', async (kind) => {
    const [first, second] = itemsOf(kind).slice(-2);
    if (first === undefined || second === undefined)
      return expect(['leaders', 'referralAccount', 'depositSources', 'emailOwner'], 'there is one only').toContain(
        kind,
      );
    const { pk, sk } = second;
    expect(await findings([{ ...first, pk, sk }])).not.toEqual([]);
  });

  it.each([
    ['user', 'registrationId', 'other'],
    ['wallet', 'lastHash', 'none'],
    ['wallet', 'cardCount', 'none'],
    ['operation', 'holderId', 'other'],
    ['operation', 'state', 'none'],
    ['card', 'issuerCardId', 'other'],
    ['card', 'lifecycle', 'none'],
    ['movement', 'claimedBy', 'other'],
    ['movement', 'status', 'none'],
    ['deposit', 'creditedCents', 'none'],
    ['journal', 'gsi1pk', 'other'],
    ['journal', 'kind', 'none'],
    ['platformFigures', 'fundedCents', 'none'],
  ] as const)('once: on a %s the field %s, whose value is %s then', async (kind, field, now) => {
    const item = itemsOf(kind).findLast((each) => each[field] !== undefined) ?? {};
    const found = await findings([{ ...item, [field]: now === 'other' ? another(item[field]) : undefined }]);
    expect(found.map((each) => `${each.class} ${each.subject}`)).toHaveLength(1);
  });

  it('to an amount beside a missing field, too', async () => {
    const wallet = itemsOf('wallet').at(-1) ?? {};
    const availableCents = another(wallet['availableCents']);
    const found = await findings([{ ...wallet, availableCents, cardCount: undefined }]);
    expect(found.map((each) => each.class)).toEqual(['UNREADABLE', 'PROJECTION']);
  });

  it.each([
    ['card', 'sk'],
    ['entry', 'sk'],
    ['movement', 'sk'],
    ['cardTransaction', 'sk'],
    ['reward', 'pk'],
    ['user', 'pk'],
    ['journal', 'pk'],
    ['platformFigures', 'sk'],
  ] as const)('by copying a %s to where nothing is', async (kind, key) => {
    const item = itemsOf(kind).at(-1) ?? {};
    const text = String(item[key]);
    // A free key of the same form: another last digit, or a longer text.
    const next = /\d$/.test(text) ? text.replace(/\d$/, (digit) => String((Number(digit) + 7) % 10)) : `${text}Z`;
    expect(await findings([{ ...item, [key]: next }])).not.toEqual([]);
  });

  it.each([
    'userFigures',
    'wallet',
    'operation',
    'deposit',
    'marker',
    'claim',
    'issuerCardOwner',
    'depositReference',
    'referralAccount',
  ] as const)('except when a %s is copied to a key that nothing reads', async (kind) => {
    const item = itemsOf(kind).at(-1) ?? {};
    const spoilt = copyOf(history);
    const { gsi1pk, gsi1sk, gsi2pk, gsi2sk, ...rest } = item;
    spoilt.table.transact([{ Put: { Item: { ...rest, pk: `${String(item['pk'])}0` } } }]);
    expect((await reconcile(spoilt.services)).found).toEqual([]);
    void [gsi1pk, gsi1sk, gsi2pk, gsi2sk];
  });
});

/** Returns an item of a kind with these changes and the checksum that fits them. */
function withChecksum<K extends EntityKind>(
  kind: K,
  isIt: (entity: Entities[K]) => boolean,
  changes: (entity: Entities[K]) => Partial<Entities[K]>,
): Item {
  const entity = entitiesIn(history.table, kind).findLast(isIt);
  if (entity === undefined) throw new Error(`there is no such ${kind}`);
  return itemOf(kind, { ...entity, ...changes(entity) });
}

const any = (): boolean => true;
const isRegistration = ({ kind }: Entities['operation']): boolean => kind === 'holder_registration';

describe('an item changed together with its checksum is found by the items beside it', () => {
  it.each([
    [
      'the owner of an issuer card',
      'STATE',
      () => withChecksum('issuerCardOwner', any, () => ({ userId: 'usr_another' as const })),
    ],
    [
      'the owner of a provider deposit',
      'STATE',
      () => withChecksum('depositReference', any, () => ({ userId: 'usr_another' as const })),
    ],
    ['the use of an idempotency key', 'STATE', () => withChecksum('claim', any, () => ({ subjectId: 'op_another' }))],
    [
      'the owner of an email address',
      'STATE',
      () => withChecksum('emailOwner', any, () => ({ userId: 'usr_another' as const })),
    ],
    ['the addresses that paid', 'GAP', () => withChecksum('depositSources', any, () => ({ addresses: [] }))],
    [
      'the outcome of a registration',
      'STATE',
      () => withChecksum('operation', isRegistration, () => ({ state: 'released' as const })),
    ],
    [
      'the cardholder of a registration',
      'STATE',
      () => withChecksum('operation', isRegistration, () => ({ holderId: 'holder-of-another' })),
    ],
    [
      'the deposits of the leaders',
      'AGG',
      () =>
        withChecksum('leaders', any, ({ entries }) => ({
          entries: entries.map((entry) => ({ ...entry, fundedCents: cents(entry.fundedCents + 1) })),
        })),
    ],
    [
      'the order of the leaders',
      'AGG',
      () => withChecksum('leaders', any, ({ entries }) => ({ entries: entries.toReversed() })),
    ],
  ] as const)('%s', async (_what, kind, write) => {
    const found = await findings([write()]);
    expect(found.map((each) => each.class)).toEqual([kind]);
  });

  it('a registration that no job drives', async () => {
    const open = withChecksum('operation', isRegistration, () => ({ state: 'submitted' as const, dueAtMs: undefined }));
    const user = withChecksum(
      'user',
      ({ registrationId }) => registrationId !== undefined,
      () => ({ holderId: undefined }),
    );
    expect(await findings([open, user])).toMatchObject([
      { part: 'liveness', class: 'STUCK', proposal: { call: 'driveOperation' } },
    ]);
    expect(await findings([user])).toMatchObject([{ class: 'STATE', subject: `${String(user['userId'])}:user` }]);
  });
});
