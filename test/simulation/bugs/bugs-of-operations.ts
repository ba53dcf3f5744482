import type { PlantedBug } from '../planted-bugs.ts';

/** Defects in the machine that drives operations. */
export const bugsOfOperations: readonly PlantedBug[] = [
  {
    name: "somebody else's operation is answered",
    file: 'functions/domain/operations/answer-operation.ts',
    find: 'if (operation.userId !== userId || operation.cardId === undefined)',
    replace: 'if (operation.cardId === undefined)',
  },
  {
    name: 'a deleted card keeps its place among the three',
    file: 'functions/domain/operations/card-closing.ts',
    find: '      .changeWallet({ cardCount: wallet.cardCount - 1 })\n',
    replace: '',
  },
  {
    name: 'what came while a card was being closed stays on it',
    file: 'functions/domain/operations/card-closing.ts',
    find: '    const rest = await emptyDeletedCard({ store, random }, posting, {',
    replace: '    const rest: readonly Write[] = nowMs > 0 ? [] : await emptyDeletedCard({ store, random }, posting, {',
  },
  {
    name: 'a card that could not be closed stays closing',
    file: 'functions/domain/operations/card-closing.ts',
    find: "      lifecycle: 'open',\n",
    replace: '',
  },
  {
    name: 'a card is deleted with us before it is closed at the issuer',
    file: 'functions/domain/operations/card-closing.ts',
    find: "return closed.outcome === 'success' ? { verdict: 'happened', evidence: {} } : { verdict: 'unknown' };",
    replace: "return { verdict: 'happened', evidence: { holder: closed.outcome as never } };",
  },
  {
    name: 'a card that was not made keeps its place among the three',
    file: 'functions/domain/operations/card-creation.ts',
    find: '      .changeWallet({ cardCount: wallet.cardCount - 1 });',
    replace: ';',
  },
  {
    name: 'a lost creation is sent again',
    file: 'functions/domain/operations/card-creation.ts',
    find: 'pin !== undefined && operation.unresolvedAttempts === 0 && !operation.isAccepted,\n  resubmitAfterMs: Infinity,',
    replace: 'pin !== undefined,\n  resubmitAfterMs: 15_000,',
  },
  {
    name: 'a bonus that went back can never be earned again',
    file: 'functions/domain/operations/card-creation.ts',
    find: "      ...(bonusCents > 0 && !heir ? [remove('marker', { markerId: firstCardMarker(userId) })] : []),\n",
    replace: '',
  },
  {
    name: 'a bonus goes back although another card was made meanwhile',
    file: 'functions/domain/operations/card-creation.ts',
    find: 'const heir = bonusCents > 0 ? await firstMade(store, userId) : undefined;',
    replace: 'const heir = bonusCents < 0 ? await firstMade(store, userId) : undefined;',
  },
  {
    name: 'a card that is only being made keeps the bonus',
    file: 'functions/domain/operations/card-creation.ts',
    find: "lifecycle !== 'creating' && lifecycle !== 'failed'",
    replace: "lifecycle !== 'failed'",
  },
  {
    name: 'a card that is made after the bonus went back brings none',
    file: 'functions/domain/operations/card-creation.ts',
    find: '  if (bonusCents > 0) return zero;\n',
    replace: '  if (bonusCents >= 0) return zero;\n',
  },
  {
    name: 'a bonus that comes late leaves no mark',
    file: 'functions/domain/operations/card-creation.ts',
    find: "      ...(late > 0 ? [insert('marker', { markerId: firstCardMarker(userId), atMs: nowMs })] : []),\n",
    replace: '',
  },
  {
    name: 'a card that the issuer deleted was created',
    file: 'functions/domain/operations/card-creation.ts',
    find: "    if (card.isDeleted) return { verdict: 'failed', reason: 'the issuer deleted the card' };\n",
    replace: '',
  },
  {
    name: 'every attempt has a reference of its own',
    file: 'functions/domain/operations/card-load.ts',
    find: '      reference: operation.operationId,\n    });\n    return answer',
    replace:
      '      reference: `${operation.operationId}-${operation.attempt}` as typeof operation.operationId,\n    });\n    return answer',
  },
  {
    name: 'a load that is pending at the issuer has happened',
    file: 'functions/domain/operations/card-load.ts',
    find: "return { verdict: 'pending' };",
    replace: "return { verdict: 'happened', evidence: {} };",
  },
  {
    name: 'a load that the issuer does not know has failed',
    file: 'functions/domain/operations/card-load.ts',
    find: "return { verdict: 'absent' };",
    replace: "return { verdict: 'failed', reason: 'unknown' };",
  },
  {
    name: 'a released load still takes room on its card',
    file: 'functions/domain/operations/card-load.ts',
    find: '{ pendingInCents: minus(card.pendingInCents, operation.amountCents), updatedAtMs: nowMs }',
    replace: '{ updatedAtMs: nowMs }',
  },
  {
    name: 'a settled load still takes room on its card',
    file: 'functions/domain/operations/card-load.ts',
    find: '      pendingInCents: minus(card.pendingInCents, operation.amountCents),\n      transactionCount',
    replace: '      transactionCount',
  },
  {
    name: 'a load that is sent again asks for the fee as well',
    file: 'functions/domain/operations/card-load.ts',
    find: '      amountCents: operation.amountCents,\n      reference: operation.operationId,',
    replace:
      '      amountCents: operation.attempt > 1 ? totalOf(operation) : operation.amountCents,\n      reference: operation.operationId,',
  },
  {
    name: 'a withdrawal credits what was asked, not what the issuer moved',
    file: 'functions/domain/operations/card-withdrawal.ts',
    find: 'withdrawalSettled({ ...operation, cardId }, wallet, movedCents)',
    replace: 'withdrawalSettled({ ...operation, cardId }, wallet, operation.amountCents)',
  },
  {
    name: 'a withdrawal that the issuer failed lets the next one go at once',
    file: 'functions/domain/operations/card-withdrawal.ts',
    find: '...(operation.isAccepted ? {} : { lastUnloadAtMs: 0 }),',
    replace: 'lastUnloadAtMs: 0,',
  },
  {
    name: 'a line in the wrong direction proves a withdrawal',
    file: 'functions/domain/operations/card-withdrawal.ts',
    find: "return line.value.direction === 'debit'\n",
    replace: 'return line.value.direction !== undefined\n',
  },
  {
    name: 'a withdrawal without a line on the statement has happened',
    file: 'functions/domain/operations/card-withdrawal.ts',
    find: "if (line.value === undefined) return { verdict: 'pending' };",
    replace:
      "if (line.value === undefined) return { verdict: 'happened', evidence: { movedCents: operation.amountCents } };",
  },
  {
    name: 'the fencing counter is not raised before the request leaves',
    file: 'functions/domain/operations/drive-operation.ts',
    find: '    attempt: operation.attempt + 1,\n    unresolvedAttempts: operation.unresolvedAttempts + 1,',
    replace: '    attempt: operation.attempt + 1,\n    unresolvedAttempts: operation.unresolvedAttempts,',
  },
  {
    name: 'the request leaves before its attempt is counted',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "  await store.commit([update('operation', operation, counted)]);\n  const submitted = { ...counted, version: operation.version + 1 };\n  const answer = await steps.submit(needs, submitted, fleeting);",
    replace:
      "  const submitted = { ...counted, version: operation.version + 1 };\n  const answer = await steps.submit(needs, submitted, fleeting);\n  await store.commit([update('operation', operation, counted)]);",
  },
  {
    name: 'an unknown outcome is taken for a failure',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "      log.warn('issuer outcome unknown', { ...facts, detail: answer.detail });\n      return 1_000;",
    replace:
      "      log.warn('issuer outcome unknown', { ...facts, detail: answer.detail });\n      return release(needs, steps, operation, 'It timed out.');",
  },
  {
    name: 'a decline counts although an earlier attempt is open',
    file: 'functions/domain/operations/drive-operation.ts',
    find: '      if (isAlone) {\n        return release(',
    replace: '      if (isAlone || operation.attempt > 0) {\n        return release(',
  },
  {
    name: 'what the issuer does not know yet is released at once',
    file: 'functions/domain/operations/drive-operation.ts',
    find: 'if (nowMs > operation.lastSubmitAtMs + lateEffectMs && !steps.canSubmit(operation, fleeting)) {',
    replace: 'if (nowMs > operation.lastSubmitAtMs && !steps.canSubmit(operation, fleeting)) {',
  },
  {
    name: 'a declined operation does not wait for late effects',
    file: 'functions/domain/operations/drive-operation.ts',
    find: '        if (nowMs <= operation.lastSubmitAtMs + lateEffectMs)\n',
    replace: '        if (nowMs < operation.lastSubmitAtMs)\n',
  },
  {
    name: 'a reference that the issuer knows counts as a decline',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "if (answer.reason === 'duplicate_reference') {",
    replace: 'if (answer.reason === undefined) {',
  },
  {
    name: 'a busy issuer makes an operation untouched although another attempt is open',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "...(isAlone ? { state: 'reserved', notBeforeMs, dueAtMs: notBeforeMs } : { dueAtMs: notBeforeMs }),",
    replace: "...{ state: 'reserved', unresolvedAttempts: 0, notBeforeMs, dueAtMs: notBeforeMs },",
  },
  {
    name: 'what nobody could find out in a day is given back',
    file: 'functions/domain/operations/drive-operation.ts',
    find: '    if (!isUntouched) return review(needs, operation);\n',
    replace: '',
  },
  {
    name: 'a decline counts although the issuer had accepted',
    file: 'functions/domain/operations/drive-operation.ts',
    find: 'const isAlone = resolved.unresolvedAttempts === 0 && !operation.isAccepted;',
    replace: 'const isAlone = resolved.unresolvedAttempts === 0;',
  },
  {
    name: 'an operation ends in one write and its money moves in another',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "  await needs.store.commit([update('operation', operation, ended), ...effects]);",
    replace:
      "  await needs.store.commit([update('operation', operation, ended)]);\n  if (effects.length > 0) await needs.store.commit(effects);",
  },
  {
    name: 'money moves in one write and the operation ends in another',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "  await needs.store.commit([update('operation', operation, ended), ...effects]);",
    replace:
      "  if (effects.length > 0) await needs.store.commit(effects);\n  await needs.store.commit([update('operation', operation, ended)]);",
  },
  {
    name: 'an end that cannot be posted is an end all the same',
    file: 'functions/domain/operations/drive-operation.ts',
    find: 'if (now?.version === version) throw thrown;',
    replace: 'if (now?.version === version) return [];',
  },
  {
    name: "an operation that is put off is nobody's",
    file: 'functions/domain/operations/drive-operation.ts',
    find: "await store.commit([update('operation', operation, { dueAtMs })]);",
    replace: "await store.commit([update('operation', operation, { dueAtMs: dueAtMs < 0 ? dueAtMs : undefined })]);",
  },
  {
    name: 'what was accepted may be sent again as new',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "isAccepted: true })]);\n      return 0;\n    case 'declined'",
    replace: "isAccepted: false })]);\n      return 0;\n    case 'declined'",
  },
  {
    name: 'what the issuer failed stays held',
    file: 'functions/domain/operations/drive-operation.ts',
    find: "      return release(needs, steps, operation, 'The card issuer did not carry it out. Nothing was charged.');",
    replace: '      return review(needs, operation);',
  },
  {
    name: 'the movement list does not say what was paid',
    file: 'functions/domain/operations/movement-end.ts',
    find: '{ status, paidCents, updatedAtMs: nowMs }',
    replace: '{ status, updatedAtMs: nowMs }',
  },
  {
    name: 'an operation whose process dies is never looked for',
    file: 'functions/domain/operations/operation-steps.ts',
    find: '    dueAtMs: nowMs + 45_000,',
    replace: '    dueAtMs: undefined,',
  },
  {
    name: 'late effects are not waited for',
    file: 'functions/domain/operations/operation-steps.ts',
    find: 'export const lateEffectMs = 15 * 60_000;',
    replace: 'export const lateEffectMs = 60_000;',
  },
  {
    name: 'a deleted card is not caught up',
    file: 'functions/domain/operations/card-closing.ts',
    find: "lifecycle: 'deleted', dueAtMs: undefined, uncertainUntilMs: 0 }",
    replace: "lifecycle: 'deleted', catchUpAtMs: undefined, dueAtMs: undefined, uncertainUntilMs: 0 }",
  },
  {
    name: 'a card is given up before its rest has left',
    file: 'functions/domain/operations/card-closing.ts',
    find: "if (swept.value === 'pending') return { verdict: 'pending' };",
    replace: '',
  },
  {
    name: 'a deleted card that its holder has no more is unknown for ever',
    file: 'functions/domain/operations/card-closing.ts',
    find: "if (listed.outcome === 'success' && listed.value === undefined) return issuer.readCard(issuerCardId);",
    replace:
      "if (listed.outcome === 'success' && listed.value === undefined && issuerCardId === '') return issuer.readCard(issuerCardId);",
  },
  {
    name: 'a new card is active whatever the issuer says',
    file: 'functions/domain/operations/card-creation.ts',
    find: "actual: issued.isActive ? 'active' : 'frozen'",
    replace: "actual: 'active'",
  },
  {
    name: 'a card that is made for somebody suspended stays active',
    file: 'functions/domain/operations/card-creation.ts',
    find: "...(wantedOf(card) === 'frozen' ? { dueAtMs: nowMs } : {}),",
    replace: '',
  },
  {
    name: "nobody knows whose the issuer's card is",
    file: 'functions/domain/operations/card-creation.ts',
    find: "      insert('issuerCardOwner', { issuerCardId: issued.issuerCardId, userId, cardId }),\n",
    replace: '',
  },
  {
    name: 'the last card that was made inherits the bonus',
    file: 'functions/domain/operations/card-creation.ts',
    find: 'return cards.findLast(',
    replace: 'return cards.find(',
  },
  {
    name: 'a load does not end a row of declines',
    file: 'functions/domain/operations/card-load.ts',
    find: '      shortDeclines: 0,\n',
    replace: '',
  },
  {
    name: 'a load does not set a stopped card going',
    file: 'functions/domain/operations/card-load.ts',
    find: "...(card.isShortOfMoney ? { isShortOfMoney: false, actual: 'frozen', dueAtMs: nowMs } : {}),",
    replace: '',
  },
  {
    name: 'late effects are reckoned from the first request',
    file: 'functions/domain/operations/drive-operation.ts',
    find: 'if (nowMs > operation.lastSubmitAtMs + lateEffectMs && !steps.canSubmit(operation, fleeting)) {',
    replace: 'if (nowMs > operation.createdAtMs + lateEffectMs && !steps.canSubmit(operation, fleeting)) {',
  },
  {
    name: 'one of many that fails keeps the others',
    file: 'functions/domain/in-parallel.ts',
    find: '        onFailure(item, thrown);',
    replace: '        onFailure(item, thrown);\n        throw thrown;',
  },
];
