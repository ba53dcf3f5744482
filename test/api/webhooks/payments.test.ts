import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/api/webhooks/payments.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import type { Services } from '#functions/ports/services.ts';
import { handler as worker } from '#functions/workers/payment-events.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

let world: MoneyWorld;
let user: User;
let deposit: Deposit;
let token: string;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0);
  deposit = await openDeposit(world, user);
  token = await world.services.keys.callbackToken(deposit.depositId);
});

const post = (
  claim: unknown,
  given: { token?: string; services?: Partial<Services>; contentType?: string } = {},
): Promise<RouteAnswer<'webhooks.payments'>> =>
  callRoute(
    'webhooks.payments',
    handler,
    { ...world.services, ...given.services },
    {
      params: { inbox: given.token ?? token },
      text: typeof claim === 'string' ? claim : JSON.stringify(claim),
      headers: { 'content-type': given.contentType ?? 'application/json', 'sec-fetch-site': 'cross-site' },
    },
  );
const paid = (): unknown => ({ reference: deposit.depositId, paymentId: 'x', claimedStatus: 'paid' });

describe('POST /webhooks/payments/{inbox}', () => {
  it('stores and queues an authentic one, and credits nothing on its word alone', async () => {
    expect(await post(paid())).toMatchObject({ status: 200, reply: { received: true } });
    expect(world.queued).toEqual([{ version: 1, eventId: world.store.all('event')[0]?.eventId }]);
    expect((await world.wallet(user)).availableCents).toBe(0);
  });

  it('leads, through its queue, to one credit of the amount that the provider confirms, at any number of deliveries', async () => {
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    for (let times = 0; times < 3; times += 1) await post(paid());
    await post({ ...(paid() as object), claimedStatus: 'paid_over' });
    expect(world.queued).toHaveLength(4);
    expect(await worker.using(world.services)(sqsEvent(world.queued))).toEqual({ batchItemFailures: [] });
    await post(paid());
    expect(world.queued).toHaveLength(4);
    expect((await world.wallet(user)).availableCents).toBe(5_000);
    expectSoundBooks(world);
  });

  it.each([
    ['a body that is not signed', 'not signed', undefined],
    ['an empty body', '', undefined],
    ['a token that is none', undefined, 'x'],
  ])('refuses %s and keeps only a note that it came', async (_what, body, wrongToken) => {
    const answer = await post(body ?? paid(), wrongToken === undefined ? {} : { token: wrongToken });
    expect(answer).toMatchObject({ status: 401, code: 'InvalidSignature' });
    expect(world.store.all('event')).toMatchObject([{ verdict: 'bad_signature', bodyBase64: '' }]);
    expect(world.queued).toEqual([]);
  });

  it("refuses another deposit's token: the payer of one may not speak for the other", async () => {
    const other = await openDeposit(world, user, 5_100);
    const answer = await post({ ...(paid() as object), reference: other.depositId });
    expect(answer).toMatchObject({ status: 401, code: 'InvalidSignature' });
    expect(world.queued).toEqual([]);
  });

  it.each(['Application/JSON', 'application/json; charset=utf-8'])('accepts content type %s', async (contentType) => {
    expect((await post(paid(), { contentType })).status).toBe(200);
  });

  it.each(['', 'text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', 'text/plain, application/json'])(
    'refuses an authentic one sent as %j, and keeps nothing of it',
    async (contentType) => {
      const before = snapshotOf(world);
      expect(await post(paid(), { contentType })).toMatchObject({ status: 415, code: 'UnsupportedMediaType' });
      expect(snapshotOf(world)).toEqual(before);
      // A sender without a valid signature does not even learn that the content type is wrong.
      expect((await post('not signed', { contentType })).status).toBe(401);
    },
  );

  it('keeps a signed one about a payment that we never asked for, once, for a person, and queues nothing', async () => {
    for (let times = 0; times < 3; times += 1) {
      const answer = await post({ ...(paid() as object), reference: 'dep_of_somebody_else' });
      expect(answer).toMatchObject({ status: 200, reply: { received: true } });
    }
    expect(world.store.all('event')).toMatchObject([
      { quarantineReason: 'there is no such deposit', processedAtMs: expect.any(Number), deliveries: 3 },
    ]);
    expect(world.logs.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'webhook put into quarantine' },
    ]);
    expect(world.queued).toEqual([]);
  });

  it('keeps a signed one about anything but a payment, once, for a person, and queues nothing', async () => {
    const payments = { ...world.services.payments, verifyWebhook: () => 'other' as const };
    for (let times = 0; times < 3; times += 1) {
      const answer = await post({ type: 'wallet' }, { services: { payments } });
      expect(answer).toMatchObject({ status: 200, reply: { received: true } });
    }
    expect(world.store.all('event')).toMatchObject([
      { quarantineReason: 'it is about no payment', processedAtMs: expect.any(Number) },
    ]);
    expect(world.queued).toEqual([]);
  });

  it('refuses more than 64 KB', async () => {
    const answer = await post({ ...(paid() as object), padding: 'x'.repeat(64 * 1024) });
    expect(answer).toMatchObject({ status: 413, code: 'PayloadTooLarge' });
  });

  it('is never answered with success while it is not stored, or not queued: the sender repeats it', async () => {
    const store = { ...world.store, commit: () => Promise.reject(new StoreUnavailable('timeout')) };
    expect(await post(paid(), { services: { store } })).toMatchObject({ status: 503, code: 'Busy' });
    const paymentEvents = { send: () => Promise.reject(new Error('no queue')) };
    expect(await post(paid(), { services: { paymentEvents } })).toMatchObject({ status: 500, code: 'Internal' });
    expect(world.queued).toEqual([]);
    expect((await post(paid())).status).toBe(200);
    expect(world.queued).toHaveLength(1);
  });
});
