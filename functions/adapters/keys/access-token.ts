import { createHash } from 'node:crypto';
import { JOSEError, JWKSNoMatchingKey } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';

/** Pinned on both sides: a token that says otherwise in its header is not ours, whatever it is signed with. */
const algorithm = 'HS256';
const type = 'at+jwt';
const issuer = 'satchel';
const audience = 'satchel-api';
const skewSeconds = 5;

/** Names a key without revealing it. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update('kid:').update(key).digest('base64url').slice(0, 12);
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
 * token, or that has expired. `kid` chooses among our own keys; `jku`, `jwk` and `x5u` are ignored.
 */
export async function readAccessToken(
  keys: readonly Uint8Array[],
  token: string,
  nowMs: number,
): Promise<{ readonly userId: string; readonly sessionId: string } | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.find((candidate) => keyId(candidate) === kid);
        if (key === undefined) throw new JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [algorithm],
        typ: type,
        issuer,
        audience,
        requiredClaims: ['sub', 'sid', 'exp', 'nbf', 'iat'],
        clockTolerance: skewSeconds,
        currentDate: new Date(nowMs),
      },
    );
    const { sub, sid } = payload;
    return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : undefined;
  } catch (thrown) {
    if (thrown instanceof JOSEError) return undefined;
    throw thrown;
  }
}
