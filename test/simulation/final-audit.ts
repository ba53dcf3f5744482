import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { postedMarker } from '#functions/domain/cards/posted-markers.ts';
import { wantedOf } from '#functions/domain/cards/frozen-reasons.ts';
import type { IssuerCard } from '#functions/ports/card-issuer.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { entitiesOf, maturedCents, Violation, type Auditor } from './audit.ts';
import { caseEndAudit } from './case-audit.ts';
import { cancelEndAudit } from './cancel-audit.ts';
import { erasureAudit } from './erasure-audit.ts';
import { movedBy } from './treasury-audit.ts';
import { notificationAudit } from './notification-audit.ts';
import { priceAudit } from './price-audit.ts';
import { secondPricesFromMs } from './story-times.ts';
import { statisticsAudit } from './statistics-audit.ts';
import { subscriptionEndAudit } from './subscription-audit.ts';
import { historyAudit } from './history-audit.ts';
import type { SimulatedTable } from './engine/simulated-table.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Minimum sum of a referred person's deposits that rewards their sign-up. */
const signupDepositedCents = 2_000;

/** True when an operation happened according to the books: a correction outweighs the decision that it corrects. */
const isDone = ({ state, correction }: Operation): boolean =>
  correction === undefined ? state === 'settled' : correction.outcome === 'happened';

const isOver = ({ state }: Operation): boolean => state === 'settled' || state === 'released';

/**
 * Checks that hold once faults have stopped and all work had its time: the product's books, the issuer's and the
 * payment provider's agree to the cent, and nothing is left half done (I5, I7 to I9, I11, I15, I16, I18).
 */
export function finalAudit(world: SimulatedWorld, auditor: Auditor): void {
  const { table } = world;
  const operations = entitiesOf(table, 'operation');
  for (const operation of operations) {
    if (!isOver(operation))
      throw new Violation('I18', `${operation.kind} ${operation.operationId} is still ${operation.state}`);
  }
  holds(world, operations);
  issuerAgrees(world, operations);
  cards(world, auditor);
  deposits(world, auditor);
  revenue(auditor, operations);
  priceAudit(operations, entitiesOf(table, 'movement'), secondPricesFromMs);
  rewards(world);
  bonuses(world);
  answers(world);
  cancelEndAudit(world);
  caseEndAudit(table);
  historyAudit(table);
  statisticsAudit(world);
  notificationAudit(world);
  erasureAudit(world);
  subscriptionEndAudit(world);
  if (world.failures.length > 0) throw new Violation('—', `a process failed: ${world.failures.join('; ')}`);
  if (world.queued.length > 0) throw new Violation('I18', `${world.queued.length} messages are never done`);
}

function holds({ table }: SimulatedWorld, operations: readonly Operation[]): void {
  const open = operations.filter((operation) => !isOver(operation));
  for (const wallet of entitiesOf(table, 'wallet')) {
    const held = open
      .filter(({ userId, kind }) => userId === wallet.userId && kind !== 'card_withdrawal' && kind !== 'card_closing')
      .reduce((total, { amountCents, feeCents }) => total + amountCents + feeCents, 0);
    if (wallet.heldCents !== held)
      throw new Violation('I5', `${wallet.userId} holds ${wallet.heldCents}, its open operations ${held}`);
  }
}

function issuerAgrees({ issuer }: SimulatedWorld, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const { operationId, kind, state, cardId, amountCents } = operation;
    if (kind === 'holder_registration') continue;
    if (kind === 'card_creation') {
      // A card that staff decided to be missing is closed at the issuer as soon as it appears. A card that the issuer
      // deleted before the product saw it never reached its owner: its money is in our float.
      const isUndone = operation.contradictedAtMs !== undefined || state === 'released';
      const made = [...issuer.cards.values()].filter((card) => card.cardId === cardId && !(isUndone && card.isDeleted));
      if (made.length !== (state === 'settled' ? 1 : 0))
        throw new Violation('I7', `${operationId} is ${state}, and the issuer has made ${made.length} cards for it`);
      continue;
    }
    const transfer = issuer.transfers.get(operationId);
    const effects = transfer?.effects ?? 0;
    // Closing an empty card moves no money. If the issuer refused to unload a card and then deleted it, the money is in
    // our float anyway.
    const theirs = [...issuer.cards.values()].find((card) => card.cardId === cardId);
    if (kind === 'card_closing' && (amountCents === 0 || (effects === 0 && theirs?.isDeleted))) continue;
    if (effects !== (isDone(operation) ? 1 : 0))
      throw new Violation('I7', `${kind} ${operationId} is ${state}, and the issuer did it ${effects} times`);
    if (transfer && effects === 1 && transfer.amountCents !== amountCents)
      throw new Violation('I7', `${operationId} moved ${transfer.amountCents} at the issuer, ${amountCents} with us`);
  }
}

