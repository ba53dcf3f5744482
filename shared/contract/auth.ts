import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { AnyCode, Proof, secondStepMethods } from './factors.ts';
import { Email, Message, NewPassword, PersonName, PresentPassword, withoutMarks } from './fields.ts';
import { defineRoutes } from './route.ts';

/** The outcome of a referral at sign-up, if there was one: drives the dashboard's modal. */
export const ReferralOutcome = z.object({
  attempted: z.boolean(),
  eligible: z.boolean(),
  reason: z.optional(z.string()),
});

export const authRoutes = defineRoutes({
  'auth.register': {
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Create an account. The answer is the same whether or not the address is taken.',
    body: z
      .strictObject({
        email: Email,
        firstname: PersonName,
        lastname: PersonName,
        password: NewPassword,
        /** The same as `password`. */
        confirmPassword: z.string('is missing').check(z.maxLength(256, 'is too long')),
        /** The id of the user whose referral link was followed. Judged when the address is verified. */
        referredBy: z.optional(z.string().check(z.maxLength(64))),
      })
      .check(
        z.refine((body) => body.password === body.confirmPassword, {
          path: ['confirmPassword'],
          error: 'is not the same as the password',
        }),
      ),
    reply: Message,
    status: 201,
    switch: 'signUp',
    errors: ['TooManyRequests', 'TemporarilyUnavailable', 'RegionNotServed'],
  },
  'auth.verify-email': {
    method: 'GET',
    path: '/auth/email/verify/{code}',
    access: 'public',
    summary: 'Verify an email address with the code from the mail.',
    params: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(256, 'is too long')) }),
    reply: z.object({ referral: ReferralOutcome }),
    status: 200,
    changesState: true,
    errors: ['InvalidVerificationLink'],
  },
  'auth.login': {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in with email and password.',
    body: z.strictObject({
      /** The address of the account; capitals make no difference. */
      email: z.string('is missing').check(withoutMarks, z.minLength(1, 'is missing'), z.maxLength(254, 'is too long')),
      /** The password of the account. */
      password: PresentPassword,
    }),
    reply: z.object({
      isTwoFactorRequired: z.boolean(),
      userId: idSchema('user'),
      /** Ways to take the second step; only where there is one. */
      methods: z.optional(z.array(z.enum(secondStepMethods))),
    }),
    status: 200,
    errors: ['InvalidCredentials', 'EmailNotVerified', 'AccountSuspended', 'AccountLocked', 'TooManyRequests'],
  },
  'auth.refresh': {
    method: 'GET',
    path: '/auth/refresh',
    access: 'public',
    summary: 'Exchange the refresh cookie for a fresh pair of cookies.',
    reply: Message,
    status: 200,
    changesState: true,
    errors: ['InvalidRefreshToken', 'AccountSuspended', 'AccountLocked'],
  },
  'auth.logout': {
    method: 'GET',
    path: '/auth/logout',
    access: 'public',
    summary: 'End this session. Always succeeds.',
    reply: Message,
    status: 200,
    changesState: true,
    errors: [],
  },
  'auth.verify-2fa': {
    method: 'POST',
    path: '/auth/2fa/verify',
    access: 'public',
    summary:
      'Finish a sign-in with a code: the six digits that were mailed or, with an authenticator app or a passkey on, those of the app or a recovery code.',
    body: z.strictObject({
      code: AnyCode,
      /** The `userId` that the first step of this sign-in returned. */
      userId: idSchema('user'),
    }),
    reply: z.object({ userId: idSchema('user') }),
    status: 200,
    errors: ['InvalidCode', 'AccountSuspended', 'AccountLocked', 'TooManyRequests'],
  },
  'auth.prove': {
    method: 'POST',
    path: '/auth/prove',
    access: 'session',
    withoutFactor: true,
    summary:
      "Prove that the account's owner is there: the session is fresh for ten minutes. Five wrong proofs end the session.",
    body: Proof,
    reply: z.undefined(),
    status: 204,
    errors: ['InvalidCredentials', 'InvalidCode', 'ProofRequired'],
  },
  'auth.undo-email-change': {
    method: 'POST',
    path: '/auth/email/undo',
    access: 'public',
    summary:
      'Give an account its email address back with the token of the mail to the old one. Ends every session, and locks the account until its password is reset.',
    body: z.strictObject({
      /** The token after the `#` of the mailed link. */
      token: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(256, 'is too long')),
    }),
    reply: Message,
    status: 200,
    errors: ['InvalidUndoLink'],
  },
  'auth.forgot-password': {
    method: 'POST',
    path: '/auth/password/forgot',
    access: 'public',
    summary: 'Mail a link to choose a new password. The answer is the same whether or not there is such an account.',
    body: z.strictObject({ email: Email }),
    reply: Message,
    status: 200,
    errors: ['TooManyRequests'],
  },
  'auth.reset-password': {
    method: 'POST',
    path: '/auth/password/reset',
    access: 'public',
    summary: 'Choose a new password with the code from the mail. Ends every session, verifies the email.',
    body: z.strictObject({
      password: NewPassword,
      /** The `code` of the mailed link. */
      verificationCode: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(256, 'is too long')),
    }),
    reply: Message,
    status: 200,
    errors: ['InvalidResetLink', 'TooManyRequests'],
  },
});
