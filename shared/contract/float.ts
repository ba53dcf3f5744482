import * as z from 'zod/mini';
import { Amount, IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff } from './staff.ts';

/** Our float at the card issuer: the money there that loads and new cards are paid from. */
export const Float = z.object({
  /** The balance that the issuer stated last, and when it was asked; null before the first reading. */
  balance: z.nullable(Amount),
  at: z.nullable(IsoDate),
  /** True for a reading older than 30 minutes: nothing is refused by it. */
  isOld: z.boolean(),
  /** Loads and new cards that were under way at the reading. */
  held: Amount,
  /** The part of the balance that no load or new card may use. */
  floor: Amount,
  /** The largest load that is not refused; 0 at the floor. */
  room: Amount,
  /** Net outflow per day by our books: the mean of seven days. */
  meanDailyOut: Amount,
  /** Days until the float reaches its floor; null while it does not fall. */
  runwayDays: z.nullable(z.number().check(z.gte(0))),
  /** `open`: every load and new card is refused, unless the reading is old. Since when, in `breakerSince`. */
  breaker: z.enum(['closed', 'open']),
  breakerSince: z.nullable(IsoDate),
  /** The last seven days by the hour, oldest first; hours without data are left out. */
  hours: z.array(
    z.object({
      hour: IsoDate,
      balance: z.nullable(Amount),
      lowest: z.nullable(Amount),
      out: Amount,
    }),
  ),
});

export const floatRoutes = defineRoutes({
  'admin.float': {
    method: 'GET',
    path: '/admin/float',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'Our float at the card issuer: the last reading, its runway, the breaker of loads, and seven days by the hour.',
    reply: Float,
    status: 200,
    errors: [],
  },
});
