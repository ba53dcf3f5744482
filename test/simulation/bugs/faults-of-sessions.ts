import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const auth = 'functions/domain/auth';
const sessions = ['domain/auth/sessions/sessions.test.ts', 'api/auth/{refresh,logout}.test.ts'];
const keys = ['adapters/keys/*.test.ts'];

/** Faults of sessions: tokens, cookies, keys, how they end. */
export const faultsOfSessions: readonly PlantedBug[] = [
  ...faultsIn(
    `${auth}/sessions/session-life.ts`,
    [...sessions, 'runtime/session-cookies.test.ts'],
    [
      ['an access token is good for a day', 'accessTokenMs = 15 * 60_000', 'accessTokenMs = 24 * 60 * 60_000'],
      ['a session lives for a year', 'sessionMs = 30 * dayMs', 'sessionMs = 365 * dayMs'],
      ['the token before is answered for twenty minutes', 'refreshGraceMs = 20_000', 'refreshGraceMs = 1_200_000'],
      ['a session that was ended is live', '    !session.isRevoked &&\n', ''],
      ['a session that ran out is live', '    endOf(session, user) > nowMs &&\n', ''],
      ['a session is live after a new password', ' &&\n    session.sessionGeneration === user.sessionGeneration', ''],
      ['a session is anybody’s', '    session.userId === user.userId &&\n', ''],
    ],
  ),
  ...faultsIn(`${auth}/sessions/refresh-session.ts`, sessions, [
    [
      'a copied refresh token raises no alarm',
      "if (rotated.outcome === 'reused') await raiseAlarm(needs, rotated);",
      'void raiseAlarm;',
    ],
    ['a refresh does not replace its token', 'tokenGeneration: generation + 1,', 'tokenGeneration: generation,'],
    ['the token before is answered for ever', ' && nowMs <= session.previousUntilMs', ''],
    [
      'the token before is never answered',
      'generation === session.tokenGeneration - 1 &&',
      'generation === session.tokenGeneration - 2 &&',
    ],
    [
      'a token of the future ends a session',
      'return generation < session.tokenGeneration ?',
      'return generation !== session.tokenGeneration ?',
    ],
    ['a suspended person refreshes a session', 'if (user.isSuspended) throw accountSuspended();', ''],
    ['a session that ended is refreshed', "if (!isLive(session, user, nowMs)) return { outcome: 'ended' };", ''],
    [
      'an admin’s other sessions survive a copied token',
      "user.role === 'admin' ? endAllSessions(needs, userId) : Promise.resolve([])",
      'Promise.resolve([])',
    ],
    [
      'a refresh makes a session longer',
      'usedAtMs: nowMs,\n    };',
      'usedAtMs: nowMs,\n      expiresAtMs: nowMs + 30 * 24 * 60 * 60_000,\n    };',
    ],
  ]),
  ...faultsIn(
    `${auth}/sessions/authenticate.ts`,
    ['runtime/endpoint.test.ts', ...sessions],
    [
      [
        'a suspended person may call',
        'if (session.userId === user.userId && user.isSuspended) throw accountSuspended();',
        '',
      ],
      [
        'a session that is over may call',
        'if (!isLive(session, repeatsClosing ? beforeClosing(user) : user, nowMs)) throw invalidAccessToken();',
        '',
      ],
      [
        'an account that is gone is an error of ours',
        'if (user === undefined || session === undefined) throw invalidAccessToken();',
        'if (user === undefined || session === undefined) throw new Error("gone");',
      ],
    ],
  ),
  ...faultsIn(`${auth}/sessions/session-tokens.ts`, sessions, [
    [
      'an access token outlives its session',
      'expiresAtMs: Math.min(nowMs + accessTokenMs, expiresAtMs)',
      'expiresAtMs: nowMs + accessTokenMs',
    ],
  ]),
  ...faultsIn(`${auth}/sessions/sign-out.ts`, sessions, [
    [
      'signing out by the access cookie alone ends nothing',
      'new Set([access?.sessionId, refresh?.sessionId])',
      'new Set([refresh?.sessionId])',
    ],
    [
      'signing out by the refresh cookie alone ends nothing',
      'new Set([access?.sessionId, refresh?.sessionId])',
      'new Set([access?.sessionId])',
    ],
  ]),
  ...faultsIn(`${auth}/sessions/revoke-session.ts`, sessions, [
    [
      'a session that was ended is ended again',
      'if (session === undefined || session.isRevoked) return false;',
      'if (session === undefined) return false;',
    ],
  ]),
  ...faultsIn(
    `${auth}/passwords/change-password.ts`,
    ['domain/auth/passwords/change-password.test.ts', 'api/user/update-password.test.ts'],
    [
      [
        'a new password leaves other sessions open',
        'const sessionGeneration = now.sessionGeneration + 1;',
        'const sessionGeneration = now.sessionGeneration;',
      ],

      [
        'the present password may be chosen again',
        "if (newPassword === currentPassword) throw samePassword('newPassword');",
        '',
      ],
      ['a password that was changed meanwhile is changed again', ' || now.passwordHash !== user.passwordHash', ''],
    ],
  ),
  ...faultsIn(
    'functions/runtime/session-cookies.ts',
    ['runtime/session-cookies.test.ts', 'api/auth/{login,logout,refresh}.test.ts'],
    [
      ['cookies can be read by scripts', '; HttpOnly; Secure;', '; Secure;'],
      ['cookies travel unencrypted', '; HttpOnly; Secure;', '; HttpOnly;'],
      ['cookies are sent from other sites', 'SameSite=Strict`', 'SameSite=None`'],
      [
        'the refresh cookie goes to every path',
        'setCookie(refreshCookieName, tokens.refreshToken, authPath, refreshSeconds)',
        "setCookie(refreshCookieName, tokens.refreshToken, '/', refreshSeconds)",
      ],
      [
        'the access cookie may be planted by a subdomain',
        "accessCookieName = '__Host-access'",
        "accessCookieName = 'access'",
      ],
      [
        'the access cookie outlives its session',
        'Math.min(accessTokenMs / 1000, refreshSeconds)',
        'accessTokenMs / 1000',
      ],
      ['a browser is known for a week', 'const deviceDays = 180;', 'const deviceDays = 7;'],
      ['signing out leaves the refresh cookie', ", setCookie(refreshCookieName, '', authPath, 0)];", '];'],
      [
        'signing out clears a refresh cookie that nobody has',
        "setCookie(refreshCookieName, '', authPath, 0)",
        "setCookie(refreshCookieName, '', '/', 0)",
      ],
      ['of two cookies of one name the last counts', ' && !found.has(name)) found', ') found'],
      ['the pending cookie lasts for a day', 'challengeMs / 1000', '86_400'],
    ],
  ),
  ...faultsIn('functions/adapters/keys/access-token.ts', keys, [
    ['a token of another kind is an access token', ' || typ !== type', ''],
    ['a token of another algorithm is taken', 'alg !== algorithm || ', ''],
    ['a token with an extension is taken', ' || crit !== undefined', ''],
    ['a token that nobody signed is taken', '  if (!isSameSignature(signed, signature)) return undefined;\n', ''],
    ['a token for another person is taken', ' || aud !== audience', ''],
    ['a token of another person is taken', 'iss !== issuer || ', ''],
    ['a token may be an hour late', 'const skewSeconds = 5;', 'const skewSeconds = 3_600;'],
    ['a token never runs out', ' && exp > now - skewSeconds', ''],
    ['a token is taken before it begins', 'nbf <= now + skewSeconds && ', ''],
    ['an end that is no number is taken', " || typeof exp !== 'number')", ')'],
    ['a token may be of any length', 'const longest = 2048;', 'const longest = 4_096;'],
  ]),
  ...faultsIn('functions/adapters/keys/keys.ts', keys, [
    ['an empty earlier key locks everybody out', 'return fields[before] ?', 'return before in fields ?'],
  ]),
  ...faultsIn('functions/adapters/keys/refresh-token.ts', keys, [
    [
      'any refresh token is authentic',
      'fits.includes(true) ? { sessionId, generation }',
      'fits.length > 0 ? { sessionId, generation }',
    ],
    [
      'only the key before is looked at',
      'fits.includes(true) ? { sessionId, generation }',
      'fits[0] ? { sessionId, generation }',
    ],
    [
      'a refresh token of one generation is good for all',
      "mac(key, 'refresh', sessionId, String(generation))",
      "mac(key, 'refresh', sessionId)",
    ],
  ]),
  ...faultsIn('functions/adapters/keys/device-token.ts', keys, [
    [
      'a device of one address is known at all',
      "mac(key, 'device', emailHash, deviceId)",
      "mac(key, 'device', deviceId)",
    ],
    [
      'any device is known',
      'return fits.includes(true) ? deviceId : undefined;',
      'return fits.length > 0 ? deviceId : undefined;',
    ],
  ]),
  ...faultsIn('functions/adapters/keys/mac.ts', keys, [
    [
      'two lists of parts give the same bytes',
      '.map((part) => `${Buffer.byteLength(part)}:${part}`)',
      '.map((part) => part)',
    ],
    ['a value made for one use fits another', '[label, ...parts].map', 'parts.map'],
  ]),
  ...faultsIn('functions/adapters/keys/password-hash.ts', keys, [
    [
      'a password is hashed without the pepper',
      "const message = macBytes(pepper, 'password', password);",
      'const message = Buffer.from(password); void macBytes; void pepper;',
    ],
    [
      'any password of letters and marks apart is right',
      'composed !== password && (await fits(password))',
      'composed !== password',
    ],
    ['a password is hashed cheaply', 'memory: 19_456, passes: 2', 'memory: 1_024, passes: 1'],
    ['a stored hash’s own parameters are not used', 'memory: Number(memory),', 'memory: owaspCost.memory,'],
  ]),
  ...faultsIn('functions/adapters/keys/encrypted-secret.ts', keys, [
    ['a secret that was changed is taken', ', decipher.final()]', ']'],
    ['a secret of one use opens for another', "macBytes(key, 'secret cipher', use)", "macBytes(key, 'secret cipher')"],
    [
      'each secret has the same nonce',
      'const nonce = randomBytes(nonceBytes);',
      'const nonce = Buffer.alloc(nonceBytes);',
    ],
  ]),
  ...faultsIn('functions/adapters/keys/encrypted-cursor.ts', keys, [
    ['a cursor of one list opens another', ').setAAD(Buffer.from(list));', ').setAAD(Buffer.alloc(0));'],
    ['every cursor has the same nonce', "macBytes(key, 'cursor nonce', list, cursor)", "macBytes(key, 'cursor nonce')"],
    [
      'a short text is an error instead of no cursor',
      '  if (bytes.length < nonceBytes + tagBytes) return undefined;\n',
      '',
    ],
  ]),
  ...faultsIn('functions/adapters/keys/keys.ts', keys, [
    ['a short key is taken', 'const shortestKeyBytes = 32;', 'const shortestKeyBytes = 1;'],
    ['the key before is not accepted while keys rotate', 'return fields[before] ?', 'return fields[before] === "" ?'],
  ]),
  ...faultsIn('functions/adapters/keys/keys.ts', keys, [
    [
      'tokens are signed with the key before',
      "signAccessToken((await sessionRing('jwtKey'))[0], claims)",
      "signAccessToken((await sessionRing('jwtKey')).at(-1) ?? Buffer.alloc(32), claims)",
    ],
    [
      'any issuer’s path is ours',
      'tokens.some((pathToken) => isSameText(pathToken, token))',
      'tokens.some((pathToken) => pathToken !== token || isSameText(pathToken, token))',
    ],
    ['an issuer’s path that is empty is ours', 'if (!webhookPathToken) throw', 'if (webhookPathToken === null) throw'],
    ['a callback of one deposit is good for another', "[mac(now, 'callback', depositId)", "[mac(now, 'callback', '')"],
  ]),
];
