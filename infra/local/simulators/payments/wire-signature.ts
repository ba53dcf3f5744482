import { createHash, timingSafeEqual } from 'node:crypto';

/** Values that the provider puts into JSON bodies. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** `md5(base64(bytes) + key)` in lower-case hex: the provider's one signature rule, for requests and for webhooks. */
export function signBytes(bytes: Uint8Array | string, key: string): string {
  return createHash('md5')
    .update(Buffer.from(bytes).toString('base64') + key)
    .digest('hex');
}

/**
 * True when `sign` is right for the raw request body. A call without parameters may send `{}` and sign the empty
 * string: the provider's own documentation does so, hence the second try.
 */
export function requestSignatureMatches(body: Uint8Array, sign: string, key: string): boolean {
  if (equalText(sign, signBytes(body, key))) return true;
  return Buffer.from(body).toString('utf8') === '{}' && equalText(sign, signBytes('', key));
}

/** Serialises as PHP's `json_encode($value, JSON_UNESCAPED_UNICODE)`: `/` as `\/`, U+2028 and U+2029 escaped, all else raw. */
export function phpJsonEncode(value: JsonValue): string {
  return JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

/** The webhook body as delivered: `fields` in their order, PHP-encoded, with `sign` as the last member. */
export function signedWebhookBody(fields: { [name: string]: JsonValue }, key: string): string {
  const unsigned = phpJsonEncode(fields);
  return `${unsigned.slice(0, -1)},"sign":"${signBytes(unsigned, key)}"}`;
}

function equalText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
