import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const closing = ['domain/closing/close-account.test.ts'];

const deletingHolder = ['domain/closing/delete-cardholder.test.ts'];

const erasing = ['domain/closing/erase-account.test.ts'];

/** Faults of leaving: closing an account, and what becomes of its money. */
export const faultsOfClosing: readonly PlantedBug[] = [
  ...faultsIn(
    'functions/domain/auth/sessions/authenticate.ts',
    ['api/user/close.test.ts'],
    [
      ['a repeat of a closing finds itself signed out', 'repeatsClosing ? beforeClosing(user) : user', 'user'],
      ['an ended session is let in everywhere', 'repeatsClosing ? beforeClosing(user) : user', 'beforeClosing(user)'],
      ['a session outlives the erasure', ' || user.erasedAtMs !== undefined) return', ') return'],
    ],
  ),
  ...faultsIn(
    'functions/domain/notifications/closed-account.ts',
    ['domain/notifications/closed-account.test.ts'],
    [
      ['late money of a closed account is said to be on its balance', 'event.atMs < closedAtMs', 'event.atMs > 0'],
      ['an erased person is notified', 'if (erasedAtMs !== undefined) return [];', ''],
    ],
  ),
  ...faultsIn('functions/domain/closing/close-account.ts', closing, [
    ['an account is closed with more than can be waived', 'availableCents > closingLimits.waivedMaxCents', 'false'],
    ['a waiver of another sum closes an account', '(waiveCents ?? 0) === availableCents', 'waiveCents !== undefined'],
    [
      'sessions outlive the account',
      'sessionGeneration: user.sessionGeneration + 1',
      'sessionGeneration: user.sessionGeneration',
    ],
    [
      'an account is closed in the moment in which a payout becomes due',
      "...(referral ? [unchanged('referralAccount', { userId }, referral)] : []),",
      '',
    ],
    ['unpaid deposits stay open in a closed account', '      ...(await cancelWrites(needs, deposits, nowMs)),\n', ''],
    [
      'a deposit of this moment slips into a closed account',
      ": insert('openDeposits', { userId, open: [], openedAtMs: [], closedAtMs: nowMs, version: 1 }),",
      ": ownAuditWrite(needs, { userId, action: 'account-closed' }),",
    ],
    [
      'a deposit is opened in a closed account that had one before',
      "update('openDeposits', places, { open: [], closedAtMs: nowMs })",
      "update('openDeposits', places, { open: [] })",
    ],
    ['a closed account keeps its wallet open', '.changeWallet({ closedAtMs: nowMs })', '.changeWallet({})'],
  ]),
  ...faultsIn('functions/domain/closing/money-under-way.ts', closing, [
    ['an account is closed with a card', 'wallet.cardCount > 0', 'wallet.cardCount > 3'],
    ['an account is closed while it owes', '  refuseDebt(wallet);\n', ''],
    ['an account is closed while a card retires', '(wallet.retiringCount ?? 0) > 0', 'false'],
    ['an account is closed while money is held', 'wallet.heldCents > 0', 'wallet.heldCents < 0'],
    ['an account is closed while a payout is asked for', 'referral?.dueAtMs !== undefined', 'false'],
    ['an account is closed while an automatic payout is ready', 'referral?.dueAtMs', 'referral?.requested'],
    ['an account is closed while a deposit confirms', "['confirming', ", '['],
    ['an account is closed with a surplus in review', ' || surplusCents > 0', ''],
  ]),
  ...faultsIn(
    'functions/domain/ledger/postings.ts',
    [...closing, 'domain/ledger/postings.test.ts'],
    [
      ['late money of a closed account can be spent', 'availableCents === 0 && repaid === 0', 'availableCents > 0'],
      ['late money of a closed account leaves its debt', 'least(debtCents, there)', 'zero'],
      ['what is unclaimed pays no refund', 'sum(availableCents, unclaimedCents)', 'availableCents'],
    ],
  ),
  ...faultsIn('functions/domain/closing/return-account.ts', closing, [
    ['an account without money stays closed to it', '  posting.changeWallet({ closedAtMs: undefined });\n', ''],
    ['a return opens no session', '    ...signIn.filter((write) => !isOfUser(write)),\n', ''],
    ['a return leaves the money unclaimed', 'posting.post(accountReturned(wallet))', 'void accountReturned'],
    ['a returned person opens no deposit', '{ closedAtMs: undefined })] : []),', '{})] : []),'],
    ['a return leaves the erasure due', "    remove('closing', { userId }),\n", ''],
  ]),
  ...faultsIn('functions/domain/auth/sessions/open-session.ts', closing, [
    [
      'a sign-in leaves a closed account closed',
      'await withReturn(needs, seen, [',
      'await withReturn(needs, { ...seen, closedAtMs: undefined }, [',
    ],
  ]),
  ...faultsIn('functions/domain/reconciliation/money/check-late-money.ts', closing, [
    ['late money raises no ticket', 'lateCents <= 0', 'lateCents <= 1_000_000'],
  ]),
  ...faultsIn('functions/domain/closing/late-money.ts', closing, [
    ['what was waived raises a ticket', 'closing?.waivedCents ?? zero', 'zero'],
  ]),
  ...faultsIn('functions/domain/referrals/pay-out.ts', closing, [
    ['a closed account is paid rewards', ' || user.closedAtMs !== undefined', ''],
  ]),
  ...faultsIn('functions/domain/closing/erase-account.ts', erasing, [
    ['a suspended person is erased', 'user.isSuspended &&', 'user.isTwoFactorEnabled &&'],
    ['a person who returns is erased', '!closing || user.closedAtMs === undefined', 'false'],
    ['an erasure is on no list', "[insert('erasure', { userId, mailboxHash, erasedAtMs })]", '[]'],
    ['an erased mailbox is forgotten', "[insert('formerMailbox', { mailboxHash, atMs: erasedAtMs })]", '[]'],
    ['a new owner of an erased address loses it', 'owner?.userId === userId ?', 'owner ?'],
    [
      'the terms that find an erased person stay',
      "...found.flatMap((term) => (term ? [remove('searchTerm', term)] : [])),",
      '',
    ],
    ['the reset link of an erased person stays', "...(reset ? [remove('passwordReset', { userId })] : []),", ''],
    ['an erased person keeps the name', "  firstname: '',\n", ''],
  ]),
  ...faultsIn('functions/domain/closing/erasure-due.ts', erasing, [
    ['an erasure looks once', 'passAtMs < againAtMs ? againAtMs : undefined', 'undefined'],
  ]),
  ...faultsIn('functions/domain/closing/erase-account.ts', deletingHolder, [
    ['an erasure leaves the cardholder at the issuer', 'dueAtMs: nowMs, holder }),', 'dueAtMs: nowMs }),'],
    ['an erasure of before stays at the issuer', 'closing.holder === undefined', 'false'],
  ]),
  ...faultsIn('functions/domain/closing/delete-cardholder.ts', deletingHolder, [
    ['a deletion at the issuer is called without a trace', 'await store.commit([update(', 'void ([update('],
    ['a lost deletion is done', "!== 'fault') return 'unknown';", "!== 'fault') return 'gone';"],
    ['a refused deletion is done', "? 'gone' : 'refused'", "? 'gone' : 'gone'"],
    ['a deletion that happened is refused for good', "? 'gone' : 'refused'", "? 'refused' : 'refused'"],
    ['a lost deletion is repeated every hour', 'hourMs * 2 ** Math.min(holder.attempts, 5)', 'hourMs'],
    ['nobody learns that a deletion is refused', 'refusals === alertAfter.refusals', 'false'],
    [
      'a cardholder without our record stays',
      'const found = await needs.issuer.findCardholder(userId);',
      "return { end: 'gone' };\n    const found = await needs.issuer.findCardholder(userId);",
    ],
  ]),
  ...faultsIn(
    'functions/domain/operations/cardholder-registration.ts',
    ['domain/operations/cardholder-registration.test.ts'],
    [['an erased person is registered with the issuer', 'user.erasedAtMs !== undefined', 'false']],
  ),
  ...faultsIn('functions/domain/closing/replay-erasures.ts', deletingHolder, [
    ['a replay passes over an erasure of before', ' || closing.holder === undefined', ''],
  ]),
  ...faultsIn(
    'functions/domain/reconciliation/money/ask-providers.ts',
    ['domain/reconciliation/money/ask-providers.test.ts'],
    [['the cards of an erased person are checked no more', 'hasNoList || isUnlisted', 'isUnlisted']],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/upgrade-card.ts',
    ['adapters/dynamo/upgrade-card.test.ts'],
    [['a card that had a label loses it', '{ ...rest, name: label }', 'rest']],
  ),
  ...faultsIn('functions/domain/closing/erase-due-accounts.ts', deletingHolder, [
    ['a slow issuer holds up the erasures', ' && clock.now() < startMs + issuerTimeMs', ''],
  ]),
  ...faultsIn(
    'functions/adapters/issuer/bridgecard/cardholder-calls.ts',
    ['adapters/issuer/bridgecard/create-bridgecard-issuer.test.ts'],
    [['a cardholder that is gone cannot be deleted', "isDeclined(answer, 'holder_not_found') ? {", 'false ? {']],
  ),
  ...faultsIn(
    'functions/domain/admin/audit-write.ts',
    ['api/admin/note.test.ts', 'domain/closing/erase-account.test.ts'],
    [['words about a person lie in the audit record', "subjectId === 'platform'", "subjectId !== 'platform'"]],
  ),
  ...faultsIn('functions/domain/admin/add-note.ts', erasing, [
    ['an erased person gets notes', ' || user.erasedAtMs !== undefined', ''],
  ]),
  ...faultsIn('functions/domain/closing/erase-traces.ts', erasing, [
    ['an erasure leaves the activity lines', '  await eraseLines(needs, userId);\n', ''],
    ['an erasure leaves the cards', '  await eraseCards(needs, userId);\n', ''],
    ['an erasure leaves the rewards', '  await eraseRewards(needs, userId);\n', ''],
    ['an erasure leaves the words of staff', '  await removeWords(needs, userId);\n', ''],
    ['an erasure leaves the words about its referral', '  await eraseReferralWords(needs, userId);\n', ''],
    ['an erasure leaves the reasons of adjustments', "{ reason: '', link: undefined }", '{ link: undefined }'],
    ['an erasure leaves the reasons of tickets', '{ closingReason: undefined, ...unnamed }', 'unnamed'],
    ['an erasure leaves the address that a ticket was named after', ', ...unnamed })', ' })'],
    ['an erasure leaves the notifications', '  await removeNotifications(needs, userId);\n', ''],
    ['an erasure leaves the deposits', "'deposit', deposit, { email: '',", "'deposit', deposit, {"],
    ['an erasure leaves the reason of a decision that waits', 'reason: undefined }', 'reason: proposal.reason }'],
    ['an erasure leaves the names of cards in lines', 'withoutCardName(line.description)', 'line.description'],
  ]),
  ...faultsIn('functions/domain/closing/replay-erasures.ts', erasing, [
    [
      'a replay leaves the money of an open account to spend',
      'posting.post(accountClosed(wallet))',
      'void accountClosed',
    ],
    ['a replay ends with the first hundred', 'while (cursor !== undefined)', "while (cursor === '')"],
    [
      'a replay forgets the mailbox of who is not in the backup',
      "if (!(await store.get('formerMailbox', { mailboxHash })))",
      "if (mailboxHash === '')",
    ],
    [
      'a replay forgets the mailbox',
      "await store.commit([insert('formerMailbox', { mailboxHash, atMs: erasedAtMs })]);",
      'return false;',
    ],
  ]),
  ...faultsIn('functions/domain/auth/sign-up/judge-referral.ts', erasing, [
    [
      'an erased mailbox earns another reward',
      "await store.get('formerMailbox', { mailboxHash })",
      'mailboxHash.length === 0',
    ],
  ]),
  ...faultsIn('functions/domain/closing/close-account.ts', closing, [
    [
      'a closing leaves a deposit whose invoice is being opened',
      "lifecycle !== 'refused' && state",
      "lifecycle === 'open' && state",
    ],
  ]),
];
