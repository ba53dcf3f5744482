import { beforeEach, describe, expect, it } from 'vitest';
import { deliveriesMax } from '#shared/contract/inbox.ts';
import { noteFailure } from '#functions/domain/events/note-failure.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import { authWorld } from '#test/support/auth-world.ts';

let world: ReturnType<typeof authWorld>;
const receive = (): Promise<void> =>
  storeEvent(
    { ...world.services, queue: { send: async () => undefined } },
    { source: 'issuer', body: Buffer.from('{"event":"card.used"}'), about: 'crd_1' },
  );
const stored = () => world.store.all('event')[0];

beforeEach(async () => {
  world = authWorld();
  await receive();
});

describe('the failure of a webhook in the inbox', () => {
  const fail = (message: string) =>
    noteFailure(world.services, stored()?.eventId ?? '', { error: new TypeError(message), receives: 1 });

  it('is noted in its words, cut to a line', async () => {
    await fail('x'.repeat(1_000));
    expect(stored()?.failures).toMatchObject({ count: 1, words: 'x'.repeat(200) });
  });

  it('is noted by its name alone when its words hold a card number', async () => {
    await fail('the card 4242 4242 4242 4242 is unknown');
    expect(stored()?.failures?.words).toBe('TypeError');
  });

  it('stops nothing when it cannot be noted: the queue brings the message back anyway', async () => {
    world.store.commit = () => Promise.reject(new StoreUnavailable('down'));
    await fail('the issuer did not answer');
    expect(stored()?.failures).toBeUndefined();
    expect(world.logs).toMatchObject([{ level: 'warn', message: 'failure not noted' }]);
  });
});

it('a webhook that comes again and again is counted up to a bound, and costs no more writes', async () => {
  for (let times = 0; times < deliveriesMax + 5; times += 1) await receive();
  expect(stored()).toMatchObject({ deliveries: deliveriesMax, version: deliveriesMax });
});
