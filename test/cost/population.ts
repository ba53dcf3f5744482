import { encodeTime } from 'ulid';
import { cents, zero, type Cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { ActivityLine, Wallet } from '#functions/ports/entities/books.ts';
import type { CardOwner } from '#functions/ports/entities/cards.ts';
import type { UserStatistics } from '#functions/ports/entities/statistics.ts';
import { searchTermsOf } from '#functions/domain/admin/search-terms.ts';
import {
  everybodyPartition,
  everybodyShards,
  fundedPartition,
  fundedShards,
  lastFourPartition,
  searchPartition,
} from '#functions/adapters/dynamo/table.ts';
import { itemOf as writtenAs } from '#functions/adapters/dynamo/transact-item.ts';
import type { Item } from '#test/simulation/engine/expression.ts';

/**
 * A partition of a list of everybody: `at(n)` is the n-th member's item, or undefined when that is in another shard.
 */
export type PopulatedPartition = {
  readonly sortKey: 'sk' | 'gsi1sk';
  /** Returns a member's sort key. The keys grow with the members' numbers, across partitions. */
  readonly sortKeyAt: (member: number) => string;
  readonly at: (member: number) => Item | undefined;
};

/**
 * Members join evenly over this time. It ends before the days that jobs read back, so these are equally busy for a
 * population of any size.
 */
const firstMs = Date.UTC(2024, 0, 1);
const lastMs = Date.UTC(2026, 8, 1);

/** Last four digits of every member's card, so that the list of cards with these digits is as long as possible. */
const sharedDigits = '4444';

/**
 * A generated population: profile, wallet, search terms, statistics and an activity line for each member, as the
 * product writes them. Items are made on demand, so a million members take no memory. Names, addresses, deposits and
 * times grow with a member's number, so a partition can be read from its middle.
 */
export class Population {
  readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  /** Returns the item with a key; undefined when no member has it. */
  get({ pk, sk }: Item): Item | undefined {
    const member = this.#memberIn(String(pk)) ?? this.#memberIn(String(sk));
    if (member === undefined) return undefined;
    return this.items(member).find((item) => item['pk'] === pk && item['sk'] === sk);
  }

  /** Returns all items of a member. */
  items(member: number): readonly Item[] {
    const user = this.#user(member);
    return [
      itemOf('user', user),
      itemOf('wallet', this.#wallet(member)),
      itemOf('userFigures', this.#figures(member)),
      itemOf('movement', this.#activityLine(member)),
      itemOf('cardOwner', this.#cardOwner(member)),
      ...searchTermsOf(user).map((term) => itemOf('searchTerm', { term, userId: user.userId })),
    ];
  }

  /** Returns the member at a place of the leaders' list, ordered by deposits. */
  leader(place: number): { readonly userId: Id<'user'>; readonly fundedCents: Cents } {
    const member = this.size - place;
    return { userId: this.#userId(member), fundedCents: this.#fundedCents(member) };
  }

  /** Returns the list of everybody that a query names; undefined for any other partition. */
  partition(index: string | undefined, pk: string): PopulatedPartition | undefined {
    if (index === undefined) return this.#searchPartition(pk);
    if (index !== 'gsi1') return undefined;
    const makers: readonly [string[], (member: number) => Item][] = [
      [shards(everybodyShards, (shard) => everybodyPartition('user', shard)), (n) => itemOf('user', this.#user(n))],
      [
        shards(everybodyShards, (shard) => everybodyPartition('movement', shard)),
        (n) => itemOf('movement', this.#activityLine(n)),
      ],
      // Lists the whole population, although the digits of real cards differ.
      [[lastFourPartition(sharedDigits)], (n) => itemOf('cardOwner', this.#cardOwner(n))],
      [shards(fundedShards, fundedPartition), (n) => itemOf('userFigures', this.#figures(n))],
    ];
    const make = makers.find(([names]) => names.includes(pk))?.[1];
    if (!make) return undefined;
    return {
      sortKey: 'gsi1sk',
      sortKeyAt: (member) => String(make(member)['gsi1sk']),
      at: (member) => {
        const item = make(member);
        return item['gsi1pk'] === pk ? item : undefined;
      },
    };
  }

  #searchPartition(pk: string): PopulatedPartition | undefined {
    // A member's three search terms begin with different letters.
    const which = searchTermsOf(this.#user(0)).findIndex((term) => searchPartition(term) === pk);
    if (which === -1) return undefined;
    const make = (member: number): Item => {
      const user = this.#user(member);
      return itemOf('searchTerm', { term: searchTermsOf(user)[which] ?? '', userId: user.userId });
    };
    return { sortKey: 'sk', sortKeyAt: (member) => String(make(member)['sk']), at: make };
  }

  #memberIn(text: string): number | undefined {
    const digits = /(?:usr|mov|crd)_[0-9A-Z]{10}M0*(\d+)\b/.exec(text)?.[1];
    const plain = /^MOVEMENT#[0-9A-Z]{10}M0*(\d+)$/.exec(text)?.[1];
    const member = Number(digits ?? plain);
    return Number.isSafeInteger(member) && member < this.size ? member : undefined;
  }

  #atMs(member: number): number {
    return firstMs + Math.floor(((lastMs - firstMs) * member) / Math.max(1, this.size));
  }

  #ulid(member: number): string {
    return `${encodeTime(this.#atMs(member))}M${String(member).padStart(15, '0')}`;
  }

  #userId(member: number): Id<'user'> {
    return `usr_${this.#ulid(member)}`;
  }

  #user(member: number): User {
    const number = String(member).padStart(9, '0');
    const atMs = this.#atMs(member);
    return {
      userId: this.#userId(member),
      email: `everybody-${number}@example.com`,
      firstname: `Fay${number}`,
      lastname: `Lane${number}`,
      role: 'user',
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IGhlcmU$Y29tcHV0ZWQgaGFzaCBvZiB0aGlydHktdHdvIGJ5dGU',
      isVerified: true,
      isTwoFactorEnabled: false,
      isSuspended: false,
      holderId: `holder-${number}`,
      sessionGeneration: 1,
      referredBy: undefined,
      referral: { isEligible: false, reason: undefined },
      createdAtMs: atMs,
      updatedAtMs: atMs,
      version: 2,
    };
  }

  #wallet(member: number): Wallet {
    return {
      userId: this.#userId(member),
      availableCents: this.#fundedCents(member),
      heldCents: zero,
      debtCents: zero,
      cardCount: 0,
      sequence: 1,
      lastHash: 'x'.repeat(43),
      updatedAtMs: this.#atMs(member),
      version: 2,
    };
  }

  #fundedCents(member: number): Cents {
    return cents(1_000 + member);
  }

  #cardOwner(member: number): CardOwner {
    return { cardId: `crd_${this.#ulid(member)}`, userId: this.#userId(member), last4Digits: sharedDigits };
  }

  #figures(member: number): UserStatistics {
    return {
      userId: this.#userId(member),
      fundedCents: this.#fundedCents(member),
      cardFeeCents: zero,
      loadFeeCents: zero,
      cardsCreated: 0,
      paidInvoices: 1,
      referrals: 0,
      updatedAtMs: this.#atMs(member),
      version: 2,
    };
  }

  #activityLine(member: number): ActivityLine {
    const atMs = this.#atMs(member);
    const subjectId: Id<'movement'> = `mov_${this.#ulid(member)}`;
    return {
      userId: this.#userId(member),
      subjectId,
      kind: 'deposit',
      direction: 'credit',
      tid: subjectId,
      amountCents: this.#fundedCents(member),
      paidCents: this.#fundedCents(member),
      feeCents: zero,
      email: this.#user(member).email,
      status: 'paid',
      description: 'Deposit in USDT',
      cardId: undefined,
      paymentUrl: 'https://pay.example/11111111-2222-3333-4444-555555555555',
      createdAtMs: atMs,
      updatedAtMs: atMs,
      version: 3,
    };
  }
}

/** Makes an item as the adapter writes it. */
function itemOf<K extends EntityKind>(kind: K, value: Entities[K]): Item {
  return Object.fromEntries(Object.entries(writtenAs(kind, value)).filter(([, each]) => each !== undefined));
}

function shards(count: number, name: (shard: number) => string): string[] {
  return Array.from({ length: count }, (_, shard) => name(shard));
}
