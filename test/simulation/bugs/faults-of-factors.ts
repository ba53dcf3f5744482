import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const factors = 'functions/domain/auth/factors';
const signIn = 'functions/domain/auth/sign-in';
const codes = ['domain/auth/factors/spend-code.test.ts'];
const passkeys = ['api/auth/passkey.test.ts', 'api/user/add-passkey.test.ts', 'domain/auth/factors/passkeys.test.ts'];
const restored = ['domain/auth/factors/restore-factors.test.ts'];

/** Faults of authenticator apps, passkeys, recovery codes, and of who needs one. */
export const faultsOfFactors: readonly PlantedBug[] = [
  ...faultsIn(
    `${factors}/totp-code.ts`,
    ['domain/auth/factors/totp-code.test.ts'],
    [
      ['an app’s code is good for five steps', 'const windowSteps = 1;', 'const windowSteps = 2;'],
      ['an app’s code is good again', ' && !usedSteps.includes(step)', ''],
    ],
  ),
  ...faultsIn(`${factors}/spend-code.ts`, codes, [
    ['an app’s used code is forgotten', '[...repeatableSteps(totp.usedSteps, nowMs), step]', '[step]'],
    ['a recovery code is good again', 'filter((each) => each !== codeHash)', 'filter(() => true)'],
    ['a proof of one kind takes a code of another', "kinds.includes('totp') ? spend", 'true ? spend'],
  ]),
  ...faultsIn(
    `${factors}/confirm-totp.ts`,
    [...codes, 'api/user/confirm-totp.test.ts'],
    [
      ['the first code of an app is good again', 'usedSteps: [step], addedAtMs', 'usedSteps: [], addedAtMs'],
      ['a secret is confirmed in another session', ' || pending.sessionId !== sessionId', ''],
      ['a secret waits forever', ' || pending.expiresAtMs <= nowMs', ''],
    ],
  ),
  ...faultsIn(`${signIn}/prove-presence.ts`, codes, [
    [
      'a password proves presence beside an app',
      '  if (!proofMethodsOf(user).includes(proof.method)) throw proofRequired(user);\n',
      '',
    ],
  ]),
  ...faultsIn(`${signIn}/verify-second-factor.ts`, codes, [
    ['a code of an app opens no session', "[insert('session', opened.session), opened.record", '[opened.record'],
    ['a known device is mailed about at each code', 'isKnown: deviceId !== undefined', 'isKnown: false'],
    ['a new device is not mailed about at a code', 'isKnown: deviceId !== undefined', 'isKnown: true'],
    [
      'strangers slow the owner’s known browser down at its code',
      '{ emailHash, deviceId, clientAddress: given.clientAddress }',
      '{ emailHash, deviceId: undefined, clientAddress: given.clientAddress }',
    ],
    [
      'wrong codes of a network are not counted',
      'if (session === undefined) await noteFailure(needs, attempt);\n  else',
      'if (session !== undefined)',
    ],
    ['wrong codes are never forgiven', '  else await forgetFailures(needs, attempt);\n', ''],
    [
      'a mailed code finishes a sign-in beside an app',
      'if (user.factors === undefined) {',
      'if (challenge?.codeHash !== undefined) {',
    ],
  ]),
  ...faultsIn(`${factors}/webauthn.ts`, passkeys, [
    [
      'a passkey is made that verified nobody',
      'requireUserVerification: true,\n      supportedAlgorithmIDs',
      'requireUserVerification: false,\n      supportedAlgorithmIDs',
    ],
    [
      'a passkey signs in that verified nobody',
      'requireUserVerification: true,\n      credential:',
      'requireUserVerification: false,\n      credential:',
    ],
    ['a passkey is used in a frame', "return clientDataOf(answer)['crossOrigin'] === true;", 'return false;'],
    ['a copied passkey signs in', 'counter: passkey.signCount,', 'counter: 0,'],
  ]),
  ...faultsIn(`${factors}/passkey-challenge.ts`, passkeys, [
    ['a passkey’s challenge is good again', 'max: 1, windowMs', 'max: 100, windowMs'],
    ['a passkey’s challenge lasts forever', ' || Number(expiry) <= needs.clock.now()', ''],
    ['a challenge of a sign-in proves presence', '[bond.purpose, bond.holder, body]', '[bond.holder, body]'],
    ['a challenge is answered elsewhere', '[bond.purpose, bond.holder, body]', '[bond.purpose, body]'],
  ]),
  ...faultsIn(`${factors}/add-passkey.ts`, passkeys, [
    ['a passkey is added twice', 'present.some(({ credentialId }) => credentialId === passkey.credentialId)', 'false'],
  ]),
  ...faultsIn(`${factors}/add-passkey.ts`, restored, [
    [
      'a first passkey makes the undo forget the app before it',
      "...withoutKinds(factors.all, ['recovery'], needs.clock.now()), passkey",
      'passkey',
    ],
  ]),
  ...faultsIn(`${factors}/add-passkey.ts`, passkeys, [
    ['the making of a removed passkey adds it again', 'quotas: [once],', 'quotas: [],'],
  ]),
  ...faultsIn(
    `${factors}/require-factor.ts`,
    ['domain/auth/factors/require-factor.test.ts', 'api/user/remove-*.test.ts'],
    [
      ['an admin needs no factor', "user.role === 'admin' && !isProtected(user)", 'false'],
      ['every admin is as exempt as the demo’s', 'user.email !== demoAdminEmail', 'demoAdminEmail === undefined'],
    ],
  ),
  ...faultsIn(
    'functions/runtime/endpoint.ts',
    ['runtime/authorisation.test.ts'],
    [['no route asks whether an admin has a factor', '      .use(requireFactor(route))\n', '']],
  ),
  ...faultsIn(`${signIn}/sign-in-with-passkey.ts`, passkeys, [
    ['a sign-in by passkey is not recorded', ", signInWrite(needs, user, device, 'passkey')", ''],
  ]),
  ...faultsIn(`${factors}/spend-assertion.ts`, passkeys, [
    ['the use of a passkey takes the place of all other factors', 'each === passkey ? used : each', 'used'],
    ['only the first passkey of a person works', 'credentialId === assertion.id', "credentialId !== ''"],
  ]),
  ...faultsIn(`${factors}/restore-factors.ts`, restored, [
    ['an undo leaves a thief’s factors', 'addedAtMs <= atMs && ', ''],
    ['an undo restores nothing', 'removedAtMs > atMs - undoMs', 'removedAtMs === Infinity'],
    ['an undo leaves the app that a thief put in its place', '!isReplaced(factor, index)', 'true'],
    ['an undo leaves one passkey only', "factor.kind !== 'passkey' &&\n", ''],
    ['an undo takes the owner’s new app for a thief’s', ' && wasOn(earlier))', ')'],
  ]),
  ...faultsIn(`${factors}/passkey-challenge.ts`, passkeys, [
    [
      'the use of a challenge is forgotten before the challenge ends',
      'windowMs: 2 * passkeyChallengeMs',
      'windowMs: passkeyChallengeMs / 2',
    ],
  ]),
];
