import { beforeEach, describe, expect, it } from 'vitest';
import { exportParts, type ExportPart } from '#shared/contract/data-export.ts';
import { cents } from '#shared/money.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { exportedKinds } from '#functions/domain/data-export/exported-kinds.ts';
import { readExport } from '#functions/domain/data-export/read-export.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import type { EntityKind } from '#functions/ports/entities.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { insert, update } from '#functions/ports/store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

let world: MoneyWorld;
let user: User;
let card: Card;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000, { passwordHash: 'SECRET-password', emailHash: 'SECRET-email' });
  card = await world.openCard(user);
});

/** Reads the whole export as the site does, with the number of its replies. */
async function wholeExport() {
  const { userId } = user;
  const [session] = world.store.all('session').filter((each) => each.userId === userId);
  if (!session) throw new Error('nobody is signed in');
  const present = (await world.store.get('user', user)) ?? user;
  const parts = {} as Record<ExportPart, object[]>;
  let cursor: string | undefined;
  let replies = 0;
  do {
    const page = await readExport(world.services, { user: present, session }, cursor);
    for (const { part, items } of page.items) (parts[part] ??= []).push(...items);
    expect(JSON.stringify(page.items).length).toBeLessThan(1_000_000);
    cursor = page.cursor;
    replies += 1;
  } while (cursor !== undefined);
  return { parts, replies };
}

/** Stores at least one item of every kind that a person can have. */
async function live(): Promise<void> {
  const { store, services } = world;
  const { userId } = user;
  const { cardId } = card;
  const later = world.clock.now() + 1_000_000;
  const own = { userId, expiresAtMs: later };
  await openSession(services, user, { name: 'Chrome on Android' });
  await openInvoice(
    services,
    await requestDeposit(services, {
      user,
      currency: 'USDT',
      network: 'TRON',
      amountCents: cents(5_000),
      claim: undefined,
    }),
  );
  const present = await store.get('user', { userId });
  const referral = await store.get('referralAccount', { userId });
  if (!present) throw new Error('no person');
  const change = { codeHash: 'SECRET-change', email: 'earlier@example.com', emailHash: 'SECRET-x' };
  const codeHashes = ['SECRET-recovery'];
  await store.commit([
    update('user', present, { emailChanges: [{ ...change, isTwoFactorEnabled: false, atMs: 0, untilMs: 1 }] }),
    insert('depositSources', { ...samples.depositSources, userId, addresses: ['TPayer'] }),
    insert('factors', {
      ...samples.factors,
      userId,
      all: [
        { kind: 'totp', encryptedSecret: 'SECRET-totp', usedSteps: [], addedAtMs: 0 },
        { kind: 'recovery', codeHashes, addedAtMs: 0 },
      ],
    }),
    insert('audit', { ...samples.audit, subjectId: userId, action: 'suspend', hasWords: true }),
    insert('auditWords', { ...samples.auditWords, subjectId: userId, reason: 'SECRET-note of staff' }),
    insert('cardTransaction', { ...samples.cardTransaction, userId, cardId, number: 500 }),
    insert('subscriptions', {
      ...samples.subscriptions,
      userId,
      found: [{ cardId, merchant: 'Netflix', expectedCents: cents(1_549), cadenceDays: 30, nextAtMs: later }],
    }),
    ...(referral ? [] : [insert('referralAccount', { ...samples.referralAccount, userId, requested: undefined })]),
    insert('reward', { ...samples.reward, referrerId: userId }),
    insert('notificationState', { ...samples.notificationState, userId }),
    insert('notification', { ...samples.notification, ...own }),
    insert('case', { ...samples.case, userId }),
    insert('caseMessage', { ...samples.caseMessage, text: 'I paid less' }),
    insert('cardCodes', { ...samples.cardCodes, cardId, encrypted: 'SECRET-codes', expiresAtMs: later }),
    insert('cardCodesKey', { ...samples.cardCodesKey, cardId, dataKey: 'SECRET-key', expiresAtMs: later }),
    insert('passwordReset', { ...samples.passwordReset, ...own, codeHash: 'SECRET-reset' }),
    insert('challenge', { ...samples.challenge, ...own, codeHash: 'SECRET-code' }),
  ]);
  const stored = await store.get('card', card);
  if (stored) await store.commit([update('card', stored, { transactionCount: 500, name: 'Holidays' })]);
}

