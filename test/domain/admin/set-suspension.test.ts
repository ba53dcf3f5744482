import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import { setSuspension, type SuspensionOrder } from '#functions/domain/admin/set-suspension.ts';
import { setTwoFactorOf } from '#functions/domain/admin/set-two-factor-of.ts';
import { statusOf, statusReasonOf } from '#functions/domain/cards/visible-card.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Store } from '#functions/ports/store.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

let world: MoneyWorld;
let services: Services;
let mails: Mail[];
let user: User;
let admin: User;
beforeEach(async () => {
  world = moneyWorld();
  mails = [];
  services = { ...world.services, mailer: { send: async (mail) => void mails.push(mail) } };
  user = await world.cardholder(100_000, { firstname: 'Ada' });
  admin = await world.cardholder(0, { role: 'admin' });
});

const order = (changes: Partial<SuspensionOrder> = {}): SuspensionOrder => ({
  actorId: admin.userId,
  userId: user.userId,
  suspended: undefined,
  reasonForUser: undefined,
  note: undefined,
  ...changes,
});
const suspend = (by: Services = services): Promise<User> => setSuspension(by, order({ suspended: true }));
const activate = (): Promise<User> => setSuspension(services, order({ suspended: false }));
const stored = async (): Promise<User | undefined> => world.store.get('user', { userId: user.userId });
const isActiveAtIssuer = (card: Card): boolean | undefined => world.issuer.cards.get(card.issuerCardId ?? '')?.isActive;
/** Runs the sweeper every minute for 20 minutes, until late effects at the issuer are over. */
const sweep = async (): Promise<void> => {
  for (let minute = 0; minute < 20; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
};

/** Spends the card's whole balance. Returns the card after that. */
async function emptied(card: Card): Promise<Card> {
  world.issuer.charge(card.issuerCardId ?? '', 500, `all-${card.cardId}`);
  await catchUpCard(world.services, card, `all-${card.cardId}`);
  return world.card(card);
}

it('keeps and mails nothing about a person whose account was erased', async () => {
  const now = await stored();
  if (now) await world.store.commit([update('user', now, { email: '', erasedAtMs: 1 })]);
  expect(await refusalOf(setSuspension(services, order({ suspended: true, reasonForUser: 'Fraud by Ada' })))).toBe(
    'Conflict',
  );
  const codes = { actorId: admin.userId, userId: user.userId, isEnabled: !user.isTwoFactorEnabled };
  expect(await refusalOf(setTwoFactorOf(services, codes))).toBe('Conflict');
  await deliverAudits(services);
  expect(mails).toEqual([]);
  expect(JSON.stringify(world.store.all('auditWords'))).not.toContain('Ada');
});

describe('suspending', () => {
  it('ends every session at once, and activating brings none back', async () => {
    const tokens = await openSession(services, user);
    await suspend();
    expect(await refusalOf(refreshSession(services, tokens.refreshToken))).toBe('AccountSuspended');
    await activate();
    expect(await refusalOf(refreshSession(services, tokens.refreshToken))).toBe('InvalidRefreshToken');
  });

  it('freezes every card at the issuer, and shows it as blocked', async () => {
    const cards = [await world.openCard(user), await world.openCard(user), await world.openCard(user)];
    const others = await world.openCard(await world.cardholder(10_000));
    await suspend();
    expect(cards.map(isActiveAtIssuer)).toEqual([false, false, false]);
    expect(isActiveAtIssuer(others)).toBe(true);
    for (const card of cards) {
      const now = await world.card(card);
      expect(now).toMatchObject({ frozenReasons: ['suspension'], actual: 'frozen', dueAtMs: undefined });
      expect([statusOf(now), statusReasonOf(now)]).toEqual(['blocked', expect.stringMatching(/account is suspended/)]);
    }
  });

  it('refuses a load, a new card and an unfreeze, also to a request that read the user before', async () => {
    const card = await world.openCard(user);
    await suspend();
    const load = { user, cardId: card.cardId, requestedCents: cents(2_000), includesFee: false, claim: undefined };
    expect(await refusalOf(requestLoad(services, load))).toBe('CardNotActive');
    expect(await refusalOf(requestCreation(services, { user, name: 'B', claim: undefined }))).toBe('AccountSuspended');
    expect(await refusalOf(setDesiredState(services, { ...card, desired: 'active' }))).toBe('CardBlocked');
    expect(isActiveAtIssuer(card)).toBe(false);
  });

  it('does not keep a deposit that is under way from being credited', async () => {
    const deposit = await openDeposit(world, user);
    await suspend();
    const paid = { state: 'paid', receivedAmount: '50.00' } as const;
    const payment = world.payments.invoices.get(deposit.depositId);
    if (!payment) throw new Error('there is no invoice');
    await applyFresh(world.services, deposit.depositId, { ...payment, ...paid });
    expect((await world.wallet(user)).availableCents).toBe(105_000);
    expectSoundBooks(world);
  });

  it('is recorded in the same write: who, whom, what, when and why', async () => {
    const commits: string[][] = [];
    world.store.beforeCommit = (writes) => void commits.push(writes.map(({ kind }) => kind));
    await setSuspension(services, order({ suspended: true, note: 'Chargebacks.' }));
    expect(commits[0]).toEqual(expect.arrayContaining(['user', 'audit']));
    expect(auditsIn(world.store)).toEqual([
      {
        auditId: expect.stringMatching(/^aud_/),
        action: 'suspend',
        actorId: admin.userId,
        subjectId: user.userId,
        before: { isSuspended: false },
        after: { isSuspended: true },
        reason: 'Chargebacks.',
        atMs: world.clock.now(),
      },
    ]);
    await activate();
    expect(auditsIn(world.store).map(({ action }) => action)).toEqual(['suspend', 'activate']);
  });

  it.each([
    ['suspended already', true, { reasonForUser: 'You shared your card.' }],
    ['suspended already', true, { note: 'Ticket 4711.' }],
    ['active already', false, { note: 'Ticket 4711.' }],
  ])('refuses words for an account that is %s: they would be lost', async (words, suspended, given) => {
    await setSuspension(services, order({ suspended }));
    await deliverAudits(services);
    const before = { mails: mails.length, audits: auditsIn(world.store).length };
    await expect(setSuspension(services, order({ suspended, ...given }))).rejects.toMatchObject({
      code: 'Conflict',
      message: `This account is ${words}, so this call changed nothing. Its audit log says by whom.`,
    });
    await expect(setSuspension(services, order({ suspended }))).resolves.toMatchObject({ isSuspended: suspended });
    await deliverAudits(services);
    expect({ mails: mails.length, audits: auditsIn(world.store).length }).toEqual(before);
  });

  it('mails the reason for the user, never the note, and mails its end', async () => {
    await setSuspension(
      services,
      order({ suspended: true, reasonForUser: 'Two charges were disputed <b>.', note: 'Ring of usr_77: watch.' }),
    );
    await activate();
    await deliverAudits(services);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [user.email, 'Your account was suspended'],
      [user.email, 'Your account is active again'],
    ]);
    // One that is tried again may follow the other.
    expect(mails.map(({ text }) => /^As of .* UTC\.$/m.test(text))).toEqual([true, true]);
    expect(mails[0]?.text).toContain('Two charges were disputed <b>.');
    expect(mails[0]?.html).toContain('disputed &lt;b&gt;.');
    expect(JSON.stringify(mails)).not.toContain('usr_77');
    expect(auditsIn(world.store)[0]).toMatchObject({
      after: { isSuspended: true, reasonForUser: 'Two charges were disputed <b>.' },
      reason: 'Ring of usr_77: watch.',
    });
  });

  it('does nothing when the person is suspended already', async () => {
    await suspend();
    const before = await stored();
    await suspend();
    expect(await stored()).toEqual(before);
    await deliverAudits(services);
    expect([auditsIn(world.store), mails]).toEqual([[expect.anything()], [expect.anything()]]);
  });

  it('toggles the state when none is given, once for two calls at once', async () => {
    await Promise.all([setSuspension(services, order()), setSuspension(services, order())]);
    expect((await stored())?.isSuspended).toBe(true);
    await deliverAudits(services);
    expect([auditsIn(world.store).length, mails.length]).toEqual([1, 1]);
    await setSuspension(services, order());
    expect((await stored())?.isSuspended).toBe(false);
  });

  it('is refused for every admin, also oneself; a suspended admin can be activated', async () => {
    const other = await world.cardholder(0, { role: 'admin' });
    for (const userId of [admin.userId, other.userId]) {
      for (const suspended of [true, undefined]) {
        expect(await refusalOf(setSuspension(services, order({ userId, suspended })))).toBe('Conflict');
      }
    }
    const late = await world.cardholder(0, { role: 'admin', isSuspended: true });
    expect(await setSuspension(services, order({ userId: late.userId }))).toMatchObject({ isSuspended: false });
  });

  it('refuses a person who does not exist', async () => {
    expect(await refusalOf(setSuspension(services, order({ userId: `usr_7${'Z'.repeat(25)}` })))).toBe('NotFound');
  });
});

