import { cents } from '#shared/money.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { noMetrics } from '#functions/adapters/metrics/emf-metrics.ts';
import { login, type Credentials, type LoginOutcome } from '#functions/domain/auth/sign-in/login.ts';
import { register, type Applicant } from '#functions/domain/auth/sign-up/register.ts';
import type { SignedIn } from '#functions/domain/auth/sessions/signed-in.ts';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { LogFields } from '#functions/ports/log.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import type { Random } from '#functions/ports/random.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { testKeys } from './test-keys.ts';

/** A password that is strong enough. */
export const goodPassword = 'Correct-horse-1';

/** People who sign up and in, in memory: a clock that stands still, real keys, an issuer that verifies at once. */
export type AuthWorld = {
  readonly services: Services;
  readonly clock: ManualClock;
  readonly store: MemoryStore;
  /** The mails sent, oldest first. */
  readonly mails: Mail[];
  /** The lines logged, oldest first. */
  readonly logs: { readonly level: string; readonly message: string; readonly fields: LogFields }[];
  /** Signs a person up; default Ada. */
  signUp(changes?: Partial<Applicant>): Promise<void>;
  /** Signs a person up and confirms the address. */
  joined(changes?: Partial<Applicant>): Promise<User>;
  /** Signs in; default Ada with her password. */
  signIn(changes?: Partial<Credentials>): Promise<SignedIn>;
  /** Signs in with the password, and stops when a second factor is required. */
  login(changes?: Partial<Credentials>): Promise<LoginOutcome>;
  /** Changes what is stored of a person. */
  change(userId: Id<'user'>, changes: Partial<Omit<User, 'version'>>): Promise<User>;
  userByEmail(email: string): User;
};

export const ada: Applicant = {
  email: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Lovelace',
  password: goodPassword,
  referredBy: undefined,
  clientAddress: '198.51.100.7',
};

/** Makes a world without people. */
export function authWorld(): AuthWorld {
  const clock = manualClock();
  const store = createMemoryStore(clock);
  const mails: AuthWorld['mails'] = [];
  const logs: AuthWorld['logs'] = [];
  const log =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      void logs.push({ level, message, fields });
  const services: Services = {
    store,
    clock,
    random: countedRandom(),
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    metrics: noMetrics,
    mailer: { send: async (mail) => void mails.push(mail) },
    returnedMails: { listedSince: async () => [] },
    keys: testKeys(),
    issuer: obligingIssuer(),
    payments: unused('payments'),
    paymentEvents: unused('paymentEvents'),
    issuerEvents: unused('issuerEvents'),
    deadLetters: { 'payment-events': noDeadLetters, 'issuer-events': noDeadLetters },
    settings: { siteUrl: 'https://satchel.example', floatFloorCents: cents(100_000) },
  };
  const world: AuthWorld = {
    services,
    clock,
    store,
    mails,
    logs,
    signUp: (changes = {}) => register(services, { ...ada, ...changes }),
    joined: async (changes = {}) => {
      const person = { ...ada, ...changes };
      await world.signUp(person);
      await verifyEmail(services, codeIn(mails.at(-1)));
      return world.userByEmail(person.email);
    },
    signIn: async (changes = {}) => {
      const outcome = await world.login(changes);
      if (outcome.isTwoFactorRequired) throw new Error('a second factor is asked for');
      return outcome;
    },
    login: (changes = {}) =>
      login(services, {
        email: ada.email,
        password: goodPassword,
        clientAddress: '198.51.100.7',
        deviceToken: undefined,
        browserToken: undefined,
        userAgent: '',
        ...changes,
      }),
    change: async (userId, changes) => {
      const user = await store.get('user', { userId });
      if (user === undefined) throw new Error('no such user');
      await store.commit([update('user', user, changes)]);
      return { ...user, ...changes, version: user.version + 1 };
    },
    userByEmail: (email) => {
      const user = store.all('user').find((one) => one.email === email);
      if (user === undefined) throw new Error('no such user');
      return user;
    },
  };
  return world;
}

/** Returns the verification code in a mail. */
export function codeIn(mail: Mail | undefined): string {
  const code = /\/email\/verify\/([A-Za-z0-9_-]+)/.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error('the mail holds no verification link');
  return code;
}

/** Returns the six digits in a mail. */
export function digitsIn(mail: Mail | undefined): string {
  const digits = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  if (digits === undefined) throw new Error('the mail holds no digits');
  return digits;
}

/** Returns the code of the reset link in a mail. */
export function resetCodeIn(mail: Mail | undefined): string {
  const code = /\/password\/reset\?code=([\w.-]+)&exp=\d+$/m.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error('the mail holds no reset link');
  return code;
}

/** Returns the token of the undo link in a mail. */
export function undoTokenIn(mail: Mail | undefined): string {
  const token = /\/email\/undo#([\w.-]+)$/m.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error('the mail holds no undo link');
  return token;
}

/** Returns the token of the link in a mail that cancels a reset of the factors. */
export function cancelTokenIn(mail: Mail | undefined): string {
  const token = /\/factor-reset\/cancel#([\w.-]+)$/m.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error('the mail holds no link that cancels a reset');
  return token;
}

/** Returns the code of the AppError that a promise rejects with, or its value when it succeeds. */
export async function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  }
}

/** A queue without dead letters. */
export const noDeadLetters: DeadLetters = { peek: async () => ({ count: 0, sample: [] }), giveBack: async () => 0 };

/** Makes random values that never repeat and are the same in every run. */
function countedRandom(): Random {
  let count = 0;
  const prefixes = {
    user: 'usr',
    card: 'crd',
    deposit: 'dep',
    operation: 'op',
    session: 'ses',
    movement: 'mov',
    event: 'evt',
    reward: 'rwd',
    audit: 'aud',
    passkey: 'pky',
    notification: 'ntf',
    case: 'cas',
    ticket: 'tkt',
    adjustment: 'adj',
    treasury: 'trs',
  };
  return {
    id: (kind) => `${prefixes[kind]}_${String((count += 1)).padStart(26, '0')}` as never,
    token: (bytes) => Buffer.from(String((count += 1)).padStart(bytes, '#')).toString('base64url'),
    below: (bound) => (count += 1) % bound,
  };
}

/** Makes an issuer that verifies every person at once. */
function obligingIssuer(): CardIssuer {
  const holderOf = (userId: Id<'user'>) =>
    ({ outcome: 'success', value: { holderId: `holder-${userId}`, userId, status: 'verified' } }) as const;
  return {
    ...unused<CardIssuer>('issuer'),
    registerCardholder: async ({ userId }) => holderOf(userId),
    findCardholder: async (userId) => holderOf(userId),
    readCardholder: async (holderId) => holderOf(holderId.replace('holder-', '') as Id<'user'>),
  };
}

/** Stands in for a service that the tests do not use. */
function unused<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get: (_, property) => {
      throw new Error(`${name}.${String(property)} is not part of this world`);
    },
  });
}
