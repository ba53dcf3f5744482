import { expect, it } from 'vitest';
import { firstTermsVersion, termsVersion } from '#shared/terms.ts';
import { handler } from '#functions/api/user/accept-terms.ts';
import { handler as freeze } from '#functions/api/cards/freeze.ts';
import { handler as load } from '#functions/api/cards/load.ts';
import { handler as unload } from '#functions/api/cards/unload.ts';
import { handler as read } from '#functions/api/user/read.ts';
import { acceptOlderTerms } from '#test/support/accept-older-terms.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.accept-terms', {
  handler,
  good: async () => ({ body: { version: termsVersion } }),
  badBodies: [
    ['version', { version: '' }],
    ['version', { version: 5 }],
    ['acceptedAt', { acceptedAt: '2020-01-01T00:00:00.000Z' }],
  ],
  refusals: { Conflict: async () => ({ body: { version: '2020-01-01' } }) },
});

it('a person with older terms can look, freeze and withdraw, and does the rest after accepting the present ones', async () => {
  const world = moneyWorld();
  const { services, store } = world;
  const as = await world.cardholder(100_000);
  const { cardId } = await world.openCard(as);
  await acceptOlderTerms(services, as);
  const params = { id: cardId };
  const loading = { as, params, body: { amount: 5_000 } };
  expect(await callRoute('cards.load', load, services, loading)).toMatchObject({ code: 'TermsNotAccepted' });
  expect(await callRoute('cards.unload', unload, services, { as, params, body: { amount: 100 } })).toMatchObject({
    status: 200,
  });
  expect(await callRoute('cards.freeze', freeze, services, { as, params })).toMatchObject({ status: 200 });
  expect((await callRoute('user.read', read, services, { as })).reply.termsDue).toBe(termsVersion);

  const nowMs = world.clock.now();
  for (const _time of [1, 2]) {
    const { reply } = await callRoute('user.accept-terms', handler, services, { as, body: { version: termsVersion } });
    expect(reply.termsDue).toBeUndefined();
  }
  expect(await store.get('user', as)).toMatchObject({ termsVersion, termsAcceptedAtMs: nowMs });
  const records = store.all('audit').filter(({ action }) => action === 'terms-accepted');
  expect(records).toMatchObject([
    { actorId: as.userId, subjectId: as.userId, before: { terms: '2020-01-01' }, after: { terms: termsVersion } },
  ]);
});

it('an account from before versions were noted has accepted the first version', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { termsVersion: undefined });
  expect((await callRoute('user.read', read, world.services, { as })).reply.termsDue).toBe(termsVersion);
  await callRoute('user.accept-terms', handler, world.services, { as, body: { version: termsVersion } });
  const [record] = world.store.all('audit').filter(({ action }) => action === 'terms-accepted');
  expect(record).toMatchObject({ before: { terms: firstTermsVersion }, after: { terms: termsVersion } });
});

it('an admin is not asked to accept the terms', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin' });
  await acceptOlderTerms(world.services, as);
  expect((await callRoute('user.read', read, world.services, { as })).reply.termsDue).toBeUndefined();
});

it('a sign-up notes the version that its form showed, and the account keeps it', async () => {
  const world = authWorld();
  await world.joined();
  const signedUpAtMs = world.clock.now();
  expect(world.store.all('user')).toMatchObject([{ termsVersion, termsAcceptedAtMs: signedUpAtMs }]);
});
