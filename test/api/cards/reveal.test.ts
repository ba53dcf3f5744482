import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/reveal.ts';
import type { CardSecrets } from '#functions/ports/card-issuer.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { insert, update } from '#functions/ports/store.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

const secrets = {
  cardNumber: '5555550000004444',
  expiry: '11/29',
  cvv: '123',
  billingAddress: { line1: '1 Example Road', city: 'Newark', state: 'Delaware', zip: '19702', country: 'US' },
};

const reveal = async ({ world, user }: Stage) => ({ as: user, params: { id: (await world.openCard(user)).cardId } });

/** The issuer's next answers, one after another. */
const answering = async (stage: Stage, ...answers: ProviderAnswer<CardSecrets>[]) => {
  stage.world.issuer.reveal = async () => answers.shift() ?? { outcome: 'success', value: secrets };
  return reveal(stage);
};
const busy = { outcome: 'not_processed', retryAfterMs: 3_000, detail: 'scripted' } as const;

endpointSuite('cards.reveal', {
  handler,
  good: reveal,
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card } }),
    CardNotActive: async ({ world, user }) => {
      const card = await world.openCard(user);
      await world.store.commit([update('card', card, { lifecycle: 'deleted' })]);
      return { params: { id: card.cardId } };
    },
    TooManyRequests: async (stage) => {
      const request = await reveal(stage);
      for (let round = 0; round < 5; round++) await callRoute('cards.reveal', handler, stage.world.services, request);
      return request;
    },
    ProviderRefused: (stage) => answering(stage, { outcome: 'declined', reason: 'card_not_found', detail: 'scripted' }),
    ProviderUnavailable: (stage) => answering(stage, { outcome: 'unknown', detail: 'scripted' }),
  },
});

describe('GET /cards/{id}/private', () => {
  const staged = async (): Promise<Stage> => {
    const world = moneyWorld();
    return { world, user: await world.cardholder(10_000) };
  };

  it('shows the secrets once: nothing of them is kept, logged or cacheable', async () => {
    const stage = await staged();
    const request = await reveal(stage);
    const logged: unknown[] = [];
    const note = (...line: unknown[]): void => void logged.push(line);
    const services = { ...stage.world.services, log: { info: note, warn: note, error: note } };
    const { status, reply, headers } = await callRoute('cards.reveal', handler, services, request);
    expect([status, reply]).toEqual([200, secrets]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store, private', pragma: 'no-cache' });
    expect(JSON.stringify(logged)).toContain('card revealed');
    expect(JSON.stringify([logged, snapshotOf(stage.world)])).not.toMatch(/5555550000004444|11\/29|"123"/);
  });

  it('reads the billing address at the issuer each time, and reveals the number without one', async () => {
    const { billingAddress, ...number } = secrets;
    const moved = { ...secrets, billingAddress: { ...billingAddress, line2: 'Apt 2' } };
    const stage = await staged();
    const none = { ...number, billingAddress: null };
    const answers = [secrets, moved, none].map((value) => ({ outcome: 'success', value }) as const);
    const request = await answering(stage, ...answers);
    for (const { value } of answers) {
      expect((await callRoute('cards.reveal', handler, stage.world.services, request)).reply).toEqual(value);
    }
    expect(JSON.stringify(snapshotOf(stage.world))).not.toMatch(/Example Road|19702/);
  });

  it('leaves an audit record of each reveal, and none of a refused one', async () => {
    const stage = await staged();
    const request = await answering(stage, { outcome: 'unknown', detail: 'scripted' });
    const { services, store } = stage.world;
    expect((await callRoute('cards.reveal', handler, services, request)).status).toBe(503);
    expect(store.all('audit')).toEqual([]);
    expect((await callRoute('cards.reveal', handler, services, request)).status).toBe(200);
    const { userId } = stage.user;
    const shown = { action: 'card-reveal', actorId: userId, subjectId: userId, about: request.params.id };
    expect(store.all('audit')).toEqual([expect.objectContaining(shown)]);
  });

  it('shows each card five times an hour, even when ten requests come at once', async () => {
    const stage = await staged();
    const { services, clock, store } = stage.world;
    const request = await reveal(stage);
    const ask = (asked = request) => callRoute('cards.reveal', handler, services, asked);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(store.all('audit')).toHaveLength(5);
    clock.advance(20 * 60_000);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(39 * 60);
    clock.advance(40 * 60_000);
    expect((await ask()).status).toBe(200);
  });

  it('shows a card five times in any hour, also across the end of an hour', async () => {
    const stage = await staged();
    const { services, clock } = stage.world;
    const request = await reveal(stage);
    const ask = async () => (await callRoute('cards.reveal', handler, services, request)).status;
    expect(await ask()).toBe(200);
    clock.advance(55 * 60_000);
    for (let round = 0; round < 4; round += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    clock.advance(6 * 60_000);
    expect([await ask(), await ask()]).toEqual([200, 429]);
  });

  it('waits for an issuer that answers the same card once in three seconds', async () => {
    const stage = await staged();
    const request = await answering(stage, busy, busy);
    expect((await callRoute('cards.reveal', handler, stage.world.services, request)).status).toBe(200);
  });

  it.each([
    ['because the card was shown too often', { ...busy, isTooOften: true as const }, 429, 'TooManyRequests', '4'],
    ['for an issuer that takes no calls', busy, 503, 'ProviderUnavailable', '3'],
  ])('says when to retry after waiting in vain %s', async (_why, refusal, status, code, seconds) => {
    const stage = await staged();
    const request = await answering(stage, refusal, refusal, refusal);
    const answer = await callRoute('cards.reveal', handler, stage.world.services, request);
    expect(answer).toMatchObject({ status, code, headers: { 'retry-after': seconds } });
    expect(stage.world.store.all('audit')).toEqual([]);
  });

  it('reports the lock instead of asking for a proof that would open nothing', async () => {
    const { world, user } = await staged();
    const { services, store } = world;
    const { params } = await reveal({ world, user });
    await setAccountLock(services, { userId: user.userId, isLocked: true });
    const session = { ...newSession(services, user), provedAtMs: 0 };
    await store.commit([insert('session', session)]);
    const { accessToken } = await tokensOf(services, session);
    const ask = () =>
      callRoute('cards.reveal', handler, services, { params, cookies: { [accessCookieName]: accessToken } });
    expect((await ask()).code).toBe('AccountLocked');
    await setAccountLock(services, { userId: user.userId, isLocked: false });
    expect((await ask()).code).toBe('ProofRequired');
  });

  it('shows a frozen card too: its owner may need the number of a running order', async () => {
    const stage = await staged();
    const card = await stage.world.openCard(stage.user);
    await stage.world.store.commit([update('card', card, { frozenReasons: ['owner'], actual: 'frozen' })]);
    const request = { as: stage.user, params: { id: card.cardId } };
    expect((await callRoute('cards.reveal', handler, stage.world.services, request)).reply).toEqual(secrets);
  });
});
