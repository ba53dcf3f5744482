/** The issuer's behaviour where its contract leaves more than one way. All of it may change while it runs. */
export type Ways = {
  /** Time from acceptance to the end of a holder, a card or a transfer, in milliseconds; 0 is before the answer. */
  settleMs: number;
  /** True when an answer waits until the webhooks of its effect were delivered. */
  webhooksFirst: boolean;
  /** True when a card's first funding is listed and reported as a credit of its own. */
  firstFunding: 'silent' | 'reported';
  amounts: 'text' | 'number' | 'decimals';
  /** The currency that lines and events name. Cards are in USD, and nothing else is promised. */
  currency: string;
  /** Both generations of the balance's field names. */
  balanceNames: 'plain' | 'settled';
  order: 'newest-first' | 'oldest-first';
  /** True when each page begins with the last line of the one before, as when a line was booked between two reads. */
  pagesOverlap: boolean;
  extraFields: boolean;
  optionalFields: boolean;
  timestamps: 'number' | 'text' | 'date';
  /** By which of a purchase's two references a webhook names it. */
  webhookReference: 'client' | 'issuer';
  /** The answer about an unknown card, holder or reference. */
  unknownStatus: 400 | 404;
  /** The words for a reference that nobody knows: the contract has none. */
  unknownReference: string;
  /** True when loads and unloads are lines of the list of transactions too. */
  transfersListed: boolean;
  /** True when a holder's list of cards shows as much of a card as its details do. */
  listedCards: 'whole' | 'ids only';
  /** True when a deleted card can still be read. */
  deletedCards: 'shown' | 'unknown';
  /** Where money goes that comes for a deleted card. */
  afterDeletion: 'float' | 'card';
  /** True when a used reference is reported before the pause between two transfers is. */
  referenceFirst: boolean;
  /** Money of a card that is held back for its maintenance, in cents. */
  heldCents: number;
  /** True when calls are limited in number (1.3). */
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
