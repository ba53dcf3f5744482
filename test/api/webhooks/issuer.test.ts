import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/api/webhooks/issuer.ts';
import { liveCodesOf } from '#functions/domain/cards/one-time-codes.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import type { Services } from '#functions/ports/services.ts';
import { handler as worker } from '#functions/workers/issuer-events.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(10_000);
  card = await world.openCard(user);
});

type Given = {
  readonly contentType?: string;
  readonly token?: string;
  readonly signature?: string;
  readonly services?: Partial<Services>;
};

const post = (claim: unknown, given: Given = {}): Promise<RouteAnswer<'webhooks.issuer'>> =>
  callRoute(
    'webhooks.issuer',
    handler,
    { ...world.services, ...given.services },
    {
      params: { inbox: given.token ?? 'a-path-token' },
      text: typeof claim === 'string' ? claim : JSON.stringify(claim),
      headers: {
        'x-webhook-signature': given.signature ?? 'authentic',
        'content-type': given.contentType ?? 'application/json',
      },
    },
  );
const purchase = (): unknown => ({
  type: 'transaction',
  issuerCardId: card.issuerCardId,
  reference: 'P-1',
  kind: 'purchase',
  amountCents: 420,
  description: 'CORNER COFFEE',
  atMs: 0,
});

describe('POST /webhooks/issuer/{inbox}', () => {
  it('stores and queues an authentic one, and posts nothing on its word alone', async () => {
    expect(await post(purchase())).toMatchObject({ status: 200, reply: { received: true } });
    expect(world.queued).toEqual([{ version: 1, eventId: world.store.all('event')[0]?.eventId }]);
    expect((await world.card(card)).balanceCents).toBe(500);
  });

  it('leads, through its queue, to one posting of the amount that the issuer confirms, at any number of deliveries', async () => {
    world.issuer.charge(card.issuerCardId ?? '', 420, 'P-1');
    for (let times = 0; times < 3; times += 1) await post(purchase());
    expect(await worker.using(world.services)(sqsEvent(world.queued))).toEqual({ batchItemFailures: [] });
    expect(await world.card(card)).toMatchObject({ balanceCents: 80, spentThisMonthCents: 420 });
    expectSoundBooks(world);
  });

  it.each([
    ['a wrong signature', { signature: 'forged' }],
    ['no signature', { signature: '' }],
    ['a wrong path token under a good signature', { token: 'x' }],
  ])('refuses %s and keeps only a note that it came', async (_what, given) => {
    expect(await post(purchase(), given)).toMatchObject({ status: 401, code: 'InvalidSignature' });
    expect(world.store.all('event')).toMatchObject([{ verdict: 'bad_signature', bodyBase64: '' }]);
    expect(world.queued).toEqual([]);
  });

  it.each([
    ['only its path token is ours', { signature: 'forged' }, [{ detail: 'the signature' }]],
    ['only its signature is right', { token: 'x' }, [{ detail: 'the path token' }]],
    ['a stranger sent it', { signature: 'forged', token: 'x' }, []],
  ])(
    'alerts an operator about a refused event when %s, because no call of ours uses these keys',
    async (_what, given, alerts) => {
      await post(purchase(), given);
      const errors = world.logs.filter(({ level }) => level === 'error');
      expect(errors.map(({ message }) => message)).toEqual(alerts.map(() => 'issuer webhook does not fit our keys'));
      expect(errors.map(({ fields }) => fields)).toMatchObject(alerts);
    },
  );

  it('refuses a forged event even when the note of it fails', async () => {
    const store = { ...world.store, commit: () => Promise.reject(new StoreUnavailable('timeout')) };
    expect(await post(purchase(), { signature: 'forged', services: { store } })).toMatchObject({ status: 401 });
  });

  it('stores no event that has no effect here: some carry one-time codes', async () => {
    const answer = await post({ type: 'ignored', name: '3d_secure_otp_event.notification', code: '445566' });
    expect(answer).toMatchObject({ status: 200, reply: { received: true } });
    expect(world.store.all('event')).toMatchObject([{ verdict: 'ignored', bodyBase64: '' }]);
    expect(JSON.stringify(snapshotOf(world))).not.toContain('445566');
    expect(world.queued).toEqual([]);
  });

  describe('an event that carries a one-time code', () => {
    const code = (changes: object = {}): object => ({
      type: 'code',
      issuerCardId: card.issuerCardId,
      code: '445566',
      merchant: 'Blue Bottle',
      amountCents: 2390,
      currency: 'USD',
      atMs: world.clock.now(),
      ...changes,
    });
    const live = async (): Promise<string[]> =>
      (await liveCodesOf(world.services, card)).map((each) => each.code).toSorted();

    it('shows the code to the owner; inbox, queue and logs never hold it, and replaying changes nothing', async () => {
      await post(code());
      expect(await live()).toEqual(['445566']);
      await worker.using(world.services)(sqsEvent(world.queued));
      const inbox = world.store
        .all('event')
        .map(({ bodyBase64 }) => Buffer.from(bodyBase64, 'base64').toString('utf8'));
      expect(inbox).toEqual([expect.stringContaining('Blue Bottle')]);
      expect(JSON.stringify([inbox, snapshotOf(world), world.queued, world.logs])).not.toContain('445566');
      await worker.using(world.services)(sqsEvent(world.queued));
      await post(JSON.parse(inbox[0] ?? ''));
      expect(world.store.all('event')).toHaveLength(1);
      expect(await live()).toEqual(['445566']);
    });

    it('keeps a code that the merchant name repeats out of the stored text, too', async () => {
      await post(code({ merchant: 'Blue Bottle 445566' }));
      expect(await live()).toEqual(['445566']);
      const [event] = world.store.all('event');
      const body = Buffer.from(event?.bodyBase64 ?? '', 'base64').toString('utf8');
      expect(body).toContain('Blue Bottle');
      expect(JSON.stringify([body, snapshotOf(world), world.queued, world.logs])).not.toContain('445566');
    });

    it('keeps two codes of one moment, merchant and sum, though one stored event stands for both', async () => {
      await post(code());
      await post(code({ code: '778899' }));
      expect(await live()).toEqual(['445566', '778899']);
      expect(world.store.all('event')).toHaveLength(1);
    });

    it('is not believed under a wrong signature', async () => {
      await post(code(), { signature: 'forged' });
      expect(await live()).toEqual([]);
    });

    it('stores nothing when the code cannot be kept, so that the sender repeats the event', async () => {
      const before = snapshotOf(world);
      const store = { ...world.store, commit: () => Promise.reject(new StoreUnavailable('timeout')) };
      expect(await post(code(), { services: { store } })).toMatchObject({ status: 503, code: 'Busy' });
      expect(snapshotOf(world)).toEqual(before);
    });
  });

  it('refuses an authentic one that is not sent as JSON, and keeps nothing of it', async () => {
    const before = snapshotOf(world);
    for (const contentType of ['', 'text/plain', 'application/jsonp']) {
      expect(await post(purchase(), { contentType })).toMatchObject({ status: 415, code: 'UnsupportedMediaType' });
    }
    expect(snapshotOf(world)).toEqual(before);
  });

  it('refuses more than 64 KB', async () => {
    const answer = await post({ ...(purchase() as object), padding: 'x'.repeat(64 * 1024) });
    expect(answer).toMatchObject({ status: 413, code: 'PayloadTooLarge' });
  });

  it('is never answered with success while it is not stored, or not queued: the sender repeats it', async () => {
    const store = { ...world.store, commit: () => Promise.reject(new StoreUnavailable('timeout')) };
    expect(await post(purchase(), { services: { store } })).toMatchObject({ status: 503, code: 'Busy' });
    const issuerEvents = { send: () => Promise.reject(new Error('no queue')) };
    expect(await post(purchase(), { services: { issuerEvents } })).toMatchObject({ status: 500, code: 'Internal' });
    expect((await post(purchase())).status).toBe(200);
    expect(world.queued).toHaveLength(1);
  });
});
