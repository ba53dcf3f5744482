import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { historyKinds } from './activity.ts';
import { Amount, IsoDate, Moment } from './fields.ts';
import { defineRoutes } from './route.ts';

/** One booked line of a statement. */
export const StatementLine = z.object({
  /** Its number in the account's books, from 1. Only lines that do not change the balance leave gaps. */
  number: z.int(),
  at: IsoDate,
  kind: z.enum(historyKinds),
  description: z.string(),
  /** The id that the site shows, or the issuer's reference; empty for a line that has neither. */
  reference: z.string(),
  /** Signed change of the balance, fee included. */
  amount: Amount,
  /** The part of the amount that is our fee; negative when it was given back. */
  fee: Amount,
  /** The balance after it. */
  balance: Amount,
});

/** The booked lines of a period, oldest first. `closing` − `opening` is the sum of the amounts. */
export const Statement = z.object({
  from: IsoDate,
  to: IsoDate,
  opening: Amount,
  closing: Amount,
  moneyIn: Amount,
  moneyOut: Amount,
  fees: Amount,
  lines: z.array(StatementLine),
});

const StatementQuery = z.strictObject({
  from: Moment,
  /** The end of the period: the first moment that is not part of it. */
  to: Moment,
  /** `csv`: the lines as a file of comma-separated values (RFC 4180), in dollars. */
  format: z._default(z.enum(['json', 'csv'], 'must be json or csv'), 'json'),
});

export const statementRoutes = defineRoutes({
  'transactions.statement': {
    method: 'GET',
    path: '/transactions/statement',
    access: 'user',
    summary: "The account's booked lines of a period with the running balance, at most 1,000 of them.",
    query: StatementQuery,
    reply: Statement,
    csv: true,
    status: 200,
    errors: [],
  },
  'cards.statement': {
    method: 'GET',
    path: '/cards/{id}/statement',
    access: 'user',
    summary: "A card's booked lines of a period with the running balance, at most 1,000 of them.",
    params: z.strictObject({ id: idSchema('card') }),
    query: StatementQuery,
    reply: Statement,
    csv: true,
    status: 200,
    errors: ['NotFound'],
  },
});
