import { afterEach, describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import {
  button,
  buttons,
  changes,
  describing,
  field,
  hide,
  press,
  refusal,
  settle,
  show,
  term,
  textOf,
  texts,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { replies } from '#test/support/screens/card-replies.ts';
import { CardActions } from '#web/features/cards/card-actions.tsx';
import { CardDetail } from '#web/features/cards/card-detail.tsx';
import { CardPage } from '#web/features/cards/card-page.tsx';
import { CardSecretsPanel } from '#web/features/cards/card-secrets.tsx';
import { CardSwitcher } from '#web/features/cards/card-switcher.tsx';
import type { Card, CardTransaction } from '#web/features/cards/card-words.ts';
import { CodesPanel } from '#web/features/cards/codes-panel.tsx';
import { DeleteCardModal } from '#web/features/cards/delete-card-modal.tsx';
import { HistoryRow } from '#web/features/cards/history-row.tsx';
import { LimitsPanel } from '#web/features/cards/limits-panel.tsx';
import { MyCardsPanel } from '#web/features/cards/my-cards-panel.tsx';
import { NameForm } from '#web/features/cards/name-form.tsx';
import { PinModal } from '#web/features/cards/pin-modal.tsx';
import { SubscriptionsPanel } from '#web/features/subscriptions/subscriptions-panel.tsx';
import { refresh } from '#web/lib/use-api.ts';
import { navigate } from '#web/navigation/router.tsx';
import { sampleCard, sampleHistory, sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const cardId = sampleCard._id;
const cardWith = (more: Partial<Card>): Card => ({ ...sampleCard, balance: cents(2500), ...more });
afterEach(hide);

describe('the buttons of a card', () => {
  const hidden = { secrets: undefined, busy: false, show: async () => undefined, hide: nothing } as never;
  const actions = (card: Card, more: object = {}) =>
    show(CardActions, {
      card,
      revealed: hidden,
      isBusy: false,
      onOpen: nothing,
      onUnfreeze: nothing,
      onPrepare: nothing,
      ...more,
    });

  it('neither load nor withdraw nor show the number of a card that is frozen', async () => {
    await actions(cardWith({ status: 'freezed', frozenReasons: ['owner'] }));
    for (const name of ['Load Money', 'Withdraw Funds', 'Show CVV']) expect(button(name).disabled, name).toBe(true);
    expect(button('Unfreeze').disabled).toBe(false);
    await actions(cardWith({ status: 'freezed', frozenReasons: ['lock'] }));
    expect(button('Frozen').disabled).toBe(true);
    await actions(cardWith({}));
    for (const name of ['Load Money', 'Withdraw Funds', 'Show CVV']) expect(button(name).disabled, name).toBe(false);
  });

  it('take no second press while a change is under way', async () => {
    const onUnfreeze = vi.fn();
    const onOpen = vi.fn();
    await actions(cardWith({ status: 'freezed', frozenReasons: ['owner'] }), { isBusy: true, onUnfreeze });
    await press('Unfreeze');
    await press('Unfreeze for 10 Minutes');
    expect(onUnfreeze).not.toHaveBeenCalled();
    await actions(cardWith({}), { isBusy: true, onOpen });
    await press('Freeze');
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('ask before they freeze a card, and unfreeze it for the time that they say', async () => {
    const onUnfreeze = vi.fn();
    const onOpen = vi.fn();
    await actions(cardWith({}), { onOpen, onUnfreeze });
    await press('Freeze');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ kind: 'freeze' });
    expect(onUnfreeze).not.toHaveBeenCalled();
    await actions(cardWith({ status: 'freezed', frozenReasons: ['owner'] }), { onUnfreeze });
    await press('Unfreeze for 10 Minutes');
    expect(onUnfreeze).toHaveBeenCalledExactlyOnceWith(10);
  });

  it('lead out of a debt that the card can pay, and offer that for no other freeze', async () => {
    const onOpen = vi.fn();
    await actions(cardWith({ status: 'freezed', frozenReasons: ['debt'] }), { onOpen });
    await press('Pay What You Owe');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ kind: 'withdraw' });
    await actions(cardWith({ status: 'freezed', frozenReasons: ['owner'] }));
    expect(buttons('Pay What You Owe')).toHaveLength(0);
  });

  it('say whether the number is shown', async () => {
    await actions(cardWith({}));
    expect(button('Show CVV').getAttribute('aria-pressed')).toBe('false');
    await actions(cardWith({}), { revealed: { ...(hidden as object), secrets: {} } });
    expect(button('Hide CVC').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the secrets of a card', () => {
  it('can be kept in view', async () => {
    const keep = vi.fn();
    const secrets = { cardNumber: '4242', expiry: '09/30', cvv: '123', billingAddress: null };
    await show(CardSecretsPanel, { revealed: { secrets, secondsLeft: 9, keep } as never });
    await press('Keep showing');
    expect(keep).toHaveBeenCalledOnce();
  });
});

describe('the list of cards', () => {
  it('marks the card that is shown', async () => {
    const other = cardWith({ _id: 'crd_2', name: 'Groceries', last4Digits: '1111' });
    await show(CardSwitcher, { card: cardWith({}), cards: [cardWith({}), other] });
    await press(/choose another card/);
    expect(button(/^Everyday ••/).getAttribute('aria-checked')).toBe('true');
    expect(button(/^Groceries/).getAttribute('aria-checked')).toBe('false');
  });
});

describe('a one-time code', () => {
  const code = { code: '482613', merchant: 'Corner Coffee', amount: 1234, currency: 'EUR' };
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

  it('is shown with its own currency, until it expires', async () => {
    await show(CodesPanel, { cardId }, { [`GET /cards/${cardId}/codes`]: [{ ...code, expiresAt: inSeconds(200) }] });
    expect(texts()).toContain('For €12.34 at Corner Coffee');
    await show(CodesPanel, { cardId }, { [`GET /cards/${cardId}/codes`]: [{ ...code, expiresAt: inSeconds(-1) }] });
    expect(textOf()).not.toContain('482613');
  });

  it('is what its button copies', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      onLine: true,
      clipboard: { writeText: async (text: string) => void written.push(text) },
    });
    await show(CodesPanel, { cardId }, { [`GET /cards/${cardId}/codes`]: [{ ...code, expiresAt: inSeconds(200) }] });
    await press('Copy one-time code');
    expect(written).toEqual(['482613']);
  });
});

describe('a line of a card’s history', () => {
  const purchase = sampleHistory.find(
    ({ kind, status }) => kind === 'purchase' && status === 'settled',
  ) as CardTransaction;
  const row = (transaction: Partial<CardTransaction>, card: Card, more: object = {}) =>
    show(HistoryRow, {
      transaction: { ...purchase, ...transaction },
      card,
      onUnfreeze: nothing,
      onLoad: nothing,
      onReport: nothing,
      ...more,
    });
  const declined = {
    status: 'declined',
    amount: cents(5000),
    decline_reason: 'Declined.',
    transaction_date: new Date().toISOString(),
  } as const;

  it('offers what helps a declined purchase, on a card that can still pay', async () => {
    const onLoad = vi.fn();
    const onUnfreeze = vi.fn();
    await row({ ...declined, decline_code: 'insufficient_funds' }, cardWith({}), { onLoad });
    await press('Load card with $25.00');
    expect(onLoad).toHaveBeenCalledWith(2500);
    const frozen = { status: 'freezed', frozenReasons: ['owner'] } as const;
    await row({ ...declined, decline_code: 'card_frozen' }, cardWith({ ...frozen, frozenReasons: ['owner'] }), {
      onUnfreeze,
    });
    await press('Unfreeze');
    expect(onUnfreeze).toHaveBeenCalledOnce();
    await row({ ...declined, decline_code: 'limit_month' }, cardWith({ status: 'deleted' }));
    expect(textOf()).toContain('Nothing was charged.');
    expect(textOf()).not.toContain('monthly limit');
  });

  it('has the colors of money that moved only when it did', async () => {
    const toneOf = async (transaction: Partial<CardTransaction>) => {
      await row(transaction, cardWith({}));
      return globalThis.document.querySelector('[data-tone]')?.getAttribute('data-tone');
    };
    expect(await toneOf({})).toBe('debit');
    expect(await toneOf(declined)).toBe('none');
    expect(await toneOf({ status: 'reversed' })).toBe('none');
  });

  it('is marked as recurring only when it is', async () => {
    await row({ enriched_data: { ...purchase.enriched_data, is_recurring: true } }, cardWith({}));
    expect(textOf()).toContain('Recurring');
    await row({ enriched_data: { ...purchase.enriched_data, is_recurring: false } }, cardWith({}));
    expect(textOf()).not.toContain('Recurring');
  });
});

describe('other parts of a card', () => {
  it('the limits are those of the card', async () => {
    const limits = {
      ...sampleCard.limits,
      transaction: cents(120_000),
      balance: cents(150_000),
      spentThisMonth: cents(2500),
    };
    await show(LimitsPanel, { card: cardWith({ limits }) });
    expect([term('Per transaction'), term('Maximum balance')]).toEqual(['$1,200.00', '$1,500.00']);
    expect(globalThis.document.querySelector('progress')?.getAttribute('value')).toBe('2500');
  });

  it('a card with exactly the dollar that stays can be deleted; a refusal is said in place', async () => {
    const minimum = {
      card: cardWith({ balance: cents(100) }),
      cardId,
      onDeleted: nothing,
      onWithdraw: nothing,
      onClose: nothing,
    };
    await show(DeleteCardModal, minimum, {
      ...replies,
      [`DELETE /cards/${cardId}`]: refusal(422, 'CardNotEmpty', 'Withdraw first.'),
    });
    expect(textOf()).toContain('The last $1.00 goes back to your balance.');
    expect(buttons('Withdraw Funds')).toHaveLength(0);
    await press('Delete Card');
    expect(texts()).toContain('The card was not deleted');
  });

  it('a 3DS code is sent whole, and its refusal stands at it', async () => {
    await show(
      PinModal,
      { cardId, onClose: nothing },
      {
        ...replies,
        [`PATCH /cards/${cardId}/pin`]: refusal(400, 'ValidationFailed', 'No.', { fields: { pin: 'is too simple' } }),
      },
    );
    expect(field('New 3DS code').type).toBe('password');
    await type('New 3DS code', '7305');
    await press('Reset Pin');
    expect(changes()[0]?.body).toEqual({ pin: 7305 });
    expect(describing('New 3DS code')).toContain('The 3DS code is too simple.');
  });

  it('a refused nickname stays in its field, to be corrected', async () => {
    await show(NameForm, { name: 'Travel', onSave: async () => false });
    await type('Nickname', 'Travel <1>');
    await press('Save');
    expect(field('Nickname').value).toBe('Travel <1>');
  });

  it('why no card can be created is tied to the tile that creates one', async () => {
    const blocker = { kind: 'balance', title: 'A deposit is needed', text: 'Add money.' } as const;
    const panel = {
      error: undefined,
      onRetry: nothing,
      onCreate: nothing,
      onPrepareCreate: nothing,
      onAddMoney: nothing,
    };
    await show(MyCardsPanel, { ...panel, cards: [], blocker, isReady: true });
    expect(button('Create New Card').disabled).toBe(true);
    const why = button('Create New Card').getAttribute('aria-describedby');
    expect(textOf(globalThis.document.querySelector(`[id="${why}"]`) as never)).toContain('A deposit is needed');
  });
});

describe('a subscription of a card', () => {
  const netflix = {
    merchant: 'Netflix',
    cardId,
    expectedCents: 1549,
    nextAt: new Date(Date.now() + 200_000_000).toISOString(),
    cadenceDays: 30,
    shortByCents: 339,
    mutedUntil: null,
  };
  const panel = (card: Card, mutedUntil: string | null = null) =>
    show(
      SubscriptionsPanel,
      { card, onLoad: nothing },
      {
        ...replies,
        'GET /subscriptions': [{ ...netflix, mutedUntil }],
        'POST /subscriptions/mute': {},
        'PATCH /subscriptions': {},
      },
    );

  it('is muted past its next payment, and unmuted', async () => {
    await panel(cardWith({}));
    await press('Mute Netflix');
    expect(changes()[0]?.body).toMatchObject({ merchant: 'Netflix', mutedUntil: expect.any(String) });
    await panel(cardWith({}), netflix.nextAt);
    await press('Unmute Netflix');
    expect(changes()[0]?.body).toMatchObject({ mutedUntil: null });
  });

  it('offers no load of a card that is not active', async () => {
    await panel(cardWith({ status: 'freezed' }));
    expect(buttons(/^Load/)).toHaveLength(0);
  });
});

describe('the page of a card', () => {
  const secrets = { cardNumber: '4242 4242 4242 4242', expiry: '09/30', cvv: '123', billingAddress: null };
  const history = { transactions: [], meta: { pages: 1, page: 1, cardUpdatedAt: sampleCard.updatedAt } };
  const page = (card: Card, also: Replies = {}, address = `/cards/${cardId}`) =>
    show(
      CardDetail,
      { card, cardId, mutate: (async (given: unknown) => (typeof given === 'function' ? given() : given)) as never },
      {
        ...replies,
        [`GET /cards/${cardId}/codes`]: [],
        [`GET /cards/${cardId}/transactions`]: history,
        [`GET /cards/${cardId}/private`]: secrets,
        'GET /transactions': [],
        ...also,
      },
      address,
    );

  it('hides the secrets a minute after they were shown, and when the tab is left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await page(cardWith({}));
    await press('Show CVV');
    expect(textOf()).toContain('4242424242424242');
    await vi.advanceTimersByTimeAsync(61_000);
    await settle();
    expect(textOf()).not.toContain('42424242');
    await press('Show CVV');
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    state.mockRestore();
    await settle();
    vi.useRealTimers();
    expect(textOf()).not.toContain('42424242');
  });

  it('hides the secrets once the account is locked, also from another device', async () => {
    const user = { ...sampleUser, balance: 20_000, held: 0 };
    let lockedAt: string | undefined;
    await page(cardWith({}), { 'GET /user': () => ({ ...user, lockedAt }) });
    await press('Show CVV');
    expect(textOf()).toContain('4242424242424242');
    lockedAt = sampleCard.updatedAt;
    await refresh(['user.read']);
    await settle();
    expect(textOf()).not.toContain('42424242');
  });

  it('reads a card more than once before it says that a change without an answer was not made', async () => {
    const frozen = cardWith({ status: 'freezed', frozenReasons: ['owner'] });
    const reads = [frozen, cardWith({})];
    await page(frozen, {
      [`PATCH /cards/${cardId}/unfreeze`]: () => {
        throw new TypeError('lost');
      },
      [`GET /cards/${cardId}/public`]: () => reads.shift(),
    });
    await press('Unfreeze');
    expect(reads).toHaveLength(1);
    expect(texts()).toContain('It’s not certain that the card was unfrozen');
    globalThis.dispatchEvent(new Event('online'));
    await settle();
    expect(textOf()).not.toContain('It’s not certain');
    expect(textOf()).not.toContain('The card was not unfrozen');
  });

  it('reads a card three times after an answer of the API that it failed', async () => {
    const frozen = cardWith({ status: 'freezed', frozenReasons: ['owner'] });
    await page(frozen, {
      [`PATCH /cards/${cardId}/unfreeze`]: () =>
        Response.json({ code: 'Internal', message: 'Sorry.' }, { status: 500 }),
      [`GET /cards/${cardId}/public`]: () => frozen,
    });
    await press('Unfreeze');
    for (let looks = 0; looks < 2; looks += 1) {
      expect(texts()).toContain('It’s not certain that the card was unfrozen');
      globalThis.dispatchEvent(new Event('online'));
      await settle();
    }
    expect(texts()).toContain('The card was not unfrozen');
  });
  it('reads a card for as long as a change without an answer may still be made', async () => {
    const frozen = cardWith({ status: 'freezed', frozenReasons: ['owner'] });
    let isMade = false;
    await page(frozen, {
      [`PATCH /cards/${cardId}/unfreeze`]: () => {
        throw new TypeError('lost');
      },
      [`GET /cards/${cardId}/public`]: () => (isMade ? cardWith({}) : frozen),
    });
    await press('Unfreeze');
    // Each ends one pause of a second and a half.
    const look = async (): Promise<void> => {
      globalThis.dispatchEvent(new Event('online'));
      await settle();
    };
    for (let looks = 0; looks < 15; looks += 1) await look();
    expect(texts()).toContain('It’s not certain that the card was unfrozen');
    isMade = true;
    await look();
    expect(textOf()).not.toContain('It’s not certain');
    expect(textOf()).not.toContain('The card was not unfrozen');
  });

  it('unfreezes a card for ten minutes only where that was asked for', async () => {
    const frozen = cardWith({ status: 'freezed', frozenReasons: ['owner'] });
    await page(frozen, { [`PATCH /cards/${cardId}/unfreeze`]: { card: cardWith({}) } });
    await press('Unfreeze for 10 Minutes');
    expect(changes().map(({ body }) => body)).toEqual([{ forMinutes: 10 }]);
  });

  it('hides the secrets of a card from which money was moved, and drops those that come after that', async () => {
    const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    const asked = answers.map(({ promise }) => promise);
    await page(
      cardWith({}),
      {
        [`GET /cards/${cardId}/private`]: () => asked.shift(),
        [`PATCH /cards/${cardId}/load`]: { card: cardWith({}) },
      },
      `/cards/${cardId}?load`,
    );
    const load = async (): Promise<void> => {
      await vi.waitFor(() => field('Amount to load'));
      await type('Amount to load', '10');
      await press(/^Load Card/);
    };
    await press('Show CVV');
    await load();
    answers[0]?.resolve(secrets);
    await settle();
    expect(textOf()).not.toContain('42424242');
    navigate(`/cards/${cardId}?load`);
    await settle();
    answers[1]?.resolve(secrets);
    await press('Show CVV');
    expect(textOf()).toContain('4242424242424242');
    await load();
    expect(textOf()).not.toContain('42424242');
  });

  it('says why its secrets are not shown', async () => {
    await page(cardWith({}), { [`GET /cards/${cardId}/private`]: refusal(409, 'Conflict', 'Not now.') });
    await press('Show CVV');
    expect(textOf()).toContain('Not now.');
  });

  it('says why a card is frozen, and unfreezes it for good from a declined purchase', async () => {
    const line = sampleHistory[0];
    const transactions = [
      {
        ...line,
        status: 'declined',
        decline_code: 'card_frozen',
        decline_reason: 'Frozen.',
        transaction_date: new Date().toISOString(),
      },
    ];
    await page(cardWith({ status: 'freezed', frozenReasons: ['owner'], statusReason: 'You froze this card.' }), {
      [`GET /cards/${cardId}/transactions`]: { ...history, transactions },
      [`PATCH /cards/${cardId}/unfreeze`]: refusal(409, 'Conflict', 'Something else changed this card.'),
    });
    expect(texts()).toContain('You froze this card.');
    const [, atDecline] = buttons('Unfreeze');
    atDecline?.click();
    await settle();
    expect(changes()[0]?.body).toEqual({});
    expect(texts()).toContain('The card was not unfrozen');
    expect(texts().filter((text) => text === 'Something else changed this card.')).toHaveLength(2);
  });

  it('offers to read a history again that could not be read', async () => {
    await page(cardWith({}), { [`GET /cards/${cardId}/transactions`]: refusal(500, 'Internal', 'No.') });
    expect(buttons('Retry')).toHaveLength(1);
  });

  it('shows no line of one page of the history as one of another, which is still read', async () => {
    const second = Promise.withResolvers<unknown>();
    const pageOf = (number: number) => ({
      transactions: [{ ...sampleHistory[0], description: `LINE ${number}` }],
      meta: { pages: 2, page: number, cardUpdatedAt: sampleCard.updatedAt },
    });
    await page(cardWith({}), {
      [`GET /cards/${cardId}/transactions`]: ({ path }: { path: string }) =>
        path.endsWith('=2') ? second.promise : pageOf(1),
    });
    expect(textOf()).toContain('LINE 1');
    await press('Page 2');
    expect(textOf()).not.toContain('LINE');
    second.resolve(pageOf(2));
    await settle();
    expect(textOf()).toContain('LINE 2');
  });

  it('of another card shows nothing of the one before', async () => {
    const other = `${cardId.slice(0, -1)}2`;
    const both = Object.fromEntries(
      [cardId, other].flatMap((id) => [
        [`GET /cards/${id}/public`, cardWith({ _id: id as typeof cardId })],
        [`GET /cards/${id}/private`, secrets],
        [`GET /cards/${id}/codes`, []],
        [`GET /cards/${id}/transactions`, history],
      ]),
    );
    await show(CardPage, {}, { ...replies, ...both, 'GET /cards': [] }, `/cards/${cardId}`);
    await press('Show CVV');
    expect(textOf()).toContain('4242424242424242');
    navigate(`/cards/${other}`);
    await settle();
    expect(textOf()).not.toContain('42424242');
  });
});
