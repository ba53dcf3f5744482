import { describe, expect, it } from 'vitest';
import type { AuditKind } from '#shared/contract/audit.ts';
import { cents, zero } from '#shared/money.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { eventsOfChange, newLinesOf } from '#functions/domain/notifications/events-of-change.ts';
import { samples } from '#test/support/sample-entities.ts';

const card: Card = {
  ...samples.card,
  name: 'Travel',
  last4Digits: '4444',
  lifecycle: 'open',
  frozenReasons: [],
  freezeReason: undefined,
  blockedReason: undefined,
  isShortOfMoney: false,
  shortDeclines: 0,
  balanceCents: cents(3_110),
  transactionCount: 4,
};
const line: CardTransaction = {
  ...samples.cardTransaction,
  cardId: card.cardId,
  number: 5,
  kind: 'purchase',
  status: 'settled',
  declineReason: undefined,
  amountCents: cents(1_200),
  merchantName: 'Blue Bottle',
};
const deposit: Deposit = {
  ...samples.deposit,
  lifecycle: 'open',
  state: 'waiting',
  coin: 'USDT',
  amountCents: cents(5_000),
  creditedCents: zero,
  frozenCents: zero,
  surplusCents: zero,
  reviewReason: undefined,
  decision: undefined,
  receivedAmount: undefined,
};

const ofCard = (changes: Partial<Card>, lines: readonly CardTransaction[] = [], before: Partial<Card> = {}) => {
  const was = { ...card, ...before };
  return eventsOfChange({ kind: 'card', before: was, after: { ...was, ...changes, version: was.version + 1 } }, lines);
};
const ofLine = (changes: Partial<CardTransaction>, of: Partial<Card> = {}, before: Partial<Card> = {}) =>
  ofCard({ ...of, transactionCount: 5 }, [{ ...line, ...changes }], before);
const ofDeposit = (before: Partial<Deposit>, after: Partial<Deposit>) =>
  eventsOfChange({
    kind: 'deposit',
    before: { ...deposit, ...before },
    after: { ...deposit, ...before, ...after, version: deposit.version + 1 },
  });
const kindsOf = (events: ReturnType<typeof eventsOfChange>) => events.map(({ kind }) => kind);

describe('a purchase', () => {
  it('is an event of its line, with the remaining balance and the card to freeze', () => {
    expect(ofLine({})).toEqual([
      {
        eventId: `line:${card.cardId}:5`,
        userId: card.userId,
        kind: 'purchase',
        atMs: card.updatedAtMs,
        link: `/cards/${card.cardId}`,
        title: '$12.00 at Blue Bottle',
        body: 'Paid with Travel •••• 4444. $31.10 is left on it.',
        freezesCardId: card.cardId,
        amountCents: 1_200,
      },
    ]);
  });

  it('strips unprintable characters from a merchant name and limits its length', () => {
    const [event] = ofLine({ merchantName: `A\r\nBcc: x\u202e${'y'.repeat(200)}` });
    expect(event?.title).toBe(`$12.00 at A Bcc: x ${'y'.repeat(51)}`);
    expect(ofLine({ merchantName: '', description: 'CAFE 12' })[0]?.title).toBe('$12.00 at CAFE 12');
    expect(ofLine({ merchantName: '', description: ' ' })[0]?.title).toBe('$12.00 at a merchant');
  });

  it('is the same event when it was reversed before it was read', () => {
    expect(ofLine({ status: 'reversed' })).toMatchObject([{ kind: 'purchase', eventId: `line:${card.cardId}:5` }]);
  });
});

describe('a card that was deleted', () => {
  it('gives a refund to the balance, and says so', () => {
    const [event] = ofLine({ kind: 'refund' }, { lifecycle: 'deleted', balanceCents: zero });
    expect(event?.body).toBe('It was refunded to your balance, because Travel •••• 4444 was deleted.');
  });

  it('says of a reversal only what came back: it may be of a part, as of a hotel’s deposit', () => {
    const [event] = ofLine({ kind: 'reversal', amountCents: cents(200) });
    expect(event).toMatchObject({
      title: '$2.00 back from Blue Bottle',
      body: 'It was returned to Travel •••• 4444.',
    });
  });

  it('gives a refund to the balance too while its issuer still has to close it', () => {
    const [event] = ofLine({ kind: 'refund' }, { lifecycle: 'retiring', balanceCents: zero });
    expect(event?.body).toBe('It was refunded to your balance, because Travel •••• 4444 was deleted.');
  });

  it('says that a refund comes later while the issuer has not stopped the card', () => {
    const [event] = ofLine({ kind: 'refund' }, { lifecycle: 'retiring', balanceCents: cents(350) });
    expect(event?.body).toBe(
      'It was refunded to Travel •••• 4444, which is being deleted. The money comes to your balance as soon as the card issuer has stopped the card.',
    );
  });

  it.each(['retiring', 'deleted'] as const)('is paid from the balance, and has nothing to freeze: %s', (lifecycle) => {
    const [event] = ofLine({ balanceAfterCents: cents(-1_200) }, { lifecycle, balanceCents: zero });
    expect(event).toMatchObject({
      title: '$12.00 at Blue Bottle',
      body: 'It was charged to your balance, because Travel •••• 4444 was deleted.',
    });
    expect(event).not.toHaveProperty('freezesCardId');
  });

  it('is paid with a refund that it still holds, because nothing leaves the balance then', () => {
    const left = { lifecycle: 'retiring', balanceCents: cents(350) } as const;
    const [event] = ofLine({ balanceAfterCents: cents(350) }, left);
    expect(event?.body).toBe('Paid with Travel •••• 4444. $3.50 is left on it.');
    expect(event).not.toHaveProperty('freezesCardId');
    const [other] = ofLine({ balanceAfterCents: cents(-850) }, { lifecycle: 'retiring', balanceCents: zero });
    expect(other?.body).toBe('It was charged to your balance, because Travel •••• 4444 was deleted.');
  });

  it('declines without advice that nobody can follow', () => {
    const [event] = ofLine(
      { status: 'declined', declineCode: 'card_frozen', declineReason: 'The card was frozen.' },
      { lifecycle: 'deleted' },
    );
    expect(event?.body).toBe('Travel •••• 4444 was deleted, so it pays nothing anymore.');
  });
});

