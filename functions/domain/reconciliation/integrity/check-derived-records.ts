import type { Id } from '#shared/ids.ts';
import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import type { Services } from '#functions/ports/services.ts';
import { searchTermsOf } from '#functions/domain/admin/search-terms.ts';
import { postedMarker } from '#functions/domain/cards/posted-markers.ts';
import { declineMarker } from '#functions/domain/cards/record-decline.ts';
import { firstCardMarker } from '#functions/domain/cards/first-card-bonus.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { commissionId } from '#functions/domain/ledger/postings.ts';
import { zero } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { referrerOf, sourcesMax } from '#functions/domain/referrals/reward.ts';
import type { BelievedOperation } from '#functions/domain/reconciliation/books/believed-operations.ts';
import { person, type Break, type BreakClass } from '#functions/domain/reconciliation/break.ts';
import { brokenForm } from '#functions/domain/reconciliation/broken-form.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/**
 * An item that must exist beside a person's books, because it was written in the same transaction as a part of them.
 */
type DerivedRecord<K extends EntityKind> = {
  readonly kind: K;
  readonly id: string;
  readonly key: EntityKeys[K];
  /** The fields that it must have. */
  readonly says: Partial<Entities[K]>;
  readonly atMs: number;
  readonly words: string;
  /** True when the item's fields hold an address or a name: a break shows none of their values. */
  readonly isPersonal?: true;
};

/**
 * Checks that the items derived from a person's books exist: the index from the issuer's card id to a card, the claim
 * of every request with an `Idempotency-Key`, and the markers of first-card bonuses, declines and purchases. Also
 * checks the reward for a sign-up, the source addresses, surpluses, refused amounts and commissions of deposits, the
 * sign-in index, search terms and deposit references, and the activity lines of bonuses, deleted cards, corrections and
 * adjustments.
 */
export async function checkDerivedRecords(
  needs: Needs,
  books: Books,
  believed: readonly BelievedOperation[],
): Promise<readonly Break[]> {
  const { userId } = books.user;
  const found = await Promise.all([
    derivedRecords(needs, userId, ownersOf(needs, books)),
    derivedRecords(needs, userId, claimsOf(needs, books)),
    derivedRecords(needs, userId, markersOf(books, believed)),
    derivedRecords(needs, userId, ownerOfAddress(needs, books)),
    derivedRecords(needs, userId, searchTerms(needs, books)),
    derivedRecords(needs, userId, referencesOf(needs, books)),
    rewardsForMe(needs, books),
    sources(needs, books),
    setAside(needs, books),
    commissions(needs, books),
  ]);
  return [
    ...found.flat(),
    ...(believed.length > 0 ? linesOfBonuses(books, believed) : []),
    ...linesOfEmptied(books),
    ...linesOfCorrections(books),
  ];
}

async function derivedRecords<K extends EntityKind>(
  { store, clock }: Needs,
  ownerId: Id<'user'>,
  wanted: readonly DerivedRecord<K>[],
): Promise<readonly Break[]> {
  const [first] = wanted;
  if (first === undefined) return [];
  const items = await store.getMany(
    first.kind,
    wanted.map(({ key }) => key),
  );
  return wanted.flatMap(({ kind, id, says, isPersonal, atMs, words }, index): readonly Break[] => {
    const item = items[index];
    const facts = { part: 'internal', subject: `${kind}:${id}`, ownerId, cents: 0, atMs } as const;
    if (item === undefined) return [{ ...facts, class: 'GAP', evidence: { gone: kind }, proposal: person(words) }];
    const wrong = Object.entries(says).filter(([name, should]) => item[name as keyof Entities[K]] !== should);
    const shown = (found: Break): Break => (isPersonal ? { ...found, evidence: namesOnly(found.evidence) } : found);
    if (wrong.length === 0)
      return [brokenForm(store, kind, id, item, { ownerId, atMs: clock.now() })].filter(isThere).map(shown);
    const evidence = Object.fromEntries(
      wrong.map(([name, should]) => [name, `is ${String(item[name as keyof Entities[K]])}, must be ${String(should)}`]),
    );
    return [shown({ ...facts, class: 'STATE', evidence, proposal: person(words) })];
  });
}

