import { catchUpPartition, duePartition, dueShards, type DueKind } from '#functions/adapters/dynamo/table.ts';
import { somethingHappens } from './actions.ts';
import {
  bookDays,
  catchUp,
  countAll,
  deliverIssuerNews,
  deliverPaymentNews,
  endTransfers,
  eraseDue,
  letProcessesEnd,
  noteCharges,
  payOut,
  poll,
  rebuild,
  remind,
  sweep,
  workOn,
} from './background-work.ts';
import { Auditor, entitiesOf, Violation } from './audit.ts';
import { AutoLoadAudit } from './auto-load-audit.ts';
import { caseAudit } from './case-audit.ts';
import { cancelAudit } from './cancel-audit.ts';
import { DeskAudit } from './desk-audit.ts';
import { replayedChoices, seededChoices, type Choices } from './choices.ts';
import { noFaults, randomFaults } from './faults.ts';
import { answerAudit } from './answer-audit.ts';
import { limitAudit } from './limit-audit.ts';
import { freezeLinkAudit } from './freeze-link-acts.ts';
import { FloatAudit } from './float-audit.ts';
import { booksAudit, TreasuryAudit } from './treasury-audit.ts';
import { day } from './story-times.ts';
import { FreezeAudit } from './freeze-audit.ts';
import { PaymentAudit } from './payment-audit.ts';
import { payoutAudit } from './payout-audit.ts';
import { finalAudit, isMoneyRoute, isOtherwise } from './final-audit.ts';
import { openingScene } from './opening-scene.ts';
import { happenElsewhere, pay } from './outside.ts';
import { breathe } from './scheduler.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { RewardAudit } from './reward-audit.ts';
import { StaffAudit } from './staff-audit.ts';
import { subscribe } from './subscription-acts.ts';
import { subscriptionAudit } from './subscription-audit.ts';
import { TimeTravel } from './time-travel.ts';

/** The end of a run. */
export type StoryEnd = {
  /** The drawn choices, which replay the run. */
  readonly drawn: readonly number[];
  readonly violation: Violation | undefined;
  readonly world: SimulatedWorld;
  /** The table as text, to compare two runs bit for bit. */
  readonly fingerprint: () => string;
};

/** The options of a run. */
export type StoryOptions = {
  readonly isReplaying?: boolean;
  /** Replaces the random events and faults. */
  readonly play?: (world: SimulatedWorld) => Promise<void>;
};

/** Runs the story of one seed: people, providers and faults as drawn, then a time without faults, then all audits. */
export function runSeed(seed: number, options: StoryOptions = {}): Promise<StoryEnd> {
  return runStory(seededChoices(seed), options);
}

/** Runs the story of a list of choices: an earlier one or a shrunk one. */
export function replay(drawn: readonly number[], options: StoryOptions = {}): Promise<StoryEnd> {
  return runStory(replayedChoices(drawn), options);
}

const happeningsMin = 8;
const happeningsMax = 31;

async function runStory(choices: Choices, options: StoryOptions): Promise<StoryEnd> {
  await breathe();
  const world = await openingScene(choices);
  world.isReplaying = options.isReplaying ?? false;
  const auditor = new Auditor(world.table);
  const freezes = new FreezeAudit(world.table, world.issuer);
  const autoLoads = new AutoLoadAudit();
  const payments = new PaymentAudit(world.payments);
  const staff = new StaffAudit(world.payments);
  const rewards = new RewardAudit(world.table);
  const desk = new DeskAudit(world);
  const float = new FloatAudit(world);
  const treasury = new TreasuryAudit(world.table);
  const timeTravel = new TimeTravel();
  let broken: Violation | undefined;
  world.table.onWritten = (changes) => {
    try {
      auditor.look(changes);
      world.attempts.look(changes);
      freezes.look(changes);
      autoLoads.look(changes);
      payments.look(changes);
      limitAudit(changes);
      payoutAudit(changes);
      cancelAudit(changes);
      caseAudit(world.table, changes);
      staff.look(changes);
      rewards.look(changes);
      desk.look(changes);
      float.look(changes);
      treasury.look(changes);
      subscriptionAudit(changes);
      timeTravel.note(changes);
    } catch (thrown) {
      // The writer takes an error thrown here for an outage of the table, and goes on.
      broken ??= thrown as Violation;
    }
  };
  world.onAnswered = (asked, answer, process) => {
    try {
      if (isMoneyRoute(asked.route)) answerAudit(world.table, asked, answer, process);
      float.answered(asked, answer, process);
      freezeLinkAudit(world, asked, answer, process);
    } catch (thrown) {
      broken ??= thrown as Violation;
    }
  };
  const end = (violation: Violation | undefined): StoryEnd => ({
    drawn: choices.drawn,
    violation,
    world,
    fingerprint: () => JSON.stringify([...world.table.all()]),
  });
  try {
    await (options.play ?? liveOn)(world);
    const isAtEnd = await comeToRest(world);
    broken ??= world.attempts.broken ?? world.broken;
    if (broken) return end(broken);
    if (!isAtEnd) throw new Violation('I18', 'some work never ends');
    if (world.isStreamLossy) await recount(world);
    freezes.lookAtAll();
    finalAudit(world, auditor);
    desk.lookAtEnd();
    if (world.hasBooks) await closeAllDays(world, auditor);
    await timeTravel.audit(world);
    return end(undefined);
  } catch (thrown) {
    if (broken) return end(broken);
    if (thrown instanceof Violation) return end(thrown);
    return end(new Violation('—', thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)));
  }
}

