import { hash, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { hmacOf } from './mac.ts';

/** Fixed for signing and for reading: a token whose header names another algorithm is refused, whatever signed it. */
const algorithm = 'HS256';
const type = 'at+jwt';
const issuer = 'satchel';
const audience = 'satchel-api';
const skewSeconds = 5;

/** Maximum length of a token, in characters: far more than ours have. */
const longest = 2048;

const kidPrefix = Buffer.from('kid:');

/** Names a key without revealing it. */
function keyId(key: Uint8Array): string {
  return hash('sha256', Buffer.concat([kidPrefix, key]), 'base64url').slice(0, 12);
}

/** Signs an access token. Its claims hold nothing about a person but two random ids. */
export async function signAccessToken(
  key: Uint8Array,
  claims: {
    readonly userId: string;
    readonly sessionId: string;
    readonly nowMs: number;
    readonly expiresAtMs: number;
  },
): Promise<string> {
  const now = Math.floor(claims.nowMs / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type, kid: keyId(key) })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(Math.floor(claims.expiresAtMs / 1000))
    .sign(key);
}

/**
 * Returns the claims of a token that is valid at a time; undefined for anything that we did not sign as an access
 * token, or that has expired. `kid` chooses among our own keys; `jku`, `jwk` and `x5u` are ignored, and `crit` is refused.
 *
 * Works without jose, whose way through WebCrypto takes ten times as long; a test compares the two.
 */
export function readAccessToken(
  keys: readonly Uint8Array[],
  token: string,
  nowMs: number,
): { readonly userId: string; readonly sessionId: string } | undefined {
  if (token.length > longest) return undefined;
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const { alg, typ, kid, crit } = parsePart(head);
  if (alg !== algorithm || typ !== type || crit !== undefined) return undefined;
  const key = keys.find((candidate) => keyId(candidate) === kid);
  if (key === undefined) return undefined;
  const signed = hmacOf(key).update(`${head}.${body}`).digest('base64url');
  if (!isSameSignature(signed, signature)) return undefined;
  const { iss, aud, sub, sid, iat, nbf, exp } = parsePart(body);
  if (iss !== issuer || aud !== audience || typeof sub !== 'string' || typeof sid !== 'string') return undefined;
  if (typeof iat !== 'number' || typeof nbf !== 'number' || typeof exp !== 'number') return undefined;
  const now = Math.floor(nowMs / 1000);
  return nbf <= now + skewSeconds && exp > now - skewSeconds ? { userId: sub, sessionId: sid } : undefined;
}

/** Compares signatures in a time that does not depend on where they differ; their length is no secret. */
function isSameSignature(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** The fields of a part of a token; none when it is no JSON object. */
function parsePart(part: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
