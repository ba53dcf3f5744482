import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/freeze-by-link.ts';
import { freezeLinkMs, freezeTokenOf } from '#functions/domain/notifications/freeze-link.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

const staged = async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  const { userId, cardId } = card;
  const expiresAtMs = world.clock.now() + freezeLinkMs;
  const token = await freezeTokenOf(world.services, { userId, cardId, expiresAtMs });
  const call = (body: unknown, more: object = {}) =>
    callRoute('cards.freeze-by-link', handler, world.services, { body, ...more });
  return { world, user, card, token, expiresAtMs, call };
};

describe('POST /cards/freeze-by-link', () => {
  it('freezes the card without a session, and again without asking the issuer twice', async () => {
    const { world, card, token, call } = await staged();
    for (let times = 0; times < 2; times += 1) {
      const { status, reply, setCookies } = await call({ token });
      const { name, last4Digits } = card;
      expect([status, reply.card, setCookies]).toEqual([200, { name, last4Digits }, []]);
    }
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'], actual: 'frozen' });
    expect(world.issuer.calls['freeze']).toBe(1);
  });

  it('stores the reason on the card, which notifies its owner, and changes nothing on a card frozen before', async () => {
    const { world, card, token, call } = await staged();
    await call({ token });
    expect((await world.card(card)).freezeReason).toBe(
      'It was frozen with the link of an email about a purchase. If that wasn’t you, unfreeze it.',
    );
    const other = await staged();
    await setDesiredState(other.world.services, { ...other.card, desired: 'frozen' });
    await other.call({ token: other.token });
    expect((await other.world.card(other.card)).freezeReason).toBeUndefined();
  });

  it('returns 202 while the issuer has not confirmed', async () => {
    const { world, card, token, call } = await staged();
    world.issuer.misbehave('freeze', { does: 'lost' });
    expect((await call({ token })).status).toBe(202);
    expect((await world.card(card)).frozenReasons).toEqual(['owner']);
  });

  it('works for seven days', async () => {
    const { world, token, call } = await staged();
    world.clock.advance(freezeLinkMs - 1);
    expect((await call({ token })).status).toBe(200);
    world.clock.advance(1);
    expect(await call({ token })).toMatchObject({ status: 400, code: 'InvalidUndoLink' });
  });

  it('refuses every changed token, and changes nothing', async () => {
    const { world, card, token, expiresAtMs, call } = await staged();
    const other = await world.openCard(await world.cardholder(10_000));
    const before = snapshotOf(world);
    const [user = '', own = '', time = '', hash = ''] = token.split('.');
    const changed = [
      [user, other.cardId, time, hash],
      [other.userId, own, time, hash],
      [other.userId, other.cardId, time, hash],
      [user, own, String(expiresAtMs + 1), hash],
      [user, own, time, `${hash.slice(0, -1)}!`],
      [user, own, time, hash, hash],
      [user, own, time],
      [user, own, `0${time}`, hash],
      ['x'],
      [card.cardId],
    ];
    for (const parts of changed) {
      expect(await call({ token: parts.join('.') })).toMatchObject({ status: 400, code: 'InvalidUndoLink' });
    }
    expect(snapshotOf(world)).toEqual(before);
  });

  it('refuses a card that is deleted', async () => {
    const { world, card, token, call } = await staged();
    await world.store.commit([update('card', await world.card(card), { lifecycle: 'deleted' })]);
    expect(await call({ token })).toMatchObject({ status: 422, code: 'CardNotActive' });
  });

  it.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(600) }, { token: 'x', more: 1 }])(
    'refuses the body %j',
    async (body) => {
      const { call } = await staged();
      expect(await call(body)).toMatchObject({ status: 400, code: 'ValidationFailed' });
    },
  );

  it('cannot be triggered by another site', async () => {
    const { token, call } = await staged();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    expect(await call({ token }, { headers })).toMatchObject({ status: 403, code: 'CrossSiteRequest' });
  });
});
