import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const rules = ['domain/float/read-float.test.ts'];

/** Defects in the readings of our float at the issuer, and in the breaker that stands on them. */
export const faultsOfFloat: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/float/breaker.ts', rules, [
    [
      'the float is spent below its floor',
      'minus(minus(balanceCents, heldCents), floorCents)',
      'minus(balanceCents, heldCents)',
    ],
    [
      'the float is spent twice',
      'minus(minus(balanceCents, heldCents), floorCents)',
      'minus(balanceCents, floorCents)',
    ],
    ['an old reading refuses loads', ' && !isOld(reading, nowMs)', ''],
    ['a reading is old too soon', 'nowMs - atMs > freshMs', 'nowMs - atMs >= freshMs'],
    [
      'the last cents above the floor are refused',
      'amountCents > headroomOf(reading)',
      'amountCents >= headroomOf(reading)',
    ],
  ]),
  ...faultsIn('functions/domain/float/read-float.ts', rules, [
    [
      'withdrawals under way count as held',
      "kind === 'card_load' || kind === 'card_creation'",
      "kind !== 'card_closing'",
    ],
    ['creations under way are not held', " || kind === 'card_creation'", ''],
    ['what has ended is still held', " && state !== 'settled' && state !== 'released'", ''],
    ['the breaker forgets since when it is open', 'before?.isOpen === isOpen ? before.sinceMs : atMs', 'atMs'],
    ['top-ups hide the outflow', 'minus(outCents, intoCents)', 'intoCents'],
    ['hours without a run are forgotten', 'before.atMs - journalLagMs', 'atMs'],
    ['the floor is forgotten between two runs', 'readFloat(needs, before.floorCents)', 'readFloat(needs, zero)'],
    ['a hundred refusals are a hundred questions', ' || needs.clock.now() - before.atMs < justReadMs', ''],
    ['of two runs both report a reading', 'if (!(thrown instanceof WriteConflict)) throw thrown;', 'throw thrown;'],
  ]),
  ...faultsIn('functions/domain/float/read-float.ts', rules, [
    [
      'no alarm hears of the float',
      "log.info('float read', {\n    balanceCents,",
      "log.info('float was read', {\n    balanceCents,",
    ],
  ]),
  ...faultsIn('functions/domain/float/runway.ts', rules, [
    ['a young platform outlives its float', 'Math.min(7, Math.max(1, (nowMs - hourStartMs(first)) / dayMs))', '7'],
    ['a runway is as long as the balance', 'headroomOf(reading)', 'reading.balanceCents'],
  ]),
  ...faultsIn('functions/domain/operations/drive-operation.ts', rules, [
    [
      'a refusal for want of float is not heard',
      "answer.reason === 'insufficient_float'",
      "answer.reason === 'unavailable'",
    ],
  ]),
  ...faultsIn('functions/domain/cards/orders/request-load.ts', rules, [
    [
      'a load is held though the float is short',
      '    refuseShortFloat(float,',
      '    if (false) refuseShortFloat(float,',
    ],
    [
      'the fee of a load is asked of the float',
      "what: 'load', amountCents: quote.amountCents",
      "what: 'load', amountCents: quote.totalCents",
    ],
  ]),
  ...faultsIn('functions/domain/cards/orders/request-creation.ts', rules, [
    [
      'a card is held though the float is short',
      '    refuseShortFloat(float,',
      '    if (false) refuseShortFloat(float,',
    ],
  ]),
  ...faultsIn(
    'infra/aws/float-alarms.ts',
    ['infra/aws/float-alarms.test.ts'],
    [
      ['a floor below zero is taken', ' || floorCents < 0', ''],
      ['a warning may come after the page', 'warnDays > pageDays && ', ''],
    ],
  ),
  ...faultsIn(
    'functions/domain/float/read-float-report.ts',
    ['api/admin/float.test.ts'],
    [
      ['an old reading looks fresh', 'isOld: reading !== undefined && isOld(reading, nowMs)', 'isOld: false'],
      ['an open breaker looks closed', "reading?.isOpen === true ? 'open'", "reading?.isOpen === false ? 'open'"],
    ],
  ),
  ...faultsIn('functions/domain/float/read-float.ts', rules, [
    [
      'an hour that is over gets the balance of now',
      'balanceCents: isNow ? balanceCents : was?.balanceCents,',
      'balanceCents,',
    ],
    ['the outflow is that of the first page', 'cursor = page.cursor;', 'cursor = undefined;'],
  ]),
];