function cards(world: SimulatedWorld, auditor: Auditor): void {
  const { table, issuer } = world;
  const ours = entitiesOf(table, 'card');
  let booked = 0;
  for (const card of ours) {
    booked += card.balanceCents + card.pendingOutCents;
    if (card.pendingInCents !== 0 || card.pendingOutCents !== 0)
      throw new Violation('I5', `${card.cardId} has money on its way, and nothing is under way`);
    if (card.issuerCardId === undefined) continue;
    const theirs = issuer.cards.get(card.issuerCardId);
    if (theirs === undefined) throw new Violation('I8', `${card.cardId} is not at the issuer`);
    if (card.lifecycle === 'open') {
      if (theirs.bookBalanceCents !== card.balanceCents)
        throw new Violation('I8', `${card.cardId} has ${card.balanceCents}, at the issuer ${theirs.bookBalanceCents}`);
      if (isOtherwise(card, theirs))
        throw new Violation(
          'I18',
          `${card.cardId} is wanted ${wantedOf(card)}, and is ${theirs.isActive ? 'active' : 'frozen'}`,
        );
    }
    if (card.freezeReason?.includes('not used') && !issuer.unused.has(card.issuerCardId))
      throw new Violation('I31', `${card.cardId} says "${card.freezeReason}", and its issuer did no such thing`);
    if (card.lifecycle === 'retiring')
      throw new Violation('I32', `${card.cardId} is still retiring, and nothing is under way`);
    if (card.lifecycle === 'deleted' && !theirs.isDeleted)
      throw new Violation('I18', `${card.cardId} is deleted with us and lives on at the issuer`);
  }
  if (auditor.total('ISS:ALLOC') !== booked)
    throw new Violation('I8', `ISS:ALLOC is ${auditor.total('ISS:ALLOC')}, all cards together ${booked}`);
  float(world, auditor);
  for (const wallet of entitiesOf(table, 'wallet')) {
    const counted = ours.filter(
      (card) => card.userId === wallet.userId && card.lifecycle !== 'deleted' && card.lifecycle !== 'failed',
    ).length;
    if ((wallet.retiringCount ?? 0) !== 0)
      throw new Violation('I32', `${wallet.userId} counts ${wallet.retiringCount} cards that retire, and none does`);
    if (wallet.cardCount !== counted)
      throw new Violation('I23', `${wallet.userId} counts ${wallet.cardCount} cards and has ${counted}`);
  }
}

/**
 * Checks our account of the float against the issuer's balance: our orders, the rest of each card that it deleted, and
 * later payments of such a card. The history of a deleted card is read once a day: lines not read yet are in transit.
 */
function float({ table, issuer }: SimulatedWorld, auditor: Auditor): void {
  const posted = new Set(entitiesOf(table, 'marker').map(({ markerId }) => markerId));
  let theirs: number = issuer.floatCents;
  for (const { issuerCardId, cardId, isDeleted } of issuer.cards.values()) {
    if (!isDeleted) continue;
    for (const transaction of issuer.transactions) {
      if (transaction.issuerCardId !== issuerCardId || issuer.transfers.has(transaction.reference)) continue;
      if (cardId !== undefined && posted.has(postedMarker(cardId as Id<'card'>, transaction))) continue;
      theirs -= transaction.direction === 'credit' ? transaction.amountCents : -transaction.amountCents;
    }
  }
  // Our own money moves before staff enter it, and some of that is never approved.
  theirs -= issuer.toppedUpCents - movedBy(table, 'top_up', ({ amountCents }) => amountCents);
  if (auditor.total('ISS:FLOAT') !== theirs)
    throw new Violation('I8', `ISS:FLOAT is ${auditor.total('ISS:FLOAT')}, the issuer's balance changed by ${theirs}`);
}

/**
 * True when a card at the issuer is not active or frozen as wanted, and no block, deletion or lack of money explains
 * it.
 */
export function isOtherwise(card: Card, theirs: IssuerCard): boolean {
  // A card that cannot be unfrozen with less than a dollar on it counts as one that cannot pay its monthly cost.
  const isShort = card.isShortOfMoney && theirs.bookBalanceCents < 100;
  const isWanted = wantedOf(card) === (theirs.isActive ? 'active' : 'frozen');
  return !isWanted && !theirs.isBlocked && !theirs.isDeleted && !isShort;
}

