import { handler as autoLoad } from '#functions/api/cards/auto-load.ts';
import { handler as createCard } from '#functions/api/cards/create.ts';
import { handler as deleteCard } from '#functions/api/cards/delete.ts';
import { handler as endAutoLoad } from '#functions/api/cards/end-auto-load.ts';
import { handler as freezeCard } from '#functions/api/cards/freeze.ts';
import { handler as loadCard } from '#functions/api/cards/load.ts';
import { handler as unfreezeCard } from '#functions/api/cards/unfreeze.ts';
import { handler as unloadCard } from '#functions/api/cards/unload.ts';
import { handler as withdrawRewards } from '#functions/api/referrals/withdraw.ts';
import { handler as cancelDeposit } from '#functions/api/transactions/cancel.ts';
import { handler as createDeposit } from '#functions/api/transactions/create.ts';
import { cents } from '#shared/money.ts';
import { closingLimits } from '#shared/closing-limits.ts';
import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { entitiesOf } from './audit.ts';
import {
  deliverPaymentNews,
  deliverIssuerNews,
  workOn,
  sweep,
  remind,
  catchUp,
  poll,
  payOut,
  countNext,
  endTransfers,
  letProcessesEnd,
  loseNext,
} from './background-work.ts';
import { askAboutDeposit, askAboutOperation, beSetAside, giveBack, replay } from './desk-acts.ts';
import { spendOnAutoLoad } from './auto-load-acts.ts';
import { report, workOnCase } from './case-acts.ts';
import { amount, pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { runShort } from './float-acts.ts';
import { freezeWithLink } from './freeze-link-acts.ts';
import { happenElsewhere, pay } from './outside.ts';
import { closeDays, moveOurMoney } from './treasury-acts.ts';
import { decideOnReferral, switchAutomatic } from './referral-acts.ts';
import {
  adjustBalance,
  decideOnDeposit,
  decideOnOperations,
  decidableDeposits,
  lateMoneyOfErased,
  letExpire,
  sendBackByHand,
} from './staff.ts';

/** Something that can happen in the world now. Does nothing when it cannot happen. */
type Happening = (world: SimulatedWorld) => Promise<void> | void;

const minute = 60_000;

function somebody(world: SimulatedWorld): Id<'user'> {
  const person = pick(world, world.people);
  if (person === undefined) throw new Error('nobody is there');
  return person;
}

function someCard(world: SimulatedWorld): Card | undefined {
  return pick(
    world,
    entitiesOf(world.table, 'card').filter(({ issuerCardId }) => issuerCardId !== undefined),
  );
}

/** Returns true for a card that can be deleted without a withdrawal first. */
function isAlmostEmpty({ lifecycle, balanceCents, pendingInCents, pendingOutCents }: Card): boolean {
  return lifecycle === 'open' && balanceCents >= 0 && balanceCents <= 100 && pendingInCents + pendingOutCents === 0;
}

async function onCard(
  world: SimulatedWorld,
  route: string,
  handler: typeof loadCard,
  body?: (card: Card) => unknown,
): Promise<void> {
  const card = someCard(world);
  if (!card) return;
  await world.ask(card.userId, route, {
    handler,
    params: { id: card.cardId },
    ...(body ? { body: body(card) } : {}),
  });
}

async function openDeposit(world: SimulatedWorld, userId: Id<'user'>): Promise<void> {
  const body = { currency: 'USDT', network: 'TRON', amountInUsd: 500 + amount(world, 30_000) };
  await world.ask(userId, 'transactions.create', { handler: createDeposit, body });
}

/** Lets a withdrawal come to its end, because a card is not deleted while money leaves it. */
async function untilWithdrawn(world: SimulatedWorld): Promise<void> {
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await world.settle();
    endTransfers(world, true);
    const { nextWakeMs } = world.scheduler;
    if (nextWakeMs === undefined) return;
    world.scheduler.nowMs = Math.max(world.scheduler.nowMs, nextWakeMs);
  }
}

/** The orders that the issuer carries out. */
const orders: readonly Happening[] = [
  async (world) => {
    await world.ask(somebody(world), 'cards.create', { handler: createCard, body: { name: 'Everyday', pin: 7 } });
  },
  (world) =>
    onCard(world, 'cards.load', loadCard, () => ({
      // Half of them fit the lower limits too.
      amount: 200 + amount(world, world.choices.oneIn(2) ? 3_000 : 12_000),
      includesFee: world.choices.below(2) === 1,
    })),
  (world) =>
    onCard(world, 'cards.unload', unloadCard, ({ balanceCents }) => ({
      amount: amount(world, Math.max(1, balanceCents)),
    })),
];

