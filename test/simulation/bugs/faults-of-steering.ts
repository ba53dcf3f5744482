import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const rules = ['domain/steering/steering.test.ts'];
const walk = ['runtime/switched-off-routes.test.ts'];

/** Faults of the switches. */
export const faultsOfSteering: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/steering/read-steering.ts', rules, [
    ['settings are older than 30 seconds', 'nowMs - kept.askedAtMs < steeringKeptMs', 'nowMs > 0'],
    ['every request reads the settings', 'nowMs - kept.askedAtMs < steeringKeptMs', 'nowMs < 0'],
    ['settings are lost while the table is down', 'if (kept === undefined) throw thrown;', 'throw thrown;'],
  ]),
  ...faultsIn('functions/domain/steering/change-settings.ts', rules, [
    [
      'an admin overwrites the change of another',
      'if ((before?.version ?? 0) !== readVersion) throw changedMeanwhile();',
      '',
    ],
    ['a change of the settings forgets the one before', '[version, ...history]', '[...history]'],
    ['a record of the settings holds what did not change', '.filter((name) => was[name] !== is[name])', ''],
  ]),
  ...faultsIn(
    'functions/domain/steering/change-settings.ts',
    ['api/admin/change-settings.test.ts'],
    [
      [
        'a change of the settings drops the list of countries',
        'restrictedCountriesOf({ ...before, ...change.values })',
        'restrictedCountriesOf(change.values)',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/steering/read-status.ts',
    ['api/status/read.test.ts'],
    [
      ['an announcement never ends', '(announcement.untilMs ?? Infinity) <= nowMs', 'false'],
      [
        'a part is off since the last change of anything',
        'versions.at(firstOn === -1 ? -1 : firstOn - 1)?.changedAtMs',
        'steering.changedAtMs',
      ],
      ['an old reading of the float pauses loads', ' && !isOld(float, nowMs)', ''],
    ],
  ),
  ...faultsIn(
    'functions/domain/steering/plan-versions.ts',
    ['domain/steering/plan-prices.test.ts'],
    [
      ['prices begin at once', 'fromMs < nowMs + priceBounds.aheadMs', 'fromMs < nowMs'],
      ['what has begun cannot be undone', '...(isUndone ? [{', '...(isUndone && nowMs < 0 ? [{'],
      ['prices are called off while they begin', 'fromMs < nowMs + lastCallMs', 'fromMs < nowMs'],
      ['what begins at the same time is one of two', 'new Set(moments).size < moments.length', 'moments.length > 9'],
    ],
  ),
  ...faultsIn(
    'functions/domain/steering/plan-prices.ts',
    ['domain/steering/plan-prices.test.ts'],
    [
      [
        'a number of prices is used twice',
        'before?.lastPriceVersion ?? firstPriceVersion.version',
        'before?.prices?.length ?? 1',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/steering/plan-limits.ts',
    ['domain/steering/card-limits.test.ts'],
    [
      ['limits that bind a card are forgotten', ' || binds(each, begun, place)', ''],
      ['a number of limits is used twice', 'before?.lastLimitVersion ?? firstLimitVersion.version', '1'],
    ],
  ),
  ...faultsIn(
    'functions/domain/steering/card-limits.ts',
    ['domain/steering/card-limits.test.ts'],
    [
      [
        'a limit of a card rises again',
        'fromMs > card.createdAtMs && fromMs <= atMs',
        'fromMs === limitsAt(steering, atMs).fromMs',
      ],
      ['limits to come hold at once', 'fromMs > card.createdAtMs && fromMs <= atMs', 'fromMs > card.createdAtMs'],
      ['limits from before a card bind it', 'fromMs > card.createdAtMs && fromMs <= atMs', 'fromMs <= atMs'],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/card-room.ts',
    ['domain/cards/card-room.test.ts'],
    [
      ['a lowered month bounds no load', 'isOurs ? least(balanceCents, leftCents) : balanceCents', 'balanceCents'],
      [
        'the last month counts for the present one',
        'card.spendMonth === new Date(atMs).toISOString().slice(0, 7)',
        'card.spendMonth',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/orders/creation-steps.ts',
    ['domain/cards/orders/creation-calls.test.ts'],
    [
      [
        'the issuer makes each card with the first limits',
        'madeWith(card).monthlySpendCents',
        'madeWith({}).monthlySpendCents',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/steering/prices.ts',
    ['domain/steering/plan-prices.test.ts', 'api/cards/load.test.ts'],
    [
      [
        'prices hold a moment late',
        'findLast(({ fromMs }) => fromMs <= atMs)',
        'findLast(({ fromMs }) => fromMs < atMs)',
      ],
      ['any quote is taken', 'quoted === undefined ||', 'quoted !== undefined ||'],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/orders/auto-load.ts',
    ['domain/cards/orders/auto-load.test.ts'],
    [['an auto-load costs more than was agreed', 'quote.feeCents > agreedFeeOf(order)', 'quote.feeCents < 0']],
  ),
  ...faultsIn(
    'functions/domain/cards/orders/reserve-load.ts',
    ['api/cards/load.test.ts'],
    [['a load forgets its prices', '        priceVersion,\n', '']],
  ),
  ...faultsIn(
    'functions/domain/cards/orders/request-creation.ts',
    ['domain/cards/orders/request-creation.test.ts'],
    [['a card costs the first prices', 'pricesAt(steering, askedAtMs)', 'pricesAt({}, askedAtMs)']],
  ),
  ...faultsIn('functions/domain/steering/refuse-action.ts', rules, [
    ['a coin that is off is paid in', 'coin === asked', 'coin !== asked && coin === undefined'],
  ]),
  ...faultsIn('functions/runtime/endpoint.ts', walk, [
    ['no money route minds its switch', '        await refuseWhileOff(route, request, services);\n', ''],
    ['a restricted country is not looked at', "headers['cloudfront-viewer-country']", 'undefined'],
    [
      'sign-up minds no switch',
      '      await refuseWhileOff(route, request, services);\n      return handle',
      '      return handle',
    ],
  ]),
  ...faultsIn(
    'functions/domain/auth/accepted-terms.ts',
    ['api/user/accept-terms.test.ts'],
    [
      [
        'old terms open everything',
        'accepted !== termsVersion ? termsVersion',
        'accepted === undefined ? termsVersion',
      ],
      ['any version of the terms can be accepted', 'version !== termsVersion', 'version === undefined'],
      ['old terms close withdrawing', "'cardCreation', 'load']", "'cardCreation', 'load', 'withdrawal']"],
    ],
  ),
  ...faultsIn('functions/domain/steering/refuse-action.ts', walk, [
    [
      'a new list of countries is ignored',
      'restrictedCountries ?? firstRestrictedCountries',
      'firstRestrictedCountries',
    ],
  ]),
  ...faultsIn('shared/contract/cards.ts', walk, [['loads have no switch', "switch: 'load',", "switch: 'none',"]]),
  ...faultsIn(
    'functions/domain/cards/orders/auto-load.ts',
    ['domain/cards/orders/auto-load.test.ts'],
    [['an auto-load minds no switch', '!steering.switches.load || ', '']],
  ),
];
