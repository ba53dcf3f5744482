import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { cents } from '#shared/money.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { eventsOfChange, newLinesOf } from '#functions/domain/notifications/events-of-change.ts';
import { mailNotifications } from '#functions/domain/notifications/mail-notifications.ts';
import { mailTriesMax } from '#functions/domain/notifications/mail-schedule.ts';
import { markRead } from '#functions/domain/notifications/mark-read.ts';
import { notifyOfChanges } from '#functions/domain/notifications/notify-of-changes.ts';
import { setPreferences } from '#functions/domain/notifications/preferences.ts';
import {
  countUnread,
  describeNotification,
  listNotifications,
} from '#functions/domain/notifications/read-notifications.ts';
import { freezeByLink } from '#functions/domain/notifications/freeze-link.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import { MailRefused } from '#functions/ports/mailer.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { StoreUnavailable, update, WriteConflict } from '#functions/ports/store.ts';
import { recordChanges } from '#test/support/entity-changes.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { notify } from '#test/support/notify.ts';
import { idAt } from '#test/support/sample-entities.ts';

const minute = 60_000;

const staged = async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  const changes = recordChanges(world.store);
  const mails: (Mail & { readonly atMs: number })[] = [];
  let failure: (() => void) | undefined;
  const services: Services = {
    ...world.services,
    mailer: {
      send: async (mail) => {
        failure?.();
        mails.push({ ...mail, atMs: world.clock.now() });
      },
    },
  };
  const buy = (reference: string, amountCents = 120, on = card) =>
    postIssuerTransaction(services, on, {
      issuerCardId: on.issuerCardId ?? '',
      reference,
      direction: 'debit',
      amountCents: cents(amountCents),
      currency: 'USD',
      description: 'Blue Bottle',
      atMs: world.clock.now(),
      merchantName: 'Blue Bottle',
      merchantLogo: '',
      merchantCategoryCode: '5814',
      isRecurring: false,
      category: '',
      group: '',
    });
  const decline = (reference: string) =>
    recordDecline(services, card, {
      type: 'decline',
      issuerCardId: card.issuerCardId ?? '',
      merchantCategoryCode: '5814',
      reference,
      amountCents: cents(9_900),
      description: 'Blue Bottle',
      reason: 'insufficient funds',
      atMs: world.clock.now(),
    });
  return {
    world,
    services,
    user,
    card,
    changes,
    mails,
    buy,
    decline,
    deliver: () => notifyOfChanges(services, changes.splice(0)),
    sweep: (afterMs = 0) => {
      world.clock.advance(afterMs);
      return mailNotifications(services);
    },
    fail: (with_: (() => void) | undefined) => (failure = with_),
    notifications: () => world.store.all('notification'),
  };
};