function deposits({ table, payments }: SimulatedWorld, auditor: Auditor): void {
  const sums = { credited: 0, aside: 0, surplus: 0, refused: 0, sentBack: 0, commission: 0, coins: 0 };
  for (const deposit of entitiesOf(table, 'deposit')) {
    const { depositId, amountCents, creditedCents, frozenCents, surplusCents, refusedCents = 0 } = deposit;
    const { sentBackCents = 0 } = deposit;
    sums.sentBack += sentBackCents;
    sums.credited += creditedCents;
    sums.aside += frozenCents;
    sums.surplus += surplusCents;
    sums.refused += refusedCents;
    sums.commission += deposit.commissionCents ?? 0;
    if (frozenCents < 0 || frozenCents > creditedCents)
      throw new Violation('I9', `${depositId} has ${frozenCents} of ${creditedCents} set aside`);
    const invoice = payments.invoices.get(depositId);
    const decided = invoice && decidedCents(deposit, invoice);
    const target =
      invoice === undefined ? 0 : (decided ?? targetOf(amountCents, invoice.state, invoice.receivedAmount));
    const arrived = invoice?.state === deposit.state ? arrivedCents(invoice) : undefined;
    const known = creditedCents + surplusCents + refusedCents + sentBackCents;
    if (arrived !== undefined && known !== arrived)
      throw new Violation('I9', `${depositId} received ${arrived}, of which ${known} are credited, aside or refused`);
    if (target !== undefined && creditedCents !== target && !(creditedCents > target && arrivedBefore(table, deposit)))
      throw new Violation('I9', `${depositId} is ${invoice?.state}, worth ${target}, credited ${creditedCents}`);
    const kept = invoice === undefined ? undefined : commissionOf(invoice.state, invoice.receivedAmount);
    if (kept !== undefined && (deposit.commissionCents ?? 0) !== kept)
      throw new Violation('I9', `${depositId} cost ${kept}, and ${deposit.commissionCents ?? 0} were posted`);
    const theirs = invoice === undefined ? undefined : coinsOf(invoice.state, invoice.receivedAmount);
    const booked = inUnits(deposit.booked?.received) - inUnits(deposit.booked?.commission);
    if (theirs !== undefined && booked !== theirs)
      throw new Violation('I9', `${depositId} brought ${theirs} of the coin, and ${booked} are in the books`);
    sums.coins += booked;
  }
  const posted = entitiesOf(table, 'journal').flatMap(({ coins }) => coins ?? []);
  const coins = posted.reduce((total, each) => total + inUnits(each.received) - inUnits(each.commission), 0);
  const paidOut = movedBy(table, 'payout', (move) => inUnits(move.coins?.amount));
  if (coins !== sums.coins - paidOut)
    throw new Violation('I9', `the journal has ${coins} of the coins, the deposits say ${sums.coins}`);
  // Money that waits for a decision of staff belongs to nobody's balance yet, but the provider holds it for us.
  const booked = { clearing: auditor.total('PROV:CLEARING'), suspense: -auditor.total('SUSP:DEPOSIT') };
  const left = movedBy(table, 'payout', ({ amountCents, feeCents }) => amountCents + feeCents);
  if (booked.clearing !== sums.credited + sums.surplus + sums.refused + sums.sentBack - sums.commission - left)
    throw new Violation('I9', `PROV:CLEARING is ${booked.clearing}, the deposits say ${JSON.stringify(sums)}`);
  const fees = sums.commission + movedBy(table, 'payout', ({ feeCents }) => feeCents);
  if (auditor.total('EXP:PROVIDER_FEE') !== fees)
    throw new Violation('I9', `${auditor.total('EXP:PROVIDER_FEE')} are posted as commission, not ${fees}`);
  if (-auditor.total('SUSP:REFUSED') !== sums.refused)
    throw new Violation('I9', `SUSP:REFUSED is ${auditor.total('SUSP:REFUSED')}, refused are ${sums.refused}`);
  if (booked.suspense !== sums.aside + sums.surplus)
    throw new Violation('I25', `SUSP:DEPOSIT is ${booked.suspense}, set aside are ${sums.aside} + ${sums.surplus}`);
}

/**
 * The worth of a deposit by a decision of staff, in cents, while its payment is still the one on which they decided;
 * undefined without a decision. Throws a Violation for a decision on anything else.
 */
