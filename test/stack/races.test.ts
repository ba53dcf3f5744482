import { limits } from '#shared/limits.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient, type ApiAnswer } from '#infra/local/seed/api-client.ts';
import type { Id } from '#shared/ids.ts';
import { atOnce } from '#test/support/at-once.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  expectBalances,
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  callDoor,
  untilSettled,
  type Account,
  type HeldCard,
  type IssuedCard,
} from '#test/support/money-stack.ts';
import { openStaffClient } from '#test/support/staff-client.ts';

/*
 * Requests at once, over real HTTP. Fifty guesses at a second factor, eight uses of a reset link and two requests for
 * one address race in accounts.test.ts.
 */

const services = inject('services');

type Refusal = { readonly code: string };
type Line = { readonly kind: string; readonly amount: number };
type Paid = { readonly amountPaid: number; readonly events: readonly { readonly amountPaid: number }[] };
type Decided = { readonly deposit: Paid };
type Credited = { readonly creditedCents: number };
type AuditLine = { readonly kind: string; readonly about: string; readonly before: Credited; readonly after: Credited };

const account = (client: ApiClient): Promise<Account> => client.done('GET', '/user');
const cardsOf = (client: ApiClient): Promise<HeldCard[]> => client.done('GET', '/cards');

/** Counts the accepted answers, and the refusals by status and code: `422 InsufficientFunds`. */
function tally(answers: readonly ApiAnswer<unknown>[]): Record<string, number> {
  const outcomes = answers.map(({ status, body }) =>
    status < 400 ? 'accepted' : `${status} ${(body as Refusal).code}`,
  );
  return Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([what, all]) => [what, all.length]));
}

/** Expects all answers to have the same status and body, and returns the first. */
function sameOfAll<T>(answers: readonly ApiAnswer<T>[]): ApiAnswer<T> {
  const [first] = answers;
  if (first === undefined) throw new Error('nobody answered');
  expect(answers).toHaveLength(64);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([first.status]));
  for (const { body } of answers) expect(body).toEqual(first.body);
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true').length).toBeLessThanOrEqual(1);
  return first;
}

describe('64 identical requests with one Idempotency-Key have one effect and 64 equal answers', () => {
  let client: ApiClient;
  let cardId: Id<'card'>;

  beforeAll(async () => {
    client = await openFundedAccount(services, 20_000, 'twins');
  });

  const sixtyFour = <T>(method: string, path: string, body: unknown): Promise<ApiAnswer<T>[]> =>
    atOnce(64, () => client.call<T>(method, path, body, { 'idempotency-key': `${method} ${path}`.replace(' ', ':') }));
  const linesOf = async (kind: string): Promise<Line[]> =>
    (await client.done<Line[]>('GET', '/transactions')).filter((line) => line.kind === kind);

  /** The issuer's transfers to and from the card. */
  const transfers = async (): Promise<IssuedCard['transfers']> => {
    const [card] = await cardsOf(client);
    return (await readIssuedCard(services, card?.last4Digits ?? '')).transfers;
  };

  it('of creating a card', async () => {
    const answers = await sixtyFour<{ card: HeldCard }>('POST', '/cards/create', { name: 'Twins', pin: '7391' });
    const { status, body } = sameOfAll(answers);
    expect(status).toBeLessThan(300);
    cardId = body.card._id;
    await untilSettled(services, client);
    await expectBalances(services, client, { account: 18_000, cards: [500] });
    expect(await linesOf('card_creation')).toHaveLength(1);
  });

  it('of loading it', async () => {
    const before = (await transfers()).length;
    const { status } = sameOfAll(await sixtyFour('PATCH', `/cards/${cardId}/load`, { amount: 5_000 }));
    expect(status).toBeLessThan(300);
    await untilSettled(services, client);
    await expectBalances(services, client, { account: 12_750, cards: [5_500] });
    expect(await linesOf('card_load')).toHaveLength(1);
    expect(await transfers()).toHaveLength(before + 1);
  });

  it('of withdrawing from it', async () => {
    const before = (await transfers()).length;
    const { status } = sameOfAll(await sixtyFour('PATCH', `/cards/${cardId}/unload`, { amount: 1_200 }));
    expect(status).toBeLessThan(300);
    await untilSettled(services, client);
    await expectBalances(services, client, { account: 13_950, cards: [4_300] });
    expect(await linesOf('card_withdrawal')).toHaveLength(1);
    expect(await transfers()).toHaveLength(before + 1);
  });

  it('of a request that is refused', async () => {
    const answers = await sixtyFour<Refusal>('PATCH', `/cards/${cardId}/load`, { amount: 13_000 });
    expect(tally(answers)).toEqual({ '422 IdempotencyKeyReused': 64 });
    const before = await account(client);
    const refused = await atOnce(64, () =>
      client.call<Refusal>('PATCH', `/cards/${cardId}/load`, { amount: 14_000 }, { 'idempotency-key': 'too-much' }),
    );
    expect(tally(refused)).toEqual({ '422 InsufficientFunds': 64 });
    expect(await account(client)).toEqual(before);
  });
});

