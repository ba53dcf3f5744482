import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import { cents, zero } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { newWallet } from '#functions/domain/auth/sign-up/new-wallet.ts';
import { markKeptMs } from '#functions/domain/statistics/count-contributions.ts';
import { addStatistics } from '#functions/domain/statistics/add-statistics.ts';
import {
  contributionOfRecord,
  contributionOfUser,
  type Contribution,
} from '#functions/domain/statistics/contribution.ts';
import { depositCredited } from '#functions/domain/ledger/postings.ts';
import { journal } from '#functions/domain/ledger/journal.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { insert, type Write } from '#functions/ports/store.ts';

/** One of many accounts that are made up: its number in the run, and when it was opened. */
export type SeededAccountWish = {
  /** Tag of the run, so that two runs make different people. */
  readonly tag: string;
  readonly number: number;
  readonly createdAtMs: number;
  readonly passwordHash: string;
  readonly emailHashOf: (email: string) => Promise<string>;
};

/** Everything that one account holds in the table, and what it adds to the platform's statistics. */
export type SeededAccount = { readonly writes: readonly Write[]; readonly contributions: readonly Contribution[] };

/** One account in this many has made a deposit. */
const depositEvery = 4;

const firstnames = ['Ada', 'Ben', 'Chloé', 'Dmitri', 'Elif', 'Femi', 'Greta', 'Hiro', 'Inés', 'Jonas', 'Kofi', 'Lena'];
const lastnames = [
  'Adams',
  'Brandt',
  'Costa',
  'Díaz',
  'Eriksen',
  'Fischer',
  'Gupta',
  'Haas',
  'Ivanov',
  'Jansen',
  'Kim',
];

/** Makes up an account as sign-up, verification and a deposit leave it, by the product's own rules for each. */
export async function seededAccount(wish: SeededAccountWish): Promise<SeededAccount> {
  const user = userOf(wish);
  const { userId, email } = user;
  const wallet = newWallet(userId, user.createdAtMs);
  // Marked as if the stream had counted it: a new item without a mark would be counted once more.
  const marked = (recordId: string): Write =>
    insert('countedRecord', { recordId, expiresAtMs: user.createdAtMs + markKeptMs });
  const profile = [
    insert('user', user),
    marked(userId),
    insert('emailOwner', { emailHash: await wish.emailHashOf(email), userId }),
    ...searchTermWrites(undefined, user),
  ];
  if (wish.number % depositEvery !== 0) {
    return { writes: [...profile, insert('wallet', wallet)], contributions: [contributionOfUser(user)] };
  }
  const { writes, contribution } = depositOf(wish, user, wallet);
  return {
    writes: [...profile, ...writes, marked(contribution.recordId)],
    contributions: [contributionOfUser(user), contribution],
  };
}

function depositOf(
  { tag, number }: SeededAccountWish,
  user: User,
  wallet: Wallet,
): { readonly writes: readonly Write[]; readonly contribution: Contribution } {
  const { userId, email, createdAtMs: atMs } = user;
  const amountCents = cents(500 + ((number * 7_919) % 99_500));
  const depositId: Id<'deposit'> = `dep_${ulidOf(atMs, `deposit ${tag} ${number}`)}`;
  const deposit: Deposit = {
    depositId,
    userId,
    email,
    amountCents,
    coin: 'USDT',
    network: 'TRON',
    lifecycle: 'open',
    state: 'paid',
    creditedCents: amountCents,
    frozenCents: zero,
    surplusCents: zero,
    decision: undefined,
    reviewReason: undefined,
    paymentId: `seeded-${tag}-${number}`,
    paymentUrl: undefined,
    payerAmount: undefined,
    receivedAmount: undefined,
    rate: undefined,
    address: undefined,
    invoiceExpiresAtMs: undefined,
    createAttempts: 1,
    askedAtMs: atMs,
    dueAtMs: undefined,
    events: [{ status: 'paid', atMs, creditedCents: amountCents }],
    createdAtMs: atMs,
    updatedAtMs: atMs,
    version: 2,
  };
  const change = { fromCents: zero, toCents: amountCents, roundedOffMicroCents: 0 };
  const draft = depositCredited({ ...deposit, version: 1 }, wallet, change);
  const record = journal(draft, atMs);
  const contribution = contributionOfRecord(record);
  if (contribution === undefined) throw new Error('a credited deposit counts');
  const line = {
    userId,
    subjectId: depositId,
    kind: 'deposit',
    direction: 'credit',
    tid: `seeded-${tag}-${number}`,
    amountCents,
    paidCents: amountCents,
    feeCents: zero,
    email,
    status: 'paid',
    description: 'Deposit in USDT',
    cardId: undefined,
    paymentUrl: undefined,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    version: 2,
  } as const;
  const statistics = { userId, ...addStatistics(contribution.statistics), referrals: 0, updatedAtMs: atMs, version: 1 };
  return {
    writes: [
      ...new Posting(atMs, { wallet }).post(draft).writesWithoutCards(),
      insert('deposit', deposit),
      insert('movement', line),
      insert('userFigures', statistics),
    ],
    contribution,
  };
}

function userOf({ tag, number, createdAtMs, passwordHash }: SeededAccountWish): User {
  const firstname = firstnames[number % firstnames.length] ?? 'Ada';
  const lastname = lastnames[number % lastnames.length] ?? 'Adams';
  return {
    userId: `usr_${ulidOf(createdAtMs, `user ${tag} ${number}`)}`,
    email: `${plain(firstname)}.${plain(lastname)}.${number}-${tag}@example.com`,
    firstname,
    lastname,
    role: 'user',
    passwordHash,
    isVerified: true,
    isTwoFactorEnabled: false,
    isSuspended: false,
    holderId: undefined,
    sessionGeneration: 1,
    referredBy: undefined,
    referral: undefined,
    createdAtMs,
    updatedAtMs: createdAtMs,
    version: 1,
  };
}

/** The name as it may stand in an address. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\P{ASCII}/gu, '')
    .toLowerCase();
}

/** An id's second half: its time, and what follows from a text. */
function ulidOf(atMs: number, text: string): string {
  const digest = createHash('sha256').update(text).digest();
  return encodeTime(atMs) + Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % 32]).join('');
}

/** Crockford's base 32, which ids are spelt in. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