describe('a decline', () => {
  const declined = { status: 'declined', declineReason: 'Declined: not enough money on the card.' } as const;

  it('names the reason, the remedy and the number of declines', () => {
    const short = { ...declined, declineCode: 'insufficient_funds' } as const;
    expect(ofLine(short, { shortDeclines: 2 }, { shortDeclines: 1 })).toMatchObject([
      {
        kind: 'decline',
        title: 'Declined: $12.00 at Blue Bottle',
        body: 'Travel •••• 4444. Not enough money on the card. Load the card and try again. That’s 2 of 5 declines in a row: at 5 we freeze the card, because the card issuer deletes it after fifteen.',
      },
    ]);
  });

  it('asks for no load while enough is on its way to the card', () => {
    const short = { ...declined, declineCode: 'insufficient_funds' } as const;
    const [event] = ofLine(short, {}, { balanceCents: cents(200), pendingInCents: cents(1_000) });
    expect(event?.body).toBe(
      'Travel •••• 4444. Not enough money on the card. $10.00 is on its way to it: try again once it’s there.',
    );
    const [other] = ofLine(short, {}, { balanceCents: cents(200), pendingInCents: cents(999) });
    expect(other?.body).toBe('Travel •••• 4444. Not enough money on the card. Load the card and try again.');
  });

  it('names no number on a frozen card, or when it was not for lack of money', () => {
    const late = ofLine(
      { ...declined, declineCode: 'insufficient_funds' },
      { shortDeclines: 6, frozenReasons: ['declines'] },
      { shortDeclines: 5, frozenReasons: ['declines'] },
    );
    expect(late.map(({ body }) => body)).toEqual([
      'Travel •••• 4444. Not enough money on the card. The card is frozen by now: it declines every purchase until you unfreeze it.',
    ]);
    const [locked] = ofLine({ ...declined, declineCode: 'insufficient_funds' }, {}, { frozenReasons: ['lock'] });
    expect(locked?.body).toBe('Travel •••• 4444. Not enough money on the card. Unlock your account first.');
    const [event] = ofLine({ ...declined, declineCode: 'wrong_3ds', declineReason: 'The 3DS code was wrong.' });
    expect(event?.body).toBe('Travel •••• 4444. The 3DS code was wrong. Check the card’s 3DS code and try again.');
  });

  it.each([
    [['owner'], 'Unfreeze the card and try again.'],
    [['declines'], 'Unfreeze it, then load it.'],
    [['debt', 'declines'], 'Pay what you owe from this card, or add funds.'],
    [['debt', 'owner'], 'Pay what you owe from this card, or add funds.'],
    [['lock'], 'Unlock your account first.'],
    [['suspension', 'debt'], 'Contact support.'],
    [[], 'The card is active now. Try again.'],
  ] as const)('of a frozen card advises what ends its freeze: %j', (frozenReasons, way) => {
    const frozen = { status: 'declined', declineCode: 'card_frozen', declineReason: 'The card was frozen.' } as const;
    const [event] = ofLine(frozen, {}, { frozenReasons });
    expect(event?.body).toBe(`Travel •••• 4444. The card was frozen. ${way}`);
  });

  it('of a card frozen for a debt does not advise to pay from a card at its last dollar', () => {
    const frozen = { status: 'declined', declineCode: 'card_frozen', declineReason: 'The card was frozen.' } as const;
    const [event] = ofLine(frozen, {}, { frozenReasons: ['debt'], balanceCents: cents(100) });
    expect(event?.body).toBe('Travel •••• 4444. The card was frozen. Add funds.');
  });

  it('offers no link that freezes the card', () => {
    expect(ofLine(declined)[0]).not.toHaveProperty('freezesCardId');
  });
});

describe('a line of the history', () => {
  it.each(['refund', 'reversal'] as const)('of the kind %s is a refund', (kind) => {
    expect(ofLine({ kind, direction: 'credit' })).toMatchObject([
      { kind: 'refund', title: '$12.00 back from Blue Bottle' },
    ]);
  });

  it.each(['fee', 'load', 'withdrawal', 'creation', 'closing'] as const)('of the kind %s is no event', (kind) => {
    expect(ofLine({ kind })).toEqual([]);
  });

  it('is read only when it is new', () => {
    const change = (count: number) => ({
      kind: 'card' as const,
      before: card,
      after: { ...card, transactionCount: count },
    });
    expect(newLinesOf(change(4))).toBeUndefined();
    expect(newLinesOf(change(6))).toEqual({ from: 5, to: 6 });
    expect(newLinesOf({ kind: 'audit', after: samples.audit })).toBeUndefined();
  });
});