describe('a data export', () => {
  it('has at least one item of every exported kind', async () => {
    await live();
    const { parts } = await wholeExport();
    for (const [kind, place] of Object.entries(exportedKinds)) {
      if (!('in' in place)) {
        expect(place.leftOut, kind).toMatch(/^[a-z].{15,}$/);
        continue;
      }
      expect(world.store.all(kind as EntityKind), `${kind} in the world`).not.toEqual([]);
      for (const part of place.in) expect(parts[part]?.length, `${kind} in ${part}`).toBeGreaterThan(0);
    }
    expect(Object.keys(parts).toSorted()).toEqual([...exportParts].toSorted());
  });

  it('holds the names, texts and amounts that the site shows', async () => {
    await live();
    const { parts } = await wholeExport();
    expect(parts.profile).toMatchObject([
      { email: user.email, firstname: 'Pat', earlierEmails: [{ email: 'earlier@example.com' }], paidFrom: ['TPayer'] },
    ]);
    expect(parts.sessions).toMatchObject([{ device: 'Chrome on Android' }]);
    expect(parts.cards).toMatchObject([{ _id: card.cardId, name: 'Holidays', last4Digits: card.last4Digits }]);
    expect(parts.cases).toMatchObject([{ messages: [{ text: 'I paid less' }] }]);
    expect(parts.subscriptions).toMatchObject([{ merchant: 'Netflix' }]);
    expect(parts.deposits).toMatchObject([{ currency: 'USDT', amount: 5_000 }]);
    expect(parts.operations.length).toBe(1);
  });

  it('holds the accepted terms and the referral that the account came by', async () => {
    await live();
    const present = await world.store.get('user', user);
    if (!present) throw new Error('no person');
    const referral = { isEligible: false, reason: 'The referral code is invalid or has expired.' };
    const terms = { termsVersion: '2026-11-22', termsAcceptedAtMs: 0 };
    await world.store.commit([update('user', present, { ...terms, referredBy: 'usr_of_a_friend', referral })]);
    expect((await wholeExport()).parts.profile).toMatchObject([
      {
        acceptedTerms: { of: '2026-11-22', at: '1970-01-01T00:00:00.000Z' },
        referredBy: { code: 'usr_of_a_friend', counts: false, reason: referral.reason },
      },
    ]);
  });

  it('lists no card that was never made, as the site lists none', async () => {
    await openSession(world.services, user, { name: 'Chrome on Android' });
    world.issuer.misbehave('createCard', { does: 'declined', reason: 'unavailable' });
    expect((await world.openCard(user)).lifecycle).toBe('failed');
    const { parts } = await wholeExport();
    expect(parts.cards).toMatchObject([{ _id: card.cardId, status: 'active' }]);
    expect(parts.activity).toMatchObject([{ kind: 'card_creation', status: 'failed' }, {}]);
  });

  it('holds no secret and no note of staff about the person', async () => {
    await live();
    const text = JSON.stringify((await wholeExport()).parts);
    expect(text.match(/SECRET[-\w ]*/g)).toBeNull();
    for (const word of ['passwordHash', 'codeHash', 'emailHash', 'publicKey', 'issuerCardId', 'lastHash', 'version'])
      expect(text, word).not.toContain(`"${word}"`);
  });

  it('has nothing of another person', async () => {
    await live();
    const other = await world.cardholder(70_000, { firstname: 'Olga' });
    const foreign = await world.openCard(other);
    const text = JSON.stringify((await wholeExport()).parts);
    for (const word of ['Olga', other.email, other.userId, foreign.cardId]) expect(text).not.toContain(word);
  });

  it('is complete and repeats nothing over many pages', async () => {
    await live();
    const { store } = world;
    const { userId } = user;
    const second = { ...card, cardId: idAt('crd', 7), transactionCount: 130 };
    await store.commit([insert('card', { ...second, version: 1 })]);
    for (let from = 1; from <= 130; from += 65)
      await store.commit(
        Array.from({ length: 65 }, (_, at) =>
          insert('cardTransaction', { ...samples.cardTransaction, userId, cardId: second.cardId, number: from + at }),
        ),
      );
    for (let from = 0; from < 3; from += 1)
      await store.commit(
        Array.from({ length: 60 }, (_, at) =>
          insert('movement', { ...samples.movement, userId, subjectId: idAt('op', 1_000 + from * 60 + at) }),
        ),
      );
    const { sequence } = await world.wallet(user);
    for (const part of [1, 2])
      await store.commit(
        Array.from({ length: 100 }, (_, at) =>
          insert('entry', { ...samples.entry, ownerId: userId, sequence: sequence + (part - 1) * 100 + at + 1 }),
        ),
      );
    for (let at = 1; at <= 12; at += 1) {
      const caseId = idAt('cas', 20 + at);
      await store.commit([
        insert('case', { ...samples.case, caseId, userId }),
        ...Array.from({ length: 60 }, (_, number) =>
          insert('caseMessage', { ...samples.caseMessage, caseId, number: number + 1, text: 'x'.repeat(1_000) }),
        ),
      ]);
    }
    const { parts, replies } = await wholeExport();
    expect(replies).toBeGreaterThan(3);
    const unique = (items: readonly object[]) => new Set(items.map((item) => (item as { _id: string })._id)).size;
    const cardLines = parts.cardTransactions.filter((line) => (line as { cardId: string }).cardId === second.cardId);
    expect([cardLines.length, unique(cardLines)]).toEqual([130, 130]);
    const allLines = store
      .all('cardTransaction')
      .filter((line) => [card, second].some((each) => each.cardId === line.cardId));
    expect(unique(parts.cardTransactions)).toBe(allLines.length);
    const lines = store.all('movement').filter((line) => line.userId === userId).length;
    expect([parts.activity.length, unique(parts.activity)]).toEqual([lines, lines]);
    expect([parts.cases.length, unique(parts.cases)]).toEqual([13, 13]);
    const entries = store.all('entry').filter((entry) => [userId, card.cardId].some((id) => id === entry.ownerId));
    expect(parts.ledger.length).toBe(entries.length);
    const numbers = parts.ledger.map((entry) => entry as { account: string; number: number });
    expect(numbers.filter(({ account }) => account === 'balance').map(({ number }) => number)).toEqual(
      Array.from({ length: sequence + 200 }, (_, at) => at + 1),
    );
  });
});
