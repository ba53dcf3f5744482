import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { limits } from '#shared/limits.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Case } from '#functions/ports/entities/cases.ts';
import { insert, update } from '#functions/ports/store.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { answerCase, closeCase, writeToCase } from '#functions/domain/cases/write-to-case.ts';
import { findPayment } from '#functions/domain/cases/find-payment.ts';
import { reportPayment } from '#functions/domain/cases/report-payment.ts';
import { onceAfter } from '#test/support/once-after.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';
import { pay, payBack, report } from '#test/support/report-world.ts';

let world: MoneyWorld;
let user: User;
let admin: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000);
  admin = await world.cardholder(0, { role: 'admin' });
  card = await world.openCard(user);
  await pay(world, card);
});

afterEach(() => expectSoundBooks(world));

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown)),
  );
const found = (): Case => {
  const [only] = world.store.all('case');
  if (!only) throw new Error('no case');
  return only;
};
const openNow = () => world.store.all('openCases').flatMap(({ open }) => open);
const answer = (by: User = admin) =>
  answerCase(world.services, { actorId: by.userId, caseId: found().caseId, text: 'We asked the merchant.' });
const close = (by: User = admin) =>
  closeCase(world.services, { actorId: by.userId, caseId: found().caseId, reason: 'The merchant was right.' });
const write = (by: User = user) =>
  writeToCase(world.services, { userId: by.userId, caseId: found().caseId, text: 'Any news?' });
const declineOn = (reference: string) =>
  recordDecline(world.services, card, {
    type: 'decline',
    issuerCardId: card.issuerCardId ?? '',
    reference,
    amountCents: cents(300),
    reason: 'insufficient balance',
    description: 'NIMBUS STREAM',
    merchantCategoryCode: '5815',
    atMs: world.clock.now(),
  });