describe('activating', () => {
  it('unfreezes the cards that suspending froze, and leaves frozen a card that its owner froze', async () => {
    const [own, other] = [await world.openCard(user), await world.openCard(user)];
    await setDesiredState(services, { ...own, desired: 'frozen' });
    await suspend();
    await activate();
    expect([own, other].map(isActiveAtIssuer)).toEqual([false, true]);
    expect(statusOf(await world.card(own))).toBe('freezed');
    expect(statusOf(await world.card(other))).toBe('active');
  });

  it('unfreezes a card that the issuer meanwhile reported as frozen', async () => {
    const card = await world.openCard(user);
    await suspend();
    await refreshCard(services, card, { claim: 'frozen', reason: '' });
    await activate();
    expect(statusOf(await world.card(card))).toBe('active');
    expect(isActiveAtIssuer(card)).toBe(true);
  });

  it('is done by the sweeper when the issuer does not answer', async () => {
    const card = await world.openCard(user);
    await suspend();
    world.issuer.misbehave('unfreeze', { does: 'lost' }, { does: 'busy', retryAfterMs: 1_000 });
    await activate();
    expect(isActiveAtIssuer(card)).toBe(false);
    await sweep();
    expect(isActiveAtIssuer(card)).toBe(true);
  });
});

describe('a suspension reaches the issuer', () => {
  it.each([
    ['does not get the call', { does: 'lost' }],
    ['freezes and its answer is lost', { does: 'unheard' }],
    ['is busy', { does: 'busy', retryAfterMs: 5_000 }],
    ['fails', { does: 'fault' }],
  ] as const)('when the issuer %s', async (_what, fault) => {
    const cards = [await world.openCard(user), await world.openCard(user)];
    world.issuer.misbehave('freeze', fault, fault);
    expect(await suspend()).toMatchObject({ isSuspended: true });
    await sweep();
    expect(cards.map(isActiveAtIssuer)).toEqual([false, false]);
  });

  it('when an earlier unfreeze arrives after the freeze', async () => {
    const card = await world.openCard(user);
    await setDesiredState(services, { ...card, desired: 'frozen' });
    let arrive = (): void => undefined;
    world.issuer.misbehave('unfreeze', { does: 'late', arrive: (apply) => void (arrive = apply) });
    await setDesiredState(services, { ...card, desired: 'active' });
    await suspend();
    arrive();
    await sweep();
    expect(isActiveAtIssuer(card)).toBe(false);
  });

  it.each([0, 1, 2, 3])('or was never stored, when the process dies around commit %i', async (point) => {
    for (const when of ['before', 'after'] as const) {
      const holder = await world.cardholder(10_000);
      const cards = [await world.openCard(holder), await world.openCard(holder)];
      const mortal = dyingAt(world.store, point, when);
      const run = setSuspension(
        { ...services, store: mortal },
        order({ userId: holder.userId, suspended: true }),
      ).catch(() => undefined);
      await run;
      await sweep();
      const now = await world.store.get('user', { userId: holder.userId });
      expect(now?.isSuspended).toBe(point > 0 || when === 'after');
      expect(cards.map(isActiveAtIssuer)).toEqual(cards.map(() => now?.isSuspended === false));
      const records = auditsIn(world.store).filter(({ subjectId }) => subjectId === holder.userId);
      expect(records).toHaveLength(now?.isSuspended ? 1 : 0);
    }
  });

  it('and a deleted card stays frozen until the issuer has closed it', async () => {
    const card = await world.openCard(user);
    const operationId = await requestDeletion(services, {
      user,
      cardId: (await emptied(card)).cardId,
      claim: undefined,
    });
    world.issuer.misbehave('close', { does: 'busy', retryAfterMs: 10 * 60 * 60_000 });
    await suspend();
    await sweep();
    expect(isActiveAtIssuer(card)).toBe(false);
    const order = { userId: user.userId, suspended: false };
    await setSuspension(services, { actorId: admin.userId, reasonForUser: undefined, note: '', ...order });
    await sweep();
    expect([(await world.card(card)).lifecycle, isActiveAtIssuer(card)]).toEqual(['retiring', false]);
    world.clock.advance(10 * 60 * 60_000);
    await driveOperation(services, operationId, { untilMs: world.clock.now() + 10_000 });
    expect((await world.card(card)).lifecycle).toBe('deleted');
  });

  it('also for a card that is created meanwhile', async () => {
    const operationId = await requestCreation(services, { user, name: 'A', claim: undefined });
    await suspend();
    const secrets = { pin: '0007' };
    const { state, cardId } = await driveOperation(services, operationId, {
      untilMs: world.clock.now() + 10_000,
      secrets,
    });
    expect(state).toBe('settled');
    await sweep();
    const card = cardId && (await world.store.get('card', { userId: user.userId, cardId }));
    if (!card) throw new Error('there is no card');
    expect([isActiveAtIssuer(card), statusOf(card)]).toEqual([false, 'blocked']);
    expectSoundBooks(world);
  });

  it('also for a card that is requested just after the cards were listed', async () => {
    const { store } = world;
    let asked = 0;
    const interleaved: Store = {
      ...store,
      listCards: async (userId) => {
        const cards = await store.listCards(userId);
        if (asked++ === 0) await requestCreation(services, { user, name: 'A', claim: undefined });
        return cards;
      },
    };
    await suspend({ ...services, store: interleaved });
    expect(asked).toBe(2);
    expect(store.all('card')).toEqual([expect.objectContaining({ frozenReasons: ['suspension'] })]);
  });

  it('and no card is created by a request that read the user just before the suspension', async () => {
    const { store } = world;
    let isFirst = true;
    const interleaved: Store = {
      ...store,
      commit: async (writes) => {
        if (isFirst) {
          isFirst = false;
          await suspend();
        }
        await store.commit(writes);
      },
    };
    const late = requestCreation({ ...services, store: interleaved }, { user, name: 'A', claim: undefined });
    expect(await refusalOf(late)).toBe('AccountSuspended');
    expect(store.all('card')).toEqual([]);
  });
});

/** Returns a store whose process dies before or after its n-th commit: that call and all later ones throw. */
function dyingAt(store: Store, point: number, when: 'before' | 'after'): Store {
  let commits = 0;
  let isDead = false;
  const alive = (): void => {
    if (isDead) throw new Error('killed');
  };
  return new Proxy(store, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        alive();
        const isLast = name === 'commit' && commits++ === point;
        if (isLast && when === 'before') isDead = true;
        alive();
        const answer = await method.apply(target, given);
        if (isLast) isDead = true;
        alive();
        return answer;
      };
    },
  });
}
