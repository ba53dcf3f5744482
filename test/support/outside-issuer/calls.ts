import type { CallName } from './mishap.ts';

/** A call as it was received. */
export type Call = {
  readonly name: CallName;
  readonly query: URLSearchParams;
  /** The id at the end of the path, if there is one. */
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** True when it came to the relay that decrypts. */
  readonly isRelayed: boolean;
};

/** The issuer's paths below its base. */
const paths: Readonly<Record<string, CallName>> = {
  'POST /cardholder/register_cardholder': 'register',
  'POST /cardholder/register_cardholder_synchronously': 'register',
  'GET /cardholder/get_cardholder': 'holder',
  'POST /cards/create_card': 'create',
  'GET /cards/get_card_details': 'details',
  'GET /cards/generate_token_for_card_details': 'reveal-token',
  'GET /cards/get_card_balance': 'balance',
  'PATCH /cards/fund_card_asynchronously': 'fund',
  'PATCH /cards/unload_card_asynchronously': 'unload',
  'GET /cards/get_card_transaction_status': 'status',
  'GET /cards/get_card_transactions': 'list',
  'GET /cards/get_card_transaction_by_id': 'transaction',
  'PATCH /cards/freeze_card': 'freeze',
  'PATCH /cards/unfreeze_card': 'unfreeze',
  'DELETE /cards/delete_card/:id': 'delete',
  'POST /cards/set_3d_secure_pin': 'pin',
  'GET /cards/get_all_cardholder_cards': 'holder-cards',
  'GET /cards/get_all_cards': 'all-cards',
  'GET /cards/get_all_cardholder': 'all-holders',
  'GET /cards/get_issuing_wallet_balance': 'wallet',
};

/** Base path of the API, and of the relay in front of it. */
export const basePath = '/v1/issuing/sandbox';
export const relayPath = '/relay/v1/issuing/sandbox';

/** Reads the call of a request; undefined when its path is none of the issuer's. */
export function readCall(method: string, url: string, text: string): Call | undefined {
  const { pathname, searchParams: query } = new URL(url, 'http://issuer');
  const isRelayed = pathname.startsWith(`${relayPath}/`);
  const prefix = isRelayed ? relayPath : basePath;
  if (!pathname.startsWith(`${prefix}/`)) return undefined;
  const path = pathname.slice(prefix.length);
  const id = /^\/cards\/delete_card\/(\w+)$/.exec(path)?.[1] ?? '';
  const name = paths[`${method} ${id === '' ? path : '/cards/delete_card/:id'}`];
  return name === undefined ? undefined : { name, query, id, body: readObject(text), isRelayed };
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
