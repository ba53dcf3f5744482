import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';
import { announcePayments } from '#functions/domain/subscriptions/announce-payments.ts';
import { samples } from '#test/support/sample-entities.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const nowMs = Date.parse('2026-11-23T10:00:00Z');

const card: Card = {
  ...samples.card,
  lifecycle: 'open',
  frozenReasons: [],
  balanceCents: cents(2_548),
  pendingInCents: cents(0),
};
const pays = (merchant: string, amountCents: number, inMs: number, changes: Partial<Subscription> = {}) => ({
  cardId: card.cardId,
  merchant,
  expectedCents: cents(amountCents),
  cadenceDays: 30,
  nextAtMs: nowMs + inMs,
  ...changes,
});
const netflix = pays('Netflix', 1_549, 3 * dayMs);
const spotify = pays('Spotify', 999, 3 * dayMs + 4 * hourMs);

const announce = (subscriptions: readonly Subscription[], changes: Partial<Card> = {}, cards: readonly Card[] = []) =>
  announcePayments(subscriptions, [{ ...card, ...changes }, ...cards], nowMs);
const texts = (...given: Parameters<typeof announce>) =>
  announce(...given).events.map(({ title, body }) => [title, body]);

describe('announcePayments', () => {
  it('names one payment alone, exactly covered or one cent short', () => {
    expect(texts([netflix], { balanceCents: cents(1_549) })).toEqual([
      ['Netflix on Nov 26: $15.49', `${label} has enough for it: $15.49.`],
    ]);
    expect(texts([netflix], { balanceCents: cents(1_548) })).toEqual([
      ['Netflix on Nov 26: $15.49', `${label} has $15.48: load $0.01 before it’s charged.`],
    ]);
  });

  it('names the payments of one day together, with their sum and the amount that is short', () => {
    expect(texts([netflix, spotify], { balanceCents: cents(2_209) })).toEqual([
      [
        '2 payments on Nov 26: $25.48',
        `Netflix $15.49, Spotify $9.99. ${label} has $22.09: load $3.39 before they’re charged.`,
      ],
    ]);
    expect(texts([netflix, spotify])).toEqual([
      ['2 payments on Nov 26: $25.48', `Netflix $15.49, Spotify $9.99. ${label} has enough for them: $25.48.`],
    ]);
    expect(texts([netflix, spotify], { balanceCents: cents(2_547) })[0]?.[1]).toContain('load $0.01 before');
    expect(texts([netflix, spotify], { balanceCents: cents(2_500), pendingInCents: cents(47) })[0]?.[1]).toContain(
      '$0.01',
    );
    expect(texts([netflix, spotify], { balanceCents: cents(2_500), pendingInCents: cents(48) })[0]?.[1]).toContain(
      'enough',
    );
    expect(texts([netflix, spotify], { frozenReasons: ['owner'] })[0]?.[1]).toContain('so they will be declined');
  });

  it('does not announce a payment of the same day once more later that day', () => {
    const { found } = announce([netflix, spotify]);
    expect(found).toEqual([
      { ...netflix, notifiedDays: 3 },
      { ...spotify, notifiedDays: 3 },
    ]);
    expect(announcePayments(found, [card], nowMs + 4 * hourMs)).toEqual({ found, events: [] });
    const tomorrow = announcePayments(found, [card], nowMs + 2 * dayMs);
    expect(tomorrow.events).toMatchObject([{ title: '2 payments on Nov 26: $25.48' }]);
    expect(tomorrow.found.map(({ notifiedDays }) => notifiedDays)).toEqual([1, 1]);
  });

  it('names the other payments before it only where the card has too little for all', () => {
    const gym = pays('Gym', 1_000, 2 * dayMs, { notifiedDays: 3 });
    expect(texts([gym, netflix], { balanceCents: cents(2_549) })).toEqual([
      ['Netflix on Nov 26: $15.49', `${label} has enough for it: $25.49.`],
    ]);
    const short = announce([gym, netflix], { balanceCents: cents(2_548) });
    expect(short.events).toMatchObject([
      {
        title: '2 payments by Nov 26: $25.49',
        body: `Gym $10.00 on Nov 25, Netflix $15.49 on Nov 26. ${label} has $25.48: load $0.01 before they’re charged.`,
      },
    ]);
    // The gym's own last warning is still to come.
    expect(short.found).toEqual([gym, { ...netflix, notifiedDays: 3 }]);
    const soon = announcePayments(
      [pays('Gym', 1_000, 5 * hourMs, { notifiedDays: 1 }), pays('Netflix', 1_549, dayMs)],
      [{ ...card, balanceCents: cents(1) }],
      nowMs,
    );
    expect(soon.events).toMatchObject([
      {
        title: '2 payments by Nov 24: $25.49',
        body: expect.stringContaining('Gym $10.00 on Nov 23, Netflix $15.49 on Nov 24.'),
      },
    ]);
  });

  it('announces the payments of each card by themselves', () => {
    const other: Card = { ...card, cardId: 'crd_other', balanceCents: cents(500) };
    const elsewhere = { ...spotify, cardId: other.cardId, nextAtMs: netflix.nextAtMs };
    expect(texts([netflix, elsewhere], {}, [other])).toEqual([
      ['Netflix on Nov 26: $15.49', `${label} has enough for it: $25.48.`],
      ['Spotify on Nov 26: $9.99', `${label} has $5.00: load $4.99 before it’s charged.`],
    ]);
  });

  it('neither names nor counts a muted payment, but notes it', () => {
    const muted = { ...netflix, mutedUntilMs: nowMs + 1 };
    expect(announce([muted])).toEqual({ found: [{ ...muted, notifiedDays: 3 }], events: [] });
    const { found, events } = announce([muted, { ...spotify, nextAtMs: netflix.nextAtMs }], {
      balanceCents: cents(999),
    });
    expect(events).toMatchObject([{ title: 'Spotify on Nov 26: $9.99', body: expect.stringContaining('enough') }]);
    expect(found.map(({ notifiedDays }) => notifiedDays)).toEqual([3, 3]);
  });

  it('keeps the id of the first payment, so that a lost note announces nothing again', () => {
    const [first] = announce([netflix, spotify]).events;
    const [again] = announcePayments([netflix, spotify], [card], nowMs + 5 * hourMs).events;
    expect(again?.eventId).toBe(first?.eventId);
    expect(again?.atMs).toBe(first?.atMs);
  });

  it('names ten payments at most, and sums the others', () => {
    const many = Array.from({ length: 13 }, (_, place) => pays(`Shop ${place}`, 100, 3 * dayMs));
    const [[title, body] = []] = texts(many);
    expect(title).toBe('13 payments on Nov 26: $13.00');
    expect(body).toContain('Shop 9 $1.00, and 3 more: $3.00.');
  });
});

const label = 'Everyday •••• 4444';
