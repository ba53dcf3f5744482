import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/webhooks.ts';
import { noteRefused } from '#functions/domain/events/note-refused.ts';
import { quarantineEvent, storeEvent } from '#functions/domain/events/store-event.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { handler as issuerWorker } from '#functions/workers/issuer-events.ts';
import { handler as paymentWorker } from '#functions/workers/payment-events.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';

endpointSuite('admin.webhooks', { handler, good: async () => ({}), refusals: {} });

describe('GET /admin/webhooks', () => {
  let world: MoneyWorld;
  let admin: User;
  let deposit: Deposit;
  let card: Card;

  const read = async (query: Record<string, string> = {}) => {
    const answer = await callRoute('admin.webhooks', handler, world.services, { as: admin, query });
    const lines = answer.status === 200 ? answer.reply : [];
    return { ...answer, of: lines.map(({ provider, outcome }) => `${provider} ${outcome}`) };
  };
  const receive = async (source: 'payments' | 'issuer', claim: object, about: string): Promise<void> => {
    const queue = source === 'payments' ? world.services.paymentEvents : world.services.issuerEvents;
    await storeEvent({ ...world.services, queue }, { source, body: Buffer.from(JSON.stringify(claim)), about });
    world.clock.advance(1_000);
  };
  const paid = (paymentId = 'x') =>
    receive('payments', { reference: deposit.depositId, paymentId, claimedStatus: 'paid' }, deposit.depositId);
  const work = async (worker: typeof paymentWorker, receives = 1): Promise<void> => {
    const { Records: records } = sqsEvent(world.queued.splice(0));
    for (const record of records) record.attributes = { ApproximateReceiveCount: String(receives) } as never;
    await worker.using(world.services)({ Records: records });
  };

  beforeEach(async () => {
    world = moneyWorld();
    const user = await world.cardholder(10_000);
    admin = await world.cardholder(0, { role: 'admin' });
    card = await world.openCard(user);
    deposit = await openDeposit(world, user);
    world.queued.length = 0;
  });

  it('reports the outcome of each webhook, newest first', async () => {
    await paid();
    expect((await read()).reply).toMatchObject([
      { provider: 'payments', verdict: 'accepted', outcome: 'waiting', about: deposit.depositId, words: null },
    ]);
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    await work(paymentWorker);
    await paid('again');
    await work(paymentWorker);
    const { issuerCardId = '' } = card;
    await receive('issuer', { type: 'card', issuerCardId, claim: 'frozen', reason: '' }, issuerCardId);
    await work(issuerWorker);
    expect((await read()).reply).toMatchObject([
      { provider: 'issuer', outcome: 'done', words: 'the card was read at the issuer', about: issuerCardId },
      { provider: 'payments', outcome: 'no_effect', words: 'the provider had nothing new to say' },
      {
        provider: 'payments',
        outcome: 'done',
        words: 'Pending → Paid; $50.00 is credited, before $0.00',
        deliveries: 1,
        failures: 0,
        processedAt: expect.any(String),
      },
    ]);
  });

  it('shows a webhook that fails, becomes a dead letter, and is processed in the end', async () => {
    await paid();
    const messages = [...world.queued];
    world.payments.failures.push('lost', 'lost');
    await work(paymentWorker);
    expect((await read()).reply).toMatchObject([
      { outcome: 'failing', failures: 1, words: expect.stringContaining('did not answer'), processedAt: null },
    ]);
    world.queued.push(...messages);
    await work(paymentWorker, 120);
    expect((await read({ outcome: 'set_aside' })).reply).toMatchObject([{ failures: 2 }]);
    expect((await read({ outcome: 'failing' })).reply).toEqual([]);
    world.clock.advance(1_000);
    world.queued.push(...messages);
    await work(paymentWorker);
    expect((await read()).reply).toMatchObject([{ outcome: 'no_effect', failures: 2 }]);
  });

  it('finds webhooks about a deposit, a card or an operation, by our ids and the provider’s', async () => {
    const { issuerCardId = '', cardId } = card;
    await paid();
    await receive('issuer', { type: 'card', issuerCardId, claim: 'frozen', reason: '' }, issuerCardId);
    expect((await read({ about: deposit.depositId })).of).toEqual(['payments waiting']);
    expect((await read({ about: cardId })).of).toEqual(['issuer waiting']);
    expect((await read({ about: issuerCardId })).of).toEqual(['issuer waiting']);
    const [operation] = world.store.all('operation').filter((each) => each.cardId === cardId);
    expect((await read({ about: operation?.operationId ?? '' })).of).toEqual(['issuer waiting']);
    const [reference] = world.store.all('depositReference');
    expect((await read({ about: reference?.reference ?? '' })).of).toEqual(['payments waiting']);
    expect((await read({ about: 'somebody-elses' })).of).toEqual([]);
  });

  it('finds webhooks by provider, verdict, outcome and time', async () => {
    await paid();
    await paid();
    const body = Buffer.from('{"type":"wallet"}');
    await quarantineEvent(world.services, { source: 'payments', body }, 'it is about no payment');
    world.clock.advance(60_000);
    await noteRefused(world.services, 'issuer', 'bad_signature', Buffer.from('forged'));
    expect((await read()).of).toEqual(['issuer none', 'payments none', 'payments waiting']);
    expect((await read({ provider: 'issuer' })).of).toEqual(['issuer none']);
    expect((await read({ verdict: 'bad_signature' })).of).toEqual(['issuer none']);
    expect((await read({ verdict: 'kept' })).reply).toMatchObject([{ words: 'it is about no payment' }]);
    expect((await read({ verdict: 'duplicate' })).reply).toMatchObject([{ deliveries: 2 }]);
    expect((await read({ outcome: 'waiting' })).of).toEqual(['payments waiting']);
    const border = new Date(world.clock.now() - 30_000).toISOString();
    expect((await read({ from: border })).of).toEqual(['issuer none']);
    expect((await read({ to: border })).of).toEqual(['payments none', 'payments waiting']);
  });

  it('pages, says how far a search has looked, and repeats the filters in the link', async () => {
    for (let place = 0; place < 5; place += 1) await paid(`x-${place}`);
    const first = await read({ provider: 'issuer', limit: '2' });
    expect(first.of).toEqual([]);
    expect(first.headers['search-reached']).toBe(new Date(world.clock.now() - 2_000).toISOString());
    const link = new URL(/<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '', 'https://satchel.test');
    expect(link.searchParams.get('provider')).toBe('issuer');
    const rest = await read({ limit: '5' });
    expect([rest.of.length, rest.headers['link']]).toEqual([5, undefined]);
    const cursor = link.searchParams.get('cursor') ?? '';
    expect((await read({ cursor })).body).toMatchObject({ code: 'ValidationFailed' });
  });

  it.each([
    ['provider', 'nobody'],
    ['verdict', 'good'],
    ['outcome', 'fine'],
    ['about', 'a b'],
    ['from', 'yesterday'],
  ])('refuses an invalid %s', async (field, value) => {
    expect((await read({ [field]: value })).body).toMatchObject({
      code: 'ValidationFailed',
      fields: { [field]: expect.anything() },
    });
  });
});