function decidedCents({ depositId, decision }: Deposit, { state, receivedAmount = '0' }: Payment): number | undefined {
  if (decision === undefined) return undefined;
  const { takenOn, targetCents } = decision;
  if (takenOn?.state !== state || Number(takenOn.received) !== Number(receivedAmount))
    throw new Violation('I41', `${depositId} is ${state}, and a decision on ${takenOn?.state} still holds`);
  return targetCents;
}

/** The cents that a payment brought for good: none once it was sent back. Undefined for any other. */
function arrivedCents({ state, receivedAmount }: Payment): number | undefined {
  if (state === 'refunded') return 0;
  const isPaid = state === 'paid' || state === 'paid_over' || state === 'paid_less';
  return isPaid && receivedAmount !== undefined ? Math.round(Number(receivedAmount) * 100) : undefined;
}

/** True when a deposit was credited just as much before it received more than twice its invoice: that credit stays. */
function arrivedBefore({ stream }: SimulatedTable, { depositId, amountCents, creditedCents, receivedAmount }: Deposit) {
  if (Number(receivedAmount) * 100 <= 2 * amountCents) return false;
  return stream.some(({ after }) => {
    const earlier = after as unknown as Deposit | undefined;
    return earlier?.depositId === depositId && Math.round(Number(earlier.receivedAmount) * 100) === creditedCents;
  });
}

/**
 * Computes the worth of an invoice in cents, independently of the product: one coin is a dollar here. Returns undefined
 * where staff have to decide.
 */
function targetOf(askedCents: number, state: string, received: string | undefined): number | undefined {
  const receivedCents = received === undefined ? 0 : Math.round(Number(received) * 100);
  switch (state) {
    case 'paid':
    case 'paid_over':
    case 'paid_less':
      return receivedCents > 2 * askedCents ? askedCents : receivedCents;
    case 'waiting':
    case 'confirming':
    case 'partly_paid':
    case 'refunded':
      return 0;
    default:
      return undefined;
  }
}

/**
 * Computes the provider's commission on a paid invoice in cents, independently of the product: 1.5 %, rounded up to a
 * cent. A refund does not return it.
 */
function commissionOf(state: string, received: string | undefined): number | undefined {
  if (!['paid', 'paid_over', 'paid_less', 'refunded'].includes(state) || received === undefined) return undefined;
  const receivedCents = Math.round(Number(received) * 100);
  return receivedCents - Math.floor((receivedCents * 985) / 1_000);
}

/** The provider's holding of a coin after a payment, less its commission, in hundred-thousandths of the coin. */
function coinsOf(state: string, received: string | undefined): number | undefined {
  if (!['paid', 'paid_over', 'paid_less', 'refunded'].includes(state) || received === undefined) return undefined;
  const receivedCents = Math.round(Number(received) * 100);
  return (state === 'refunded' ? 0 : receivedCents * 1_000) - receivedCents * 15;
}

function inUnits(amount = '0'): number {
  return Math.round(Number(amount) * 100_000);
}

function revenue(auditor: Auditor, operations: readonly Operation[]): void {
  const fees = (kind: Operation['kind']): number =>
    operations
      .filter((operation) => operation.kind === kind && isDone(operation))
      .reduce((total, { feeCents }) => total + feeCents, 0);
  for (const [account, kind] of [
    ['REV:CARD_FEE', 'card_creation'],
    ['REV:LOAD_FEE', 'card_load'],
  ] as const) {
    if (-auditor.total(account) !== fees(kind))
      throw new Violation('I16', `${account} is ${-auditor.total(account)}, settled fees are ${fees(kind)}`);
  }
}