describe('a card', () => {
  it('that opens is reported as ready, and one that fails as failed', () => {
    const creating = { lifecycle: 'creating' } as const;
    expect(ofCard({ lifecycle: 'open' }, [], creating)).toMatchObject([
      { kind: 'card_ready', body: 'Travel •••• 4444 is active, with $31.10 on it.' },
    ]);
    expect(ofCard({ lifecycle: 'open', frozenReasons: ['lock'] }, [], creating)).toMatchObject([
      {
        kind: 'card_ready',
        body: 'Travel •••• 4444 has $31.10 on it. Your account is locked, so this card is frozen.',
      },
    ]);
    expect(ofCard({ lifecycle: 'failed' }, [], creating)).toMatchObject([{ kind: 'card_failed', link: '/dashboard' }]);
  });

  it('that we freeze for declines is frozen, once', () => {
    expect(kindsOf(ofCard({ frozenReasons: ['declines'] }))).toEqual(['card_frozen']);
    expect(ofCard({ shortDeclines: 7 }, [], { frozenReasons: ['declines'] })).toEqual([]);
  });

  it('that the issuer freezes or blocks is frozen, with its reason', () => {
    const words = 'The card issuer froze this card.';
    expect(ofCard({ frozenReasons: ['owner'], freezeReason: words })).toMatchObject([
      { kind: 'card_frozen', title: 'Travel is frozen', body: `Travel •••• 4444. ${words}` },
    ]);
    expect(ofCard({ blockedReason: 'Blocked for fraud.' })).toMatchObject([
      { kind: 'card_frozen', title: 'Travel is blocked', body: 'Travel •••• 4444. Blocked for fraud.' },
    ]);
    expect(ofCard({ lifecycle: 'deleted', blockedReason: 'Closed.' })).toMatchObject([
      { kind: 'card_frozen', title: 'Travel was closed', link: '/dashboard' },
    ]);
    expect(ofCard({ balanceCents: zero }, [], { blockedReason: 'Blocked for fraud.' })).toEqual([]);
  });

  it.each(['owner', 'suspension', 'debt', 'lock', 'timed'] as const)(
    'that is frozen for %s is no event: its owner did it, or the cause has its own notification',
    (reason) => expect(ofCard({ frozenReasons: [reason] })).toEqual([]),
  );

  it('that cannot pay its monthly cost is warned about once', () => {
    expect(ofCard({ isShortOfMoney: true })).toMatchObject([{ kind: 'card_warning' }]);
    expect(ofCard({ balanceCents: zero }, [], { isShortOfMoney: true })).toEqual([]);
    expect(ofCard({ isShortOfMoney: false }, [], { isShortOfMoney: true })).toEqual([]);
  });

  it('with any other change is no event', () => {
    expect(ofCard({ name: 'Trips', catchUpAtMs: 9, actual: 'frozen', balanceCents: zero })).toEqual([]);
    expect(ofCard({ lifecycle: 'deleted' })).toEqual([]);
  });
});

