import { encryptAesEverywhere } from '../crypto/aes-everywhere.ts';
import type { FaultMode, JsonObject, WebhookRecord } from '../books/records.ts';
import type { IssuerKeys } from './issuer.ts';

/** Headers and body of one delivery. */
export type WebhookRequest = { readonly headers: Record<string, string>; readonly body: string };

/** Builds a delivery, spoiled as the faults say. A signature covers neither body nor time: that is the issuer's scheme. */
export function buildWebhookRequest(
  record: WebhookRecord,
  keys: IssuerKeys,
  faults: readonly (FaultMode | null | undefined)[],
): WebhookRequest {
  const secret = faults.includes('bad_signature') ? `${keys.webhookSecret}-of-somebody-else` : keys.webhookSecret;
  const signature = { 'x-webhook-signature': encryptAesEverywhere(secret, keys.secretKey) };
  return {
    headers: { 'content-type': 'application/json', ...(faults.includes('missing_signature') ? {} : signature) },
    body: spoil(record.body, faults),
  };
}

function spoil(body: string, faults: readonly (FaultMode | null | undefined)[]): string {
  if (faults.includes('garbage')) return body.slice(0, Math.floor(body.length / 2));
  if (!faults.includes('forged_body') && !faults.includes('alternative_names')) return body;
  const parsed = JSON.parse(body) as { event: string; data: JsonObject };
  const data = faults.includes('forged_body') ? forge(parsed.data) : rename(parsed.data);
  return JSON.stringify({ ...parsed, data });
}

/** Multiplies the money by a hundred, under the same reference. */
function forge(data: JsonObject): JsonObject {
  return typeof data['amount'] === 'string' ? { ...data, amount: `${data['amount']}00` } : { ...data, forged: true };
}

/** Renames fields as other sources of the issuer's documentation spell them, and adds an unknown field. */
function rename(data: JsonObject): JsonObject {
  const {
    settled_available_balance: available,
    settled_book_balance: book,
    reason,
    transaction_date: date,
    ...rest
  } = data;
  return {
    ...rest,
    ...(available === undefined ? {} : { available_balance: available, book_balance: book }),
    ...(reason === undefined ? {} : { error_description: reason }),
    ...(date === undefined ? {} : { transaction_date: date, transaction_timestamp: date }),
    an_unknown_field: { since: 'yesterday' },
  };
}