/** Returns which fields differ, without their values. */
function namesOnly(evidence: Break['evidence']): Break['evidence'] {
  return Object.fromEntries(Object.keys(evidence).map((name) => [name, 'differs']));
}

/** False for an edited item: the edit is reported by itself, and its fields are not followed. */
function isSound<K extends EntityKind>({ store }: Pick<Needs, 'store'>, kind: K, item: Entities[K]): boolean {
  return Object.keys(store.integrityErrorsOf(kind, item)).length === 0;
}

/** Returns the index entries by which the issuer's webhooks find their card. */
function ownersOf(needs: Needs, { cards }: Books): readonly DerivedRecord<'issuerCardOwner'>[] {
  const sound = cards.filter((card) => isSound(needs, 'card', card));
  return sound.flatMap(({ userId, cardId, issuerCardId, createdAtMs: atMs }) =>
    typeof issuerCardId === 'string'
      ? [
          {
            kind: 'issuerCardOwner',
            id: issuerCardId,
            key: { issuerCardId },
            says: { issuerCardId, userId, cardId },
            atMs,
            words: `write it again: ${issuerCardId} is card ${cardId} of ${userId}`,
          },
        ]
      : [],
  );
}

/** Returns the claims that keep repeated requests from being carried out twice. */
function claimsOf(needs: Needs, { user, referral, activity, operations }: Books): readonly DerivedRecord<'claim'>[] {
  const nowMs = needs.clock.now();
  const { userId } = user;
  const asked = referral && isSound(needs, 'referralAccount', referral) ? referral.requested : undefined;
  const made = [
    ...[...activity.values()].filter((activityLine) => isSound(needs, 'movement', activityLine)),
    ...[...operations.values()].flatMap((operation) =>
      operation?.line && isSound(needs, 'operation', operation)
        ? [{ ...operation.line, subjectId: operation.operationId }]
        : [],
    ),
    ...(asked ? [{ subjectId: asked.payoutId, claimedBy: asked.claimedBy, createdAtMs: asked.atMs }] : []),
  ];
  return made.flatMap(({ subjectId, claimedBy, createdAtMs: atMs }) => {
    if (claimedBy === undefined || !(claimedBy.untilMs > nowMs + clockSkewMs)) return [];
    const { routeId, keyHash } = claimedBy;
    return [
      {
        kind: 'claim',
        id: subjectId,
        key: { userId, routeId, keyHash },
        says: { userId, routeId, keyHash, subjectId },
        atMs,
        words: `restore the claim of its Idempotency-Key (${routeId}) from the point-in-time backup`,
      },
    ];
  });
}

/** Minimum remaining time to live of a checked item, in milliseconds: the table's clock may run ahead. */
const clockSkewMs = 60_000;

/**
 * Returns the markers that keep a second card from bringing the bonus again, and a decline or purchase from counting
 * twice.
 */
function markersOf({ user, lines }: Books, believed: readonly BelievedOperation[]): readonly DerivedRecord<'marker'>[] {
  const bearer = believed.find(
    ({ operation, end }) => operation.kind === 'card_creation' && operation.bonusCents > 0 && end !== 'released',
  );
  const wanted = (markerId: string, atMs: number, words: string): DerivedRecord<'marker'> => ({
    kind: 'marker',
    id: markerId,
    key: { markerId },
    says: { markerId },
    atMs,
    words,
  });
  const bonus = 'write it again: the bonus of the first card was granted';
  const decline = 'write it again: the decline is in the history of the card';
  const posted = 'write it again: the movement is in the history of the card';
  return [
    ...(bearer ? [wanted(firstCardMarker(user.userId), bearer.operation.createdAtMs, bonus)] : []),
    ...[...lines].flatMap(([cardId, of]) =>
      of
        .filter(({ status }) => status === 'declined')
        .map(({ reference, atMs }) => wanted(declineMarker(cardId, reference), atMs, decline)),
    ),
    ...[...lines].flatMap(([cardId, of]) =>
      of.flatMap(({ direction, references = [], atMs }) =>
        references.map((reference) => wanted(postedMarker(cardId, { direction, reference }), atMs, posted)),
      ),
    ),
  ];
}