describe('a deposit', () => {
  it('is seen when the network has it, and when a part of it arrived', () => {
    expect(ofDeposit({}, { state: 'confirming' })).toMatchObject([
      // The dashboard opens the deposit.
      { kind: 'deposit_seen', link: `/dashboard?deposit=${samples.deposit.depositId}` },
    ]);
    expect(kindsOf(ofDeposit({ state: 'expired' }, { state: 'confirming' }))).toEqual(['deposit_seen']);
    expect(kindsOf(ofDeposit({}, { state: 'partly_paid', receivedAmount: '1' }))).toEqual(['deposit_seen']);
    const partly = { state: 'partly_paid', receivedAmount: '1' } as const;
    expect(kindsOf(ofDeposit(partly, { receivedAmount: '2' }))).toEqual(['deposit_seen']);
    expect(ofDeposit(partly, { dueAtMs: 9 })).toEqual([]);
    expect(ofDeposit(partly, { state: 'confirming' })).toEqual([]);
  });

  it('notifies of the newly credited amount only', () => {
    const [event] = ofDeposit({ creditedCents: cents(1_000) }, { state: 'paid', creditedCents: cents(5_000) });
    expect(event).toMatchObject({ kind: 'deposit_credited', title: '$40.00 added to your balance' });
    const [over] = ofDeposit({}, { state: 'paid_over', creditedCents: cents(5_000), surplusCents: cents(9_000) });
    expect(over?.body).toContain('reviewing the rest');
  });

  it.each(['failed', 'locked', 'refunding', 'refund_failed', 'refunded'] as const)('is in trouble: %s', (state) => {
    const was = { state: 'paid', creditedCents: cents(5_000) } as const;
    expect(kindsOf(ofDeposit(was, { state }))).toEqual(['deposit_trouble']);
    expect(ofDeposit({ ...was, state }, { dueAtMs: 9 })).toEqual([]);
  });

  it.each(['refunding', 'refund_failed', 'refunded'] as const)(
    'that was never credited mentions no credit: %s',
    (state) => {
      const [credited] = ofDeposit(
        { state: 'locked', creditedCents: cents(5_000) },
        { state, creditedCents: cents(0) },
      );
      expect(credited?.body).toContain('What was credited');
      const [nothing] = ofDeposit({ state: 'locked' }, { state });
      expect(nothing?.body).toMatch(/back\.$/);
    },
  );

  it('that fails while its credit is on hold says nothing of the credit until it is decided on', () => {
    const held = { creditedCents: cents(5_000), frozenCents: cents(5_000), reviewReason: 'locked' } as const;
    const failed = { ...held, state: 'failed', reviewReason: 'failed' } as const;
    expect(ofDeposit({ ...held, state: 'locked' }, failed)).toEqual([]);
    const freed = { frozenCents: zero, reviewReason: undefined } as const;
    expect(ofDeposit(failed, freed)).toMatchObject([{ title: 'The review of your deposit has ended' }]);
  });

  it('that is released says that the credit stays, unless more or less is credited, or its refund failed', () => {
    const locked = { state: 'locked', creditedCents: cents(5_000), frozenCents: cents(5_000) } as const;
    const freed = { state: 'paid', frozenCents: zero } as const;
    const [event, ...others] = ofDeposit(locked, freed);
    expect(event?.body).toBe('Your USDT deposit of $50.00: what was credited stays in your balance.');
    expect(others).toEqual([]);
    expect(kindsOf(ofDeposit(locked, { ...freed, creditedCents: cents(6_000) }))).toEqual(['deposit_credited']);
    expect(ofDeposit(locked, { ...freed, creditedCents: cents(4_000) })).toEqual([]);
    expect(ofDeposit(locked, { state: 'refunding' })).toMatchObject([{ title: 'Your deposit is being refunded' }]);
    const refunding = { ...locked, state: 'refunding' } as const;
    for (const state of ['refund_failed', 'paid'] as const) {
      expect(ofDeposit(refunding, { ...freed, state })).toMatchObject([{ title: 'Your deposit’s refund failed' }]);
    }
  });

  it.each(['failed', 'expired'] as const)('that is %s after its credit says that the credit stays', (state) => {
    const was = { state: 'locked', creditedCents: cents(5_000) } as const;
    expect(ofDeposit(was, { state, reviewReason: undefined })).toMatchObject([
      {
        kind: 'deposit_trouble',
        title: 'The review of your deposit has ended',
        body: 'Your USDT deposit of $50.00: what was credited stays in your balance.',
      },
    ]);
    expect(kindsOf(ofDeposit({ ...was, creditedCents: zero }, { state, creditedCents: cents(5_000) }))).toEqual([
      'deposit_credited',
    ]);
  });

  it('that failed with nothing credited mentions no credit', () => {
    const [event] = ofDeposit({ state: 'confirming' }, { state: 'failed' });
    expect(event?.title).toBe('Your deposit failed');
    expect(event?.body).toMatch(/complete it\.$/);
  });

  it('that expires is in trouble only if money had been seen', () => {
    expect(kindsOf(ofDeposit({ state: 'confirming' }, { state: 'expired' }))).toEqual(['deposit_trouble']);
    expect(ofDeposit({}, { state: 'expired' })).toEqual([]);
  });

  it('that waits for a person is under review, once', () => {
    expect(ofDeposit({}, { reviewReason: 'the address is another one' })).toMatchObject([
      { kind: 'deposit_trouble', title: 'Your deposit is under review' },
    ]);
    expect(ofDeposit({ reviewReason: 'a' }, { reviewReason: 'b' })).toEqual([]);
  });

  it.each([
    [7_000, 'The review of your USDT deposit has ended. The rest of it wasn’t credited. Questions? Ask support.'],
    [9_000, 'Your USDT deposit was credited.'],
  ])('of which staff credited %i of 9000 cents in all says if the rest is not credited', (targetCents, body) => {
    const [credited, ...others] = ofDeposit(
      { state: 'paid_over', reviewReason: 'more', creditedCents: cents(2_000), surplusCents: cents(7_000) },
      {
        reviewReason: undefined,
        creditedCents: cents(targetCents),
        surplusCents: zero,
        decision: { state: 'paid_over', targetCents: cents(targetCents) },
      },
    );
    expect(credited?.body).toBe(body);
    expect(others).toEqual([]);
  });

  it('of a payment that differs from its invoice, credited in part, says that the rest is not credited', () => {
    const [credited] = ofDeposit(
      { state: 'waiting', reviewReason: 'a', unbooked: { coin: 'USDT', received: '50' } },
      {
        state: 'paid',
        reviewReason: undefined,
        unbooked: undefined,
        creditedCents: cents(2_000),
        refusedCents: cents(3_000),
        decision: { state: 'paid', targetCents: cents(2_000) },
      },
    );
    expect(credited).toMatchObject({
      title: '$20.00 added to your balance',
      body: 'The review of your USDT deposit has ended. The rest of it wasn’t credited. Questions? Ask support.',
    });
  });

  it('that staff refused notifies its owner once, and not at the first of two decisions', () => {
    const refused = { decision: { state: 'paid_over', targetCents: cents(5_000), isRefusal: true } } as const;
    const was = {
      state: 'paid_over',
      creditedCents: cents(5_000),
      surplusCents: cents(9_000),
      reviewReason: 'a',
    } as const;
    const ended = { ...refused, surplusCents: zero, reviewReason: undefined };
    const [event, ...others] = ofDeposit(was, ended);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ kind: 'deposit_trouble', title: 'The review of your deposit has ended' });
    expect(event?.body).toBe(
      '$50.00 of your USDT deposit is in your balance. The rest wasn’t credited. Questions? Ask support.',
    );
    expect(ofDeposit({ ...was, ...ended }, { dueAtMs: 9 })).toEqual([]);
    expect(ofDeposit({ ...was, ...ended }, { decision: { ...refused.decision }, proposal: undefined })).toEqual([]);
    const credited = { state: 'paid_over', targetCents: cents(5_000) } as const;
    expect(ofDeposit({ ...was, ...ended, decision: credited }, refused)).toEqual([]);
    const [other] = ofDeposit(
      { ...was, surplusCents: zero, unbooked: { coin: 'USDT', received: '40' } },
      { ...ended, unbooked: undefined },
    );
    expect(other?.body).toContain('The rest wasn’t credited.');
    const failing = { creditedCents: cents(5_000), reviewReason: 'a' } as const;
    const [kept] = ofDeposit(failing, { ...refused, state: 'failed', reviewReason: undefined });
    expect(kept?.body).toBe('$50.00 of your USDT deposit is in your balance. It stays there. Questions? Ask support.');
    const [nothing] = ofDeposit({ reviewReason: 'a' }, { ...refused, reviewReason: undefined });
    expect(nothing?.body).toBe('None of your USDT deposit of $50.00 is in your balance. Questions? Ask support.');
  });

  it('whose review staff end with a credit that adds nothing notifies its owner as a refusal does', () => {
    const title = 'The review of your deposit has ended';
    const decided = (targetCents: number) => ({
      reviewReason: undefined,
      creditedCents: cents(targetCents),
      frozenCents: zero,
      surplusCents: zero,
      unbooked: undefined,
      decision: { state: 'paid_over', targetCents: cents(targetCents) } as const,
    });
    const over = { state: 'paid_over', creditedCents: cents(5_000), reviewReason: 'a' } as const;
    const rest = '$50.00 of your USDT deposit is in your balance. The rest wasn’t credited. Questions? Ask support.';
    expect(ofDeposit({ ...over, surplusCents: cents(9_000) }, decided(5_000))).toMatchObject([{ title, body: rest }]);
    const strange = { state: 'paid_over', reviewReason: 'a', unbooked: { coin: 'USDT', received: '40' } } as const;
    expect(ofDeposit(strange, decided(0))).toMatchObject([
      { title, body: 'None of your USDT deposit of $50.00 is in your balance. Questions? Ask support.' },
    ]);
    const onHold = { ...over, state: 'failed', frozenCents: cents(5_000) } as const;
    expect(ofDeposit(onHold, { ...decided(4_000), state: 'failed' })).toMatchObject([
      { title, body: rest.replace('50', '40') },
    ]);
    // Nothing of it waited: its owner was not notified of a review.
    expect(ofDeposit(over, decided(5_000))).toEqual([]);
  });

  it('never shows the reason that staff reads', () => {
    const [event] = ofDeposit({}, { reviewReason: 'the address is another one' });
    expect(`${event?.title} ${event?.body}`).not.toContain('address');
  });

  it('that is polled, opened or canceled is no event', () => {
    expect(ofDeposit({ lifecycle: 'creating' }, { lifecycle: 'open', address: 'T1' })).toEqual([]);
    expect(ofDeposit({}, { canceledAtMs: 9, dueAtMs: 9 })).toEqual([]);
  });
});

