import type { FaultRule as Rule } from '../../kit/fault-rules.ts';
import type { callModes, departureModes } from '../../kit/read-fault.ts';
import type { PinHash } from '../crypto/pin-hash.ts';

/** A JSON object whose fields have not been looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Every fault that the simulator can produce on request. */
export type FaultMode =
  | (typeof callModes)[number]
  | 'late_apply'
  | 'unauthorized'
  | 'rate_limited'
  | 'async_fail'
  | 'creation_fails_async'
  | 'empty_float'
  | 'stale'
  | (typeof departureModes)[number]
  | 'contradictory'
  | 'bad_signature'
  | 'missing_signature'
  | 'forged_body'
  | 'alternative_names'
  | 'duplicate_items';

/** A fault to come. */
export type FaultRule = Rule<FaultMode>;

/** A person to whom cards can be issued. */
export type Holder = {
  readonly id: string;
  readonly state: 'pending' | 'verified' | 'failed' | 'manual_review';
  readonly blacklisted: boolean;
  readonly deleted: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly address: JsonObject;
  readonly identity: JsonObject | null;
  readonly bvn: string | null;
  readonly metaData: JsonObject;
  readonly livemode: boolean;
  readonly createdAt: number;
};

/** The card's balances, in cents. */
export type CardBalances = { readonly bookCents: number; readonly availableCents: number };

/** One card with its money. PAN and CVV live here and in no answer but those that reveal them. */
export type Card = {
  readonly id: string;
  readonly holderId: string;
  readonly pan: string;
  readonly cvv: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly limitCents: number;
  readonly state: 'creating' | 'active' | 'failed' | 'deleted';
  readonly freeze: 'none' | 'user' | 'inactivity' | 'insufficient_funds';
  readonly fraud: boolean;
  /** All money on the card. */
  readonly bookCents: number;
  /** The part of it that is kept for the maintenance fee. */
  readonly heldCents: number;
  /** The part of it that unloads under way have taken out of reach. */
  readonly pendingUnloadCents: number;
  /** The balances before the last transaction: what a stale read shows. */
  readonly previous: CardBalances;
  readonly pin: PinHash;
  readonly pinSet: boolean;
  /** Declines in a row for lack of money. */
  readonly declines: number;
  readonly createdAt: number;
  readonly lastActivityAt: number;
  readonly potentialDeleteAt: number | null;
  readonly deletedAt: number | null;
  readonly deletionReason: string | null;
  /** The rest at deletion, which went back to the issuing wallet. */
  readonly returnedCents: number;
  readonly metaData: JsonObject;
  readonly livemode: boolean;
};

/** A creation, load or unload under its client's reference, which is unique among all of them. */
export type Transfer = {
  readonly id: string;
  readonly kind: 'create' | 'fund' | 'unload';
  readonly cardId: string;
  readonly cents: number;
  readonly status: 'PENDING' | 'SUCCESSFUL' | 'FAILED';
  readonly effects: readonly FaultRule[];
  readonly at: number;
};

/** A line of a card's statement. The direction says the sign; `cents` is positive. */
export type Entry = {
  readonly id: string;
  readonly cardId: string;
  readonly reference: string;
  readonly kind: 'funding' | 'unload' | 'purchase' | 'reversal' | 'fee';
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly cents: number;
  readonly description: string;
  readonly at: number;
  readonly merchant: MerchantOnEntry | null;
};

/** Where a purchase was made. */
export type MerchantOnEntry = { readonly name: string; readonly mcc: string; readonly recurring: boolean };

/** An attempt to pay with a card, approved or declined. */
export type Purchase = {
  readonly id: string;
  readonly cardId: string | null;
  readonly cents: number;
  readonly merchant: MerchantOnEntry;
  readonly approved: boolean;
  readonly reason: string | null;
  readonly reversedCents: number;
  readonly reversals: number;
  readonly at: number;
};

/** An event for the program, with its delivery. `dueAt` is null when it waits for nothing any more. */
export type WebhookRecord = {
  readonly id: string;
  /** Deliveries with one key happen one after the other. */
  readonly key: string;
  readonly event: string;
  readonly body: string;
  readonly state: 'waiting' | 'delivered' | 'suppressed' | 'abandoned';
  readonly dueAt: number | null;
  readonly attempts: number;
  readonly copiesLeft: number;
  readonly firstAttemptFault: FaultMode | null;
  /** Held back until the next event with the same key has been delivered. */
  readonly waitsForNext: boolean;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
};

/** Work for later; it survives a crash. */
export type ScheduledJob = {
  readonly id: string;
  readonly dueAt: number;
  readonly work: Work;
  /** Times in a row that it threw; absent before the first. */
  readonly failures?: number;
};

/** The work of a scheduled job. */
export type Work =
  | { readonly kind: 'settle_transfer'; readonly reference: string }
  | { readonly kind: 'verify_holder'; readonly holderId: string; readonly effects: readonly FaultRule[] }
  | { readonly kind: 'announce_creation'; readonly cardId: string; readonly effects: readonly FaultRule[] }
  | { readonly kind: 'fail_creation'; readonly cardId: string; readonly effects: readonly FaultRule[] }
  | { readonly kind: 'apply_late'; readonly request: IssuerRequest };

/** A call of the issuer's API, small enough to be kept and carried out later. */
export type IssuerRequest = {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly authorised: boolean;
  readonly rawBody: string;
};

/** A one-time permission to read one card's details through the relay. */
export type RevealToken = { readonly id: string; readonly cardId: string; readonly expiresAt: number };

/** When a rate-limited call was last accepted. */
export type RateStamp = { readonly id: string; readonly at: number };

/** A single number or text that has no table of its own. */
export type Fact = { readonly id: string; readonly value: unknown };