describe('a report', () => {
  it('opens a case with the payment and the first message, and leaves the card alone', async () => {
    await report(world, card);
    expect(found()).toMatchObject({
      userId: user.userId,
      cardId: card.cardId,
      merchant: 'Corner Coffee',
      amountCents: 200,
      refundedCents: 0,
      reason: 'wrong_amount',
      state: 'waiting',
      messageCount: 1,
    });
    expect(await world.store.listCaseMessages(found().caseId)).toMatchObject([{ from: 'cardholder', number: 1 }]);
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], actual: 'active' });
  });

  it('finds a payment by each of its references, and far back', async () => {
    await pay(world, card, { reference: 'P-2', references: ['P-2', 'ALIAS-2'] });
    const now = await world.card(card);
    await world.store.commit([update('card', now, { transactionCount: 700 })]);
    expect(await report(world, card, 'other', 'ALIAS-2')).toMatchObject({ reference: 'P-2' });
    await world.store.commit([update('card', await world.card(card), { transactionCount: now.transactionCount })]);
    expect(await codeOf(report(world, card, 'other', 'P-3'))).toBe('NotFound');
  });

  it('does not find a payment that is older than the searched lines', async () => {
    const { transactionCount } = await world.card(card);
    await world.store.commit([update('card', await world.card(card), { transactionCount: 5_000 })]);
    expect(await codeOf(report(world, card))).toBe('NotFound');
    await world.store.commit([update('card', await world.card(card), { transactionCount })]);
  });

  it('of a load is refused, and so is one of a stranger’s card', async () => {
    const load = world.store.all('cardTransaction').find(({ kind }) => kind === 'creation' || kind === 'load');
    expect(await codeOf(report(world, card, 'other', load?.reference))).toBe('NotFound');
    const stranger = await world.cardholder(0);
    expect(await codeOf(report(world, { ...card, userId: stranger.userId }))).toBe('NotFound');
  });

  it('is refused while a case about the payment is open, and stored once when two come at once', async () => {
    const codes = await Promise.all([codeOf(report(world, card)), codeOf(report(world, card, 'duplicate'))]);
    expect(codes.toSorted()).toEqual(['Conflict', 'done']);
    expect(world.store.all('case')).toHaveLength(1);
    expect(openNow()).toHaveLength(1);
  });

  it('is refused with ten open cases, also when ten more come at once', async () => {
    const references = Array.from({ length: 20 }, (_, index) => `Q-${index}`);
    for (const reference of references) await pay(world, card, { reference, amountCents: cents(1) });
    const codes = await Promise.all(references.map((reference) => codeOf(report(world, card, 'other', reference))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(limits.openCasesMax);
    expect(codes.filter((code) => code === 'TooManyCases')).toHaveLength(10);
    expect(openNow()).toHaveLength(limits.openCasesMax);
  });

  it.each([
    ['a reversal', ['P-1_REVERSAL'], 200],
    ['a refund', ['P-1'], 200],
    ['two parts', ['P-1', 'P-1_REVERSAL'], 100],
  ])(
    'of a payment that came back in full by %s is refused, unless it is not the owner’s',
    async (_, references, part) => {
      for (const reference of references) await payBack(world, card, { reference, amountCents: cents(part) });
      expect(await codeOf(report(world, card))).toBe('Conflict');
      expect(await codeOf(report(world, card, 'not_mine'))).toBe('done');
    },
  );

  it.each([
    ['wrong_amount', 'Conflict'],
    ['not_mine', 200],
  ] as const)('for %s counts a refund that is posted while the payment is looked up', async (reason, outcome) => {
    const store = onceAfter(world.store, 'listCardTransactions', () =>
      payBack(world, card, { amountCents: cents(200) }),
    );
    const { userId, cardId } = card;
    const asked = { userId, cardId, reference: 'P-1', reason, text: 'Please look at this.' };
    const done = reportPayment({ ...world.services, store }, asked).then(({ refundedCents }) => refundedCents);
    expect(await done.catch((thrown: AppError) => thrown.code)).toBe(outcome);
  });

  it('counts earlier refunds of the payment', async () => {
    await payBack(world, card, { amountCents: cents(50) });
    expect(await report(world, card)).toMatchObject({ refundedCents: 50 });
  });

  it('counts no refund of another payment', async () => {
    await pay(world, card, { reference: 'P-2', amountCents: cents(200) });
    await payBack(world, card, { reference: 'P-2', amountCents: cents(200) });
    expect(await report(world, card)).toMatchObject({ refundedCents: 0 });
  });

  it('stands beside a case about the line of the same number on another card', async () => {
    const other = await world.openCard(user);
    await pay(world, other, { reference: 'R-1' });
    await report(world, card);
    await report(world, other, 'other', 'R-1');
    const [one, two] = openNow();
    expect(two?.lineNumber).toBe(one?.lineNumber);
    expect(openNow()).toHaveLength(2);
  });
});