function rewards({ table }: SimulatedWorld): void {
  const all = entitiesOf(table, 'reward');
  for (const reward of all) {
    if (reward.dueAtMs !== undefined) throw new Violation('I18', `reward ${reward.rewardId} is still due`);
  }
  const operations = entitiesOf(table, 'operation');
  const deposited = (userId: string): number =>
    entitiesOf(table, 'deposit')
      .filter((deposit) => deposit.userId === userId)
      .reduce((total, { creditedCents }) => total + creditedCents, 0);
  for (const { refereeId, event, stage } of all) {
    if (stage !== 'matured') continue;
    const hasCard = operations.some(
      ({ userId, kind, state }) => userId === refereeId && kind === 'card_creation' && state === 'settled',
    );
    if (event === 'card_created' && !hasCard) throw new Violation('I15', `${refereeId} earned a reward without a card`);
    if (event === 'signup' && deposited(refereeId) < signupDepositedCents)
      throw new Violation('I15', `${refereeId} earned a reward with ${deposited(refereeId)} cents deposited`);
  }
  noRewardIsForgotten(table);
  const paidOut = entitiesOf(table, 'movement').filter(({ kind }) => kind === 'referral_payout');
  // A lock may arrive late, when nobody unlocks any more. The payout of such a person waits.
  const waiting = new Set(
    entitiesOf(table, 'user').flatMap(({ userId, erasedAtMs, closedAtMs, lockedAtMs, isSuspended }) =>
      isSuspended || (erasedAtMs ?? closedAtMs ?? lockedAtMs) !== undefined ? [userId] : [],
    ),
  );
  for (const account of entitiesOf(table, 'referralAccount')) {
    const earned = maturedCents(all, account.userId);
    if (account.balanceCents + account.withdrawnCents !== earned)
      throw new Violation(
        'I15',
        `${account.userId} was given ${account.balanceCents + account.withdrawnCents} of ${earned}`,
      );
    const paid = paidOut
      .filter(({ userId }) => userId === account.userId)
      .reduce((total, { paidCents }) => total + paidCents, 0);
    const isDue = account.isAutomatic && !waiting.has(account.userId);
    if (isDue && account.balanceCents >= limits.referralPayoutUnitCents)
      throw new Violation('I40', `${account.userId} has ${account.balanceCents}, and nothing is paid automatically`);
    if (paid !== account.withdrawnCents)
      throw new Violation('I15', `${account.userId} was paid ${paid}, not what it says`);
  }
}

/** Checks that no earned reward waits forever: no one here stays suspended, uses two accounts, or earns very many. */
function noRewardIsForgotten(table: SimulatedTable): void {
  const all = entitiesOf(table, 'reward');
  const stages = new Map(all.map(({ refereeId, event, stage }) => [`${refereeId} ${event}`, stage]));
  const reviews = new Map(all.flatMap(({ refereeId, review }) => (review ? [[refereeId, review.state] as const] : [])));
  // Rewards that were earned while their referrer was suspended are lost.
  const suspended = new Set<string>(
    entitiesOf(table, 'audit').flatMap(({ action, subjectId }) => (action === 'suspend' ? [subjectId] : [])),
  );
  const owners = new Map(
    entitiesOf(table, 'deposit').map(({ depositId, userId }) => [depositId as string, userId as string]),
  );
  // The order of the writes decides: the clocks of two processes differ.
  const places = new Map(table.stream.map(({ after }, place) => [after?.['journalId'], place]));
  const placeOf = ({ journalId }: JournalRecord): number => places.get(journalId) ?? -1;
  for (const { userId, referral, referredBy, closedAtMs } of entitiesOf(table, 'user')) {
    if (referral?.isEligible !== true) continue;
    const lost = suspended.has(referredBy ?? userId) ? ['cancelled'] : [];
    let [sumCents, mostCents, openCents] = [0, 0, 0];
    const changes = entitiesOf(table, 'journal')
      .filter(({ kind, cause }) => /^deposit_(?:credited|taken_back)$/.test(kind) && owners.get(cause) === userId)
      .toSorted((a, b) => placeOf(a) - placeOf(b) || a.atMs - b.atMs);
    const closedAt = closedAtMs === undefined ? Infinity : lastClosing(table, userId);
    for (const change of changes) {
      sumCents += change.legs.find(({ account }) => account === 'PROV:CLEARING')?.amountCents ?? 0;
      mostCents = Math.max(mostCents, sumCents);
      if (placeOf(change) <= closedAt) openCents = sumCents;
    }
    const isReached = sumCents >= signupDepositedCents;
    const isLost = !isReached && mostCents >= signupDepositedCents;
    // A refund before the reward is booked makes it wait; a later refund takes it back for good.
    const refunded = ['pending', 'cancelled'];
    const isAgain = changes.some(({ kind }) => kind === 'deposit_taken_back');
    const ended = isAgain ? ['matured', 'cancelled'] : ['matured'];
    // Money that came after the account was closed earns nothing before it returns.
    const isLate = openCents < signupDepositedCents;
    // A release books what was reached, also of a closed account.
    const isFreed = isAgain || reviews.get(userId) === 'released';
    const reached = isLate ? (isFreed ? ['pending', ...ended] : ['pending']) : ended;
    const signup = isLost ? refunded : isReached ? reached : ['pending'];
    const hasCard = entitiesOf(table, 'card').some((card) => card.userId === userId && card.issuerCardId !== undefined);
    const right = { signup, card_created: [hasCard ? 'matured' : undefined] };
    const review = reviews.get(userId);
    for (const [event, unreviewed] of Object.entries(right)) {
      // Rewards that were booked before their referral was held stay booked until staff refuse it.
      const should =
        review === 'refused'
          ? event === 'signup' || hasCard
            ? ['cancelled']
            : [undefined]
          : review === 'held' && unreviewed[0] !== undefined
            ? [...unreviewed, 'pending']
            : unreviewed;
      const is = stages.get(`${userId} ${event}`);
      if (![...should, ...lost].includes(is))
        throw new Violation('I15', `the reward for ${event} of ${userId} is ${is}, must be ${should.join(' or ')}`);
    }
  }
}