/** The actions of people. */
const people: readonly Happening[] = [
  (world) => openDeposit(world, somebody(world)),
  ...orders,
  (world) => onCard(world, 'cards.freeze', freezeCard),
  (world) => onCard(world, 'cards.unfreeze', unfreezeCard),
  (world) => onCard(world, 'cards.unfreeze', unfreezeCard, () => ({ forMinutes: 10 })),
  (world) => onCard(world, 'cards.delete', deleteCard),
  // Pays a debt from a card.
  (world) =>
    onCard(world, 'cards.unload', unloadCard, ({ userId, balanceCents }) => {
      const owed = entitiesOf(world.table, 'wallet').find((wallet) => wallet.userId === userId)?.debtCents ?? 0;
      return { amount: Math.max(1, Math.min(owed, balanceCents - 100)) };
    }),
  // Withdraws all but a dollar from a card, so that it can be deleted.
  (world) =>
    onCard(world, 'cards.unload', unloadCard, ({ balanceCents }) => ({ amount: Math.max(1, balanceCents - 100) })),
  // Empties a card and deletes it, as people do; afterwards a merchant may still charge or refund it.
  async (world) => {
    const card = pick(world, entitiesOf(world.table, 'card').filter(isAlmostEmpty)) ?? someCard(world);
    if (!card) return;
    const { userId, issuerCardId = '', balanceCents } = card;
    const params = { id: card.cardId };
    if (!isAlmostEmpty(card)) {
      await world.ask(userId, 'cards.unload', {
        handler: unloadCard,
        params,
        body: { amount: Math.max(1, balanceCents - 100) },
      });
      await untilWithdrawn(world);
    }
    await world.ask(userId, 'cards.delete', { handler: deleteCard, params });
    const isCharged = world.choices.oneIn(3);
    if (isCharged) world.issuer.force(issuerCardId, cents(amount(world, 400)));
    if (world.choices.oneIn(3)) world.issuer.refund(issuerCardId, cents(amount(world, 400)));
    world.narrate(`${params.id} is deleted, and then ${isCharged ? 'charged' : 'not charged'}`);
  },
  async (world) => {
    // Mostly a person who has rewards, because the others are only refused.
    const earners = entitiesOf(world.table, 'referralAccount').filter(({ balanceCents }) => balanceCents > 0);
    const userId = (world.choices.oneIn(3) ? undefined : pick(world, earners)?.userId) ?? somebody(world);
    for (let times = world.choices.oneIn(3) ? 2 : 1; times > 0; times -= 1)
      await world.ask(userId, 'referrals.withdraw', { handler: withdrawRewards });
  },
  // Mixes the reasons for a freeze: a suspension overlaps a debt, a freeze or a deletion, and ends before or after it.
  async (world) => {
    const suspended = entitiesOf(world.table, 'user').find(({ isSuspended }) => isSuspended)?.userId;
    // Rarely, because a suspended person does nothing else until the suspension ends.
    if (suspended !== undefined) await world.suspend(suspended, false);
    else if (world.choices.oneIn(3)) await world.suspend(somebody(world), true);
  },
  async (world) => {
    const locked = entitiesOf(world.table, 'user').find(({ lockedAtMs }) => lockedAtMs !== undefined)?.userId;
    if (locked !== undefined) await world.lock(locked, false);
    else if (world.choices.oneIn(2)) await world.lock(somebody(world), true);
  },
  // Closes an account: money may still arrive, a process may die in the middle, most people return, and some are erased.
  async (world) => {
    const closed = entitiesOf(world.table, 'user').find(
      ({ closedAtMs, erasedAtMs }) => closedAtMs !== undefined && erasedAtMs === undefined,
    );
    if (closed !== undefined) {
      if (world.choices.oneIn(3)) await world.comeBack(closed);
      else if (world.choices.oneIn(2)) await world.erase(closed.userId);
      return;
    }
    // Also accounts that have too much, which are refused.
    const mostCents = world.choices.oneIn(4) ? Infinity : closingLimits.waivedMaxCents;
    const left = entitiesOf(world.table, 'wallet').filter(
      ({ userId, cardCount, availableCents }) =>
        world.people.includes(userId) && cardCount === 0 && availableCents <= mostCents,
    );
    const wallet = pick(world, left);
    if (!wallet) return;
    const { userId, availableCents } = wallet;
    const isPaidLate = world.choices.oneIn(3);
    if (isPaidLate) {
      await openDeposit(world, userId);
      await world.settle();
    }
    await world.close(userId, availableCents);
    const opened = entitiesOf(world.table, 'deposit').findLast((deposit) => deposit.userId === userId);
    if (!isPaidLate || !opened || !pay(world, world.payments.invoices.get(opened.depositId))) return;
    // The news comes at once, because most people return soon.
    await hear(world);
  },
  // Orders an auto-load that nearly any purchase starts, at most three a month; or ends one.
  (world) =>
    world.choices.oneIn(5)
      ? onCard(world, 'cards.end-auto-load', endAutoLoad)
      : onCard(world, 'cards.auto-load', autoLoad, () => ({
          below: 200 + amount(world, 1_200),
          amount: 1_000,
          monthlyMax: 1_000 * (1 + world.choices.below(3)),
        })),
  async (world) => {
    // Sends an earlier request again, as after a broken connection or a double click. Keys are kept for a day.
    const { nowMs } = world.scheduler;
    const before = pick(
      world,
      world.asked.filter(({ atMs }) => nowMs - atMs < 23 * 60 * minute),
    );
    if (before) await world.ask(before.userId, before.route, before.request, before);
  },
];

