import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const lock = ['domain/cards/set-account-lock.test.ts'];
const reset = ['domain/auth/factor-reset/factor-reset.test.ts'];

/** Faults of permissions and records: locks, roles, audit. */
export const faultsOfStaff: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/cards/set-account-lock.ts', lock, [
    ['a lock is repeated', 'if ((user.lockedAtMs !== undefined) === isLocked) return', 'if (user.isSuspended) return'],
    ['a lock waits for the sweeper', '  if (done.isChanged) await tryFreezeCards(needs, userId);\n', ''],
  ]),
  ...faultsIn('functions/domain/cards/account-lock.ts', lock, [
    ['a card that is created during a lock is missed', "    unchanged('wallet', { userId }, wallet),\n", ''],
    [
      'an unlock ends the lock of an undone address change',
      'isOn: isLocked(locks)',
      'isOn: locks.lockedAtMs !== undefined',
    ],
  ]),
  ...faultsIn('functions/domain/auth/addresses/undo-email-change.ts', lock, [
    ['an undone address change leaves the cards open', '{ ...user, isLockedUntilReset: true }', 'user'],
  ]),
  ...faultsIn('functions/domain/auth/passwords/reset-password.ts', lock, [
    [
      'a reset leaves the cards of an undone address change frozen',
      'user.isLockedUntilReset ? await cardLockWrites',
      'user.isSuspended ? await cardLockWrites',
    ],
  ]),
  ...faultsIn(
    'functions/domain/operations/decide-operation.ts',
    ['domain/operations/review-operation.test.ts'],
    [
      [
        'the second of two admins moves another amount than the first',
        ' || proposal.movedCents !== movedBy(operation, decision)) return',
        ') return',
      ],
    ],
  ),
  ...faultsIn('functions/domain/auth/factor-reset/order-factor-reset.ts', reset, [
    ['an admin who lost the role counts for a reset', 'first !== undefined && mayReset(first)', 'first !== undefined'],
    [
      'an admin who loses the role just then counts for a reset',
      "      ...(isSecond ? [unchanged('user', { userId: first.userId }, first)] : []),\n",
      '',
    ],
    ['one admin resets factors alone', ' || seen?.proposedBy === actorId)', ')'],
    ['a former admin resets factors in the last moment', "      unchanged('user', { userId: actorId }, actor),\n", ''],
    ['an admin resets the own factors', 'if (actorId === userId)', 'if (actorId === userId && reason === userId)'],
  ]),
  ...faultsIn('functions/domain/auth/factor-reset/drive-factor-reset.ts', reset, [
    ['a reset leaves the sessions', '        sessionGeneration: user.sessionGeneration + 1,\n', ''],
    ['a reset is done twice by two jobs', '      now.doneAtMs === seen.doneAtMs &&\n', ''],
    ['a reset comes before its time', ' || approval.dueAtMs > clock.now()', ''],
    [
      'a reset that its owner cancels in its last moment is done',
      ' &&\n      now.canceledAtMs === seen.canceledAtMs',
      '',
    ],
    [
      'a reset that did not happen is mailed as done',
      'return isDone ? done : undefined;',
      'return isDone === undefined ? undefined : done;',
    ],
    ['a reset is reminded of once', 'clock.now() + mailEveryMs', 'executesAtMs'],
  ]),
  ...faultsIn('functions/domain/auth/factor-reset/cancel-factor-reset.ts', reset, [
    [
      'an owner cancels a mere proposal',
      '({ approval }: FactorReset): Promise<boolean> => approval !== undefined',
      '(): Promise<boolean> => true',
    ],
    ['any link of a person cancels a reset', 'return one === other;', 'return one !== undefined;'],
  ]),
  ...faultsIn('functions/domain/auth/factor-reset/factor-reset.ts', reset, [
    ['a canceled reset is not mailed', 'dueAtMs: nowMs, canceledAtMs: nowMs', 'canceledAtMs: nowMs'],
    ['a canceled reset still counts', ' || approval?.canceledAtMs !== undefined', ''],
  ]),
  ...faultsIn(
    'functions/domain/auth/factors/rename-passkey.ts',
    ['api/user/rename-passkey.test.ts'],
    [
      ['a renamed passkey is not recorded', 'words: { before: { name: passkey.name }, after: { name } },', ''],
      ['names of passkeys are changed without end', '...(await quotaWrites(needs, [quota])),', ''],
    ],
  ),
  ...faultsIn(
    'functions/runtime/endpoint-steps.ts',
    ['api/cards/reveal.test.ts'],
    [['a proof is asked for before the lock is named', 'if (caller && route.closedByLock)', 'if (false)']],
  ),
  ...faultsIn(
    'infra/definition/grants.ts',
    [...reset, 'infra/definition/grants.test.ts'],
    [
      [
        'the job of resets may not sign the link of a mail',
        "'remind-people': { table: 'write', secrets: ['session'], mail: true }",
        "'remind-people': { table: 'write', mail: true }",
      ],
    ],
  ),
  ...faultsIn('functions/domain/auth/addresses/undo-email-change.ts', reset, [
    ['an undo leaves the reset that the thief asked for', '        factorReset: undefined,\n', ''],
  ]),
  ...faultsIn('functions/domain/auth/factor-reset/factor-reset.ts', reset, [
    ['an admin who is locked until a reset resets the factors of another', ' && !user.isLockedUntilReset', ''],
  ]),
  ...faultsIn('functions/domain/auth/factors/factors-of.ts', reset, [
    ['the use of a factor leaves its reset waiting', '(reset === undefined ? {} : canceledReset(reset, nowMs))', '{}'],
  ]),
  ...faultsIn(
    'functions/domain/auth/sign-in/verify-second-factor.ts',
    ['domain/auth/sign-in/second-factor.test.ts'],
    [
      [
        'a code of an app signs in a browser that did not give the password',
        'if (user?.factors !== undefined) return gavePassword(needs, user, browserToken);',
        'if (user?.factors !== undefined) return true;',
      ],
      [
        'a suspension between the two steps is called a wrong code',
        'return user.isSuspended ||',
        'return false && user.isSuspended ||',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/auth/sign-in/password-given.ts',
    ['domain/auth/sign-in/second-factor.test.ts'],
    [
      ['the password counts for hours', '!(expiresAtMs > needs.clock.now())', '!(expiresAtMs > 0)'],
      ['an older password counts', 'if (!isBarred && generation !== user.sessionGeneration) return false;', ''],
      ['any token says that the password was given', 'return held === right;', 'return held !== undefined;'],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/reveal-card.ts',
    ['api/cards/reveal.test.ts'],
    [
      [
        'a card that is shown too often makes the issuer seem down',
        'if (shown.isTooOften) throw',
        'if (shown.detail === undefined) throw',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/admin/set-staff-role.ts',
    ['bin/make-admin.test.ts'],
    [
      [
        'a suspended account becomes an admin that nobody can suspend',
        'if (staffRole !== undefined) refuseUnlessActive(user);',
        'void refuseUnlessActive;',
      ],
    ],
  ),
  ...faultsIn('functions/domain/cards/mark-cards.ts', lock, [
    [
      'the end of a lock ends every reason',
      'withoutReasons(card, reason)',
      'withoutReasons(card, ...card.frozenReasons)',
    ],
  ]),
  ...faultsIn('functions/domain/cards/reveal-card.ts', lock, [
    ['a locked card is shown to a request that came before', '        refuseLockedCard(now);\n', ''],
  ]),
  ...faultsIn('functions/domain/cards/orders/request-creation.ts', lock, [
    ['a locked account makes cards', '    refuseLocked(owner);\n', ''],
  ]),
  ...faultsIn('functions/domain/cards/orders/request-load.ts', lock, [
    ['a load onto a locked card is refused as inactive', '    refuseLockedCard(card);\n', ''],
  ]),
  ...faultsIn('functions/domain/referrals/request-payout.ts', lock, [
    ['a locked account asks for payouts', '    refuseLocked(user);\n', ''],
  ]),
  ...faultsIn('functions/domain/referrals/pay-out.ts', lock, [
    ['a locked account is paid out', ' || isLocked(user)', ''],
  ]),
  ...faultsIn(
    'functions/domain/activity/find-activity.ts',
    ['domain/activity/search-activity.test.ts'],
    [
      [
        'a search by last four ends with the first card',
        'cards.cursor === undefined ? undefined : `${cards.cursor}|`',
        'undefined',
      ],
      [
        'a search by last four shows other cards',
        "search: { by: 'card', id: cardId } } as const",
        'search: undefined }',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/admin/find-people-by.ts',
    ['api/user/all.test.ts'],
    [
      ['an id finds the next older one', '.filter(({ subjectId }) => subjectId === form.id)', ''],
      [
        'the end of a card number finds one page',
        'return { items: people, cursor };',
        'return { items: people, cursor: undefined };',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/index-cards.ts',
    ['domain/cards/index-cards.test.ts'],
    [['cards of before are not indexed', 'known[place] === undefined', 'known[place] !== undefined']],
  ),
  ...faultsIn(
    'functions/domain/cards/orders/creation-steps.ts',
    ['domain/cards/orders/creation-steps.test.ts'],
    [
      [
        'a new card is found by no number',
        "      insert('cardOwner', { cardId, userId, last4Digits: issued.last4Digits }),\n",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/admin/audit-write.ts',
    ['runtime/audited-routes.test.ts'],
    [
      [
        'a record does not say of which request it is',
        'atMs: clock.now(), requestId };',
        'atMs: clock.now(), requestId: undefined };',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/admin/list-audit.ts',
    ['domain/admin/list-audit.test.ts'],
    [
      [
        'a person reads who read their file',
        'securityKinds.some((kind) => kind === action)',
        "securityKinds.some((kind) => kind === action) || action === 'person-read'",
      ],
      ['an admin is not filtered by', '(filter.actorId ?? actorId) === actorId &&', ''],
      ['a kind is not filtered by', '    (filter.kind ?? action) === action;', '    true;'],
      ['an empty page hides that there is more', 'cursor === undefined ? undefined : items.at(-1)?.atMs', 'undefined'],
    ],
  ),
  ...faultsIn(
    'functions/domain/admin/audit-write.ts',
    ['domain/admin/list-audit.test.ts'],
    [
      [
        'a record holds words that cannot be erased',
        "insert('audit', { ...record, hasWords }),",
        "insert('audit', { ...record, hasWords, reason } as never),",
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/dead-letters/read-dead-letters.ts',
    ['api/admin/dead-letters.test.ts'],
    [['the oldest dead letter is as old as the newest', 'Math.min(...sent)', 'Math.max(...sent)']],
  ),
  ...faultsIn(
    'functions/domain/admin/describe-audit.ts',
    ['domain/admin/list-audit.test.ts'],
    [['a person reads the name of the admin', "? 'you' : 'support'", "? 'you' : (record.actorId as 'support')"]],
  ),
  ...faultsIn(
    'functions/domain/admin/read-person-file.ts',
    ['runtime/audited-routes.test.ts'],
    [
      [
        'a person’s file is read without a record',
        "  await recordReading(needs, { action: 'person-read', actorId, subjectId: userId });\n",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/desk/waiting-deposit.ts',
    ['runtime/audited-routes.test.ts'],
    [['a deposit’s file is read without a record', '  await recordReading(needs,', '  void (needs,']],
  ),
  ...faultsIn(
    'functions/domain/admin/person-file.ts',
    ['runtime/audited-routes.test.ts', 'api/admin/user-file.test.ts'],
    [
      [
        'a part of a file is read without a record',
        "  await recordReading(needs, { action: 'person-read',",
        '  void ({',
      ],
      ['postings of a file are listed by their order only', 'items, cursor: from > 1 ?', 'items, cursor: from > 2 ?'],
      ['a page of a file leaves one posting out', 'String(from - 1)', 'String(from - 2)'],
      ['a file without deposits on a page ends there', 'cursor, reachedMs };', 'cursor, reachedMs: undefined };'],
      [
        'a debt is added to the balance of a file',
        "minus(of(after, 'available'), of(after, 'debt'))",
        "of(after, 'held')",
      ],
      ['a file lists deposits among operations', '(line) => !isOfDeposit(line)', '() => true'],
    ],
  ),
  ...faultsIn(
    'functions/domain/admin/add-note.ts',
    ['api/admin/note.test.ts', 'runtime/audited-routes.test.ts'],
    [['a note is about its author', 'subjectId: userId,', 'subjectId: actorId,']],
  ),
  ...faultsIn(
    'functions/domain/admin/record-reading.ts',
    ['api/admin/deposit.test.ts'],
    [
      ['each read of an open page is recorded', 'max: 1,', 'max: 1000,'],
      [
        'the first read of a file is the only one ever recorded',
        'windowMs: sameReadingMs',
        'windowMs: sameReadingMs * 1e6',
      ],
      ['one deposit’s record stands for all deposits of its owner', '${about ?? subjectId}', '${subjectId}'],
    ],
  ),
  ...faultsIn(
    'infra/aws/grant-access.ts',
    ['infra/aws/api-stack.test.ts'],
    [
      [
        'functions may delete audit records',
        "    ...(access === 'write' ? [keepAudit(tableArn)] : []),\n",
        '    ...(access === undefined ? [keepAudit(tableArn)] : []),\n',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/frozen-reasons.ts',
    ['domain/cards/unfreeze-for-a-time.test.ts'],
    [
      ['a card stays unfrozen after its time', "lifecycle === 'open' && unfrozenUntilMs <= nowMs", 'false'],
      [
        'a card is shown as active until the job after its time has run',
        '  return isTimeUp(card, nowMs) ? { ...card, ...frozenAgain(card) } : card;',
        '  if (nowMs > 0) return card;',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/reconcile-card-state.ts',
    ['domain/cards/unfreeze-for-a-time.test.ts'],
    [
      [
        'the end of the time is forgotten once the card is active',
        'dueAtMs: freezesAtMs === Infinity ? undefined : freezesAtMs',
        'dueAtMs: undefined',
      ],
      [
        'an uncertain call puts the end of the time off',
        'dueAtMs: Math.min(uncertainUntilMs, freezesAtMs)',
        'dueAtMs: uncertainUntilMs',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/set-desired-state.ts',
    ['domain/cards/unfreeze-for-a-time.test.ts'],
    [['a card that is active for good freezes by itself', 'forMs !== undefined && !isNothing', 'forMs !== undefined']],
  ),
  ...faultsIn(
    'functions/domain/auth/addresses/undo-email-change.ts',
    ['domain/auth/addresses/{mark-returned-mails,undo-email-change}.test.ts'],
    [
      ['an undo keeps the mark of the address that it takes away', '        mailReturned: undefined,\n', ''],
      ['an undo switches codes by email off', ' || change.isTwoFactorEnabled || isNewlyOff', ' || isNewlyOff'],
      ['an undo switches codes by email on that were off for long', ' && twoFactorOffAtMs > change.atMs - undoMs', ''],
    ],
  ),
  ...faultsIn(
    'functions/domain/treasury/propose-move.ts',
    ['domain/treasury/decide-move.test.ts'],
    [
      [
        'a transfer cannot come back under its reference',
        '`treasury:${kind}:${direction}:${reference.',
        '`treasury:${kind}:${reference.',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/admin/add-note.ts',
    ['api/admin/note.test.ts'],
    [['a note outlives the erasure that happens beside it', "      unchanged('user', { userId }, user),\n", '']],
  ),
  ...faultsIn(
    'functions/domain/admin/person-file.ts',
    ['api/admin/user-file.test.ts'],
    [
      [
        'the referrer stands on every page of a file',
        '...(found.cursor === undefined ? referrerLines(user) : [])',
        '...referrerLines(user)',
      ],
    ],
  ),
  ...faultsIn(
    'bin/set-referral-terms.ts',
    ['bin/set-referral-terms.test.ts'],
    [['a premium referrer stays one', 'standard: { isPremium: false }', 'standard: { isAutomatic: false }']],
  ),
  ...faultsIn(
    'bin/operator/printed-reconciliation.ts',
    ['bin/operator/printed-reconciliation.test.ts'],
    [
      [
        'books that nobody compared are sound',
        'if (run === undefined || Object',
        'if (run === undefined) return false;\n  if (Object',
      ],
    ],
  ),
  ...faultsIn(
    'bin/operator/account-of.ts',
    ['bin/set-referral-terms.test.ts'],
    [['a command finds an address only as it is stored', 'normaliseEmail(address)', 'address']],
  ),
  ...faultsIn(
    'bin/operator/printed-reconciliation.ts',
    ['bin/operator/printed-reconciliation.test.ts'],
    [
      [
        'a break that lacks money looks like one with too much',
        '${formatCents(cents)}, for',
        '${formatCents(Math.abs(cents))}, for',
      ],
    ],
  ),
  ...faultsIn(
    'bin/operator/staff-session.ts',
    ['bin/operator/staff-session.test.ts'],
    [
      [
        'a command repeats the refusal of the one before',
        'isWrite && answer.status < 500 ? others',
        'isWrite && answer.status < 300 ? others',
      ],
    ],
  ),
  ...faultsIn(
    'bin/operator/staff-routes.ts',
    ['bin/operator/staff-routes.test.ts'],
    [['a reason ends at its first equals sign', "const value = rest.join('=');", "const value = rest[0] ?? '';"]],
  ),
  ...faultsIn(
    'bin/verify-chains.ts',
    ['bin/verify-chains.test.ts'],
    [
      [
        'only the chains of the newest hundred are verified',
        '  } while (cursor !== undefined);',
        "  } while (cursor === '');",
      ],
    ],
  ),
  ...faultsIn(
    'shared/search-form.ts',
    ['shared/search-form.test.ts'],
    [['a transfer is found only as its chain writes it', 'return hexadecimal.toLowerCase();', 'return hexadecimal;']],
  ),
];
