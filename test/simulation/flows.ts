import { handler as autoLoad } from '#functions/api/cards/auto-load.ts';
import { handler as createCard } from '#functions/api/cards/create.ts';
import { handler as deleteCard } from '#functions/api/cards/delete.ts';
import { handler as freezeCard } from '#functions/api/cards/freeze.ts';
import { handler as loadCard } from '#functions/api/cards/load.ts';
import { handler as unfreezeCard } from '#functions/api/cards/unfreeze.ts';
import { handler as unloadCard } from '#functions/api/cards/unload.ts';
import { handler as withdrawRewards } from '#functions/api/referrals/withdraw.ts';
import { handler as cancelDeposit } from '#functions/api/transactions/cancel.ts';
import { handler as createDeposit } from '#functions/api/transactions/create.ts';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { holdReferral } from '#functions/domain/referrals/hold-referral.ts';
import { setReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { decideHeldReferral } from '#functions/domain/signals/decide-held-referral.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import type { Services } from '#functions/ports/services.ts';
import { adjust, sendBack } from './adjustment-flow.ts';
import {
  countAll,
  deliverIssuerNews,
  deliverPaymentNews,
  endTransfers,
  payOut,
  poll,
  rebuild,
  sweep,
  workOn,
} from './background-work.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { RequestOfPerson, SimulatedWorld } from './simulated-world.ts';
import { adminsOf } from './staff.ts';

/** One thing that people or providers do with money, from its first request until no work is left. */
export type Flow = (world: SimulatedWorld) => Promise<void>;

/** Sends a request again with its key, as a person does, until it is answered; four times at most. */
async function insist(
  world: SimulatedWorld,
  userId: Id<'user'>,
  route: string,
  request: RequestOfPerson,
): Promise<void> {
  let asked = await world.ask(userId, route, request);
  for (let tries = 1; tries < 4; tries += 1) {
    await letGo(world);
    const last = asked.answers.at(-1);
    if (last !== undefined && last.status < 500) return;
    asked = await world.ask(userId, route, request, asked);
  }
  await letGo(world);
}

/** Lets all processes continue, sleeping ones included, until none is left. */
async function letGo(world: SimulatedWorld): Promise<void> {
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await world.settle();
    const wakeMs = world.scheduler.nextWakeMs;
    if (wakeMs === undefined) return;
    world.scheduler.nowMs = wakeMs;
  }
}

/** Has the providers process and report the orders, and runs the workers and jobs. */
async function carryOn(world: SimulatedWorld): Promise<void> {
  endTransfers(world, true);
  for (let news = world.payments.news.length; news > 0; news -= 1) await deliverPaymentNews(world);
  for (let news = world.issuer.news.length; news > 0; news -= 1) await deliverIssuerNews(world);
  await letGo(world);
  for (let messages = world.queued.length; messages > 0; messages -= 1) await workOn(world);
  await letGo(world);
  world.scheduler.nowMs += 60_000;
  world.ripen();
  await sweep(world);
  await letGo(world);
}

function personAt(world: SimulatedWorld, index: number): Id<'user'> {
  const userId = world.people[index];
  if (userId === undefined) throw new Error('nobody is there');
  return userId;
}

function cardOf(world: SimulatedWorld, userId: Id<'user'>): Card {
  const card = entitiesOf(world.table, 'card').find((each) => each.userId === userId);
  if (card === undefined) throw new Error(`${userId} has no card`);
  return card;
}

function userOf(world: SimulatedWorld, userId: Id<'user'>): User {
  const user = entitiesOf(world.table, 'user').find((each) => each.userId === userId);
  if (user === undefined) throw new Error('nobody is there');
  return user;
}

/** Closes an account and waives all that it has, again until it is closed. */
async function closeAtLast(world: SimulatedWorld, userId: Id<'user'>): Promise<void> {
  for (let tries = 0; tries < 4 && userOf(world, userId).closedAtMs === undefined; tries += 1) {
    const wallet = entitiesOf(world.table, 'wallet').find((each) => each.userId === userId);
    await world.close(userId, wallet?.availableCents ?? cents(0));
    await letGo(world);
  }
}

