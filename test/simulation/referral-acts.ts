import { handler as withdrawRewards } from '#functions/api/referrals/withdraw.ts';
import { holdReferral } from '#functions/domain/referrals/hold-referral.ts';
import { setReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { decideHeldReferral } from '#functions/domain/signals/decide-held-referral.ts';
import { openTicketsOf } from '#functions/domain/signals/judge-referral-signals.ts';
import { limits } from '#shared/limits.ts';
import { payOut } from './background-work.ts';
import { entitiesOf } from './audit.ts';
import { pick } from './choices.ts';
import { nameOf, type SimulatedWorld } from './simulated-world.ts';
import { twoOf } from './staff.ts';

/**
 * Switches automatic payouts of a referrer on or off, mostly of one who has enough for one. The job pays at once, also
 * twice, and the referrer may ask for a payout at that moment.
 */
export async function switchAutomatic(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const accounts = entitiesOf(table, 'referralAccount');
  const rich = accounts.filter(({ balanceCents }) => balanceCents >= limits.referralPayoutUnitCents);
  const account = pick(world, rich) ?? pick(world, accounts);
  if (account === undefined) return;
  const { userId } = account;
  const isAutomatic = !account.isAutomatic || choices.oneIn(3);
  world.narrate(`the payouts of ${nameOf(userId)} are ${isAutomatic ? '' : 'not '}automatic`);
  await world.byStaff('admin.decide-referral', (services) => setReferralTerms(services, userId, { isAutomatic }));
  if (choices.oneIn(2)) await world.settle();
  if (choices.oneIn(3)) await world.ask(userId, 'referrals.withdraw', { handler: withdrawRewards });
  for (let runs = choices.below(3); runs > 0; runs -= 1) await payOut(world);
}

/** Holds a referral, mostly one whose rewards are not booked, as the signals of abuse do. */
async function hold(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const referrals = entitiesOf(table, 'reward').filter(
    ({ event, stage }) => event === 'signup' && stage !== 'cancelled',
  );
  const open = referrals.filter(({ stage }) => stage === 'pending');
  const reward = (choices.oneIn(2) ? undefined : pick(world, open)) ?? pick(world, referrals);
  if (reward === undefined) return;
  const { refereeId } = reward;
  const signal = choices.oneIn(2) ? 'ring' : 'network';
  world.narrate(`the referral of ${nameOf(refereeId)} is held: ${signal}`);
  await world.byStaff('worker.aggregates', async (services) => {
    if (await holdReferral(services, refereeId, [signal])) await openTicketsOf(services, [refereeId]);
  });
}

/**
 * Has staff decide on a held referral, one admin or both at once, and not always the same. Before that, the referred
 * person's money may be sent back.
 */
export async function decideOnReferral(world: SimulatedWorld): Promise<void> {
  const { choices, payments, table } = world;
  const held = () => entitiesOf(table, 'reward').filter(({ review }) => review?.state === 'held');
  if (held().length === 0 || choices.oneIn(3)) {
    await hold(world);
    if (choices.oneIn(3)) return;
    await world.settle();
  }
  const reward = pick(world, held());
  if (reward === undefined) return;
  const { refereeId } = reward;
  const paid = entitiesOf(table, 'deposit').filter(
    ({ userId, depositId }) => userId === refereeId && payments.invoices.get(depositId)?.state === 'paid',
  );
  const sentBack = choices.oneIn(4) ? pick(world, paid)?.depositId : undefined;
  if (sentBack !== undefined) {
    world.narrate(`${sentBack} is sent back`);
    payments.become(sentBack, 'refunded', undefined, true);
  }
  const outcomes = ['released', 'refused'] as const;
  const first = pick(world, outcomes) ?? 'released';
  const second = choices.oneIn(3) ? (pick(world, outcomes) ?? first) : first;
  for (const [index, actorId] of twoOf(world).entries()) {
    const outcome = index === 0 ? first : second;
    world.narrate(`an admin says of the referral of ${nameOf(refereeId)}: ${outcome}`);
    await world.byStaff('admin.decide-referral', (services) =>
      decideHeldReferral(services, { refereeId, actorId, outcome, reason: 'Looked at both.' }),
    );
    if (choices.oneIn(2)) return;
    if (choices.oneIn(3)) await world.settle();
  }
}
