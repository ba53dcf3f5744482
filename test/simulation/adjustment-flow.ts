import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import { approveAdjustment, rejectAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment, type AdjustmentProposal } from '#functions/domain/adjustments/propose-adjustment.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { adminsOf } from './staff.ts';

/** Number of times that an admin repeats a call that was lost. */
const triesMax = 3;

/**
 * Has two admins give a person $30 and take it back after the person has spent some. Each adjustment is proposed and
 * approved repeatedly until it is done, and one is rejected at the same time. Throws a Violation unless each is posted
 * exactly once.
 */
export async function adjust(
  world: SimulatedWorld,
  {
    userId,
    spend,
    letGo,
  }: { readonly userId: Id<'user'>; readonly spend: () => Promise<void>; readonly letGo: () => Promise<void> },
): Promise<void> {
  const [first, second] = adminsOf(world);
  const gift = {
    userId,
    direction: 'credit',
    amountCents: cents(3_000),
    reason: 'Charged twice.',
    link: undefined,
  } as const;
  const given = await twoAgree(world, { ...gift, actorId: first }, second, letGo);
  await spend();
  await twoAgree(world, { ...gift, actorId: second, direction: 'debit', link: given }, first, letGo);
  // An adjustment that is approved and rejected at once has one outcome.
  const contested = await propose(world, { ...gift, actorId: first }, letGo);
  const act = { adjustmentId: contested, actorId: second };
  void world.byStaff('admin.approve-adjustment', (services) => approveAdjustment(services, act));
  void world.byStaff('admin.reject-adjustment', (services) =>
    rejectAdjustment(services, { ...act, actorId: first, reason: 'A slip.' }),
  );
  await letGo();
  for (const adjustment of entitiesOf(world.table, 'adjustment')) expectPostedOnce(world, adjustment);
}

/**
 * Has two admins agree that all of some money was sent back by hand, by two proposals that are approved at once and
 * repeatedly. Throws a Violation unless one of them takes the money.
 */
export async function sendBack(
  world: SimulatedWorld,
  { letGo, ...money }: Pick<AdjustmentProposal, 'userId' | 'amountCents' | 'link'> & { letGo: () => Promise<void> },
): Promise<void> {
  const [first, second] = adminsOf(world);
  const proposal = { ...money, actorId: first, direction: 'debit', reason: 'Sent back by hand.' } as const;
  const twins = [await propose(world, proposal, letGo), await propose(world, proposal, letGo)];
  for (let tries = 0; tries < triesMax; tries += 1) {
    for (const adjustmentId of twins)
      void world.byStaff('admin.approve-adjustment', (services) =>
        approveAdjustment(services, { adjustmentId, actorId: second }),
      );
    await letGo();
  }
  const approved = twins.filter((adjustmentId) => stateOf(world, adjustmentId) === 'approved');
  if (approved.length !== 1)
    throw new Violation('I35', `${money.amountCents} cents were sent back ${approved.length} times`);
}

function expectPostedOnce(world: SimulatedWorld, { adjustmentId, state }: Adjustment): void {
  const count = entitiesOf(world.table, 'journal').filter(({ cause }) => cause === adjustmentId).length;
  const lines = entitiesOf(world.table, 'movement').filter(({ tid }) => tid === adjustmentId).length;
  const expected = state === 'approved' ? 1 : 0;
  if (count !== expected || lines !== expected)
    throw new Violation('I35', `${adjustmentId} is ${state} and was posted ${count} times, with ${lines} lines`);
}

async function twoAgree(
  world: SimulatedWorld,
  proposal: AdjustmentProposal,
  actorId: Id<'user'>,
  letGo: () => Promise<void>,
): Promise<Id<'adjustment'>> {
  const adjustmentId = await propose(world, proposal, letGo);
  for (let tries = 0; tries < triesMax; tries += 1) {
    for (let twins = 0; twins < 2; twins += 1)
      void world.byStaff('admin.approve-adjustment', (services) =>
        approveAdjustment(services, { adjustmentId, actorId }),
      );
    await letGo();
    if (stateOf(world, adjustmentId) === 'approved') return adjustmentId;
  }
  throw new Violation('I35', `${adjustmentId} is ${stateOf(world, adjustmentId)} after ${triesMax} approvals`);
}

/** Proposes with one key, also once more after the proposal is stored. Throws a Violation unless one is stored. */
async function propose(
  world: SimulatedWorld,
  proposal: AdjustmentProposal,
  letGo: () => Promise<void>,
): Promise<Id<'adjustment'>> {
  const earlier = new Set(entitiesOf(world.table, 'adjustment').map(({ adjustmentId }) => adjustmentId));
  const claim = {
    userId: proposal.actorId,
    routeId: 'admin.propose-adjustment',
    keyHash: `key-${earlier.size}`,
    requestHash: 'same',
  } as const;
  const isStored = (): boolean =>
    entitiesOf(world.table, 'adjustment').some(({ adjustmentId }) => !earlier.has(adjustmentId));
  for (let tries = 0, isRepeated = false; tries < triesMax && !isRepeated; tries += 1) {
    isRepeated = isStored();
    void world.byStaff('admin.propose-adjustment', (services) => proposeAdjustment(services, { ...proposal, claim }));
    await letGo();
  }
  const made = entitiesOf(world.table, 'adjustment').filter(({ adjustmentId }) => !earlier.has(adjustmentId));
  const [only] = made;
  if (only === undefined || made.length > 1) throw new Violation('I35', `one proposal was stored ${made.length} times`);
  return only.adjustmentId;
}

function stateOf(world: SimulatedWorld, adjustmentId: Id<'adjustment'>): Adjustment['state'] | undefined {
  return entitiesOf(world.table, 'adjustment').find((each) => each.adjustmentId === adjustmentId)?.state;
}