/**
 * Checks the rewards of this person's sign-up and first card, which belong to the referrer. The sign-up's always
 * exists.
 */
async function rewardsForMe({ store, clock }: Needs, { user }: Books): Promise<readonly Break[]> {
  const { userId: refereeId, isVerified, updatedAtMs } = user;
  const referrerId = referrerOf(user);
  if (referrerId === undefined || !isVerified) return [];
  const events = ['signup', 'card_created'] as const;
  const rewards = await store.getMany(
    'reward',
    events.map((event) => ({ refereeId, event })),
  );
  // A booked reward that is gone is reported for the referrer's account.
  const journalId = `${refereeId}:signup:earned`;
  const isEarned = rewards[0] === undefined ? await store.get('journal', { journalId }) : undefined;
  return events.flatMap((event, index): readonly Break[] => {
    const reward = rewards[index];
    const facts = { ownerId: referrerId, atMs: clock.now() };
    if (reward !== undefined) {
      // Other edits of the reward are reported for the referrer, in whose list it is.
      const found = brokenForm(store, 'reward', `${refereeId}:${event}`, reward, facts);
      return found?.class === 'INDEX' ? [found] : [];
    }
    if (event !== 'signup' || isEarned !== undefined) return [];
    const proposal = person('restore the reward from the point-in-time backup');
    const subject = `reward:${refereeId}:${event}`;
    const evidence = { gone: 'reward' };
    const gone = { part: 'rewards', class: 'GAP', subject, cents: 0, evidence, proposal } as const;
    return [{ ...gone, ownerId: referrerId, atMs: updatedAtMs }];
  });
}

/**
 * Returns the index entry by which an address signs in. Without it, nobody can sign in with the address, or another
 * person can.
 */
function ownerOfAddress(needs: Needs, { user }: Books): readonly DerivedRecord<'emailOwner'>[] {
  const { userId, emailHash, updatedAtMs: atMs } = user;
  if (emailHash === undefined || !isSound(needs, 'user', user)) return [];
  const words = 'write it again: the hash of the address leads to this person';
  return [{ kind: 'emailOwner', id: userId, key: { emailHash }, says: { emailHash, userId }, atMs, words }];
}

/** Returns the search terms by which an admin finds the person. */
function searchTerms(needs: Needs, { user }: Books): readonly DerivedRecord<'searchTerm'>[] {
  if (!isSound(needs, 'user', user) || user.erasedAtMs !== undefined) return [];
  const { userId, updatedAtMs: atMs } = user;
  const words = 'write it again: it is made of the address and the name of the profile';
  // Breaks are logged and their tickets outlive the account, so they name the place of a term, never the address or name.
  return searchTermsOf(user).map((term, index) => {
    const key = { term, userId };
    return { kind: 'searchTerm', id: `${userId} ${index + 1}`, key, says: key, isPersonal: true, atMs, words };
  });
}

/** Returns the items that lead from a payer's references to a deposit. */
function referencesOf(needs: Needs, { deposits }: Books): readonly DerivedRecord<'depositReference'>[] {
  const sound = [...deposits.values()].filter((deposit) => deposit && isSound(needs, 'deposit', deposit));
  const words = 'write it again: it is made of the references of the deposit';
  return sound.flatMap((deposit) =>
    (deposit?.references ?? []).flatMap((reference) => {
      if (!deposit) return [];
      const { depositId, userId, updatedAtMs: atMs } = deposit;
      const key = { reference, depositId };
      return [
        { kind: 'depositReference', id: `${depositId} ${reference}`, key, says: { ...key, userId }, atMs, words },
      ];
    }),
  );
}

/**
 * Checks the source addresses of deposits, against the deposits and by themselves. They reveal two accounts of one
 * person.
 */