/** Has the two admins take the same decision in turn, again until it is carried out. */
async function bothDecide(
  world: SimulatedWorld,
  route: string,
  decide: (services: Services, actorId: Id<'user'>) => Promise<unknown>,
  isDone: () => boolean,
): Promise<void> {
  for (let tries = 0; tries < 6 && !isDone(); tries += 1) {
    const actorId = adminsOf(world)[tries % 2 === 0 ? 0 : 1];
    await world.byStaff(route, (services) => decide(services, actorId));
    await letGo(world);
  }
  if (!isDone()) throw new Violation('I41', `${route} is not carried out`);
}

async function openDeposit(world: SimulatedWorld, userId: Id<'user'>): Promise<string | undefined> {
  const body = { currency: 'USDT', network: 'TRON', amountInUsd: 5_000 };
  await insist(world, userId, 'transactions.create', { handler: createDeposit, body });
  return [...world.payments.invoices.values()].find(({ state, reference }) => {
    const deposit = entitiesOf(world.table, 'deposit').find(({ depositId }) => depositId === reference);
    return deposit?.userId === userId && state === 'waiting';
  })?.reference;
}

/** Has the provider report another state of a payment, with the cents received so far, and lets what follows happen. */
async function become(world: SimulatedWorld, reference: string, state: PaymentState, received?: number): Promise<void> {
  world.payments.become(reference, state, received, true);
  await carryOn(world);
  await poll(world);
  await letGo(world);
}

/** Makes the flow of a deposit whose payment passes these states, each with the cents received so far. */
function deposit(steps: readonly (readonly [PaymentState, number | undefined])[]): Flow {
  return async (world) => {
    const userId = personAt(world, 2);
    const reference = await openDeposit(world, userId);
    if (reference === undefined) return;
    for (const [state, received] of steps) await become(world, reference, state, received);
  };
}

function onCard(route: string, handler: typeof loadCard, body?: unknown): Flow {
  return async (world) => {
    const card = cardOf(world, personAt(world, 0));
    await insist(world, card.userId, route, {
      handler,
      params: { id: card.cardId },
      ...(body === undefined ? {} : { body }),
    });
    await carryOn(world);
    await carryOn(world);
  };
}

const load = onCard('cards.load', loadCard, { amount: 2_000, includesFee: false });