/** One less than the maximum of loads under way per card, so that the money alone decides. */
const affordable = limits.loadsUnderWayMax - 1;
/** Number of simultaneous loads: more than the gateway has workers, so that it starts new ones. */
const asked = 100;

describe(`${asked} loads at once on funds for ${affordable}`, () => {
  const each = { lands: 100, fee: 103 };
  const spare = 100;

  afterAll(async () => {
    await callDoor(`${services.issuer}/sandbox/settings`, { fundLimitSeconds: 300, transferDelayMs: 300 });
  });

  it(`are accepted exactly ${affordable} times, and settled exactly`, async () => {
    const funds = affordable * (each.lands + each.fee) + spare;
    const client = await openFundedAccount(services, 2_000 + funds, 'crowd');
    const cardId = await openCard(client, 'Crowd');
    expect(await account(client)).toMatchObject({ balance: funds, held: 0 });
    const answers = await atOnce(asked, (index) =>
      client.call('PATCH', `/cards/${cardId}/load`, { amount: each.lands }, { 'idempotency-key': `load-${index}` }),
    );
    expect(tally(answers)).toEqual({ accepted: affordable, '422 InsufficientFunds': asked - affordable });
    // The issuer allows one load per card in five minutes: the others are held, and shown as on their way.
    const arrived = answers.filter(({ status }) => status === 200).length;
    // Further loads may arrive between the answers and a read, and between two reads.
    await eventually(async () => {
      const [card] = await cardsOf(client);
      const onCard = ((card?.balance ?? 0) - 500) / each.lands;
      expect(onCard).toBeGreaterThanOrEqual(arrived);
      expect(await account(client)).toMatchObject({
        balance: spare,
        held: (affordable - onCard) * (each.lands + each.fee),
      });
      expect(card).toMatchObject({ held: (affordable - onCard) * each.lands });
    });
    // Lifts the issuer's limit, or all the loads would take an hour of its clock.
    await callDoor(`${services.issuer}/sandbox/settings`, { fundLimitSeconds: 0, transferDelayMs: 0 });
    await passTime(services, 300_000);
    await eventually(() => untilSettled(services, client), 200_000);
    await expectBalances(services, client, { account: spare, cards: [500 + affordable * each.lands] });
  });
});

describe('20 creations at once', () => {
  it('make three cards', async () => {
    const client = await openFundedAccount(services, 20 * 2_000, 'collector');
    const answers = await atOnce(20, (index) =>
      client.call(
        'POST',
        '/cards/create',
        { name: `Card ${index}`, pin: '7391' },
        { 'idempotency-key': `card-${index}` },
      ),
    );
    expect(tally(answers)).toEqual({ accepted: 3, '422 CardLimitReached': 17 });
    await untilSettled(services, client);
    await expectBalances(services, client, { account: 17 * 2_000, cards: [500, 500, 500] });
  });
});

