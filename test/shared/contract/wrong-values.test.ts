import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { notificationKinds, type NotificationKind } from '#shared/contract/notifications.ts';
import { examples } from '#infra/openapi/examples.ts';

type Routes = typeof routes;
type RouteWithBody = { [R in RouteId]: Routes[R] extends { readonly body: z.ZodMiniType } ? R : never }[RouteId];
type BodyOf<R extends RouteWithBody> = Routes[R] extends { readonly body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : never;
/** The fields of a body; of one that is a choice of several, the fields of all. */
type FieldOf<Body> = Body extends unknown ? keyof Body & string : never;
type WrongValues = readonly [unknown, ...(readonly unknown[])];

const text = ['', 5, null, ['x'], {}] as const;
const spaces = [' ', '\u200b'] as const;
const unshowable = ['\u202etxet', 'a\u0000', '\ud800'] as const;
const email = [...text, 'ada', 'ada@', `${'x'.repeat(250)}@example.com`] as const;
const personName = [...text, ' ', '<b>', '1', 'x'.repeat(61)] as const;
const newPassword = [...text, 'Correct-horse', 'correct-horse-1', `Aa1-${'x'.repeat(253)}`] as const;
const digits = [...text, '12345', '1234567', '12345x'] as const;
const anyCode = [...text, '12345', 'U234567890'] as const;
const token = [...text, 'x'.repeat(1_000)] as const;
const flag = ['true', 1, null] as const;
const id = [...text, 'x', 'zzz_01JQ5V8W7N3K2M4P6R8T0V2X4Z', 'usr_01JQ5V8W7N3K2M4P6R8T0V2X4'] as const;
const choice = [...text, 'other-than-all'] as const;
const cents = [0, -1, 1.5, '500', null, 2 ** 53] as const;
const reason = [...text, ...spaces, ...unshowable, 'x'.repeat(501)] as const;
const caseText = [...text, ...spaces, '\u202etxet', 'x'.repeat(1_001), 'It is 4111 1111 1111 1111.'] as const;
const pin = [-1, 10_000, 1.5, '', '123', '12345', 'abcd', null] as const;
const seenMessages = [0, 1.5, '1', null] as const;
const mail = ['on', { mail: 1 }, { mail: true, sms: true }, null] as const;

const ofEveryKind = (values: WrongValues): Record<NotificationKind, WrongValues> =>
  Object.fromEntries(notificationKinds.map((kind) => [kind, values])) as Record<NotificationKind, WrongValues>;

/** Wrong values of every field of every body. A route or field that lacks them does not compile. */
const wrong: { readonly [R in RouteWithBody]: { readonly [F in FieldOf<BodyOf<R>>]-?: WrongValues } } = {
  'auth.register': {
    email,
    firstname: personName,
    lastname: personName,
    password: newPassword,
    confirmPassword: [5, null, 'another-Password-1', 'x'.repeat(257)],
    referredBy: [5, null, 'x'.repeat(65)],
  },
  'auth.login': { email: [...text, ' ', 'x'.repeat(255)], password: [...text, 'x'.repeat(257)] },
  'auth.verify-2fa': { code: anyCode, userId: id },
  'auth.prove': {
    method: choice,
    password: [...text, 'x'.repeat(257)],
    code: digits,
    assertion: [null, 'x', {}, { id: 'x', rawId: 'x', type: 'public-key' }],
  },
  'auth.undo-email-change': { token },
  'auth.forgot-password': { email },
  'auth.reset-password': { password: newPassword, verificationCode: token },
  'auth.cancel-factor-reset': { token },
  'auth.passkey-options': { purpose: choice },
  'auth.passkey': { assertion: [null, 'x', {}, { id: 'x', rawId: 'x', type: 'public-key' }] },
  'user.rename': { firstname: personName, lastname: personName },
  'user.accept-terms': { version: [...text, 'x'.repeat(21)] },
  'user.two-factor': { enabled: flag },
  'user.update-password': { currentPassword: [...text, 'x'.repeat(257)], newPassword },
  'user.start-email-change': { newEmail: email },
  'user.finish-email-change': { otp: digits },
  'user.confirm-totp': { code: digits },
  'user.add-passkey': {
    attestation: [null, 'x', {}, { id: 'x', rawId: 'x', type: 'public-key' }],
    name: [...text, ...spaces, ...unshowable, 'x'.repeat(61)],
  },
  'user.rename-passkey': { name: [...text, ...spaces, ...unshowable, 'x'.repeat(61)] },
  'user.close': { waiveCents: [-1, 1.5, '340', null, 2 ** 53] },
  'user.export-read': { token, cursor: [...text, 'x'.repeat(1_025)] },
  'user.set-notifications': {
    ...ofEveryKind(mail),
    card_frozen: [...mail, { mail: false }],
    debt: [...mail, { mail: false }],
    security: [...mail, { mail: false }],
    purchaseMinCents: [-1, 1.5, '500', null, 500_001],
  },
  'notifications.read': { through: id },
  'transactions.create': {
    network: [...text, 'x'.repeat(21)],
    currency: [...text, 'x'.repeat(21)],
    amountInUsd: cents,
  },
  'cards.create': { name: [...text, ...spaces, ...unshowable, 'x'.repeat(41)], pin },
  'cards.load': { amount: cents, includesFee: flag },
  'cards.unfreeze': { forMinutes: [0, 5, 11, '10', null] },
  'cards.unload': { amount: cents },
  'cards.pin': { pin },
  'cards.look': { name: [...text, ...spaces, ...unshowable, 'x'.repeat(41)], colour: choice },
  'cards.alerts': { lowBalance: [0, -1, 1.5, '500', 2 ** 53] },
  'cards.auto-load': {
    below: cents,
    amount: [...cents, 99],
    monthlyMax: [...cents, 2_499],
    until: ['', 5, 'tomorrow', '2026-02-30', '2026-12-31T10:00'],
  },
  'cards.report': { reason: choice, text: caseText },
  'cards.freeze-by-link': { token },
  'cases.write': { text: caseText },
  'subscriptions.mute': {
    cardId: id,
    merchant: [...text, 'x'.repeat(201)],
    mutedUntil: ['', 5, 'tomorrow', '2026-02-30'],
  },
  'admin.two-factor': { enabled: flag },
  'admin.suspend': {
    suspended: flag,
    reasonForUser: [5, null, ...unshowable, 'x'.repeat(501)],
    note: [5, null, ...unshowable, 'x'.repeat(501)],
    reason: [5, null, ...unshowable, 'x'.repeat(501)],
  },
  'admin.note': { text: caseText },
  'admin.answer-case': { text: caseText, seenMessages },
  'admin.close-case': { reason: [...text, ...spaces, 'x'.repeat(501), 'It is 4111 1111 1111 1111.'], seenMessages },
  'admin.factor-reset': { reason },
  'admin.decide-deposit': {
    outcome: choice,
    creditCents: [-1, 1.5, '13000', null, 2 ** 53],
    accept: ['coin', ['other-than-all'], [null], null],
    reason,
  },
  'admin.decide-operation': { outcome: choice, movedCents: cents, reason },
  'admin.propose-treasury': {
    kind: choice,
    direction: choice,
    amount: cents,
    fee: [-1, 1.5, '1500', null, 2 ** 53],
    coin: choice,
    coinAmount: [5, null, '1'.repeat(62)],
    reference: [...text, ...spaces, ...unshowable, 'x'.repeat(201)],
    reason,
  },
  'admin.decide-treasury': { outcome: choice, reason },
  'admin.propose-adjustment': {
    userId: id,
    amount: cents,
    direction: choice,
    reason,
    link: [...text, ...spaces, ...unshowable, 'x'.repeat(201)],
  },
  'admin.reject-adjustment': { reason },
  'admin.take-break': { from: ['', 5, 'x', 'zzz_01JQ5V8W7N3K2M4P6R8T0V2X4Z', {}] },
  'admin.close-break': { reason },
  'admin.decide-referral': { outcome: choice, reason },
  'admin.change-settings': {
    version: [-1, 1.5, '3', null],
    switches: [null, {}, { load: true }],
    coinsOff: ['XMR', ['XYZ'], null],
    announcement: [{ text: '', until: null }, { text: 'x'.repeat(301), until: null }, { text: 'Soon.' }, 'Soon.'],
    restrictedCountries: ['CU', ['cu'], ['CUB'], null],
    prices: [null, [{}], 'none'],
    limits: [null, [{}], 'none'],
    reason,
  },
};

/** Returns a body that the contract accepts and that has a field, where the route's example has another choice. */
const goodBody = (id: RouteWithBody, field: string): Readonly<Record<string, unknown>> => {
  if (id === 'auth.prove' && field === 'code') return { method: 'totp', code: '123456' };
  if (id === 'auth.prove' && field === 'assertion') return { method: 'passkey', ...examples['auth.passkey'].body };
  return { ...examples[id].body };
};

const ids = Object.keys(wrong) as RouteWithBody[];

describe('the contract', () => {
  it.each(
    ids.flatMap((id) => Object.entries<WrongValues>(wrong[id]).map(([field, values]) => ({ id, field, values }))),
  )('refuses a wrong $field of $id, and names it first, as missing only when it is empty', ({ id, field, values }) => {
    const { body }: Route = routes[id];
    const good = goodBody(id, field);
    expect(body?.safeParse(good).success).toBe(true);
    for (const value of values) {
      const first = body?.safeParse({ ...good, [field]: value }).error?.issues[0];
      expect(first?.path[0], JSON.stringify(value)).toBe(field);
      if (typeof value === 'string' && typeof good[field] === 'string' && /\w/.test(value))
        expect(first?.message, value).not.toBe('is missing');
    }
  });

  it.each(
    ids.flatMap((id) => Object.entries<WrongValues>(wrong[id]).map(([field, values]) => ({ id, field, values }))),
  )('reads a long text in $field of $id within 300 ms of CPU', ({ id, field }) => {
    const { body }: Route = routes[id];
    for (const filling of [' ', '\n', '\u200b', '4', '4 ', '1 ', 'a.', 'a@', '-']) {
      const filled = `a${filling.repeat(60_000 / Buffer.byteLength(filling))}a`;
      const before = process.threadCpuUsage();
      body?.safeParse({ ...goodBody(id, field), [field]: filled });
      const { user } = process.threadCpuUsage(before);
      expect(user / 1_000, `${JSON.stringify(filling)} in milliseconds`).toBeLessThan(300);
    }
  });

  it.each(ids)('refuses a field of %s that it does not know', (id) => {
    const { body }: Route = routes[id];
    const issues = body?.safeParse({ ...examples[id].body, surprise: 1 }).error?.issues;
    expect(issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['surprise'] }]);
  });
});
