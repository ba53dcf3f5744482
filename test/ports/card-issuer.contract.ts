import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { CardIssuer, IssuerEvent, TransferState } from '#functions/ports/card-issuer.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';

/** The fault of a call. `after`: the issuer has done the order before that. */
export type CallFault =
  | 'silence'
  | 'silence_after'
  | 'error'
  | 'error_after'
  | 'reset'
  | 'reset_after'
  | 'garbage'
  | 'too_often';

/** A call that can be made to go wrong. */
export type IssuerCall =
  | 'register'
  | 'create'
  | 'load'
  | 'unload'
  | 'status'
  | 'details'
  | 'holder_cards'
  | 'freeze'
  | 'delete_holder';

/** An issuer to try an adapter on. */
export type IssuerWorld = {
  readonly issuer: CardIssuer;
  /** The same issuer with a token and keys that it does not know. */
  readonly stranger: CardIssuer;
  /** No server listens there. */
  readonly unreachable: CardIssuer;
  /** Makes the next calls of one kind go wrong. */
  break(call: IssuerCall, fault: CallFault, times: number): Promise<void>;
  /** Makes transfers that are accepted from now on fail later. */
  failTransfers(): Promise<void>;
  /** Makes events to come unauthentic. */
  forgeEvents(): Promise<void>;
  /** Ends all that was broken. */
  heal(): Promise<void>;
  /** Lets time go by, as much as the issuer's rate limits want. */
  waitForRateLimits(): Promise<void>;
  setFloat(amountCents: number): Promise<void>;
  /** Makes a purchase; returns whether it was approved. */
  buy(card: { cardNumber: string; expiry: string; cvv: string }, amountCents: number): Promise<boolean>;
  /** The first event, delivered already or soon, that the adapter takes for one that fits. */
  event(fits: (event: IssuerEvent) => boolean): Promise<{ signature: string | undefined; event: IssuerEvent }>;
  close(): Promise<void>;
};