describe('a committed purchase', () => {
  it('has one notification and one mail, however often the stream brings it', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    const changes = [...stage.changes];
    for (let times = 0; times < 3; times += 1) await notifyOfChanges(stage.services, changes);
    expect(stage.notifications()).toMatchObject([{ kind: 'purchase', mail: 'due', userId: stage.user.userId }]);
    await stage.sweep(minute);
    await notifyOfChanges(stage.services, changes);
    await stage.sweep(minute);
    expect(stage.mails).toMatchObject([{ to: stage.user.email, subject: expect.stringContaining('$1.20') as string }]);
    expect(stage.notifications()).toMatchObject([{ mail: 'sent', dueAtMs: undefined }]);
  });

  it('has one notification when several processes work on it', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    const changes = stage.changes.splice(0);
    await Promise.all([1, 2, 3, 4].map(() => notifyOfChanges(stage.services, changes)));
    stage.world.clock.advance(minute);
    await Promise.all([1, 2, 3, 4].map(() => mailNotifications(stage.services)));
    expect([stage.notifications().length, stage.mails.length]).toEqual([1, 1]);
  });

  it('is not lost when its write meets another one', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    const changes = stage.changes.splice(0);
    const commit = stage.world.store.commit.bind(stage.world.store);
    let conflicts = 2;
    stage.world.store.commit = async (writes) => {
      if (conflicts-- > 0) throw new WriteConflict([{ kind: 'notification', reason: 'contended' }]);
      return commit(writes);
    };
    await notifyOfChanges(stage.services, changes);
    expect(stage.notifications()).toMatchObject([{ kind: 'purchase' }]);
  });

  it('is mailed in the first run however many are due, unless the time of the run is over', async () => {
    const stage = await staged();
    const { world, services } = stage;
    const dueAtMs = world.clock.now();
    for (let number = 1; number <= 450; number += 1)
      await notify(world, { userId: idAt('usr', number) }, 1, { mail: 'due', mailTries: 0, dueAtMs });
    const waiting = () => stage.notifications().filter(({ mail }) => mail === 'due').length;
    const slow = { ...services, clock: { ...world.clock, now: () => (waiting() < 440 ? dueAtMs + 20_001 : dueAtMs) } };
    await mailNotifications(slow);
    expect(waiting()).toBeGreaterThan(400);
    expect((await mailNotifications(services)).failed).toBe(0);
    expect(waiting()).toBe(0);
  });

  it('has no notification when its commit failed', async () => {
    const stage = await staged();
    const commit = stage.world.store.commit.bind(stage.world.store);
    stage.world.store.commit = async () => {
      throw new StoreUnavailable('down');
    };
    await expect(stage.buy('P-1')).rejects.toBeInstanceOf(StoreUnavailable);
    stage.world.store.commit = commit;
    await stage.deliver();
    expect(stage.notifications()).toEqual([]);
  });

  it('carries a link that freezes its card', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    await stage.deliver();
    await stage.sweep(minute);
    const [, token = ''] = /\/freeze-card#(\S+)/.exec(stage.mails[0]?.text ?? '') ?? [];
    expect(stage.mails[0]?.html).toContain(`/freeze-card#${token}`);
    await freezeByLink(stage.services, { token });
    expect(await stage.world.card(stage.card)).toMatchObject({ actual: 'frozen' });
  });

  it('carries a link that works for seven days from the purchase, however late its mail was sent', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    const boughtAtMs = stage.world.clock.now();
    await stage.deliver();
    stage.fail(() => {
      throw new Error('SES is down');
    });
    for (const minutes of [1, 1, 5]) await stage.sweep(minutes * minute);
    stage.fail(undefined);
    await stage.sweep(60 * minute);
    const [, token = ''] = /\/freeze-card#(\S+)/.exec(stage.mails[0]?.text ?? '') ?? [];
    stage.world.clock.advance(boughtAtMs + 7 * 24 * 60 * minute - 1 - stage.world.clock.now());
    await freezeByLink(stage.services, { token });
    expect(await stage.world.card(stage.card)).toMatchObject({ actual: 'frozen' });
    stage.world.clock.advance(2 * minute);
    await expect(freezeByLink(stage.services, { token })).rejects.toBeInstanceOf(AppError);
  });

  it('has one mail with those of its card, and its link freezes this card', async () => {
    const stage = await staged();
    const other = await stage.world.openCard(stage.user);
    await stage.deliver();
    stage.mails.length = 0;
    await stage.buy('P-1');
    for (const reference of ['P-2', 'P-3']) await stage.buy(reference, 120, other);
    await stage.deliver();
    await stage.sweep(minute);
    const mailed = stage.mails.map(({ subject, text }) => [subject, /\/freeze-card#\S+(crd_[^.]+)/.exec(text)?.[1]]);
    expect(mailed).toEqual([
      ['$1.20 at Blue Bottle', stage.card.cardId],
      ['2 purchases on your cards', other.cardId],
    ]);
  });

  it('has no link in a mail that holds one of another card too, as one that an older version began does', async () => {
    const stage = await staged();
    const other = await stage.world.openCard(stage.user);
    await stage.deliver();
    await stage.sweep(minute);
    stage.mails.length = 0;
    await stage.buy('P-1');
    await stage.buy('P-2', 120, other);
    await stage.deliver();
    const { store } = stage.world;
    const due = store.all('notification').filter(({ mail }) => mail === 'due');
    await store.commit(due.map((each) => update('notification', each, { mailId: 'ntf_begun' })));
    await stage.sweep(minute);
    expect(stage.mails.map(({ text }) => text.includes('/freeze-card#'))).toEqual([false]);
  });

  it('below the chosen amount is listed and not mailed', async () => {
    const stage = await staged();
    await setPreferences(stage.services, stage.user.userId, { purchaseMinCents: 200 });
    await stage.buy('P-1', 199);
    await stage.buy('P-2', 200);
    await stage.deliver();
    expect(stage.notifications().map(({ mail }) => mail)).toEqual(['none', 'due']);
  });

  it('is not mailed to a person who switched purchases off', async () => {
    const stage = await staged();
    await setPreferences(stage.services, stage.user.userId, { purchase: { mail: false } });
    await stage.buy('P-1');
    await stage.deliver();
    await stage.sweep(minute);
    expect([stage.notifications().length, stage.mails.length]).toEqual([1, 0]);
  });
});

