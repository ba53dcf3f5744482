/**
 * Numbers from which on a count is a signal. A signal only holds rewards or asks a person to look, so each number is
 * set where a look is worth the time: low enough that staying below it earns little, high enough to leave families and
 * offices alone.
 */
export const thresholds = {
  /**
   * Minimum number of people of one chain of referrals who signed up from one network. Two or three are a household or
   * friends on a couch; four referrals earn up to $24 at the standard rewards.
   */
  ringPeople: 4,
  /**
   * Minimum number of accounts from one network on one day (UTC). Offices and mobile carriers share networks, but a
   * shop for cards has few customers there on one day; twenty referrals earn up to $120 at the standard rewards. Each
   * further twenty are a signal again.
   */
  networkAccountsPerDay: 20,
  /**
   * Minimum withdrawals from cards in seven days that together bring back most of what was loaded. Each round costs its
   * fees and buys nothing, so a customer who changes plans does it once or twice.
   */
  cycleWithdrawals: 5,
  /** Minimum share of the money loaded in the seven days that came back, in percent. */
  cycleReturnedPercent: 80,
  /**
   * Minimum number of purchases at one merchant on one day that were declined, except for an empty or frozen card.
   * Fewer are people who mistype; stolen card numbers are tried by the dozen.
   */
  merchantDeclinesPerDay: 20,
  /** Minimum share of these declines in all purchases at the merchant on that day, in percent. */
  merchantDeclinesPercent: 50,
} as const;

/**
 * Maximum number of levels of referrers above a new person whose referrals are read: a ring of single links is short.
 */
export const ringLevels = 3;

/** Maximum number of newest referrals that are read of each of these referrers. */
export const ringWidth = 25;
