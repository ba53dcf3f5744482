import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/replay-webhook.ts';
import { noteRefused } from '#functions/domain/events/note-refused.ts';
import { quarantineEvent, storeEvent } from '#functions/domain/events/store-event.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { handler as worker } from '#functions/workers/payment-events.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';

/** Stores a webhook about a deposit of the person, and returns its id. */
async function received(world: MoneyWorld, { depositId }: Deposit): Promise<string> {
  const body = Buffer.from(JSON.stringify({ reference: depositId, paymentId: 'x', claimedStatus: 'paid' }));
  const queue = world.services.paymentEvents;
  await storeEvent({ ...world.services, queue }, { source: 'payments', body, about: depositId });
  return world.store.all('event')[0]?.eventId ?? '';
}

endpointSuite('admin.replay-webhook', {
  handler,
  good: async ({ world, user }) => ({ params: { id: await received(world, await openDeposit(world, user)) } }),
  refusals: {
    NotFound: async () => ({ params: { id: 'payments-0' } }),
    Conflict: async ({ world }) => {
      await noteRefused(world.services, 'payments', 'bad_signature', Buffer.from('forged'));
      return { params: { id: world.store.all('event')[0]?.eventId ?? '' } };
    },
  },
});

describe('POST /admin/webhooks/{id}/replay', () => {
  let world: MoneyWorld;
  let user: User;
  let admin: User;
  let deposit: Deposit;
  beforeEach(async () => {
    world = moneyWorld();
    user = await world.cardholder(0);
    admin = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
    deposit = await openDeposit(world, user);
  });
  const replay = (id: string, as = admin) =>
    callRoute('admin.replay-webhook', handler, world.services, { as, params: { id } });
  const work = () => worker.using(world.services)(sqsEvent(world.queued.splice(0)));

  it('reads the provider again and books its present statement once, at any number of replays', async () => {
    const id = await received(world, deposit);
    await work();
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    world.clock.advance(1_000);
    expect((await replay(id)).reply).toMatchObject({ _id: id, outcome: 'waiting' });
    expect((await replay(id)).status).toBe(200);
    expect(world.queued).toEqual([
      { version: 1, eventId: id },
      { version: 1, eventId: id },
    ]);
    await work();
    expect((await world.wallet(user)).availableCents).toBe(5_000);
    expectSoundBooks(world);
    world.clock.advance(1_000);
    await replay(id);
    await work();
    expect((await world.wallet(user)).availableCents).toBe(5_000);
    expect(world.store.all('audit').filter(({ action }) => action === 'replay-webhook')).toMatchObject([
      { actorId: admin.userId, subjectId: user.userId, about: deposit.depositId, after: { webhook: id } },
      { before: { outcome: 'waiting' } },
      { before: { outcome: 'done' } },
    ]);
  });

  it('can be repeated after the queue refused the webhook', async () => {
    const id = await received(world, deposit);
    await work();
    world.clock.advance(1_000);
    const paymentEvents = { send: () => Promise.reject(new Error('no queue')) };
    const failed = await callRoute(
      'admin.replay-webhook',
      handler,
      { ...world.services, paymentEvents },
      {
        as: admin,
        params: { id },
      },
    );
    expect(failed).toMatchObject({ status: 500, code: 'Internal' });
    expect((await replay(id)).status).toBe(200);
    expect(world.queued).toEqual([{ version: 1, eventId: id }]);
  });

  it('gives each webhook to the worker of its own provider', async () => {
    await received(world, deposit);
    const body = Buffer.from(JSON.stringify({ event: 'card_creation_event.successful', data: { card_id: 'c1' } }));
    await storeEvent(
      { ...world.services, queue: world.services.issuerEvents },
      { source: 'issuer', body, about: 'c1' },
    );
    const sent: string[] = [];
    const queueOf = (name: string) => ({
      send: async ({ eventId }: { readonly eventId: string }) => void sent.push(`${name}: ${eventId}`),
    });
    const services = { ...world.services, paymentEvents: queueOf('payments'), issuerEvents: queueOf('issuer') };
    const events = world.store.all('event');
    for (const { eventId: id } of events)
      await callRoute('admin.replay-webhook', handler, services, { as: admin, params: { id } });
    expect(sent).toEqual(events.map(({ source, eventId }) => `${source}: ${eventId}`));
    expect(sent).toHaveLength(2);
  });

  it('is refused to support, and to the owner of the account', async () => {
    const id = await received(world, deposit);
    world.queued.length = 0;
    const support = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
    expect((await replay(id, support)).code).toBe('Forbidden');
    const own = await openDeposit(world, admin);
    await received(world, own);
    const { eventId = '' } = world.store.all('event').find(({ about }) => about === own.depositId) ?? {};
    world.queued.length = 0;
    expect((await replay(eventId)).code).toBe('Forbidden');
    expect(world.queued).toEqual([]);
  });

  it('replays a webhook that was kept because its deposit is missing, and none that is about no deposit', async () => {
    const body = Buffer.from(JSON.stringify({ reference: 'dep_gone', paymentId: 'x', claimedStatus: 'paid' }));
    await quarantineEvent(world.services, { source: 'payments', body, about: 'dep_gone' }, 'there is no such deposit');
    const [kept] = world.store.all('event');
    expect((await replay(kept?.eventId ?? '')).reply).toMatchObject({ verdict: 'kept' });
    await work();
    expect(await world.store.get('event', { eventId: kept?.eventId ?? '' })).toMatchObject({
      verdict: 'kept',
      quarantineReason: 'there is no such deposit',
    });
    const wallet = Buffer.from('{"type":"wallet"}');
    await quarantineEvent(world.services, { source: 'payments', body: wallet }, 'it is about no payment');
    const other = world.store.all('event').find(({ about }) => about === undefined);
    expect((await replay(other?.eventId ?? '')).code).toBe('Conflict');
  });
});