describe('an account', () => {
  const ofWallet = (before: number, after: number) =>
    eventsOfChange({
      kind: 'wallet',
      before: { ...samples.wallet, debtCents: cents(before) },
      after: { ...samples.wallet, debtCents: cents(after) },
    });

  it('that begins to owe gets a debt event, whose mail the job remind-people sends', () => {
    expect(ofWallet(0, 1_234)).toMatchObject([
      { kind: 'debt', title: 'Your account owes $12.34', isMailedElsewhere: true },
    ]);
    expect([...ofWallet(5, 9), ...ofWallet(9, 5), ...ofWallet(0, 0)]).toEqual([]);
  });

  it('that has paid all it owed gets a notification and a mail', () => {
    const [event] = ofWallet(9, 0);
    expect(event).toMatchObject({ kind: 'debt', title: 'You owe nothing anymore' });
    expect(event?.isMailedElsewhere).toBeUndefined();
  });

  it('that is paid for referrals gets a payout event', () => {
    const before = samples.referralAccount;
    const after = { ...before, withdrawnCents: cents(before.withdrawnCents + 2_500) };
    expect(eventsOfChange({ kind: 'referralAccount', before, after })).toMatchObject([
      { kind: 'payout', title: '$25.00 from referrals', link: '/referral-program' },
    ]);
    expect(eventsOfChange({ kind: 'referralAccount', before, after: { ...before, balanceCents: zero } })).toEqual([]);
  });
});

