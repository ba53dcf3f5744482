import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/webhook.ts';
import { handler as issuerDoor } from '#functions/api/webhooks/issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';
import { insert } from '#functions/ports/store.ts';

endpointSuite('admin.webhook', {
  handler,
  good: async ({ world: { store, clock } }) => {
    await store.commit([insert('event', { ...samples.event, expiresAtMs: clock.now() + 1_000 })]);
    return { params: { id: samples.event.eventId } };
  },
  refusals: { NotFound: async () => ({ params: { id: 'payments-0' } }) },
});

describe('GET /admin/webhooks/{id}', () => {
  let world: MoneyWorld;
  let user: User;
  let admin: User;
  let card: Card;
  beforeEach(async () => {
    world = moneyWorld();
    user = await world.cardholder(10_000);
    admin = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
    card = await world.openCard(user);
  });

  const receive = async (claim: object): Promise<string> => {
    await callRoute('webhooks.issuer', issuerDoor, world.services, {
      params: { inbox: 'a-path-token' },
      text: JSON.stringify(claim),
      headers: { 'x-webhook-signature': 'authentic', 'content-type': 'application/json' },
    });
    return world.store.all('event')[0]?.eventId ?? '';
  };
  const read = (id: string) => callRoute('admin.webhook', handler, world.services, { as: admin, params: { id } });

  it('shows its content and its person, and records the reading in the log of that person', async () => {
    const id = await receive({ type: 'card', issuerCardId: card.issuerCardId, claim: 'frozen', reason: 'idle' });
    const { reply } = await read(id);
    expect(reply).toMatchObject({
      _id: id,
      verdict: 'accepted',
      userId: user.userId,
      cardId: card.cardId,
      depositId: null,
    });
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ claim: 'frozen', reason: 'idle' });
    await read(id);
    expect(world.store.all('audit').filter(({ action }) => action === 'webhook-read')).toMatchObject([
      { actorId: admin.userId, subjectId: user.userId, about: card.cardId },
    ]);
  });

  it('never holds a card number, a CVV or a one-time code, wherever the issuer puts them', async () => {
    const pan = '4556737586899855';
    const secrets = { card_number: pan, cvv: '7316', pin: '9021', token: 'tok-7391', nested: [{ otp: '448812' }] };
    const id = await receive({
      type: 'decline',
      issuerCardId: card.issuerCardId,
      reference: 'D-1',
      amountCents: 100,
      reason: `card ${pan}`,
      description: '4556-7375-8689-9855 at a shop',
      merchantCategoryCode: '5815',
      atMs: world.clock.now(),
      ...secrets,
    });
    const stored = Buffer.from(world.store.all('event')[0]?.bodyBase64 ?? '', 'base64').toString('utf8');
    const shown = (await read(id)).reply.body ?? '';
    for (const text of [stored, shown]) {
      expect(text).toContain('5815');
      for (const secret of [pan, '4556-7375', '7316', '9021', 'tok-7391', '448812']) expect(text).not.toContain(secret);
    }
  });

  it('shows no body of a refused webhook, and no code of a purchase', async () => {
    await callRoute('webhooks.issuer', issuerDoor, world.services, {
      params: { inbox: 'a-path-token' },
      text: '{"cvv":"731"}',
      headers: { 'x-webhook-signature': 'forged', 'content-type': 'application/json' },
    });
    const refused = await read(world.store.all('event')[0]?.eventId ?? '');
    expect(refused.reply).toMatchObject({ verdict: 'bad_signature', outcome: 'none', body: null, userId: null });
    await receive({
      type: 'code',
      issuerCardId: card.issuerCardId,
      code: '445566',
      merchant: 'Blue Bottle',
      amountCents: 2_390,
      currency: 'USD',
      atMs: world.clock.now(),
    });
    const id = world.store.all('event').find(({ verdict }) => verdict === 'accepted')?.eventId ?? '';
    const { body } = (await read(id)).reply;
    expect(body).toContain('Blue Bottle');
    expect(body).not.toContain('445566');
  });
});
