import type { PlantedBug } from '../planted-bugs.ts';

/** Defects in referrals and payouts. */
export const bugsOfReferrals: readonly PlantedBug[] = [
  {
    name: 'a referrer with exactly $50 does not count',
    file: 'functions/domain/auth/judge-referral.ts',
    find: '>= limits.referralLinkActiveCents',
    replace: '> limits.referralLinkActiveCents',
  },
  {
    name: 'a referrer who owes counts by what is in the balance alone',
    file: 'functions/domain/auth/judge-referral.ts',
    find: 'wallet.availableCents - wallet.debtCents >=',
    replace: 'wallet.availableCents >=',
  },
  {
    name: 'a payout is paid whatever is left of it',
    file: 'functions/domain/referrals/pay-out.ts',
    find: 'const payableCents = wholeUnits(least(amountCents, referral.balanceCents));',
    replace: 'const payableCents = wholeUnits(amountCents);',
  },
  {
    name: 'a payout does not count as withdrawn',
    file: 'functions/domain/referrals/pay-out.ts',
    find: '        withdrawnCents: sum(referral.withdrawnCents, payableCents),\n',
    replace: '',
  },
  {
    name: 'a payout is paid before it is due',
    file: 'functions/domain/referrals/pay-out.ts',
    find: 'return dueAtMs !== undefined && dueAtMs <= nowMs;',
    replace: 'return dueAtMs !== undefined && nowMs > 0;',
  },
  {
    name: 'a suspended referrer is paid',
    file: 'functions/domain/referrals/pay-out.ts',
    find: '    if (user.isSuspended) {',
    replace: '    if (user.isSuspended && nowMs < 0) {',
  },
  {
    name: 'a suspension in the moment of a payout does not stop it',
    file: 'functions/domain/referrals/pay-out.ts',
    find: "      unchanged('user', { userId }, user),\n",
    replace: '',
  },
  {
    name: 'a payout that was paid is still asked for',
    file: 'functions/domain/referrals/pay-out.ts',
    find: '      .changeReferral({\n        requested: undefined,\n',
    replace: '      .changeReferral({\n',
  },
  {
    name: 'rewards for oneself are paid',
    file: 'functions/domain/referrals/pay-out.ts',
    find: '  await takeBackOwn(needs, account);\n',
    replace: '',
  },
  {
    name: 'what was asked for can be asked for again',
    file: 'functions/domain/referrals/referral-account.ts',
    find: 'return minus(balanceCents, requested?.amountCents ?? zero);',
    replace: 'return minus(balanceCents, requested ? zero : zero);',
  },
  {
    name: 'a payout unit is rounded up',
    file: 'functions/domain/referrals/referral-account.ts',
    find: 'Math.floor(amountCents / unit) * unit',
    replace: 'Math.ceil(amountCents / unit) * unit',
  },
  {
    name: 'a payout need not be whole units',
    file: 'functions/domain/referrals/referral-account.ts',
    find: 'Math.floor(amountCents / unit) * unit',
    replace: 'Math.floor(amountCents / 100) * 100',
  },
  {
    name: 'a second payout is asked for while one is pending',
    file: 'functions/domain/referrals/request-payout.ts',
    find: '    if (account.requested) {',
    replace: '    if (account.requested && account.balanceCents < 0) {',
  },
  {
    name: 'the key of a payout is not claimed',
    file: 'functions/domain/referrals/request-payout.ts',
    find: '      ...claimWrites(claim, payoutId, nowMs),\n',
    replace: '',
  },
  {
    name: 'a referrer earns without end',
    file: 'functions/domain/referrals/reward-cap.ts',
    find: 'if (earned > limits.referralEarningsMaxCents) {',
    replace: 'if (earned > 10 * limits.referralEarningsMaxCents) {',
  },
  {
    name: 'the last reward of a day waits for the next',
    file: 'functions/domain/referrals/reward-cap.ts',
    find: '> limits.referralRewardsPerDayMax',
    replace: '>= limits.referralRewardsPerDayMax',
  },
  {
    name: 'every card of a referred person is rewarded',
    file: 'functions/domain/referrals/reward.ts',
    find: 'referrerId === undefined || known !== undefined) return [];',
    replace: 'referrerId === undefined) return [];',
  },
  {
    name: 'a sign-up is rewarded before its first deposit',
    file: 'functions/domain/referrals/reward.ts',
    find: '      cause: undefined,\n      isRevoked: false,\n      dueAtMs: undefined,',
    replace: '      cause: undefined,\n      isRevoked: false,\n      dueAtMs: nowMs,',
  },
  {
    name: 'a refund of a part takes the reward back',
    file: 'functions/domain/referrals/reward.ts',
    find: 'if (change.toCents > 0 || reward?.cause !== depositId) return [];',
    replace: 'if (reward?.cause !== depositId) return [];',
  },
  {
    name: 'the refund of any deposit takes the reward back',
    file: 'functions/domain/referrals/reward.ts',
    find: 'if (change.toCents > 0 || reward?.cause !== depositId) return [];',
    replace: 'if (change.toCents > 0 || reward === undefined) return [];',
  },
  {
    name: 'a referrer who is not premium gets what a premium one does',
    file: 'functions/domain/referrals/reward.ts',
    find: 'account?.isPremium === true',
    replace: 'account?.isPremium !== true',
  },
  {
    name: 'an ineligible sign-up is rewarded',
    file: 'functions/domain/referrals/reward.ts',
    find: '  if (user.referral?.isEligible !== true) return undefined;\n',
    replace: '',
  },
  {
    name: 'who pays both accounts from one address is rewarded',
    file: 'functions/domain/referrals/self-referral.ts',
    find: 'b.sources?.addresses.some((address) => known.has(address)) === true',
    replace: 'b.sources?.addresses.every((address) => known.has(`${address}!`)) === true',
  },
  {
    name: 'a reward is earned as often as it is settled',
    file: 'functions/domain/referrals/settle-reward.ts',
    find: "update('reward', reward, { stage, reason, dueAtMs: undefined, updatedAtMs: nowMs });",
    replace: "update('reward', reward, { stage, reason, updatedAtMs: nowMs });",
  },
  {
    name: 'a suspended referrer is rewarded',
    file: 'functions/domain/referrals/settle-reward.ts',
    find: "  if (referrer.user.isSuspended) return 'Your account was suspended when it was earned.';\n",
    replace: '',
  },
  {
    name: 'a reward that is taken back is booked a second time',
    file: 'functions/domain/referrals/settle-reward.ts',
    find: 'reward.isRevoked ? rewardTakenBack(reward) : rewardEarned(reward)',
    replace:
      'reward.isRevoked ? { ...rewardEarned(reward), journalId: `${reward.rewardId}:again` } : rewardEarned(reward)',
  },
  {
    name: 'a revoked reward that was never booked is taken back',
    file: 'functions/domain/referrals/settle-reward.ts',
    find: "if (refusal !== undefined && reward.stage !== 'matured') {",
    replace: "if (refusal !== undefined && reward.stage === 'cancelled') {",
  },
];
