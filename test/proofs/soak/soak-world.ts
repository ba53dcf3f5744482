import type { ApiClient } from '#infra/local/seed/api-client.ts';
import type { StackAddresses } from '#infra/local/seed/open-account.ts';

/** A card as its holder knows it. */
export type SoakCard = {
  readonly cardId: string;
  /** The card's data for a shop; undefined until it was revealed. */
  face: { readonly cardNumber: string; readonly expiry: string; readonly cvv: string } | undefined;
  /** Approved purchases that nothing has come back of yet, by the issuer's reference. */
  readonly purchases: string[];
};

/** A person who uses the product. */
export type SoakPerson = {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  /** By whose link they signed up; undefined for those who refer the others. */
  readonly referredBy: string | undefined;
  readonly client: ApiClient;
  /** The cards not known to be deleted, by id. */
  readonly cards: Map<string, SoakCard>;
  /** Deposits that were opened, by id. */
  readonly deposits: string[];
  /** Used-up marks by which effects are recognised (see Ask.mark). */
  readonly marks: Set<string>;
  /** The session being renewed, while it is. */
  renewal: Promise<void> | undefined;
};

/** A requested money mutation, and its outcome. */
export type Ask = {
  readonly person: SoakPerson;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** The kind of transaction that it makes. */
  readonly kind: string;
  /** By what its transaction is recognised among all of that kind: no two asks of a person share it. */
  readonly mark: string;
  /** The change of the balance if it is carried out, in cents; undefined where only a provider knows. */
  readonly effectCents: number | undefined;
  /** `failed`: accepted, and then declined by a provider. `unknown`: nobody answered in time. */
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  /** The first success that was answered. */
  reply: { readonly status: number; readonly body: unknown } | undefined;
};

/** Ids at the providers, and our float at the issuer in cents, before anything was asked for. */
export type Before = {
  readonly theirCards: ReadonlySet<string>;
  readonly theirInvoices: ReadonlySet<string>;
  readonly floatCents: number;
};

/** Everything that a soak remembers. */
export type SoakWorld = {
  readonly stack: StackAddresses;
  readonly seed: number;
  readonly people: readonly SoakPerson[];
  /** The earlier content of the providers' books: other people's, and none of our business. */
  readonly before: Before;
  readonly asks: Ask[];
  /** Purchases that the issuer said it approved, by its reference. */
  readonly approved: string[];
  /** Count of events by kind. */
  readonly figures: Map<string, number>;
  /** The violations, in plain words. */
  readonly violations: string[];
};

/** Counts something. */
export function count(world: Pick<SoakWorld, 'figures'>, what: string, times = 1): void {
  world.figures.set(what, (world.figures.get(what) ?? 0) + times);
}
