import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

/** Faults of one-time codes, from the issuer's event to the owner's screen, and of the billing address. */
export const faultsOfCodes: readonly PlantedBug[] = [
  ...faultsIn(
    'functions/api/webhooks/issuer.ts',
    ['api/webhooks/issuer.test.ts'],
    [['a one-time code is stored with its event', "event.type === 'code' ? event.redactedBody : raw", 'raw']],
  ),
  ...faultsIn(
    'functions/adapters/issuer/bridgecard/parse-event.ts',
    ['adapters/issuer/bridgecard/parse-event.test.ts'],
    [
      [
        'a one-time code stays in the name of its merchant',
        "const merchant = without(fields.merchant_name ?? '');",
        "const merchant = fields.merchant_name ?? '';",
      ],
      ['a one-time code that is named twice is kept once', "line.replaceAll(known, '')", "line.replace(known, '')"],
    ],
  ),
  ...faultsIn(
    'functions/adapters/issuer/bridgecard/transform-card.ts',
    ['adapters/issuer/bridgecard/transform.test.ts'],
    [
      [
        'half a billing address is shown',
        'if (!state || !country) return null;',
        "if (!state || !country) return { line1, city, state: '', zip, country: '' };",
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/one-time-codes.ts',
    ['domain/cards/one-time-codes.test.ts'],
    [
      ['a code for another card is shown', '!isOfCard || !isPayable', '!isPayable'],
      ['a code for a sum that no card can pay is shown', '!isOfCard || !isPayable', '!isOfCard'],
      [
        'a one-time code that comes late outlives its five minutes',
        'Math.min(event.atMs ?? nowMs, nowMs) + lifeMs',
        'nowMs + lifeMs',
      ],
      [
        'an expired one-time code is shown until its key is removed',
        '.filter(({ expiresAtMs }) => expiresAtMs > clock.now())',
        '',
      ],
      [
        'the sweep removes the key of a code that came since it looked',
        '      if (codes?.version !== version) return;\n',
        '',
      ],
      ['the sweep removes the key of a code that came meanwhile', "unchanged('cardCodes', { cardId }, codes), ", ''],
      [
        'one-time codes are shown while the account is locked',
        " || frozenReasons.includes('lock')) return [];",
        ') return [];',
      ],
      ['the one-time code of a deleted card is kept', "if (card?.lifecycle !== 'open')", 'if (card === undefined)'],
    ],
  ),
  ...faultsIn(
    'shared/contract/fields.ts',
    ['shared/contract/one-time-code.test.ts'],
    [['a code that is typed in two groups is wrong', "typed.replaceAll(/\\s/g, '')", 'typed']],
  ),
  ...faultsIn(
    'shared/contract/fields.ts',
    ['shared/contract/names-and-addresses.test.ts'],
    [['a name may hold markup', "\\p{Pd} .,'’·‧・׳״/()]", "\\p{Pd} .,'’·‧・׳״/()<>]"]],
  ),
];