describe('a payment that is not the cardholder’s', () => {
  it('has the card frozen as by its owner, with the report as the reason', async () => {
    await report(world, card, 'not_mine');
    expect(await world.card(card)).toMatchObject({
      frozenReasons: ['owner'],
      freezeReason: 'You reported a payment that wasn’t yours, so this card is frozen until you unfreeze it.',
      actual: 'frozen',
    });
  });

  it.each(['lost', 'unheard'] as const)('is reported although the issuer’s answer is %s', async (does) => {
    world.issuer.misbehave('freeze', { does });
    await report(world, card, 'not_mine');
    expect(found().reason).toBe('not_mine');
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'] });
    expect((await world.card(card)).dueAtMs).toBeDefined();
  });

  it('is stored, with the freeze, before the issuer is called', async () => {
    const seen: unknown[] = [];
    const issuer = new Proxy(world.issuer, {
      get: (target, name, receiver) => {
        if (name === 'freeze') seen.push(world.store.all('case').length, world.store.all('card')[0]?.frozenReasons);
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const { userId, cardId } = card;
    const given = { userId, cardId, reference: 'P-1', reason: 'not_mine', text: 'Not me.' } as const;
    const { reportPayment } = await import('#functions/domain/cases/report-payment.ts');
    await reportPayment({ ...world.services, issuer }, given);
    expect(seen.slice(0, 2)).toEqual([1, ['owner']]);
  });

  it('makes no case while the freeze cannot be stored', async () => {
    world.store.beforeCommit = (writes) => {
      if (writes.some(({ kind, write: how }) => kind === 'card' && how === 'update')) throw new Error('table away');
    };
    expect(await codeOf(report(world, card, 'not_mine'))).toContain('table away');
    expect(world.store.all('case')).toEqual([]);
    world.store.beforeCommit = undefined;
  });

  it('freezes the card when a failed report is repeated after its owner unfroze the card', async () => {
    let times = 0;
    world.store.beforeCommit = (writes) => {
      if (times > 0 || !writes.some(({ kind }) => kind === 'case')) return;
      times += 1;
      world.store.beforeCommit = undefined;
      throw new Error('stop');
    };
    expect(await codeOf(report(world, card, 'not_mine'))).toContain('stop');
    await setDesiredState(world.services, { ...card, desired: 'active' });
    await report(world, card, 'not_mine');
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'] });
  });

  it('is reported of a card that was deleted since', async () => {
    await world.store.commit([update('card', await world.card(card), { lifecycle: 'deleted' })]);
    await report(world, card, 'not_mine');
    expect(found()).toMatchObject({ reason: 'not_mine', state: 'waiting' });
    const deleted = await world.card(card);
    expect(deleted.frozenReasons).toEqual([]);
    await world.store.commit([update('card', deleted, { lifecycle: 'open' })]);
  });

  it('freezes the card even with ten open cases', async () => {
    const open = Array.from({ length: 10 }, (_, index) => ({
      caseId: `cas_${index}` as const,
      cardId: card.cardId,
      lineNumber: 100 + index,
      references: [],
    }));
    await world.store.commit([
      { write: 'insert', kind: 'openCases', value: { userId: user.userId, open, version: 1 } },
    ]);
    expect(await codeOf(report(world, card, 'not_mine'))).toBe('TooManyCases');
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'] });
  });

  it('may be a declined one, which other reports may not name', async () => {
    await declineOn('D-1');
    const line = world.store.all('cardTransaction').find(({ status }) => status === 'declined');
    expect(await codeOf(report(world, card, 'other', line?.reference))).toBe('Conflict');
    expect(await codeOf(report(world, card, 'not_mine', line?.reference))).toBe('done');
  });
});

describe('a refund', () => {
  it.each([['P-1'], ['P-1_REVERSAL']])('in full (%s) closes the case and frees its place', async (reference) => {
    await report(world, card);
    await payBack(world, card, { reference });
    expect(found()).toMatchObject({ state: 'closed', closedBy: 'refund', refundedCents: 200 });
    expect(openNow()).toEqual([]);
  });

  it('in parts closes it with the last', async () => {
    await report(world, card);
    await payBack(world, card, { reference: 'P-1', amountCents: cents(150) });
    expect(found()).toMatchObject({ state: 'waiting', refundedCents: 150 });
    await payBack(world, card, { amountCents: cents(50) });
    expect(found()).toMatchObject({ state: 'closed', refundedCents: 200 });
  });

  it('that is delivered again changes nothing', async () => {
    await report(world, card);
    await payBack(world, card, { amountCents: cents(150) });
    await payBack(world, card, { amountCents: cents(150) });
    expect(found()).toMatchObject({ state: 'waiting', refundedCents: 150 });
  });

  it('leaves a case open whose payment was not the cardholder’s', async () => {
    await report(world, card, 'not_mine');
    await payBack(world, card);
    expect(found()).toMatchObject({ state: 'waiting', refundedCents: 200 });
    expect(openNow()).toHaveLength(1);
  });

  it('of another payment, or of another card, leaves it open', async () => {
    await report(world, card);
    await pay(world, card, { reference: 'P-2' });
    await payBack(world, card, { reference: 'P-2_REVERSAL' });
    const second = await world.openCard(user);
    await pay(world, second);
    await payBack(world, second);
    expect(found()).toMatchObject({ state: 'waiting', refundedCents: 0 });
  });

  it('that is posted during a report makes the report a conflict', async () => {
    let isRefunded = false;
    const codes = world.store;
    const commit = codes.commit.bind(codes);
    codes.commit = async (writes) => {
      if (!isRefunded && writes.some(({ kind }) => kind === 'case')) {
        isRefunded = true;
        await payBack(world, card);
      }
      return commit(writes);
    };
    expect(await codeOf(report(world, card))).toBe('Conflict');
    expect(world.store.all('case')).toEqual([]);
  });

  it.each([
    ['first', []],
    ['second', ['P-0']],
  ])('that is posted in the moment in which the %s case opens counts for it', async (_, earlier) => {
    for (const reference of earlier) {
      await pay(world, card, { reference });
      await report(world, card, 'wrong_amount', reference);
    }
    let isReported = false;
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async (writes) => {
      if (!isReported && writes.some(({ kind }) => kind === 'cardTransaction')) {
        isReported = true;
        await report(world, card);
      }
      return commit(writes);
    };
    await payBack(world, card);
    const [ended, ...others] = world.store.all('case').toReversed();
    expect(ended).toMatchObject({ state: 'closed', closedBy: 'refund', refundedCents: 200 });
    expect(others.map(({ state }) => state)).toEqual(earlier.map(() => 'waiting'));
    expect(openNow()).toHaveLength(earlier.length);
  });
});

describe('messages', () => {
  beforeEach(() => report(world, card));

  it('of staff are an audited answer; messages of the cardholder make the case wait for staff again', async () => {
    world.clock.advance(1_000);
    await answer();
    expect(found()).toMatchObject({ state: 'answered', sinceMs: world.clock.now(), messageCount: 2 });
    expect(auditsIn(world.store)).toMatchObject([
      { action: 'case-answer', actorId: admin.userId, subjectId: user.userId, about: found().caseId },
    ]);
    world.clock.advance(1_000);
    await write();
    expect(found()).toMatchObject({ state: 'waiting', sinceMs: world.clock.now(), messageCount: 3 });
  });

  it('of a cardholder who waits already keep the case’s place in the queue', async () => {
    const { sinceMs } = found();
    world.clock.advance(1_000);
    await write();
    expect(found()).toMatchObject({ sinceMs, messageCount: 2 });
  });

  it('that come at once are all kept', async () => {
    await Promise.all([answer(), answer(await world.cardholder(0, { role: 'admin' })), write()]);
    expect((await world.store.listCaseMessages(found().caseId)).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(found().messageCount).toBe(4);
  });

  it('are stored once when the newest is sent again, because its answer was lost', async () => {
    await write();
    const first = found();
    world.clock.advance(600_000);
    await write();
    expect(found()).toEqual(first);
    await answer();
    await answer();
    expect(found()).toMatchObject({ state: 'answered', messageCount: 3 });
    expect(auditsIn(world.store)).toHaveLength(1);
    expect(world.store.all('caseMessage')).toHaveLength(3);
  });

  it.each([
    ['later than ten minutes after', async () => world.clock.advance(600_001)],
    ['after a reply', () => answer()],
    ['after its case was closed', () => close()],
    ['after one of another text', () => writeToCase(world.services, { ...found(), text: 'Hello?' })],
  ])('%s the same words are a message of their own', async (_name, happens) => {
    await write();
    await happens();
    const { messageCount } = found();
    await write();
    expect(found()).toMatchObject({ state: 'waiting', messageCount: messageCount + 1 });
  });

  it('of two admins with the same words are both stored', async () => {
    await answer();
    await answer(await world.cardholder(0, { role: 'admin' }));
    expect(found().messageCount).toBe(3);
  });

  it('are refused above the maximum; the case can still be closed', async () => {
    await world.store.commit([update('case', found(), { messageCount: limits.caseMessagesMax })]);
    expect(await codeOf(write())).toBe('Conflict');
    expect(await codeOf(answer())).toBe('Conflict');
    expect(await codeOf(close())).toBe('done');
  });

  it('of a stranger find no case', async () => {
    expect(await codeOf(write(await world.cardholder(0)))).toBe('NotFound');
  });
});

describe('an act of staff that names the messages they have seen', () => {
  beforeEach(() => report(world, card));

  type Act = (seenMessages: number, needs?: typeof world.services) => Promise<Case>;
  const acts: readonly (readonly [string, Act])[] = [
    [
      'a closing',
      (seenMessages, needs = world.services) =>
        closeCase(needs, { actorId: admin.userId, caseId: found().caseId, reason: 'Solved.', seenMessages }),
    ],
    [
      'a reply',
      (seenMessages, needs = world.services) =>
        answerCase(needs, { actorId: admin.userId, caseId: found().caseId, text: 'Solved.', seenMessages }),
    ],
  ];
  const unread = {
    code: 'Conflict',
    message: 'The cardholder has written since you opened this. Read it first.',
  };

  it.each(acts)('%s is refused over an unseen message, and done once all are seen', async (_name, act) => {
    await write();
    const before = found();
    await expect(act(1)).rejects.toMatchObject(unread);
    expect(found()).toEqual(before);
    expect(auditsIn(world.store)).toEqual([]);
    expect(await codeOf(act(2))).toBe('done');
  });

  it('a reply is not refused over itself when its answer was lost', async () => {
    const reply = { actorId: admin.userId, caseId: found().caseId, text: 'Solved.', seenMessages: 1 };
    await answerCase(world.services, reply);
    await answerCase(world.services, reply);
    expect(found().messageCount).toBe(2);
  });

  it.each(acts)('%s is refused over a message that comes during its write', async (_name, act) => {
    const { store } = world;
    let isWritten = false;
    const commit: typeof store.commit = async (writes) => {
      if (!isWritten) {
        isWritten = true;
        await write();
      }
      await store.commit(writes);
    };
    await expect(act(1, { ...world.services, store: { ...store, commit } })).rejects.toMatchObject(unread);
    expect(found()).toMatchObject({ state: 'waiting', messageCount: 2 });
    expect(auditsIn(world.store)).toEqual([]);
  });

  it.each(acts)('%s is refused over a colleague’s reply, with a message of its own', async (_name, act) => {
    await answer(await world.cardholder(0, { role: 'admin' }));
    const message = 'Another of our team has replied since you opened this. Read it first.';
    await expect(act(1)).rejects.toMatchObject({ code: 'Conflict', message });
  });
});

describe('a closing', () => {
  beforeEach(() => report(world, card));

  it('stores the reason, frees the place and is audited', async () => {
    await close();
    expect(found()).toMatchObject({ state: 'closed', closedBy: 'support', closingReason: 'The merchant was right.' });
    expect(openNow()).toEqual([]);
    expect(auditsIn(world.store)).toMatchObject([
      { action: 'case-close', about: found().caseId, reason: 'The merchant was right.' },
    ]);
  });

  it('is done once when two of staff close at once', async () => {
    const second = await world.cardholder(0, { role: 'admin' });
    const codes = await Promise.all([codeOf(close()), codeOf(close(second))]);
    expect(codes.toSorted()).toEqual(['Conflict', 'done']);
    expect(auditsIn(world.store)).toHaveLength(1);
    expect(await codeOf(answer())).toBe('Conflict');
  });

  it('of the admin’s own case is refused, and so is an answer', async () => {
    const own = { ...found(), userId: admin.userId, version: found().version + 1 };
    await world.store.commit([{ write: 'update', kind: 'case', value: own }]);
    expect([await codeOf(close()), await codeOf(answer())]).toEqual(['Forbidden', 'Forbidden']);
  });

  it('is undone by a message of the cardholder, and the case takes a place again', async () => {
    await close();
    await write();
    expect(found()).toMatchObject({ state: 'waiting', messageCount: 2 });
    expect([found().closedBy, found().closingReason]).toEqual([undefined, undefined]);
    await payBack(world, card);
    expect(found()).toMatchObject({ state: 'closed', closedBy: 'refund' });
  });

  it('that is undone counts the refunds since, also one that is posted in that moment', async () => {
    await close();
    await payBack(world, card, { amountCents: cents(50) });
    const store = onceAfter(world.store, 'listCardTransactions', () =>
      payBack(world, card, { reference: 'P-1', amountCents: cents(30) }),
    );
    const message = { userId: user.userId, caseId: found().caseId, text: 'Still wrong.' };
    await writeToCase({ ...world.services, store }, message);
    expect(found()).toMatchObject({ state: 'waiting', refundedCents: 80 });
  });

  it('that is undone leaves the case open to a refund under another reference of the payment', async () => {
    await pay(world, card, { reference: 'P-2', references: ['P-2', 'ALIAS-2'] });
    const { caseId } = await report(world, card, 'other', 'P-2');
    await closeCase(world.services, { actorId: admin.userId, caseId, reason: 'The merchant was right.' });
    await writeToCase(world.services, { userId: user.userId, caseId, text: 'Any news?' });
    await payBack(world, card, { reference: 'ALIAS-2_REVERSAL' });
    expect(await world.store.get('case', { caseId })).toMatchObject({ state: 'closed', closedBy: 'refund' });
  });

  it('is not undone while another case of the payment is open', async () => {
    const { caseId } = await (async () => found())();
    await close();
    await report(world, card, 'duplicate');
    const again = writeToCase(world.services, { userId: user.userId, caseId, text: 'Again.' });
    expect(await codeOf(again)).toBe('Conflict');
    expect(openNow()).toHaveLength(1);
  });
});

it('an account with an open case is not closed', async () => {
  const other = await world.cardholder(0);
  const open = [{ caseId: 'cas_1', cardId: card.cardId, lineNumber: 1, references: [] }] as const;
  await world.store.commit([{ write: 'insert', kind: 'openCases', value: { userId: other.userId, open, version: 1 } }]);
  const needs = { ...world.services, mailer: { send: async () => undefined } };
  await expect(closeAccount(needs, { userId: other.userId, waiveCents: undefined })).rejects.toMatchObject({
    code: 'MoneyUnderWay',
    message: expect.stringMatching(/open case\. You’ll find it under Reported payments\./),
  });
});

describe('in the moment in which the account is closed', () => {
  let leaver: User;
  let deleted: Card;
  beforeEach(async () => {
    leaver = await world.cardholder(0);
    const { userId } = leaver;
    deleted = {
      ...samples.card,
      userId,
      cardId: idAt('crd', 70),
      lifecycle: 'deleted',
      balanceCents: cents(0),
      transactionCount: 1,
      sequence: 0,
    };
    const { cardId } = deleted;
    await world.store.commit([
      insert('card', deleted),
      insert('cardTransaction', { ...samples.cardTransaction, userId, cardId, number: 1, reference: 'P-1' }),
    ]);
  });

  /** Closes the account just before the first write of the call. */
  const closing = async (work: (services: typeof world.services) => Promise<unknown>): Promise<string> => {
    const { store } = world;
    let isClosed = false;
    const commit: typeof store.commit = async (writes) => {
      if (!isClosed) {
        isClosed = true;
        await closeAccount(world.services, { userId: leaver.userId, waiveCents: undefined });
      }
      await store.commit(writes);
    };
    return codeOf(work({ ...world.services, store: { ...store, commit } }));
  };

  it('no case is opened', async () => {
    const code = await closing((services) => report({ ...world, services }, deleted, 'duplicate'));
    expect([code, world.store.all('case'), openNow()]).toEqual(['InvalidAccessToken', [], []]);
  });

  it('no case is opened again by a message', async () => {
    await report(world, deleted);
    await close();
    const { caseId } = found();
    const code = await closing((services) =>
      writeToCase(services, { userId: leaver.userId, caseId, text: 'Any news?' }),
    );
    expect([code, found().state, openNow()]).toEqual(['InvalidAccessToken', 'closed', []]);
  });
});

it('counts a refund that names its payment by another reference than the one that is reported', async () => {
  const bought = {
    ...samples.cardTransaction,
    number: 1,
    kind: 'purchase',
    amountCents: cents(500),
    reference: 'listed-P-1',
    references: ['listed-P-1', 'P-1'],
  } as const;
  const back = {
    ...bought,
    number: 2,
    kind: 'reversal',
    amountCents: cents(200),
    reference: 'P-1_REVERSAL',
    references: ['P-1_REVERSAL'],
  } as const;
  const store = { listCardTransactions: async () => [bought, back] };
  const card = { ...samples.card, transactionCount: 2 };
  for (const reference of ['listed-P-1', 'P-1'])
    expect(await findPayment(store, card, reference)).toMatchObject({ refundedCents: 200 });
});