describe('a low balance', () => {
  const alert = { lowBalanceCents: cents(1_000) };
  const fall = (from: number, to: number, changes: Partial<Card> = {}) =>
    ofCard({ balanceCents: cents(to), ...changes }, [], { ...alert, balanceCents: cents(from) });

  it('is one event when the balance falls below the chosen amount', () => {
    expect(fall(1_000, 999)).toMatchObject([
      {
        kind: 'low_balance',
        eventId: `card:${card.cardId}:${card.version + 1}:low_balance`,
        link: `/cards/${card.cardId}`,
        title: '$9.99 left on Travel',
        body: 'Travel •••• 4444 has less than $10.00 on it. Load it before the next purchase.',
      },
    ]);
    expect(fall(5_000, -200)).toHaveLength(1);
  });

  it('asks for no load while enough is on its way, as after a purchase that started an auto-load', () => {
    expect(fall(1_000, 999, { pendingInCents: cents(2_000) })[0]?.body).toBe(
      'Travel •••• 4444 has less than $10.00 on it. $20.00 is on its way to it.',
    );
    expect(fall(1_000, 500, { pendingInCents: cents(499) })[0]?.body).toContain('Load it before the next purchase.');
  });

  it('is no event while it stays low, or equals the chosen amount, until it has risen', () => {
    expect(fall(999, 500)).toEqual([]);
    expect(fall(2_000, 1_000)).toEqual([]);
    expect(fall(500, 2_000)).toEqual([]);
    expect(fall(2_000, 500)).toHaveLength(1);
  });

  it('is no event without an alert, for an alert set on a low card, and on a card being deleted', () => {
    expect(ofCard({ balanceCents: cents(1) })).toEqual([]);
    expect(ofCard(alert, [], { balanceCents: cents(1) })).toEqual([]);
    expect(fall(1_001, 0, { lifecycle: 'retiring' })).toEqual([]);
  });
});

describe('an auto-load', () => {
  const order = {
    belowCents: cents(1_000),
    amountCents: cents(2_000),
    monthlyMaxCents: cents(5_000),
    sinceMs: 0,
    failures: 0,
  };
  const fail = { ...order, failures: 1, failure: 'Your balance has $1.00, and $21.60 is needed.' };
  const of = (before: Card['autoLoad'], changes: Partial<Card>) => ofCard(changes, [], { autoLoad: before });

  it('is an event of its line on the card, unlike a load that the owner requested', () => {
    const load = { kind: 'load', direction: 'credit', amountCents: cents(2_000) } as const;
    expect(ofLine({ ...load, isAutomatic: true })).toMatchObject([
      {
        kind: 'auto_load',
        eventId: `line:${card.cardId}:5`,
        title: '$20.00 loaded automatically',
        body: 'Travel •••• 4444 was low, so we loaded it from your balance. It has $31.10 now.',
      },
    ]);
    expect(ofLine(load)).toEqual([]);
  });

  it('that failed is one event, with the reason and the count', () => {
    expect(of(order, { autoLoad: fail })).toMatchObject([
      {
        kind: 'auto_load',
        title: 'Auto-load failed for Travel',
        body: 'Travel •••• 4444 was not loaded. Your balance has $1.00, and $21.60 is needed. That’s 1 in a row: at 3 auto-load is switched off.',
      },
    ]);
    expect(of(fail, { autoLoad: fail, balanceCents: cents(1) })).toEqual([]);
    expect(of(fail, { autoLoad: order })).toEqual([]);
  });

  it('is reported as off after the third failure, but not when its owner ends it', () => {
    expect(of({ ...fail, failures: 2 }, { autoLoad: undefined, autoLoadStoppedAtMs: 7 })).toMatchObject([
      {
        kind: 'auto_load',
        title: 'Auto-load is off for Travel',
        body: 'Travel •••• 4444 couldn’t be loaded 3 times in a row, so we switched auto-load off. See that your balance has enough, then switch it on again.',
      },
    ]);
    expect(of(order, { autoLoad: undefined })).toEqual([]);
    expect(of(undefined, { autoLoad: order })).toEqual([]);
  });

  it('that pauses is one event for each reason, and none when it goes on', () => {
    const failure = 'The most that this card can hold has fallen since you ordered auto-load.';
    const paused = { ...order, failure };
    const event = {
      kind: 'auto_load',
      title: 'Auto-load paused for Travel',
      body: `Travel •••• 4444 was not loaded. ${failure}`,
    };
    expect(of(order, { autoLoad: paused })).toMatchObject([event]);
    expect(of(fail, { autoLoad: { ...paused, failures: 1 } })).toMatchObject([event]);
    expect(of(paused, { autoLoad: { ...paused, failure: 'Our terms have changed.' } })).toHaveLength(1);
    expect(of(paused, { autoLoad: paused, balanceCents: cents(1) })).toEqual([]);
    expect(of(paused, { autoLoad: order })).toEqual([]);
    expect(of(paused, { autoLoad: { ...paused, cappedMonth: '2026-11' } })).toHaveLength(1);
  });

  it('that its monthly maximum stops is one event a month', () => {
    const capped = { ...order, cappedMonth: '2026-11' };
    expect(of(order, { autoLoad: capped })).toMatchObject([
      {
        kind: 'auto_load',
        title: 'Auto-load paused for Travel',
        body: 'Another auto-load of Travel •••• 4444 would pass your monthly maximum of $50.00. It goes on next month.',
      },
    ]);
    expect(of(capped, { autoLoad: capped })).toEqual([]);
    expect(of(capped, { autoLoad: { ...order, cappedMonth: '2026-12' } })).toHaveLength(1);
  });

  it.each([
    ['2026-11-30T23:59:59.999Z', 'It ends before next month.'],
    ['2026-12-01T00:00:00.000Z', 'It goes on next month.'],
  ])('that its monthly maximum stops goes on next month only if it has not ended by then: %s', (until, words) => {
    const capped = { ...order, untilMs: Date.parse(until), cappedMonth: '2026-11' };
    expect(of(order, { autoLoad: capped })[0]?.body).toContain(`your monthly maximum of $50.00. ${words}`);
  });
});