async function sources({ store, clock }: Needs, { user, deposits }: Books): Promise<readonly Break[]> {
  const { userId } = user;
  const known = await store.get('depositSources', { userId });
  const facts = { ownerId: userId, atMs: clock.now() };
  const form = brokenForm(store, 'depositSources', userId, known, facts);
  if (form) return [form];
  const addresses = known?.addresses ?? [];
  // An edited deposit is reported by itself.
  const sound = [...deposits.values()].filter((deposit) => deposit && isSound({ store }, 'deposit', deposit));
  const gone = sound.flatMap((deposit) => deposit?.sourceAddress ?? []).filter((each) => !addresses.includes(each));
  // The oldest of many are forgotten.
  if (gone.length === 0 || addresses.length >= sourcesMax) return [];
  return [
    {
      ...facts,
      part: 'internal',
      class: 'GAP',
      subject: `depositSources:${userId}`,
      cents: 0,
      evidence: { gone: [...new Set(gone)].join(' ') },
      proposal: person('write the addresses of the deposits into it again'),
    },
  ];
}

/**
 * Checks, to the cent, that the surplus above twice an invoice lies in suspense, and that the amount that staff refused is
 * owed to its payer.
 */
async function setAside(needs: Needs, { deposits }: Books): Promise<readonly Break[]> {
  const had = [...deposits.values()].filter(isThere).filter(hasAside);
  const parts = [
    { what: 'surplus', bookedOn: account.depositSuspense, is: ({ surplusCents }: Deposit) => surplusCents },
    { what: 'refused', bookedOn: account.refusedDeposits, is: ({ refusedCents = zero }: Deposit) => refusedCents },
  ] as const;
  const found = await Promise.all(
    parts.map((part) =>
      besideCredit(needs, had, { ...part, idsOf: (deposit) => asideIds(deposit, part.what), sign: -1 }),
    ),
  );
  return found.flat();
}

/** True for a deposit of which something is or was set aside or refused. */
function hasAside({ asideVersions, surplusCents, refusedCents = zero }: Deposit): boolean {
  return asideVersions !== undefined || surplusCents > 0 || refusedCents > 0;
}

/**
 * Returns the ids that a deposit's records of a sort may have: each notes the version that it changed. A deposit from
 * before these versions were listed lists only later ones.
 */
function asideIds({ depositId, version, asideVersions = [] }: Deposit, what: string): readonly string[] {
  const [first = version] = asideVersions;
  const earlier = Array.from({ length: Math.min(first, recordsMost) }, (_, index) => index + 1);
  return [...new Set([...earlier, ...asideVersions])].map((changed) => `${depositId}:${changed}:${what}`);
}

/** Checks that the provider's commission of each deposit is our expense, to the cent. */
function commissions(needs: Needs, { deposits }: Books): Promise<readonly Break[]> {
  const charged = [...deposits.values()].filter((deposit) => deposit?.commissionCount !== undefined);
  return besideCredit(needs, charged.filter(isThere), {
    what: 'commission',
    is: ({ commissionCents = zero }) => commissionCents,
    idsOf: (deposit) =>
      Array.from({ length: Math.min(deposit.commissionCount ?? 0, recordsMost) }, (_, index) =>
        commissionId(deposit, index + 1),
      ),
    bookedOn: account.providerFees,
    sign: 1,
  });
}

/** A part of a deposit that has records of its own, and the account and sign of its leg in them. */
type BesideCredit = {
  readonly what: string;
  readonly is: (deposit: Deposit) => number;
  readonly idsOf: (deposit: Deposit) => readonly string[];
  readonly bookedOn: string;
  readonly sign: 1 | -1;
};

/**
 * Compares the surplus, refused amount or commission that deposits state with the records that posted it. No wallet has
 * an entry of these records.
 */
async function besideCredit(
  { store }: Needs,
  deposits: readonly Deposit[],
  part: BesideCredit,
): Promise<readonly Break[]> {
  const found: Break[] = [];
  for (const deposit of deposits) {
    const { depositId, userId: ownerId, updatedAtMs: atMs } = deposit;
    const ids = part.idsOf(deposit).map((journalId) => ({ journalId }));
    const records = await store.getMany('journal', ids);
    for (const [index, record] of records.entries()) {
      const form = brokenForm(store, 'journal', ids[index]?.journalId ?? '', record, { ownerId, atMs });
      if (form?.class === 'INDEX') found.push(form);
    }
    const legs = records.flatMap((record) => record?.legs ?? []).filter((leg) => leg.account === part.bookedOn);
    const booked = legs.reduce((total, leg) => total + part.sign * leg.amountCents, 0);
    const is = part.is(deposit);
    if (booked === is) continue;
    found.push({
      part: 'internal',
      class: 'AMOUNT',
      subject: depositId,
      ownerId,
      cents: is - booked,
      atMs,
      evidence: { what: part.what, is, books: booked },
      proposal: person(`set the ${part.what} of the deposit to what was booked: ${booked}`),
    });
  }
  return found;
}

