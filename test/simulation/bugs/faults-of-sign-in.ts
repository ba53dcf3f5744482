import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const auth = 'functions/domain/auth';
const login = ['domain/auth/sign-in/login.test.ts', 'api/auth/login.test.ts'];
const quotas = ['domain/auth/*/{register,password-reset,second-factor,verify-email}.test.ts'];

/** Faults of signing in: passwords, the throttle, second factors, links that are mailed. */
export const faultsOfSignIn: readonly PlantedBug[] = [
  ...faultsIn(`${auth}/sign-in/login-throttle.ts`, login, [
    [
      'a right password clears the failures of its network',
      'for (const { counterId } of attempt.counted) await clear(needs, counterId);',
      'for (const { counterId } of [...attempt.counted, ...attempt.onFailure]) await clear(needs, counterId);',
    ],
    [
      'a right password clears nothing',
      'for (const { counterId } of attempt.counted) await clear(needs, counterId);',
      'for (const { counterId } of []) await clear(needs, counterId);',
    ],
    [
      'a wrong password is not counted for its network',
      'for (const { counterId } of attempt.onFailure) {',
      'for (const { counterId } of [] as readonly Bucket[]) {',
    ],
    ['an attempt is counted although it is refused', 'if (blocked.length > 0) {', 'if (blocked.length > 1) {'],
    ['one bucket in its back-off is not enough to wait', 'isUnderWay: blocked.every(', 'isUnderWay: !blocked.every('],
    [
      'fifty guesses are free for one browser',
      'const narrow: BackOff = { freeFailures: 5,',
      'const narrow: BackOff = { freeFailures: 50,',
    ],
    [
      'a hundred guesses from anywhere are free for one account',
      '{ freeFailures: 10, waitMaxMs: 30',
      '{ freeFailures: 100, waitMaxMs: 30',
    ],
    ['two thousand guesses are free for one network', '{ freeFailures: 200,', '{ freeFailures: 2_000,'],
    [
      'a network is slowed down for a day',
      'const networkWindowMs = 60 * minuteMs;',
      'const networkWindowMs = 24 * 60 * minuteMs;',
    ],
    [
      'a network is never counted',
      'onFailure: [await bucketOf(needs, `${guessed}-network`, [network, hour], perNetwork)],',
      'onFailure: [],',
    ],
    ['a known browser is counted with strangers', 'if (deviceId !== undefined) {', 'if (deviceId === "") {'],
    [
      'all known browsers of an account share a bucket',
      '`${guessed}-device`, [emailHash, deviceId], narrow',
      '`${guessed}-device`, [emailHash], narrow',
    ],
    [
      'a network counts only at one account',
      '`${guessed}-network`, [network, hour]',
      '`${guessed}-network`, [network, emailHash, hour]',
    ],
    [
      'strangers are counted per address and not per network',
      'const network = addressBlock(clientAddress);',
      'const network = clientAddress;',
    ],
    [
      'a new password leaves the account slowed down',
      '  await clear(needs, counterId);\n}',
      '  void clear; void counterId;\n}',
    ],
    [
      'how long to wait is sent in milliseconds',
      'retryAfterSeconds: Math.ceil(waitMs / 1000)',
      'retryAfterSeconds: waitMs',
    ],
  ]),
  ...faultsIn(
    `${auth}/sign-in/back-off.ts`,
    [...login, 'domain/auth/passwords/change-password.test.ts'],
    [
      [
        'one guess more than allowed is free',
        'counter.count < backOff.freeFailures',
        'counter.count <= backOff.freeFailures',
      ],
      ['a thousand guesses in a row are the end', 'const failuresMax = 100;', 'const failuresMax = 1_000;'],
      ['the typing errors of a university bar it for a day', ' && !backOff.isOfMany', ''],
      ['the wait does not double', 'firstWaitMs * 2 ** doublings', 'firstWaitMs * (doublings + 1)'],
      [
        'the wait has no end',
        'Math.min(backOff.waitMaxMs, firstWaitMs * 2 ** doublings)',
        'firstWaitMs * 2 ** doublings',
      ],
      ['failures are forgotten after an hour', 'const memoryMs = dayMs;', 'const memoryMs = 60 * 60_000;'],
      [
        'a second failure is not counted',
        '{ count: seen.count + 1, expiresAtMs }',
        '{ count: seen.count, expiresAtMs }',
      ],
    ],
  ),
  ...faultsIn(
    `${auth}/sign-in/login.ts`,
    [...login, 'domain/auth/sign-in/second-factor.test.ts'],
    [
      [
        'a password is not looked at where nobody has the address',
        'const isRight = await keys.verifyPassword(credentials.password, user?.passwordHash);',
        'const isRight = user !== undefined && (await keys.verifyPassword(credentials.password, user.passwordHash));',
      ],
      ['a wrong password signs in', 'if (user === undefined || !isRight) {', 'if (user === undefined) {'],

      [
        'a second factor that is on is not asked for',
        'if (begun !== undefined) return',
        'if (begun !== undefined && user.role === "admin") return',
      ],
      ['a suspended person signs in', 'if (user.isSuspended) throw accountSuspended();', ''],

      [
        'an address is looked up as it was typed',
        'keys.emailHash(normaliseEmail(credentials.email))',
        'keys.emailHash(credentials.email)',
      ],
    ],
  ),
  ...faultsIn(`${auth}/quota.ts`, quotas, [
    ['one more than a quota is allowed', 'counter.count < max ?', 'counter.count <= max ?'],
    ['a quota that is used up is nobody’s business', 'if (waitMs > 0) throw tooManyRequests(waitMs, message);', ''],
    ['the longest wait is not sent of two', 'Math.max(0, ...waits)', 'Math.max(0, waits[0] ?? 0)'],
    [
      'a quota is not given back',
      "await store.commit([remove('rateCounter', { counterId })]);",
      'void remove; void counterId; void store;',
    ],
    ['what is counted after the fact is not counted', '    await takeOne(needs, quotas);\n', ''],
  ]),
  ...faultsIn(
    `${auth}/network-quotas.ts`,
    [...quotas, 'domain/auth/network-quotas.test.ts'],
    [
      ['a network may sign up a thousand people an hour', 'registration: 100,', 'registration: 1_000,'],
      [
        'a network may ask for a hundred reset links an hour',
        "'password-forgotten': 10,",
        "'password-forgotten': 100,",
      ],
      [
        'a network may guess six hundred times an hour at other people’s digits',
        "'second-factor': 60,",
        "'second-factor': 600,",
      ],
      [
        'all kinds of requests share one count',
        'const counterId = `${scope}-network:${await keys.codeHash(`${scope}-network`, network)}`;',
        'const counterId = `any-network:${await keys.codeHash(`any-network`, network)}`;',
      ],
      [
        'private networks are exempt',
        "network === '127.0.0.0/24'",
        "network === '127.0.0.0/24' || network.startsWith('203.')",
      ],
    ],
  ),
  ...faultsIn(
    `${auth}/address-block.ts`,
    ['domain/auth/address-block.test.ts'],
    [
      ['a network of IPv4 is one address', 'return `${ipv4[1]}.0/24`;', 'return mapped;'],
      ['a network of IPv6 is half as long', 'groups.slice(0, 4)', 'groups.slice(0, 2)'],
      ['a mapped address is another network', '?.[1] ?? address;', '?.[2] ?? address;'],
      ['leading zeros make another network', "group.replace(/^0+(?=.)/, '')", 'group'],
    ],
  ),
  ...faultsIn(
    `${auth}/sign-up/register.ts`,
    ['domain/auth/sign-up/register.test.ts'],
    [['a household signs up from 65,536 networks', "slice(0, 3).join(':')}::/48", "slice(0, 4).join(':')}::/48"]],
  ),
  ...faultsIn(
    `${auth}/sign-up/sign-ups.ts`,
    ['domain/auth/sign-up/register.test.ts'],
    [
      [
        'a stranger’s password takes the place of that of a sign-up',
        'passwordHash === given.passwordHash &&',
        'true &&',
      ],
      [
        'a stranger’s referral takes the place of that of a sign-up',
        '      referredBy === given.referredBy',
        '      true',
      ],
      ['a stranger’s name takes the place of that of a sign-up', 'lastname === given.lastname &&', 'true &&'],
    ],
  ),
  ...faultsIn(
    `${auth}/addresses/mail-undo-links.ts`,
    ['domain/auth/addresses/email-change.test.ts'],
    [
      ['one mailbox that takes no mail holds back the link to another', 'continue;\n', 'return;\n'],
      [
        'a mailed undo link takes the others for mailed',
        'each.codeHash === codeHash && each',
        'codeHash !== undefined && each',
      ],
    ],
  ),
  ...faultsIn(
    `${auth}/addresses/finish-email-change.ts`,
    ['domain/auth/addresses/email-change.test.ts'],
    [
      [
        'an account that changed its address may take a reserved one',
        'changes.some((each) => each.emailHash === newHash)',
        'changes.length > 0',
      ],
      [
        'an account keeps the hash of its earlier address',
        '          emailHash: newHash,\n          emailChanges,',
        '          emailChanges,',
      ],
    ],
  ),
  ...faultsIn(
    `${auth}/challenge.ts`,
    ['domain/auth/challenge.test.ts', 'domain/auth/*/{second-factor,email-change}.test.ts'],
    [
      [
        'digits are good for an hour',
        'export const challengeMs = 10 * minuteMs;',
        'export const challengeMs = 60 * minuteMs;',
      ],
      [
        'digits are four',
        "String(random.below(1_000_000)).padStart(6, '0')",
        "String(random.below(10_000)).padStart(4, '0')",
      ],
      ['digits begin with no zero', ".padStart(6, '0')", ''],
      ['digits are stored as they are', 'await hashOf({ keys }, identity, code),', 'code,'],
      [
        'digits of one challenge fit the next',
        'JSON.stringify([purpose, userId, challengeId, code])',
        'JSON.stringify([purpose, userId, code])',
      ],
      [
        'digits of one purpose fit another',
        'JSON.stringify([purpose, userId, challengeId, code])',
        'JSON.stringify([userId, challengeId, code])',
      ],
      ['digits may be used twice', '    challenge.usedAtMs === undefined &&\n', ''],
      ['digits do not run out', '    challenge.expiresAtMs > nowMs &&\n', ''],
      ['digits outlive a new password', ' &&\n    challenge.sessionGeneration === user.sessionGeneration', ''],
      [
        'digits may be guessed at fifty times',
        'max: 5, windowMs: 2 * challengeMs',
        'max: 50, windowMs: 2 * challengeMs',
      ],
      [
        'fifty sets of digits are mailed in an hour',
        'max: 5, windowMs: 60 * minuteMs',
        'max: 50, windowMs: 60 * minuteMs',
      ],
      [
        'a hundred sets of digits are mailed in a day',
        'max: 10, windowMs: 24 * 60 * minuteMs',
        'max: 100, windowMs: 24 * 60 * minuteMs',
      ],
    ],
  ),
  ...faultsIn(
    `${auth}/sign-in/verify-second-factor.ts`,
    ['domain/auth/sign-in/second-factor.test.ts', 'api/auth/verify-2fa.test.ts'],
    [
      [
        'strangers share the guesses of the browser that gave the password',
        "isOwnBrowser ? 'owner' : 'stranger'",
        "'owner'",
      ],
      [
        'any digits are right',
        '(await hashOf(needs, challenge, given.code)) === challenge.codeHash',
        '(await hashOf(needs, challenge, given.code)) !== ""',
      ],
      [
        'digits are not used up by a sign-in',
        '[used, record, ...sessionWrites(user, session)]',
        '[record, ...sessionWrites(user, session)]',
      ],
      ['a stranger’s wrong digits cost the network nothing', '    await countRoughly(needs, quotas);\n', ''],
      ['a network that guessed too often guesses on', '  await assertLeft(needs, quotas);\n', ''],
      [
        'a right answer does not give the mails of the day back',
        "  await refill(needs, challengeQuotas(user, 'sign-in'));\n",
        '',
      ],
    ],
  ),
  ...faultsIn(
    `${auth}/sign-in/challenge-browser.ts`,
    ['domain/auth/sign-in/second-factor.test.ts', 'api/auth/{login,verify-2fa}.test.ts'],
    [
      ['any pending cookie is the browser that gave the password', 'return held === expected;', 'return true;'],
      ['no browser is the one that gave the password', 'return held === expected;', 'return false;'],
    ],
  ),
  ...faultsIn(
    `${auth}/sign-up/email-verification.ts`,
    ['domain/auth/*/{register,verify-email,login}.test.ts'],
    [
      ['a verification link is good for a month', 'const validMs = dayMs;', 'const validMs = 30 * dayMs;'],
      ['fifty verification mails are sent in an hour', 'const mailsPerHour = 5;', 'const mailsPerHour = 50;'],
      [
        'the code of a link is stored as it is',
        'codeHash: await keys.codeHash(verificationPurpose, code),',
        'codeHash: code,',
      ],
    ],
  ),
  ...faultsIn(
    `${auth}/passwords/forgot-password.ts`,
    ['domain/auth/passwords/password-reset.test.ts', 'api/auth/forgot-password.test.ts'],
    [
      ['thirty reset links are mailed in an hour', 'const mailsPerHour = 3;', 'const mailsPerHour = 30;'],
      ['a reset link is good for a day', 'expiresAtMs: nowMs + hourMs,', 'expiresAtMs: nowMs + 24 * hourMs,'],
      [
        'the reply shows by its time whether an address is known',
        'await clock.sleep(Math.ceil((spentMs + 1) / beatMs) * beatMs - spentMs);',
        'void spentMs; void beatMs;',
      ],
      ['the code of a reset link is short', 'const codeBytes = 32;', 'const codeBytes = 4;'],
      ['an address is not counted', ', ofAddress]);', ']); void ofAddress;'],
    ],
  ),
  ...faultsIn(
    `${auth}/passwords/reset-password.ts`,
    ['domain/auth/passwords/password-reset.test.ts', 'api/auth/reset-password.test.ts'],
    [
      [
        'a reset leaves sessions open',
        'const sessionGeneration = user.sessionGeneration + 1;',
        'const sessionGeneration = user.sessionGeneration;',
      ],
      ['a reset link may be used twice', '    reset.usedAtMs === undefined &&\n', ''],
      ['a reset link does not run out', '    reset.expiresAtMs > needs.clock.now() &&\n', ''],

      [
        'a common password may be chosen by a reset',
        "refuseCommonPassword(password, 'password');",
        'void refuseCommonPassword;',
      ],
      ['a reset keeps the password that others know', "throw samePassword('password');", 'void samePassword;'],
      ['a reset leaves the owner slowed down', '  await forgiveAccount(needs, emailHash);\n', ''],
      ['any code resets a password', 'reset.codeHash !== (await resetCodeHash(needs, code))', 'code === ""'],
    ],
  ),
  ...faultsIn(
    `${auth}/sign-in/assert-may-enter.ts`,
    ['domain/auth/sign-in/second-factor.test.ts', 'api/auth/passkey.test.ts'],
    [
      ['a suspended person finishes a sign-in', 'if (isSuspended) throw accountSuspended();', ''],
      ['a person locked until a reset finishes a sign-in', 'if (isLockedUntilReset) throw accountLocked();', ''],
    ],
  ),
  ...faultsIn(`${auth}/sign-in/login-throttle.ts`, login, [
    [
      'a refusal is held back for seconds while others guess at the account',
      'isUnderWay: blocked.every(',
      'isUnderWay: blocked.some(',
    ],
  ]),
  ...faultsIn(
    `${auth}/passwords/forgot-password.ts`,
    ['domain/auth/sign-up/register.test.ts'],
    [
      [
        'a stranger’s sign-up words the mail of a reset',
        "const firstname = signUps?.waiting.length === 1 ? newest.firstname : '';",
        'const firstname = newest.firstname;',
      ],
    ],
  ),
  ...faultsIn(
    'functions/api/auth/passkey.ts',
    ['api/auth/passkey.test.ts'],
    [
      [
        'a passkey leaves the sign-in that waited',
        'cookies: [...cookiesSet, clearedPendingCookie()]',
        'cookies: cookiesSet',
      ],
    ],
  ),
  ...faultsIn(
    'functions/api/auth/reset-password.ts',
    ['api/auth/reset-password.test.ts'],
    [
      [
        'a reset leaves the cookies of the session that it ended',
        '...clearedSessionCookies(), deviceCookie',
        'deviceCookie',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/auth/challenge.ts',
    ['domain/auth/sign-in/second-factor.test.ts'],
    [['guesses are forgotten while the digits live', 'windowMs: 2 * challengeMs }', 'windowMs: challengeMs / 2 }']],
  ),
  ...faultsIn(
    'functions/domain/auth/sign-in/login-throttle.ts',
    ['domain/auth/sign-in/login.test.ts'],
    [['the shortest of several waits is named', 'Math.max(...blocked.map', 'Math.min(...blocked.map']],
  ),
  ...faultsIn(
    'functions/domain/auth/network-quotas.ts',
    ['domain/auth/network-quotas.test.ts'],
    [
      [
        'all requests of a network are one count',
        '`${scope}-network:${await keys.codeHash(`${scope}-network`, network)}`',
        "`network:${await keys.codeHash('network', network)}`",
      ],
    ],
  ),
];
