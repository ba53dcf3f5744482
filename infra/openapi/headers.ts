import type { JsonSchema } from './json-schema.ts';

/** A header of an answer, as OpenAPI describes one. */
export type HeaderObject = { readonly description: string; readonly schema: JsonSchema };

const text = (pattern: string, maxLength: number): JsonSchema => ({ type: 'string', pattern, maxLength });

/** The headers of answers, by name. An answer lists the ones that it may carry, and no other. */
export const headers = {
  'X-Request-Id': {
    description: 'Names this request in our logs. A refusal carries the same in its body.',
    schema: text('^[\\x21-\\x7e]+$', 128),
  },
  RateLimit: {
    description:
      'Sent with 429: nothing is left of the allowance (`r=0`), and when there is again (`t`, in seconds), as the IETF draft spells it.',
    schema: text('^"[a-z-]+";r=\\d+;t=\\d+$', 64),
  },
  'Retry-After': {
    description: 'Seconds after which the same request may do better.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 2_592_000 },
  },
  Link: {
    description: 'The address of the next page, `<…>; rel="next"` (RFC 8288); absent on the last one.',
    schema: text('^<[^>]+>; rel="next"$', 4096),
  },
  'Search-Reached': {
    description:
      'How far back a search has looked, when it has not looked at everything: its next page goes on from there.',
    schema: { type: 'string', format: 'date-time', maxLength: 24 },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const satisfies Record<string, HeaderObject>;

/** The name of a header that an answer may carry. */
export type HeaderName = keyof typeof headers;
