import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const asking = ['api/user/export.test.ts'];

const opening = ['api/user/export-read.test.ts'];

const reading = ['domain/data-export/read-export.test.ts'];

/** Faults of the data export. */
export const faultsOfDataExport: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/data-export/request-export.ts', asking, [
    ['a person gets their data more than once a day', 'seen && seen.count > 0', 'seen && seen.count > 1'],
    ['a mail that failed costs the link of the day', 'count: 0, expiresAtMs', 'count: 1, expiresAtMs'],
  ]),
  ...faultsIn('functions/domain/data-export/export-link.ts', opening, [
    ['a link to the data never expires', 'needs.clock.now() < expiresAtMs', 'expiresAtMs > 0'],
    [
      'a link opens the data of another person',
      'JSON.stringify([userId, expiresAtMs])',
      'JSON.stringify([expiresAtMs])',
    ],
  ]),
  ...faultsIn('functions/api/user/export-read.ts', opening, [
    [
      'an export ends with its first reply',
      'page.cursor === undefined ? null : await services.keys.encryptCursor(list, page.cursor)',
      'page.cursor === undefined ? null : null',
    ],
  ]),
  ...faultsIn('functions/domain/data-export/read-export.ts', reading, [
    [
      'an export misses the lines of all cards but one',
      "next && `${next} 1`;\n  return { items: [{ part: 'cardTransactions'",
      "undefined;\n  return { items: [{ part: 'cardTransactions'",
    ],
    ['an export has one page of each account', 'entries.length === pageSize', 'entries.length > pageSize'],
    ['a page of the export repeats its first line', '`${card.cardId} ${to + 1}`', '`${card.cardId} ${to}`'],
  ]),
];
