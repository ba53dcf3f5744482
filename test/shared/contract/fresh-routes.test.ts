import { expect, it } from 'vitest';
import { codesOfRoute } from '#shared/contract/codes-of-route.ts';
import { routeIds, routes, type Route } from '#shared/contract/index.ts';

const declared = routeIds.map((id): readonly [string, Route] => [id, routes[id]]);

it('demands a proof of presence on exactly the listed calls, for which a stolen cookie must not be enough', () => {
  const fresh = declared.flatMap(([id, { fresh }]) => (fresh === undefined ? [] : [[id, fresh]]));
  expect(Object.fromEntries(fresh)).toEqual({
    'cards.reveal': true,
    'cards.pin': true,
    'sessions.end': true,
    'sessions.end-others': true,
    'user.start-email-change': true,
    'user.finish-email-change': true,
    'user.passkey-options': true,
    'user.add-passkey': true,
    'user.remove-passkey': true,
    'user.start-totp': true,
    'user.close': true,
    'user.export': true,
    'user.export-read': true,
    'user.confirm-totp': true,
    'user.remove-totp': true,
    'user.renew-recovery-codes': true,
    'user.unlock': true,
    'user.two-factor': { body: { enabled: false } },
  });
});

it('demands a proof of presence only from signed-in people, and lists ProofRequired among the errors', () => {
  for (const [id, route] of declared) {
    // `auth.prove` refuses a proof by another method with the methods that the person has.
    const isNamed = route.fresh !== undefined || id === 'auth.prove';
    expect([id, codesOfRoute(route).includes('ProofRequired')]).toEqual([id, isNamed]);
    if (route.fresh !== undefined) expect([id, route.access]).not.toEqual([id, 'public']);
  }
});