describe('a notification that is stored after a newer one was read', () => {
  it('is unread until it is read, and counts', async () => {
    const stage = await staged();
    const { userId } = stage.user;
    const { store } = stage.world;
    await stage.buy('P-1');
    const late = stage.changes.splice(0);
    stage.world.clock.advance(1_000);
    await stage.buy('P-2');
    await stage.deliver();
    const newest = stage.notifications()[0]?.notificationId ?? 'ntf_';
    await markRead(stage.services, userId, newest);
    for (let times = 0; times < 2; times += 1) await notifyOfChanges(stage.services, late);
    const unread = async () => {
      const { page, state } = await listNotifications(store, userId, { limit: 10 });
      const listed = page.items.filter((each) => describeNotification(each, state).readAt === null);
      return [(await countUnread(store, userId)).unread, listed.map(({ notificationId }) => notificationId < newest)];
    };
    expect(await unread()).toEqual([1, [true]]);
    await markRead(stage.services, userId, newest);
    expect(await unread()).toEqual([0, []]);
  });
});

describe('a flood', () => {
  it('of twenty declines in a minute is one mail', async () => {
    const stage = await staged();
    for (let place = 0; place < 20; place += 1) {
      await stage.decline(`D-${place}`);
      await stage.deliver();
      await stage.sweep(2_500);
    }
    await stage.sweep(minute);
    await stage.sweep(10 * minute);
    const declines = stage.mails.filter(({ subject }) => subject.includes('declined'));
    expect(declines).toMatchObject([{ subject: '20 purchases were declined' }]);
    expect(stage.notifications().filter(({ kind }) => kind === 'decline')).toHaveLength(20);
    expect(stage.notifications().every(({ mail }) => mail === 'sent')).toBe(true);
  });

  it('of sixty is two mails, and leaves the mail of before that failed in one piece', async () => {
    const stage = await staged();
    for (const place of [1, 2, 3, 4, 5]) await stage.buy(`P-${place}`);
    await stage.deliver();
    stage.fail(() => {
      throw new Error('SES is down');
    });
    await stage.sweep(minute);
    for (let place = 0; place < 60; place += 1) await stage.decline(`D-${place}`);
    await stage.deliver();
    stage.fail(undefined);
    for (let times = 0; times < 4; times += 1) await stage.sweep(minute);
    expect(stage.mails.map(({ subject }) => subject).toSorted()).toEqual([
      '10 purchases were declined',
      '5 purchases on your cards',
      '50 purchases were declined',
    ]);
    expect(new Set(stage.mails.map(({ mailId }) => mailId)).size).toBe(stage.mails.length);
  });

  it('of another kind is another mail', async () => {
    const stage = await staged();
    await stage.decline('D-1');
    await stage.buy('P-1');
    await stage.deliver();
    await stage.sweep(minute);
    expect(stage.mails).toHaveLength(2);
  });
});