async function liveOn(world: SimulatedWorld): Promise<void> {
  const { choices, scheduler } = world;
  // Draws the rate of faults, from hardly any to one in eight effects: some errors need long stretches without faults.
  world.faults = randomFaults(choices, [10_000, 60, 25, 12, 8][choices.below(5)] ?? 60);
  world.onPaymentRead = (payment) => choices.oneIn(4) && pay(world, payment);
  world.onIssuerRead = () => choices.oneIn(8) && happenElsewhere(world);
  const happenings = happeningsMin + choices.below(happeningsMax - happeningsMin);
  let happened = 0;
  let steps = 0;
  while (happened < happenings && steps < 6_000) {
    steps += 1;
    scheduler.nowMs += 1;
    // The next event comes at the latest when no process can continue; sometimes earlier, so that events overlap.
    if (scheduler.ready === 0 || choices.below(24) === 23) {
      happened += 1;
      await somethingHappens(world);
    } else {
      await scheduler.step();
    }
  }
  if (choices.oneIn(6)) await subscribe(world);
}

/** Stops all faults, and lets processes, deliveries, jobs and time go on until no work is left; false if some never ends. */
async function comeToRest(world: SimulatedWorld): Promise<boolean> {
  const { scheduler } = world;
  world.faults = noFaults;
  world.onPaymentRead = undefined;
  world.onIssuerRead = undefined;
  world.silence = undefined;
  world.issuer.isHonest = true;
  world.narrate('— nothing goes wrong from here on —');
  await world.settle();
  for (let round = 0; round < 400; round += 1) {
    await world.settle();
    await reactivate(world);
    while (world.payments.news.length > 0) await deliverPaymentNews(world);
    while (world.issuer.news.length > 0) await deliverIssuerNews(world);
    endTransfers(world, true);
    for (let messages = world.queued.length; messages > 0; messages -= 1) await workOn(world);
    await world.settle();
    if (isAtRest(world)) {
      if (await noteCharges(world)) continue;
      if (world.feed.waiting.length === 0) return true;
      // Counts late and all at once, because the stream may be a day behind.
      await countAll(world);
      continue;
    }
    const soon = Math.min(
      scheduler.nextWakeMs ?? Infinity,
      world.nextRipeMs ?? Infinity,
      scheduler.nowMs + pace(world, round),
    );
    scheduler.nowMs = Math.max(scheduler.nowMs + 1, soon);
    world.ripen();
    if (round % 2 === 0) await runDueJobs(world);
  }
  return false;
}

/**
 * Reactivates everybody, because the rewards of a suspended, locked or closed account rightly wait forever. Each round
 * does so: a suspension may arrive late.
 */
async function reactivate(world: SimulatedWorld): Promise<void> {
  for (const user of entitiesOf(world.table, 'user').filter(({ erasedAtMs }) => erasedAtMs === undefined)) {
    const { userId, isSuspended, lockedAtMs, closedAtMs } = user;
    if (closedAtMs !== undefined) await world.comeBack(user);
    if (isSuspended) await world.suspend(userId, false);
    if (lockedAtMs !== undefined) await world.lock(userId, false);
  }
}

/** Has the statistics counted again, once nothing changes them any more. */
async function recount(world: SimulatedWorld): Promise<void> {
  world.scheduler.nowMs += 2 * 60 * 60_000;
  await rebuild(world);
  await world.settle();
  while (world.feed.waiting.length > 0) {
    await countAll(world);
    await world.settle();
  }
}

/** Has the day of the last change closed, and checks the books of all days. */
async function closeAllDays(world: SimulatedWorld, auditor: Auditor): Promise<void> {
  const { scheduler } = world;
  scheduler.nowMs = (Math.floor(scheduler.nowMs / day) + 1) * day + 2 * hour;
  await bookDays(world);
  await letProcessesEnd(world);
  booksAudit(world, auditor);
}