/** Deliveries of webhooks, queue messages and stream records, and runs of jobs. */
const wires: readonly Happening[] = [
  (world) => deliverPaymentNews(world),
  (world) => deliverIssuerNews(world),
  (world) => workOn(world),
  (world) => workOn(world),
  async (world) => {
    await sweep(world);
    await remind(world);
  },
  (world) => poll(world),
  (world) => payOut(world),
  (world) => catchUp(world),
  (world) => countNext(world),
  (world) => (world.choices.oneIn(12) ? loseNext(world) : countNext(world)),
];

const waits = [1_000, 20_000, minute, 6 * minute, 20 * minute] as const;

/** Lets time pass. */
function wait(world: SimulatedWorld): void {
  const waitMs = pick(world, waits) ?? 0;
  world.scheduler.nowMs += waitMs;
  world.ripen();
}

/** The actions of staff, each after the events that it needs. */
const staff: readonly Happening[] = [
  adjustBalance,
  async (world) => {
    if (decidableDeposits(world).length === 0) await payTooMuch(world);
    await decideOnDeposit(world);
  },
  // Often, because a day without the issuer is long for a story.
  (world) => {
    const act = world.choices.oneIn(4) ? askAboutOperation : decideOnOperations;
    return world.choices.oneIn(2) ? silentDay(world, act) : act(world);
  },
];

/** Pays nearly three times what an open deposit asks for, and has the product hear of it. */
async function payTooMuch(world: SimulatedWorld): Promise<void> {
  const isOpen = ({ state }: Payment): boolean => state === 'waiting';
  if (![...world.payments.invoices.values()].some(isOpen)) {
    await openDeposit(world, somebody(world));
    await world.settle();
  }
  const invoice = pick(world, [...world.payments.invoices.values()].filter(isOpen));
  if (!invoice) return;
  world.narrate(`${invoice.reference} is paid nearly three times`);
  world.payments.become(invoice.reference, 'paid_over', Math.floor(Number(invoice.invoiceAmount) * 280), true);
  await hear(world);
}

/** Closes an account and erases it, and has a payment that it asked for before come afterwards. */
async function payErased(world: SimulatedWorld): Promise<void> {
  const { payments, table } = world;
  const wallet = pick(
    world,
    entitiesOf(table, 'wallet').filter(
      ({ userId, cardCount, availableCents, closedAtMs }) =>
        world.people.includes(userId) &&
        cardCount === 0 &&
        availableCents <= closingLimits.waivedMaxCents &&
        closedAtMs === undefined,
    ),
  );
  if (!wallet) return;
  const { userId, availableCents } = wallet;
  await openDeposit(world, userId);
  await world.settle();
  await world.close(userId, availableCents);
  await world.settle();
  await world.erase(userId);
  await world.settle();
  const invoice = entitiesOf(table, 'deposit')
    .filter((deposit) => deposit.userId === userId)
    .flatMap(({ depositId }) => payments.invoices.get(depositId) ?? [])
    .findLast(({ state }) => state === 'waiting');
  if (!invoice) return;
  world.narrate(`${invoice.reference} is paid`);
  payments.become(invoice.reference, 'paid', Math.round(Number(invoice.invoiceAmount) * 100), true);
  await hear(world);
  if (lateMoneyOfErased(world).length > 0) return;
  await poll(world);
  await world.settle();
}