describe('an adjustment by staff', () => {
  const approved = (direction: 'credit' | 'debit') =>
    eventsOfChange({
      kind: 'audit',
      after: {
        ...samples.audit,
        action: 'approve-adjustment',
        after: { state: 'approved', direction, amountCents: 500 },
      },
    });

  it('is reported with its sum and direction, and without its reason', () => {
    expect(approved('credit')).toMatchObject([
      { kind: 'refund', eventId: samples.audit.auditId, title: '$5.00 added to your balance', link: '/activity' },
    ]);
    expect(approved('debit')).toMatchObject([{ kind: 'deposit_trouble', title: '$5.00 taken from your balance' }]);
    expect(JSON.stringify(approved('credit'))).not.toContain(String(samples.audit.reason));
  });

  it('is not reported before it is approved', () => {
    for (const action of ['propose-adjustment', 'reject-adjustment', 'expire-adjustment'] as const)
      expect(
        eventsOfChange({ kind: 'audit', after: { ...samples.audit, action, after: { amountCents: 500 } } }),
      ).toEqual([]);
  });
});

describe('the security of an account', () => {
  type Fields = Record<string, boolean | string>;
  const ofAudit = (action: AuditKind, after: Fields = {}, before: Fields = {}) =>
    eventsOfChange({ kind: 'audit', after: { ...samples.audit, action, after, before } });

  it('is one event per change, worded by its record, without a second mail', () => {
    const { auditId } = samples.audit;
    const event = { kind: 'security', eventId: auditId, link: '/security' };
    for (const action of ['password-changed', 'factor-changed', 'two-factor', 'lock', 'suspend', 'activate'] as const)
      expect(ofAudit(action)).toMatchObject([{ ...event, audited: { auditId } }]);
    for (const action of ['email-changed', 'factor-reset'] as const) {
      expect(ofAudit(action)).toMatchObject([{ ...event, isMailedElsewhere: true }]);
      expect(ofAudit(action)[0]).not.toHaveProperty('audited');
    }
  });

  it('is two events where a device that is not known signs in with a recovery code: each has a mail', () => {
    const events = ofAudit('sign-in', { isNewDevice: true, by: 'recovery-code' });
    expect(events.map(({ title, audited }) => [title, audited?.isOfCode])).toEqual([
      ['New sign-in', undefined],
      ['Recovery code used', true],
    ]);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('is in the words of its mail for a used recovery code, and not notified of for a renamed passkey', () => {
    expect(ofAudit('factor-changed', { change: 'recovery-code-used' })).toMatchObject([
      { title: 'Recovery code used', body: 'One of the recovery codes of your account was used.' },
    ]);
    expect(ofAudit('sign-in', { isNewDevice: false, by: 'recovery-code' })[0]?.title).toBe('Recovery code used');
    expect(ofAudit('sign-in', { isNewDevice: true, by: 'recovery-code' })[0]?.title).toBe('New sign-in');
    expect(ofAudit('factor-changed', { change: 'passkey-renamed' })).toEqual([]);
  });

  it('lists only unusual sign-ins and ends of sessions', () => {
    expect(ofAudit('sign-in', { isNewDevice: true })).toHaveLength(1);
    expect(ofAudit('sign-in', { isNewDevice: false })).toEqual([]);
    expect(ofAudit('sign-in', { isNewDevice: true, isFirst: true })).toEqual([]);
    expect(ofAudit('session-ended', { why: 'token-reused' })).toHaveLength(1);
    expect(ofAudit('session-ended', { why: 'wrong-proofs' })).toHaveLength(1);
    expect(ofAudit('session-ended', { why: 'signed-out' })).toEqual([]);
    expect(ofAudit('factor-reset', { status: 'approved' })).toHaveLength(1);
    expect(ofAudit('factor-reset', { status: 'proposed' })).toEqual([]);
    expect(ofAudit('factor-reset', { status: 'canceled' }, { status: 'approved' })).toHaveLength(1);
    // Its owner has not heard of it.
    expect(ofAudit('factor-reset', { status: 'canceled' }, { status: 'proposed' })).toEqual([]);
  });

  it.each([
    'person-read',
    'deposit-read',
    'webhook-read',
    'staff-role',
    'referral-terms',
    'decide-deposit',
    'decide-operation',
  ] as const)('has no event for %s', (action) => expect(ofAudit(action)).toEqual([]));
});

describe('a case', () => {
  const before = samples.case;
  const eventsOf = (changes: Partial<typeof before>) =>
    eventsOfChange({ kind: 'case', before, after: { ...before, version: 2, ...changes } });

  it('that staff answered is an event with a link to the case', () => {
    expect(eventsOf({ state: 'answered', messageCount: 2 })).toMatchObject([
      {
        kind: 'case',
        eventId: `case:${before.caseId}:2`,
        userId: before.userId,
        link: `/cases/${before.caseId}`,
        title: 'We answered your case',
        body: 'There’s a new message about $4.20 at Corner Coffee.',
      },
    ]);
  });

  it('that was closed is an event, by staff or by a refund', () => {
    const [byStaff] = eventsOf({ state: 'closed', closedBy: 'support' });
    const [byRefund] = eventsOf({ state: 'closed', closedBy: 'refund' });
    expect([byStaff?.title, byRefund?.title]).toEqual(['Your case was closed', 'Your case was closed']);
    expect(byRefund?.body).toContain('$4.20 at Corner Coffee came back in full');
  });

  it('with a message of the cardholder, or a partial refund, is no event', () => {
    expect(eventsOf({ messageCount: 2 })).toEqual([]);
    expect(eventsOf({ refundedCents: cents(100) })).toEqual([]);
  });
});

describe('an operation that was in review', () => {
  const ended = (
    action: 'operation-ended' | 'decide-operation' | 'operation-corrected',
    before: AuditRecord['before'],
    after: AuditRecord['after'],
  ) =>
    eventsOfChange({
      kind: 'audit',
      after: {
        ...samples.audit,
        action,
        before: { state: 'review', amountCents: 5_000, feeCents: 250, ...before },
        after,
      },
    });

  it.each([
    ['card_load', { outcome: 'happened', movedCents: 5_000 }, 'card_ready', '$50.00 loaded'],
    ['card_load', { outcome: 'never', movedCents: 0 }, 'card_failed', 'Your load of $50.00 failed'],
    ['card_withdrawal', { outcome: 'happened', movedCents: 3_000 }, 'card_ready', '$30.00 withdrawn'],
    ['card_withdrawal', { outcome: 'never', movedCents: 0 }, 'card_failed', 'Your withdrawal of $50.00 failed'],
  ] as const)('is one event at its end, by the issuer or by staff: %s, %o', (kind, after, notified, title) => {
    const event = { kind: notified, title, userId: samples.audit.subjectId, link: '/activity' };
    expect(ended('operation-ended', { kind }, after)).toMatchObject([event]);
    expect(ended('decide-operation', { kind }, after)).toMatchObject([event]);
  });

  it('has its own reason where it failed without a review', () => {
    const why = 'The card was frozen before it could be loaded. Nothing was charged.';
    const [event] = ended('operation-ended', { kind: 'card_load', state: 'sent' }, { outcome: 'never', why });
    expect(event?.body).toBe(`${why} $52.50 is back in your balance.`);
    const [reviewed] = ended('operation-ended', { kind: 'card_load' }, { outcome: 'never', why });
    expect(reviewed?.body).toBe('The card issuer didn’t carry it out. $52.50 is back in your balance.');
  });

  it('names the money that is back in the balance, fee included', () => {
    const [event] = ended('decide-operation', { kind: 'card_load' }, { outcome: 'never' });
    expect(event?.body).toBe('Our team found that it wasn’t carried out. $52.50 is back in your balance.');
  });

  it.each([
    ['operation-ended', 'happened', 'The card issuer confirmed the withdrawal that our team was looking into.'],
    ['decide-operation', 'happened', 'Our team looked into the withdrawal, and found that it was carried out.'],
    ['operation-ended', 'never', 'The card issuer didn’t carry it out.'],
    ['decide-operation', 'never', 'Our team found that it wasn’t carried out.'],
  ] as const)('names who found out the outcome: %s, %s', (action, outcome, words) => {
    const [event] = ended(action, { kind: 'card_withdrawal' }, { outcome, movedCents: 5_000 });
    expect(event?.body).toContain(words);
  });

  it.each([
    [
      'card_load',
      'happened',
      5_000,
      -5_250,
      'card_ready',
      'it carried out your load of $50.00. So $52.50 was taken from',
    ],
    ['card_load', 'never', 0, 5_250, 'refund', 'it didn’t carry out your load. So $52.50 was added to'],
    [
      'card_withdrawal',
      'never',
      0,
      -5_000,
      'card_failed',
      'it didn’t carry out your withdrawal. So $50.00 was taken from',
    ],
    [
      'card_withdrawal',
      'happened',
      4_000,
      1_000,
      'refund',
      'it carried out your withdrawal of $40.00. So $10.00 was added to',
    ],
  ] as const)(
    'is one more event when a decision on it was wrong: %s, %s %i',
    (kind, outcome, movedCents, balanceCents, notified, words) => {
      const decided = { kind, outcome: outcome === 'never' ? 'happened' : 'never' };
      const events = ended('operation-corrected', decided, { outcome, movedCents, balanceCents });
      const what = kind === 'card_load' ? 'load' : 'withdrawal';
      expect(events).toMatchObject([
        { eventId: samples.audit.auditId, kind: notified, title: `Your ${what} was corrected`, link: '/activity' },
      ]);
      expect(events[0]?.body).toContain(words);
    },
  );

  it.each([
    ['a new card, which has its own event', { kind: 'card_creation' }],
    ['a deletion, which was done for its owner at once', { kind: 'card_closing' }],
    ['a registration', { kind: 'holder_registration' }],
    ['an auto-load, which has its own event', { kind: 'card_load', isAutomatic: true }],
  ])('is no event for %s', (_what, before) => {
    expect(ended('operation-ended', before, { outcome: 'happened', movedCents: 5_000 })).toEqual([]);
  });
});
