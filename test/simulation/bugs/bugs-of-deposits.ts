import type { PlantedBug } from '../planted-bugs.ts';

/** Defects in deposits. */
export const bugsOfDeposits: readonly PlantedBug[] = [
  {
    name: 'a deposit is credited by what a webhook adds, not to its target',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: '  const credited = { fromCents: deposit.creditedCents, toCents: target.targetCents };',
    replace:
      '  const credited = { fromCents: deposit.creditedCents, toCents: (deposit.creditedCents + target.targetCents) as Cents };',
  },
  {
    name: 'an invoice in another currency is credited',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: "  if (payment.invoiceCurrency !== 'USD') return 'the invoice is not in USD';\n",
    replace: '',
  },
  {
    name: 'an invoice for another amount is credited',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: "  if (!isSameDecimal(payment.invoiceAmount, asked)) return 'the invoice is for another amount';\n",
    replace: '',
  },
  {
    name: "somebody else's payment is credited",
    file: 'functions/domain/deposits/apply-payment.ts',
    find: "  if (payment.reference !== deposit.depositId) return 'the payment has another reference';\n",
    replace: '',
  },
  {
    name: 'another payment under the same reference is credited',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: "  if (deposit.paymentId !== undefined && payment.paymentId !== deposit.paymentId) return 'the payment has another id';\n",
    replace: '',
  },
  {
    name: 'a payment in another coin is credited',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: '  if (payment.payerCurrency !== undefined && payment.payerCurrency !== deposit.coin)\n',
    replace: '  if (payment.payerCurrency === undefined)\n',
  },
  {
    name: 'an invoice that asks for less of the coin than before is credited',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: 'if (deposit.payerAmount !== undefined && !isSameDecimal(payment.payerAmount, deposit.payerAmount)) {',
    replace: 'if (deposit.payerAmount !== undefined && payment.payerAmount === undefined) {',
  },
  {
    name: 'a payment to another address is credited',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: 'payment.address !== undefined && payment.address !== deposit.address',
    replace: 'payment.address === undefined',
  },
  {
    name: "any change of a payment's state is believed",
    file: 'functions/domain/deposits/apply-payment.ts',
    find: 'const isOdd = !isAllowed(deposit.state, payment.state);',
    replace: 'const isOdd = !isAllowed(payment.state, payment.state);',
  },
  {
    name: 'money of a deposit moves in one write and its state in another',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: "    await store.commit([\n      update('deposit', deposit, next),",
    replace:
      "    if (posted.writes.length > 0) await store.commit(posted.writes);\n    posted.writes = [];\n    await store.commit([\n      update('deposit', deposit, next),",
  },
  {
    name: 'what was locked is not given free',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: '  if (isFreed) posting.post(depositUnfrozen(deposit, posting.wallet, deposit.frozenCents));\n',
    replace: '',
  },
  {
    name: 'a decision of a person outlives what the provider says next',
    file: 'functions/domain/deposits/apply-payment.ts',
    find: 'const decision = isSame ? deposit.decision : undefined;',
    replace: 'const decision = deposit.decision;',
  },
  {
    name: 'a credit is rounded up',
    file: 'functions/domain/deposits/credit-target.ts',
    find: '  const whole = exact / asked;',
    replace: '  const whole = (exact + asked - 1n) / asked;',
  },
  {
    name: 'exactly twice the invoice is too much',
    file: 'functions/domain/deposits/credit-target.ts',
    find: 'if (exact > 2n * invoice * asked) {',
    replace: 'if (exact >= 2n * invoice * asked) {',
  },
  {
    name: 'three times the invoice is credited whole',
    file: 'functions/domain/deposits/credit-target.ts',
    find: 'if (exact > 2n * invoice * asked) {',
    replace: 'if (exact > 3n * invoice * asked) {',
  },
  {
    name: 'the whole of an overpayment is credited',
    file: 'functions/domain/deposits/credit-target.ts',
    find: '      targetCents: deposit.amountCents,\n      frozenCents',
    replace: '      targetCents: came,\n      frozenCents',
  },
  {
    name: 'who pays is credited the invoice whatever came',
    file: 'functions/domain/deposits/credit-target.ts',
    find: '    targetCents: cents(Number(whole)),',
    replace: '    targetCents: deposit.amountCents,',
  },
  {
    name: "a digit beyond the finest coin's is cut off",
    file: 'functions/domain/deposits/decimal.ts',
    find: '  if (/[1-9]/.test(fraction.slice(scale))) return undefined;\n',
    replace: '',
  },
  {
    name: 'an unanswered request for an invoice ends a deposit',
    file: 'functions/domain/deposits/open-invoice.ts',
    find: '      await countAttempt(needs, depositId);\n',
    replace: '      await refuse(needs, depositId);\n',
  },
  {
    name: 'a deposit that has ended is not read again',
    file: 'functions/domain/deposits/poll-schedule.ts',
    find: 'const lateWatch = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, watchedMs];',
    replace: 'const lateWatch: number[] = [];',
  },
  {
    name: 'a deposit of exactly $5 is too small',
    file: 'functions/domain/deposits/request-deposit.ts',
    find: 'if (amountCents < limits.depositMinCents) {',
    replace: 'if (amountCents <= limits.depositMinCents) {',
  },
  {
    name: 'a deposit of exactly $10,000 is too large',
    file: 'functions/domain/deposits/request-deposit.ts',
    find: 'if (amountCents > limits.depositMaxCents) {',
    replace: 'if (amountCents >= limits.depositMaxCents) {',
  },
  {
    name: 'the key of a deposit is not claimed',
    file: 'functions/domain/deposits/request-deposit.ts',
    find: '      ...claimWrites(claim, depositId, nowMs),\n',
    replace: '',
  },
  {
    name: 'a part payment is credited before it is final',
    file: 'functions/domain/deposits/transitions.ts',
    find: "partly_paid: { status: 'paid_less', credit: 'kept' }",
    replace: "partly_paid: { status: 'paid_less', credit: 'worth' }",
  },
  {
    name: 'a payment is credited before it is confirmed',
    file: 'functions/domain/deposits/transitions.ts',
    find: "confirming: { status: 'confirm_check', credit: 'kept' }",
    replace: "confirming: { status: 'confirm_check', credit: 'worth' }",
  },
  {
    name: 'a refunded deposit stays credited',
    file: 'functions/domain/deposits/transitions.ts',
    find: "refunded: { status: 'refund_paid', credit: 'nothing' }",
    replace: "refunded: { status: 'refund_paid', credit: 'kept' }",
  },
  {
    name: 'a locked deposit can be spent',
    file: 'functions/domain/deposits/transitions.ts',
    find: "locked: { status: 'locked', credit: 'frozen' }",
    replace: "locked: { status: 'locked', credit: 'kept' }",
  },
  {
    name: 'a deposit that expires after it was paid is taken back',
    file: 'functions/domain/deposits/transitions.ts',
    find: "expired: { status: 'expired', credit: 'kept' }",
    replace: "expired: { status: 'expired', credit: 'nothing' }",
  },
  {
    name: 'an old webhook brings a refunded deposit back',
    file: 'functions/domain/deposits/transitions.ts',
    find: '  refunded: [],',
    replace: '  refunded: [...payings],',
  },
  {
    name: 'an old webhook makes a paid deposit a waiting one',
    file: 'functions/domain/deposits/transitions.ts',
    find: "  paid: ['paid_over', 'locked', ...refunds],",
    replace: "  paid: ['paid_over', 'waiting', 'locked', ...refunds],",
  },
];
