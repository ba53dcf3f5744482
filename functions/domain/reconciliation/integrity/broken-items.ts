import { freezeReasons } from '#shared/contract/cards.ts';
import type { Entities } from '#functions/ports/entities.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';

/** The required types of fields. Optional fields are not listed. */
type Shape =
  | 'text'
  | 'cents'
  | 'cents or none'
  | 'count'
  | 'count or none'
  | 'flag'
  | 'amounts'
  | 'amounts or none'
  | 'legs'
  | 'reasons'
  | readonly string[];
type Form<T> = Readonly<Partial<Record<keyof T, Shape>>>;

const statistics = {
  cardsCreated: 'count',
  paidInvoices: 'count',
  fundedCents: 'cents',
  cardFeeCents: 'cents',
  loadFeeCents: 'cents',
} as const;

const forms = {
  user: {
    email: 'text',
    role: ['user', 'admin'],
    isVerified: 'flag',
    isSuspended: 'flag',
    isTwoFactorEnabled: 'flag',
    sessionGeneration: 'count',
    createdAtMs: 'count',
    updatedAtMs: 'count',
    version: 'count',
  },
  wallet: {
    availableCents: 'cents',
    heldCents: 'cents',
    debtCents: 'cents',
    cardCount: 'count',
    retiringCount: 'count or none',
    closedAtMs: 'count or none',
    unclaimedCents: 'cents or none',
    sequence: 'count',
    lastHash: 'text',
    updatedAtMs: 'count',
    version: 'count',
  },
  referralAccount: {
    balanceCents: 'cents',
    withdrawnCents: 'cents',
    isPremium: 'flag',
    isAutomatic: 'flag',
    sequence: 'count',
    lastHash: 'text',
    updatedAtMs: 'count',
    version: 'count',
  },
  userFigures: { ...statistics, referrals: 'count', updatedAtMs: 'count', version: 'count' },
  platformFigures: { ...statistics, day: 'text', shard: 'count', usersRegistered: 'count', version: 'count' },
  card: {
    cardId: 'text',
    name: 'text',
    holderId: 'text',
    lifecycle: ['creating', 'open', 'retiring', 'closing', 'failed', 'deleted'],
    frozenReasons: 'reasons',
    actual: ['active', 'frozen'],
    isShortOfMoney: 'flag',
    uncertainUntilMs: 'count',
    shortDeclines: 'count',
    balanceCents: 'cents',
    pendingInCents: 'cents',
    pendingOutCents: 'cents',
    fetchCents: 'cents or none',
    spendMonth: 'text',
    spentThisMonthCents: 'cents',
    limits: 'amounts or none',
    transactionCount: 'count',
    lastUnloadAtMs: 'count',
    sequence: 'count',
    lastHash: 'text',
    lastActivityAtMs: 'count',
    createdAtMs: 'count',
    updatedAtMs: 'count',
    version: 'count',
  },
  entry: {
    sequence: 'count',
    journalId: 'text',
    deltas: 'amounts',
    after: 'amounts',
    atMs: 'count',
    previousHash: 'text',
    hash: 'text',
  },
  journal: {
    journalId: 'text',
    kind: 'text',
    cause: 'text',
    legs: 'legs',
    roundedOffMicroCents: 'count',
    atMs: 'count',
  },
  movement: {
    subjectId: 'text',
    kind: 'text',
    direction: ['credit', 'debit'],
    amountCents: 'cents',
    paidCents: 'cents',
    feeCents: 'cents',
    status: 'text',
    description: 'text',
    createdAtMs: 'count',
    updatedAtMs: 'count',
    version: 'count',
  },
  operation: {
    kind: ['card_creation', 'card_load', 'card_withdrawal', 'card_closing', 'holder_registration'],
    state: ['reserved', 'submitted', 'settled', 'released', 'review'],
    amountCents: 'cents',
    feeCents: 'cents',
    bonusCents: 'cents',
    attempt: 'count',
    unresolvedAttempts: 'count',
    lastSubmitAtMs: 'count',
    isAccepted: 'flag',
    isDeclined: 'flag',
    notBeforeMs: 'count',
    reviewedAtMs: 'count or none',
    priceVersion: 'count or none',
    deadlineMs: 'count',
    createdAtMs: 'count',
    updatedAtMs: 'count',
    version: 'count',
  },
  deposit: {
    amountCents: 'cents',
    coin: 'text',
    network: 'text',
    lifecycle: ['creating', 'open', 'refused'],
    state: 'text',
    creditedCents: 'cents',
    frozenCents: 'cents',
    surplusCents: 'cents',
    refusedCents: 'cents or none',
    sentBackCents: 'cents or none',
    commissionCents: 'cents or none',
    commissionCount: 'count or none',
    waitsSinceMs: 'count or none',
    createAttempts: 'count',
    createdAtMs: 'count',
    updatedAtMs: 'count',
    version: 'count',
  },
  cardTransaction: {
    number: 'count',
    reference: 'text',
    kind: ['purchase', 'reversal', 'refund', 'fee', 'load', 'withdrawal', 'creation', 'closing'],
    status: ['settled', 'declined', 'reversed'],
    direction: ['credit', 'debit'],
    amountCents: 'cents',
    description: 'text',
    atMs: 'count',
  },
  reward: {
    refereeId: 'text',
    event: ['signup', 'card_created'],
    rewardId: 'text',
    amountCents: 'cents',
    stage: ['pending', 'matured', 'cancelled'],
    isRevoked: 'flag',
    createdAtMs: 'count',
    updatedAtMs: 'count',
    version: 'count',
  },
} as const satisfies { readonly [K in keyof Entities]?: Form<Entities[K]> };

