import { beforeEach, describe, expect, it } from 'vitest';
import { fileTabs } from '#shared/contract/person-file.ts';
import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { addNote } from '#functions/domain/admin/add-note.ts';
import { inWords, listAudit } from '#functions/domain/admin/list-audit.ts';
import { listFile } from '#functions/domain/admin/person-file.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { eraseAccount } from '#functions/domain/closing/erase-account.ts';
import { eraseDueAccounts } from '#functions/domain/closing/erase-due-accounts.ts';
import { replayErasures } from '#functions/domain/closing/replay-erasures.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { judgeReferral } from '#functions/domain/auth/sign-up/judge-referral.ts';
import { referralTicketOf } from '#functions/domain/signals/referral-ticket.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import type { Break } from '#functions/domain/reconciliation/break.ts';
import type { EntityKind } from '#functions/ports/entities.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { insert, remove, StoreUnavailable, update, type Store, type Write } from '#functions/ports/store.ts';
import { authWorld, ada, refusalOf } from '#test/support/auth-world.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

const month = 30 * 24 * 60 * 60_000;
const words = ['zebulon', 'quillfeather', 'zeb.quill@example.com', 'ze…@example.com', 'holidays'];

let world: MoneyWorld;
let user: User;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(1_234, {
    email: 'Zeb.Quill@example.com',
    firstname: 'Zebulon',
    lastname: 'Quillfeather',
    emailHash: 'hash-of-zeb',
    emailChanges: [
      {
        codeHash: 'x',
        email: 'zeb.quill@example.com',
        emailHash: 'old',
        isTwoFactorEnabled: false,
        atMs: 0,
        untilMs: 1,
      },
    ],
  });
});

const wondered: Id<'audit'> = 'aud_01J9ZK3V7Q0000000000000002';
const corrected: Id<'adjustment'> = 'adj_01J9ZK3V7Q0000000000000003';
const broken: Id<'ticket'> = 'tkt_01J9ZK3V7Q0000000000000004';

/** Stores all records that can hold the person's data, beside those of the closing. Returns an open deposit. */
async function live(): Promise<Deposit> {
  const { store, services, clock } = world;
  const { userId } = user;
  const far = clock.now() + 2 * month;
  const card = {
    ...samples.card,
    userId,
    name: 'Holidays',
    lifecycle: 'deleted',
    dueAtMs: undefined,
  } as const;
  const line = {
    ...samples.movement,
    userId,
    email: user.email,
    cardId: card.cardId,
    // The card's name at that time.
    description: 'Loaded Zebulon •••• 1',
  };
  await store.commit([
    insert('emailOwner', { emailHash: 'hash-of-zeb', userId }),
    insert('emailReservation', { emailHash: 'old', userId, expiresAtMs: far }),
    insert('factors', { ...samples.factors, userId }),
    insert('passwordReset', { ...samples.passwordReset, userId, signUpEmail: user.email, expiresAtMs: far }),
    insert('challenge', { ...samples.challenge, userId, email: user.email, expiresAtMs: far }),
    insert('notificationState', { ...samples.notificationState, userId }),
    insert('subscriptions', { ...samples.subscriptions, userId }),
    insert('notification', { ...samples.notification, userId, title: 'For Zebulon', expiresAtMs: far }),
    insert('reward', { ...samples.reward, refereeId: userId, maskedEmail: 'ze…@example.com' }),
    insert('card', card),
    insert('movement', line),
    insert('case', { ...samples.case, userId, cardName: 'Zebulon', state: 'closed', closingReason: 'Dear Zebulon' }),
    insert('audit', { ...samples.audit, subjectId: userId, about: corrected, hasWords: true }),
    insert('auditWords', { ...samples.auditWords, subjectId: userId, reason: 'Zebulon asked for it' }),
    insert('adjustment', { ...samples.adjustment, adjustmentId: corrected, userId, reason: 'For Quillfeather' }),
    insert('audit', { ...samples.audit, auditId: wondered, subjectId: userId, about: broken }),
    insert('ticket', {
      ...samples.ticket,
      ticketId: broken,
      userId,
      // As findings were named before.
      subject: `searchTerm:${userId} zeb.quill@example.com`,
      evidence: { term: 'is zebulon quillfeather, must be zebulon' },
      state: 'closed',
      closingReason: 'Zebulon paid',
    }),
    insert('caseMessage', { ...samples.caseMessage, authorId: userId, text: 'Quillfeather did not pay that' }),
  ]);
  await addNote(services, { actorId: userId, userId, text: 'Zebulon called' });
  await openSession(services, user, { name: 'Chrome on Android' });
  const order = { user, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim: undefined };
  return openInvoice(services, await requestDeposit(services, order));
}