/** Every flow of money, by name. The five main ones come first. */
export const flows = {
  deposit: deposit([['paid', 5_000]]),
  refund: deposit([
    ['paid', 5_000],
    ['refunded', undefined],
  ]),
  create: async (world) => {
    const body = { name: 'Second', pin: 4826 };
    await insist(world, personAt(world, 2), 'cards.create', { handler: createCard, body });
    await carryOn(world);
  },
  load,
  withdraw: onCard('cards.unload', unloadCard, { amount: 300 }),
  partial: deposit([
    ['partly_paid', 2_000],
    ['paid_less', 2_000],
    ['paid', 5_000],
  ]),
  delete: async (world) => {
    await onCard('cards.unload', unloadCard, { amount: 400 })(world);
    world.scheduler.nowMs += 6 * 60_000;
    await onCard('cards.delete', deleteCard)(world);
  },
  retire: async (world) => {
    const { issuerCardId = '' } = cardOf(world, personAt(world, 0));
    await onCard('cards.unload', unloadCard, { amount: 400 })(world);
    // The issuer refuses a second unload within five minutes: the card still exists there, and merchants can use it.
    await onCard('cards.delete', deleteCard)(world);
    world.issuer.refund(issuerCardId, cents(150));
    await carryOn(world);
    world.issuer.force(issuerCardId, cents(900));
    await carryOn(world);
  },
  purchase: async (world) => {
    const card = cardOf(world, personAt(world, 0));
    const issuerCardId = card.issuerCardId ?? '';
    world.issuer.purchase(issuerCardId, cents(150));
    await carryOn(world);
    const [bought] = world.issuer.transactions;
    if (bought) world.issuer.reverse(bought);
    world.issuer.force(issuerCardId, cents(900));
    await carryOn(world);
    world.issuer.refund(issuerCardId, cents(700));
    await carryOn(world);
  },
  autoLoad: async (world) => {
    const { issuerCardId = '' } = cardOf(world, personAt(world, 0));
    await onCard('cards.auto-load', autoLoad, { below: 10_000, amount: 1_000, monthlyMax: 1_000 })(world);
    world.issuer.purchase(issuerCardId, cents(150));
    await carryOn(world);
    await carryOn(world);
    world.issuer.purchase(issuerCardId, cents(50));
    await carryOn(world);
    const loads = entitiesOf(world.table, 'operation').filter(
      ({ startedBy, state }) => startedBy !== undefined && state !== 'released',
    );
    if (loads.length > 1) throw new Violation('I39', `${loads.length} auto-loads of a month that takes one`);
  },
  adjustment: async (world) => {
    const { userId } = cardOf(world, personAt(world, 0));
    const everything = async (): Promise<void> => {
      const wallet = entitiesOf(world.table, 'wallet').find((each) => each.userId === userId);
      await onCard('cards.load', loadCard, { amount: wallet?.availableCents ?? 0, includesFee: true })(world);
    };
    await adjust(world, { userId, spend: everything, letGo: () => letGo(world) });
    await carryOn(world);
  },
  // Two admins credit all of a payment that is much too high, before it is sent back.
  decideDeposit: async (world) => {
    const reference = await openDeposit(world, personAt(world, 2));
    if (reference === undefined) return;
    await become(world, reference, 'paid_over', 30_000);
    const depositId = reference as Id<'deposit'>;
    const credited = () =>
      entitiesOf(world.table, 'deposit').find((each) => each.depositId === depositId)?.creditedCents;
    await bothDecide(
      world,
      'admin.decide-deposit',
      (services, actorId) =>
        decideDeposit(services, { depositId, actorId, outcome: 'credit', reason: 'Paid for two.' }),
      () => credited() === 30_000,
    );
    await become(world, reference, 'refunded');
    if (credited() !== 0) throw new Violation('I9', `${depositId} was sent back, and ${credited()} are credited`);
  },
  // Staff send back by hand what they refused of a payment, and what came to an erased account.
  sentBack: async (world) => {
    const [userId, goneId] = [personAt(world, 2), personAt(world, 3)];
    const [reference, late] = [await openDeposit(world, userId), await openDeposit(world, goneId)];
    if (reference === undefined || late === undefined) return;
    const depositId = reference as Id<'deposit'>;
    const found = () => entitiesOf(world.table, 'deposit').find((each) => each.depositId === depositId);
    await become(world, reference, 'paid_over', 30_000);
    await bothDecide(
      world,
      'admin.decide-deposit',
      (services, actorId) => decideDeposit(services, { depositId, actorId, outcome: 'refuse', reason: 'Not theirs.' }),
      () => (found()?.refusedCents ?? 0) > 0,
    );
    const refusedCents = cents(found()?.refusedCents ?? 0);
    const back = { letGo: () => letGo(world) };
    await sendBack(world, { ...back, userId, amountCents: refusedCents, link: `${depositId}:refused` });
    if (found()?.sentBackCents !== refusedCents || found()?.refusedCents !== 0)
      throw new Violation('I35', `${depositId} keeps ${found()?.refusedCents} of ${refusedCents} that were sent back`);
    await closeAtLast(world, goneId);
    for (let tries = 0; tries < 2; tries += 1) {
      await world.erase(goneId);
      await letGo(world);
    }
    await become(world, late, 'paid', 5_000);
    const wallet = entitiesOf(world.table, 'wallet').find((each) => each.userId === goneId);
    const waived = entitiesOf(world.table, 'closing').find((each) => each.userId === goneId)?.waivedCents ?? 0;
    const lateCents = cents((wallet?.unclaimedCents ?? 0) - waived);
    await sendBack(world, { ...back, userId: goneId, amountCents: lateCents, link: undefined });
  },
  // Staff decides wrongly on a load that the issuer carried out in silence, and on a withdrawal that never reached it.
  review: async (world) => {
    for (const [order, silence, outcome] of [
      [load, 'unheard', 'never'],
      [flows.withdraw, 'lost', 'happened'],
    ] as const) {
      world.silence = silence;
      await order(world);
      world.scheduler.nowMs += 25 * 60 * 60_000;
      await sweep(world);
      await letGo(world);
      const waiting = entitiesOf(world.table, 'operation').find(({ state }) => state === 'review');
      if (waiting !== undefined) {
        const { operationId } = waiting;
        const decision = { operationId, outcome, movedCents: undefined, reason: 'A guess.' } as const;
        await bothDecide(
          world,
          'admin.decide-operation',
          (services, actorId) => decideOperation(services, { ...decision, actorId }),
          () => entitiesOf(world.table, 'operation').every(({ state }) => state !== 'review'),
        );
      }
      world.silence = undefined;
      for (let hours = 0; hours < 14; hours += 7) {
        world.scheduler.nowMs += 7 * 60 * 60_000;
        await sweep(world);
        await letGo(world);
      }
    }
  },
  freeze: async (world) => {
    await onCard('cards.freeze', freezeCard)(world);
    await onCard('cards.unfreeze', unfreezeCard)(world);
  },
  referral: async (world) => {
    const referrer = entitiesOf(world.table, 'referralAccount')[0];
    await insist(world, personAt(world, 0), 'referrals.withdraw', { handler: withdrawRewards });
    await flows.create(world);
    if (referrer) await payOut(world);
    await letGo(world);
    await payOut(world);
    await letGo(world);
  },
  // Orders two first cards of a referred person at once: only one of those that are made brings the bonus.
  twoCards: async (world) => {
    await flows.deposit(world);
    for (const name of ['First', 'Second'])
      await world.ask(personAt(world, 2), 'cards.create', { handler: createCard, body: { name, pin: 4826 } });
    await letGo(world);
    await carryOn(world);
  },
  // Money comes and goes while an account is closed, returns and is erased.
  closing: async (world) => {
    const userId = personAt(world, 3);
    const reference = await openDeposit(world, userId);
    await closeAtLast(world, userId);
    if (reference !== undefined) await become(world, reference, 'paid_less', 600);
    await world.comeBack(userOf(world, userId));
    await letGo(world);
    await closeAtLast(world, userId);
    if (reference !== undefined) await become(world, reference, 'refunded');
    for (let tries = 0; tries < 2; tries += 1) {
      await world.erase(userId);
      await letGo(world);
    }
  },
  // Money comes for a deposit that its owner has canceled.
  cancel: async (world) => {
    const userId = personAt(world, 2);
    const reference = await openDeposit(world, userId);
    if (reference === undefined) return;
    await insist(world, userId, 'transactions.cancel', { handler: cancelDeposit, params: { id: reference } });
    await become(world, reference, 'paid', 5_000);
  },
  // A referral is held before the person's first card, and both admins decide on it; its referrer is paid automatically.
  held: async (world) => {
    const refereeId = personAt(world, 2);
    const userId = personAt(world, 0);
    const isHeld = () =>
      entitiesOf(world.table, 'reward').some((each) => each.refereeId === refereeId && each.review !== undefined);
    for (let tries = 0; tries < 4 && !isHeld(); tries += 1) {
      await world.byStaff('worker.aggregates', (services) => holdReferral(services, refereeId, ['ring']));
      await letGo(world);
    }
    await world.byStaff('admin.decide-referral', (services) =>
      setReferralTerms(services, userId, { isAutomatic: true }),
    );
    await letGo(world);
    await flows.create(world);
    const decision = { refereeId, outcome: 'released', reason: 'Looked at both.' } as const;
    for (const actorId of adminsOf(world))
      void world.byStaff('admin.decide-referral', (services) => decideHeldReferral(services, { ...decision, actorId }));
    await letGo(world);
    await payOut(world);
    await letGo(world);
  },
  statistics: async (world) => {
    await flows.load(world);
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await countAll(world);
      await letGo(world);
    }
    await rebuild(world);
    await letGo(world);
  },
} as const satisfies Record<string, Flow>;

/** The name of a flow. */
export type FlowName = keyof typeof flows;

/** Flows in which all ordered pairs of faults are tried, not only single faults. */
export const mainFlows = ['deposit', 'refund', 'create', 'load', 'withdraw'] as const satisfies readonly FlowName[];
