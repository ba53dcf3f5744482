import { cents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type {
  Cardholder,
  CardIssuer,
  IssuerCard,
  IssuerEvent,
  IssuerTransaction,
  TransferState,
} from '#functions/ports/card-issuer.ts';
import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';

/** The fault of a call. `lost`: it never arrived. `unheard`: it happened, its answer was lost. */
export type Fault =
  | { readonly does: 'lost' }
  | { readonly does: 'unheard' }
  | { readonly does: 'late'; readonly arrive: (apply: () => void) => void }
  | { readonly does: 'declined'; readonly reason: DeclineReason }
  | { readonly does: 'busy'; readonly retryAfterMs: number }
  | { readonly does: 'fault' };

type FaultyCall =
  | 'createCard'
  | 'load'
  | 'unload'
  | 'close'
  | 'setPin'
  | 'listTransactions'
  | 'freeze'
  | 'unfreeze'
  | 'registerCardholder'
  | 'deleteCardholder'
  | 'readCardholder'
  | 'findCardholder'
  | 'readTransfer'
  | 'readCard'
  | 'findCard'
  | 'readFloat';

type Transfer = { amountCents: Cents; state: TransferState; issuerCardId: string };

/** An issuer in memory that keeps a reference for good, and misbehaves on request. */
export type FakeIssuer = CardIssuer & {
  readonly cards: Map<string, IssuerCard>;
  readonly transfers: Map<string, Transfer>;
  readonly transactions: IssuerTransaction[];
  /** Cardholders that were deleted, by the issuer's id. */
  readonly deletedHolders: Set<string>;
  /** Number of calls by name. */
  readonly calls: Record<string, number>;
  /** The next calls of this name do this, one after another. */
  misbehave(call: FaultyCall, ...faults: Fault[]): void;
  /** The balance that `readFloat` says. No call changes it. */
  floatCents: Cents;
  /** The state that accepted transfers reach. */
  transfersEnd: TransferState;
  /** Amount that withdrawals really move, in cents, instead of the requested one. */
  withdrawalsMove: number | undefined;
  /** The 3DS codes that were set, by card. */
  readonly pins: Map<string, string>;
  /** The issuer deletes a card by itself: what is on it returns to our float. */
  deleteCard(issuerCardId: string): void;
  /** Money of a purchase comes back. */
  refund(issuerCardId: string, amountCents: number, reference: string): IssuerTransaction;
  /** A purchase with a card. */
  charge(issuerCardId: string, amountCents: number, reference: string): IssuerTransaction;
};

/** Makes an issuer without cards. */
export function createFakeIssuer(): FakeIssuer {
  const faults = new Map<FaultyCall, Fault[]>();
  const unknown = { outcome: 'unknown', detail: 'timeout' } as const;

  async function perform<T>(call: FaultyCall, act: () => T): Promise<ProviderAnswer<T>> {
    issuer.calls[call] = (issuer.calls[call] ?? 0) + 1;
    const fault = faults.get(call)?.shift();
    if (fault === undefined) return { outcome: 'success', value: act() };
    switch (fault.does) {
      case 'lost':
        return unknown;
      case 'unheard':
        act();
        return unknown;
      case 'late':
        fault.arrive(() => void act());
        return unknown;
      case 'declined':
        return { outcome: 'declined', reason: fault.reason, detail: 'scripted' };
      case 'busy':
        return { outcome: 'not_processed', retryAfterMs: fault.retryAfterMs, detail: 'scripted' };
      case 'fault':
        return { outcome: 'fault', detail: 'scripted' };
    }
  }

  const cardOf = (issuerCardId: string): IssuerCard => {
    const card = issuer.cards.get(issuerCardId);
    if (!card) throw new Error(`no such card: ${issuerCardId}`);
    return card;
  };
  const setBalance = (issuerCardId: string, balance: Cents): void => {
    issuer.cards.set(issuerCardId, {
      ...cardOf(issuerCardId),
      bookBalanceCents: balance,
      availableBalanceCents: balance,
    });
  };

  const line = (
    issuerCardId: string,
    direction: IssuerTransaction['direction'],
    amountCents: number,
    reference: string,
  ): IssuerTransaction => {
    const transaction: IssuerTransaction = {
      issuerCardId,
      reference,
      direction,
      amountCents: cents(amountCents),
      currency: 'USD',
      description: 'CORNER COFFEE',
      atMs: Date.UTC(2026, 10, 21, 9),
      merchantName: 'Corner Coffee',
      merchantLogo: '',
      merchantCategoryCode: '5814',
      isRecurring: false,
      category: 'Food',
      group: 'Restaurants',
    };
    issuer.transactions.unshift(transaction);
    return transaction;
  };

  const holderOf = (holderId: string, userId: Cardholder['userId']): Cardholder | undefined =>
    issuer.deletedHolders.has(holderId) ? undefined : { holderId, userId, status: 'verified' };

  const issuer: FakeIssuer = {
    cards: new Map(),
    transfers: new Map(),
    transactions: [],
    deletedHolders: new Set(),
    calls: {},
    transfersEnd: 'successful',
    misbehave: (call, ...more) => void faults.set(call, [...(faults.get(call) ?? []), ...more]),
    floatCents: cents(100_000_000),
    withdrawalsMove: undefined,
    pins: new Map(),
    deleteCard: (issuerCardId) => {
      setBalance(issuerCardId, zero);
      issuer.cards.set(issuerCardId, { ...cardOf(issuerCardId), isActive: false, isDeleted: true });
    },
    refund: (issuerCardId, amountCents, reference) => {
      const card = cardOf(issuerCardId);
      if (!card.isDeleted) setBalance(issuerCardId, sum(card.bookBalanceCents, cents(amountCents)));
      return line(issuerCardId, 'credit', amountCents, reference);
    },
    charge: (issuerCardId, amountCents, reference) => {
      const card = cardOf(issuerCardId);
      if (!card.isDeleted) setBalance(issuerCardId, minus(card.bookBalanceCents, cents(amountCents)));
      return line(issuerCardId, 'debit', amountCents, reference);
    },
    registerCardholder: ({ userId }) =>
      perform('registerCardholder', () => ({ holderId: `holder-${userId}`, userId, status: 'verified' as const })),
    readCardholder: (holderId) => perform('readCardholder', () => holderOf(holderId, undefined)),
    findCardholder: (userId) => perform('findCardholder', () => holderOf(`holder-${userId}`, userId)),
    deleteCardholder: (holderId) =>
      perform('deleteCardholder', () => {
        issuer.deletedHolders.add(holderId);
        return 'done' as const;
      }),
    createCard: ({ cardId, holderId, fundingCents }) =>
      perform('createCard', () => {
        const issuerCardId = `issued-${cardId}`;
        if (!issuer.cards.has(issuerCardId)) {
          issuer.cards.set(issuerCardId, {
            issuerCardId,
            holderId,
            cardId,
            last4Digits: '4444',
            brand: 'Mastercard',
            isActive: true,
            isDeleted: false,
            isBlocked: false,
            bookBalanceCents: fundingCents,
            availableBalanceCents: fundingCents,
            shortDeclines: undefined,
          });
        }
        return { issuerCardId };
      }),
    findCard: ({ cardId }) =>
      perform('findCard', () => [...issuer.cards.values()].find((card) => card.cardId === cardId)),
    readCard: (issuerCardId) => perform('readCard', () => issuer.cards.get(issuerCardId)),
    load: ({ issuerCardId, amountCents, reference }) =>
      perform('load', () => {
        if (!issuer.transfers.has(reference)) {
          issuer.transfers.set(reference, { amountCents, issuerCardId, state: issuer.transfersEnd });
          if (issuer.transfersEnd === 'successful') {
            setBalance(issuerCardId, sum(cardOf(issuerCardId).bookBalanceCents, amountCents));
          }
        }
        return 'accepted' as const;
      }),
    unload: ({ issuerCardId, amountCents, reference }) =>
      perform('unload', () => {
        if (!issuer.transfers.has(reference)) {
          issuer.transfers.set(reference, { amountCents, issuerCardId, state: issuer.transfersEnd });
          if (issuer.transfersEnd === 'successful') {
            const movedCents = cents(issuer.withdrawalsMove ?? amountCents);
            setBalance(issuerCardId, minus(cardOf(issuerCardId).bookBalanceCents, movedCents));
            line(issuerCardId, 'debit', movedCents, reference);
          }
        }
        return 'accepted' as const;
      }),
    readTransfer: ({ reference }) =>
      perform('readTransfer', () => issuer.transfers.get(reference)?.state ?? 'not_found'),
    freeze: (issuerCardId) =>
      perform('freeze', () => {
        issuer.cards.set(issuerCardId, { ...cardOf(issuerCardId), isActive: false });
        return 'done' as const;
      }),
    unfreeze: (issuerCardId) =>
      perform('unfreeze', () => {
        issuer.cards.set(issuerCardId, { ...cardOf(issuerCardId), isActive: true });
        return 'done' as const;
      }),
    close: (issuerCardId) =>
      perform('close', () => {
        issuer.deleteCard(issuerCardId);
        return 'done' as const;
      }),
    setPin: ({ issuerCardId, pin }) =>
      perform('setPin', () => {
        issuer.pins.set(issuerCardId, pin);
        return 'done' as const;
      }),
    reveal: async () => ({
      outcome: 'success',
      value: {
        cardNumber: '5555550000004444',
        expiry: '11/29',
        cvv: '123',
        billingAddress: { line1: '1 Example Road', city: 'Newark', state: 'Delaware', zip: '19702', country: 'US' },
      },
    }),
    listTransactions: ({ issuerCardId, page }) =>
      perform('listTransactions', () => {
        const all = issuer.transactions.filter((each) => each.issuerCardId === issuerCardId);
        return { transactions: all.slice((page - 1) * 20, page * 20), pages: Math.max(1, Math.ceil(all.length / 20)) };
      }),
    readTransaction: async ({ issuerCardId, reference }) => ({
      outcome: 'success',
      value: issuer.transactions.find((each) => each.issuerCardId === issuerCardId && each.reference === reference),
    }),
    readFloat: () => perform('readFloat', () => issuer.floatCents),
    verifyWebhook: (signature) => signature === 'authentic',
    parseWebhook: (rawBody) => {
      const claim = JSON.parse(Buffer.from(rawBody).toString('utf8')) as IssuerEvent & { readonly code?: string };
      if (claim.type !== 'code') return claim;
      const { code, ...redacted } = claim;
      return { ...claim, code, redactedBody: Buffer.from(JSON.stringify(redacted)) };
    },
  };
  return issuer;
}
