/** The issuer's behavior where its contract leaves a choice. All of it may be changed at any time. */
export type Ways = {
  /** Time from acceptance until a cardholder, card or transfer is done, in milliseconds; 0 is before the answer. */
  settleMs: number;
  /** True when an answer waits until the webhooks of its effect were delivered. */
  webhooksFirst: boolean;
  /** `reported`: a card's first funding is listed and reported as a credit of its own. */
  firstFunding: 'silent' | 'reported';
  amounts: 'text' | 'number' | 'decimals';
  /** The currency that lines and events name. Cards are in USD, and nothing else is promised. */
  currency: string;
  /** The generation of the balance's field names. */
  balanceNames: 'plain' | 'settled';
  order: 'newest-first' | 'oldest-first';
  /** True when each page begins with the last line of the one before, as when a line was booked between two reads. */
  pagesOverlap: boolean;
  extraFields: boolean;
  optionalFields: boolean;
  timestamps: 'number' | 'text' | 'date';
  /** The one of a purchase's two references that webhooks carry. */
  webhookReference: 'client' | 'issuer';
  /** The status of an answer about an unknown card, cardholder or reference. */
  unknownStatus: 400 | 404;
  /** The message about an unknown reference, for which the contract states no text. */
  unknownReference: string;
  /** True when loads and unloads are lines of the list of transactions too. */
  transfersListed: boolean;
  /** `whole`: a cardholder's list of cards shows as much of a card as its details do. */
  listedCards: 'whole' | 'ids only';
  /** `shown`: a deleted card can still be read. */
  deletedCards: 'shown' | 'unknown';
  /** The place of money that arrives for a deleted card. */
  afterDeletion: 'float' | 'card';
  /** True when a used reference is refused before the pause between two transfers is checked. */
  referenceFirst: boolean;
  /** Money of a card that is held back for its maintenance, in cents. */
  heldCents: number;
  /** True when the rate of calls is limited. */
  limits: boolean;
};

/** The plainest reading of the contract. */
export const plainWays: Ways = {
  settleMs: 20,
  webhooksFirst: false,
  firstFunding: 'silent',
  amounts: 'text',
  currency: 'USD',
  balanceNames: 'plain',
  order: 'newest-first',
  pagesOverlap: false,
  extraFields: false,
  optionalFields: true,
  timestamps: 'text',
  webhookReference: 'client',
  unknownStatus: 400,
  unknownReference: 'There is no transaction with this reference',
  transfersListed: true,
  listedCards: 'whole',
  deletedCards: 'shown',
  afterDeletion: 'float',
  referenceFirst: true,
  heldCents: 0,
  limits: false,
};