/** Returns the place in the stream of the write that closed an account last. */
function lastClosing({ stream }: SimulatedTable, userId: string): number {
  return stream.findLastIndex(
    ({ before, after }) =>
      after?.['entity'] === 'user' &&
      after['userId'] === userId &&
      before?.['closedAtMs'] === undefined &&
      after['closedAtMs'] !== undefined,
  );
}

/**
 * Checks that each referred person who ever had a card has one first-card bonus, in the books and in the activity list,
 * and that no other person has one.
 */
function bonuses({ table }: SimulatedWorld): void {
  const owners = new Map<string, string>(
    entitiesOf(table, 'operation').map(({ operationId, userId }) => [operationId, userId]),
  );
  const given = new Map<string, number>();
  for (const { kind, cause, legs } of entitiesOf(table, 'journal')) {
    const userId = owners.get(cause);
    // Skips the reward that a card earns its owner's referrer, which is another expense.
    if (userId === undefined || kind === 'referral_reward_earned' || kind === 'referral_reward_taken_back') continue;
    for (const { account, amountCents } of legs)
      if (account === 'EXP:REFERRAL') given.set(userId, (given.get(userId) ?? 0) + amountCents);
  }
  const shown = entitiesOf(table, 'movement').filter(({ kind }) => kind === 'referral_bonus');
  const marked = new Set(entitiesOf(table, 'marker').map(({ markerId }) => markerId));
  const owned = entitiesOf(table, 'card').filter(({ issuerCardId }) => issuerCardId !== undefined);
  for (const { userId, referral } of entitiesOf(table, 'user')) {
    const theirs = owned.filter((card) => card.userId === userId);
    const due = referral?.isEligible === true && theirs.length > 0 ? 1 : 0;
    const lines = shown.filter((line) => line.userId === userId);
    const facts = {
      cents: given.get(userId) ?? 0,
      lines: lines.length,
      paidCents: lines.reduce((total, { paidCents }) => total + paidCents, 0),
      marks: marked.has(`first-card:${userId}`) ? 1 : 0,
      cards: lines.filter(({ cardId }) => theirs.some((card) => card.cardId === cardId)).length,
    };
    const right = { cents: 500 * due, lines: due, paidCents: 500 * due, marks: due, cards: due };
    if (JSON.stringify(facts) !== JSON.stringify(right))
      throw new Violation(
        'I15',
        `the bonus of ${userId} is ${JSON.stringify(facts)}, must be ${JSON.stringify(right)}`,
      );
  }
}

/** Checks that one key has one effect, and that every request with it got the same answer. */
function answers({ asked }: SimulatedWorld): void {
  for (const { answers: given, key, route } of asked) {
    // Skips freezes: they move no money, and their answer is the present state of the card.
    if (!isMoneyRoute(route)) continue;
    const final = given.filter(
      (answer) => answer !== undefined && answer.status < 500 && answer.status !== 409 && answer.status !== 429,
    );
    const kept = final.filter((answer) => answer?.isReplay || (answer?.status ?? 0) < 300 || answer?.status === 422);
    const bodies = new Set(kept.map((answer) => withoutRequestId(answer?.body ?? '')));
    if (bodies.size > 1)
      throw new Violation('I11', `${route} (${key}) was answered differently: ${[...bodies].join(' | ')}`);
  }
}

/** True for a route whose key has one effect and one answer. */
export function isMoneyRoute(id: string): boolean {
  const route: Route | undefined = routes[id as RouteId];
  return route?.money === true;
}

function withoutRequestId(body: string): string {
  return body.replace(/"requestId":"[^"]*"/, '');
}
