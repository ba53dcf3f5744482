import type { MerchantOnEntry } from '../books/records.ts';

/** A shop of the simulated street. All of them are invented. */
export type Merchant = {
  readonly slug: string;
  readonly name: string;
  readonly what: string;
  readonly cents: number;
  readonly mcc: string;
  readonly category: string;
  readonly group: string;
  readonly city: string;
  readonly recurring: boolean;
  /** Colour of its logo. */
  readonly colour: string;
};

/** The shops, in the order in which the page shows them. */
export const merchants: readonly Merchant[] = [
  {
    slug: 'nimbus-stream',
    name: 'Nimbus Stream',
    what: 'Films and series',
    cents: 1549,
    mcc: '4899',
    category: 'Entertainment',
    group: 'Subscriptions',
    city: 'Dublin',
    recurring: true,
    colour: '#b3123f',
  },
  {
    slug: 'tempo-music',
    name: 'Tempo Music',
    what: 'Songs without adverts',
    cents: 1099,
    mcc: '5815',
    category: 'Entertainment',
    group: 'Subscriptions',
    city: 'Stockholm',
    recurring: true,
    colour: '#0f7a4a',
  },
  {
    slug: 'corner-coffee',
    name: 'Corner Coffee',
    what: 'A flat white',
    cents: 420,
    mcc: '5814',
    category: 'Food and drink',
    group: 'Eating out',
    city: 'Lisbon',
    recurring: false,
    colour: '#7a4a21',
  },
  {
    slug: 'green-basket',
    name: 'Green Basket',
    what: 'Groceries for the week',
    cents: 3875,
    mcc: '5411',
    category: 'Groceries',
    group: 'Daily life',
    city: 'Berlin',
    recurring: false,
    colour: '#3f7d1c',
  },
  {
    slug: 'paper-lantern',
    name: 'Paper Lantern',
    what: 'A novel for the train',
    cents: 1890,
    mcc: '5942',
    category: 'Books',
    group: 'Shopping',
    city: 'Edinburgh',
    recurring: false,
    colour: '#a0451a',
  },
  {
    slug: 'swift-cab',
    name: 'Swift Cab',
    what: 'A ride across town',
    cents: 1260,
    mcc: '4121',
    category: 'Transport',
    group: 'Travel',
    city: 'Nairobi',
    recurring: false,
    colour: '#8a6100',
  },
  {
    slug: 'cloudforge',
    name: 'Cloudforge',
    what: 'A small server',
    cents: 2000,
    mcc: '7372',
    category: 'Software',
    group: 'Subscriptions',
    city: 'Austin',
    recurring: true,
    colour: '#1a5fb4',
  },
  {
    slug: 'wander-air',
    name: 'Wander Air',
    what: 'A flight to the sea',
    cents: 24_800,
    mcc: '4511',
    category: 'Flights',
    group: 'Travel',
    city: 'Madrid',
    recurring: false,
    colour: '#0b6e8a',
  },
  {
    slug: 'lucky-spin',
    name: 'Lucky Spin Casino',
    what: 'Chips; a blocked kind of shop',
    cents: 5000,
    mcc: '7995',
    category: 'Gambling',
    group: 'Leisure',
    city: 'Valletta',
    recurring: false,
    colour: '#6b2fa0',
  },
];

/** Kinds of merchants at which these cards do not pay: transfers of money, crypto, brokers, dating, gambling and the like. */
export const blockedMccs: ReadonlySet<string> = new Set([
  '4829',
  '5966',
  '6051',
  '6211',
  '7273',
  '7297',
  '7800',
  '7801',
  '7802',
  '7995',
]);

/** The shop with this name, in any case. */
export function findMerchant(name: string): Merchant | undefined {
  return merchants.find((merchant) => merchant.name.toLowerCase() === name.trim().toLowerCase());
}

/**
 * Returns the merchant of a purchase, completed from the table of shops. A merchant that is not in it sells
 * miscellaneous things.
 */
export function merchantOnEntry(
  name: string,
  mcc: string | undefined,
  recurring: boolean | undefined,
): MerchantOnEntry {
  const known = findMerchant(name);
  return { name, mcc: mcc ?? known?.mcc ?? '5999', recurring: recurring ?? known?.recurring ?? false };
}

const byMcc: ReadonlyMap<string, readonly [category: string, group: string]> = new Map([
  ['5999', ['Shopping', 'Daily life']],
  ['5812', ['Food and drink', 'Eating out']],
  ['5541', ['Fuel', 'Transport']],
  ['7011', ['Hotels', 'Travel']],
  ['5732', ['Electronics', 'Shopping']],
  ['5651', ['Clothing', 'Shopping']],
  ['8062', ['Health', 'Daily life']],
  ['4900', ['Utilities', 'Bills']],
  ...merchants.map((merchant) => [merchant.mcc, [merchant.category, merchant.group]] as const),
]);

/** The issuer's enrichment of a merchant. Only merchants that it knows have a logo. */
export function enrich(merchant: MerchantOnEntry, publicUrl: string): Record<string, unknown> {
  const known = findMerchant(merchant.name);
  const [category, group] = byMcc.get(merchant.mcc) ?? ['General', 'Other'];
  return {
    is_recurring: merchant.recurring,
    merchant_city: known?.city ?? '',
    merchant_code: merchant.mcc,
    merchant_logo: known ? `${publicUrl}/logos/${known.slug}.svg` : '',
    merchant_name: merchant.name,
    merchant_website: known ? `${known.slug}.example` : '',
    transaction_category: category,
    transaction_group: group,
  };
}
