import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const rules = ['domain/notifications/*.test.ts'];
const link = ['api/cards/freeze-by-link.test.ts'];

/** Defects in notifications, their mails and the link that freezes a card. */
export const faultsOfNotifications: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/notifications/events-of-change.ts', rules, [
    ['a debt is mailed twice', 'isMailedElsewhere: true, ...words.debt', '...words.debt'],
    [
      'a debt is reported again with each of its changes',
      'after.debtCents > 0 === before.debtCents > 0',
      'after.debtCents === before.debtCents',
    ],
  ]),
  ...faultsIn('functions/domain/notifications/audit-events.ts', rules, [
    ['a change of security is not mailed', '{ audited: { auditId } }', '{}'],
    ['a sign-in from a known browser is reported', "after['isNewDevice'] !== true", 'false'],
    ['the first sign-in is listed as one from a stranger', " || after['isFirst'] === true", ''],
    [
      'a correction is worded as an end',
      "const isCorrection = action === 'operation-corrected';",
      'const isCorrection = false;',
    ],
    ['a decision of staff is named as the issuer’s', "action === 'operation-ended' ? 'issuer' : 'team'", "'issuer'"],
  ]),
  ...faultsIn('functions/domain/notifications/deposit-events.ts', rules, [
    ['a quote that nobody paid is reported as trouble', "'expired' && arrived.has(before.state)", "'expired'"],
  ]),
  ...faultsIn('functions/domain/notifications/card-events.ts', rules, [
    [
      'a freeze by its owner is reported',
      ' && after.freezeReason !== undefined) return words.frozen',
      ') return words.frozen',
    ],
    [
      'a decline is counted that was not for lack of money',
      'after.shortDeclines > before.shortDeclines ? ',
      'after.shortDeclines >= 0 ? 1 + ',
    ],
  ]),
  ...faultsIn(
    'functions/domain/operations/conclude-operation.ts',
    ['domain/operations/unlisted-line.test.ts'],
    [
      [
        'an order that fails after its owner left is not notified',
        "isReviewed || (state === 'released' && isLeft(operation))",
        'isReviewed',
      ],
      ['an order that fails in its request is notified', 'line === undefined && startedBy', 'startedBy'],
    ],
  ),
  ...faultsIn('functions/domain/notifications/new-notification.ts', rules, [
    ['an event has a new notification each time', '.update(eventId)', '.update(`${eventId}${performance.now()}`)'],
    ['a small purchase is mailed', 'amountCents >= state.purchaseMinCents', 'amountCents >= 0'],
    ['a flood of declines is mailed one by one', 'decline: 60_000', 'decline: 0'],
    ['a switched-off kind is mailed', 'isMailedElsewhere || !wantsMail(state, kind)', 'isMailedElsewhere'],
  ]),
  ...faultsIn('functions/domain/notifications/mail-notifications.ts', rules, [
    ['a refused mail is tried again', 'thrown instanceof MailRefused', 'thrown instanceof TypeError'],
    ['a mail is tried for ever', 'mailTries < mailTriesMax', 'mailTries < 1_000'],
    ['a mail has another id in each try', 'mailer.send({ mailId,', 'mailer.send({ mailId: `${mailId}:${mailTries}`,'],
    [
      'two runs send one mail',
      'if (thrown instanceof WriteConflict) return undefined;',
      'if (thrown instanceof WriteConflict) return [note(oldest), ...rest.map(note)];',
    ],
    ['a mail about two cards freezes one of them', 'group.every((each) => each.freezesCardId === cardId)', 'true'],
    ['a mail that was sent stays due', '{ mail, dueAtMs: undefined }', '{ mail }'],
  ]),
  ...faultsIn('functions/domain/notifications/security-mail.ts', rules, [
    [
      'a thief gets the mail about what was done before the address',
      'emailChanges.find((change) => change.atMs > atMs && !isLost(change))?.email ?? ',
      '',
    ],
    ['a suspension is mailed without its reason', "words?.after['reasonForUser']", 'undefined'],
  ]),
  ...faultsIn('functions/domain/notifications/notify-of-changes.ts', rules, [
    [
      'a repeated change is mailed again',
      "if (thrown instanceof WriteConflict && thrown.exists('notification')) return false;",
      'if (thrown instanceof WriteConflict) return true;',
    ],
  ]),
  ...faultsIn('functions/domain/notifications/freeze-link.ts', link, [
    ['nobody is notified of a freeze by link', "desired: 'frozen', wordsForOwner: byLink", "desired: 'frozen'"],
    ['a freeze link lasts for ever', '  if (needs.clock.now() >= link.expiresAtMs) throw invalidLink();\n', ''],
    ['any text freezes any card', 'return one === other;', 'return one !== undefined;'],
    [
      'a freeze link can be stretched',
      'JSON.stringify([userId, cardId, expiresAtMs])',
      'JSON.stringify([userId, cardId])',
    ],
    [
      'a freeze link fits every card of its owner',
      'JSON.stringify([userId, cardId, expiresAtMs])',
      'JSON.stringify([userId, expiresAtMs])',
    ],
  ]),
  ...faultsIn(
    'functions/domain/notifications/mark-read.ts',
    ['api/notifications/read.test.ts'],
    [['a mark is taken back', 'readThrough >= through', 'readThrough === through']],
  ),
  ...faultsIn(
    'shared/contract/notifications.ts',
    ['api/user/set-notifications.test.ts'],
    [['security mails can be switched off', '  security: mandatory,\n', '']],
  ),
  ...faultsIn(
    'infra/local/events/slowest-reader.ts',
    ['infra/local/events/slowest-reader.test.ts'],
    [['the local stream is trimmed after its fastest reader', '? -1 : 1', '? 1 : -1']],
  ),
  ...faultsIn(
    'functions/domain/notifications/mail-notifications.ts',
    ['domain/notifications/notify-of-changes.test.ts'],
    [['a late mail has a link for longer', 'oldest.createdAtMs + freezeLinkMs', 'needs.clock.now() + freezeLinkMs']],
  ),
  ...faultsIn('functions/domain/notifications/notify-of-changes.ts', rules, [
    [
      'a notification is lost when its write meets another one',
      "thrown instanceof WriteConflict && thrown.exists('notification')",
      'thrown instanceof WriteConflict',
    ],
    [
      'the mails of a batch have no end',
      'clock.now() - beganAtMs > sendForMs',
      'clock.now() - beganAtMs > sendForMs * 1000',
    ],
  ]),
  ...faultsIn(
    'functions/workers/notifications.ts',
    ['workers/notifications.test.ts'],
    [['purchases find no subscriptions', '  await notePurchases(services, changes);\n', '']],
  ),
];
