import { createElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import {
  buttons,
  changes,
  describing,
  field,
  hide,
  press,
  readsOf,
  refusal,
  show,
  term,
  textOf,
  texts,
  toggle,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { inMinutes, replies, user } from '#test/support/screens/dashboard-replies.ts';
import { OpenDepositsPanel } from '#web/features/deposits/open-deposits-panel.tsx';
import { AddFundsModal, type AddFundsPlace } from '#web/features/deposits/add-funds-modal.tsx';
import { AddressLine } from '#web/features/deposits/address-line.tsx';
import { CountdownClock } from '#web/features/deposits/countdown-clock.tsx';
import type { Deposit } from '#web/features/deposits/deposit-stage.ts';
import { DepositTimeline } from '#web/features/deposits/deposit-timeline.tsx';
import { ExchangeRateLine } from '#web/features/deposits/exchange-rate-line.tsx';
import { PayBox } from '#web/features/deposits/pay-box.tsx';
import { sampleDeposits } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const written: string[] = [];
/** Presses a copy button, and returns what is on the clipboard then. */
async function copied(name: string | RegExp): Promise<string | undefined> {
  vi.stubGlobal('navigator', {
    onLine: true,
    clipboard: { writeText: async (text: string) => void written.push(text) },
  });
  await press(name);
  return written.at(-1);
}
afterEach(hide);

describe('Add Funds', () => {
  const goes: unknown[] = [];
  const at = (place: object, also: Replies = {}) =>
    show(
      AddFundsModal,
      { place, onGo: (to) => goes.push(to), onBack: (to, steps) => goes.push([to, steps]), onClose: nothing },
      { ...replies, 'GET /transactions/exchange-rate/USDC': { from: 'USDC', course: 0.5 }, ...also },
    );
  const refused = { 'POST /transactions': refusal(422, 'AmountTooSmall', 'Too little for this coin.') };

  it('sends the coin, the network that was chosen, and the amount', async () => {
    await at({ coin: 'USDC' }, { 'POST /transactions': { transaction: { _id: 'dep_9' }, paymentUrl: '' } });
    expect(describing('USD amount')).toBe('From $5.00 to $10,000.00.');
    await toggle('Polygon');
    expect(texts()).toContain('Send only USDC on Polygon');
    expect(textOf()).toContain('Payments on Polygon usually take up to 5 minutes.');
    await press('$500');
    expect(field('USD amount').value).toBe('500');
    expect(term('You send about')).toBe('1,000 USDC');
    await press('Continue');
    expect(changes()[0]?.body).toEqual({ currency: 'USDC', network: 'Polygon', amountInUsd: 50_000 });
    expect(goes.at(-1)).toEqual({ depositId: 'dep_9' });
  });

  it('says at the amount why it was refused, and not in a message as well', async () => {
    await at({ coin: 'USDC' }, refused);
    await type('USD amount', '20');
    await press('Continue');
    expect(describing('USD amount')).toContain('Too little for this coin.');
    expect(texts().filter((text) => text.includes('Too little'))).toHaveLength(1);
  });

  it('keeps neither the network nor the refusal of another coin', async () => {
    function Steps() {
      const [place, setPlace] = useState<AddFundsPlace>({ coin: 'USDC' });
      return createElement(AddFundsModal, { place, onGo: setPlace, onBack: setPlace, onClose: nothing });
    }
    await show(Steps, {}, { ...replies, ...refused });
    await toggle('Polygon');
    await press('$100');
    expect(field('USD amount').value).toBe('100');
    await press('Continue');
    expect(textOf()).toContain('Too little for this coin.');
    await press('Back');
    await press(/^USDT/);
    expect(textOf()).not.toContain('Too little for this coin.');
    await press('Continue');
    expect(changes().at(-1)?.body).toEqual({ currency: 'USDT', network: 'Arbitrum', amountInUsd: 10_000 });
  });

  it('begins a new quote with the coin of the one before', async () => {
    const id = 'dep_01J00000000000000000000001';
    const ended = { ...sampleDeposits[0], _id: id, currency: 'USDT', expiresAt: inMinutes(-1) };
    await at({ depositId: id }, { [`GET /transactions/${id}`]: ended });
    await press('Get a new quote');
    expect(goes.at(-1)).toEqual([{ coin: 'USDT' }, 1]);
  });

  it('says that a rate is missing', async () => {
    await show(
      ExchangeRateLine,
      { coin: 'USDC', amount: undefined },
      {
        'GET /transactions/exchange-rate/USDC': refusal(503, 'TemporarilyUnavailable', 'Later.'),
      },
    );
    expect(textOf()).toContain('The rate isn’t available right now.');
  });
});

describe('a deposit', () => {
  const [waiting] = sampleDeposits;
  if (!waiting) throw new Error('the gallery has no deposit');
  const inState = (id: string): Deposit => {
    const found = sampleDeposits.find(({ _id }) => _id === `dep_${id}`);
    if (!found) throw new Error(`the gallery has no deposit ${id}`);
    return found;
  };
  const timeline = (deposit: Deposit, also: Replies = {}, props: object = {}) =>
    show(
      DepositTimeline,
      { depositId: 'dep_1', onNewQuote: nothing, onCanceled: nothing, whenCredited: 'Load it now', ...props },
      { ...replies, 'GET /transactions/dep_1': deposit, ...also },
    );

  it('that is credited shows the balance, and the next step unless the account owes', async () => {
    await timeline({ ...inState('credited'), amountPaid: cents(12_500) });
    expect(textOf()).toContain('New balance$200.00');
    expect(textOf()).toContain('Load it now');
    await timeline(inState('credited'), { 'GET /user': { ...user, balance: -500 } });
    expect(textOf()).toContain('Your cards stay frozen until that’s paid.');
    expect(textOf()).not.toContain('Load it now');
  });

  it('whose quote has ended shows no address, and leads to a new quote', async () => {
    const onNewQuote = vi.fn();
    await timeline({ ...waiting, expiresAt: inMinutes(-1) }, {}, { onNewQuote });
    expect(textOf()).not.toContain('Copy address');
    expect(buttons('Copy address')).toHaveLength(0);
    await press('Get a new quote');
    expect(onNewQuote).toHaveBeenCalledOnce();
    await timeline(waiting);
    expect(buttons('Copy address')).toHaveLength(1);
    expect(buttons('Get a new quote')).toHaveLength(0);
  });

  it('is canceled once, leaves the list then, and says why it could not be', async () => {
    const onCanceled = vi.fn();
    await timeline(waiting, { 'POST /transactions/dep_1/cancel': {} }, { onCanceled });
    await press('Cancel deposit');
    expect(onCanceled).toHaveBeenCalledOnce();
    expect(readsOf('/transactions/dep_1')).toBe(2);
    await timeline(waiting, { 'POST /transactions/dep_1/cancel': refusal(409, 'Conflict', 'It is paid.') });
    await press('Cancel deposit');
    expect(texts()).toContain('It is paid.');
    await timeline({ ...waiting, canceledAt: inMinutes(-1) });
    expect(buttons('Cancel deposit')).toHaveLength(0);
  });

  it('has a reference for support', async () => {
    await timeline(waiting);
    expect(await copied('Copy reference')).toBe(waiting.tid);
  });

  it('that is paid in part asks for the rest alone', async () => {
    await show(PayBox, { deposit: inState('partial') });
    expect(textOf()).toContain('Send the rest0.00044553 BTC');
    expect(await copied('Copy amount')).toBe('0.00044553');
    expect(textOf()).toContain('BTC on Bitcoin only');
  });

  it('is paid to the address and the amount to the letter', async () => {
    await show(PayBox, {
      deposit: { ...waiting, payerAmount: '1234567.5', address: 'bc1Qxy2kgdYgjrsqtzq2n0yrf2493p83kkfjhx0wlh' },
    });
    expect(textOf()).toContain('Send exactly1,234,567.5 BTC');
    expect(await copied('Copy amount')).toBe('1234567.5');
    expect(await copied('Copy address')).toBe('bc1Qxy2kgdYgjrsqtzq2n0yrf2493p83kkfjhx0wlh');
    expect(await copied('Copy link to the payment page')).toBe(waiting.paymentUrl);
  });

  it('warns of an address that was replaced on the clipboard', async () => {
    await show(AddressLine, { address: '0xAbCdEf', network: 'Ethereum' });
    await type('Paste the address back from your wallet', '0xAbCdEe');
    expect(describing('Paste the address back from your wallet')).toContain('This is a different address.');
    expect(textOf()).not.toContain('The addresses match.');
    await type('Paste the address back from your wallet', '0xAbCdEf');
    expect(textOf()).toContain('The addresses match.');
  });

  it('holds its rate to the last second, and says when it ends', async () => {
    const now = Date.parse('2026-11-20T10:00:00.000Z');
    await show(CountdownClock, { endsAt: '2026-11-20T10:00:59.000Z', now });
    expect(textOf()).toContain('Rate held for 0:59');
    expect(textOf()).toContain('One minute left to pay.');
    await show(CountdownClock, { endsAt: '2026-11-20T10:00:00.000Z', now });
    expect(textOf()).toContain('This quote has expired');
  });

  it('that is open is listed with its sum, and opens; a list that failed is not waited for', async () => {
    const onOpen = vi.fn();
    const line = { ...waiting, _id: 'dep_7', amount: cents(2_500), failure: undefined } as never;
    await show(OpenDepositsPanel, { transactions: [line], hasFailed: false, onOpen, onAdd: nothing });
    expect(textOf()).toContain('$25.00');
    await press(/BTC on Bitcoin/);
    expect(onOpen).toHaveBeenCalledWith('dep_7');
    await show(OpenDepositsPanel, { transactions: undefined, hasFailed: true, onOpen, onAdd: nothing });
    expect(buttons('Add Money')).toHaveLength(1);
  });
});
