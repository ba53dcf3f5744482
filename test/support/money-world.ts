import { cents, zero, type Cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import { termsVersion } from '#shared/terms.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { JournalRecord, Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { EventMessage } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Store } from '#functions/ports/store.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { newWallet } from '#functions/domain/auth/sign-up/new-wallet.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { entryHash } from '#functions/domain/ledger/posting.ts';
import { authWorld, type AuthWorld } from './auth-world.ts';
import { createFakePayments, type FakePayments } from './fake-payments.ts';
import type { ManualClock } from './manual-clock.ts';
import type { MemoryStore } from './memory-store.ts';
import { createScriptedIssuer, type ScriptedIssuer } from './scripted-issuer.ts';

/** People with money, in memory, with an issuer and a payment provider that misbehave on request. */
export type MoneyWorld = {
  readonly services: Services;
  readonly clock: ManualClock;
  readonly store: MemoryStore;
  readonly issuer: ScriptedIssuer;
  readonly payments: FakePayments;
  readonly queued: EventMessage[];
  /** The lines logged, oldest first. */
  readonly logs: AuthWorld['logs'];
  readonly mails: AuthWorld['mails'];
  /** Adds a verified cardholder with this many cents. */
  cardholder(availableCents: number, changes?: Partial<User>): Promise<User>;
  /** Adds an open card with $5 on it. */
  openCard(user: User): Promise<Card>;
  wallet(user: User): Promise<Wallet>;
  card(card: Card): Promise<Card>;
};

let people = 0;

/** Makes a world. `store` replaces the one in memory. */
export function moneyWorld(given: { readonly store?: (clock: ManualClock) => Store } = {}): MoneyWorld {
  const base = authWorld();
  const issuer = createScriptedIssuer();
  const payments = createFakePayments();
  const queued: EventMessage[] = [];
  const queue = { send: async (message: EventMessage) => void queued.push(message) };
  const store = (given.store?.(base.clock) ?? base.store) as MemoryStore;
  const services: Services = { ...base.services, store, issuer, payments, paymentEvents: queue, issuerEvents: queue };
  const found = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('it is not there');
    return value;
  };
  const world: MoneyWorld = {
    services,
    clock: base.clock,
    store,
    issuer,
    payments,
    queued,
    logs: base.logs,
    mails: base.mails,
    cardholder: async (availableCents, changes = {}) => {
      people += 1;
      const userId: Id<'user'> = changes.userId ?? `usr_${String(people).padStart(26, '0')}`;
      const nowMs = base.clock.now();
      const user: User = {
        userId,
        email: `person-${people}@example.com`,
        firstname: 'Pat',
        lastname: 'Person',
        role: 'user',
        passwordHash: '',
        isVerified: true,
        isTwoFactorEnabled: false,
        // An admin without a factor may do nothing.
        factors: changes.role === 'admin' ? ['totp'] : undefined,
        isSuspended: false,
        holderId: `holder-${userId}`,
        sessionGeneration: 1,
        termsVersion,
        referredBy: undefined,
        referral: undefined,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        version: 1,
        ...changes,
      };
      await store.commit([
        insert('user', user),
        ...searchTermWrites(undefined, user),
        ...openingWrites(userId, cents(availableCents), nowMs),
      ]);
      return user;
    },
    openCard: async (user) => {
      const operationId = await requestCreation(services, { user, name: 'Everyday', claim: undefined });
      const operation = await driveOperation(services, operationId, {
        untilMs: base.clock.now() + 10_000,
        secrets: { pin: '0007' },
      });
      return found(await store.get('card', { userId: user.userId, cardId: found(operation.cardId) }));
    },
    wallet: async ({ userId }) => found(await store.get('wallet', { userId })),
    card: async ({ userId, cardId }) => found(await store.get('card', { userId, cardId })),
  };
  return world;
}

/** Returns the writes of a wallet with money, together with its first entry and journal record, as always. */
function openingWrites(userId: Id<'user'>, availableCents: Cents, nowMs: number) {
  const wallet = { ...newWallet(userId, nowMs), availableCents };
  if (availableCents === 0) return [insert('wallet', wallet)];
  const record: JournalRecord = {
    journalId: `opening:${userId}`,
    kind: 'deposit_credited',
    cause: 'opening',
    legs: [
      { account: 'PROV:CLEARING', amountCents: availableCents },
      { account: `U:${userId}:AVAIL`, amountCents: cents(-availableCents) },
    ],
    roundedOffMicroCents: 0,
    atMs: nowMs,
  };
  const entry = {
    ownerId: userId,
    sequence: 1,
    journalId: record.journalId,
    deltas: { available: availableCents, held: zero, debt: zero },
    after: { available: availableCents, held: zero, debt: zero },
    atMs: nowMs,
    previousHash: '',
  };
  const hash = entryHash(entry);
  return [
    insert('wallet', { ...wallet, sequence: 1, lastHash: hash }),
    insert('entry', { ...entry, hash }),
    insert('journal', record),
  ];
}