/** Runs each job that would find work. Other runs would change nothing, and would be a third of all effects. */
async function runDueJobs(world: SimulatedWorld): Promise<void> {
  const isDue = (...kinds: readonly DueKind[]): boolean =>
    kinds.some((kind) => isAnyDue(world, 'gsi2', (shard) => duePartition(kind, shard)));
  if (isDue('operation', 'card')) await sweep(world);
  if (isDue('wallet', 'subscriptions')) await remind(world);
  if (isDue('closing') || isOverdue(world)) await eraseDue(world);
  if (isDue('deposit')) await poll(world);
  if (isDue('reward', 'referralAccount')) await payOut(world);
  if (isAnyDue(world, 'gsi1', catchUpPartition)) await catchUp(world);
}

/** True while a proposal of staff waits whose time is over. */
function isOverdue({ table, scheduler }: SimulatedWorld): boolean {
  return entitiesOf(table, 'adjustment').some(
    ({ state, openUntilMs }) => state === 'waiting' && openUntilMs <= scheduler.nowMs,
  );
}

function isAnyDue(
  { table, scheduler }: SimulatedWorld,
  index: 'gsi1' | 'gsi2',
  partition: (shard: number) => string,
): boolean {
  for (let shard = 0; shard < dueShards; shard += 1) {
    const first = table.firstOf(index, partition(shard));
    if (first !== undefined && Number.parseInt(first, 10) <= scheduler.nowMs) return true;
  }
  return false;
}

const hour = 60 * 60_000;

/** True while an operation that staff decided on is otherwise at the issuer, which is asked about it. */
function hasWrongDecision({ table, issuer }: SimulatedWorld): boolean {
  return entitiesOf(table, 'operation').some(({ operationId, kind, cardId, decision, correction, dueAtMs }) => {
    if (decision === undefined || correction !== undefined || dueAtMs === undefined) return false;
    if (kind === 'card_creation' || kind === 'card_closing')
      return [...issuer.cards.values()].some((card) => card.cardId === cardId && !card.isDeleted);
    const transfer = issuer.transfers.get(operationId);
    return decision.movedCents !== (transfer?.effects === 1 ? transfer.amountCents : 0);
  });
}

/**
 * Returns the time between two rounds: a minute at first, later ten minutes and an hour, so that deadlines of days are
 * reached. Of what staff decided wrongly, the issuer is asked only every six hours.
 */
function pace(world: SimulatedWorld, round: number): number {
  if (round > 200 || hasWrongDecision(world)) return hour;
  return (round < 60 ? 1 : 10) * 60_000;
}

function isAtRest(world: SimulatedWorld): boolean {
  if (world.queued.length > 0 || world.payments.news.length > 0 || world.issuer.news.length > 0) return false;
  if (world.scheduler.ready > 0 || world.scheduler.nextWakeMs !== undefined || world.nextRipeMs !== undefined)
    return false;
  const isOpen = entitiesOf(world.table, 'operation').some(({ state }) => state !== 'settled' && state !== 'released');
  const isDue = entitiesOf(world.table, 'card').some(({ dueAtMs }) => dueAtMs !== undefined);
  const isUnmailed = entitiesOf(world.table, 'wallet').some(({ dueAtMs }) => dueAtMs !== undefined);
  const isOwed = entitiesOf(world.table, 'reward').some(({ dueAtMs }) => dueAtMs !== undefined);
  // A process whose clock was ahead has written a time that is about to come.
  const isUnsearched = entitiesOf(world.table, 'subscriptions').some(
    ({ dueAtMs = Infinity }) => dueAtMs <= world.scheduler.nowMs + 5_000,
  );
  const isUnerased = entitiesOf(world.table, 'closing').some(
    ({ erasedAtMs, dueAtMs }) => erasedAtMs !== undefined && dueAtMs !== undefined,
  );
  const isAsked = entitiesOf(world.table, 'referralAccount').some(({ dueAtMs }) => dueAtMs !== undefined);
  const isBehind = entitiesOf(world.table, 'deposit').some((deposit) => {
    const { depositId, state, reviewReason, dueAtMs, receivedAmount = '0' } = deposit;
    const theirs = world.payments.invoices.get(depositId);
    // This deposit waits for a person's decision on the provider's present state: further reads change nothing.
    const isKnown = reviewReason?.endsWith(` to ${theirs?.state}`) ?? false;
    const isRead =
      theirs?.state === state && Number(theirs.receivedAmount ?? receivedAmount) === Number(receivedAmount);
    return !isRead && !isKnown && dueAtMs !== undefined;
  });
  const isUnheard = entitiesOf(world.table, 'card').some((card) => {
    const theirs = world.issuer.cards.get(card.issuerCardId ?? '');
    if (theirs === undefined || card.lifecycle !== 'open') return false;
    return theirs.bookBalanceCents !== card.balanceCents || isOtherwise(card, theirs) || theirs.isDeleted;
  });
  return (
    !hasWrongDecision(world) &&
    !isUnheard &&
    !isUnerased &&
    !isUnmailed &&
    !isUnsearched &&
    !isOpen &&
    !isDue &&
    !isOwed &&
    !isAsked &&
    !isBehind &&
    !isOverdue(world)
  );
}
