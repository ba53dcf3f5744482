/** A defect that somebody could write, as a change of one place in the money code. */
export type PlantedBug = {
  readonly name: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
};

const drive = 'functions/domain/operations/drive-operation.ts';
const movements = 'functions/domain/ledger/movements.ts';
const posting = 'functions/domain/ledger/posting.ts';
const store = 'functions/adapters/dynamo/store.ts';

/** The suite must turn red on each of these; `bin/plant-bugs.ts` shows that it does, and by what. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'an update is not conditional on the version it was computed from',
    file: store,
    find: "ConditionExpression: `version = :version AND ${isLive}`,\n            ExpressionAttributeValues: { ':version': write.value.version - 1, ':now': nowSeconds() },",
    replace:
      "ConditionExpression: `attribute_exists(pk) OR version = :version OR ${isLive}`,\n            ExpressionAttributeValues: { ':version': write.value.version - 1, ':now': nowSeconds() },",
  },
  {
    name: 'an insert overwrites what is there',
    file: store,
    find: "ConditionExpression: 'attribute_not_exists(pk) OR ttlAtSeconds <= :now',",
    replace: "ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(pk) OR ttlAtSeconds <= :now',",
  },
  {
    name: 'the fencing counter is not raised before the request leaves',
    file: drive,
    find: '    attempt: operation.attempt + 1,\n    unresolvedAttempts: operation.unresolvedAttempts + 1,',
    replace: '    attempt: operation.attempt + 1,\n    unresolvedAttempts: operation.unresolvedAttempts,',
  },
  {
    name: 'the request leaves before its attempt is counted',
    file: drive,
    find: "  await store.commit([update('operation', operation, counted)]);\n  const submitted = { ...counted, version: operation.version + 1 };\n  const answer = await steps.submit(needs, submitted, fleeting);",
    replace:
      "  const submitted = { ...counted, version: operation.version + 1 };\n  const answer = await steps.submit(needs, submitted, fleeting);\n  await store.commit([update('operation', operation, counted)]);",
  },
  {
    name: 'an unknown outcome is taken for a failure',
    file: drive,
    find: "      log.warn('issuer outcome unknown', { ...facts, detail: answer.detail });\n      return 1_000;",
    replace:
      "      log.warn('issuer outcome unknown', { ...facts, detail: answer.detail });\n      return release(needs, steps, operation, 'It timed out.');",
  },
  {
    name: 'a decline counts although an earlier attempt is open',
    file: drive,
    find: '      if (isAlone) {\n        return release(',
    replace: '      if (isAlone || operation.attempt > 0) {\n        return release(',
  },
  {
    name: 'what the issuer does not know yet is released at once',
    file: drive,
    find: 'if (nowMs > operation.lastSubmitAtMs + lateEffectMs && !steps.canSubmit(operation, fleeting)) {',
    replace: 'if (nowMs > operation.lastSubmitAtMs && !steps.canSubmit(operation, fleeting)) {',
  },
  {
    name: 'a declined operation does not wait for late effects',
    file: drive,
    find: '        if (nowMs <= operation.lastSubmitAtMs + lateEffectMs)\n',
    replace: '        if (nowMs < operation.lastSubmitAtMs)\n',
  },
  {
    name: 'every attempt has a reference of its own',
    file: 'functions/domain/operations/card-load.ts',
    find: '      reference: operation.operationId,\n    });\n    return answer',
    replace:
      '      reference: `${operation.operationId}-${operation.attempt}` as typeof operation.operationId,\n    });\n    return answer',
  },
  {
    name: 'a deposit is credited by what a webhook adds, not to its target',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: '  const credited = { fromCents: deposit.creditedCents, toCents: target.targetCents };',
    replace:
      '  const credited = { fromCents: deposit.creditedCents, toCents: (deposit.creditedCents + target.targetCents) as Cents };',
  },
  {
    name: 'a credit is rounded up',
    file: 'functions/domain/deposits/credit-target.ts',
    find: '  const whole = exact / asked;',
    replace: '  const whole = (exact + asked - 1n) / asked;',
  },
  {
    name: 'a load credits the fee to the card',
    file: movements,
    find: '      credit(account.card(operation.cardId), operation.amountCents),\n      credit(revenue, operation.feeCents),',
    replace: '      credit(account.card(operation.cardId), totalOf(operation)),',
  },
  {
    name: 'the legs of a purchase are swapped',
    file: movements,
    find: 'legs: [debit(account.card(card.cardId), charge.amountCents), credit(account.issuerAllocated, charge.amountCents)],',
    replace:
      'legs: [credit(account.card(card.cardId), charge.amountCents), debit(account.issuerAllocated, charge.amountCents)],',
  },
  {
    name: 'a debt is not paid by the next credit',
    file: movements,
    find: '  const repaid = least(gained, wallet.debtCents);\n  return {\n    journalId: depositJournalId',
    replace: '  const repaid = least(zero, wallet.debtCents);\n  return {\n    journalId: depositJournalId',
  },
  {
    name: 'a refund takes only what is there',
    file: movements,
    find: '  const lost = minus(change.fromCents, change.toCents);\n  const covered = least(lost, wallet.availableCents);',
    replace:
      '  const lost = least(minus(change.fromCents, change.toCents), wallet.availableCents);\n  const covered = lost;',
  },
  {
    name: 'a release forgets the bonus',
    file: movements,
    find: '  const owed = minus(total, operation.bonusCents);',
    replace: '  const owed = total;',
  },
  {
    name: 'a released bonus stays with the user',
    file: movements,
    find: '      credit(account.referrals, operation.bonusCents),\n      credit(account.debt(userId), repaid),\n      credit(account.available(userId), minus(owed, repaid)),',
    replace:
      '      credit(account.debt(userId), repaid),\n      credit(account.available(userId), minus(total, repaid)),',
  },
  {
    name: 'a withdrawal reaches the balance when it is asked for',
    file: movements,
    find: '    legs: [debit(account.card(cardId), amountCents), credit(account.cardLeaving(cardId), amountCents)],',
    replace:
      '    legs: [debit(account.card(cardId), amountCents), credit(account.available(operation.userId), amountCents)],',
  },
  {
    name: 'the hash of an entry leaves out the balance after it',
    file: posting,
    find: '        sorted(entry.after),\n',
    replace: '',
  },
  {
    name: 'an entry does not name the one before',
    file: posting,
    find: '    previousHash: holder.lastHash,\n',
    replace: "    previousHash: '',\n",
  },
  {
    name: 'a balance may be negative',
    file: posting,
    find: "      if (amount < 0) throw new Error(`${record.kind} would make ${bucket.replace('Cents', '')} negative`);",
    replace: '      if (amount < -100_000_000) throw new Error(`${record.kind} would make ${bucket} negative`);',
  },
  {
    name: 'a load does not look at the balance',
    file: 'functions/domain/cards/request-load.ts',
    find: '    refuseShortfall(wallet, totalOf(operation));\n',
    replace: '',
  },
  {
    name: 'a debtor may load a card',
    file: 'functions/domain/cards/request-load.ts',
    find: '    refuseDebt(wallet);\n',
    replace: '',
  },
  {
    name: 'loads under way do not count for the limit of a card',
    file: 'functions/domain/cards/request-load.ts',
    find: 'sum(card.balanceCents, card.pendingInCents, card.pendingOutCents, amountCents)',
    replace: 'sum(card.balanceCents, card.pendingOutCents, amountCents)',
  },
  {
    name: 'a frozen card takes a load',
    file: 'functions/domain/cards/request-load.ts',
    find: '    refuseInactive(card);\n',
    replace: '',
  },
  {
    name: 'the cooldown of withdrawals is stamped outside the write',
    file: 'functions/domain/cards/request-withdrawal.ts',
    find: '\n      .changeCard({ lastUnloadAtMs: nowMs })',
    replace: '',
  },
  {
    name: 'a dollar need not stay on the card',
    file: 'functions/domain/cards/request-withdrawal.ts',
    find: 'minus(card.balanceCents, limits.cardMinimumCents)',
    replace: 'card.balanceCents',
  },
  {
    name: 'a fourth card is possible',
    file: 'functions/domain/cards/request-card.ts',
    find: 'if (wallet.cardCount >= limits.cardsPerUser) {',
    replace: 'if (wallet.cardCount > limits.cardsPerUser) {',
  },
  {
    name: 'a card that was not made keeps its place among the three',
    file: 'functions/domain/operations/card-creation.ts',
    find: '      .changeWallet({ cardCount: wallet.cardCount - 1 });',
    replace: ';',
  },
  {
    name: 'the key of a money request is stored by itself, after its effect',
    file: 'functions/domain/cards/request-load.ts',
    find: '      ...claimWrites(claim, operationId, nowMs),\n    ]);\n    return operationId;',
    replace:
      '    ]);\n    if (claim) await needs.store.commit(claimWrites(claim, operationId, nowMs));\n    return operationId;',
  },
  {
    name: 'another request under a used key is answered with the first answer',
    file: 'functions/runtime/run-once.ts',
    find: 'if (started.taken.requestHash !== claim.requestHash) {',
    replace: 'if (started.taken.requestHash.length !== claim.requestHash.length) {',
  },
  {
    name: 'a purchase is posted as often as it is told',
    file: movements,
    find: '  return `${card.cardId}:${posting.kind}:${posting.reference}`;',
    replace: '  return `${card.cardId}:${posting.kind}:${posting.reference}:${card.version}`;',
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
    name: 'a reward is earned as often as it is settled',
    file: 'functions/domain/referrals/settle-reward.ts',
    find: "update('reward', reward, { stage, reason, dueAtMs: undefined, updatedAtMs: nowMs });",
    replace: "update('reward', reward, { stage, reason, updatedAtMs: nowMs });",
  },
  {
    name: 'the fee of a load is rounded down',
    file: 'shared/load-fee.ts',
    find: 'Math.ceil((amountCents * limits.loadFeePercent) / 100)',
    replace: 'Math.floor((amountCents * limits.loadFeePercent) / 100)',
  },
  {
    name: 'a freeze is not noted before it leaves',
    file: 'functions/domain/cards/converge-card.ts',
    find: '  const noted = await change(needs, card, { uncertainUntilMs, dueAtMs: beforeMs + retryMs });',
    replace: '  const noted = { ...card, uncertainUntilMs: Math.min(uncertainUntilMs, card.uncertainUntilMs) };',
  },
];
