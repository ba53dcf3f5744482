import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { IsoDate, OneTimeCode, PresentPassword, showable, showsSomething } from './fields.ts';
import { defineRoutes } from './route.ts';

/** Ways to prove that the account's owner is there. With an app or a passkey on, `password` is not accepted. */
export const proofMethods = ['password', 'totp', 'passkey', 'recovery_code'] as const;

/** A way to prove that the account's owner is there. */
export type ProofMethod = (typeof proofMethods)[number];

/** Ways to finish a sign-in after the password: a code by email or of an app, a passkey, or a recovery code. */
export const secondStepMethods = ['email', 'totp', 'passkey', 'recovery_code'] as const;

/** A way to finish a sign-in after the password. */
export type SecondStepMethod = (typeof secondStepMethods)[number];

/** Form of a recovery code: ten characters of Crockford's base32, which has no letters that look like digits. */
const recoveryPattern = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/**
 * A code of any kind: six digits of a mail or an app, or a recovery code. Read without spaces and dashes, in capitals,
 * with the letters O, I and L as the digits that they look like.
 */
export const AnyCode = z.pipe(
  z.string('is missing').check(z.maxLength(40, 'must be 6 digits or a recovery code')),
  z.pipe(
    z.transform((typed: string) => {
      const bare = typed.replaceAll(/[\s-]/g, '').toUpperCase();
      return bare.length === 10 ? bare.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : bare;
    }),
    z.string().check(
      z.refine((code) => /^\d{6}$/.test(code) || recoveryPattern.test(code), {
        error: 'must be 6 digits or a recovery code',
      }),
    ),
  ),
);

/** Ten recovery codes, shown once. Each works once; only keyed hashes of them are stored. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).check(z.length(10)) });

/** Bytes in base64url, as WebAuthn puts them into JSON. */
const base64url = (charactersMax: number) =>
  z
    .string('is missing')
    .check(
      z.minLength(1, 'is missing'),
      z.maxLength(charactersMax, 'is too long'),
      z.regex(/^[\w-]+$/, 'is not base64url'),
    );

/** The fields of every answer of an authenticator, as `PublicKeyCredential.toJSON()` gives them. */
const credentialFields = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };

/** The answer of an authenticator that made a passkey. */
export const Attestation = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
  }),
});

/** The answer of an authenticator that used a passkey. */
export const Assertion = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: z.nullish(base64url(128)),
  }),
});

const Credential = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});

/** The name of a passkey, at most 60 characters. */
const PasskeyName = z
  .string('is missing')
  .check(
    z.trim(),
    z.minLength(1, 'is missing'),
    showsSomething,
    z.maxLength(60, 'is too long'),
    z.regex(showable, 'is not text'),
  );

/** The options for making a passkey: for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** The options for using a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Credential),
});

/** The proof of `auth.prove`. */
export const Proof = z.discriminatedUnion(
  'method',
  [
    z.strictObject({
      /** The way of the proof: one of `methods` in the refusal. */
      method: z.literal('password'),
      /** The password of the account. */
      password: PresentPassword,
    }),
    z.strictObject({
      method: z.literal('totp'),
      /** The six digits of the app, or with `recovery_code` one of the ten codes. */
      code: OneTimeCode,
    }),
    z.strictObject({ method: z.literal('recovery_code'), code: AnyCode }),
    z.strictObject({ method: z.literal('passkey'), assertion: Assertion }),
  ],
  'is not a way to prove who you are',
);

/** A passkey of an account. */
export const Passkey = z.object({
  _id: idSchema('passkey'),
  name: z.string(),
  createdAt: IsoDate,
  lastUsedAt: z.nullable(IsoDate),
});

/**
 * The protection of an account beside its password. `emailCodes` count at a sign-in only while no app or passkey is on.
 */
export const Security = z.object({
  emailCodes: z.boolean(),
  totp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** The time at which all factors are removed, because support resets them for an owner who lost them. */
  factorReset: z.nullable(z.object({ at: IsoDate })),
});