const close = () => closeAccount(world.services, { userId: user.userId, waiveCents: cents(1_234) });
const everything = (): string => {
  const kinds: readonly EntityKind[] = Object.keys(samples) as EntityKind[];
  return JSON.stringify(kinds.map((kind) => world.store.all(kind))).toLowerCase();
};
const found = (): readonly string[] => words.filter((word) => everything().includes(word));
const now = async () => (await world.store.get('user', user)) ?? user;
const closing = () => world.store.get('closing', user);

describe('an erasure', () => {
  it('leaves nothing of the person in the whole table but the hash of the mailbox', async () => {
    await live();
    expect(found()).toEqual(words);
    await close();
    world.clock.advance(month);
    expect(await eraseDueAccounts(world.services)).toEqual({ done: 1, failed: 0 });
    expect(found()).toEqual([]);
    for (const kind of [
      'emailOwner',
      'emailReservation',
      'factors',
      'passwordReset',
      'notification',
      'notificationState',
      'challenge',
      'subscriptions',
      'caseMessage',
      'auditWords',
    ] as const)
      expect(world.store.all(kind), kind).toEqual([]);
    expect(world.store.all('searchTerm')).toEqual([]);
    expect(world.store.all('formerMailbox')).toHaveLength(1);
    expect(world.store.all('erasure')).toMatchObject([{ userId: user.userId }]);
  });

  it('leaves who did what and when in the audit log, without notes and reasons', async () => {
    await live();
    await close();
    const of = { subjectId: user.userId };
    const read = async () => inWords(world.store, (await listAudit(world.store, of, { limit: 50 })).items);
    const before = await read();
    world.clock.advance(month);
    await eraseDueAccounts(world.services);
    const items = await read();
    const facts = ({ auditId, action, actorId, atMs }: (typeof items)[number]) => ({ auditId, action, actorId, atMs });
    expect(items.map(facts)).toEqual(expect.arrayContaining(before.map(facts)));
    const notes = (list: typeof items) => list.filter(({ action }) => action === 'note');
    expect(notes(before)).toMatchObject([{ after: { note: 'Zebulon called' } }]);
    expect(notes(items)).toMatchObject([{ reason: 'Erased with the account.', after: {} }]);
  });

  it.each(fileTabs)('leaves nothing of the person in the %s of the file', async (tab) => {
    await live();
    await close();
    world.clock.advance(month);
    await eraseDueAccounts(world.services);
    const admin = await world.cardholder(0, { role: 'admin' });
    const reading = { actorId: admin.userId, userId: user.userId, tab };
    const { items } = await listFile(world.services, reading, { limit: 50 });
    const text = JSON.stringify(items).toLowerCase();
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  });

  it('takes the reasons of decisions on the person’s referral out of the log of the referrer', async () => {
    await live();
    const { store } = world;
    const { userId: referrerId } = await world.cardholder(0);
    const ticketId = referralTicketOf(referrerId);
    const key = { refereeId: user.userId, event: 'signup' } as const;
    const reward = await store.get('reward', key);
    if (!reward) throw new Error('no reward');
    const said = (number: number, record: Partial<AuditRecord>, reason: string) => {
      const auditId = idAt('aud', number);
      return [
        insert('audit', { ...samples.audit, ...record, auditId, subjectId: referrerId, hasWords: true }),
        insert('auditWords', { ...samples.auditWords, auditId, subjectId: referrerId, reason }),
      ];
    };
    const decided = (referee: string) =>
      ({ action: 'referral-refused', after: { review: 'refused', referee } }) as const;
    await store.commit([
      update('reward', reward, { referrerId, review: { state: 'refused', signals: ['ring'], sinceMs: 1 } }),
      insert('ticket', { ...samples.ticket, ticketId, userId: referrerId, closingReason: 'Zebulon again' }),
      ...said(1, decided('usr_of_another'), 'Another one'),
      ...said(2, decided(user.userId), 'Zebulon again'),
      ...said(3, { action: 'break-closed', about: ticketId }, 'Zebulon again'),
    ]);
    // The ticket was closed again and again with these words.
    for (let number = 4; number < 130; number += 1)
      await store.commit(said(number, { action: 'break-closed', about: ticketId }, 'Zebulon again'));
    await close();
    world.clock.advance(month);
    await eraseDueAccounts(world.services);
    expect(found()).toEqual([]);
    expect(store.all('auditWords').map(({ reason }) => reason)).toEqual(['Another one']);
  });

  it('takes no more notes about the person', async () => {
    await close();
    world.clock.advance(month);
    await eraseDueAccounts(world.services);
    const note = { actorId: user.userId, userId: user.userId, text: 'Zebulon again' };
    expect(await refusalOf(addNote(world.services, note))).toBe('NotFound');
  });

  it('waits until the time to return is over', async () => {
    await close();
    world.clock.advance(month - 1);
    expect(await eraseDueAccounts(world.services)).toEqual({ done: 0, failed: 0 });
    world.clock.advance(1);
    expect(await eraseDueAccounts(world.services)).toEqual({ done: 1, failed: 0 });
  });

  it('does not touch a person who returned', async () => {
    await close();
    await world.store.commit(await withReturn(world.services, await now(), []));
    expect(await eraseAccount(world.services, user.userId)).toBe(false);
    expect((await now()).firstname).toBe('Zebulon');
  });

  it('does not touch a person who returned and closed again since the job listed the accounts', async () => {
    await close();
    world.clock.advance(month);
    const { services, store } = world;
    const listDueClosings: typeof store.listDueClosings = async (...given) => {
      const due = await store.listDueClosings(...given);
      await store.commit(await withReturn(services, await now(), []));
      await close();
      return due;
    };
    expect(await eraseDueAccounts({ ...services, store: { ...store, listDueClosings } })).toMatchObject({ failed: 0 });
    expect((await now()).firstname).toBe('Zebulon');
  });

  it('makes a return impossible', async () => {
    await close();
    const before = await now();
    const late = await withReturn(world.services, before, []);
    world.clock.advance(month);
    await eraseAccount(world.services, user.userId);
    await expect(world.store.commit(late)).rejects.toThrow();
    expect(await refusalOf(withReturn(world.services, await now(), []))).toBe('InvalidCredentials');
  });

  it('waits while the person is suspended', async () => {
    await close();
    await world.store.commit([update('user', await now(), { isSuspended: true })]);
    world.clock.advance(month);
    expect(await eraseAccount(world.services, user.userId)).toBe(false);
    expect((await closing())?.dueAtMs).toBe(world.clock.now() + 24 * 60 * 60_000);
    expect((await now()).firstname).toBe('Zebulon');
  });

  it('goes on after it died between any two of its steps', async () => {
    await live();
    await close();
    world.clock.advance(month);
    const { store } = world;
    for (let steps = 0; ; steps += 1) {
      let left = steps;
      const commit = async (writes: readonly Write[]): Promise<void> => {
        if (left === 0) throw new StoreUnavailable('died');
        left -= 1;
        await store.commit(writes);
      };
      const dying = { ...world.services, store: { ...store, commit } };
      const isDone = await eraseAccount(dying, user.userId).catch(() => false);
      const state = await closing();
      // The erasure is due until all of it is done, so that the next run finds it.
      expect(state?.dueAtMs).toBeDefined();
      if (isDone) break;
      expect(steps).toBeLessThan(40);
    }
    expect(found()).toEqual([]);
    expect(world.store.all('audit').filter(({ action }) => action === 'account-erased')).toHaveLength(1);
  });

  it('runs a second time after an hour, and then never again', async () => {
    await live();
    await close();
    world.clock.advance(month);
    await eraseDueAccounts(world.services);
    const line = world.store.all('movement')[0];
    if (!line) throw new Error('no line');
    await world.store.commit([update('movement', line, { email: user.email })]);
    world.clock.advance(60 * 60_000);
    await eraseDueAccounts(world.services);
    expect(found()).toEqual([]);
    expect((await closing())?.dueAtMs).toBeUndefined();
  });

  it('leaves no break in the books, and late money unclaimed', async () => {
    const order = { user, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim: undefined };
    const deposit = await openInvoice(world.services, await requestDeposit(world.services, order));
    await close();
    world.clock.advance(month);
    await eraseAccount(world.services, user.userId);
    world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
    const payment = world.payments.invoices.get(deposit.depositId);
    if (payment) await applyFresh(world.services, deposit.depositId, payment);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, unclaimedCents: 6_234 });
    expectSoundBooks(world);
    const run = await reconcile(world.services);
    const breaks = (run.found as readonly Break[]).filter(
      ({ part, class: kind, subject }) => part === 'internal' && kind !== 'AGG' && !subject.startsWith('opening'),
    );
    expect(breaks).toEqual([]);
  });
});

