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
  /** Id of the person whose link they signed up with; undefined for those who refer the others. */
  readonly referredBy: string | undefined;
  readonly client: ApiClient;
  /** The cards not known to be deleted, by id. */
  readonly cards: Map<string, SoakCard>;
  /** Deposits that were opened, by id. */
  readonly deposits: string[];
  /** Marks that were used already, by which effects are recognized (see Ask.mark). */
  readonly marks: Set<string>;
  /** The renewal of the session while one is under way. */
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
  /** Recognizes its transaction among all of that kind: no two requests of a person share it. */
  readonly mark: string;
  /** The change of the balance if it is carried out, in cents; undefined where only a provider knows. */
  readonly effectCents: number | undefined;
  /** `failed`: accepted, and then declined by a provider. `unknown`: not answered in time. */
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  /** The first successful answer. */
  reply: { readonly status: number; readonly body: unknown } | undefined;
};

/** Ids at the providers, and our float at the issuer in cents, before the first request. */
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
  /** The earlier content of the providers' books, which belongs to other people and is not checked. */
  readonly before: Before;
  readonly asks: Ask[];
  /** References of the purchases that the issuer approved. */
  readonly approved: string[];
  /** Count of events by kind. */
  readonly figures: Map<string, number>;
  /** The violations, in plain words. */
  readonly violations: string[];
};

/** Adds to the count of an event. */
export function count(world: Pick<SoakWorld, 'figures'>, what: string, times = 1): void {
  world.figures.set(what, (world.figures.get(what) ?? 0) + times);
}
