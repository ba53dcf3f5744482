import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/reveal.ts';
import type { CardSecrets } from '#functions/ports/card-issuer.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds, type Stage } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

const secrets = { cardNumber: '5555550000004444', expiry: '11/29', cvv: '123' };

const reveal = async ({ world, user }: Stage) => ({ as: user, params: { id: (await world.openCard(user)).cardId } });

/** The issuer's next answers, one after another. */
const told = async (stage: Stage, ...answers: ProviderAnswer<CardSecrets>[]) => {
  stage.world.issuer.reveal = async () => answers.shift() ?? { outcome: 'success', value: secrets };
  return reveal(stage);
};
const busy = { outcome: 'not_processed', retryAfterMs: 3_000, detail: 'told to' } as const;

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
    ProviderRefused: (stage) => told(stage, { outcome: 'declined', reason: 'card_not_found', detail: 'told to' }),
    ProviderUnavailable: (stage) => told(stage, { outcome: 'unknown', detail: 'told to' }),
  },
});

describe('GET /cards/{id}/private', () => {
  const staged = async (): Promise<Stage> => {
    const world = moneyWorld();
    return { world, user: await world.cardholder(10_000) };
  };

  it('tells the secrets once: nothing is kept, logged or to be cached', async () => {
    const stage = await staged();
    const request = await reveal(stage);
    const logged: unknown[] = [];
    const note = (...line: unknown[]): void => void logged.push(line);
    const services = { ...stage.world.services, log: { info: note, warn: note, error: note } };
    const before = snapshotOf(stage.world);
    const { status, reply, headers } = await callRoute('cards.reveal', handler, services, request);
    expect([status, reply]).toEqual([200, secrets]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store, private', pragma: 'no-cache' });
    expect(snapshotOf(stage.world)).toEqual(before);
    expect(JSON.stringify(logged)).toContain('card revealed');
    expect(JSON.stringify(logged)).not.toMatch(/5555550000004444|11\/29|"123"/);
  });

  it('waits for an issuer that answers the same card once in three seconds', async () => {
    const stage = await staged();
    const request = await told(stage, busy, busy);
    expect((await callRoute('cards.reveal', handler, stage.world.services, request)).status).toBe(200);
  });

  it('says when to come back when it waited in vain', async () => {
    const stage = await staged();
    const request = await told(stage, busy, busy, busy);
    const answer = await callRoute('cards.reveal', handler, stage.world.services, request);
    expect(answer).toMatchObject({ status: 503, code: 'ProviderUnavailable', headers: { 'retry-after': '3' } });
  });

  it('shows a frozen card too: its owner may need the number of a running order', async () => {
    const stage = await staged();
    const card = await stage.world.openCard(stage.user);
    await stage.world.store.commit([update('card', card, { frozenReasons: ['owner'], actual: 'frozen' })]);
    const request = { as: stage.user, params: { id: card.cardId } };
    expect((await callRoute('cards.reveal', handler, stage.world.services, request)).reply).toEqual(secrets);
  });
});