describe('a decision on a deposit that waits for a second admin', () => {
  it('loses its reason with the erasure, and stays', async () => {
    const { services, store, clock } = world;
    await store.commit([update('wallet', await world.wallet(user), { availableCents: cents(0) })]);
    const { depositId } = await openDeposit(world, user, 5_000);
    world.payments.become(depositId, { state: 'paid_over', receivedAmount: '350.00' });
    await applyFresh(services, depositId, world.payments.invoices.get(depositId)!);
    const admin = await world.cardholder(0, { role: 'admin' });
    const decision = { depositId, actorId: admin.userId, reason: 'Zebulon wrote from the holidays.' };
    await decideDeposit(services, { ...decision, outcome: 'refuse' });
    await decideDeposit(services, { ...decision, outcome: 'credit', creditCents: cents(6_000) });
    await store.commit([update('wallet', await world.wallet(user), { availableCents: cents(0) })]);
    await closeAccount(services, { userId: user.userId, waiveCents: cents(0) });
    clock.advance(month);
    expect(await eraseAccount(services, user.userId)).toBe(true);
    const { proposal } = (await store.get('deposit', { depositId }))!;
    expect(proposal).toMatchObject({ actorId: admin.userId, targetCents: 6_000 });
    expect(proposal?.reason).toBeUndefined();
  });
});

