import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const sessions = 'functions/domain/auth/sessions';

/** Faults of the sessions that a person sees and ends, of the mail about a new device, and of the ways of a proof. */
export const faultsOfListedSessions: readonly PlantedBug[] = [
  ...faultsIn(
    `${sessions}/end-session.ts`,
    ['domain/auth/sessions/end-session.test.ts', 'api/sessions/*.test.ts'],
    [
      [
        'anybody’s session may be ended',
        "if (target?.userId !== user.userId) throw new AppError('NotFound'",
        "if (target === undefined) throw new AppError('NotFound'",
      ],
      ['two browsers end each other', '...(isOwn ? [] : [unchanged(', '...(isOwn || !isOwn ? [] : [unchanged('],
      [
        'a session that has ended ends others',
        ' || !isLive(own, user, clock.now())) throw invalidAccessToken();',
        ') throw invalidAccessToken();',
      ],
      [
        'ending all others ends this one too',
        "update('session', own, { sessionGeneration }),",
        "update('session', own, {}),",
      ],
      [
        'ending all others ends none',
        'const sessionGeneration = user.sessionGeneration + 1;',
        'const { sessionGeneration } = user;',
      ],
      ['all others are ended without a limit', 'max: 5, windowMs', 'max: 5_000, windowMs'],
    ],
  ),
  ...faultsIn(
    `${sessions}/list-sessions.ts`,
    ['api/sessions/list.test.ts'],
    [
      [
        'the list shows sessions that are over',
        ' && isLive(session, user, nowMs))',
        ' && session.userId === user.userId && nowMs > 0)',
      ],
      [
        'the list shows what the index remembers',
        "const found = await store.getMany('session', listed);\n  return found.filter((session) => session !== undefined);",
        'return listed;',
      ],
      ['the oldest visit comes first', 'b.usedAtMs - a.usedAtMs', 'a.usedAtMs - b.usedAtMs'],
    ],
  ),
  ...faultsIn(
    `${sessions}/session-life.ts`,
    ['domain/auth/sessions/end-session.test.ts'],
    [
      ['an admin’s session lives for thirty days', 'createdAtMs + adminSessionMs, ', ''],
      ['an admin’s session may lie unused', ', usedAtMs + adminIdleMs)', ')'],
    ],
  ),
  ...faultsIn(
    `${sessions}/device-of.ts`,
    ['domain/auth/sign-in/*.test.ts', 'domain/notifications/sign-in-mails.test.ts', 'api/auth/login.test.ts'],
    [
      ['a known browser becomes another one at each sign-in', 'deviceId ?? random.token(16)', 'random.token(16)'],
      ['every browser is known', 'isKnown: deviceId !== undefined', 'isKnown: true'],
    ],
  ),
  ...faultsIn(
    'functions/domain/auth/sign-in/sign-in-write.ts',
    ['domain/notifications/sign-in-mails.test.ts'],
    [
      ['the first sign-in is reported', 'hasNeverSignedIn ? { isFirst: true }', 'hasNeverSignedIn ? {}'],
      ['a known device is reported', '!isKnown', 'true'],
    ],
  ),
  ...faultsIn(
    'functions/domain/notifications/security-mail.ts',
    ['domain/notifications/sign-in-mails.test.ts', 'domain/notifications/security-mail.test.ts'],
    [['new devices are mailed without a limit', 'max: 10, windowMs', 'max: 10_000, windowMs']],
  ),
  ...faultsIn(
    `${sessions}/open-session.ts`,
    ['domain/notifications/sign-in-mails.test.ts'],
    [['no sign-in but the first is reported', '{ hasNeverSignedIn: undefined }', '{ hasNeverSignedIn: true }']],
  ),
  ...faultsIn(
    'web/app/proof-ways.ts',
    ['web/app/proof-ways.test.ts'],
    [
      ['a passkey is asked for where the browser has none', " && (method !== 'passkey' || canUsePasskeys)", ''],
      ['a proof without a known way asks for nothing', "known.length === 0 ? ['password'] : known", 'known'],
    ],
  ),
];
