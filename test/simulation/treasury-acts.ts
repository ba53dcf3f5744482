import { decideMove } from '#functions/domain/treasury/decide-move.ts';
import { proposeMove } from '#functions/domain/treasury/propose-move.ts';
import { cents } from '#shared/money.ts';
import { entitiesOf } from './audit.ts';
import { bookDays, isBusy, isWatched, letProcessesEnd } from './background-work.ts';
import { pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { adminsOf, twoOf } from './staff.ts';
import { day } from './story-times.ts';

/** Moves our money between the bank and the float, and mostly has staff enter and approve it. */
export async function moveFloat(world: SimulatedWorld, amount: number): Promise<void> {
  world.issuer.topUp(cents(amount));
  world.narrate(`${amount} cents come to our float`);
  const direction = amount < 0 ? 'back' : 'out';
  await enter(world, { kind: 'top_up', direction, amountCents: cents(Math.abs(amount)) });
}

/** Moves our own money, and has staff enter it: a payout to the bank or back, or a change of the float. */
export async function moveOurMoney(world: SimulatedWorld): Promise<void> {
  const { choices, payments } = world;
  if (choices.oneIn(3)) return decide(world);
  if (choices.oneIn(2)) return moveFloat(world, (choices.oneIn(3) ? -1 : 1) * (1 + choices.below(50_000)));
  const amountCents = cents(1 + choices.below(5_000));
  const direction = choices.oneIn(4) ? 'back' : 'out';
  payments.paidOutUnits += (direction === 'out' ? 1 : -1) * amountCents * 1_000;
  world.narrate(`${amountCents} cents of our coins go ${direction}`);
  await enter(world, { kind: 'payout', direction, amountCents });
}

/** Has an admin enter a movement, sometimes under a reference that was entered before, and others decide on it. */
async function enter(
  world: SimulatedWorld,
  move: { readonly kind: 'payout' | 'top_up'; readonly direction: 'out' | 'back'; readonly amountCents: number },
): Promise<void> {
  const { choices, table } = world;
  const { kind, direction } = move;
  // The fee is part of what left the other side.
  const feeCents = choices.oneIn(2) && direction === 'out' ? Math.floor(move.amountCents / 100) : 0;
  const coins = kind === 'payout' ? ({ coin: 'USDT', coinAmount: (move.amountCents / 100).toFixed(2) } as const) : {};
  const entered = {
    kind,
    direction,
    amountCents: cents(kind === 'payout' ? move.amountCents - feeCents : move.amountCents),
    feeCents: cents(feeCents),
    coin: undefined,
    coinAmount: undefined,
    ...coins,
    reason: 'A transfer.',
    claim: undefined,
  };
  const known = pick(world, entitiesOf(table, 'treasuryMove'))?.reference ?? 'first';
  const references = choices.oneIn(6) ? [known] : [`bank-${table.stream.length}`];
  // The second one enters what the first one has just entered.
  if (choices.oneIn(5)) references.push(...references);
  for (const reference of references) {
    const actorId = twoOf(world)[0];
    await world.byStaff('admin.propose-treasury', (services) =>
      proposeMove(services, { ...entered, reference, actorId }),
    );
  }
  if (choices.oneIn(5)) return;
  await world.settle();
  await decide(world);
}

/** Has admins decide on a movement: mostly another one than its author approves it, sometimes both at once. */
async function decide(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const waiting = pick(
    world,
    entitiesOf(table, 'treasuryMove').filter(({ state }) => state === 'waiting'),
  );
  if (waiting === undefined) return;
  const { moveId, proposedBy } = waiting;
  const others = adminsOf(world).filter((adminId) => adminId !== proposedBy);
  for (let times = choices.oneIn(3) ? 2 : 1; times > 0; times -= 1) {
    const actorId = choices.oneIn(5) ? proposedBy : (others[0] ?? proposedBy);
    const outcome = choices.oneIn(6) ? 'reject' : 'approve';
    const decision = { moveId, actorId, outcome, reason: 'The bank says so.' } as const;
    await world.byStaff('admin.decide-treasury', (services) => decideMove(services, decision));
  }
}

/** Has the books of the open day summed and compared, often around the moment at which a day is closed. */
export async function closeDays(world: SimulatedWorld): Promise<void> {
  const { choices, scheduler } = world;
  if (choices.oneIn(3)) {
    await letProcessesEnd(world);
    const closesMs = (Math.floor(scheduler.nowMs / day) + 1) * day + (choices.oneIn(3) ? 0 : 60 * 60_000);
    if (!isBusy(world) && isWatched(closesMs)) {
      scheduler.nowMs = closesMs - 2_000 + choices.below(5_000);
      world.ripen();
      world.narrate('a day ends, or is about to be closed');
    }
  }
  for (let runs = choices.oneIn(3) ? 2 : 1; runs > 0; runs -= 1) await bookDays(world);
}