/** Maximum number of records per deposit that are looked for. A deposit changes about a dozen times. */
const recordsMost = 200;

/** Checks that the bonus of a first card is in the activity list once that card exists. */
function linesOfBonuses(
  { user, activity, entries, records }: Books,
  believed: readonly BelievedOperation[],
): readonly Break[] {
  // The content of a missing record is unknown; its absence is reported elsewhere.
  if ([...entries.values()].flat().some(({ journalId }) => !records.has(journalId))) return [];
  let owed = 0;
  for (const { operation, end } of believed) {
    if (operation.kind !== 'card_creation' || end === 'open') continue;
    const { operationId } = operation;
    for (const { legs } of [records.get(`${operationId}:bonus`), records.get(`${operationId}:released`)].filter(
      isThere,
    ))
      for (const leg of legs) if (leg.account === account.referrals) owed += leg.amountCents;
  }
  const shown = [...activity.values()].filter(({ kind }) => kind === 'referral_bonus');
  const shownCents = shown.reduce((total, { paidCents }) => total + paidCents, 0);
  if (shownCents === owed) return [];
  return [
    lineBreak(user, `bonus:${user.userId}`, shownCents - owed, user.updatedAtMs, { shows: shownCents, books: owed }),
  ];
}

function isThere<T>(item: T | undefined): item is T {
  return item !== undefined;
}

/** Checks that credits and charges of a deleted card are in the activity list. */
function linesOfEmptied({ user, activity, entries, records }: Books): readonly Break[] {
  const shown = [...activity.values()].filter(
    ({ kind, subjectId }) =>
      ['card_closing', 'card_refund', 'card_charge'].includes(kind) && subjectId.startsWith('mov_'),
  );
  const rest = shown.map(({ cardId, amountCents }) => `${cardId} ${amountCents}`);
  const found: Break[] = [];
  for (const entry of [...entries.values()].flat()) {
    if (!entry.ownerId.startsWith('crd_') || !records.has(entry.journalId)) continue;
    if (!entry.journalId.endsWith(':emptied')) continue;
    const amountCents = Math.abs(entry.deltas['balance'] ?? 0);
    const at = rest.indexOf(`${entry.ownerId} ${amountCents}`);
    if (at >= 0) rest.splice(at, 1);
    else
      found.push(lineBreak(user, entry.journalId, -amountCents, entry.atMs, { gone: 'movement', card: entry.ownerId }));
  }
  return found;
}

/** Checks that the correction of a decision, and an adjustment by staff, is in the activity list. */
function linesOfCorrections({ user, activity, entries, records }: Books): readonly Break[] {
  const rest = [...activity.values()]
    .filter(({ kind }) => kind === 'adjustment')
    .map(({ direction, amountCents }) => (direction === 'credit' ? amountCents : -amountCents));
  const found: Break[] = [];
  for (const { journalId, deltas, atMs } of entries.get(user.userId) ?? []) {
    if (!/:(corrected|adjusted)$/.test(journalId) || !records.has(journalId)) continue;
    const gained = (deltas['available'] ?? 0) - (deltas['debt'] ?? 0);
    const at = rest.indexOf(gained);
    if (at >= 0) rest.splice(at, 1);
    else found.push(lineBreak(user, journalId, -gained, atMs, { gone: 'movement' }));
  }
  return found;
}

function lineBreak(
  { userId }: Books['user'],
  subject: string,
  cents: number,
  atMs: number,
  evidence: Break['evidence'],
): Break {
  const kind: BreakClass = 'MOVEMENT';
  const proposal = person('write the line of the activity list again from its journal record');
  return { part: 'internal', class: kind, subject, ownerId: userId, cents, atMs, evidence, proposal };
}
