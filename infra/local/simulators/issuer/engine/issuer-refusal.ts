/** One complaint of the schema check, as FastAPI writes it. */
export type SchemaComplaint = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
};

/** A call that the issuer refuses. It undoes what the call wrote. */
export class IssuerRefusal extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown, message: string) {
    super(message);
    this.name = 'IssuerRefusal';
    this.status = status;
    this.body = body;
  }
}

/** The usual refusal: a message for people and no code. */
export function refusal(status: number, message: string): IssuerRefusal {
  return new IssuerRefusal(status, { message }, message);
}

/** The refusal of a body or query that is not of the schema. */
export function schemaRefusal(detail: readonly SchemaComplaint[]): IssuerRefusal {
  return new IssuerRefusal(422, { detail }, detail[0]?.msg ?? 'schema');
}

/** The refusals that clients recognise by their words. */
export const refusals = {
  duplicateReference: () => refusal(400, 'A transaction with this transaction reference exists'),
  emptyFloat: () => refusal(400, 'Please top up your USD issuing wallet, the balance is too low for this transaction'),
  balanceCap: (limitCents: number) =>
    refusal(400, `This card can only have a maximum balance of ${limitCents / 100} USD at a time`),
  tooSoonToMoveMoney: (verb: string) => refusal(420, `You can only ${verb} a card once every 5 minutes`),
  tooSoon: (seconds: number) => refusal(420, `Too many requests, this call can be made once every ${seconds} seconds`),
  noFunds: () => refusal(400, "This card doesn't have enough funds for this transaction"),
  noCard: () => refusal(400, "There's no card with this id"),
  cardDeleted: () => refusal(400, 'This card has been deleted'),
  cardFrozen: () => refusal(400, 'This card is frozen, unfreeze it first'),
  cardFlagged: () => refusal(400, 'This card was flagged for suspicion of fraud, please contact support'),
  noHolder: () => refusal(400, "There's no cardholder with this id"),
  holderNotVerified: () => refusal(400, "This cardholder hasn't had their ID verified yet"),
  unavailable: () => refusal(400, 'This product is currently unavailable'),
  blacklisted: () => refusal(451, 'This user has been blacklisted'),
  noTransaction: (words: string) => refusal(400, words),
  invalidToken: () => refusal(401, 'Invalid token'),
} as const;
