/** The switches for what the issuer's documents leave open, and the prices of the program. All may change while it runs. */
export type IssuerSettings = {
  /** `none`: the program asks no identity of its holders. `required`: registration without `identity` is a 422. */
  readonly holderIdentity: 'none' | 'required';
  /** `auto`: holders verify by themselves after `verificationDelayMs`; `manual`: only through the control door. */
  readonly verification: 'auto' | 'manual';
  readonly verificationDelayMs: number;
  /** Duration of a load or unload after it was accepted, in milliseconds. */
  readonly transferDelayMs: number;
  /** Delay of the creation event, in milliseconds; the card itself works at once. */
  readonly creationDelayMs: number;
  /** Maintenance money held back from a new card's first funding, in cents. */
  readonly heldCents: number;
  /** Monthly fee, in cents: taken from the held money first, then from the card. */
  readonly maintenanceFeeCents: number;
  /** Fee taken beside every purchase, in cents. */
  readonly purchaseFeeCents: number;
  /** Markup on the rate of a purchase that is not in USD; 100 is one percent. */
  readonly fxMarkupBasisPoints: number;
  /** Maximum amount of one purchase, in cents. */
  readonly singleTransactionCents: number;
  /** The card is deleted at this many declines in a row for lack of money. */
  readonly declinesUntilDeletion: number;
  /** Minimum time between accepted loads of one card, and between accepted unloads. */
  readonly fundLimitSeconds: number;
  /** Minimum time between reads of one card's details, of its balance, and of one page of its transactions. */
  readonly readLimitSeconds: number;
  /** Minimum time between registrations of one cardholder, and between quotes of exchange rates. */
  readonly minuteLimitSeconds: number;
  /** True when a reused reference is noticed before the rate limit. */
  readonly duplicateReferenceFirst: boolean;
  readonly frozenFunding: 'refused' | 'allowed';
  readonly frozenUnloading: 'refused' | 'allowed';
  /** The status call's report of a failed creation, by the creation's reference. */
  readonly failedCreation: 'reported' | 'unknown';
  /** True when the first funding of a new card sends a credit event too. */
  readonly creditEventForInitialFunding: boolean;
  readonly balanceNames: 'plain' | 'settled';
  /** The line that a statement begins with. */
  readonly statementOrder: 'newest_first' | 'oldest_first';
  /** The answer about an unknown reference: nothing public documents its words. */
  readonly unknownReference: string;
  /** Destination of the money that is on a card when it is deleted. */
  readonly deletionRest: 'wallet' | 'kept';
  /** Time that the time-out faults leave a call without an answer, in milliseconds. */
  readonly timeoutHoldMs: number;
};

/** The settings of a fresh simulator. */
export const defaultSettings: IssuerSettings = {
  holderIdentity: 'none',
  verification: 'auto',
  verificationDelayMs: 300,
  transferDelayMs: 300,
  creationDelayMs: 150,
  heldCents: 0,
  maintenanceFeeCents: 100,
  purchaseFeeCents: 0,
  fxMarkupBasisPoints: 0,
  singleTransactionCents: 500_000,
  declinesUntilDeletion: 15,
  fundLimitSeconds: 300,
  readLimitSeconds: 3,
  minuteLimitSeconds: 60,
  duplicateReferenceFirst: true,
  frozenFunding: 'refused',
  frozenUnloading: 'allowed',
  failedCreation: 'reported',
  creditEventForInitialFunding: false,
  balanceNames: 'plain',
  statementOrder: 'newest_first',
  unknownReference: "There's no transaction with this reference on this card",
  deletionRest: 'wallet',
  timeoutHoldMs: 30_000,
};

const choices: Partial<Record<keyof IssuerSettings, readonly string[]>> = {
  holderIdentity: ['none', 'required'],
  verification: ['auto', 'manual'],
  frozenFunding: ['refused', 'allowed'],
  frozenUnloading: ['refused', 'allowed'],
  failedCreation: ['reported', 'unknown'],
  balanceNames: ['plain', 'settled'],
  statementOrder: ['newest_first', 'oldest_first'],
  deletionRest: ['wallet', 'kept'],
};

/** The known settings among `values`; throws a RangeError that names the first one that is unknown or not of its kind. */
export function pickSettings(values: object): Partial<IssuerSettings> {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(defaultSettings, name)) throw new RangeError(`There is no setting "${name}"`);
    const key = name as keyof IssuerSettings;
    const allowed = choices[key];
    const fits =
      typeof value === typeof defaultSettings[key] &&
      (allowed === undefined || allowed.includes(String(value))) &&
      (typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0));
    if (!fits) throw new RangeError(`"${name}" cannot be ${JSON.stringify(value)}`);
    picked[name] = value;
  }
  return picked;
}