/**
 * Cancels a deposit, mostly one that waits; often it is paid at that very moment or later, and sometimes its owner asks
 * for an equal one.
 */
async function cancel(world: SimulatedWorld): Promise<void> {
  const { choices, payments } = world;
  const waiting = () =>
    entitiesOf(world.table, 'deposit').filter(
      ({ lifecycle, state, canceledAtMs }) =>
        lifecycle !== 'refused' && state === 'waiting' && canceledAtMs === undefined,
    );
  if (waiting().length === 0) {
    await openDeposit(world, somebody(world));
    await world.settle();
  }
  const deposit =
    (choices.oneIn(6) ? undefined : pick(world, waiting())) ?? pick(world, entitiesOf(world.table, 'deposit'));
  if (!deposit) return;
  const { depositId, userId, coin, network, amountCents } = deposit;
  await world.ask(userId, 'transactions.cancel', { handler: cancelDeposit, params: { id: depositId } });
  if (choices.oneIn(2)) await world.settle();
  if (choices.oneIn(3)) {
    const body = { currency: coin, network, amountInUsd: amountCents };
    await world.ask(userId, 'transactions.create', { handler: createDeposit, body });
  }
  if (choices.oneIn(2) && pay(world, payments.invoices.get(depositId)) && choices.oneIn(2)) await hear(world);
}

/** Has a webhook of the payment provider come and its message processed, unless something goes wrong. */
async function hear(world: SimulatedWorld): Promise<void> {
  await world.settle();
  await deliverPaymentNews(world);
  await world.settle();
  await workOn(world);
  await world.settle();
}

/**
 * The issuer gives no answer for more than a day, in which an order or two are made and go to review. Mostly staff
 * acts on them before the issuer answers again, and sometimes just then.
 */
async function silentDay(world: SimulatedWorld, act: Happening): Promise<void> {
  const { choices, scheduler } = world;
  world.narrate('the issuer gives no answers');
  world.silence = choices.oneIn(2) ? 'unheard' : 'lost';
  for (let orderings = 1 + choices.below(2); orderings > 0; orderings -= 1) await pick(world, orders)?.(world);
  await letProcessesEnd(world);
  scheduler.nowMs += 25 * 60 * minute;
  world.ripen();
  await sweep(world);
  await world.settle();
  if (!choices.oneIn(4)) await act(world);
  await world.settle();
  world.silence = undefined;
  world.narrate('the issuer answers again');
  if (choices.oneIn(3)) await act(world);
}

/** Less frequent acts, each with the events that it needs. */
const rare: readonly Happening[] = [
  cancel,
  switchAutomatic,
  decideOnReferral,
  letExpire,
  report,
  workOnCase,
  workOnCase,
  freezeWithLink,
];

/** Staff ask the providers again, and have messages worked on again. */
const desk: readonly Happening[] = [
  askAboutDeposit,
  (world) => (world.choices.oneIn(4) ? silentDay(world, askAboutOperation) : askAboutOperation(world)),
  replay,
  async (world) => {
    if (world.deadLetters.length === 0) await beSetAside(world);
    if (!world.choices.oneIn(3)) await giveBack(world);
  },
];

/** Our own money: a float that is short, transfers, and the books of a day. */
const ourMoney: readonly Happening[] = [
  (world) => runShort(world, (now) => pick(now, orders.slice(0, 2))?.(now)),
  moveOurMoney,
  // Rarely, because it reads the journal of every day.
  async (world) => (world.choices.oneIn(3) ? closeDays(world) : runShort(world, (now) => orders[1]?.(now))),
];

/** Acts of several steps that few stories need. */
const rarest: readonly Happening[] = [
  async (world) => {
    if (lateMoneyOfErased(world).length === 0) await payErased(world);
    await sendBackByHand(world);
  },
  spendOnAutoLoad,
];

/** Lets one thing happen in the world, other than a process continuing. */
export async function somethingHappens(world: SimulatedWorld): Promise<void> {
  const kind = world.choices.below(16);
  if (kind < 5) await pick(world, people)?.(world);
  else if (kind < 6) pay(world);
  else if (kind < 8) happenElsewhere(world);
  else if (kind < 11) await pick(world, wires)?.(world);
  else if (kind < 12) wait(world);
  else if (kind < 13) await pick(world, staff)?.(world);
  else if (kind < 14) await pick(world, world.choices.oneIn(3) ? ourMoney : desk)?.(world);
  else await pick(world, world.choices.oneIn(4) ? rarest : rare)?.(world);
}