describe('a mail', () => {
  const frozen = (stage: Awaited<ReturnType<typeof staged>>) =>
    setDesiredState(stage.services, { ...keyOf(stage.card), desired: 'frozen', reason: 'declines' });

  it('that need not wait is sent with its notification, once, however often the stream repeats it', async () => {
    const stage = await staged();
    await frozen(stage);
    const changes = [...stage.changes];
    for (let times = 0; times < 3; times += 1) await notifyOfChanges(stage.services, changes);
    expect(stage.mails).toMatchObject([{ subject: 'We froze Everyday' }]);
    expect(stage.notifications()).toMatchObject([{ kind: 'card_frozen', mail: 'sent', mailTries: 1 }]);
    await stage.sweep(10 * minute);
    expect(stage.mails).toHaveLength(1);
  });

  it('that need not wait is left to the sweep when the mails of its batch take long', async () => {
    const stage = await staged();
    const people = await Promise.all(Array.from({ length: 20 }, () => stage.world.cardholder(10_000)));
    const cards = await Promise.all(people.map((person) => stage.world.openCard(person)));
    stage.changes.splice(0);
    for (const card of cards)
      await setDesiredState(stage.services, { ...keyOf(card), desired: 'frozen', reason: 'declines' });
    stage.fail(() => stage.world.clock.advance(5_000));
    await stage.deliver();
    expect(stage.mails.length).toBeLessThan(20);
    await stage.sweep(minute);
    await stage.sweep(minute);
    expect(new Set(stage.mails.map(({ mailId }) => mailId)).size).toBe(20);
  });

  it('whose process dies before it is sent is sent by the sweep, with the same id', async () => {
    const stage = await staged();
    await frozen(stage);
    stage.fail(() => {
      throw new Error('killed');
    });
    await stage.deliver();
    expect([await stage.sweep(minute - 1), stage.mails.length]).toMatchObject([{ mails: 0 }, 0]);
    stage.fail(undefined);
    await stage.sweep(1);
    expect(stage.mails).toMatchObject([{ mailId: stage.notifications()[0]?.notificationId }]);
    await stage.sweep(60 * minute);
    expect(stage.mails).toHaveLength(1);
  });

  it('of a purchase names its time: after a failed try it may follow the mail of a later event', async () => {
    const stage = await staged();
    const mailed = () => stage.mails.map(({ subject, text }) => [subject, /^As of .*$/m.exec(text)?.[0]]);
    await stage.buy('P-1');
    await stage.deliver();
    stage.fail(() => {
      throw new Error('SES is down');
    });
    await stage.sweep(minute);
    stage.fail(undefined);
    await frozen(stage);
    await stage.deliver();
    await stage.sweep(minute);
    expect(mailed()).toEqual([
      ['We froze Everyday', 'As of Nov 21, 2026 at 12:01 AM UTC.'],
      ['$1.20 at Blue Bottle', 'As of Nov 21, 2026 at 12:00 AM UTC.'],
    ]);
  });

  it('about several purchases names the time from the first to the last', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    stage.world.clock.advance(minute);
    await stage.buy('P-2');
    await stage.deliver();
    await stage.sweep(minute);
    expect(stage.mails).toMatchObject([{ subject: '2 purchases on your cards' }]);
    expect(stage.mails[0]?.text).toContain('\nFrom Nov 21, 2026 at 12:00 AM UTC to Nov 21, 2026 at 12:01 AM UTC.\n');
  });

  it('whose process dies after it was sent is sent once more, with the same id', async () => {
    const stage = await staged();
    await frozen(stage);
    const commit = stage.world.store.commit.bind(stage.world.store);
    let writes = 0;
    stage.world.store.commit = async (each) => {
      if ((writes += 1) === 2) throw new StoreUnavailable('killed between sending and noting');
      return commit(each);
    };
    await stage.deliver();
    stage.world.store.commit = commit;
    await stage.sweep(minute);
    await stage.sweep(60 * minute);
    const ids = stage.mails.map(({ mailId }) => mailId);
    expect(ids).toEqual([stage.notifications()[0]?.notificationId, ids[0]]);
  });

  it('about several events whose process dies after it was sent is sent again whole, with the same id', async () => {
    const stage = await staged();
    for (const place of [1, 2, 3]) await stage.decline(`D-${place}`);
    await stage.deliver();
    const commit = stage.world.store.commit.bind(stage.world.store);
    stage.world.clock.advance(minute);
    let writes = 0;
    stage.world.store.commit = async (each) => {
      if ((writes += 1) === 2) throw new StoreUnavailable('killed between sending and noting');
      return commit(each);
    };
    await stage.sweep();
    stage.world.store.commit = commit;
    await stage.decline('D-4');
    await stage.deliver();
    for (let times = 0; times < 8; times += 1) await stage.sweep(minute);
    const subjects = stage.mails.map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      '3 purchases were declined',
      '3 purchases were declined',
      'Declined: $99.00 at Blue Bottle',
    ]);
    const [first, second] = stage.mails.filter(({ subject }) => subject.startsWith('3'));
    expect(first?.mailId).toBe(second?.mailId);
  });

  it('that fails is retried at growing delays, then given up with an alert', async () => {
    const stage = await staged();
    await frozen(stage);
    let tries = 0;
    const atMs: number[] = [];
    stage.fail(() => {
      tries += 1;
      atMs.push(stage.world.clock.now());
      throw new Error('SES is down');
    });
    await stage.deliver();
    for (let hours = 0; hours < 48; hours += 1) {
      for (let quarter = 0; quarter < 60; quarter += 1) await stage.sweep(minute);
    }
    expect(tries).toBe(mailTriesMax);
    const waits = atMs.slice(1).map((each, place) => Math.round((each - (atMs[place] ?? 0)) / minute));
    expect(waits).toEqual([1, 5, 15, 60, 240, 720]);
    expect(stage.notifications()).toMatchObject([{ mail: 'failed', dueAtMs: undefined }]);
    expect(stage.world.logs.filter((line) => JSON.stringify(line).includes('given up'))).toMatchObject([
      { level: 'error' },
    ]);
  });

  it('that takes long leaves the rest to the next run', async () => {
    const stage = await staged();
    const people = await Promise.all(Array.from({ length: 20 }, () => stage.world.cardholder(0)));
    const due = stage.world.clock.now();
    const waiting = { mailTries: 0, dueAtMs: due, expiresAtMs: due + 60 * minute };
    for (const person of people) await notify(stage.world, person, 1, waiting);
    stage.fail(() => stage.world.clock.advance(5_000));
    const first = await stage.sweep();
    expect(first.mails).toBeLessThan(20);
    for (let runs = 0; runs < 20; runs += 1) await stage.sweep();
    expect(stage.mails).toHaveLength(20);
  });

  it('that is refused is not tried again', async () => {
    const stage = await staged();
    await frozen(stage);
    let tries = 0;
    stage.fail(() => {
      tries += 1;
      throw new MailRefused('no such mailbox');
    });
    await stage.deliver();
    await stage.sweep(60 * minute);
    expect(tries).toBe(1);
    expect(stage.notifications()).toMatchObject([{ mail: 'refused' }]);
  });

  it('is not sent to an address that returned mail; the site still lists the notification', async () => {
    const stage = await staged();
    const user = await stage.world.store.get('user', stage.user);
    if (!user) throw new Error('there is no user');
    await stage.world.store.commit([
      update('user', user, { mailReturned: { reason: 'bounce', atMs: stage.world.clock.now() } }),
    ]);
    await stage.buy('P-1');
    await stage.deliver();
    await stage.sweep(minute);
    expect(stage.mails).toEqual([]);
    expect(stage.notifications()).toMatchObject([{ kind: 'purchase', mail: 'refused', dueAtMs: undefined }]);
  });

  it('of a change that mails by itself is not sent a second time', async () => {
    const stage = await staged();
    await setAccountLock(stage.services, { userId: stage.user.userId, isLocked: true });
    const wallet = await stage.world.wallet(stage.user);
    await stage.world.store.commit([update('wallet', wallet, { debtCents: cents(100), dueAtMs: 1 })]);
    await mailDebts(stage.services);
    const before = stage.mails.length;
    await stage.deliver();
    await stage.sweep(60 * minute);
    expect([before, stage.mails.length]).toEqual([1, 2]);
    expect(stage.notifications().map(({ kind, mail }) => [kind, mail])).toEqual([
      ['security', 'sent'],
      ['debt', 'none'],
    ]);
  });

  it('shows no more of a card than its last four digits', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    await stage.decline('D-1');
    await frozen(stage);
    await stage.deliver();
    await stage.sweep(minute);
    const words = stage.notifications().map(({ title, body }) => `${title} ${body}`);
    expect([words.length, stage.mails.length]).toEqual([3, 3]);
    for (const text of words) expect(text).not.toMatch(/\d{5}/);
  });
});