export const factorRoutes = defineRoutes({
  'user.security': {
    method: 'GET',
    path: '/user/security',
    access: 'session',
    withoutFactor: true,
    summary: 'How the account is protected: codes by email, authenticator app, passkeys, recovery codes left.',
    reply: Security,
    status: 200,
    errors: [],
  },
  'user.start-totp': {
    method: 'POST',
    path: '/user/totp',
    access: 'session',
    withoutFactor: true,
    summary: 'Make a secret for an authenticator app. It counts once a code of it was given, within ten minutes.',
    fresh: true,
    reply: z.object({
      /** The secret in base32, to be typed. */
      secret: z.string(),
      /** `otpauth://totp/…`, to be scanned. */
      uri: z.string(),
    }),
    status: 200,
    errors: [],
  },
  'user.confirm-totp': {
    method: 'POST',
    path: '/user/totp/confirm',
    access: 'session',
    withoutFactor: true,
    summary: 'Switch the authenticator app on with one of its codes. Shows ten recovery codes, once; older ones end.',
    body: z.strictObject({ code: OneTimeCode }),
    fresh: true,
    reply: RecoveryCodes,
    status: 200,
    errors: ['InvalidCode', 'Conflict', 'TooManyRequests'],
  },
  'user.remove-totp': {
    method: 'DELETE',
    path: '/user/totp',
    access: 'session',
    summary: 'Switch the authenticator app off.',
    fresh: true,
    reply: z.undefined(),
    status: 204,
    errors: ['NotFound', 'Conflict', 'TooManyRequests'],
  },
  'user.renew-recovery-codes': {
    method: 'POST',
    path: '/user/recovery-codes',
    access: 'session',
    summary: 'Make ten new recovery codes, shown once. The older ones end.',
    fresh: true,
    reply: RecoveryCodes,
    status: 200,
    errors: ['Conflict', 'TooManyRequests'],
  },
  'user.passkey-options': {
    method: 'POST',
    path: '/user/passkeys/options',
    access: 'session',
    withoutFactor: true,
    summary: 'Begin to add a passkey: what the browser needs to make one. Good for five minutes, once.',
    fresh: true,
    reply: PasskeyCreationOptions,
    status: 200,
    errors: ['Conflict'],
  },
  'user.add-passkey': {
    method: 'POST',
    path: '/user/passkeys',
    access: 'session',
    withoutFactor: true,
    summary:
      'Add the passkey that the browser made. With the first app or passkey come ten recovery codes, shown once.',
    body: z.strictObject({ attestation: Attestation, name: z.optional(PasskeyName) }),
    fresh: true,
    reply: z.extend(Passkey, { recoveryCodes: z.nullable(z.array(z.string())) }),
    status: 201,
    errors: ['Conflict', 'TooManyRequests'],
  },
  'user.rename-passkey': {
    method: 'PATCH',
    path: '/user/passkeys/{id}',
    access: 'session',
    summary: 'Rename a passkey.',
    params: z.strictObject({ id: idSchema('passkey') }),
    body: z.strictObject({ name: PasskeyName }),
    reply: Passkey,
    status: 200,
    errors: ['NotFound', 'TooManyRequests'],
  },
  'user.remove-passkey': {
    method: 'DELETE',
    path: '/user/passkeys/{id}',
    access: 'session',
    summary: 'Remove a passkey.',
    params: z.strictObject({ id: idSchema('passkey') }),
    fresh: true,
    reply: z.undefined(),
    status: 204,
    errors: ['NotFound', 'Conflict', 'TooManyRequests'],
  },
  'auth.passkey-options': {
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    summary: 'Begin to use a passkey, for a sign-in or for a proof of presence. Good for five minutes, once.',
    body: z.strictObject({
      /** `proof` is for `POST /auth/prove` and needs a session. */
      purpose: z._default(z.enum(['sign-in', 'proof'], 'must be sign-in or proof'), 'sign-in'),
    }),
    reply: PasskeyRequestOptions,
    status: 200,
    errors: ['InvalidAccessToken', 'AccountSuspended', 'AccountLocked'],
  },
  'auth.passkey': {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary: 'Sign in with a passkey: as the second step after a password, or without one.',
    body: z.strictObject({ assertion: Assertion }),
    reply: z.object({ userId: idSchema('user') }),
    status: 200,
    errors: ['InvalidCredentials', 'AccountSuspended', 'AccountLocked'],
  },
});