type FormedKind = keyof typeof forms;

/**
 * Returns the malformed fields of an item: field → reason. `own` holds the values that follow from its place in the
 * table.
 */
export function brokenFields<K extends FormedKind>(
  kind: K,
  item: Entities[K],
  own: Partial<Entities[K]> = {},
): Readonly<Record<string, string>> {
  const fields = item as unknown as Readonly<Record<string, unknown>>;
  const wrong: Record<string, string> = {};
  for (const [name, shape] of Object.entries(forms[kind]) as [string, Shape][]) {
    if (!isOfShape(fields[name], shape)) wrong[name] = `${shown(fields[name])}, must be ${wordsOf(shape)}`;
  }
  for (const [name, should] of Object.entries(own)) {
    if (fields[name] !== should) wrong[name] = `${shown(fields[name])}, lies where ${String(should)} belongs`;
  }
  return wrong;
}

/** Returns the break of an item with a missing or mistyped field, or another owner; undefined for a sound item. */
export function brokenItem<K extends FormedKind>(
  kind: K,
  id: string,
  item: Entities[K] | undefined,
  own: Partial<Entities[K]>,
  { ownerId, atMs }: Pick<Break, 'ownerId' | 'atMs'>,
): Break | undefined {
  const evidence = item === undefined ? {} : brokenFields(kind, item, own);
  if (Object.keys(evidence).length === 0) return undefined;
  const proposal = person(`find out who wrote to the table, and restore the ${kind} from the point-in-time backup`);
  return {
    part: 'internal',
    class: 'UNREADABLE',
    subject: `${kind}:${id}`,
    ownerId,
    cents: 0,
    atMs,
    evidence,
    proposal,
  };
}

/** Returns the breaks of a person's items that are malformed by themselves, without a comparison with others. */
export function brokenItems(books: Books, nowMs: number): readonly Break[] {
  const { userId } = books.user;
  const facts = { ownerId: userId, atMs: nowMs };
  const own = { userId };
  const found: (Break | undefined)[] = [
    brokenItem('user', userId, books.user, own, facts),
    brokenItem('wallet', userId, books.wallet, own, facts),
    brokenItem('referralAccount', userId, books.referral, own, facts),
    brokenItem('userFigures', userId, books.statistics, own, facts),
  ];
  for (const card of books.cards) found.push(brokenItem('card', card.cardId, card, own, facts));
  for (const [ownerId, entries] of books.entries)
    for (const entry of entries)
      found.push(brokenItem('entry', `${ownerId}#${entry.sequence}`, entry, { ownerId }, facts));
  for (const [journalId, record] of books.records)
    found.push(brokenItem('journal', journalId, record, { journalId }, facts));
  for (const [subjectId, activityLine] of books.activity)
    found.push(brokenItem('movement', subjectId, activityLine, own, facts));
  for (const [operationId, operation] of books.operations)
    found.push(brokenItem('operation', operationId, operation, { operationId, userId }, facts));
  for (const [depositId, deposit] of books.deposits)
    found.push(brokenItem('deposit', depositId, deposit, { depositId, userId }, facts));
  for (const [cardId, lines] of books.lines)
    for (const line of lines)
      found.push(brokenItem('cardTransaction', `${cardId}#${line.number}`, line, { cardId }, facts));
  for (const reward of books.rewards) {
    const { refereeId, event } = reward;
    found.push(brokenItem('reward', `${refereeId}:${event}`, reward, { referrerId: userId }, facts));
  }
  return found.filter((each) => each !== undefined);
}

function isOfShape(value: unknown, shape: Shape): boolean {
  if (typeof shape !== 'string') return shape.includes(value as string);
  switch (shape) {
    case 'text':
      return typeof value === 'string';
    case 'cents':
      return Number.isSafeInteger(value);
    case 'cents or none':
      return value === undefined || Number.isSafeInteger(value);
    case 'count or none':
      return value === undefined || isOfShape(value, 'count');
    case 'count':
      return Number.isSafeInteger(value) && (value as number) >= 0;
    case 'flag':
      return typeof value === 'boolean';
    case 'amounts or none':
      return value === undefined || isOfShape(value, 'amounts');
    case 'amounts':
      return (
        typeof value === 'object' && value !== null && Object.values(value).every((each) => Number.isSafeInteger(each))
      );
    case 'legs':
      return Array.isArray(value) && value.every(isLeg);
    case 'reasons':
      return Array.isArray(value) && freezeReasons.filter((each) => value.includes(each)).join() === value.join();
  }
}

function isLeg(value: unknown): boolean {
  const { account, amountCents } = (value ?? {}) as { readonly account?: unknown; readonly amountCents?: unknown };
  return typeof account === 'string' && Number.isSafeInteger(amountCents);
}

function shown(value: unknown): string {
  return value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
}

const words: Readonly<Record<Extract<Shape, string>, string>> = {
  text: 'a text',
  cents: 'whole cents',
  'cents or none': 'whole cents',
  count: 'a whole number from 0',
  'count or none': 'a whole number from 0',
  flag: 'true or false',
  amounts: 'whole cents by bucket',
  'amounts or none': 'whole cents by name',
  legs: 'accounts with whole cents',
  reasons: 'reasons to be frozen, each once and in order',
};

function wordsOf(shape: Shape): string {
  return typeof shape === 'string' ? words[shape] : `one of ${shape.join(', ')}`;
}