describe('an erased address', () => {
  it('gets a new account at its next sign-up, and earns no referrer a reward', async () => {
    const auth = authWorld();
    const first = await auth.joined();
    await auth.signIn();
    await closeAccount(auth.services, { userId: first.userId, waiveCents: undefined });
    auth.clock.advance(month);
    await eraseAccount(auth.services, first.userId);
    expect(await refusalOf(auth.signIn())).toBe('InvalidCredentials');
    const second = await auth.joined();
    expect(second.userId).not.toBe(first.userId);
    const referrer = await auth.joined({ email: 'ben@example.com' });
    const wallet = await auth.store.get('wallet', referrer);
    if (wallet) await auth.store.commit([update('wallet', wallet, { availableCents: cents(5_000) })]);
    const judged = async (email: string) =>
      judgeReferral(auth.services, { ...second, email, referredBy: referrer.userId });
    expect(await judged('other@example.com')).toMatchObject({ eligible: true });
    expect(await judged(ada.email)).toMatchObject({ eligible: false });
    expect(await judged('A.da+again@example.com')).toMatchObject({ eligible: false });
  });
});

it('frees the address of an account from before profiles noted its hash', async () => {
  const auth = authWorld();
  const first = await auth.joined();
  const { emailHash: _later, ...before } = first;
  await auth.store.commit([update('user', before as User, {})]);
  await auth.signIn();
  await closeAccount(auth.services, { userId: first.userId, waiveCents: undefined });
  auth.clock.advance(month);
  await eraseAccount(auth.services, first.userId);
  expect(auth.store.all('emailOwner')).toEqual([]);
  expect((await auth.joined()).userId).not.toBe(first.userId);
});