describe('a change that cannot be read', () => {
  it('is returned, and the other changes are processed', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    const good = stage.changes.splice(0);
    const broken = { kind: 'wallet', before: undefined, after: {} } as never;
    expect(await notifyOfChanges(stage.services, [broken, ...good])).toEqual([broken]);
    expect(stage.notifications()).toHaveLength(1);
  });

  it('fails the batch when the table does not answer, so that the stream repeats all of it', async () => {
    const stage = await staged();
    await stage.buy('P-1');
    const commit = stage.world.store.commit.bind(stage.world.store);
    stage.world.store.commit = async () => {
      throw new StoreUnavailable('down');
    };
    const changes = stage.changes.splice(0);
    await expect(notifyOfChanges(stage.services, changes)).rejects.toBeInstanceOf(StoreUnavailable);
    stage.world.store.commit = commit;
    await notifyOfChanges(stage.services, changes);
    expect(stage.notifications()).toHaveLength(1);
  });
});

it('a creation at the issuer is one event: the card is ready', async () => {
  const world = moneyWorld();
  const changes = recordChanges(world.store);
  await world.openCard(await world.cardholder(10_000));
  const kinds = await Promise.all(
    changes.map(async (change) => {
      const range = newLinesOf(change);
      const lines =
        range && change.kind === 'card' ? await world.store.listCardTransactions(change.after.cardId, range) : [];
      return eventsOfChange(change, lines).map(({ kind }) => kind);
    }),
  );
  expect(kinds.flat()).toEqual(['card_ready']);
});

function keyOf({ userId, cardId }: Card): Pick<Card, 'userId' | 'cardId'> {
  return { userId, cardId };
}
