import type { PlantedBug } from '../planted-bug.ts';

/** Defects in the ledger and its arithmetic. */
export const bugsOfLedger: readonly PlantedBug[] = [
  {
    name: 'a record need not balance',
    file: 'functions/domain/ledger/journal.ts',
    find: '  if (total !== 0) throw new Error(`${draft.kind} does not balance: ${total}`);\n',
    replace: '',
  },
  {
    name: 'a leg may be a fraction of a cent',
    file: 'functions/domain/ledger/journal.ts',
    find: '    cents(leg.amountCents);\n',
    replace: '',
  },
  {
    name: 'a load credits the fee to the card',
    file: 'functions/domain/ledger/postings.ts',
    find: '      credit(account.card(operation.cardId), operation.amountCents),\n      credit(revenue, operation.feeCents),',
    replace: '      credit(account.card(operation.cardId), totalOf(operation)),',
  },
  {
    name: 'the legs of a purchase are swapped',
    file: 'functions/domain/ledger/postings.ts',
    find: 'legs: [debit(account.card(card.cardId), charge.amountCents), credit(account.issuerAllocated, charge.amountCents)],',
    replace:
      'legs: [credit(account.card(card.cardId), charge.amountCents), debit(account.issuerAllocated, charge.amountCents)],',
  },
  {
    name: 'a debt is not paid by the next credit',
    file: 'functions/domain/ledger/postings.ts',
    find: '  const repaid = least(gained, wallet.debtCents);\n  return {\n    journalId: depositJournalId',
    replace: '  const repaid = least(zero, wallet.debtCents);\n  return {\n    journalId: depositJournalId',
  },
  {
    name: 'a refund takes only what is there',
    file: 'functions/domain/ledger/postings.ts',
    find: '  const lost = minus(change.fromCents, change.toCents);\n  const covered = least(lost, wallet.availableCents);',
    replace:
      '  const lost = least(minus(change.fromCents, change.toCents), wallet.availableCents);\n  const covered = lost;',
  },
  {
    name: 'a release forgets the bonus',
    file: 'functions/domain/ledger/postings.ts',
    find: '  const owed = minus(total, operation.bonusCents);',
    replace: '  const owed = total;',
  },
  {
    name: 'a released bonus stays with the user',
    file: 'functions/domain/ledger/postings.ts',
    find: '      credit(account.referrals, operation.bonusCents),\n      credit(account.debt(userId), repaid),\n      credit(account.available(userId), minus(owed, repaid)),',
    replace:
      '      credit(account.debt(userId), repaid),\n      credit(account.available(userId), minus(total, repaid)),',
  },
  {
    name: 'a withdrawal reaches the balance when it is asked for',
    file: 'functions/domain/ledger/postings.ts',
    find: '    legs: [debit(account.card(cardId), amountCents), credit(account.cardLeaving(cardId), amountCents)],',
    replace:
      '    legs: [debit(account.card(cardId), amountCents), credit(account.available(operation.userId), amountCents)],',
  },
  {
    name: 'a purchase is posted as often as it is reported',
    file: 'functions/domain/ledger/postings.ts',
    find: '  return `${card.cardId}:${posting.kind}:${posting.reference}`;',
    replace: '  return `${card.cardId}:${posting.kind}:${posting.reference}:${card.version}`;',
  },
  {
    name: 'a withdrawal does not pay a debt first',
    file: 'functions/domain/ledger/postings.ts',
    find: '  const repaid = least(movedCents, wallet.debtCents);',
    replace: '  const repaid = least(zero, wallet.debtCents);',
  },
  {
    name: 'a released hold does not pay a debt that arose meanwhile',
    file: 'functions/domain/ledger/postings.ts',
    find: '  const repaid = least(owed, wallet.debtCents);',
    replace: '  const repaid = least(zero, wallet.debtCents);',
  },
  {
    name: 'the fee of a card is booked as that of a load',
    file: 'functions/domain/ledger/postings.ts',
    find: "operation.kind === 'card_creation' ? account.cardFees : account.loadFees",
    replace: "operation.kind === 'card_creation' ? account.loadFees : account.cardFees",
  },
  {
    name: 'a load leaves out what moves at the issuer',
    file: 'functions/domain/ledger/postings.ts',
    find: '      debit(account.issuerAllocated, operation.amountCents),\n      credit(account.issuerFloat, operation.amountCents),\n',
    replace: '',
  },
  {
    name: 'float and allocation are swapped when a load settles',
    file: 'functions/domain/ledger/postings.ts',
    find: '      debit(account.issuerAllocated, operation.amountCents),\n      credit(account.issuerFloat, operation.amountCents),',
    replace:
      '      credit(account.issuerAllocated, operation.amountCents),\n      debit(account.issuerFloat, operation.amountCents),',
  },
  {
    name: 'what a locked deposit does not find in the balance is no debt',
    file: 'functions/domain/ledger/postings.ts',
    find: '  const covered = least(amountCents, wallet.availableCents);',
    replace: '  const covered = amountCents;',
  },
  {
    name: 'an unlocked deposit pays no debt',
    file: 'functions/domain/ledger/postings.ts',
    find: '  const repaid = least(amountCents, wallet.debtCents);\n  return {\n    journalId: `${deposit',
    replace: '  const repaid = least(zero, wallet.debtCents);\n  return {\n    journalId: `${deposit',
  },
  {
    name: 'a deposit that is credited a second time finds the first one there',
    file: 'functions/domain/ledger/postings.ts',
    find: 'return `${deposit.depositId}:${deposit.version}:${fromCents}-${toCents}${again}`;',
    replace: 'return `${deposit.depositId}:${fromCents}-${toCents}${again}`;',
  },
  {
    name: "what a deleted card owes is nobody's debt",
    file: 'functions/domain/ledger/postings.ts',
    find: '      debit(account.debt(userId), minus(owed, covered)),\n      debit(account.available(userId), covered),\n      credit',
    replace:
      '      debit(account.adjustments, minus(owed, covered)),\n      debit(account.available(userId), covered),\n      credit',
  },
  {
    name: 'a refund to a card is charged to it',
    file: 'functions/domain/ledger/postings.ts',
    find: 'legs: [debit(account.issuerAllocated, refund.amountCents), credit(account.card(card.cardId), refund.amountCents)],',
    replace:
      'legs: [credit(account.issuerAllocated, refund.amountCents), debit(account.card(card.cardId), refund.amountCents)],',
  },
  {
    name: 'a surplus goes straight to the depositor',
    file: 'functions/domain/ledger/postings.ts',
    find: 'legs: [debit(account.providerClearing, more), credit(account.depositSuspense, more)],',
    replace: 'legs: [debit(account.providerClearing, more), credit(account.available(deposit.userId), more)],',
  },
  {
    name: 'the hold of a load leaves out its fee',
    file: 'functions/domain/ledger/postings.ts',
    find: 'legs: [debit(account.available(operation.userId), total), credit(account.held(operation.userId), total)],',
    replace:
      'legs: [\n      debit(account.available(operation.userId), operation.amountCents),\n      credit(account.held(operation.userId), operation.amountCents),\n    ],',
  },
  {
    name: 'the hash of an entry leaves out the balance after it',
    file: 'functions/domain/ledger/posting.ts',
    find: 'sorted(deltas), sorted(after), atMs, previousHash]',
    replace: 'sorted(deltas), atMs, previousHash]',
  },
  {
    name: 'an entry does not name the one before',
    file: 'functions/domain/ledger/posting.ts',
    find: '    previousHash: owner.lastHash,\n',
    replace: "    previousHash: '',\n",
  },
  {
    name: 'a balance may be negative',
    file: 'functions/domain/ledger/posting.ts',
    find: "      if (amount < 0) throw new Error(`${record.kind} would make ${bucket.replace('Cents', '')} negative`);",
    replace: '      if (amount < -100_000_000) throw new Error(`${record.kind} would make ${bucket} negative`);',
  },
  {
    name: 'a second record of a posting forgets the first',
    file: 'functions/domain/ledger/posting.ts',
    find: '    const before = this.wallet;',
    replace: '    const before = this.#wallet?.before ?? this.wallet;',
  },
  {
    name: 'an account does not count its entries',
    file: 'functions/domain/ledger/posting.ts',
    find: '{ ...owner, sequence: entry.sequence, lastHash: entry.hash }',
    replace: '{ ...holder, lastHash: entry.hash }',
  },
  {
    name: 'the hash of an entry leaves out the one before',
    file: 'functions/domain/ledger/posting.ts',
    find: 'sorted(deltas), sorted(after), atMs, previousHash]',
    replace: 'sorted(deltas), sorted(after), atMs]',
  },
  {
    name: 'the hash of an entry leaves out its changes',
    file: 'functions/domain/ledger/posting.ts',
    find: 'sorted(deltas), sorted(after), atMs, previousHash]',
    replace: 'sorted(after), atMs, previousHash]',
  },
  {
    name: 'the hash of an entry leaves out its time',
    file: 'functions/domain/ledger/posting.ts',
    find: 'sorted(deltas), sorted(after), atMs, previousHash]',
    replace: 'sorted(deltas), sorted(after), previousHash]',
  },
  {
    name: 'a posting changes the wallet of another person',
    file: 'functions/domain/ledger/posting.ts',
    find: 'if (owner.userId !== this.#wallet?.before.userId)',
    replace: 'if (this.#wallet === undefined)',
  },
  {
    name: 'a posting changes another card',
    file: 'functions/domain/ledger/posting.ts',
    find: 'if (owner.cardId !== this.#card?.before.cardId)',
    replace: 'if (this.#card === undefined)',
  },
  {
    name: 'the record of a posting is not stored',
    file: 'functions/domain/ledger/posting.ts',
    find: "    const writes: Write[] = this.#records.map((record) => insert('journal', record));",
    replace: '    const writes: Write[] = [];',
  },
  {
    name: 'a payout pays no debt first',
    file: 'functions/domain/ledger/referral-postings.ts',
    find: '  const repaid = least(amountCents, wallet.debtCents);',
    replace: '  const repaid = least(minus(amountCents, amountCents), wallet.debtCents);',
  },
  {
    name: 'a reward that is taken back has the id of the one that was earned',
    file: 'functions/domain/ledger/referral-postings.ts',
    find: '`${reward.refereeId}:${reward.event}:taken-back`',
    replace: '`${reward.refereeId}:${reward.event}:earned`',
  },
  {
    name: 'a debt of less than a dollar may be forgotten',
    file: 'functions/domain/ledger/refusals.ts',
    find: 'if (wallet.debtCents > 0) {',
    replace: 'if (wallet.debtCents >= 100) {',
  },
  {
    name: 'a balance that is a cent short suffices',
    file: 'functions/domain/ledger/refusals.ts',
    find: 'if (wallet.availableCents < needCents) {',
    replace: 'if (wallet.availableCents + 1 < needCents) {',
  },
  {
    name: 'a balance that reaches exactly does not',
    file: 'functions/domain/ledger/refusals.ts',
    find: 'if (wallet.availableCents < needCents) {',
    replace: 'if (wallet.availableCents <= needCents) {',
  },
  {
    name: 'the fee of a load is rounded down',
    file: 'shared/load-fee.ts',
    find: 'Math.ceil((amountCents * Math.round(loadPercent * 100)) / whole)',
    replace: 'Math.floor((amountCents * Math.round(loadPercent * 100)) / whole)',
  },
  {
    name: "the fee that is taken out of a load is rounded in the user's favour",
    file: 'shared/load-fee.ts',
    find: 'const landing = Math.floor(',
    replace: 'const landing = Math.ceil(',
  },
  {
    name: 'the dollar is left out of the fee that is on top',
    file: 'shared/load-fee.ts',
    find: 'Math.ceil((amountCents * Math.round(loadPercent * 100)) / whole) + loadFixedCents',
    replace: 'Math.ceil((amountCents * Math.round(loadPercent * 100)) / whole)',
  },
  {
    name: 'an amount may be a fraction of a cent',
    file: 'shared/money.ts',
    find: 'if (!Number.isSafeInteger(value) || Math.abs(value) > maxCents)',
    replace: 'if (Number.isNaN(value) || Math.abs(value) > maxCents)',
  },
  {
    name: 'a released hold pays a debt with the bonus too',
    file: 'functions/domain/ledger/postings.ts',
    find: 'const repaid = least(owed, wallet.debtCents);',
    replace: 'const repaid = least(total, wallet.debtCents);',
  },
  {
    name: 'a debt is paid by what was asked for, not by what was moved',
    file: 'functions/domain/ledger/postings.ts',
    find: 'const repaid = least(movedCents, wallet.debtCents);',
    replace: 'const repaid = least(amountCents, wallet.debtCents);',
  },
  {
    name: 'what a deleted card owes is taken from what is held too',
    file: 'functions/domain/ledger/postings.ts',
    find: 'const covered = least(owed, wallet.availableCents);',
    replace: 'const covered = least(owed, minus(wallet.availableCents, negate(wallet.heldCents)));',
  },
  {
    name: 'a bonus that comes late pays no debt',
    file: 'functions/domain/ledger/postings.ts',
    find: 'const repaid = least(operation.bonusCents, wallet.debtCents);',
    replace: 'const repaid = least(zero, wallet.debtCents);',
  },
  {
    name: 'what comes to a deleted card pays no debt',
    file: 'functions/domain/ledger/postings.ts',
    find: 'const repaid = least(gained, wallet.debtCents);\n  const place',
    replace: 'const repaid = least(zero, wallet.debtCents);\n  const place',
  },
  {
    name: 'what the issuer did not move still leaves the card',
    file: 'functions/domain/ledger/postings.ts',
    find: '      debit(account.cardLeaving(cardId), amountCents),\n      debit(account.card(cardId), minus(movedCents, amountCents)),\n',
    replace:
      '      debit(account.cardLeaving(cardId), least(amountCents, movedCents)),\n      debit(account.card(cardId), minus(movedCents, least(amountCents, movedCents))),\n',
  },
  {
    name: 'more can leave a card than was set aside',
    file: 'functions/domain/ledger/posting.ts',
    find: '    if (after.pendingOutCents < 0) throw new Error(`${record.kind} would make what leaves the card negative`);\n',
    replace: '',
  },
  {
    name: 'of two legs on one account one counts',
    file: 'functions/domain/ledger/posting.ts',
    find: '        wallet[owner.bucket] += owner.bucket',
    replace: '        wallet[owner.bucket] = owner.bucket',
  },
];
