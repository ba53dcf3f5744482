import { ulid } from 'ulid';
import type { Books } from '../books/open-books.ts';
import type { FaultRule, JsonObject, Work } from '../books/records.ts';
import type { FaultRules } from '../../kit/fault-rules.ts';
import type { IssuerSettings } from './settings.ts';
import type { VirtualClock } from '../../kit/virtual-clock.ts';

/** The clients of the simulator, and their secrets. */
export type IssuerKeys = {
  readonly accessToken: string;
  /** Passphrase of PINs and of the webhook signature. */
  readonly secretKey: string;
  readonly webhookSecret: string;
};

/** Everything the simulated issuer acts on. */
export type Issuer = {
  readonly keys: IssuerKeys;
  readonly books: Books;
  readonly clock: VirtualClock;
  readonly faults: FaultRules<FaultRule>;
  readonly settings: () => IssuerSettings;
  /** Base URL of this simulator, for the logos it serves itself. */
  readonly publicUrl: () => string;
};

/** The id of the one program that this simulator issues cards for. */
export const issuingAppId = '5a7c4e1b0d9f4c2e8a6b3d1f7e5c9a04';

/** Puts work off by virtual milliseconds. */
export function schedule(issuer: Issuer, work: Work, delayMs: number): void {
  issuer.books.jobs.put({ id: `job_${ulid()}`, dueAt: issuer.clock.now() + delayMs, work });
}

/** The money in the issuing wallet, in cents. */
export function walletCents(issuer: Issuer): number {
  return Number(issuer.books.facts.get('walletCents')?.value ?? 0);
}

/** Sets the issuing wallet, in cents. */
export function setWallet(issuer: Issuer, cents: number): void {
  issuer.books.facts.put({ id: 'walletCents', value: cents });
}

/** Adds to the issuing wallet, or takes from it with a negative number of cents. */
export function moveWallet(issuer: Issuer, cents: number): void {
  setWallet(issuer, walletCents(issuer) + cents);
}

/** An answer of the issuer's API: a status and a JSON body. */
export type Answer = { readonly status: number; readonly body: unknown };

/** A call of the issuer's API, taken apart. */
export type Call = {
  readonly base: 'live' | 'sandbox';
  readonly host: 'api' | 'relay';
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  readonly effects: readonly FaultRule[];
};

/** Handles one call; throws an `IssuerRefusal` for everything that is not a success. */
export type CallHandler = (issuer: Issuer, call: Call) => Answer;

/** The envelope of every success. */
export function success(status: number, message: string, data?: unknown): Answer {
  return { status, body: { status: 'success', message, ...(data === undefined ? {} : { data }) } };
}
