import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { declineCodes } from './cards.ts';
import { Amount, IsoDate, ListQuery, Moment, SearchText, someOf } from './fields.ts';
import { defineRoutes } from './route.ts';
import { activityKinds } from './transactions.ts';

/** The kinds of lines in the list of all activity: the account's own, and those of the cards. */
export const historyKinds = [...activityKinds, 'purchase', 'reversal', 'refund', 'fee'] as const;

/** The stages of a line. `review`: staff decide on it. `reversed`: an undone purchase or a refunded deposit. */
export const historyStates = ['pending', 'completed', 'failed', 'declined', 'reversed', 'review'] as const;

/** One line of the list of all activity. */
export const HistoryRow = z.object({
  _id: z.string(),
  /** The balance that moved: the account's or a card's. */
  of: z.enum(['account', 'card']),
  kind: z.enum(historyKinds),
  state: z.enum(historyStates),
  /**
   * Signed amount that moves, or would have moved, fee included; of a refunded deposit, the credit that was taken back.
   * Money in is positive.
   */
  amount: Amount,
  /** Signed amount that was really booked; 0 for a line that is pending, declined or failed. */
  booked: Amount,
  /** The part of the amount that is our fee. */
  fee: Amount,
  description: z.string(),
  /** The provider's id, the issuer's reference, or our own id. */
  reference: z.string(),
  /** The reference that a purchase shares with its reversal and refund; null for lines of the account. */
  story: z.nullable(z.string()),
  card: z.nullable(z.object({ _id: idSchema('card'), name: z.string(), last4Digits: z.string() })),
  merchant: z.string(),
  category: z.string(),
  currency: z.string(),
  isRecurring: z.boolean(),
  decline_reason: z.nullable(z.string()),
  decline_code: z.nullable(z.enum(declineCodes)),
  /** Why an order to the card issuer failed, in words; left out otherwise. */
  failure: z.optional(z.string()),
  /**
   * The balance after it, of the account (less its debt) or the card; null where nothing was booked, and in older
   * lines.
   */
  balanceAfter: z.nullable(Amount),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

export const historyRoutes = defineRoutes({
  'activity.list': {
    method: 'GET',
    path: '/activity',
    access: 'user',
    summary: "The account's movements and the cards' purchases as one list, newest first, searched and filtered.",
    query: z.extend(ListQuery, {
      /** As in `GET /transactions`; words are found in the cards' purchases as well. */
      search: z.optional(SearchText),
      /** One or more kinds, separated by commas. */
      kind: z.optional(someOf(historyKinds, 'must be kinds, separated by commas')),
      /** One or more states, separated by commas. */
      state: z.optional(someOf(historyStates, 'must be states, separated by commas')),
      /** The id of a card: only its lines, and those of the account that are about it. */
      card: z.optional(idSchema('card')),
      from: z.optional(Moment),
      /** The end of the period: the first moment that is not part of it. */
      to: z.optional(Moment),
    }),
    reply: z.array(HistoryRow),
    status: 200,
    errors: [],
  },
});
