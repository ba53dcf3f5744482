import { afterEach, describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import {
  address,
  button,
  changes,
  describing,
  field,
  hide,
  linkTo,
  press,
  readsOf,
  refusal,
  settle,
  show,
  term,
  textOf,
  texts,
  toggle,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { replies } from '#test/support/screens/card-replies.ts';
import { AutoLoadModal } from '#web/features/cards/alerts/auto-load-modal.tsx';
import { LowBalanceModal } from '#web/features/cards/alerts/low-balance-modal.tsx';
import { CardDialogs } from '#web/features/cards/card-dialogs.tsx';
import type { Card } from '#web/features/cards/card-words.ts';
import { CreateCardModal } from '#web/features/cards/create-card-modal.tsx';
import { LoadModal } from '#web/features/cards/load-modal.tsx';
import { WithdrawModal } from '#web/features/cards/withdraw-modal.tsx';
import { beginIntent } from '#web/lib/intents.ts';
import { keepFor, keepInTab, keptInTab } from '#web/lib/kept-in-tab.ts';
import { sampleCard, sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const cardId = sampleCard._id;
const paused = (name: string): Replies => ({
  ...replies,
  'GET /status': { parts: [{ name, state: 'paused', since: '2026-01-01T00:00:00.000Z' }] },
});
const cardWith = (more: Partial<Card>): Card => ({ ...sampleCard, balance: cents(2500), ...more });
afterEach(() => {
  hide();
  keepFor(undefined);
});

describe('what follows a dialog of a card', () => {
  const reply = (more: object) => ({ card: cardWith({ balance: cents(4000), held: cents(0) }), ...more });
  const dialogs = (kind: 'load' | 'withdraw', unload: unknown, onStarted = nothing) =>
    show(
      CardDialogs,
      {
        card: cardWith({}),
        cardId,
        mutate: nothing,
        dialog: { kind },
        onOpen: nothing,
        onClose: nothing,
        onFreeze: nothing,
        onStarted,
      } as never,
      { ...replies, [`PATCH /cards/${cardId}/unload`]: unload, [`PATCH /cards/${cardId}/load`]: unload },
    );

  it('is the balance that the card has then', async () => {
    await dialogs('load', reply({}));
    await vi.waitFor(() => field('Amount to load'));
    await type('Amount to load', '15');
    await press(/^Load Card/);
    expect(texts()).toContain('Loaded. “Everyday” has $40.00.');
    await dialogs('withdraw', reply({}));
    await vi.waitFor(() => field('Amount to withdraw'));
    await type('Amount to withdraw', '5');
    await press('Withdraw $5.00');
    expect(texts()).toContain('Withdrawn. “Everyday” has $40.00 left.');
  });

  it('is no word of success while the issuer has not confirmed', async () => {
    const onStarted = vi.fn();
    await dialogs('load', reply({ operation: { _id: 'op_1', status: 'pending' } }), onStarted);
    await vi.waitFor(() => field('Amount to load'));
    await type('Amount to load', '15');
    await press(/^Load Card/);
    expect(onStarted).toHaveBeenCalledWith('op_1');
    expect(textOf()).not.toContain('Loaded.');
  });
});

describe('Create Card', () => {
  const create = (more: Replies = {}, balance = 20_000) =>
    show(CreateCardModal, { balance, blocker: undefined, onClose: nothing }, { ...replies, ...more });
  const fill = async (): Promise<void> => {
    await type('Nickname', 'Travel');
    await type('3DS code', '4826');
  };

  it('shows the fee, the first deposit and their sum, and takes four digits', async () => {
    await create();
    expect(term('One-time fee')).toBe('$15.00');
    expect(term('First deposit')).toBe('$5.00');
    expect(term('From your balance of $200.00')).toBe('$20.00');
    await type('Nickname', 'Travel');
    await type('3DS code', '482');
    expect(button('Create Card & Pay $20').disabled).toBe(true);
    await type('3DS code', '4826');
    expect(button('Create Card & Pay $20').disabled).toBe(false);
  });

  it('counts on a bonus that is still to come, and not on one that was earned', async () => {
    const bonus = (earned: boolean): Replies => ({
      'GET /referrals': { firstCardCreationReward: { earned, amount: 500 }, referrals: [] },
    });
    for (const earned of [false, true]) {
      await create(bonus(earned), 1_600);
      await fill();
      expect(button('Create Card & Pay $20').disabled, String(earned)).toBe(earned);
    }
    expect(texts()).toContain('$4.00 is missing');
  });

  it('waits while new cards are paused', async () => {
    await create(paused('cardCreation'));
    await fill();
    expect(button('Create Card & Pay $20').disabled).toBe(true);
  });

  it('says at the code why the code was refused, and in place why the order was', async () => {
    await create({
      'POST /cards/create': refusal(400, 'ValidationFailed', 'No.', { fields: { pin: 'is too simple' } }),
    });
    await fill();
    await press('Create Card & Pay $20');
    expect(describing('3DS code')).toContain('The 3DS code is too simple.');
    await create({ 'POST /cards/create': refusal(422, 'ProviderRefused', 'The issuer said no.') });
    await fill();
    await press('Create Card & Pay $20');
    expect(texts()).toContain('The card was not created');
    expect(texts()).toContain('The issuer said no.');
  });

  it('ends with the reward, and leads to the new card', async () => {
    await create({
      'POST /cards/create': { reward: 500, message: 'Created.', card: cardWith({ balance: cents(700) }) },
    });
    await fill();
    await press('Create Card & Pay $20');
    expect(texts()).toContain('$5.00');
    expect(linkTo('See your card')).toBe(`/cards/${cardId}`);
  });

  it('leaves the address with the reward, so that a reload orders no second card', async () => {
    keepFor(sampleUser._id);
    const reply = { reward: 500, message: 'Created.', card: cardWith({}) };
    await show(
      CreateCardModal,
      { balance: 20_000, blocker: undefined, onClose: nothing },
      { ...replies, 'POST /cards/create': reply },
      '/dashboard?create-card',
    );
    await fill();
    await press('Create Card & Pay $20');
    expect(texts()).toContain('Your referral reward was added to your balance.');
    expect(address()).toBe('/dashboard');
    // Drafts are kept when a page goes.
    window.dispatchEvent(new Event('pagehide'));
    expect(keptInTab('draft.create-card.name')).toBeUndefined();
  });

  it('has no name of a card that was ordered by an earlier request', async () => {
    keepFor(sampleUser._id);
    beginIntent('cards.create', { body: { name: 'Travel', pin: 4826 } });
    keepInTab('draft.create-card.name', ['Travel', Date.now()]);
    await create({ 'GET /operations': { outcome: 'taken', operation: null, message: null } });
    expect(texts()).toContain('Your earlier request went through');
    expect(field('Nickname').value).toBe('');
  });

  it('reads again what shows the balance and the cards', async () => {
    await create({ 'POST /cards/create': { reward: 500, message: 'Created.', card: cardWith({}) } });
    await fill();
    const before = readsOf('/user');
    await press('Create Card & Pay $20');
    expect(changes()).toMatchObject([{ body: { name: 'Travel', pin: 4826 } }]);
    expect(readsOf('/user')).toBeGreaterThanOrEqual(before);
  });
});

describe('Load Money', () => {
  const load = (more: Partial<Card> = {}, also: Replies = {}) =>
    show(
      LoadModal,
      { card: cardWith(more), cardId, prefill: undefined, onLoaded: nothing, onClose: nothing },
      { ...replies, ...also },
    );

  it('is bound to the prices that are shown, and to the money that is on its way', async () => {
    await load(
      { balance: cents(490_000), held: cents(9_000) },
      { [`PATCH /cards/${cardId}/load`]: { card: cardWith({}) } },
    );
    expect(describing('Amount to load')).toBe(
      'Your balance is $200.00. This card holds at most $5,000.00: it has room for $10.00.',
    );
    await type('Amount to load', '9');
    await press(/^Load Card/);
    expect(changes()[0]?.headers.get('price-version')).toBe('7');
    expect(changes()[0]?.body).toEqual({ amount: 900, includesFee: false });
    expect(texts()).toContain('Everyday has $4,900.00 on it now.');
  });

  it('says whether the fee comes on top', async () => {
    await load();
    expect(describing('Includes Fee')).toBe('The fee comes on top of the amount.');
    await toggle('Includes Fee');
    expect(describing('Includes Fee')).toBe('The fee comes out of the amount.');
  });

  it('forgets a refusal once another amount is there', async () => {
    const refused = { [`PATCH /cards/${cardId}/load`]: refusal(422, 'AmountTooLarge', 'Too much for the issuer.') };
    await load({}, refused);
    await type('Amount to load', '20');
    await press(/^Load Card/);
    expect(describing('Amount to load')).toContain('Too much for the issuer.');
    await type('Amount to load', '19');
    expect(textOf()).not.toContain('Too much for the issuer.');
    await press(/^Load Card/);
    expect(textOf()).toContain('Too much for the issuer.');
    await press(/^Load max/);
    expect(textOf()).not.toContain('Too much for the issuer.');
  });

  it('says in place why it was refused, and reads the prices again when they have changed', async () => {
    await load({}, { [`PATCH /cards/${cardId}/load`]: refusal(409, 'QuoteChanged', 'Our prices have changed.') });
    await type('Amount to load', '20');
    const before = readsOf('/prices');
    await press(/^Load Card/);
    expect(texts()).toContain('The card was not loaded');
    expect(readsOf('/prices')).toBe(before + 1);
  });

  it('empties the field of an amount that was loaded by an earlier request', async () => {
    keepFor(sampleUser._id);
    beginIntent(`cards.load ${cardId}`, { params: { id: cardId }, body: { amount: 2000 } });
    keepInTab(`draft.load.${cardId}`, ['20', Date.now()]);
    await load({}, { 'GET /operations': { outcome: 'taken', operation: null, message: null } });
    expect(texts()).toContain('Your earlier request went through');
    expect(field('Amount to load').value).toBe('');
    expect(button(/^Load Card/).disabled).toBe(true);
  });

  it('waits while loads are paused', async () => {
    await load({}, paused('load'));
    await type('Amount to load', '20');
    expect(button(/^Load Card/).disabled).toBe(true);
  });
});

describe('Withdraw Funds', () => {
  const withdraw = (more: Partial<Card> = {}, also: Replies = {}) =>
    show(
      WithdrawModal,
      { card: cardWith(more), cardId, onWithdrawn: nothing, onClose: nothing },
      { ...replies, ...also },
    );

  it('shows what is withdrawn, what stays and what the balance becomes', async () => {
    await withdraw();
    await type('Amount to withdraw', '10');
    expect([term('You withdraw'), term('Left on the card'), term('Your balance becomes')]).toEqual([
      '$10.00',
      '$15.00',
      '$210.00',
    ]);
  });

  it('waits for the time between two withdrawals', async () => {
    const withdrawableAt = new Date(Date.now() + 200_000).toISOString();
    await withdraw({ withdrawableAt });
    await type('Amount to withdraw', '10');
    expect(button('Withdraw $10.00').disabled).toBe(true);
  });

  it('forgets a refusal once another amount is there', async () => {
    await withdraw({}, { [`PATCH /cards/${cardId}/unload`]: refusal(422, 'CardMinimum', 'A dollar must stay.') });
    await type('Amount to withdraw', '10');
    await press('Withdraw $10.00');
    expect(describing('Amount to withdraw')).toContain('A dollar must stay.');
    await type('Amount to withdraw', '9');
    expect(textOf()).not.toContain('A dollar must stay.');
    await press('Withdraw $9.00');
    expect(textOf()).toContain('A dollar must stay.');
    await press(/^Withdraw max/);
    expect(textOf()).not.toContain('A dollar must stay.');
  });

  it('judges no amount that may have been withdrawn, and empties the field of one that was', async () => {
    const lost = Promise.withResolvers<unknown>();
    keepFor(sampleUser._id);
    beginIntent(`cards.unload ${cardId}`, { params: { id: cardId }, body: { amount: 2000 } });
    keepInTab(`draft.withdraw.${cardId}`, ['20', Date.now()]);
    await withdraw({ balance: cents(500) }, { 'GET /operations': () => lost.promise });
    expect(texts()).toContain('Checking whether the money was withdrawn…');
    expect(field('Amount to withdraw').value).toBe('20');
    expect(describing('Amount to withdraw')).toBe('Everyday has $5.00 on it.');
    lost.resolve({ outcome: 'taken', operation: null, message: null });
    await settle();
    expect(texts()).toContain('Your earlier request went through');
    expect(field('Amount to withdraw').value).toBe('');
  });

  it('names the debt that is paid from a card', async () => {
    const owing = { 'GET /user': { ...sampleUser, balance: -800 } };
    await withdraw({ status: 'freezed', frozenReasons: ['debt'] }, owing);
    expect(describing('Amount to pay')).toBe('You owe $8.00. Everyday has $25.00 on it.');
    await press('Pay max · $8.00');
    expect(button('Pay $8.00').disabled).toBe(false);
  });
});

describe('the alerts of a card', () => {
  const autoLoad = {
    below: 1000,
    amount: 2000,
    monthlyMax: 9000,
    until: null,
    loadedThisMonth: 2000,
    failures: 0,
    failure: null,
  };
  const order = (more: Partial<Card>, also: Replies = {}) =>
    show(AutoLoadModal, { card: cardWith(more), cardId, onClose: nothing }, { ...replies, ...also });
  const orderOf = (more: object = {}) => ({ autoLoad: { ...autoLoad, ...more } }) as Partial<Card>;

  it('an auto-load is bound to the prices that are shown, which are read again when they have changed', async () => {
    await order({}, { [`PUT /cards/${cardId}/auto-load`]: refusal(409, 'QuoteChanged', 'Our prices have changed.') });
    await type('When below', '10');
    await type('Load', '20');
    await type('At most per month, without fees', '90');
    const before = readsOf('/prices');
    await press('Switch on');
    expect(changes()[0]?.headers.get('price-version')).toBe('7');
    expect(readsOf('/prices')).toBe(before + 1);
  });

  it('an auto-load says why it failed, and that it is paused while the card is not active', async () => {
    await order({ ...orderOf({ failures: 1, failure: 'Your balance was too low.' }), status: 'freezed' });
    expect(texts()).toContain('The last load failed');
    expect(texts()).toContain('Your balance was too low.');
    expect(texts()).toContain('Auto-load is paused while this card isn’t active.');
    await order(orderOf());
    expect(textOf()).not.toContain('paused');
    expect(textOf()).not.toContain('The last load');
  });

  it('an auto-load waits while loads are paused', async () => {
    await order(orderOf(), paused('load'));
    expect(button('Save changes').disabled).toBe(true);
  });

  it('an alert above what the card may hold is refused at its field', async () => {
    await show(LowBalanceModal, { card: cardWith({}), cardId, onClose: nothing }, replies);
    await type('Alert below', '5000.01');
    expect(describing('Alert below')).toContain('This card holds at most $5,000.00.');
    expect(button('Save alert').disabled).toBe(true);
  });
});