describe('20 freezes of a card at once, and 20 unfreezes', () => {
  it('are all answered, and the issuer ends in the requested state', async () => {
    const client = await openFundedAccount(services, 2_000, 'freezer');
    const cardId = await openCard(client, 'Cold');
    for (const what of ['freeze', 'unfreeze', 'freeze', 'unfreeze', 'freeze']) {
      const answers = await atOnce(20, () => client.call('PATCH', `/cards/${cardId}/${what}`));
      expect(tally(answers)).toEqual({ accepted: 20 });
    }
    const [card] = await cardsOf(client);
    await eventually(async () => {
      const { state } = await readIssuedCard(services, card?.last4Digits ?? '');
      if (state !== 'frozen') throw new Error(`the issuer has it ${state}`);
    });
  });
});

describe('two tabs that refresh at once', () => {
  it('both stay logged in', async () => {
    const first = await openFundedAccount(services, 2_000, 'tabs');
    const jar = first.cookies;
    for (let round = 1; round <= 5; round += 1) {
      // Tabs share the browser's cookies: both send the old ones, and the browser may keep either answer's.
      const tabs = [new ApiClient(services.site), new ApiClient(services.site)];
      for (const tab of tabs) for (const [name, value] of jar) tab.cookies.set(name, value);
      const refreshed = await Promise.all(tabs.map((tab) => tab.call('GET', '/auth/refresh')));
      expect(refreshed.map(({ status }) => status)).toEqual([200, 200]);
      const reads = await Promise.all(tabs.map((tab) => tab.call('GET', '/user')));
      expect(reads.map(({ status }) => status)).toEqual([200, 200]);
      for (const [name, value] of tabs[round % 2]?.cookies ?? []) jar.set(name, value);
    }
    expect((await first.call('GET', '/user')).status).toBe(200);
  });
});

describe('two decisions of staff on one deposit at once', () => {
  it('are applied one after the other or refused as a conflict, and the audit log shows each applied one', async () => {
    const client = await openFundedAccount(services, 2_000, 'decided');
    const admin = new ApiClient(services.site);
    await admin.done('POST', '/auth/login', services.demo?.admin);
    const second = await openStaffClient(services, inject('servicesFile'), { name: 'decides-too', role: 'finance' });
    const order = { currency: 'USDT', network: 'TRON', amountInUsd: 10_000 };
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', order);
    const { _id } = transaction;
    await callDoor(`${services.payments}/sandbox/invoices/${_id}/overpay`, { amountUsd: '400.00' });
    await eventually(async () => {
      const { amountPaid } = await client.done<Paid>('GET', `/transactions/${_id}`);
      if (amountPaid !== 10_000) throw new Error(`${amountPaid} is credited`);
    });
    const path = `/admin/deposits/${_id}/decide`;
    const calls: readonly [ApiClient, object][] = [
      [second, { outcome: 'credit', creditCents: 15_000, reason: 'One.' }],
      [admin, { outcome: 'credit', creditCents: 20_000, reason: 'Two.' }],
      [second, { outcome: 'refuse', reason: 'Three.' }],
    ];
    const answers = await Promise.all(calls.map(async ([by, body]) => by.call<Decided>('POST', path, body)));
    for (const { status } of answers) expect([200, 202, 409]).toContain(status);
    const { _id: ownerId } = await client.done<{ _id: string }>('GET', '/user');
    const log = await admin.done<AuditLine[]>('GET', `/admin/audit?limit=100&subject=${ownerId}`);
    const steps = log
      .filter(({ kind, about }) => kind === 'decide-deposit' && about === _id)
      .map(({ before, after }) => [before.creditedCents, after.creditedCents])
      .toReversed();
    expect(steps).toHaveLength(answers.filter(({ status }) => status === 200).length);
    expect(steps.map(([before]) => before)).toEqual([10_000, ...steps.slice(0, -1).map(([, after]) => after)]);
    const { amountPaid, events } = await client.done<Paid>('GET', `/transactions/${_id}`);
    expect(amountPaid).toBe(steps.at(-1)?.[1]);
    const shown = events.map((event) => event.amountPaid);
    for (const { status, body } of answers) if (status === 200) expect(shown).toContain(body.deposit.amountPaid);
    for (const [, after] of steps) expect(shown).toContain(after);
  });
});
