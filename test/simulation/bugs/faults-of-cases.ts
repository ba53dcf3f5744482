import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const cases = ['domain/cases/cases.test.ts'];

/** Faults of reported payments. */
export const faultsOfCases: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/cases/open-cases.ts', cases, [
    ['a payment has two open cases', 'lineNumber === place.lineNumber', 'lineNumber < 0'],
    ['cards share the places of their cases', 'cardId === place.cardId && lineNumber', 'lineNumber'],
    ['a person opens cases without end', 'open.length >= limits.openCasesMax', 'false'],
  ]),
  ...faultsIn('functions/domain/cases/find-payment.ts', cases, [
    [
      'refunds of other payments count for this one',
      'refunds.filter((each) => [...namesOf(each)].some((name) => names.has(name)))',
      'refunds.filter(() => names.size > 0)',
    ],
  ]),
  ...faultsIn('functions/domain/cases/report-payment.ts', cases, [
    ['a payment of a deleted card is not reported', "  if (card?.lifecycle !== 'open') return;\n", ''],
    ['a stolen card is reported and not frozen', '      await freeze(needs, report);\n', ''],
    [
      'the refunds of a stolen card’s payment are those from before its freeze',
      '      payment = await findPayment(store, card, reference);\n',
      '',
    ],
    ['a case opens in an account that is closed in that moment', '      openAccount,\n', ''],
    ['a refund in the moment of a report is missed', "      unchanged('card', { userId, cardId }, card),\n", ''],
    ['a refunded payment is reported', ' || refundedCents >= line.amountCents', ''],
  ]),
  ...faultsIn('functions/domain/cases/settle-refund.ts', cases, [
    ['a refund closes the case of a stolen card', " || found.reason === 'not_mine'", ''],
    ['a refund in part closes a case', 'refundedCents < found.amountCents', 'refundedCents < 1'],
    ['a refund leaves the place of its case taken', '    ...giveUpPlace(places, found.caseId),\n', ''],
    ['a refund of another card closes a case', 'each.cardId === cardId && ', ''],
  ]),
  ...faultsIn('functions/domain/cases/write-to-case.ts', cases, [
    [
      'a case is opened again without a place',
      '      takePlace(places, found, { caseId, cardId, lineNumber, references }),\n',
      '',
    ],
    ['a case that is opened again misses the refunds since', '    refundedCents,\n    writes: [', '    writes: ['],
    [
      'a refund in the moment in which a case is opened again is missed',
      "      unchanged('card', { userId, cardId }, card),\n",
      '',
    ],
    [
      'a message opens a case in an account that is closed in that moment',
      '      await accountStaysOpen(store, userId),\n',
      '',
    ],
    ['a case that is opened again knows one reference', 'namesOf(line ?? found)', 'namesOf(found)'],
    ['a message whose answer was lost is stored twice', 'if (state !== message.state ||', 'if (state !== undefined ||'],
    [
      'a message is taken for the one of a colleague',
      'newest?.authorId === message.authorId && ',
      'newest !== undefined && ',
    ],
    ['a closed case is closed again', "if (found.state === 'closed') throw", "if (found.state === 'answered') throw"],
  ]),
  ...faultsIn('functions/domain/cases/read-case.ts', cases, [
    ['staff work on a case of their own', 'if (found.userId === actorId) throw', 'if (actorId === undefined) throw'],
    ['a stranger writes to a case', 'if (found?.userId !== userId) throw', 'if (!found || userId === undefined) throw'],
  ]),
  ...faultsIn('functions/domain/closing/close-account.ts', cases, [
    ['an account is closed with an open case', '    refuseOpenCases(cases);\n', ''],
  ]),
];
