import { beforeEach, describe, expect, it } from 'vitest';
import { forgetCodes, keepCode, liveCodesOf } from '#functions/domain/cards/one-time-codes.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

type CodeEvent = Extract<IssuerEvent, { readonly type: 'code' }>;

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(10_000);
  card = await world.openCard(user);
});

const minute = 60_000;
const event = (changes: Partial<CodeEvent> = {}): CodeEvent => ({
  type: 'code',
  issuerCardId: card.issuerCardId ?? '',
  code: '445566',
  redactedBody: new Uint8Array(),
  merchant: 'Blue Bottle',
  amountCents: cents(2390),
  currency: 'USD',
  last4Digits: undefined,
  atMs: world.clock.now(),
  ...changes,
});
const keep = (changes: Partial<CodeEvent> = {}): Promise<void> => keepCode(world.services, event(changes));
const live = async (): Promise<string[]> =>
  (await liveCodesOf(world.services, await world.card(card))).map(({ code }) => code);

describe('a one-time code', () => {
  it('of an event that names another card, or a sum that no card can pay, is dropped with an alert', async () => {
    await keep({ last4Digits: '9999' });
    await keep({ amountCents: cents(limits.cardTransactionMaxCents + 1) });
    expect(await live()).toEqual([]);
    const alerts = world.logs.filter(({ level }) => level === 'error');
    expect(alerts.map(({ message }) => message)).toEqual([
      'one-time code does not fit its card',
      'one-time code does not fit its card',
    ]);
    expect(JSON.stringify(world.logs)).not.toContain('445566');
    await keep({ last4Digits: card.last4Digits });
    await keep({ currency: 'EUR', amountCents: cents(limits.cardTransactionMaxCents + 1), code: '778899' });
    expect(await live()).toEqual(['778899', '445566']);
  });

  it('is shown with its merchant, sum and expiry, and nothing readable is stored or logged', async () => {
    await keep();
    expect(await liveCodesOf(world.services, card)).toEqual([
      {
        code: '445566',
        merchant: 'Blue Bottle',
        amount: 2390,
        currency: 'USD',
        expiresAt: new Date(world.clock.now() + 5 * minute).toISOString(),
      },
    ]);
    expect(JSON.stringify([snapshotOf(world), world.logs])).not.toMatch(/445566|Blue Bottle/);
  });

  it('lives for five minutes from the time of its event, however late it came', async () => {
    await keep({ atMs: world.clock.now() - 2 * minute });
    world.clock.advance(3 * minute - 1);
    expect(await live()).toEqual(['445566']);
    world.clock.advance(1);
    expect(await live()).toEqual([]);
  });

  it('lives for five minutes at most, whatever time its event names', async () => {
    await keep({ atMs: world.clock.now() + 60 * minute });
    await keep({ code: '778899', atMs: undefined });
    world.clock.advance(5 * minute - 1);
    expect(await live()).toEqual(['778899', '445566']);
    world.clock.advance(1);
    expect(await live()).toEqual([]);
  });

  it('is not kept when its five minutes are over', async () => {
    await keep({ atMs: world.clock.now() - 5 * minute });
    expect(world.store.all('cardCodes')).toEqual([]);
  });

  it('is shown once when its event comes again, and expires with the first event', async () => {
    await keep({ atMs: undefined });
    world.clock.advance(2 * minute);
    await keep({ atMs: undefined });
    expect(await live()).toEqual(['445566']);
    world.clock.advance(3 * minute);
    expect(await live()).toEqual([]);
  });

  it('is listed beside other codes, the newest first and five at most', async () => {
    for (const digit of [1, 2, 3, 4, 5, 6]) await keep({ code: `11111${digit}` });
    expect(await live()).toEqual(['111116', '111115', '111114', '111113', '111112']);
  });

  it('is not lost when another code comes at the same moment', async () => {
    await Promise.all([keep({ code: '111111' }), keep({ code: '222222' })]);
    expect((await live()).toSorted()).toEqual(['111111', '222222']);
  });

  it.each(['creating', 'retiring', 'deleted'] as const)(
    'of a card that is %s is neither kept nor shown',
    async (lifecycle) => {
      await keep();
      await world.store.commit([update('card', await world.card(card), { lifecycle })]);
      expect(await live()).toEqual([]);
      await keep({ code: '778899' });
      await world.store.commit([update('card', await world.card(card), { lifecycle: 'open' })]);
      expect(await live()).toEqual(['445566']);
    },
  );

  it('of an issuer’s card that is not ours is not kept', async () => {
    await keep({ issuerCardId: 'stranger' });
    expect(world.store.all('cardCodes')).toEqual([]);
  });

  it('is not shown while the account is locked', async () => {
    await keep();
    await world.store.commit([update('card', await world.card(card), { frozenReasons: ['lock'] })]);
    expect(await live()).toEqual([]);
  });

  it('of another card is not shown', async () => {
    await keep();
    expect(await liveCodesOf(world.services, await world.openCard(user))).toEqual([]);
  });
});

describe('the sweep', () => {
  it('removes the key once the last code has expired, and the codes still stored can no longer be read', async () => {
    await keep();
    world.clock.advance(2 * minute);
    await keep({ code: '778899' });
    world.clock.advance(3 * minute);
    expect(await forgetCodes(world.services)).toEqual({ forgotten: 0, failed: 0 });
    expect(await live()).toEqual(['778899']);
    world.clock.advance(2 * minute);
    expect(await forgetCodes(world.services)).toEqual({ forgotten: 1, failed: 0 });
    expect(world.store.all('cardCodesKey')).toEqual([]);
    world.clock.advance(-2 * minute);
    expect(await live()).toEqual([]);
  });

  it('keeps the key when a code comes during the removal', async () => {
    await keep();
    world.clock.advance(5 * minute);
    const newer = event({ code: '778899', atMs: world.clock.now() });
    let arrived: Promise<void> | undefined;
    const { store } = world.services;
    const slow = {
      ...store,
      commit: async (writes: Parameters<typeof store.commit>[0]) => {
        await (arrived ??= keepCode(world.services, newer));
        return store.commit(writes);
      },
    };
    expect(await forgetCodes({ ...world.services, store: slow })).toEqual({ forgotten: 0, failed: 1 });
    expect(await live()).toEqual(['778899']);
  });

  it('keeps the key when a code has come since the keys were listed', async () => {
    await keep();
    world.clock.advance(5 * minute);
    const { store } = world.services;
    const listed = await store.listDueCodesKeys(world.clock.now(), 1);
    await keep({ code: '778899', atMs: world.clock.now() });
    const late = { ...store, listDueCodesKeys: async () => listed };
    await forgetCodes({ ...world.services, store: late });
    expect(await live()).toEqual(['778899']);
  });

  it('leaves the card able to keep its next code', async () => {
    await keep();
    world.clock.advance(5 * minute);
    await forgetCodes(world.services);
    await keep({ code: '778899', atMs: world.clock.now() });
    expect(await live()).toEqual(['778899']);
  });
});
