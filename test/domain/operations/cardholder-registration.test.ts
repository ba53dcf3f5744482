import { beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import type { CardIssuer, Cardholder } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import {
  cardholderRegistration,
  startCardholderRegistration,
} from '#functions/domain/operations/cardholder-registration.ts';
import { renewRegistration } from '#functions/domain/operations/renew-registration.ts';
import type { Verdict } from '#functions/domain/operations/operation-steps.ts';
import { update } from '#functions/ports/store.ts';
import { issuerDialogue, type Exchange } from '#test/support/issuer-dialogue.ts';
import { issuerRefusals } from '#test/support/issuer-refusals.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* A person with a confirmed address is registered with the card issuer once, at every outcome of the calls. */

let world: MoneyWorld;
let user: User;
let operationId: Id<'operation'>;
/** The issuer's record of the person; undefined until it has one. */
let cardholder: Cardholder | undefined;
let asked: string[];

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0, { holderId: undefined });
  cardholder = undefined;
  asked = [];
  const begun = startCardholderRegistration(user, world.services);
  ({ operationId } = begun);
  await world.store.commit(begun.writes);
});

const person = (status: Cardholder['status']): Cardholder => ({ holderId: 'holder-1', userId: user.userId, status });

const issuer = (register: CardIssuer['registerCardholder']): CardIssuer => ({
  ...world.services.issuer,
  registerCardholder: (given) => {
    asked.push(`register ${given.userId} ${given.firstname} ${given.lastname} ${given.email}`);
    return register(given);
  },
  findCardholder: async (userId) => {
    asked.push(`find ${userId}`);
    return { outcome: 'success', value: cardholder };
  },
  readCardholder: async (holderId) => {
    asked.push(`read ${holderId}`);
    return { outcome: 'success', value: cardholder };
  },
});

const accepting = (status: Cardholder['status']) =>
  issuer(async () => {
    cardholder = person(status);
    return { outcome: 'success', value: cardholder };
  });

const drive = (by: CardIssuer, forMs = 5_000): Promise<Operation> =>
  driveOperation({ ...world.services, issuer: by }, operationId, { untilMs: world.clock.now() + forMs });

const holderId = async (): Promise<string | undefined> =>
  (await world.store.get('user', { userId: user.userId }))?.holderId;

describe('a registration with the card issuer', () => {
  it('begins as an intent that moves no money', async () => {
    expect(operationId).toMatch(/^op_/);
    expect(await world.store.get('operation', { operationId })).toMatchObject({
      kind: 'holder_registration',
      userId: user.userId,
      state: 'reserved',
      amountCents: 0,
      feeCents: 0,
      bonusCents: 0,
    });
  });

  it('sends the person’s data, reads the cardholder back and stores its id in the profile', async () => {
    expect(await drive(accepting('verified'))).toMatchObject({ state: 'settled', holderId: 'holder-1' });
    expect(asked).toEqual([`register ${user.userId} Pat Person ${user.email}`, 'read holder-1']);
    expect(await world.store.get('user', { userId: user.userId })).toMatchObject({
      holderId: 'holder-1',
      updatedAtMs: world.clock.now(),
    });
  });

  it('waits while the issuer verifies the person', async () => {
    const by = accepting('pending');
    expect((await drive(by)).state).toBe('submitted');
    expect(await holderId()).toBeUndefined();
    cardholder = person('verified');
    expect((await drive(by, 60_000)).state).toBe('settled');
    expect(await holderId()).toBe('holder-1');
  });

  it('ends without a cardholder when the issuer does not verify the person', async () => {
    expect((await drive(accepting('failed'))).state).toBe('released');
    expect(await holderId()).toBeUndefined();
  });

  it('ends without a cardholder when the issuer declines it', async () => {
    const declining = issuer(async () => ({ outcome: 'declined', reason: 'rejected', detail: 'scripted' }));
    expect((await drive(declining)).state).toBe('released');
    expect(await holderId()).toBeUndefined();
  });

  it('is not sent for a person who was erased meanwhile', async () => {
    const now = await world.store.get('user', { userId: user.userId });
    if (now) await world.store.commit([update('user', now, { firstname: '', lastname: '', email: '', erasedAtMs: 1 })]);
    expect((await drive(accepting('verified'))).state).toBe('released');
    expect(asked.filter((call) => call.startsWith('register'))).toEqual([]);
  });

  it('is looked for, not sent again, when its answer was lost after it happened', async () => {
    const unheard = issuer(async () => {
      cardholder = person('verified');
      return { outcome: 'unknown', detail: 'timeout' };
    });
    expect(await drive(unheard)).toMatchObject({ state: 'settled', attempt: 1 });
    expect(asked.slice(1)).toEqual([`find ${user.userId}`]);
    expect(await holderId()).toBe('holder-1');
  });

  it('is sent again after 70 seconds when it was lost, not before: the issuer takes one a minute', async () => {
    const losing = issuer(async () => ({ outcome: 'unknown', detail: 'timeout' }));
    const sentAtMs = world.clock.now();
    expect((await drive(losing, 60_000)).attempt).toBe(1);
    expect((await drive(accepting('verified'), 60_000)).state).toBe('settled');
    expect(world.clock.now() - sentAtMs).toBeGreaterThanOrEqual(70_000);
    expect(asked.filter((each) => each.startsWith('register'))).toHaveLength(2);
  });

  it('stays open while the issuer does not answer', async () => {
    const silent: CardIssuer = {
      ...accepting('verified'),
      readCardholder: async () => ({ outcome: 'unknown', detail: 'timeout' }),
    };
    expect((await drive(silent)).state).toBe('submitted');
    expect(await holderId()).toBeUndefined();
  });

  it('of an unknown user throws', async () => {
    const { writes, operationId: another } = startCardholderRegistration({ userId: 'usr_nobody' }, world.services);
    await world.store.commit(writes);
    operationId = another;
    await expect(drive(accepting('verified'))).rejects.toThrow('no such user: usr_nobody');
  });
});