/** The contract of every card issuer's adapter, before every issuer. */
export function describeCardIssuer(name: string, start: () => Promise<IssuerWorld>): void {
  describe(`${name}, as every card issuer,`, () => {
    let world: IssuerWorld;
    let issuer: CardIssuer;
    let count = 0;
    beforeAll(async () => {
      world = await start();
      ({ issuer } = world);
    });
    afterEach(() => world.heal());
    afterAll(() => world.close());

    function id<P extends string>(prefix: P): `${P}_${string}` {
      count += 1;
      return `${prefix}_01J9ZK3V7Q${String(count).padStart(16, '0')}`;
    }

    function registration(userId: Id<'user'> = id('usr')) {
      return { userId, firstname: 'Amina', lastname: 'Bello', email: `${userId}@example.test` } as const;
    }

    async function verifiedHolder(): Promise<string> {
      const { holderId } = success(await issuer.registerCardholder(registration()));
      await until(async () => success(await issuer.readCardholder(holderId))?.status, 'verified');
      return holderId;
    }

    function newCard(holderId: string) {
      return {
        reference: id('op'),
        cardId: id('crd'),
        holderId,
        label: 'Travel',
        pin: '0420',
        fundingCents: cents(500),
        monthlySpendCents: cents(1_000_000),
      } as const;
    }

    async function issueCard(): Promise<string> {
      const { issuerCardId } = success(await issuer.createCard(newCard(await verifiedHolder())));
      return issuerCardId;
    }

    function transfer(issuerCardId: string, amountCents: number) {
      return { issuerCardId, amountCents: cents(amountCents), reference: id('op') } as const;
    }

    async function settled(query: { issuerCardId: string; reference: string }, state: TransferState): Promise<void> {
      await until(async () => success(await issuer.readTransfer(query)), state);
    }

    async function available(issuerCardId: string): Promise<number | undefined> {
      return success(await issuer.readCard(issuerCardId))?.availableBalanceCents;
    }

    describe('of holders', () => {
      it('registers one and finds it again', async () => {
        const command = registration();
        const { holderId, userId } = success(await issuer.registerCardholder(command));
        expect(userId).toBe(command.userId);
        expect(success(await issuer.findCardholder(command.userId))).toMatchObject({ holderId, userId });
        expect(success(await issuer.readCardholder(holderId))).toMatchObject({ holderId, userId });
      });

      it('registers people with names as short as Jo Ng', async () => {
        const command = { ...registration(), firstname: 'Jo', lastname: 'Ng' };
        expect(success(await issuer.registerCardholder(command)).userId).toBe(command.userId);
      });

      it('does not know one that nobody registered', async () => {
        expect(success(await issuer.readCardholder('nobody'))).toBeUndefined();
        expect(success(await issuer.findCardholder('usr_nobody'))).toBeUndefined();
      });

      it('finds the one whose registration was never answered', async () => {
        const command = registration();
        await world.break('register', 'reset_after', 1);
        expect(await issuer.registerCardholder(command)).toMatchObject({ outcome: 'unknown' });
        expect(success(await issuer.findCardholder(command.userId))).toMatchObject({ userId: command.userId });
      });

      it('finds one behind many others', async () => {
        const command = registration();
        await issuer.registerCardholder(command);
        for (let others = 0; others < 25; others += 1) await issuer.registerCardholder(registration());
        expect(success(await issuer.findCardholder(command.userId))).toMatchObject({ userId: command.userId });
      });
    });

    describe('of holders that are erased', () => {
      it('deletes one for good, and says the same again', async () => {
        const command = registration();
        const { holderId } = success(await issuer.registerCardholder(command));
        expect(success(await issuer.deleteCardholder(holderId))).toBe('done');
        expect(success(await issuer.readCardholder(holderId))).toBeUndefined();
        expect(success(await issuer.findCardholder(command.userId))).toBeUndefined();
        expect(success(await issuer.deleteCardholder(holderId))).toBe('done');
        expect(success(await issuer.deleteCardholder('nobody'))).toBe('done');
      });

      it('deletes one whose deletion was never answered', async () => {
        const { holderId } = success(await issuer.registerCardholder(registration()));
        await world.break('delete_holder', 'error_after', 1);
        expect(await issuer.deleteCardholder(holderId)).toMatchObject({ outcome: 'unknown' });
        expect(success(await issuer.readCardholder(holderId))).toBeUndefined();
        expect(success(await issuer.deleteCardholder(holderId))).toBe('done');
      });

      it('keeps one that still has a card', async () => {
        const holderId = await verifiedHolder();
        const { issuerCardId } = success(await issuer.createCard(newCard(holderId)));
        await until(async () => success(await issuer.readCard(issuerCardId))?.isActive, true);
        expect(await issuer.deleteCardholder(holderId)).toMatchObject({ outcome: 'declined', reason: 'rejected' });
        expect(success(await issuer.readCardholder(holderId))).toMatchObject({ holderId });
      });
    });

    describe('of cards', () => {
      it('creates one that can be read and found by our id', async () => {
        const command = newCard(await verifiedHolder());
        const { issuerCardId } = success(await issuer.createCard(command));
        const card = success(await issuer.readCard(issuerCardId));
        expect(card).toMatchObject({
          issuerCardId,
          holderId: command.holderId,
          cardId: command.cardId,
          isActive: true,
          isDeleted: false,
          isBlocked: false,
          bookBalanceCents: 500,
        });
        expect(card?.last4Digits).toMatch(/^\d{4}$/);
        expect(success(await issuer.findCard(command))).toEqual(card);
      });

      it('declines a reference that is in use, so that no second card comes of it', async () => {
        const command = newCard(await verifiedHolder());
        await issuer.createCard(command);
        expect(await issuer.createCard(command)).toMatchObject({ outcome: 'declined', reason: 'duplicate_reference' });
      });

      it('finds the one whose creation was never answered, and none where nothing happened', async () => {
        const holderId = await verifiedHolder();
        const lost = newCard(holderId);
        await world.break('create', 'silence_after', 1);
        expect(await issuer.createCard(lost)).toMatchObject({ outcome: 'unknown' });
        expect(success(await issuer.findCard(lost))).toMatchObject({ cardId: lost.cardId });
        const never = newCard(holderId);
        await world.break('create', 'silence', 1);
        expect(await issuer.createCard(never)).toMatchObject({ outcome: 'unknown' });
        expect(success(await issuer.findCard(never))).toBeUndefined();
      });

      it('declines one for a holder that does not exist or is not verified yet', async () => {
        expect(await issuer.createCard(newCard('nobody'))).toMatchObject({
          outcome: 'declined',
          reason: 'holder_not_found',
        });
      });

      it('declines one when our float is too small', async () => {
        const holderId = await verifiedHolder();
        await world.setFloat(100);
        expect(await issuer.createCard(newCard(holderId))).toMatchObject({
          outcome: 'declined',
          reason: 'insufficient_float',
        });
        expect(success(await issuer.readFloat())).toBe(100);
        await world.setFloat(100_000_000);
      });

      it('does not know one that does not exist', async () => {
        expect(success(await issuer.readCard('nothing'))).toBeUndefined();
        expect(await issuer.load(transfer('nothing', 500))).toMatchObject({
          outcome: 'declined',
          reason: 'card_not_found',
        });
        expect(await issuer.freeze('nothing')).toMatchObject({ outcome: 'declined', reason: 'card_not_found' });
      });

      it('freezes and unfreezes, as often as it is asked', async () => {
        const issuerCardId = await issueCard();
        for (const isActive of [false, false, true, true]) {
          const answer = isActive ? await issuer.unfreeze(issuerCardId) : await issuer.freeze(issuerCardId);
          expect(success(answer)).toBe('done');
          expect(success(await issuer.readCard(issuerCardId))).toMatchObject({ isActive });
        }
      });

      it('closes one for good', async () => {
        const issuerCardId = await issueCard();
        expect(success(await issuer.close(issuerCardId))).toBe('done');
        expect(success(await issuer.readCard(issuerCardId))).toMatchObject({ isDeleted: true, isActive: false });
        expect(await issuer.load(transfer(issuerCardId, 500))).toMatchObject({ outcome: 'declined' });
      });

      it('sets the PIN', async () => {
        expect(success(await issuer.setPin({ issuerCardId: await issueCard(), pin: '9007' }))).toBe('done');
      });

      it('reveals number, expiry and CVV, with which can be paid', async () => {
        const issuerCardId = await issueCard();
        const secrets = success(await issuer.reveal(issuerCardId));
        expect(secrets).toEqual({
          cardNumber: expect.stringMatching(/^\d{16}$/) as string,
          expiry: expect.stringMatching(/^(0[1-9]|1[0-2])\/\d\d$/) as string,
          cvv: expect.stringMatching(/^\d{3}$/) as string,
          billingAddress: {
            line1: '1 Example Road',
            city: 'Newark',
            state: 'Delaware',
            zip: '19702',
            country: 'US',
          },
        });
        expect(secrets.cardNumber.slice(-4)).toBe(success(await issuer.readCard(issuerCardId))?.last4Digits);
        expect(await world.buy(secrets, 100)).toBe(true);
      });
    });

    describe('of transfers', () => {
      it('loads a card', async () => {
        const issuerCardId = await issueCard();
        const command = transfer(issuerCardId, 2500);
        expect(success(await issuer.load(command))).toBe('accepted');
        await settled(command, 'successful');
        expect(await available(issuerCardId)).toBe(3000);
      });

      it('unloads a card', async () => {
        const issuerCardId = await issueCard();
        const command = transfer(issuerCardId, 300);
        expect(success(await issuer.unload(command))).toBe('accepted');
        await settled(command, 'successful');
        expect(await available(issuerCardId)).toBe(200);
      });

      it('takes a repeated reference for accepted, and moves the money once', async () => {
        const issuerCardId = await issueCard();
        const command = transfer(issuerCardId, 2500);
        await issuer.load(command);
        expect(success(await issuer.load(command))).toBe('accepted');
        await settled(command, 'successful');
        expect(await available(issuerCardId)).toBe(3000);
      });

      it('says when to come back after a second load within five minutes', async () => {
        const issuerCardId = await issueCard();
        await issuer.load(transfer(issuerCardId, 500));
        const second = transfer(issuerCardId, 500);
        expect(await issuer.load(second)).toMatchObject({ outcome: 'not_processed', retryAfterMs: 300_000 });
        expect(success(await issuer.readTransfer(second))).toBe('not_found');
        await world.waitForRateLimits();
        expect(success(await issuer.load(second))).toBe('accepted');
      });

      it('reports one that fails after it was accepted', async () => {
        const issuerCardId = await issueCard();
        await world.failTransfers();
        const command = transfer(issuerCardId, 2500);
        expect(success(await issuer.load(command))).toBe('accepted');
        await settled(command, 'failed');
        expect(await available(issuerCardId)).toBe(500);
      });

      it('declines what the card or the float cannot bear', async () => {
        const issuerCardId = await issueCard();
        expect(await issuer.unload(transfer(issuerCardId, 600))).toMatchObject({
          outcome: 'declined',
          reason: 'card_insufficient_funds',
        });
        expect(await issuer.load(transfer(issuerCardId, 1_000_000))).toMatchObject({
          outcome: 'declined',
          reason: 'card_balance_limit',
        });
        await world.setFloat(100);
        expect(await issuer.load(transfer(issuerCardId, 500))).toMatchObject({
          outcome: 'declined',
          reason: 'insufficient_float',
        });
        await world.setFloat(100_000_000);
      });

      it.each(['silence', 'error', 'reset'] satisfies CallFault[])(
        'says that a load is unknown after %s, and nothing has happened',
        async (fault) => {
          const command = transfer(await issueCard(), 500);
          await world.break('load', fault, 1);
          expect(await issuer.load(command)).toMatchObject({ outcome: 'unknown' });
          expect(success(await issuer.readTransfer(command))).toBe('not_found');
          expect(success(await issuer.load(command))).toBe('accepted');
        },
      );

      it.each(['silence_after', 'error_after', 'reset_after', 'garbage'] satisfies CallFault[])(
        'says that a load is unknown after %s, and the status call finds it',
        async (fault) => {
          const command = transfer(await issueCard(), 500);
          await world.break('load', fault, 1);
          expect(await issuer.load(command)).toMatchObject({ outcome: 'unknown' });
          await settled(command, 'successful');
          expect(success(await issuer.load(command))).toBe('accepted');
          expect(await available(command.issuerCardId)).toBe(1000);
        },
      );

      it.each(['silence', 'error', 'garbage'] satisfies CallFault[])(
        'never takes %s for a transfer that does not exist',
        async (fault) => {
          const command = transfer(await issueCard(), 500);
          await issuer.load(command);
          await world.break('status', fault, 2);
          expect(await issuer.readTransfer(command)).toMatchObject({ outcome: 'unknown' });
        },
      );

      it('says that nothing was processed when it was asked too often', async () => {
        const command = transfer(await issueCard(), 500);
        await world.break('load', 'too_often', 1);
        expect(await issuer.load(command)).toMatchObject({ outcome: 'not_processed', retryAfterMs: 300_000 });
        expect(success(await issuer.readTransfer(command))).toBe('not_found');
      });
    });

    describe('of transactions', () => {
      it('lists loads under our reference and purchases under the issuer’s, each readable by it', async () => {
        const issuerCardId = await issueCard();
        const command = transfer(issuerCardId, 2500);
        await issuer.load(command);
        await settled(command, 'successful');
        expect(await world.buy(success(await issuer.reveal(issuerCardId)), 1599)).toBe(true);
        const { transactions, pages } = success(await issuer.listTransactions({ issuerCardId, page: 1 }));
        expect(pages).toBe(1);
        expect(transactions).toEqual([
          expect.objectContaining({ direction: 'debit', amountCents: 1599, currency: 'USD', issuerCardId }),
          expect.objectContaining({ direction: 'credit', amountCents: 2500, reference: command.reference }),
          expect.objectContaining({ direction: 'credit', amountCents: 500 }),
        ]);
        for (const transaction of transactions)
          expect(success(await issuer.readTransaction({ issuerCardId, reference: transaction.reference }))).toEqual(
            transaction,
          );
        expect(success(await issuer.readTransaction({ issuerCardId, reference: 'nothing' }))).toBeUndefined();
      });

      it('counts pages', async () => {
        const issuerCardId = await issueCard();
        const secrets = success(await issuer.reveal(issuerCardId));
        for (let purchases = 0; purchases < 21; purchases += 1) await world.buy(secrets, 1);
        const first = success(await issuer.listTransactions({ issuerCardId, page: 1 }));
        const second = success(await issuer.listTransactions({ issuerCardId, page: 2 }));
        expect([first.pages, second.pages]).toEqual([2, 2]);
        const references = [...first.transactions, ...second.transactions].map(({ reference }) => reference);
        expect(new Set(references).size).toBe(22);
      });
    });

    describe('of events', () => {
      it('claims what happened, with a signature that only this issuer can make', async () => {
        const issuerCardId = await issueCard();
        const command = transfer(issuerCardId, 2500);
        await issuer.load(command);
        const loaded = await world.event((event) => event.type === 'transfer' && event.reference === command.reference);
        expect(loaded.event).toEqual({
          type: 'transfer',
          issuerCardId,
          reference: command.reference,
          claim: 'successful',
        });
        expect(issuer.verifyWebhook(loaded.signature)).toBe(true);
        expect(world.stranger.verifyWebhook(loaded.signature)).toBe(false);
        const created = await world.event((event) => event.type === 'card' && event.issuerCardId === issuerCardId);
        expect(created.event).toMatchObject({ claim: 'created' });
      });

      it('names a purchase by the reference under which it can be read', async () => {
        const issuerCardId = await issueCard();
        await world.buy(success(await issuer.reveal(issuerCardId)), 199);
        const { event } = await world.event((one) => one.type === 'transaction' && one.issuerCardId === issuerCardId);
        expect(event).toMatchObject({ kind: 'purchase', amountCents: 199 });
        const reference = event.type === 'transaction' ? (event.reference ?? '') : '';
        expect(success(await issuer.readTransaction({ issuerCardId, reference }))).toMatchObject({
          reference,
          amountCents: 199,
          direction: 'debit',
        });
      });

      it('reports a decline', async () => {
        const issuerCardId = await issueCard();
        expect(await world.buy(success(await issuer.reveal(issuerCardId)), 99_900)).toBe(false);
        const { event } = await world.event((one) => one.type === 'decline' && one.issuerCardId === issuerCardId);
        expect(event).toMatchObject({ amountCents: 99_900 });
      });

      it('refuses a foreign signature', async () => {
        await world.forgeEvents();
        const command = transfer(await issueCard(), 500);
        await issuer.load(command);
        const forged = await world.event((event) => event.type === 'transfer' && event.reference === command.reference);
        expect(issuer.verifyWebhook(forged.signature)).toBe(false);
        expect(issuer.verifyWebhook(undefined)).toBe(false);
      });

      it('is none without a name', () => {
        for (const body of ['', '{}', '[]', 'null', '{"event":null}', '\u0000'])
          expect(issuer.parseWebhook(Buffer.from(body))).toBeUndefined();
      });
    });

    it('says that nothing was processed when nobody listens', async () => {
      const { unreachable } = world;
      for (const answer of await everyCall(unreachable)) expect(answer).toMatchObject({ outcome: 'not_processed' });
    });

    it('says that wrong credentials are our fault', async () => {
      for (const answer of await everyCall(world.stranger)) expect(answer).toMatchObject({ outcome: 'fault' });
    });

    it('never takes silence for a card or a freeze that does not exist', async () => {
      const issuerCardId = await issueCard();
      await world.break('details', 'error', 1);
      expect(await issuer.readCard(issuerCardId)).toMatchObject({ outcome: 'unknown' });
      await world.break('freeze', 'error_after', 1);
      expect(await issuer.freeze(issuerCardId)).toMatchObject({ outcome: 'unknown' });
      expect(success(await issuer.readCard(issuerCardId))).toMatchObject({ isActive: false });
    });

    function everyCall(one: CardIssuer): Promise<ProviderAnswer<unknown>[]> {
      const command = transfer('card', 500);
      return Promise.all([
        one.registerCardholder(registration()),
        one.readCardholder('holder'),
        one.findCardholder('usr_nobody'),
        one.deleteCardholder('holder'),
        one.createCard(newCard('holder')),
        one.findCard({ holderId: 'holder', cardId: 'crd_nothing' }),
        one.readCard('card'),
        one.load(command),
        one.unload(command),
        one.readTransfer(command),
        one.freeze('card'),
        one.unfreeze('card'),
        one.close('card'),
        one.setPin({ issuerCardId: 'card', pin: '0420' }),
        one.reveal('card'),
        one.listTransactions({ issuerCardId: 'card', page: 1 }),
        one.readTransaction(command),
        one.readFloat(),
      ]);
    }
  });
}

function success<T>(answer: ProviderAnswer<T>): T {
  if (answer.outcome !== 'success') throw new Error(`${answer.outcome}: ${answer.detail}`);
  return answer.value;
}

async function until<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  const endMs = performance.now() + 60_000;
  let last = await read();
  while (last !== wanted) {
    if (performance.now() > endMs) throw new Error(`still ${String(last)}, not ${String(wanted)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    last = await read();
  }
}