describe('the replay after a restore', () => {
  it('erases a person again whom the backup brought back, whatever was in the account', async () => {
    await live();
    const before = new Map(
      (Object.keys(samples) as EntityKind[]).map((kind) => [kind, structuredClone(world.store.all(kind))]),
    );
    await close();
    world.clock.advance(month);
    await eraseAccount(world.services, user.userId);
    const [erasure] = world.store.all('erasure');
    if (!erasure) throw new Error('not listed');

    // The backup: everything as it was before the closing, except the list of erasures, which is not restored.
    const restored = moneyWorld();
    restored.clock.advance(month);
    // Skips the audit ids that the first world has used.
    for (let given = 0; given < 100; given += 1) restored.services.random.id('audit');
    for (const [kind, items] of before)
      for (const item of items) if (kind !== 'erasure') await restored.store.commit([insert(kind, item as never)]);
    await restored.store.commit([insert('erasure', erasure)]);
    const other = await restored.cardholder(500, { firstname: 'Olga' });
    world = restored;
    expect(found()).toEqual(words);

    expect(await replayErasures(world.services)).toEqual({ listed: 1, erased: 1, failed: [] });
    expect(found()).toEqual([]);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, unclaimedCents: 1_234 });
    expect(await world.store.get('user', other)).toMatchObject({ firstname: 'Olga' });
    expect(world.store.all('formerMailbox')).toHaveLength(1);
    expect(world.store.all('erasure')).toHaveLength(1);
    world.clock.advance(60 * 60_000);
    await eraseDueAccounts(world.services);
    expect(await replayErasures(world.services)).toEqual({ listed: 1, erased: 0, failed: [] });
  });

  it('keeps the mailboxes of people whom the backup is too old to have, however many they are', async () => {
    const listed = Array.from({ length: 101 }, (_, index) => ({
      ...samples.erasure,
      userId: idAt('usr', 100 + index),
      mailboxHash: `mailbox-${index}`,
    }));
    for (const erasure of listed) await world.store.commit([insert('erasure', erasure)]);
    expect(await replayErasures(world.services)).toEqual({ listed: 101, erased: 0, failed: [] });
    expect(world.store.all('formerMailbox')).toHaveLength(101);
  });

  it('goes on when one person fails, and names that person', async () => {
    await live();
    await close();
    world.clock.advance(month);
    const failing = 'usr_00000000000000000000000000';
    await world.store.commit([insert('erasure', { ...samples.erasure, userId: failing, mailboxHash: 'failing' })]);
    const getBoth: Store['getBoth'] = async (first, second) => {
      if ('userId' in first.key && first.key.userId === failing) throw new Error('a field of it is missing');
      return world.store.getBoth(first, second);
    };
    await eraseAccount(world.services, user.userId);
    expect(await replayErasures({ ...world.services, store: { ...world.store, getBoth } })).toEqual({
      listed: 2,
      erased: 1,
      failed: [{ userId: failing, detail: 'a field of it is missing' }],
    });
  });

  it('does nothing to people who are still erased, and leaves a new owner of the address alone', async () => {
    await live();
    await close();
    world.clock.advance(month);
    await world.store.commit([remove('emailOwner', { emailHash: 'hash-of-zeb' })]);
    await world.store.commit([
      insert('emailOwner', { emailHash: 'hash-of-zeb', userId: 'usr_01J9ZK3V7Q0000000000000009' }),
    ]);
    await eraseAccount(world.services, user.userId);
    world.clock.advance(60 * 60_000);
    await eraseDueAccounts(world.services);
    expect(await replayErasures(world.services)).toEqual({ listed: 1, erased: 0, failed: [] });
    expect(world.store.all('emailOwner')).toHaveLength(1);
  });
});
