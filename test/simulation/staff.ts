import { approveAdjustment, rejectAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import { eraseDue, isBusy, isWatched, letProcessesEnd } from './background-work.ts';
import { entitiesOf } from './audit.ts';
import { pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Returns the two admins of every story. */
export function adminsOf({ table }: SimulatedWorld): readonly [Id<'user'>, Id<'user'>] {
  const [first, second] = entitiesOf(table, 'user').filter(({ role }) => role === 'admin');
  if (first === undefined || second === undefined) throw new Error('no two admins are there');
  return [first.userId, second.userId];
}

/** The two admins in random order: the first one proposes or decides, the second one agrees. */
export function twoOf(world: SimulatedWorld): readonly [Id<'user'>, Id<'user'>] {
  const [first, second] = adminsOf(world);
  return world.choices.oneIn(2) ? [second, first] : [first, second];
}

/** Has staff correct a balance, or undo a correction, in two steps: any admin proposes, and mostly another one approves. */
export async function adjustBalance(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const isOpen = ({ state }: Adjustment): boolean => state === 'waiting';
  if (!entitiesOf(table, 'adjustment').some(isOpen) || choices.oneIn(4)) {
    await propose(world);
    if (choices.oneIn(4)) return;
    await world.settle();
  }
  const waiting = pick(world, entitiesOf(table, 'adjustment').filter(isOpen));
  if (waiting === undefined) return;
  const { adjustmentId, proposedBy } = waiting;
  const admins = adminsOf(world);
  const actorId = pick(world, choices.oneIn(6) ? admins : admins.filter((adminId) => adminId !== proposedBy));
  if (actorId === undefined) return;
  const act = { adjustmentId, actorId };
  if (choices.oneIn(5))
    await world.byStaff('admin.reject-adjustment', (services) =>
      rejectAdjustment(services, { ...act, reason: 'A slip.' }),
    );
  for (let times = choices.oneIn(3) ? 2 : 1; times > 0; times -= 1)
    await world.byStaff('admin.approve-adjustment', (services) => approveAdjustment(services, act));
}

/**
 * Lets a proposal come to the moment at which it expires. The job runs then, and the other admin approves at that very
 * moment, or rejects.
 */
export async function letExpire(world: SimulatedWorld): Promise<void> {
  const { choices, scheduler, table } = world;
  const isOpen = ({ state, openUntilMs }: Adjustment): boolean =>
    state === 'waiting' && openUntilMs > scheduler.nowMs + adjustmentLimits.lifetimeMs / 2;
  if (!entitiesOf(table, 'adjustment').some(isOpen)) await propose(world);
  await letProcessesEnd(world);
  const waiting = pick(world, entitiesOf(table, 'adjustment').filter(isOpen));
  if (waiting === undefined || isBusy(world) || !isWatched(waiting.openUntilMs)) return;
  const { adjustmentId, openUntilMs, proposedBy } = waiting;
  scheduler.nowMs = Math.max(scheduler.nowMs, openUntilMs - 3_000 + choices.below(6_000));
  world.narrate(`${adjustmentId} is about to expire`);
  const actorId = pick(
    world,
    adminsOf(world).filter((adminId) => adminId !== proposedBy),
  );
  if (actorId === undefined) return;
  const act = { adjustmentId, actorId };
  if (choices.oneIn(2)) await eraseDue(world);
  if (choices.oneIn(2)) await world.byStaff('admin.approve-adjustment', (services) => approveAdjustment(services, act));
  else if (choices.oneIn(3))
    await world.byStaff('admin.reject-adjustment', (services) =>
      rejectAdjustment(services, { ...act, actorId: proposedBy, reason: 'A slip.' }),
    );
  if (choices.oneIn(2)) await eraseDue(world);
}

/** Returns the late money of each erased account that has some, in cents: all beyond what its owner waived. */
export function lateMoneyOfErased({
  table,
}: SimulatedWorld): readonly { readonly userId: Id<'user'>; readonly lateCents: number }[] {
  const waived = new Map(
    entitiesOf(table, 'closing').flatMap(({ userId, erasedAtMs, waivedCents }) =>
      erasedAtMs === undefined ? [] : [[userId, waivedCents] as const],
    ),
  );
  return entitiesOf(table, 'wallet').flatMap(({ userId, unclaimedCents = 0 }) => {
    const lateCents = unclaimedCents - (waived.get(userId) ?? Infinity);
    return lateCents > 0 ? [{ userId, lateCents }] : [];
  });
}

/**
 * Has staff take late money from an erased account, because they sent it back by hand: also twice, so that
 * it is more than there is, and sometimes it is undone. The provider may send the payment back before the second admin approves.
 */
export async function sendBackByHand(world: SimulatedWorld): Promise<void> {
  const { choices, payments, table } = world;
  const late = pick(world, lateMoneyOfErased(world));
  if (late === undefined) return;
  const { userId, lateCents } = late;
  for (let times = choices.oneIn(3) ? 2 : 1; times > 0; times -= 1) {
    const proposal = {
      actorId: twoOf(world)[0],
      userId,
      amountCents: cents(choices.oneIn(2) ? 1 + choices.below(1_500) : lateCents),
      direction: 'debit',
      reason: 'Sent back by hand.',
      link: undefined,
    } as const;
    await world.byStaff('admin.propose-adjustment', (services) => proposeAdjustment(services, proposal));
  }
  await world.settle();
  const paid = entitiesOf(table, 'deposit').filter(
    (deposit) => deposit.userId === userId && payments.invoices.get(deposit.depositId)?.state === 'paid',
  );
  const sentBack = choices.oneIn(4) ? pick(world, paid)?.depositId : undefined;
  if (sentBack !== undefined) {
    world.narrate(`${sentBack} is sent back`);
    payments.become(sentBack, 'refunded', undefined, true);
  }
  for (let decisions = 1 + choices.below(3); decisions > 0; decisions -= 1) {
    await adjustBalance(world);
    await world.settle();
  }
}

async function propose(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const refused = entitiesOf(table, 'deposit').filter(({ refusedCents = 0 }) => refusedCents > 0);
  if (refused.length > 0 && choices.oneIn(2)) return proposeSentBack(world, refused);
  const approved = entitiesOf(table, 'adjustment').filter(({ state }) => state === 'approved');
  const undone = choices.oneIn(2) ? pick(world, approved) : undefined;
  const isCredit = undone === undefined ? choices.oneIn(2) : undone.direction === 'debit';
  const userId = undone?.userId ?? pick(world, world.people);
  const actorId = pick(world, adminsOf(world));
  if (userId === undefined || actorId === undefined) return;
  const proposal = {
    actorId,
    userId,
    amountCents: undone?.amountCents ?? cents(1 + choices.below(4_000)),
    direction: isCredit ? 'credit' : 'debit',
    reason: 'Charged twice.',
    link: undone?.adjustmentId,
  } as const;
  await world.byStaff('admin.propose-adjustment', (services) => proposeAdjustment(services, proposal));
}

/** Proposes that all, a part or more of what was refused of a deposit was sent back by hand. */
async function proposeSentBack(world: SimulatedWorld, refused: readonly Deposit[]): Promise<void> {
  const { choices } = world;
  const deposit = pick(world, refused);
  const actorId = pick(world, adminsOf(world));
  if (deposit === undefined || actorId === undefined) return;
  const { depositId, userId, refusedCents = 0 } = deposit;
  const most = Math.min(refusedCents, adjustmentLimits.maxCents);
  const amountCents = cents(choices.oneIn(2) ? most : 1 + choices.below(most + 100));
  const facts = { actorId, userId, amountCents, direction: 'debit', reason: 'Sent back.' } as const;
  await world.byStaff('admin.propose-adjustment', (services) =>
    proposeAdjustment(services, { ...facts, link: `${depositId}:refused` }),
  );
}

/** Returns the deposits on which staff may decide: those that wait for it, and those on which it decided before. */
export function decidableDeposits({ table }: SimulatedWorld): readonly Deposit[] {
  return entitiesOf(table, 'deposit').filter(
    ({ waitsSinceMs, decision }) => waitsSinceMs !== undefined || decision !== undefined,
  );
}

/** Has one admin or both decide on a deposit, also on more than came; sometimes the payment is sent back afterwards. */
export async function decideOnDeposit(world: SimulatedWorld): Promise<void> {
  const { choices, payments } = world;
  const deposit = pick(world, decidableDeposits(world));
  if (deposit === undefined) return;
  const { depositId, creditedCents, surplusCents, refusedCents = 0 } = deposit;
  const isRefused = choices.oneIn(3);
  const isPart = !isRefused && choices.oneIn(2);
  const decision = {
    depositId,
    outcome: isRefused ? 'refuse' : 'credit',
    creditCents: isPart ? cents(creditedCents + choices.below(surplusCents + refusedCents + 500)) : undefined,
    reason: 'The payer wrote to us.',
  } as const;
  const [first, second] = twoOf(world);
  for (const actorId of [first, choices.oneIn(5) ? first : second]) {
    await world.byStaff('admin.decide-deposit', (services) => decideDeposit(services, { ...decision, actorId }));
    if (choices.oneIn(4)) return;
    // Otherwise both decide at once.
    if (!choices.oneIn(4)) await world.settle();
  }
  // Refused money is sent back by hand, sometimes before the provider sends it back as well.
  if (isRefused && choices.oneIn(2)) await adjustBalance(world);
  if (!choices.oneIn(4) || payments.invoices.get(depositId)?.state !== 'paid_over') return;
  world.narrate(`${depositId} is sent back`);
  payments.become(depositId, 'refunded', undefined, true);
}

/** Has both admins guess the outcome of the operations in review, often wrongly. */
export async function decideOnOperations(world: SimulatedWorld): Promise<void> {
  const { choices } = world;
  const inReview = entitiesOf(world.table, 'operation').filter(
    ({ state, kind }) => state === 'review' && kind !== 'holder_registration',
  );
  for (const { operationId, kind, amountCents } of inReview) {
    const hasHappened = choices.oneIn(2);
    const isPart = hasHappened && kind === 'card_withdrawal' && choices.oneIn(3);
    const decision = {
      operationId,
      outcome: hasHappened ? 'happened' : 'never',
      movedCents: isPart ? cents(1 + choices.below(amountCents)) : undefined,
      reason: 'A guess.',
    } as const;
    for (const actorId of twoOf(world)) {
      await world.byStaff('admin.decide-operation', (services) => decideOperation(services, { ...decision, actorId }));
      if (!choices.oneIn(4)) await world.settle();
    }
  }
}