describe('a registration that failed', () => {
  const hourMs = 60 * 60_000;
  const profile = async (): Promise<User> => {
    const now = await world.store.get('user', { userId: user.userId });
    if (!now) throw new Error('no such user');
    return now;
  };
  const declining = (): CardIssuer =>
    issuer(async () => ({ outcome: 'declined', reason: 'rejected', detail: 'scripted' }));

  beforeEach(async () => {
    await world.store.commit([update('user', await profile(), { registrationId: operationId })]);
  });

  it('begins again an hour later when the person is there, and makes the cardholder then', async () => {
    await drive(declining());
    world.clock.advance(hourMs - 1);
    await renewRegistration(world.services, await profile());
    expect((await profile()).registrationId).toBe(operationId);
    world.clock.advance(1);
    await renewRegistration(world.services, await profile());
    const { registrationId } = await profile();
    expect(registrationId).not.toBe(operationId);
    if (registrationId) operationId = registrationId;
    expect((await drive(accepting('verified'))).state).toBe('settled');
    expect(await holderId()).toBe('holder-1');
  });

  it('remembers the record that the issuer made of one that failed, for the erasure', async () => {
    await drive(accepting('failed'));
    expect((await profile()).formerHolderIds).toBeUndefined();
    world.clock.advance(hourMs);
    await renewRegistration(world.services, await profile());
    expect((await profile()).formerHolderIds).toEqual(['holder-1']);
  });

  it('begins again once, also when two tabs ask at the same time', async () => {
    await drive(declining());
    world.clock.advance(hourMs);
    const seen = await profile();
    await Promise.all([renewRegistration(world.services, seen), renewRegistration(world.services, seen)]);
    expect(world.store.all('operation')).toHaveLength(2);
  });

  it('is left alone while it is under way, and once there is a cardholder', async () => {
    world.clock.advance(hourMs);
    await renewRegistration(world.services, await profile());
    await drive(accepting('verified'));
    world.clock.advance(hourMs);
    await renewRegistration(world.services, await profile());
    expect(world.store.all('operation')).toHaveLength(1);
  });
});

describe("the issuer's answers", () => {
  const operation = async (): Promise<Operation> => {
    const stored = await world.store.get('operation', { operationId });
    if (!stored) throw new Error('it is not there');
    return stored;
  };
  const submit = async (answer: Exchange[1]) => {
    const { userId, firstname, lastname, email } = user;
    const intent = await operation();
    const given = {
      registerCardholder: { userId, firstname, lastname, email, sendBeforeMs: intent.lastSubmitAtMs + 5_000 },
    };
    const script = [['registerCardholder', answer] as Exchange];
    return issuerDialogue(world.services, given, script, (needs) => cardholderRegistration.submit(needs, intent, {}));
  };

  it('to a registration keeps only the person’s id at the issuer', async () => {
    expect(await submit({ outcome: 'success', value: person('pending') })).toEqual({
      outcome: 'success',
      value: { holderId: 'holder-1' },
    });
  });

  it.each(issuerRefusals)('to a registration is passed on when it is no success: %j', async (answer) => {
    expect(await submit(answer)).toEqual(answer);
  });

  it.each<[string, Exchange[1], Verdict]>([
    [
      'verified',
      { outcome: 'success', value: { holderId: 'holder-1', userId: undefined, status: 'verified' } },
      {
        verdict: 'happened',
        evidence: { cardholder: { holderId: 'holder-1', userId: undefined, status: 'verified' } },
      },
    ],
    [
      'failed',
      { outcome: 'success', value: { holderId: 'holder-1', userId: undefined, status: 'failed' } },
      { verdict: 'failed', reason: 'the issuer did not verify the holder' },
    ],
    [
      'pending',
      { outcome: 'success', value: { holderId: 'holder-1', userId: undefined, status: 'pending' } },
      { verdict: 'pending' },
    ],
    ['nobody', { outcome: 'success', value: undefined }, { verdict: 'absent' }],
    ['no answer', { outcome: 'unknown', detail: 'timeout' }, { verdict: 'unknown' }],
    ['a refusal', { outcome: 'declined', reason: 'rejected', detail: '' }, { verdict: 'unknown' }],
  ])('to a question about a registration give the verdict: %s', async (_what, answer, expected) => {
    const intent = await operation();
    for (const [call, of] of [
      ['findCardholder', intent],
      ['readCardholder', { ...intent, holderId: 'holder-1' }],
    ] as const) {
      const given = { findCardholder: user.userId, readCardholder: 'holder-1' };
      const script = [[call, answer] as Exchange];
      const ask = issuerDialogue(world.services, given, script, (needs) => cardholderRegistration.ask(needs, of));
      expect(await ask).toEqual(expected);
    }
  });

  it('throw, and settle nothing, when the user or the evidence is missing', async () => {
    const intent = await operation();
    const settle = (of: Operation, evidence: { readonly cardholder?: Cardholder }) =>
      cardholderRegistration.settle(world.services, of, evidence, world.clock.now());
    const complaint = 'a registered cardholder has a user and evidence';
    await expect(settle(intent, {})).rejects.toThrow(complaint);
    await expect(settle({ ...intent, userId: 'usr_nobody' }, { cardholder: person('verified') })).rejects.toThrow(
      complaint,
    );
  });
});
